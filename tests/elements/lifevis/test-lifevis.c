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
  GPtrArray *frames;
  Sound sound;

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
  g_ptr_array_unref (frames);
  sound_clear (&sound);
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

static void
test_the_same_sound_makes_the_same_bytes_however_it_arrives (void)
{
  static const guint pieces[] = { 735, 1, 441, 4096, 1000000 };
  GPtrArray *expected = NULL;
  Sound song;

  make_song (&song, RATE, 2.0);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++) {
    GPtrArray *frames = frames_of ("", &song, pieces[i], FRAMES_AT (60));
    g_autofree gchar *what =
        g_strdup_printf ("in buffers of %u samples", pieces[i]);

    g_assert_cmpuint (frames->len, ==, 120);
    g_assert_cmpuint (population_at (frames, 100), >, 100);
    if (expected)
      assert_same_frames (frames, expected, what);
    else
      expected = g_ptr_array_ref (frames);
    g_ptr_array_unref (frames);
  }
  g_ptr_array_unref (expected);
  sound_clear (&song);
}

static void
test_another_seed_makes_other_noise (void)
{
  GPtrArray *first, *second;
  GstMapInfo a, b;
  Sound song;

  make_song (&song, RATE, 0.5);
  first = frames_of (FROZEN, &song, 735, FRAMES_AT (30));
  second = frames_of (FROZEN "seed=2", &song, 735, FRAMES_AT (30));
  gst_buffer_map (frame_at (first, 14), &a, GST_MAP_READ);
  gst_buffer_map (frame_at (second, 14), &b, GST_MAP_READ);
  g_assert_true (memcmp (a.data, b.data, a.size) != 0);
  gst_buffer_unmap (frame_at (first, 14), &a);
  gst_buffer_unmap (frame_at (second, 14), &b);
  g_ptr_array_unref (first);
  g_ptr_array_unref (second);
  sound_clear (&song);
}

/* The base class's shader has nothing to show, as every pixel is drawn. */
static void
test_the_shader_is_off_and_changes_nothing (void)
{
  static const gchar caps[] =
      "video/x-raw,format=BGRx,width=96,height=64,framerate=30/1";
  GPtrArray *expected, *frames;
  GstElement *life = gst_element_factory_make ("lifevis", NULL);
  gint shader;
  Sound song;

  g_object_get (life, "shader", &shader, NULL);
  g_assert_cmpint (shader, ==, 0);
  gst_object_unref (life);
  make_song (&song, RATE, 1.0);
  expected = frames_of ("", &song, 735, caps);
  frames = frames_of (
      "shader=fade-and-move-up shade-amount=0x00204080", &song, 735, caps);
  assert_same_frames (frames, expected, "with a shader");
  g_ptr_array_unref (frames);
  g_ptr_array_unref (expected);
  sound_clear (&song);
}

/* --- The world --- */

static void
test_silence_leaves_the_world_alone (void)
{
  LifeWorld *soup = reference_soup (WIDTH, HEIGHT, 1, 0.3);
  GPtrArray *frames;
  Sound silence;

  sound_init (&silence, RATE, 1.0);
  frames = frames_of (CELLS "density=0.3", &silence, 1024, FRAMES_AT (30));
  g_assert_cmpuint (frames->len, ==, 30);
  for (guint i = 0; i < frames->len; i++) {
    GstCaps *caps = gst_caps_from_string (FRAMES_AT (30));
    GBytes *got = buffer_pixels (frames->pdata[i], caps);
    GBytes *cells = reference_cells (soup);

    g_assert_cmpuint (buffer_generation (frames->pdata[i]), ==, i);
    assert_same_pixels (got, cells, WIDTH, "a soup in silence");
    reference_step (soup, 1);
    g_bytes_unref (cells);
    g_bytes_unref (got);
    gst_caps_unref (caps);
  }
  g_ptr_array_unref (frames);
  life_world_free (soup);
  sound_clear (&silence);
}

