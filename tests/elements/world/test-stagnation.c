/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that repeat themselves: periods, and what is done about them, against worlds whose
 * frames are all kept and compared. */
#include "tests/support/elements/lifestep.h"

/* --- What is reported --- */

static gboolean
get_period (GstBuffer *buffer, guint64 *period)
{
  GstCustomMeta *meta = gst_buffer_get_custom_meta (buffer, "GstLifeMeta");

  g_assert_nonnull (meta);
  return gst_structure_get_uint64 (
      gst_custom_meta_get_structure (meta), "period", period);
}

static void
assert_period (GstSample *sample, guint64 expected)
{
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  guint64 period = 0;

  g_assert_true (get_period (buffer, &period));
  if (period != expected)
    g_error ("frame %" G_GUINT64_FORMAT ": period %" G_GUINT64_FORMAT
             ", not %" G_GUINT64_FORMAT,
        GST_BUFFER_OFFSET (buffer), period, expected);
}

/* Whether a message life-stagnation has come; earlier messages are dropped. */
static gboolean
take_found (Stream *stream, guint64 *generation, guint64 *period)
{
  GstMessage *message;

  while ((message = stream_next_message (stream, GST_MESSAGE_ELEMENT))) {
    const GstStructure *fields = gst_message_get_structure (message);
    gboolean found = gst_structure_has_name (fields, "life-stagnation");

    if (found) {
      g_assert_true (
          gst_structure_get_uint64 (fields, "generation", generation));
      g_assert_true (gst_structure_get_uint64 (fields, "period", period));
    }
    gst_message_unref (message);
    if (found)
      return TRUE;
  }
  return FALSE;
}

static void
expect_found (Stream *stream, guint64 generation, guint64 period)
{
  guint64 at = 0, found = 0;

  g_assert_true (take_found (stream, &at, &found));
  g_assert_cmpuint (at, ==, generation);
  g_assert_cmpuint (found, ==, period);
}

/* Each frame has a period from the frame on with which as many as are asked for repeat
 * those before. */
