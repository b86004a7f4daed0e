/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What lifevis hears: onsets in the bands in which something begins, when it does, and how
 * loud it is, of sounds whose answer is known. */
#include <math.h>
#include <string.h>

#include "plugin/lifevis/analyser.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstLifeAnalyser, gst_life_analyser_free)

/* No sound is longer: five seconds of 192 kHz. */
#define SAMPLES_MAX (1 << 20)

typedef struct {
  guint rate, n;
  gfloat *samples;
} Sound;

/* Onsets of a whole sound, by band; when the first ones were heard. */
typedef struct {
  guint counts[GST_LIFE_MAX_BANDS];
  gdouble strengths[GST_LIFE_MAX_BANDS];
  guint total;
  gdouble times[100]; /* in seconds */
} Detected;

/* Silence; there is one sound at a time. */
static Sound
new_sound (guint rate, gdouble seconds)
{
  static gfloat samples[SAMPLES_MAX];
  const guint n = (guint) (rate * seconds);

  g_assert_cmpuint (n, <=, SAMPLES_MAX);
  memset (samples, 0, sizeof samples);
  return (Sound){ rate, n, samples };
}

static gfloat *
sound_at (const Sound *sound, gdouble seconds)
{
  return &sound->samples[(guint) (seconds * sound->rate)];
}

/* A tone that fades in and out, so that nothing clicks. */
static void
add_tone (const Sound *sound, gdouble frequency, gdouble amplitude,
    gdouble start, gdouble seconds)
{
  const guint n = (guint) (seconds * sound->rate);
  const gdouble fade = 0.05 * sound->rate;
  gfloat *at = sound_at (sound, start);

  for (guint i = 0; i < n; i++) {
    const gdouble edge = MIN (MIN (i, n - 1 - i) / fade, 1.0);
    const gdouble gain = 0.5 - 0.5 * cos (G_PI * edge);

    at[i] += (gfloat) (amplitude * gain
                       * sin (2.0 * G_PI * frequency * i / sound->rate));
  }
}

/* A tick of a kilohertz that dies away within milliseconds. */
static void
add_click (const Sound *sound, gdouble amplitude, gdouble start)
{
  gfloat *at = sound_at (sound, start);

  for (guint i = 0; i < sound->rate / 100; i++) {
    const gdouble t = (gdouble) i / sound->rate;

    at[i] += (gfloat) (amplitude * exp (-1000.0 * t)
                       * sin (2.0 * G_PI * 1000.0 * t));
  }
}

/* Hears a sound in pieces of @piece samples. */
static Detected
detect_with (GstLifeAnalyser *analyser, const Sound *sound, guint piece,
    gdouble sensitivity)
{
  g_autoptr (GArray) onsets = g_array_new (FALSE, FALSE, sizeof (GstLifeOnset));
  Detected detected = { .total = 0 };

  for (guint i = 0; i < sound->n; i += piece) {
    const guint n = MIN (piece, sound->n - i);

    g_array_set_size (onsets, 0);
    gst_life_analyser_process (
        analyser, &sound->samples[i], n, sensitivity, onsets);
    for (guint k = 0; k < onsets->len; k++) {
      const GstLifeOnset *onset = &g_array_index (onsets, GstLifeOnset, k);

      g_assert_cmpfloat (onset->strength, >, 0.0);
      g_assert_cmpfloat (onset->strength, <=, 1.0);
      detected.counts[onset->band]++;
      detected.strengths[onset->band] += onset->strength;
      detected.times[MIN (detected.total, G_N_ELEMENTS (detected.times) - 1)] =
          (gdouble) (i + n) / sound->rate;
      detected.total++;
    }
  }
  return detected;
}

/* The same by a new analyser; says how loud it was in the end. */
static Detected
detect (const Sound *sound, guint bands, guint piece, gdouble sensitivity,
    gdouble *loudness)
{
  g_autoptr (GstLifeAnalyser) analyser =
      gst_life_analyser_new (sound->rate, bands);
  const Detected detected = detect_with (analyser, sound, piece, sensitivity);

  if (loudness != NULL)
    *loudness = gst_life_analyser_get_loudness (analyser);
  return detected;
}

static void
assert_same (const Detected *detected, const Detected *expected)
{
  g_assert_cmpmem (detected->counts, sizeof detected->counts, expected->counts,
      sizeof expected->counts);
  g_assert_cmpmem (detected->strengths, sizeof detected->strengths,
      expected->strengths, sizeof expected->strengths);
}

