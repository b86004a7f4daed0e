/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Modes that color cells by the frames before, or by their neighbors: frames of every
 * engine on the CPU against a plain model. */
#include "life/render/cpu-renderer.h"
#include "tests/support/draw/history.h"
#include "tests/support/worlds/compare.h"

typedef struct {
  const gchar *rule;
  LifeGeometry geometry;
  LifeKernel kernel;
  guint threads;
} Case;

static const Case cases[] = {
  { "B3/S23", { 131, 70, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 1 },
  { "B3/S23", { 37, 21, 1, LIFE_TOPOLOGY_KLEIN }, LIFE_KERNEL_NAIVE, 2 },
  { "B2/S345/C4", { 64, 50, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_AUTO, 2 },
  { "R3,C0,M0,S6..11,B7..10,NM", { 65, 48, 1, LIFE_TOPOLOGY_TORUS },
      LIFE_KERNEL_AUTO, 1 },
  { "B3/S23V", { 40, 33, 1, LIFE_TOPOLOGY_CROSS_SURFACE }, LIFE_KERNEL_AUTO,
      1 },
  { "B2/S34H", { 40, 33, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 1 },
  { "B6/S567", { 30, 20, 14, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 2 },
  { "B6/S567", { 9, 97, 90, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_AUTO, 2 },
  { "B4/S3,4F", { 20, 14, 9, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_NAIVE, 1 },
  { "W30", { 50, 30, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 1 },
};

static const struct {
  LifeColorMode mode;
  guint trail;
} modes[] = {
  { LIFE_COLOR_MODE_AGE, 16 },
  { LIFE_COLOR_MODE_TRAIL, 16 },
  { LIFE_COLOR_MODE_TRAIL, 1 },
  { LIFE_COLOR_MODE_TRAIL, 250 },
  { LIFE_COLOR_MODE_AGE_TRAIL, 16 },
  { LIFE_COLOR_MODE_AGE_TRAIL, 120 },
  { LIFE_COLOR_MODE_CHANGE, 16 },
  { LIFE_COLOR_MODE_NEIGHBORS, 16 },
};

static const gdouble zooms[] = { 1, 3, 1.5, 0.5, 0.3, 0.25 };

static const guint drawn_frames[] = { 0, 1, 2, 9, 40, 200, 254, 255, 256, 257,
  299 };

/* A world that is played, and what the model says of it. */
typedef struct {
  LifeWorld *world;
  HistoryModel model;
} Played;

static Played *
played_new (const Case *played)
{
  Played *self = g_new0 (Played, 1);

  self->world = new_world (
      &played->geometry, played->rule, played->kernel, played->threads);
  history_model_init (&self->model, &played->geometry);
  fill_soup (self->world, 8, 0.35);
  return self;
}

static void
played_free (Played *self)
{
  life_world_free (self->world);
  history_model_clear (&self->model);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Played, played_free)

/* The present frame is over. */
static void
played_pass (Played *self, guint64 generations)
{
  history_model_pass (&self->model);
  world_record (self->world);
  step (self->world, generations);
}

static void
draw_world (LifeWorld *world, const LifeView *view, Canvas *canvas)
{
  world_draw (world, view, &canvas->frame);
  assert_guards (canvas);
}

static void
reset (LifeWorld *world)
{
  GError *error = NULL;

  life_world_reset_history (world, &error);
  g_assert_no_error (error);
}

/* Draws the world as it is now, and what the model makes of it, in one of the formats. */
static void
assert_drawn_at (Played *self, const LifeView *view, guint salt, guint width,
    guint height, const gchar *what)
{
  const LifeGeometry *geometry = life_world_get_geometry (self->world);
  g_autoptr (Canvas) drawn = canvas_new (salt % N_FORMATS, width, height);
  g_autoptr (Canvas) expected = NULL;
  g_autoptr (ByteWorld) painted = NULL;
  LifeDrawer drawer = { 0 };
  LifeView states;

  canvas_fill (drawn, 5, 3);
  expected = canvas_copy (drawn);
  history_model_see (&self->model, self->world);
  painted = history_model_paint (
      &self->model, view, geometry, life_world_get_rule (self->world), &states);
  draw_with (&drawer, NULL, painted, &states, expected);
  life_drawer_clear (&drawer);
  draw_world (self->world, view, drawn);
  assert_same_canvas (drawn, expected, what);
}

static void
assert_drawn (Played *self, const LifeView *view, guint salt, const gchar *what)
{
  assert_drawn_at (self, view, salt, 47, 35, what);
}

/* Every mode at some of the zooms, across every axis. */
static void
draw_modes (Played *self, guint salt, const gchar *what)
{
  const LifeGeometry *geometry = life_world_get_geometry (self->world);

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++, salt++) {
    LifeView view = history_view (modes[i].mode, modes[i].trail);
    g_autofree gchar *text = NULL;

    view.zoom = zooms[salt % G_N_ELEMENTS (zooms)];
    view.overlay = salt % 5 == 0;
    if (geometry->depth > 1) {
      view.axis = salt % 3;
      view.slice = salt % 9;
    }
    text = g_strdup_printf ("%s mode %u trail %u zoom %g axis %u %s", what,
        modes[i].mode, modes[i].trail, view.zoom, view.axis,
        view.overlay ? "over" : "");
    assert_drawn (self, &view, salt / 2, text);
  }
}

static void
test_frames_are_those_of_a_model (gconstpointer data)
{
  const Case *played = data;
  g_autoptr (Played) self = played_new (played);
  guint next = 0;

  for (guint frame = 0; frame < 300; frame++) {
    history_model_see (&self->model, self->world);
    if (next < G_N_ELEMENTS (drawn_frames) && drawn_frames[next] == frame) {
      g_autofree gchar *what =
          g_strdup_printf ("%s frame %u", played->rule, frame);

      draw_modes (self, next++ * 3, what);
    }
    played_pass (self, 1 + frame % 3);
    /* What is done by hand belongs to the frame. */
    if (frame % 50 == 20)
      fill_soup (self->world, frame, 0.3);
  }
}

/* Counts beyond 16 bits, of rows next to which the world is shorter and longer than
 * what is counted at once. */
static void
test_far_neighbors_are_those_of_a_model (void)
{
  static const Case far[] = {
    { "R51,C0,M0,S1500..2500,B1500..2000,NN",
        { 61, 43, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_AUTO, 1 },
    { "R70,C3,M1,S5000..7000,B5000..6000,NC",
        { 530, 4, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 1 },
    { "R128,C0,M1,S20000..30000,B20000..27000,NM",
        { 17, 9, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 1 },
    { "R500,C0,M1,S256690..390350,B231880..306530,NM",
        { 7, 5, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 1 },
    { "R500,C0,M1,S256690..390350,B231880..306530,NN",
        { 40, 2, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_AUTO, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (far); i++) {
    LifeView view = history_view (LIFE_COLOR_MODE_NEIGHBORS, 16);
    g_autoptr (Played) self = played_new (&far[i]);

    fill_soup (self->world, 3, 0.9);
    assert_drawn_at (self, &view, 0, far[i].geometry.width,
        far[i].geometry.height, far[i].rule);
  }
}

static void
test_colors_of_changes_do_not_turn (void)
{
  LifeView view = history_view (LIFE_COLOR_MODE_CHANGE, 1);
  g_autoptr (Played) self = played_new (&cases[2]);

  for (guint frame = 0; frame < 5; frame++) {
    view.palette_phase = frame / 5.0;
    assert_drawn (self, &view, frame, "turned");
    played_pass (self, 1);
  }
}

static const Case life = { "B3/S23", { 90, 64, 1, LIFE_TOPOLOGY_TORUS },
  LIFE_KERNEL_AUTO, 1 };

/* A frame follows from the 255 before it. */
static void
test_history_is_the_last_255_frames (void)
{
  LifeView view = history_view (LIFE_COLOR_MODE_AGE_TRAIL, 255);
  g_autoptr (Canvas) whole = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 90, 64);
  g_autoptr (Canvas) last = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 90, 64);

  for (guint i = 0; i < 2; i++) {
    g_autoptr (Played) self = played_new (&life);

    for (guint frame = 0; frame < 300; frame++) {
      if (i == 1 && frame == 300 - 255)
        reset (self->world);
      played_pass (self, 1);
    }
    draw_world (self->world, &view, i == 0 ? whole : last);
  }
  assert_same_canvas (last, whole, "the last 255 frames");
}

/* Not the memory either, which is there again when a frame is drawn. */
static void
test_dropped_frames_use_no_memory (void)
{
  LifeView view = history_view (LIFE_COLOR_MODE_AGE_TRAIL, 16);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LifeGeometry *geometry = &cases[i].geometry;
    g_autoptr (Played) self = played_new (&cases[i]);
    LifeWorld *world = self->world;
    g_autoptr (Canvas) fresh =
        canvas_new (LIFE_PIXEL_FORMAT_RGBA, geometry->width, geometry->height);
    g_autoptr (Canvas) again = canvas_copy (fresh);
    const LifeHistory *history =
        &((LifeCpuRenderer *) life_world_get_renderer (world))->history;

    draw_world (world, &view, fresh);
    world_record (world);
    life_world_mark (world, 1);
    world_record (world);
    g_assert_true (history->present != NULL && history->previous != NULL);
    reset (world);
    g_assert_true (history->present == NULL && history->previous == NULL
                   && history->last == NULL);
    draw_world (world, &view, again);
    assert_same_canvas (again, fresh, cases[i].rule);
  }
}

/* A frame that was counted in looking ahead is taken back with the step. */
static void
test_reading_ahead_leaves_history (void)
{
  LifeView view = history_view (LIFE_COLOR_MODE_AGE_TRAIL, 16);
  g_autoptr (Played) self = played_new (&life);
  LifeWorld *world = self->world;

  for (guint frame = 0; frame < 40; frame++) {
    assert_drawn (self, &view, frame, "before");
    g_assert_true (life_world_mark (world, 1));
    world_record (world);
    step (world, 1);
    if (frame % 3 != 0) {
      history_model_pass (&self->model);
      continue;
    }
    world_revert (world);
    /* Of a cell that is killed by hand it is known when it lived before. */
    if (frame % 2 == 0)
      world_clear (world);
    assert_drawn (self, &view, frame, "taken back");
    history_model_pass (&self->model);
    world_record (world);
    fill_soup (world, frame, 0.35);
    step (world, 1);
  }
}

/* The world, and what of it is seen in the next frame: the whole, a part, or nothing. */
static void
draw_part (Played *self, guint frame)
{
  static const struct {
    guint width, height, times;
    gdouble zoom;
  } parts[] = { { 300, 290, 1, 1 }, { 300, 290, 2, 1 }, { 341, 311, 1, 1 },
    { 300, 201, 2, 1 }, { 170, 290, 1, 1 }, { 90, 70, 1, 3 },
    { 150, 145, 1, 0.5 }, { 450, 435, 1, 1.5 }, { 0, 0, 0, 1 } };
  guint part = frame % G_N_ELEMENTS (parts);
  /* All but the last one, which does not look back. */
  guint mode = frame % (G_N_ELEMENTS (modes) - 1);
  LifeView view = history_view (modes[mode].mode, modes[mode].trail);
  g_autofree gchar *what = g_strdup_printf ("frame %u part %u", frame, part);

  view.zoom = parts[part].zoom;
  for (guint i = 0; i < parts[part].times; i++)
    assert_drawn_at (
        self, &view, frame / 2, parts[part].width, parts[part].height, what);
}

/* It is counted when it is looked at next, however that is, or when something else needs
 * it. */
static void
test_a_frame_is_counted_whatever_comes_next (void)
{
  static const gchar *const rules[] = { "B3/S23", "R2,C0,M0,S3..7,B4..6,NM" };
  const Case large = { rules[0], { 300, 290, 1, LIFE_TOPOLOGY_TORUS },
    LIFE_KERNEL_AUTO, 2 };
  g_autoptr (Played) self = played_new (&large);
  LifeWorld *world = self->world;

  for (guint frame = 0; frame < 200; frame++) {
    LifeRule rule = rule_of (2, rules[frame / 7 % 2]);

    world_set_rule (world, &rule);
    draw_part (self, frame);
    if (frame % 5 == 4) {
      fill_soup (world, frame, 0.3);
      draw_part (self, frame / 5);
    }
    if (frame % 11 == 10) {
      g_assert_true (life_world_mark (world, 1));
      world_record (world);
      step (world, 1);
      world_revert (world);
      draw_part (self, frame / 11);
    }
    history_model_see (&self->model, world);
    history_model_pass (&self->model);
    world_record (world);
    if (frame % 3 == 2)
      fill_soup (world, frame, 0.4);
    step (world, 1);
  }
}

/* A rule that another engine runs takes the history along. */
static void
test_history_outlives_the_engine (void)
{
  static const gchar *const rules[] = { "B3/S23", "B3/S23:T70,44",
    "R2,C0,M0,S3..7,B4..6,NM", "B2/S/C3", "B3/S23" };
  const Case small = { rules[0], { 70, 44, 1, LIFE_TOPOLOGY_TORUS },
    LIFE_KERNEL_AUTO, 1 };
  LifeView view = history_view (LIFE_COLOR_MODE_AGE_TRAIL, 90);
  g_autoptr (Played) self = played_new (&small);

  for (guint frame = 0; frame < 40; frame++) {
    LifeRule rule = rule_of (2, rules[frame / 8]);

    world_set_rule (self->world, &rule);
    assert_drawn (self, &view, frame, rules[frame / 8]);
    played_pass (self, 1);
  }
}

/* Rows that end within a vector, or after many, and wrap in every way; all modes as
 * the whole of the world shows them. */
static void
play_whole (const Case *played, const gchar *what)
{
  const guint width = played->geometry.width, height = played->geometry.height;
  g_autoptr (Played) self = played_new (played);

  for (guint frame = 0; frame < 28; frame++) {
    LifeView view = history_view (modes[frame % G_N_ELEMENTS (modes)].mode, 60);
    g_autofree gchar *text = g_strdup_printf ("%s %s %ux%u mode %u", what,
        played->rule, width, height, view.color_mode);

    assert_drawn_at (self, &view, frame, width, height, text);
    played_pass (self, 1);
  }
}

static void
test_all_vectors_agree (void)
{
  static const Case played[] = {
    { "B3/S23", { 203, 61, 1, LIFE_TOPOLOGY_TORUS } },
    { "B3/S23", { 2051, 7, 1, LIFE_TOPOLOGY_TORUS } },
    { "B3/S23", { 4096, 6, 1, LIFE_TOPOLOGY_PLANE } },
    { "B3/S23", { 128, 64, 1, LIFE_TOPOLOGY_TORUS, FALSE, 3 } },
    { "B3/S23", { 65, 50, 1, LIFE_TOPOLOGY_TORUS, FALSE, 0, 5 } },
    { "B3/S23", { 70, 41, 1, LIFE_TOPOLOGY_KLEIN, TRUE } },
    { "B3/S23", { 53, 53, 1, LIFE_TOPOLOGY_SPHERE } },
    { "B2/S345/C4", { 129, 33, 1, LIFE_TOPOLOGY_CROSS_SURFACE } },
    { "B3/S23", { 1, 1, 1, LIFE_TOPOLOGY_TORUS } },
    { "B3/S23", { 2, 3, 1, LIFE_TOPOLOGY_TORUS } },
    { "B2/S34H", { 63, 9, 1, LIFE_TOPOLOGY_TORUS } },
    { "B3/S23V", { 64, 9, 1, LIFE_TOPOLOGY_PLANE } },
    { "R1,C0,M0,S2..3,B3..3,NM", { 192, 9, 1, LIFE_TOPOLOGY_TORUS } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cpu_paths); i++)
    for (guint k = 0; use_cpu_path (cpu_paths[i]) && k < G_N_ELEMENTS (played);
         k++)
      play_whole (&played[k], cpu_paths[i]);
  use_any_cpu_path ();
}

/* --- Memory --- */

static void
assert_history_is_refused (const LifeGeometry *geometry, const gchar *needed)
{
  guint64 peak = peak_of_address_space ();
  LifeHistory history = { 0 };
  GError *error = NULL;

  g_assert_false (life_history_need (&history, geometry, &error));
  assert_message (error, LIFE_ERROR_MEMORY, needed);
  g_assert_null (history.present);
  g_assert_cmpuint (peak_of_address_space () - peak, <, 64 * 1024 * 1024);
}

static void
test_history_that_does_not_fit_is_refused_before_any_allocation (void)
{
  const LifeGeometry wide = { 1u << 30, 1u << 20, 1, LIFE_TOPOLOGY_TORUS };
  const LifeGeometry largest = { G_MAXUINT32, G_MAXUINT32, 1,
    LIFE_TOPOLOGY_TORUS };
  const LifeGeometry deep = { G_MAXUINT32, G_MAXUINT32, G_MAXUINT32,
    LIFE_TOPOLOGY_PLANE };

  /* A byte and a bit for each cell. */
#define NEEDS "a history of frames needs | is available|"
  assert_history_is_refused (&wide, NEEDS "1.1 PiB of memory");
  assert_history_is_refused (
      &largest, NEEDS "more memory than can be addressed");
  assert_history_is_refused (&deep, NEEDS "more memory than can be addressed");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *name =
        g_strdup_printf ("/history/frames-are-those-of-a-model/%s/%s",
            cases[i].rule, topology_names[cases[i].geometry.topology]);

    g_test_add_data_func (name, &cases[i], test_frames_are_those_of_a_model);
  }
#define TEST(name) g_test_add_func ("/history/" #name, test_##name)
  TEST (far_neighbors_are_those_of_a_model);
  TEST (colors_of_changes_do_not_turn);
  TEST (history_is_the_last_255_frames);
  TEST (dropped_frames_use_no_memory);
  TEST (reading_ahead_leaves_history);
  TEST (a_frame_is_counted_whatever_comes_next);
  TEST (history_outlives_the_engine);
  TEST (all_vectors_agree);
  TEST (history_that_does_not_fit_is_refused_before_any_allocation);
  return g_test_run ();
}
