/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of the rule families that the CPU's fast engine runs in addition to B/S
 * rules of two states: other neighborhoods, Generations, maps. Every world is
 * compared with the reference. */
#include "tests/support/worlds/paths.h"

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

  if (number % 4 == 3)
    return random_map ();
  return random_rule (neighborhoods[number % 4],
      states[(number / 4 + number) % G_N_ELEMENTS (states)]);
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

    for (guint i = 0; i < 8; i++, number++) {
      LifeGeometry geometry = { sizes[i / 2 % 2][0], sizes[i / 2 % 2][1], 1,
        topologies[i % 2] };
      LifeRule rule = deal_rule (number / 2);
      if (!compare_calls (
              &geometry, &rule, 1 + size % 4, calls, G_N_ELEMENTS (calls)))
        return;
    }
  }
}

/* Around the sizes of blocks of 128, 256 and 512 columns, of strips, and of tiles
 * with and without a halo. */
static void
test_worlds_of_tiles_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 128, 64 }, { 127, 65 }, { 257, 129 },
    { 512, 64 }, { 511, 640 }, { 513, 66 }, { 453, 69 }, { 197, 261 },
    { 1024, 192 }, { 1025, 195 }, { 70, 900 }, { 900, 70 } };
  static const guint64 calls[] = { 1, 30, 7, 61 };
  guint number = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (topologies); j++)
      for (guint k = 0; k < SOME_OF (4); k++, number++) {
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

static void
test_map_of_life_equals_life (void)
{
  LifeGeometry geometry = { 1000, 500, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = mapped_life ();
  g_autoptr (LifeWorld) mapped =
      new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 2);
  g_autoptr (LifeWorld) life =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 2);

  fill_soup (mapped, 1, 0.35);
  fill_soup (life, 1, 0.35);
  step (mapped, 100);
  step (life, 100);
  assert_equal_worlds (mapped, life, "map");
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
  };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    LifeGeometry geometry = { 2503, 1307, 1, topologies[i % 2] };
    g_autoptr (LifeWorld) plain =
        new_world_with_rule (&geometry, &rules[i], LIFE_KERNEL_NAIVE, 2);
    g_autofree gchar *what = life_rule_to_string (&rules[i]);

    fill_soup (plain, 9, 0.4);
    step (plain, 62);
    for (guint j = 0; j < G_N_ELEMENTS (cpu_paths); j++)
      if (use_cpu_path (cpu_paths[j])) {
        g_autoptr (LifeWorld) fast = new_world_with_rule (
            &geometry, &rules[i], LIFE_KERNEL_BITSLICED, 1 + i + j);
        fill_soup (fast, 9, 0.4);
        step (fast, 62);
        assert_equal_worlds (fast, plain, what);
      }
  }
  use_any_cpu_path ();
}

/* Passes over several generations and over single ones, by several threads.
 * Also run under the thread sanitizer. */
static void
test_threads_change_nothing (void)
{
  static const guint64 calls[] = { 1, 2, 64, 30, 1 };

  for (guint number = 0; number < 8; number++) {
    LifeGeometry geometry = { 4200, 600, 1, topologies[number % 2] };
    LifeRule rule = deal_rule (number);
    g_autoptr (LifeWorld) alone =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_BITSLICED, 1);
    g_autoptr (LifeWorld) shared = new_world_with_rule (
        &geometry, &rule, LIFE_KERNEL_BITSLICED, 2 + number % 3);

    fill_soup (alone, number, 0.3);
    fill_soup (shared, number, 0.3);
    for (guint i = 0; i < G_N_ELEMENTS (calls); i++) {
      step (alone, calls[i]);
      step (shared, calls[i]);
      if (!assert_equal_worlds (shared, alone, "threads"))
        return;
    }
  }
}

/* A few cells in a wide world: most areas are skipped until something moves
 * into them. */
