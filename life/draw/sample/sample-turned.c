/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples turned views. Tiles of pixels are made one after the other, for some rows at a
 * time: the squares of the world that a tile touches are gathered first, in rows
 * as the engine has them, and looked up then. Where points lie is in view/turn.c; the
 * inner loops are in turn-loops.h. */
#include "life/draw/sample/samplers.h"

#include <string.h>

/* An even number of rows, so that two that share their chroma are made together. */
#define TILE_WIDTH 64
#define TILE_HEIGHT 16

/* Squares along a tile's diagonal, and some around it: points are at most as far from each
 * other as squares. */
#define REACH 288

/* Areas up to so many cells wide are counted in words, and a row of them at once. */
#define MAX_WORD_SIDE 7

/* From this zoom on most pixels lie in one cell. */
#define SPARSE_ZOOM 3

typedef struct {
  LifeSampler sampler;
  const LifeSampleKernels *kernels;
  LifeTurn turn;
  guint width, height;
  gboolean sparse;

  /* What is summed for each cell: its color; or in the first byte whether it lives,
   * where pixels are indices. */
  LifeColorBytes colors;
  gboolean counts;
  gboolean words;            /* areas are small and counted */
  const guint64 *thresholds; /* NULL: indices are of means */
  guint8 of_count[LIFE_TURN_POINTS + 1];
} TurnedSampler;

struct _LifeSampleWork {
  guint8 *samples; /* of TILE_HEIGHT rows */
  guint first_row, n_rows;

  /* Of the tile in the making: which squares of each row it touches, and what those have:
   * a color, or sums. */
  gint64 column, row; /* of the world's squares, at the corner */
  gint first[REACH], end[REACH];
  gpointer squares;

  guint8 *states;
  guint16 *columns;
  guint32 alive[LIFE_MEAN_CHUNK + 1], before[LIFE_MEAN_CHUNK + 1];
  guint32 first_cell;
  LifeMeanEdge edges[REACH + 1];
  LifeMeanLanes sums[REACH + 1];
  guint64 pixels[4 * TILE_WIDTH];
};

/* Of what a square has, and of the bytes of a sample. */
static guint
lanes_of (const TurnedSampler *self)
{
  return self->counts ? 1 : 4;
}

/* --- The squares that a tile touches --- */

typedef struct {
  const TurnedSampler *self;
  LifeSampleWork *work;
  const LifeCellPlane *plane;
  guint x, y, width, height; /* in the frame */
} TurnedTile;

static void
touch (LifeSampleWork *work, const LifeTurn *turn, gint64 x, gint64 y)
{
  const LifeTurnCell cell = life_turn_cell (turn, x, y);
  gint column = (gint) (cell.column - work->column);
  gint row = (gint) (cell.row - work->row);

  work->first[row] = MIN (work->first[row], column);
  work->end[row] = MAX (work->end[row], column + 1);
}

/* The first square that a tile touches along an axis. */
static gint64
find_first (LifeTurnAxis axis, const TurnedTile *tile)
{
  gint64 right = axis.right * (LIFE_TURN_SIDE * (gint64) tile->width - 1);
  gint64 down = axis.down * (LIFE_TURN_SIDE * (gint64) tile->height - 1);
  gint64 point = life_turn_point (axis, tile->x, tile->y);

  return life_turn_square (axis, point + MIN (right, 0) + MIN (down, 0));
}

/* Touches the points that begin at @point on two sides of a tile, across from each
 * other. */
static void
touch_sides (const TurnedTile *tile, guint n, gint64 step_x, gint64 step_y,
    gint64 across_x, gint64 across_y)
{
  const LifeTurn *turn = &tile->self->turn;
  gint64 x = life_turn_point (turn->columns, tile->x, tile->y);
  gint64 y = life_turn_point (turn->rows, tile->x, tile->y);

  for (guint i = 0; i < n; i++, x += step_x, y += step_y) {
    touch (tile->work, turn, x, y);
    touch (tile->work, turn, x + across_x, y + across_y);
  }
}

/* A tile's outline is touched, and so is all that lies within; what is next to that in a
 * row may be, too. */
static void
find_squares (const TurnedTile *tile)
{
  LifeTurnAxis columns = tile->self->turn.columns;
  LifeTurnAxis rows = tile->self->turn.rows;
  LifeSampleWork *work = tile->work;
  gint64 across = LIFE_TURN_SIDE * (gint64) tile->width;
  gint64 down = LIFE_TURN_SIDE * (gint64) tile->height;

  work->column = find_first (columns, tile) - 4;
  work->row = find_first (rows, tile) - 2;
  for (guint i = 0; i < REACH; i++) {
    work->first[i] = REACH;
    work->end[i] = 0;
  }
  touch_sides (tile, (guint) across, columns.right, rows.right,
      columns.down * (down - 1), rows.down * (down - 1));
  touch_sides (tile, (guint) down, columns.down, rows.down,
      columns.right * (across - 1), rows.right * (across - 1));
  for (guint i = 0; i < REACH; i++)
    if (work->first[i] < work->end[i]) {
      work->first[i] = MAX (work->first[i] - 2, 0);
      work->end[i] = MIN (work->end[i] + 2, REACH);
    }
}

