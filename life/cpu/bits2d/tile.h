/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles: advance a part of the world by several generations within the caches.
 * Written once for every width of vector and included by
 * life/cpu/bits2d/bits2d-kernels.c, which has the gates; life/cpu/bits2d/bits2d-tiles.c
 * positions the tiles in the world.
 *
 * Idea: no shifts. The tile is cut into 64 strips, one above the other, and bit
 * j of a word is a cell of strip j. The neighbors of a whole word are then
 * whole words; only above the first row of the strips and below the last one
 * they are words rotated by one bit. Along x a word stands for 64 columns, and
 * as many words as a vector has lanes lie side by side: block b, lane l, column
 * c of the tile's row y is cell ((b * lanes + l) * 64 + c, j * rows + y). Only
 * columns 0 and 63 of a block have a neighbor in another lane.
 *
 * Layout: a slot is a row of all blocks, 64 vectors each. A generation goes
 * through the slots once and writes every row one slot nearer to where it came
 * from; the next one goes back. So a tile needs its own size and three slots, and
 * the slots written last are read first.
 *
 * Cost: per vector 8 gates in Life, 26 in any other rule, 1.5 loads and a
 * store; and twice per pass 12 gates to transpose 64 rows into 64 columns.
 *
 * The tile is a torus. Where the world is not, or is larger, its outermost
 * cells are wrong, from one more row and column each generation: the halo. A
 * wall is a row or column that stays dead.
 *
 * The eight gates were found with a SAT solver (docs/explanation/kernels.md). Transposing a
 * square of bits by halves, quarters and so on: H. S. Warren, Hacker's Delight,
 * 7-3; adding up bits by carry-save adders before they are counted: 5-1. */
#pragma once

#include <string.h>

/* Columns of a block: the bits of a word. */
#define BLOCK_COLUMNS 64

/* The state of a band: the column that it is about to advance and the sums
 * around it. */
typedef struct {
  Sum west, here;
  Vector cells;
} Column;

/* The lines that the changes of the last generation are stored in. */
typedef struct {
  const Vector *mask; /* one vector per column */
  Vector *births, *deaths;
} Lines;

/* Rows that are advanced together. */
typedef struct {
  const Logic *logic;
  const Lines *lines; /* or NULL */
  Vector *ages;       /* of the first row */
  size_t plane;       /* words from a plane of them to the next */
  ptrdiff_t stride;   /* vectors from a row to the next */
} Band;

ALWAYS_INLINE Sum
sum_column (const Vector *cells, ptrdiff_t stride)
{
  return sum_of (cells[-stride], cells[0], cells[stride]);
}

ALWAYS_INLINE Sum
west_of (Sum sum, Sum before)
{
  return MOVE_SUM (words_before, sum, before);
}

ALWAYS_INLINE Sum
east_of (Sum sum, Sum after)
{
  return MOVE_SUM (words_after, sum, after);
}

/* Stores a vector of next cells; @cells are the present ones, and @at is the
 * vector's distance from the band's first one. */
ALWAYS_INLINE void
store_cells (const Band *band, Vector *to, Vector next, Vector cells,
    size_t row, size_t at)
{
  const Lines *lines = band->lines;
  Vector died = cells;

  if (band->logic->ages > 0) {
    uint64_t *ages = (uint64_t *) (band->ages + row * band->stride + at);
    next = let_age (band->logic, next, cells, ages, ages, band->plane,
        lines != NULL ? &died : NULL, NULL);
  }
  *to = next;
  if (lines != NULL) {
    lines->births[at] = both_without (next, lines->mask[at], cells);
    lines->deaths[at] = both_without (died, lines->mask[at], next);
  }
}

/* Advances @rows rows of one block, from @in to @out; @state has the sums of
 * the columns -1 and 0. The caller advances columns 62 and 63. */
