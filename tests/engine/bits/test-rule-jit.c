/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules as machine code: the world that runs by it is the reference's. */
#include "life/cpu/bits2d/bits2d-private.h"
#include "life/rule/network/find-network.h"
#include "life/rule/network/network-cache.h"
#include "tests/support/worlds/compare.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CELLS_BEFORE_LOOKUP (G_GUINT64_CONSTANT (1) << 30)

static gboolean refuses_code;
static guint refused;

/* The system's, or one that makes no memory executable; the library calls it. */
__attribute__ ((visibility ("default"))) int
mprotect (void *memory, size_t size, int protection)
{
  if (refuses_code && protection & PROT_EXEC) {
    refused++;
    errno = EACCES;
    return -1;
  }
  return (int) syscall (SYS_mprotect, memory, size, protection);
}

/* Finds the rule's gates and keeps them, so that a world need not search. */
static void
store_network (const LifeRule *rule)
{
  LifeNetwork network;
  guint64 map[8];

  life_network_map (rule, map);
  if (life_network_cache_get (map, &network))
    return;
  g_assert_true (life_network_find (map, 1, 0, NULL, &network));
  life_network_cache_store (map, &network);
}

/* The code of @world now, not after 2^30 cells. */
static LifeRuleJitRow
code_of (LifeWorld *world)
{
  LifeBitsliced *self = (LifeBitsliced *) life_world_get_engine (world);

  g_assert_nonnull (self->jit);
  return life_rule_jit_get_row (self->jit, CELLS_BEFORE_LOOKUP);
}

static void
check_world (const LifeGeometry *geometry, const gchar *text)
{
  static const guint64 calls[] = { 64, 1, 2, 61, 125 };
  LifeRule rule = rule_of (2, text);
  g_autoptr (Worlds) worlds =
      worlds_new (geometry, &rule, LIFE_KERNEL_BITSLICED, 2);

  store_network (&rule);
  g_assert_cmpint (code_of (worlds->each[1]) == NULL, ==, refuses_code);
  worlds_play_soup (worlds, 3, 0.4, calls, G_N_ELEMENTS (calls));
}

/* Of a path's vectors, which the processor may lack. */
static void
test_worlds_that_run_by_code_equal_reference (gconstpointer path)
{
  static const gchar *const rules[] = { "B36/S23", "B3678/S34678", "B2-a/S12",
    "B013/S23", "B2/S345/6", "B2/S/3", "B2/S34H", "B13/S012V",
    "MAPFAMgVwhXAP4AP4B+gH4A6A", "MAPAwM/Pw" };
  static const guint32 sizes[][2] = { { 700, 300 }, { 1024, 192 },
    { 1500, 640 }, { 513, 66 } };

  if (!use_cpu_path (path)) {
    g_test_skip ("this processor has no such vectors");
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint j = 0; j < SOME_OF (2); j++) {
      const guint32 *size = sizes[(i + j) % G_N_ELEMENTS (sizes)];
      const LifeGeometry geometry = { size[0], size[1], 1,
        topologies[(i + j) % 2] };

      check_world (&geometry, rules[i]);
    }
  use_any_cpu_path ();
}

static LifeRuleJit *
new_jit (const gchar *text, guint max_gates)
{
  LifeRule rule = rule_of (2, text);

  return life_rule_jit_new (&rule, LIFE_RULE_JIT_AVX2, max_gates);
}

/* A system that makes no memory executable: masks run the rules, nothing is reported, and no
 * gates are searched in vain. */
