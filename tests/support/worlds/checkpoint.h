/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of checkpoints share: writing one, and worlds that go on from it. */
#pragma once

#include <life/checkpoint.h>

#include "tests/support/worlds/unbounded.h"

static inline gchar *
new_folder (void)
{
  g_autoptr (GError) error = NULL;
  gchar *folder = g_dir_make_tmp ("life-checkpoint-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static inline void
begin_checkpoint (LifeCheckpointWriter *writer, LifeWorld *world)
{
  GError *error = NULL;

  g_assert_true (life_checkpoint_writer_begin (writer, world, 7, &error));
  g_assert_no_error (error);
}

/* The file that was written. */
static inline gchar *
end_checkpoint (LifeCheckpointWriter *writer)
{
  GError *error = NULL;
  gchar *path = life_checkpoint_writer_end (writer, &error);

  g_assert_no_error (error);
  g_assert_nonnull (path);
  return path;
}

static inline gchar *
write_checkpoint (LifeCheckpointWriter *writer, LifeWorld *world)
{
  begin_checkpoint (writer, world);
  return end_checkpoint (writer);
}

static inline LifeCheckpoint *
load_checkpoint (const gchar *path)
{
  GError *error = NULL;
  LifeCheckpoint *checkpoint = life_checkpoint_load (path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (checkpoint);
  return checkpoint;
}

/* A world as the checkpoint says it is. */
static inline LifeWorld *
restore_checkpoint (const LifeCheckpoint *checkpoint, LifeKernel kernel)
{
  LifeRule rule = rule_of (life_checkpoint_get_dimensions (checkpoint),
      life_checkpoint_get_rule (checkpoint));
  LifeWorld *world = new_world_with_rule (
      life_checkpoint_get_geometry (checkpoint), &rule, kernel, 1);
  GError *error = NULL;

  life_world_restore_checkpoint (world, checkpoint, &error);
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
