/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fonts as Pango finds them, and lines of text laid out in one. For files here, which
 * need Pango; others see caption-text.h and text-cells.h. */
#pragma once

#include <pango/pangocairo.h>

/* No font is drawn in more points. */
#define GST_LIFE_FONT_MOST_POINTS 4096

/* All fonts of a process share one map, which no two threads may use at once: callers
 * of what is below lock it, and keep it locked while they use what is returned. */
void gst_life_fonts_lock (void);
void gst_life_fonts_unlock (void);

typedef struct {
  PangoContext *context;
  PangoFontDescription *description;
  gdouble points; /* as asked for, or the default */
  gchar *
      warning; /* which font was taken instead, or NULL; its owner may take it */
} GstLifeFont;

/* Finds the font of @property that @text describes. */
GstLifeFont *gst_life_font_new (
    const gchar *property, const gchar *text, gdouble default_points);
void gst_life_font_free (GstLifeFont *font);

/* From here on an inch has so many pixels. */
void gst_life_font_set_resolution (GstLifeFont *font, gdouble resolution);

/* @text in the font, digits of one width. */
PangoLayout *gst_life_font_lay_out (GstLifeFont *font, const gchar *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstLifeFont, gst_life_font_free)
