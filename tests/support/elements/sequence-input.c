/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a random sequence feeds to a filter; see the header. */
#include "tests/support/elements/sequence-input.h"

#include <gst/audio/audio.h>

#define FRAME_TIME (GST_SECOND / 30)

void
sequence_input_init (SequenceInput *input, gboolean is_sound)
{
  input->is_sound = is_sound;
  input->noise = 1;
}

/* --- Caps --- */

GstCaps *
sequence_input_choose_video (Bytes *bytes)
{
  static const gchar *const formats[] = { "GRAY8", "I420", "NV12", "BGRx",
    "RGB", "YUY2", "UYVY", "ARGB", "I420_10LE", "P010_10LE", "Y42B", "Y444",
    "v210", "RGBA", "I422_10LE", "Y210", "NV16", "NV21" };
  static const gint sizes[][2] = { { 16, 12 }, { 33, 17 }, { 64, 48 }, { 1, 1 },
    { 7, 5 }, { 2, 40 } };
  static const gint rates[][2] = { { 30, 1 }, { 30, 1 }, { 30, 1 }, { 30, 1 },
    { 30, 1 }, { 25, 1 }, { 30000, 1001 }, { 1, 1 }, { 0, 1 }, { 1, 10 },
    { 1000, 1 } };
  const guint open = bytes_below (bytes, 8);
  const gchar *format = bytes_choose (bytes, formats);
  const gint *size = bytes_choose (bytes, sizes);
  const gint *rate = bytes_choose (bytes, rates);
  GstCaps *caps = gst_caps_new_empty_simple ("video/x-raw");

  if (open != 0)
    gst_caps_set_simple (caps, "format", G_TYPE_STRING, format, NULL);
  if (open != 1)
    gst_caps_set_simple (
        caps, "framerate", GST_TYPE_FRACTION, rate[0], rate[1], NULL);
  gst_caps_set_simple (
      caps, "width", G_TYPE_INT, size[0], "height", G_TYPE_INT, size[1], NULL);
  return caps;
}

/* Fixed ones. */
static GstCaps *
choose_picture (Bytes *bytes, gsize *size)
{
  GstCaps *caps = gst_caps_fixate (sequence_input_choose_video (bytes));
  GstVideoInfo info;

  gst_caps_set_simple (
      caps, "interlace-mode", G_TYPE_STRING, "progressive", NULL);
  if (!gst_structure_has_field (gst_caps_get_structure (caps, 0), "format"))
    gst_caps_set_simple (caps, "format", G_TYPE_STRING, "GRAY8", NULL);
  *size = gst_video_info_from_caps (&info, caps) ? info.size : 1;
  return caps;
}

static GstCaps *
choose_sound (Bytes *bytes, gsize *size)
{
  static const GstAudioFormat formats[] = { GST_AUDIO_FORMAT_F32LE,
    GST_AUDIO_FORMAT_S16LE, GST_AUDIO_FORMAT_U8, GST_AUDIO_FORMAT_F64BE,
    GST_AUDIO_FORMAT_S24LE };
  static const gint rates[] = { 8000, 44100, 4000, 48000 };
  static const gint channels[] = { 1, 2, 6 };
  const GstAudioFormat format = bytes_choose (bytes, formats);
  const gint rate = bytes_choose (bytes, rates);
  GstAudioInfo info;

  gst_audio_info_set_format (
      &info, format, rate, bytes_choose (bytes, channels), NULL);
  *size = (gsize) info.bpf * (rate / 30 + 1);
  return gst_audio_info_to_caps (&info);
}

static void
push_caps (SequenceInput *input, SequenceFeeder *feeder, Bytes *bytes)
{
  GstCaps *caps = input->is_sound ? choose_sound (bytes, &input->size)
                                  : choose_picture (bytes, &input->size);

  sequence_feeder_push (feeder, gst_event_new_caps (caps));
  gst_caps_unref (caps);
}

/* --- The beginning --- */

static void
push_segment (SequenceFeeder *feeder, gdouble rate, GstFormat format)
{
  GstSegment segment;

  gst_segment_init (&segment, format);
  segment.rate = rate;
  if (rate < 0.0)
    segment.stop = 100 * GST_SECOND;
  sequence_feeder_push (feeder, gst_event_new_segment (&segment));
}

