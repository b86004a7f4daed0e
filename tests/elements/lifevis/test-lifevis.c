/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifevis: sounds whose frames are known, and the same frames however a sound arrives.
 * Streams that are not smooth are in test-lifevis-live.c. */
#include "tests/support/elements/lifevis.h"

/* --- Beats --- */

/* Each change of the population is in the frame of a beat or in the next one, and each
 * beat has one. */
static void
check_beats (guint rate, guint fps, const gchar *frame_caps)
{
  enum {
    BEATS = 9
  };
  guint changes = 0;
  g_autoptr (GPtrArray) frames = NULL;
  g_auto (Sound) sound = { 0 };

  sound_init (&sound, rate, 5.0);
  for (guint i = 0; i < BEATS; i++)
    add_click (&sound, 0.8, 0.2137 + 0.5 * i);
  frames = frames_of (FROZEN, &sound, 1000, frame_caps);
  g_assert_cmpuint (frames->len, ==, 5 * fps);
  for (guint i = 1; i < frames->len; i++) {
    const guint of_beat = (guint) ((0.2137 + 0.5 * changes) * fps);

    if (population_at (frames, i) == population_at (frames, i - 1))
      continue;
    if (i != of_beat && i != of_beat + 1)
      g_error ("at %u Hz and %u frames/s frame %u changes the population, and "
               "beat %u is in frame %u",
          rate, fps, i, changes, of_beat);
    changes++;
  }
  g_assert_cmpuint (changes, ==, BEATS);
}

static void
test_beats_move_the_population_within_one_frame (void)
{
  check_beats (44100, 30, FRAMES_AT (30));
  check_beats (44100, 60, FRAMES_AT (60));
  check_beats (48000, 25, FRAMES_AT (25));
  check_beats (8000, 60, FRAMES_AT (60));
  check_beats (192000, 50, FRAMES_AT (50));
}

/* --- The same sound --- */

/* The frames of one click, in one band. */
static GPtrArray *
click_frames (const gchar *properties, gdouble amplitude)
{
  g_autofree gchar *all = g_strconcat (properties, " bands=1", NULL);
  g_auto (Sound) sound = { 0 };

  sound_init (&sound, RATE, 1.0);
  add_click (&sound, amplitude, 0.2137);
  return frames_of (all, &sound, 735, FRAMES_AT (30));
}

/* In buffers of any size, and with the base class's shader, which has nothing to show, as every pixel is drawn. */
static void
test_the_same_sound_makes_the_same_bytes_however_it_arrives (void)
{
  static const gchar caps[] =
      "video/x-raw,format=BGRx,width=96,height=64,framerate=60/1";
  static const guint pieces[] = { 1, 441, 4096, 1000000, 735 };
  g_autoptr (GPtrArray) expected = NULL;
  g_auto (Sound) song = { 0 };

  make_song (&song, RATE, 2.0);
  expected = frames_of ("", &song, 735, caps);
  g_assert_cmpuint (expected->len, ==, 120);
  g_assert_cmpuint (population_at (expected, 100), >, 100);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++) {
    g_autoptr (GPtrArray) frames = frames_of (
        i < 4 ? "" : "shader=fade-and-move-up shade-amount=0x00204080", &song,
        pieces[i], caps);

    assert_same_frames (frames, expected, "in other buffers");
  }
}

static void
test_another_seed_makes_other_noise (void)
{
  g_autoptr (GPtrArray) first = click_frames (FROZEN, 0.8);
  g_autoptr (GPtrArray) second = click_frames (FROZEN "seed=2", 0.8);
  g_autoptr (GBytes) a = pixels_at (first, 29), b = pixels_at (second, 29);

  g_assert_false (g_bytes_equal (a, b));
}

/* --- The world --- */

