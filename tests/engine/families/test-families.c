/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of all families of rules that the CPU's fast engine runs in 2D: B/S rules,
 * other neighborhoods, Generations, maps, on worlds of every size. Every world is
 * compared with the reference. */
#include "tests/support/worlds/compare.h"

static GRand *dice;

static guint64
random_word (void)
{
  return (guint64) g_rand_int (dice) << 32 | g_rand_int (dice);
}

static LifeRule
rule_with_states (LifeNeighborhood neighborhood, guint states, guint32 birth,
    guint32 survival)
{
  return (LifeRule){ .family = LIFE_FAMILY_TOTALISTIC,
    .neighborhood = neighborhood,
    .dimensions = 2,
    .states = states,
    .birth = birth,
    .survival = survival };
}

static LifeRule
random_rule (LifeNeighborhood neighborhood, guint states)
{
  guint neighbors = neighborhood == LIFE_NEIGHBORHOOD_MOORE         ? 8
                    : neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN ? 4
                                                                    : 6;
  guint32 counts = (2u << neighbors) - 1;

  return rule_with_states (neighborhood, states, g_rand_int (dice) & counts,
      g_rand_int (dice) & counts);
}

static LifeRule
random_map (void)
{
  LifeRule rule = { .family = LIFE_FAMILY_MAP, .dimensions = 2, .states = 2 };

  for (guint i = 0; i < 8; i++)
    rule.map[i] = random_word ();
  return rule;
}

/* B3/S23 as a map. */
static LifeRule
mapped_life (void)
{
  LifeRule rule = { .family = LIFE_FAMILY_MAP, .dimensions = 2, .states = 2 };

  for (guint i = 0; i < 512; i++) {
    guint around = (guint) __builtin_popcount (i & 0x1ef);
    gboolean alive = around == 3 || (around == 2 && i & 0x10);
    rule.map[i / 64] |= (guint64) alive << i % 64;
  }
  return rule;
}

/* One kind of rule after the other; new rules in each round. */
static LifeRule
deal_rule (guint number)
{
  static const LifeNeighborhood neighborhoods[] = {
    LIFE_NEIGHBORHOOD_VON_NEUMANN, LIFE_NEIGHBORHOOD_HEXAGONAL,
    LIFE_NEIGHBORHOOD_MOORE
  };
  static const guint states[] = { 2, 3, 4, 5, 6, 8, 17, 66, 255, 256 };
  /* Every other one is Life, which has code of its own. */
  static const gchar *const named[] = { "B36/S23", "B0/S8", "B36/S125", "B0/S",
    "B0123478/S01234678", "B03/S23", "B3678/S34678", "B2/S", "B1357/S1357",
    "B/S012345678", "B0123/S01234", "B2/S0", "B012345678/S012345678" };
  const guint round = number / 5;

  switch (number % 5) {
    case 3:
      return random_map ();
    case 4:
      return rule_of (2,
          round % 2 == 0 ? "B3/S23" : named[round / 2 % G_N_ELEMENTS (named)]);
    default:
      return random_rule (neighborhoods[number % 5],
          states[(round + number) % G_N_ELEMENTS (states)]);
  }
}

static gboolean
compare_calls (const LifeGeometry *geometry, const LifeRule *rule,
    guint threads, const guint64 *calls, guint n_calls)
{
  return play_on_every_path (geometry, rule, threads, dice, calls, n_calls);
}

/* Narrower than a halo, than a word, than a block. */
static void
test_small_worlds_equal_reference (void)
{
  static const guint64 calls[] = { 1, 2, 5, 33 };
  guint number = 0;

  for (guint32 size = 1; size <= 70; size++) {
    const guint32 other = 1 + size * 37 % 70;
    const guint32 sizes[][2] = { { size, other }, { other, size } };

    for (guint i = 0; i < 10; i++, number++) {
      LifeGeometry geometry = { sizes[i / 2 % 2][0], sizes[i / 2 % 2][1], 1,
        topologies[i % 2] };
      LifeRule rule = deal_rule (number / 2);
      if (!compare_calls (
              &geometry, &rule, 1 + size % 4, calls, G_N_ELEMENTS (calls)))
        return;
    }
  }
}