static void
test_without_a_start_the_world_is_empty (void)
{
  GPtrArray *frames;
  Sound silence;

  sound_init (&silence, RATE, 0.2);
  frames = frames_of ("", &silence, 1024, FRAMES_AT (30));
  g_assert_cmpuint (frames->len, ==, 6);
  for (guint i = 0; i < frames->len; i++)
    g_assert_cmpuint (population_at (frames, i), ==, 0);
  assert_buffer_world (frame_at (frames, 5), WIDTH, HEIGHT, 1);
  g_ptr_array_unref (frames);
  sound_clear (&silence);
}

static void
test_sensitivity_0_hears_nothing (void)
{
  GPtrArray *frames;
  Sound song;

  make_song (&song, RATE, 1.0);
  frames = frames_of ("sensitivity=0", &song, 1024, FRAMES_AT (30));
  for (guint i = 0; i < frames->len; i++)
    g_assert_cmpuint (population_at (frames, i), ==, 0);
  g_ptr_array_unref (frames);
  sound_clear (&song);
}

/* --- Stamps --- */

/* The mean distance of live cells from the frame's center along the longer and the shorter
 * side, of half those sides. */
static gdouble
mean_distance (GstBuffer *frame)
{
  gdouble sum = 0.0;
  guint n = 0;
  GstMapInfo map;

  g_assert_true (gst_buffer_map (frame, &map, GST_MAP_READ));
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      if (map.data[y * WIDTH + x] > 0) {
        sum += hypot (
            (x + 0.5) / WIDTH * 2.0 - 1.0, (y + 0.5) / HEIGHT * 2.0 - 1.0);
        n++;
      }
  gst_buffer_unmap (frame, &map);
  g_assert_cmpuint (n, >, 0);
  return sum / n;
}

/* Where the stamps of a tone are. */
static gdouble
distance_of_tone (const gchar *properties, gdouble frequency)
{
  GPtrArray *frames;
  gdouble distance;
  Sound sound;

  sound_init (&sound, RATE, 1.0);
  add_tone (&sound, frequency, 0.5, 0.2, 0.5, 0.03);
  frames = frames_of (properties, &sound, 735, FRAMES_AT (30));
  distance = mean_distance (frame_at (frames, 29));
  g_ptr_array_unref (frames);
  sound_clear (&sound);
  return distance;
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

/* The frames of one click, in one band. */
static GPtrArray *
click_frames (const gchar *properties, gdouble amplitude)
{
  g_autofree gchar *all = g_strconcat (properties, " bands=1", NULL);
  GPtrArray *frames;
  Sound sound;

  sound_init (&sound, RATE, 1.0);
  add_click (&sound, amplitude, 0.2137);
  frames = frames_of (all, &sound, 735, FRAMES_AT (30));
  sound_clear (&sound);
  return frames;
}

static void
test_gliders_fly (void)
{
  GPtrArray *frames = click_frames (CELLS "stamp=glider", 0.8);
  const guint first = first_stamped (frames);
  const guint64 cells = population_at (frames, first);

  g_assert_cmpuint (cells % 5, ==, 0);
  for (guint i = first; i < frames->len; i++)
    g_assert_cmpuint (population_at (frames, i), ==, cells);
  g_assert_cmpfloat (mean_distance (frame_at (frames, first + 16)), !=,
      mean_distance (frame_at (frames, first)));
  g_ptr_array_unref (frames);
}

/* How many gliders there are when a loud tone begins. */
static guint64
gliders_of_tone (gdouble frequency)
{
  GPtrArray *frames;
  Sound sound;
  guint64 cells;

  sound_init (&sound, RATE, 1.0);
  add_tone (&sound, frequency, 1.0, 0.2, 0.5, 0.003);
  frames = frames_of (CELLS "stamp=glider", &sound, 735, FRAMES_AT (30));
  cells = population_at (frames, first_stamped (frames));
  g_ptr_array_unref (frames);
  sound_clear (&sound);
  return cells / 5;
}

static void
test_loud_tones_bring_several_gliders (void)
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
  GPtrArray *frames = click_frames (FROZEN "stamp=ring", 0.8);
  guint first = first_stamped (frames), n = 0;
  GstMapInfo map;

  g_assert_true (gst_buffer_map (frame_at (frames, first), &map, GST_MAP_READ));
  for (gint y = -20; y <= 20; y++)
    for (gint x = -20; x <= 20; x++) {
      const gint row = HEIGHT / 2, column = WIDTH / 2;
      const guint8 cell = map.data[(row + y) * WIDTH + column + x];

      g_assert_cmpuint (cell, ==, map.data[(row - y) * WIDTH + column + x]);
      g_assert_cmpuint (cell, ==, map.data[(row + y) * WIDTH + column - x]);
      n += cell > 0;
    }
  g_assert_cmpuint (n, ==, population_at (frames, first));
  g_assert_cmpuint (n, >, 16);
  gst_buffer_unmap (frame_at (frames, first), &map);
  g_ptr_array_unref (frames);
}

