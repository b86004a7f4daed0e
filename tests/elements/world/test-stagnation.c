/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that repeat themselves: periods, and what is done about them, against worlds whose
 * frames are all kept and compared. */
#include "tests/support/elements/lifestep.h"

/* --- What is reported --- */

static gboolean
get_period (GstBuffer *buffer, guint64 *period)
{
  return gst_structure_get_uint64 (buffer_life (buffer), "period", period);
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
pull_found (Stream *stream, guint64 *generation, guint64 *period)
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

  g_assert_true (pull_found (stream, &at, &found));
  g_assert_cmpuint (at, ==, generation);
  g_assert_cmpuint (found, ==, period);
}

/* Each frame has a period from the frame on with which as many as are asked for repeat those before. Generations are
 * counted, and frames that are held are not. */
static void
test_periods_of_oscillators_are_exact (void)
{
  static const struct {
    const gchar *properties;
    guint period, first; /* the frame from which on there is one; 0: none */
  } cases[] = {
    { "pattern=block", 1, 1 + 59 },
    { "pattern=blinker", 2, 2 + 59 },
    { "pattern=pulsar", 3, 3 + 59 },
    { "pattern=pentadecathlon", 15, 15 + 59 },
    { "pattern=\"9bo12b$7bobo12b$6bobo13b$2o3bo2bo11b2o$2o4bobo11b2o$7bobo12b$"
      "9bo!\"",
        30, 30 + 59 },
    { "pattern=glider topology=torus world-width=30 world-height=30", 120,
        120 + 59 },
    { "pattern=glider topology=torus world-width=31 world-height=30", 0, 4000 },
    { "pattern=lwss topology=torus world-width=1200 world-height=20", 2400,
        2400 + 59 },
    { "pattern=glider topology=torus world-width=600 world-height=600", 2400,
        2400 + 59 },
    { "pattern=pulsar generations=2", 6, 3 + 59 },
    { "pattern=pulsar generations=5 start-generation=7", 15, 3 + 59 },
    { "pattern=blinker generations-rate=3/2", 6, 4 + 59 },
    { "pattern=blinker generations-rate=1/3", 2, 3 * (2 + 59) },
    { "pattern=blinker generations-rate=1/3 crossfade=true", 2, 3 * (2 + 59) },
    { "pattern=blinker hold=10", 2, 10 + 2 + 59 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *properties =
        g_strconcat ("stagnation=message ", cases[i].properties, NULL);
    g_autoptr (Stream) stream = stream_play (gray_stream (properties, 64, 64));
    guint64 generation = 0, at, found;

    for (guint k = 0; k < cases[i].first + 20; k++) {
      g_autoptr (GstSample) sample = stream_pull (stream);

      assert_period (sample, k >= cases[i].first ? cases[i].period : 0);
      if (k == cases[i].first)
        generation = sample_generation (sample);
    }
    if (cases[i].period > 0)
      expect_found (stream, generation, cases[i].period);
    g_assert_false (pull_found (stream, &at, &found));
  }
}

static void
test_messages_of_frames_have_the_period (void)
{
  g_autoptr (Stream) stream =
      stream_play (gray_stream ("pattern=block stagnation=message "
                                "stagnation-frames=3 post-messages=true",
          32, 32));
  guint frame = 0;

  stream_skip (stream, 8);
  while (frame < 8) {
    g_autoptr (GstMessage) message =
        stream_next_message (stream, GST_MESSAGE_ELEMENT);
    const GstStructure *fields;
    guint64 period;

    g_assert_nonnull (message);
    fields = gst_message_get_structure (message);
    if (!gst_structure_has_name (fields, "life"))
      continue;
    g_assert_true (gst_structure_get_uint64 (fields, "period", &period));
    g_assert_cmpuint (period, ==, frame++ >= 3);
  }
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
find_patch (
    const World *world, GBytes *previous, LifeWorld *cells, LifeBox *box)
{
  g_autoptr (GBytes) now = reference_cells (cells);
  const guint8 *a = g_bytes_get_data (previous, NULL);
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
}

static void
inject (const World *world, LifeWorld *cells, GBytes *previous, guint64 seed)
{
  g_autoptr (LifeWorld) soup =
      reference_soup (world->width, world->height, seed, world->density);
  guint8 patch[16 * 16];
  LifeBox box;

  find_patch (world, previous, cells, &box);
  g_assert_true (life_world_read (soup, &box, patch, NULL));
  g_assert_true (life_world_write (cells, &box, patch, NULL));
}

static Model
model_run (const World *world, guint n)
{
  g_autoptr (LifeWorld) cells =
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
  return model;
}

static void
model_clear (Model *model)
{
  g_ptr_array_unref (model->frames);
  g_free (model->periods);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Model, model_clear)

static Stream *
stream_of (const World *world)
{
  return gray_stream (world->properties, world->width, world->height);
}

static void
assert_as_modeled (
    GstSample *sample, const World *world, const Model *model, guint number)
{
  g_autoptr (GBytes) pixels = sample_pixels (sample);
  g_autofree gchar *what = g_strdup_printf ("frame %u", number);

  assert_same_pixels (pixels, model->frames->pdata[number], world->width, what);
  assert_period (sample, model->periods[number]);
  g_assert_cmpuint (sample_generation (sample), ==, number);
}

static void
expect_frames (Stream *stream, const World *world, const Model *model,
    guint from, guint to)
{
  for (guint i = from; i < to; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    assert_as_modeled (sample, world, model, i);
  }
}

static void
expect_sought (
    Stream *stream, const World *world, const Model *model, guint number)
{
  g_autoptr (GstSample) sample = stream_sought (stream, number);

  assert_as_modeled (sample, world, model, number);
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

/* Played; forwards to frames that were never reached, backwards over what was done, and then on from there; and back
 * before what is due is done, and then past it at once. */
static void
test_frames_are_as_modeled (gconstpointer data)
{
  const World *world = data;
  g_auto (Model) model = model_run (world, N_FRAMES);
  g_autoptr (Stream) played = stream_play (stream_of (world));
  g_autoptr (Stream) sought = stream_of (world), due = stream_of (world);
  guint events = 0;

  g_assert_cmpuint (model.events, >, 1);
  expect_frames (played, world, &model, 0, N_FRAMES);

  stream_set_state (sought, GST_STATE_PAUSED);
  expect_sought (sought, world, &model, 900);
  expect_sought (sought, world, &model, 40);
  expect_sought (sought, world, &model, 1200);
  for (guint k = 0; k < 20; k++)
    expect_sought (sought, world, &model, (k * 379 + 11) % 1400);
  stream_seek (sought, 1.0, GST_FORMAT_DEFAULT, 0, 700, -1);
  stream_set_state (sought, GST_STATE_PLAYING);
  expect_frames (sought, world, &model, 700, N_FRAMES);

  stream_set_state (due, GST_STATE_PAUSED);
  for (guint k = 0; k + 5 < N_FRAMES && events < 5; k++)
    if (model.periods[k] > 0) {
      events++;
      expect_sought (due, world, &model, k);
      expect_sought (due, world, &model, 0);
      expect_sought (due, world, &model, k + 5);
    }
}

/* With colors that look back frames are counted too. */
static void
test_reseeds_are_seen_by_colors_of_history (void)
{
  g_autoptr (Stream) stream = stream_play (gray_stream (
      "stagnation=reseed stagnation-frames=5 zoom=1 color-mode=age", 16, 12));
  g_autoptr (GPtrArray) frames = play_frames (stream, 600);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint k = 0; k < 12; k++) {
    const guint number = (k * 379 + 11) % 600;
    g_autoptr (GBytes) pixels = stream_sought_pixels (stream, number);

    assert_same_pixels (pixels, frames->pdata[number], 16, "sought");
  }
}

/* A pause takes no part in what is counted. */
static void
test_paused_frames_do_not_count (void)
{
  g_autoptr (Stream) stream =
      gray_stream ("pattern=block stagnation=eos stagnation-frames=30", 32, 32);
  guint64 left;
  GstSample *sample;

  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_sought (stream, 20));
  g_object_set (stream->life, "paused", TRUE, NULL);
  sample = stream_sought (stream, 520);
  g_assert_cmpuint (sample_generation (sample), <, 31);
  left = 31 - sample_generation (sample);
  gst_sample_unref (sample);
  g_object_set (stream->life, "paused", FALSE, NULL);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 520, -1);
  stream_set_state (stream, GST_STATE_PLAYING);
  stream_skip (stream, (guint) left);
  stream_expect_end (stream);
}

