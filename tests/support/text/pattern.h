/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of patterns share: reading valid text, and comparing cells and
 * messages. */
#pragma once

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <life/error.h>

#include "life/pattern/pattern-private.h"
#include "tests/support/text/rows.h"

#define GLIDER "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"
#define GLIDER_CELLS "1,0 2,1 0,2 1,2 2,2"

static inline gint
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
static inline gchar *
cells_of (const LifePattern *pattern)
{
  GString *text = g_string_new (NULL);
  g_autofree LifeRun *runs =
      g_memdup2 (pattern->runs, pattern->n_runs * sizeof (LifeRun));

  if (runs != NULL)
    qsort (runs, pattern->n_runs, sizeof (LifeRun), compare_runs);
  for (gsize i = 0; i < pattern->n_runs; i++) {
    const LifeRun run = runs[i];

    g_assert_cmpuint (run.state, >, 0);
    g_assert_cmpuint (run.state, <=, pattern->highest_state);
    g_assert_cmpuint (run.length, >, 0);
    g_assert_cmpuint (run.x, <, pattern->width);
    g_assert_cmpuint (run.length, <=, pattern->width - run.x);
    g_assert_cmpuint (run.y, <, pattern->height);
    g_assert_cmpuint (run.z, <, pattern->depth);
    if (i > 0 && run.y == runs[i - 1].y && run.z == runs[i - 1].z)
      g_assert_cmpuint (run.x, >=,
          runs[i - 1].x + runs[i - 1].length
              + (run.state == runs[i - 1].state));
    for (guint32 x = run.x; x < run.x + run.length; x++) {
      g_string_append_printf (
          text, "%s%u,%u", text->len > 0 ? " " : "", x, run.y);
      if (run.z > 0)
        g_string_append_printf (text, ",%u", run.z);
      if (run.state != 1)
        g_string_append_printf (text, ":%u", run.state);
    }
  }
  return g_string_free (text, FALSE);
}

static inline void
assert_cells (const LifePattern *pattern, const gchar *expected)
{
  g_autofree gchar *cells = cells_of (pattern);

  g_assert_cmpstr (cells, ==, expected);
}

static inline LifePattern *
parse_bytes (gconstpointer bytes, gsize length)
{
  GError *error = NULL;
  LifePattern *pattern = life_pattern_parse (bytes, length, &error);

  g_assert_no_error (error);
  return pattern;
}

static inline LifePattern *
parse (const gchar *text)
{
  return parse_bytes (text, strlen (text));
}

#define RAW (-MAX_WBITS)
#define GZIP (16 + MAX_WBITS)

/* Packs bytes as a member of gzip, or raw as in a zip archive. */
static inline gchar *
pack (const gchar *data, gsize length, gint window, gsize *packed_length)
{
  z_stream stream = { 0 };
  gsize room = length + 1000;
  gchar *packed = g_malloc (room);

  g_assert_cmpint (
      deflateInit2 (&stream, 9, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY), ==,
      Z_OK);
  stream.next_in = (Bytef *) data;
  stream.avail_in = length;
  stream.next_out = (Bytef *) packed;
  stream.avail_out = room;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  *packed_length = stream.total_out;
  deflateEnd (&stream);
  return packed;
}

/* What was not @done gave an error of this kind, whose message has all of @pieces, which stand
 * between |; frees it. */
static inline void
assert_refused (
    gboolean done, GError **error, LifeError code, const gchar *pieces)
{
  g_assert_false (done);
  g_assert_error (*error, LIFE_ERROR, (gint) code);
  check_message ((*error)->message, pieces, "refused");
  g_clear_error (error);
}

static inline void
assert_bytes_are_refused (
    gconstpointer bytes, gsize length, const gchar *pieces)
{
  GError *error = NULL;

  assert_refused (life_pattern_parse (bytes, length, &error) != NULL, &error,
      LIFE_ERROR_PATTERN, pieces);
}
