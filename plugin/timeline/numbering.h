/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which generation each frame shows: exact sums of tempos, in integers, without a world. */
#pragma once

#include <glib.h>

/* The tempo: how many generations a frame advances a world by. Members are as the
 * properties of these names. */
typedef struct {
  guint generations;
  gint rate[2]; /* numerator and denominator; 0/1: generations counts */
  gboolean paused;
  guint hold, growth;
} GstLifeTempo;

/* The weight of a frame that shows its generation alone; with crossfade the others show the
 * previous generation with the rest of that weight. */
#define GST_LIFE_FULL_WEIGHT (1u << 24)

/* From frame @frame on, which shows @generation, each frame advances by @tempo. */
typedef struct {
  GstLifeTempo tempo;
  guint64 frame, generation;
  guint64 phase, unit; /* phase / unit of a generation is done */
  guint64 since;       /* the first frame that shows this generation */
  guint32 weight;      /* of this frame */
  guint64
      passed; /* generations shown by frames up to this one, but the first */
} GstLifeTempoChange;

/* The tempo of frame 0, which shows @generation. */
void gst_life_tempo_change_init (
    GstLifeTempoChange *change, const GstLifeTempo *tempo, guint64 generation);

/* The change to @tempo at frame @frame, to which @change applies. The phase is exact unless
 * the common denominator of the tempos does not fit 63 bits. FALSE if the generation does not
 * fit 64. */
gboolean gst_life_tempo_change_next (const GstLifeTempoChange *change,
    guint64 frame, const GstLifeTempo *tempo, GstLifeTempoChange *next);

/* The same with the tempo of @change, but frame @frame shows @generations more than it
 * would. */
gboolean gst_life_tempo_change_step (const GstLifeTempoChange *change,
    guint64 frame, guint64 generations, GstLifeTempoChange *next);

/* For a frame to which @change applies: the generation that it shows, FALSE if that does not
 * fit 64 bits; the first frame that shows this generation; its weight; and how many frames up
 * to it, but frame 0, show another generation than the previous frame. */
gboolean gst_life_tempo_change_generation (
    const GstLifeTempoChange *change, guint64 frame, guint64 *generation);
guint64 gst_life_tempo_change_since (
    const GstLifeTempoChange *change, guint64 frame);
guint32 gst_life_tempo_change_weight (
    const GstLifeTempoChange *change, guint64 frame);
guint64 gst_life_tempo_change_passed (
    const GstLifeTempoChange *change, guint64 frame);
