/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses a world's size and zoom from the frame, the pattern and what was
 * given; nothing is allocated or drawn here. */
#include <life/view.h>

#include "life/draw/view/mapping.h"
#include "life/draw/view/turn.h"

#include <math.h>

#define DEFAULT_SIDE_3D 128
/* A soup shows about so many cells across the frame's shorter side: each can still
 * be seen, and there are enough of them for something to happen. */
#define CELLS_ACROSS 180
/* A bug of Larger than Life is two radii long and sees one further: it is out of sight
 * before it comes to an edge that lies so many beyond the frame. */
#define SIDE_RADII 4
/* A margin is not worth more cells than this, which take 2 GiB as bytes. */
#define MAX_CELLS_WITH_MARGIN (G_GUINT64_CONSTANT (1) << 30)

/* The largest whole number, or 1/whole number, at which so many cells fit the
 * frame; a side of 0 does not count. */
static gdouble
fit (const LifeSizing *sizing, guint64 columns, guint64 rows)
{
  guint64 frame_width = MAX (sizing->frame_width, 1);
  guint64 frame_height = MAX (sizing->frame_height, 1);
  guint64 zoom = G_MAXUINT64;
  guint64 inverse = 1;

  if (columns > 0) {
    zoom = MIN (zoom, frame_width / columns);
    inverse = MAX (inverse, life_divide_up (columns, frame_width));
  }
  if (rows > 0) {
    zoom = MIN (zoom, frame_height / rows);
    inverse = MAX (inverse, life_divide_up (rows, frame_height));
  }
  return inverse > 1 ? 1.0 / inverse : (gdouble) zoom;
}

/* The same of cells that may be hexagons: their rows are closer to each other and shifted, and on
 * a torus by half a cell at most. */
static gdouble
fit_cells (const LifeSizing *sizing, const LifeGeometry *geometry,
    guint64 columns, guint64 rows)
{
  if (sizing->cell_shape == LIFE_CELL_SHAPE_HEXAGON) {
    if (columns > 0)
      columns += geometry->topology == LIFE_TOPOLOGY_TORUS ? 1 : rows / 2;
    rows = (guint64) ceil ((gdouble) rows * LIFE_HEXAGON_ROW);
  }
  return fit (sizing, columns, rows);
}

static gdouble
choose_zoom_2d (const LifeSizing *sizing, const LifeGeometry *geometry)
{
  guint64 columns = sizing->pattern_width, rows = sizing->pattern_height;
  guint side = MIN (sizing->frame_width, sizing->frame_height);
  gdouble minimum = 1;

  if (sizing->zoom > 0)
    return sizing->zoom;
  if (sizing->width > 0 || sizing->height > 0)
    return fit_cells (sizing, geometry, sizing->width, sizing->height);
  if (sizing->unit_zoom)
    return 1;
  if (sizing->cell_shape == LIFE_CELL_SHAPE_HEXAGON)
    minimum = LIFE_MIN_HEXAGON_ZOOM;
  else if (columns > sizing->frame_width || rows > sizing->frame_height)
    return fit (sizing, columns, rows);
  return MAX (MIN (side / CELLS_ACROSS,
                  fit_cells (sizing, geometry, 3 * columns, 3 * rows)),
      minimum);
}

/* The cells that so many pixels show, never fewer than the pattern. */
static guint32
cells_shown (guint pixels, gdouble zoom, gint64 pattern)
{
  guint64 inverse = life_mapping_whole_inverse (zoom);
  gdouble cells =
      inverse > 0 ? (gdouble) pixels * inverse : ceil (pixels / zoom);

  if (!(cells < G_MAXUINT32))
    return G_MAXUINT32;
  return CLAMP (MAX ((gint64) cells, pattern), 1, G_MAXUINT32);
}

static guint32
choose_side_3d (guint32 chosen, gint64 pattern)
{
  return chosen > 0 ? chosen : CLAMP (pattern, DEFAULT_SIDE_3D, G_MAXUINT32);
}

/* In 3D the sides do not follow from the zoom, so the zoom can follow from all
 * of them. */
static void
resolve_3d (const LifeSizing *sizing, LifeGeometry *geometry, gdouble *zoom)
{
  guint32 columns, rows, planes;

  geometry->width = choose_side_3d (sizing->width, sizing->pattern_width);
  geometry->height = choose_side_3d (sizing->height, sizing->pattern_height);
  geometry->depth = choose_side_3d (sizing->depth, sizing->pattern_depth);

  if (sizing->zoom > 0) {
    *zoom = sizing->zoom;
  } else if (sizing->unit_zoom && sizing->width == 0 && sizing->height == 0) {
    *zoom = 1;
  } else {
    life_geometry_plane (geometry, sizing->axis, &columns, &rows, &planes);
    *zoom = fit (sizing, columns, rows);
  }
}

/* Twice as many cells each way, with what the frame shows in the middle, and no less than
 * SIDE_RADII beyond each of its edges. */
static void
add_margin (const LifeSizing *sizing, LifeGeometry *geometry)
{
  guint64 room = 2 * SIDE_RADII * (guint64) sizing->radius;
  guint64 width = geometry->width + MAX (geometry->width, room);
  guint64 height = geometry->height + MAX (geometry->height, room);

  if (width > MAX_CELLS_WITH_MARGIN / height)
    return;
  geometry->width = width;
  geometry->height = height;
}

static void
resolve_2d (const LifeSizing *sizing, LifeGeometry *geometry, gdouble *zoom)
{
  const gboolean hexagons = sizing->cell_shape == LIFE_CELL_SHAPE_HEXAGON;
  gdouble row;

  *zoom = choose_zoom_2d (sizing, geometry);
  row = hexagons ? *zoom * LIFE_HEXAGON_ROW : *zoom;
  /* One more hexagon, as edges of the world are no lines. */
  geometry->width = sizing->width > 0 ? sizing->width
                                      : cells_shown (sizing->frame_width, *zoom,
                                            sizing->pattern_width)
                                            + hexagons;
  geometry->height = sizing->height > 0 ? sizing->height
                                        : cells_shown (sizing->frame_height,
                                              row, sizing->pattern_height)
                                              + hexagons;
  geometry->depth = 1;
  if (sizing->margin && sizing->width == 0 && sizing->height == 0)
    add_margin (sizing, geometry);
}

/* A sphere is as wide as it is high. */
static void
resolve_sphere (const LifeSizing *sizing, LifeGeometry *geometry, gdouble *zoom)
{
  LifeSizing square = *sizing;

  if (square.width == 0)
    square.width = square.height;
  else if (square.height == 0)
    square.height = square.width;
  square.pattern_width = square.pattern_height =
      MAX (sizing->pattern_width, sizing->pattern_height);
  resolve_2d (&square, geometry, zoom);
  if (square.width == 0)
    geometry->width = geometry->height =
        MIN (geometry->width, geometry->height);
}

void
life_sizing_resolve (
    const LifeSizing *sizing, LifeGeometry *geometry, gdouble *zoom)
{
  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    *zoom = choose_zoom_2d (sizing, geometry);
  else if (sizing->dimensions == 3)
    resolve_3d (sizing, geometry, zoom);
  else if (geometry->topology == LIFE_TOPOLOGY_SPHERE)
    resolve_sphere (sizing, geometry, zoom);
  else
    resolve_2d (sizing, geometry, zoom);
}
