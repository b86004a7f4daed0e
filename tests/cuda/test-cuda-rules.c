/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that rules compiled at run time, by NVRTC or by the driver, and rules run through masks
 * and tables of gates where nothing can be compiled, advance worlds as the naive kernel does, which other
 * tests compare with the CPU; also with a missing or wrong compiler and a damaged
 * cache on disk, and while a rule is being compiled. */
#include "tests/support/help.h"
#include "tests/support/text/rule-table.h"
#include "tests/support/worlds/compare.h"
#include "tests/support/worlds/cuda-pair.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>

static gchar *root;

typedef struct {
  const gchar *rule;
  LifeGeometry geometry;
} Case;

#define TABLE                                                                \
  "MAPZrcO7n8aUDm+8H7CNH8GbtCPXcdRJEfjQEMAAmtuVFWUoGVoXWTEmAu41FRKhyGpmgGtI" \
  "Z61nPahXvbxWh2DCw"
#define TABLE_WITH_B0                                                        \
  "MAPt84J1rvABOcXXGQ8feywtYDsN7yXEt0uaq65S66NL5+inFooTJ73UhgpzxB5sIDp10ocE" \
  "PyrakJD0zZW3r5MHg"

#define TORUS LIFE_TOPOLOGY_TORUS
#define PLANE LIFE_TOPOLOGY_PLANE

/* Every way to cut a world: in a word and less, whole words, words in part,
 * rows longer than a tile, and worlds large enough for the kernels that copy
 * in bulk, whose rows are any number of words. Short networks of gates, long ones, those of
 * random tables, some with births in empty space, and states of one to eight bits. */
static const Case cases_2d[] = { { "B36/S23", { 1, 1, 1, TORUS } },
  { "B36/S23", { 37, 91, 1, PLANE } },
  { "B3678/S34678", { 300, 400, 1, TORUS } },
  { "B1357/S1357", { 2049, 700, 1, TORUS } },
  { "B2/S", { 1000, 1003, 1, PLANE } },
  { "B018/S0178", { 100, 100, 1, TORUS } },
  { "B13/S23V", { 512, 448, 1, TORUS } }, { "B13/S23V", { 7, 7, 1, PLANE } },
  { "B04/S0123V", { 1003, 771, 1, PLANE } },
  { "B04/S0123V", { 2, 2, 1, TORUS } }, { "B2/S34H", { 777, 500, 1, TORUS } },
  { "B2/S34H", { 1, 40, 1, PLANE } }, { "B0346/S25H", { 640, 1024, 1, PLANE } },
  { "B0346/S25H", { 128, 64, 1, TORUS } },
  { "B2-a/S12", { 1003, 771, 1, PLANE } }, { "B2-a/S12", { 3, 5, 1, TORUS } },
  { TABLE, { 512, 448, 1, TORUS } }, { TABLE, { 200, 97, 1, PLANE } },
  { TABLE_WITH_B0, { 640, 1024, 1, PLANE } },
  { TABLE_WITH_B0, { 100, 37, 1, TORUS } },
  { "B2/S/C3", { 777, 500, 1, TORUS } }, { "B2/S/C3", { 1, 1, 1, TORUS } },
  { "B2/S345/C4", { 1003, 771, 1, PLANE } },
  { "B0235/S4/C3H", { 512, 448, 1, TORUS } },
  { "B2/S13/C17V", { 640, 1024, 1, PLANE } },
  { "B2/S13/C17V", { 200, 97, 1, PLANE } },
  { "B23/S2356/C6", { 777, 500, 1, TORUS } },
  { "B2/S34/C200", { 100, 37, 1, TORUS } },
  { "B2/S/C3V", { 1003, 771, 1, PLANE } },
  { "B2/S034/C4H", { 640, 448, 1, PLANE } },
  { "B2/S3/C9H", { 1003, 771, 1, TORUS } },
  { "B2/S13/C16V", { 640, 448, 1, TORUS } },
  { "B1/S2/C129V", { 777, 500, 1, PLANE } },
  { "B2/S3/C256H", { 512, 448, 1, TORUS } },
  { "B2ce/S345/3", { 1003, 771, 1, PLANE } },
  { "B2ce/S345/4", { 100, 37, 1, TORUS } },
  { TABLE "/4", { 640, 448, 1, TORUS } },
  { TABLE_WITH_B0 "/9", { 777, 500, 1, PLANE } },
  { TABLE "/16", { 200, 97, 1, TORUS } },
  { TABLE "/200", { 640, 1024, 1, TORUS } },
  { "WireWorld", { 777, 500, 1, TORUS } },
  { "WireWorld", { 1003, 771, 1, PLANE } } };

/* What differs from generation to generation, of blocks too: strips that begin at even lines
 * alone and at odd ones, shorter strips, bands that begin in odd columns, and all kinds of
 * rules that two in turn may be. */
