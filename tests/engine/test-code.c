/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Code that is made for a rule's gates: the world that runs by it is the reference's. */
#include "life/cpu/bits2d/code.h"
#include "life/cpu/bits2d/private.h"
#include "life/rule/network/counts.h"
#include "life/rule/network/find.h"
#include "life/rule/network/kept.h"
#include "tests/support/world.h"

#include <glib/gstdio.h>

/* Finds the rule's gates and keeps them, so that a world need not search. */
static void
keep_network (const LifeRule *rule)
{
  LifeNetwork network;
  guint64 map[8];

  life_network_map (rule, map);
  if (life_network_get_kept (map, &network))
    return;
  g_assert_true (life_network_find (map, 1, 0, NULL, &network));
  life_network_keep (map, &network);
}

/* Lets @world look for its code now, not after 2^30 cells. */
static gboolean
take_code (LifeWorld *world)
{
  LifeBitsliced *self = (LifeBitsliced *) life_world_get_engine (world);

  return self->code_maker != NULL
         && life_code_maker_get (self->code_maker, G_GUINT64_CONSTANT (1) << 30)
                != NULL;
}

static void
check_world (const LifeGeometry *geometry, const gchar *text)
{
  static const guint64 calls[] = { 64, 1, 2, 61, 125 };
  LifeRule rule = rule_of (2, text);
  g_autoptr (LifeWorld) world =
      new_world_with_rule (geometry, &rule, LIFE_KERNEL_AUTO, 2);
  g_autoptr (LifeWorld) reference =
      new_world_with_rule (geometry, &rule, LIFE_KERNEL_NAIVE, 2);

  keep_network (&rule);
  g_assert_true (take_code (world));
  fill_soup (world, 3, 0.4);
  fill_soup (reference, 3, 0.4);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++) {
    g_autofree guint8 *cells = NULL;
    LifeStatistics got, expected;

    step (world, calls[i]);
    step (reference, calls[i]);
    cells = cells_of (reference);
    assert_cells (world, cells, text);
    got = statistics_of (world);
    expected = statistics_of (reference);
    g_assert_cmpuint (got.births, ==, expected.births);
    g_assert_cmpuint (got.deaths, ==, expected.deaths);
  }
}

static void
test_worlds_that_run_by_code_equal_reference (void)
{
  static const gchar *const rules[] = { "B36/S23", "B3678/S34678", "B2-a/S12",
    "B013/S23", "B2/S345/6", "B2/S/3", "B2/S34H", "B13/S012V",
    "MAPFAMgVwhXAP4AP4B+gH4A6A", "MAPAwM/Pw" };
  static const guint32 sizes[][2] = { { 700, 300 }, { 1024, 192 },
    { 1500, 640 }, { 513, 66 } };

  if (!use_cpu_path ("avx512")) {
    g_test_skip ("this processor has no AVX-512, and code is made for that");
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint j = 0; j < 2; j++) {
      const guint32 *size = sizes[(i + j) % G_N_ELEMENTS (sizes)];
      const LifeGeometry geometry = { size[0], size[1], 1, topologies[j] };

      check_world (&geometry, rules[i]);
    }
  use_any_cpu_path ();
}

/* A row of a block whose cells look random, after one generation by the code of @rule. */
static void
check_row (const gchar *text, gboolean splits)
{
  enum {
    LANES = 8,
    COLUMNS = 64,
    ROW = LANES * COLUMNS
  };
  static guint64 memory[4 * (ROW + 2 * LANES) + LANES];
  guint64 *rows = memory + LANES - (gsize) memory / 8 % LANES, *next = rows;
  guint64 west[3 * LANES + LANES], east[3 * LANES + LANES], state = 5, map[8];
  guint64 *aligned_west = west + LANES - (gsize) west / 8 % LANES;
  guint64 *aligned_east = east + LANES - (gsize) east / 8 % LANES;
  LifeRule rule = rule_of (2, text);
  g_autofree guint64 *before = NULL;
  LifeBitslicedCode *code;
  LifeNetwork network;

  life_network_map (&rule, map);
  if (!life_network_count (map, &network))
    g_assert_true (life_network_find (map, 1, 0, NULL, &network));
  code = life_bitsliced_code_new (&network, splits);
  g_assert_nonnull (code);
  /* Columns -1 to 64 of three rows; the next row is written over the first. */
  for (guint i = 0; i < 3 * (ROW + 2 * LANES); i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    rows[i] = state;
  }
  before = g_memdup2 (rows, 3 * (ROW + 2 * LANES) * sizeof *rows);
  for (guint y = 0; y < 3; y++) {
    const guint64 *row = rows + y * (ROW + 2 * LANES);

    memcpy (aligned_west + y * LANES, row, LANES * sizeof *row);
    memcpy (aligned_east + y * LANES, row + ROW + LANES, LANES * sizeof *row);
  }
  next += LANES;
  life_bitsliced_code_get_row (code) (next, next + ROW + 2 * LANES,
      next + 2 * (ROW + 2 * LANES), next, aligned_west, aligned_east);
  for (guint i = 0; i < ROW * 64; i++) {
    const guint word = i / 64, bit = i % 64;
    guint around = 0;

    for (guint n = 0; n < 9; n++)
      around =
          around << 1
          | (before[n / 3 * (ROW + 2 * LANES) + word + n % 3 * LANES] >> bit
              & 1);
    if ((next[word] >> bit & 1) != (map[around / 64] >> around % 64 & 1)) {
      g_test_message ("%s: column %u, lane %u, bit %u is wrong", text,
          word / LANES, word % LANES, bit);
      g_test_fail ();
      break;
    }
  }
  life_bitsliced_code_free (code);
}

