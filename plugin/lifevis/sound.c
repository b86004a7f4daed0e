/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arriving sound, cut into the samples of one frame each, however it arrives: frame i of n
 * per second begins at sample ⌊i × rate / n⌋, so that nothing drifts. */
#include "plugin/lifevis/sound.h"

#include <math.h>
#include <string.h>

/* Smaller differences of times are rounding; larger ones for longer than DISCONT_WAIT, or with
 * the flag DISCONT, are a gap. */
#define TOLERANCE (40 * GST_MSECOND)
#define DISCONT_WAIT GST_SECOND

/* Sound is continuous if its time differs by less. */
#define SAME_TIME GST_MSECOND

/* Values that are unpacked at once. */
#define BLOCK 1024

void
gst_life_sound_init (GstLifeSound *sound)
{
  memset (sound, 0, sizeof *sound);
  sound->adapter = gst_adapter_new ();
  gst_segment_init (&sound->segment, GST_FORMAT_TIME);
  gst_audio_info_init (&sound->info);
  sound->origin = GST_CLOCK_TIME_NONE;
}

void
gst_life_sound_finalize (GstLifeSound *sound)
{
  g_clear_object (&sound->adapter);
  g_clear_pointer (&sound->align, gst_audio_stream_align_free);
}

/* The next sample begins a frame. */
static void
restart_at (GstLifeSound *sound, GstClockTime origin)
{
  gst_adapter_clear (sound->adapter);
  sound->origin = origin;
  sound->n_arrived = sound->n_frames = 0;
}

void
gst_life_sound_flush (GstLifeSound *sound)
{
  restart_at (sound, GST_CLOCK_TIME_NONE);
  if (sound->align)
    gst_audio_stream_align_mark_discont (sound->align);
}

void
gst_life_sound_set_segment (GstLifeSound *sound, const GstSegment *segment)
{
  if (gst_segment_is_equal (segment, &sound->segment))
    return;
  gst_segment_copy_into (segment, &sound->segment);
  gst_life_sound_flush (sound);
}

static guint64
samples_of (const GstLifeSound *sound, guint64 n_frames)
{
  return gst_util_uint64_scale (n_frames,
      (guint64) GST_AUDIO_INFO_RATE (&sound->info) * sound->fps_d,
      sound->fps_n);
}

static GstClockTime
time_of (const GstLifeSound *sound, guint64 n_samples)
{
  return sound->origin
         + gst_util_uint64_scale (
             n_samples, GST_SECOND, GST_AUDIO_INFO_RATE (&sound->info));
}

/* Frames of another length begin after the last one. */
static void
set_frame_rate (GstLifeSound *sound, gint fps_n, gint fps_d)
{
  if (GST_CLOCK_TIME_IS_VALID (sound->origin)) {
    const guint64 popped = samples_of (sound, sound->n_frames);

    sound->origin = time_of (sound, popped);
    sound->n_arrived -= popped;
    sound->n_frames = 0;
  }
  sound->fps_n = fps_n;
  sound->fps_d = fps_d;
}

gboolean
gst_life_sound_set_format (
    GstLifeSound *sound, const GstAudioInfo *info, gint fps_n, gint fps_d)
{
  const gboolean same = gst_audio_info_is_equal (info, &sound->info);

  if (same && (sound->fps_n != fps_n || sound->fps_d != fps_d))
    set_frame_rate (sound, fps_n, fps_d);
  if (same)
    return FALSE;
  sound->info = *info;
  sound->fps_n = fps_n;
  sound->fps_d = fps_d;
  g_clear_pointer (&sound->align, gst_audio_stream_align_free);
  sound->align = gst_audio_stream_align_new (
      GST_AUDIO_INFO_RATE (info), TOLERANCE, DISCONT_WAIT);
  restart_at (sound, GST_CLOCK_TIME_NONE);
  return TRUE;
}

/* Clips @buffer to the segment and to whole samples; NULL: nothing is left. */
static GstBuffer *
clip (GstLifeSound *sound, GstBuffer *buffer)
{
  const gint bpf = GST_AUDIO_INFO_BPF (&sound->info);
  const gsize size = gst_buffer_get_size (buffer) / bpf * bpf;

  if (size == 0) {
    gst_buffer_unref (buffer);
    return NULL;
  }
  if (size != gst_buffer_get_size (buffer)) {
    buffer = gst_buffer_make_writable (buffer);
    gst_buffer_set_size (buffer, size);
  }
  if (!GST_BUFFER_PTS_IS_VALID (buffer))
    return buffer;
  return gst_audio_buffer_clip (
      buffer, &sound->segment, GST_AUDIO_INFO_RATE (&sound->info), bpf);
}