/* --- Squares that are cells --- */

/* Those of a row that are shown, up to where it goes on at its other end. */
static void
fill_cells (const TurnedTile *tile, guint row)
{
  const TurnedSampler *self = tile->self;
  const guint32 *colors = self->colors.packed;
  LifeSampleWork *work = tile->work;
  guint32 *out = (guint32 *) work->squares + (gsize) row * REACH;
  const gint64 columns = self->turn.columns.size, cell_row = work->row + row;
  const gint64 shift = life_turn_shift (&self->turn, cell_row);
  gint64 first =
      CLAMP (work->column + work->first[row], shift, shift + columns);
  gint64 end = CLAMP (work->column + work->end[row], first, shift + columns);

  if (cell_row < 0 || cell_row >= self->turn.rows.size)
    end = first;
  if (end - first < work->end[row] - work->first[row])
    for (gint i = work->first[row]; i < work->end[row]; i++)
      out[i] = colors[0];
  while (first < end) {
    LifeTurnCell cell = { first, cell_row };
    const guint8 *states;
    guint n;

    life_turn_enter (&self->turn, &cell);
    n = (guint) MIN (end - first, columns - cell.column);
    states = life_cell_plane_read_indices (tile->plane, (guint32) cell.row,
        (guint32) cell.column, n, work->states);
    for (guint i = 0; i < n; i++)
      out[first - work->column + i] = colors[states[i]];
    first += n;
  }
}

/* --- Squares that are areas --- */

/* What lies before each edge between a tile's areas; cells are counted from the first
 * one. */
static void
find_edges (const TurnedTile *tile)
{
  const LifeTurn *turn = &tile->self->turn;
  LifeSampleWork *work = tile->work;
  guint bits = turn->fraction_bits;
  gint64 first =
      life_turn_part (turn->columns, turn->side, work->column).first >> bits;

  work->first_cell = (guint32) first;
  for (guint i = 0; i <= REACH; i++) {
    gint64 edge =
        life_turn_part (turn->columns, turn->side, work->column + i).first;

    work->edges[i].cell = (guint32) ((edge >> bits) - first);
    work->edges[i].fraction = (guint32) (edge & (((gint64) 1 << bits) - 1));
  }
}

/* Those of a row that lie in the world, in part at least. */
typedef struct {
  const TurnedTile *tile;
  guint first, n;
  LifeCoveredPart rows;
} AreaRow;

/* Cells of the world from those on from which edges are counted. */
static guint32
count_columns (const TurnedTile *tile)
{
  const LifeTurn *turn = &tile->self->turn;

  return (guint32) (turn->columns.size >> turn->fraction_bits)
         - tile->work->first_cell;
}

/* Sums up to every edge between areas. */
static void
sum_areas (const AreaRow *areas)
{
  const TurnedSampler *self = areas->tile->self;
  LifeSampleWork *work = areas->tile->work;
  const LifeMeanAreas sums = { self->kernels, &self->colors, areas->tile->plane,
    work->states, work->columns, work->first_cell, count_columns (areas->tile),
    self->turn.fraction_bits, work->edges + areas->first, areas->n + 1 };

  life_mean_sum_areas (&sums, (guint64) areas->rows.first,
      (guint64) areas->rows.end, work->sums + areas->first);
}

/* What lies outside the world is dead. */
static void
store_area (const AreaRow *areas, guint i, guint64 *out)
{
  const TurnedSampler *self = areas->tile->self;
  const LifeTurn *turn = &self->turn;
  const LifeSampleWork *work = areas->tile->work;
  LifeCoveredPart columns =
      life_turn_part (turn->columns, turn->side, work->column + i);
  guint64 outside = (guint64) (turn->side * turn->side)
                    - (guint64) (columns.end - columns.first)
                          * (guint64) (areas->rows.end - areas->rows.first);

  for (guint lane = 0; lane < lanes_of (self); lane++)
    out[lane] = work->sums[i + 1].lanes[lane] - work->sums[i].lanes[lane]
                + outside * self->colors.bytes[lane][0];
}

/* Those of a row that lie outside the world. */
static void
clear_areas (const TurnedTile *tile, guint row)
{
  const TurnedSampler *self = tile->self;
  LifeSampleWork *work = tile->work;
  guint n_lanes = lanes_of (self);
  guint64 area = (guint64) (self->turn.side * self->turn.side);

  for (gint i = work->first[row]; i < work->end[row]; i++)
    for (guint lane = 0; lane < n_lanes; lane++)
      if (self->words)
        ((guint32 *) work->squares)[row * REACH + i] = 0;
      else
        ((guint64 *) work->squares)[n_lanes * (row * REACH + i) + lane] =
            area * self->colors.bytes[lane][0];
}

