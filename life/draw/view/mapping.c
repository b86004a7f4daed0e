/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a view maps the world's cells to a frame's pixels, one axis at a
 * time; drawing and reading pictures are elsewhere. */
#include "life/draw/view/mapping.h"

#include <math.h>

/* Above this zoom no frame shows more than two cells per axis, so that a larger one
 * looks the same; positions then stay below 2^53, exact in a double. */
#define MAX_ZOOM 0x1p20

/* With more cells per pixel than this a fraction of one cannot be seen, and with
 * fewer 255 times a pixel's area fits 64 bits. */
#define MAX_FRACTIONAL 0x1p20
#define FRACTION_BITS 8

/* Above zoom 1 a pixel is so many parts wide, and a cell no more than fit 64 bits
 * at the positions furthest out. */
#define PIXEL_BITS 12
#define MAX_FRACTION_BITS 28

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

/* The pixel of the world's left edge, ⌊pixels/2 − center·zoom⌋, at a zoom of n or 1/n:
 * in integers, so that rounding never moves the picture. */
static gint64
find_origin (guint n_pixels, gdouble zoom, gdouble center)
{
  gdouble cell = floor (center);
  gdouble rest = center - cell;
  gint64 n = life_mapping_whole_inverse (zoom);

  if (n > 1)
    return divide_down (
        n_pixels * n - 2 * (gint64) cell - (gint64) ceil (2 * rest), 2 * n);

  return divide_down (n_pixels - 2 * (gint64) cell * (gint64) zoom
                          - (gint64) ceil (2 * rest * zoom),
      2);
}

/* The left edge of pixel @pixel in the world, in 2^-@bits cells, plus @rounding and rounded down;
 * at a zoom that is not whole, where a picture moves by parts of a pixel so that it does not jump
 * while the zoom changes. Whole cells are separate, so that positions far out are as exact. */
static gint64
find_position (const LifeMapping *mapping, gdouble zoom, gdouble center,
    gdouble pixel, guint bits, gdouble rounding)
{
  gdouble cell = floor (center);
  gdouble position = center - cell + (pixel - mapping->n_pixels / 2.0) / zoom;

  return (gint64) cell * ((gint64) 1 << bits)
         + (gint64) floor (ldexp (position, bits) + rounding);
}

static void
map_cells (LifeMapping *mapping, gdouble zoom, gdouble center)
{
  gboolean whole = zoom == floor (zoom);
  gint64 origin = whole ? find_origin (mapping->n_pixels, zoom, center) : 0;

  mapping->cells = g_new (guint32, mapping->n_pixels);
  for (gint64 i = -1; i < mapping->n_pixels; i++) {
    gint64 cell = whole ? divide_down (i - origin, (gint64) zoom)
                        : find_position (mapping, zoom, center, i + 0.5, 0, 0);

    *(i < 0 ? &mapping->previous_cell : &mapping->cells[i]) =
        cell >= 0 && cell < mapping->n_cells ? (guint32) cell
                                             : LIFE_MAPPING_OUTSIDE;
  }
}

guint
life_mapping_fraction_bits (gdouble zoom)
{
  if (zoom > 1)
    return MIN (PIXEL_BITS + (guint) ceil (log2 (zoom)), MAX_FRACTION_BITS);
  return 1 / zoom <= MAX_FRACTIONAL ? FRACTION_BITS : 0;
}

static void
map_edges (LifeMapping *mapping, gdouble zoom, gdouble center)
{
  gint64 n = life_mapping_whole_inverse (zoom);
  gint64 origin = n > 0 ? find_origin (mapping->n_pixels, zoom, center) : 0;
  guint bits = life_mapping_fraction_bits (zoom);
  guint i;

  mapping->fraction_bits = bits;
  mapping->edges = g_new (gint64, mapping->n_pixels + 1);
  for (i = 0; i <= mapping->n_pixels; i++)
    mapping->edges[i] =
        n > 0 ? (i - origin) * n * (1 << bits)
              : find_position (mapping, zoom, center, i, bits, 0.5);
}

gdouble
life_mapping_clamp_zoom (gdouble zoom)
{
  return clamp (zoom, LIFE_MAPPING_MIN_ZOOM, MAX_ZOOM);
}

static gdouble
find_center (guint32 n_cells, gdouble zoom, gdouble center)
{
  gdouble limit = zoom < 1 ? MAX_CENTER_BELOW_1 : MAX_CENTER_ABOVE_1;

  return center == -1 ? n_cells / 2.0 : clamp (center, -limit, limit);
}

gdouble
life_mapping_find_center (guint n_pixels, guint32 n_cells, gdouble zoom,
    gdouble center, gboolean whole)
{
  gint64 n = life_mapping_whole_inverse (zoom);

  center = find_center (n_cells, zoom, center);
  if (!whole || (n == 0 && zoom != floor (zoom)))
    return center;
  center = n_pixels / 2.0 - find_origin (n_pixels, zoom, center);
  return n > 0 ? center * n : center / zoom;
}

gdouble
life_mapping_locate (guint n_pixels, guint32 n_cells, gdouble zoom,
    gdouble center, gdouble pixel)
{
  gdouble cell;
  gint64 n;

  zoom = life_mapping_clamp_zoom (zoom);
  center = find_center (n_cells, zoom, center);
  n = (gint64) life_mapping_whole_inverse (zoom);
  if (n > 0)
    return (pixel - (gdouble) find_origin (n_pixels, zoom, center)) * n;
  if (zoom == floor (zoom))
    return (pixel - (gdouble) find_origin (n_pixels, zoom, center)) / zoom;
  cell = floor (center);
  return cell + (center - cell + (pixel - n_pixels / 2.0) / zoom);
}

gboolean
life_mapping_has_edges (gdouble zoom, LifeScaling scaling)
{
  zoom = life_mapping_clamp_zoom (zoom);
  return zoom < 1 || (scaling == LIFE_SCALING_AREA && zoom != floor (zoom));
}

void
life_mapping_init (LifeMapping *mapping, guint n_pixels, guint32 n_cells,
    gdouble zoom, gdouble center, LifeScaling scaling)
{
  zoom = life_mapping_clamp_zoom (zoom);
  center = find_center (n_cells, zoom, center);

  mapping->n_pixels = n_pixels;
  mapping->n_cells = n_cells;
  mapping->cells = NULL;
  mapping->edges = NULL;
  mapping->fraction_bits = 0;

  if (life_mapping_has_edges (zoom, scaling))
    map_edges (mapping, zoom, center);
  else
    map_cells (mapping, zoom, center);
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
life_mapping_find_spans (guint n_pixels, guint32 n_cells, gdouble zoom,
    gdouble center, LifeSpan *spans)
{
  LifeMapping mapping;
  guint n = 0;

  life_mapping_init (
      &mapping, n_pixels, n_cells, zoom, center, LIFE_SCALING_NEAREST);
  for (guint i = 0; i < n_pixels; i++) {
    guint32 cell, covered = 1;

    if (mapping.cells != NULL) {
      cell = mapping.cells[i];
      if (cell == LIFE_MAPPING_OUTSIDE)
        continue;
      if (n > 0 && spans[n - 1].cell == cell) {
        spans[n - 1].n_pixels++;
        continue;
      }
    } else {
      cell = first_cell (&mapping, mapping.edges[i]);
      covered = first_cell (&mapping, mapping.edges[i + 1]) - cell;
      if (covered == 0)
        continue;
    }
    spans[n++] = (LifeSpan){ cell, covered, i, 1 };
  }
  life_mapping_clear (&mapping);
  return n;
}