static gdouble
middle_of_band (guint rate, guint bands, guint band)
{
  g_autoptr (GstLifeAnalyser) analyser = gst_life_analyser_new (rate, bands);
  const gdouble middle = sqrt (gst_life_analyser_band_start (analyser, band)
                               * gst_life_analyser_band_end (analyser, band));
  return middle;
}

static void
test_a_tone_is_detected_in_its_band_alone (void)
{
  static const guint rates[] = { 8000, 44100, 48000, 192000 };
  static const guint numbers[] = { 1, 4, 8, 13 };

  for (guint r = 0; r < G_N_ELEMENTS (rates); r++)
    for (guint n = 0; n < G_N_ELEMENTS (numbers); n++)
      for (guint band = 0; band < numbers[n]; band++) {
        const gdouble tone = middle_of_band (rates[r], numbers[n], band);
        const Sound sound = new_sound (rates[r], 0.8);
        Detected detected;

        add_tone (&sound, tone, 0.5, 0.2, 0.5);
        detected = detect (&sound, numbers[n], 512, 1.0, NULL);
        if (detected.counts[band] == 0
            || detected.total != detected.counts[band])
          g_error ("%g Hz, in the middle of band %u of %u at %u Hz, has %u "
                   "onsets in it and %u in all",
              tone, band, numbers[n], rates[r], detected.counts[band],
              detected.total);
      }
}

static void
test_bands_follow_each_other (void)
{
  static const guint rates[] = { 4000, 8000, 44100, 768000 };

  for (guint r = 0; r < G_N_ELEMENTS (rates); r++)
    for (guint bands = 1; bands <= GST_LIFE_MAX_BANDS; bands++) {
      g_autoptr (GstLifeAnalyser) analyser =
          gst_life_analyser_new (rates[r], bands);

      g_assert_cmpfloat (gst_life_analyser_band_start (analyser, 0), >, 0.0);
      for (guint i = 0; i < bands; i++) {
        g_assert_cmpfloat (gst_life_analyser_band_start (analyser, i), <,
            gst_life_analyser_band_end (analyser, i));
        if (i > 0)
          g_assert_cmpfloat (gst_life_analyser_band_start (analyser, i), ==,
              gst_life_analyser_band_end (analyser, i - 1));
      }
      g_assert_cmpfloat (
          gst_life_analyser_band_end (analyser, bands - 1), <, rates[r] / 2.0);
    }
}

/* A window is as short as its bands allow: 64 samples do for 30 bands, and not for 31. */
static void
test_more_bands_need_a_longer_window (void)
{
  static const struct {
    guint bands;
    gdouble first; /* the first one's width in Hz */
  } cases[] = { { 30, 4000 / 64.0 }, { 31, 4000 / 128.0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GstLifeAnalyser) analyser =
        gst_life_analyser_new (4000, cases[i].bands);

    g_assert_cmpfloat (gst_life_analyser_band_end (analyser, 0)
                           - gst_life_analyser_band_start (analyser, 0),
        ==, cases[i].first);
  }
}

static void
test_silence_has_no_onsets_and_is_not_loud (void)
{
  const Sound sound = new_sound (44100, 2.0);
  gdouble loudness;

  g_assert_cmpuint (detect (&sound, 8, 735, 4.0, &loudness).total, ==, 0);
  g_assert_cmpfloat (loudness, ==, 0.0);
}

/* Each beat is heard once in a band, soon, and never before it is there. */
static void
test_beats_are_detected_within_13_milliseconds (void)
{
  static const guint rates[] = { 8000, 44100, 48000, 192000 };

  for (guint r = 0; r < G_N_ELEMENTS (rates); r++) {
    const Sound sound = new_sound (rates[r], 5.0);
    Detected detected;

    for (guint i = 0; i < 9; i++)
      add_click (&sound, 0.8, 0.2137 + 0.5 * i);
    detected = detect (&sound, 1, 1, 1.0, NULL);
    g_assert_cmpuint (detected.total, ==, 9);
    for (guint i = 0; i < 9; i++) {
      const gdouble late = detected.times[i] - (0.2137 + 0.5 * i);

      if (late < 0.0 || late > 0.013)
        g_error (
            "beat %u at %u Hz is heard %.4f s after it", i, rates[r], late);
    }
  }
}