static void
test_periods_of_oscillators_are_exact (void)
{
  static const struct {
    const gchar *properties;
    guint period;
  } cases[] = {
    { "pattern=block", 1 },
    { "pattern=blinker", 2 },
    { "pattern=pulsar", 3 },
    { "pattern=pentadecathlon", 15 },
    { "pattern=\"9bo12b$7bobo12b$6bobo13b$2o3bo2bo11b2o$2o4bobo11b2o$7bobo12b$"
      "9bo!\"",
        30 },
    { "pattern=glider topology=torus world-width=30 world-height=30", 120 },
    { "pattern=glider topology=torus world-width=31 world-height=30", 3720 },
    { "pattern=lwss topology=torus world-width=1200 world-height=20", 2400 },
    { "pattern=glider topology=torus world-width=600 world-height=600", 2400 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const guint period = cases[i].period, first = period + 60 - 1;
    const guint frames = period > 3000 ? 4000 : first + 20;
    Stream *stream =
        stream_play (stream_new ("lifesrc name=life stagnation=message %s ! "
                                 "video/x-raw,format=GRAY8,width=64,height=64",
            cases[i].properties));
    guint64 generation, none;

    for (guint k = 0; k < frames; k++) {
      GstSample *sample = stream_pull (stream);

      assert_period (sample, period <= 3000 && k >= first ? period : 0);
      gst_sample_unref (sample);
    }
    if (period <= 3000)
      expect_found (stream, first, period);
    g_assert_false (take_found (stream, &generation, &none));
    stream_free (stream);
  }
}

static void
test_periods_count_generations (void)
{
  static const struct {
    const gchar *properties;
    guint period, first;
  } cases[] = {
    { "pattern=pulsar generations=2", 6, 3 + 59 },
    { "pattern=pulsar generations=5 start-generation=7", 15, 3 + 59 },
    { "pattern=blinker generations-rate=3/2", 6, 4 + 59 },
    /* Held frames do not count. */
    { "pattern=blinker generations-rate=1/3", 2, 3 * (2 + 59) },
    { "pattern=blinker generations-rate=1/3 crossfade=true", 2, 3 * (2 + 59) },
    { "pattern=blinker hold=10", 2, 10 + 2 + 59 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Stream *stream =
        stream_play (stream_new ("lifesrc name=life stagnation=message %s ! "
                                 "video/x-raw,format=GRAY8,width=48,height=48",
            cases[i].properties));

    for (guint k = 0; k < cases[i].first + 10; k++) {
      GstSample *sample = stream_pull (stream);

      assert_period (sample, k >= cases[i].first ? cases[i].period : 0);
      gst_sample_unref (sample);
    }
    stream_free (stream);
  }
}

static void
test_without_stagnation_there_is_no_period (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GstSample *sample = stream_pull (stream);
  guint64 period;

  g_assert_false (get_period (gst_sample_get_buffer (sample), &period));
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_messages_of_frames_have_the_period (void)
{
  Stream *stream =
      stream_play (gray_stream ("pattern=block stagnation=message "
                                "stagnation-frames=3 post-messages=true",
          32, 32));
  GstMessage *message;

  for (guint k = 0; k < 8; k++)
    gst_sample_unref (stream_pull (stream));
  for (guint k = 0; k < 8;) {
    const GstStructure *fields;
    guint64 period;

    message = stream_next_message (stream, GST_MESSAGE_ELEMENT);
    g_assert_nonnull (message);
    fields = gst_message_get_structure (message);
    if (gst_structure_has_name (fields, "life")) {
      g_assert_true (gst_structure_get_uint64 (fields, "period", &period));
      g_assert_cmpuint (period, ==, k >= 3);
      k++;
    }
    gst_message_unref (message);
  }
  stream_free (stream);
}

/* --- What is done --- */

typedef struct {
  guint width, height;
  const gchar *properties;
  gdouble density;
  gboolean injects;
  guint repeats;
} World;

/* All frames of a world, and the periods that are known with them. */
typedef struct {
  GPtrArray *frames; /* of GBytes */
  guint64 *periods;
  guint events;
} Model;

/* The shortest period of the last frames from @start on; 0: none. */
static guint
find_period (const GPtrArray *frames, guint start, guint repeats)
{
  const guint end = frames->len;

  for (guint period = 1; period <= 3000 && start + period < end; period++) {
    guint k = 0;

    while (k < repeats && end - k > start + period
           && g_bytes_equal (
               frames->pdata[end - 1 - k], frames->pdata[end - 1 - k - period]))
      k++;
    if (k == repeats)
      return period;
  }
  return 0;
}

/* The block that changed least between the two last frames. */
static void
find_patch (const World *world, GBytes *before, LifeWorld *cells, LifeBox *box)
{
  GBytes *now = reference_cells (cells);
  const guint8 *a = g_bytes_get_data (before, NULL);
  const guint8 *b = g_bytes_get_data (now, NULL);
  guint fewest = G_MAXUINT;

  *box = (LifeBox){ world->width / 2 - 8, world->height / 2 - 8, 0, 16, 16, 1 };
  if (world->width < 16) {
    box->x = 0;
    box->width = world->width;
  }
  for (guint y = 0; y + 64 <= world->height; y += 64)
    for (guint x = 0; x + 64 <= world->width; x += 64) {
      guint changes = 0;

      for (guint i = 0; i < 64 * 64; i++) {
        guint at = (y + i / 64) * world->width + x + i % 64;

        changes += a[at] != b[at];
      }
      if (changes < fewest) {
        fewest = changes;
        box->x = x + 24;
        box->y = y + 24;
      }
    }
  g_bytes_unref (now);
}

static void
inject (const World *world, LifeWorld *cells, GBytes *before, guint64 seed)
{
  LifeWorld *soup =
      reference_soup (world->width, world->height, seed, world->density);
  guint8 patch[16 * 16];
  LifeBox box;

  find_patch (world, before, cells, &box);
  g_assert_true (life_world_read (soup, &box, patch, NULL));
  g_assert_true (life_world_write (cells, &box, patch, NULL));
  life_world_free (soup);
}

static Model
model_run (const World *world, guint n)
{
  LifeWorld *cells =
      reference_soup (world->width, world->height, 1, world->density);
  Model model = { g_ptr_array_new_with_free_func (
                      (GDestroyNotify) g_bytes_unref),
    g_new0 (guint64, n), 0 };
  gboolean due = FALSE;
  guint start = 0;

  for (guint i = 0; i < n; i++) {
    if (i > 0)
      reference_step (cells, 1);
    if (due && world->injects)
      inject (world, cells, model.frames->pdata[i - 1], 1 + i);
    else if (due)
      life_world_soup (cells, 1 + model.events, world->density, NULL);
    if (due)
      start = i;
    g_ptr_array_add (model.frames, reference_cells (cells));
    model.periods[i] = find_period (model.frames, start, world->repeats);
    due = model.periods[i] > 0;
    model.events += due;
  }
  life_world_free (cells);
  return model;
}

static void
model_clear (Model *model)
{
  g_ptr_array_unref (model->frames);
  g_free (model->periods);
}

static Stream *
stream_of (const World *world)
{
  return stream_new ("lifesrc name=life %s ! video/x-raw,format=GRAY8,width=%u,"
                     "height=%u,framerate=30/1",
      world->properties, world->width, world->height);
}

static void
assert_as_modeled (
    GstSample *sample, const World *world, const Model *model, guint number)
{
  GBytes *pixels = sample_pixels (sample);
  g_autofree gchar *what = g_strdup_printf ("frame %u", number);

  assert_same_pixels (pixels, model->frames->pdata[number], world->width, what);
  assert_period (sample, model->periods[number]);
  g_assert_cmpuint (
      buffer_generation (gst_sample_get_buffer (sample)), ==, number);
  g_bytes_unref (pixels);
}

static void
expect_frames (Stream *stream, const World *world, const Model *model,
    guint from, guint to)
{
  for (guint i = from; i < to; i++) {
    GstSample *sample = stream_pull (stream);

    assert_as_modeled (sample, world, model, i);
    gst_sample_unref (sample);
  }
}

static void
expect_sought (
    Stream *stream, const World *world, const Model *model, guint number)
{
  GstSample *sample;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  assert_as_modeled (sample, world, model, number);
  gst_sample_unref (sample);
}

static const World worlds[] = {
  { 16, 12, "stagnation=reseed stagnation-frames=5 zoom=1", 0.35, FALSE, 5 },
  { 40, 30, "stagnation=reseed zoom=1 density=0.1", 0.1, FALSE, 60 },
  { 40, 30, "stagnation=inject stagnation-frames=7 zoom=1", 0.35, TRUE, 7 },
  { 9, 30, "stagnation=inject stagnation-frames=7 zoom=1", 0.35, TRUE, 7 },
  { 150, 131, "stagnation=inject stagnation-frames=9 zoom=1 density=0.05", 0.05,
      TRUE, 9 },
};

#define N_FRAMES 1500

static void
test_frames_are_as_modeled (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++) {
    Model model = model_run (&worlds[i], N_FRAMES);
    Stream *stream = stream_play (stream_of (&worlds[i]));

    g_assert_cmpuint (model.events, >, 1);
    expect_frames (stream, &worlds[i], &model, 0, N_FRAMES);
    stream_free (stream);
    model_clear (&model);
  }
}

/* Forwards to frames that were never reached, backwards over what was done, and then on
 * from there. */
static void
test_seeks_lead_to_the_same_frames (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++) {
    const World *world = &worlds[i];
    Model model = model_run (world, N_FRAMES);
    Stream *stream = stream_of (world);

    stream_set_state (stream, GST_STATE_PAUSED);
    expect_sought (stream, world, &model, 900);
    expect_sought (stream, world, &model, 40);
    expect_sought (stream, world, &model, 1200);
    for (guint k = 0; k < 20; k++)
      expect_sought (stream, world, &model, (k * 379 + 11) % 1400);
    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 700, -1);
    stream_set_state (stream, GST_STATE_PLAYING);
    expect_frames (stream, world, &model, 700, N_FRAMES);
    stream_free (stream);
    model_clear (&model);
  }
}