static const Case cases_in_turn[] = { { "critters", { 512, 448, 1, TORUS } },
  { "critters", { 1003, 771, 1, PLANE } }, { "bbm", { 258, 402, 1, TORUS } },
  { "tron", { 2050, 700, 1, TORUS } }, { "sand", { 640, 1024, 1, PLANE } },
  { "M5,15,1,0,3,2,12,7,9,6,14,11,4,8,10,13", { 777, 500, 1, PLANE } },
  { "M5,15,1,0,3,2,12,7,9,6,14,11,4,8,10,13", { 1304, 1282, 1, TORUS } },
  { "B3/S23|B36/S125", { 777, 500, 1, TORUS } },
  { "B3/S23|B36/S125", { 1003, 771, 1, PLANE } },
  { "B2/S|B3/S012345678", { 2049, 700, 1, TORUS } },
  { "B018/S0178|B1357/S1357", { 640, 1024, 1, PLANE } },
  { "B13/S23V|B2/S34H", { 512, 448, 1, PLANE } },
  { "B2-a/S12|B3/S23", { 777, 500, 1, TORUS } },
  { TABLE "|" TABLE_WITH_B0, { 640, 448, 1, PLANE } },
  { "B2/S345/4|B3/S2/4", { 1003, 771, 1, TORUS } },
  { "B2/S/C3V|B2/S34/C3H", { 512, 448, 1, PLANE } },
  { "B2/S34/C200|B23/S2356/C200", { 640, 448, 1, TORUS } },
  { "WireWorld|WireWorld", { 777, 500, 1, TORUS } } };

static const Case cases_3d[] = { { "B5/S45", { 3, 3, 3, TORUS } },
  { "B6,7,8/S5,6,7", { 31, 20, 9, PLANE } },
  { "B13,14,17..19/S13..26", { 100, 90, 80, TORUS } },
  { "B0,2,5,9,12,17,20/S1,3,4,8,13,19,26", { 130, 66, 33, TORUS } },
  { "B5/S45", { 256, 256, 130, TORUS } }, { "B4/S4", { 250, 250, 140, TORUS } },
  { "B5/S45", { 250, 251, 140, PLANE } }, { "B4/S4", { 512, 200, 90, TORUS } },
  { "B6,7,8/S5,6,7", { 500, 200, 90, PLANE } },
  { "B4/S4", { 640, 150, 100, TORUS } },
  { "B13,14,17..19/S13..26", { 831, 120, 90, TORUS } },
  { "B0,2,5,9,12,17,20/S1,3,4,8,13,19,26", { 1000, 150, 70, TORUS } },
  { "B5/S45", { 1024, 140, 66, PLANE } }, { "B4/S4", { 1100, 130, 64, TORUS } },
  { "B5/S45", { 4128, 64, 36, TORUS } } };

/* Both with dependent launches, so that the code that is compiled is the same. */
static Pair
new_case (const Case *c, LifeKernel kernel, LifeKernel other)
{
  const LifeRule rule = rule_of (c->geometry.depth > 1 ? 3 : 2, c->rule);

  return (Pair){ { new_cuda_world (&c->geometry, &rule, kernel, TRUE),
                     new_cuda_world (&c->geometry, &rule, other, TRUE) },
    c->rule };
}

/* A soup, or cells of all states, next to the naive kernel. */
static Pair
new_filled (const Case *c)
{
  Pair pair = new_case (c, LIFE_KERNEL_BITSLICED, LIFE_KERNEL_NAIVE);

  if (life_rule_get_states (life_world_get_rule (pair.worlds[0])) > 2)
    pair_scatter_all (&pair, 3);
  else
    pair_soup (&pair, 5, 0.35);
  return pair;
}

static void
check_case (const Case *c)
{
  g_auto (Pair) pair = new_filled (c);

  PAIR_PLAY (&pair, 1, 2, 5);
}

/* Also more generations than tiles take in one launch. */
static void
check_cases (const Case *cases, guint n)
{
  for (guint i = 0; i < n && !g_test_failed (); i++) {
    g_auto (Pair) pair = new_filled (&cases[i]);

    PAIR_PLAY (&pair, 1, 2, 5, 7, 35);
  }
}

/* Messages of the library about its run-time compiler. */
static struct {
  gint compiled, without, failed, wrongly, going_on, fitted, ptx,
      refused; /* atomically */
} reported;

static void
clear_messages (void)
{
  g_atomic_int_set (&reported.compiled, 0);
  g_atomic_int_set (&reported.without, 0);
  g_atomic_int_set (&reported.failed, 0);
  g_atomic_int_set (&reported.wrongly, 0);
  g_atomic_int_set (&reported.going_on, 0);
  g_atomic_int_set (&reported.fitted, 0);
  g_atomic_int_set (&reported.ptx, 0);
  g_atomic_int_set (&reported.refused, 0);
}