/* A soup goes on as by itself, in silence as where nothing is heard; without one the world is empty. */
static void
test_without_a_sound_the_world_is_left_alone (void)
{
  g_autoptr (LifeWorld) soup = reference_soup (WIDTH, HEIGHT, 1, 0.3);
  g_autoptr (GPtrArray) frames = NULL, deaf = NULL, empty = NULL;
  g_auto (Sound) silence = { 0 }, song = { 0 };

  sound_init (&silence, RATE, 1.0);
  make_song (&song, RATE, 1.0);
  frames = frames_of (CELLS "density=0.3", &silence, 1024, FRAMES_AT (30));
  deaf = frames_of ("sensitivity=0", &song, 1024, FRAMES_AT (30));
  empty = frames_of ("", &silence, 1024, FRAMES_AT (30));
  g_assert_cmpuint (frames->len, ==, 30);
  for (guint i = 0; i < frames->len; i++) {
    g_autoptr (GBytes) got = pixels_at (frames, i);
    g_autoptr (GBytes) cells = reference_cells (soup);

    g_assert_cmpuint (buffer_generation (frames->pdata[i]), ==, i);
    assert_same_pixels (got, cells, WIDTH, "a soup in silence");
    g_assert_cmpuint (population_at (deaf, i), ==, 0);
    g_assert_cmpuint (population_at (empty, i), ==, 0);
    reference_step (soup, 1);
  }
  assert_buffer_world (frame_at (empty, 29), WIDTH, HEIGHT, 1);
}

/* --- Stamps --- */

/* The mean distance of live cells from the frame's center along the longer and the shorter
 * side, of half those sides. */
static gdouble
mean_distance (const GPtrArray *frames, guint index)
{
  g_autoptr (GBytes) pixels = pixels_at (frames, index);
  const guint8 *pixel = g_bytes_get_data (pixels, NULL);
  gdouble sum = 0.0;
  guint n = 0;

  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    if (pixel[i] > 0) {
      sum += hypot ((i % WIDTH + 0.5) / WIDTH * 2.0 - 1.0,
          (i / WIDTH + 0.5) / HEIGHT * 2.0 - 1.0);
      n++;
    }
  g_assert_cmpuint (n, >, 0);
  return sum / n;
}

/* Where the stamps of a tone are. */
static gdouble
distance_of_tone (const gchar *properties, gdouble frequency)
{
  g_autoptr (GPtrArray) frames = NULL;
  g_auto (Sound) sound = { 0 };

  sound_init (&sound, RATE, 1.0);
  add_tone (&sound, frequency, 0.5, 0.2, 0.5, 0.03);
  frames = frames_of (properties, &sound, 735, FRAMES_AT (30));
  return mean_distance (frames, 29);
}

static void
test_bass_is_in_the_middle_and_treble_outside (void)
{
  const gdouble bass = distance_of_tone (FROZEN, 50.0);
  const gdouble middle = distance_of_tone (FROZEN, 1000.0);
  const gdouble treble = distance_of_tone (FROZEN, 12000.0);

  g_assert_cmpfloat (bass, <, 0.2);
  g_assert_cmpfloat (middle, >, bass + 0.15);
  g_assert_cmpfloat (treble, >, middle + 0.15);
  g_assert_cmpfloat (treble, >, 0.7);
  g_assert_cmpfloat (treble, <, 0.9);
}

static void
test_one_band_is_in_the_middle (void)
{
  g_assert_cmpfloat (distance_of_tone (FROZEN "bands=1", 12000.0), <, 0.2);
}

/* The first frame that has cells. */
static guint
first_stamped (const GPtrArray *frames)
{
  for (guint i = 0; i < frames->len; i++)
    if (population_at (frames, i) > 0)
      return i;
  g_error ("nothing was stamped in %u frames", frames->len);
}

static void
test_gliders_fly (void)
{
  g_autoptr (GPtrArray) frames = click_frames (CELLS "stamp=glider", 0.8);
  const guint first = first_stamped (frames);
  const guint64 cells = population_at (frames, first);

  g_assert_cmpuint (cells % 5, ==, 0);
  for (guint i = first; i < frames->len; i++)
    g_assert_cmpuint (population_at (frames, i), ==, cells);
  g_assert_cmpfloat (
      mean_distance (frames, first + 16), !=, mean_distance (frames, first));
}