/* --- The end of a stream --- */

/* Played to its end, or sought past it at once. */
static void
test_eos_ends_the_stream_and_seeks_past_it (void)
{
  for (guint i = 0; i < 2; i++) {
    g_autoptr (Stream) stream = stream_play (gray_stream (
        "pattern=blinker stagnation=eos stagnation-frames=9", 32, 32));

    if (i == 0)
      stream_skip (stream, 2 + 9);
    else
      stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 100, -1);
    stream_expect_end (stream);
    expect_found (stream, 10, 2);
    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 4, -1);
    stream_skip (stream, 7);
    stream_expect_end (stream);
  }
}

/* --- In a filter --- */

static guint64
pushed_period (GstHarness *h, guint number, const guint8 *pixels)
{
  g_autoptr (GstBuffer) buffer = push (h, number, pixels);
  guint64 period = 0;

  g_assert_true (get_period (buffer, &period));
  return period;
}

static void
test_a_filter_reseeds (void)
{
  const World world = { WIDTH, HEIGHT, NULL, 0.35, FALSE, 6 };
  g_autoptr (Harness) h =
      feed ("input=tick stagnation=reseed stagnation-frames=6");
  g_auto (Model) model = model_run (&world, 1500);
  guint8 pixels[CELLS] = { 0 };

  g_assert_cmpuint (model.events, >, 0);
  for (guint i = 0; i < 1499; i++) {
    g_autoptr (GstBuffer) buffer = push (h, i, pixels);
    g_autoptr (GBytes) shown = buffer_cells (buffer);

    assert_same_pixels (shown, model.frames->pdata[i + 1], WIDTH, "reseeded");
  }
}

