/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Words as live cells: drawn by Pango, a pixel per cell, and read as RLE, so that they are
 * a pattern like any other. */
#include "plugin/text/text-cells.h"

#include <life/error.h>

#include "plugin/settings/settings.h"
#include "plugin/text/font.h"

#define DEFAULT_POINTS 32
#define MAX_CHARACTERS 10000

/* Cells along a side, and in all: 64 MiB of coverage. */
#define MAX_SIDE 16384
#define MAX_CELLS (1 << 26)

/* The coverage of a pixel from which on its cell is alive. */
#define THRESHOLD 128

typedef struct {
  guint8 *coverage; /* a byte per cell */
  gint width, height, stride;
} TextDrawing;

gboolean
gst_life_check_text (const gchar *property, GError **error)
{
  return TRUE;
}

static gboolean
check_words (const gchar *text, GError **error)
{
  const gchar *wrong;

  if (!g_utf8_validate (text, -1, &wrong)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "text: byte %" G_GSIZE_FORMAT
        " is not UTF-8; words have to be in UTF-8",
        (gsize) (wrong - text) + 1);
    return FALSE;
  }
  if (g_utf8_strlen (text, -1) > MAX_CHARACTERS) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "text: %ld characters are more than the %d that are drawn; use fewer",
        g_utf8_strlen (text, -1), MAX_CHARACTERS);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_size (const GstLifeFont *font, const PangoRectangle *ink, GError **error)
{
  if (font->points <= GST_LIFE_FONT_MAX_POINTS && ink->width <= MAX_SIDE
      && ink->height <= MAX_SIDE
      && (gint64) ink->width * ink->height <= MAX_CELLS)
    return TRUE;
  if (font->points > GST_LIFE_FONT_MAX_POINTS)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "text-font: a size of %g is more than the %d that are drawn; use a "
        "smaller one",
        font->points, GST_LIFE_FONT_MAX_POINTS);
  else
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "text: at a size of %g the words are %d×%d cells, more than %d along a "
        "side or %d in all; use a smaller text-font or fewer words",
        font->points, ink->width, ink->height, MAX_SIDE, MAX_CELLS);
  return FALSE;
}

/* Draws the visible part of @layout. */
static gboolean
draw (TextDrawing *drawing, PangoLayout *layout, const PangoRectangle *ink,
    GError **error)
{
  cairo_surface_t *surface;
  cairo_t *cairo;
  gboolean drawn;

  if (ink->width <= 0 || ink->height <= 0)
    return TRUE;
  drawing->width = ink->width;
  drawing->height = ink->height;
  drawing->stride = cairo_format_stride_for_width (CAIRO_FORMAT_A8, ink->width);
  drawing->coverage = g_try_malloc0 ((gsize) drawing->stride * drawing->height);
  surface = drawing->coverage
                ? cairo_image_surface_create_for_data (drawing->coverage,
                    CAIRO_FORMAT_A8, ink->width, ink->height, drawing->stride)
                : NULL;
  cairo = surface ? cairo_create (surface) : NULL;
  if (cairo) {
    cairo_translate (cairo, -ink->x, -ink->y);
    pango_cairo_show_layout (cairo, layout);
    cairo_surface_flush (surface);
  }
  drawn = cairo && cairo_status (cairo) == CAIRO_STATUS_SUCCESS;
  g_clear_pointer (&cairo, cairo_destroy);
  g_clear_pointer (&surface, cairo_surface_destroy);
  if (!drawn)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "there is not enough memory for words of %d×%d cells", ink->width,
        ink->height);
  return drawn;
}

static gboolean
is_alive (const TextDrawing *drawing, gint x, gint y)
{
  return drawing->coverage[(gsize) y * drawing->stride + x] >= THRESHOLD;
}

