/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 3D kernel, written once and compiled for every width of vector.
 *
 * Idea: a word holds one bit of 64 cells of a row, and cells are counted by
 * gates on whole vectors. A tile is swept along z. Each of its slices is summed
 * by rows of three cells once (two bits), into a ring of three slices in the
 * first-level cache; sliding down y, three slices' row sums make column sums of
 * nine cells, and three of those, two of them still in registers, the total of
 * all 27. The cell itself is counted too, which makes B6/S567 a threshold.
 * Carries are kept apart until they are needed.
 *
 * Layout: life/cpu/bits3d/kernels.h. Halo: a row above and below the tile, a slice
 * before and after it. Where a row's ends are not the words beside it in memory,
 * masks put the right bits there. A cell costs an eighth of a byte to read and
 * one to write; operations are counted in life/cpu/bits3d/count.h. The sweep is
 * that of 2.5D stencils (P. Micikevicius, 3D finite difference computation on
 * GPUs using CUDA, 2009).
 */
#include "life/cpu/bits3d/kernels.h"

#include "life/cpu/bits3d/count.h"
#include "life/cpu/soup-row.h"

#include <string.h>

#define BLOCK_VECTORS (LIFE_BLOCK3D_WORDS / LIFE_LANES)
#define TILE_VECTORS ((LIFE_TILE3D_BLOCKS + LIFE_BLOCK3D_WORDS) * BLOCK_VECTORS)
/* Words that may be read before and after ring rows of several rows. */
#define MARGIN (LIFE_GROUPED3D_WORDS + LIFE_BLOCK3D_WORDS)
/* Words that age together. */
#define AGE_WORDS 64
/* Slices in the ring: the one that is advanced and those around it. */
#define RING 3

/* The working memory of one tile. Where rows share a block, they are gathered
 * in @cells; @next holds cells that do not go straight to memory. */
typedef struct {
  RowSum sums[RING][TILE_VECTORS];
  uint64_t cells[RING]
                [MARGIN + LIFE_TILE3D_BLOCKS * LIFE_BLOCK3D_WORDS + MARGIN];
  uint64_t next[LIFE_TILE3D_BLOCKS * LIFE_BLOCK3D_WORDS];
} Cache;

typedef struct {
  const LifeBitsliced3dPlan *plan;
  const LifeBitsliced3dRule *rule;
  const Terms *terms;
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

/* --- Slices into the ring --- */

/* What is next to a row's first and last word. */
typedef enum {
  BESIDE_MEMORY, /* the words beside them in memory */
  BESIDE_WORDS,  /* the row's other end, in whole words */
  BESIDE_BITS,   /* the row's other end, within a word */
  BESIDE_NOTHING
} Beside;

/* What a column of vectors needs to know of its neighbors; vectors that are not
 * needed are not loaded. @turn: the words next to each are in the same
 * vector. */
typedef struct {
  Beside beside;
  int turn;
  size_t across;      /* from a row's first word to its last */
  unsigned int cells; /* in its last word */
  int block;          /* the shape counts all three cells of a row */
  Vector first, last, west, east;
} Column;

ALWAYS_INLINE Column
column_at (const Tile *tile, size_t at, Beside beside, int turn)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  Column column = { .beside = beside,
    .block = tile->rule->shape == LIFE_SHAPE3D_BLOCK,
    .turn = turn,
    .across = plan->words - 1,
    .cells = plan->last_cells };

  if (beside != BESIDE_MEMORY) {
    column.first = load (plan->first + at);
    column.last = load (plan->last + at);
  }
  if (turn) {
    column.west = load (plan->west);
    column.east = load (plan->east);
  }
  return column;
}

