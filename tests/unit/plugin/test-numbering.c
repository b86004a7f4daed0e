/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which generation each frame shows under any tempo, against sums that are added up frame
 * by frame. */
#include "plugin/timeline/numbering.h"

#include "tests/support/help.h"

/* A multiple of every denominator up to 16. */
#define UNIT 720720

static GstLifeTempo
rate (gint numerator, gint denominator)
{
  return (GstLifeTempo){ .generations = 1, .rate = { numerator, denominator } };
}

static guint64
generation_at (const GstLifeTempoChange *change, guint64 frame)
{
  guint64 generation = 0;

  if (!gst_life_tempo_change_generation (change, frame, &generation))
    g_error ("frame %" G_GUINT64_FORMAT " has no generation", frame);
  return generation;
}

#define FRAMES 10

static const struct {
  GstLifeTempo tempo;
  guint64 generations[FRAMES];
} counts[] = {
  { { 3, { 0, 1 } }, { 0, 3, 6, 9, 12, 15, 18, 21, 24, 27 } },
  { { 1, { 1, 3 } }, { 0, 0, 0, 1, 1, 1, 2, 2, 2, 3 } },
  { { 1, { 3, 2 } }, { 0, 1, 3, 4, 6, 7, 9, 10, 12, 13 } },
  { { 1, { 2, 5 } }, { 0, 0, 0, 1, 1, 2, 2, 2, 3, 3 } },
  { { 1, { 0, 1 }, .hold = 3 }, { 0, 0, 0, 0, 1, 2, 3, 4, 5, 6 } },
  { { 1, { 0, 1 }, .growth = 2 }, { 0, 1, 2, 4, 6, 10, 14, 22, 30, 46 } },
  /* What is held is not counted. */
  { { 1, { 0, 1 }, .growth = 2, .hold = 2 },
      { 0, 0, 0, 1, 2, 4, 6, 10, 14, 22 } },
  { { 1, { 1, 2 }, .growth = 2 }, { 0, 0, 1, 2, 3, 5, 7, 11, 15, 23 } },
};

static void
test_tempos_number_frames (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++) {
    GstLifeTempoChange change;

    gst_life_tempo_change_init (&change, &counts[i].tempo, 0);
    for (guint frame = 0; frame < FRAMES; frame++)
      if (generation_at (&change, frame) != counts[i].generations[frame])
        fail ("tempo %u, frame %u: %" G_GUINT64_FORMAT, i, frame,
            generation_at (&change, frame));
  }
}

static void
test_paused_frames_go_on (void)
{
  GstLifeTempo tempo = rate (1, 2), paused = tempo;
  GstLifeTempoChange start, pause, again;

  paused.paused = TRUE;
  gst_life_tempo_change_init (&start, &tempo, 10);
  g_assert_true (gst_life_tempo_change_next (&start, 3, &paused, &pause));
  g_assert_cmpuint (generation_at (&pause, 3), ==, 11);
  g_assert_cmpuint (generation_at (&pause, G_MAXUINT64), ==, 11);
  g_assert_true (gst_life_tempo_change_next (&pause, 100, &tempo, &again));
  /* Half of the way was gone. */
  g_assert_cmpuint (generation_at (&again, 101), ==, 12);
}

static void
test_nothing_drifts_in_a_billion_frames (void)
{
  const gint denominators[] = { 3, 7, 1001, 30000, G_MAXINT };
  const guint64 frame = 1000000007;

  for (guint i = 0; i < G_N_ELEMENTS (denominators); i++) {
    GstLifeTempo tempo = rate (G_MAXINT - 12, denominators[i]);
    GstLifeTempoChange change;

    gst_life_tempo_change_init (&change, &tempo, 5);
    g_assert_cmpuint (generation_at (&change, frame), ==,
        5 + (guint64) (G_MAXINT - 12) * frame / (guint64) denominators[i]);
  }
}

