/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Progress messages for long steps. The stepping thread counts generations; another thread
 * posts them once a second, as a single generation may take longer than that. */
#include "plugin/world/progress.h"

#include <life/error.h>

#define CODE "generations"

/* When a step is first reported, and how often, µs. */
#define INTERVAL G_USEC_PER_SEC

/* One call of the engine should take between these times, so that progress is up to date and
 * calls cost nothing. */
#define SHORT_SLICE (G_USEC_PER_SEC / 10)
#define LONG_SLICE (4 * SHORT_SLICE)

void
gst_life_progress_init (GstLifeProgress *progress, GstElement *element)
{
  memset (progress, 0, sizeof *progress);
  progress->element = element;
  g_mutex_init (&progress->lock);
  g_cond_init (&progress->finished_changed);
}

void
gst_life_progress_finalize (GstLifeProgress *progress)
{
  g_mutex_clear (&progress->lock);
  g_cond_clear (&progress->finished_changed);
}

void
gst_life_progress_reset_speed (GstLifeProgress *progress)
{
  progress->slice = 0;
}

/* What there is to report @elapsed µs after the beginning; under the lock. */
static gchar *
describe (const GstLifeProgress *progress, gint64 elapsed)
{
  const gdouble seconds = (gdouble) elapsed / G_USEC_PER_SEC;
  const gchar *plural = progress->total == 1 ? "" : "s";

  if (progress->done == progress->total)
    return g_strdup_printf ("ran %" G_GUINT64_FORMAT " generation%s in %.0f s",
        progress->total, plural, seconds);
  if (progress->done == 0)
    return g_strdup_printf ("ran 0 of %" G_GUINT64_FORMAT
                            " generation%s, the first for %.0f s now",
        progress->total, plural, seconds);
  return g_strdup_printf ("ran %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                          " generations, about %.0f s left",
      progress->done, progress->total,
      seconds
          * ((gdouble) (progress->total - progress->done) / progress->done));
}

/**
 * message GST_MESSAGE_PROGRESS:
 * @generations: (code): text for people follows, such as `ran 7471103 of 100000000
 *   generations, about 50 s left`
 *
 * Posted once a second while a step takes longer than a second.
 */
/* Posts without the lock: handlers may take their time. */
static void
post (GstLifeProgress *progress, GstProgressType type, gint64 started)
{
  gchar *text = describe (progress, g_get_monotonic_time () - started);

  g_mutex_unlock (&progress->lock);
  gst_element_post_message (
      progress->element, gst_message_new_progress (
                             GST_OBJECT (progress->element), type, CODE, text));
  g_free (text);
  g_mutex_lock (&progress->lock);
}

static gpointer
report (gpointer data)
{
  GstLifeProgress *progress = data;
  const gint64 started = g_get_monotonic_time ();
  gint64 due = started + INTERVAL;
  GstProgressType type = GST_PROGRESS_TYPE_START;

  g_mutex_lock (&progress->lock);
  while (!progress->finished)
    if (!g_cond_wait_until (&progress->finished_changed, &progress->lock, due)
        && !progress->finished) {
      post (progress, type, started);
      type = GST_PROGRESS_TYPE_CONTINUE;
      due += INTERVAL;
    }
  /* A start message is followed by an end message. */
  if (type == GST_PROGRESS_TYPE_CONTINUE)
    post (progress, progress->ending, started);
  g_mutex_unlock (&progress->lock);
  return NULL;
}

void
gst_life_progress_begin (GstLifeProgress *progress, guint64 total)
{
  progress->slice_started = g_get_monotonic_time ();
  /* A seek in several parts is reported as one step. */
  if (progress->reporter) {
    g_mutex_lock (&progress->lock);
    progress->total = progress->done + total;
    g_mutex_unlock (&progress->lock);
    return;
  }
  if (total <= progress->slice)
    return;
  progress->done = 0;
  progress->total = total;
  progress->finished = FALSE;
  /* Without a thread there are no messages. */
  progress->reporter =
      g_thread_try_new ("life-progress", report, progress, NULL);
}

guint64
gst_life_progress_slice (GstLifeProgress *progress, guint64 left)
{
  return MIN (left, MAX (progress->slice, 1));
}

void
gst_life_progress_advance (GstLifeProgress *progress, guint64 generations)
{
  const gint64 now = g_get_monotonic_time ();
  const gint64 duration = now - progress->slice_started;

  progress->slice_started = now;
  if (duration > LONG_SLICE)
    progress->slice = generations / 2;
  else if (duration < SHORT_SLICE && generations >= progress->slice
           && generations <= G_MAXUINT64 / 2)
    progress->slice = 2 * generations;
  if (!progress->reporter)
    return;
  g_mutex_lock (&progress->lock);
  progress->done += generations;
  g_mutex_unlock (&progress->lock);
}

void
gst_life_progress_end (GstLifeProgress *progress, const GError *error)
{
  if (!progress->reporter)
    return;
  g_mutex_lock (&progress->lock);
  progress->finished = TRUE;
  progress->ending = !error ? GST_PROGRESS_TYPE_COMPLETE
                     : g_error_matches (error, LIFE_ERROR, LIFE_ERROR_CANCELLED)
                         ? GST_PROGRESS_TYPE_CANCELED
                         : GST_PROGRESS_TYPE_ERROR;
  g_cond_signal (&progress->finished_changed);
  g_mutex_unlock (&progress->lock);
  g_clear_pointer (&progress->reporter, g_thread_join);
}
