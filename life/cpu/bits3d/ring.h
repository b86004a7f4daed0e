/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Slices into the ring: the sums of rows of three cells, with the cells next to a row's
 * ends, above and below a tile, and before and after the world. Included by
 * life/cpu/bits3d/sweep.c, which reads slices from the ring. */
#pragma once

#include "life/cpu/bits3d/bits3d-count.h"
#include "life/cpu/bits3d/bits3d-kernels.h"

#include <string.h>

#define BLOCK_VECTORS (LIFE_BLOCK3D_WORDS / LIFE_LANES)
#define TILE_VECTORS ((LIFE_TILE3D_BLOCKS + LIFE_BLOCK3D_WORDS) * BLOCK_VECTORS)
/* Words that may be read before and after ring rows of several rows. */
#define MARGIN (LIFE_GROUPED3D_WORDS + LIFE_BLOCK3D_WORDS)
/* Slices in the ring: the one that is advanced and those around it. */
#define RING 3

/* The working memory of one tile. Rows that share a block are gathered in
 * @cells; @next has cells that are not written straight to memory. */
typedef struct {
  RowSum sums[RING][TILE_VECTORS];
  uint64_t cells[RING]
                [MARGIN + LIFE_TILE3D_BLOCKS * LIFE_BLOCK3D_WORDS + MARGIN];
  uint64_t next[LIFE_TILE3D_BLOCKS * LIFE_BLOCK3D_WORDS];
} Cache;

typedef struct {
  const LifeBitsliced3dPlan *plan;
  const LifeBitsliced3dRule *rule;
  const CountTerms *terms;
  const uint64_t *from;
  uint64_t *to;
  size_t block, blocks; /* the tile's first block, and how many it has */
  size_t y, rows;       /* its first row, and how many ring rows it has */
  size_t z, end;        /* its first slice, and that after its last */
  int gathered;         /* rows share blocks */
  int joined;           /* and are one vector, all of them inside the world */
  int direct;           /* rows are whole blocks */
  Cache *cache;
} Tile;

/* How far ahead words are prefetched, which no hardware does for a sweep along
 * z. */
ALWAYS_INLINE size_t
slices_ahead (const LifeBitsliced3dPlan *plan)
{
  return 2 * plan->words * plan->height;
}

/* The neighbors of a row's first and last word. */
typedef enum {
  ENDS_IN_MEMORY, /* the next words in memory */
  ENDS_IN_WORDS,  /* the row's other end, in whole words */
  ENDS_IN_BITS,   /* the row's other end, within a word */
  ENDS_DEAD
} RowEnds;

/* The neighbors of a column of vectors; those that are not needed are not
 * loaded. @turn: the words next to each are in the same vector. */
typedef struct {
  RowEnds ends;
  int turn;
  size_t across;      /* from a row's first word to its last */
  unsigned int cells; /* in its last word */
  int block;          /* the shape counts all three cells of a row */
  Vector first, last, west, east;
} RingColumn;

ALWAYS_INLINE RingColumn
column_at (const Tile *tile, size_t at, RowEnds ends, int turn)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  RingColumn column = { .ends = ends,
    .block = tile->rule->shape == LIFE_SHAPE3D_BLOCK,
    .turn = turn,
    .across = plan->words - 1,
    .cells = plan->last_cells };

  if (ends != ENDS_IN_MEMORY) {
    column.first = load (plan->first + at);
    column.last = load (plan->last + at);
  }
  if (turn) {
    column.west = load (plan->west);
    column.east = load (plan->east);
  }
  return column;
}

/* The row sums of @here, which is at @from, or anywhere with @column->turn. */
ALWAYS_INLINE void
sum_row (
    const RingColumn *column, Vector here, const uint64_t *from, RowSum *to)
{
  const size_t across = column->across;
  const unsigned int cells = column->cells;
  Vector west, east, low, high;

#ifdef LIFE_TURN
  if (column->turn) {
    west = low = LIFE_TURN (here, column->west);
    east = high = LIFE_TURN (here, column->east);
  } else
#endif
  {
    west = load (from - 1);
    east = load (from + 1);
    if (column->ends == ENDS_IN_WORDS || column->ends == ENDS_IN_BITS) {
      low = load (from + across);
      high = load (from - across);
    }
  }
  if (column->ends == ENDS_IN_WORDS && !column->turn) {
    west = choose (column->first, low, west);
    east = choose (column->last, high, east);
  } else if (column->ends == ENDS_IN_BITS) {
    west = choose (column->first, low << (64 - cells), west);
    here |= column->last & high << cells;
  } else if (column->ends == ENDS_DEAD) {
    west &= ~column->first;
    east &= ~column->last;
  }
  west = push_low (here, west);
  east = push_high (here, east);
  if (column->block) {
    to->ones = add (west, here, east, &to->twos);
  } else {
    to->ones = west ^ east;
    to->twos = west & east;
    to->middle = here;
  }
}

