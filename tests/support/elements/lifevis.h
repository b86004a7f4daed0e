/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A lifevis on its own, fed with sounds that the tests make themselves, whose frames are
 * GRAY8 at a pixel per cell. */
#pragma once

#include <math.h>
#include <string.h>

#include "tests/support/elements/element.h"

#define RATE 44100
#define WIDTH 96
#define HEIGHT 64
#define CELLS "zoom=1 color-mode=solid "
/* Under this rule no cell is ever born or dies: only stamps change the world. */
#define FROZEN CELLS "rule=B/S012345678 "
#define FRAMES_AT(fps)                            \
  "video/x-raw,format=GRAY8,width=" G_STRINGIFY ( \
      WIDTH) ",height=" G_STRINGIFY (HEIGHT) ",framerate=" #fps "/1"

/* One channel of gfloat at @rate. */
typedef struct {
  guint rate;
  GArray *samples;
} Sound;

static inline void
sound_init (Sound *sound, guint rate, gdouble seconds)
{
  sound->rate = rate;
  sound->samples = g_array_new (FALSE, TRUE, sizeof (gfloat));
  g_array_set_size (sound->samples, (guint) lround (rate * seconds));
}

static inline void
sound_clear (Sound *sound)
{
  g_clear_pointer (&sound->samples, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sound, sound_clear)

/* A tone that fades in and out in @fade seconds. */
static inline void
add_tone (Sound *sound, gdouble frequency, gdouble amplitude, gdouble start,
    gdouble seconds, gdouble fade)
{
  const guint first = (guint) (start * sound->rate);
  const guint n = (guint) (seconds * sound->rate);

  for (guint i = 0; i < n && first + i < sound->samples->len; i++) {
    const gdouble edge = MIN (MIN (i, n - 1 - i) / (fade * sound->rate), 1.0);

    g_array_index (sound->samples, gfloat, first + i) +=
        (gfloat) (amplitude * (0.5 - 0.5 * cos (G_PI * edge))
                  * sin (2.0 * G_PI * frequency * i / sound->rate));
  }
}

/* A tick of a kilohertz that dies away within milliseconds. */
static inline void
add_click (Sound *sound, gdouble amplitude, gdouble start)
{
  const guint first = (guint) (start * sound->rate);

  for (guint i = 0; i < sound->rate / 50 && first + i < sound->samples->len;
       i++) {
    const gdouble t = (gdouble) i / sound->rate;

    g_array_index (sound->samples, gfloat, first + i) +=
        (gfloat) (amplitude * exp (-400.0 * t) * sin (2000.0 * G_PI * t));
  }
}

/* The tests' own song: beats, a bass and a melody. */
static inline void
make_song (Sound *sound, guint rate, gdouble seconds)
{
  sound_init (sound, rate, seconds);
  for (guint i = 0; i * 0.25 + 0.1 < seconds; i++) {
    const gdouble at = 0.25 * i + 0.1;

    if (i % 2 == 0)
      add_click (sound, 0.5, at);
    if (i % 4 == 0)
      add_tone (sound, 55.0 + 10.0 * (i % 3), 0.4, at, 0.6, 0.02);
    add_tone (sound, 440.0 * (1.0 + 0.25 * (i % 5)), 0.15, at, 0.2, 0.005);
    add_tone (sound, 5000.0 + 700.0 * (i % 3), 0.05, at + 0.12, 0.05, 0.002);
  }
}

static inline gchar *
sound_caps (guint rate, guint channels)
{
  return g_strdup_printf ("audio/x-raw,format=F32LE,rate=%u,channels=%u,"
                          "layout=interleaved%s",
      rate, channels, channels > 2 ? ",channel-mask=(bitmask)0x3f" : "");
}

/* A lifevis that is fed with floats of one channel at @rate. */
static inline GstHarness *
listen (const gchar *properties, guint rate, const gchar *frames)
{
  g_autofree gchar *line = g_strdup_printf ("lifevis name=life %s", properties);
  g_autofree gchar *caps = sound_caps (rate, 1);
  GstHarness *h = gst_harness_new_parse (line);

  gst_harness_set_sink_caps_str (h, frames);
  gst_harness_set_src_caps_str (h, caps);
  return h;
}

/* @n samples of silence; @discont: after a gap. */
static inline GstBuffer *
silent_buffer (GstClockTime time, guint n, gboolean discont)
{
  gfloat *zeros = g_new0 (gfloat, n);
  GstBuffer *buffer = gst_buffer_new_wrapped (zeros, n * sizeof (gfloat));

  GST_BUFFER_PTS (buffer) = time;
  if (discont)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  return buffer;
}

/* Feeds samples @from to @to - 1 of a sound in one buffer. */
static inline GstFlowReturn
play_samples (GstHarness *h, const Sound *sound, guint from, guint to)
{
  GstBuffer *buffer =
      gst_buffer_new_memdup (&g_array_index (sound->samples, gfloat, from),
          (to - from) * sizeof (gfloat));

  GST_BUFFER_PTS (buffer) =
      gst_util_uint64_scale (from, GST_SECOND, sound->rate);
  GST_BUFFER_DURATION (buffer) =
      gst_util_uint64_scale (to, GST_SECOND, sound->rate)
      - GST_BUFFER_PTS (buffer);
  if (from == 0)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  return gst_harness_push (h, buffer);
}

/* Feeds the whole sound in buffers of @piece samples. */
static inline void
play (GstHarness *h, const Sound *sound, guint piece)
{
  for (guint i = 0; i < sound->samples->len; i += piece)
    g_assert_cmpint (
        play_samples (h, sound, i, MIN (i + piece, sound->samples->len)), ==,
        GST_FLOW_OK);
}

/* The frames that came, taken; of GstBuffer. */
static inline GPtrArray *
pull_frames (GstHarness *h)
{
  GPtrArray *frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gst_buffer_unref);
  GstBuffer *buffer;

  while ((buffer = gst_harness_try_pull (h)) != NULL)
    g_ptr_array_add (frames, buffer);
  return frames;
}

