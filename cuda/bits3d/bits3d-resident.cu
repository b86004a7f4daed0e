// SPDX-License-Identifier: LGPL-2.1-or-later
// Chooses how a world is cut into tiles that stay on the chip, and launches the
// kernel of bits3d-resident.cuh, where that is described.
#include "cuda/bits3d/bits3d-resident.h"

#include <stdio.h>
#include <string.h>
#include <utility>

#include "cuda/bits3d/bits3d-resident.cuh"

// How often a word is loaded in a launch before a block gives up: seconds.
static const unsigned int spin_limit = 1u << 23;
// So many cells, and generations, are stepped in a launch: a few milliseconds.
static const double cells_a_launch = 6e10;
static const uint64_t generations_a_launch = 4000;

// What bounds a cut on the current device.
struct Room {
  int multiprocessors, registers;
  int shared_bytes; // for a block
};

static cudaError_t
find_room (const LifeLauncher &launcher, Room *room)
{
  int device;
  cudaError_t error = cudaGetDevice (&device);
  const struct {
    int *value;
    cudaDeviceAttr attribute;
  } attributes[] = {
    { &room->registers, cudaDevAttrMaxRegistersPerMultiprocessor },
    { &room->shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin },
  };
  for (const auto &each : attributes)
    if (error == cudaSuccess)
      error = cudaDeviceGetAttribute (each.value, each.attribute, device);
  room->shared_bytes -= 64; // the kernel's own
  room->multiprocessors = launcher.cooperative ? launcher.multiprocessors : 0;
  return error;
}

// Microseconds per generation on an H200, about as 100 cuts were measured there. A
// step is as long as the busiest of four schedulers takes, which issues a gate
// every other cycle, or a warp alone with its latencies. Halo warps take time for
// each step and each word and, where a sweep is short, for the way of what they wait
// for. Ends are published after three steps, and one more for each slice that the
// tile lacks; then they travel. Blocks, and threads, wait for the slowest.
static double
cost_of_cut (
    const LifeResidentCut &cut, LifeResidentRows rows, int blocks, int lacking)
{
  const int warps = (cut.workers () / 32 + 3) / 4;
  const double gates =
      26. * cut.column + (rows == LifeResidentRows::whole ? 20 : 32);
  const double busy = 2 * warps * gates, alone = 2.6 * gates + 100;
  const double step = (busy > alone ? busy : alone) / 1900;
  const double sweep = (cut.chunk + 2) * step;
  const double ends = (double) cut.end_words () / cut.halo_threads ();
  const double exchange = (3 + lacking) * step + 0.9 + 0.03 * ends;
  const double halo_warp =
      0.11 * (cut.chunk + 2) + 0.09 * ((4 * cut.words + 31) / 32) * cut.chunk
      + 0.15 * ends + (cut.chunk <= 4 ? 0.4 * cut.end_batches () : 0);
  double longest = sweep > exchange ? sweep : exchange;
  longest = longest > halo_warp ? longest : halo_warp;
  return longest + 0.1 * halo_warp + 0.2 / cut.chunk + 8e-4 * cut.threads ()
         + 4e-3 * blocks;
}

// How the world's rows go through generations.
static LifeResidentRows
rows_of (const LifeBits3dWorld *world)
{
  const bool whole = world->width % 32 == 0;
  if (!world->torus)
    return whole ? LifeResidentRows::still : LifeResidentRows::gap;
  return whole ? LifeResidentRows::whole : LifeResidentRows::ring;
}

static uint32_t
divide_up (uint64_t n, uint64_t divisor)
{
  return n / divisor + (n % divisor != 0);
}

// The same where every generation is a launch, whose warps have idle lanes unless
// rows are of 4, 8, 16 or 32 words.
static double
cost_of_launches (const LifeBits3dWorld *world)
{
  const uint32_t words = divide_up (world->width, 32);
  const double cost = 2.3 + 8e-8 * world->width * world->height * world->depth;
  return (words & (words - 1)) == 0 ? cost : 1.08 * cost;
}

static bool
fits (const LifeResidentCut &cut, LifeResidentRows rows, const Room &room)
{
  const int warps = cut.threads () / 32;
  // That a thread uses.
  const int registers = cut.column == 8                   ? 160
                        : rows == LifeResidentRows::whole ? 96
                                                          : 128;
  return cut.chunk_threads () % 16 == 0 && cut.groups >= 2
         && cut.is_long_enough () && cut.chunks <= 30 && cut.threads () <= 640
         && (warps + 3) / 4 * 4 * 32 * registers <= room.registers
         && cut.shared_bytes () <= room.shared_bytes;
}

