/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Progress messages of long steps. How long a step takes depends on the
 * machine, so steps here never end by themselves, or grow until one takes long
 * enough. */
#include "tests/support/elements/element.h"

#include <string.h>

static GstProgressType
type_of (GstMessage *message, gchar **text)
{
  g_autofree gchar *code = NULL;
  GstProgressType type;

  gst_message_parse_progress (message, &type, &code, text);
  g_assert_cmpstr (code, ==, "generations");
  return type;
}

static void
expect_progress (Stream *stream, GstProgressType expected, const gchar *about)
{
  g_autoptr (GstMessage) message =
      stream_wait_message (stream, GST_MESSAGE_PROGRESS);
  g_autofree gchar *text = NULL;

  g_assert_cmpint (type_of (message, &text), ==, expected);
  if (!strstr (text, about))
    g_error ("the progress does not mention \"%s\": %s", about, text);
}

/* The step can be interrupted at once. */
static void
test_long_steps_are_reported (void)
{
  static const gchar *const lines[] = {
    "lifesrc name=life start-generation=1000000000000 ! " GRAY (64, 64),
    "videotestsrc ! " GRAY (64, 64) " ! lifestep name=life input=tick "
                                    "start-generation=999999999999 ! " GRAY (
                                        64, 64),
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autoptr (Stream) stream = stream_new ("%s", lines[i]);

    gst_element_set_state (stream->pipeline, GST_STATE_PLAYING);
    expect_progress (stream, GST_PROGRESS_TYPE_START, "of 1000000000000");
    expect_progress (stream, GST_PROGRESS_TYPE_CONTINUE, " s left");
  }
}

static void
seek (Stream *stream, gint64 frame)
{
  g_assert_true (gst_element_seek (stream->pipeline, 1.0, GST_FORMAT_DEFAULT,
      GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, frame, GST_SEEK_TYPE_NONE, -1));
}

/* A flush also posts the end of the progress: applications wait for it. */
static void
test_cancelled_step_ends_its_progress (void)
{
  g_autoptr (Stream) stream = gray_stream ("", 64, 64);
  GstProgressType type = GST_PROGRESS_TYPE_CONTINUE;

  stream_set_state (stream, GST_STATE_PAUSED);
  seek (stream, 100000000000);
  expect_progress (stream, GST_PROGRESS_TYPE_START, "generations");
  seek (stream, 3);
  while (type == GST_PROGRESS_TYPE_CONTINUE) {
    g_autoptr (GstMessage) message =
        stream_wait_message (stream, GST_MESSAGE_PROGRESS);
    g_autofree gchar *text = NULL;

    type = type_of (message, &text);
  }
  g_assert_cmpint (type, ==, GST_PROGRESS_TYPE_CANCELED);
}

/* Applications may act in the thread that posts a message. */
static GstBusSyncReply
clear_the_world (GstBus *bus, GstMessage *message, gpointer user_data)
{
  Stream *stream = user_data;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_PROGRESS)
    stream_act (stream, "clear");
  g_async_queue_push (stream->messages, message);
  return GST_BUS_DROP;
}

/* The types of all messages until the stream has shown a frame, as letters. */
static gchar *
progress_of (guint64 generations, gboolean act)
{
  g_autoptr (Stream) stream =
      stream_new ("lifesrc name=life start-generation=%" G_GUINT64_FORMAT
                  " ! " GRAY (64, 64),
          generations);
  GString *types = g_string_new (NULL);
  GstMessage *message;

  if (act) {
    gst_bus_set_sync_handler (stream->bus, NULL, NULL, NULL);
    gst_bus_set_sync_handler (stream->bus, clear_the_world, stream, NULL);
  }
  stream_set_state (stream, GST_STATE_PAUSED);
  while ((message = stream_next_message (stream, GST_MESSAGE_PROGRESS))) {
    g_autofree gchar *text = NULL;
    GstProgressType type = type_of (message, &text);

    g_string_append_c (types, type == GST_PROGRESS_TYPE_START      ? 's'
                              : type == GST_PROGRESS_TYPE_CONTINUE ? 'c'
                              : type == GST_PROGRESS_TYPE_COMPLETE ? 'e'
                                                                   : '?');
    gst_message_unref (message);
  }
  return g_string_free (types, FALSE);
}

/* Also where its handler edits the world. */
static void
test_step_that_ends_reports_it_once (void)
{
  for (guint act = 0; act < 2; act++) {
    guint64 generations = 1;
    g_autofree gchar *types = progress_of (generations, act);

    while (types[0] == '\0') {
      generations *= 4;
      g_free (types);
      types = progress_of (generations, act);
    }
    g_test_message (
        "%" G_GUINT64_FORMAT " generations: %s", generations, types);
    g_assert_cmpint (types[0], ==, 's');
    g_assert_cmpuint (strspn (types + 1, "c"), ==, strlen (types) - 2);
    g_assert_cmpint (types[strlen (types) - 1], ==, 'e');
  }
}

static void
test_short_steps_report_nothing (void)
{
  g_autoptr (Stream) stream =
      stream_play (gray_stream ("num-buffers=50", 8, 8));

  stream_skip (stream, 50);
  stream_expect_end (stream);
  g_assert_null (stream_next_message (stream, GST_MESSAGE_PROGRESS));
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/progress/" #name, test_##name)
  TEST (long_steps_are_reported);
  TEST (cancelled_step_ends_its_progress);
  TEST (step_that_ends_reports_it_once);
  TEST (short_steps_report_nothing);
  return g_test_run ();
}
