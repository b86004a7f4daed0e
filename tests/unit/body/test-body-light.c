/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How bodies are lit: shadows, corners, fog, and the mean of four rays, by the cells and
 * faces that a plain caster finds. Which cell that is, is in test-body-rays.c. */
#include "tests/support/draw/body.h"

#define WIDTH SCENE_WIDTH
#define HEIGHT SCENE_HEIGHT

/* The scene with one of its lights. */
static Canvas *
scene_frame_with (Scene *scene, gboolean shadows, gboolean occlusion)
{
  LifePerspective *perspective = &scene->view.perspective;
  Canvas *canvas;

  perspective->shadows = shadows;
  perspective->occlusion = occlusion;
  canvas = scene_frame (scene);
  perspective->shadows = perspective->occlusion = FALSE;
  return canvas;
}

static Scene *
random_scene (GRand *random)
{
  const gint size[] = { g_rand_int_range (random, 3, 30),
    g_rand_int_range (random, 3, 30), g_rand_int_range (random, 3, 30) };
  Scene *scene = scene_new (size, "B6/S567", LIFE_KERNEL_AUTO);
  LifePerspective *perspective = &scene->view.perspective;

  perspective->azimuth = g_rand_double_range (random, 0, 360);
  perspective->elevation = g_rand_double_range (random, -80, 80);
  perspective->distance = 1.2;
  perspective->light_azimuth = g_rand_double_range (random, 0, 360);
  perspective->light_elevation = g_rand_double_range (random, -90, 90);
  soup_fill (scene->soup, random, g_rand_double_range (random, 0.01, 0.3), 2);
  set_cells (scene->world, scene->soup->cells);
  scene_draw (scene);
  return scene;
}

/* Looked at from the front, so far up. */
static Scene *
built_scene (const gint size[3], gdouble elevation, void (*build) (Soup *soup))
{
  Scene *scene = scene_new (size, "B6/S567", LIFE_KERNEL_AUTO);

  scene->view.perspective.azimuth = 0;
  scene->view.perspective.elevation = elevation;
  scene->view.perspective.distance = 1.2;
  build (scene->soup);
  set_cells (scene->world, scene->soup->cells);
  scene_draw (scene);
  return scene;
}

/* --- The sun --- */

static gdouble
facing (const Scene *scene, const CasterHit *hit, CasterVector direction)
{
  const LifePerspective *perspective = &scene->view.perspective;
  CasterVector sun =
      caster_turned (perspective->light_azimuth, perspective->light_elevation);

  return direction.v[hit->axis] > 0 ? -sun.v[hit->axis] : sun.v[hit->axis];
}

/* Whether cells are between a point of a face, moved a little along it, and the sun. */
static gboolean
is_shadowed (const Scene *scene, const CasterHit *hit, CasterVector direction,
    gdouble along, gdouble across)
{
  const LifePerspective *perspective = &scene->view.perspective;
  CasterVector point = caster_add (scene->caster.eye, direction, hit->t);
  CasterVector sun =
      caster_turned (perspective->light_azimuth, perspective->light_elevation);

  point.v[hit->axis] += direction.v[hit->axis] > 0 ? -1e-9 : 1e-9;
  point.v[(hit->axis + 1) % 3] += along;
  point.v[(hit->axis + 2) % 3] += across;
  /* A ray does not see the cell that it begins in, but counts it: which is none here. */
  return caster_follow (&scene->soup->world, &scene->caster, point, sun).count
         > 0;
}

/* At the edge of a shadow single precision may see either. */
static gboolean
is_edge_of_shadow (
    const Scene *scene, const CasterHit *hit, CasterVector direction)
{
  gboolean shadowed = is_shadowed (scene, hit, direction, 0, 0);

  for (guint i = 0; i < 9; i++)
    if (is_shadowed (scene, hit, direction, ((gint) (i / 3) - 1) * 1e-4,
            ((gint) (i % 3) - 1) * 1e-4)
        != shadowed)
      return TRUE;
  return FALSE;
}

