/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mappings: which cells each pixel column or row of a frame shows, as tables
 * that any engine uses as they are. No pixel is read or written here. */
#pragma once

#include "life/draw/view/covered.h"

#include <life/view.h>

G_BEGIN_DECLS

/* What LifeMapping.cells has where a pixel lies outside the world. */
#define LIFE_MAPPING_OUTSIDE G_MAXUINT32

/* Smaller zooms are drawn like this one. */
#define LIFE_MAPPING_MIN_ZOOM 0x1p-28

/* One axis of a picture. At whole zooms from 1 on every pixel shows one cell: the
 * one under its center; at others above 1, too, if that is requested. Otherwise
 * pixel p shows what lies between the edges p and p + 1, which are counted in cells ×
 * 2^@fraction_bits and are not clipped to the world. @previous_cell is the cell next to the
 * first pixel, outside the frame. */
typedef struct {
  guint n_pixels;
  guint32 n_cells;
  guint32 *cells;
  guint32 previous_cell;
  gint64 *edges;
  guint fraction_bits;
} LifeMapping;

/* Cells that take their luma from the same pixels, along one axis: at a zoom of
 * 1 and up, where pixels show cells, one cell and its pixels; below 1 one pixel and the
 * cells whose centers lie under it. */
typedef struct {
  guint32 cell, n_cells;
  guint pixel, n_pixels;
} LifeSpan;

/* Whether pixels lie between edges at such a zoom. */
gboolean life_mapping_has_edges (gdouble zoom, LifeScaling scaling);

/* Maps @n_pixels onto an axis of @n_cells; @center is the position in the world, in
 * cells, of the middle of the pixels; exactly -1 is the world's middle. Exactly
 * one of mapping->cells and mapping->edges is set. Any zoom above 0 and any
 * finite @center are fine. */
void life_mapping_init (LifeMapping *mapping, guint n_pixels, guint32 n_cells,
    gdouble zoom, gdouble center, LifeScaling scaling);

void life_mapping_clear (LifeMapping *mapping);

/* Fills @spans, which has room for one per pixel, in the order of both pixels and cells, without
 * gaps between their cells; returns how many there are. Parameters are as life_mapping_init()
 * has them. */
guint life_mapping_find_spans (guint n_pixels, guint32 n_cells, gdouble zoom,
    gdouble center, LifeSpan *spans);

/* What zoom @zoom is drawn like, and in which fractions of cells then. */
gdouble life_mapping_clamp_zoom (gdouble zoom);
guint life_mapping_fraction_bits (gdouble zoom);

/* The position of the middle of the pixels, in cells; if @whole where that is after the
 * picture began at a whole pixel, as it does at zooms of n and 1/n. */
gdouble life_mapping_find_center (guint n_pixels, guint32 n_cells, gdouble zoom,
    gdouble center, gboolean whole);

/* The position of @pixel, whose left edge is a whole number, in cells; the other parameters
 * are as life_mapping_init() has them. */
gdouble life_mapping_locate (guint n_pixels, guint32 n_cells, gdouble zoom,
    gdouble center, gdouble pixel);

/* The whole number n for which @zoom is 1/n, or 0. */
guint64 life_mapping_whole_inverse (gdouble zoom);

/* What of cells @first to @end pixel @pixel covers, where there are edges. */
static inline LifeCoveredPart
life_mapping_cover (
    const LifeMapping *mapping, guint pixel, guint32 first, guint32 end)
{
  return life_covered_part (mapping->edges[pixel], mapping->edges[pixel + 1],
      (gint64) first << mapping->fraction_bits,
      (gint64) end << mapping->fraction_bits);
}

static inline guint64
life_divide_up (guint64 a, guint64 b)
{
  return (a + b - 1) / b;
}

G_END_DECLS