/* Sums @n rows of a column of vectors, whose first word is word @at of a ring
 * row. */
ALWAYS_INLINE void
sum_rows (const Tile *tile, const uint64_t *from, size_t stride, RowSum *to,
    size_t to_stride, size_t n, size_t at, RowEnds ends, int turn, size_t ahead)
{
  const RingColumn column = column_at (tile, at, ends, turn);

  for (; n > 0; n--, from += stride, to += to_stride) {
    __builtin_prefetch (from + ahead);
    sum_row (&column, load (from), from, to);
  }
}

static inline int
can_turn (const LifeBitsliced3dPlan *plan)
{
#ifdef LIFE_TURN
  return plan->west != NULL;
#else
  return 0;
#endif
}

static inline RowEnds
ends_of_rows (const LifeBitsliced3dPlan *plan)
{
  return !plan->torus             ? ENDS_DEAD
         : plan->last_cells == 64 ? ENDS_IN_WORDS
                                  : ENDS_IN_BITS;
}

/* Calls @function with the column's kind as constants, @turn 0 or 1. */
#define WITH_KIND(plan, turn, function, ...)                \
  switch (ends_of_rows (plan)) {                            \
    case ENDS_IN_WORDS:                                     \
      function (__VA_ARGS__, ENDS_IN_WORDS, (turn), ahead); \
      break;                                                \
    case ENDS_IN_BITS:                                      \
      function (__VA_ARGS__, ENDS_IN_BITS, (turn), ahead);  \
      break;                                                \
    default:                                                \
      function (__VA_ARGS__, ENDS_DEAD, (turn), ahead);     \
  }

static void
sum_column (const Tile *tile, const uint64_t *from, size_t stride, RowSum *to,
    size_t n, size_t at, size_t ahead)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t to_stride = tile->blocks * BLOCK_VECTORS;

  if (!tile->gathered && at > 0 && at + LIFE_LANES < plan->words)
    sum_rows (
        tile, from, stride, to, to_stride, n, at, ENDS_IN_MEMORY, 0, ahead);
  else if (can_turn (plan))
    WITH_KIND (plan, 1, sum_rows, tile, from, stride, to, to_stride, n, at)
  else
    WITH_KIND (plan, 0, sum_rows, tile, from, stride, to, to_stride, n, at)
}

#ifdef LIFE_TURN
/* Sums @n ring rows whose rows are joined from memory, and stores their
 * cells. */
ALWAYS_INLINE void
sum_joined_rows (const Tile *tile, const uint64_t *from, RowSum *to,
    uint64_t *cells, size_t n, RowEnds ends, int turn, size_t ahead)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const RingColumn column = column_at (tile, 0, ends, turn);
  const size_t step = plan->tile_rows * plan->words;

  for (; n > 0; n--, from += plan->words, to++, cells += LIFE_LANES) {
    Vector here = join (from, plan->groups, plan->words, step);

    __builtin_prefetch (from + ahead);
    __builtin_prefetch (from + step + ahead);
    store (cells, here);
    sum_row (&column, here, NULL, to);
  }
}

static void
sum_joined (const Tile *tile, const uint64_t *from, RowSum *to, uint64_t *cells)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t ahead = slices_ahead (plan);

  WITH_KIND (plan, 1, sum_joined_rows, tile, from, to, cells, tile->rows)
}
#endif

