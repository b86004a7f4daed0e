/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Backups of worlds on a GPU, in every layout of cells: written while the world goes on, and
 * read back on the CPU and on the GPU. */
#include "tests/support/worlds/backup.h"
#include "tests/support/worlds/cuda.h"

typedef struct {
  const gchar *rule;
  LifeGeometry geometry;
  LifeKernel kernel;
} Case;

static const Case cases[] = {
  { "B3/S23", { 1920, 1080, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 8192, 8192, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 257, 31, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 1, 1, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 33, 200, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_PACKED },
  { "B3/S23", { 45, 33, 1, LIFE_TOPOLOGY_KLEIN }, LIFE_KERNEL_NAIVE },
  { "B2/S345/C37", { 65, 40, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B2/S345/C37", { 65, 40, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_NAIVE },
  { "R3,C0,M0,S6..11,B7..10,NM", { 65, 48, 1, LIFE_TOPOLOGY_TORUS },
      LIFE_KERNEL_AUTO },
  { "B6/S567", { 256, 128, 64, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B6/S567", { 70, 20, 14, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_PACKED },
  { "B3/S23", { 0, 0, 1, LIFE_TOPOLOGY_UNBOUNDED }, LIFE_KERNEL_SPARSE },
};

static void
restore (LifeWorld *world, const LifeBackup *backup)
{
  GError *error = NULL;

  life_world_restore_backup (world, backup, &error);
  g_assert_no_error (error);
}

/* Cells of all of the world, or where that has no size of a part. */
static void
fill (LifeWorld *world)
{
  const LifeBox box = { -300, -(G_GINT64_CONSTANT (1) << 50), 0, 500, 400, 1 };

  if (life_world_get_geometry (world)->topology != LIFE_TOPOLOGY_UNBOUNDED)
    fill_soup (world, 9, 0.35);
  else
    g_assert_true (life_world_soup_box (world, &box, 9, 0.35, NULL));
}

static void
check (const Case *c, const gchar *folder)
{
  LifeRule rule = rule_of (c->geometry.depth > 1 ? 3 : 2, c->rule);
  g_autoptr (LifeWorld) world =
      new_cuda_world (&c->geometry, &rule, c->kernel, TRUE);
  g_autoptr (LifeWorld) again =
      new_cuda_world (&c->geometry, &rule, c->kernel, TRUE);
  g_autoptr (LifeWorld) cpu = NULL;
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (folder);
  g_autoptr (LifeBackup) backup = NULL;
  g_autofree gchar *path = NULL;
  guint64 expected;

  fill (world);
  step (world, 7);
  expected = checksum_of (world);
  begin_backup (writer, world);
  /* A snapshot for something else may be taken and freed meanwhile. */
  for (guint i = 0; i < 10; i++) {
    LifeSnapshot *snapshot = life_world_snapshot (world, NULL);

    g_assert_nonnull (snapshot);
    step (world, 2);
    life_snapshot_free (snapshot);
  }
  path = end_backup (writer);

  backup = load_backup (path);
  cpu = restore_backup (backup, LIFE_KERNEL_AUTO);
  restore (again, backup);
  g_assert_cmphex (checksum_of (cpu), ==, expected);
  g_assert_cmphex (checksum_of (again), ==, expected);
  step (again, 20);
  step (cpu, 20);
  g_assert_cmphex (checksum_of (again), ==, checksum_of (world));
  g_assert_cmphex (checksum_of (cpu), ==, checksum_of (world));
}

static void
test_worlds_go_on (void)
{
  g_autofree gchar *folder = NULL;

  if (skip_without_cuda ())
    return;
  folder = new_folder ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (&cases[i], folder);
  remove_folder (folder);
}

/* A rule that needs another layout frees what is being read, once that is done. */
static void
test_rules_change_while_a_backup_is_written (void)
{
  static const LifeGeometry geometry = { 2048, 2048, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule, other;
  g_autofree gchar *folder = NULL, *path = NULL;
  g_autoptr (LifeWorld) world = NULL, again = NULL;
  g_autoptr (LifeBackupWriter) writer = NULL;
  g_autoptr (LifeBackup) backup = NULL;
  GError *error = NULL;
  guint64 expected;

  if (skip_without_cuda ())
    return;
  folder = new_folder ();
  rule = rule_of (2, "B3/S23");
  other = rule_of (2, "R3,C0,M0,S6..11,B7..10,NM");
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  writer = life_backup_writer_new (folder);
  fill_soup (world, 9, 0.35);
  expected = checksum_of (world);
  begin_backup (writer, world);
  life_world_set_rule (world, &other, &error);
  g_assert_no_error (error);
  step (world, 3);
  path = end_backup (writer);
  backup = load_backup (path);
  again = restore_backup (backup, LIFE_KERNEL_AUTO);
  g_assert_cmphex (checksum_of (again), ==, expected);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/cuda-backup/" #name, test_##name)
  TEST (worlds_go_on);
  TEST (rules_change_while_a_backup_is_written);
  return g_test_run ();
}