static void
count (gint *counter, const gchar *text, const gchar *part)
{
  if (strstr (text, part) != NULL)
    g_atomic_int_inc (counter);
}

static void
count_message (
    const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data)
{
  count (&reported.compiled, text, "NVRTC: compiled");
  count (&reported.wrongly, text, "compiled kernels wrongly");
  count (&reported.failed, text, "odd-compiler.sh printed no code");
  count (&reported.without, text, "nothing is compiled");
  count (&reported.going_on, text, "going on with compiled kernels");
  count (&reported.fitted, text, "cells are in");
  count (&reported.ptx, text, "PTX of");
  count (&reported.refused, text, "loading compiled kernels");
  if (level <= G_LOG_LEVEL_MESSAGE)
    g_log_default_handler (domain, level, text, data);
}

static gboolean
skip_without_compiler (void)
{
  LifeRule rule = rule_of (3, "B9/S9");
  LifeGeometry geometry = { 8, 8, 8, TORUS };

  if (skip_without_cuda ())
    return TRUE;
  clear_messages ();
  life_world_free (
      new_cuda_world (&geometry, &rule, LIFE_KERNEL_BITSLICED, TRUE));
  if (reported.without == 0)
    return FALSE;
  g_test_skip ("NVRTC is not installed");
  return TRUE;
}

static void
test_compiled_rules_equal_naive_kernel (void)
{
  if (skip_without_compiler ())
    return;
  clear_messages ();
  check_cases (cases_2d, G_N_ELEMENTS (cases_2d));
  g_assert_cmpuint (reported.compiled, >, 0);
  clear_messages ();
  check_cases (cases_3d, G_N_ELEMENTS (cases_3d));
  g_assert_cmpuint (reported.compiled, >, 0);
  g_assert_cmpuint (reported.without, ==, 0);
}

/* Steps of all lengths begin in even and in odd generations. */
static void
test_rules_in_turn_equal_naive_kernel (void)
{
  if (skip_without_compiler ())
    return;
  clear_messages ();
  check_cases (cases_in_turn, G_N_ELEMENTS (cases_in_turn));
  g_assert_cmpuint (reported.compiled, >, 0);
  g_assert_cmpuint (reported.wrongly, ==, 0);
}

/* Worlds of any size and of other edges, by whatever kernel has them. */
static void
test_rules_in_turn_equal_the_cpu (void)
{
  static const gchar *const rules[] = { "critters", "bbm", "tron", "sand",
    "M5,15,1,0,3,2,12,7,9,6,14,11,4,8,10,13", "B3/S23|B36/S125", "W30|W110",
    "R2,C0,S6-9,B7-8|R1,C0,S2,4,B3",
    "R1,C0,S3-5,B4,NL|R3,C0,M0,S24..70,B24..48,NG" };
  static const LifeGeometry geometries[] = { { 2, 2, 1, TORUS },
    { 5, 7, 1, PLANE }, { 40, 30, 1, TORUS }, { 256, 386, 1, TORUS },
    { 257, 385, 1, PLANE }, { 700, 900, 1, TORUS },
    { 64, 48, 1, TORUS, .shift_x = 4 } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint k = 0; k < G_N_ELEMENTS (geometries); k++) {
      const LifeRule rule = rule_of (2, rules[i]);
      g_auto (Pair) pair = new_pair (
          &geometries[k], &rule, LIFE_KERNEL_AUTO, LIFE_KERNEL_AUTO, rules[i]);

      pair_soup (&pair, 7 + k, 0.4);
      PAIR_PLAY (&pair, 1, 2, 5, 8);
    }
}

static void
test_rules_through_masks_equal_naive_kernel (void)
{
  if (skip_without_cuda ())
    return;
  clear_messages ();
  g_setenv ("LIFE_NVRTC", "none", TRUE);
  check_cases (cases_2d, G_N_ELEMENTS (cases_2d));
  check_cases (cases_3d, G_N_ELEMENTS (cases_3d));
  check_cases (cases_in_turn, G_N_ELEMENTS (cases_in_turn));
  g_unsetenv ("LIFE_NVRTC");
  g_assert_cmpuint (reported.compiled, ==, 0);
  g_assert_cmpuint (reported.ptx, ==, 0);
  g_assert_cmpuint (reported.without, >, 0);
}