/* The time of @buffer, or if it has none the expected one. */
static GstClockTime
arrival_time (GstLifeSound *sound, GstBuffer *buffer, guint n_samples,
    GstClockTime expected)
{
  GstClockTime time = GST_BUFFER_PTS (buffer);

  if (!GST_CLOCK_TIME_IS_VALID (time))
    time = expected;
  if (!GST_CLOCK_TIME_IS_VALID (time))
    time = sound->segment.start;
  gst_audio_stream_align_process (sound->align, GST_BUFFER_IS_DISCONT (buffer),
      time, n_samples, &time, NULL, NULL);
  return time;
}

static gboolean
is_same_time (GstClockTime a, GstClockTime b)
{
  return GST_CLOCK_TIME_IS_VALID (a) && (a > b ? a - b : b - a) < SAME_TIME;
}

gboolean
gst_life_sound_push (GstLifeSound *sound, GstBuffer *buffer)
{
  GstClockTime expected = GST_CLOCK_TIME_NONE, time;
  gboolean follows;
  guint n_samples;

  buffer = clip (sound, buffer);
  if (!buffer)
    return FALSE;
  n_samples = gst_buffer_get_size (buffer) / GST_AUDIO_INFO_BPF (&sound->info);
  if (GST_CLOCK_TIME_IS_VALID (sound->origin))
    expected = time_of (sound, sound->n_arrived);
  time = arrival_time (sound, buffer, n_samples, expected);
  follows = is_same_time (expected, time);
  if (!follows)
    restart_at (sound, time);
  gst_adapter_push (sound->adapter, buffer);
  sound->n_arrived += n_samples;
  return !follows;
}

GstBuffer *
gst_life_sound_pop (GstLifeSound *sound)
{
  const guint64 start = samples_of (sound, sound->n_frames);
  const guint64 end = samples_of (sound, sound->n_frames + 1);
  GstBuffer *samples;

  if (end > sound->n_arrived)
    return NULL;
  samples = gst_buffer_make_writable (gst_adapter_take_buffer (sound->adapter,
      (gsize) (end - start) * GST_AUDIO_INFO_BPF (&sound->info)));
  GST_BUFFER_PTS (samples) = time_of (sound, start);
  GST_BUFFER_DURATION (samples) = time_of (sound, end) - time_of (sound, start);
  sound->n_frames++;
  return samples;
}

GstClockTime
gst_life_sound_stream_time (const GstLifeSound *sound, GstBuffer *samples)
{
  return gst_segment_to_stream_time (
      &sound->segment, GST_FORMAT_TIME, GST_BUFFER_PTS (samples));
}

/* Mixes @n unpacked samples to one channel; NaN becomes 0. */
static void
mix_block (
    const GstAudioInfo *info, gconstpointer values, guint n, GArray *mixed)
{
  const guint channels = GST_AUDIO_INFO_CHANNELS (info);
  const gboolean whole = info->finfo->unpack_format == GST_AUDIO_FORMAT_S32;

  for (guint i = 0; i < n; i++) {
    gdouble sum = 0.0;
    gfloat mean;

    for (guint k = 0; k < channels; k++)
      sum += whole ? ((const gint32 *) values)[i * channels + k] / 2147483648.0
                   : ((const gdouble *) values)[i * channels + k];
    mean = isfinite (sum) ? (gfloat) CLAMP (sum / channels, -4.0, 4.0) : 0.0f;
    g_array_append_val (mixed, mean);
  }
}

GArray *
gst_life_sound_mix (const GstAudioInfo *info, GstBuffer *buffer)
{
  const guint channels = GST_AUDIO_INFO_CHANNELS (info);
  const guint max_frames = MAX (1, BLOCK / channels);
  gdouble *values = g_new (gdouble, max_frames * channels);
  GArray *mixed = g_array_new (FALSE, FALSE, sizeof (gfloat));
  GstMapInfo map;

  if (gst_buffer_map (buffer, &map, GST_MAP_READ)) {
    const guint n_samples = map.size / GST_AUDIO_INFO_BPF (info);

    for (guint i = 0; i < n_samples; i += max_frames) {
      const guint n = MIN (max_frames, n_samples - i);

      info->finfo->unpack_func (info->finfo, GST_AUDIO_PACK_FLAG_NONE, values,
          map.data + (gsize) i * GST_AUDIO_INFO_BPF (info), n * channels);
      mix_block (info, values, n, mixed);
    }
    gst_buffer_unmap (buffer, &map);
  }
  g_free (values);
  return mixed;
}
