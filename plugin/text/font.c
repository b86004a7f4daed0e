/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds fonts. One that is not installed is replaced by what fontconfig finds closest, which is
 * reported. */
#include "plugin/text/font.h"

#include <string.h>

static GMutex fonts_lock;

void
gst_life_fonts_lock (void)
{
  g_mutex_lock (&fonts_lock);
}

void
gst_life_fonts_unlock (void)
{
  g_mutex_unlock (&fonts_lock);
}

/* Never freed: Pango 1.50 leaks what its thread has found with each map. */
static PangoFontMap *
get_map (void)
{
  static PangoFontMap *map;

  if (!map)
    map = pango_cairo_font_map_new ();
  return map;
}

/* Whether @family stands for any font of a kind. */
static gboolean
is_generic (const gchar *family)
{
  static const gchar *const names[] = { "sans", "sans-serif", "sans serif",
    "serif", "monospace", "mono", "cursive", "fantasy", "system-ui",
    "ui-sans-serif", "ui-serif", "ui-monospace", "ui-rounded", "emoji", "math",
    "system", "normal", "" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (family, names[i]) == 0)
      return TRUE;
  return FALSE;
}

/* Whether one of @families, separated by commas, is @used or generic. */
static gboolean
matches_family (const gchar *families, const gchar *used)
{
  gchar **names = g_strsplit (families, ",", -1);
  gboolean found = FALSE;

  for (guint i = 0; names[i] && !found; i++) {
    g_strstrip (names[i]);
    found = is_generic (names[i]) || g_ascii_strcasecmp (names[i], used) == 0;
  }
  g_strfreev (names);
  return found;
}

static void
check_family (GstLifeFont *self, const gchar *property)
{
  const gchar *families = pango_font_description_get_family (self->description);
  PangoFont *font = pango_context_load_font (self->context, self->description);
  PangoFontDescription *used = font ? pango_font_describe (font) : NULL;
  const gchar *name = used ? pango_font_description_get_family (used) : NULL;

  if (families && name && !matches_family (families, name))
    self->warning =
        g_strdup_printf ("%s: the font \"%s\" is not installed, and \"%s\" is "
                         "used instead; fc-list prints those that are",
            property, families, name);
  g_clear_pointer (&used, pango_font_description_free);
  g_clear_object (&font);
}

/* A font without a size has @default_points; a size in pixels counts as points. */
static void
choose_size (GstLifeFont *self, gdouble default_points)
{
  gdouble size = (gdouble) pango_font_description_get_size (self->description)
                 / PANGO_SCALE;

  self->points = size > 0 ? size : default_points;
  size = MIN (self->points, GST_LIFE_FONT_MAX_POINTS);
  pango_font_description_set_size (
      self->description, (gint) (size * PANGO_SCALE));
}

GstLifeFont *
gst_life_font_new (
    const gchar *property, const gchar *text, gdouble default_points)
{
  GstLifeFont *self = g_new0 (GstLifeFont, 1);
  cairo_font_options_t *options = cairo_font_options_create ();

  self->context = pango_font_map_create_context (get_map ());
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  pango_cairo_context_set_font_options (self->context, options);
  cairo_font_options_destroy (options);
  self->description = pango_font_description_from_string (text);
  choose_size (self, default_points);
  pango_context_set_font_description (self->context, self->description);
  check_family (self, property);
  return self;
}

void
gst_life_font_free (GstLifeFont *self)
{
  if (!self)
    return;
  g_object_unref (self->context);
  pango_font_description_free (self->description);
  g_free (self->warning);
  g_free (self);
}

void
gst_life_font_set_resolution (GstLifeFont *self, gdouble resolution)
{
  if (pango_cairo_context_get_resolution (self->context) != resolution)
    pango_cairo_context_set_resolution (self->context, resolution);
}

PangoLayout *
gst_life_font_lay_out (GstLifeFont *self, const gchar *text)
{
  PangoLayout *layout = pango_layout_new (self->context);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_text (layout, text, -1);
  return layout;
}
