/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What color a cell of a body has: by the cell that a plain caster finds, in every color
 * mode, and the palette's colors for numbers of cells. How it is lit is in
 * test-body-light.c: here a frame in plain white says how much light a pixel has. */
#include "tests/support/draw/body.h"
#include "tests/support/draw/history.h"

static Scene *
soup_scene (gint width, gint height, gint depth, const gchar *rule,
    LifeKernel kernel, guint states)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (width);
  Scene *scene = scene_new ((gint[]){ width, height, depth }, rule, kernel);

  soup_fill (scene->soup, random, 0.1, states);
  set_cells (scene->world, scene->soup->cells);
  scene_draw (scene);
  return scene;
}

static gsize
number_of (const Scene *scene, const CasterHit *hit)
{
  const gint *size = scene->soup->world.size;

  return ((gsize) hit->cell[2] * size[1] + hit->cell[1]) * (gsize) size[0]
         + hit->cell[0];
}

/* Whether a pixel has a color in so much of 255 of light. */
static gboolean
is_lit (const Canvas *canvas, guint x, guint y, guint light, guint32 argb)
{
  for (guint k = 0; k < 3; k++) {
    gdouble full = argb >> (16 - 8 * k) & 255;

    if (fabs (full * light / 255 - canvas_get (canvas, k, x, y)) > 1.1)
      return FALSE;
  }
  return TRUE;
}

/* The color of a cell; @tie is added to its part of a way, which may be close to that
 * of another color. */
typedef guint32 (*ColorOfCell) (
    const Scene *scene, const CasterHit *hit, gdouble tie, gpointer data);

/* Compares a frame in @mode with the color of each cell. */
static void
check_colors (
    Scene *scene, LifeColorMode mode, ColorOfCell color, gpointer data)
{
  g_autoptr (Canvas) light = NULL, canvas = NULL;
  guint seen = 0, wrong = 0;

  scene->view.color_mode = LIFE_COLOR_MODE_SOLID;
  light = scene_frame (scene);
  scene->view.color_mode = mode;
  canvas = scene_frame (scene);
  for (guint y = 0; y < SCENE_HEIGHT; y++)
    for (guint x = 0; x < SCENE_WIDTH; x++) {
      guint white = canvas_get (light, 0, x, y);
      const CasterHit hit = scene->hits[y][x];

      if (hit.axis < 0 || scene->is_tie[y][x])
        continue;
      seen++;
      if (!is_lit (canvas, x, y, white, color (scene, &hit, -1e-4, data))
          && !is_lit (canvas, x, y, white, color (scene, &hit, 1e-4, data))
          && wrong++ < 5)
        fail ("pixel (%u, %u) in mode %d is %u, %u, %u, not %08x in %u", x, y,
            mode, canvas_get (canvas, 0, x, y), canvas_get (canvas, 1, x, y),
            canvas_get (canvas, 2, x, y), color (scene, &hit, 0, data), white);
    }
  g_assert_cmpuint (seen, >, 300);
}

/* --- States --- */

static guint32
color_of_state (
    const Scene *scene, const CasterHit *hit, gdouble tie, gpointer data)
{
  return scene->view.state_colors[scene->soup->cells[number_of (scene, hit)]];
}

/* Engines keep states as bytes, and as planes of bits. */
static void
test_states_have_their_colors (void)
{
  static const LifeKernel kernels[] = { LIFE_KERNEL_NAIVE, LIFE_KERNEL_AUTO };
  static const guint states[] = { 3, 5, 9 };

  for (guint i = 0; i < G_N_ELEMENTS (kernels) * G_N_ELEMENTS (states); i++) {
    g_autofree gchar *rule = g_strdup_printf ("B4/S4/C%u", states[i / 2]);
    g_autoptr (Scene) scene =
        soup_scene (20 + (gint) i, 15, 18, rule, kernels[i % 2], states[i / 2]);

    for (guint state = 0; state < LIFE_MAX_STATES; state++)
      scene->view.state_colors[state] = 0xff000000 | (state * 0x3571c9 + 0x40);
    check_colors (scene, LIFE_COLOR_MODE_STATE, color_of_state, NULL);
    check_colors (scene, LIFE_COLOR_MODE_AUTO, color_of_state, NULL);
  }
}

static guint32
white (const Scene *scene, const CasterHit *hit, gdouble tie, gpointer data)
{
  return 0xffffffff;
}