static Sound
make_music (void)
{
  const Sound sound = new_sound (44100, 4.0);

  for (guint i = 0; i < 7; i++) {
    add_tone (&sound, 55.0 * (i + 1), 0.3, 0.5 * i + 0.1, 0.4);
    add_tone (&sound, 3000.0 / (i + 1), 0.1, 0.5 * i + 0.3, 0.2);
    add_click (&sound, 0.4, 0.5 * i + 0.25);
  }
  return sound;
}

static void
test_pieces_of_a_sound_make_no_difference (void)
{
  static const guint pieces[] = { 441, 4096, 100000 };
  const Sound sound = make_music ();
  gdouble expected, loudness;
  const Detected whole = detect (&sound, 8, 1, 1.0, &expected);

  g_assert_cmpuint (whole.total, >, 20);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++) {
    const Detected detected = detect (&sound, 8, pieces[i], 1.0, &loudness);

    assert_same (&detected, &whole);
    g_assert_cmpfloat (loudness, ==, expected);
  }
}

static void
test_more_sensitivity_detects_more (void)
{
  static const gdouble sensitivities[] = { 0.5, 1.0, 4.0 };
  const Sound sound = new_sound (44100, 6.0);
  guint last = 0;

  for (guint i = 0; i < 11; i++)
    add_click (&sound, 0.9 / (1 << i), 0.5 * i + 0.3);
  g_assert_cmpuint (detect (&sound, 4, 735, 0.0, NULL).total, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (sensitivities); i++) {
    const guint total = detect (&sound, 4, 735, sensitivities[i], NULL).total;

    g_assert_cmpuint (total, >, last);
    last = total;
  }
}

static void
test_louder_onsets_are_stronger (void)
{
  gdouble last = 0.0;

  for (gdouble amplitude = 0.1; amplitude < 1.0; amplitude *= 2.0) {
    const Sound sound = new_sound (44100, 0.5);
    Detected detected;

    add_click (&sound, amplitude, 0.25);
    detected = detect (&sound, 1, 735, 1.0, NULL);
    g_assert_cmpuint (detected.counts[0], ==, 1);
    g_assert_cmpfloat (detected.strengths[0], >, last);
    last = detected.strengths[0];
  }
}

/* A noise that stays as it is begins once. */
static void
test_steady_noise_has_few_onsets (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  const Sound sound = new_sound (44100, 10.0);

  for (guint i = 0; i < sound.n; i++)
    sound.samples[i] = (gfloat) g_rand_double_range (random, -0.4, 0.4);
  g_assert_cmpuint (detect (&sound, 1, 735, 1.0, NULL).total, ==, 1);
}

/* A square wave is as loud as its amplitude. */
static void
test_loudness_counts_decibels (void)
{
  static const struct {
    gdouble amplitude, loudness, epsilon;
  } cases[] = { { 1.0, 1.0, 0.0 }, { 0.25119, 42.0 / 48.0, 0.001 },
    { 0.031623, 0.5, 0.001 }, { 0.0039811, 6.0 / 48.0, 0.001 },
    { 0.001, 0.0, 0.0 } };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++) {
    const gfloat amplitude = (gfloat) cases[k].amplitude;
    const Sound sound = new_sound (48000, 2.0);
    gdouble loudness;

    for (guint i = 0; i < sound.n; i++)
      sound.samples[i] = i % 2 ? -amplitude : amplitude;
    detect (&sound, 1, 800, 1.0, &loudness);
    g_assert_cmpfloat (
        fabs (loudness - cases[k].loudness), <=, cases[k].epsilon);
  }
}

static void
test_a_reset_analyser_is_as_new (void)
{
  g_autoptr (GstLifeAnalyser) analyser = gst_life_analyser_new (44100, 8);
  const Sound sound = make_music ();
  const Detected first = detect_with (analyser, &sound, 1000, 1.0);
  Detected second;

  gst_life_analyser_reset (analyser);
  second = detect_with (analyser, &sound, 1000, 1.0);
  assert_same (&second, &first);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/analyser/" #name, test_##name)
  TEST (a_tone_is_detected_in_its_band_alone);
  TEST (bands_follow_each_other);
  TEST (more_bands_need_a_longer_window);
  TEST (silence_has_no_onsets_and_is_not_loud);
  TEST (beats_are_detected_within_13_milliseconds);
  TEST (pieces_of_a_sound_make_no_difference);
  TEST (more_sensitivity_detects_more);
  TEST (louder_onsets_are_stronger);
  TEST (steady_noise_has_few_onsets);
  TEST (loudness_counts_decibels);
  TEST (a_reset_analyser_is_as_new);
  return g_test_run ();
}