/* Counts all cells of a row of areas, and then along it. */
static void
count_areas (const AreaRow *areas, guint32 *out)
{
  const TurnedTile *tile = areas->tile;
  const TurnedSampler *self = tile->self;
  const LifeSampleKernels *kernels = self->kernels;
  LifeSampleWork *work = tile->work;
  const LifeMeanEdge *edges = work->edges + areas->first;
  guint32 first = edges->cell;
  guint32 n = MIN (edges[areas->n].cell + 1, count_columns (tile)) - first;
  guint bits = self->turn.fraction_bits;
  gint64 whole = (gint64) 1 << bits;

  for (gint64 at = areas->rows.first, next; at < areas->rows.end; at = next) {
    next = MIN (areas->rows.end, ((at >> bits) + 1) * whole);
    kernels->add_alive (
        life_cell_plane_read_indices (tile->plane, (guint32) (at >> bits),
            work->first_cell + first, n, work->states),
        n, (guint32) (next - at), at == areas->rows.first, work->alive);
  }
  /* The last edge may lie behind the last cell. */
  work->alive[n] = 0;
  kernels->sum_alive (work->alive, n, first, edges, areas->n, (guint32) whole,
      work->before, out);
}

static void
fill_areas (const TurnedTile *tile, guint row)
{
  const TurnedSampler *self = tile->self;
  const LifeTurn *turn = &self->turn;
  LifeSampleWork *work = tile->work;
  guint n_lanes = lanes_of (self);
  guint64 *out = (guint64 *) work->squares + (gsize) n_lanes * row * REACH;
  gint64 all = (turn->columns.size - 1) / turn->side + 1;
  gint64 first = CLAMP (work->column + work->first[row], 0, all);
  gint64 end = CLAMP (work->column + work->end[row], first, all);
  AreaRow areas = { tile, (guint) (first - work->column),
    (guint) (end - first) };

  areas.rows = life_turn_part (turn->rows, turn->side, work->row + row);
  if (areas.rows.first == areas.rows.end)
    areas.n = 0;
  if ((gint) areas.n < work->end[row] - work->first[row])
    clear_areas (tile, row);
  if (areas.n == 0)
    return;
  if (self->words) {
    count_areas (&areas, (guint32 *) work->squares + row * REACH + areas.first);
    return;
  }
  sum_areas (&areas);
  for (guint i = areas.first; i < areas.first + areas.n; i++)
    store_area (&areas, i, out + (gsize) n_lanes * i);
}

/* --- Pixels --- */

static LifeTurnedRow
find_row (const TurnedTile *tile, guint y)
{
  const LifeTurn *turn = &tile->self->turn;
  const LifeSampleWork *work = tile->work;
  gint64 square = (gint64) 1 << LIFE_TURN_BITS;

  return (LifeTurnedRow){
    .x = life_turn_point (turn->columns, tile->x, y)
         + (turn->columns.origin - work->column) * square,
    .y = life_turn_point (turn->rows, tile->x, y)
         + (turn->rows.origin - work->row) * square,
    .right_x = turn->columns.right,
    .right_y = turn->rows.right,
    .down_x = turn->columns.down,
    .down_y = turn->rows.down,
    .stride = REACH,
    .sparse = tile->self->sparse,
    .hexagons = turn->hexagons,
  };
}

static void
sample_cells (const TurnedTile *tile, guint y, guint8 *out)
{
  const TurnedSampler *self = tile->self;
  LifeTurnedRow row = find_row (tile, y);

  self->kernels->turned_colors (
      &row, tile->work->squares, tile->width, self->counts, out);
  for (guint i = 0; self->counts && i < tile->width; i++)
    out[i] = self->of_count[out[i]];
}

static void
sample_areas (const TurnedTile *tile, guint y, guint8 *out)
{
  const TurnedSampler *self = tile->self;
  LifeTurnedRow row = find_row (tile, y);
  guint64 *sums = tile->work->pixels;
  guint64 side = (guint64) self->turn.side;
  guint64 total = LIFE_TURN_POINTS * side * side;

  if (self->words)
    self->kernels->turned_words (&row, tile->work->squares, tile->width, sums);
  else
    self->kernels->turned_sums (
        &row, tile->work->squares, lanes_of (self), tile->width, sums);
  if (self->thresholds != NULL)
    for (guint i = 0; i < tile->width; i++)
      out[i] = life_pixel_density (self->thresholds, sums[i]);
  else if (self->counts)
    for (guint i = 0; i < tile->width; i++)
      out[i] = life_pixel_coverage (sums[i], total, 255.0 / total);
  else
    for (guint i = 0; i < 4 * tile->width; i++)
      out[i] = life_pixel_mean (sums[i], total, 1.0 / total);
}

