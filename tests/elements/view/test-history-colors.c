/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Color modes and views that look back, in streams: frames are those of a world whose
 * frames are counted or stacked one by one. same.tsv has how they are reached. */
#include "tests/support/elements/lifestep.h"

#define COLORS "palette=0xff101010,0xfff0f0f0 alive-color=0xff808080 "
#define HISTORY 20
#define STACK "view=spacetime history=20 "
#define TURNED STACK "orbit=3 "

/* In place of a color mode: frames are stacked. */
#define STACKED ((LifeColorMode) -1)

/* A world whose frames are counted as those of a stream are. */
typedef struct {
  LifeWorld *world;
  LifeView view;
  gboolean stacked;
  guint width, height, number;
} Model;

static Model
model_of (LifeWorld *world, LifeColorMode mode)
{
  g_autoptr (LifePalette) palette =
      life_palette_parse ("0xff101010,0xfff0f0f0", NULL);
  const LifeGeometry *geometry = life_world_get_geometry (world);
  Model model = { .world = world,
    .stacked = mode == STACKED,
    .width = geometry->width,
    .height = geometry->height };

  life_view_init (&model.view);
  if (model.stacked) {
    model.view.kind = LIFE_VIEW_SPACETIME;
    model.view.perspective.history = HISTORY;
    life_world_reset_stack (world, HISTORY, 0);
  } else {
    model.view.color_mode = mode;
    model.view.alive_color = 0xff808080;
    life_view_set_palette (&model.view, palette);
  }
  return model;
}

/* Fails unless @got is the next frame, which then is over. */
static void
assert_next (Model *model, GBytes *got, const gchar *what)
{
  gsize n = (gsize) model->width * model->height;
  guint8 *pixels = g_malloc (n);
  g_autoptr (GBytes) expected = g_bytes_new_take (pixels, n);
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .colorimetry = { 0.299, 0.114, 0, 255, 255 },
    .width = model->width,
    .height = model->height,
    .data = { pixels },
    .stride = { (gint) model->width } };
  g_autoptr (GError) error = NULL;

  model->view.perspective.azimuth = 30 + 3.0 * model->number++;
  life_world_draw (model->world, &model->view, &frame, &error);
  g_assert_no_error (error);
  assert_same_pixels (got, expected, model->width, what);
  if (model->stacked)
    life_world_record_stack (model->world, &error);
  else
    life_world_record_history (model->world, &error);
  g_assert_no_error (error);
}

/* --- lifesrc --- */

/* Frames are counted, not generations; none before the first one. */
static void
test_frames_have_the_history_of_a_slow_count (void)
{
  static const struct {
    const gchar *properties;
    LifeColorMode mode;
    guint start, step, frames;
  } rows[] = {
    { COLORS "color-mode=age", LIFE_COLOR_MODE_AGE, 0, 1, 300 },
    { COLORS "color-mode=trail", LIFE_COLOR_MODE_TRAIL, 0, 1, 300 },
    { COLORS "color-mode=age-trail", LIFE_COLOR_MODE_AGE_TRAIL, 0, 1, 300 },
    { COLORS "color-mode=change", LIFE_COLOR_MODE_CHANGE, 0, 1, 300 },
    { COLORS "color-mode=change generations=3", LIFE_COLOR_MODE_CHANGE, 0, 3,
        30 },
    { COLORS "color-mode=neighbors", LIFE_COLOR_MODE_NEIGHBORS, 0, 1, 300 },
    { COLORS "color-mode=age-trail generations=5 start-generation=12",
        LIFE_COLOR_MODE_AGE_TRAIL, 12, 5, 30 },
    { TURNED "generations=2", STACKED, 0, 2, 120 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (Stream) stream =
        stream_play (soup_stream (rows[i].properties, "30/1"));
    g_autoptr (LifeWorld) world =
        reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);
    Model model = model_of (world, rows[i].mode);

    reference_step (world, rows[i].start);
    for (guint frame = 0; frame < rows[i].frames; frame++) {
      g_autoptr (GBytes) pixels = stream_pull_pixels (stream);

      assert_next (&model, pixels, rows[i].properties);
      reference_step (world, rows[i].step);
    }
  }
}

static void
test_edits_have_their_frame_in_history (void)
{
  static const gchar *const rules[] = { NULL, "B36/S125", "B2/S345/C4",
    "R2,C0,M0,S3..7,B4..6,NM" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (rules); i++) {
    g_autoptr (Stream) stream =
        soup_stream (i % 2 ? TURNED "threads=1"
                           : COLORS "threads=1 color-mode=age-trail trail=60",
            "30/1");

    assert_edit_is_sought (stream, rules[i / 2], i % 2 ? 80 : 60);
  }
}

/* --- lifestep --- */

/* What a picture makes alive was not alive in the frame before it. */
static void
check_filter (const gchar *properties, LifeColorMode mode, LifeWorld *world)
{
  g_autoptr (Harness) h = feed (properties);
  Model model = model_of (world, mode);
  guint8 pixels[CELLS], cells[CELLS];

  for (guint number = 0; number < 60; number++) {
    g_autoptr (GBytes) got = NULL;

    random_picture (pixels, number / 4 + 1);
    got = push_pixels (h, number, pixels);
    read_cells (world, cells);
    for (guint i = 0; i < CELLS && !model.stacked; i++)
      cells[i] |= pixels[i] != 0;
    write_cells (world, cells);
    reference_step (world, 1);
    assert_next (&model, got, properties);
  }
}

static void
test_lifestep_counts_the_frames_that_it_shows (void)
{
  g_autoptr (LifeWorld) empty = empty_world ();
  g_autoptr (LifeWorld) other = empty_world ();
  g_autoptr (LifeWorld) soup = reference_soup (WIDTH, HEIGHT, 1, 0.35);

  check_filter (
      COLORS "color-mode=age-trail input=or", LIFE_COLOR_MODE_AGE_TRAIL, empty);
  check_filter (
      COLORS "color-mode=change input=or", LIFE_COLOR_MODE_CHANGE, other);
  check_filter (TURNED "input=tick", STACKED, soup);
}

/* Black pictures change nothing, however long a generation is held. */
static void
test_pictures_do_not_count_repeated_frames (void)
{
#define SLOW \
  COLORS "color-mode=age-trail pattern=r-pentomino generations-rate=1/3 "
  g_autoptr (Harness) pictures = feed (SLOW "input=or");
  g_autoptr (Harness) ticks = feed (SLOW "input=tick");
  const guint8 pixels[CELLS] = { 0 };

  for (guint number = 0; number < 60; number++) {
    g_autoptr (GBytes) got = push_pixels (pictures, number, pixels);
    g_autoptr (GBytes) expected = push_pixels (ticks, number, pixels);

    assert_same_pixels (got, expected, WIDTH, "held");
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/history-colors/" #name, test_##name)
  TEST (frames_have_the_history_of_a_slow_count);
  TEST (edits_have_their_frame_in_history);
  TEST (lifestep_counts_the_frames_that_it_shows);
  TEST (pictures_do_not_count_repeated_frames);
  return g_test_run ();
}