static void
test_worlds_without_executable_memory_equal_reference (void)
{
  const LifeGeometry geometry = { 1024, 192, 1, LIFE_TOPOLOGY_TORUS };
  static const gchar *const rules[] = { "B36/S23", "B2-a/S12", "B2/S/3" };
  LifeRuleJit *jit;

  refuses_code = TRUE;
  if (use_cpu_path ("avx2"))
    for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
      refused = 0;
      check_world (&geometry, rules[i]);
      g_assert_cmpuint (refused, >=, 1);
    }
  jit = new_jit (rules[0], G_MAXUINT);
  g_assert_null (life_rule_jit_get_row (jit, CELLS_BEFORE_LOOKUP));
  refused = 0;
  g_assert_null (life_rule_jit_get_row (jit, G_MAXUINT64));
  g_assert_cmpuint (refused, ==, 0);
  life_rule_jit_free (jit);
  refuses_code = FALSE;
  use_any_cpu_path ();
}

/* A row of a block whose cells look random, after one generation by the code of @rule. The
 * next row is written over the first one. Rules of counts have a network without a search. */
static void
check_row (const gchar *text, LifeRuleJitTarget target)
{
  enum {
    COLUMNS = 64,
    MAX_LANES = 8,
    MAX_ROW = (COLUMNS + 2) * MAX_LANES
  };
  const guint lanes = target == LIFE_RULE_JIT_AVX2 ? 4 : 8;
  const guint row = (COLUMNS + 2) * lanes;
  guint64 memory[3 * MAX_ROW + 7 * MAX_LANES], previous[3 * MAX_ROW];
  guint64 *rows = memory + MAX_LANES - (gsize) memory / 8 % MAX_LANES;
  guint64 *west = rows + 3 * row, *east = west + 3 * lanes;
  guint64 *next = rows + lanes, state = 5, map[8];
  LifeRule rule = rule_of (2, text);
  LifeRuleJit *jit = life_rule_jit_new (&rule, target, G_MAXUINT);
  LifeRuleJitRow code = life_rule_jit_get_row (jit, CELLS_BEFORE_LOOKUP);

  if (code == NULL) {
    store_network (&rule);
    life_rule_jit_free (jit);
    jit = life_rule_jit_new (&rule, target, G_MAXUINT);
    code = life_rule_jit_get_row (jit, CELLS_BEFORE_LOOKUP);
  }
  g_assert_nonnull (code);
  life_network_map (&rule, map);
  for (guint i = 0; i < 3 * row; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    previous[i] = rows[i] = state;
  }
  for (guint i = 0; i < 3 * lanes; i++) {
    west[i] = rows[i / lanes * row + i % lanes];
    east[i] = rows[i / lanes * row + (COLUMNS + 1) * lanes + i % lanes];
  }
  code (next, next + row, next + 2 * row, next, west, east);
  for (guint i = 0; i < COLUMNS * lanes * 64; i++) {
    const guint word = i / 64, bit = i % 64;
    guint around = 0;

    for (guint n = 0; n < 9; n++)
      around = around << 1
               | (previous[n / 3 * row + word + n % 3 * lanes] >> bit & 1);
    if ((next[word] >> bit & 1) != (map[around / 64] >> around % 64 & 1)) {
      g_test_message ("%s: column %u, lane %u, bit %u is wrong", text,
          word / lanes, word % lanes, bit);
      g_test_fail ();
      break;
    }
  }
  life_rule_jit_free (jit);
}

/* Gates of two inputs, kept as they are or as their opposites; parities as one gate or as
 * two; gates of three inputs by two; and more values than there are registers. */
static void
test_code_computes_its_rule (void)
{
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B3678/S34678",
    "B/S", "B012345678/S012345678", "B0/S8", "B1357/S02468", "B8/S0", "B2/S",
    "B368/S245", "B2-a/S12", "B3-k/S2-i34q", "B2/S34H", "B13/S012V",
    "B13/S024V", "MAPFAMgVwhXAP4AP4B+gH4A6A" };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    if (use_cpu_path ("avx2"))
      check_row (rules[i], LIFE_RULE_JIT_AVX2);
    if (use_cpu_path ("avx512")) {
      check_row (rules[i], LIFE_RULE_JIT_AVX512);
      check_row (rules[i], LIFE_RULE_JIT_AVX512_SPLIT);
    }
  }
  use_any_cpu_path ();
}