static void
compare_sparse_world (const LifeRule *rule, guint64 call, LifeTopology topology)
{
  LifeGeometry geometry = { 8300, 200, 1, topology };
  g_autoptr (LifeWorld) fast =
      new_world_with_rule (&geometry, rule, LIFE_KERNEL_BITSLICED, 2);
  g_autoptr (LifeWorld) plain =
      new_world_with_rule (&geometry, rule, LIFE_KERNEL_NAIVE, 2);
  LifeWorld *worlds[2] = { fast, plain };
  g_autofree gchar *what = life_rule_to_string (rule);

  for (guint phase = 0; phase < 3; phase++) {
    for (guint i = 0; i < 2; i++)
      for (guint32 x = 0; x < 3; x++) {
        const LifeBox box = { 300 + 2600 * x + 900 * phase, 90, 0, 4, 4, 1 };
        guint8 cells[16] = { 0, 1, 1, 0, 2, 1, 2, 1, 1, 1, 1, 1, 0, 2, 1, 0 };
        GError *error = NULL;
        life_world_write (worlds[i], &box, cells, &error);
        g_assert_no_error (error);
      }
    for (guint i = 0; i < 5; i++) {
      step (fast, call);
      step (plain, call);
      if (!assert_equal_worlds (fast, plain, what))
        return;
    }
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
compare_changes_of_rule (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++) {
    LifeGeometry geometry = { 600, 200, 1, topologies[i] };
    g_autoptr (LifeWorld) fast =
        new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 2);
    g_autoptr (LifeWorld) plain =
        new_world (&geometry, "B3/S23", LIFE_KERNEL_NAIVE, 2);

    for (guint number = 0; number < 24; number++) {
      LifeRule rule = deal_rule (number);
      GError *error = NULL;

      if (number % 3 == 0) {
        fill_soup (fast, number, 0.3);
        fill_soup (plain, number, 0.3);
      }
      step (fast, number % 4 == 0 ? 40 : 1);
      step (plain, number % 4 == 0 ? 40 : 1);
      life_world_set_rule (fast, &rule, &error);
      g_assert_no_error (error);
      life_world_set_rule (plain, &rule, &error);
      g_assert_no_error (error);
      if (!assert_equal_worlds (fast, plain, "a new rule"))
        return;
    }
  }
}

static void
test_changes_of_rule_equal_reference (void)
{
  for_every_path (compare_changes_of_rule);
}

/* A snapshot of a world with one number of states, restored with another. */
static void
test_snapshots_outlive_their_rule (void)
{
  static const guint states[] = { 5, 3, 5, 6, 200, 2 };
  LifeGeometry geometry = { 300, 100, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule =
      rule_with_states (LIFE_NEIGHBORHOOD_MOORE, 5, 1u << 2, 7u << 3);
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&geometry, &rule, LIFE_KERNEL_BITSLICED, 2);
  g_autoptr (LifeSnapshot) snapshot = NULL;
  g_autofree guint8 *saved = NULL;
  GError *error = NULL;

  fill_soup (world, 3, 0.4);
  step (world, 20);
  saved = cells_of (world);
  snapshot = life_world_snapshot (world, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++) {
    g_autofree guint8 *expected = g_memdup2 (saved, size_of (world));

    rule.states = states[i];
    for (gsize cell = 0; cell < size_of (world); cell++)
      expected[cell] = MIN (expected[cell], rule.states - 1);
    step (world, 3);
    life_world_set_rule (world, &rule, &error);
    g_assert_no_error (error);
    life_world_restore (world, snapshot, &error);
    g_assert_no_error (error);
    assert_cells (world, expected, "a snapshot");
  }
}

/* Goes ahead and back again. */
static void
test_marks_are_kept (void)
{
  LifeGeometry geometry = { 300, 100, 1, LIFE_TOPOLOGY_TORUS };

  for (guint number = 0; number < 8; number++) {
    LifeRule rule = deal_rule (number);
    g_autoptr (LifeWorld) world =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_BITSLICED, 2);
    GError *error = NULL;

    fill_soup (world, 3, 0.4);
    for (guint round = 0; round < 3; round++) {
      g_autofree guint8 *cells = NULL;
      step (world, 5);
      cells = cells_of (world);
      g_assert_true (life_world_mark (world, 4));
      step (world, 4);
      g_assert_true (life_world_revert (world, &error));
      g_assert_no_error (error);
      assert_cells (world, cells, "the mark");
    }
  }
}

static void
draw (LifeWorld *world, gdouble zoom, guint8 *pixels, gint width, gint height)
{
  LifeView view = default_view ();
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = width,
    .height = height,
    .data = { pixels },
    .stride = { width },
    .colorimetry = { 0.2126, 0.0722, 0, 255, 255 } };
  GError *error = NULL;

  view.zoom = zoom;
  life_world_draw (world, &view, &frame, &error);
  g_assert_no_error (error);
}