/* The row sums of @here, which is at @from; @column->turn: it may be anywhere. */
ALWAYS_INLINE void
sum_row (const Column *column, Vector here, const uint64_t *from, RowSum *to)
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
    if (column->beside == BESIDE_WORDS || column->beside == BESIDE_BITS) {
      low = load (from + across);
      high = load (from - across);
    }
  }
  if (column->beside == BESIDE_WORDS && !column->turn) {
    west = choose (column->first, low, west);
    east = choose (column->last, high, east);
  } else if (column->beside == BESIDE_BITS) {
    west = choose (column->first, low << (64 - cells), west);
    here |= column->last & high << cells;
  } else if (column->beside == BESIDE_NOTHING) {
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
    size_t to_stride, size_t n, size_t at, Beside beside, int turn,
    size_t ahead)
{
  const Column column = column_at (tile, at, beside, turn);

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

static inline Beside
beside_ends (const LifeBitsliced3dPlan *plan)
{
  return !plan->torus             ? BESIDE_NOTHING
         : plan->last_cells == 64 ? BESIDE_WORDS
                                  : BESIDE_BITS;
}

/* Calls @function with the column's kind as constants, @turn 0 or 1. */
#define WITH_KIND(plan, turn, function, ...)                 \
  switch (beside_ends (plan)) {                              \
    case BESIDE_WORDS:                                       \
      function (__VA_ARGS__, BESIDE_WORDS, (turn), ahead);   \
      break;                                                 \
    case BESIDE_BITS:                                        \
      function (__VA_ARGS__, BESIDE_BITS, (turn), ahead);    \
      break;                                                 \
    default:                                                 \
      function (__VA_ARGS__, BESIDE_NOTHING, (turn), ahead); \
  }

static void
sum_column (const Tile *tile, const uint64_t *from, size_t stride, RowSum *to,
    size_t n, size_t at, size_t ahead)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t to_stride = tile->blocks * BLOCK_VECTORS;

  if (!tile->gathered && at > 0 && at + LIFE_LANES < plan->words)
    sum_rows (
        tile, from, stride, to, to_stride, n, at, BESIDE_MEMORY, 0, ahead);
  else if (can_turn (plan))
    WITH_KIND (plan, 1, sum_rows, tile, from, stride, to, to_stride, n, at)
  else
    WITH_KIND (plan, 0, sum_rows, tile, from, stride, to, to_stride, n, at)
}

#ifdef LIFE_TURN
/* Sums @n ring rows whose rows are joined from memory, and keeps their
 * cells. */
ALWAYS_INLINE void
sum_joined_rows (const Tile *tile, const uint64_t *from, RowSum *to,
    uint64_t *cells, size_t n, Beside beside, int turn, size_t ahead)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const Column column = column_at (tile, 0, beside, turn);
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

ALWAYS_INLINE void
copy_words (uint64_t *to, const uint64_t *from, size_t words)
{
  if (words >= LIFE_BLOCK3D_WORDS) {
    copy_blocks (to, from, words - LIFE_BLOCK3D_WORDS + 1);
    copy_block (
        to + words - LIFE_BLOCK3D_WORDS, from + words - LIFE_BLOCK3D_WORDS);
    return;
  }
  if (words & 4)
    memcpy (to, from, 4 * sizeof (uint64_t));
  if (words & 2)
    memcpy (to + (words & 4), from + (words & 4), 2 * sizeof (uint64_t));
  if (words & 1)
    to[words - 1] = from[words - 1];
}

/* Puts the rows of a slice that share ring rows end to end; ring rows @row to
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
      uint64_t *place = to + row * stride + group * words;
      size_t y = after - 1;

      if (after == 0)
        y = height - 1;
      else if (after > height)
        y = 0;
      if (after - 1 < height || plan->torus) {
        copy_blocks (place, slice + y * words, words);
        __builtin_prefetch (slice + y * words + ahead);
      } else {
        memset (place, 0, words * sizeof (uint64_t));
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

/* --- Slices out of the ring --- */

/* Where the cells of a slice are, and where their next ones go. @parts: each
 * vector is rows of memory. */
typedef struct {
  const RowSum *before, *here, *after;
  const uint64_t *cells;
  uint64_t *next;
  size_t cells_stride, next_stride;
  int parts;
} Slice;

ALWAYS_INLINE void
put (const LifeBitsliced3dPlan *plan, uint64_t *out, Vector next, int parts)
{
#ifdef LIFE_TURN
  if (parts) {
    part (out, next, plan->groups, plan->words, plan->tile_rows * plan->words);
    return;
  }
#endif
  store (out, next);
}

/* A slide down a column of vectors. */
typedef struct {
  const LifeBitsliced3dPlan *plan;
  Vector keep;
  const RowSum *before, *here, *after; /* of the row below the next one */
  const uint64_t *cells;
  uint64_t *out;
  size_t columns, cells_stride, out_stride;
  size_t ahead; /* words to where later slices go, 0 in the cache */
  size_t left;
} Slide;

