/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Universes from the nodes of macrocell files, and as such files. */
#include "life/cpu/hashlife/hashlife-find.h"
#include "life/cpu/hashlife/numbers.h"

#define TREE_LEAF_LEVEL 3
#define TREE_LEAF_SIDE 8

/* --- In --- */

static gboolean
check_node (const LifeMacrocellNode *nodes, gsize index, GError **error)
{
  const LifeMacrocellNode *node = &nodes[index];

  if (node->level < TREE_LEAF_LEVEL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "node %" G_GSIZE_FORMAT " is of level %u; leaves are of level %d",
        index, node->level, TREE_LEAF_LEVEL);
    return FALSE;
  }
  for (guint i = 0; i < 4 && node->level > TREE_LEAF_LEVEL; i++) {
    const guint32 child = node->children[i];

    if (child >= index
        || (child > 0 && nodes[child].level + 1 != node->level)) {
      g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
          "node %" G_GSIZE_FORMAT " of level %u consists of node %u, which %s",
          index, node->level, child,
          child >= index ? "is not before it" : "is of another level");
      return FALSE;
    }
  }
  return TRUE;
}

/* The leaf with @bits at (@left, @top), where all of them lie in it or outside. */
static void
set_bits (LifeHashLeaf *leaf, guint64 bits, gint left, gint top)
{
  for (gint y = 0; y < TREE_LEAF_SIDE; y++) {
    const guint row = (guint) (bits >> 8 * y & 0xff);

    if (top + y >= 0 && top + y < LIFE_HASH_LEAF_SIDE)
      leaf->rows[top + y] |= (guint16) (left >= 0 ? row << left : row >> -left);
  }
}

static guint32
make_square (LifeHashThread *thread, const LifeMacrocellNode *nodes,
    const guint32 *squares, const LifeMacrocellNode *node)
{
  LifeHashLeaf leaf = { { 0 } };

  if (node->level == TREE_LEAF_LEVEL)
    return LIFE_HASH_EMPTY;
  if (node->level > LIFE_HASH_LEAF_LEVEL)
    return life_hash_join (thread, squares[node->children[0]],
        squares[node->children[1]], squares[node->children[2]],
        squares[node->children[3]]);
  for (gint i = 0; i < 4; i++)
    if (node->children[i] > 0)
      set_bits (
          &leaf, nodes[node->children[i]].bits, 8 * (i & 1), 8 * (i >> 1));
  return life_hash_find_leaf (thread, &leaf);
}

/* A root so small that it has no nodes: a leaf of 16 × 16 or 8 × 8 cells around the middle. */
static gboolean
make_small_root (LifeHashThread *thread, const LifeMacrocellNode *nodes,
    const LifeMacrocellNode *root)
{
  LifeHashUniverse *universe = thread->universe;
  const gboolean whole = root->level == LIFE_HASH_LEAF_LEVEL;
  LifeHashFrame frame = { thread->frames, LIFE_HASH_LEAF_LEVEL + 2 };
  LifeHashLeaf leaves[4] = { { { 0 } } };
  guint32 square = LIFE_HASH_NONE, *to[4];

  for (gint i = 0; i < 4; i++) {
    /* The middle, seen from this leaf. */
    const gint x = 16 * (1 - (i & 1)), y = 16 * (1 - (i >> 1));

    to[i] = &frame.results[i];
    if (!whole)
      set_bits (&leaves[i], root->bits, x - 4, y - 4);
    for (gint k = 0; whole && k < 4; k++)
      if (root->children[k] > 0)
        set_bits (&leaves[i], nodes[root->children[k]].bits,
            x - 8 + 8 * (k & 1), y - 8 + 8 * (k >> 1));
  }
  thread->frames = &frame;
  if (life_hash_find_leaves (thread, leaves, to, 4))
    square = life_hash_join (thread, frame.results[0], frame.results[1],
        frame.results[2], frame.results[3]);
  thread->frames = frame.up;
  if (square == LIFE_HASH_NONE)
    return FALSE;
  universe->goal = square;
  universe->goal_level = LIFE_HASH_LEAF_LEVEL + 1;
  return TRUE;
}

static gboolean
make_squares (LifeHashThread *thread, const LifeMacrocellNode *nodes,
    gsize n_nodes, guint32 *squares)
{
  LifeHashUniverse *universe = thread->universe;
  const LifeMacrocellNode *root = &nodes[n_nodes - 1];

  for (gsize i = 1; i < n_nodes; i++) {
    universe->n_tree_squares = i;
    squares[i] = make_square (thread, nodes, squares, &nodes[i]);
    if (squares[i] == LIFE_HASH_NONE)
      return FALSE;
  }
  if (root->level > LIFE_HASH_LEAF_LEVEL) {
    universe->goal = squares[n_nodes - 1];
    universe->goal_level = root->level;
  } else if (!make_small_root (thread, nodes, root)) {
    return FALSE;
  }
  while (universe->goal_level < LIFE_HASH_LOWEST_LEVEL)
    if (!life_hash_widen (thread))
      return FALSE;
  return TRUE;
}

