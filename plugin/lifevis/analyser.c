/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Onsets by spectral flux (Dixon, Onset Detection Revisited, 2006) of overlapping windows. As in
 * SuperFlux (Böck and Widmer, 2013) a bin is compared with the loudest of its earlier neighbors,
 * against vibrato; only peaks count, so that a tone counts in one band. */
#include "plugin/lifevis/analyser.h"

#include <gst/fft/gstfftf32.h>
#include <math.h>
#include <string.h>

/* Windows start an eighth of one apart, and are compared with the last but one. */
#define OVERLAP 8
#define LAG 2

/* A window is the largest power of two in a fortieth of a second. */
#define WINDOWS_PER_SECOND 40

/* The bands lie between these, in Hz. */
#define LOWEST 40.0
#define HIGHEST 16000.0

/* Loudness as people perceive it: ln (1 + COMPRESSION × amplitude). */
#define COMPRESSION 100.0f

/* An onset rises by FACTOR times the mean rise of the last MEMORY seconds plus FLOOR; at FULL it
 * has strength 1. The next one follows REST seconds later at the earliest. */
#define FACTOR 3.0
#define FLOOR 0.25
#define FULL 4.0
#define MEMORY 0.4
#define REST 0.1

/* Seconds in which the loudness follows a sound that grows and one that fades. */
#define ATTACK 0.02
#define RELEASE 0.3

/* One band: bins @start to @end - 1, and its last rises. */
typedef struct {
  guint start, end;
  gfloat *rises;      /* of the last @memory hops, a ring */
  gdouble last, peak; /* the rises of the last hop and of the previous one */
  gdouble threshold;  /* for the last one */
  guint rest;         /* hops until the next onset may come */
} FrequencyBand;

struct _GstLifeAnalyser {
  guint rate, length, hop, n_bands, memory, rest;
  GstFFTF32 *fft;
  gfloat *window, *samples, *work; /* of @length; @samples is a ring */
  GstFFTF32Complex *bins;
  gfloat *spectra[LAG + 1]; /* the last ones, a ring */
  guint64 n_samples, n_hops;
  gdouble power, attack, release;
  FrequencyBand bands[GST_LIFE_MAX_BANDS];
};

static guint
n_bins (const GstLifeAnalyser *analyser)
{
  return analyser->length / 2 + 1;
}

/* Long enough for two bins per band. */
static guint
choose_length (guint rate, guint bands)
{
  guint length = 64;

  while (2 * length <= rate / WINDOWS_PER_SECOND || length < 2 * bands + 4)
    length *= 2;
  return length;
}

/* Bands of equal ratio, but of one bin at least. */
static void
choose_bands (GstLifeAnalyser *analyser)
{
  const gdouble bin = (gdouble) analyser->rate / analyser->length;
  const gdouble highest = MIN (HIGHEST, 0.45 * analyser->rate);
  guint start = 1;

  for (guint i = 0; i < analyser->n_bands; i++) {
    const gdouble end =
        LOWEST * pow (highest / LOWEST, (gdouble) (i + 1) / analyser->n_bands);
    const guint left = analyser->n_bands - 1 - i;
    FrequencyBand *band = &analyser->bands[i];

    band->start = start;
    band->end = CLAMP (
        (guint) lround (end / bin), start + 1, analyser->length / 2 - left);
    start = band->end;
    band->rises = g_new0 (gfloat, analyser->memory);
  }
}

GstLifeAnalyser *
gst_life_analyser_new (guint rate, guint bands)
{
  GstLifeAnalyser *analyser = g_new0 (GstLifeAnalyser, 1);

  analyser->rate = rate;
  analyser->n_bands = CLAMP (bands, 1, GST_LIFE_MAX_BANDS);
  analyser->length = choose_length (rate, analyser->n_bands);
  analyser->hop = analyser->length / OVERLAP;
  analyser->memory = MAX (1, (guint) (MEMORY * rate / analyser->hop));
  analyser->rest = (guint) (REST * rate / analyser->hop);
  analyser->attack = 1.0 - exp (-1.0 / (ATTACK * rate));
  analyser->release = 1.0 - exp (-1.0 / (RELEASE * rate));
  analyser->fft = gst_fft_f32_new (analyser->length, FALSE);
  analyser->window = g_new (gfloat, analyser->length);
  for (guint i = 0; i < analyser->length; i++)
    analyser->window[i] = 1.0f;
  gst_fft_f32_window (analyser->fft, analyser->window, GST_FFT_WINDOW_HANN);
  analyser->samples = g_new0 (gfloat, analyser->length);
  analyser->work = g_new (gfloat, analyser->length);
  analyser->bins = g_new (GstFFTF32Complex, n_bins (analyser));
  for (guint i = 0; i < G_N_ELEMENTS (analyser->spectra); i++)
    analyser->spectra[i] = g_new0 (gfloat, n_bins (analyser));
  choose_bands (analyser);
  return analyser;
}

void
gst_life_analyser_free (GstLifeAnalyser *analyser)
{
  if (!analyser)
    return;
  for (guint i = 0; i < analyser->n_bands; i++)
    g_free (analyser->bands[i].rises);
  for (guint i = 0; i < G_N_ELEMENTS (analyser->spectra); i++)
    g_free (analyser->spectra[i]);
  g_free (analyser->bins);
  g_free (analyser->work);
  g_free (analyser->samples);
  g_free (analyser->window);
  gst_fft_f32_free (analyser->fft);
  g_free (analyser);
}