/* A write to memory that is not in the cache waits as long as a read. */
ALWAYS_INLINE void
fetch_for_writing (const Slide *slide, const uint64_t *place, int parts)
{
  const LifeBitsliced3dPlan *plan = slide->plan;

  __builtin_prefetch (place, 1);
  if (parts)
    __builtin_prefetch (place + plan->tile_rows * plan->words, 1);
}

ALWAYS_INLINE ColumnSum
next_column_sum (Slide *slide)
{
  ColumnSum sum = add_slices (slide->before, slide->here, slide->after);

  slide->before += slide->columns;
  slide->here += slide->columns;
  slide->after += slide->columns;
  return sum;
}

/* Advances two rows, those of @b and @c; @a is of the row above. Returns
 * whether they were the last; where only one is left, the second is computed
 * from whatever is there and not used. */
ALWAYS_INLINE int
slide_on (Slide *slide, const Tile *tile, const ColumnSum *a,
    const ColumnSum *b, ColumnSum *c, ColumnSum *d, int is_b6s567,
    int keeps_all, int parts)
{
  Vector alive[ROWS], next[ROWS];
  Total totals[ROWS];

  *c = next_column_sum (slide);
  *d = next_column_sum (slide);
  add_columns (*a, *b, *c, *d, totals);
  if (slide->ahead > 0) {
    fetch_for_writing (slide, slide->out + slide->ahead, parts);
    fetch_for_writing (
        slide, slide->out + slide->out_stride + slide->ahead, parts);
  }
  alive[0] = load (slide->cells);
  alive[1] = load (slide->cells + slide->cells_stride);
  if (is_b6s567)
    for (int i = 0; i < ROWS; i++)
      next[i] = next_b6s567 (alive[i], totals[i]);
  else
    next_by_sub_tables (
        tile->rule, tile->terms, alive, totals, LIFE_SUB_TABLES3D, next);
  put (slide->plan, slide->out, keeps_all ? next[0] : next[0] & slide->keep,
      parts);
  if (slide->left == 1)
    return 1;
  slide->out += slide->out_stride;
  put (slide->plan, slide->out, keeps_all ? next[1] : next[1] & slide->keep,
      parts);
  slide->out += slide->out_stride;
  slide->cells += 2 * slide->cells_stride;
  slide->left -= 2;
  return slide->left == 0;
}

ALWAYS_INLINE void
slide_down (const Tile *tile, const Slice *slice, size_t column, int is_b6s567,
    int keeps_all, int parts)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t at = tile->block * LIFE_BLOCK3D_WORDS + column * LIFE_LANES;
  Slide slide = { .plan = plan,
    .keep = load (plan->keep + at),
    .before = slice->before + column,
    .here = slice->here + column,
    .after = slice->after + column,
    .cells = slice->cells + column * LIFE_LANES,
    .out = slice->next + column * LIFE_LANES,
    .columns = tile->blocks * BLOCK_VECTORS,
    .cells_stride = slice->cells_stride,
    .out_stride = slice->next_stride,
    .ahead = tile->direct || parts ? slices_ahead (plan) : 0,
    .left = tile->rows };
  ColumnSum a = next_column_sum (&slide), b = next_column_sum (&slide), c, d;

  /* The four sums take turns, so that none is copied. */
  while (!slide_on (&slide, tile, &a, &b, &c, &d, is_b6s567, keeps_all, parts)
         && !slide_on (
             &slide, tile, &c, &d, &a, &b, is_b6s567, keeps_all, parts)) {
  }
}

static void
slide_b6s567 (const Tile *tile, const Slice *slice)
{
  int whole = tile->plan->last_cells == 64;

  for (size_t i = 0; i < tile->blocks * BLOCK_VECTORS; i++)
    if (slice->parts)
      slide_down (tile, slice, i, 1, 0, 1);
    else if (tile->direct && whole)
      slide_down (tile, slice, i, 1, 1, 0);
    else
      slide_down (tile, slice, i, 1, 0, 0);
}

static void
slide_any (const Tile *tile, const Slice *slice)
{
  for (size_t i = 0; i < tile->blocks * BLOCK_VECTORS; i++)
    if (slice->parts)
      slide_down (tile, slice, i, 0, 0, 1);
    else
      slide_down (tile, slice, i, 0, 0, 0);
}

