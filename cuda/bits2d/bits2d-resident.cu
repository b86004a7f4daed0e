/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses how bit-sliced 2D worlds are cut into interleaved tiles that stay on the chip,
 * and launches the kernel of bits2d-resident.cuh. When worlds are left to it is decided in
 * bits2d-step.cu. */
#include "cuda/bits2d/bits2d-resident.h"

#include <algorithm>
#include <stdio.h>
#include <utility>

namespace {

/* A shape of tile and its kernels for B3/S23 by topology, plane last. */
struct ResidentKernels {
  int columns, words, bits, tiles;
  unsigned end_entries, side_entries; /* in a buffer, of 32 and of 128 bits */
  const void *kernel[2];
};

template <int columns, int words, int bits, int tiles>
ResidentKernels
make_shape ()
{
  typedef LifeTileShape<columns, words, bits, tiles> Chosen;
  return { columns, words, bits, tiles, Chosen::end_entries,
    Chosen::side_entries,
    { (const void *) life_bits2d_resident<columns, words, bits, tiles, false,
          LifeRuleB3S23>,
        (const void *) life_bits2d_resident<columns, words, bits, tiles, true,
            LifeRuleB3S23> } };
}

/* From 4 to 192 words of a lane for each part of a multiprocessor. */
const ResidentKernels shapes[] = {
  make_shape<2, 2, 8, 1> (),
  make_shape<3, 2, 8, 1> (),
  make_shape<2, 4, 3, 1> (),
  make_shape<3, 4, 4, 1> (),
  make_shape<4, 4, 4, 1> (),
  make_shape<5, 4, 4, 1> (),
  make_shape<4, 6, 2, 1> (),
  make_shape<5, 6, 2, 1> (),
  make_shape<6, 8, 2, 1> (),
  make_shape<8, 8, 2, 1> (),
  make_shape<10, 8, 2, 1> (),
  make_shape<6, 8, 1, 2> (),
  make_shape<8, 8, 2, 2> (),
  make_shape<8, 8, 1, 2> (),
  make_shape<10, 8, 1, 2> (),
  make_shape<12, 8, 1, 2> (),
};

/* An axis of @size cells in units of @unit, and what a tile has along it: @capacity, of which
 * @halo at either end are its neighbors', and @outside at an end of a plane belongs to no tile. */
struct TiledAxis {
  unsigned size, unit;
  bool torus;
  int capacity, halo, outside;
};

/* Whether @count tiles do: each has as much of its own as its neighbors read, and room for
 * it. */
bool
fits (const TiledAxis &axis, unsigned count)
{
  const unsigned units = axis.size / axis.unit;

  if (!axis.torus && count < 2)
    return false;
  for (unsigned i = 0; i < count; i++) {
    int own = (life_resident_start (i + 1, count, units)
                  - life_resident_start (i, count, units))
                  * (int) axis.unit
              + (i == 0 ? (int) (axis.size % axis.unit) : 0);
    int before = axis.torus || i > 0 ? axis.halo : axis.outside;
    int after = axis.torus || i + 1 < count ? axis.halo : axis.outside;
    if (own < axis.halo || before + own + after > axis.capacity)
      return false;
  }
  return true;
}

/* The fewest tiles that fit; 0: there are none. Fewer than a torus takes may do on a plane,
 * whose outermost have no halo on one side, and more where units do not divide evenly. */
unsigned
count_tiles (const TiledAxis &axis)
{
  const unsigned limit = (unsigned) (axis.capacity - 2 * axis.halo);
  const unsigned lowest = std::max (1u, axis.size / limit);

  for (unsigned count = lowest; count < lowest + 3; count++)
    if (fits (axis, count))
      return count;
  return 0;
}

/* A generation takes so many clock cycles: the gates and shifts of the tiles of a part, at a
 * little more than two cycles for each, and a share of an exchange. Fitted to an H100, off by a
 * twentieth at most, and for the smallest tile by a tenth. */
double
estimate (const ResidentKernels &shape)
{
  double words = shape.columns * shape.words * shape.tiles;
  double gates = 8 * words + 2 * shape.columns * shape.tiles;
  double exchange = (1050 + 24 * words) / (shape.words * shape.bits);
  return (shape.tiles > 1 ? 2.03 : 2.1) * gates + exchange;
}

/* Clock cycles from a tile's last entry to its first read of those of others. Most are
 * there by then, and to read twice takes longer than to wait. */
const unsigned PAUSE = 320;

LifeLaunch
launch_of (const void *kernel, unsigned width, unsigned lines)
{
  return { kernel,
    dim3 ((width + LIFE_RESIDENT_COLUMNS - 1) / LIFE_RESIDENT_COLUMNS, lines),
    dim3 (LIFE_RESIDENT_COLUMNS), 0 };
}

/* Entries of a buffer, at the ends of tiles and at their sides. */
unsigned
count_row_entries (const LifeBits2dCut &cut)
{
  return 2 * cut.lines * cut.columns * shapes[cut.shape].end_entries;
}

unsigned
count_side_entries (const LifeBits2dCut &cut)
{
  return 2 * cut.lines * cut.columns * shapes[cut.shape].side_entries;
}

} // namespace

