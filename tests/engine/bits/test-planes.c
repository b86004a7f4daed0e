/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Table rules as networks of gates over planes of bits: the world is the reference's, which
 * looks its cells up, on every width of vector, with code and without. */
#include "life/cpu/bits2d/bits2d-private.h"
#include "life/rule/network/table-network.h"
#include "tests/support/text/rule-table.h"
#include "tests/support/worlds/compare.h"

#define CELLS_BEFORE_CODE (G_GUINT64_CONSTANT (1) << 30)
#define GOLLY "/usr/share/golly/Rules"

static const LifeTopology all_topologies[] = { LIFE_TOPOLOGY_TORUS,
  LIFE_TOPOLOGY_PLANE, LIFE_TOPOLOGY_KLEIN, LIFE_TOPOLOGY_CROSS_SURFACE,
  LIFE_TOPOLOGY_SPHERE };

/* Tables that become networks: built in, computed, of every neighborhood, and Golly's where they
 * are installed. */
static GPtrArray *tables;

static void
add_table (LifeRuleTable *table)
{
  if (table != NULL && life_network_of_table (table) != NULL)
    g_ptr_array_add (tables, table);
  else if (table != NULL)
    life_rule_table_unref (table);
}

static void
find_tables (void)
{
  static const gchar *const computed[] = { "LifeHistory", "B2/S34HHistory",
    "R1/T3/C5/NM" };
  g_autoptr (GDir) files = g_dir_open (GOLLY, 0, NULL);
  const gchar *name;

  tables = g_ptr_array_new ();
  add_table (life_rule_table_builtin ("WireWorld", TRUE));
  for (guint i = 0; i < G_N_ELEMENTS (computed); i++) {
    const LifeRule rule = rule_of (2, computed[i]);

    add_table (life_rule_table_ref (rule.table));
  }
  for (guint i = 0; i < G_N_ELEMENTS (table_texts); i++)
    add_table (
        life_rule_table_ref ((LifeRuleTable *) table_of (table_texts[i])));
  while (files != NULL && (name = g_dir_read_name (files)) != NULL) {
    g_autofree gchar *path = g_build_filename (GOLLY, name, NULL);

    add_table (life_rule_table_load (path, NULL));
  }
}

static LifeRule
rule_number (guint number)
{
  return rule_of_table (tables->pdata[number % tables->len]);
}

static LifeBitsliced *
bits_of (LifeWorld *world)
{
  g_assert_true (
      g_str_has_prefix (life_world_get_kernel_name (world), "bitsliced"));
  return (LifeBitsliced *) life_world_get_engine (world);
}

/* Lets the world have code now, not after 2^30 cells. */
static void
load_code (LifeWorld *world)
{
  LifeBitsliced *self = bits_of (world);

  if (self->jit != NULL)
    g_assert_nonnull (life_rule_jit_get_row (self->jit, CELLS_BEFORE_CODE));
}

/* The reference, and on every width of vector a world with code and one without. */
static Worlds *
new_worlds (const LifeGeometry *geometry, const LifeRule *rule, guint threads)
{
  Worlds *self = g_new0 (Worlds, 1);

  self->each[self->n++] =
      new_world_with_rule (geometry, rule, LIFE_KERNEL_NAIVE, 0);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (cpu_paths); i++)
    if (use_cpu_path (cpu_paths[i / 2])) {
      LifeWorld *world =
          new_world_with_rule (geometry, rule, LIFE_KERNEL_BITSLICED, threads);

      self->each[self->n++] = world;
      if (i % 2 == 1)
        load_code (world);
    }
  use_any_cpu_path ();
  return self;
}

/* Long calls run by tiles, short ones and those of other topologies by strips. */
static void
test_worlds_equal_the_reference (void)
{
  static const guint32 sizes[][2] = { { 1, 1 }, { 2, 3 }, { 63, 9 }, { 64, 64 },
    { 130, 70 }, { 513, 66 }, { 700, 300 } };
  static const guint64 calls[] = { 1, 2, 61, 1, 125 };
  g_autoptr (GRand) dice = g_rand_new_with_seed (3);
  const guint n = G_N_ELEMENTS (sizes) * G_N_ELEMENTS (all_topologies);

  for (guint i = 0; i < MAX (n, tables->len); i++) {
    const guint32 *size = sizes[i % n / G_N_ELEMENTS (all_topologies)];
    const LifeTopology topology =
        all_topologies[i % G_N_ELEMENTS (all_topologies)];
    const LifeGeometry geometry = { size[0],
      size[topology != LIFE_TOPOLOGY_SPHERE], 1, topology };
    LifeRule rule = rule_number (i);
    g_autoptr (Worlds) worlds = new_worlds (&geometry, &rule, 1 + i % 3);

    worlds->full = TRUE;
    worlds_scatter (worlds, dice, whole_box (worlds->each[0]));
    if (!worlds_same (worlds, "as they were written")
        || !worlds_play (worlds, calls, G_N_ELEMENTS (calls),
            ((LifeRuleTable *) tables->pdata[i % tables->len])->name))
      return;
  }
}

