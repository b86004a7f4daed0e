/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Example: the pixels of each frame, with the generation and population that it shows.
 *
 *   cc frames.c -o frames $(pkg-config --cflags --libs gstreamer-video-1.0)
 *   ./frames acorn 10
 */
#include <gst/video/video.h>

/* A pixel per cell, a byte per pixel: 255 where a cell lives. */
#define LINE                                         \
  "lifesrc name=life topology=torus zoom=1 "         \
  "! video/x-raw,format=GRAY8,width=320,height=180 " \
  "! appsink name=sink sync=false max-buffers=2"

static guint
count_white (const GstVideoFrame *frame)
{
  const guint8 *row = GST_VIDEO_FRAME_PLANE_DATA (frame, 0);
  guint white = 0;

  for (gint y = 0; y < GST_VIDEO_FRAME_HEIGHT (frame); y++) {
    for (gint x = 0; x < GST_VIDEO_FRAME_WIDTH (frame); x++)
      white += row[x] == 255;
    row += GST_VIDEO_FRAME_PLANE_STRIDE (frame, 0);
  }
  return white;
}

static void
print_frame (GstSample *sample)
{
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  GstCustomMeta *meta = gst_buffer_get_custom_meta (buffer, "GstLifeMeta");
  guint64 generation = 0, population = 0;
  GstVideoFrame frame;
  GstVideoInfo info;

  if (meta != NULL)
    gst_structure_get (gst_custom_meta_get_structure (meta), "generation",
        G_TYPE_UINT64, &generation, "population", G_TYPE_UINT64, &population,
        NULL);
  gst_video_info_from_caps (&info, gst_sample_get_caps (sample));
  if (gst_video_frame_map (&frame, &info, buffer, GST_MAP_READ)) {
    g_print ("generation %" G_GUINT64_FORMAT ": %" G_GUINT64_FORMAT
             " cells live, %u pixels are white\n",
        generation, population, count_white (&frame));
    gst_video_frame_unmap (&frame);
  }
}

/* What went wrong, if anything did. */
static GError *
pop_error (GstElement *pipeline)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GstMessage) message =
      gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  GError *error = NULL;

  if (message != NULL)
    gst_message_parse_error (message, &error, NULL);
  return error;
}

static void
play (GstElement *pipeline, const gchar *pattern, gint count)
{
  g_autoptr (GstElement) life =
      gst_bin_get_by_name (GST_BIN (pipeline), "life");
  g_autoptr (GstElement) sink =
      gst_bin_get_by_name (GST_BIN (pipeline), "sink");
  GstSample *sample = NULL;

  g_object_set (life, "pattern", pattern, "num-buffers", count, NULL);
  /* After an error there is no sample to wait for. */
  if (gst_element_set_state (pipeline, GST_STATE_PLAYING)
      == GST_STATE_CHANGE_FAILURE)
    return;
  for (g_signal_emit_by_name (sink, "pull-sample", &sample); sample != NULL;
       g_signal_emit_by_name (sink, "pull-sample", &sample)) {
    print_frame (sample);
    gst_sample_unref (sample);
  }
}

int
main (int argc, char **argv)
{
  g_autoptr (GstElement) pipeline = NULL;
  g_autoptr (GError) error = NULL;
  guint64 count = 10;

  gst_init (&argc, &argv);
  if (argc > 3
      || (argc == 3
          && !g_ascii_string_to_unsigned (
              argv[2], 10, 1, G_MAXINT, &count, NULL))) {
    g_printerr ("Usage: frames [PATTERN [FRAMES]]\n");
    return 2;
  }
  pipeline = gst_parse_launch (LINE, &error);
  if (error == NULL) {
    play (pipeline, argc > 1 ? argv[1] : "acorn", count);
    error = pop_error (pipeline);
    gst_element_set_state (pipeline, GST_STATE_NULL);
  }
  if (error != NULL) {
    g_printerr ("frames: %s\n", error->message);
    return 1;
  }
  return 0;
}