/* How many gliders there are when a loud tone begins. */
static guint64
gliders_of_tone (gdouble frequency)
{
  g_autoptr (GPtrArray) frames = NULL;
  g_auto (Sound) sound = { 0 };

  sound_init (&sound, RATE, 1.0);
  add_tone (&sound, frequency, 1.0, 0.2, 0.5, 0.003);
  frames = frames_of (CELLS "stamp=glider", &sound, 735, FRAMES_AT (30));
  return population_at (frames, first_stamped (frames)) / 5;
}

static void
test_loud_tones_release_several_gliders (void)
{
  static const gdouble tones[] = { 50.0, 1000.0, 12000.0 };

  for (guint i = 0; i < G_N_ELEMENTS (tones); i++) {
    const guint64 gliders = gliders_of_tone (tones[i]);

    g_assert_cmpuint (gliders, >=, 2);
    g_assert_cmpuint (gliders, <=, 6);
  }
}

/* Rows and columns are the same from both sides. */
static void
test_a_ring_is_round (void)
{
  g_autoptr (GPtrArray) frames = click_frames (FROZEN "stamp=ring", 0.8);
  const guint first = first_stamped (frames);
  g_autoptr (GBytes) pixels = pixels_at (frames, first);
  const guint8 *middle = (const guint8 *) g_bytes_get_data (pixels, NULL)
                         + HEIGHT / 2 * WIDTH + WIDTH / 2;
  guint n = 0;

  for (gint y = -20; y <= 20; y++)
    for (gint x = -20; x <= 20; x++) {
      const guint8 cell = middle[y * WIDTH + x];

      g_assert_cmpuint (cell, ==, middle[-y * WIDTH + x]);
      g_assert_cmpuint (cell, ==, middle[y * WIDTH - x]);
      n += cell > 0;
    }
  g_assert_cmpuint (n, ==, population_at (frames, first));
  g_assert_cmpuint (n, >, 16);
}

#ifdef TEST_WORDS
/* How many cells a word has is known from a lifesrc that starts from it. */
static guint64
cells_of_word (const gchar *word)
{
  g_autoptr (Stream) stream = stream_play (stream_new (
      "lifesrc name=life num-buffers=1 text=%s text-font=\"Sans 16\" ! " GRAY (
          96, 64),
      word));
  g_autoptr (GstSample) sample = stream_pull (stream);

  return sample_population (sample);
}

/* Words come one after the other; the world does not start from them. */
static void
test_words_are_stamped_in_turn (void)
{
  static const gchar *const words[] = { "One", "two", "One" };
  guint64 last = 0;
  guint n = 0;
  g_autoptr (GPtrArray) frames = NULL;
  g_auto (Sound) sound = { 0 };

  sound_init (&sound, RATE, 2.0);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    add_click (&sound, 0.8, 0.2 + 0.5 * i);
  /* Nothing is left of a word when the next one comes. */
  frames = frames_of (CELLS "rule=B/S stamp=text text=\"One  two\" "
                            "text-font=\"Sans 16\" bands=1",
      &sound, 735, FRAMES_AT (30));
  for (guint i = 0; i < frames->len; i++) {
    const guint64 cells = population_at (frames, i);

    if (cells > 0 && last == 0) {
      g_assert_cmpuint (n, <, G_N_ELEMENTS (words));
      g_assert_cmpuint (cells, ==, cells_of_word (words[n++]));
    }
    last = cells;
  }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (words));
}

static void
test_words_that_are_too_large_are_left_out_with_a_warning (void)
{
  g_autoptr (Stream) stream = stream_play (stream_new (
      "audiotestsrc wave=ticks num-buffers=60 ! lifevis name=life stamp=text "
      "text=enormous text-font=\"Sans 90\" " CELLS " ! " FRAMES_AT (30)));
  GstSample *sample;

  while ((sample = stream_pull_or_end (stream)) != NULL) {
    g_assert_cmpuint (sample_population (sample), ==, 0);
    gst_sample_unref (sample);
  }
  stream_assert_warned (stream, "smaller text-font");
}
#endif

