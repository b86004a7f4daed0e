/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole frames of bodies: what stays the same on the way around and on every processor,
 * formats, overlays, and the edges of the world's box. */
#include "tests/support/draw/body.h"

#define WIDTH 60
#define HEIGHT 44

static Soup *
soup_of (gint width, gint height, gint depth, gdouble density)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (width);
  Soup *soup = soup_new (width, height, depth);

  soup_fill (soup, random, density, 2);
  return soup;
}

static Canvas *
rgba_frame (const Soup *soup, const LifeView *view)
{
  return body_frame (soup, view, LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);
}

/* Pixels of a rectangle from the corner on that differ. */
static guint
count_in (const Canvas *a, const Canvas *b, guint width, guint height)
{
  guint n = 0;

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      n += rgb_at (a, x, y) != rgb_at (b, x, y);
  return n;
}

static guint
count_different (const Canvas *a, const Canvas *b)
{
  return count_in (a, b, WIDTH, HEIGHT);
}

/* --- The way around --- */

static void
test_an_orbit_returns_to_its_first_frame (void)
{
  static const gdouble steps[] = { 22.5, 7.2, 0.9, -45 };
  g_autoptr (Soup) soup = soup_of (12, 10, 14, 0.1);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    LifeView view = default_view ();
    g_autoptr (Canvas) first = NULL, half = NULL;
    g_autoptr (Canvas) last = NULL;
    guint n = (guint) (360 / fabs (steps[i]) + 0.5);

    view.kind = LIFE_VIEW_VOLUME;
    first = rgba_frame (soup, &view);
    view.perspective.azimuth = fmod (30 + n / 2 * steps[i], 360);
    half = rgba_frame (soup, &view);
    view.perspective.azimuth = fmod (30 + n * steps[i] + 360, 360);
    last = rgba_frame (soup, &view);
    g_assert_cmpuint (count_different (first, half), >, WIDTH * HEIGHT / 10);
    assert_same_canvas (last, first, "after a turn");
  }
}

/* --- The same everywhere --- */

static LifeView
rich_view (LifeViewKind kind, guint i)
{
  LifeView view = default_view ();

  view.kind = kind;
  view.perspective.azimuth = 30 + 100 * i;
  view.perspective.elevation = 70.0 - 50 * i;
  view.perspective.antialias = i % 2;
  view.perspective.distance = 1.2;
  view.color_mode = i == 1 ? LIFE_COLOR_MODE_POSITION : LIFE_COLOR_MODE_DEPTH;
  return view;
}

/* Large enough for threads to share both cells and pixels. */
static void
test_frames_are_the_same_on_all_threads_and_vectors (void)
{
  static const guint threads[] = { 1, 2, 8 };
  g_autoptr (Soup) soup = soup_of (130, 140, 150, 0.02);

  for (guint i = 0; i < 4; i++) {
    LifeView view =
        rich_view (i < 3 ? LIFE_VIEW_VOLUME : LIFE_VIEW_XRAY, i % 3);
    g_autoptr (Canvas) expected =
        body_frame (soup, &view, LIFE_PIXEL_FORMAT_RGBA, 200, 130);

    for (guint k = 0; k < G_N_ELEMENTS (cpu_paths) * 3; k++) {
      g_autoptr (LifeWorld) world = NULL;

      if (!use_cpu_path (cpu_paths[k / 3]))
        continue;
      world = body_world_new (soup, threads[k % 3]);
      /* Again with what is kept of the first frame. */
      for (guint again = 0; again < 2; again++) {
        g_autoptr (Canvas) canvas =
            frame_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 200, 130);

        assert_same_canvas (canvas, expected, cpu_paths[k / 3]);
      }
    }
    use_any_cpu_path ();
  }
}

/* --- Stacked frames --- */

/* The frames of a 2D world, of which the last one is the first plane. Rays are in other
 * numbers there, and a few of them go by an edge on its other side. */
static void
test_stacked_frames_are_drawn_as_a_body (void)
{
  const LifeGeometry geometry = { 15, 13, 1, LIFE_TOPOLOGY_PLANE };
  const LifeBox plane = { 0, 0, 0, 15, 13, 1 };
  g_autoptr (Soup) soup = soup_of (15, 13, 12, 0.1);

  for (guint i = 0; i < 3; i++) {
    g_autoptr (LifeWorld) world =
        new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
    LifeView view = bare_view (LIFE_VIEW_VOLUME, 30 + 100 * i, 25);
    g_autoptr (Canvas) body = NULL, stacked = NULL;
    g_autoptr (GError) error = NULL;

    view.perspective.cut[2] = i;
    view.perspective.world_box = i == 1;
    body = rgba_frame (soup, &view);
    life_world_reset_stack (world, 12, 0);
    for (gint z = 11; z >= 0; z--) {
      life_world_write (world, &plane, soup->cells + z * 15 * 13, &error);
      g_assert_no_error (error);
      if (z > 0)
        life_world_record_stack (world, &error);
      g_assert_no_error (error);
    }
    view.kind = LIFE_VIEW_SPACETIME;
    view.perspective.history = 12;
    stacked = frame_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);
    g_assert_cmpuint (count_different (stacked, body), <, WIDTH * HEIGHT / 100);
  }
}

