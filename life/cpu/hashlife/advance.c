/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* HashLife: the result of a square, its middle some generations later, found once for all
 * equal squares.
 *
 * A square of 2^n cells determines its middle, half as wide, for up to 2^(n - 2) generations,
 * whatever lies around it. That follows from nine overlapping squares half as wide: their
 * middles after half the time make four squares, whose middles after the other half are its
 * four quarters. Fewer generations determine more cells than the middle has, so four squares
 * around the middle are enough. Squares of 64 × 64 cells are advanced as cells.
 *
 * R. W. Gosper, Exploiting regularities in large cellular spaces, Physica D 10, 1984.
 *
 * Squares are advanced in batches, so that many cache misses are in flight at once: the
 * parts of a batch that have no result yet become a list, which is worked through batch by
 * batch before the next parts are found.
 *
 * All threads find the same result, and share the results of squares. Each begins with
 * another part of a list, and leaves squares that another thread is advancing for last. */
#include "life/cpu/hashlife/hashlife-find.h"

/* Whether the step has to end. Other threads may be waiting for this one. */
static gboolean
ended (LifeHashThread *thread)
{
  LifeHashUniverse *universe = thread->universe;

  if (g_atomic_int_get (&universe->pause))
    life_hash_pause (thread);
  if (universe->cancelled != NULL && g_atomic_int_get (universe->cancelled))
    g_atomic_int_compare_and_exchange (
        &universe->end, LIFE_HASH_RUNNING, LIFE_HASH_CANCELLED);
  return g_atomic_int_get (&universe->end) != LIFE_HASH_RUNNING;
}

/* --- A batch --- */

/* The frames below stay on the stack while deeper levels are worked through, up to 62 of them:
 * functions that need more stack only for a while are not inlined. */

/* Squares of one level that are advanced together, a frame for each. */
typedef struct {
  guint level, n;
  LifeHashNode *nodes[LIFE_HASH_BATCH];
  LifeHashFrame frames[LIFE_HASH_BATCH];
} Batch;

static gboolean advance_list (
    LifeHashThread *thread, guint level, const guint32 *squares, guint n);

static inline void
prefetch_children (const LifeHashUniverse *universe, const LifeHashNode *node)
{
  for (guint k = 0; k < 4; k++)
    __builtin_prefetch (&universe->records[node->children[k]]);
}

static void
prefetch_grandchildren (const LifeHashUniverse *universe, const Batch *batch)
{
  for (guint i = 0; i < batch->n; i++)
    for (guint k = 0; k < 4; k++)
      prefetch_children (
          universe, life_hash_node (universe, batch->nodes[i]->children[k]));
}

/* Copies the results that the first @n parts of each square have, and lists the parts that
 * have none. Returns: how many have none */
static guint
copy_results (
    LifeHashThread *thread, Batch *batch, guint n, guint32 *list, guint *n_list)
{
  const LifeHashUniverse *universe = thread->universe;
  const guint16 number = (guint16) (thread->number + 1);
  guint missing = 0;

  *n_list = 0;
  for (guint i = 0; i < batch->n; i++) {
    LifeHashFrame *frame = &batch->frames[i];

    for (guint k = 0; k < n; k++) {
      const guint32 part = frame->parts[k];
      const guint32 result =
          life_hash_get_result (universe, part, batch->level - 1);
      LifeHashNode *node = life_hash_node (universe, part);

      if (result != LIFE_HASH_NONE) {
        frame->results[k] = result;
        continue;
      }
      missing++;
      if (__atomic_load_n (&node->queued, __ATOMIC_RELAXED) != number) {
        list[(*n_list)++] = part;
        prefetch_children (universe, node);
      }
      __atomic_store_n (&node->queued, number, __ATOMIC_RELAXED);
    }
  }
  return missing;
}

/* Clears the marks of a step that ended early. */
static void
clear_queued (LifeHashUniverse *universe, const Batch *batch, guint n)
{
  for (guint i = 0; i < batch->n; i++)
    for (guint k = 0; k < n; k++)
      if (batch->frames[i].parts[k] != LIFE_HASH_EMPTY)
        __atomic_store_n (
            &life_hash_node (universe, batch->frames[i].parts[k])->queued, 0,
            __ATOMIC_RELAXED);
}

/* The results of the first @n parts of each square. More than one round is needed if the
 * collector has freed some of them. */
static gboolean
find_results (LifeHashThread *thread, Batch *batch, guint n)
{
  guint32 list[LIFE_HASH_MAX_AT_ONCE];
  guint n_list;

  while (copy_results (thread, batch, n, list, &n_list) > 0) {
    if (n_list == 0)
      clear_queued (thread->universe, batch, n);
    else if (!advance_list (thread, batch->level - 1, list, n_list))
      return FALSE;
  }
  return TRUE;
}