/* Gates of two inputs, kept as they are or as their opposites, and parities as one gate or
 * as two. */
static void
test_code_computes_its_rule (void)
{
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B3678/S34678",
    "B/S", "B012345678/S012345678", "B0/S8", "B1357/S02468", "B8/S0", "B2/S",
    "B368/S245", "B2-a/S12", "B2/S34H", "B13/S012V", "B13/S024V" };

  if (!use_cpu_path ("avx512")) {
    g_test_skip ("this processor has no AVX-512, and code is made for that");
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    check_row (rules[i], FALSE);
    check_row (rules[i], TRUE);
  }
  use_any_cpu_path ();
}

/* Long before a search ends its world is freed, or gets another rule. */
static void
test_a_search_ends_with_its_world (void)
{
  LifeRule rule = rule_of (2, "B2n3-q5y/S234z5e"),
           other = rule_of (2, "B3/S23");

  for (guint i = 0; i < 2; i++) {
    LifeCodeMaker *maker = life_code_maker_new (&rule);

    g_assert_null (life_code_maker_get (maker, G_MAXUINT64));
    life_code_maker_free (maker);
    maker = life_code_maker_new (&other);
    g_assert_null (life_code_maker_get (maker, 1));
    life_code_maker_free (maker);
  }
}

/* Rules that count eight neighbors have theirs without. */
static void
test_counts_have_code_at_once (void)
{
  LifeRule rule = rule_of (2, "B3678/S34678");
  LifeCodeMaker *maker;

  if (!use_cpu_path ("avx512")) {
    g_test_skip ("this processor has no AVX-512, and code is made for that");
    return;
  }
  maker = life_code_maker_new (&rule);
  g_assert_nonnull (life_code_maker_get (maker, G_GUINT64_CONSTANT (1) << 30));
  life_code_maker_free (maker);
  use_any_cpu_path ();
}

static void
test_a_search_gives_code (void)
{
  LifeRule rule = rule_of (2, "B2-a3/S12");
  LifeCodeMaker *maker;

  if (!use_cpu_path ("avx512")) {
    g_test_skip ("this processor has no AVX-512, and code is made for that");
    return;
  }
  maker = life_code_maker_new (&rule);
  while (life_code_maker_get (maker, G_MAXUINT64) == NULL)
    g_usleep (1000);
  life_code_maker_free (maker);
  use_any_cpu_path ();
}

/* Parities take 3 gates when a search has found them, and 11 as counts. */
static void
test_fewer_gates_replace_code (void)
{
  LifeRule rule = rule_of (2, "B1357/S1357");
  LifeBitslicedRowCode first;
  LifeCodeMaker *maker;

  if (!use_cpu_path ("avx512")) {
    g_test_skip ("this processor has no AVX-512, and code is made for that");
    return;
  }
  maker = life_code_maker_new (&rule);
  first = life_code_maker_get (maker, G_GUINT64_CONSTANT (1) << 30);
  g_assert_nonnull (first);
  while (life_code_maker_get (maker, G_MAXUINT64) == first)
    g_usleep (1000);
  g_assert_nonnull (life_code_maker_get (maker, 0));
  life_code_maker_free (maker);
  use_any_cpu_path ();
}

#define TEST(name) g_test_add_func ("/code/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_autofree gchar *cache = g_dir_make_tmp ("life-code-XXXXXX", NULL);
  int result;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  TEST (worlds_that_run_by_code_equal_reference);
  TEST (code_computes_its_rule);
  TEST (a_search_ends_with_its_world);
  TEST (counts_have_code_at_once);
  TEST (a_search_gives_code);
  TEST (fewer_gates_replace_code);
  result = g_test_run ();
  remove_folder (cache);
  return result;
}
