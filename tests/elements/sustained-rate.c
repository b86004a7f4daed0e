/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plays a live lifesrc into a sink with a clock, and prints a row of a table:
 * how many frames arrived, how many were late, and the cost. sustained-rate.sh runs
 * it; it is not a test, because it depends on the machine. */
#include <gst/gst.h>
#include <stdlib.h>
#include <sys/resource.h>

/* A live source pushes a frame when it is due, so each reaches the sink a
 * moment later. */
#define MOMENT GST_MSECOND

typedef struct {
  guint arrived;                /* frames at the sink */
  guint skipped;                /* frames that lifesrc dropped */
  guint late;                   /* by more than a moment */
  GstClockTimeDiff sum, latest; /* lateness: the sum, and the most */
} Tally;

static GstPadProbeReturn
see_frame (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  guint64 number = GST_BUFFER_OFFSET (GST_PAD_PROBE_INFO_BUFFER (info));
  Tally *tally = user_data;

  tally->skipped = number - tally->arrived;
  tally->arrived++;
  return GST_PAD_PROBE_OK;
}

/* The sink reports how early or late each frame was. */
static GstPadProbeReturn
see_lateness (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  Tally *tally = user_data;
  GstClockTimeDiff difference;

  if (GST_EVENT_TYPE (event) != GST_EVENT_QOS)
    return GST_PAD_PROBE_OK;
  gst_event_parse_qos (event, NULL, NULL, &difference, NULL);
  tally->late += difference > MOMENT;
  tally->sum += MAX (difference, 0);
  tally->latest = MAX (tally->latest, difference);
  return GST_PAD_PROBE_OK;
}

/* Seconds of CPU time that this process has used in all its threads. */
static gdouble
cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_utime.tv_usec / 1e6
         + usage.ru_stime.tv_sec + usage.ru_stime.tv_usec / 1e6;
}

/* Plays until the end; FALSE after an error, with the reason on stderr. */
static gboolean
play (GstElement *pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message;
  gboolean ended;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while ((message = gst_bus_timed_pop_filtered (bus, GST_CLOCK_TIME_NONE,
              GST_MESSAGE_EOS | GST_MESSAGE_ERROR | GST_MESSAGE_LATENCY))
         && GST_MESSAGE_TYPE (message) == GST_MESSAGE_LATENCY) {
    gst_bin_recalculate_latency (GST_BIN (pipeline));
    gst_message_unref (message);
  }
  ended = GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS;
  if (!ended) {
    GError *error = NULL;

    gst_message_parse_error (message, &error, NULL);
    g_printerr ("sustained-rate: %s\n", error->message);
    g_error_free (error);
  }
  gst_message_unref (message);
  gst_object_unref (bus);
  return ended;
}

static void
print_row (const gchar *caps, GstElement *sink, const Tally *tally,
    gdouble seconds, gdouble cpu)
{
  GstStructure *stats;
  guint64 dropped = 0;

  g_object_get (sink, "stats", &stats, NULL);
  gst_structure_get_uint64 (stats, "dropped", &dropped);
  g_print ("%-24s %7u %8u %8" G_GUINT64_FORMAT " %6u %9.2f %11.2f %14.1f %%\n",
      caps, tally->arrived, tally->skipped, dropped, tally->late,
      tally->sum / 1e6 / MAX (tally->arrived, 1), tally->latest / 1e6,
      100.0 * cpu / seconds);
  gst_structure_free (stats);
}

int
main (int argc, char **argv)
{
  GstElement *pipeline, *sink;
  GError *error = NULL;
  Tally tally = { 0 };
  gint64 start;
  gdouble cpu;
  gboolean ended;
  gchar *line, *row;
  GstPad *pad;

  gst_init (&argc, &argv);
  if (argc != 6) {
    g_printerr (
        "Usage: sustained-rate WIDTH HEIGHT FRAMES-A-SECOND SECONDS FORMAT\n");
    return 2;
  }
  row = g_strdup_printf ("%s, %sx%s at %s", argv[5], argv[1], argv[2], argv[3]);
  line = g_strdup_printf (
      "lifesrc is-live=true num-buffers=%d ! video/x-raw,format=%s,width=%s,"
      "height=%s,framerate=%s/1 ! fakesink name=sink sync=true qos=true "
      "max-lateness=16666667",
      atoi (argv[3]) * atoi (argv[4]), argv[5], argv[1], argv[2], argv[3]);
  pipeline = gst_parse_launch (line, &error);
  if (!pipeline) {
    g_printerr ("sustained-rate: %s\n", error->message);
    return 1;
  }
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "sink");
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, see_frame, &tally, NULL);
  gst_pad_add_probe (
      pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, see_lateness, &tally, NULL);

  start = g_get_monotonic_time ();
  cpu = cpu_seconds ();
  ended = play (pipeline);
  if (ended)
    print_row (row, sink, &tally, (g_get_monotonic_time () - start) / 1e6,
        cpu_seconds () - cpu);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pad);
  gst_object_unref (sink);
  gst_object_unref (pipeline);
  g_free (line);
  g_free (row);
  return ended ? 0 : 1;
}
