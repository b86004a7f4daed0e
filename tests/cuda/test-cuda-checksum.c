/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that checksums on a GPU are those of the CPU, in every layout of cells, at once
 * and begun while the world goes on. */
#include "tests/support/worlds/cuda.h"

typedef struct {
  const gchar *rule;
  LifeGeometry geometry;
  LifeKernel kernel;
} Case;

static const Case cases[] = {
  { "B3/S23", { 1920, 1080, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 131, 70, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 257, 31, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 1, 1, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 64, 5, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 33, 200, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_PACKED },
  { "B3/S23", { 45, 33, 1, LIFE_TOPOLOGY_KLEIN }, LIFE_KERNEL_NAIVE },
  { "B2/S/C3", { 99, 97, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B2/S345/C4", { 101, 50, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B2/S345/C37", { 65, 40, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B2/S345/C37", { 65, 40, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_NAIVE },
  { "R3,C0,M0,S6..11,B7..10,NM", { 65, 48, 1, LIFE_TOPOLOGY_TORUS },
      LIFE_KERNEL_AUTO },
  { "B6/S567", { 70, 20, 14, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B6/S567", { 256, 20, 14, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_BITSLICED },
  { "B6/S567", { 70, 20, 14, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_PACKED },
};

static guint64
finish (LifeWorld *world)
{
  guint64 checksum = 0;
  GError *error = NULL;

  life_world_finish_checksum (world, &checksum, &error);
  g_assert_no_error (error);
  return checksum;
}

static void
begin (LifeWorld *world)
{
  GError *error = NULL;

  life_world_begin_checksum (world, &error);
  g_assert_no_error (error);
}

static void
check (const Case *c, gboolean pdl)
{
  LifeRule rule = rule_of (c->geometry.depth > 1 ? 3 : 2, c->rule);
  g_autoptr (LifeWorld) world =
      new_cuda_world (&c->geometry, &rule, c->kernel, pdl);
  g_autoptr (LifeWorld) cpu =
      new_world_with_rule (&c->geometry, &rule, LIFE_KERNEL_AUTO, 0);

  fill_soup (world, 9, 0.35);
  fill_soup (cpu, 9, 0.35);
  for (guint i = 0; i < 40; i++) {
    guint64 expected = checksum_of (cpu), later;

    begin (world);
    step (world, 1 + i % 3);
    step (cpu, 1 + i % 3);
    later = checksum_of (cpu);
    /* One at once leaves the one that was begun. */
    g_assert_cmphex (checksum_of (world), ==, later);
    g_assert_cmphex (finish (world), ==, expected);
    /* The one that was begun last counts. */
    begin (world);
    step (world, 1);
    step (cpu, 1);
    begin (world);
    g_assert_cmphex (finish (world), ==, checksum_of (cpu));
  }
}

static void
test_checksums_are_those_of_the_cpu (void)
{
  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    check (&cases[i], TRUE);
    check (&cases[i], FALSE);
  }
}

/* A checksum of 1920×1080 cells against a generation, in microseconds: for a person to
 * read, since no test depends on how fast the machine is. */
static void
test_what_a_checksum_takes (void)
{
  enum {
    TIMES = 2000
  };
  const LifeGeometry geometry = { 1920, 1080, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (LifeWorld) world = NULL;
  gint64 start, steps, both;

  if (skip_without_cuda ())
    return;
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  fill_soup (world, 1, 0.35);
  for (guint warm = 0; warm < 2; warm++) {
    start = g_get_monotonic_time ();
    for (guint i = 0; i < TIMES; i++)
      step (world, 1);
    checksum_of (world);
    steps = g_get_monotonic_time () - start;
    start = g_get_monotonic_time ();
    for (guint i = 0; i < TIMES; i++) {
      step (world, 1);
      begin (world);
    }
    finish (world);
    both = g_get_monotonic_time () - start;
  }
  g_test_message ("a generation %.2f µs, with a checksum %.2f µs",
      (gdouble) steps / TIMES, (gdouble) both / TIMES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda/checksum/are-those-of-the-cpu",
      test_checksums_are_those_of_the_cpu);
  g_test_add_func (
      "/cuda/checksum/what-a-checksum-takes", test_what_a_checksum_takes);
  return g_test_run ();
}