/* How much darker a pixel is for its shadow: by all that the sun gives its face. */
static void
check_shadow (const Scene *scene, const Canvas *open, const Canvas *shaded,
    guint x, guint y, guint seen[2])
{
  const CasterHit *hit = &scene->hits[y][x];
  CasterVector direction = caster_direction (&scene->caster, x, y);
  guint light = canvas_get (open, 0, x, y);
  guint dark = canvas_get (shaded, 0, x, y);
  gboolean shadowed;

  if (hit->axis < 0 || scene->is_tie[y][x]
      || fabs (facing (scene, hit, direction)) < 0.02)
    return;
  if (facing (scene, hit, direction) < 0) {
    g_assert_cmpuint (light, ==, dark);
    return;
  }
  if (is_edge_of_shadow (scene, hit, direction))
    return;
  shadowed = is_shadowed (scene, hit, direction, 0, 0);
  seen[shadowed]++;
  if (shadowed ? dark >= light : dark != light)
    fail ("pixel (%u, %u) is %u, without shadows %u, but is %s", x, y, dark,
        light, shadowed ? "shadowed" : "in the sun");
}

static void
test_what_is_between_a_face_and_the_sun_shadows_it (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  guint seen[2] = { 0, 0 };

  for (guint i = 0; i < 12; i++) {
    g_autoptr (Scene) scene = random_scene (random);
    g_autoptr (Canvas) open = scene_frame_with (scene, FALSE, FALSE);
    g_autoptr (Canvas) shaded = scene_frame_with (scene, TRUE, FALSE);

    for (guint y = 0; y < HEIGHT; y++)
      for (guint x = 0; x < WIDTH; x++)
        check_shadow (scene, open, shaded, x, y, seen);
  }
  g_test_message ("%u pixels in the sun, %u shadowed", seen[0], seen[1]);
  g_assert_cmpuint (seen[0], >, 500);
  g_assert_cmpuint (seen[1], >, 500);
}

/* The mean of the pixels that see a cell. */
static guint
level_of_cell (const Scene *scene, const Canvas *canvas, gint x, gint y, gint z)
{
  const gint cell[3] = { x, y, z };
  guint sum = 0, n = 0;

  for (guint row = 0; row < HEIGHT; row++)
    for (guint column = 0; column < WIDTH; column++)
      if (!scene->is_tie[row][column] && scene->hits[row][column].axis >= 0
          && memcmp (scene->hits[row][column].cell, cell, sizeof cell) == 0) {
        sum += canvas_get (canvas, 0, column, row);
        n++;
      }
  g_assert_cmpuint (n, >, 0);
  return sum / n;
}

/* A cell floats over a plate. */
static void
build_plate (Soup *soup)
{
  for (gint i = 0; i < 81; i++)
    soup_set (soup, i % 9, 6, i / 9, 1);
  soup_set (soup, 4, 3, 4, 1);
}

/* The sun stands halfway up on the right; from 2 to 3 steps down it is as many to the
 * left. */
static void
test_shadows_fall_away_from_the_sun (void)
{
  static const gint lit_cells[][3] = { { 0, 6, 4 }, { 6, 6, 4 }, { 1, 6, 3 },
    { 2, 6, 5 } };
  g_autoptr (Scene) scene = built_scene ((gint[]){ 9, 7, 9 }, 90, build_plate);
  g_autoptr (Canvas) canvas = NULL;
  guint lit;

  scene->view.perspective.light_azimuth = 90;
  scene->view.perspective.light_elevation = 45;
  canvas = scene_frame_with (scene, TRUE, FALSE);
  lit = level_of_cell (scene, canvas, 8, 6, 4);
  g_assert_cmpuint (lit, >, 200);
  g_assert_cmpuint (level_of_cell (scene, canvas, 1, 6, 4), <, lit * 2 / 3);
  g_assert_cmpuint (level_of_cell (scene, canvas, 2, 6, 4), <, lit * 2 / 3);
  for (guint i = 0; i < G_N_ELEMENTS (lit_cells); i++)
    g_assert_cmpuint (level_of_cell (scene, canvas, lit_cells[i][0],
                          lit_cells[i][1], lit_cells[i][2]),
        ==, lit);
}

/* A lone cell, whose faces are seen one by one. */
static void
test_faces_have_their_light (void)
{
  static const struct {
    gdouble azimuth, elevation;
    guint level;
  } faces[] = { { 0, 90, 255 }, { 0, 0, 160 }, { 90, 0, 153 }, { 180, 0, 102 },
    { 270, 0, 84 }, { 0, -90, 61 } };

  for (guint i = 0; i < G_N_ELEMENTS (faces); i++) {
    const LifeView view =
        bare_view (LIFE_VIEW_VOLUME, faces[i].azimuth, faces[i].elevation);
    g_autoptr (Soup) soup = soup_new (5, 5, 5);
    g_autoptr (Canvas) canvas = NULL;

    soup_set (soup, 2, 2, 2, 1);
    canvas = body_frame (soup, &view, LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);
    g_assert_cmpuint (
        canvas_get (canvas, 0, WIDTH / 2, HEIGHT / 2), ==, faces[i].level);
  }
}

