/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What lives in a world without edges on a GPU, as the host requests it: counts, the box
 * around it, its checksum, windows of bits, counts of squares, patches. */
#include "cuda/unbounded/cuda-unbounded-private.h"

#include "life/base/bits.h"
#include "life/base/memory.h"

/* Indices whose tiles are copied to the host at a time. */
#define COLLECT_TILES 16384

/* Bits that are read at a time. */
#define READ_WORDS ((gsize) 1 << 18)

/* Enters the context, and copies edits to the GPU. */
static gboolean
is_ready (LifeTilesEngine *self, const LifeDeviceScope &scope, GError **error)
{
  return scope.entered && life_tiles_flush (self, error);
}

static LifeTilesRange
all_of (const LifeTilesEngine *self)
{
  return { self->pool.tiles, self->side, 1, self->pool.high + 1 };
}

static gboolean
finish (LifeTilesEngine *self, cudaError_t result, const gchar *what,
    GError **error)
{
  if (result == cudaSuccess)
    result = cudaStreamSynchronize (self->launcher.stream);
  return life_cuda_check (result, what, error);
}

/* Copies what kernels wrote, and waits for it. */
static gboolean
fetch (LifeTilesEngine *self, void *to, const void *from, gsize bytes,
    GError **error)
{
  return finish (self,
      cudaMemcpyAsync (
          to, from, bytes, cudaMemcpyDeviceToHost, self->launcher.stream),
      "reading cells", error);
}

typedef cudaError_t (*LaunchCount) (const LifeLauncher &launcher,
    const LifeTilesRange &range, LifeTilesCounts *counts);

/* Counts into @self->counted. */
static gboolean
count (LifeTilesEngine *self, LaunchCount launch, GError **error)
{
  LifeTilesCounts none = {};

  none.left = none.top = G_MAXINT64;
  none.right = none.bottom = G_MININT64;
  cudaError_t result = cudaMemcpyAsync (self->counts, &none, sizeof none,
      cudaMemcpyHostToDevice, self->launcher.stream);
  if (result == cudaSuccess)
    result = launch (self->launcher, all_of (self), self->counts);
  return life_cuda_check (result, "counting cells", error)
         && fetch (
             self, self->counted, self->counts, sizeof *self->counts, error);
}

gboolean
life_tiles_measure (LifeTilesEngine *self, GError **error)
{
  if (self->is_measured)
    return TRUE;
  if (!count (self, life_tiles_launch_measure, error))
    return FALSE;
  self->measured = *self->counted;
  self->is_measured = TRUE;
  return TRUE;
}

static LifeBox
box_of (const LifeTilesCounts *counts)
{
  return counts->population > 0 ? life_unbounded_engine_box (
             counts->left, counts->top, counts->right, counts->bottom)
                                : LifeBox{};
}

__extension__ typedef __int128 Wide;

static LifeActivity
activity_of (const LifeTilesCounts *counts)
{
  LifeActivity activity = {};

  activity.cells = counts->changed;
  for (guint axis = 0; axis < 2 && counts->changed > 0; axis++) {
    const unsigned long long *parts = counts->parts[axis];
    const Wide tiles = (Wide) parts[0] + ((Wide) parts[1] << 24)
                       + (Wide) (gint64) parts[2] * ((Wide) 1 << 48);
    const Wide sum = tiles * LIFE_TILE_SIDE + counts->within[axis];
    const Wide mean = sum / counts->changed;
    const Wide rest = sum - mean * counts->changed;

    activity.origin[axis] = (gint64) (mean - (rest < 0));
    activity.sums[axis] = (guint64) (rest < 0 ? rest + counts->changed : rest);
  }
  return activity;
}

