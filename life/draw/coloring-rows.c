/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads rows of cells as indices of a palette: by their history, or by how many of their
 * neighbors live. Which index that is is decided in coloring.c. */
#include "life/draw/coloring-rows.h"

#include "life/base/bits.h"
#include "life/draw/history.h"
#include "life/world/topology.h"

/* Columns that are read at a time. */
#define CHUNK 512

static const LifeRowColoring *
coloring_of (const LifeCellPlane *plane)
{
  return plane->coloring;
}

/* Words of bits that need no memory but the stack: three rows of 4096 cells. */
#define FEW_WORDS (3 * 4096 / LIFE_WORD_CELLS)

/* Room for the bits of rows of a plane. */
typedef struct {
  gsize words; /* of each */
  guint64 *rows, *many;
  guint64 few[FEW_WORDS];
} RowBits;

static void
row_bits_init (RowBits *bits, const LifeCellPlane *plane, guint n)
{
  guint32 columns, rows, planes;

  life_geometry_plane (
      &plane->cells.geometry, plane->axis, &columns, &rows, &planes);
  bits->words = life_bits_words (columns);
  bits->many =
      bits->words > FEW_WORDS / n ? g_new (guint64, n * bits->words) : NULL;
  bits->rows = bits->many != NULL ? bits->many : bits->few;
}

static void
row_bits_clear (RowBits *bits)
{
  g_free (bits->many);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RowBits, row_bits_clear)

/* --- History --- */

/* Columns of a plane across x lie in a row each. */
static void
gather_history (const LifeCellPlane *plane, guint32 row, guint32 first,
    guint32 n, guint8 *bytes, guint64 *bits)
{
  const LifeGeometry *geometry = &plane->cells.geometry;

  memset (bits, 0, CHUNK / 8);
  for (guint32 i = 0; i < n; i++) {
    LifeHistoryRow line = life_history_get_row (
        plane->history, life_history_row (geometry, first + i, row));

    bytes[i] = line.bytes[plane->slice];
    bits[i / LIFE_WORD_CELLS] |= life_bits_read (line.bits, plane->slice, 1)
                                 << i % LIFE_WORD_CELLS;
  }
}

static void
read_history_across_x (const LifeCellPlane *plane, guint32 row, guint32 first,
    guint32 n, const guint64 *now, guint8 *out)
{
  const LifeRowColoring *self = coloring_of (plane);
  guint64 lived[CHUNK / LIFE_WORD_CELLS], lives[CHUNK / LIFE_WORD_CELLS];
  guint8 bytes[CHUNK];
  const LifeHistoryRow gathered = { bytes, lived, NULL };

  for (guint32 x = 0; x < n; x += CHUNK) {
    guint32 here = MIN (n - x, CHUNK);

    gather_history (plane, row, first + x, here, bytes, lived);
    for (guint32 i = 0; i < here; i += LIFE_WORD_CELLS)
      lives[i / LIFE_WORD_CELLS] = life_bits_read (
          now, (gsize) first + x + i, MIN (here - i, LIFE_WORD_CELLS));
    self->kernels->history (
        &self->coloring->history, &gathered, lives, 0, here, out + x);
  }
}

static const guint8 *
read_history (const LifeCellPlane *plane, guint32 row, guint32 first, guint32 n,
    guint8 *scratch)
{
  const LifeGeometry *geometry = &plane->cells.geometry;
  const LifeRowColoring *self = coloring_of (plane);
  LifeHistoryRow line;
  const guint64 *now;
  g_auto (RowBits) bits;

  row_bits_init (&bits, plane, 1);
  now = life_cell_plane_read_row (plane, row, bits.rows);

  if (plane->axis == LIFE_AXIS_X) {
    read_history_across_x (plane, row, first, n, now, scratch);
    return scratch;
  }
  line = life_history_get_row (
      plane->history, plane->axis == LIFE_AXIS_Z
                          ? life_history_row (geometry, row, plane->slice)
                          : life_history_row (geometry, plane->slice, row));
  self->kernels->history (
      &self->coloring->history, &line, now, first, n, scratch);
  return scratch;
}

/* --- Neighbors --- */

/* Room on either side of a chunk for the neighbors of its cells. */
#define MARGIN 512

G_STATIC_ASSERT (MARGIN >= LIFE_RADIUS_MAX);