/* --- Formats --- */

static void
test_formats_are_of_the_same_picture (void)
{
  g_autoptr (Soup) soup = soup_of (20, 21, 22, 0.05);
  LifeView view = rich_view (LIFE_VIEW_VOLUME, 1);
  g_autoptr (Canvas) rgba = rgba_frame (soup, &view);

  for (guint format = 0; format < N_FORMATS; format++) {
    g_autoptr (Canvas) drawn = body_frame (soup, &view, format, WIDTH, HEIGHT);
    g_autoptr (Canvas) expected = recoded (rgba, format);

    assert_same_canvas (drawn, expected, formats[format].name);
  }
}

/* --- Overlays --- */

static void
check_overlay (LifeViewKind kind, guint32 alive)
{
  g_autoptr (Soup) soup = soup_of (14, 13, 12, 0.05);
  LifeView view = bare_view (kind, 30, 25);
  g_autoptr (LifeWorld) world = body_world_new (soup, 1);
  g_autoptr (Canvas) canvas =
      canvas_new (LIFE_PIXEL_FORMAT_RGBX, WIDTH, HEIGHT);
  g_autoptr (Canvas) plain = NULL, previous = NULL;
  guint seen[2] = { 0, 0 };

  view.alive_color = alive | 0xff000000;
  /* No cell is of this color. */
  view.perspective.background_top = 0xff00ff00;
  view.perspective.background_bottom = 0xff00ff00;
  plain = rgba_frame (soup, &view);
  view.alive_color = alive;
  view.overlay = TRUE;
  canvas_fill (canvas, 3, 37);
  previous = canvas_copy (canvas);
  draw_world (world, &view, canvas);
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++) {
      gboolean alone = canvas_get (plain, 0, x, y) == 0
                       && canvas_get (plain, 1, x, y) == 255;
      gdouble share = alone ? 0 : (alive >> 24) / 255.0;

      seen[alone]++;
      for (guint k = 0; k < 3; k++) {
        gdouble from = canvas_get (previous, k, x, y);
        gdouble to = canvas_get (plain, k, x, y);

        g_assert_cmpfloat_with_epsilon (canvas_get (canvas, k, x, y),
            from + (to - from) * share, alone ? 0.01 : 1.6);
      }
    }
  g_assert_cmpuint (seen[FALSE], >, 100);
  g_assert_cmpuint (seen[TRUE], >, 100);
}

static void
test_overlays_leave_what_is_behind_cells (void)
{
  check_overlay (LIFE_VIEW_VOLUME, 0xffe0c0a0);
  check_overlay (LIFE_VIEW_VOLUME, 0x80e0c0a0);
  check_overlay (LIFE_VIEW_XRAY, 0xffffffff);
}

/* --- The box --- */

/* Where a place in the world is on the picture. */
static void
project (const Caster *caster, const gdouble at[3], gdouble *x, gdouble *y)
{
  gdouble right = 0, down = 0, forward = 0;

  for (guint i = 0; i < 3; i++) {
    gdouble to = at[i] - caster->eye.v[i];

    right += to * caster->right.v[i];
    down += to * caster->down.v[i];
    forward += to * caster->forward.v[i];
  }
  g_assert_cmpfloat (forward, >, 0);
  *x = right / forward / caster->pixel + (caster->width - 1) / 2.0;
  *y = down / forward / caster->pixel + (caster->height - 1) / 2.0;
}

/* Whether the pixel at a part of an edge differs; edges are 4 along each axis. */
static gboolean
edge_is_drawn (const Caster *caster, const gint size[3], guint edge,
    gdouble part, const Canvas *boxed, const Canvas *bare)
{
  const guint axis = edge / 4, j = (axis + 1) % 3, k = (axis + 2) % 3;
  gdouble at[3], x, y;

  at[axis] = size[axis] * part;
  at[j] = edge & 1 ? size[j] : 0;
  at[k] = edge & 2 ? size[k] : 0;
  project (caster, at, &x, &y);
  g_assert_true (x > 1 && y > 1 && x < WIDTH - 2 && y < HEIGHT - 2);
  return rgb_at (boxed, (guint) (x + 0.5), (guint) (y + 0.5))
         != rgb_at (bare, (guint) (x + 0.5), (guint) (y + 0.5));
}

