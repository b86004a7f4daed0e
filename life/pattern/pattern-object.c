/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Patterns as objects: references and properties. */
#include "life/pattern/readers.h"

LifePattern *
life_pattern_new (void)
{
  LifePattern *pattern = g_new0 (LifePattern, 1);

  pattern->references = 1;
  pattern->max_runs = LIFE_RUNS_MAX;
  return pattern;
}

LifePattern *
life_pattern_ref (LifePattern *pattern)
{
  g_return_val_if_fail (pattern != NULL, NULL);

  g_atomic_int_inc (&pattern->references);
  return pattern;
}

void
life_pattern_unref (LifePattern *pattern)
{
  if (pattern == NULL || !g_atomic_int_dec_and_test (&pattern->references))
    return;
  g_free (pattern->runs);
  g_free (pattern->nodes);
  g_free (pattern->rule);
  g_free (pattern->name);
  g_free (pattern);
}

LifeFormat
life_pattern_get_format (const LifePattern *pattern)
{
  g_return_val_if_fail (pattern != NULL, LIFE_FORMAT_RLE);

  return pattern->format;
}

guint
life_pattern_get_dimensions (const LifePattern *pattern)
{
  g_return_val_if_fail (pattern != NULL, 0);

  return pattern->dimensions;
}

void
life_pattern_get_size (const LifePattern *pattern, gint64 size[3])
{
  g_return_if_fail (pattern != NULL && size != NULL);

  size[0] = pattern->nodes ? pattern->columns : pattern->width;
  size[1] = pattern->nodes ? pattern->rows : pattern->height;
  size[2] = pattern->depth;
}

gboolean
life_pattern_get_position (const LifePattern *pattern, gint64 position[3])
{
  g_return_val_if_fail (pattern != NULL && position != NULL, FALSE);

  if (!pattern->has_position)
    return FALSE;
  position[0] = pattern->x;
  position[1] = pattern->y;
  position[2] = pattern->z;
  return TRUE;
}

const gchar *
life_pattern_get_rule (const LifePattern *pattern)
{
  g_return_val_if_fail (pattern != NULL, NULL);

  return pattern->rule;
}

const gchar *
life_pattern_get_name (const LifePattern *pattern)
{
  g_return_val_if_fail (pattern != NULL, NULL);

  return pattern->name;
}

guint64
life_pattern_get_generation (const LifePattern *pattern)
{
  g_return_val_if_fail (pattern != NULL, 0);

  return pattern->generation;
}

guint
life_pattern_get_highest_state (const LifePattern *pattern)
{
  g_return_val_if_fail (pattern != NULL, 0);

  return pattern->highest_state;
}

gsize
life_pattern_get_n_runs (const LifePattern *pattern)
{
  g_return_val_if_fail (pattern != NULL, 0);

  return pattern->n_runs;
}

guint
life_pattern_get_run (const LifePattern *pattern, gsize index, LifeBox *cells)
{
  const LifeRun *run;

  g_return_val_if_fail (pattern != NULL && cells != NULL, 0);
  g_return_val_if_fail (index < pattern->n_runs, 0);

  run = &pattern->runs[index];
  *cells = (LifeBox){ run->x, run->y, run->z, run->length, 1, 1 };
  return run->state;
}