/* --- 64 × 64 cells --- */

static void
advance_square (LifeHashUniverse *universe, const LifeHashNode *node,
    guint generations, LifeHashLeaf to[4])
{
  const LifeHashLeaf *from[16];

  for (guint i = 0; i < 4; i++) {
    const guint32 *leaves =
        life_hash_node (universe, node->children[i])->children;
    const guint first = 8 * (i >> 1) + 2 * (i & 1);

    for (guint k = 0; k < 4; k++)
      from[first + 4 * (k >> 1) + (k & 1)] =
          life_hash_leaf (universe, leaves[k]);
  }
  universe->advance (&universe->program, generations, from, to);
}

static G_GNUC_NO_INLINE gboolean
advance_cells (LifeHashThread *thread, Batch *batch)
{
  LifeHashUniverse *universe = thread->universe;
  const guint power =
      MIN (universe->power, LIFE_HASH_FULL (LIFE_HASH_BASE_LEVEL));
  LifeHashLeaf leaves[4 * LIFE_HASH_BATCH];
  guint32 *to[4 * LIFE_HASH_BATCH];

  prefetch_grandchildren (universe, batch);
  for (guint i = 0; i < batch->n; i++) {
    advance_square (universe, batch->nodes[i], 1u << power, &leaves[4 * i]);
    for (guint k = 0; k < 4; k++)
      to[4 * i + k] = &batch->frames[i].results[k];
  }
  return life_hash_find_leaves (thread, leaves, to, 4 * batch->n);
}

/* --- Larger squares --- */

/* Joins the nine squares in @results, rows of three, to the four that are the first parts. */
static G_GNUC_NO_INLINE gboolean
join_four (LifeHashThread *thread, Batch *batch)
{
  LifeHashKey keys[4 * LIFE_HASH_BATCH];
  guint32 *to[4 * LIFE_HASH_BATCH];

  for (guint i = 0; i < batch->n; i++) {
    LifeHashFrame *frame = &batch->frames[i];

    for (guint k = 0; k < 4; k++) {
      const guint32 *first = frame->results + 3 * (k >> 1) + (k & 1);

      keys[4 * i + k] = life_hash_key (first[0], first[1], first[3], first[4]);
      to[4 * i + k] = &frame->parts[k];
    }
  }
  return life_hash_find_nodes (thread, keys, to, 4 * batch->n);
}

/* The nine overlapping parts of each square: its four quarters, and five between them. */
static G_GNUC_NO_INLINE gboolean
find_nine (LifeHashThread *thread, Batch *batch)
{
  static const guint8 positions[5] = { 1, 3, 4, 5, 7 };
  const LifeHashUniverse *universe = thread->universe;
  LifeHashKey keys[5 * LIFE_HASH_BATCH];
  guint32 *to[5 * LIFE_HASH_BATCH];

  for (guint i = 0; i < batch->n; i++) {
    const guint32 *parts = batch->nodes[i]->children;
    const guint32 *nw = life_hash_node (universe, parts[0])->children;
    const guint32 *ne = life_hash_node (universe, parts[1])->children;
    const guint32 *sw = life_hash_node (universe, parts[2])->children;
    const guint32 *se = life_hash_node (universe, parts[3])->children;
    LifeHashKey *key = &keys[5 * i];

    key[0] = life_hash_key (nw[1], ne[0], nw[3], ne[2]);
    key[1] = life_hash_key (nw[2], nw[3], sw[0], sw[1]);
    key[2] = life_hash_key (nw[3], ne[2], sw[1], se[0]);
    key[3] = life_hash_key (ne[2], ne[3], se[0], se[1]);
    key[4] = life_hash_key (sw[1], se[0], sw[3], se[2]);
    for (guint k = 0; k < 5; k++)
      to[5 * i + k] = &batch->frames[i].parts[positions[k]];
    for (guint k = 0; k < 4; k++)
      batch->frames[i].parts[2 * (k & 1) + 6 * (k >> 1)] = parts[k];
  }
  return life_hash_find_nodes (thread, keys, to, 5 * batch->n);
}

/* Square (x, y) of the 8 × 8 that a node consists of. */
static inline guint32
part_of (const LifeHashUniverse *universe, const LifeHashNode *node, guint x,
    guint y)
{
  guint32 part = node->children[2 * (y >> 2) + (x >> 2)];

  part = life_hash_child (universe, part, 2 * (y >> 1 & 1) + (x >> 1 & 1));
  return life_hash_child (universe, part, 2 * (y & 1) + (x & 1));
}

/* The nine squares, a quarter as wide, of which the four consist whose middles make the
 * square's middle. */
