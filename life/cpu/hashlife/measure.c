/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts over a universe: each square is counted once, however often it occurs. */
#include "life/cpu/hashlife/hashlife-private.h"

static guint
count_words (const guint64 words[4])
{
  return __builtin_popcountll (words[0]) + __builtin_popcountll (words[1])
         + __builtin_popcountll (words[2]) + __builtin_popcountll (words[3]);
}

static LifeHashNumber
count_square (LifeHashUniverse *universe, LifeHashCounted what, guint32 square,
    guint level)
{
  LifeHashNumber *number = &universe->counts[what][square];

  if (square == LIFE_HASH_EMPTY)
    return 0;
  if (what == LIFE_HASH_BLOCKS && level == LIFE_HASH_BASE_LEVEL)
    return 1;
  if (level == LIFE_HASH_LEAF_LEVEL)
    return count_words (universe->records[square].words);
  if (*number == 0) {
    universe->is_counted = TRUE;
    for (guint i = 0; i < 4; i++)
      *number += count_square (
          universe, what, life_hash_child (universe, square, i), level - 1);
  }
  return *number;
}

static guint64
saturated (LifeHashNumber number)
{
  return number > G_MAXUINT64 ? G_MAXUINT64 : (guint64) number;
}

static LifeHashNumber
count_all (LifeHashUniverse *universe, LifeHashCounted what)
{
  return count_square (universe, what, universe->root, universe->level);
}

guint64
life_hash_universe_get_population (LifeHashUniverse *universe)
{
  return saturated (count_all (universe, LIFE_HASH_POPULATION));
}

guint64
life_hash_universe_count_blocks (LifeHashUniverse *universe)
{
  return saturated (count_all (universe, LIFE_HASH_BLOCKS));
}

gchar *
life_hash_universe_get_population_text (LifeHashUniverse *universe)
{
  LifeHashNumber left = count_all (universe, LIFE_HASH_POPULATION);
  gchar digits[40];
  guint first = sizeof (digits) - 1;

  digits[first] = '\0';
  do {
    digits[--first] = (gchar) ('0' + (guint) (left % 10));
    left /= 10;
  } while (left > 0);
  return g_strdup (digits + first);
}

/* --- The bounding box --- */

/* The side of a square from which cells are searched for: the two parts on that side, and in
 * a leaf the first row or column. */
typedef enum {
  FROM_LEFT,
  FROM_TOP,
  FROM_RIGHT,
  FROM_BOTTOM
} NodeSide;

static const guint8 near_parts[4][2] = { { 0, 2 }, { 0, 1 }, { 1, 3 },
  { 2, 3 } };

static guint
first_in_leaves (
    const LifeHashUniverse *universe, GHashTable *squares, NodeSide side)
{
  GHashTableIter iter;
  gpointer square;
  guint rows = 0, columns = 0;

  g_hash_table_iter_init (&iter, squares);
  while (g_hash_table_iter_next (&iter, &square, NULL)) {
    const LifeHashLeaf *leaf =
        life_hash_leaf (universe, GPOINTER_TO_UINT (square));

    for (guint y = 0; y < LIFE_HASH_LEAF_SIDE; y++) {
      columns |= leaf->rows[y];
      rows |= (guint) (leaf->rows[y] != 0) << y;
    }
  }
  switch (side) {
    case FROM_LEFT:
      return __builtin_ctz (columns);
    case FROM_TOP:
      return __builtin_ctz (rows);
    case FROM_RIGHT:
      return LIFE_HASH_LEAF_SIDE - 32 + __builtin_clz (columns);
    default:
      return LIFE_HASH_LEAF_SIDE - 32 + __builtin_clz (rows);
  }
}

/* The parts of @squares that are not empty, those on @side or the others. */
static GHashTable *
list_parts (const LifeHashUniverse *universe, GHashTable *squares,
    NodeSide side, gboolean near)
{
  GHashTable *parts = g_hash_table_new (NULL, NULL);
  const NodeSide from = near ? side : (side + 2) % 4;
  GHashTableIter iter;
  gpointer square;

  g_hash_table_iter_init (&iter, squares);
  while (g_hash_table_iter_next (&iter, &square, NULL)) {
    for (guint i = 0; i < 2; i++) {
      const guint32 part = life_hash_child (
          universe, GPOINTER_TO_UINT (square), near_parts[from][i]);

      if (part != LIFE_HASH_EMPTY)
        g_hash_table_add (parts, GUINT_TO_POINTER (part));
    }
  }
  return parts;
}

/* How many rows or columns on @side of the root are empty; it has live cells. All squares at
 * a level whose cells may be the first ones are visited together. */
