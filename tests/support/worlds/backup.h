/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of backups share: writing one, and worlds that go on from it. */
#pragma once

#include <life/backup.h>

#include "tests/support/worlds/unbounded.h"

static inline gchar *
new_folder (void)
{
  g_autoptr (GError) error = NULL;
  gchar *folder = g_dir_make_tmp ("life-backup-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static inline void
begin_backup (LifeBackupWriter *writer, LifeWorld *world)
{
  GError *error = NULL;

  g_assert_true (life_backup_writer_begin (writer, world, 7, &error));
  g_assert_no_error (error);
}

/* The file that was written. */
static inline gchar *
end_backup (LifeBackupWriter *writer)
{
  GError *error = NULL;
  gchar *path = life_backup_writer_end (writer, &error);

  g_assert_no_error (error);
  g_assert_nonnull (path);
  return path;
}

static inline gchar *
write_backup (LifeBackupWriter *writer, LifeWorld *world)
{
  begin_backup (writer, world);
  return end_backup (writer);
}

static inline LifeBackup *
load_backup (const gchar *path)
{
  GError *error = NULL;
  LifeBackup *backup = life_backup_load (path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (backup);
  return backup;
}

/* A world as the backup says it is. */
static inline LifeWorld *
restore_backup (const LifeBackup *backup, LifeKernel kernel)
{
  LifeRule rule = rule_of (
      life_backup_get_dimensions (backup), life_backup_get_rule (backup));
  LifeWorld *world =
      new_world_with_rule (life_backup_get_geometry (backup), &rule, kernel, 1);
  GError *error = NULL;

  life_world_restore_backup (world, backup, &error);
  g_assert_no_error (error);
  return world;
}

static inline guint
count_files (const gchar *folder, const gchar *ending)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const gchar *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, ending);
  return n;
}
