/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface GstPreset: which properties a preset has. Those that are installed are in
 * plugin/presets; GStreamer reads and writes their files. */
#include "plugin/control/presets.h"

#include "plugin/settings/properties.h"

/* Set on an element while it saves a preset, and while it loads one. */
#define SAVING "gst-life-saving-preset"
#define LOADING "gst-life-loading-preset"

/* The names of properties that were set before an element is part of a bin: a set of static
 * strings. */
#define FIRST_SET "gst-life-first-set"

static GstPresetInterface default_interface;

static gboolean
is_saved (GParamSpec *pspec)
{
  const GstLifeProperty *property = gst_life_property_of (pspec);

  return property && !(property->flags & (GST_LIFE_READ_ONLY | GST_LIFE_LOCAL));
}

/* Whether the property has another value than a new element's. */
static gboolean
is_changed (GstPreset *preset, GParamSpec *pspec)
{
  GValue value = G_VALUE_INIT;
  gboolean changed;

  g_value_init (&value, pspec->value_type);
  g_object_get_property (G_OBJECT (preset), pspec->name, &value);
  changed = !g_param_value_defaults (pspec, &value);
  g_value_unset (&value);
  return changed;
}

/* Whether the element is in no bin yet: gst-launch-1.0 sets all properties of a line before it
 * loads the line's presets. */
static gboolean
is_new (gpointer preset)
{
  return !GST_OBJECT_PARENT (preset);
}

gboolean
gst_life_presets_are_loading (gpointer object)
{
  return g_object_get_data (object, LOADING) != NULL;
}

void
gst_life_presets_notify (GObject *object, GParamSpec *pspec)
{
  GHashTable *names;

  if (!is_new (object) || gst_life_presets_are_loading (object))
    return;
  names = g_object_get_data (object, FIRST_SET);
  if (!names) {
    names = g_hash_table_new (g_str_hash, g_str_equal);
    g_object_set_data_full (
        object, FIRST_SET, names, (GDestroyNotify) g_hash_table_unref);
  }
  g_hash_table_add (names, (gpointer) pspec->name);
}

/* Whether a preset that is being loaded must not change this property. */
static gboolean
is_set_by_line (GstPreset *preset, const GParamSpec *pspec)
{
  GHashTable *names = g_object_get_data (G_OBJECT (preset), FIRST_SET);

  return names && is_new (preset) && gst_life_presets_are_loading (preset)
         && g_hash_table_contains (names, pspec->name);
}

/* A saved preset has only what was changed: some properties have an effect by being set, as with
 * a density a lifestep starts from a soup. */
static gchar **
get_property_names (GstPreset *preset)
{
  gboolean saving = g_object_get_data (G_OBJECT (preset), SAVING) != NULL;
  GPtrArray *names = g_ptr_array_new ();
  guint n;
  GParamSpec **pspecs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (preset), &n);

  for (guint i = 0; i < n; i++)
    if (is_saved (pspecs[i]) && !is_set_by_line (preset, pspecs[i])
        && (!saving || is_changed (preset, pspecs[i])))
      g_ptr_array_add (names, g_strdup (pspecs[i]->name));
  g_free (pspecs);
  g_ptr_array_add (names, NULL);
  return (gchar **) g_ptr_array_free (names, FALSE);
}

static gboolean
load_preset (GstPreset *preset, const gchar *name)
{
  gboolean loaded;

  g_object_set_data (G_OBJECT (preset), LOADING, preset);
  loaded = default_interface.load_preset (preset, name);
  g_object_set_data (G_OBJECT (preset), LOADING, NULL);
  return loaded;
}

static gboolean
save_preset (GstPreset *preset, const gchar *name)
{
  gboolean saved;

  g_object_set_data (G_OBJECT (preset), SAVING, preset);
  saved = default_interface.save_preset (preset, name);
  g_object_set_data (G_OBJECT (preset), SAVING, NULL);
  return saved;
}

void
gst_life_presets_implement (gpointer interface, gpointer data)
{
  GstPresetInterface *iface = interface;

  default_interface = *iface;
  iface->get_property_names = get_property_names;
  iface->load_preset = load_preset;
  iface->save_preset = save_preset;
}
