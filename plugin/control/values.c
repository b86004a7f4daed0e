/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties while an element runs: what may be set, what is read, and what controllers set. */
#include "plugin/control/values.h"

#include <math.h>
#include <string.h>

#include "plugin/control/presets.h"
#include "plugin/world/element-rule.h"
#include "plugin/world/property-events.h"

#define IS(property, field) \
  ((property)->offset == G_STRUCT_OFFSET (GstLifeSettings, field))

/* Whether @value cannot be set in mid-stream; posts that as a warning. */
static gboolean
refuses_value (GstLife *life, const GValue *value, GParamSpec *pspec)
{
  GValue present = G_VALUE_INIT;

  if (!(pspec->flags & GST_PARAM_MUTABLE_READY) || !gst_life_is_running (life))
    return FALSE;
  g_value_init (&present, pspec->value_type);
  g_object_get_property (G_OBJECT (life->element), pspec->name, &present);
  if (g_param_values_cmp (pspec, value, &present) != 0)
    GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
        ("%s cannot change in mid-stream and keeps its value; set it in READY",
            pspec->name),
        (NULL));
  g_value_unset (&present);
  return TRUE;
}

/* In mid-stream: applies a rule, and refuses a text that cannot be parsed; TRUE if @value is one
 * of these. */
static gboolean
handles_text (
    GstLife *life, const GstLifeProperty *property, const GValue *value)
{
  GError *error = NULL;

  if (property->kind != G_TYPE_STRING || !gst_life_is_running (life))
    return FALSE;
  if (IS (property, world.rule))
    gst_life_set_rule (life, g_value_get_string (value), &error);
  else if (gst_life_property_check (property, value, &error))
    return FALSE;
  if (error)
    GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
        ("%s; %s keeps its value", error->message, property->name), (NULL));
  g_clear_error (&error);
  return TRUE;
}

/* refuses_value() and handles_text() may post messages, so that no lock is held there. */
void
gst_life_set_property (GstLife *life, const GValue *value, GParamSpec *pspec)
{
  const GstLifeProperty *property = gst_life_property_of (pspec);

  if (refuses_value (life, value, pspec)
      || handles_text (life, property, value))
    return;
  g_mutex_lock (&life->lock);
  gst_life_settings_set (&life->settings, property, value, NULL);
  if (IS (property, appearance.dead)
      && gst_life_presets_are_loading (life->element))
    life->settings.appearance.dead_set = FALSE;
  life->requested.serial++;
  life->requested.tempo_changed |=
      life->requested.running && property->flags & GST_LIFE_TEMPO;
  g_mutex_unlock (&life->lock);
}

/* A rule and a seed that are not set have the values in use. */
void
gst_life_get_property (GstLife *life, GValue *value, GParamSpec *pspec)
{
  const GstLifeProperty *property = gst_life_property_of (pspec);
  GST_LIFE_LOCK (&life->lock);

  if (IS (property, world.rule) && !life->settings.world.rule
      && life->requested.rule)
    g_value_take_string (value, life_rule_to_string (life->requested.rule));
  else if (IS (property, world.seed) && life->settings.world.seed == 0)
    g_value_set_uint64 (value, life->requested.seed_used);
  else
    gst_life_settings_get (&life->settings, property, value);
}

/* Clamps what a controller sets; FALSE if it was in range. A coordinate that passes -1 does not
 * mean the center, as it does if it is set directly. */
static gboolean
clamp (GParamSpec *pspec, GValue *value)
{
  gboolean wrong = g_param_value_validate (pspec, value);

  if (g_str_has_prefix (pspec->name, "view-")
      || g_str_has_prefix (pspec->name, "look-at-"))
    g_value_set_double (
        value, gst_life_settings_coordinate (g_value_get_double (value)));
  /* 0, as -1 means the middle. */
  if (wrong && G_VALUE_HOLDS_INT (value) && g_value_get_int (value) < 0)
    g_value_set_int (value, 0);
  return wrong;
}

/* Sets @value, unless it is NaN. */
static void
set_controlled (GObject *object, GParamSpec *pspec, GValue *value)
{
  GValue present = G_VALUE_INIT;

  if (G_VALUE_HOLDS_DOUBLE (value) && isnan (g_value_get_double (value)))
    return;
  g_value_init (&present, pspec->value_type);
  g_object_get_property (object, pspec->name, &present);
  if (g_param_values_cmp (pspec, value, &present) != 0)
    g_object_set_property (object, pspec->name, value);
  g_value_unset (&present);
}

/* Clamped here, as GObject prints values out of range to stderr. */
static void
sync_value (
    GstLife *life, guint row, GstControlBinding *binding, GstClockTime time)
{
  GObject *object = G_OBJECT (life->element);
  GParamSpec *pspec = g_object_class_find_property (
      G_OBJECT_GET_CLASS (object), gst_life_properties[row].name);
  GValue *value = gst_control_binding_get_value (binding, time);
  g_autofree gchar *text = NULL;
  gboolean wrong;

  if (!value)
    return;
  text = gst_value_serialize (value);
  wrong = clamp (pspec, value);
  set_controlled (object, pspec, value);
  if (wrong && !life->streaming.out_of_range[row]) {
    g_autofree gchar *used = gst_value_serialize (value);
    const gboolean unchanged = strcmp (used, text) == 0;

    GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
        ("a controller sets %s to %s, which is out of its range; %s is %s",
            pspec->name, text, unchanged ? "the previous value" : used,
            unchanged ? "kept" : "used"),
        (NULL));
  }
  life->streaming.out_of_range[row] = wrong;
  g_value_unset (value);
  g_free (value);
}

void
gst_life_sync_values (GstLife *life, GstClockTime time)
{
  GstObject *object = GST_OBJECT (life->element);

  if (life->streaming.property_events)
    gst_life_property_events_go (life, life->streaming.moment.frame);
  if (!GST_CLOCK_TIME_IS_VALID (time)
      || !gst_object_has_active_control_bindings (object))
    return;
  for (guint i = 0; i < gst_life_n_properties; i++) {
    GstControlBinding *binding =
        gst_life_properties[i].flags & GST_LIFE_CONTROLLED
            ? gst_object_get_control_binding (
                object, gst_life_properties[i].name)
            : NULL;

    if (!binding)
      continue;
    if (!gst_control_binding_is_disabled (binding))
      sync_value (life, i, binding, time);
    gst_object_unref (binding);
  }
}
