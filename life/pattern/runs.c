/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The runs of cells of a pattern: adding one, and moving all of them to the corner. */
#include <life/error.h>

#include "life/base/grow.h"
#include "life/pattern/readers.h"

gboolean
life_pattern_add_run (
    LifePattern *pattern, gsize *allocated, LifeRun run, GError **error)
{
  gpointer runs = pattern->runs;

  if (pattern->n_runs > 0) {
    LifeRun *last = &pattern->runs[pattern->n_runs - 1];

    if (last->y == run.y && last->z == run.z && last->state == run.state
        && last->x + last->length == run.x) {
      last->length += run.length;
      return TRUE;
    }
  }
  if (pattern->n_runs >= pattern->max_runs) {
    const gboolean full = pattern->max_runs < LIFE_RUNS_MAX;

    g_set_error (error, LIFE_ERROR, full ? LIFE_ERROR_MEMORY : LIFE_ERROR_SIZE,
        "the pattern holds more than %" G_GSIZE_FORMAT " runs of cells, %s",
        pattern->max_runs,
        full ? "which take more than is left of the memory-limit; set a higher "
               "one"
             : "too many to be read");
    return FALSE;
  }
  if (!life_grow (&runs, allocated, pattern->n_runs, sizeof (LifeRun), error))
    return FALSE;
  pattern->runs = runs;
  pattern->runs[pattern->n_runs++] = run;
  pattern->highest_state = MAX (pattern->highest_state, run.state);
  return TRUE;
}

void
life_pattern_crop (LifePattern *pattern, guint32 *left, guint32 *top)
{
  guint32 right = 0, bottom = 0;
  gsize i;

  *left = *top = pattern->n_runs > 0 ? G_MAXUINT32 : 0;
  for (i = 0; i < pattern->n_runs; i++) {
    const LifeRun *run = &pattern->runs[i];

    *left = MIN (*left, run->x);
    *top = MIN (*top, run->y);
    right = MAX (right, run->x + run->length);
    bottom = MAX (bottom, run->y + 1);
  }
  for (i = 0; i < pattern->n_runs; i++) {
    pattern->runs[i].x -= *left;
    pattern->runs[i].y -= *top;
  }
  pattern->width = right - *left;
  pattern->height = bottom - *top;
}

guint
life_pattern_find_highest_state (const LifePattern *pattern)
{
  guint highest = 0;

  for (gsize i = 0; i < pattern->n_runs; i++)
    highest = MAX (highest, pattern->runs[i].state);
  return highest;
}

gboolean
life_pattern_fail_text_size (GError **error)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "the text of the pattern would be longer than 1 GiB");
  return FALSE;
}
