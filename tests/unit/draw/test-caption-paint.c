/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captions: laid over frames of every format, wherever they lie, by the definition of
 * what a color with alpha is over another one. */
#include "life/draw/lay-caption.h"

#include "tests/support/draw/model.h"

#define MAX_ACROSS 41
#define MAX_DOWN 23

/* --- Captions --- */

/* Random colors of random weights, some pixels transparent or opaque. */
static void
fill_pixels (guint8 *pixels, gsize n, guint32 seed)
{
  GRand *random = g_rand_new_with_seed (seed);

  for (gsize i = 0; i < n; i++) {
    const guint kind = g_rand_int_range (random, 0, 4);
    const guint alpha = kind == 0   ? 0
                        : kind == 1 ? 255
                                    : g_rand_int_range (random, 0, 256);

    for (guint k = 0; k < 3; k++)
      pixels[4 * i + k] = g_rand_int_range (random, 0, alpha + 1);
    pixels[4 * i + 3] = alpha;
  }
  g_rand_free (random);
}

static LifeCaption
new_caption (guint8 *pixels, gint x, gint y, guint width, guint height)
{
  fill_pixels (pixels, MAX_ACROSS * MAX_DOWN, width + 100 * height);
  return (LifeCaption){ x, y, width, height, pixels, 4 * MAX_ACROSS, 1 };
}

/* By the definition; outside of a caption lies nothing, which is transparent black. */
static void
lay_slowly (Canvas *canvas, const LifeCaption *caption)
{
  const guint width = canvas->frame.width, height = canvas->frame.height;
  g_autofree ModelColor *colors = g_new0 (ModelColor, width * height);

  for (guint i = 0; i < width * height; i++) {
    const gint64 x = (gint64) (i % width) - caption->x;
    const gint64 y = (gint64) (i / width) - caption->y;

    if (x >= 0 && x < caption->width && y >= 0 && y < caption->height)
      memcpy (colors[i].of, caption->pixels + y * caption->stride + 4 * x, 4);
  }
  lay_colors (canvas, colors, TRUE);
}

/* --- Comparing --- */

static void
lay (const Canvas *canvas, const LifeCaption *caption)
{
  GError *error = NULL;
  LifeCaptionPainter *painter = life_caption_painter_new (&error);

  g_assert_no_error (error);
  life_caption_paint (painter, &canvas->frame, caption);
  life_caption_painter_free (painter);
  assert_guards (canvas);
}

static void
compare (LifePixelFormat format, guint width, guint height,
    const LifeColorimetry *coding, const LifeCaption *caption)
{
  g_autoptr (Canvas) expected = canvas_new (format, width, height);
  g_autoptr (Canvas) blank = NULL;

  if (coding != NULL)
    expected->frame.colorimetry = coding_of (&formats[format], *coding);
  canvas_fill (expected, 7, 13);
  blank = canvas_copy (expected);
  lay_slowly (expected, caption);
  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++) {
    g_autoptr (Canvas) laid = canvas_copy (blank);
    g_autofree gchar *what =
        g_strdup_printf ("%s, %s, %u × %u, caption of %u × %u at (%d, %d)",
            vectors[i], formats[format].name, width, height, caption->width,
            caption->height, caption->x, caption->y);

    if (!use_vectors (vectors[i]))
      continue;
    lay (laid, caption);
    assert_same_canvas (laid, expected, what);
  }
  life_cpu_path_force (NULL);
}

/* Inside, over each edge, over all of them, outside; even and odd. */
static void
test_a_caption_lies_at_its_position (gconstpointer data)
{
  static const gint positions[][4] = { { 4, 2, 12, 8 }, { 5, 3, 12, 7 },
    { 7, 4, 1, 1 }, { -3, 5, 9, 9 }, { 6, -5, 10, 8 }, { 22, 6, 20, 5 },
    { 3, 13, 11, 10 }, { -2, -3, 40, 22 }, { -1, -1, 2, 2 }, { 24, 14, 7, 3 },
    { 40, 2, 5, 5 }, { 3, 30, 5, 5 }, { -9, 2, 9, 5 }, { 2, -9, 9, 9 },
    { G_MAXINT, 2, 9, 9 }, { 2, G_MININT, 9, 9 }, { 3, 3, 0, 5 } };
  static const guint sizes[][2] = { { 26, 16 }, { 25, 15 }, { 1, 1 },
    { 2, 3 } };
  guint8 pixels[4 * MAX_ACROSS * MAX_DOWN];

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (positions); k++) {
      const gint *at = positions[k];
      LifeCaption caption = new_caption (pixels, at[0], at[1], at[2], at[3]);

      compare (
          GPOINTER_TO_UINT (data), sizes[i][0], sizes[i][1], NULL, &caption);
    }
}

static void
test_every_coding_is_stored (gconstpointer data)
{
  static const LifeColorimetry codings[] = { { BT601, LIMITED },
    { BT709, LIMITED }, { BT709, FULL } };
  guint8 pixels[4 * MAX_ACROSS * MAX_DOWN];
  LifeCaption caption = new_caption (pixels, 3, 1, MAX_ACROSS, MAX_DOWN);

  for (guint i = 0; i < G_N_ELEMENTS (codings); i++)
    compare (GPOINTER_TO_UINT (data), 51, 29, &codings[i], &caption);
}

/* Rows longer than what the painter works through at a time. */
static void
test_a_caption_may_be_wide (gconstpointer data)
{
  const guint width = 701, height = 3;
  g_autofree guint8 *pixels = g_malloc (4 * width * height);
  LifeCaption caption = { 13, 1, width, height, pixels, 4 * width, 1 };

  fill_pixels (pixels, width * height, 3);
  compare (GPOINTER_TO_UINT (data), 721, 5, NULL, &caption);
}

/* A painter is kept from one frame to the next. */
static void
test_one_painter_paints_any_frame (void)
{
  guint8 pixels[4 * MAX_ACROSS * MAX_DOWN];
  LifeCaption caption = new_caption (pixels, 5, 5, 20, 10);
  LifeCaptionPainter *painter = life_caption_painter_new (NULL);

  for (guint i = 0; i < 2 * N_FORMATS; i++) {
    const guint format = i * 7 % N_FORMATS, width = 15 + i * 5 % 32;
    g_autoptr (Canvas) stored = canvas_new (format, width, 12);
    g_autoptr (Canvas) fresh = NULL;

    canvas_fill (stored, 3, 11);
    fresh = canvas_copy (stored);
    life_caption_paint (painter, &stored->frame, &caption);
    lay (fresh, &caption);
    assert_same_canvas (stored, fresh, formats[format].name);
  }
  life_caption_painter_free (painter);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_formats ("/caption/place", test_a_caption_lies_at_its_position);
  add_formats ("/caption/coding", test_every_coding_is_stored);
  add_formats ("/caption/wide", test_a_caption_may_be_wide);
  g_test_add_func ("/caption/painter", test_one_painter_paints_any_frame);
  return g_test_run ();
}