static void
test_frames_equal_reference (void)
{
  static const gdouble zooms[] = { 1, 2, 0.5, 0.3 };
  LifeGeometry geometry = { 100, 70, 1, LIFE_TOPOLOGY_TORUS };

  for (guint number = 0; number < 12; number++) {
    LifeRule rule = deal_rule (number);
    g_autoptr (PathWorlds) worlds = path_worlds_new (&geometry, &rule, 2);

    path_worlds_fill_states (worlds, dice, rule.states);
    for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
      guint8 shown[64 * 48], expected[64 * 48];

      draw (worlds->plain, zooms[i], expected, 64, 48);
      for (guint k = 0; k < worlds->n_fast; k++) {
        /* The code that draws is chosen with the first frame. */
        life_cpu_path_force (worlds->paths[k]);
        draw (worlds->fast[k], zooms[i], shown, 64, 48);
        use_any_cpu_path ();
        g_assert_cmpmem (shown, sizeof (shown), expected, sizeof (expected));
      }
    }
    for (guint k = 0; k < worlds->n_fast; k++)
      g_assert_cmpuint (
          checksum_of (worlds->fast[k]), ==, checksum_of (worlds->plain));
  }
}

static void
write_and_read (
    LifeWorld *world, const LifeBox *box, const guint8 *cells, guint8 *read)
{
  GError *error = NULL;

  life_world_write (world, box, cells, &error);
  g_assert_no_error (error);
  life_world_read (world, box, read, &error);
  g_assert_no_error (error);
}

static void
test_boxes_of_states_are_read_and_written (void)
{
  LifeGeometry geometry = { 210, 20, 1, LIFE_TOPOLOGY_TORUS };

  for (guint states = 2; states <= 256; states = states * 3 - 1) {
    LifeRule rule = rule_with_states (LIFE_NEIGHBORHOOD_MOORE, states, 4, 0);
    g_autoptr (PathWorlds) worlds = path_worlds_new (&geometry, &rule, 1);

    path_worlds_fill_states (worlds, dice, states);
    for (guint round = 0; round < 50; round++) {
      LifeBox box = { (guint32) g_rand_int_range (dice, 0, 200), 3, 0, 1, 4,
        1 };
      guint8 cells[1000], expected[1000], read[1000];
      gsize size;

      box.width = (guint32) g_rand_int_range (dice, 1, (gint32) (211 - box.x));
      size = box.width * box.height;
      /* Some states are above the highest one. */
      for (guint i = 0; i < size; i++)
        cells[i] = (guint8) g_rand_int_range (dice, 0, 256);
      write_and_read (worlds->plain, &box, cells, expected);
      for (guint k = 0; k < worlds->n_fast; k++) {
        write_and_read (worlds->fast[k], &box, cells, read);
        g_assert_cmpmem (read, size, expected, size);
      }
    }
    for (guint k = 0; k < worlds->n_fast; k++)
      assert_equal_worlds (worlds->fast[k], worlds->plain, "boxes");
  }
}

static void
test_auto_takes_the_fast_engine (void)
{
  LifeGeometry geometry = { 20, 20, 1, LIFE_TOPOLOGY_TORUS };

  for (guint number = 0; number < 8; number++) {
    LifeRule rule = deal_rule (number);
    g_autoptr (LifeWorld) world =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);
    g_assert_true (
        g_str_has_prefix (life_world_get_kernel_name (world), "bitsliced"));
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
  TEST (worlds_of_tiles_equal_reference);
  TEST (all_numbers_of_states_equal_reference);
  TEST (single_counts_equal_reference);
  TEST (single_maps_equal_reference);
  TEST (map_of_life_equals_life);
  TEST (many_tiles_equal_reference);
  TEST_OF_THREADS (threads_change_nothing);
  TEST (skipped_areas_are_advanced_again);
  TEST (changes_of_rule_equal_reference);
  TEST (snapshots_outlive_their_rule);
  TEST (marks_are_kept);
  TEST (frames_equal_reference);
  TEST (boxes_of_states_are_read_and_written);
  TEST (auto_takes_the_fast_engine);
  failed = g_test_run ();
  g_rand_free (dice);
  return failed;
}
