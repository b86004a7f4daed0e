/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface GstPreset: which properties a preset holds. Those that are installed
 * are in plugin/presets; GStreamer reads and writes their files. */
#include "plugin/control/presets.h"

#include <string.h>

/* Set on an element while it saves a preset. */
#define SAVING "gst-life-saving-preset"

static GstPresetInterface default_interface;

/* Whether a preset says this: what is to be seen, not what makes it nor when. */
static gboolean
is_look (GstPreset *preset, const GParamSpec *pspec)
{
  static const gchar *const others[] = { "engine", "kernel", "pdl",
    "cuda-device-id", "threads", "is-live", "qos", "post-messages", NULL };

  return pspec->owner_type == G_OBJECT_TYPE (preset)
         && (pspec->flags & G_PARAM_READWRITE) == G_PARAM_READWRITE
         && !g_strv_contains (others, pspec->name);
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

/* A preset that is saved holds what was changed. Some properties say more by being
 * set than by their value: with a density a lifestep starts from a soup. */
static gchar **
get_property_names (GstPreset *preset)
{
  gboolean saving = g_object_get_data (G_OBJECT (preset), SAVING) != NULL;
  GPtrArray *names = g_ptr_array_new ();
  guint n;
  GParamSpec **pspecs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (preset), &n);

  for (guint i = 0; i < n; i++)
    if (is_look (preset, pspecs[i])
        && (!saving || is_changed (preset, pspecs[i])))
      g_ptr_array_add (names, g_strdup (pspecs[i]->name));
  g_free (pspecs);
  g_ptr_array_add (names, NULL);
  return (gchar **) g_ptr_array_free (names, FALSE);
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
  iface->save_preset = save_preset;
}
