/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 3D kernel, written once and compiled for every width of vector.
 *
 * Idea: a word holds one bit of 64 cells of a row, and cells are counted by
 * gates on whole vectors. A tile is swept along z. Each of its slices is summed
 * by rows of three cells once (two bits), into a ring of three slices in the
 * first-level cache; sliding down y, three slices' row sums make column sums of
 * nine cells, and three of those, two of them still in registers, the total of
 * all 27. The cell itself is counted too, which makes B6/S567 a threshold.
 * Carries stay apart until they are needed.
 *
 * Layout: life/cpu/bits3d/bits3d-kernels.h. Halo: a row above and below the tile, a slice
 * before and after it. If a row's neighbors are not the next words in memory,
 * masks insert the right bits. A cell costs an eighth of a byte to read and one
 * to write; operations are counted in life/cpu/bits3d/bits3d-count.h. The sweep is
 * that of 2.5D stencils (P. Micikevicius, 3D finite difference computation on
 * GPUs using CUDA, 2009).
 */
#include "life/cpu/bits3d/bits3d-kernels.h"

#include "life/cpu/bits3d/ring.h"
#include "life/cpu/soup-row.h"

/* Words that age together. */
#define AGE_WORDS 64

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

/* The cells of a slice, and where their next ones are written. @parts: each
 * vector is rows of memory. */
typedef struct {
  const RowSum *before, *here, *after;
  const uint64_t *cells;
  uint64_t *next;
  size_t cells_stride, next_stride;
  int parts;
} Slice;

ALWAYS_INLINE void
store_cells (
    const LifeBitsliced3dPlan *plan, uint64_t *out, Vector next, int parts)
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
  Vector valid;
  const RowSum *before, *here, *after; /* of the row below the next one */
  const uint64_t *cells;
  uint64_t *out;
  size_t columns, cells_stride, out_stride;
  size_t ahead; /* words to where later slices are written, 0 in the cache */
  size_t left;
} Slide;

/* A write to memory that is not in the cache waits as long as a read. */
ALWAYS_INLINE void
fetch_for_writing (const Slide *slide, const uint64_t *to, int parts)
{
  const LifeBitsliced3dPlan *plan = slide->plan;

  __builtin_prefetch (to, 1);
  if (parts)
    __builtin_prefetch (to + plan->tile_rows * plan->words, 1);
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
 * whether they were the last; if only one is left, the second is computed from
 * whatever follows and not used. */
ALWAYS_INLINE int
slide_on (Slide *slide, const Tile *tile, const ColumnSum *a,
    const ColumnSum *b, ColumnSum *c, ColumnSum *d, int is_b6s567,
    int all_valid, int parts)
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
  store_cells (slide->plan, slide->out,
      all_valid ? next[0] : next[0] & slide->valid, parts);
  if (slide->left == 1)
    return 1;
  slide->out += slide->out_stride;
  store_cells (slide->plan, slide->out,
      all_valid ? next[1] : next[1] & slide->valid, parts);
  slide->out += slide->out_stride;
  slide->cells += 2 * slide->cells_stride;
  slide->left -= 2;
  return slide->left == 0;
}

ALWAYS_INLINE void
slide_down (const Tile *tile, const Slice *slice, size_t column, int is_b6s567,
    int all_valid, int parts)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t at = tile->block * LIFE_BLOCK3D_WORDS + column * LIFE_LANES;
  Slide slide = { .plan = plan,
    .valid = load (plan->valid + at),
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
  while (!slide_on (&slide, tile, &a, &b, &c, &d, is_b6s567, all_valid, parts)
         && !slide_on (
             &slide, tile, &c, &d, &a, &b, is_b6s567, all_valid, parts)) {
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
  const Vector valid = load (tile->plan->valid + at);
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
      store_cells (tile->plan, out + (y + i) * slice->next_stride,
          next[i] & valid, slice->parts);
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
let_age (const Tile *tile, size_t at, size_t words)
{
  for (; words > AGE_WORDS; at += AGE_WORDS, words -= AGE_WORDS)
    let_words_age (tile->rule, tile->from + at, tile->to + at, AGE_WORDS);
  let_words_age (tile->rule, tile->from + at, tile->to + at, words);
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
    size_t at = (z * plan->height + y) * words + start;

    if (n == words)
      let_age (tile, at, rows * words);
    else
      for (size_t row = 0; row < rows; row++)
        let_age (tile, at + row * words, n);
  }
}

/* Advances slice @n of the tile. */
static void
advance_slice (const Tile *tile, size_t n)
{
  const LifeBitsliced3dPlan *plan = tile->plan;
  const size_t room = tile->blocks * LIFE_BLOCK3D_WORDS;
  const size_t z = tile->z + n;
  const size_t at = (z * plan->height + tile->y) * plan->words
                    + tile->block * LIFE_BLOCK3D_WORDS;
  Cache *cache = tile->cache;
  Slice slice = { .before = cache->sums[n % RING],
    .here = cache->sums[(n + 1) % RING],
    .after = cache->sums[(n + 2) % RING],
    .cells = tile->from + at,
    .next = cache->next,
    .cells_stride = plan->words,
    .next_stride = room,
    .parts = tile->joined };

  if (tile->gathered) {
    slice.cells = cache->cells[(n + 1) % RING] + MARGIN + room;
    slice.cells_stride = room;
  }
  if (tile->direct || tile->joined) {
    slice.next = tile->to + at;
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

/* The words before and after gathered rows are read but do not matter; checkers of memory need
 * them set. */
static void
clear_margins (const Tile *tile)
{
  const size_t rows = (tile->rows + 2) * tile->blocks * LIFE_BLOCK3D_WORDS;

  for (size_t i = 0; i < RING; i++) {
    uint64_t *cells = tile->cache->cells[i];

    memset (cells, 0, MARGIN * sizeof *cells);
    memset (cells + MARGIN + rows, 0, MARGIN * sizeof *cells);
  }
}

static void
advance (const LifeBitsliced3dPlan *plan, const LifeBitsliced3dRule *rule,
    const uint64_t *cells, uint64_t *next, size_t number)
{
  Cache cache;
  CountTerms terms;
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

  if (tile.gathered)
    clear_margins (&tile);
  sum_slice (&tile, 0);
  sum_slice (&tile, 1);
  for (size_t n = 0; tile.z + n < tile.end; n++) {
    sum_slice (&tile, n + 2);
    advance_slice (&tile, n);
  }
}

const LifeBitsliced3dKernel LIFE_FOR_PATH (
    life_bitsliced3d) = { LIFE_PATH_TITLE, advance, fill_soup };