static inline GPtrArray *
frames_of (
    const gchar *properties, const Sound *sound, guint piece, const gchar *caps)
{
  g_autoptr (Harness) h = listen (properties, sound->rate, caps);
  GPtrArray *frames;

  play (h, sound, piece);
  frames = pull_frames (h);
  return frames;
}

static inline GstBuffer *
frame_at (const GPtrArray *frames, guint index)
{
  g_assert_cmpuint (index, <, frames->len);
  return frames->pdata[index];
}

static inline guint64
population_at (const GPtrArray *frames, guint index)
{
  return buffer_population (frame_at (frames, index));
}

/* The pixels of a frame of FRAMES_AT(). */
static inline GBytes *
pixels_at (const GPtrArray *frames, guint index)
{
  g_autoptr (GstCaps) caps = gst_caps_from_string (FRAMES_AT (30));

  return buffer_pixels (frame_at (frames, index), caps);
}

/* Fails unless both are the same bytes at the same time. */
static inline void
assert_same_buffer (GstBuffer *got, GstBuffer *expected, const gchar *what)
{
  GstMapInfo a, b;
  gboolean same;

  g_assert_cmpuint (GST_BUFFER_PTS (got), ==, GST_BUFFER_PTS (expected));
  g_assert_true (gst_buffer_map (got, &a, GST_MAP_READ));
  g_assert_true (gst_buffer_map (expected, &b, GST_MAP_READ));
  same = a.size == b.size && memcmp (a.data, b.data, a.size) == 0;
  gst_buffer_unmap (got, &a);
  gst_buffer_unmap (expected, &b);
  if (!same)
    g_error ("%s: the frame at %" GST_TIME_FORMAT " differs", what,
        GST_TIME_ARGS (GST_BUFFER_PTS (got)));
}

static inline void
assert_same_frames (
    const GPtrArray *got, const GPtrArray *expected, const gchar *what)
{
  g_assert_cmpuint (got->len, ==, expected->len);
  for (guint i = 0; i < got->len; i++)
    assert_same_buffer (got->pdata[i], expected->pdata[i], what);
}