#ifdef TEST_WORDS
/* How many cells a word has is known from a lifesrc that starts from it. */
static guint64
cells_of_word (const gchar *word)
{
  Stream *stream = stream_new (
      "lifesrc name=life num-buffers=1 text=%s text-font=\"Sans 16\" ! " GRAY (
          96, 64),
      word);
  GstSample *sample = stream_pull (stream_play (stream));
  const guint64 cells = buffer_population (gst_sample_get_buffer (sample));

  gst_sample_unref (sample);
  stream_free (stream);
  return cells;
}

/* Words come one after the other; the world does not start from them. */
static void
test_words_are_stamped_in_turn (void)
{
  static const gchar *const words[] = { "One", "two", "One" };
  guint64 last = 0;
  guint n = 0;
  GPtrArray *frames;
  Sound sound;

  sound_init (&sound, RATE, 2.0);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    add_click (&sound, 0.8, 0.2 + 0.5 * i);
  /* Nothing is left of a word when the next one comes. */
  frames = frames_of (CELLS "rule=B/S stamp=text text=\"One  two\" "
                            "text-font=\"Sans 16\" bands=1",
      &sound, 735, FRAMES_AT (30));
  for (guint i = 0; i < frames->len; i++) {
    const guint64 cells = population_at (frames, i);

    if (cells == 0 || last > 0) {
      last = cells;
      continue;
    }
    g_assert_cmpuint (n, <, G_N_ELEMENTS (words));
    g_assert_cmpuint (cells, ==, cells_of_word (words[n]));
    last = cells;
    n++;
  }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (words));
  g_ptr_array_unref (frames);
  sound_clear (&sound);
}
#endif

static void
test_stronger_onsets_stamp_more (void)
{
  GPtrArray *soft = click_frames (FROZEN, 0.2);
  GPtrArray *loud = click_frames (FROZEN, 0.9);

  g_assert_cmpuint (population_at (loud, 29), >, population_at (soft, 29));
  g_ptr_array_unref (soft);
  g_ptr_array_unref (loud);
}

static void
test_a_3d_world_gets_balls (void)
{
  GPtrArray *frames = click_frames (
      "rule=B/S0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,"
      "24,25,26 world-width=40 world-height=40 world-depth=40",
      0.8);
  const guint first = first_stamped (frames);

  assert_buffer_world (frame_at (frames, first), 40, 40, 40);
  /* A disc of that radius has far fewer. */
  g_assert_cmpuint (population_at (frames, first), >, 60);
  g_ptr_array_unref (frames);
}

