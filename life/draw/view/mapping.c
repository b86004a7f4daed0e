/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a view puts the world's cells among a frame's pixels, one axis at a
 * time; drawing and reading pictures are elsewhere. */
#include "life/draw/view/mapping.h"

#include <math.h>

/* Above this zoom no frame shows more than two cells an axis, so that a larger
 * one looks the same; positions then stay below 2^53, exact in a double. */
#define MAX_ZOOM 0x1p20

/* With more cells per pixel than this a fraction of one cannot be seen, and with
 * fewer 255 times a pixel's area fits 64 bits. */
#define MAX_FRACTIONAL 0x1p20
#define FRACTION_BITS 8

/* Places further out than these show nothing of any world. */
#define MAX_CENTER_ABOVE_1 0x1p33
#define MAX_CENTER_BELOW_1 0x1p44

static gdouble
clamp (gdouble value, gdouble low, gdouble high)
{
  if (!(value > low))
    return low;
  return value < high ? value : high;
}

static gint64
divide_down (gint64 a, gint64 b)
{
  return a / b - (a % b < 0);
}

guint64
life_mapping_whole_inverse (gdouble zoom)
{
  gdouble n;

  if (!(zoom >= LIFE_MAPPING_MIN_ZOOM && zoom <= 1))
    return 0;
  n = floor (1 / zoom + 0.5);
  return 1 / n == zoom || 1 / zoom == n ? (guint64) n : 0;
}

/* The pixel of the world's left edge, ⌊pixels/2 − center·zoom⌋: in integers for
 * a zoom of n or 1/n, so that rounding never moves the picture. */
static gint64
find_origin (guint n_pixels, gdouble zoom, gdouble center)
{
  gdouble cell = floor (center);
  gdouble rest = center - cell;
  gint64 n = life_mapping_whole_inverse (zoom);

  if (n > 1)
    return divide_down (
        n_pixels * n - 2 * (gint64) cell - (gint64) ceil (2 * rest), 2 * n);

  if (zoom == floor (zoom))
    return divide_down (n_pixels - 2 * (gint64) cell * (gint64) zoom
                            - (gint64) ceil (2 * rest * zoom),
        2);

  return (gint64) floor (n_pixels / 2.0 - center * zoom);
}

static void
map_cells (LifeMapping *mapping, gdouble zoom, gint64 origin)
{
  gboolean whole = zoom == floor (zoom);
  guint i;

  mapping->cells = g_new (guint32, mapping->n_pixels);
  for (i = 0; i < mapping->n_pixels; i++) {
    gint64 pixel = i - origin;
    gint64 cell = whole ? divide_down (pixel, (gint64) zoom)
                        : (gint64) floor ((pixel + 0.5) / zoom);

    mapping->cells[i] = cell >= 0 && cell < mapping->n_cells
                            ? (guint32) cell
                            : LIFE_MAPPING_OUTSIDE;
  }
}

static void
map_edges (LifeMapping *mapping, gdouble zoom, gint64 origin)
{
  gint64 n = life_mapping_whole_inverse (zoom);
  gdouble step;
  guint i;

  mapping->fraction_bits = 1 / zoom <= MAX_FRACTIONAL ? FRACTION_BITS : 0;
  step = ldexp (1 / zoom, mapping->fraction_bits);

  mapping->edges = g_new (gint64, mapping->n_pixels + 1);
  for (i = 0; i <= mapping->n_pixels; i++) {
    gint64 pixel = i - origin;

    mapping->edges[i] = n > 0 ? pixel * n * (1 << mapping->fraction_bits)
                              : (gint64) floor (pixel * step + 0.5);
  }
}

void
life_mapping_init (LifeMapping *mapping, guint n_pixels, guint32 n_cells,
    gdouble zoom, gdouble center)
{
  gdouble limit;
  gint64 origin;

  zoom = clamp (zoom, LIFE_MAPPING_MIN_ZOOM, MAX_ZOOM);
  limit = zoom < 1 ? MAX_CENTER_BELOW_1 : MAX_CENTER_ABOVE_1;
  center = center == -1 ? n_cells / 2.0 : clamp (center, -limit, limit);

  mapping->n_pixels = n_pixels;
  mapping->n_cells = n_cells;
  mapping->cells = NULL;
  mapping->edges = NULL;
  mapping->fraction_bits = 0;

  origin = find_origin (n_pixels, zoom, center);
  if (zoom < 1)
    map_edges (mapping, zoom, origin);
  else
    map_cells (mapping, zoom, origin);
}

void
life_mapping_clear (LifeMapping *mapping)
{
  g_clear_pointer (&mapping->cells, g_free);
  g_clear_pointer (&mapping->edges, g_free);
}

/* The first cell whose center does not lie before @edge. */
static guint32
first_cell (const LifeMapping *mapping, gint64 edge)
{
  gint64 whole = (gint64) 1 << mapping->fraction_bits;
  gint64 cell = -divide_down (whole - 2 * edge, 2 * whole);

  return (guint32) CLAMP (cell, 0, (gint64) mapping->n_cells);
}

guint
life_mapping_get_spans (const LifeMapping *mapping, LifeSpan *spans)
{
  guint n = 0, i;

  for (i = 0; i < mapping->n_pixels; i++) {
    guint32 cell, n_cells = 1;

    if (mapping->cells != NULL) {
      cell = mapping->cells[i];
      if (cell == LIFE_MAPPING_OUTSIDE)
        continue;
      if (n > 0 && spans[n - 1].cell == cell) {
        spans[n - 1].n_pixels++;
        continue;
      }
    } else {
      cell = first_cell (mapping, mapping->edges[i]);
      n_cells = first_cell (mapping, mapping->edges[i + 1]) - cell;
      if (n_cells == 0)
        continue;
    }
    spans[n++] = (LifeSpan){ cell, n_cells, i, 1 };
  }
  return n;
}
