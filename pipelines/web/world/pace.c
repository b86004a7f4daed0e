/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pace.h"

#include <gio/gio.h>
#include <math.h>

/* In microseconds: how late a frame may be, what its generations may take after a later one,
 * and how long that lasts. */
#define MAX_LATE (G_USEC_PER_SEC / 2)
#define AIM (G_USEC_PER_SEC / 10)
#define LIMIT_TIME (60 * G_USEC_PER_SEC)

struct _Pace {
  GstElement *lifesrc;
  gint64 duration;
  guint at_start;
  gint64 time; /* of the latest frame; 0: none */
  guint64 generation;
  GMutex lock; /* protects what follows */
  guint max;
  gint64 until;
};

/* Both properties that set how many generations a frame has. A rate of 0 leaves it to the
 * other one. */
static void
get_generations (GstElement *lifesrc, guint *generations, gdouble *rate)
{
  g_auto (GValue) fraction = G_VALUE_INIT;

  g_value_init (&fraction, GST_TYPE_FRACTION);
  g_object_get (lifesrc, "generations", generations, NULL);
  g_object_get_property (G_OBJECT (lifesrc), "generations-rate", &fraction);
  gst_util_fraction_to_double (gst_value_get_fraction_numerator (&fraction),
      gst_value_get_fraction_denominator (&fraction), rate);
}

/* The one that is not in use, too, or the next command could use it. */
static void
lower_generations (GstElement *lifesrc, guint max)
{
  guint generations;
  gdouble rate;

  get_generations (lifesrc, &generations, &rate);
  if (generations > max)
    g_object_set (lifesrc, "generations", max, NULL);
  if (rate > max)
    g_object_set (lifesrc, "generations-rate", max, 1, NULL);
}

Pace *
pace_new (GstElement *lifesrc, gint64 duration)
{
  Pace *self = g_new0 (Pace, 1);
  guint generations;
  gdouble rate;

  get_generations (lifesrc, &generations, &rate);
  self->lifesrc = lifesrc;
  self->duration = duration;
  self->at_start = MAX (1, MAX (generations, (guint) ceil (rate)));
  g_mutex_init (&self->lock);
  return self;
}

void
pace_free (Pace *self)
{
  g_mutex_clear (&self->lock);
  g_free (self);
}

gchar *
pace_add_frame (Pace *self, guint64 generation)
{
  const gint64 now = g_get_monotonic_time (), took = now - self->time;
  const gboolean is_late = self->time != 0 && took > self->duration + MAX_LATE;
  const gdouble done =
      generation > self->generation ? generation - self->generation : 0;
  guint max;

  self->time = now;
  self->generation = generation;
  if (!is_late)
    return NULL;
  max = MAX (self->at_start, (guint) MIN (done * AIM / took, G_MAXUINT));
  if (done <= max)
    return NULL;
  g_mutex_lock (&self->lock);
  self->max = max;
  self->until = now + LIMIT_TIME;
  g_mutex_unlock (&self->lock);
  lower_generations (self->lifesrc, max);
  return g_strdup_printf (
      "a frame of %.0f generations took %.1f seconds; for a minute there are "
      "no more than %u",
      done, (gdouble) took / G_USEC_PER_SEC, max);
}

gboolean
pace_check (Pace *self, gdouble generations, GError **error)
{
  guint max;
  gint64 left;

  g_mutex_lock (&self->lock);
  max = self->max;
  left = self->until - g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);
  if (left <= 0 || generations <= max)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
      "frames took too long; for %d seconds there are no more than %u "
      "generations per frame",
      (gint) (left / G_USEC_PER_SEC) + 1, max);
  return FALSE;
}
