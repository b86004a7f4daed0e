/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws captions with Pango and cairo: a panel, so that text can be read on any background,
 * with the title, the figures and the curve below each other. */
#include "plugin/text/caption-text.h"

#include <math.h>
#include <string.h>

#include <life/error.h>

#include "plugin/text/font.h"

#define DEFAULT_POINTS 12

/* Sizes in a frame of 1280×720; those in other frames are in proportion, but not too small to
 * be read. */
#define BASE_WIDTH 1280.0
#define BASE_HEIGHT 720.0
#define MIN_SCALE 0.7
#define RESOLUTION 96.0
#define MARGIN 12.0
#define PADDING 10.0
#define RADIUS 7.0
#define GAP 5.0
#define COLUMN 1.0 /* of the curve, for a frame */
#define CURVE_HEIGHT 44.0

/* Opacity of the panel, the labels and the area below the curve, relative to the text. */
#define PANEL 0.78
#define DIM 0.74
#define AREA 0.3

/* Room for figures, so that the panel does not grow with them. */
#define WIDEST "0\u2009000\u2009000"

enum {
  TITLE,
  GENERATION,
  POPULATION,
  N_LINES
};

typedef struct {
  PangoLayout *label, *figure; /* NULL: not there */
  gint height;
} CaptionLine;

/* The layout of a caption. */
typedef struct {
  const GstLifeWords *words;
  gdouble scale;
  CaptionLine lines[N_LINES];
  gint width, height; /* of all */
  gint padding, gap;
  gint curve_width, curve_height;
} CaptionPlan;

struct _GstLifeCaptionMaker {
  GstLifeFont *font;
  gchar *font_name;
  GByteArray *contents; /* all that the cached caption depends on */
  guint8 *pixels;
  gsize size;
  LifeCaption caption;
};

GstLifeCaptionMaker *
gst_life_caption_maker_new (void)
{
  GstLifeCaptionMaker *self = g_new0 (GstLifeCaptionMaker, 1);

  self->contents = g_byte_array_new ();
  return self;
}

void
gst_life_caption_maker_free (GstLifeCaptionMaker *self)
{
  if (!self)
    return;
  gst_life_fonts_lock ();
  gst_life_font_free (self->font);
  gst_life_fonts_unlock ();
  g_free (self->font_name);
  g_byte_array_unref (self->contents);
  g_free (self->pixels);
  g_free (self);
}

/* --- Contents --- */

static void
append_text (GByteArray *contents, const gchar *text)
{
  if (text)
    g_byte_array_append (contents, (const guint8 *) text, strlen (text));
  g_byte_array_append (contents, (const guint8 *) (text ? "\1" : "\2"), 2);
}

static GByteArray *
collect_contents (const GstLifeWords *words, guint width, guint height)
{
  const LifeStatistics *statistics = words->statistics;
  const guint64 numbers[] = { words->color, words->corner, width, height,
    statistics != NULL, statistics ? statistics->generation : 0,
    statistics ? statistics->population : 0, words->n_curve };
  GByteArray *contents = g_byte_array_new ();

  g_byte_array_append (contents, (const guint8 *) numbers, sizeof numbers);
  append_text (contents, words->font);
  append_text (contents, words->name);
  append_text (contents, words->rule);
  append_text (contents, words->population);
  if (words->curve)
    g_byte_array_append (contents, (const guint8 *) words->curve,
        words->n_curve * sizeof *words->curve);
  return contents;
}

/* Whether the cached caption has @contents, which are owned from then on. */
static gboolean
is_unchanged (GstLifeCaptionMaker *self, GByteArray *contents)
{
  gboolean same =
      self->caption.version > 0 && contents->len == self->contents->len
      && memcmp (contents->data, self->contents->data, contents->len) == 0;

  g_byte_array_unref (self->contents);
  self->contents = contents;
  return same;
}

/* The digits of a number with a thin space before each three of them. */
static gchar *
group_digits (const gchar *digits)
{
  GString *text = g_string_new (NULL);
  const gsize n = strlen (digits);

  for (gsize i = 0; i < n; i++) {
    if (i > 0 && (n - i) % 3 == 0)
      g_string_append (text, "\u2009");
    g_string_append_c (text, digits[i]);
  }
  return g_string_free (text, FALSE);
}

/* --- Layout --- */

static gint
scaled (const CaptionPlan *plan, gdouble pixels)
{
  return (gint) floor (pixels * plan->scale + 0.5);
}

