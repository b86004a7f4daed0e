/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pace.h"

#include <gio/gio.h>

/* In microseconds: a frame that takes longer holds up the film, what frames take after that,
 * and how long there are no more generations per frame. */
#define SLOW (G_USEC_PER_SEC / 2)
#define AIM (SLOW / 5)
#define PATIENCE (60 * G_USEC_PER_SEC)

struct _Pace {
  GstElement *lifesrc;
  guint at_start;
  gint64 previous; /* frame; 0: none */
  GMutex lock;     /* protects what follows */
  guint max;
  gint64 until;
};

/* Generations per frame; more than one are never in part. */
static guint
get_tempo (GstElement *lifesrc)
{
  guint generations;
  gint numerator, denominator;
  g_auto (GValue) rate = G_VALUE_INIT;

  g_value_init (&rate, GST_TYPE_FRACTION);
  g_object_get (lifesrc, "generations", &generations, NULL);
  g_object_get_property (G_OBJECT (lifesrc), "generations-rate", &rate);
  numerator = gst_value_get_fraction_numerator (&rate);
  denominator = gst_value_get_fraction_denominator (&rate);
  return numerator == 0 ? generations : (guint) (numerator / denominator);
}

static void
set_tempo (GstElement *lifesrc, guint tempo)
{
  g_object_set (lifesrc, "generations", tempo, "generations-rate", 0, 1, NULL);
}

Pace *
pace_new (GstElement *lifesrc)
{
  Pace *self = g_new0 (Pace, 1);

  self->lifesrc = lifesrc;
  self->at_start = MAX (get_tempo (lifesrc), 1);
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
pace_add_frame (Pace *self)
{
  const gint64 now = g_get_monotonic_time (), took = now - self->previous;
  const gboolean is_slow = self->previous != 0 && took > SLOW;
  guint tempo, max;

  self->previous = now;
  if (!is_slow)
    return NULL;
  tempo = get_tempo (self->lifesrc);
  max = MAX (self->at_start, (guint) ((gdouble) tempo * AIM / took));
  if (tempo <= max)
    return NULL;
  g_mutex_lock (&self->lock);
  self->max = max;
  self->until = now + PATIENCE;
  g_mutex_unlock (&self->lock);
  set_tempo (self->lifesrc, max);
  return g_strdup_printf (
      "a frame of %u generations took %.1f seconds; now there are %u per "
      "frame, and no more for a minute",
      tempo, (gdouble) took / G_USEC_PER_SEC, max);
}

gboolean
pace_check (Pace *self, GError **error)
{
  guint max;
  gint64 left;

  g_mutex_lock (&self->lock);
  max = self->max;
  left = self->until - g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);
  if (left <= 0 || get_tempo (self->lifesrc) <= max)
    return TRUE;
  set_tempo (self->lifesrc, max);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
      "frames took too long; for %d seconds there are no more than %u "
      "generations per frame",
      (gint) (left / G_USEC_PER_SEC) + 1, max);
  return FALSE;
}