static guint8 *
samples_at (
    const TurnedSampler *self, const LifeSampleWork *work, guint x, guint y)
{
  return work->samples
         + lanes_of (self) * ((gsize) (y - work->first_row) * self->width + x);
}

static void
sample_tile (const TurnedTile *tile)
{
  const TurnedSampler *self = tile->self;
  LifeSampleWork *work = tile->work;

  find_squares (tile);
  if (self->turn.areas)
    find_edges (tile);
  for (guint row = 0; row < REACH; row++)
    if (work->first[row] < work->end[row]) {
      if (self->turn.areas)
        fill_areas (tile, row);
      else
        fill_cells (tile, row);
    }
  for (guint y = tile->y; y < tile->y + tile->height; y++) {
    guint8 *out = samples_at (self, work, tile->x, y);

    if (self->turn.areas)
      sample_areas (tile, y, out);
    else
      sample_cells (tile, y, out);
  }
}

static LifeSamples
get_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y)
{
  const TurnedSampler *self = (const TurnedSampler *) sampler;

  if (y < work->first_row || y >= work->first_row + work->n_rows) {
    work->first_row = y;
    work->n_rows = MIN (TILE_HEIGHT, self->height - y);
    for (guint x = 0; x < self->width; x += TILE_WIDTH) {
      TurnedTile tile = { self, work, plane, x, y,
        MIN (TILE_WIDTH, self->width - x), work->n_rows };

      sample_tile (&tile);
    }
  }
  return (LifeSamples){ .bytes = samples_at (self, work, 0, y) };
}

/* The cells may be others now. */
static void
start (LifeSampleWork *work)
{
  work->n_rows = 0;
}

/* --- Made and freed --- */

static void
free_work (LifeSampleWork *work)
{
  g_free (work->samples);
  g_free (work->squares);
  g_free (work->states);
  g_free (work->columns);
  g_free (work);
}

static LifeSampleWork *
new_work (const LifeSampler *sampler)
{
  const TurnedSampler *self = (const TurnedSampler *) sampler;
  LifeSampleWork *work = g_new0 (LifeSampleWork, 1);
  gsize square =
      self->turn.areas ? lanes_of (self) * sizeof (guint64) : sizeof (guint32);

  work->samples =
      g_malloc ((gsize) lanes_of (self) * TILE_HEIGHT * self->width);
  work->squares = g_malloc (REACH * REACH * square);
  work->states = g_malloc (LIFE_MEAN_CHUNK + LIFE_CELLS_PADDING);
  work->columns = g_new (guint16, 4 * LIFE_MEAN_CHUNK);
  return work;
}

static void
free_sampler (LifeSampler *sampler)
{
  g_free (sampler);
}

static void
choose_colors (TurnedSampler *self, const LifePicturePlan *plan)
{
  LifeFrame rgba = { .format = LIFE_PIXEL_FORMAT_RGBA };
  LifeColors colors = { { { 0 } } };

  self->counts = plan->content == LIFE_PIXEL_CONTENT_COUNT;
  if (self->counts) {
    for (guint i = 1; i < 256; i++)
      colors.rgba[i][0] = 1;
    self->thresholds = life_picture_plan_thresholds (plan);
    memcpy (self->of_count, plan->counts.of_points, sizeof self->of_count);
  } else {
    life_coloring_get_cells (&plan->coloring, &colors);
  }
  life_color_bytes_init (&self->colors, &colors, FALSE, &rgba);
}

LifeSampler *
life_turned_sampler_new (
    const LifeSampleKernels *kernels, const LifePicturePlan *plan)
{
  const LifePictureLayout *layout = &plan->layout;
  const LifeTurn *turn = &layout->turn;
  TurnedSampler *self = g_new0 (TurnedSampler, 1);
  LifeSampler *sampler = &self->sampler;

  self->kernels = kernels;
  self->turn = *turn;
  self->width = layout->width;
  self->height = layout->height;
  self->sparse = layout->view.zoom >= SPARSE_ZOOM;
  choose_colors (self, plan);
  self->words = turn->areas && self->counts
                && turn->side <= (gint64) MAX_WORD_SIDE << turn->fraction_bits;
  sampler->kind = self->counts ? LIFE_SAMPLE_INDICES : LIFE_SAMPLE_COLORS;
  sampler->bytes = (gdouble) layout->width * layout->height * LIFE_TURN_POINTS;
  sampler->new_work = new_work;
  sampler->free_work = free_work;
  sampler->start = start;
  sampler->get_row = get_row;
  sampler->free = free_sampler;
  return sampler;
}