/* Sums @n rows from row @y of a slice on into the ring rows from @to on. */
static void
sum_straight (
    const Tile *tile, const uint64_t *slice, size_t y, RowSum *to, size_t n)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  size_t at = tile->block * LIFE_BLOCK3D_WORDS;
  size_t ahead = slices_ahead (plan);

  for (size_t i = 0; i < tile->blocks * BLOCK_VECTORS; i++, at += LIFE_LANES)
    if (at < plan->words)
      sum_column (tile, slice + y * plan->words + at, plan->words, to + i, n,
          at, ahead);
}

ALWAYS_INLINE void
copy_block (uint64_t *to, const uint64_t *from)
{
  for (int i = 0; i < BLOCK_VECTORS; i++)
    store (to + i * LIFE_LANES, load (from + i * LIFE_LANES));
}

/* Copies whole blocks, so possibly more than @words. */
ALWAYS_INLINE void
copy_blocks (uint64_t *to, const uint64_t *from, size_t words)
{
  for (size_t i = 0; i < words; i += LIFE_BLOCK3D_WORDS)
    copy_block (to + i, from + i);
}

/* Joins the rows of a slice that share ring rows end to end; ring rows @row to
 * before @end. */
static void
gather (const Tile *tile, const uint64_t *slice, uint64_t *to, size_t row,
    size_t end)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t words = plan->words, height = plan->height;
  const size_t stride = plan->blocks * LIFE_BLOCK3D_WORDS;
  const size_t ahead = slices_ahead (plan);

  for (; row < end; row++)
    for (size_t group = 0; group < plan->groups; group++) {
      size_t after = tile->y + group * plan->tile_rows + row; /* y + 1 */
      uint64_t *out = to + row * stride + group * words;
      size_t y = after - 1;

      if (after == 0)
        y = height - 1;
      else if (after > height)
        y = 0;
      if (after - 1 < height || plan->torus) {
        copy_blocks (out, slice + y * words, words);
        __builtin_prefetch (slice + y * words + ahead);
      } else {
        memset (out, 0, words * sizeof (uint64_t));
      }
    }
}

static void
sum_gathered (
    const Tile *tile, const uint64_t *slice, RowSum *sums, uint64_t *cells)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t stride = plan->blocks * LIFE_BLOCK3D_WORDS;
  const size_t columns = tile->blocks * BLOCK_VECTORS;
  const size_t last = tile->rows + 1;

#ifdef LIFE_TURN
  if (tile->joined) {
    gather (tile, slice, cells, 0, 1);
    gather (tile, slice, cells, last, last + 1);
    sum_joined (tile, slice + tile->y * plan->words, sums + 1, cells + stride);
    sum_column (tile, cells, stride, sums, 1, 0, 0);
    sum_column (tile, cells + last * stride, stride, sums + last, 1, 0, 0);
    return;
  }
#endif
  gather (tile, slice, cells, 0, last + 1);
  for (size_t i = 0; i < columns; i++)
    sum_column (tile, cells + i * LIFE_LANES, stride, sums + i, last + 1,
        i * LIFE_LANES, 0);
}

/* Sums slice @n, counted from one before the tile's first, into the ring. */
static void
sum_slice (const Tile *tile, size_t n)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t height = plan->height, depth = plan->depth;
  const size_t columns = tile->blocks * BLOCK_VECTORS;
  const size_t after = tile->z + n; /* z + 1 */
  size_t z = after - 1, end = tile->y + tile->rows;
  RowSum *sums = tile->cache->sums[n % RING];
  const uint64_t *slice;

  if (z >= depth && !plan->torus) {
    memset (sums, 0, (tile->rows + 2) * columns * sizeof (RowSum));
    return;
  }
  z = after == 0 ? depth - 1 : z % depth;
  slice = tile->from + z * height * plan->words;
  if (tile->gathered) {
    sum_gathered (tile, slice, sums, tile->cache->cells[n % RING] + MARGIN);
    return;
  }
  if (tile->y > 0 || plan->torus)
    sum_straight (tile, slice, tile->y > 0 ? tile->y - 1 : height - 1, sums, 1);
  else
    memset (sums, 0, columns * sizeof (RowSum));
  sum_straight (tile, slice, tile->y, sums + columns, tile->rows);
  sums += (tile->rows + 1) * columns;
  if (end < height || plan->torus)
    sum_straight (tile, slice, end < height ? end : 0, sums, 1);
  else
    memset (sums, 0, columns * sizeof (RowSum));
}