ALWAYS_INLINE void
advance_columns (const Band *band, const Vector *in, Vector *out, int rows,
    Column *state, size_t at)
{
  const ptrdiff_t stride = band->stride;
  const Logic *logic = band->logic;

  for (size_t c = 0; c < BLOCK_COLUMNS - 2; c += 2) {
    Vector above[2] = { in[c + 1 - stride], in[c + 2 - stride] };
    Vector cells[2] = { in[c + 1], in[c + 2] };

    for (int r = 0; r < rows; r++) {
      const Vector *under = in + (r + 1) * stride + c + 1;
      Vector below[2] = { under[0], under[1] };
      Sum east = sum_of (above[0], cells[0], below[0]);
      Sum far_east = sum_of (above[1], cells[1], below[1]);
      Vector *to = out + r * stride + c;

      store_cells (band, to,
          next_cells (
              state[r].west, state[r].here, east, state[r].cells, logic),
          state[r].cells, r, at + c);
      store_cells (band, to + 1,
          next_cells (state[r].here, east, far_east, cells[0], logic), cells[0],
          r, at + c + 1);
      state[r] = (Column){ east, far_east, cells[1] };
      for (int i = 0; i < 2; i++) {
        above[i] = cells[i];
        cells[i] = below[i];
      }
    }
  }
}

/* Advances @rows rows of the tile, from row @y on, to @shift slots away. Sums
 * at both ends of a row and of a block are taken before anything is written
 * over. */
ALWAYS_INLINE void
advance_band (const LifeBitslicedTile *tile, size_t y, ptrdiff_t shift,
    int rows, const Logic *logic, const Lines *lines)
{
  const ptrdiff_t stride = (ptrdiff_t) (tile->stride / LIFE_LANES);
  const size_t last = BLOCK_COLUMNS - 1;
  Vector *row = (Vector *) (tile->cells + (tile->first + y) * tile->stride);
  const Band band = { logic, lines, (Vector *) (tile->ages + y * tile->stride),
    tile->rows * tile->stride, stride };
  Sum first[BAND], before[BAND];

  for (int r = 0; r < rows; r++) {
    const Vector *in = row + r * stride;
    first[r] = sum_column (in, stride);
    before[r] = sum_column (in + tile->blocks * BLOCK_COLUMNS - 1, stride);
  }
  for (size_t block = 0; block < tile->blocks; block++) {
    const size_t at = block * BLOCK_COLUMNS;
    const Vector *in = row + at;
    Vector *out = row + shift * stride + at;
    Column state[BAND];
    Sum end[BAND], after[BAND];
    Vector end_cells[BAND];

    for (int r = 0; r < rows; r++) {
      const Vector *from = in + r * stride;
      end[r] = sum_column (from + last, stride);
      end_cells[r] = from[last];
      state[r].here = sum_column (from, stride);
      state[r].west = west_of (end[r], before[r]);
      state[r].cells = from[0];
      after[r] = east_of (state[r].here,
          block + 1 < tile->blocks ? sum_column (from + BLOCK_COLUMNS, stride)
                                   : first[r]);
      before[r] = end[r];
    }
    advance_columns (&band, in, out, rows, state, at);
    for (int r = 0; r < rows; r++) {
      Vector *to = out + r * stride + last;
      store_cells (&band, to - 1,
          next_cells (
              state[r].west, state[r].here, end[r], state[r].cells, logic),
          state[r].cells, r, at + last - 1);
      store_cells (&band, to,
          next_cells (state[r].here, end[r], after[r], end_cells[r], logic),
          end_cells[r], r, at + last);
    }
  }
}

/* Vectors above, at and below one: @at is the middle one. */
#define STACK(stack, at, stride)             \
  do {                                       \
    for (int i_ = 0; i_ < 3; i_++)           \
      (stack)[i_] = (at)[(i_ - 1) * stride]; \
  } while (0)

/* The same of all planes. */
ALWAYS_INLINE void
stack_planes (Vector *stack, const Vector *at, ptrdiff_t stride, size_t planes)
{
  for (ptrdiff_t row = -1; row <= 1; row++)
    for (size_t plane = 0; plane < planes; plane++)
      *stack++ = at[row * stride + (ptrdiff_t) plane];
}

/* Stores which cells of a row of a block have left state 0, and which are back in it. */
ALWAYS_INLINE void
store_changes (const Lines *lines, const Vector *next, const Vector *cells,
    size_t planes, size_t at)
{
  for (size_t c = 0; c < BLOCK_COLUMNS; c++) {
    Vector now = { 0 }, before = { 0 };

    for (size_t i = c * planes; i < (c + 1) * planes; i++) {
      now |= next[i];
      before |= cells[i];
    }
    lines->births[at + c] = both_without (now, lines->mask[at + c], before);
    lines->deaths[at + c] = both_without (before, lines->mask[at + c], now);
  }
}

