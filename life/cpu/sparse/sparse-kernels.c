/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel of sparse tiles, written once and compiled for every width of vector.
 *
 * Idea: a tile of 48 × 48 cells and the eight cells around it on each side are 64 rows of
 * 64 cells, which stay in eight vectors of eight words for up to eight generations. The
 * outermost cells go wrong, from one more row and column each generation, and never reach
 * the tile. Cells side by side are the bits of a word, found by shifts. Rows that lie
 * eight apart share a vector, so that the rows above and below are the vectors before and
 * after; only before the first one and after the last one a vector is rotated by a word.
 *
 * Cost: 56 % of the cells advanced are the tile's own. A vector of 512 cells takes 2 shifts
 * and 8 gates per generation in Life, 28 gates in any other rule that counts; gathering one
 * takes 9 loads, 6 shuffles and 2 shifts, once per pass.
 *
 * Tiles with a halo of several generations are as old as such programs; that 64 rows of
 * words stay in registers, and rows far apart share a vector (life/cpu/bits2d/tile.h), is
 * what makes it fast. */
#include "life/cpu/sparse/sparse-kernels.h"

#include <string.h>

/* Wide vectors are never passed between functions that are not inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* The path's name, as life/base/vectors.h has it. */
#if LIFE_LANES == 8
#define TITLE "AVX-512"
#elif LIFE_LANES == 4
#define TITLE "AVX2"
#else
#define TITLE "portable"
#endif

/* Vectors have eight words whatever the processor has; the compiler cuts them. */
#undef LIFE_LANES
#define LIFE_LANES 8

#include "life/cpu/bits2d/network-gates.h"

#define ROWS 8

/* The words of two vectors side by side, as a vector. */
#define SHUFFLE(a, b, ...) \
  ((Vector) __builtin_shufflevector (a, b, __VA_ARGS__))

#define UNROLLED _Pragma ("GCC unroll 8")

/* A tile's own rows and columns. */
ALWAYS_INLINE Vector
own_cells (void)
{
  const uint64_t columns = (((uint64_t) 1 << LIFE_SPARSE_SIDE) - 1)
                           << LIFE_SPARSE_HALO;

  return (Vector){ 0, columns, columns, columns, columns, columns, columns, 0 };
}

/* Rows of a column of tiles: all of the middle one, and eight of those above and below. */
ALWAYS_INLINE Vector
gather_column (const LifeSparseTask *task, int column, size_t at)
{
  const Vector above = load (task->around[column] + at);
  const Vector here = load (task->around[3 + column] + at);
  const Vector below = load (task->around[6 + column] + at);
  const Vector upper = SHUFFLE (above, here, 6, 9, 10, 11, 12, 13, 14, 15);

  return SHUFFLE (upper, below, 0, 1, 2, 3, 4, 5, 6, 9);
}

ALWAYS_INLINE void
gather (const LifeSparseTask *task, size_t plane, Vector *cells)
{
  UNROLLED
  for (int i = 0; i < ROWS; i++) {
    const size_t at = plane + (size_t) i * 8;

    cells[i] = gather_column (task, 1, at)
               | gather_column (task, 0, at) >> LIFE_SPARSE_SIDE
               | gather_column (task, 2, at) << LIFE_SPARSE_SIDE;
  }
}

ALWAYS_INLINE Sum
sum_row (Vector cells)
{
  return sum_of (cells << 1, cells, cells >> 1);
}

ALWAYS_INLINE Vector
turn_down (Vector v)
{
  return SHUFFLE (v, v, 7, 0, 1, 2, 3, 4, 5, 6);
}

ALWAYS_INLINE Vector
turn_up (Vector v)
{
  return SHUFFLE (v, v, 1, 2, 3, 4, 5, 6, 7, 0);
}

#define TURN_SUM(turn, sum)                                         \
  ((Sum){ turn ((sum).ones), turn ((sum).twos), turn ((sum).first), \
      turn ((sum).middle), turn ((sum).last) })

/* Advances all rows by one generation. */
ALWAYS_INLINE void
advance (Vector *cells, const Logic *logic)
{
  const Sum first = sum_row (cells[0]), last = sum_row (cells[ROWS - 1]);
  Sum above = TURN_SUM (turn_down, last), here = first;
  const Sum end = TURN_SUM (turn_up, first);

  UNROLLED
  for (int i = 0; i < ROWS; i++) {
    const Sum below = i + 1 < ROWS ? sum_row (cells[i + 1]) : end;

    cells[i] = next_cells (above, here, below, cells[i], logic);
    above = here;
    here = below;
  }
}

/* The bits of all words of a vector. */
ALWAYS_INLINE uint64_t
join (Vector v)
{
  uint64_t all = 0;

  for (int i = 0; i < LIFE_LANES; i++)
    all |= v[i];
  return all;
}