/* Seen from the front, above and the right, these have no side that is seen. */
static gboolean
is_back (guint edge, const gint size[3])
{
  const guint axis = edge / 4, j = (axis + 1) % 3, k = (axis + 2) % 3;
  gboolean far[3] = { FALSE, FALSE, FALSE };

  far[j] = edge & 1;
  far[k] = edge & 2;
  /* On the left, below, behind. */
  return (axis == 0 || !far[0]) && (axis == 1 || far[1])
         && (axis == 2 || far[2]);
}

static void
check_box (gdouble density, gboolean back)
{
  g_autoptr (Soup) soup = soup_of (7, 5, 6, density);
  const gint *size = soup->world.size;
  LifeView view = bare_view (LIFE_VIEW_VOLUME, 40, 25);
  Caster caster;
  g_autoptr (Canvas) bare = NULL, boxed = NULL;

  /* Lines are white. */
  view.alive_color = 0xff808080;
  view.perspective.distance = 1.8;
  caster = caster_new (&soup->world, &view.perspective, WIDTH, HEIGHT);
  bare = rgba_frame (soup, &view);
  view.perspective.world_box = TRUE;
  boxed = rgba_frame (soup, &view);
  for (guint edge = 0; edge < 12; edge++) {
    guint drawn = 0;

    for (guint i = 2; i < 7; i++)
      drawn += edge_is_drawn (&caster, size, edge, i / 8.0, boxed, bare);
    /* On the picture an edge may cross others. */
    if (is_back (edge, size) && !back ? drawn > 2 : drawn < 5)
      fail ("edge %u is drawn at %u of 5 places", edge, drawn);
  }
}

static void
test_only_front_edges_are_drawn_over_cells (void)
{
  check_box (0, TRUE);
  check_box (1, FALSE);
}

/* Of edges that run straight away from the eye a point is seen. */
static void
test_an_edge_seen_along_its_length_is_a_point (void)
{
  g_autoptr (Soup) soup = soup_of (8, 8, 8, 0);
  LifeView view = bare_view (LIFE_VIEW_VOLUME, 0, 0);
  g_autoptr (Canvas) bare = rgba_frame (soup, &view);
  g_autoptr (Canvas) boxed = NULL;

  view.perspective.look_at[0] = view.perspective.look_at[1] = 0;
  view.perspective.world_box = TRUE;
  boxed = rgba_frame (soup, &view);
  /* Above and left of the corner, and left of it in its row. */
  g_assert_cmpuint (
      count_in (bare, boxed, WIDTH / 2 - 2, HEIGHT / 2 - 2), ==, 0);
  for (guint x = 0; x < WIDTH / 2 - 2; x++)
    g_assert_cmphex (
        rgb_at (bare, x, HEIGHT / 2), ==, rgb_at (boxed, x, HEIGHT / 2));
  g_assert_cmpuint (count_different (bare, boxed), >, 20);
}

/* --- An eye among cells --- */

static void
test_an_eye_inside_the_world_has_all_edges_behind_cells (void)
{
  g_autoptr (Soup) soup = soup_of (9, 9, 9, 1);
  LifeView view = bare_view (LIFE_VIEW_VOLUME, 30, 25);
  g_autoptr (Canvas) bare = NULL, boxed = NULL;

  view.perspective.distance = 0.05;
  bare = rgba_frame (soup, &view);
  view.perspective.world_box = TRUE;
  boxed = rgba_frame (soup, &view);
  assert_same_canvas (boxed, bare, "in a block of cells");
}

static void
test_an_eye_inside_a_cell_sees_out_of_it (void)
{
  g_autoptr (Soup) soup = soup_new (9, 9, 9);
  LifeView view = bare_view (LIFE_VIEW_VOLUME, 0, 0);
  g_autoptr (Canvas) empty = NULL, alone = NULL, two = NULL;

  view.perspective.distance = 0.001;
  empty = rgba_frame (soup, &view);
  soup_set (soup, 4, 4, 4, 1);
  alone = rgba_frame (soup, &view);
  assert_same_canvas (alone, empty, "in a cell");
  soup_set (soup, 4, 4, 8, 1);
  two = rgba_frame (soup, &view);
  g_assert_cmpuint (canvas_get (two, 0, WIDTH / 2, HEIGHT / 2), >, 50);
  g_assert_cmpuint (canvas_get (two, 0, 0, 0), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/body-frames/" #name, test_##name)
  ADD (an_orbit_returns_to_its_first_frame);
  ADD (frames_are_the_same_on_all_threads_and_vectors);
  ADD (stacked_frames_are_drawn_as_a_body);
  ADD (formats_are_of_the_same_picture);
  ADD (overlays_leave_what_is_behind_cells);
  ADD (only_front_edges_are_drawn_over_cells);
  ADD (an_edge_seen_along_its_length_is_a_point);
  ADD (an_eye_inside_the_world_has_all_edges_behind_cells);
  ADD (an_eye_inside_a_cell_sees_out_of_it);
  return g_test_run ();
}
