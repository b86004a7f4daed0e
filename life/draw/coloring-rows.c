/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads rows of cells as indices of a palette: by their history, or by how many of their
 * neighbors live. Which index that is is decided in coloring.c. */
#include "life/draw/coloring-rows.h"

#include "life/base/bits.h"
#include "life/draw/history.h"
#include "life/world/topology.h"

/* Columns that are looked at at a time. */
#define CHUNK 512

static const LifeRowColoring *
coloring_of (const LifeCells *cells)
{
  return cells->coloring;
}

/* --- History --- */

/* Columns of a plane across x lie in a row each. */
static void
gather_history (const LifeCells *cells, guint32 row, guint32 first, guint32 n,
    guint8 *bytes, guint64 *bits)
{
  const LifeGeometry *geometry = &cells->engine->geometry;

  memset (bits, 0, CHUNK / 8);
  for (guint32 i = 0; i < n; i++) {
    guint64 line = life_history_row (geometry, first + i, row);
    const guint64 *lived = life_history_row_bits (cells->engine->history, line);

    bytes[i] =
        life_history_row_bytes (cells->engine->history, line)[cells->slice];
    bits[i / LIFE_WORD_CELLS] |=
        (lived[cells->slice / LIFE_WORD_CELLS] >> cells->slice % LIFE_WORD_CELLS
            & 1)
        << i % LIFE_WORD_CELLS;
  }
}

static const guint8 *
read_history (const LifeCells *cells, guint32 row, guint32 first, guint32 n,
    guint8 *scratch)
{
  const LifeGeometry *geometry = &cells->engine->geometry;
  const LifeRowColoring *self = coloring_of (cells);
  const guint8 *states = life_cells_read_states (cells, row, first, n, scratch);
  guint8 gathered[CHUNK];
  guint64 bits[CHUNK / LIFE_WORD_CELLS];

  if (cells->axis != LIFE_AXIS_X) {
    guint64 line = cells->axis == LIFE_AXIS_Z
                       ? life_history_row (geometry, row, cells->slice)
                       : life_history_row (geometry, cells->slice, row);

    self->kernels->history (&self->coloring.history,
        life_history_row_bytes (cells->engine->history, line) + first,
        life_history_row_bits (cells->engine->history, line), first, states, n,
        scratch);
    return scratch;
  }
  for (guint32 x = 0; x < n; x += CHUNK) {
    guint32 here = MIN (n - x, CHUNK);

    gather_history (cells, row, first + x, here, gathered, bits);
    self->kernels->history (&self->coloring.history, gathered, bits, 0,
        states + x, here, scratch + x);
  }
  return scratch;
}

/* --- Neighbors --- */

/* Room on either side of a chunk for the neighbors of its cells. */
#define MARGIN 64

typedef struct {
  guint8 alive[CHUNK + 2 * MARGIN];
  guint16 before[CHUNK + 2 * MARGIN + 1]; /* how many are alive before each */
  guint16 counts[CHUNK];
} Counting;

/* Whether the cell at this place of a view lives; it may lie outside the world. */
static guint8
is_alive (const LifeCells *cells, gint64 column, gint64 row, gint64 plane)
{
  gint64 x = column, y = row, z = plane;
  LifeCells found = *cells;
  guint8 state[1 + LIFE_CELLS_PADDING];

  if (cells->axis == LIFE_AXIS_Y) {
    y = plane;
    z = row;
  } else if (cells->axis == LIFE_AXIS_X) {
    x = plane;
    y = column;
    z = row;
  }
  if (!life_topology_find (&cells->engine->geometry, &x, &y, &z))
    return 0;
  found.axis = LIFE_AXIS_Z;
  found.slice = (guint32) z;
  return *life_cells_read_states (&found, (guint32) y, (guint32) x, 1, state)
         != 0;
}