/* Letters, maps and rule tables, of those up to 64 states in worlds that are large enough. */
static void
test_rules_the_driver_compiles_equal_naive_kernel (void)
{
  if (skip_without_cuda ())
    return;
  clear_messages ();
  g_setenv ("LIFE_NVRTC", "0", TRUE);
  check_cases (cases_2d, G_N_ELEMENTS (cases_2d));
  g_unsetenv ("LIFE_NVRTC");
  g_assert_cmpuint (reported.compiled, ==, 0);
  g_assert_cmpuint (reported.ptx, ==, 8);
  g_assert_cmpuint (reported.refused, ==, 0);
  g_assert_cmpuint (reported.wrongly, ==, 0);
}

/* A table of @states states that depends on which neighbors are in even ones, and whether the
 * cell is. */
static LifeRule
make_parity_table (guint states)
{
  GString *text = g_string_new (NULL);
  GString *sets[2] = { g_string_new (NULL), g_string_new (NULL) };
  LifeRule rule;

  g_string_append_printf (text,
      "@RULE Parity\n@TABLE\nn_states:%u\nneighborhood:vonNeumann\n"
      "symmetries:none\n",
      states);
  for (guint state = 0; state < states; state++)
    g_string_append_printf (
        sets[state % 2], "%s%u", state < 2 ? "" : ",", state);
  for (guint cell = 0; cell < 5; cell++)
    for (guint odd = 0; odd < 2; odd++)
      g_string_append_printf (
          text, "var %c%u={%s}\n", 'a' + cell, odd, sets[odd]->str);
  for (guint i = 0; i < 32; i++) {
    for (guint cell = 0; cell < 5; cell++)
      g_string_append_printf (text, "%c%u,", 'a' + cell, i >> cell & 1);
    g_string_append_printf (text, "%u\n", i == 0 ? 0 : (i * 29 + 7) % states);
  }
  rule = rule_of_table (table_of (text->str));
  g_string_free (text, TRUE);
  for (guint odd = 0; odd < 2; odd++)
    g_string_free (sets[odd], TRUE);
  return rule;
}

/* Planes of two bits to six, compiled by NVRTC, by the driver, and by a loop over the gates. */
static void
test_networks_of_tables_equal_naive_kernel (void)
{
  static const gchar *const compilers[] = { "wait", "0", "none" };
  static const guint states[] = { 3, 4, 7, 13, 29, 60 };
  static const LifeGeometry sizes[] = { { 777, 500, 1, TORUS },
    { 1003, 771, 1, PLANE }, { 512, 448, 1, TORUS } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < 3 * G_N_ELEMENTS (states) && !g_test_failed (); i++) {
    const guint n = states[i / 3];
    const LifeRule rule = make_parity_table (n);
    const LifeGeometry *size = &sizes[i / 3 % G_N_ELEMENTS (sizes)];
    g_autofree gchar *what = g_strdup_printf ("a table of %u states", n);

    clear_messages ();
    g_setenv ("LIFE_NVRTC", compilers[i % 3], TRUE);
    {
      g_auto (Pair)
          pair = { { new_cuda_world (size, &rule, LIFE_KERNEL_BITSLICED, TRUE),
                       new_cuda_world (size, &rule, LIFE_KERNEL_NAIVE, TRUE) },
            what };

      g_unsetenv ("LIFE_NVRTC");
      if (i % 3 > 0)
        g_assert_cmpuint (reported.ptx, ==, i % 3 == 1);
      g_assert_cmpuint (reported.refused, ==, 0);
      pair_scatter_all (&pair, i);
      PAIR_PLAY (&pair, 1, 2, 5, 7, 35);
    }
  }
}

/* A gas of four particles, a bit of the state each, which fly north, east, south and west and
 * turn where two meet head on; and two walls, which stop them. */
static LifeRule
make_gas_table (void)
{
  /* The bits that a cell takes of its neighbors, north first. */
  static const guint bits[] = { 2, 3, 0, 1 };
  GString *text = g_string_new ("@RULE Gas\n@TABLE\nn_states:18\n"
                                "neighborhood:vonNeumann\nsymmetries:none\n"
                                "var any={0");
  LifeRule rule;

  for (guint state = 1; state < 16; state++)
    g_string_append_printf (text, ",%u", state);
  g_string_append (text, "}\n");
  for (guint i = 0; i < 8; i++) {
    g_string_append_printf (text, "var %c%u={%s", "nesw"[i / 2], i % 2,
        i % 2 == 0 ? "16,17" : "15");
    for (guint state = 0; state < 15; state++)
      if ((state >> bits[i / 2] & 1) == i % 2)
        g_string_append_printf (text, ",%u", state);
    g_string_append (text, "}\n");
  }
  for (guint i = 0; i < 16; i++)
    g_string_append_printf (text, "any,n%u,e%u,s%u,w%u,%u\n", i >> 2 & 1,
        i >> 3, i & 1, i >> 1 & 1,
        i == 5    ? 10
        : i == 10 ? 5
                  : i);
  rule = rule_of_table (table_of (text->str));
  g_string_free (text, TRUE);
  return rule;
}

