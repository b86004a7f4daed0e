/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of the elements share: streams that are pulled frame by frame,
 * frames without their padding, and comparisons with worlds of the reference. */
#pragma once

#include <gst/check/gstharness.h>
#include <gst/gst.h>
#include <gst/video/video.h>

#include "tests/support/elements/reference.h"

/* No wait is longer than this: a guard against hangs, not a measurement. */
#define TEST_TIMEOUT (60 * GST_SECOND)

/* Starts GStreamer and the test framework; the plugin must be there. */
void element_test_init (int *argc, char ***argv);

/* A new folder's path. It is freed with the folder and all that is in it, which streams that are declared after it
 * have left by then. */
typedef gchar TestFolder;
TestFolder *test_folder_new (void);
void test_folder_free (TestFolder *folder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestFolder, test_folder_free)

/* --- Streams --- */

/* A pipeline whose element under test is called "life" and which ends in an
 * appsink called "sink". */
typedef struct {
  GstElement *pipeline;
  GstElement *life;
  GstElement *sink;
  GstBus *bus;
  GAsyncQueue *messages; /* all but errors */
} Stream;

/* Makes the pipeline `… ! ` from @format and adds the appsink: at most two
 * frames ahead, without waiting for the clock. */
Stream *stream_new (const gchar *format, ...) G_GNUC_PRINTF (1, 2);
void stream_free (Stream *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Stream, stream_free)

#define GRAY(width, height)                                                    \
  "video/x-raw,format=GRAY8,width=" #width ",height=" #height ",framerate=30/" \
  "1"

/* GRAY8 frames from a lifesrc with these properties. */
Stream *gray_stream (const gchar *properties, guint width, guint height);

/* Makes a controller set @property of the element: to @first until @change,
 * then to @second. */
void stream_control (Stream *stream, const gchar *property, gdouble first,
    GstClockTime change, gdouble second);

/* Sets a state and waits until it is reached; an error ends the test. */
void stream_set_state (Stream *stream, GstState state);

/* Starts playing; returns @stream. */
Stream *stream_play (Stream *stream);

/* The next frame; NULL at the end of the stream. */
GstSample *stream_pull_or_end (Stream *stream);
GstSample *stream_pull (Stream *stream);

/* Its visible bytes. */
GBytes *stream_pull_pixels (Stream *stream);
void stream_skip (Stream *stream, guint n);
void stream_expect_end (Stream *stream);

/* The frame that a paused stream shows. */
GstSample *stream_preroll (Stream *stream);

/* Seeks with a flush and waits until the stream has taken it. */
void stream_seek (Stream *stream, gdouble rate, GstFormat format,
    GstSeekFlags flags, gint64 start, gint64 stop);

/* Pauses at a frame by its number, which this returns. */
GstSample *stream_sought (Stream *stream, guint64 number);
GBytes *stream_sought_pixels (Stream *stream, guint64 number);

/* Emits an action signal without arguments, or "paste"; whether it was done. */
gboolean stream_act (Stream *stream, const gchar *action);
gboolean stream_paste (Stream *stream, const gchar *text, gint x, gint y);

guint64 stream_get_uint64 (Stream *stream, const gchar *property);

/* The next message of that type that has arrived, or NULL; earlier messages are
 * dropped. */
GstMessage *stream_next_message (Stream *stream, GstMessageType type);

/* The same, but waits for it; an error ends the test. */
GstMessage *stream_wait_message (Stream *stream, GstMessageType type);

/* Fails unless a warning message comes that mentions @about. */
void stream_assert_warned (Stream *stream, const gchar *about);

/* Fails unless the stream, which need not have started, ends with an error that mentions @about. It is in READY then. */
void stream_assert_fails (Stream *stream, const gchar *about);

/* --- An element on its own --- */

/* A harness goes at the end of its scope. */
typedef GstHarness Harness;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Harness, gst_harness_teardown)

/* The element called "life". */
GstElement *life_of (GstHarness *h);

/* --- Frames --- */

/* The frame's visible bytes, plane after plane, rows without padding. */
GBytes *sample_pixels (GstSample *sample);
GBytes *buffer_pixels (GstBuffer *buffer, GstCaps *caps);

/* Fails unless all bytes of the buffer that are not pixels are 0. */
void assert_clear_padding (GstBuffer *buffer, GstCaps *caps, const gchar *what);

/* The fields of GstLifeMeta, which must be there. */
const GstStructure *buffer_life (GstBuffer *buffer);
guint64 buffer_generation (GstBuffer *buffer);
guint64 buffer_population (GstBuffer *buffer);
guint64 sample_generation (GstSample *sample);
guint64 sample_population (GstSample *sample);
void assert_buffer_world (
    GstBuffer *buffer, guint width, guint height, guint depth);
/* -1 where GstLifeMeta has no slice. */
gint buffer_slice (GstBuffer *buffer);
guint count_life_metas (GstBuffer *buffer);

/* Fails at the first byte that differs; a row has @width bytes. */
void assert_same_pixels (
    GBytes *got, GBytes *expected, guint width, const gchar *what);

/* A GRAY8 buffer of width × height bytes with default strides. */
GstBuffer *gray_buffer (guint width, guint height, const guint8 *pixels);

/* --- As the reference --- */

/* Fails unless @sample, a GRAY8 frame at zoom 1, shows @world. */
void assert_shows (GstSample *sample, LifeWorld *world, const gchar *what);

/* Fails unless the next frames, GRAY8 at zoom 1, show @reference at the
 * generations @first, @first + @step, … and their GstLifeMeta agrees. */
void stream_assert_frames (
    Stream *stream, LifeWorld *reference, guint64 first, guint64 step, guint n);

/* Fails unless the next message of an element reports the statistics of @world. */
void stream_assert_reported (Stream *stream, LifeWorld *world);

/* --- Streams of a soup --- */

#define SOUP_WIDTH 40
#define SOUP_HEIGHT 30

/* GRAY8 frames of a soup from a lifesrc with these properties. */
Stream *soup_stream (const gchar *properties, const gchar *framerate);

GstClockTime time_of (guint64 frame, gint fps_n, gint fps_d);

/* Fails unless @sample has the number, generation and times of frame @frame. */
void assert_frame (GstSample *sample, guint64 frame, gint fps_n, gint fps_d);

/* The cells of the next @n frames, played forwards; of GBytes. */
GPtrArray *play_frames (Stream *stream, guint n);

/* Fails unless @sample shows the same as frame @number of @frames, at 30
 * frames/s. */
void assert_as_played (
    GstSample *sample, GPtrArray *frames, guint number, const gchar *reached);

/* Seeks to a frame by its number and compares the frame that the paused stream
 * shows. */
void assert_sought (Stream *stream, GPtrArray *frames, guint number);

/* From frame 30, where the world gets @rule, or is cleared if that is NULL, and a line is
 * pasted, plays on to @end and reaches what it saw by seeks. */
void assert_edit_is_sought (Stream *stream, const gchar *rule, guint end);