static void
test_a_controller_sets_the_sensitivity (void)
{
  g_autoptr (Stream) stream = stream_new (
      "audiotestsrc wave=ticks tick-interval=250000000 num-buffers=100 "
      "samplesperbuffer=882 ! lifevis name=life " FROZEN " ! " FRAMES_AT (50));

  /* 0…1 is the property's range: nothing is heard in the first second. */
  stream_control (stream, "sensitivity", 0.0, GST_SECOND, 1.0);
  stream_play (stream);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GstSample) sample = NULL;

    stream_skip (stream, 49);
    sample = stream_pull (stream);
    g_assert_true ((sample_population (sample) > 0) == (i > 0));
  }
}

static void
test_stronger_onsets_stamp_more (void)
{
  g_autoptr (GPtrArray) soft = click_frames (FROZEN, 0.2);
  g_autoptr (GPtrArray) loud = click_frames (FROZEN, 0.9);

  g_assert_cmpuint (population_at (loud, 29), >, population_at (soft, 29));
}

static void
test_a_3d_world_gets_balls (void)
{
  g_autoptr (GPtrArray) frames = click_frames (
      "rule=B/S0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,"
      "24,25,26 world-width=40 world-height=40 world-depth=40",
      0.8);
  const guint first = first_stamped (frames);

  assert_buffer_world (frame_at (frames, first), 40, 40, 40);
  /* A disc of that radius has far fewer. */
  g_assert_cmpuint (population_at (frames, first), >, 60);
}

static void
test_rules_of_more_states_are_stamped (void)
{
  g_autoptr (GPtrArray) frames =
      click_frames ("zoom=1 rule=/234/16 stamp=ring", 0.8);

  g_assert_cmpuint (population_at (frames, frames->len - 1), >,
      population_at (frames, first_stamped (frames)));
}

/* Whatever the world is, the song is played to its end, and leaves cells. */
static void
check_world (const gchar *properties, const Sound *song)
{
  static const gchar *const stamps[] = {
    "noise",
    "glider",
    "ring",
#ifdef TEST_WORDS
    "text text=\"a b\"",
#endif
  };

  for (guint i = 0; i < G_N_ELEMENTS (stamps); i++) {
    g_autofree gchar *line = g_strdup_printf (
        "%s text-font=\"Sans 6\" stamp=%s", properties, stamps[i]);
    g_autoptr (GPtrArray) frames = frames_of (line, song, 735, FRAMES_AT (30));
    guint64 maximum = 0;

    g_assert_cmpuint (frames->len, ==, 30);
    for (guint k = 0; k < frames->len; k++)
      maximum = MAX (maximum, population_at (frames, k));
    if (maximum == 0)
      g_error ("with %s nothing is stamped", line);
  }
}

static void
test_every_world_and_view_is_stamped (void)
{
  static const gchar *const worlds[] = { "topology=plane", "topology=klein",
    "topology=cross-surface", "topology=sphere", "world-width=9 world-height=9",
    "world-width=1000 world-height=700", "zoom=0.5", "zoom=7.5 rotation=30",
    "world-depth=24 view=volume", "world-depth=24 view=montage",
    "world-depth=24 topology=plane", "view=spacetime history=9", "rule=W30",
    "rule=WireWorld", "pattern=glider", "camera=fit", "camera=follow",
    "generations-rate=1/3 crossfade=true", "generations=5",
    "stagnation=inject stagnation-frames=2", "waypoints=\"0s 0,0; 1s 9,9\"",
    "drive=tempo", "drive=density", "bands=64", "palette-cycle=9" };
  g_auto (Sound) song = { 0 };

  make_song (&song, RATE, 1.0);
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    check_world (worlds[i], &song);
}

/* --- Loudness --- */

static void
test_loudness_drives_density (void)
{
  guint64 cells[2];
  const gdouble amplitudes[] = { 0.02, 0.5 };

  /* The same click stands in a soft and in a loud tone of another band. */
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GPtrArray) frames = NULL;
    g_auto (Sound) sound = { 0 };

    sound_init (&sound, RATE, 1.0);
    add_tone (&sound, 60.0, amplitudes[i], 0.05, 0.9, 0.05);
    add_click (&sound, 0.8, 0.6);
    frames = frames_of (FROZEN "drive=density", &sound, 735, FRAMES_AT (30));
    cells[i] = population_at (frames, 24) - population_at (frames, 15);
  }
  g_assert_cmpuint (cells[0], >, 0);
  g_assert_cmpuint (cells[1], >, cells[0] + cells[0] / 4);
}

