/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a preset sets. */
#include "plugin/settings/preset-values.h"

#include <life/error.h>

gboolean
gst_life_preset_read (GType type, const gchar *name, GCallback found,
    gpointer data, GError **error)
{
  GstElement *other = g_object_ref_sink (g_object_new (type, NULL));
  gboolean loaded;

  g_signal_connect (other, "notify", found, data);
  loaded = gst_preset_load_preset (GST_PRESET (other), name);
  if (!loaded) {
    g_auto (GStrv) names = gst_preset_get_preset_names (GST_PRESET (other));
    g_autofree gchar *all =
        names ? g_strjoinv (", ", names) : g_strdup ("none");

    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "there is no preset “%s”; there are %s", name, all);
  }
  gst_object_unref (other);
  return loaded;
}
