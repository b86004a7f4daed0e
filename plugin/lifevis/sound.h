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

  /* Frames are counted from a sample whose time is known: before that is none. */
  GstClockTime origin;
  guint64 n_arrived; /* samples since then */
  guint64 n_frames;  /* that were taken */
} GstLifeSound;

void gst_life_sound_init (GstLifeSound *sound);
void gst_life_sound_finalize (GstLifeSound *sound);

/* Forgets what arrived. */
void gst_life_sound_flush (GstLifeSound *sound);

/* What comes next has these times; @segment is one of time. */
void gst_life_sound_set_segment (
    GstLifeSound *sound, const GstSegment *segment);

/* What comes next is such sound, for so many frames. Returns whether the sound is of
 * another kind than before, of which nothing is left then. */
gboolean gst_life_sound_set_format (
    GstLifeSound *sound, const GstAudioInfo *info, gint fps_n, gint fps_d);

/* Takes over @buffer. Returns whether it does not follow what came before, of which less than
 * a frame was left and is dropped. */
gboolean gst_life_sound_push (GstLifeSound *sound, GstBuffer *buffer);

/* The samples of the next frame with its time; NULL where some have not arrived yet. */
GstBuffer *gst_life_sound_take (GstLifeSound *sound);

/* The time on the clock of controllers and waypoints of what was taken. */
GstClockTime gst_life_sound_stream_time (
    const GstLifeSound *sound, GstBuffer *samples);

/* The mean of the channels of @buffer, of @info; of gfloat. */
GArray *gst_life_sound_mix (const GstAudioInfo *info, GstBuffer *buffer);
