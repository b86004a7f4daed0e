/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How worlds are cut into parts: the memory that a part is said to need is what it takes. */
#include "life/cpu/state-planes.h"
#include "life/engines.h"
#include "life/parts/part.h"
#include "tests/support/worlds/cuda.h"

#ifdef __GLIBC__
#include <malloc.h>
#if __GLIBC_PREREQ(2, 33)
#define COUNTS_MEMORY
#endif
#endif

/* What an engine takes besides its cells: memory to advance in, and where blocks of memory
 * begin. */
#define EXTRA_BYTES (4 * 1024 * 1024)

typedef struct {
  LifeGeometry geometry;
  const gchar *rule;
  guint parts;
} Cut;

/* Wide, narrow, of several planes, of many units that are exchanged. */
static const Cut cuts[] = {
  { { 1, 300000, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 1 },
  { { 1, 300000, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 2 },
  { { 65, 200000, 1, LIFE_TOPOLOGY_PLANE }, "B2/S/C20", 3 },
  { { 8000000, 30, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 5 },
  { { 32704, 9000, 1, LIFE_TOPOLOGY_PLANE }, "B3/S23", 2 },
  { { 1, 700, 2000, LIFE_TOPOLOGY_TORUS }, "B6/S567", 2 },
  { { 900, 700, 120, LIFE_TOPOLOGY_PLANE }, "B4/S4/C5", 3 },
};

/* Bytes that this process has; 0: they are not counted. */
static gsize
used_bytes (void)
{
#ifdef COUNTS_MEMORY
  const struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

/* FALSE where memory cannot be counted. */
static gboolean
check_part (const LifeCut *cut, guint part, LifeRule *rule)
{
  const LifePiece piece = life_cut_piece (cut, part);
  const guint64 message = life_piece_bytes (
      &piece, life_planes_count (life_rule_get_states (rule)));
  const gsize previous = used_bytes ();
  GError *error = NULL;
  LifePart *made = life_part_new (&life_cpu_part,
      &(LifePartOptions){ cut, part, rule, 1, -1, FALSE }, &error);
  const gsize bytes = used_bytes () - previous;

  g_assert_no_error (error);
  life_part_free (made);
  if (bytes == 0)
    return FALSE;
  g_assert_cmpuint (bytes, >=, message);
  g_assert_cmpuint (bytes, <=, message + EXTRA_BYTES);
  return TRUE;
}

/* Each unit is in one part, which life_cut_find() finds. */
static void
check_units (const LifeCut *cut)
{
  guint32 next = 0;

  for (guint part = 0; part < cut->parts; part++) {
    const LifePiece piece = life_cut_piece (cut, part);

    g_assert_cmpuint (piece.first, ==, next);
    g_assert_cmpuint (piece.units, >=, MAX (cut->halo, 1));
    next += piece.units;
    g_assert_cmpuint (life_cut_find (cut, piece.first), ==, part);
    g_assert_cmpuint (life_cut_find (cut, next - 1), ==, part);
  }
  g_assert_cmpuint (next, ==, cut->units);
}

static LifeRule *
make_cut (const Cut *expected, LifeCut *cut, const gchar *what)
{
  const guint dimensions = expected->geometry.depth > 1 ? 3 : 2;
  GError *error = NULL;
  LifeRule *rule = life_rule_parse (expected->rule, dimensions, &error);

  g_assert_no_error (error);
  life_cut_init (
      cut, &expected->geometry, dimensions, expected->parts, what, &error);
  g_assert_no_error (error);
  return rule;
}

static void
test_parts_use_the_memory_that_is_reported (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cuts); i++) {
    LifeCut cut;
    g_autoptr (LifeRule) rule = make_cut (&cuts[i], &cut, "parts");

    check_units (&cut);
    for (guint part = 0; part < cuts[i].parts; part++)
      if (!check_part (&cut, part, rule)) {
        g_test_skip ("memory is not counted, as under a sanitizer");
        return;
      }
  }
}

/* --- On a GPU --- */

/* What a context takes as code is loaded, and the granularity of memory. */
#define EXTRA_GPU_BYTES (96 * 1024 * 1024)

/* Of these the kernel needs much besides the cells; or nothing. */
static const Cut cuts_on_gpu[] = {
  { { 65536, 131072, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 2 },
  { { 100000, 40000, 1, LIFE_TOPOLOGY_PLANE }, "B2/S/C3", 1 },
  { { 1024, 1024, 2048, LIFE_TOPOLOGY_TORUS }, "B6/S567", 2 },
};

static void
measure (const LifeCut *cut, const LifeRule *rule, guint64 bytes[2])
{
  g_autofree gchar *host = NULL;
  GError *error = NULL;

  life_part_class_of_gpus ()->measure (
      &(LifePartOptions){ .cut = cut, .rule = rule }, bytes, &host, &error);
  g_assert_no_error (error);
}

/* Code that is tried in the background takes memory for a while. */
static void
test_parts_on_gpus_use_the_memory_that_is_reported (void)
{
  if (skip_without_cuda ())
    return;
  g_setenv ("LIFE_NVRTC", "none", TRUE);
  life_engines_use_gpus ();
  for (gsize i = 0; i < G_N_ELEMENTS (cuts_on_gpu); i++) {
    GError *error = NULL;
    LifeCut cut;
    g_autoptr (LifeRule) rule = make_cut (&cuts_on_gpu[i], &cut, "GPUs");
    guint64 previous[2], after[2];
    LifePart *part;

    measure (&cut, rule, previous);
    part = life_part_new (life_part_class_of_gpus (),
        &(LifePartOptions){ &cut, 0, rule, 1, 0, FALSE }, &error);
    g_assert_no_error (error);
    measure (&cut, rule, after);
    g_test_message ("case %u: said %" G_GUINT64_FORMAT
                    ", taken %" G_GUINT64_FORMAT,
        (guint) i, previous[0], previous[1] - after[1]);
    g_assert_cmpuint (
        previous[1] - after[1], >=, previous[0] - MIN (previous[0], 1 << 24));
    g_assert_cmpuint (
        previous[1] - after[1], <=, previous[0] + EXTRA_GPU_BYTES);
    life_part_free (part);
  }
}

static void
test_what_cannot_be_addressed_is_the_most_of_all (void)
{
  const LifeGeometry flat = { G_MAXUINT32, G_MAXUINT32, 1,
    LIFE_TOPOLOGY_TORUS };
  const LifeGeometry deep = { G_MAXUINT32, G_MAXUINT32, G_MAXUINT32,
    LIFE_TOPOLOGY_TORUS };
  const struct {
    Cut cut;
    guint part, planes;
    gboolean fits;
  } cases[] = { { { flat, "B3/S23", 1 }, 0, 1, TRUE },
    { { flat, "B3/S23", 1 }, 0, 8, FALSE },
    { { deep, "B6/S567", 7 }, 3, 1, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    LifeCut cut;
    g_autoptr (LifeRule) rule G_GNUC_UNUSED =
        make_cut (&cases[i].cut, &cut, "parts");
    const LifePiece piece = life_cut_piece (&cut, cases[i].part);

    g_assert_true ((life_piece_bytes (&piece, cases[i].planes) < G_MAXUINT64)
                   == cases[i].fits);
  }
}

#define TEST(name) g_test_add_func ("/cut/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (parts_use_the_memory_that_is_reported);
  TEST (parts_on_gpus_use_the_memory_that_is_reported);
  TEST (what_cannot_be_addressed_is_the_most_of_all);
  return g_test_run ();
}