/* Cells of the first @states states everywhere. */
static void
pair_fill (const Pair *pair, guint states)
{
  const LifeGeometry *geometry = life_world_get_geometry (pair->worlds[0]);
  const LifeBox all = { 0, 0, 0, geometry->width, geometry->height, 1 };
  const gsize n = (gsize) geometry->width * geometry->height;
  g_autofree guint8 *cells = g_malloc (n);
  g_autoptr (GRand) random = g_rand_new_with_seed (states);

  for (gsize i = 0; i < n; i++)
    cells[i] = (guint8) g_rand_int_range (random, 0, (gint32) states);
  pair_write (pair, &all, cells);
}

/* Sets or removes a wall, and goes on; previous generations have it a while longer. */
static gboolean
play_wall (const Pair *pair, guint8 state)
{
  const LifeBox box = { 300, 200, 0, 1, 1, 1 };

  pair_write (pair, &box, &state);
  return PAIR_PLAY (pair, 1, 2, 7, 12);
}

/* Gas alone, with a wall, and as it was; and what else may bring other states. */
static void
check_planes_of_gas (const LifeGeometry *geometry)
{
  const LifeRule gas = make_gas_table (), parity = make_parity_table (29);
  g_auto (Pair) pair = new_pair (
      geometry, &gas, LIFE_KERNEL_BITSLICED, LIFE_KERNEL_NAIVE, "a gas");
  LifeSnapshot *walled[2];

  PAIR_PLAY (&pair, 3);
  pair_fill (&pair, 16);
  PAIR_PLAY (&pair, 1, 2, 7);
  play_wall (&pair, 17);
  for (guint i = 0; i < 2; i++)
    walled[i] = world_snapshot (pair.worlds[i]);
  play_wall (&pair, 0);
  /* A wall that no generation sees leaves none in the other one. */
  play_wall (&pair, 16);
  pair_fill (&pair, 4);
  PAIR_PLAY (&pair, 1, 1, 7);
  for (guint i = 0; i < 2; i++) {
    world_restore (pair.worlds[i], walled[i]);
    life_snapshot_free (walled[i]);
  }
  PAIR_PLAY (&pair, 1, 12);
  pair_soup (&pair, 4, 0.5);
  PAIR_PLAY (&pair, 1, 12);
  pair_fill (&pair, 16);
  PAIR_PLAY (&pair, 12);
  pair_set_rule (&pair, &parity);
  PAIR_PLAY (&pair, 1, 5);
  pair_set_rule (&pair, &gas);
  PAIR_PLAY (&pair, 1, 12);
}

static void
test_planes_follow_states (void)
{
  static const LifeGeometry sizes[] = { { 777, 500, 1, TORUS },
    { 1003, 771, 1, PLANE } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < 4 && !g_test_failed (); i++) {
    clear_messages ();
    if (i % 2 == 0)
      g_setenv ("LIFE_NVRTC", "0", TRUE);
    check_planes_of_gas (&sizes[i / 2]);
    g_unsetenv ("LIFE_NVRTC");
    g_assert_cmpuint (reported.fitted, >=, 7);
    g_assert_cmpuint (reported.wrongly, ==, 0);
  }
}

/* A world goes from rule to rule, built-in and compiled at run time. */
static void
test_a_world_changes_rule_after_rule (void)
{
  static const gchar *const rules[] = { "B6/S567", "B5/S45", "B4/S4", "B6/S567",
    "B13,14,17..19/S13..26" };
  static const Case first = { "B5/S45", { 333, 111, 250, TORUS } };
  g_auto (Pair) pair = { { NULL } };

  if (skip_without_cuda ())
    return;
  pair = new_case (&first, LIFE_KERNEL_BITSLICED, LIFE_KERNEL_NAIVE);
  pair_soup (&pair, 1, 0.4);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    const LifeRule rule = rule_of (3, rules[i]);

    pair_set_rule (&pair, &rule);
    if (!PAIR_PLAY (&pair, i + 1))
      return;
  }
}

/* --- The cache --- */

static gchar *
cache_folder (void)
{
  return g_build_filename (root, "life", NULL);
}

static const Case cached = { "B7/S7", { 40, 30, 20, TORUS } };

static void
damage (const gchar *path, guint how)
{
  g_autofree gchar *content = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  g_assert_cmpuint (length, >, 100);
  content[length / 2] ^= 1;
  g_assert_true (g_file_set_contents (path, content,
      (gssize) (how == 0   ? length
                : how == 1 ? 70
                           : 0),
      NULL));
}

static guint
damage_all (guint how)
{
  g_autofree gchar *folder = cache_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const gchar *name;
  guint files = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree gchar *path = g_build_filename (folder, name, NULL);

    damage (path, how);
    files++;
  }
  return files;
}

