/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties while an element runs: what may be set, what is read back, and what
 * controllers set. */
#include "plugin/control/values.h"

#include <math.h>
#include <string.h>

#include "plugin/control/presets.h"
#include "plugin/settings/properties.h"
#include "plugin/world/rule.h"

gboolean
gst_life_refuses_property (
    GstLife *life, const GValue *value, GParamSpec *pspec)
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

/* Sets what has to be parsed first: a text that is wrong does not replace a setting
 * that is in use. FALSE where @id is no such setting, or is not in use. */
static gboolean
set_in_use (GstLife *life, guint id, const gchar *text)
{
  GError *error = NULL;

  if (!gst_life_is_running (life))
    return FALSE;
  if (id == GST_LIFE_PROP_PALETTE)
    life_palette_unref (life_palette_parse (text, &error));
  else if (id == GST_LIFE_PROP_WAYPOINTS)
    life_waypoints_unref (gst_life_settings_read_waypoints (text, &error));
  else if (id == GST_LIFE_PROP_RULE && gst_life_set_rule (life, text, &error))
    return TRUE;
  if (!error)
    return FALSE;
  GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
      ("%s; the old %s", error->message,
          id == GST_LIFE_PROP_RULE      ? "rule stays"
          : id == GST_LIFE_PROP_PALETTE ? "palette stays"
                                        : "waypoints stay"),
      (NULL));
  g_error_free (error);
  return TRUE;
}

static gboolean
is_tempo (guint id)
{
  return id == GST_LIFE_PROP_GENERATIONS || id == GST_LIFE_PROP_GENERATIONS_RATE
         || id == GST_LIFE_PROP_PAUSED;
}

/* What all elements have; FALSE for other ids. */
static gboolean
set_common (GstLife *life, guint id, const GValue *value)
{
  gboolean set;

  if (G_VALUE_HOLDS_STRING (value)
      && set_in_use (life, id, g_value_get_string (value)))
    return TRUE;
  g_mutex_lock (&life->lock);
  set = gst_life_settings_set (&life->settings, id, value);
  if (id == GST_LIFE_PROP_DEAD_COLOR)
    life->settings.dead_color_set =
        !gst_life_presets_are_loading (life->element);
  life->settings_serial++;
  life->tempo_changed |= life->running && is_tempo (id);
  g_mutex_unlock (&life->lock);
  return set;
}

static gdouble
shown_zoom (const GstLife *life)
{
  return life->finished.width > 0
                 && gst_life_settings_view_is_flat (&life->settings)
             ? life->finished.view.zoom
             : 0;
}

/* What the world reports, in place of what was set or beside it. */
static gboolean
get_reported_property (GstLife *life, guint id, GValue *value)
{
  switch (id) {
    case GST_LIFE_PROP_RULE:
      if (life->settings.rule || !life->rule)
        return FALSE;
      g_value_take_string (value, life_rule_to_string (life->rule));
      return TRUE;
    case GST_LIFE_PROP_SEED:
      if (life->settings.seed != 0)
        return FALSE;
      g_value_set_uint64 (value, life->seed_used);
      return TRUE;
    case GST_LIFE_PROP_GENERATION:
      g_value_set_uint64 (value, life->reported.generation);
      return TRUE;
    case GST_LIFE_PROP_POPULATION:
      g_value_set_uint64 (value, life->reported.population);
      return TRUE;
    case GST_LIFE_PROP_ENGINE_USED:
      g_value_set_string (value, life->engine_used);
      return TRUE;
    case GST_LIFE_PROP_KERNEL_USED:
      g_value_set_string (value, life->kernel_used);
      return TRUE;
    case GST_LIFE_PROP_ZOOM_USED:
      g_value_set_double (value, shown_zoom (life));
      return TRUE;
    default:
      return FALSE;
  }
}

static gboolean
get_common (GstLife *life, guint id, GValue *value)
{
  GST_LIFE_HOLD (&life->lock);

  return get_reported_property (life, id, value)
         || gst_life_settings_get (&life->settings, id, value);
}

/* The element's own field for @id, or NULL. */
static gpointer
find_field (GstLife *life, const GstLifeField *fields, guint n_fields, guint id)
{
  for (guint i = 0; i < n_fields; i++)
    if (fields[i].id == id)
      return G_STRUCT_MEMBER_P (life->element, fields[i].offset);
  return NULL;
}

static void
write_field (gpointer field, const GValue *value)
{
  if (G_VALUE_HOLDS_BOOLEAN (value))
    *(gboolean *) field = g_value_get_boolean (value);
  else if (G_VALUE_HOLDS_UINT (value))
    *(guint *) field = g_value_get_uint (value);
  else if (G_VALUE_HOLDS_DOUBLE (value))
    *(gdouble *) field = g_value_get_double (value);
  else
    *(gint *) field = g_value_get_enum (value);
}

