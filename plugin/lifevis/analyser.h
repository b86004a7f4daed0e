/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Analyses sound: onsets in bands of frequency, and loudness. Time is counted in
 * samples alone, so that the same sound has the same onsets however it arrives. */
#pragma once

#include "plugin/settings/settings.h"

/* The beginning of a sound in a band; 0 is the lowest one. */
typedef struct {
  guint band;
  gdouble strength; /* 0…1 */
} GstLifeOnset;

typedef struct _GstLifeAnalyser GstLifeAnalyser;

/* An analyser of one channel of @rate samples per second, in @bands bands. */
GstLifeAnalyser *gst_life_analyser_new (guint rate, guint bands);
void gst_life_analyser_free (GstLifeAnalyser *analyser);

/* Silence precedes the next samples. */
void gst_life_analyser_reset (GstLifeAnalyser *analyser);

/* Analyses @n samples, and appends the onsets among them to @onsets, of GstLifeOnset.
 * With @sensitivity 0 there are none; the higher it is, the weaker ones count. */
void gst_life_analyser_process (GstLifeAnalyser *analyser,
    const gfloat *samples, gsize n, gdouble sensitivity, GArray *onsets);

/* The loudness after the last sample: 0 at -54 dBFS and below, 1 from -6 dBFS on. */
gdouble gst_life_analyser_get_loudness (const GstLifeAnalyser *analyser);

/* The lowest and highest frequency of a band, in Hz. */
gdouble gst_life_analyser_band_start (
    const GstLifeAnalyser *analyser, guint band);
gdouble gst_life_analyser_band_end (
    const GstLifeAnalyser *analyser, guint band);