LifeBits2dCut
life_bits2d_cut (const LifeStrips &strips, bool torus, int multiprocessors)
{
  const double cells = (double) strips.width * strips.height;
  LifeBits2dCut best = {};
  double lowest = 0;

  for (unsigned i = 0; i < sizeof (shapes) / sizeof (shapes[0]); i++) {
    const ResidentKernels &shape = shapes[i];
    const unsigned long long limit = 4ull * shape.tiles * multiprocessors;
    const int halo = shape.words * shape.bits;
    const double cost = estimate (shape);
    const double capacity =
        1024.0 * shape.columns * shape.words; /* of a tile */
    if ((best.columns > 0 && cost >= lowest) || cells > capacity * limit)
      continue;
    const unsigned columns = count_tiles (
        { strips.width, 1, torus, 32 * shape.columns, halo, shape.columns });
    const unsigned lines = count_tiles ({ strips.height, (unsigned) shape.words,
        torus, 32 * shape.words, halo, 0 });
    if (columns > 0 && lines > 0
        && (unsigned long long) columns * lines <= limit) {
      best = { i, columns, lines };
      lowest = cost;
    }
  }
  return best;
}

size_t
life_bits2d_cut_bytes (const LifeStrips &strips, const LifeBits2dCut &cut)
{
  const ResidentKernels &shape = shapes[cut.shape];
  size_t lines = (size_t) cut.lines * (size_t) shape.words;

  return LIFE_RESIDENT_BUFFERS
             * (count_side_entries (cut) * sizeof (ulonglong2)
                 + count_row_entries (cut) * sizeof (unsigned))
         + lines * life_resident_pitch (strips.width, shape.columns)
               * sizeof (LifeWord);
}

void
life_bits2d_name_resident (const LifeBits2dCut &cut, bool torus,
    const char *rule, char *name, size_t size)
{
  const ResidentKernels &shape = shapes[cut.shape];

  snprintf (name, size, "life_bits2d_resident<%d, %d, %d, %d, %s, %s>",
      shape.columns, shape.words, shape.bits, shape.tiles,
      torus ? "false" : "true", rule);
}

cudaError_t
life_bits2d_plan_resident (LifeBits2dResidentPlan *plan,
    const LifeStrips &strips, bool torus, const LifeBits2dCut &cut,
    const LifeLauncher &launcher, const void *kernel, void *entries)
{
  const ResidentKernels &shape = shapes[cut.shape];
  const unsigned warps = 4 * shape.tiles;
  const unsigned threads = 32 * warps;
  const unsigned blocks = (cut.columns * cut.lines + warps - 1) / warps;
  LifeBits2dResident &world = plan->world;
  unsigned resident = 0;

  if (kernel == nullptr)
    kernel = shape.kernel[!torus];
  cudaError_t error =
      life_launch_count_resident (launcher, kernel, threads, 0, &resident);
  if (error != cudaSuccess || !launcher.cooperative || resident < blocks)
    return error;

  world.strips = strips;
  world.plane = !torus;
  world.columns = cut.columns;
  world.lines = cut.lines;
  world.lane_columns = (unsigned) shape.columns;
  world.words = (unsigned) shape.words;
  world.halo = (unsigned) (shape.words * shape.bits);
  world.pause = PAUSE;
  world.row_entries = count_row_entries (cut);
  world.side_entries = count_side_entries (cut);
  world.sides = (ulonglong2 *) entries;
  world.rows =
      (unsigned *) (world.sides
                    + (size_t) LIFE_RESIDENT_BUFFERS * world.side_entries);
  world.cells =
      (LifeWord *) (world.rows
                    + (size_t) LIFE_RESIDENT_BUFFERS * world.row_entries);
  plan->launch = { kernel, dim3 (blocks), dim3 (threads), 0 };
  plan->to_resident = launch_of ((const void *) life_bits2d_to_resident,
      strips.width, cut.lines * world.words);
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
  const uint64_t limit = 1u << 15;
  void *fill[] = { &world, present };
  void *arguments[] = { &world, rule };
  void *empty[] = { &world, previous };

  world.round = 0;
  cudaError_t error = life_launch_kernel (
      launcher, LIFE_START_DEPENDENT, plan->to_resident, fill);
  while (error == cudaSuccess && generations > 0) {
    world.generations = (unsigned) std::min (generations, limit);
    error = life_launch_kernel (
        launcher, LIFE_START_TOGETHER, plan->launch, arguments);
    generations -= world.generations;
    world.round += (world.generations + world.halo - 1) / world.halo;
  }
  if (error == cudaSuccess)
    error = life_launch_kernel (
        launcher, LIFE_START_AFTER, plan->from_resident, empty);
  if (error == cudaSuccess)
    std::swap (*present, *previous);
  return error;
}
