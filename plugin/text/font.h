/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fonts as Pango finds them, and lines of text laid out in one. Only for files of this folder,
 * which need Pango. */
#pragma once

#include <pango/pangocairo.h>

/* The largest size of a font. */
#define GST_LIFE_FONT_MAX_POINTS 4096

/* All fonts of a process share one map, which is not thread-safe: callers lock it for what is
 * below, and while they use what is returned. */
void gst_life_fonts_lock (void);
void gst_life_fonts_unlock (void);

typedef struct {
  PangoContext *context;
  PangoFontDescription *description;
  gdouble points; /* as requested, or the default */
  gchar *warning; /* which font was used instead, or NULL; may be stolen */
} GstLifeFont;

/* Finds the font of @property that @text describes. */
GstLifeFont *gst_life_font_new (
    const gchar *property, const gchar *text, gdouble default_points);
void gst_life_font_free (GstLifeFont *font);

/* Sets the pixels of an inch. */
void gst_life_font_set_resolution (GstLifeFont *font, gdouble resolution);

/* @text in the font, digits of one width. */
PangoLayout *gst_life_font_lay_out (GstLifeFont *font, const gchar *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstLifeFont, gst_life_font_free)
