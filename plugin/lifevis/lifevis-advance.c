/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The effect of a frame's samples: onsets are found, the world advances, and stamps are laid on
 * the generation that the frame shows, whether it is drawn or not. */
#include "plugin/lifevis/lifevis-private.h"

#include "plugin/control/values.h"
#include "plugin/frames/frames.h"
#include "plugin/frames/frame-view.h"
#include "plugin/play/play.h"

/* With drive=tempo, frames of the time line per picture at full loudness. */
#define FASTEST 4.0

/* Settings, read once per frame. */
typedef struct {
  gdouble sensitivity;
  GstLifeDrive drive;
  GstLifeStampOptions stamps;
} Options;

static void
read_options (GstLifeVis *self, Options *options)
{
  const GstLifeSettings *settings = &self->life.settings;
  const GstVideoInfo *info = &GST_AUDIO_VISUALIZER (self)->vinfo;

  g_mutex_lock (&self->life.lock);
  *options = (Options){ .sensitivity = settings->sound.sensitivity,
    .drive = settings->sound.drive,
    .stamps = { .stamp = settings->sound.stamp,
        .bands = settings->sound.bands,
        .by_loudness = settings->sound.drive == GST_LIFE_DRIVE_DENSITY } };
  g_mutex_unlock (&self->life.lock);
  options->stamps.width = GST_VIDEO_INFO_WIDTH (info);
  options->stamps.height = GST_VIDEO_INFO_HEIGHT (info);
}

/* The onsets in @samples; of GstLifeOnset. */
static GArray *
find_onsets (GstLifeVis *self, GstBuffer *samples, Options *options)
{
  GArray *onsets = g_array_new (FALSE, FALSE, sizeof (GstLifeOnset));
  GArray *mixed = gst_life_sound_mix (&self->sound.info, samples);

  gst_life_analyser_process (self->analyser, (const gfloat *) mixed->data,
      mixed->len, options->sensitivity, onsets);
  options->stamps.loudness = gst_life_analyser_get_loudness (self->analyser);
  g_array_unref (mixed);
  return onsets;
}

/* The next frame of the time line. */
static guint64
next_frame (GstLifeVis *self, const Options *options)
{
  guint64 frames;

  if (!self->has_frame)
    return self->frame;
  if (options->drive != GST_LIFE_DRIVE_TEMPO)
    return self->frame + 1;
  self->lead += FASTEST * options->stamps.loudness;
  frames = (guint64) self->lead;
  self->lead -= frames;
  return self->frame + frames;
}

gboolean
gst_life_vis_advance (GstLifeVis *self, GstBuffer *samples, GError **error)
{
  Options options;
  GArray *onsets;
  guint64 next;
  gboolean ok;

  self->time = gst_life_sound_stream_time (&self->sound, samples);
  gst_life_set_moment (&self->life, self->n_pictures, self->time,
      &GST_AUDIO_VISUALIZER (self)->vinfo);
  gst_life_sync_values (&self->life, self->time);
  read_options (self, &options);
  onsets = find_onsets (self, samples, &options);
  next = next_frame (self, &options);
  ok = gst_life_play_to (&self->life, next, error);
  if (ok) {
    self->n_pictures += self->has_frame;
    self->has_frame = TRUE;
    self->frame = next;
    ok = gst_life_stamps_apply (
        &self->stamps, &self->life, &options.stamps, onsets, error);
  }
  g_array_unref (onsets);
  return ok;
}

gboolean
gst_life_vis_draw (GstLifeVis *self, GstVideoFrame *video, GError **error)
{
  LifeStatistics statistics;

  /* The base class has set them for another clock. */
  gst_life_sync_values (&self->life, self->time);
  if (!gst_life_draw (
          &self->life, video, self->n_pictures, FALSE, &statistics, error))
    return FALSE;
  gst_life_report (&self->life, video->buffer, &statistics);
  return TRUE;
}

gboolean
gst_life_vis_count (GstLifeVis *self, GError **error)
{
  LifeStatistics statistics;

  if (!gst_life_count (&self->life, &statistics, error))
    return FALSE;
  gst_life_report (&self->life, NULL, &statistics);
  return TRUE;
}
