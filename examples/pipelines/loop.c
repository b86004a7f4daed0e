/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Example: a film of exactly one period, which can be repeated without a jump. It runs
 * the world until it repeats itself, and then renders that many frames from there on.
 *
 *   cc loop.c -o loop $(pkg-config --cflags --libs gstreamer-1.0)
 *   ./loop pulsar.webm "pattern=pulsar zoom=16"
 */
#include <gst/gst.h>

#define CAPS "video/x-raw,format=I420,width=640,height=480,framerate=30/1"

/* Plays a pipeline to its end. @generation and @period are those of the last message
 * life-stagnation; without one they stay. */
static gboolean
play (const gchar *line, guint64 *generation, guint64 *period, GError **error)
{
  g_autoptr (GstElement) pipeline = gst_parse_launch (line, error);
  g_autoptr (GstBus) bus = NULL;
  GError *wrong = NULL;
  gboolean ended = FALSE;

  if (pipeline == NULL)
    return FALSE;
  bus = gst_element_get_bus (pipeline);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while (!ended && wrong == NULL) {
    g_autoptr (GstMessage) message =
        gst_bus_timed_pop_filtered (bus, GST_CLOCK_TIME_NONE,
            GST_MESSAGE_ELEMENT | GST_MESSAGE_EOS | GST_MESSAGE_ERROR);

    ended = GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS;
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
      gst_message_parse_error (message, &wrong, NULL);
    else if (gst_message_has_name (message, "life-stagnation"))
      gst_structure_get (gst_message_get_structure (message), "generation",
          G_TYPE_UINT64, generation, "period", G_TYPE_UINT64, period, NULL);
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  if (wrong != NULL)
    g_propagate_error (error, wrong);
  return wrong == NULL;
}

static gboolean
make_loop (const gchar *location, const gchar *world, GError **error)
{
  g_autofree gchar *search = g_strdup_printf (
      "lifesrc %s stagnation=eos num-buffers=20000 ! " CAPS " ! fakesink",
      world);
  g_autofree gchar *film = NULL;
  guint64 generation = 0, period = 0;

  if (!play (search, &generation, &period, error))
    return FALSE;
  if (period == 0) {
    g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED,
        "the world does not repeat itself within 20000 generations");
    return FALSE;
  }
  film = g_strdup_printf ("lifesrc %s start-generation=%" G_GUINT64_FORMAT
                          " num-buffers=%" G_GUINT64_FORMAT " ! " CAPS
                          " ! vp8enc deadline=1 target-bitrate=4000000"
                          " ! webmmux ! filesink location=%s",
      world, generation, period, location);
  g_print ("%s: from generation %" G_GUINT64_FORMAT
           " on, a period of %" G_GUINT64_FORMAT "\n",
      location, generation, period);
  return play (film, &generation, &period, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  gst_init (&argc, &argv);
  if (argc < 2 || argc > 3) {
    g_printerr ("Usage: loop FILE.webm [\"PROPERTY=VALUE ...\"]\n");
    return 2;
  }
  if (!make_loop (argv[1], argc > 2 ? argv[2] : "", &error)) {
    g_printerr ("loop: %s\n", error->message);
    return 1;
  }
  return 0;
}