ALWAYS_INLINE uint32_t
count_bits (Vector v)
{
  uint32_t n = 0;

  for (int i = 0; i < LIFE_LANES; i++)
    n += (uint32_t) __builtin_popcountll (v[i]);
  return n;
}

/* Stores a plane of the tile's own cells, and adds where they changed and are alive. */
ALWAYS_INLINE void
scatter_plane (
    uint64_t *to, const Vector *cells, Vector *changed, Vector *alive)
{
  const Vector own = own_cells ();

  UNROLLED
  for (int i = 0; i < ROWS; i++) {
    const Vector next = cells[i] & own;

    *changed |= next ^ load (to + i * 8);
    *alive |= next;
    store (to + i * 8, next);
  }
}

/* Stores all of @n_ages planes of ages, too. */
ALWAYS_INLINE void
scatter (LifeSparseTask *task, const Vector *cells, Vector (*ages)[ROWS],
    size_t n_ages)
{
  Vector changed = { 0 }, alive = { 0 };

  scatter_plane (task->next, cells, &changed, &alive);
  for (size_t k = 0; k < n_ages; k++)
    scatter_plane (
        task->next + (k + 1) * LIFE_SPARSE_PLANE, ages[k], &changed, &alive);
  task->changed = life_sparse_mask (join (changed), changed[1], changed[6]);
  task->alive = life_sparse_mask (join (alive), alive[1], alive[6]);
}

ALWAYS_INLINE void
count_changes (
    LifeSparseTask *task, const Vector *previous, const Vector *cells)
{
  const Vector own = own_cells ();

  task->births = task->deaths = 0;
  for (int i = 0; i < ROWS; i++) {
    task->births += count_bits (cells[i] & ~previous[i] & own);
    task->deaths += count_bits (previous[i] & ~cells[i] & own);
  }
}

/* Whether no cell is alive: then none is born. */
ALWAYS_INLINE int
is_empty (const Vector *cells)
{
  Vector alive = { 0 };

  UNROLLED
  for (int i = 0; i < ROWS; i++)
    alive |= cells[i];
  return join (alive) == 0;
}

/* Advances a tile, one generation by each @one. */
#define ADVANCE_TILE(task, one, ...)                  \
  do {                                                \
    Vector cells_[ROWS], previous_[ROWS];             \
    uint32_t left_ = (task)->generations;             \
                                                      \
    gather (task, 0, cells_);                         \
    if (is_empty (cells_)) {                          \
      (task)->births = (task)->deaths = 0;            \
      scatter (task, cells_, NULL, 0);                \
      break;                                          \
    }                                                 \
    for (; left_ > 0; left_--) {                      \
      if (left_ == 1 && (task)->counts)               \
        memcpy (previous_, cells_, sizeof previous_); \
      one (cells_, __VA_ARGS__);                      \
    }                                                 \
    if ((task)->counts)                               \
      count_changes (task, previous_, cells_);        \
    scatter (task, cells_, NULL, 0);                  \
  } while (0)

static void
advance_by_life (LifeSparseTask *task)
{
  const Logic logic = { NULL, LIFE_SHAPE_BLOCK, 0 };

  ADVANCE_TILE (task, advance, &logic);
}

static void
advance_by_terms (LifeSparseTask *task, const LifeBitslicedRule *rule)
{
  const Terms terms = terms_of (rule);

  switch (rule->shape) {
    case LIFE_SHAPE_CROSS:
      ADVANCE_TILE (task, advance, &(Logic){ &terms, LIFE_SHAPE_CROSS, 0 });
      break;
    case LIFE_SHAPE_HEXAGON:
      ADVANCE_TILE (task, advance, &(Logic){ &terms, LIFE_SHAPE_HEXAGON, 0 });
      break;
    default:
      ADVANCE_TILE (task, advance, &(Logic){ &terms, LIFE_SHAPE_BLOCK, 0 });
  }
}

/* The cells that are not in state 0. */
ALWAYS_INLINE void
join_states (
    const Vector *cells, Vector (*ages)[ROWS], size_t n_ages, Vector *all)
{
  for (int i = 0; i < ROWS; i++) {
    all[i] = cells[i];
    for (size_t k = 0; k < n_ages; k++)
      all[i] |= ages[k][i];
  }
}

ALWAYS_INLINE void
advance_generations (LifeSparseTask *task, const Logic *logic)
{
  const size_t n = logic->ages;
  Vector cells[ROWS], next[ROWS], previous[ROWS], all[ROWS];
  Vector ages[LIFE_MAX_AGES][ROWS];

  gather (task, 0, cells);
  for (size_t k = 0; k < n; k++)
    gather (task, (k + 1) * LIFE_SPARSE_PLANE, ages[k]);
  for (uint32_t left = task->generations; left > 0; left--) {
    if (left == 1 && task->counts)
      join_states (cells, ages, n, previous);
    memcpy (next, cells, sizeof next);
    advance (next, logic);
    for (int i = 0; i < ROWS; i++) {
      uint64_t *age = (uint64_t *) &ages[0][i];

      cells[i] = let_age (
          logic, next[i], cells[i], age, age, ROWS * LIFE_LANES, NULL, NULL);
    }
  }
  if (task->counts) {
    join_states (cells, ages, n, all);
    count_changes (task, previous, all);
  }
  scatter (task, cells, ages, n);
}

