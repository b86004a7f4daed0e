/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the pattern readers: any text is a pattern or an error, and a pattern
 * has the same cells after it was written and read again. FUZZ_START is put
 * before every input, so that a target stays with one format. */
#include <string.h>

#include "life/pattern/pattern-private.h"
#include "tests/fuzz/fuzz.h"

/* Larger pictures would make plaintext slow to fuzz, and more runs all other
 * formats. */
#define PICTURE_MAX 65536
#define WRITTEN_MAX 65536

#ifndef FUZZ_START
#define FUZZ_START ""
#endif

static void
check_runs (const LifePattern *pattern)
{
  guint8 highest = 0;

  for (gsize i = 0; i < pattern->n_runs; i++) {
    const LifeRun *run = &pattern->runs[i];

    highest = MAX (highest, run->state);
    check (run->state > 0 && run->length > 0 && run->x < pattern->width
           && run->length <= pattern->width - run->x && run->y < pattern->height
           && run->z < pattern->depth);
  }
  check (pattern->highest_state == highest);
}

/* Readers and writers keep reading order, so runs can be compared one by
 * one. */
static void
check_equal (const LifePattern *a, const LifePattern *b)
{
  check (a->n_runs == b->n_runs && g_strcmp0 (a->rule, b->rule) == 0);
  for (gsize i = 0; i < a->n_runs; i++)
    check (a->runs[i].x == b->runs[i].x && a->runs[i].y == b->runs[i].y
           && a->runs[i].z == b->runs[i].z
           && a->runs[i].state == b->runs[i].state
           && a->runs[i].length == b->runs[i].length);
}

static void
check_writing (const LifePattern *pattern, LifeFormat format)
{
  g_autofree gchar *text = life_pattern_write (pattern, format, NULL);
  g_autoptr (LifePattern) again = NULL;

  check (text != NULL);
  again = life_pattern_parse (text, strlen (text), NULL);
  check (again != NULL && again->format == format);
  check_equal (pattern, again);
  if (format == LIFE_FORMAT_PLAINTEXT)
    return;
  check (pattern->width == again->width && pattern->height == again->height
         && pattern->depth == again->depth && pattern->x == again->x
         && pattern->y == again->y && pattern->z == again->z
         && pattern->has_position == again->has_position
         && pattern->generation == again->generation);
}

static void
check_pattern (LifePattern *read, GError *error)
{
  g_autoptr (LifePattern) pattern = read;

  if (!is_done (pattern != NULL, error))
    return;
  check_runs (pattern);
  if (pattern->n_runs > WRITTEN_MAX)
    return;
  check_writing (
      pattern, pattern->dimensions == 2 ? LIFE_FORMAT_RLE : LIFE_FORMAT_RLE3);
  if (pattern->dimensions == 2 && pattern->highest_state <= 1
      && (pattern->width + G_GUINT64_CONSTANT (1)) * pattern->height
             <= PICTURE_MAX)
    check_writing (pattern, LIFE_FORMAT_PLAINTEXT);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  GError *error = NULL;
  g_autoptr (GString) text = g_string_new (FUZZ_START);
  g_autofree gchar *exact = NULL;
  LifePattern *pattern;

  g_string_append_len (text, (const gchar *) data, (gssize) size);
  /* Nothing is behind it, so that the sanitizer notices reads beyond it. */
  exact = g_memdup2 (text->str, text->len);
  pattern = life_pattern_parse (exact != NULL ? exact : "", text->len, &error);
  check_pattern (pattern, error);
  if (FUZZ_START[0] == '\0') {
    error = NULL;
    pattern = life_pattern_from_string (text->str, &error);
    check_pattern (pattern, error);
  }
  return 0;
}