/* Rows of whole blocks, and those that end in them. */
static void
test_odd_sizes_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 100, 100 }, { 127, 65 }, { 128, 129 },
    { 129, 3 }, { 257, 193 }, { 511, 17 }, { 512, 16 }, { 513, 9 }, { 575, 5 },
    { 576, 4 }, { 1000, 3 }, { 1023, 2 }, { 1024, 5 }, { 1025, 1 }, { 1, 130 },
    { 2, 65 }, { 62, 128 }, { 191, 64 }, { 448, 2 } };
  static const guint64 calls[] = { 1, 1, 5, 33 };

  for (guint i = 0; i < 10 * G_N_ELEMENTS (sizes); i++) {
    LifeGeometry geometry = { sizes[i / 10][0], sizes[i / 10][1], 1,
      topologies[i / 5 % 2] };
    LifeRule rule = deal_rule (i);

    if (!compare_calls (
            &geometry, &rule, 1 + i % 3, calls, G_N_ELEMENTS (calls)))
      return;
  }
}

/* Around the sizes of blocks of 128, 256 and 512 columns, of strips, and of tiles
 * with and without a halo. */
static void
test_worlds_of_tiles_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 128, 64 }, { 127, 65 }, { 257, 129 },
    { 512, 64 }, { 511, 640 }, { 513, 66 }, { 453, 69 }, { 197, 261 },
    { 1024, 192 }, { 1025, 195 }, { 70, 900 }, { 900, 70 }, { 129, 63 },
    { 255, 127 }, { 452, 68 }, { 196, 260 }, { 964, 132 } };
  static const guint64 calls[] = { 1, 30, 7, 61, 45, 2 };
  guint number = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (topologies); j++)
      for (guint k = 0; k < SOME_OF (5); k++, number++) {
        LifeGeometry geometry = { sizes[i][0], sizes[i][1], 1, topologies[j] };
        LifeRule rule = deal_rule (number);
        if (!compare_calls (
                &geometry, &rule, 1 + i % 4, calls, G_N_ELEMENTS (calls)))
          return;
      }
}

static void
test_all_numbers_of_states_equal_reference (void)
{
  static const guint64 calls[] = { 1, 64 };

  for (guint states = 2; states <= 256; states++) {
    LifeGeometry geometry = { 130, 70, 1, topologies[states % 2] };
    /* Star Wars' rule lives long with any number of states. */
    LifeRule rule =
        rule_with_states (LIFE_NEIGHBORHOOD_MOORE, states, 1u << 2, 7u << 3);
    if (!compare_calls (&geometry, &rule, 1, calls, G_N_ELEMENTS (calls)))
      return;
  }
}

/* Every count of every neighborhood alone. */
static void
test_single_counts_equal_reference (void)
{
  static const guint64 calls[] = { 1, 3 };
  static const guint counts[] = { [LIFE_NEIGHBORHOOD_MOORE] = 8,
    [LIFE_NEIGHBORHOOD_VON_NEUMANN] = 4,
    [LIFE_NEIGHBORHOOD_HEXAGONAL] = 6 };

  for (guint neighborhood = 0; neighborhood < G_N_ELEMENTS (counts);
       neighborhood++)
    for (guint count = 0; count <= counts[neighborhood]; count++)
      for (guint i = 0; i < 8; i++) {
        LifeGeometry geometry = { 200, 40, 1, topologies[i % 2] };
        LifeRule rule = rule_with_states (neighborhood, i & 2 ? 3 : 2,
            i & 4 ? 1u << count : 0, i & 4 ? 0 : 1u << count);
        if (!compare_calls (&geometry, &rule, 1, calls, G_N_ELEMENTS (calls)))
          return;
      }
}

/* Each of the 512 neighborhoods alone. */
static void
test_single_maps_equal_reference (void)
{
  for (guint i = 0; i < 512; i++) {
    LifeGeometry geometry = { 97, 64, 1, topologies[i % 2] };
    LifeRule rule = { .family = LIFE_FAMILY_MAP, .dimensions = 2, .states = 2 };
    const guint64 calls[] = { 1 };

    rule.map[i / 64] = G_GUINT64_CONSTANT (1) << i % 64;
    if (!compare_calls (&geometry, &rule, 1, calls, G_N_ELEMENTS (calls)))
      return;
  }
}