static void
measure (PangoLayout *layout, gint *width, gint *height)
{
  PangoRectangle logical;

  pango_layout_get_pixel_extents (layout, NULL, &logical);
  *width = logical.width;
  *height = logical.height;
}

/* The name in bold, then the rule. */
static PangoLayout *
lay_out_title (GstLifeFont *font, const GstLifeWords *words)
{
  const gchar *name = words->name ? words->name : "";
  gchar *text = g_strconcat (
      name, words->name && words->rule ? " — " : "", words->rule, NULL);
  PangoLayout *layout = gst_life_font_lay_out (font, text);
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
  PangoAttribute *dim =
      pango_attr_foreground_alpha_new ((guint16) (DIM * 65535));

  bold->end_index = dim->start_index = (guint) strlen (name);
  pango_attr_list_insert (pango_layout_get_attributes (layout), bold);
  pango_attr_list_insert (pango_layout_get_attributes (layout), dim);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  g_free (text);
  return layout;
}

static gint
plan_title (CaptionPlan *plan, GstLifeFont *font, gint max_width)
{
  CaptionLine *line = &plan->lines[TITLE];
  gint width;

  line->label = lay_out_title (font, plan->words);
  measure (line->label, &width, &line->height);
  if (width <= max_width)
    return width;
  pango_layout_set_width (line->label, max_width * PANGO_SCALE);
  return max_width;
}

static gint
plan_figure (CaptionPlan *plan, GstLifeFont *font, guint which,
    const gchar *name, const gchar *digits)
{
  CaptionLine *line = &plan->lines[which];
  PangoLayout *widest = gst_life_font_lay_out (font, WIDEST);
  gint label, figure, room, height, em;
  gchar *text = group_digits (digits);

  line->label = gst_life_font_lay_out (font, name);
  line->figure = gst_life_font_lay_out (font, text);
  measure (line->label, &label, &line->height);
  measure (line->figure, &figure, &height);
  line->height = MAX (line->height, height);
  measure (widest, &room, &em);
  g_object_unref (widest);
  g_free (text);
  return label + em + MAX (figure, room);
}

static void
make_plan (CaptionPlan *plan, GstLifeFont *font, guint width, guint height)
{
  const GstLifeWords *words = plan->words;
  gint max_width, across = 0, down = 0, n = 0;

  plan->padding = MIN (scaled (plan, PADDING), (gint) width / 32);
  plan->gap = scaled (plan, GAP);
  max_width = MAX ((gint) width - 4 * plan->padding, 1);
  if (words->statistics) {
    gchar digits[2][32];
    gint first, second;

    for (guint i = 0; i < 2; i++)
      g_snprintf (digits[i], sizeof digits[i], "%" G_GUINT64_FORMAT,
          i == 0 ? words->statistics->generation
                 : words->statistics->population);
    first = plan_figure (plan, font, GENERATION, "Generation", digits[0]);
    second = plan_figure (plan, font, POPULATION, "Population",
        words->population ? words->population : digits[1]);
    across = MAX (first, second);
  }
  if (words->curve) {
    plan->curve_width = MIN (scaled (plan, COLUMN * words->n_curve), max_width);
    plan->curve_height = MIN (scaled (plan, CURVE_HEIGHT), (gint) height / 4);
    across = MAX (across, plan->curve_width);
    plan->curve_width = MIN (across, max_width);
  }
  if (words->name || words->rule)
    across = MAX (across, plan_title (plan, font, max_width));
  for (guint i = 0; i < N_LINES; i++)
    if (plan->lines[i].label) {
      down += plan->lines[i].height;
      n += i != POPULATION;
    }
  if (words->curve) {
    down += plan->curve_height;
    n++;
  }
  plan->width = across + 2 * plan->padding;
  plan->height = down + MAX (n - 1, 0) * plan->gap + 2 * plan->padding;
}

static void
clear_plan (CaptionPlan *plan)
{
  for (guint i = 0; i < N_LINES; i++) {
    g_clear_object (&plan->lines[i].label);
    g_clear_object (&plan->lines[i].figure);
  }
}

/* --- Drawing --- */

static void
set_color (cairo_t *cairo, guint32 color, gdouble weight)
{
  cairo_set_source_rgba (cairo, (color >> 16 & 255) / 255.0,
      (color >> 8 & 255) / 255.0, (color & 255) / 255.0,
      (color >> 24) / 255.0 * weight);
}