/* Which of @n cells from column @first on live; they may lie outside the world. */
static void
read_alive (const LifeCells *cells, gint64 row, gint64 plane, gint64 first,
    guint n, guint8 *alive)
{
  guint8 scratch[CHUNK + 2 * MARGIN + LIFE_CELLS_PADDING];
  guint32 columns, rows, planes;
  gint64 left, right;
  LifeCells found = *cells;

  life_geometry_plane (
      &cells->engine->geometry, cells->axis, &columns, &rows, &planes);
  left = CLAMP (first, 0, columns);
  right = CLAMP (first + n, 0, columns);
  if (row < 0 || row >= rows || plane < 0 || plane >= planes || right < left)
    right = left;
  if (left < right) {
    const guint8 *states;

    found.slice = (guint32) plane;
    states = life_cells_read_states (&found, (guint32) row, (guint32) left,
        (guint32) (right - left), scratch);
    for (gint64 x = left; x < right; x++)
      alive[x - first] = states[x - left] != 0;
  }
  for (guint i = 0; i < n; i++)
    if (first + i < left || first + i >= right)
      alive[i] = is_alive (cells, first + i, row, plane);
}

static void
count_run (const LifeNeighborRun *run, guint n, Counting *counting)
{
  const guint8 *alive = counting->alive + MARGIN;
  const guint16 *before = counting->before + MARGIN;
  guint16 *counts = counting->counts;

  if (run->last - run->first < 3) {
    for (gint k = run->first; k <= run->last; k++)
      for (guint i = 0; i < n; i++)
        counts[i] += alive[(gint) i + k];
    return;
  }
  for (guint i = 0; i < n; i++)
    counts[i] +=
        before[(gint) i + run->last + 1] - before[(gint) i + run->first];
}

/* Counts the live neighbors of @n cells, CHUNK at most. */
static void
count_neighbors (const LifeCells *cells, guint32 row, guint32 first, guint n,
    Counting *counting)
{
  const LifeNeighbors *neighbors = &coloring_of (cells)->coloring.neighbors;
  guint reach = neighbors->radius;
  guint8 *alive = counting->alive + MARGIN - reach;
  guint16 *before = counting->before + MARGIN - reach;

  memset (counting->counts, 0, sizeof counting->counts);
  for (guint i = 0; i < neighbors->n_runs; i++) {
    const LifeNeighborRun *run = &neighbors->runs[i], *last = run - 1;

    if (i == 0 || last->row != run->row || last->plane != run->plane) {
      read_alive (cells, (gint64) row + run->row,
          (gint64) cells->slice + run->plane, (gint64) first - reach,
          n + 2 * reach, alive);
      before[0] = 0;
      for (guint x = 0; reach > 1 && x < n + 2 * reach; x++)
        before[x + 1] = before[x] + alive[x];
    }
    count_run (run, n, counting);
  }
}

static const guint8 *
read_neighbors (const LifeCells *cells, guint32 row, guint32 first, guint32 n,
    guint8 *scratch)
{
  guint neighbors = coloring_of (cells)->coloring.neighbors.neighbors;
  const guint8 *states = life_cells_read_states (cells, row, first, n, scratch);
  Counting counting;

  for (guint32 x = 0; x < n; x += CHUNK) {
    guint here = MIN (n - x, CHUNK);
    const guint16 *counts = counting.counts;

    count_neighbors (cells, row, first + x, here, &counting);
    if (neighbors >= 2 && neighbors <= 255)
      for (guint i = 0; i < here; i++)
        scratch[x + i] = states[x + i] != 0 ? MAX (counts[i], 1) : 0;
    else
      for (guint i = 0; i < here; i++)
        scratch[x + i] = states[x + i] != 0
                             ? life_neighbors_index (counts[i], neighbors)
                             : 0;
  }
  return scratch;
}

void
life_row_coloring_apply (const LifeRowColoring *coloring, LifeCells *cells)
{
  LifeLook look = coloring->coloring.look;

  cells->coloring = coloring;
  cells->read_indices = look == LIFE_LOOK_HISTORY     ? read_history
                        : look == LIFE_LOOK_NEIGHBORS ? read_neighbors
                                                      : NULL;
}
