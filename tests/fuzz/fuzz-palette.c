/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the palette parser: any text is a palette or an error in UTF-8. */
#include <stdlib.h>

#include <life/error.h>
#include <life/palette.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree gchar *text = g_strndup ((const gchar *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePalette) palette = life_palette_parse (text, &error);
  guint32 colors[LIFE_PALETTE_COLORS];

  if (palette != NULL)
    life_palette_get_colors (palette, colors);
  else if (!g_error_matches (error, LIFE_ERROR, LIFE_ERROR_PALETTE)
           || !g_utf8_validate (error->message, -1, NULL))
    abort ();
  return 0;
}
