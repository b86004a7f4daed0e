/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A lifesrc of its own runs the saved cells until it reports that they repeat themselves. */
#include "period.h"

#include <gio/gio.h>
#include <life/pattern.h>
#include <string.h>

/* What is tried: generations, seconds and MiB. */
#define MAX_GENERATIONS 3000
#define MAX_TIME 2
#define MAX_MEMORY 256

/* The world that was saved; its rule's suffix has its edges, if there are any. */
static gboolean
set_world (
    GstElement *copy, GstElement *lifesrc, const gchar *saved, GError **error)
{
  g_autofree gchar *rule = life_pattern_read_rule (saved, error);
  g_autofree gchar *folders = NULL;

  if (rule == NULL)
    return FALSE;
  g_object_get (lifesrc, "rule-path", &folders, NULL);
  g_object_set (copy, "rule-path", folders, "rule", rule, "pattern", saved,
      "memory-limit", (guint64) MAX_MEMORY << 20, NULL);
  if (strchr (rule, ':') == NULL)
    gst_util_set_object_arg (G_OBJECT (copy), "topology", "unbounded");
  return TRUE;
}

static gboolean
wait_for_period (GstElement *pipeline, Period *period)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  const gint64 end = g_get_monotonic_time () + MAX_TIME * G_USEC_PER_SEC;
  gboolean found = FALSE, runs = TRUE;

  while (runs && !found) {
    const gint64 left = MAX (end - g_get_monotonic_time (), 0);
    g_autoptr (GstMessage) message =
        gst_bus_timed_pop_filtered (bus, left * GST_USECOND,
            GST_MESSAGE_ELEMENT | GST_MESSAGE_ERROR | GST_MESSAGE_EOS);

    runs = message != NULL && GST_MESSAGE_TYPE (message) == GST_MESSAGE_ELEMENT;
    found = runs && gst_message_has_name (message, "life-stagnation")
            && gst_structure_get (gst_message_get_structure (message),
                "generation", G_TYPE_UINT64, &period->from, "period",
                G_TYPE_UINT64, &period->length, NULL);
  }
  /* It was found at the end of the first period. */
  if (found)
    period->from -= MIN (period->from, period->length);
  return found;
}

gboolean
period_find (
    GstElement *lifesrc, const gchar *saved, Period *period, GError **error)
{
  g_autofree gchar *line = g_strdup_printf (
      "lifesrc name=life stagnation=message stagnation-frames=1 zoom=1 "
      "num-buffers=%d ! video/x-raw,format=GRAY8,width=16,height=16 ! "
      "fakesink sync=false",
      MAX_GENERATIONS + 1);
  GstElement *pipeline = gst_parse_launch (line, error);
  g_autoptr (GstElement) copy = NULL;
  gboolean found = FALSE;

  if (pipeline == NULL)
    return FALSE;
  copy = gst_bin_get_by_name (GST_BIN (pipeline), "life");
  if (set_world (copy, lifesrc, saved, error)) {
    found = gst_element_set_state (pipeline, GST_STATE_PLAYING)
                != GST_STATE_CHANGE_FAILURE
            && wait_for_period (pipeline, period);
    if (!found)
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
          "the world does not repeat itself within %d generations, or the %d "
          "seconds that are tried",
          MAX_GENERATIONS, MAX_TIME);
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  return found;
}