/* Every table in worlds of many tiles, whose halos are other tiles' cells: of states 0 and 1, and
 * of all. */
static void
test_every_table_equals_the_reference (void)
{
  static const guint64 calls[] = { 29 };
  g_autoptr (GRand) dice = g_rand_new_with_seed (4);

  for (guint i = 0; i < tables->len; i++) {
    const LifeGeometry geometry = { 1100 + i, 400 - i, 1,
      all_topologies[i % 2] };
    LifeRule rule = rule_number (i);
    g_autoptr (Worlds) worlds = new_worlds (&geometry, &rule, 2);

    if (!worlds_play_soup (worlds, i, 0.4, calls, 1))
      return;
    worlds_scatter (worlds, dice, whole_box (worlds->each[0]));
    if (!worlds_play (
            worlds, calls, 1, ((LifeRuleTable *) tables->pdata[i])->name))
      return;
  }
}

static void
test_shifted_tori_equal_the_reference (void)
{
  static const guint64 calls[] = { 1, 3, 60 };
  g_autoptr (GRand) dice = g_rand_new_with_seed (6);

  for (guint i = 0; i < MIN (tables->len, 6); i++) {
    const LifeGeometry geometry = { 150, 70, 1, LIFE_TOPOLOGY_TORUS,
      .shift_x = i % 2 ? 40 : 0, .shift_y = i % 2 ? 0 : 9 };
    LifeRule rule = rule_number (i);
    g_autoptr (Worlds) worlds = new_worlds (&geometry, &rule, 2);

    worlds_scatter (worlds, dice, (LifeBox){ 60, 30, 0, 30, 10, 1 });
    if (!worlds_play (worlds, calls, G_N_ELEMENTS (calls), "shifted"))
      return;
  }
}

/* A search does not pay in a small world. */
static void
test_large_worlds_run_by_gates (void)
{
  LifeRule rule = rule_number (0);

  for (guint i = 0; i < 2; i++) {
    const LifeGeometry geometry = { i == 0 ? 64 : 1024, i == 0 ? 64 : 512, 1,
      LIFE_TOPOLOGY_TORUS };
    LifeWorld *world =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);

    g_assert_cmpint (
        g_str_has_prefix (life_world_get_kernel_name (world), "bitsliced"), ==,
        i == 1);
    life_world_free (world);
  }
}

static void
test_tables_of_many_gates_are_refused (void)
{
  static const LifeGeometry geometry = { 64, 64, 1, LIFE_TOPOLOGY_TORUS };
  static const LifeEngineOptions options = { .engine = LIFE_ENGINE_CPU,
    .kernel = LIFE_KERNEL_BITSLICED };
  LifeRule rule = rule_of (2, "JvN29");
  g_autoptr (GError) error = NULL;

  g_assert_false (life_engine_check (&rule, &geometry, &options, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "kernel=auto"));
}

/* From ages to digits and back, with as many planes and with others; and to an earlier
 * generation. */