/* Changes are those of passes: edits that wait are no part of them. */
gboolean
life_tiles_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  LifeStatistics *counts = &tally->statistics;

  if ((what & LIFE_COUNT_CHANGES && !life_tiles_count_changes (self, error))
      || (what & ~LIFE_COUNT_CHANGES && !is_ready (self, scope, error))
      || (what & (LIFE_COUNT_LIVING | LIFE_COUNT_BOX)
          && !life_tiles_measure (self, error)))
    return FALSE;
  counts->population = self->measured.population;
  counts->births = self->births;
  counts->deaths = self->deaths;
  counts->box = box_of (&self->measured);
  if (what & LIFE_COUNT_ACTIVITY) {
    if (!count (self, life_tiles_launch_activity, error))
      return FALSE;
    counts->activity = activity_of (self->counted);
  }
  if (what & LIFE_COUNT_CHECKSUM) {
    if (!count (self, life_tiles_launch_checksum, error))
      return FALSE;
    tally->checksum = self->counted->checksum;
  }
  return TRUE;
}

/* --- Copies of tiles --- */

gboolean
life_tiles_collect (LifeTilesEngine *self, uint32_t first, uint32_t end,
    LifeTileRecord *records, gsize *n, GError **error)
{
  const LifeTilesRange range = { self->pool.tiles, self->side, first, end };
  uint32_t *collected = &self->pool.tiles.control->collected;
  uint32_t found = 0;

  if (!life_scratch_reserve (&self->scratch,
          (gsize) (end - first) * sizeof (LifeTileRecord), "reading cells",
          error))
    return FALSE;
  cudaError_t result =
      cudaMemsetAsync (collected, 0, sizeof *collected, self->launcher.stream);
  if (result == cudaSuccess)
    result = life_tiles_launch_collect (
        self->launcher, range, (LifeTileRecord *) self->scratch.data);
  if (!life_cuda_check (result, "reading cells", error)
      || !fetch (self, &found, collected, sizeof found, error))
    return FALSE;
  *n = found;
  return found == 0
         || fetch (self, records, self->scratch.data,
             found * sizeof (LifeTileRecord), error);
}

/* Calls @visit for a quarter of a tile, half as wide and high. */
static gboolean
visit_quarter (const LifeTileRecord *record, guint quarter,
    LifeVisitPatch visit, gpointer data, GError **error)
{
  const guint half = LIFE_TILE_SIDE / 2;
  const guint left = quarter % 2 * half, top = quarter / 2 * half;
  guint64 rows[LIFE_TILE_SIDE / 2], all = 0;

  for (guint y = 0; y < half; y++) {
    const uint32_t *cells = record->cells[top + y];

    rows[y] = left == 0 ? (cells[0] | (guint64) cells[1] << 32)
                              & life_bits_mask (half)
                        : cells[1] >> 16 | (guint64) cells[2] << 16;
    all |= rows[y];
  }
  return all == 0
         || visit (data, record->position[0] * LIFE_TILE_SIDE + left,
             record->position[1] * LIFE_TILE_SIDE + top, rows, half, error);
}

gboolean
life_tiles_visit (
    LifeEngine *engine, LifeVisitPatch visit, gpointer data, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  gboolean fine = is_ready (self, scope, error);

  if (!fine || self->pool.high == 0)
    return fine;
  LifeTileRecord *records = (LifeTileRecord *) life_memory_reserve (
      MIN (self->pool.high, COLLECT_TILES) * sizeof *records, "reading cells",
      error);
  fine = records != NULL;
  for (uint32_t first = 1; fine && first <= self->pool.high;
       first += COLLECT_TILES) {
    const uint32_t end = MIN (first + COLLECT_TILES, self->pool.high + 1);
    gsize n = 0;

    fine = life_tiles_collect (self, first, end, records, &n, error);
    for (gsize i = 0; fine && i < 4 * n; i++)
      fine = visit_quarter (&records[i / 4], i % 4, visit, data, error);
  }
  life_memory_release (records);
  return fine;
}

/* --- Windows --- */

static gint64
tile_of (gint64 cell)
{
  return cell / LIFE_TILE_SIDE - (cell % LIFE_TILE_SIDE < 0);
}

