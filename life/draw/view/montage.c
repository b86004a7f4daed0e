/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses the grid of a montage. */
#include "life/draw/view/montage.h"

#include "life/draw/view/grid-lines.h"
#include "life/draw/view/mapping.h"

/* Frames with this many pixels along both sides have wider lines. */
#define WIDE_LINE_FRAME 480

/* Bytes of colors less far apart look alike. */
#define MIN_CONTRAST 24

/* A grid in the making. @zoom, or if it is 0 1 / @inverse; @skew: how far its shape is from
 * the frame's. */
typedef struct {
  guint64 columns, rows, zoom, inverse;
  guint64 tile_width, tile_height;
  guint64 empty, skew;
} Grid;

/* Of a frame that is shown. */
typedef struct {
  guint64 width, height, gap;
  guint64 n_columns, n_rows, n_tiles;
} Fitting;

/* How many pixels each of @n tiles may have along a side of @pixels; 0: there is no room. */
static guint64
room_of (guint64 pixels, guint64 gap, guint64 n)
{
  return pixels < (n - 1) * gap ? 0 : (pixels - (n - 1) * gap) / n;
}

/* The largest zoom at which @grid, whose columns are set, fits; FALSE: at none. */
static gboolean
fit (const Fitting *fitting, Grid *grid)
{
  guint64 width = room_of (fitting->width, fitting->gap, grid->columns);
  guint64 height, across, down;

  grid->rows = life_divide_up (fitting->n_tiles, grid->columns);
  height = room_of (fitting->height, fitting->gap, grid->rows);
  if (width == 0 || height == 0)
    return FALSE;
  grid->zoom = MIN (width / fitting->n_columns, height / fitting->n_rows);
  grid->inverse = MAX (life_divide_up (fitting->n_columns, width),
      life_divide_up (fitting->n_rows, height));
  grid->tile_width = grid->zoom > 0
                         ? fitting->n_columns * grid->zoom
                         : life_divide_up (fitting->n_columns, grid->inverse);
  grid->tile_height = grid->zoom > 0
                          ? fitting->n_rows * grid->zoom
                          : life_divide_up (fitting->n_rows, grid->inverse);
  grid->empty = grid->columns * grid->rows - fitting->n_tiles;
  across = grid->columns * grid->tile_width * fitting->height;
  down = grid->rows * grid->tile_height * fitting->width;
  grid->skew = MAX (across, down) - MIN (across, down);
  return TRUE;
}

static gboolean
is_better (const Grid *grid, const Grid *than)
{
  if (grid->zoom != than->zoom)
    return grid->zoom > than->zoom;
  if (grid->zoom == 0 && grid->inverse != than->inverse)
    return grid->inverse < than->inverse;
  if (grid->empty != than->empty)
    return grid->empty < than->empty;
  return grid->skew < than->skew;
}

/* Tiles of a pixel each that fit along a side. */
static guint64
max_along (guint64 pixels, guint64 gap)
{
  return (pixels + gap) / (1 + gap);
}

static LifeMontageAxis
lay_out (guint pixels, guint64 tiles, guint64 size, guint64 gap)
{
  LifeMontageAxis axis = { .size = (gint64) size,
    .pitch = (gint64) (size + gap),
    .tiles = (guint32) tiles };

  axis.first = ((gint64) pixels - (axis.pitch * axis.tiles - (gint64) gap)) / 2;
  return axis;
}

gdouble
life_montage_init (LifeMontage *self, guint width, guint height,
    guint32 n_columns, guint32 n_rows, guint32 n_planes)
{
  Fitting fitting = { width, height,
    MIN (width, height) >= WIDE_LINE_FRAME ? 2 : 1, n_columns, n_rows };
  guint64 max_columns = max_along (width, fitting.gap);
  guint64 maximum = max_columns * max_along (height, fitting.gap);
  Grid best = { 0 };

  self->gap = (guint32) fitting.gap;
  self->step = (guint32) life_divide_up (n_planes, maximum);
  self->n_tiles = (guint32) life_divide_up (n_planes, self->step);
  fitting.n_tiles = self->n_tiles;
  for (guint64 n = 1; n <= MIN (max_columns, fitting.n_tiles); n++) {
    Grid grid = { .columns = n };

    if (fit (&fitting, &grid)
        && (best.columns == 0 || is_better (&grid, &best)))
      best = grid;
  }
  self->columns = lay_out (width, best.columns, best.tile_width, fitting.gap);
  self->rows = lay_out (height, best.rows, best.tile_height, fitting.gap);
  return best.zoom > 0 ? (gdouble) best.zoom : 1.0 / (gdouble) best.inverse;
}

void
life_montage_of_view (LifeMontage *self, LifeView *view,
    const LifeGeometry *geometry, const LifeFrame *frame)
{
  guint32 n_columns, n_rows, n_planes;

  life_geometry_plane (geometry, view->axis, &n_columns, &n_rows, &n_planes);
  view->zoom = life_montage_init (
      self, frame->width, frame->height, n_columns, n_rows, n_planes);
  view->x = view->y = -1;
  view->rotation = 0;
  view->scaling = LIFE_SCALING_AREA;
  view->grid = 0;
}

static guint
contrast_of (const guint8 a[4], const guint8 b[4])
{
  guint maximum = 0;

  for (guint i = 0; i < 3; i++)
    maximum = MAX (maximum, (guint) ABS (a[i] - b[i]));
  return maximum;
}

void
life_montage_get_color (
    const LifeView *view, const guint8 dead[4], guint8 color[4])
{
  guint8 line[4];
  guint alpha;

  life_grid_get_color (view, line, &alpha);
  for (guint i = 0; i < 4; i++)
    color[i] = life_grid_byte (
        dead[i], line[i], life_grid_fade (1u << LIFE_GRID_BITS, alpha));
  if (view->overlay || contrast_of (color, dead) >= MIN_CONTRAST)
    return;
  for (guint i = 0; i < 3; i++)
    color[i] = dead[1] < 128 ? dead[i] + (255 - dead[i]) / 3 : dead[i] * 2 / 3;
  color[3] = MAX (color[3], 128);
}