/* Dark behind bright words, bright behind dark ones. */
static void
draw_panel (cairo_t *cairo, const CaptionPlan *plan)
{
  const guint32 color = plan->words->color;
  const guint luma =
      (54 * (color >> 16 & 255) + 183 * (color >> 8 & 255) + 19 * (color & 255))
      >> 8;
  const guint32 panel = (color & 0xff000000u) | (luma < 96 ? 0xffffff : 0);
  const gdouble radius = MIN (RADIUS * plan->scale, plan->padding);
  const gdouble right = plan->width - radius, lower = plan->height - radius;

  cairo_new_path (cairo);
  cairo_arc (cairo, right, radius, radius, -G_PI / 2, 0);
  cairo_arc (cairo, right, lower, radius, 0, G_PI / 2);
  cairo_arc (cairo, radius, lower, radius, G_PI / 2, G_PI);
  cairo_arc (cairo, radius, radius, radius, G_PI, 3 * G_PI / 2);
  cairo_close_path (cairo);
  set_color (cairo, panel, PANEL);
  cairo_fill (cairo);
}

static void
draw_line (cairo_t *cairo, const CaptionPlan *plan, guint which, gint y)
{
  const CaptionLine *line = &plan->lines[which];
  gint width, height;

  set_color (cairo, plan->words->color, which == TITLE ? 1 : DIM);
  cairo_move_to (cairo, plan->padding, y);
  pango_cairo_show_layout (cairo, line->label);
  if (!line->figure)
    return;
  measure (line->figure, &width, &height);
  set_color (cairo, plan->words->color, 1);
  cairo_move_to (cairo, plan->width - plan->padding - width, y);
  pango_cairo_show_layout (cairo, line->figure);
}

/* The numbers @first to @end - 1 as a path, relative to the largest of all. */
static void
trace (cairo_t *cairo, const CaptionPlan *plan, guint first, guint end,
    gdouble largest, gint top)
{
  const GstLifeWords *words = plan->words;
  const gdouble column = (gdouble) plan->curve_width / words->n_curve;

  for (guint i = first; i < end; i++)
    cairo_line_to (cairo, plan->padding + (i + 0.5) * column,
        top + plan->curve_height * (1 - words->curve[i] / largest));
}

/* One piece of the curve, without gaps. */
static void
draw_piece (cairo_t *cairo, const CaptionPlan *plan, guint first, guint end,
    gdouble largest, gint top)
{
  const gdouble column = (gdouble) plan->curve_width / plan->words->n_curve;
  const gdouble bottom = top + plan->curve_height;

  cairo_new_path (cairo);
  cairo_move_to (cairo, plan->padding + (first + 0.5) * column, bottom);
  trace (cairo, plan, first, end, largest, top);
  cairo_line_to (cairo, plan->padding + (end - 0.5) * column, bottom);
  set_color (cairo, plan->words->color, AREA);
  cairo_fill (cairo);
  cairo_new_path (cairo);
  trace (cairo, plan, first, end, largest, top);
  set_color (cairo, plan->words->color, 1);
  cairo_set_line_width (cairo, 1.5 * plan->scale);
  cairo_set_line_join (cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cairo, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (cairo);
}

static void
draw_curve (cairo_t *cairo, const CaptionPlan *plan, gint top)
{
  const GstLifeWords *words = plan->words;
  guint64 largest = 1;

  for (guint i = 0; i < words->n_curve; i++)
    if (words->curve[i] != GST_LIFE_CURVE_GAP)
      largest = MAX (largest, words->curve[i]);
  for (guint i = 0, end; i < words->n_curve; i = end) {
    end = i + 1;
    if (words->curve[i] == GST_LIFE_CURVE_GAP)
      continue;
    while (end < words->n_curve && words->curve[end] != GST_LIFE_CURVE_GAP)
      end++;
    draw_piece (cairo, plan, i, end, largest, top);
  }
  set_color (cairo, words->color, AREA);
  cairo_rectangle (cairo, plan->padding, top + plan->curve_height,
      plan->curve_width, MAX (scaled (plan, 1), 1));
  cairo_fill (cairo);
}

static void
draw_all (cairo_t *cairo, const CaptionPlan *plan)
{
  gint y = plan->padding;

  draw_panel (cairo, plan);
  for (guint i = 0; i < N_LINES; i++)
    if (plan->lines[i].label) {
      draw_line (cairo, plan, i, y);
      y += plan->lines[i].height + (i == GENERATION ? 0 : plan->gap);
    }
  if (plan->words->curve)
    draw_curve (cairo, plan, y);
}

/* cairo's pixels are words of alpha, red, green and blue. */
static void
order_bytes (guint8 *pixels, gsize n)
{
  for (gsize i = 0; i < n; i++, pixels += 4) {
    guint32 pixel;

    memcpy (&pixel, pixels, 4);
    pixels[0] = pixel >> 16;
    pixels[1] = pixel >> 8;
    pixels[2] = pixel;
    pixels[3] = pixel >> 24;
  }
}

/* Draws the part that fits @width × @height. */
static gboolean
draw (GstLifeCaptionMaker *self, const CaptionPlan *plan, guint width,
    guint height, GError **error)
{
  LifeCaption *caption = &self->caption;
  cairo_surface_t *surface;
  cairo_t *cairo;
  gboolean drawn;
  gsize size;

  caption->width = MIN ((guint) plan->width, width);
  caption->height = MIN ((guint) plan->height, height);
  caption->stride = 4 * (gsize) caption->width;
  size = caption->stride * caption->height;
  if (size > self->size) {
    g_free (self->pixels);
    self->pixels = g_try_malloc (size);
    self->size = self->pixels ? size : 0;
  }
  if (!self->pixels) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "there is not enough memory for a caption of %u×%u pixels; use a "
        "smaller caption-font",
        caption->width, caption->height);
    return FALSE;
  }
  caption->pixels = self->pixels;
  memset (self->pixels, 0, size);
  surface = cairo_image_surface_create_for_data (self->pixels,
      CAIRO_FORMAT_ARGB32, caption->width, caption->height, caption->stride);
  cairo = cairo_create (surface);
  draw_all (cairo, plan);
  drawn = cairo_status (cairo) == CAIRO_STATUS_SUCCESS;
  if (!drawn)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "drawing the caption: %s",
        cairo_status_to_string (cairo_status (cairo)));
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
  order_bytes (self->pixels, size / 4);
  return drawn;
}