typedef struct {
  guint8 alive[CHUNK + 2 * MARGIN];
  guint16 before[CHUNK + 2 * MARGIN + 1]; /* how many are alive before each */
  guint32 counts[CHUNK];
} NeighborCounting;

/* Whether the cell at this position of a view lives; it may lie outside the world. */
static guint8
is_alive (const LifeCellPlane *plane, gint64 column, gint64 row, gint64 slice)
{
  const LifeHostCells *host = &plane->cells.host;
  gint64 x = column, y = row, z = slice;
  guint8 state[1 + LIFE_CELLS_PADDING];

  if (plane->axis == LIFE_AXIS_Y) {
    y = slice;
    z = row;
  } else if (plane->axis == LIFE_AXIS_X) {
    x = slice;
    y = column;
    z = row;
  }
  if (!life_topology_find (&plane->cells.geometry, &x, &y, &z))
    return 0;
  return *host->read_states (host->self, LIFE_AXIS_Z, (guint32) z, (guint32) y,
             (guint32) x, 1, state)
         != 0;
}

/* Which of @n cells from column @first on live; they may lie outside the world. */
static void
read_alive (const LifeCellPlane *plane, gint64 row, gint64 slice, gint64 first,
    guint n, guint8 *alive)
{
  guint8 scratch[CHUNK + 2 * MARGIN + LIFE_CELLS_PADDING];
  guint32 columns, rows, planes;
  gint64 left, right;

  life_geometry_plane (
      &plane->cells.geometry, plane->axis, &columns, &rows, &planes);
  left = CLAMP (first, 0, columns);
  right = CLAMP (first + n, 0, columns);
  if (row < 0 || row >= rows || slice < 0 || slice >= planes || right < left)
    right = left;
  if (left < right) {
    const LifeHostCells *host = &plane->cells.host;
    const guint8 *states =
        host->read_states (host->self, plane->axis, (guint32) slice,
            (guint32) row, (guint32) left, (guint32) (right - left), scratch);

    for (gint64 x = left; x < right; x++)
      alive[x - first] = states[x - left] != 0;
  }
  for (guint i = 0; i < n; i++)
    if (first + i < left || first + i >= right)
      alive[i] = is_alive (plane, first + i, row, slice);
}

static void
count_run (const LifeNeighborRun *run, guint n, NeighborCounting *counting)
{
  const guint8 *alive = counting->alive + MARGIN;
  const guint16 *before = counting->before + MARGIN;
  guint32 *counts = counting->counts;

  if (run->last - run->first < 3) {
    for (gint k = run->first; k <= run->last; k++)
      for (guint i = 0; i < n; i++)
        counts[i] += alive[(gint) i + k];
    return;
  }
  for (guint i = 0; i < n; i++)
    counts[i] += (guint) (before[(gint) i + run->last + 1]
                          - before[(gint) i + run->first]);
}

/* Counts the live neighbors of @n cells, CHUNK at most. */
static void
count_neighbors (const LifeCellPlane *plane, guint32 row, guint32 first,
    guint n, NeighborCounting *counting)
{
  const LifeNeighbors *neighbors = &coloring_of (plane)->coloring->neighbors;
  guint reach = neighbors->radius;
  guint8 *alive = counting->alive + MARGIN - reach;
  guint16 *before = counting->before + MARGIN - reach;

  memset (counting->counts, 0, sizeof counting->counts);
  for (guint i = 0; i < neighbors->n_runs; i++) {
    const LifeNeighborRun *run = &neighbors->runs[i], *last = run - 1;

    if (i == 0 || last->row != run->row || last->plane != run->plane) {
      read_alive (plane, (gint64) row + run->row,
          (gint64) plane->slice + run->plane, (gint64) first - reach,
          n + 2 * reach, alive);
      before[0] = 0;
      for (guint x = 0; reach > 1 && x < n + 2 * reach; x++)
        before[x + 1] = before[x] + alive[x];
    }
    count_run (run, n, counting);
  }
}

/* --- Neighbors that touch a cell --- */