// A kernel for B6/S567 that is compiled in, for a torus of whole words and tiles.
struct Compiled {
  LifeResidentCut cut;
  const void *kernel;
};

template <int Words, int Column, int Groups, int Chunks, int Chunk>
static Compiled
compiled_for ()
{
  return { { Words, Column, Groups, Chunks, Chunk },
    (const void *) life_bits3d_resident_kernel<LifeRuleB6S567, Words, Column,
        Groups, Chunks, Chunk, LifeResidentRows::whole, 0, 0> };
}

// On 132 multiprocessors the first, second and sixth are those of cubes of 128,
// 256 and 512 cells, the others of worlds between them.
static const Compiled compiled[] = { compiled_for<4, 4, 4, 8, 4> (),
  compiled_for<8, 4, 4, 8, 4> (), compiled_for<8, 4, 4, 8, 8> (),
  compiled_for<16, 4, 4, 4, 8> (), compiled_for<16, 4, 4, 4, 16> (),
  compiled_for<16, 8, 2, 8, 16> (), compiled_for<32, 4, 2, 4, 16> () };

// A search for the cheapest cut of a world.
struct CutSearch {
  const LifeBits3dWorld *world;
  Room room;
  double best;
  LifeBits3dResident *resident;

  void
  consider (const LifeResidentCut &cut)
  {
    const uint64_t blocks_y = divide_up (world->height, cut.rows ());
    const uint64_t blocks_z = divide_up (world->depth, cut.slices ());
    const uint64_t lacking_y = blocks_y * cut.rows () - world->height;
    const uint64_t lacking_z = blocks_z * cut.slices () - world->depth;
    const LifeResidentRows rows = rows_of (world);
    const int lacking_rows = (int) divide_up (lacking_y, blocks_y);
    const int lacking_slices = (int) divide_up (lacking_z, 2 * blocks_z);
    if (cut.words != (int) divide_up (world->width, 32)
        || blocks_y * blocks_z > (uint64_t) room.multiprocessors
        || !fits (cut, rows, room)
        || !cut.may_lack (lacking_rows, lacking_slices))
      return;
    const double cost =
        cost_of_cut (cut, rows, (int) (blocks_y * blocks_z), lacking_slices);
    if (cost >= best)
      return;
    best = cost;
    *resident = { cut.words, cut.column, cut.groups, cut.chunks, cut.chunk,
      (int) blocks_y, (int) blocks_z, (int) rows, lacking_rows,
      lacking_slices };
  }

  void
  consider_all ()
  {
    const int words = (int) divide_up (world->width, 32);
    for (int column = 4; column <= 8 && column <= words; column += 4)
      for (int groups = 2; groups <= 32; groups++)
        for (int chunks = 2; chunks <= 30; chunks += 2)
          for (int chunk = 2; chunk <= 64; chunk++)
            consider ({ words, column, groups, chunks, chunk });
  }
};

cudaError_t
life_bits3d_resident_cut (
    LifeBits3dResident *resident, const LifeBits3dWorld *world)
{
  const uint32_t words = divide_up (world->width, 32);
  const bool lone = world->torus && world->width % 32 == 1;
  CutSearch search = { world, {}, cost_of_launches (world), resident };
  memset (resident, 0, sizeof (*resident));
  if (words < 4 || words > 32 || lone)
    return cudaSuccess;
  cudaError_t error = find_room (world->launcher, &search.room);
  if (error != cudaSuccess)
    return error;
  // Of the cuts of a world like theirs, those with a kernel come first.
  if (life_bits3d_is_b6s567 (world)
      && rows_of (world) == LifeResidentRows::whole)
    for (const Compiled &each : compiled)
      if (world->height % each.cut.rows () == 0
          && world->depth % each.cut.slices () == 0)
        search.consider (each.cut);
  if (resident->words == 0)
    search.consider_all ();
  return cudaSuccess;
}

static LifeResidentCut
cut_of (const LifeBits3dResident *resident)
{
  return { resident->words, resident->column, resident->groups,
    resident->chunks, resident->chunk };
}

static const void *
find_compiled (const LifeBits3dResident *resident, const LifeBits3dWorld *world)
{
  const LifeResidentCut cut = cut_of (resident);
  if (life_bits3d_is_b6s567 (world)
      && resident->rows == (int) LifeResidentRows::whole
      && resident->lacking_rows + resident->lacking_slices == 0)
    for (const Compiled &each : compiled)
      if (memcmp (&each.cut, &cut, sizeof (cut)) == 0)
        return each.kernel;
  return nullptr;
}