void
sequence_input_begin (SequenceInput *input, SequenceFeeder *feeder)
{
  Bytes bytes = { NULL, 0 };

  sequence_feeder_push (feeder, gst_event_new_stream_start ("sequence"));
  push_caps (input, feeder, &bytes);
  input->started = TRUE;
  push_segment (feeder, 1.0, GST_FORMAT_TIME);
  input->time = 0;
}

/* --- Buffers --- */

static GstBuffer *
make_buffer (SequenceInput *input, gsize size)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);
  GstMapInfo map;

  if (gst_buffer_map (buffer, &map, GST_MAP_WRITE)) {
    for (gsize i = 0; i < map.size; i++) {
      input->noise = input->noise * 1103515245 + 12345;
      map.data[i] = input->noise >> 16;
    }
    gst_buffer_unmap (buffer, &map);
  }
  GST_BUFFER_PTS (buffer) = input->time;
  GST_BUFFER_DURATION (buffer) = FRAME_TIME;
  input->time += FRAME_TIME;
  return buffer;
}

/* In two pieces of memory. */
static GstBuffer *
divide (GstBuffer *buffer)
{
  const gsize size = gst_buffer_get_size (buffer);
  GstBuffer *first =
      gst_buffer_copy_region (buffer, GST_BUFFER_COPY_ALL, 0, size / 3);
  GstBuffer *second = gst_buffer_copy_region (
      buffer, GST_BUFFER_COPY_MEMORY, size / 3, size - size / 3);

  gst_buffer_unref (buffer);
  return gst_buffer_append (first, second);
}

static GstBuffer *
make_odd (SequenceInput *input, Bytes *bytes)
{
  const guint kind = bytes_below (bytes, 12);
  gsize size = input->size;
  GstBuffer *buffer;

  if (kind == 0)
    size = bytes_next (bytes);
  else if (kind == 1)
    size -= 1;
  else if (kind == 2)
    size += bytes_next (bytes);
  else if (kind == 3)
    size = 0;
  else if (input->is_sound)
    size = bytes_number (bytes, 2) % 8192;
  buffer = make_buffer (input, size);
  if (kind == 4)
    GST_BUFFER_PTS (buffer) = GST_CLOCK_TIME_NONE;
  else if (kind == 5)
    GST_BUFFER_DURATION (buffer) = GST_CLOCK_TIME_NONE;
  else if (kind == 6)
    GST_BUFFER_PTS (buffer) = input->time = 0;
  else if (kind == 7)
    GST_BUFFER_PTS (buffer) = input->time =
        bytes_number (bytes, 2) * GST_SECOND;
  else if (kind == 8)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  else if (kind == 9)
    GST_BUFFER_FLAG_SET (
        buffer, GST_BUFFER_FLAG_GAP | GST_BUFFER_FLAG_DROPPABLE);
  else if (kind == 10)
    GST_BUFFER_PTS (buffer) = G_MAXINT64;
  else if (kind == 11)
    buffer = divide (buffer);
  return buffer;
}

static void
push_odd_event (SequenceInput *input, SequenceFeeder *feeder, Bytes *bytes)
{
  static const gdouble rates[] = { 1.0, -1.0, 2.0 };
  static const GstFormat formats[] = { GST_FORMAT_TIME, GST_FORMAT_TIME,
    GST_FORMAT_BYTES };

  switch (bytes_below (bytes, 4)) {
    case 0:
    case 1:
      push_caps (input, feeder, bytes);
      break;
    case 2:
      sequence_feeder_push (
          feeder, gst_event_new_gap (input->time, FRAME_TIME));
      input->time += FRAME_TIME;
      break;
    default: {
      const gdouble rate = bytes_choose (bytes, rates);

      push_segment (feeder, rate, bytes_choose (bytes, formats));
    }
  }
}

void
sequence_input_push (SequenceInput *input, SequenceFeeder *feeder,
    GstElement *element, Bytes *bytes)
{
  const guint kind = bytes_below (bytes, 8);

  if (GST_STATE (element) < GST_STATE_PAUSED)
    return;
  if (kind < 4)
    for (guint i = 0; i <= kind; i++)
      sequence_feeder_push (feeder, make_buffer (input, input->size));
  else if (kind < 7)
    sequence_feeder_push (feeder, make_odd (input, bytes));
  else
    push_odd_event (input, feeder, bytes);
}

void
sequence_input_play (SequenceInput *input, SequenceFeeder *feeder)
{
  sequence_input_begin (input, feeder);
  for (guint i = 0; i < 9; i++)
    sequence_feeder_push (feeder, make_buffer (input, input->size));
}