/* Long before a search ends its world is freed, or gets another rule. */
static void
test_a_search_ends_with_its_world (void)
{
  for (guint i = 0; i < 2; i++) {
    LifeRuleJit *jit = new_jit ("B2n3-q5y/S234z5e", G_MAXUINT);

    g_assert_null (life_rule_jit_get_row (jit, G_MAXUINT64));
    life_rule_jit_free (jit);
    jit = new_jit ("B3/S23", G_MAXUINT);
    g_assert_null (life_rule_jit_get_row (jit, 1));
    life_rule_jit_free (jit);
  }
}

/* Waits until a search has found other code than @first. */
static void
await_code (LifeRuleJit *jit, LifeRuleJitRow first)
{
  while (life_rule_jit_get_row (jit, G_MAXUINT64) == first)
    g_usleep (1000);
  life_rule_jit_free (jit);
}

/* Rules that count eight neighbors have their gates without a search. */
static void
test_counts_have_code_at_once (void)
{
  LifeRuleJit *jit = new_jit ("B3678/S34678", G_MAXUINT);

  g_assert_nonnull (life_rule_jit_get_row (jit, CELLS_BEFORE_LOOKUP));
  life_rule_jit_free (jit);
}

static void
test_a_search_ends_in_code (void)
{
  await_code (new_jit ("B2-a3/S12", G_MAXUINT), NULL);
}

static void
test_too_many_gates_have_no_code (void)
{
  for (guint maximum = 10; maximum <= 11; maximum++) {
    LifeRuleJit *jit = new_jit ("B36/S23", maximum);

    g_assert_cmpint (life_rule_jit_get_row (jit, CELLS_BEFORE_LOOKUP) != NULL,
        ==, maximum == 11);
    life_rule_jit_free (jit);
  }
}

/* Parities take 3 gates when a search has found them, and 11 as counts. */
static void
test_fewer_gates_replace_code (void)
{
  LifeRuleJit *jit = new_jit ("B1357/S1357", G_MAXUINT);
  LifeRuleJitRow first = life_rule_jit_get_row (jit, CELLS_BEFORE_LOOKUP);

  g_assert_nonnull (first);
  await_code (jit, first);
}

/* Tests that need AVX2, for which code is made. */
static void
run_with_avx2 (gconstpointer test)
{
  if (use_cpu_path ("avx2"))
    ((void (*) (void)) test) ();
  else
    g_test_skip ("this processor has no AVX2, and code is made for that");
  use_any_cpu_path ();
}

#define TEST(name) g_test_add_func ("/rule-jit/" #name, test_##name)
#define TEST_WITH_AVX2(name) \
  g_test_add_data_func (     \
      "/rule-jit/" #name, (gconstpointer) test_##name, run_with_avx2)

int
main (int argc, char **argv)
{
  g_autofree gchar *cache = g_dir_make_tmp ("life-rule-jit-XXXXXX", NULL);
  int result;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 1; i < G_N_ELEMENTS (cpu_paths); i++) {
    g_autofree gchar *path = g_strdup_printf (
        "/rule-jit/%s_worlds_that_run_by_code_equal_reference", cpu_paths[i]);

    g_test_add_data_func (
        path, cpu_paths[i], test_worlds_that_run_by_code_equal_reference);
  }
  TEST (worlds_without_executable_memory_equal_reference);
  TEST_WITH_AVX2 (code_computes_its_rule);
  TEST (a_search_ends_with_its_world);
  TEST_WITH_AVX2 (counts_have_code_at_once);
  TEST_WITH_AVX2 (a_search_ends_in_code);
  TEST_WITH_AVX2 (fewer_gates_replace_code);
  TEST_WITH_AVX2 (too_many_gates_have_no_code);
  result = g_test_run ();
  remove_folder (cache);
  return result;
}