/* Back before what is due is done, and then past it at once. */
static void
test_what_is_due_is_the_same_after_a_seek_back (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++) {
    const World *world = &worlds[i];
    Model model = model_run (world, N_FRAMES);
    Stream *stream = stream_of (world);
    guint events = 0;

    stream_set_state (stream, GST_STATE_PAUSED);
    for (guint k = 0; k + 5 < N_FRAMES && events < 5; k++)
      if (model.periods[k] > 0) {
        events++;
        expect_sought (stream, world, &model, k);
        expect_sought (stream, world, &model, 0);
        expect_sought (stream, world, &model, k + 5);
      }
    stream_free (stream);
    model_clear (&model);
  }
}

/* With colors that look back frames are counted too. */
static void
test_reseeds_are_seen_by_colors_that_look_back (void)
{
  const gchar *properties =
      "stagnation=reseed stagnation-frames=5 zoom=1 color-mode=age";
  const World world = { 16, 12, properties, 0.35, FALSE, 5 };
  Stream *stream = stream_play (stream_of (&world));
  GPtrArray *frames = play_frames (stream, 600);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint k = 0; k < 12; k++) {
    const guint number = (k * 379 + 11) % 600;
    GstSample *sample;
    GBytes *pixels;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
    sample = stream_preroll (stream);
    pixels = sample_pixels (sample);
    assert_same_pixels (pixels, frames->pdata[number], 16, "sought");
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  g_ptr_array_unref (frames);
  stream_free (stream);
}

