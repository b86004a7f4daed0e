/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the palette parser: any text is a palette or an error in UTF-8. */
#include <life/palette.h>

#include "tests/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree gchar *text = g_strndup ((const gchar *) data, size);
  GError *error = NULL;
  g_autoptr (LifePalette) palette = life_palette_parse (text, &error);
  guint32 colors[LIFE_PALETTE_COLORS];

  if (palette != NULL)
    life_palette_get_colors (palette, colors);
  else
    check_error (error, LIFE_ERROR_PALETTE);
  return 0;
}
