/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses how bit-sliced 2D worlds are cut into block tiles that stay on the chip, and
 * launches the kernel of resident.cuh. When worlds are left to it is decided in
 * step.cu. */
#include "cuda/bits2d/resident.h"

#include <algorithm>
#include <stdio.h>
#include <utility>

namespace {

/* A shape of block and its kernels for B3/S23 by topology, plane last. */
struct Shape {
  int columns, words, warp_columns, warp_lines;
  int shared_bytes, entries;
  const void *kernel[2];
};

template <int columns, int words, int warp_columns, int warp_lines>
Shape
make_shape ()
{
  typedef LifeResidentShape<columns, words, warp_columns, warp_lines> Chosen;
  return { columns, words, warp_columns, warp_lines, Chosen::shared_bytes,
    Chosen::entries,
    { (const void *) life_bits2d_resident<columns, words, warp_columns,
          warp_lines, false, LifeRuleB3S23>,
        (const void *) life_bits2d_resident<columns, words, warp_columns,
            warp_lines, true, LifeRuleB3S23> } };
}

/* From 8 to 150 words for each part of a multiprocessor. */
const Shape shapes[LIFE_BITS2D_RESIDENT_SHAPES] = {
  make_shape<2, 4, 2, 2> (),
  make_shape<2, 3, 4, 2> (),
  make_shape<3, 5, 2, 2> (),
  make_shape<3, 4, 2, 4> (),
  make_shape<5, 4, 4, 2> (),
  make_shape<7, 3, 2, 4> (),
  make_shape<3, 7, 4, 2> (),
  make_shape<5, 7, 4, 2> (),
  make_shape<5, 7, 4, 3> (),
  make_shape<5, 10, 4, 3> (),
};

const int MOST_STEP = 8; /* generations between exchanges of warps */

/* Along one axis: how many block tiles of how many warps, that hold so many cells
 * each, and what the outermost tiles of a plane have in place of a halo. */
struct Axis {
  unsigned size;
  int parts, held, outside;
  int most_overlap; /* of warps: what is exchanged is to be in one word or half */
};

/* Whether @count block tiles do: each warp of each of them holds what it needs. */
bool
fits (const Axis &axis, bool torus, int halo, int step, unsigned count)
{
  for (unsigned i = 0; i < count; i++) {
    int own = life_resident_start (i + 1, count, axis.size)
              - life_resident_start (i, count, axis.size);
    int used = own + (torus || i > 0 ? halo : axis.outside)
               + (torus || i + 1 < count ? halo : axis.outside);
    if (own < halo || used < axis.held)
      return false;
    for (int part = 0; part + 1 < axis.parts; part++) {
      int overlap =
          axis.held + life_resident_offset (part, axis.parts, used, axis.held)
          - life_resident_offset (part + 1, axis.parts, used, axis.held);
      if (overlap < 2 * step || overlap > axis.most_overlap)
        return false;
    }
  }
  return true;
}

/* The fewest block tiles that fit, or one more; 0: they do not. */
unsigned
count_tiles (const Axis &axis, bool torus, int halo, int step)
{
  int most = axis.parts * axis.held - (axis.parts - 1) * 2 * step - 2 * halo;

  if (most < halo)
    return 0;
  unsigned least = (axis.size + (unsigned) most - 1) / (unsigned) most;
  for (unsigned count = least; count < least + 2; count++)
    if (fits (axis, torus, halo, step, count))
      return count;
  return 0;
}

/* A generation takes so long in 0.001 µs: words of each of the four parts of a
 * multiprocessor, exchanges among warps, exchanges among blocks. Fitted to 250 cuts on
 * an H200, which are off by a tenth at most. */
double
estimate (const Shape &shape, int halo, int step)
{
  int warps = (shape.warp_columns * shape.warp_lines + 3) / 4;
  int words = warps * shape.columns * shape.words;
  int steps = (halo + step - 1) / step;
  return 12.2 * words + (170.0 * steps + 1013) / halo - 35;
}

LifeLaunch
launch_of (const void *kernel, unsigned width, unsigned lines)
{
  return { kernel,
    dim3 ((width + LIFE_RESIDENT_COLUMNS - 1) / LIFE_RESIDENT_COLUMNS, lines),
    dim3 (LIFE_RESIDENT_COLUMNS), 0 };
}

/* Entries of all buffers, at the ends of block tiles and at their sides. */
size_t
count_row_entries (const LifeStrips &strips, const LifeBits2dCut &cut)
{
  return LIFE_RESIDENT_BUFFERS * 2 * (size_t) cut.lines
         * life_resident_places (strips.width, shapes[cut.shape].columns);
}

size_t
count_side_entries (const LifeBits2dCut &cut)
{
  const Shape &shape = shapes[cut.shape];
  return LIFE_RESIDENT_BUFFERS * 2 * (size_t) cut.lines * cut.columns
         * (size_t) (shape.warp_lines * shape.entries) * cut.halo;
}

} // namespace

