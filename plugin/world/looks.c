/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties that events set. */
#include "plugin/world/looks.h"

static GstLifeLook *
look_at (const GstLife *life, guint index)
{
  return &g_array_index (life->streaming.looks, GstLifeLook, index);
}

/* Records whether a property counts as set by a user (GstLifeProperty.set_flag). */
static void
set_given (GstLife *life, const GstLifeProperty *property, gboolean given)
{
  if (property->set_flag == 0)
    return;
  g_mutex_lock (&life->lock);
  G_STRUCT_MEMBER (gboolean, &life->settings, property->set_flag) = given;
  g_mutex_unlock (&life->lock);
}

static void
apply (GstLife *life, const GstLifeLook *look)
{
  g_object_set_property (
      G_OBJECT (life->element), look->pspec->name, &look->value);
  /* As a preset that is loaded. */
  if (look->from_preset)
    set_given (life, gst_life_property_of (look->pspec), FALSE);
}

/* Sets a property to its value from before the first event. */
static void
reset (GstLife *life, GParamSpec *pspec)
{
  const GstLifeProperty *property = gst_life_property_of (pspec);
  const GstLifeSettings *before = &life->streaming.before_looks;
  GValue value = G_VALUE_INIT;

  g_value_init (&value, pspec->value_type);
  gst_life_settings_get (before, property, &value);
  g_object_set_property (G_OBJECT (life->element), pspec->name, &value);
  g_value_unset (&value);
  if (property->set_flag != 0)
    set_given (
        life, property, G_STRUCT_MEMBER (gboolean, before, property->set_flag));
}

/* Whether the property still has the value of the last event that set it. */
static gboolean
is_unchanged (const GstLife *life, const GstLifeLook *look)
{
  GValue value = G_VALUE_INIT;
  const GstLifeLook *last = look;
  gboolean unchanged;

  for (guint i = 0; i < life->streaming.n_looks; i++)
    if (look_at (life, i)->pspec == look->pspec)
      last = look_at (life, i);
  g_value_init (&value, look->pspec->value_type);
  g_object_get_property (G_OBJECT (life->element), look->pspec->name, &value);
  unchanged = g_param_values_cmp (look->pspec, &value, &last->value) == 0;
  g_value_unset (&value);
  return unchanged;
}

static void
go_back (GstLife *life)
{
  GstLifeStreaming *streaming = &life->streaming;

  for (guint i = 0; i < streaming->n_looks; i++)
    reset (life, look_at (life, i)->pspec);
  gst_life_settings_clear (&streaming->before_looks);
  streaming->n_looks = 0;
}

void
gst_life_looks_go (GstLife *life, guint64 frame)
{
  GstLifeStreaming *streaming = &life->streaming;

  if (streaming->n_looks > 0
      && look_at (life, streaming->n_looks - 1)->frame > frame)
    go_back (life);
  while (streaming->n_looks < streaming->looks->len
         && look_at (life, streaming->n_looks)->frame <= frame) {
    if (streaming->n_looks == 0)
      gst_life_get_settings (life, &streaming->before_looks);
    apply (life, look_at (life, streaming->n_looks++));
  }
}

void
gst_life_looks_end (GstLife *life)
{
  GstLifeStreaming *streaming = &life->streaming;

  for (guint i = 0; i < streaming->n_looks; i++)
    if (is_unchanged (life, look_at (life, i)))
      reset (life, look_at (life, i)->pspec);
  if (streaming->n_looks > 0)
    gst_life_settings_clear (&streaming->before_looks);
  streaming->n_looks = 0;
  g_clear_pointer (&streaming->looks, g_array_unref);
}