static void
test_rules_of_more_states_are_stamped (void)
{
  GPtrArray *frames = click_frames ("zoom=1 rule=/234/16 stamp=ring", 0.8);

  g_assert_cmpuint (population_at (frames, frames->len - 1), >,
      population_at (frames, first_stamped (frames)));
  g_ptr_array_unref (frames);
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
    GPtrArray *frames = frames_of (line, song, 735, FRAMES_AT (30));
    guint64 most = 0;

    g_assert_cmpuint (frames->len, ==, 30);
    for (guint k = 0; k < frames->len; k++)
      most = MAX (most, population_at (frames, k));
    if (most == 0)
      g_error ("with %s nothing is stamped", line);
    g_ptr_array_unref (frames);
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
  Sound song;

  make_song (&song, RATE, 1.0);
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    check_world (worlds[i], &song);
  sound_clear (&song);
}

/* --- Loudness --- */

static void
test_loudness_drives_density (void)
{
  guint64 cells[2];
  const gdouble amplitudes[] = { 0.02, 0.5 };

  /* The same click stands in a soft and in a loud tone of another band. */
  for (guint i = 0; i < 2; i++) {
    GPtrArray *frames;
    Sound sound;

    sound_init (&sound, RATE, 1.0);
    add_tone (&sound, 60.0, amplitudes[i], 0.05, 0.9, 0.05);
    add_click (&sound, 0.8, 0.6);
    frames = frames_of (FROZEN "drive=density", &sound, 735, FRAMES_AT (30));
    cells[i] = population_at (frames, 24) - population_at (frames, 15);
    g_ptr_array_unref (frames);
    sound_clear (&sound);
  }
  g_assert_cmpuint (cells[0], >, 0);
  g_assert_cmpuint (cells[1], >, cells[0] + cells[0] / 4);
}

static void
test_loudness_drives_the_tempo (void)
{
  GPtrArray *frames;
  Sound sound;

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
  g_ptr_array_unref (frames);
  sound_clear (&sound);
}

static void
test_generations_count_for_each_frame (void)
{
  GPtrArray *frames;
  Sound sound;

  sound_init (&sound, RATE, 0.5);
  frames = frames_of (
      "generations=3 start-generation=100", &sound, 735, FRAMES_AT (30));
  for (guint i = 0; i < frames->len; i++)
    g_assert_cmpuint (
        buffer_generation (frame_at (frames, i)), ==, 100 + 3 * i);
  g_ptr_array_unref (frames);
  sound_clear (&sound);
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
  Sound song;

  make_song (&song, RATE, 1.0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GPtrArray *frames = frames_of (cases[i].properties, &song, 735, caps);
    gboolean gray = TRUE;
    GstMapInfo map;

    gst_buffer_map (frame_at (frames, 29), &map, GST_MAP_READ);
    for (gsize k = 0; k < map.size; k += 4)
      gray = gray && map.data[k] == map.data[k + 1]
             && map.data[k] == map.data[k + 2];
    gst_buffer_unmap (frame_at (frames, 29), &map);
    if (gray != cases[i].gray)
      g_error ("with %s frames are %s", cases[i].properties,
          gray ? "gray" : "colored");
    g_ptr_array_unref (frames);
  }
  sound_clear (&song);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifevis/" #name, test_##name)
  TEST (beats_move_the_population_within_one_frame);
  TEST (the_same_sound_makes_the_same_bytes_however_it_arrives);
  TEST (another_seed_makes_other_noise);
  TEST (the_shader_is_off_and_changes_nothing);
  TEST (silence_leaves_the_world_alone);
  TEST (without_a_start_the_world_is_empty);
  TEST (sensitivity_0_hears_nothing);
  TEST (bass_is_in_the_middle_and_treble_outside);
  TEST (one_band_is_in_the_middle);
  TEST (gliders_fly);
  TEST (loud_tones_bring_several_gliders);
  TEST (a_ring_is_round);
#ifdef TEST_WORDS
  TEST (words_are_stamped_in_turn);
#endif
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