gboolean
life_hash_universe_set_tree (LifeHashUniverse *universe,
    const LifeMacrocellNode *nodes, gsize n_nodes, GError **error)
{
  g_autofree guint32 *squares = NULL;
  LifeHashThread *thread;
  gboolean done;

  for (gsize i = 1; i < n_nodes; i++)
    if (!check_node (nodes, i, error))
      return FALSE;
  if (n_nodes <= 1) {
    life_hash_universe_clear (universe);
    return TRUE;
  }
  squares = g_try_new0 (guint32, n_nodes);
  if (squares == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "no memory for %" G_GSIZE_FORMAT " nodes", n_nodes);
    return FALSE;
  }
  thread = life_hash_begin (universe, NULL);
  universe->tree = nodes;
  universe->tree_squares = squares;
  done = make_squares (thread, nodes, n_nodes, squares);
  universe->n_tree_squares = 0;
  return life_hash_end (universe, done, error);
}

/* --- Out --- */

/* Squares of a snapshot neither move nor change; only their results do, which are not read
 * here. */

typedef struct {
  const LifeHashUniverse *universe;
  LifeMemory *memory;
  LifeMacrocellNode *nodes;
  gsize n_nodes, room;
  LifeHashNumbers squares; /* square -> node */
  LifeHashNumbers leaves;  /* 8 × 8 cells -> node */
  GError **error;
} Writer;

static gboolean
add_node (Writer *writer, const LifeMacrocellNode *node, guint32 *index)
{
  gpointer nodes = writer->nodes;

  if (!life_memory_grow (writer->memory, &nodes, &writer->room, writer->n_nodes,
          writer->n_nodes + 1, sizeof *node)) {
    g_set_error (writer->error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "no memory for the squares of HashLife after %" G_GSIZE_FORMAT
        " of them; set a higher memory-limit",
        writer->n_nodes);
    return FALSE;
  }
  writer->nodes = nodes;
  *index = (guint32) writer->n_nodes;
  writer->nodes[writer->n_nodes++] = *node;
  return TRUE;
}

static gboolean
write_bits (Writer *writer, guint64 bits, guint32 *index)
{
  const LifeMacrocellNode node = { TREE_LEAF_LEVEL, { 0 }, bits };

  *index = 0;
  return bits == 0 || life_hash_numbers_find (&writer->leaves, bits, index)
         || (add_node (writer, &node, index)
             && life_hash_numbers_add (
                 &writer->leaves, bits, *index, writer->error));
}

static guint64
quarter_of_leaf (const LifeHashLeaf *leaf, guint i)
{
  guint64 bits = 0;

  for (guint y = 0; y < TREE_LEAF_SIDE; y++)
    bits |= (guint64) (leaf->rows[8 * (i >> 1) + y] >> 8 * (i & 1) & 0xff)
            << 8 * y;
  return bits;
}

static gboolean
write_square (Writer *writer, guint32 square, guint level, guint32 *index)
{
  LifeMacrocellNode node = { level };

  *index = 0;
  if (square == LIFE_HASH_EMPTY
      || life_hash_numbers_find (&writer->squares, square, index))
    return TRUE;
  for (guint i = 0; i < 4; i++)
    if (level == LIFE_HASH_LEAF_LEVEL
            ? !write_bits (writer,
                quarter_of_leaf (life_hash_leaf (writer->universe, square), i),
                &node.children[i])
            : !write_square (writer,
                life_hash_child (writer->universe, square, i), level - 1,
                &node.children[i]))
      return FALSE;
  return add_node (writer, &node, index)
         && life_hash_numbers_add (
             &writer->squares, square, *index, writer->error);
}

LifeMacrocellNode *
life_hash_snapshot_get_tree (const LifeHashSnapshot *snapshot,
    LifeMemory *memory, gsize *n_nodes, GError **error)
{
  const LifeMacrocellNode empty = { 0 };
  Writer writer = { snapshot->universe, memory, .squares = { memory },
    .leaves = { memory }, .error = error };
  guint32 index;

  if (!add_node (&writer, &empty, &index)
      || !write_square (&writer, snapshot->root, snapshot->level, &index))
    g_clear_pointer (&writer.nodes, life_memory_release);
  life_hash_numbers_clear (&writer.squares);
  life_hash_numbers_clear (&writer.leaves);
  *n_nodes = writer.n_nodes;
  return writer.nodes;
}