/* --- Corners --- */

/* Whether a cell lives in the layer before a face, so many steps away along it. */
static guint
is_crowded (const Scene *scene, const CasterHit *hit, CasterVector direction,
    gint along, gint across)
{
  const CasterWorld *world = &scene->soup->world;
  gint at[3] = { hit->cell[0], hit->cell[1], hit->cell[2] };

  at[hit->axis] += direction.v[hit->axis] > 0 ? -1 : 1;
  at[(hit->axis + 1) % 3] += along;
  at[(hit->axis + 2) % 3] += across;
  for (guint k = 0; k < 3; k++)
    if (at[k] < 0 || at[k] >= world->size[k])
      return 0;
  return caster_cell (world, at[0], at[1], at[2]) != 0;
}

/* How crowded it is at a corner of a face: 3 where both sides are closed, else how many
 * of the three cells that touch it live. */
static guint
corner_level (const Scene *scene, const CasterHit *hit, CasterVector direction,
    gint along, gint across)
{
  guint side = is_crowded (scene, hit, direction, along, 0);
  guint other = is_crowded (scene, hit, direction, 0, across);

  if (side + other == 2)
    return 3;
  return side + other + is_crowded (scene, hit, direction, along, across);
}

/* The mean of a face's corners, each by how close it is. */
static gdouble
face_level (const Scene *scene, const CasterHit *hit, CasterVector direction)
{
  CasterVector point = caster_add (scene->caster.eye, direction, hit->t);
  gdouble level = 0;

  for (guint i = 0; i < 4; i++) {
    gdouble weight = 1;

    for (guint k = 0; k < 2; k++) {
      guint axis = ((guint) hit->axis + 1 + k) % 3;
      gdouble part = point.v[axis] - hit->cell[axis];

      weight *= i >> k & 1 ? part : 1 - part;
    }
    level +=
        weight
        * corner_level (scene, hit, direction, i & 1 ? 1 : -1, i & 2 ? 1 : -1);
  }
  return level;
}

/* How much darker pixels are, and how crowded; of the faces on six sides. */
typedef struct {
  gdouble darkness, level;
  guint n;
} Darkness;

static Darkness *
darkness_of (Darkness sides[6], const CasterHit *hit, CasterVector direction)
{
  return &sides[2 * hit->axis + (direction.v[hit->axis] > 0)];
}

/* First measures how much a level is, then whether it is as much everywhere. */
static void
check_corners (const Scene *scene, const Canvas *open, const Canvas *dark,
    gboolean measures, Darkness sides[6])
{
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++) {
      const CasterHit *hit = &scene->hits[y][x];
      CasterVector direction = caster_direction (&scene->caster, x, y);
      gdouble darkness =
          (gdouble) canvas_get (open, 0, x, y) - canvas_get (dark, 0, x, y);
      gdouble level;
      Darkness *side;

      if (hit->axis < 0 || scene->is_tie[y][x]
          || facing (scene, hit, direction) > 0.02)
        continue;
      level = face_level (scene, hit, direction);
      side = darkness_of (sides, hit, direction);
      if (measures) {
        side->darkness += darkness;
        side->level += level;
        side->n++;
      } else if (side->level > 0) {
        g_assert_cmpfloat_with_epsilon (
            darkness, side->darkness / side->level * level, 2.5);
      }
    }
}

static void
test_corners_are_darker_by_the_cells_that_touch_them (void)
{
  Darkness sides[6] = { { 0 } };
  guint measured = 0;

  for (guint i = 0; i < 24; i++) {
    g_autoptr (GRand) random = g_rand_new_with_seed (50 + i % 12);
    g_autoptr (Scene) scene = random_scene (random);
    g_autoptr (Canvas) open = NULL, dark = NULL;

    /* Light that is too much is cut off: most faces that are seen have none of the sun's. */
    scene->view.perspective.light_elevation =
        scene->view.perspective.elevation > 0 ? -90 : 90;
    open = scene_frame_with (scene, FALSE, FALSE);
    dark = scene_frame_with (scene, FALSE, TRUE);
    check_corners (scene, open, dark, i < 12, sides);
  }
  for (guint i = 0; i < 6; i++) {
    measured += sides[i].n;
    g_assert_cmpfloat (sides[i].darkness, >, 2 * sides[i].level);
  }
  g_assert_cmpuint (measured, >, 1000);
}