/* Advances row @y of a tile of states to @shift slots away, by code or without. */
ALWAYS_INLINE void
advance_row_of_planes (const LifeBitslicedTile *tile, size_t y, ptrdiff_t shift,
    const Logic *logic, const Lines *lines)
{
  const ptrdiff_t stride = (ptrdiff_t) (tile->stride / LIFE_LANES);
  const size_t planes = logic->planes, step = planes * BLOCK_COLUMNS;
  Vector *row = (Vector *) (tile->cells + (tile->first + y) * tile->stride);
  Vector first[3 * LIFE_NETWORK_PLANES], before[3 * LIFE_NETWORK_PLANES];
  Vector end[3 * LIFE_NETWORK_PLANES], after[3 * LIFE_NETWORK_PLANES];
  Vector west[3 * LIFE_NETWORK_PLANES], east[3 * LIFE_NETWORK_PLANES];

  stack_planes (first, row, stride, planes);
  stack_planes (before, row + tile->blocks * step - planes, stride, planes);
  for (size_t block = 0; block < tile->blocks; block++) {
    const Vector *in = row + block * step;
    Vector *out = row + shift * stride + block * step;
    const uint64_t *rows[3] = { (const uint64_t *) (in - stride),
      (const uint64_t *) in, (const uint64_t *) (in + stride) };

    stack_planes (end, in + step - planes, stride, planes);
    stack_planes (east, in, stride, planes);
    if (block + 1 < tile->blocks)
      stack_planes (after, in + step, stride, planes);
    else
      memcpy (after, first, sizeof after);
    for (size_t i = 0; i < 3 * planes; i++) {
      west[i] = words_before (end[i], before[i]);
      east[i] = words_after (east[i], after[i]);
      before[i] = end[i];
    }
    if (logic->code != NULL)
      logic->code (rows[0], rows[1], rows[2], (uint64_t *) out,
          (const uint64_t *) west, (const uint64_t *) east);
    else
      advance_block_by_network (logic->network, rows, (uint64_t *) out,
          (const uint64_t *) west, (const uint64_t *) east);
    if (lines != NULL)
      store_changes (lines, out, in, planes, block * BLOCK_COLUMNS);
  }
}

/* Advances row @y of the tile to @shift slots away by code. */
ALWAYS_INLINE void
advance_row_by_code (const LifeBitslicedTile *tile, size_t y, ptrdiff_t shift,
    const Logic *logic, const Lines *lines)
{
  const ptrdiff_t stride = (ptrdiff_t) (tile->stride / LIFE_LANES);
  Vector *row = (Vector *) (tile->cells + (tile->first + y) * tile->stride);
  const Band band = { logic, lines, (Vector *) (tile->ages + y * tile->stride),
    tile->rows * tile->stride, stride };
  Vector first[3], before[3], end[3], after[3], west[3], east[3];

  STACK (first, row, stride);
  STACK (before, row + tile->blocks * BLOCK_COLUMNS - 1, stride);
  for (size_t block = 0; block < tile->blocks; block++) {
    const size_t at = block * BLOCK_COLUMNS;
    const Vector *in = row + at;
    Vector *out = row + shift * stride + at;

    STACK (end, in + BLOCK_COLUMNS - 1, stride);
    if (block + 1 < tile->blocks)
      STACK (after, in + BLOCK_COLUMNS, stride);
    else
      memcpy (after, first, sizeof after);
    for (int i = 0; i < 3; i++) {
      west[i] = words_before (end[i], before[i]);
      east[i] = words_after (in[(i - 1) * stride], after[i]);
      before[i] = end[i];
    }
    logic->code ((const uint64_t *) (in - stride), (const uint64_t *) in,
        (const uint64_t *) (in + stride), (uint64_t *) out,
        (const uint64_t *) west, (const uint64_t *) east);
    if (logic->ages > 0 || lines != NULL)
      for (size_t c = 0; c < BLOCK_COLUMNS; c++)
        store_cells (&band, out + c, out[c], in[c], 0, at + c);
  }
}

ALWAYS_INLINE void
advance_row (const LifeBitslicedTile *tile, size_t y, ptrdiff_t shift,
    const Logic *logic, const Lines *lines)
{
  if (logic->network != NULL)
    advance_row_of_planes (tile, y, shift, logic, lines);
  else if (logic->code != NULL)
    advance_row_by_code (tile, y, shift, logic, lines);
  else
    advance_band (tile, y, shift, 1, logic, lines);
}

