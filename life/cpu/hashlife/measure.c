/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is counted of a universe: each square once, however often it occurs. */
#include "life/cpu/hashlife/private.h"

#include "life/cpu/hashlife/numbers.h"

/* What is counted of squares. */
typedef enum {
  POPULATION,
  BLOCKS, /* of BASE_LEVEL in which something lives */
  N_NUMBERS
} Counted;

struct _LifeHashCounts {
  LifeHashNumbers of[N_NUMBERS];
};

void
life_hash_forget_counts (LifeHashUniverse *universe)
{
  for (guint i = 0; universe->counts != NULL && i < N_NUMBERS; i++)
    life_hash_numbers_clear (&universe->counts->of[i]);
  g_clear_pointer (&universe->counts, g_free);
}

static guint
count_words (const guint64 words[4])
{
  return __builtin_popcountll (words[0]) + __builtin_popcountll (words[1])
         + __builtin_popcountll (words[2]) + __builtin_popcountll (words[3]);
}

/* Adds what is counted of @square to @sum. */
static gboolean
add_square (LifeHashUniverse *universe, Counted what, guint32 square,
    guint level, LifeHashNumber *sum, GError **error)
{
  LifeHashNumbers *numbers = &universe->counts->of[what];
  LifeHashNumber number = 0;

  if (square == LIFE_HASH_EMPTY)
    return TRUE;
  if (what == BLOCKS && level == LIFE_HASH_BASE_LEVEL) {
    number = 1;
  } else if (level == LIFE_HASH_LEAF_LEVEL) {
    number = count_words (universe->records[square].words);
  } else if (!life_hash_numbers_find (numbers, square, &number)) {
    for (guint i = 0; i < 4; i++)
      if (!add_square (universe, what, life_hash_child (universe, square, i),
              level - 1, &number, error))
        return FALSE;
    if (!life_hash_numbers_keep (numbers, square, number, error))
      return FALSE;
  }
  *sum += number;
  return TRUE;
}

static gboolean
count_square (LifeHashUniverse *universe, Counted what, guint32 square,
    guint level, LifeHashNumber *number, GError **error)
{
  if (universe->counts == NULL)
    universe->counts = g_new0 (struct _LifeHashCounts, 1);
  *number = 0;
  return add_square (universe, what, square, level, number, error);
}

static guint64
saturated (LifeHashNumber number)
{
  return number > G_MAXUINT64 ? G_MAXUINT64 : (guint64) number;
}

static gboolean
count_all (
    LifeHashUniverse *universe, Counted what, guint64 *number, GError **error)
{
  LifeHashNumber all;

  if (!count_square (
          universe, what, universe->root, universe->level, &all, error))
    return FALSE;
  *number = saturated (all);
  return TRUE;
}

gboolean
life_hash_universe_get_population (
    LifeHashUniverse *universe, guint64 *population, GError **error)
{
  return count_all (universe, POPULATION, population, error);
}

gboolean
life_hash_universe_count_blocks (
    LifeHashUniverse *universe, guint64 *blocks, GError **error)
{
  return count_all (universe, BLOCKS, blocks, error);
}

gchar *
life_hash_universe_get_population_text (
    LifeHashUniverse *universe, GError **error)
{
  LifeHashNumber left;
  gchar digits[40];
  guint first = sizeof (digits) - 1;

  if (!count_square (
          universe, POPULATION, universe->root, universe->level, &left, error))
    return NULL;
  digits[first] = '\0';
  do {
    digits[--first] = (gchar) ('0' + (guint) (left % 10));
    left /= 10;
  } while (left > 0);
  return g_strdup (digits + first);
}

/* --- The bounding box --- */

/* From which side of a square cells are looked for: the two parts on that side, and in a
 * leaf the first row or column. */
typedef enum {
  FROM_LEFT,
  FROM_TOP,
  FROM_RIGHT,
  FROM_BOTTOM
} Side;

static const guint8 near_parts[4][2] = { { 0, 2 }, { 0, 1 }, { 1, 3 },
  { 2, 3 } };

static guint
first_in_leaves (
    const LifeHashUniverse *universe, GHashTable *squares, Side side)
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
take_parts (const LifeHashUniverse *universe, GHashTable *squares, Side side,
    gboolean near)
{
  GHashTable *parts = g_hash_table_new (NULL, NULL);
  const Side from = near ? side : (side + 2) % 4;
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
 * a level whose cells may be the first ones are looked at together. */
static guint64
count_empty (const LifeHashUniverse *universe, Side side)
{
  GHashTable *squares = g_hash_table_new (NULL, NULL);
  guint64 empty = 0;

  g_hash_table_add (squares, GUINT_TO_POINTER (universe->root));
  for (guint level = universe->level; level > LIFE_HASH_LEAF_LEVEL; level--) {
    GHashTable *parts = take_parts (universe, squares, side, TRUE);

    if (g_hash_table_size (parts) == 0) {
      g_hash_table_unref (parts);
      parts = take_parts (universe, squares, side, FALSE);
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
  GError **error;
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
static gboolean
report_whole (
    const Rectangle *rectangle, guint32 square, guint level, gint64 x, gint64 y)
{
  LifeHashNumber population;

  if (!count_square (rectangle->universe, POPULATION, square, level,
          &population, rectangle->error))
    return FALSE;
  report (rectangle, x, y, population);
  return TRUE;
}

/* @square, at (@x, @y) in squares of the rectangle's level, is no smaller than those. */
static gboolean
report_square (
    const Rectangle *rectangle, guint32 square, guint level, gint64 x, gint64 y)
{
  const gint64 side = G_GINT64_CONSTANT (1) << (level - rectangle->level);

  if (square == LIFE_HASH_EMPTY || !is_inside (rectangle, x, y, side))
    return TRUE;
  if (level == rectangle->level)
    return report_whole (rectangle, square, level, x, y);
  if (level == LIFE_HASH_LEAF_LEVEL) {
    report_leaf (rectangle, square, x, y);
    return TRUE;
  }
  for (guint i = 0; i < 4; i++)
    if (!report_square (rectangle,
            life_hash_child (rectangle->universe, square, i), level - 1,
            x + (i & 1) * (side / 2), y + (i >> 1) * (side / 2)))
      return FALSE;
  return TRUE;
}

gboolean
life_hash_universe_count (LifeHashUniverse *universe, guint level, gint64 left,
    gint64 top, guint columns, guint rows, LifeHashCountFunc count,
    gpointer data, GError **error)
{
  const Rectangle rectangle = { universe, level, left, top,
    left > G_MAXINT64 - columns ? G_MAXINT64 : left + columns,
    top > G_MAXINT64 - rows ? G_MAXINT64 : top + rows, count, data, error };
  const guint part_level = universe->level - 1;

  for (guint i = 0; i < 4; i++) {
    const guint32 part = life_hash_child (universe, universe->root, i);
    const gint64 half =
        level < part_level ? G_GINT64_CONSTANT (1) << (part_level - level) : 1;
    const gint64 x = i & 1 ? 0 : -half, y = i >> 1 ? 0 : -half;

    if (level <= part_level
            ? !report_square (&rectangle, part, part_level, x, y)
            : !report_whole (&rectangle, part, part_level, x, y))
      return FALSE;
  }
  return TRUE;
}