LifeBits2dCut
life_bits2d_cut (const LifeStrips &strips, bool torus, int blocks)
{
  LifeBits2dCut best = {};
  double least = 0;

  for (unsigned i = 0; i < LIFE_BITS2D_RESIDENT_SHAPES; i++) {
    const Shape &shape = shapes[i];
    const int width = 32 * shape.columns, height = 32 * shape.words;
    for (int halo = 4; halo <= LIFE_RESIDENT_HALO && 2 * halo <= width; halo++)
      for (int step = 3; step <= std::min (halo, MOST_STEP); step++) {
        double cost = estimate (shape, halo, step);
        if (best.microseconds > 0 && cost >= least)
          continue;
        /* Warps overlap in one word, and not in columns of a third one. */
        const Axis across = { strips.width, shape.warp_columns, width,
          shape.columns, width - step };
        const Axis down = { strips.height, shape.warp_lines, height, 0, 32 };
        unsigned columns = count_tiles (across, torus, halo, step);
        unsigned lines = count_tiles (down, torus, halo, step);
        if (columns == 0 || lines == 0
            || (unsigned long long) columns * lines > (unsigned) blocks)
          continue;
        least = cost;
        best = { i, columns, lines, (unsigned) halo, (unsigned) step,
          cost / 1000 };
      }
  }
  return best;
}

size_t
life_bits2d_cut_bytes (const LifeStrips &strips, const LifeBits2dCut &cut)
{
  const Shape &shape = shapes[cut.shape];
  size_t lines = (size_t) cut.lines * (size_t) (shape.warp_lines * shape.words);

  return (count_row_entries (strips, cut) + count_side_entries (cut))
             * sizeof (unsigned long long)
         + lines * life_resident_places (strips.width, shape.columns)
               * sizeof (LifeWord);
}

void
life_bits2d_name_resident (const LifeBits2dCut &cut, bool torus,
    const char *rule, char *name, size_t size)
{
  const Shape &shape = shapes[cut.shape];

  snprintf (name, size, "life_bits2d_resident<%d, %d, %d, %d, %s, %s>",
      shape.columns, shape.words, shape.warp_columns, shape.warp_lines,
      torus ? "false" : "true", rule);
}

cudaError_t
life_bits2d_plan_resident (LifeBits2dResidentPlan *plan,
    const LifeStrips &strips, bool torus, const LifeBits2dCut &cut,
    const LifeLauncher &launcher, const void *kernel, void *entries)
{
  const Shape &shape = shapes[cut.shape];
  const unsigned threads =
      32 * (unsigned) (shape.warp_columns * shape.warp_lines);
  LifeBits2dResident &world = plan->world;
  unsigned resident = 0;

  if (kernel == nullptr)
    kernel = shape.kernel[!torus];
  cudaError_t error = life_launch_count_resident (
      launcher, kernel, threads, (size_t) shape.shared_bytes, &resident);
  if (error == cudaErrorInvalidValue) {
    /* More shared memory than this GPU lets a block have. */
    (void) cudaGetLastError ();
    error = cudaSuccess;
    resident = 0;
  }
  if (error != cudaSuccess || !launcher.cooperative
      || resident < cut.columns * cut.lines)
    return error;

  world.strips = strips;
  world.plane = !torus;
  world.columns = cut.columns;
  world.lines = cut.lines;
  world.halo = cut.halo;
  world.step = cut.step;
  world.lane_columns = (unsigned) shape.columns;
  world.words = (unsigned) shape.words;
  world.warp_lines = (unsigned) shape.warp_lines;
  world.rows = (unsigned long long *) entries;
  world.sides = world.rows + count_row_entries (strips, cut);
  world.entries = count_row_entries (strips, cut) + count_side_entries (cut);
  world.cells = (LifeWord *) (world.rows + world.entries);
  plan->launch = { kernel, dim3 (cut.columns * cut.lines), dim3 (threads),
    (size_t) shape.shared_bytes };
  plan->to_resident = launch_of ((const void *) life_bits2d_to_resident,
      strips.width, cut.lines * world.warp_lines * world.words);
  plan->from_resident = launch_of (
      (const void *) life_bits2d_from_resident, strips.width, strips.rows);
  return cudaSuccess;
}

cudaError_t
life_bits2d_run_resident (LifeBits2dResidentPlan *plan, void *rule,
    const LifeLauncher &launcher, uint64_t generations, uint32_t **present,
    uint32_t **previous)
{
  LifeBits2dResident &world = plan->world;
  /* So that no launch runs for longer than about a tenth of a second. */
  const uint64_t most = 1u << 16;
  void *fill[] = { &world, present };
  void *arguments[] = { &world, rule };
  void *empty[] = { &world, previous };

  world.round = 0;
  cudaError_t error = life_launch_kernel (
      launcher, LIFE_START_DEPENDENT, plan->to_resident, fill);
  while (error == cudaSuccess && generations > 0) {
    world.generations = (unsigned) std::min (generations, most);
    error = life_launch_kernel (
        launcher, LIFE_START_TOGETHER, plan->launch, arguments);
    generations -= world.generations;
    /* A launch begins with a round of its own. */
    world.round += (world.generations + world.halo - 1) / world.halo + 1;
  }
  if (error == cudaSuccess)
    error = life_launch_kernel (
        launcher, LIFE_START_AFTER, plan->from_resident, empty);
  if (error == cudaSuccess)
    std::swap (*present, *previous);
  return error;
}
