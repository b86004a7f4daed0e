/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A lifestep on its own, fed with GRAY8 pictures of WIDTH × HEIGHT, and what the
 * reference engine makes of them. */
#pragma once

#include "tests/support/elements/element.h"

#define WIDTH 24
#define HEIGHT 18
#define CELLS (WIDTH * HEIGHT)

#define FRAME(format, width, height)                                \
  "video/x-raw,format=" #format ",width=" #width ",height=" #height \
  ",framerate=30/1"

/* A lifestep on its own, fed with GRAY8 pictures of WIDTH × HEIGHT. */
static inline GstHarness *
feed (const gchar *properties)
{
  g_autofree gchar *line =
      g_strdup_printf ("lifestep name=life %s", properties);
  GstHarness *h = gst_harness_new_parse (line);

  gst_harness_set_src_caps_str (h, FRAME (GRAY8, 24, 18));
  return h;
}

/* Buffer number @number of a stream at 30 frames/s. */
static inline GstBuffer *
picture (guint number, const guint8 *pixels)
{
  GstBuffer *buffer = gray_buffer (WIDTH, HEIGHT, pixels);

  GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (number, GST_SECOND, 30);
  GST_BUFFER_DURATION (buffer) = GST_SECOND / 30;
  GST_BUFFER_OFFSET (buffer) = number;
  return buffer;
}

/* A picture of random white cells, different for each @seed. */
static inline void
random_picture (guint8 pixels[CELLS], guint64 seed)
{
  g_autoptr (LifeWorld) soup = reference_soup (WIDTH, HEIGHT, seed, 0.3);
  g_autoptr (GBytes) cells = reference_cells (soup);

  memcpy (pixels, g_bytes_get_data (cells, NULL), CELLS);
}

static inline GstBuffer *
push (GstHarness *h, guint number, const guint8 *pixels)
{
  GstBuffer *buffer = gst_harness_push_and_pull (h, picture (number, pixels));

  if (!buffer)
    g_error ("nothing came out for buffer %u", number);
  return buffer;
}

/* The pixels of such a picture. */
static inline GBytes *
buffer_cells (GstBuffer *buffer)
{
  g_autoptr (GstCaps) caps = gst_caps_from_string (FRAME (GRAY8, 24, 18));

  return buffer_pixels (buffer, caps);
}

static inline GBytes *
push_pixels (GstHarness *h, guint number, const guint8 *pixels)
{
  g_autoptr (GstBuffer) buffer = push (h, number, pixels);

  return buffer_cells (buffer);
}

static inline void
assert_buffer_shows (GstBuffer *buffer, LifeWorld *world, const gchar *what)
{
  g_autoptr (GBytes) pixels = buffer_cells (buffer);
  g_autoptr (GBytes) cells = reference_cells (world);

  assert_same_pixels (pixels, cells, WIDTH, what);
}

/* Pushes a picture, which the reference does not see, and compares the buffer with the reference @generations on. */
static inline void
push_and_compare (GstHarness *h, guint number, const guint8 *pixels,
    LifeWorld *reference, guint64 generations)
{
  g_autoptr (GstBuffer) buffer = push (h, number, pixels);
  g_autofree gchar *what = g_strdup_printf ("buffer %u", number);

  reference_step (reference, generations);
  assert_buffer_shows (buffer, reference, what);
  g_assert_cmpuint (
      buffer_generation (buffer), ==, life_world_get_generation (reference));
}

static inline LifeWorld *
empty_world (void)
{
  return reference_new (WIDTH, HEIGHT, 1, LIFE_TOPOLOGY_TORUS, "B3/S23");
}

static inline void
write_cells (LifeWorld *world, const guint8 *cells)
{
  LifeBox box = { 0, 0, 0, WIDTH, HEIGHT, 1 };
  GError *error = NULL;

  life_world_write (world, &box, cells, &error);
  g_assert_no_error (error);
}

static inline void
read_cells (LifeWorld *world, guint8 *cells)
{
  LifeBox box = { 0, 0, 0, WIDTH, HEIGHT, 1 };
  GError *error = NULL;

  life_world_read (world, &box, cells, &error);
  g_assert_no_error (error);
}

/* The world that begins with @pixels, which are those of a random picture. */
static inline LifeWorld *
random_world (guint8 pixels[CELLS], guint64 seed)
{
  LifeWorld *world = empty_world ();

  random_picture (pixels, seed);
  write_cells (world, pixels);
  return world;
}

/* Pushes @buffer, and takes what comes out, if anything does. */
static inline GstBuffer *
push_late (GstHarness *h, GstBuffer *buffer)
{
  g_assert_cmpint (gst_harness_push (h, buffer), ==, GST_FLOW_OK);
  return gst_harness_try_pull (h);
}

/* Downstream reports that a buffer of that number was @late. */
static inline void
report_late (GstHarness *h, guint number, GstClockTimeDiff late)
{
  gst_harness_push_upstream_event (
      h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 2.0, late,
             gst_util_uint64_scale (number, GST_SECOND, 30)));
}

/* A new segment of that format at that rate, of which playing backwards begins at its end. */
static inline void
push_segment (GstHarness *h, GstFormat format, gdouble rate)
{
  GstSegment segment;

  gst_segment_init (&segment, format);
  segment.rate = rate;
  if (rate < 0)
    segment.stop = segment.position = GST_SECOND;
  g_assert_true (gst_harness_push_event (h, gst_event_new_segment (&segment)));
}