int
life_bits3d_resident_name_kernel (const LifeBits3dResident *resident,
    const LifeBits3dWorld *world, char *name, size_t size)
{
  if (find_compiled (resident, world) != nullptr)
    return 0;
  const LifeResidentCut cut = cut_of (resident);
  char rule[64];
  life_bits3d_name_rule (world, rule, sizeof (rule));
  snprintf (name, size,
      "life_bits3d_resident_kernel<%s, %d, %d, %d, %d, %d, "
      "(LifeResidentRows) %d, %d, %d>",
      rule, cut.words, cut.column, cut.groups, cut.chunks, cut.chunk,
      resident->rows, resident->lacking_rows, resident->lacking_slices);
  return 1;
}

cudaError_t
life_bits3d_resident_reserve (
    LifeBits3dResident *resident, const LifeBits3dWorld *world)
{
  const LifeResidentCut cut = cut_of (resident);
  const int blocks = resident->blocks_y * resident->blocks_z;
  const size_t bytes = 2 * sizeof (LifeTagged) * cut.face_words () * blocks;
  bool fits_at_once = false;
  cudaError_t error = cudaSuccess;
  if (resident->kernel == nullptr)
    resident->kernel = find_compiled (resident, world);
  if (resident->kernel != nullptr) {
    unsigned int at_once = 0;
    error = life_launch_count_resident (world->launcher, resident->kernel,
        cut.threads (), cut.shared_bytes (), &at_once);
    fits_at_once = at_once >= (unsigned int) blocks;
  }
  resident->shared_bytes = cut.shared_bytes ();
  if (error == cudaSuccess && fits_at_once)
    error = cudaMalloc (&resident->faces, bytes);
  if (error == cudaSuccess && fits_at_once)
    error = cudaMemsetAsync (resident->faces, 0, bytes, world->launcher.stream);
  if (error == cudaSuccess && fits_at_once)
    error = cudaMallocHost (&resident->failed, sizeof (*resident->failed));
  if (error == cudaSuccess && fits_at_once) {
    *resident->failed = 0;
    return cudaSuccess;
  }
  life_bits3d_resident_clear (resident);
  if (error != cudaErrorMemoryAllocation)
    return error;
  cudaGetLastError ();
  return cudaSuccess;
}

void
life_bits3d_resident_clear (LifeBits3dResident *resident)
{
  if (resident->faces != nullptr)
    cudaFree (resident->faces);
  if (resident->failed != nullptr)
    cudaFreeHost (resident->failed);
  memset (resident, 0, sizeof (*resident));
}

cudaError_t
life_bits3d_resident_step (LifeBits3dResident *resident,
    const LifeBits3dWorld *world, uint64_t generations, uint32_t **present,
    uint32_t **previous, uint64_t *stepped)
{
  const LifeResidentCut cut = cut_of (resident);
  const double cells = (double) world->width * world->height * world->depth;
  const uint64_t enough = (uint64_t) (cells_a_launch / cells) + 64;
  const uint64_t limit =
      enough < generations_a_launch ? enough : generations_a_launch;
  LifeRuleB6S567 rule; // rules that are compiled in are all as empty
  LifeResidentGrid grid = {};
  void *arguments[] = { &grid, &rule };
  grid.faces = (LifeTagged *) resident->faces;
  grid.failed = resident->failed;
  grid.width = world->width;
  grid.height = world->height;
  grid.depth = world->depth;
  grid.stride = world->stride;
  grid.blocks_y = resident->blocks_y;
  grid.blocks_z = resident->blocks_z;
  grid.spin_limit = spin_limit;
  const LifeLaunch launch = { resident->kernel,
    dim3 (grid.blocks_y * grid.blocks_z), dim3 (cut.threads ()),
    (size_t) resident->shared_bytes };
  for (*stepped = 0; *stepped < generations; *stepped += grid.generations) {
    const uint64_t left = generations - *stepped;
    grid.current = *present;
    grid.next = *previous;
    grid.generations = (unsigned int) (left < limit ? left : limit);
    grid.tag = resident->tag;
    cudaError_t error = life_launch_kernel (
        world->launcher, LIFE_START_TOGETHER, launch, arguments);
    if (error == cudaErrorCooperativeLaunchTooLarge) {
      // Less of the device is ours than it has.
      cudaGetLastError ();
      resident->words = 0;
      return cudaSuccess;
    }
    if (error != cudaSuccess)
      return error;
    resident->tag += grid.generations;
    std::swap (*present, *previous);
  }
  return cudaSuccess;
}
