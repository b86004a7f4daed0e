/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells of many states as the nodes of a macrocell file: squares are joined four by four, level
 * by level, and equal ones become one node. */
#include <stdlib.h>
#include <string.h>

#include "life/pattern/pattern-private.h"

/* A square that has live cells: its column and row among squares of its size, and its node; a
 * cell's is its state. */
typedef struct {
  gint64 x, y;
  guint32 node;
} Square;

typedef struct {
  LifeMacrocellNode *nodes;
  gsize n, room;
  guint32 *slots; /* nodes by their content, 0: free; at most half are used */
  gsize n_slots;  /* a power of two, or 0 */
} Tree;

static guint32 *
slot_of (const Tree *self, const LifeMacrocellNode *node)
{
  guint64 hash = node->level;
  gsize i;

  for (guint child = 0; child < 4; child++)
    hash = (hash ^ node->children[child])
           * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  i = hash >> 32 & (self->n_slots - 1);
  while (self->slots[i] != 0
         && memcmp (&self->nodes[self->slots[i]], node, sizeof *node) != 0)
    i = (i + 1) & (self->n_slots - 1);
  return &self->slots[i];
}

static void
grow_slots (Tree *self)
{
  if (2 * self->n < self->n_slots)
    return;
  g_free (self->slots);
  self->n_slots = MAX (2 * self->n_slots, 1024);
  self->slots = g_new0 (guint32, self->n_slots);
  for (gsize i = 1; i < self->n; i++)
    *slot_of (self, &self->nodes[i]) = (guint32) i;
}

static guint32
find_node (Tree *self, const LifeMacrocellNode *node)
{
  guint32 *slot;

  grow_slots (self);
  slot = slot_of (self, node);
  if (*slot != 0)
    return *slot;
  if (self->n == self->room) {
    self->room *= 2;
    self->nodes = g_renew (LifeMacrocellNode, self->nodes, self->room);
  }
  *slot = (guint32) self->n;
  self->nodes[self->n] = *node;
  return (guint32) self->n++;
}

static gint
compare_squares (gconstpointer a, gconstpointer b)
{
  const Square *first = a, *second = b;

  if (first->y != second->y)
    return first->y < second->y ? -1 : 1;
  return first->x < second->x ? -1 : first->x > second->x;
}

/* Cell (0, 0) is just above and to the right of the middle, as Golly and the reader have it. */
static Square *
list_cells (const LifePattern *pattern, gsize n)
{
  Square *squares = g_new (Square, n), *square = squares;

  for (gsize i = 0; i < pattern->n_runs; i++)
    for (guint32 k = 0; k < pattern->runs[i].length; k++)
      *square++ = (Square){ pattern->x + pattern->runs[i].x + k,
        pattern->y + pattern->runs[i].y - 1, pattern->runs[i].state };
  if (n > 0)
    qsort (squares, n, sizeof *squares, compare_squares);
  return squares;
}

/* Joins the squares of two rows, the first of which may be empty, to some of level @level. */
static Square *
join_rows (Tree *self, guint level, const Square *upper, const Square *lower,
    const Square *end, Square *joined)
{
  const Square *middle = lower;

  while (upper < middle || lower < end) {
    const Square *first =
        lower == end || (upper < middle && upper->x >> 1 <= lower->x >> 1)
            ? upper
            : lower;
    const gint64 x = first->x >> 1, y = first->y >> 1;
    LifeMacrocellNode node = { .level = level };

    for (; upper < middle && upper->x >> 1 == x; upper++)
      node.children[upper->x & 1] = upper->node;
    for (; lower < end && lower->x >> 1 == x; lower++)
      node.children[2 + (lower->x & 1)] = lower->node;
    *joined++ = (Square){ x, y, find_node (self, &node) };
  }
  return joined;
}

/* Joins all squares to some of level @level, which are fewer, or as many. */
static gsize
join_squares (
    Tree *self, guint level, const Square *squares, gsize n, Square *joined)
{
  const Square *end = squares + n;
  Square *next = joined;

  while (squares < end) {
    const gint64 row = squares->y >> 1;
    const Square *lower = squares, *beyond;

    while (lower < end && lower->y == 2 * row)
      lower++;
    for (beyond = lower; beyond < end && beyond->y == 2 * row + 1;)
      beyond++;
    next = join_rows (self, level, squares, lower, beyond, next);
    squares = beyond;
  }
  return (gsize) (next - joined);
}

/* Whether the squares are some of the four around the middle. */
static gboolean
are_central (const Square *squares, gsize n)
{
  gboolean central = n <= 4;

  for (gsize i = 0; i < n && central; i++)
    central = squares[i].x >= -1 && squares[i].x <= 0 && squares[i].y >= -1
              && squares[i].y <= 0;
  return central;
}

static void
add_root (Tree *self, guint level, const Square *squares, gsize n)
{
  LifeMacrocellNode root = { .level = level };

  for (gsize i = 0; i < n; i++)
    root.children[(squares[i].y == 0) * 2 + (squares[i].x == 0)] =
        squares[i].node;
  find_node (self, &root);
}

static gsize
count_cells (const LifePattern *pattern)
{
  gsize n = 0;

  for (gsize i = 0; i < pattern->n_runs; i++)
    n += pattern->runs[i].length;
  return n;
}

/* Squares twice; nodes, of which there may be a third more than leaves, and their slots, both
 * while they grow. */
#define BYTES_OF_CELL \
  (2 * sizeof (Square) + 4 * sizeof (LifeMacrocellNode) + 8 * sizeof (guint32))

guint64
life_pattern_bytes_of_nodes (const LifePattern *pattern)
{
  return count_cells (pattern) * BYTES_OF_CELL;
}

LifeMacrocellNode *
life_pattern_to_nodes (const LifePattern *pattern, gsize *n_nodes)
{
  Tree self = { g_new0 (LifeMacrocellNode, 64), 1, 64 };
  gsize n = count_cells (pattern);
  Square *squares = list_cells (pattern, n);
  Square *joined = g_new (Square, n);
  guint level;

  for (level = 1; n > 0 && (level == 1 || !are_central (squares, n)); level++) {
    Square *free_ones = squares;

    n = join_squares (&self, level, squares, n, joined);
    squares = joined;
    joined = free_ones;
  }
  if (n > 0)
    add_root (&self, level, squares, n);
  g_free (squares);
  g_free (joined);
  g_free (self.slots);
  *n_nodes = self.n;
  return self.nodes;
}
