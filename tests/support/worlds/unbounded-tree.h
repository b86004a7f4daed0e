/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Macrocell files as texts, in worlds without edges. */
#pragma once

#include <glib/gstdio.h>

#include "tests/support/worlds/unbounded.h"

static inline LifePattern *
load_text (const gchar *text, GError **error)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-tree-XXXXXX", NULL);
  g_autofree gchar *path = g_build_filename (folder, "pattern.mc", NULL);
  LifePattern *pattern;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  pattern = life_pattern_load_unbounded (path, error);
  g_remove (path);
  g_rmdir (folder);
  return pattern;
}

static inline void
paste_there (LifeWorld *world, LifePattern *pattern)
{
  const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED };
  gint64 origin[3];
  GError *error = NULL;

  life_pattern_place (pattern, &no_edges, FALSE, anywhere, origin, &error);
  g_assert_no_error (error);
  life_world_paste (world, pattern, origin, &error);
  g_assert_no_error (error);
}

/* A leaf, and squares of four of it each, up to @level. */
static inline gchar *
full_tree (guint level)
{
  GString *text = g_string_new ("[M2] (test)\n#R B3/S23\n**$**$$$$$$$\n");

  for (guint i = 4; i <= level; i++)
    g_string_append_printf (
        text, "%u %u %u %u %u\n", i, i - 3, i - 3, i - 3, i - 3);
  return g_string_free (text, FALSE);
}