/* Above row 0 of a strip lies the last row of the strip before it, below its
 * last one row 0 of the strip after it. */
ALWAYS_INLINE void
turn_halo (const LifeBitslicedTile *tile, Vector *base)
{
  const size_t stride = tile->stride / LIFE_LANES;
  const Vector *last = base + (tile->rows - 1) * stride;
  Vector *above = base - stride, *below = base + tile->rows * stride;

  for (size_t i = 0; i < tile->blocks * tile->planes * BLOCK_COLUMNS; i++) {
    above[i] = last[i] << 1 | last[i] >> 63;
    below[i] = base[i] >> 1 | base[i] << 63;
  }
}

ALWAYS_INLINE void
build_walls (const LifeBitslicedTile *tile, const LifeBitslicedWalls *walls,
    Vector *base)
{
  const size_t stride = tile->stride;

  for (uint32_t i = 0; i < walls->n_columns; i++) {
    size_t word = walls->columns[i] / 64, column = walls->columns[i] % 64;
    uint64_t *cells =
        (uint64_t *) base
        + (word / LIFE_LANES * 64 + column) * tile->planes * LIFE_LANES
        + word % LIFE_LANES;
    for (size_t plane = 0; plane < tile->planes; plane++)
      for (size_t y = 0; y < tile->rows; y++)
        cells[y * stride + plane * LIFE_LANES] = 0;
  }
  for (uint32_t i = 0; i < walls->n_rows; i++) {
    uint64_t *cells = (uint64_t *) base + walls->rows[i] % tile->rows * stride;
    uint64_t mask = ~((uint64_t) 1 << walls->rows[i] / tile->rows);
    for (size_t x = 0;
         x < tile->blocks * tile->planes * BLOCK_COLUMNS * LIFE_LANES; x++)
      cells[x] &= mask;
  }
}

/* Counts the bits of @mask that are set in a vector's words. */
ALWAYS_INLINE uint64_t
count_bits (Vector vector, uint64_t mask)
{
  uint64_t bits = 0;

  for (int i = 0; i < LIFE_LANES; i++)
    bits += (uint64_t) __builtin_popcountll (vector[i] & mask);
  return bits;
}

/* Adds @a and @b to the counter's bit @ones; returns the carry. */
ALWAYS_INLINE Vector
carry_save (Vector *ones, Vector a, Vector b)
{
  Vector carry = majority (*ones, a, b);

  *ones = parity (*ones, a, b);
  return carry;
}

static uint64_t
count_line (const Vector *line, size_t vectors, uint64_t mask)
{
  Vector ones = { 0 }, twos = { 0 }, fours = { 0 };
  uint64_t eights = 0;

  for (size_t i = 0; i < vectors; i += 8, line += 8) {
    Vector a = carry_save (&ones, line[0], line[1]);
    Vector b = carry_save (&ones, line[2], line[3]);
    Vector c = carry_save (&twos, a, b);
    a = carry_save (&ones, line[4], line[5]);
    b = carry_save (&ones, line[6], line[7]);
    b = carry_save (&twos, a, b);
    eights += count_bits (carry_save (&fours, b, c), mask);
  }
  return 8 * eights + 4 * count_bits (fours, mask) + 2 * count_bits (twos, mask)
         + count_bits (ones, mask);
}

/* All ones in the lanes whose cells in @column lie within the part counted. */
ALWAYS_INLINE void
mask_columns (
    const LifeBitslicedTile *tile, const LifeBitslicedPart *part, Vector *mask)
{
  uint64_t *lane = (uint64_t *) mask;

  for (size_t block = 0; block < tile->blocks; block++)
    for (size_t column = 0; column < BLOCK_COLUMNS; column++)
      for (size_t l = 0; l < LIFE_LANES; l++) {
        size_t x = (block * LIFE_LANES + l) * 64 + column;
        *lane++ = x >= part->x && x - part->x < part->width ? ~(uint64_t) 0 : 0;
      }
}

ALWAYS_INLINE uint64_t
mask_row (
    const LifeBitslicedTile *tile, const LifeBitslicedPart *part, size_t row)
{
  uint64_t mask = 0;

  for (size_t strip = 0; strip < 64; strip++) {
    size_t y = strip * tile->rows + row;
    if (y >= part->y && y - part->y < part->height)
      mask |= (uint64_t) 1 << strip;
  }
  return mask;
}

