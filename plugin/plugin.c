/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The plugin's entry: registers the elements, and shows the library's messages in the log. */
#include <gst/gst.h>

#include "plugin/lifesrc/lifesrc-private.h"
#include "plugin/lifestep/lifestep-private.h"
#ifdef GST_LIFE_HAVE_SOUND
#include "plugin/lifevis/lifevis-private.h"
#endif
#include "plugin/package.h"
#include "plugin/world/gst-life.h"

/* What the library reports of its choices, to GLib's log as before, and to that of GStreamer. */
static void
log_message (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer data)
{
  GST_CAT_INFO (gst_life_debug, "%s", message);
  g_log_default_handler (domain, level, message, data);
}

static gboolean
plugin_init (GstPlugin *plugin)
{
  gboolean registered = FALSE;

  GST_DEBUG_CATEGORY_INIT (
      gst_life_debug, "life", 0, "Conway's Game of Life and relatives");
  g_log_set_handler ("life", G_LOG_LEVEL_INFO, log_message, NULL);

  registered |= GST_ELEMENT_REGISTER (lifesrc, plugin);
  registered |= GST_ELEMENT_REGISTER (lifestep, plugin);
#ifdef GST_LIFE_HAVE_SOUND
  registered |= GST_ELEMENT_REGISTER (lifevis, plugin);
#endif

  return registered;
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, life,
    "Conway's Game of Life and its relatives, 2D and 3D, as video", plugin_init,
    PACKAGE_VERSION, "LGPL", PACKAGE, PACKAGE_ORIGIN)
