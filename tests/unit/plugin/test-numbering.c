/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which generation each frame shows under any tempo, against sums that are added up frame
 * by frame. */
#include "plugin/timeline/numbering.h"

#include "tests/support/help.h"

/* A multiple of every denominator up to 16. */
#define UNIT 720720

static const GstLifeTempo one = { .generations = 1, .rate = { 0, 1 } };

static GstLifeTempo
rate (gint numerator, gint denominator)
{
  GstLifeTempo tempo = one;

  tempo.rate[0] = numerator;
  tempo.rate[1] = denominator;
  return tempo;
}

static guint64
generation_at (const GstLifeTempoChange *change, guint64 frame)
{
  guint64 generation = 0;

  if (!gst_life_tempo_change_generation (change, frame, &generation))
    g_error ("frame %" G_GUINT64_FORMAT " has no generation", frame);
  return generation;
}

static void
check_generations (
    const GstLifeTempo *tempo, const guint64 *expected, guint count)
{
  GstLifeTempoChange change;

  gst_life_tempo_change_init (&change, tempo, 0);
  for (guint i = 0; i < count; i++)
    g_assert_cmpuint (generation_at (&change, i), ==, expected[i]);
}

#define CHECK(tempo, ...)                                         \
  do {                                                            \
    static const guint64 expected[] = { __VA_ARGS__ };            \
    check_generations (tempo, expected, G_N_ELEMENTS (expected)); \
  } while (0)

static void
test_whole_generations_count (void)
{
  GstLifeTempo tempo = one;

  tempo.generations = 3;
  CHECK (&tempo, 0, 3, 6, 9, 12);
}

static void
test_fractions_add_up (void)
{
  GstLifeTempo third = rate (1, 3), more = rate (3, 2), less = rate (2, 5);

  CHECK (&third, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3);
  CHECK (&more, 0, 1, 3, 4, 6, 7, 9);
  CHECK (&less, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4);
}

static void
test_first_generation_is_held (void)
{
  GstLifeTempo tempo = one;

  tempo.hold = 3;
  CHECK (&tempo, 0, 0, 0, 0, 1, 2, 3);
}

static void
test_growth_doubles_the_tempo (void)
{
  GstLifeTempo tempo = one;

  tempo.growth = 2;
  CHECK (&tempo, 0, 1, 2, 4, 6, 10, 14, 22, 30, 46);
  /* What is held is not counted. */
  tempo.hold = 2;
  CHECK (&tempo, 0, 0, 0, 1, 2, 4, 6, 10, 14, 22);
  tempo = rate (1, 2);
  tempo.growth = 2;
  CHECK (&tempo, 0, 0, 1, 2, 3, 5, 7, 11);
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

static void
test_too_many_generations_are_refused (void)
{
  GstLifeTempo tempo = one, growing = one, slow = rate (1, G_MAXINT);
  GstLifeTempoChange change;
  guint64 generation;

  gst_life_tempo_change_init (&change, &tempo, G_MAXUINT64 - 5);
  g_assert_cmpuint (generation_at (&change, 5), ==, G_MAXUINT64);
  g_assert_false (gst_life_tempo_change_generation (&change, 6, &generation));
  g_assert_false (
      gst_life_tempo_change_generation (&change, G_MAXUINT64, &generation));

  tempo.generations = G_MAXUINT;
  gst_life_tempo_change_init (&change, &tempo, 0);
  g_assert_false (
      gst_life_tempo_change_generation (&change, G_MAXUINT64, &generation));

  growing.growth = 1;
  gst_life_tempo_change_init (&change, &growing, 0);
  g_assert_cmpuint (generation_at (&change, 63), ==, G_MAXUINT64 / 2);
  g_assert_false (gst_life_tempo_change_generation (&change, 65, &generation));

  slow.growth = G_MAXUINT;
  gst_life_tempo_change_init (&change, &slow, 0);
  g_assert_cmpuint (generation_at (&change, 4294967296), ==, 2);
  g_assert_false (
      gst_life_tempo_change_generation (&change, G_MAXUINT64, &generation));
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
  const guint64 before = model->sum / UNIT;
  guint64 part, step = tempo->paused ? 0
                       : tempo->rate[0] > 0
                           ? (guint64) tempo->rate[0] * (UNIT / tempo->rate[1])
                           : (guint64) tempo->generations * UNIT;
  guint32 weight;

  model->sum += step;
  part = MIN (model->sum % UNIT + step, UNIT);
  weight = step > 0 ? (guint32) (((part << 24) + UNIT / 2) / UNIT) : 0;
  if (model->sum / UNIT != before) {
    model->since = frame;
    model->weight = weight;
  } else {
    model->weight = MAX (model->weight, weight);
  }
}

static void
check_place (
    const GstLifeTempoChange *change, guint64 frame, const Model *model)
{
  g_assert_cmpuint (generation_at (change, frame), ==, model->sum / UNIT);
  g_assert_cmpuint (
      gst_life_tempo_change_since (change, frame), ==, model->since);
  g_assert_cmpuint (
      gst_life_tempo_change_weight (change, frame), ==, model->weight);
}

static void
test_changes_keep_the_phase (void)
{
  for (guint run = 0; run < 200; run++) {
    GstLifeTempo tempo = rate (1, 3);
    GstLifeTempoChange change, next;
    Model model = { 0, 0, GST_LIFE_FULL_WEIGHT };

    gst_life_tempo_change_init (&change, &tempo, 0);
    for (guint64 frame = 0; frame < 300; frame++) {
      check_place (&change, frame, &model);
      if (g_test_rand_int_range (0, 12) == 0) {
        tempo =
            rate (g_test_rand_int_range (0, 20), g_test_rand_int_range (1, 17));
        tempo.paused = g_test_rand_int_range (0, 4) == 0;
        g_assert_true (
            gst_life_tempo_change_next (&change, frame, &tempo, &next));
        change = next;
        check_place (&change, frame, &model);
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
        GstLifeTempo tempo = rate (rates[i][0], rates[i][1]);
        GstLifeTempoChange first, next, last;
        GstLifeTempo other =
            rate (rates[(i + 3) % 8][0], rates[(i + 3) % 8][1]);

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
  TEST (whole_generations_count);
  TEST (fractions_add_up);
  TEST (first_generation_is_held);
  TEST (growth_doubles_the_tempo);
  TEST (paused_frames_go_on);
  TEST (nothing_drifts_in_a_billion_frames);
  TEST (too_many_generations_are_refused);
  TEST (changes_keep_the_phase);
  TEST (any_changes_stay_in_their_bounds);
  TEST (new_generations_are_counted);
  return g_test_run ();
}