void
gst_life_analyser_reset (GstLifeAnalyser *analyser)
{
  for (guint i = 0; i < analyser->n_bands; i++) {
    FrequencyBand *band = &analyser->bands[i];

    memset (band->rises, 0, analyser->memory * sizeof *band->rises);
    band->last = band->peak = band->threshold = 0.0;
    band->rest = 0;
  }
  for (guint i = 0; i < G_N_ELEMENTS (analyser->spectra); i++)
    memset (analyser->spectra[i], 0,
        n_bins (analyser) * sizeof *analyser->spectra[i]);
  memset (analyser->samples, 0, analyser->length * sizeof *analyser->samples);
  analyser->n_samples = analyser->n_hops = 0;
  analyser->power = 0.0;
}

/* The loudness of each bin in the window that ends here; 4 / length scales a bin to the amplitude
 * of a sine. */
static void
transform (GstLifeAnalyser *analyser, gfloat *spectrum)
{
  const guint length = analyser->length, first = analyser->n_samples % length;
  const gfloat scale = 4.0f / length;

  for (guint i = 0; i < length; i++)
    analyser->work[i] =
        analyser->samples[(first + i) % length] * analyser->window[i];
  gst_fft_f32_fft (analyser->fft, analyser->work, analyser->bins);
  for (guint i = 0; i < n_bins (analyser); i++) {
    const gfloat re = analyser->bins[i].r, im = analyser->bins[i].i;

    spectrum[i] = log1pf (COMPRESSION * scale * sqrtf (re * re + im * im));
  }
}

/* The rise of the spectrum in a band: of the peak that rises most. */
static gdouble
find_rise (const FrequencyBand *band, const gfloat *now, const gfloat *earlier)
{
  gfloat largest = 0.0f;

  for (guint i = band->start; i < band->end; i++)
    if (now[i] > now[i - 1] && now[i] >= now[i + 1]) {
      const gfloat loudest =
          MAX (earlier[i], MAX (earlier[i - 1], earlier[i + 1]));

      largest = MAX (largest, now[i] - loudest);
    }
  return largest;
}

static gdouble
mean_rise (const GstLifeAnalyser *analyser, const FrequencyBand *band)
{
  gdouble sum = 0.0;

  for (guint i = 0; i < analyser->memory; i++)
    sum += band->rises[i];
  return sum / analyser->memory;
}

/* The last hop of a band was an onset if it passed its threshold and the present one rises less,
 * so that its strength is final. */
static gboolean
is_onset (FrequencyBand *band, gdouble rise, gdouble threshold)
{
  const gboolean onset = band->rest == 0 && band->last > band->threshold
                         && band->last >= band->peak && band->last > rise;

  band->peak = band->last;
  band->last = rise;
  band->threshold = threshold;
  return onset;
}

static void
process_window (GstLifeAnalyser *analyser, gdouble sensitivity, GArray *onsets)
{
  const guint now = analyser->n_hops % (LAG + 1);
  const guint earlier = (analyser->n_hops + 1) % (LAG + 1);

  transform (analyser, analyser->spectra[now]);
  for (guint i = 0; i < analyser->n_bands; i++) {
    FrequencyBand *band = &analyser->bands[i];
    const gdouble rise =
        find_rise (band, analyser->spectra[now], analyser->spectra[earlier]);
    const gdouble threshold =
        sensitivity > 0.0
            ? (FACTOR * mean_rise (analyser, band) + FLOOR) / sensitivity
            : HUGE_VAL;
    const gdouble strength = MIN (1.0, band->last / FULL);

    if (band->rest > 0)
      band->rest--;
    if (is_onset (band, rise, threshold)) {
      const GstLifeOnset onset = { i, strength };

      band->rest = analyser->rest;
      g_array_append_val (onsets, onset);
    }
    band->rises[analyser->n_hops % analyser->memory] = (gfloat) rise;
  }
  analyser->n_hops++;
}

void
gst_life_analyser_process (GstLifeAnalyser *analyser, const gfloat *samples,
    gsize n, gdouble sensitivity, GArray *onsets)
{
  for (gsize i = 0; i < n; i++) {
    const gdouble power = (gdouble) samples[i] * samples[i];

    analyser->power +=
        (power - analyser->power)
        * (power > analyser->power ? analyser->attack : analyser->release);
    analyser->samples[analyser->n_samples++ % analyser->length] = samples[i];
    if (analyser->n_samples % analyser->hop == 0)
      process_window (analyser, sensitivity, onsets);
  }
}

gdouble
gst_life_analyser_get_loudness (const GstLifeAnalyser *analyser)
{
  const gdouble decibels = 10.0 * log10 (analyser->power + 1e-12);

  return CLAMP ((decibels + 54.0) / 48.0, 0.0, 1.0);
}

static gdouble
edge (const GstLifeAnalyser *analyser, guint bin)
{
  return (bin - 0.5) * analyser->rate / analyser->length;
}

gdouble
gst_life_analyser_band_start (const GstLifeAnalyser *analyser, guint band)
{
  return edge (analyser, analyser->bands[band].start);
}

gdouble
gst_life_analyser_band_end (const GstLifeAnalyser *analyser, guint band)
{
  return edge (analyser, analyser->bands[band].end);
}
