/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that life-bench notices when the same world or frame came out
 * differently; test-bench.py tests what it measures. */
#include "tools/bench.h"

static const LifeGeometry square = { 64, 64, 1, LIFE_TOPOLOGY_TORUS };

static BenchWorld
world_of (guint64 generation, guint64 checksum)
{
  BenchWorld world = { .geometry = square,
    .checksums = { { generation, checksum } },
    .n_checksums = 1 };

  world.rule_text = g_strdup ("B3/S23");
  return world;
}

/* Adds a world; returns whether the report says that it differs. */
static gboolean
differs (BenchReport *report, BenchWorld world)
{
  guint before = report->differing;

  bench_report_add_world (report, &world);
  g_assert_true (
      g_array_index (report->worlds, BenchWorld, report->worlds->len - 1)
          .differs
      == (report->differing > before));
  return report->differing > before;
}

static void
test_equal_worlds_agree (void)
{
  BenchReport report;

  bench_report_init (&report);
  g_assert_false (differs (&report, world_of (64, 7)));
  g_assert_false (differs (&report, world_of (64, 7)));
  bench_report_clear (&report);
}

static void
test_other_checksum_of_a_world_is_noticed (void)
{
  BenchReport report;

  bench_report_init (&report);
  g_assert_false (differs (&report, world_of (64, 7)));
  g_assert_true (differs (&report, world_of (64, 8)));
  bench_report_clear (&report);
}

static void
test_second_checksum_counts_too (void)
{
  BenchReport report;
  BenchWorld first = world_of (64, 7), second = world_of (64, 7);

  bench_report_init (&report);
  first.checksums[1] = (BenchChecksum){ 1024, 1 };
  second.checksums[1] = (BenchChecksum){ 1024, 2 };
  first.n_checksums = second.n_checksums = 2;
  g_assert_false (differs (&report, first));
  g_assert_true (differs (&report, second));
  bench_report_clear (&report);
}

static void
test_other_worlds_may_differ (void)
{
  BenchReport report;
  BenchWorld larger = world_of (64, 8), plane = world_of (64, 9);
  BenchWorld rule = world_of (64, 10);

  bench_report_init (&report);
  larger.geometry.width = 65;
  plane.geometry.topology = LIFE_TOPOLOGY_PLANE;
  g_free (rule.rule_text);
  rule.rule_text = g_strdup ("B36/S23");
  g_assert_false (differs (&report, world_of (64, 7)));
  g_assert_false (differs (&report, world_of (65, 8)));
  g_assert_false (differs (&report, larger));
  g_assert_false (differs (&report, plane));
  g_assert_false (differs (&report, rule));
  bench_report_clear (&report);
}

static void
test_families_are_recognized_by_their_rules (void)
{
  BenchReport report;
  BenchWorld hexagonal = world_of (64, 8), again = world_of (64, 9);

  bench_report_init (&report);
  hexagonal.family = again.family = "hexagonal";
  g_free (hexagonal.rule_text);
  g_free (again.rule_text);
  hexagonal.rule_text = g_strdup ("B2/S34H");
  again.rule_text = g_strdup ("B2/S34H");
  g_assert_false (differs (&report, world_of (64, 7)));
  g_assert_false (differs (&report, hexagonal));
  g_assert_true (differs (&report, again));
  bench_report_clear (&report);
}

static void
test_other_pixels_of_a_frame_are_noticed (void)
{
  BenchReport report;
  BenchFrames cpu = { .engine = LIFE_ENGINE_CPU,
    .format = "NV12",
    .width = 64,
    .height = 48,
    .zoom = 1,
    .generations = 1,
    .checksum = 7 };
  BenchFrames cuda = cpu, other_format = cpu, skipped = cpu;

  cuda.engine = LIFE_ENGINE_CUDA;
  cuda.checksum = other_format.checksum = skipped.checksum = 8;
  other_format.format = "RGBA";
  skipped.skipped = g_strdup ("not there");
  bench_report_init (&report);
  bench_report_add_frames (&report, &cpu);
  bench_report_add_frames (&report, &other_format);
  bench_report_add_frames (&report, &skipped);
  g_assert_cmpuint (report.differing, ==, 0);
  bench_report_add_frames (&report, &cuda);
  g_assert_cmpuint (report.differing, ==, 1);
  bench_report_clear (&report);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/bench-report/" #name, test_##name)
  TEST (equal_worlds_agree);
  TEST (other_checksum_of_a_world_is_noticed);
  TEST (second_checksum_counts_too);
  TEST (other_worlds_may_differ);
  TEST (families_are_recognized_by_their_rules);
  TEST (other_pixels_of_a_frame_are_noticed);
#undef TEST
  return g_test_run ();
}