/* The rows and columns in which cells live; FALSE if there are none. */
static gboolean
find_box (const TextDrawing *drawing, PangoRectangle *box)
{
  gint left = drawing->width, right = 0, top = drawing->height, bottom = 0;

  for (gint y = 0; y < drawing->height; y++)
    for (gint x = 0; x < drawing->width; x++)
      if (is_alive (drawing, x, y)) {
        left = MIN (left, x);
        right = MAX (right, x + 1);
        top = MIN (top, y);
        bottom = y + 1;
      }
  *box = (PangoRectangle){ left, top, right - left, bottom - top };
  return right > left;
}

static void
write_row (
    const TextDrawing *drawing, const PangoRectangle *box, gint y, GString *rle)
{
  gint end = box->x + box->width;

  for (gint x = box->x, next; x < end; x = next) {
    gboolean alive = is_alive (drawing, x, y);

    for (next = x; next < end && is_alive (drawing, next, y) == alive;)
      next++;
    g_string_append_printf (rle, "%d%c\n", next - x, alive ? 'o' : 'b');
  }
}

/* The words are the pattern's name. */
static GString *
write_rle (
    const TextDrawing *drawing, const PangoRectangle *box, const gchar *text)
{
  gchar *name = g_strdup (text);
  GString *rle = g_string_new (NULL);

  g_strdelimit (name, "\r\n", ' ');
  g_string_append_printf (
      rle, "#N %s\nx = %d, y = %d\n", name, box->width, box->height);
  g_free (name);
  for (gint y = box->y; y < box->y + box->height; y++) {
    write_row (drawing, box, y, rle);
    g_string_append_c (rle, '$');
  }
  g_string_append_c (rle, '!');
  return rle;
}

static LifePattern *
read_cells (const TextDrawing *drawing, const gchar *text, GError **error)
{
  PangoRectangle box;
  LifePattern *pattern;
  GString *rle;

  if (!find_box (drawing, &box)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "text: these words are invisible, so no cell would live; use some with "
        "letters, or a larger text-font");
    return NULL;
  }
  rle = write_rle (drawing, &box, text);
  pattern = life_pattern_parse (rle->str, rle->len, error);
  g_string_free (rle, TRUE);
  return pattern;
}

/* A backslash and an n are a new line, two backslashes are one. */
static gchar *
resolve_escapes (const gchar *text)
{
  GString *words = g_string_new (NULL);

  for (; *text; text++) {
    gchar next = *text;

    if (next == '\\' && (text[1] == 'n' || text[1] == '\\'))
      next = *++text == 'n' ? '\n' : '\\';
    g_string_append_c (words, next);
  }
  return g_string_free (words, FALSE);
}

static LifePattern *
make_pattern (
    const gchar *text, const gchar *font_name, gchar **warning, GError **error)
{
  g_autoptr (GstLifeFont) font = NULL;
  LifePattern *pattern = NULL;
  PangoLayout *layout;
  PangoRectangle ink;
  TextDrawing drawing = { NULL };

  font = gst_life_font_new (
      "text-font", font_name ? font_name : GST_LIFE_TEXT_FONT, DEFAULT_POINTS);
  gst_life_font_set_resolution (font, 72);
  layout = gst_life_font_lay_out (font, text);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_extents (layout, &ink, NULL);
  if (check_size (font, &ink, error) && draw (&drawing, layout, &ink, error))
    pattern = read_cells (&drawing, text, error);
  if (pattern)
    *warning = g_steal_pointer (&font->warning);
  g_free (drawing.coverage);
  g_object_unref (layout);
  return pattern;
}

LifePattern *
gst_life_text_to_pattern (
    const gchar *text, const gchar *font, gchar **warning, GError **error)
{
  g_autofree gchar *words = resolve_escapes (text);
  LifePattern *pattern;

  *warning = NULL;
  if (!check_words (words, error))
    return NULL;
  gst_life_fonts_lock ();
  pattern = make_pattern (words, font, warning, error);
  gst_life_fonts_unlock ();
  return pattern;
}
