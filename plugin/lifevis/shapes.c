/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shapes of live cells: drawn cell by cell, and read as RLE, so that they are patterns like any
 * other. */
#include "plugin/lifevis/shapes.h"

#include <math.h>

/* Room between gliders that fly abreast. */
#define GLIDER_SIDE 3
#define GLIDER_PITCH 7

typedef struct {
  gint width, height, depth;
  guint8 *cells; /* 1 where alive; x fastest, then y, then z */
} Canvas;

static void
canvas_init (Canvas *canvas, gint width, gint height, gint depth)
{
  *canvas = (Canvas){ width, height, depth,
    g_malloc0 ((gsize) width * height * depth) };
}

static guint8 *
canvas_cell (const Canvas *canvas, gint x, gint y, gint z)
{
  return &canvas->cells[((gsize) z * canvas->height + y) * canvas->width + x];
}

static void
write_row (const Canvas *canvas, gint y, gint z, GString *rle)
{
  const guint8 *row = canvas_cell (canvas, 0, y, z);

  for (gint x = 0, next; x < canvas->width; x = next) {
    for (next = x; next < canvas->width && row[next] == row[x];)
      next++;
    g_string_append_printf (rle, "%d%c\n", next - x, row[x] ? 'o' : 'b');
  }
}

/* The pattern; the canvas is freed. */
static LifePattern *
canvas_finish (Canvas *canvas)
{
  GString *rle = g_string_new (NULL);
  LifePattern *pattern = NULL;
  const gsize n = (gsize) canvas->width * canvas->height * canvas->depth;

  for (gint z = 0; z < canvas->depth; z++) {
    if (z > 0)
      g_string_append_c (rle, '/');
    for (gint y = 0; y < canvas->height; y++) {
      write_row (canvas, y, z, rle);
      g_string_append_c (rle, '$');
    }
  }
  g_string_append_c (rle, '!');
  if (memchr (canvas->cells, 1, n))
    pattern = life_pattern_parse (rle->str, rle->len, NULL);
  g_string_free (rle, TRUE);
  g_free (canvas->cells);
  return pattern;
}

static gboolean
is_chosen (gdouble fill, GRand *random)
{
  return fill >= 1.0 || g_rand_double (random) < fill;
}

LifePattern *
gst_life_shape_noise (guint radius, gboolean is_3d, gdouble fill, GRand *random)
{
  const gint side = 2 * (gint) radius + 1;
  const gint r = (gint) radius, reach = r * r + r;
  Canvas canvas;

  canvas_init (&canvas, side, side, is_3d ? side : 1);
  for (gint z = 0; z < canvas.depth; z++)
    for (gint y = 0; y < side; y++)
      for (gint x = 0; x < side; x++) {
        const gint dx = x - r, dy = y - r, dz = is_3d ? z - r : 0;

        if (dx * dx + dy * dy + dz * dz <= reach && is_chosen (fill, random))
          *canvas_cell (&canvas, x, y, z) = 1;
      }
  return canvas_finish (&canvas);
}

LifePattern *
gst_life_shape_ring (guint radius, gdouble fill, GRand *random)
{
  const gint side = 2 * (gint) radius + 1, r = (gint) radius;
  Canvas canvas;

  canvas_init (&canvas, side, side, 1);
  for (gint y = 0; y < side; y++)
    for (gint x = 0; x < side; x++)
      if (lround (hypot (x - r, y - r)) == r && is_chosen (fill, random))
        *canvas_cell (&canvas, x, y, 0) = 1;
  return canvas_finish (&canvas);
}

LifePattern *
gst_life_shape_gliders (guint n, gboolean right, gboolean down)
{
  static const gchar glider[GLIDER_SIDE][GLIDER_SIDE + 1] = { ".o.", "..o",
    "ooo" };
  const gint side = GLIDER_PITCH * ((gint) n - 1) + GLIDER_SIDE;
  Canvas canvas;

  canvas_init (&canvas, side, side, 1);
  for (gint i = 0; i < (gint) n; i++)
    for (gint y = 0; y < GLIDER_SIDE; y++)
      for (gint x = 0; x < GLIDER_SIDE; x++) {
        /* To the right and down along the diagonal that goes up; the others mirror it. */
        const gint cx = i * GLIDER_PITCH + x;
        const gint cy = side - GLIDER_SIDE - i * GLIDER_PITCH + y;

        if (glider[y][x] == 'o')
          *canvas_cell (&canvas, right ? cx : side - 1 - cx,
              down ? cy : side - 1 - cy, 0) = 1;
      }
  return canvas_finish (&canvas);
}

LifePattern *
gst_life_shape_thin (const LifePattern *pattern, gdouble fill, GRand *random)
{
  gint64 size[3];
  Canvas canvas;

  life_pattern_get_size (pattern, size);
  canvas_init (&canvas, size[0], size[1], 1);
  for (gsize i = 0; i < life_pattern_get_n_runs (pattern); i++) {
    LifeBox run;

    life_pattern_get_run (pattern, i, &run);
    for (gint64 x = run.x; x < run.x + run.width; x++)
      if (is_chosen (fill, random))
        *canvas_cell (&canvas, x, run.y, 0) = 1;
  }
  return canvas_finish (&canvas);
}
