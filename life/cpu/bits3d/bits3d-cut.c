/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cuts a 3D world of bits into tiles, so that a tile's slices stay in the
 * first-level cache and little of the computation is wasted. */
#include "life/cpu/bits3d/bits3d-cut.h"

#include "life/base/bits.h"

/* Blocks side by side in a tile of long rows. */
#define WIDE_BLOCKS 2
/* Blocks of a ring row that holds several rows, so that some such ring rows fit
 * above each other. */
#define GATHERED_BLOCKS 8
/* Summing a row costs about this share of advancing it; the halo of a tile is
 * two rows. */
#define HALO_COST (2 * 0.25)
/* The cost of moving rows that are not whole blocks: one by one, or joined end
 * to end across blocks. */
#define MOVE_COST 0.4
#define GATHER_COST 1.6
/* Tiles per thread, so that all threads end at about the same time, and the
 * fewest slices of a tile, so that its two halo slices cost little. */
#define TILES_PER_THREAD 4
#define MIN_CHUNK 32

static gsize
divide_up (gsize a, gsize b)
{
  return a / b + (a % b != 0);
}

/* Fills the plan for @groups rows per ring row; returns the cost of a slice, in
 * blocks. */
static gdouble
try_groups (LifeBitsliced3dPlan *plan, gsize groups)
{
  gboolean whole = groups == 1 && plan->words % LIFE_BLOCK3D_WORDS == 0;
  gsize ring_rows = divide_up (plan->height, groups);
  gdouble cost;
  gsize max;

  plan->groups = groups;
  plan->blocks = divide_up (groups * plan->words, LIFE_BLOCK3D_WORDS);
  plan->tile_blocks =
      groups > 1 ? plan->blocks : MIN (plan->blocks, WIDE_BLOCKS);
  max = LIFE_TILE3D_BLOCKS / plan->tile_blocks - 2;
  plan->tiles_x = divide_up (plan->blocks, plan->tile_blocks);
  plan->tiles_y = divide_up (ring_rows, max);
  plan->tile_rows = divide_up (ring_rows, plan->tiles_y);
  plan->tiles_y = divide_up (plan->height, plan->tile_rows * groups);
  cost = whole ? 0.0 : groups > 1 && plan->blocks > 1 ? GATHER_COST : MOVE_COST;
  return (gdouble) plan->tiles_y * plan->blocks
         * (plan->tile_rows * (1.0 + cost) + HALO_COST);
}

static void
choose_groups (LifeBitsliced3dPlan *plan)
{
  gsize best = 1;
  gdouble best_cost = try_groups (plan, 1);

  for (gsize groups = 2;
       groups <= LIFE_GROUPS3D_MAX && plan->words <= LIFE_GROUPED3D_WORDS;
       groups++) {
    gdouble cost;
    if (divide_up (groups * plan->words, LIFE_BLOCK3D_WORDS) > GATHERED_BLOCKS)
      break;
    cost = try_groups (plan, groups);
    if (cost < best_cost) {
      best_cost = cost;
      best = groups;
    }
  }
  try_groups (plan, best);
}

static void
choose_chunk (LifeBitsliced3dPlan *plan, guint threads)
{
  gsize tiles = plan->tiles_x * plan->tiles_y;
  gsize chunks = divide_up ((gsize) threads * TILES_PER_THREAD, tiles);
  gsize max = MAX (plan->depth / MIN_CHUNK, 1);

  if (threads == 1)
    chunks = 1;
  plan->chunk = divide_up (plan->depth, MIN (chunks, max));
  /* Slices are advanced in pairs. */
  plan->chunk += plan->chunk % 2;
  plan->chunks = divide_up (plan->depth, plan->chunk);
}

void
life_bitsliced3d_cut (
    LifeBitsliced3dPlan *plan, const LifeGeometry *geometry, guint threads)
{
  guint64 *first, *last, *valid, *west, *east;
  gsize words;

  plan->words = life_bits_words (geometry->width);
  plan->height = geometry->height;
  plan->depth = geometry->depth;
  plan->last_cells = (geometry->width - 1) % LIFE_WORD_CELLS + 1;
  plan->torus = geometry->topology == LIFE_TOPOLOGY_TORUS;
  choose_groups (plan);
  choose_chunk (plan, threads);

  words = plan->blocks * LIFE_BLOCK3D_WORDS;
  first = g_new0 (guint64, 5 * words);
  last = first + words;
  valid = last + words;
  west = valid + words;
  east = west + words;
  for (gsize i = 0; i < plan->groups * plan->words; i++) {
    gboolean ends = (i + 1) % plan->words == 0;
    first[i] = i % plan->words == 0 ? G_MAXUINT64 : 0;
    last[i] = ends ? G_MAXUINT64 : 0;
    valid[i] = life_bits_mask (ends ? plan->last_cells : LIFE_WORD_CELLS);
    west[i] = first[i] ? i + plan->words - 1 : i - 1;
    east[i] = ends ? i + 1 - plan->words : i + 1;
  }
  plan->first = first;
  plan->last = last;
  plan->valid = valid;
  plan->west = plan->blocks == 1 ? west : NULL;
  plan->east = plan->blocks == 1 ? east : NULL;
}

void
life_bitsliced3d_uncut (LifeBitsliced3dPlan *plan)
{
  g_free ((gpointer) plan->first);
  plan->first = NULL;
}
