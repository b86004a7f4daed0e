/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stubs for a build without Pango: errors that name what is missing. */
#include <life/error.h>

#include "plugin/text/caption-text.h"
#include "plugin/text/text-cells.h"

gboolean
gst_life_check_text (const gchar *property, GError **error)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "%s needs Pango, which this plugin was built without; install "
      "libpango1.0-dev and build it with -Dtext=enabled",
      property);
  return FALSE;
}

LifePattern *
gst_life_text_to_pattern (
    const gchar *text, const gchar *font, gchar **warning, GError **error)
{
  *warning = NULL;
  gst_life_check_text ("text", error);
  return NULL;
}

GstLifeCaptionMaker *
gst_life_caption_maker_new (void)
{
  return NULL;
}

void
gst_life_caption_maker_free (GstLifeCaptionMaker *self)
{
}

const LifeCaption *
gst_life_caption_make (GstLifeCaptionMaker *self, const GstLifeWords *words,
    guint width, guint height, gchar **warning, GError **error)
{
  *warning = NULL;
  gst_life_check_text ("caption", error);
  return NULL;
}
