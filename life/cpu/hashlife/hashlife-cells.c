/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells set and read by position, in squares of 64 × 64. */
#include "life/cpu/hashlife/hashlife-find.h"

#include "life/base/bits.h"

#define BLOCK_LEVEL 6
#define BLOCK_SIDE 64

/* The largest number of blocks from the origin. */
#define MAX_BLOCKS \
  (G_GINT64_CONSTANT (1) << (LIFE_HASH_LEVEL_MAX - 1 - BLOCK_LEVEL))

static guint32
make_block (LifeHashThread *thread, const guint64 bits[BLOCK_SIDE])
{
  LifeHashFrame frame = { thread->frames, BLOCK_LEVEL };
  guint32 block = LIFE_HASH_NONE;

  thread->frames = &frame;
  for (guint i = 0; i < 4; i++) {
    LifeHashLeaf leaves[4];
    guint32 *to[4];

    for (guint k = 0; k < 4; k++) {
      const guint left = 32 * (i & 1) + 16 * (k & 1);
      const guint top = 32 * (i >> 1) + 16 * (k >> 1);

      to[k] = &frame.results[k];
      for (guint y = 0; y < LIFE_HASH_LEAF_SIDE; y++)
        leaves[k].rows[y] = (guint16) (bits[top + y] >> left);
    }
    if (!life_hash_find_leaves (thread, leaves, to, 4))
      goto out;
    frame.parts[i] = life_hash_join (thread, frame.results[0], frame.results[1],
        frame.results[2], frame.results[3]);
    if (frame.parts[i] == LIFE_HASH_NONE) {
      frame.parts[i] = LIFE_HASH_EMPTY;
      goto out;
    }
  }
  block = life_hash_join (
      thread, frame.parts[0], frame.parts[1], frame.parts[2], frame.parts[3]);
out:
  thread->frames = frame.up;
  return block;
}

/* The square with a block replaced; @column and @row count from the square's corner. */
static guint32
replace_block (LifeHashThread *thread, guint32 square, guint level,
    guint64 column, guint64 row, const guint64 bits[BLOCK_SIDE])
{
  LifeHashFrame frame = { thread->frames, level };
  const guint shift = level - 1 - BLOCK_LEVEL;
  guint i;
  guint32 changed;

  if (level == BLOCK_LEVEL)
    return make_block (thread, bits);
  i = (guint) (2 * (row >> shift & 1) + (column >> shift & 1));
  thread->frames = &frame;
  changed =
      replace_block (thread, life_hash_child (thread->universe, square, i),
          level - 1, column, row, bits);
  if (changed != LIFE_HASH_NONE) {
    for (guint k = 0; k < 4; k++)
      frame.parts[k] = life_hash_child (thread->universe, square, k);
    frame.parts[i] = changed;
    changed = life_hash_join (
        thread, frame.parts[0], frame.parts[1], frame.parts[2], frame.parts[3]);
  }
  thread->frames = frame.up;
  return changed;
}

/* How many blocks a square has on either side of its middle. */
static gint64
half_in_blocks (guint level)
{
  return G_GINT64_CONSTANT (1) << (level - 1 - BLOCK_LEVEL);
}

static gboolean
is_within (gint64 column, gint64 row, gint64 half)
{
  return column >= -half && column < half && row >= -half && row < half;
}

static gboolean
fail_far (GError **error)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "cells would be more than 2^%d from the origin", LIFE_HASH_LEVEL_MAX - 1);
  return FALSE;
}

gboolean
life_hash_universe_set_block (LifeHashUniverse *universe, gint64 column,
    gint64 row, const guint64 bits[64], GError **error)
{
  LifeHashThread *thread;
  gboolean done = TRUE;
  gint64 half;
  guint32 root;

  if (!is_within (column, row, MAX_BLOCKS))
    return fail_far (error);
  thread = life_hash_begin (universe, NULL);
  while (
      done && !is_within (column, row, half_in_blocks (universe->goal_level)))
    done = life_hash_widen (thread);
  if (done) {
    half = half_in_blocks (universe->goal_level);
    root = replace_block (thread, universe->goal, universe->goal_level,
        (guint64) (column + half), (guint64) (row + half), bits);
    done = root != LIFE_HASH_NONE;
    if (done)
      universe->goal = root;
  }
  return life_hash_end (universe, done, error);
}

/* The cells of a square of BLOCK_LEVEL. */
static void
get_bits (const LifeHashUniverse *universe, guint32 square, guint64 bits[64])
{
  for (guint y = 0; y < BLOCK_SIDE; y++) {
    bits[y] = 0;
    for (guint x = 0; x < 4; x++) {
      const guint32 part =
          life_hash_child (universe, square, 2 * (y >> 5) + (x >> 1));
      const guint32 leaf =
          life_hash_child (universe, part, 2 * (y >> 4 & 1) + (x & 1));

      bits[y] |= (guint64) life_hash_leaf (universe, leaf)->rows[y % 16]
                 << 16 * x;
    }
  }
}