static void
position_caption (LifeCaption *caption, GstLifeCorner corner, gint margin,
    guint width, guint height)
{
  gboolean right = corner == GST_LIFE_CORNER_TOP_RIGHT
                   || corner == GST_LIFE_CORNER_BOTTOM_RIGHT;
  gboolean bottom = corner == GST_LIFE_CORNER_BOTTOM_LEFT
                    || corner == GST_LIFE_CORNER_BOTTOM_RIGHT;

  caption->x = right ? (gint) (width - caption->width) - margin : margin;
  caption->y = bottom ? (gint) (height - caption->height) - margin : margin;
  /* On whole samples of chroma, if there is room. */
  caption->x = MAX (caption->x, 0) / 2 * 2;
  caption->y = MAX (caption->y, 0) / 2 * 2;
}

static void
need_font (GstLifeCaptionMaker *self, const gchar *name, gchar **warning)
{
  if (self->font && g_strcmp0 (self->font_name, name) == 0)
    return;
  gst_life_font_free (self->font);
  g_free (self->font_name);
  self->font_name = g_strdup (name);
  self->font = gst_life_font_new (
      "caption-font", name ? name : GST_LIFE_CAPTION_FONT, DEFAULT_POINTS);
  *warning = g_steal_pointer (&self->font->warning);
}

static gboolean
make (GstLifeCaptionMaker *self, const GstLifeWords *words, guint width,
    guint height, gchar **warning, GError **error)
{
  CaptionPlan plan = { words };
  gint margin;
  gboolean drawn;

  need_font (self, words->font, warning);
  plan.scale = MAX (MIN (width / BASE_WIDTH, height / BASE_HEIGHT), MIN_SCALE);
  gst_life_font_set_resolution (self->font, RESOLUTION * plan.scale);
  make_plan (&plan, self->font, width, height);
  drawn = draw (self, &plan, width, height, error);
  margin = MIN (scaled (&plan, MARGIN), (gint) width / 32);
  position_caption (&self->caption, words->corner, margin, width, height);
  clear_plan (&plan);
  return drawn;
}

const LifeCaption *
gst_life_caption_make (GstLifeCaptionMaker *self, const GstLifeWords *words,
    guint width, guint height, gchar **warning, GError **error)
{
  gboolean made;

  *warning = NULL;
  if (is_unchanged (self, collect_contents (words, width, height)))
    return &self->caption;
  gst_life_fonts_lock ();
  made = make (self, words, width, height, warning, error);
  gst_life_fonts_unlock ();
  if (!made) {
    g_byte_array_set_size (self->contents, 0);
    return NULL;
  }
  self->caption.version++;
  return &self->caption;
}
