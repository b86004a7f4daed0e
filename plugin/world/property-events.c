/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties that events set. */
#include "plugin/world/property-events.h"

static GstLifePropertyEvent *
event_at (const GstLife *life, guint index)
{
  return &g_array_index (
      life->streaming.property_events, GstLifePropertyEvent, index);
}

/* Records whether a property counts as set by a user (GstLifeProperty.set_flag). */
static void
mark_as_set (GstLife *life, const GstLifeProperty *property, gboolean is_set)
{
  if (property->set_flag == 0)
    return;
  g_mutex_lock (&life->lock);
  G_STRUCT_MEMBER (gboolean, &life->settings, property->set_flag) = is_set;
  g_mutex_unlock (&life->lock);
}

static void
apply (GstLife *life, const GstLifePropertyEvent *event)
{
  g_object_set_property (
      G_OBJECT (life->element), event->pspec->name, &event->value);
  /* As a preset that is loaded. */
  if (event->from_preset)
    mark_as_set (life, gst_life_property_of (event->pspec), FALSE);
}

/* Sets a property to its value from before the first event. */
static void
reset (GstLife *life, GParamSpec *pspec)
{
  const GstLifeProperty *property = gst_life_property_of (pspec);
  const GstLifeSettings *first = &life->streaming.first_settings;
  GValue value = G_VALUE_INIT;

  g_value_init (&value, pspec->value_type);
  gst_life_settings_get (first, property, &value);
  g_object_set_property (G_OBJECT (life->element), pspec->name, &value);
  g_value_unset (&value);
  if (property->set_flag != 0)
    mark_as_set (
        life, property, G_STRUCT_MEMBER (gboolean, first, property->set_flag));
}

/* Whether the property still has the value of the last event that set it. */
static gboolean
is_unchanged (const GstLife *life, const GstLifePropertyEvent *event)
{
  GValue value = G_VALUE_INIT;
  const GstLifePropertyEvent *last = event;
  gboolean unchanged;

  for (guint i = 0; i < life->streaming.n_applied; i++)
    if (event_at (life, i)->pspec == event->pspec)
      last = event_at (life, i);
  g_value_init (&value, event->pspec->value_type);
  g_object_get_property (G_OBJECT (life->element), event->pspec->name, &value);
  unchanged = g_param_values_cmp (event->pspec, &value, &last->value) == 0;
  g_value_unset (&value);
  return unchanged;
}

static void
go_back (GstLife *life)
{
  GstLifeStreaming *streaming = &life->streaming;

  for (guint i = 0; i < streaming->n_applied; i++)
    reset (life, event_at (life, i)->pspec);
  gst_life_settings_clear (&streaming->first_settings);
  streaming->n_applied = 0;
}

void
gst_life_property_events_go (GstLife *life, guint64 frame)
{
  GstLifeStreaming *streaming = &life->streaming;

  if (streaming->n_applied > 0
      && event_at (life, streaming->n_applied - 1)->frame > frame)
    go_back (life);
  while (streaming->n_applied < streaming->property_events->len
         && event_at (life, streaming->n_applied)->frame <= frame) {
    if (streaming->n_applied == 0)
      gst_life_get_settings (life, &streaming->first_settings);
    apply (life, event_at (life, streaming->n_applied++));
  }
}

void
gst_life_property_events_end (GstLife *life)
{
  GstLifeStreaming *streaming = &life->streaming;

  for (guint i = 0; i < streaming->n_applied; i++)
    if (is_unchanged (life, event_at (life, i)))
      reset (life, event_at (life, i)->pspec);
  if (streaming->n_applied > 0)
    gst_life_settings_clear (&streaming->first_settings);
  streaming->n_applied = 0;
  g_clear_pointer (&streaming->property_events, g_array_unref);
}
