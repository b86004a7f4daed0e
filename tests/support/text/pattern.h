/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of patterns share: reading valid text, and comparing cells and
 * messages. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include <life/error.h>

#include "life/pattern/private.h"

#define GLIDER "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"
#define GLIDER_CELLS "1,0 2,1 0,2 1,2 2,2"

G_GNUC_UNUSED static gint
compare_runs (gconstpointer a, gconstpointer b)
{
  const LifeRun *first = a, *second = b;

  if (first->z != second->z)
    return first->z < second->z ? -1 : 1;
  if (first->y != second->y)
    return first->y < second->y ? -1 : 1;
  return first->x < second->x ? -1 : first->x > second->x;
}

/* "1,0 2,1:3": the live cells in reading order, with z where it is not 0 and
 * the state where it is not 1. Fails on runs that overlap or lie outside. */
G_GNUC_UNUSED static gchar *
cells_of (const LifePattern *pattern)
{
  GString *text = g_string_new (NULL);
  g_autofree LifeRun *runs = NULL;
  gsize i;

  runs = g_memdup2 (pattern->runs, pattern->n_runs * sizeof (LifeRun));
  if (runs != NULL)
    qsort (runs, pattern->n_runs, sizeof (LifeRun), compare_runs);
  for (i = 0; i < pattern->n_runs; i++) {
    guint32 x;

    g_assert_cmpuint (runs[i].state, >, 0);
    g_assert_cmpuint (runs[i].state, <=, pattern->highest_state);
    g_assert_cmpuint (runs[i].length, >, 0);
    g_assert_cmpuint (runs[i].x, <, pattern->width);
    g_assert_cmpuint (runs[i].length, <=, pattern->width - runs[i].x);
    g_assert_cmpuint (runs[i].y, <, pattern->height);
    g_assert_cmpuint (runs[i].z, <, pattern->depth);
    if (i > 0 && runs[i].y == runs[i - 1].y && runs[i].z == runs[i - 1].z)
      g_assert_cmpuint (runs[i].x, >=,
          runs[i - 1].x + runs[i - 1].length
              + (runs[i].state == runs[i - 1].state));
    for (x = runs[i].x; x < runs[i].x + runs[i].length; x++) {
      g_string_append_printf (
          text, "%s%u,%u", text->len > 0 ? " " : "", x, runs[i].y);
      if (runs[i].z > 0)
        g_string_append_printf (text, ",%u", runs[i].z);
      if (runs[i].state != 1)
        g_string_append_printf (text, ":%u", runs[i].state);
    }
  }
  return g_string_free (text, FALSE);
}

G_GNUC_UNUSED static LifePattern *
parse (const gchar *text)
{
  GError *error = NULL;
  LifePattern *pattern = life_pattern_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  return pattern;
}

G_GNUC_UNUSED static void
assert_cells (const LifePattern *pattern, const gchar *expected)
{
  g_autofree gchar *cells = cells_of (pattern);

  g_assert_cmpstr (cells, ==, expected);
}

G_GNUC_UNUSED static void
assert_size (
    const LifePattern *pattern, guint32 width, guint32 height, guint32 depth)
{
  g_assert_cmpuint (pattern->width, ==, width);
  g_assert_cmpuint (pattern->height, ==, height);
  g_assert_cmpuint (pattern->depth, ==, depth);
}

G_GNUC_UNUSED static void
assert_contains (const gchar *message, const gchar *piece)
{
  if (strstr (message, piece) == NULL)
    g_error ("\"%s\" is not in: %s", piece, message);
}

/* A text: what a test of it is called, and its cells, or what the message has. */
typedef struct {
  const gchar *behavior;
  const gchar *text;
  const gchar *expected;
} Case;

G_GNUC_UNUSED static void
test_bad_text (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (GError) error = NULL;

  g_assert_null (life_pattern_parse (test->text, strlen (test->text), &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  assert_contains (error->message, test->expected);
}

G_GNUC_UNUSED static void
add_cases (
    const gchar *path, const Case *cases, gsize n_cases, GTestDataFunc function)
{
  for (gsize i = 0; i < n_cases; i++) {
    g_autofree gchar *name = g_strconcat (path, cases[i].behavior, NULL);

    g_test_add_data_func (name, &cases[i], function);
  }
}