/* A step: a floor, and a wall that stands on it at the left. */
static void
build_step (Soup *soup)
{
  for (gint i = 0; i < 30; i++)
    soup_set (soup, i % 6, 2, i / 6, 1);
  for (gint z = 0; z < 5; z++)
    soup_set (soup, 0, 1, z, 1);
}

static void
test_a_floor_is_darker_towards_a_wall (void)
{
  g_autoptr (Scene) scene = built_scene ((gint[]){ 6, 3, 5 }, 80, build_step);
  g_autoptr (Canvas) canvas = scene_frame_with (scene, FALSE, TRUE);
  guint last = 0;

  g_assert_cmpuint (level_of_cell (scene, canvas, 1, 2, 2), <,
      level_of_cell (scene, canvas, 2, 2, 2));
  for (guint x = 0; x < WIDTH; x++) {
    const CasterHit *hit = &scene->hits[HEIGHT / 2][x];

    if (hit->axis != 1 || hit->cell[1] != 2 || scene->is_tie[HEIGHT / 2][x])
      continue;
    g_assert_cmpuint (canvas_get (canvas, 0, x, HEIGHT / 2), >=, last);
    last = canvas_get (canvas, 0, x, HEIGHT / 2);
  }
  g_assert_cmpuint (last, >, 200);
}

/* --- Fog --- */

static void
test_fog_leads_to_the_background (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < 8; i++) {
    g_autoptr (Scene) scene = random_scene (random);
    LifePerspective *perspective = &scene->view.perspective;
    g_autoptr (Canvas) clear = NULL, fogged = NULL;
    gdouble near, far;

    perspective->background_top = perspective->background_bottom = 0xff4080f0;
    clear = scene_frame (scene);
    perspective->fog = i == 0 ? 1 : g_rand_double (random);
    fogged = scene_frame (scene);
    scene_measure (scene, &near, &far);
    for (guint y = 0; y < HEIGHT; y++)
      for (guint x = 0; x < WIDTH; x++)
        for (guint k = 0; k < 3 && !scene->is_tie[y][x]; k++) {
          const CasterHit *hit = &scene->hits[y][x];
          gdouble part = perspective->fog * (hit->t - near) / (far - near);
          gdouble from = canvas_get (clear, k, x, y);
          gdouble to = 0xff4080f0 >> (16 - 8 * k) & 255;
          gdouble level = hit->axis < 0 ? to : from + (to - from) * part;

          g_assert_cmpfloat_with_epsilon (
              level, canvas_get (fogged, k, x, y), 1.6);
        }
  }
}

/* --- Four rays --- */

/* A frame with four times as many columns and rows has rays there. */
static void
test_antialias_is_the_mean_of_four_rays (void)
{
  static const guint positions[4][2] = { { 1, 0 }, { 3, 1 }, { 0, 2 },
    { 2, 3 } };
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  guint wrong = 0;

  for (guint i = 0; i < 4; i++) {
    g_autoptr (Scene) scene = random_scene (random);
    g_autoptr (Canvas) large = NULL, smooth = NULL;

    scene->view.perspective.shadows = scene->view.perspective.occlusion = TRUE;
    large = body_frame (scene->soup, &scene->view, LIFE_PIXEL_FORMAT_RGBA,
        4 * WIDTH, 4 * HEIGHT);
    scene->view.perspective.antialias = TRUE;
    smooth = scene_frame (scene);
    for (guint y = 0; y < HEIGHT; y++)
      for (guint x = 0; x < WIDTH; x++) {
        guint sum = 2;

        for (guint k = 0; k < 4; k++)
          sum += canvas_get (
              large, 0, 4 * x + positions[k][0], 4 * y + positions[k][1]);
        wrong += canvas_get (smooth, 0, x, y) != sum / 4;
      }
  }
  /* At edges rays of the two frames may fall to either side. */
  g_test_message ("%u pixels differ", wrong);
  g_assert_cmpuint (wrong, <, 4 * WIDTH * HEIGHT / 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/body-light/" #name, test_##name)
  ADD (what_is_between_a_face_and_the_sun_shadows_it);
  ADD (shadows_fall_away_from_the_sun);
  ADD (faces_have_their_light);
  ADD (corners_are_darker_by_the_cells_that_touch_them);
  ADD (a_floor_is_darker_towards_a_wall);
  ADD (fog_leads_to_the_background);
  ADD (antialias_is_the_mean_of_four_rays);
  return g_test_run ();
}