static void
test_what_is_cached_is_not_compiled_again (void)
{
  if (skip_without_compiler ())
    return;
  check_case (&cached);
  clear_messages ();
  check_case (&cached);
  g_assert_cmpuint (reported.compiled, ==, 0);
}

/* A flipped bit, a truncated file, an empty one. */
static void
test_damaged_cache_is_compiled_again (void)
{
  g_autofree gchar *folder = cache_folder ();

  if (skip_without_compiler ())
    return;
  for (guint how = 0; how < 3; how++) {
    remove_folder (folder);
    check_case (&cached);
    /* The code, and a record that it was tried. */
    g_assert_cmpuint (damage_all (how), ==, 2);
    clear_messages ();
    check_case (&cached);
    g_assert_cmpuint (reported.compiled, ==, 1);
    clear_messages ();
    check_case (&cached);
    g_assert_cmpuint (reported.compiled, ==, 0);
  }
}

/* A file is where the folder should be: even root cannot write there. */
static void
test_unwritable_cache_does_no_harm (void)
{
  g_autofree gchar *folder = cache_folder ();

  if (skip_without_compiler ())
    return;
  remove_folder (folder);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  for (guint i = 0; i < 2; i++) {
    clear_messages ();
    check_case (&cached);
    g_assert_cmpuint (reported.compiled, ==, 1);
  }
  g_assert_cmpint (g_unlink (folder), ==, 0);
}

/* --- A process that finds no compiler, or one that compiles wrongly --- */

static gchar *
block_path (void)
{
  return g_build_filename (root, "hold", NULL);
}

/* The compiler of this process is odd-compiler.sh. */
static void
replace_compiler (void)
{
  g_autofree gchar *blocked = block_path ();
  g_autofree gchar *odd = g_build_filename (
      g_getenv ("LIFE_SOURCE_ROOT"), "tests", "cuda", "odd-compiler.sh", NULL);

  g_setenv ("LIFE_TEST_BLOCK", blocked, TRUE);
  g_setenv ("LIFE_TEST_REAL", g_getenv ("LIFE_COMPILER"), TRUE);
  g_setenv ("LIFE_COMPILER", odd, TRUE);
}

/* From here on nothing is compiled, or it is again. */
static void
block_compiler (gboolean block)
{
  g_autofree gchar *blocked = block_path ();

  if (block)
    g_assert_true (g_file_set_contents (blocked, "", 0, NULL));
  else
    g_assert_cmpint (g_unlink (blocked), ==, 0);
}

/* Whether this process is another one, which uses the compiler above; else, whether a
 * test passes there. */
static gboolean
is_with_replaced_compiler (void)
{
  if (g_test_subprocess ()) {
    replace_compiler ();
    g_log_set_always_fatal (G_LOG_FATAL_MASK);
    return TRUE;
  }
  if (!skip_without_compiler ()) {
    g_test_trap_subprocess (NULL, 0, 0);
    g_test_trap_assert_passed ();
  }
  return FALSE;
}

/* The same without NVRTC, or without the program. */
static gboolean
is_other_process (void)
{
  if (g_test_subprocess ())
    return TRUE;
  if (!skip_without_cuda ()) {
    g_test_trap_subprocess (NULL, 0, 0);
    g_test_trap_assert_passed ();
  }
  return FALSE;
}

/* Without NVRTC, and without the program. */
static void
test_masks_if_a_compiler_is_missing (gconstpointer nvrtc)
{
  if (!is_other_process ())
    return;
  if (nvrtc != NULL) {
    replace_compiler ();
    g_setenv ("LIFE_TEST_COMPILER", nvrtc, TRUE);
  } else {
    g_setenv ("LIFE_COMPILER", "/nonexistent/life-compile", TRUE);
  }
  check_case (&cases_2d[2]);
  check_case (&cases_3d[3]);
  g_assert_cmpuint (reported.compiled, ==, 0);
  g_assert_cmpuint (reported.without, >=, 2);
}

/* Its version is known, and then it crashes. */
static void
test_masks_if_the_compiler_crashes (void)
{
  if (!is_with_replaced_compiler ())
    return;
  g_setenv ("LIFE_TEST_COMPILER", "crash", TRUE);
  check_case (&cases_2d[2]);
  check_case (&cases_3d[3]);
  g_assert_cmpuint (reported.compiled, ==, 0);
  g_assert_cmpuint (reported.failed, >=, 2);
}

/* Tiles alone, tiles and sweeps, sweeps alone, slices in launches alone, and
 * the kernel on the chip alone; also when they come from the cache. */
