/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stacked frames: what is drawn is a 3D world of the cells that a 2D one had, frame by
 * frame, however it was reached. */
#include "life/world/world-private.h"
#include "tests/support/draw/spacetime.h"
#include "tests/support/worlds/unbounded.h"

#define WIDTH 61
#define HEIGHT 44

typedef struct {
  const gchar *rule;
  LifeGeometry geometry;
  LifeKernel kernel;
  guint threads, history;
} Case;

static const Case cases[] = {
  { "B3/S23", { 70, 41, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 1, 20 },
  { "B3/S23", { 129, 65, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_AUTO, 2, 2 },
  { "B3/S23", { 37, 21, 1, LIFE_TOPOLOGY_KLEIN }, LIFE_KERNEL_NAIVE, 2, 33 },
  { "B3/S23", { 16, 16, 1, LIFE_TOPOLOGY_SPHERE }, LIFE_KERNEL_AUTO, 1, 16 },
  { "B2/S345/C4", { 64, 50, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_AUTO, 2, 18 },
  { "brians-brain", { 33, 80, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_NAIVE, 1,
      17 },
  { "R3,C0,M0,S6..11,B7..10,NM", { 65, 48, 1, LIFE_TOPOLOGY_TORUS },
      LIFE_KERNEL_AUTO, 1, 9 },
  { "B2/S34H", { 40, 33, 1, LIFE_TOPOLOGY_CROSS_SURFACE }, LIFE_KERNEL_AUTO, 1,
      12 },
  { "W30", { 50, 30, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 1, 25 },
  { "B3/S23", { 1, 1, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 1, 40 },
};

static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
  LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_POSITION, LIFE_COLOR_MODE_DISTANCE,
  LIFE_COLOR_MODE_DEPTH, LIFE_COLOR_MODE_AGE, LIFE_COLOR_MODE_NEIGHBORS,
  LIFE_COLOR_MODE_CHANGE };

/* With a soup, and a stack from the present frame on. */
static LifeWorld *
begin_case (const Case *played, guint64 seed)
{
  LifeWorld *world = new_world (
      &played->geometry, played->rule, played->kernel, played->threads);

  fill_soup (world, seed, 0.4);
  life_world_reset_stack (world, played->history, 0);
  return world;
}

/* Frames that fill all that is kept of a case, twice. */
static guint
frames_of (const Case *played)
{
  return 2 * ((played->history + 31) / 16 * 16) + 20;
}

static const Case small = { "B3/S23", { 60, 40, 1, LIFE_TOPOLOGY_TORUS },
  LIFE_KERNEL_AUTO, 1, 10 };

static Canvas *
drawn (LifeWorld *world, const LifeView *view)
{
  Canvas *canvas = canvas_new (LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);

  world_draw (world, view, &canvas->frame);
  assert_guards (canvas);
  return canvas;
}

/* Fails unless both worlds look the same. */
static void
assert_drawn_alike (
    LifeWorld *world, LifeWorld *other, const LifeView *view, const gchar *what)
{
  g_autoptr (Canvas) canvas = drawn (world, view);
  g_autoptr (Canvas) expected = drawn (other, view);

  assert_same_canvas (canvas, expected, what);
}

/* --- A model: planes one behind the other --- */

typedef struct {
  LifeGeometry flat, geometry;
  guint history;
  gsize plane;
  guint8 *cells; /* the newest plane first */
} Model;

static void
model_init (Model *model, const LifeGeometry *geometry, guint history)
{
  model->flat = *geometry;
  model->geometry = (LifeGeometry){ geometry->width, geometry->height, history,
    LIFE_TOPOLOGY_TORUS };
  model->history = history;
  model->plane = (gsize) geometry->width * geometry->height;
  model->cells = g_malloc0 (model->plane * history);
}

static void
model_see (Model *model, LifeWorld *world)
{
  read_world (world, model->cells);
}

static void
model_pass (Model *model)
{
  memmove (model->cells + model->plane, model->cells,
      model->plane * (model->history - 1));
}

static guint
age_in (const Model *model, gsize i)
{
  guint age = 0;

  for (; i < model->plane * model->history && model->cells[i] != 0;
       i += model->plane)
    age++;
  return MIN (age, 255);
}

/* In its own plane, as the modes of flat views count them. */
static guint32
neighbors_color (
    const Model *model, const LifeView *view, const LifeRule *rule, gsize i)
{
  HistoryModel plane = { .cells =
                             model->cells + i / model->plane * model->plane };

  return neighbors_model_color (
      &plane, view, &model->flat, rule, i % model->plane);
}

/* Gives each cell a state whose color is the one that it has in @view. */
static void
paint (const Model *model, const LifeRule *rule, LifeView *view, guint8 *states)
{
  guint32 colors[LIFE_MAX_STATES] = { 0 };
  guint n = 1;

  for (gsize i = 0; i < model->plane * model->history; i++) {
    guint state = 1;
    guint32 color;

    states[i] = 0;
    if (model->cells[i] == 0)
      continue;
    if (view->color_mode == LIFE_COLOR_MODE_STATE)
      color = view->state_colors[model->cells[i]];
    else if (view->color_mode == LIFE_COLOR_MODE_AGE)
      color = at_position (view, log2 (age_in (model, i)) / 8);
    else if (view->color_mode == LIFE_COLOR_MODE_CHANGE)
      color = view->palette_colors[age_in (model, i) == 1 ? 0 : 128];
    else if (view->color_mode == LIFE_COLOR_MODE_NEIGHBORS)
      color = neighbors_color (model, view, rule, i);
    else
      color = 1;
    while (state < n && colors[state] != color)
      state++;
    colors[state] = color;
    n = MAX (n, state + 1);
    states[i] = (guint8) state;
  }
  if (view->color_mode == LIFE_COLOR_MODE_CHANGE
      || (view->color_mode < LIFE_COLOR_MODE_POSITION
          && view->color_mode != LIFE_COLOR_MODE_SOLID)) {
    view->color_mode = LIFE_COLOR_MODE_STATE;
    memcpy (view->state_colors, colors, sizeof colors);
  }
}

/* What a 3D world of the model's cells looks like. */
static Canvas *
model_draw (const Model *model, const LifeRule *rule, LifeView view)
{
  g_autoptr (LifeWorld) world =
      new_world (&model->geometry, "B6/S567/C256", LIFE_KERNEL_AUTO, 2);
  g_autofree guint8 *states = g_malloc (model->plane * model->history);
  const LifeBox box = { 0, 0, 0, model->geometry.width, model->geometry.height,
    model->geometry.depth };

  view.kind = LIFE_VIEW_VOLUME;
  paint (model, rule, &view, states);
  write_box (world, &box, states);
  return drawn (world, &view);
}

/* The rays of both are in other numbers, and rounded otherwise: a few of them go by an
 * edge on the other side. */
static void
assert_like (const Canvas *canvas, const Canvas *expected, const gchar *what)
{
  guint n_different = 0, first = 0;

  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    for (guint k = 0; k < 3; k++) {
      gint a = *canvas_byte (canvas, 0, i % WIDTH * 4 + k, i / WIDTH);
      gint b = *canvas_byte (expected, 0, i % WIDTH * 4 + k, i / WIDTH);

      if (ABS (a - b) <= 1)
        continue;
      if (n_different++ == 0)
        first = i;
      break;
    }
  if (n_different <= 4)
    return;
  g_test_message ("%s: %u pixels differ, the first one at (%u, %u)", what,
      n_different, first % WIDTH, first / WIDTH);
  g_test_fail ();
}

/* --- Tests --- */

static void
test_frames_are_planes_of_a_3d_world (gconstpointer data)
{
  const Case *played = data;
  g_autoptr (LifeWorld) world = begin_case (played, 3);
  Model model;

  model_init (&model, &played->geometry, played->history);
  for (guint frame = 0; frame < frames_of (played); frame++) {
    LifeView view = spacetime_view (played->history, frame);
    g_autofree gchar *what =
        g_strdup_printf ("%s, frame %u", played->rule, frame);

    view.color_mode = modes[frame / 3 % G_N_ELEMENTS (modes)];
    /* What is done by hand belongs to the frame, also where it was drawn before. */
    if (frame % 24 == 20) {
      canvas_free (drawn (world, &view));
      fill_soup (world, frame, 0.3);
    }
    model_see (&model, world);
    if (frame % 3 == 0 || frame < 4) {
      g_autoptr (Canvas) canvas = drawn (world, &view);
      g_autoptr (Canvas) expected =
          model_draw (&model, life_world_get_rule (world), view);

      assert_like (canvas, expected, what);
    }
    model_pass (&model);
    pass_frame (world, 1 + frame % 2);
  }
  g_free (model.cells);
}

/* A way that begins late enough for the frames before it not to be known. */
static void
test_frames_are_the_same_however_reached (gconstpointer data)
{
  const Case *played = data;
  g_autoptr (LifeWorld) world = begin_case (played, 3);

  for (guint frame = 0; frame < frames_of (played); frame++) {
    LifeView view = spacetime_view (played->history, frame);
    guint back = MIN (frame, played->history - 1 + LIFE_STACK_LEAD);
    g_autoptr (LifeWorld) other = NULL;
    g_autofree gchar *what =
        g_strdup_printf ("%s, frame %u", played->rule, frame);

    if (frame % 5 == 0) {
      other = new_world (
          &played->geometry, played->rule, played->kernel, played->threads);
      fill_soup (other, 3, 0.4);
      /* What was stacked before is forgotten. */
      life_world_reset_stack (other, played->history, 5);
      for (guint i = 0; i < 7; i++)
        pass_frame (other, 1);
      life_world_reset (other, NULL);
      fill_soup (other, 3, 0.4);
      step (other, frame - back);
      life_world_reset_stack (other, played->history, frame - back);
      while (back-- > 0)
        pass_frame (other, 1);
      assert_drawn_alike (other, world, &view, what);
    }
    pass_frame (world, 1);
  }
}

/* As a GPU looks ahead. */
static void
test_reverted_frames_leave_nothing (gconstpointer data)
{
  const Case *played = data;
  g_autoptr (LifeWorld) world = begin_case (played, 4);
  g_autoptr (LifeWorld) other = begin_case (played, 4);

  for (guint frame = 0; frame < frames_of (played); frame++) {
    LifeView view = spacetime_view (played->history, frame);
    g_autoptr (Canvas) canvas = drawn (world, &view);
    g_autoptr (Canvas) ahead = NULL, again = NULL, plain = NULL;

    if (frame % 4 == 1) {
      g_assert_true (life_world_mark (world, 1));
      pass_frame (world, 1);
      ahead = drawn (world, &view);
      world_revert (world);
      again = drawn (world, &view);
      assert_same_canvas (again, canvas, played->rule);
    }
    plain = drawn (other, &view);
    assert_same_canvas (canvas, plain, played->rule);
    pass_frame (world, 1);
    pass_frame (other, 1);
  }
}

static void
test_a_stack_is_empty_after_a_rule_of_more_states (void)
{
  static const gchar *const rules[] = { "B2/S345/C4", "brians-brain",
    "R3,C4,M0,S6..11,B7..10,NM" };
  const LifeView view = spacetime_view (10, 0);

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    LifeRule rule = rule_of (2, rules[i]);
    g_autoptr (LifeWorld) world = begin_case (&small, 3);
    g_autoptr (LifeWorld) fresh =
        new_world (&small.geometry, rules[i], LIFE_KERNEL_AUTO, 1);

    pass_frame (world, 1);
    pass_frame (world, 1);
    world_set_rule (world, &rule);
    fill_soup (world, 3, 0.4);
    pass_frame (world, 1);

    fill_soup (fresh, 3, 0.4);
    life_world_reset_stack (fresh, 10, 2);
    pass_frame (fresh, 1);
    assert_drawn_alike (world, fresh, &view, rules[i]);
  }
}

/* Also where another engine runs it. */
static void
test_a_rule_of_as_many_states_leaves_the_stack (void)
{
  static const gchar *const rules[] = { "B36/S125", "R3,C0,M0,S6..11,B7..10,NM",
    "B3/S23V" };
  const LifeView view = spacetime_view (10, 0);
  g_autoptr (LifeWorld) world = begin_case (&small, 3);
  Model model;

  model_init (&model, &small.geometry, 10);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    LifeRule rule = rule_of (2, rules[i]);
    g_autoptr (Canvas) canvas = NULL, expected = NULL;

    for (guint frame = 0; frame < 3; frame++) {
      model_see (&model, world);
      model_pass (&model);
      pass_frame (world, 1);
    }
    world_set_rule (world, &rule);
    model_see (&model, world);
    canvas = drawn (world, &view);
    expected = model_draw (&model, life_world_get_rule (world), view);
    assert_like (canvas, expected, rules[i]);
  }
  g_free (model.cells);
}

/* Ages in a stack are its own; those that were counted stay as they are. */
static void
test_drawing_a_stack_leaves_history_as_it_is (void)
{
  g_autoptr (LifeWorld) world =
      new_world (&small.geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeWorld) other =
      new_world (&small.geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  const LifeView flat = history_view (LIFE_COLOR_MODE_AGE, 16);
  LifeView stacked = spacetime_view (10, 0);

  stacked.color_mode = LIFE_COLOR_MODE_AGE;
  fill_soup (world, 3, 0.4);
  fill_soup (other, 3, 0.4);
  for (guint frame = 0; frame < 10; frame++) {
    g_autoptr (Canvas) body = NULL;

    world_record (world);
    world_record (other);
    step (world, 1);
    step (other, 1);
    body = drawn (world, &stacked);
    assert_drawn_alike (world, other, &flat, "history");
  }
}

/* Without a stack, or with one of another number of frames, there is but the present
 * one. */
static void
test_a_view_alone_shows_the_present_frame (void)
{
  const LifeView view = spacetime_view (10, 0);
  g_autoptr (LifeWorld) world =
      new_world (&small.geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (Canvas) canvas = NULL, other = NULL, ended = NULL;

  fill_soup (world, 3, 0.4);
  step (world, 1);
  canvas = drawn (world, &view);
  fill_soup (world, 4, 0.4);
  life_world_reset_stack (world, 12, 0);
  pass_frame (world, 1);
  fill_soup (world, 3, 0.4);
  step (world, 1);
  other = drawn (world, &view);
  assert_same_canvas (other, canvas, "another number of frames");
  pass_frame (world, 1);
  life_world_reset_stack (world, 0, 0);
  fill_soup (world, 3, 0.4);
  step (world, 1);
  ended = drawn (world, &view);
  assert_same_canvas (ended, canvas, "ended");
}

static void
test_a_history_that_does_not_fit_reports_its_size (void)
{
  const LifeGeometry geometry = { 16384, 16384, 1, LIFE_TOPOLOGY_TORUS };
  const LifeView view = spacetime_view (LIFE_MAX_SPACETIME, 0);
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 8, 8);
  GError *error = NULL;

  g_assert_false (life_world_draw (world, &view, &canvas->frame, &error));
  assert_message (g_steal_pointer (&error), LIFE_ERROR_MEMORY,
      "a history of 65536 frames needs|2.0 TiB|make history");
  life_world_reset_stack (world, LIFE_MAX_SPACETIME, 0);
  g_assert_false (life_world_record_stack (world, &error));
  assert_message (error, LIFE_ERROR_MEMORY, "");
}

/* Worlds without edges have none. */
static void
test_an_engine_without_stacks_refuses_them (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  g_autoptr (LifeWorld) other = new_unbounded ("B36/S23", 1);
  GError *error = NULL;

  g_assert_true (
      life_renderer_move_records (world->renderer, other->renderer, &error));
  g_assert_no_error (error);
}

static void
add_cases (const gchar *name, GTestDataFunc test)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *path = g_strdup_printf ("/spacetime/%s/%u", name, i);

    g_test_add_data_func (path, &cases[i], test);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_cases (
      "frames-are-planes-of-a-3d-world", test_frames_are_planes_of_a_3d_world);
  add_cases ("frames-are-the-same-however-reached",
      test_frames_are_the_same_however_reached);
  add_cases ("frames-that-are-taken-back-leave-nothing",
      test_reverted_frames_leave_nothing);
#define TEST(name) g_test_add_func ("/spacetime/" #name, test_##name)
  TEST (a_stack_is_empty_after_a_rule_of_more_states);
  TEST (a_rule_of_as_many_states_leaves_the_stack);
  TEST (drawing_a_stack_leaves_history_as_it_is);
  TEST (a_view_alone_shows_the_present_frame);
  TEST (an_engine_without_stacks_refuses_them);
  TEST (a_history_that_does_not_fit_reports_its_size);
  return g_test_run ();
}
