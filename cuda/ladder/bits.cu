/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=bits: a bit per cell, counted by adders that are made of gates.
 *
 * Idea: a word is 32 cells of a row, so one gate works on 32 cells at once. Funnel
 * shifts move the cells left and right of each to its bit, full adders count the 3 × 3
 * cells of 32 blocks at once, in words for ones, twos, fours and eights, and the rule is
 * a tree of choices by these. A thread owns a word and sweeps down, so that the sum of
 * three cells of a row is found once and serves three rows.
 * Layout: a bit per cell; cell x of a row is bit x % 32 of word x / 32
 * (LIFE_LAYOUT_ROWS).
 * Halo: none in memory. Rows beyond an edge are chosen by the sweep, words beyond one by
 * find_column(); the words next to a thread's own come from the first-level cache.
 * Bytes per cell: 1/8 (rows + 2) / rows read, 1/8 written. Operations per word, which is
 * 32 cells: 3 loads, 5 shifts, 2 gates to add up a row, 7 a block and 19 for the rule.
 * Source: full adders on words of bits: D. E. Knuth, TAOCP 4A, 7.1.3. */
#include "cuda/engine/cuda-engine.h"
#include "cuda/ladder/ladder.h"

#include <utility>

#define THREADS 256
#define MAX_ROWS 32
#define TOTALS 10 /* of a block: 0 … 9, the cell in its middle counted */

/* What a launch works on. */
struct BitsPass {
  const uint32_t *from;
  uint32_t *to;
  size_t row;             /* words from a row to the next */
  uint32_t words, height; /* words of a row; rows */
  uint32_t
      unused; /* bits of a row's last word above its last cell; they are 0 */
  bool torus;
  uint32_t rows; /* that a thread sweeps */
  /* All ones where a dead cell, a live one lives next, by the total of its block. */
  uint32_t dead[TOTALS], alive[TOTALS];
};

/* --- Words side by side --- */

/* A thread's word and its neighbors in the row. The cells are moved @up, so that the last one is
 * bit 31 in a row's last word too, and next to the first one of the word at the right. */
struct WordColumn {
  uint32_t left, word, right;
  bool has_left, has_right;
  uint32_t left_up, up;
};

/* On a torus the words beyond an edge are those at the other one. */
static __device__ __forceinline__ WordColumn
find_column (const BitsPass &pass, uint32_t word)
{
  const uint32_t last = pass.words - 1;

  return { word > 0 ? word - 1 : last, word, word < last ? word + 1 : 0,
    word > 0 || pass.torus, word < last || pass.torus,
    word > 0 ? 0 : pass.unused, word < last ? 0 : pass.unused };
}

/* --- Counting --- */

/* The sum of three bits in two, which is a full adder. */
static __device__ __forceinline__ uint32_t
sum (uint32_t a, uint32_t b, uint32_t c)
{
  return a ^ b ^ c;
}

static __device__ __forceinline__ uint32_t
carry (uint32_t a, uint32_t b, uint32_t c)
{
  return (a & b) | (a & c) | (b & c);
}

/* 32 cells, and for each how many of the three around it in the row are alive, itself
 * among them: ones + 2 twos. */
struct CellRow {
  uint32_t cells, ones, twos;
};

static __device__ __forceinline__ CellRow
load_row (const BitsPass &pass, const WordColumn &column, uint32_t y)
{
  const uint32_t *row = pass.from + y * pass.row;
  const uint32_t left =
      column.has_left ? row[column.left] << column.left_up : 0;
  const uint32_t right = column.has_right ? row[column.right] : 0;
  /* What moves in below the first cell is the end of the word at the left. */
  const uint32_t cells = __funnelshift_l (left, row[column.word], column.up);
  const uint32_t before = __funnelshift_l (left, cells, 1);
  const uint32_t after = __funnelshift_r (cells, right, 1);

  return { cells, sum (before, cells, after), carry (before, cells, after) };
}

/* A multiplexer. */
static __device__ __forceinline__ uint32_t
choose (uint32_t by, uint32_t if_0, uint32_t if_1)
{
  return (if_0 & ~by) | (if_1 & by);
}