static void
test_kernels_compiled_wrongly_are_not_used (void)
{
  static const Case cases[] = { { "B36/S23", { 100, 100, 1, TORUS } },
    { "B36/S23", { 2048, 1024, 1, TORUS } },
    { "B36/S23", { 8192, 4096, 1, PLANE } },
    { "B5/S45", { 1000, 251, 600, PLANE } },
    { "B6/S567", { 250, 250, 250, TORUS } } };

  if (!is_with_replaced_compiler ())
    return;
  /* Words are not shifted. */
  g_setenv (
      "LIFE_TEST_TEXT", "#define __funnelshift_l(low, high, n) (high)\n", TRUE);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++) {
    clear_messages ();
    check_case (&cases[i / 2]);
    g_assert_cmpuint (reported.compiled, ==, i % 2 == 0);
    g_assert_cmpuint (reported.wrongly, ==, 1);
  }
}

/* --- While a rule is being compiled --- */

/* Sweeps, tiles, tables, cells that age; launches of slices, and a world that stays on
 * the chip. */
static const Case families[] = { { "B36/S23", { 3000, 2000, 1, TORUS } },
  { "B36/S23", { 300, 200, 1, PLANE } }, { "B13/S23V", { 500, 400, 1, TORUS } },
  { "B2/S34H", { 500, 400, 1, TORUS } }, { "B2-a/S12", { 999, 500, 1, TORUS } },
  { "B2/S/3", { 600, 500, 1, TORUS } }, { "B5/S45", { 256, 200, 130, TORUS } },
  { "B6/S567", { 250, 250, 250, TORUS } } };

static void
use_compiler_later (void)
{
  g_setenv ("LIFE_NVRTC", "later", TRUE);
}

/* Steps until compiled code has taken over, and on. */
static gboolean
go_on (const Pair *pair)
{
  for (guint i = 0; g_atomic_int_get (&reported.going_on) == 0; i++) {
    if (i >= 60000) {
      fail ("%s: compiled code did not take over", pair->what);
      return FALSE;
    }
    if (!PAIR_PLAY (pair, 1))
      return FALSE;
    g_usleep (1000);
  }
  return PAIR_PLAY (pair, 1, 40);
}

/* The compiler does not come to its end before the first steps do. */
static void
test_worlds_do_not_wait_for_the_compiler (void)
{
  if (!is_with_replaced_compiler ())
    return;
  use_compiler_later ();
  for (guint i = 0; i < G_N_ELEMENTS (families); i++) {
    g_auto (Pair) pair = { { NULL } };

    clear_messages ();
    block_compiler (TRUE);
    pair = new_case (&families[i], LIFE_KERNEL_AUTO, LIFE_KERNEL_NAIVE);
    pair_soup (&pair, 5, 0.35);
    pair_step (&pair, 1);
    pair_step (&pair, 40);
    g_assert_cmpint (g_atomic_int_get (&reported.compiled), ==, 0);
    g_assert_true (pair_same (&pair));
    block_compiler (FALSE);
    if (!go_on (&pair))
      return;
    g_assert_cmpint (g_atomic_int_get (&reported.compiled), ==, 1);
  }
}

/* A call that takes long changes over on its way. */
static void
test_a_long_call_runs_compiled_code (void)
{
  static const Case c = { "B36/S245", { 2048, 2048, 1, TORUS } };
  g_auto (Pair) pair = { { NULL } };

  if (!is_with_replaced_compiler ())
    return;
  use_compiler_later ();
  pair = new_case (&c, LIFE_KERNEL_BITSLICED, LIFE_KERNEL_PACKED);
  pair_soup (&pair, 1, 0.3);
  clear_messages ();
  for (guint i = 0; i < 100 && g_atomic_int_get (&reported.going_on) == 0; i++)
    pair_step (&pair, 200000);
  g_assert_cmpint (g_atomic_int_get (&reported.going_on), ==, 1);
  pair_same (&pair);
}

/* A world that goes, and one that takes another rule, leave the compiler alone; what it
 * makes is in the cache when the rule comes back. */
static void
test_rules_and_worlds_may_go_while_they_are_compiled (void)
{
  const LifeGeometry geometry = { 300, 200, 1, TORUS };
  LifeRule first = rule_of (2, "B37/S23"), second = rule_of (2, "B38/S23");
  LifeRule built_in = rule_of (2, "B3/S23");

  if (!is_with_replaced_compiler ())
    return;
  use_compiler_later ();
  for (guint i = 0; i < 3; i++) {
    g_autoptr (LifeWorld) world = NULL;
    GError *error = NULL;

    clear_messages ();
    block_compiler (TRUE);
    world = new_cuda_world (&geometry, &first, LIFE_KERNEL_BITSLICED, TRUE);
    fill_soup (world, 1, 0.4);
    /* The compiler is started by the first step. */
    step (world, 5);
    step (world, 5);
    life_world_set_rule (world, i == 0 ? &second : &built_in, &error);
    g_assert_no_error (error);
    step (world, 5);
    step (world, 5);
    if (i == 1)
      g_clear_pointer (&world, life_world_free);
    block_compiler (FALSE);
  }
  /* The thread may still wait for it. */
  g_setenv ("LIFE_NVRTC", "wait", TRUE);
  check_case (&(Case){ "B37/S23", { 300, 200, 1, TORUS } });
  check_case (&(Case){ "B38/S23", { 300, 200, 1, TORUS } });
}

