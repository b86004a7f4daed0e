/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=tiled: halo regions.
 *
 * Idea: a block brings a tile of cells and the halo around it to shared memory
 * once; its threads count there. In 3D a block sweeps along z with a tile of one
 * plane, and keeps the sums of the two planes before in registers.
 * Layout: a byte per cell; a tile 64 × 64 cells, a thread 16 of a column; in 3D
 * 64 × 32 of a plane, a thread 4.
 * Halo: a cell on every side of the tile, loaded with it as whole words.
 * Bytes per cell: (72 × 66) / (64 × 64) = 1.16 read in 2D and, with the planes
 * before and behind a sweep, 1.2 (1 + 2 / planes) in 3D; 1 written. Operations a
 * cell: 4.4 loads from shared memory (5.5 in 3D), 4 additions (7), 4 for the
 * rule.
 * Source: Micikevicius, "3D finite difference computation on GPUs using CUDA"
 * (2009), for the sweep; tiles with halos are in every CUDA course. */
#include "cuda/ladder/plan.h"
#include "cuda/ladder/tile.cuh"

#define TILE_WIDTH 64

/* A tile's rows: a word whose last byte is the halo, the cells, a word whose
 * first byte is. */
#define ROW_WORDS (TILE_WIDTH / 4 + 2)
#define STRIDE (4 * ROW_WORDS)

/* Each thread owns @rows cells of a column, under @threads_down others. */
template <int rows, int threads_down> struct Tile {
  static constexpr int height = rows * threads_down;
  static constexpr int threads = TILE_WIDTH * threads_down;

  uint32_t words[height + 2][ROW_WORDS];

  /* @from: the cell at the tile's top left corner. Rows and columns beyond the
   * world's halo are not there to be read. */
  __device__ __forceinline__ void
  load (const LifeBytesPass &pass, const uint8_t *from, uint32_t x, uint32_t y)
  {
    for (int i = threadIdx.x; i < (height + 2) * ROW_WORDS; i += threads) {
      const int row = i / ROW_WORDS, word = i % ROW_WORDS;
      if (y + row <= pass.height + 1ull && x + 4ull * word < pass.width + 8ull)
        words[row][word] =
            *(const uint32_t *) (from + (row - 1) * (ptrdiff_t) pass.row
                                 + (word - 1) * 4);
    }
  }

  __device__ __forceinline__ const uint8_t *
  column () const
  {
    return (const uint8_t *) words[threadIdx.x / TILE_WIDTH * rows] + 4
           + threadIdx.x % TILE_WIDTH;
  }
};

#define ROWS_2D 16
#define ROWS_3D 4
typedef Tile<ROWS_2D, 4> Tile2D;
typedef Tile<ROWS_3D, 8> Tile3D;

static __global__ void
__launch_bounds__ (Tile2D::threads)
    tiled_kernel (const __grid_constant__ LifeBytesPass pass)
{
  __shared__ Tile2D tile;
  const uint3 here =
      life_tiles_here (life_tiles (pass, TILE_WIDTH, tile.height, 1));
  const uint32_t x = here.x * TILE_WIDTH, y = here.y * tile.height;
  const bool inner = life_tile_is_inner (pass, x, y, TILE_WIDTH, tile.height);

  life_launch_wait ();
  tile.load (pass, pass.from + life_bytes_offset (pass, x, y, 0), x, y);
  __syncthreads ();
  life_tile_step<ROWS_2D> (pass, tile.column (), STRIDE, inner,
      x + threadIdx.x % TILE_WIDTH, y + threadIdx.x / TILE_WIDTH * ROWS_2D);
}

static __global__ void
__launch_bounds__ (Tile3D::threads, 2) tiled_kernel_3d (
    const __grid_constant__ LifeBytesPass pass, uint32_t planes)
{
  /* Two tiles, so that one barrier per plane is enough. */
  __shared__ Tile3D tiles[2];
  constexpr int height = Tile3D::height;
  const uint3 here =
      life_tiles_here (life_tiles (pass, TILE_WIDTH, height, planes));
  const uint32_t x = here.x * TILE_WIDTH, y = here.y * height;
  const bool inner = life_tile_is_inner (pass, x, y, TILE_WIDTH, height);
  const uint32_t first = here.z * planes;
  const int sweep = (int) min (planes, pass.depth - first);
  const uint8_t *from = pass.from + life_bytes_offset (pass, x, y, first);
  LifeTileSweep<ROWS_3D> column;

  life_launch_wait ();
  for (int plane = -1; plane <= sweep; plane++) {
    Tile3D &tile = tiles[plane & 1];
    tile.load (pass, from + plane * (ptrdiff_t) pass.plane, x, y);
    __syncthreads ();
    column.step (pass, tile.column (), STRIDE, inner,
        x + threadIdx.x % TILE_WIDTH, y + threadIdx.x / TILE_WIDTH * ROWS_3D,
        first + plane - 1, plane > 0);
  }
}

void
life_tiled_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  constexpr int height = Tile3D::height;
  const LifeBytesPass &pass = plan->pass;
  LifeTiles tiles = life_tiles (pass, TILE_WIDTH, Tile2D::height, 1);

  if (!pass.is_3d) {
    plan->launch = { (const void *) tiled_kernel, life_tiles_blocks (tiles),
      dim3 (Tile2D::threads), 0 };
    return;
  }
  tiles = life_tiles (pass, TILE_WIDTH, height, 1);
  plan->pass.share =
      life_tile_planes (tiles.across * tiles.down, pass.depth, launcher);
  tiles = life_tiles (pass, TILE_WIDTH, height, plan->pass.share);
  plan->launch = { (const void *) tiled_kernel_3d, life_tiles_blocks (tiles),
    dim3 (Tile3D::threads), 0 };
}