/* The next generation of the cells of @here. */
static __device__ __forceinline__ uint32_t
next_cells (const BitsPass &pass, const CellRow &above, const CellRow &here,
    const CellRow &below)
{
  /* Three numbers of two digits: the twos are added up without what the ones carry. */
  const uint32_t ones = sum (above.ones, here.ones, below.ones);
  const uint32_t carried = carry (above.ones, here.ones, below.ones);
  const uint32_t pairs = sum (above.twos, here.twos, below.twos);
  const uint32_t quads = carry (above.twos, here.twos, below.twos);
  const uint32_t twos = pairs ^ carried;
  const uint32_t fours = quads ^ (pairs & carried);
  const uint32_t eights = quads & pairs & carried;
  uint32_t next[TOTALS];

#pragma unroll
  for (int i = 0; i < TOTALS; i++)
    next[i] = choose (here.cells, pass.dead[i], pass.alive[i]);
#pragma unroll
  for (int i = 0; i < TOTALS / 2; i++)
    next[i] = choose (ones, next[2 * i], next[2 * i + 1]);
  const uint32_t below_4 = choose (twos, next[0], next[1]);
  const uint32_t below_8 = choose (twos, next[2], next[3]);
  return choose (eights, choose (fours, below_4, below_8), next[4]);
}

static __global__ void
__launch_bounds__ (THREADS) bits_kernel (const __grid_constant__ BitsPass pass)
{
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const WordColumn column =
      find_column (pass, (uint32_t) (thread % pass.words));
  const uint64_t first = thread / pass.words * pass.rows;

  life_launch_wait ();
  if (first >= pass.height)
    return;
  const uint32_t end =
      (uint32_t) min (first + pass.rows, (uint64_t) pass.height);
  const uint32_t last = pass.height - 1;
  uint32_t y = (uint32_t) first;
  /* The rows beyond the edges of a torus are its last and its first, those of a plane
   * are dead. */
  CellRow above = y > 0        ? load_row (pass, column, y - 1)
                  : pass.torus ? load_row (pass, column, last)
                               : CellRow{};
  CellRow here = load_row (pass, column, y);
  for (; y < end; y++) {
    const CellRow below = y < last     ? load_row (pass, column, y + 1)
                          : pass.torus ? load_row (pass, column, 0)
                                       : CellRow{};

    pass.to[y * pass.row + column.word] =
        next_cells (pass, above, here, below) >> column.up;
    above = here;
    here = below;
  }
}

/* --- The kernel as the engine sees it --- */

struct BitsPlan {
  BitsPass pass;
  LifeLaunch launch;
};

static gboolean
can_run (const LifeRule *rule, const LifeGeometry *geometry)
{
  return rule->dimensions == 2 && life_ladder_runs (rule, geometry);
}

static gdouble
rate (const LifeRule *rule)
{
  return 8e12;
}

/* How far a thread sweeps: as far as leaves every multiprocessor enough threads. */
static uint32_t
choose_rows (const BitsPass &pass, const LifeLauncher &launcher)
{
  const uint64_t target = 2048ull * launcher.multiprocessors;
  uint32_t rows = MAX_ROWS;

  while (rows > 1
         && (uint64_t) pass.words * ((pass.height - 1) / rows + 1) < target)
    rows /= 2;
  return rows;
}

static void *
make_plan (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  BitsPlan *plan = g_new0 (BitsPlan, 1);
  BitsPass &pass = plan->pass;
  const LifeStorage &storage = self->storage;

  pass.row = storage.row;
  pass.words = storage.row_words;
  pass.height = storage.height;
  pass.unused = 32 * storage.row_words - storage.width;
  pass.torus = storage.torus;
  pass.rows = choose_rows (pass, self->launcher);
  for (guint total = 0; total < TOTALS; total++) {
    pass.dead[total] = rule->birth >> total & 1 ? ~0u : 0;
    /* A live cell is no neighbor of its own. */
    pass.alive[total] = rule->survival << 1 >> total & 1 ? ~0u : 0;
  }
  const uint64_t threads =
      (uint64_t) pass.words * ((pass.height - 1) / pass.rows + 1);
  plan->launch = { (const void *) bits_kernel,
    dim3 ((unsigned) ((threads - 1) / THREADS + 1)), dim3 (THREADS), 0 };
  return plan;
}

static cudaError_t
advance (LifeCudaEngine *self, void *state, guint64 generations)
{
  BitsPlan *plan = (BitsPlan *) state;
  void *arguments[] = { &plan->pass };
  cudaError_t result = cudaSuccess;

  for (guint64 i = 0; i < generations && result == cudaSuccess; i++) {
    plan->pass.from = self->present;
    plan->pass.to = self->previous;
    result = life_launch_kernel (
        self->launcher, LIFE_START_DEPENDENT, plan->launch, arguments);
    if (result == cudaSuccess)
      std::swap (self->present, self->previous);
  }
  return result;
}

const LifeCudaKernel life_bits_kernel = {
  .option = LIFE_KERNEL_BITS,
  .automatic = FALSE,
  .layout = LIFE_LAYOUT_ROWS,
  .min_seconds = 2e-6,
  .min_generations = 1,
  .can_run = can_run,
  .rate = rate,
  .plan = make_plan,
  .advance = advance,
  .clear = g_free,
};