/* Modes that say something of dead cells, or of a pixel, say nothing of a live one. */
static void
test_other_modes_have_the_alive_color (void)
{
  g_autoptr (Scene) scene =
      soup_scene (21, 15, 18, "B6/S567", LIFE_KERNEL_AUTO, 2);

  check_colors (scene, LIFE_COLOR_MODE_AUTO, white, NULL);
  check_colors (scene, LIFE_COLOR_MODE_DENSITY, white, NULL);
  check_colors (scene, LIFE_COLOR_MODE_TRAIL, white, NULL);
}

/* --- Age and neighbors --- */

static guint32
color_of_age (
    const Scene *scene, const CasterHit *hit, gdouble tie, gpointer data)
{
  return history_model_color (data, &scene->view, number_of (scene, hit));
}

static guint32
color_of_neighbors (
    const Scene *scene, const CasterHit *hit, gdouble tie, gpointer data)
{
  return neighbors_model_color (data, &scene->view,
      life_world_get_geometry (scene->world),
      life_world_get_rule (scene->world), number_of (scene, hit));
}

/* Frames of a world as a model counts them, too. */
static void
pass_frames (Scene *scene, HistoryModel *model, guint n)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++) {
    history_model_see (model, scene->world);
    history_model_pass (model);
    life_world_record_history (scene->world, &error);
    g_assert_no_error (error);
    step (scene->world, 1);
  }
  history_model_see (model, scene->world);
  memcpy (scene->soup->cells, model->cells, model->n);
  scene_draw (scene);
}

static void
check_history (gint width, LifeKernel kernel)
{
  g_autoptr (Scene) scene = soup_scene (width, 14, 17, "B5/S1..26", kernel, 2);
  HistoryModel model;

  history_model_init (&model, life_world_get_geometry (scene->world));
  pass_frames (scene, &model, 5);
  check_colors (scene, LIFE_COLOR_MODE_AGE, color_of_age, &model);
  check_colors (scene, LIFE_COLOR_MODE_AGE_TRAIL, color_of_age, &model);
  check_colors (scene, LIFE_COLOR_MODE_CHANGE, color_of_age, &model);
  check_colors (scene, LIFE_COLOR_MODE_NEIGHBORS, color_of_neighbors, &model);
  history_model_clear (&model);
}

static void
test_ages_and_neighbors_are_those_of_the_cell (void)
{
  check_history (25, LIFE_KERNEL_AUTO);
  check_history (70, LIFE_KERNEL_NAIVE);
}

/* --- Places --- */

/* The palette's color at a part of the way. */
static guint32
color_at (const Scene *scene, gdouble part)
{
  guint index = (guint) floor (CLAMP (part, 0, 1) * 254);

  return scene->view.palette_colors[(guint) floor (index / 254. * 255 + 0.5)];
}

static guint32
color_of_distance (
    const Scene *scene, const CasterHit *hit, gdouble tie, gpointer data)
{
  const gint *size = scene->soup->world.size;
  gdouble sum = 0, whole = 0;

  for (guint i = 0; i < 3; i++) {
    gdouble off = hit->cell[i] + 0.5 - size[i] / 2.0;

    sum += off * off;
    whole += size[i] / 2.0 * (size[i] / 2.0);
  }
  return color_at (scene, sqrt (sum / whole) + tie);
}

static guint32
color_of_depth (
    const Scene *scene, const CasterHit *hit, gdouble tie, gpointer data)
{
  gdouble near, far;

  scene_measure (scene, &near, &far);
  return color_at (scene, (hit->t - near) / (far - near) + tie);
}

static void
test_distance_and_depth_lead_through_the_palette (void)
{
  g_autoptr (Scene) scene =
      soup_scene (22, 15, 27, "B6/S567", LIFE_KERNEL_AUTO, 2);

  check_colors (scene, LIFE_COLOR_MODE_DISTANCE, color_of_distance, NULL);
  check_colors (scene, LIFE_COLOR_MODE_DEPTH, color_of_depth, NULL);
}

/* The color of a lone cell in the mode of places, as if it were fully lit. */
static void
color_of_position (gint x, gint y, gint z, gdouble rgb[3])
{
  g_autoptr (Soup) soup = soup_new (9, 9, 9);
  LifeView view = bare_view (LIFE_VIEW_VOLUME, 30, 25);
  g_autoptr (Canvas) white = NULL, canvas = NULL;
  guint light = 0;

  soup_set (soup, x, y, z, 1);
  white = body_frame (
      soup, &view, LIFE_PIXEL_FORMAT_RGBA, SCENE_WIDTH, SCENE_HEIGHT);
  view.color_mode = LIFE_COLOR_MODE_POSITION;
  canvas = body_frame (
      soup, &view, LIFE_PIXEL_FORMAT_RGBA, SCENE_WIDTH, SCENE_HEIGHT);
  for (guint row = 0; row < SCENE_HEIGHT; row++)
    for (guint column = 0; column < SCENE_WIDTH; column++)
      if (canvas_get (white, 0, column, row) > light) {
        light = canvas_get (white, 0, column, row);
        for (guint k = 0; k < 3; k++)
          rgb[k] = canvas_get (canvas, k, column, row) * 255.0 / light;
      }
  g_assert_cmpuint (light, >, 100);
}

