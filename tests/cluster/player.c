/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plays a launch line several times, for test-cluster.py: its frames go to FILE-0, FILE-1 and
 * so on, and between two the pipeline is at NULL. Each time but the first begins with a seek.
 * "playing" is printed once the first frame has come. Status 1: the pipeline failed; the error
 * is printed. Where LIFE_TEST_LINGER is set the process takes a while to end once all else has. */
#include <gst/gst.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
linger (void)
{
  if (g_getenv ("LIFE_TEST_LINGER") != NULL)
    g_usleep (G_USEC_PER_SEC / 2);
}

static void
print_warning (GstMessage *message)
{
  g_autoptr (GError) warning = NULL;

  gst_message_parse_warning (message, &warning, NULL);
  printf ("warning: %s\n", warning->message);
  fflush (stdout);
}

/* Whether the pipeline comes to its end. */
static gboolean
wait_for_end (GstElement *pipeline)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;

  for (;;) {
    message = gst_bus_timed_pop_filtered (bus, GST_CLOCK_TIME_NONE,
        GST_MESSAGE_EOS | GST_MESSAGE_ERROR | GST_MESSAGE_WARNING);
    if (GST_MESSAGE_TYPE (message) != GST_MESSAGE_WARNING)
      break;
    print_warning (message);
    g_clear_pointer (&message, gst_message_unref);
  }
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS)
    return TRUE;
  gst_message_parse_error (message, &error, NULL);
  printf ("error: %s\n", error->message);
  fflush (stdout);
  return FALSE;
}

static gboolean
play (GstElement *pipeline, const gchar *file, guint time)
{
  g_autoptr (GstElement) sink = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  g_autofree gchar *path = g_strdup_printf ("%s-%u", file, time);
  gboolean done;

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (sink), "location"))
    g_object_set (sink, "location", path, NULL);
  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  if (gst_element_get_state (pipeline, NULL, NULL, GST_CLOCK_TIME_NONE)
      != GST_STATE_CHANGE_FAILURE) {
    if (time > 0)
      gst_element_seek_simple (pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH,
          GST_SECOND / (5 * time));
    printf ("playing\n");
    fflush (stdout);
    gst_element_set_state (pipeline, GST_STATE_PLAYING);
  }
  done = wait_for_end (pipeline);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  return done;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  GstElement *pipeline;
  gboolean done = TRUE;
  guint times;

  atexit (linger);
  gst_init (&argc, &argv);
  if (argc != 4) {
    fprintf (stderr, "Usage: player TIMES FILE LINE\n");
    return 2;
  }
  times = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  pipeline = gst_parse_launch (argv[3], &error);
  if (pipeline == NULL) {
    printf ("error: %s\n", error->message);
    return 2;
  }
  for (guint time = 0; done && time < times; time++)
    done = play (pipeline, argv[2], time);
  gst_object_unref (pipeline);
  return done ? 0 : 1;
}