/* Only pictures that change cells keep a world from repeating itself. */
static void
test_pictures_that_change_cells_begin_anew (void)
{
  g_autoptr (Harness) h =
      feed ("input=or stagnation=message stagnation-frames=6");
  guint8 none[CELLS] = { 0 }, one[CELLS] = { 0 };

  one[30] = 255;
  for (guint i = 0; i < 30; i++) {
    guint64 period = pushed_period (h, i, i == 15 ? one : none);

    g_assert_cmpuint (period, ==, (i >= 6 - 1 && i < 15) || i >= 15 + 6);
  }
}

#define TEST(name) g_test_add_func ("/stagnation/" #name, test_##name)

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  TEST (periods_of_oscillators_are_exact);
  TEST (messages_of_frames_have_the_period);
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++) {
    g_autofree gchar *path =
        g_strdup_printf ("/stagnation/frames_are_as_modeled/%u", i);

    g_test_add_data_func (path, &worlds[i], test_frames_are_as_modeled);
  }
  TEST (reseeds_are_seen_by_colors_of_history);
  TEST (paused_frames_do_not_count);
  TEST (eos_ends_the_stream_and_seeks_past_it);
  TEST (a_filter_reseeds);
  TEST (pictures_that_change_cells_begin_anew);
  return g_test_run ();
}
