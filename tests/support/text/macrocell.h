/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Macrocell files as tests read them: for worlds without edges, from text. */
#pragma once

#include <life/pattern.h>

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static inline LifePattern *
load_macrocell (const gchar *text, gsize length, GError **error)
{
  g_autofree gchar *path = NULL;
  const gint file = g_file_open_tmp ("life-XXXXXX.mc", &path, NULL);
  LifePattern *pattern;

  g_assert_cmpint (write (file, text, length), ==, (gssize) length);
  pattern = life_pattern_load_unbounded (path, error);
  close (file);
  g_remove (path);
  return pattern;
}