/* An edit begins a new time line, on which nothing before it counts. */
static void
test_an_edit_begins_anew (void)
{
  const gchar *properties = "stagnation=reseed stagnation-frames=20 zoom=1 "
                            "density=0";
  const World world = { 16, 12, properties, 0, FALSE, 20 };
  Stream *stream = stream_of (&world);
  GstSample *sample;
  gboolean done;

  /* Every 21 frames the next soup, which is empty as well, takes the place of this. */
  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 50, -1);
  gst_sample_unref (stream_preroll (stream));
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 15, -1);
  gst_sample_unref (stream_preroll (stream));
  g_signal_emit_by_name (stream->life, "paste", "2o$2o!", 3, 3, -1, &done);
  g_assert_true (done);
  for (guint i = 0; i < 3; i++) {
    static const guint numbers[] = { 35, 36, 20 };
    static const guint64 populations[] = { 4, 0, 4 };

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, numbers[i], -1);
    sample = stream_preroll (stream);
    g_assert_cmpuint (
        buffer_population (gst_sample_get_buffer (sample)), ==, populations[i]);
    assert_period (sample, numbers[i] == 35);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

/* A pause takes no part in what is counted. */
static void
test_paused_frames_do_not_count (void)
{
  Stream *stream = stream_new (
      "lifesrc name=life pattern=block stagnation=eos stagnation-frames=30 ! "
      "video/x-raw,format=GRAY8,width=32,height=32,framerate=30/1");
  guint64 number = 0;
  GstSample *sample;

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 20, -1);
  gst_sample_unref (stream_preroll (stream));
  g_object_set (stream->life, "paused", TRUE, NULL);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 520, -1);
  sample = stream_preroll (stream);
  g_assert_cmpuint (buffer_generation (gst_sample_get_buffer (sample)), <, 31);
  number = 31 - buffer_generation (gst_sample_get_buffer (sample));
  gst_sample_unref (sample);
  g_object_set (stream->life, "paused", FALSE, NULL);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 520, -1);
  stream_set_state (stream, GST_STATE_PLAYING);
  while ((sample = stream_pull_or_end (stream))) {
    number--;
    gst_sample_unref (sample);
  }
  g_assert_cmpuint (number, ==, 0);
  stream_free (stream);
}

/* --- The end of a stream --- */

static void
test_eos_ends_the_stream (void)
{
  Stream *stream = stream_play (gray_stream (
      "pattern=blinker stagnation=eos stagnation-frames=9", 32, 32));

  for (guint i = 0; i < 2 + 9; i++)
    gst_sample_unref (stream_pull (stream));
  stream_expect_end (stream);
  expect_found (stream, 10, 2);
  stream_free (stream);
}

