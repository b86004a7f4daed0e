/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which generation each frame shows: exact sums of tempos, in integers. Nothing of a
 * world is known here. */
#pragma once

#include "plugin/timeline/tempo.h"

/* The weight of a frame that shows its generation alone; with crossfade the others show the
 * generation before it with the rest of that weight. */
#define GST_LIFE_FULL_WEIGHT (1u << 24)

/* A tempo, and where it finds the world: from frame @frame on, which shows
 * @generation, each frame advances by @tempo. */
typedef struct {
  GstLifeTempo tempo;
  guint64 frame, generation;
  guint64 phase,
      unit;      /* the way to the next generation that is gone: phase / unit */
  guint64 since; /* the first frame that shows this generation */
  guint32 weight; /* of this frame */
  guint64
      passed; /* generations that frames up to this one have shown, but the first */
} GstLifeTempoChange;

/* The tempo of frame 0, which shows @generation. */
void gst_life_tempo_change_init (
    GstLifeTempoChange *change, const GstLifeTempo *tempo, guint64 generation);

/* The change to @tempo at frame @frame, which @change leads to. The way to the next
 * generation is kept exactly, unless changes have brought together denominators whose
 * common one does not fit 63 bits. FALSE where the generation does not fit 64. */
gboolean gst_life_tempo_change_next (const GstLifeTempoChange *change,
    guint64 frame, const GstLifeTempo *tempo, GstLifeTempoChange *next);

/* The same with the tempo of @change, but frame @frame shows @generations more than it
 * would. */
gboolean gst_life_tempo_change_step (const GstLifeTempoChange *change,
    guint64 frame, guint64 generations, GstLifeTempoChange *next);

/* For a frame to which @change leads: the generation that it shows, FALSE where that does
 * not fit 64 bits; the first frame that shows this generation; its weight; and how many
 * frames up to it, but frame 0, show another generation than the frame before. */
gboolean gst_life_tempo_change_generation (
    const GstLifeTempoChange *change, guint64 frame, guint64 *generation);
guint64 gst_life_tempo_change_since (
    const GstLifeTempoChange *change, guint64 frame);
guint32 gst_life_tempo_change_weight (
    const GstLifeTempoChange *change, guint64 frame);
guint64 gst_life_tempo_change_passed (
    const GstLifeTempoChange *change, guint64 frame);
