/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Example: sets properties and pastes a pattern while a world plays, and reads what
 * became of it.
 *
 *   cc steer.c -o steer $(pkg-config --cflags --libs gstreamer-1.0)
 *   ./steer
 */
#include <gst/gst.h>

#define LINE                                                        \
  "lifesrc name=life pattern=block world-width=64 world-height=64 " \
  "post-messages=true ! fakesink sync=true"

/* What is done at each step, once a frame has shown so many cells. */
static gboolean
act (GstElement *life, guint *step, guint64 population)
{
  static const guint64 shown[] = { 4, 9, 9, 0 };
  gboolean done;

  if (population != shown[*step])
    return TRUE;
  switch ((*step)++) {
    case 0:
      g_signal_emit_by_name (life, "paste", "glider", 4, 4, -1, &done);
      return TRUE;
    case 1:
      g_object_set (life, "rule", "B36/S23", NULL);
      return TRUE;
    case 2:
      g_signal_emit_by_name (life, "clear", &done);
      return TRUE;
    default:
      return FALSE;
  }
}

static guint64
print_counts (GstElement *life, const GstStructure *counts)
{
  guint64 generation = 0, population = 0;
  g_autofree gchar *rule = NULL;

  gst_structure_get (counts, "generation", G_TYPE_UINT64, &generation,
      "population", G_TYPE_UINT64, &population, NULL);
  g_object_get (life, "rule", &rule, NULL);
  g_print ("generation %" G_GUINT64_FORMAT ": %" G_GUINT64_FORMAT
           " cells live under %s\n",
      generation, population, rule);
  return population;
}

/* Handles messages until the last step, or one of an error. */
static GError *
run (GstElement *pipeline)
{
  g_autoptr (GstElement) life =
      gst_bin_get_by_name (GST_BIN (pipeline), "life");
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  GError *error = NULL;
  gboolean goes_on = TRUE;
  guint step = 0;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while (goes_on && error == NULL) {
    g_autoptr (GstMessage) message = gst_bus_timed_pop_filtered (
        bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_ELEMENT | GST_MESSAGE_ERROR);

    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
      gst_message_parse_error (message, &error, NULL);
    else if (gst_message_has_name (message, "life"))
      goes_on = act (life, &step,
          print_counts (life, gst_message_get_structure (message)));
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  return error;
}

int
main (int argc, char **argv)
{
  g_autoptr (GstElement) pipeline = NULL;
  g_autoptr (GError) error = NULL;

  gst_init (&argc, &argv);
  pipeline = gst_parse_launch (LINE, &error);
  if (error == NULL)
    error = run (pipeline);
  if (error != NULL) {
    g_printerr ("steer: %s\n", error->message);
    return 1;
  }
  return 0;
}