/* The totals of the other shapes, two rows at a time in the same way. */
ALWAYS_INLINE void
slide_down_shape (const Tile *tile, const Slice *slice, size_t column,
    LifeBitsliced3dShape shape)
{
  const size_t columns = tile->blocks * BLOCK_VECTORS;
  const size_t at = tile->block * LIFE_BLOCK3D_WORDS + column * LIFE_LANES;
  const Vector keep = load (tile->plan->keep + at);
  const RowSum *slices[3] = { slice->before + column, slice->here + column,
    slice->after + column };
  const uint64_t *cells = slice->cells + column * LIFE_LANES;
  uint64_t *out = slice->next + column * LIFE_LANES;

  for (size_t y = 0; y < tile->rows; y += ROWS) {
    Vector alive[ROWS], next[ROWS];
    Total totals[ROWS];

    for (size_t i = 0; i < ROWS; i++) {
      const RowSum *rows[3][3];
      for (size_t j = 0; j < 9; j++)
        rows[j / 3][j % 3] = slices[j / 3] + (y + i + j % 3) * columns;
      totals[i] = shape == LIFE_SHAPE3D_FACES
                      ? count_faces (rows[0], rows[1], rows[2])
                  : shape == LIFE_SHAPE3D_EDGES
                      ? count_edges (rows[0], rows[1], rows[2])
                      : count_corners (rows[0], rows[1], rows[2]);
      alive[i] = load (cells + (y + i) * slice->cells_stride);
    }
    next_by_sub_tables (
        tile->rule, tile->terms, alive, totals, FEW_SUB_TABLES, next);
    for (size_t i = 0; i < ROWS && y + i < tile->rows; i++)
      put (tile->plan, out + (y + i) * slice->next_stride, next[i] & keep,
          slice->parts);
  }
}

static void
slide_shape (const Tile *tile, const Slice *slice)
{
  for (size_t i = 0; i < tile->blocks * BLOCK_VECTORS; i++)
    switch (tile->rule->shape) {
      case LIFE_SHAPE3D_FACES:
        slide_down_shape (tile, slice, i, LIFE_SHAPE3D_FACES);
        break;
      case LIFE_SHAPE3D_EDGES:
        slide_down_shape (tile, slice, i, LIFE_SHAPE3D_EDGES);
        break;
      default:
        slide_down_shape (tile, slice, i, LIFE_SHAPE3D_CORNERS);
        break;
    }
}

/* Copies the rows of slice @z that were advanced in the cache to memory. */
static void
scatter (const Tile *tile, const uint64_t *from, size_t z)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t words = plan->words;
  const size_t start = tile->block * LIFE_BLOCK3D_WORDS;
  const size_t room = tile->blocks * LIFE_BLOCK3D_WORDS;
  const size_t n =
      tile->gathered || room > words - start ? words - start : room;
  uint64_t *to = tile->to + z * plan->height * words + start;

  for (size_t group = 0; group < plan->groups; group++)
    for (size_t row = 0; row < tile->rows; row++) {
      size_t y = tile->y + group * plan->tile_rows + row;

      if (y < plan->height)
        copy_words (to + y * words, from + row * room + group * words, n);
    }
}

/* Ages the cells of up to AGE_WORDS words, from @from to @to, where the first
 * plane is as if no cell aged; digit by digit, so that the compiler can use
 * vectors. */
ALWAYS_INLINE void
let_words_age (const LifeBitsliced3dRule *rule, const uint64_t *from,
    uint64_t *to, size_t words)
{
  uint64_t borrow[AGE_WORDS] = { 0 }, begin[AGE_WORDS];

  for (size_t age = 1; age <= rule->ages; age++)
    for (size_t i = 0; i < words; i++)
      borrow[i] |= from[age * rule->plane + i];
  for (size_t i = 0; i < words; i++) {
    to[i] &= ~borrow[i];
    begin[i] = from[i] & ~to[i];
  }
  for (size_t age = 1; age <= rule->ages; age++) {
    const uint64_t *digit = from + age * rule->plane;
    const uint64_t first = -(uint64_t) (rule->first_age >> (age - 1) & 1);
    uint64_t *next = to + age * rule->plane;

    for (size_t i = 0; i < words; i++) {
      next[i] = (digit[i] ^ borrow[i]) | (begin[i] & first);
      borrow[i] &= ~digit[i];
    }
  }
}