/* Advances one more generation, and counts the cells of @part that it changes. */
ALWAYS_INLINE void
advance_and_count (LifeBitslicedTile *tile, ptrdiff_t shift, const Logic *logic,
    LifeBitslicedPart *part)
{
  const size_t vectors = tile->blocks * BLOCK_COLUMNS;
  Vector *memory = (Vector *) tile->lines;
  Lines lines = { memory, memory + vectors, memory + 2 * vectors };

  mask_columns (tile, part, memory);
  part->births = part->deaths = 0;
  for (size_t i = 0; i < tile->rows; i++) {
    size_t y = shift < 0 ? i : tile->rows - 1 - i;
    uint64_t mask = mask_row (tile, part, y);

    advance_row (tile, y, shift, logic, &lines);
    part->births += count_line (lines.births, vectors, mask);
    part->deaths += count_line (lines.deaths, vectors, mask);
  }
}

ALWAYS_INLINE void
advance_rows (const LifeBitslicedTile *tile, ptrdiff_t shift, int band,
    const Logic *logic)
{
  size_t y = 0;

  for (;
       logic->code == NULL && logic->network == NULL && y + band <= tile->rows;
       y += band)
    advance_band (
        tile, shift < 0 ? y : tile->rows - band - y, shift, band, logic, NULL);
  for (; y < tile->rows; y++)
    advance_row (tile, shift < 0 ? y : tile->rows - 1 - y, shift, logic, NULL);
}

/* Advances a tile by @generations, and counts the last one if @part is not
 * NULL. @band rows at a time share their loads. */
ALWAYS_INLINE void
advance_tile (LifeBitslicedTile *tile, uint32_t generations,
    const LifeBitslicedWalls *walls, LifeBitslicedPart *part, int band,
    const Logic *logic)
{
  for (uint32_t left = generations; left > 0; left--) {
    ptrdiff_t shift = tile->first == 2 ? -1 : 1;

    turn_halo (tile, (Vector *) (tile->cells + tile->first * tile->stride));
    if (left == 1 && part != NULL)
      advance_and_count (tile, shift, logic, part);
    else
      advance_rows (tile, shift, band, logic);
    tile->first += (size_t) shift;
    build_walls (
        tile, walls, (Vector *) (tile->cells + tile->first * tile->stride));
  }
}

static void
advance_tile_by_life (LifeBitslicedTile *tile, uint32_t generations,
    const LifeBitslicedWalls *walls, LifeBitslicedPart *part)
{
  const Logic logic = { NULL, LIFE_SHAPE_BLOCK, 0 };

  advance_tile (tile, generations, walls, part, BAND, &logic);
}

/* Code is compiled for AVX2 and AVX-512. */
#if LIFE_LANES >= 4
static void
advance_tile_by_code (LifeBitslicedTile *tile, uint32_t generations,
    const LifeBitslicedWalls *walls, LifeBitslicedPart *part,
    const LifeBitslicedRule *rule)
{
  const Terms terms = terms_of (rule);
  const Logic logic = { &terms, LIFE_SHAPE_BLOCK, rule->ages, rule->code };

  if (logic.code != NULL)
    advance_tile (tile, generations, walls, part, 1, &logic);
}
#endif

/* Tiles of states, whose planes are no constant. */
static void
advance_tile_of_planes (LifeBitslicedTile *tile, uint32_t generations,
    const LifeBitslicedWalls *walls, LifeBitslicedPart *part,
    const LifeBitslicedRule *rule)
{
  const Logic logic = {
    .code = rule->code, .network = rule->network, .planes = tile->planes
  };

  if (logic.network != NULL)
    advance_tile (tile, generations, walls, part, 1, &logic);
}

static void
advance_tile_by_terms (LifeBitslicedTile *tile, uint32_t generations,
    const LifeBitslicedWalls *walls, LifeBitslicedPart *part,
    const LifeBitslicedRule *rule)
{
  Terms terms = terms_of (rule);

  if (rule->network != NULL) {
    advance_tile_of_planes (tile, generations, walls, part, rule);
    return;
  }
#if LIFE_LANES >= 4
  if (rule->code != NULL) {
    advance_tile_by_code (tile, generations, walls, part, rule);
    return;
  }
#endif
  WITH_LOGIC (rule, terms, advance_tile, tile, generations, walls, part, 1)
}