/* The square with the cells of row @y from @first to before @end alive, counted from its
 * corner. Halves that are equal, and that the run crosses, are found once, so that a run of
 * any length in an empty plane takes a few squares of each level. */
static guint32
set_run (LifeHashThread *thread, guint32 square, guint level, guint64 y,
    guint64 first, guint64 end)
{
  LifeHashUniverse *universe = thread->universe;
  LifeHashFrame frame = { thread->frames, level };
  const guint64 half = G_GUINT64_CONSTANT (1) << (level - 1);
  const guint lower = y >= half ? 2 : 0;
  guint32 *parts = frame.parts, changed = LIFE_HASH_NONE;

  if (level == LIFE_HASH_LEAF_LEVEL) {
    LifeHashLeaf leaf = *life_hash_leaf (universe, square);

    leaf.rows[y] |= (guint16) (life_bits_mask ((guint) (end - first)) << first);
    return life_hash_find_leaf (thread, &leaf);
  }
  thread->frames = &frame;
  for (guint i = 0; i < 4; i++)
    parts[i] = life_hash_child (universe, square, i);
  for (guint i = 0; i < 2; i++) {
    const guint64 from = MAX (first, half * i);
    const guint64 to = MIN (end, half * (i + 1));
    const guint32 part = parts[lower + i];

    if (from >= to)
      continue;
    if (i == 1 && end - first == 2 * half
        && part == life_hash_child (universe, square, lower))
      parts[lower + 1] = parts[lower];
    else
      changed = set_run (thread, part, level - 1, y & (half - 1),
          from - half * i, to - half * i);
    if (changed == LIFE_HASH_NONE)
      goto out;
    parts[lower + i] = changed;
  }
  changed = life_hash_join (thread, parts[0], parts[1], parts[2], parts[3]);
out:
  thread->frames = frame.up;
  return changed;
}

gboolean
life_hash_universe_set_run (
    LifeHashUniverse *universe, gint64 x, gint64 y, gint64 n, GError **error)
{
  const gint64 far = G_GINT64_CONSTANT (1) << (LIFE_HASH_LEVEL_MAX - 1);
  LifeHashThread *thread;
  guint32 root;
  gboolean done;
  gint64 half;

  if (y < -far || y >= far || x < -far || n > far || x > far - n)
    return fail_far (error);
  thread = life_hash_begin (universe, NULL);
  for (;;) {
    half = G_GINT64_CONSTANT (1) << (universe->goal_level - 1);
    if (y >= -half && y < half && x >= -half && x <= half - n)
      break;
    if (!life_hash_widen (thread))
      return life_hash_end (universe, FALSE, error);
  }
  root = set_run (thread, universe->goal, universe->goal_level,
      (guint64) (y + half), (guint64) (x + half), (guint64) (x + half + n));
  done = root != LIFE_HASH_NONE;
  if (done)
    universe->goal = root;
  return life_hash_end (universe, done, error);
}

void
life_hash_universe_get_block (const LifeHashUniverse *universe, gint64 column,
    gint64 row, guint64 bits[64])
{
  const gint64 half = half_in_blocks (universe->level);
  guint32 square = universe->root;

  if (!is_within (column, row, half))
    square = LIFE_HASH_EMPTY;
  for (guint level = universe->level; level > BLOCK_LEVEL; level--) {
    const guint shift = level - 1 - BLOCK_LEVEL;
    const guint64 x = (guint64) (column + half), y = (guint64) (row + half);

    square = life_hash_child (
        universe, square, (guint) (2 * (y >> shift & 1) + (x >> shift & 1)));
  }
  get_bits (universe, square, bits);
}

typedef struct {
  const LifeHashUniverse *universe;
  LifeHashBlockFunc func;
  gpointer data;
} PatchVisit;

/* @square, of which (@column, @row) is the first block. */
static gboolean
visit_square (const PatchVisit *visit, guint32 square, guint level,
    gint64 column, gint64 row)
{
  guint64 bits[BLOCK_SIDE];
  gint64 half;

  if (square == LIFE_HASH_EMPTY)
    return TRUE;
  if (level == BLOCK_LEVEL) {
    get_bits (visit->universe, square, bits);
    return visit->func (visit->data, column, row, bits);
  }
  half = half_in_blocks (level);
  for (guint i = 0; i < 4; i++)
    if (!visit_square (visit, life_hash_child (visit->universe, square, i),
            level - 1, column + (i & 1) * half, row + (i >> 1) * half))
      return FALSE;
  return TRUE;
}

gboolean
life_hash_universe_visit (
    LifeHashUniverse *universe, LifeHashBlockFunc func, gpointer data)
{
  const PatchVisit visit = { universe, func, data };
  const gint64 half = half_in_blocks (universe->level);

  return visit_square (&visit, universe->root, universe->level, -half, -half);
}

void
life_hash_universe_clear (LifeHashUniverse *universe)
{
  universe->root = LIFE_HASH_EMPTY;
  universe->level = LIFE_HASH_LOWEST_LEVEL;
}