static gboolean
read_bits (
    LifeTilesEngine *self, const LifeBitBox *box, guint64 *bits, GError **error)
{
  const gsize bytes = box->words * box->rows * sizeof (guint64);
  const gint64 width = (gint64) box->words * LIFE_WORD_CELLS;
  const LifeTilesWindow window = { { tile_of (box->x), tile_of (box->y) },
    { tile_of (box->x + width - 1) + 1,
        tile_of (box->y + (gint64) box->rows - 1) + 1 } };

  if (!life_scratch_reserve (&self->scratch, bytes, "reading cells", error))
    return FALSE;
  cudaError_t result =
      cudaMemsetAsync (self->scratch.data, 0, bytes, self->launcher.stream);
  if (result == cudaSuccess)
    result = life_tiles_launch_bits (self->launcher, all_of (self), window,
        *box, (uint32_t *) self->scratch.data);
  return life_cuda_check (result, "reading cells", error)
         && fetch (self, bits, self->scratch.data, bytes, error);
}

gboolean
life_tiles_read_bits (
    LifeEngine *engine, const LifeBitBox *box, guint64 *bits, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);

  return is_ready (self, scope, error)
         && (box->words == 0 || box->rows == 0
             || read_bits (self, box, bits, error));
}

static void
unpack_row (const guint64 *bits, guint8 *cells, gsize n)
{
  for (gsize i = 0; i < n; i += LIFE_WORD_CELLS)
    life_bits_unpack (bits[i / LIFE_WORD_CELLS], cells + i,
        (guint) MIN (n - i, LIFE_WORD_CELLS));
}

gboolean
life_tiles_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  gboolean fine = is_ready (self, scope, error);
  const gsize words = life_bits_words ((gsize) box->width);

  if (!fine || box->width == 0 || box->height == 0)
    return fine;
  const gsize limit = MIN ((gsize) box->height, MAX (READ_WORDS / words, 1));
  guint64 *bits = (guint64 *) life_memory_reserve (
      words * limit * sizeof (guint64), "reading cells", error);
  fine = bits != NULL;
  for (gint64 y = 0; fine && y < box->height; y += limit) {
    const gsize rows = MIN (limit, (gsize) (box->height - y));
    const LifeBitBox some = { box->x, box->y + y, words, rows };

    fine = read_bits (self, &some, bits, error);
    for (gsize row = 0; fine && row < rows; row++)
      unpack_row (bits + row * words,
          cells + ((gsize) y + row) * (gsize) box->width, (gsize) box->width);
  }
  life_memory_release (bits);
  return fine;
}

/* The tile of a square's first cell. Squares may reach further out than any cell. */
static gint64
tile_of_square (gint64 square, guint level)
{
  const gint64 limit = G_MAXINT64 >> level;

  return tile_of (
      CLAMP (square, -limit, limit) * (G_GINT64_CONSTANT (1) << level));
}

gboolean
life_tiles_count_squares (LifeEngine *engine, const LifeSquares *squares,
    gdouble *counts, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  const gsize bytes = (gsize) squares->columns * squares->rows * sizeof *counts;
  const guint level = squares->level;
  const gint64 column = squares->column, row = squares->row;
  const LifeTilesWindow window = { { tile_of_square (column, level),
                                       tile_of_square (row, level) },
    { tile_of_square (column + squares->columns, level) + 1,
        tile_of_square (row + squares->rows, level) + 1 } };

  if (!is_ready (self, scope, error)
      || !life_scratch_reserve (&self->scratch, bytes, "a frame", error))
    return FALSE;
  cudaError_t result =
      cudaMemsetAsync (self->scratch.data, 0, bytes, self->launcher.stream);
  if (result == cudaSuccess)
    result = life_tiles_launch_squares (self->launcher, all_of (self), window,
        *squares, (double *) self->scratch.data);
  return life_cuda_check (result, "counting cells", error)
         && fetch (self, counts, self->scratch.data, bytes, error);
}