static void
test_rules_follow_one_another (void)
{
  static const gchar *const others[] = { "B2/S/3", "B3/S23", "B2/S345/6",
    "MAPFAMgVwhXAP4AP4B+gH4A6A" };
  static const guint64 calls[] = { 1, 30 };
  const LifeGeometry geometry = { 700, 400, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (GRand) dice = g_rand_new_with_seed (8);
  LifeRule rule = rule_of (2, others[0]);
  g_autoptr (Worlds) worlds =
      worlds_new (&geometry, &rule, LIFE_KERNEL_BITSLICED, 2);

  for (guint i = 0; i < 12; i++) {
    LifeSnapshot *snapshots[2];

    rule = i % 2 ? rule_of (2, others[i / 2 % G_N_ELEMENTS (others)])
                 : rule_number (i / 2);
    for (guint k = 0; k < 2; k++)
      snapshots[k] = world_snapshot (worlds->each[k]);
    worlds_set_rule (worlds, &rule);
    bits_of (worlds->each[1]);
    if (!worlds_same (worlds, "another rule"))
      return;
    worlds_scatter (worlds, dice, (LifeBox){ 100, 40, 0, 130, 130, 1 });
    if (!worlds_play (worlds, calls, G_N_ELEMENTS (calls), "by another rule"))
      return;
    for (guint k = 0; k < 2; k++) {
      if (i % 3 == 0)
        world_restore (worlds->each[k], snapshots[k]);
      life_snapshot_free (snapshots[k]);
    }
    if (!worlds_same (worlds, "an earlier generation"))
      return;
  }
}

/* Walls that nothing becomes, and cells that stay among themselves. */
static const gchar closed_text[] = HEAD ("5", "vonNeumann",
    "permute") "var a={0,1,2,3,4}\nvar b={a}\nvar c={a}\nvar d={a}\n"
               "var n={0,2,3,4}\nvar o={n}\nvar p={n}\n"
               "0,1,n,o,p,1\n0,1,1,1,n,1\n1,1,1,a,b,0\n2,1,a,b,c,3\n3,1,1,b,c,"
               "2\n";

/* Two states have one plane, until there are others: written, pasted, restored, or of the rule
 * before. */
static void
test_planes_follow_states (void)
{
  static const guint64 calls[] = { 1, 3, 40 };
  static const guint8 third = 3;
  const LifeGeometry geometry = { 700, 300, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule rule = rule_of_table (table_of (closed_text));
  const LifeRule wireworld = rule_of (2, "WireWorld");
  g_autoptr (GRand) dice = g_rand_new_with_seed (10);

  for (guint i = 0; i < 4; i++) {
    g_autoptr (Worlds) worlds = new_worlds (&geometry, &rule, 2);
    LifeSnapshot *narrow[G_N_ELEMENTS (worlds->each)], *wide;

    worlds->full = TRUE;
    for (guint k = 0; k < worlds->n; k++)
      narrow[k] = world_snapshot (worlds->each[k]);
    if (!worlds_play_soup (worlds, 5, 0.4, calls, G_N_ELEMENTS (calls)))
      return;
    for (guint k = 1; k < worlds->n; k++)
      g_assert_cmpuint (bits_of (worlds->each[k])->bits.planes.n, ==, 1);
    if (i == 0)
      worlds_write (worlds, (LifeBox){ 5, 6, 0, 1, 1, 1 }, &third);
    if (i == 1)
      worlds_paste (worlds, "x = 2, y = 1, rule = WireWorld\nAC!", 20, 20);
    if (i == 2)
      worlds_set_rule (worlds, &wireworld);
    if (i == 2)
      worlds_set_rule (worlds, &rule);
    if (i == 3)
      worlds_scatter (worlds, dice, whole_box (worlds->each[0]));
    if (!worlds_same (worlds, "with more states"))
      return;
    for (guint k = 1; k < worlds->n; k++)
      g_assert_cmpuint (
          bits_of (worlds->each[k])->bits.planes.n, ==, i == 3 ? 3 : 2);
    if (!worlds_play (worlds, calls, G_N_ELEMENTS (calls), "more states"))
      return;
    for (guint k = 0; k < worlds->n; k++) {
      wide = world_snapshot (worlds->each[k]);
      world_restore (worlds->each[k], narrow[k]);
      world_restore (worlds->each[k], wide);
      life_snapshot_free (wide);
      life_snapshot_free (narrow[k]);
    }
    if (!worlds_same (worlds, "restored"))
      return;
  }
}

/* Areas without a change are skipped, until cells are written there. */
static void
test_cells_in_skipped_areas_are_seen (void)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (9);
  const LifeGeometry geometry = { 2100, 300, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_number (0);
  g_autoptr (Worlds) worlds = new_worlds (&geometry, &rule, 2);

  for (guint i = 0; i < SOME_OF (30); i++) {
    const guint64 calls[] = { 1 + i % 4, i % 5 == 0 ? 60 : 1 };

    worlds_scatter (worlds, dice,
        (LifeBox){ g_rand_int_range (dice, 0, 2090),
            g_rand_int_range (dice, 0, 295), 0, 1 + i % 10, 1 + i % 5, 1 });
    if (!worlds_play (worlds, calls, 2, "woken"))
      return;
  }
}

#define TEST(name) g_test_add_func ("/planes/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  find_tables ();
  TEST (worlds_equal_the_reference);
  TEST (every_table_equals_the_reference);
  TEST (shifted_tori_equal_the_reference);
  TEST (large_worlds_run_by_gates);
  TEST (tables_of_many_gates_are_refused);
  TEST (rules_follow_one_another);
  TEST (planes_follow_states);
  TEST (cells_in_skipped_areas_are_seen);
  return g_test_run ();
}