static guint64
count_empty (const LifeHashUniverse *universe, NodeSide side)
{
  GHashTable *squares = g_hash_table_new (NULL, NULL);
  guint64 empty = 0;

  g_hash_table_add (squares, GUINT_TO_POINTER (universe->root));
  for (guint level = universe->level; level > LIFE_HASH_LEAF_LEVEL; level--) {
    GHashTable *parts = list_parts (universe, squares, side, TRUE);

    if (g_hash_table_size (parts) == 0) {
      g_hash_table_unref (parts);
      parts = list_parts (universe, squares, side, FALSE);
      empty += G_GUINT64_CONSTANT (1) << (level - 1);
    }
    g_hash_table_unref (squares);
    squares = parts;
  }
  empty += first_in_leaves (universe, squares, side);
  g_hash_table_unref (squares);
  return empty;
}

gboolean
life_hash_universe_get_box (LifeHashUniverse *universe, gint64 *left,
    gint64 *top, gint64 *right, gint64 *bottom)
{
  const gint64 half = G_GINT64_CONSTANT (1) << (universe->level - 1);

  if (universe->root == LIFE_HASH_EMPTY)
    return FALSE;
  *left = (gint64) count_empty (universe, FROM_LEFT) - half;
  *top = (gint64) count_empty (universe, FROM_TOP) - half;
  *right = half - 1 - (gint64) count_empty (universe, FROM_RIGHT);
  *bottom = half - 1 - (gint64) count_empty (universe, FROM_BOTTOM);
  return TRUE;
}

/* --- Squares of a rectangle --- */

/* The rectangle in squares of 2^level cells, its ends outside it. */
typedef struct {
  LifeHashUniverse *universe;
  guint level;
  gint64 left, top, right, bottom;
  LifeHashCountFunc count;
  gpointer data;
} Rectangle;

static gboolean
is_inside (const Rectangle *rectangle, gint64 x, gint64 y, gint64 side)
{
  return x < rectangle->right && x + side > rectangle->left
         && y < rectangle->bottom && y + side > rectangle->top;
}

static void
report (
    const Rectangle *rectangle, gint64 x, gint64 y, LifeHashNumber population)
{
  if (population > 0 && is_inside (rectangle, x, y, 1))
    rectangle->count (rectangle->data, (guint) (x - rectangle->left),
        (guint) (y - rectangle->top), saturated (population));
}

/* Squares smaller than a leaf. */
static void
report_leaf (const Rectangle *rectangle, guint32 square, gint64 x, gint64 y)
{
  const LifeHashLeaf *leaf = life_hash_leaf (rectangle->universe, square);
  const guint side = 1u << rectangle->level, n = LIFE_HASH_LEAF_SIDE / side;

  for (guint row = 0; row < n; row++) {
    for (guint column = 0; column < n; column++) {
      guint population = 0;

      for (guint i = 0; i < side; i++)
        population += __builtin_popcount (
            leaf->rows[row * side + i] >> column * side & ((1u << side) - 1));
      report (rectangle, x + column, y + row, population);
    }
  }
}

/* Reports @square as one. */
static void
report_whole (
    const Rectangle *rectangle, guint32 square, guint level, gint64 x, gint64 y)
{
  report (rectangle, x, y,
      count_square (rectangle->universe, LIFE_HASH_POPULATION, square, level));
}

/* @square, at (@x, @y) in squares of the rectangle's level, is no smaller than those. */
static void
report_square (
    const Rectangle *rectangle, guint32 square, guint level, gint64 x, gint64 y)
{
  const gint64 side = G_GINT64_CONSTANT (1) << (level - rectangle->level);

  if (square == LIFE_HASH_EMPTY || !is_inside (rectangle, x, y, side))
    return;
  if (level == rectangle->level)
    report_whole (rectangle, square, level, x, y);
  else if (level == LIFE_HASH_LEAF_LEVEL)
    report_leaf (rectangle, square, x, y);
  else
    for (guint i = 0; i < 4; i++)
      report_square (rectangle,
          life_hash_child (rectangle->universe, square, i), level - 1,
          x + (i & 1) * (side / 2), y + (i >> 1) * (side / 2));
}

void
life_hash_universe_count (LifeHashUniverse *universe,
    const LifeSquares *squares, LifeHashCountFunc count, gpointer data)
{
  const guint level = squares->level;
  const gint64 left = squares->column, top = squares->row;
  const Rectangle rectangle = { universe, level, left, top,
    left > G_MAXINT64 - squares->columns ? G_MAXINT64 : left + squares->columns,
    top > G_MAXINT64 - squares->rows ? G_MAXINT64 : top + squares->rows, count,
    data };
  const guint part_level = universe->level - 1;

  for (guint i = 0; i < 4; i++) {
    const guint32 part = life_hash_child (universe, universe->root, i);
    const gint64 half =
        level < part_level ? G_GINT64_CONSTANT (1) << (part_level - level) : 1;
    const gint64 x = i & 1 ? 0 : -half, y = i >> 1 ? 0 : -half;

    if (level <= part_level)
      report_square (&rectangle, part, part_level, x, y);
    else
      report_whole (&rectangle, part, part_level, x, y);
  }
}