static G_GNUC_NO_INLINE gboolean
find_middle (LifeHashThread *thread, Batch *batch)
{
  const LifeHashUniverse *universe = thread->universe;
  LifeHashKey keys[9 * LIFE_HASH_BATCH];
  guint32 *to[9 * LIFE_HASH_BATCH];

  prefetch_grandchildren (universe, batch);
  for (guint i = 0; i < batch->n; i++) {
    const LifeHashNode *node = batch->nodes[i];

    for (guint k = 0; k < 9; k++) {
      const guint x = 1 + 2 * (k % 3), y = 1 + 2 * (k / 3);

      keys[9 * i + k] = life_hash_key (part_of (universe, node, x, y),
          part_of (universe, node, x + 1, y),
          part_of (universe, node, x, y + 1),
          part_of (universe, node, x + 1, y + 1));
      to[9 * i + k] = &batch->frames[i].results[k];
    }
  }
  return life_hash_find_nodes (thread, keys, to, 9 * batch->n);
}

/* The four quarters of each square's middle, as its first results. */
static gboolean
find_quarters (LifeHashThread *thread, Batch *batch)
{
  if (batch->level == LIFE_HASH_BASE_LEVEL)
    return advance_cells (thread, batch);
  if (thread->universe->power >= LIFE_HASH_FULL (batch->level))
    return find_nine (thread, batch) && find_results (thread, batch, 9)
           && join_four (thread, batch) && find_results (thread, batch, 4);
  return find_middle (thread, batch) && join_four (thread, batch)
         && find_results (thread, batch, 4);
}

static G_GNUC_NO_INLINE gboolean
store_results (LifeHashThread *thread, Batch *batch, const guint32 *squares)
{
  LifeHashKey keys[LIFE_HASH_BATCH];
  guint32 *to[LIFE_HASH_BATCH];

  for (guint i = 0; i < batch->n; i++) {
    const guint32 *quarters = batch->frames[i].results;

    keys[i] =
        life_hash_key (quarters[0], quarters[1], quarters[2], quarters[3]);
    to[i] = &batch->frames[i].parts[0];
  }
  if (!life_hash_find_nodes (thread, keys, to, batch->n))
    return FALSE;
  for (guint i = 0; i < batch->n; i++)
    life_hash_set_result (thread->universe, squares[i], batch->level, *to[i]);
  return TRUE;
}

static gboolean
advance_batch (
    LifeHashThread *thread, guint level, const guint32 *squares, guint n)
{
  LifeHashFrame *up = thread->frames;
  Batch batch;
  gboolean done;

  if (ended (thread))
    return FALSE;
  batch.level = level;
  batch.n = n;
  for (guint i = 0; i < n; i++) {
    batch.nodes[i] = life_hash_node (thread->universe, squares[i]);
    batch.frames[i] = (LifeHashFrame){ thread->frames, level };
    thread->frames = &batch.frames[i];
    __atomic_store_n (&batch.nodes[i]->active, 1, __ATOMIC_RELAXED);
  }
  done =
      find_quarters (thread, &batch) && store_results (thread, &batch, squares);
  for (guint i = 0; i < n; i++) {
    __atomic_store_n (&batch.nodes[i]->active, 0, __ATOMIC_RELAXED);
    __atomic_store_n (&batch.nodes[i]->queued, 0, __ATOMIC_RELAXED);
  }
  thread->frames = up;
  return done;
}

/* --- A list --- */

/* Advances those squares that no other thread is advancing, or all. */
static gboolean
advance_some (LifeHashThread *thread, guint level, const guint32 *squares,
    guint n, gboolean all)
{
  const LifeHashUniverse *universe = thread->universe;
  const guint first = n * thread->number / universe->n_threads;
  guint32 batch[LIFE_HASH_BATCH];
  guint n_batch = 0;

  for (guint i = 0; i < n; i++) {
    const guint32 square = squares[(first + i) % n];
    const LifeHashNode *node = life_hash_node (universe, square);

    if (life_hash_get_result (universe, square, level) == LIFE_HASH_NONE
        && (all || !__atomic_load_n (&node->active, __ATOMIC_RELAXED)))
      batch[n_batch++] = square;
    if (n_batch == LIFE_HASH_BATCH || (n_batch > 0 && i + 1 == n)) {
      if (!advance_batch (thread, level, batch, n_batch))
        return FALSE;
      n_batch = 0;
    }
  }
  return TRUE;
}

static gboolean
advance_list (
    LifeHashThread *thread, guint level, const guint32 *squares, guint n)
{
  return (thread->universe->n_threads == 1
             || advance_some (thread, level, squares, n, FALSE))
         && advance_some (thread, level, squares, n, TRUE);
}

guint32
life_hash_advance (LifeHashThread *thread, guint32 square, guint level)
{
  const LifeHashUniverse *universe = thread->universe;

  guint32 result;

  while ((result = life_hash_get_result (universe, square, level))
         == LIFE_HASH_NONE)
    if (!advance_list (thread, level, &square, 1))
      break;
  return result;
}