static void
test_a_seek_past_the_end_ends_too (void)
{
  Stream *stream = stream_play (gray_stream (
      "pattern=blinker stagnation=eos stagnation-frames=9", 32, 32));
  guint count = 0;
  GstSample *sample;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, GST_SEEK_FLAG_NONE, 100, -1);
  stream_expect_end (stream);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, GST_SEEK_FLAG_NONE, 4, -1);
  while ((sample = stream_pull_or_end (stream))) {
    count++;
    gst_sample_unref (sample);
  }
  g_assert_cmpuint (count, ==, 7);
  stream_free (stream);
}

/* --- In a filter --- */

static guint64
pushed_period (GstHarness *h, guint number, const guint8 *pixels)
{
  GstBuffer *buffer = push (h, number, pixels);
  guint64 period = 0;

  g_assert_true (get_period (buffer, &period));
  gst_buffer_unref (buffer);
  return period;
}

/* The first picture is generation 0; each buffer shows the next one. */
static void
test_a_filter_finds_periods (void)
{
  GstHarness *h = feed ("stagnation=message stagnation-frames=6");
  guint8 pixels[CELLS] = { 0 };

  for (guint x = 5; x < 8; x++)
    pixels[7 * WIDTH + x] = 255;
  for (guint i = 0; i < 20; i++)
    g_assert_cmpuint (pushed_period (h, i, pixels), ==, i + 1 >= 2 + 5 ? 2 : 0);
  gst_harness_teardown (h);
}

static void
test_a_filter_reseeds (void)
{
  const World world = { WIDTH, HEIGHT, NULL, 0.35, FALSE, 6 };
  GstHarness *h = feed ("input=tick stagnation=reseed stagnation-frames=6");
  GstCaps *caps = gst_caps_from_string (FRAME (GRAY8, 24, 18));
  Model model = model_run (&world, 1500);
  guint8 pixels[CELLS] = { 0 };

  g_assert_cmpuint (model.events, >, 0);
  for (guint i = 0; i < 1499; i++) {
    GstBuffer *buffer = push (h, i, pixels);
    GBytes *shown = buffer_pixels (buffer, caps);

    assert_same_pixels (shown, model.frames->pdata[i + 1], WIDTH, "reseeded");
    g_bytes_unref (shown);
    gst_buffer_unref (buffer);
  }
  model_clear (&model);
  gst_caps_unref (caps);
  gst_harness_teardown (h);
}

static void
test_a_filter_ends_the_stream (void)
{
  GstHarness *h = feed ("stagnation=eos stagnation-frames=6");
  guint8 pixels[CELLS] = { 0 };

  pixels[30] = 255;
  /* Generation 0 has a lone cell, which dies. */
  for (guint i = 0; i < 7; i++)
    gst_buffer_unref (push (h, i, pixels));
  g_assert_cmpint (gst_harness_push (h, picture (7, pixels)), ==, GST_FLOW_EOS);
  gst_harness_teardown (h);
}

/* Only pictures that change cells keep a world from repeating itself. */
static void
test_pictures_that_change_cells_begin_anew (void)
{
  GstHarness *h = feed ("input=or stagnation=message stagnation-frames=6");
  guint8 none[CELLS] = { 0 }, one[CELLS] = { 0 };

  one[30] = 255;
  for (guint i = 0; i < 30; i++) {
    guint64 period = pushed_period (h, i, i == 15 ? one : none);

    g_assert_cmpuint (period, ==, (i >= 6 - 1 && i < 15) || i >= 15 + 6);
  }
  gst_harness_teardown (h);
}

#define TEST(name) g_test_add_func ("/stagnation/" #name, test_##name)

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  TEST (periods_of_oscillators_are_exact);
  TEST (periods_count_generations);
  TEST (without_stagnation_there_is_no_period);
  TEST (messages_of_frames_have_the_period);
  TEST (frames_are_as_modeled);
  TEST (seeks_lead_to_the_same_frames);
  TEST (what_is_due_is_the_same_after_a_seek_back);
  TEST (reseeds_are_seen_by_colors_that_look_back);
  TEST (an_edit_begins_anew);
  TEST (paused_frames_do_not_count);
  TEST (eos_ends_the_stream);
  TEST (a_seek_past_the_end_ends_too);
  TEST (a_filter_finds_periods);
  TEST (a_filter_reseeds);
  TEST (a_filter_ends_the_stream);
  TEST (pictures_that_change_cells_begin_anew);
  return g_test_run ();
}