static void
test_positions_have_hues_and_lighten_upwards (void)
{
  gdouble top[3], bottom[3], sides[4][3], hue[3] = { 0 };
  static const gint positions[4][2] = { { 8, 4 }, { 4, 8 }, { 0, 4 },
    { 4, 0 } };

  color_of_position (7, 0, 2, top);
  color_of_position (7, 8, 2, bottom);
  for (guint k = 0; k < 3; k++) {
    g_assert_cmpfloat (bottom[k], <, top[k] * 0.7);
    /* Of one hue. */
    g_assert_cmpfloat_with_epsilon (
        bottom[k] / bottom[0], top[k] / top[0], 0.1);
  }
  /* Opposite sides lie opposite on the circle of hues, so that they sum to gray. */
  for (guint i = 0; i < 4; i++)
    color_of_position (positions[i][0], 4, positions[i][1], sides[i]);
  for (guint i = 0; i < 2; i++) {
    for (guint k = 0; k < 3; k++)
      hue[k] = sides[i][k] + sides[i + 2][k];
    g_assert_cmpfloat_with_epsilon (hue[0], hue[1], 6);
    g_assert_cmpfloat_with_epsilon (hue[0], hue[2], 6);
    g_assert_cmpfloat (
        fabs (sides[i][0] - sides[i][1]) + fabs (sides[i][1] - sides[i][2]), >,
        30);
  }
}

/* --- Numbers of cells --- */

/* The index of so many of at most @maximum. */
static gdouble
density_index (gdouble gain, guint count, guint maximum)
{
  return 1 + 254 * log1p (gain * count) / log1p (gain * maximum);
}

static guint32
density_color (const Scene *scene, guint index)
{
  gdouble position = 0.85 * (255 - index) / 254;

  return scene->view.palette_colors[(guint) floor (position * 255 + 0.5)];
}

static void
check_xray (Scene *scene, gdouble gain)
{
  const gint *size = scene->soup->world.size;
  const guint maximum = (guint) (size[0] + size[1] + size[2] - 2);
  g_autoptr (Canvas) canvas = NULL;
  guint seen = 0;

  scene->view.kind = LIFE_VIEW_XRAY;
  scene->view.density_gain = gain;
  canvas = scene_frame (scene);
  for (guint y = 0; y < SCENE_HEIGHT; y++)
    for (guint x = 0; x < SCENE_WIDTH; x++) {
      const CasterHit hit = scene->hits[y][x];
      gdouble index = density_index (gain, hit.count, maximum);
      guint32 low = density_color (scene, (guint) (index + 0.5 - 1e-6));
      guint32 high = density_color (scene, (guint) (index + 0.5 + 1e-6));

      if (scene->is_count_tie[y][x])
        continue;
      seen += hit.count > 0;
      if (hit.count == 0)
        low = high = 0xff000000;
      if (!is_lit (canvas, x, y, 255, low) && !is_lit (canvas, x, y, 255, high))
        fail ("pixel (%u, %u) of %u cells has red %u, not %u", x, y, hit.count,
            canvas_get (canvas, 0, x, y), low >> 16 & 255);
    }
  g_assert_cmpuint (seen, >, 300);
}

static void
test_xray_has_the_color_of_how_many_cells_are_on_the_ray (void)
{
  static const gdouble gains[] = { 1, 0.01, 30 };

  for (guint i = 0; i < G_N_ELEMENTS (gains); i++) {
    g_autoptr (Scene) scene = soup_scene (20 + 7 * (gint) i, 15, 27, "B6/S567",
        i == 1 ? LIFE_KERNEL_NAIVE : LIFE_KERNEL_AUTO, 2);

    check_xray (scene, gains[i]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/body-colors/" #name, test_##name)
  ADD (states_have_their_colors);
  ADD (other_modes_have_the_alive_color);
  ADD (ages_and_neighbors_are_those_of_the_cell);
  ADD (distance_and_depth_lead_through_the_palette);
  ADD (positions_have_hues_and_lighten_upwards);
  ADD (xray_has_the_color_of_how_many_cells_are_on_the_ray);
  return g_test_run ();
}
