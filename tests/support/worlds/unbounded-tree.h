/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Macrocell files as texts, in worlds without edges. */
#pragma once

#include "tests/support/text/macrocell.h"
#include "tests/support/worlds/unbounded.h"

static inline LifePattern *
load_tree (const gchar *text)
{
  GError *error = NULL;
  LifePattern *pattern = load_macrocell (text, strlen (text), &error);

  g_assert_no_error (error);
  return pattern;
}

static inline void
paste_there (LifeWorld *world, const LifePattern *pattern)
{
  const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED };
  gint64 origin[3];
  GError *error = NULL;

  life_pattern_find_origin (
      pattern, &no_edges, FALSE, anywhere, origin, &error);
  g_assert_no_error (error);
  world_paste (world, pattern, origin[0], origin[1]);
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