/* A frame whose generation still is a number, and one whose generation is none. */
static void
test_too_many_generations_are_refused (void)
{
  static const struct {
    GstLifeTempo tempo;
    guint64 start, frame, generation, refused;
  } cases[] = {
    { { 1, { 0, 1 } }, G_MAXUINT64 - 5, 5, G_MAXUINT64, 6 },
    { { G_MAXUINT, { 0, 1 } }, 0, 1, G_MAXUINT, G_MAXUINT64 },
    { { 1, { 0, 1 }, .growth = 1 }, 0, 63, G_MAXUINT64 / 2, 65 },
    { { 1, { 1, G_MAXINT }, .growth = G_MAXUINT }, 0, 4294967296, 2,
        G_MAXUINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GstLifeTempoChange change;
    guint64 generation;

    gst_life_tempo_change_init (&change, &cases[i].tempo, cases[i].start);
    g_assert_cmpuint (
        generation_at (&change, cases[i].frame), ==, cases[i].generation);
    g_assert_false (gst_life_tempo_change_generation (
        &change, cases[i].refused, &generation));
    g_assert_false (
        gst_life_tempo_change_generation (&change, G_MAXUINT64, &generation));
  }
}

/* What frame by frame addition comes to. */
typedef struct {
  guint64 sum; /* in 1/UNIT */
  guint64 since;
  guint32 weight;
} Model;

static void
advance_model (Model *model, guint64 frame, const GstLifeTempo *tempo)
{
  const guint64 previous = model->sum / UNIT;
  guint64 part, step = tempo->paused ? 0
                       : tempo->rate[0] > 0
                           ? (guint64) tempo->rate[0] * (UNIT / tempo->rate[1])
                           : (guint64) tempo->generations * UNIT;
  guint32 weight;

  model->sum += step;
  part = MIN (model->sum % UNIT + step, UNIT);
  weight = step > 0 ? (guint32) (((part << 24) + UNIT / 2) / UNIT) : 0;
  if (model->sum / UNIT != previous) {
    model->since = frame;
    model->weight = weight;
  } else {
    model->weight = MAX (model->weight, weight);
  }
}

static void
check_position (
    const GstLifeTempoChange *change, guint64 frame, const Model *model)
{
  g_assert_cmpuint (generation_at (change, frame), ==, model->sum / UNIT);
  g_assert_cmpuint (
      gst_life_tempo_change_since (change, frame), ==, model->since);
  g_assert_cmpuint (
      gst_life_tempo_change_weight (change, frame), ==, model->weight);
}

static void
test_changes_leave_the_phase (void)
{
  for (guint run = 0; run < 200; run++) {
    GstLifeTempo tempo = rate (1, 3);
    GstLifeTempoChange change, next;
    Model model = { 0, 0, GST_LIFE_FULL_WEIGHT };

    gst_life_tempo_change_init (&change, &tempo, 0);
    for (guint64 frame = 0; frame < 300; frame++) {
      check_position (&change, frame, &model);
      if (g_test_rand_int_range (0, 12) == 0) {
        tempo =
            rate (g_test_rand_int_range (0, 20), g_test_rand_int_range (1, 17));
        tempo.paused = g_test_rand_int_range (0, 4) == 0;
        g_assert_true (
            gst_life_tempo_change_next (&change, frame, &tempo, &next));
        change = next;
        check_position (&change, frame, &model);
      }
      advance_model (&model, frame + 1, &tempo);
    }
  }
}

/* Denominators without common factors, whose product fits no integer. */
static void
test_any_changes_stay_in_their_bounds (void)
{
  GstLifeTempo tempo = rate (1, G_MAXINT);
  GstLifeTempoChange change, next;
  guint64 frame = 0;

  gst_life_tempo_change_init (&change, &tempo, 0);
  for (guint i = 0; i < 1000; i++) {
    tempo = rate (g_test_rand_int_range (1, G_MAXINT),
        G_MAXINT - g_test_rand_int_range (0, 1000));
    frame += g_test_rand_int_range (0, 1000);
    g_assert_true (gst_life_tempo_change_next (&change, frame, &tempo, &next));
    change = next;
    g_assert_cmpuint (change.phase, <, change.unit);
    g_assert_cmpuint (change.weight, <=, GST_LIFE_FULL_WEIGHT);
  }
}

/* Against a walk from frame to frame. */
static void
check_passed (const GstLifeTempoChange *change, guint64 from, guint64 to)
{
  guint64 passed = gst_life_tempo_change_passed (change, from);

  g_assert_cmpuint (passed, ==, change->passed);
  for (guint64 frame = from + 1; frame < to; frame++) {
    passed +=
        generation_at (change, frame) != generation_at (change, frame - 1);
    if (gst_life_tempo_change_passed (change, frame) != passed)
      g_error ("frame %" G_GUINT64_FORMAT ": %" G_GUINT64_FORMAT
               " passed, not %" G_GUINT64_FORMAT,
          frame, gst_life_tempo_change_passed (change, frame), passed);
  }
}

static void
test_new_generations_are_counted (void)
{
  static const gint rates[][2] = { { 1, 1 }, { 1, 3 }, { 2, 3 }, { 7, 3 },
    { 1, 1000 }, { 5, 7 }, { 3, 2 }, { 0, 1 } };

  for (guint i = 0; i < 8; i++)
    for (guint hold = 0; hold < 12; hold += 11)
      for (guint growth = 0; growth < 30; growth += 7) {
        const gint *other_rate = rates[(i + 3) % 8];
        GstLifeTempo tempo = rate (rates[i][0], rates[i][1]);
        const GstLifeTempo other = rate (other_rate[0], other_rate[1]);
        GstLifeTempoChange first, next, last;

        tempo.hold = hold;
        tempo.growth = growth;
        gst_life_tempo_change_init (&first, &tempo, 5);
        check_passed (&first, 0, 300);
        g_assert_true (gst_life_tempo_change_next (&first, 47, &other, &next));
        check_passed (&next, 47, 200);
        tempo.paused = i % 2;
        g_assert_true (gst_life_tempo_change_next (&next, 91, &tempo, &last));
        check_passed (&last, 91, 250);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/numbering/" #name, test_##name)
  TEST (tempos_number_frames);
  TEST (paused_frames_go_on);
  TEST (nothing_drifts_in_a_billion_frames);
  TEST (too_many_generations_are_refused);
  TEST (changes_leave_the_phase);
  TEST (any_changes_stay_in_their_bounds);
  TEST (new_generations_are_counted);
  return g_test_run ();
}