/* So many milliseconds after the compiler was started for such a rule the process ends. */
static const struct {
  guint after;
  const gchar *rule;
} ends[] = { { 0, "B36/S23" }, { 50, "B36/S24" }, { 150, "B36/S25" },
  { 300, "B36/S26" }, { 500, "B36/S27" }, { 800, "B36/S28" } };

static void
end_while_it_compiles (void)
{
  const LifeGeometry geometry = { 3000, 2000, 1, TORUS };
  const guint end = (guint) atoi (g_getenv ("LIFE_TEST_END"));
  LifeRule rule = rule_of (2, ends[end].rule);
  LifeWorld *world;

  use_compiler_later ();
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_BITSLICED, TRUE);
  step (world, 5);
  step (world, 5);
  g_usleep (1000 * ends[end].after);
  life_world_free (world);
}

/* The compiler goes on alone; this process inherits it, and waits for it. */
static void
test_a_process_may_end_while_it_compiles (void)
{
  if (g_test_subprocess ()) {
    end_while_it_compiles ();
    return;
  }
  if (skip_without_compiler ())
    return;
  g_assert_cmpint (prctl (PR_SET_CHILD_SUBREAPER, 1), ==, 0);
  g_setenv ("LIFE_TEST_CACHE", root, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++) {
    g_autofree gchar *end = g_strdup_printf ("%u", i);

    g_setenv ("LIFE_TEST_END", end, TRUE);
    g_test_trap_subprocess (NULL, 0, 0);
    g_test_trap_assert_passed ();
  }
  g_unsetenv ("LIFE_TEST_CACHE");
  while (waitpid (-1, NULL, 0) > 0)
    ;
}

int
main (int argc, char **argv)
{
  const gchar *shared = g_getenv ("LIFE_TEST_CACHE");
  int result;

  /* GLib reads it only once, so it is set first. */
  root = shared != NULL ? g_strdup (shared)
                        : g_dir_make_tmp ("life-rules-XXXXXX", NULL);
  g_assert_nonnull (root);
  g_setenv ("XDG_CACHE_HOME", root, TRUE);

  g_test_init (&argc, &argv, NULL);
  g_log_set_default_handler (count_message, NULL);
#define TEST(path, name) g_test_add_func ("/cuda-rules/" path, test_##name)
  TEST ("compiled-equal-naive-kernel", compiled_rules_equal_naive_kernel);
  TEST ("in-turn-equal-naive-kernel", rules_in_turn_equal_naive_kernel);
  TEST ("in-turn-equal-the-cpu", rules_in_turn_equal_the_cpu);
  TEST ("masks-equal-naive-kernel", rules_through_masks_equal_naive_kernel);
  TEST ("driver-equals-naive-kernel",
      rules_the_driver_compiles_equal_naive_kernel);
  TEST ("networks-of-tables", networks_of_tables_equal_naive_kernel);
  TEST ("planes-follow-states", planes_follow_states);
  TEST ("rule-after-rule", a_world_changes_rule_after_rule);
  TEST ("cached-is-not-compiled-again", what_is_cached_is_not_compiled_again);
  TEST ("damaged-cache-is-compiled-again", damaged_cache_is_compiled_again);
  TEST ("unwritable-cache-does-no-harm", unwritable_cache_does_no_harm);
  g_test_add_data_func ("/cuda-rules/masks-where-nvrtc-is-missing",
      "find no NVRTC", test_masks_if_a_compiler_is_missing);
  g_test_add_data_func ("/cuda-rules/masks-where-the-program-is-missing", NULL,
      test_masks_if_a_compiler_is_missing);
  TEST ("masks-where-the-compiler-crashes", masks_if_the_compiler_crashes);
  TEST ("kernels-compiled-wrongly-are-not-used",
      kernels_compiled_wrongly_are_not_used);
  TEST ("worlds-do-not-wait-for-the-compiler",
      worlds_do_not_wait_for_the_compiler);
  TEST ("a-long-call-takes-compiled-code", a_long_call_runs_compiled_code);
  TEST ("rules-and-worlds-may-go",
      rules_and_worlds_may_go_while_they_are_compiled);
  TEST ("a-process-may-end", a_process_may_end_while_it_compiles);
  result = g_test_run ();
  if (shared == NULL)
    remove_folder (root);
  g_free (root);
  return result;
}
