/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arriving sound, cut into the samples of one frame each. */
#pragma once

#include <gst/audio/audio.h>
#include <gst/base/gstadapter.h>
#include <gst/video/video.h>

typedef struct {
  GstAdapter *adapter;
  GstSegment segment;
  GstAudioInfo info;
  gint fps_n, fps_d;
  GstAudioStreamAlign *align; /* NULL before the first caps */

  /* The time of the sample from which frames count; none before the first one. */
  GstClockTime origin;
  guint64 n_arrived; /* samples since then */
  guint64 n_frames;  /* that were popped */
} GstLifeSound;

void gst_life_sound_init (GstLifeSound *sound);
void gst_life_sound_finalize (GstLifeSound *sound);

/* Drops what arrived. */
void gst_life_sound_flush (GstLifeSound *sound);

/* The segment, in time, of what arrives next. */
void gst_life_sound_set_segment (
    GstLifeSound *sound, const GstSegment *segment);

/* The format of what arrives next, and the frame rate. Returns whether the format is a new one;
 * then sound of the old one is dropped. */
gboolean gst_life_sound_set_format (
    GstLifeSound *sound, const GstAudioInfo *info, gint fps_n, gint fps_d);

/* Adds @buffer, (transfer full). Returns whether there is a gap before it; then an incomplete
 * frame is dropped. */
gboolean gst_life_sound_push (GstLifeSound *sound, GstBuffer *buffer);

/* The samples of the next frame with its time; NULL: some have not arrived yet. */
GstBuffer *gst_life_sound_pop (GstLifeSound *sound);

/* The stream time of @samples, for controllers and waypoints. */
GstClockTime gst_life_sound_stream_time (
    const GstLifeSound *sound, GstBuffer *samples);

/* The mean of the channels of @buffer, of @info; of gfloat. */
GArray *gst_life_sound_mix (const GstAudioInfo *info, GstBuffer *buffer);
