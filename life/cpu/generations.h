/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The present and the previous generation, and how the CPU's engines go from
 * one to the next; the engine defines their layout. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/error.h"

/* @present and @previous are the engine's cells; each step swaps them.
 * @previous_lost: a cancelled generation has overwritten part of @previous, so
 * it cannot be compared with. */
typedef struct {
  gpointer present;
  gpointer previous;
  gboolean previous_lost;
} LifeGenerations;

/* One call of step: @item advances a part of the present generation into
 * @generations->previous. */
typedef struct {
  LifeWorkItem item;
  gpointer data;
  LifeGenerations *generations;
  const gint *cancelled;
  guint64 requested;
  guint64 stepped;
} LifeStep;

static inline void
life_step_item (gpointer data, gsize item)
{
  LifeStep *step = data;

  step->item (step->data, item);
}

static inline gboolean
life_step_round (gpointer data)
{
  LifeStep *step = data;
  LifeGenerations *generations = step->generations;
  gpointer next = generations->previous;

  generations->previous = generations->present;
  generations->present = next;
  generations->previous_lost = FALSE;
  step->stepped++;
  return step->stepped < step->requested
         && (step->cancelled == NULL || !g_atomic_int_get (step->cancelled));
}

/* Makes @step->requested steps of @items items each. Where @inside, they can also
 * be cancelled between two items; the unfinished generation is then lost. */
static inline gboolean
life_step_run (LifeStep *step, LifeThreadPool *pool, guint threads, gsize items,
    gboolean inside, GError **error)
{
  LifeWork work = { items, life_step_item, life_step_round,
    inside ? step->cancelled : NULL };
  gboolean begins =
      step->requested > 0
      && (step->cancelled == NULL || !g_atomic_int_get (step->cancelled));

  if (begins && !life_thread_pool_run (pool, threads, &work, step))
    step->generations->previous_lost = TRUE;
  if (step->stepped == step->requested)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED,
      "cancelled after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
      " generations",
      step->stepped, step->requested);
  return FALSE;
}