/* Swaps the upper halves of a's groups of 2 @by bits with the lower halves of
 * b's; @low has the bits of the lower halves. */
ALWAYS_INLINE void
exchange (Vector *a, Vector *b, int by, uint64_t low)
{
  const Vector mask = (Vector){ 0 } + low;
  Vector turned = choose (mask, *a, *b << by);

  *b = choose (mask, *a >> by, *b);
  *a = turned;
}

/* Transposes eight vectors: by half their distance, a quarter and an eighth. */
ALWAYS_INLINE void
turn_eight (Vector *v, int by, uint64_t low, uint64_t lower, uint64_t lowest)
{
  for (int i = 0; i < 4; i++)
    exchange (&v[i], &v[i + 4], by, low);
  for (int i = 0; i < 8; i += i % 4 == 1 ? 3 : 1)
    exchange (&v[i], &v[i + 2], by / 2, lower);
  for (int i = 0; i < 8; i += 2)
    exchange (&v[i], &v[i + 1], by / 4, lowest);
}

#define UINT64(x) ((uint64_t) 0x##x##ull)

/* Transposes squares of 64 × 64 bits: row i of square l is word l of vector i,
 * and becomes column i. From @from to @to, @from_step and @to_step words from a
 * vector to the next. Returns whether a bit is set. */
ALWAYS_INLINE int
turn_square (
    const uint64_t *from, size_t from_step, uint64_t *to, size_t to_step)
{
  Vector half[64], any = { 0 };

  for (int i = 0; i < 8; i++) {
    Vector v[8];
    for (int j = 0; j < 8; j++) {
      v[j] = load (from + (size_t) (8 * j + i) * from_step);
      any |= v[j];
    }
    turn_eight (v, 32, UINT64 (00000000ffffffff), UINT64 (0000ffff0000ffff),
        UINT64 (00ff00ff00ff00ff));
    for (int j = 0; j < 8; j++)
      half[8 * j + i] = v[j];
  }
  for (int i = 0; i < 8; i++) {
    Vector *v = half + 8 * i;
    turn_eight (v, 4, UINT64 (0f0f0f0f0f0f0f0f), UINT64 (3333333333333333),
        UINT64 (5555555555555555));
    for (int j = 0; j < 8; j++)
      store (to + (size_t) (8 * i + j) * to_step, v[j]);
  }
  for (int i = 0; i < LIFE_LANES; i++)
    if (any[i] != 0)
      return 1;
  return 0;
}

/* Copies a row of the 64 strips into the tile, from words of adjacent cells. */
static int
load_row (const LifeBitslicedTile *tile, uint64_t *slot, const uint64_t *rows)
{
  int any = 0;

  for (size_t block = 0; block < tile->blocks; block++)
    any |= turn_square (rows + block * LIFE_LANES, tile->blocks * LIFE_LANES,
        slot + block * tile->planes * BLOCK_COLUMNS * LIFE_LANES,
        tile->planes * LIFE_LANES);
  return any;
}

static void
store_row (const LifeBitslicedTile *tile, const uint64_t *slot, uint64_t *rows)
{
  for (size_t block = 0; block < tile->blocks; block++)
    turn_square (slot + block * tile->planes * BLOCK_COLUMNS * LIFE_LANES,
        tile->planes * LIFE_LANES, rows + block * LIFE_LANES,
        tile->blocks * LIFE_LANES);
}

/* Copies @words words from bit @shift of @from on; may read one word more. */
static void
copy_shifted (uint64_t *to, const uint64_t *from, uint32_t shift, size_t words)
{
  if (shift == 0)
    for (size_t i = 0; i < words; i++)
      to[i] = from[i];
  else
    for (size_t i = 0; i < words; i++)
      to[i] = from[i] >> shift | from[i + 1] << (64 - shift);
}

/* Replaces the words @to by @words; @changed is set to the bits that differed, and
 * the new bits are added to @alive. */
static void
replace (uint64_t *to, const uint64_t *words, size_t n, uint64_t *changed,
    uint64_t *alive)
{
  for (size_t i = 0; i < n; i++) {
    changed[i] |= to[i] ^ words[i];
    *alive |= words[i];
    to[i] = words[i];
  }
}