static void
let_age (const Tile *tile, size_t place, size_t words)
{
  for (; words > AGE_WORDS; place += AGE_WORDS, words -= AGE_WORDS)
    let_words_age (tile->rule, tile->from + place, tile->to + place, AGE_WORDS);
  let_words_age (tile->rule, tile->from + place, tile->to + place, words);
}

/* Ages the cells of a slice that was advanced as if no cell aged. */
static void
let_slice_age (const Tile *tile, size_t z)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t words = plan->words;
  const size_t start = tile->block * LIFE_BLOCK3D_WORDS;
  const size_t room = tile->blocks * LIFE_BLOCK3D_WORDS;
  const size_t n =
      tile->gathered || room > words - start ? words - start : room;

  for (size_t group = 0; group < plan->groups; group++) {
    size_t y = tile->y + group * plan->tile_rows;
    size_t rows = y >= plan->height               ? 0
                  : plan->height - y < tile->rows ? plan->height - y
                                                  : tile->rows;
    size_t place = (z * plan->height + y) * words + start;

    if (n == words)
      let_age (tile, place, rows * words);
    else
      for (size_t row = 0; row < rows; row++)
        let_age (tile, place + row * words, n);
  }
}

/* Advances slice @n of the tile. */
static void
advance_slice (const Tile *tile, size_t n)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t room = tile->blocks * LIFE_BLOCK3D_WORDS;
  const size_t z = tile->z + n;
  const size_t place = (z * plan->height + tile->y) * plan->words
                       + tile->block * LIFE_BLOCK3D_WORDS;
  Cache *cache = tile->cache;
  Slice slice = { .before = cache->sums[n % RING],
    .here = cache->sums[(n + 1) % RING],
    .after = cache->sums[(n + 2) % RING],
    .cells = tile->from + place,
    .next = cache->next,
    .cells_stride = plan->words,
    .next_stride = room,
    .parts = tile->joined };

  if (tile->gathered) {
    slice.cells = cache->cells[(n + 1) % RING] + MARGIN + room;
    slice.cells_stride = room;
  }
  if (tile->direct || tile->joined) {
    slice.next = tile->to + place;
    slice.next_stride = plan->words;
  }
  if (tile->rule->is_b6s567)
    slide_b6s567 (tile, &slice);
  else if (tile->rule->shape == LIFE_SHAPE3D_BLOCK)
    slide_any (tile, &slice);
  else
    slide_shape (tile, &slice);
  if (!tile->direct && !tile->joined)
    scatter (tile, cache->next, z);
  if (tile->rule->ages > 0)
    let_slice_age (tile, z);
}

static void
advance (const LifeBitsliced3dPlan *plan, const LifeBitsliced3dRule *rule,
    const uint64_t *cells, uint64_t *next, size_t number)
{
  Cache cache;
  Terms terms;
  Tile tile = { .plan = plan,
    .rule = rule,
    .terms = &terms,
    .from = cells,
    .to = next,
    .cache = &cache };

  tile.block = number % plan->tiles_x * plan->tile_blocks;
  tile.blocks = plan->blocks - tile.block < plan->tile_blocks
                    ? plan->blocks - tile.block
                    : plan->tile_blocks;
  number /= plan->tiles_x;
  tile.gathered =
      plan->groups > 1 || (can_turn (plan) && plan->words < LIFE_BLOCK3D_WORDS);
  tile.direct = !tile.gathered && plan->words % LIFE_BLOCK3D_WORDS == 0;
  tile.y = number % plan->tiles_y * plan->tile_rows * plan->groups;
  tile.rows = plan->height - tile.y < plan->tile_rows ? plan->height - tile.y
                                                      : plan->tile_rows;
  tile.joined = tile.gathered && can_turn (plan)
                && plan->height - tile.y >= plan->tile_rows * plan->groups;
  tile.z = number / plan->tiles_y * plan->chunk;
  tile.end =
      plan->depth - tile.z < plan->chunk ? plan->depth : tile.z + plan->chunk;
  if (!rule->is_b6s567)
    find_terms (rule, &terms);

  sum_slice (&tile, 0);
  sum_slice (&tile, 1);
  for (size_t n = 0; tile.z + n < tile.end; n++) {
    sum_slice (&tile, n + 2);
    advance_slice (&tile, n);
  }
}

const LifeBitsliced3dKernel LIFE_FOR_PATH (
    life_bitsliced3d) = { LIFE_PATH_TITLE, advance, fill_soup };