static void
advance_by_ages (LifeSparseTask *task, const LifeBitslicedRule *rule)
{
  const Terms terms = terms_of (rule);

  switch (rule->shape) {
    case LIFE_SHAPE_CROSS:
      advance_generations (
          task, &(Logic){ &terms, LIFE_SHAPE_CROSS, rule->ages });
      break;
    case LIFE_SHAPE_HEXAGON:
      advance_generations (
          task, &(Logic){ &terms, LIFE_SHAPE_HEXAGON, rule->ages });
      break;
    default:
      advance_generations (
          task, &(Logic){ &terms, LIFE_SHAPE_BLOCK, rule->ages });
  }
}

/* The cells of a row, and their neighbors in it, from the east to the west. */
ALWAYS_INLINE void
read_row (Vector cells, Vector *row)
{
  row[0] = cells >> 1;
  row[1] = cells;
  row[2] = cells << 1;
}

static void
advance_by_diagram (Vector *cells, const LifeDiagram *map)
{
  Vector rows[ROWS + 2];

  rows[0] = turn_down (cells[ROWS - 1]);
  memcpy (rows + 1, cells, ROWS * sizeof (Vector));
  rows[ROWS + 1] = turn_up (cells[0]);
  for (int i = 0; i < ROWS; i++) {
    Vector inputs[9];

    for (int j = 0; j < 3; j++)
      read_row (rows[i + 2 - j], inputs + 3 * j);
    cells[i] = run_diagram (map, inputs);
  }
}

static void
advance_by_map (LifeSparseTask *task, const LifeDiagram *map)
{
  ADVANCE_TILE (task, advance_by_diagram, map);
}

/* Advances cells of all planes by one generation. A word of a column has as many vectors as a
 * tile, so that the cells above and below are those of the vectors before and after. */
static void
advance_planes (
    Vector (*cells)[ROWS], const LifeBitslicedNetwork *rule, PlanesWork *work)
{
  const size_t planes = rule->network->planes;
  const size_t words = 3 * planes + rule->network->n_columns;

  for (size_t k = 0; k < planes; k++) {
    const Vector *from = cells[k];

    memcpy (work->words[k] + 1, from, (ROWS - 1) * sizeof (Vector));
    work->words[k][0] = turn_down (from[ROWS - 1]);
    memcpy (work->words[planes + k], from, ROWS * sizeof (Vector));
    memcpy (work->words[2 * planes + k], from + 1, (ROWS - 1) * sizeof *from);
    work->words[2 * planes + k][ROWS - 1] = turn_up (from[0]);
  }
  run_columns (rule, work, ROWS);
  for (size_t word = 0; word < words; word++) {
    const Vector *from = work->words[word];

    for (int i = 0; i < ROWS; i++) {
      work->shifted[0][word][i] = from[i] << 1;
      work->shifted[1][word][i] = from[i] >> 1;
    }
    work->signals[3 * word] = work->shifted[0][word];
    work->signals[3 * word + 1] = from;
    work->signals[3 * word + 2] = work->shifted[1][word];
  }
  run_gates (rule, work, ROWS);
  for (size_t k = 0; k < planes; k++)
    for (int i = 0; i < ROWS; i++)
      cells[k][i] = work->signals[rule->network->outputs[k]][i];
}

static void
advance_by_network (LifeSparseTask *task, const LifeBitslicedNetwork *rule)
{
  const size_t n = rule->network->planes;
  Vector cells[LIFE_NETWORK_PLANES][ROWS], previous[ROWS], all[ROWS];
  PlanesWork *work = life_planes_scratch ();

  for (size_t k = 0; k < n; k++)
    gather (task, k * LIFE_SPARSE_PLANE, cells[k]);
  for (uint32_t left = task->generations; left > 0; left--) {
    if (left == 1 && task->counts)
      join_states (cells[0], cells + 1, n - 1, previous);
    advance_planes (cells, rule, work);
  }
  if (task->counts) {
    join_states (cells[0], cells + 1, n - 1, all);
    count_changes (task, previous, all);
  }
  scatter (task, cells[0], cells + 1, n - 1);
}

const LifeSparseKernel LIFE_FOR_PATH (life_sparse) = { TITLE,
  &LIFE_FOR_PATH (life_states), advance_by_life, advance_by_terms,
  advance_by_ages, advance_by_map, advance_by_network };