static void
test_loudness_drives_the_tempo (void)
{
  g_autoptr (GPtrArray) frames = NULL;
  g_auto (Sound) sound = { 0 };

  sound_init (&sound, RATE, 3.0);
  for (guint i = 0; i < RATE; i++)
    g_array_index (sound.samples, gfloat, RATE + i) = i % 100 < 50 ? 0.9 : -0.9;
  frames = frames_of ("drive=tempo", &sound, 735, FRAMES_AT (30));
  g_assert_cmpuint (frames->len, ==, 90);
  /* Silence holds the world; it is as fast as can be where it is loud. */
  g_assert_cmpuint (buffer_generation (frame_at (frames, 29)), ==, 0);
  g_assert_cmpuint (buffer_generation (frame_at (frames, 55)), ==,
      buffer_generation (frame_at (frames, 45)) + 40);
  /* It slows down when the sound has gone, and stands again. */
  g_assert_cmpuint (buffer_generation (frame_at (frames, 89))
                        - buffer_generation (frame_at (frames, 79)),
      <, 40);
}

static void
test_generations_count_for_each_frame (void)
{
  g_autoptr (GPtrArray) frames = NULL;
  g_auto (Sound) sound = { 0 };

  sound_init (&sound, RATE, 0.5);
  frames = frames_of (
      "generations=3 start-generation=100", &sound, 735, FRAMES_AT (30));
  for (guint i = 0; i < frames->len; i++)
    g_assert_cmpuint (
        buffer_generation (frame_at (frames, i)), ==, 100 + 3 * i);
}

/* --- Colors --- */

/* What is left to lifevis glows; what is set is obeyed. */
static void
test_colors_are_ours_unless_they_are_set (void)
{
  static const gchar caps[] =
      "video/x-raw,format=BGRx,width=96,height=64,framerate=30/1";
  static const struct {
    const gchar *properties;
    gboolean gray;
  } cases[] = { { "zoom=1", FALSE }, { "zoom=1 color-mode=solid", TRUE },
    { "zoom=1 palette=0xffffffff,0xff404040", TRUE } };
  g_auto (Sound) song = { 0 };

  make_song (&song, RATE, 1.0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) frames =
        frames_of (cases[i].properties, &song, 735, caps);
    g_autoptr (GstCaps) made = gst_caps_from_string (caps);
    g_autoptr (GBytes) pixels = buffer_pixels (frame_at (frames, 29), made);
    const guint8 *pixel = g_bytes_get_data (pixels, NULL);
    gboolean gray = TRUE;

    for (gsize k = 0; k < g_bytes_get_size (pixels); k += 4)
      gray = gray && pixel[k] == pixel[k + 1] && pixel[k] == pixel[k + 2];
    if (gray != cases[i].gray)
      g_error ("with %s frames are %s", cases[i].properties,
          gray ? "gray" : "colored");
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifevis/" #name, test_##name)
  TEST (beats_move_the_population_within_one_frame);
  TEST (the_same_sound_makes_the_same_bytes_however_it_arrives);
  TEST (another_seed_makes_other_noise);
  TEST (without_a_sound_the_world_is_left_alone);
  TEST (bass_is_in_the_middle_and_treble_outside);
  TEST (one_band_is_in_the_middle);
  TEST (gliders_fly);
  TEST (loud_tones_release_several_gliders);
  TEST (a_ring_is_round);
#ifdef TEST_WORDS
  TEST (words_are_stamped_in_turn);
  TEST (words_that_are_too_large_are_left_out_with_a_warning);
#endif
  TEST (a_controller_sets_the_sensitivity);
  TEST (stronger_onsets_stamp_more);
  TEST (a_3d_world_gets_balls);
  TEST (rules_of_more_states_are_stamped);
  TEST (every_world_and_view_is_stamped);
  TEST (loudness_drives_density);
  TEST (loudness_drives_the_tempo);
  TEST (generations_count_for_each_frame);
  TEST (colors_are_ours_unless_they_are_set);
  return g_test_run ();
}
