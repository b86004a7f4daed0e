/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the pattern readers: any text is a pattern or an error, and a pattern
 * has the same cells after it was written and read again. FUZZ_START is put
 * before every input, so that a target stays with one format. */
#include <stdlib.h>
#include <string.h>

#include <life/error.h>

#include "life/pattern/private.h"

/* Larger pictures would make plaintext slow to fuzz, and more runs all other
 * formats. */
#define PICTURE_MAX 65536
#define WRITTEN_MAX 65536

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_runs (const LifePattern *pattern)
{
  guint8 highest = 0;
  gsize i;

  for (i = 0; i < pattern->n_runs; i++) {
    const LifeRun *run = &pattern->runs[i];

    highest = MAX (highest, run->state);
    if (run->state == 0 || run->length == 0 || run->x >= pattern->width
        || run->length > pattern->width - run->x || run->y >= pattern->height
        || run->z >= pattern->depth)
      abort ();
  }
  if (pattern->highest_state != highest)
    abort ();
}

/* Readers and writers keep reading order, so runs can be compared one by
 * one. */
static void
check_equal (const LifePattern *a, const LifePattern *b)
{
  gsize i;

  if (a->n_runs != b->n_runs || g_strcmp0 (a->rule, b->rule) != 0)
    abort ();
  for (i = 0; i < a->n_runs; i++) {
    if (a->runs[i].x != b->runs[i].x || a->runs[i].y != b->runs[i].y
        || a->runs[i].z != b->runs[i].z || a->runs[i].state != b->runs[i].state
        || a->runs[i].length != b->runs[i].length)
      abort ();
  }
}

static void
check_writing (const LifePattern *pattern, LifeFormat format)
{
  g_autofree gchar *text = life_pattern_write (pattern, format, NULL);
  g_autoptr (LifePattern) again = NULL;

  if (text == NULL)
    abort ();
  again = life_pattern_parse (text, strlen (text), NULL);
  if (again == NULL || again->format != format)
    abort ();
  check_equal (pattern, again);
  if (format == LIFE_FORMAT_PLAINTEXT)
    return;
  if (pattern->width != again->width || pattern->height != again->height
      || pattern->depth != again->depth || pattern->x != again->x
      || pattern->y != again->y || pattern->z != again->z
      || pattern->has_position != again->has_position
      || pattern->generation != again->generation)
    abort ();
}

static void
check (LifePattern *pattern, GError *error)
{
  if (pattern == NULL) {
    if (error == NULL || error->domain != LIFE_ERROR)
      abort ();
    g_error_free (error);
    return;
  }
  check_runs (pattern);
  if (pattern->n_runs > WRITTEN_MAX) {
    life_pattern_unref (pattern);
    return;
  }
  if (pattern->dimensions == 2) {
    check_writing (pattern, LIFE_FORMAT_RLE);
    if (pattern->highest_state <= 1
        && (pattern->width + G_GUINT64_CONSTANT (1)) * pattern->height
               <= PICTURE_MAX)
      check_writing (pattern, LIFE_FORMAT_PLAINTEXT);
  } else {
    check_writing (pattern, LIFE_FORMAT_RLE3);
  }
  life_pattern_unref (pattern);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  GError *error = NULL;
  LifePattern *pattern = NULL;
#ifdef FUZZ_START
  GString *text = g_string_new (FUZZ_START);

  g_string_append_len (text, (const gchar *) data, size);
  pattern = life_pattern_parse (text->str, text->len, &error);
  check (pattern, error);
  g_string_free (text, TRUE);
#else
  g_autofree gchar *text = g_strndup ((const gchar *) data, size);

  pattern = life_pattern_parse ((const gchar *) data, size, &error);
  check (pattern, error);
  error = NULL;
  pattern = life_pattern_from_string (text, &error);
  check (pattern, error);
#endif
  return 0;
}