/* Larger than the largest tile, so that several of them meet in both axes. */
static void
test_many_tiles_equal_reference (void)
{
  LifeRule rules[] = {
    rule_with_states (LIFE_NEIGHBORHOOD_VON_NEUMANN, 2, 1u << 2, 0xe),
    rule_with_states (LIFE_NEIGHBORHOOD_HEXAGONAL, 5, 1u << 2, 0x18),
    rule_with_states (LIFE_NEIGHBORHOOD_MOORE, 3, 1u << 2, 0),
    random_map (),
    rule_of (2, "B3/S23"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    LifeGeometry geometry = { 2503, 1307, 1, topologies[i % 2] };
    g_autoptr (Worlds) worlds = worlds_on_paths (&geometry, &rules[i], 2 + i);

    worlds_play_soup (worlds, 9, 0.4, (const guint64[]){ 62 }, 1);
  }
}

/* Passes over several generations and over single ones, by several threads.
 * Also run under the thread sanitizer. */
static void
test_threads_change_nothing (void)
{
  static const guint64 calls[] = { 1, 2, 64, 30, 1, 125 };

  for (guint number = 0; number < 10; number++) {
    LifeGeometry geometry = { 4200, 600, 1, topologies[number % 2] };
    LifeRule rule = deal_rule (number);
    g_autoptr (Worlds) worlds =
        worlds_of (new_world_with_rule (
                       &geometry, &rule, LIFE_KERNEL_BITSLICED, 2 + number % 3),
            new_world_with_rule (&geometry, &rule, LIFE_KERNEL_BITSLICED, 1));

    if (!worlds_play_soup (worlds, number, 0.3, calls, G_N_ELEMENTS (calls)))
      return;
  }
}

/* A few cells in a wide world: most areas are skipped until something moves
 * into them. */
static void
compare_sparse_world (const LifeRule *rule, guint64 call, LifeTopology topology)
{
  const guint8 cells[16] = { 0, 1, 1, 0, 2, 1, 2, 1, 1, 1, 1, 1, 0, 2, 1, 0 };
  const guint64 calls[] = { call, call, call, call, call };
  LifeGeometry geometry = { 8300, 200, 1, topology };
  g_autoptr (Worlds) worlds =
      worlds_new (&geometry, rule, LIFE_KERNEL_BITSLICED, 2);
  g_autofree gchar *what = life_rule_to_string (rule);

  for (guint phase = 0; phase < 3; phase++) {
    for (gint64 x = 0; x < 3; x++)
      worlds_write (worlds,
          (LifeBox){ 300 + 2600 * x + 900 * phase, 90, 0, 4, 4, 1 }, cells);
    if (!worlds_play (worlds, calls, G_N_ELEMENTS (calls), what))
      return;
  }
}

static void
test_skipped_areas_are_advanced_again (void)
{
  static const guint64 calls[] = { 1, 2, 30 };
  LifeRule rules[] = {
    rule_with_states (LIFE_NEIGHBORHOOD_MOORE, 3, 1u << 2, 0),
    rule_with_states (LIFE_NEIGHBORHOOD_MOORE, 4, 1u << 2, 7u << 3),
    rule_with_states (LIFE_NEIGHBORHOOD_MOORE, 40, 1u << 3, 3u << 2),
    rule_with_states (LIFE_NEIGHBORHOOD_HEXAGONAL, 2, 1u << 2, 0x18),
    rule_with_states (LIFE_NEIGHBORHOOD_VON_NEUMANN, 2, 1u << 3, 0x1c),
    mapped_life (),
  };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint j = 0; j < G_N_ELEMENTS (calls); j++)
      compare_sparse_world (&rules[i], calls[j], topologies[(i + j) % 2]);
}

/* A rule of another family, with more states or fewer, takes over the cells;
 * the counts of the last generation do not change. */
static void
test_changes_of_rule_equal_reference (void)
{
  const LifeRule life = rule_of (2, "B3/S23");

  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++) {
    LifeGeometry geometry = { 600, 200, 1, topologies[i] };
    g_autoptr (Worlds) worlds = worlds_on_paths (&geometry, &life, 2);

    for (guint number = 0; number < 24; number++) {
      LifeRule rule = deal_rule (number);

      if (number % 3 == 0)
        worlds_soup (worlds, number, 0.3);
      worlds_step (worlds, number % 4 == 0 ? 40 : 1);
      worlds_set_rule (worlds, &rule);
      if (!worlds_same (worlds, "a new rule"))
        return;
    }
  }
}

#define TEST(name) g_test_add_func ("/families/" #name, test_##name)
/* The tests that the thread sanitizer runs. */
#define TEST_OF_THREADS(name) \
  g_test_add_func ("/families/threads/" #name, test_##name)

int
main (int argc, char **argv)
{
  int failed;

  g_test_init (&argc, &argv, NULL);
  dice = g_rand_new_with_seed (20261121);
  TEST (small_worlds_equal_reference);
  TEST (odd_sizes_equal_reference);
  TEST (worlds_of_tiles_equal_reference);
  TEST (all_numbers_of_states_equal_reference);
  TEST (single_counts_equal_reference);
  TEST (single_maps_equal_reference);
  TEST (many_tiles_equal_reference);
  TEST_OF_THREADS (threads_change_nothing);
  TEST (skipped_areas_are_advanced_again);
  TEST (changes_of_rule_equal_reference);
  failed = g_test_run ();
  g_rand_free (dice);
  return failed;
}