/* @n cells of a row outside the world, one by one. */
static void
find_bits (const LifeCellPlane *plane, gint64 row, guint32 first, guint32 n,
    guint64 *bits)
{
  memset (bits + first / LIFE_WORD_CELLS, 0,
      (life_bits_words (first % LIFE_WORD_CELLS + (gsize) n))
          * sizeof (guint64));
  for (guint32 x = first; x < first + n; x++)
    bits[x / LIFE_WORD_CELLS] |=
        (guint64) is_alive (plane, x, row, plane->slice) << x % LIFE_WORD_CELLS;
}

/* Whether the cell next to a row of @bits lives, of which row @row of the world is made;
 * @column may lie outside. */
static guint8
is_alive_at (const LifeCellPlane *plane, const guint64 *bits, gint64 row,
    gint64 column, guint32 n_columns)
{
  const LifeGeometry *geometry = &plane->cells.geometry;

  if (column < 0 || column >= n_columns) {
    if (geometry->topology == LIFE_TOPOLOGY_PLANE)
      return 0;
    if (geometry->topology != LIFE_TOPOLOGY_TORUS || geometry->shift_y != 0)
      return is_alive (plane, column, row, plane->slice);
    column = column < 0 ? n_columns - 1 : 0;
  }
  return (guint8) life_bits_read (bits, (gsize) column, 1);
}

/* Row @row, which may lie just outside the world, for @n cells from column @first on. */
static LifeNeighborRow
read_adjacent_row (const LifeCellPlane *plane, gint64 row, guint32 first,
    guint32 n, guint64 *scratch)
{
  const LifeGeometry *geometry = &plane->cells.geometry;
  gboolean torus = geometry->topology == LIFE_TOPOLOGY_TORUS;
  LifeNeighborRow found = { 0 };
  guint32 columns, rows, planes;

  life_geometry_plane (geometry, plane->axis, &columns, &rows, &planes);
  if (torus && geometry->shift_x == 0)
    life_topology_wrap (&row, rows);
  if (row >= 0 && row < rows) {
    found.bits = life_cell_plane_read_row (plane, (guint32) row, scratch);
    found.before =
        is_alive_at (plane, found.bits, row, (gint64) first - 1, columns);
    found.behind =
        is_alive_at (plane, found.bits, row, (gint64) first + n, columns);
  } else if (geometry->topology != LIFE_TOPOLOGY_PLANE) {
    find_bits (plane, row, first, n, scratch);
    found.bits = scratch;
    found.before = is_alive (plane, (gint64) first - 1, row, plane->slice);
    found.behind = is_alive (plane, (gint64) first + n, row, plane->slice);
  }
  return found;
}

static const guint8 *
read_adjacent (const LifeCellPlane *plane, guint32 row, guint32 first,
    guint32 n, guint8 *scratch)
{
  const LifeRowColoring *self = coloring_of (plane);
  guint adjacent = self->coloring->neighbors.adjacent;
  LifeNeighborRow found[3] = { 0 };
  g_auto (RowBits) bits;

  row_bits_init (&bits, plane, 3);
  for (gint i = 0; i < 3; i++)
    if (i == 1 || (adjacent >> 3 * i & 7) != 0)
      found[i] = read_adjacent_row (
          plane, (gint64) row + i - 1, first, n, bits.rows + i * bits.words);
  self->kernels->adjacent (found, adjacent, first, n, scratch);
  return scratch;
}

/* --- Rows --- */

static const guint8 *
read_neighbors (const LifeCellPlane *plane, guint32 row, guint32 first,
    guint32 n, guint8 *scratch)
{
  guint neighbors = coloring_of (plane)->coloring->neighbors.neighbors;
  const guint8 *states =
      life_cell_plane_read_states (plane, row, first, n, scratch);
  NeighborCounting counting;

  for (guint32 x = 0; x < n; x += CHUNK) {
    guint here = MIN (n - x, CHUNK);
    const guint32 *counts = counting.counts;

    count_neighbors (plane, row, first + x, here, &counting);
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
life_row_coloring_apply (const LifeRowColoring *coloring, LifeCellPlane *plane)
{
  LifeColorSource source = coloring->coloring->cells_source;

  plane->coloring = coloring;
  plane->read_indices = NULL;
  if (source == LIFE_COLOR_SOURCE_HISTORY)
    plane->read_indices = read_history;
  else if (source == LIFE_COLOR_SOURCE_NEIGHBORS)
    plane->read_indices = coloring->coloring->neighbors.adjacent != 0
                              ? read_adjacent
                              : read_neighbors;
}
