/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of HashLife share: universes, soups in them and in a bounded world, and
 * comparing both. */
#pragma once

#include "life/cpu/hashlife/hashlife-private.h"
#include "tests/support/worlds/world.h"

#define MEBIBYTE (G_GUINT64_CONSTANT (1) << 20)

static inline LifeHashUniverse *
new_universe (const gchar *text, guint64 memory, guint threads)
{
  LifeRule rule = rule_of (2, text);
  GError *error = NULL;
  LifeHashUniverse *universe =
      life_hash_universe_new (&rule, memory, threads, &error);

  g_assert_no_error (error);
  return universe;
}

static inline guint64
next_random (guint64 *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static inline void
set_block (LifeHashUniverse *universe, gint64 column, gint64 row,
    const guint64 bits[64])
{
  GError *error = NULL;

  life_hash_universe_set_block (universe, column, row, bits, &error);
  g_assert_no_error (error);
}

static inline gboolean
get_cell (const LifeHashUniverse *universe, gint64 x, gint64 y)
{
  guint64 bits[64];

  life_hash_universe_get_block (universe, x >> 6, y >> 6, bits);
  return bits[y & 63] >> (x & 63) & 1;
}

static inline gboolean
set_cell (LifeHashUniverse *universe, gint64 x, gint64 y, GError **error)
{
  guint64 bits[64];

  life_hash_universe_get_block (universe, x >> 6, y >> 6, bits);
  bits[y & 63] |= G_GUINT64_CONSTANT (1) << (x & 63);
  return life_hash_universe_set_block (universe, x >> 6, y >> 6, bits, error);
}

/* About three cells of eight alive in @side × @side blocks of 64 × 64 from block (0, 0) on. */
static inline void
set_soup (LifeHashUniverse *universe, guint64 seed, gint64 side)
{
  guint64 state = seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) | 1;

  for (gint64 i = 0; i < side * side; i++) {
    guint64 bits[64];

    for (guint y = 0; y < 64; y++)
      bits[y] =
          next_random (&state) & (next_random (&state) | next_random (&state));
    set_block (universe, i % side, i / side, bits);
  }
}

static inline void
run_universe (LifeHashUniverse *universe, guint64 generations)
{
  GError *error = NULL;

  life_hash_universe_step (universe, generations, NULL, &error);
  g_assert_no_error (error);
}

/* The nodes of the present cells. */
static inline LifeMacrocellNode *
get_tree (LifeHashUniverse *universe, gsize *n_nodes, GError **error)
{
  LifeHashSnapshot *snapshot = life_hash_universe_snapshot (universe);
  LifeMacrocellNode *nodes =
      life_hash_snapshot_get_tree (snapshot, NULL, n_nodes, error);

  life_hash_snapshot_free (snapshot);
  return nodes;
}

/* Adds a macrocell file to @text. */
static inline void
set_tree (LifeHashUniverse *universe, const gchar *rule, guint64 generation,
    GString *text)
{
  gsize n_nodes;
  LifeMacrocellNode *nodes = get_tree (universe, &n_nodes, NULL);

  g_assert_nonnull (nodes);
  life_macrocell_write (nodes, n_nodes, rule, generation, text);
  life_memory_release (nodes);
}

/* Equal cells make equal texts; free it with g_free(). */
static inline gchar *
text_of (LifeHashUniverse *universe)
{
  GString *text = g_string_new (NULL);

  set_tree (universe, NULL, 0, text);
  return g_string_free (text, FALSE);
}

static inline guint64
population_of (LifeHashUniverse *universe)
{
  return life_hash_universe_get_population (universe);
}

static inline void
assert_population (LifeHashUniverse *universe, const gchar *expected)
{
  g_autofree gchar *text = life_hash_universe_get_population_text (universe);

  g_assert_cmpstr (text, ==, expected);
}

/* A plane of @side × @side blocks with the cells of the universe; its middle block is
 * block (0, 0). */
static inline LifeWorld *
bounded_copy (
    const LifeHashUniverse *universe, const LifeRule *rule, guint side)
{
  const LifeGeometry geometry = { 64 * side, 64 * side, 1,
    LIFE_TOPOLOGY_PLANE };
  LifeWorld *world =
      new_world_with_rule (&geometry, rule, LIFE_KERNEL_NAIVE, 1);
  g_autofree guint8 *cells = g_malloc (size_of (world));

  for (guint y = 0; y < 64 * side; y++)
    for (guint x = 0; x < 64 * side; x++)
      cells[64 * side * y + x] = (guint8) get_cell (
          universe, (gint64) x - side / 2 * 64, (gint64) y - side / 2 * 64);
  set_cells (world, cells);
  return world;
}

static inline void
assert_same_cells (
    const LifeHashUniverse *universe, LifeWorld *world, guint side)
{
  g_autofree guint8 *cells = cells_of (world);

  for (guint i = 0; i < side * side; i++) {
    guint64 bits[64];

    life_hash_universe_get_block (universe, (gint64) (i % side) - side / 2,
        (gint64) (i / side) - side / 2, bits);
    for (guint y = 0; y < 64; y++)
      for (guint x = 0; x < 64; x++) {
        const gsize at =
            (gsize) 64 * side * (i / side * 64 + y) + i % side * 64 + x;

        if (cells[at] != (bits[y] >> x & 1)) {
          g_test_message ("cell %u, %u of block %u is %u, not %u", x, y, i,
              (guint) (bits[y] >> x & 1), cells[at]);
          g_assert_cmpuint (bits[y] >> x & 1, ==, cells[at]);
        }
      }
  }
}