static void
read_field (gconstpointer field, GValue *value)
{
  if (G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, *(const gboolean *) field);
  else if (G_VALUE_HOLDS_UINT (value))
    g_value_set_uint (value, *(const guint *) field);
  else if (G_VALUE_HOLDS_DOUBLE (value))
    g_value_set_double (value, *(const gdouble *) field);
  else
    g_value_set_enum (value, *(const gint *) field);
}

/* What all elements have may post a message, so nothing is locked there. */
void
gst_life_set_property (GstLife *life, const GstLifeField *fields,
    guint n_fields, guint id, const GValue *value, GParamSpec *pspec)
{
  gpointer field = find_field (life, fields, n_fields, id);

  if (gst_life_refuses_property (life, value, pspec))
    return;
  if (field) {
    GST_OBJECT_LOCK (life->element);
    write_field (field, value);
    GST_OBJECT_UNLOCK (life->element);
  } else if (!set_common (life, id, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (life->element, id, pspec);
  }
}

void
gst_life_get_property (GstLife *life, const GstLifeField *fields,
    guint n_fields, guint id, GValue *value, GParamSpec *pspec)
{
  gconstpointer field = find_field (life, fields, n_fields, id);

  if (field) {
    GST_OBJECT_LOCK (life->element);
    read_field (field, value);
    GST_OBJECT_UNLOCK (life->element);
  } else if (!get_common (life, id, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (life->element, id, pspec);
  }
}

/* What controllers may set. */
static const gchar *const controlled[] = { "zoom", "view-x", "view-y",
  "rotation", "density-gain", "slice", "azimuth", "elevation", "look-at-x",
  "look-at-y", "look-at-z", "camera-distance", "camera-fov", "light-azimuth",
  "light-elevation", "cut-x", "cut-y", "cut-z", "sensitivity" };
G_STATIC_ASSERT (G_N_ELEMENTS (controlled) <= 32);

/* Clamps what a controller sets; FALSE where it was in range. It passes -1 on its way from
 * one place to another: only by hand that means the center. */
static gboolean
clamp (GParamSpec *pspec, GValue *value)
{
  gboolean wrong = g_param_value_validate (pspec, value);

  if (g_str_has_prefix (pspec->name, "view-")
      || g_str_has_prefix (pspec->name, "look-at-"))
    g_value_set_double (
        value, gst_life_settings_coordinate (g_value_get_double (value)));
  /* Not the middle. */
  if (wrong && G_VALUE_HOLDS_INT (value) && g_value_get_int (value) < 0)
    g_value_set_int (value, 0);
  return wrong;
}

/* Sets @value, unless it is no number: then the property keeps the one that it has. */
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

/* GObject refuses a value out of range with a message on stderr, so it is clamped before. */
static void
sync_value (
    GstLife *life, guint index, GstControlBinding *binding, GstClockTime time)
{
  GObject *object = G_OBJECT (life->element);
  GParamSpec *pspec = g_object_class_find_property (
      G_OBJECT_GET_CLASS (object), controlled[index]);
  GValue *value = gst_control_binding_get_value (binding, time);
  g_autofree gchar *text = NULL;
  guint32 bit = 1u << index;
  gboolean wrong;

  if (!value)
    return;
  text = gst_value_serialize (value);
  wrong = clamp (pspec, value);
  set_controlled (object, pspec, value);
  if (wrong && !(life->out_of_range & bit)) {
    g_autofree gchar *used = gst_value_serialize (value);
    const gboolean kept = strcmp (used, text) == 0;

    GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
        ("a controller sets %s to %s, which is out of its range; %s is %s",
            pspec->name, text, kept ? "the value before" : used,
            kept ? "kept" : "used"),
        (NULL));
  }
  life->out_of_range =
      wrong ? life->out_of_range | bit : life->out_of_range & ~bit;
  g_value_unset (value);
  g_free (value);
}

void
gst_life_sync_values (GstLife *life, GstClockTime time)
{
  GstObject *object = GST_OBJECT (life->element);

  if (!GST_CLOCK_TIME_IS_VALID (time)
      || !gst_object_has_active_control_bindings (object))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (controlled); i++) {
    GstControlBinding *binding =
        gst_object_get_control_binding (object, controlled[i]);

    if (!binding)
      continue;
    if (!gst_control_binding_is_disabled (binding))
      sync_value (life, i, binding, time);
    gst_object_unref (binding);
  }
}
