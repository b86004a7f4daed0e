/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views of planes: frames of every format, color mode and zoom are those of a model; places
 * that the standards and the documentation name; drawers that are kept; and how size and
 * zoom are chosen. Frames that become worlds are in test-picture.c. */
#include "life/draw/color/modes.h"
#include "tests/support/draw/model.h"
#include "tests/support/worlds/world.h"

/* --- The model's frames --- */

typedef struct {
  LifeColorMode mode;
  gboolean overlay;
  guint states;
  gdouble gain;
  guint32 alive, dead;
} ViewSample;

static const ViewSample views[] = {
  { LIFE_COLOR_MODE_SOLID, FALSE, 2, 1, 0xffffffff, 0xff000000 },
  { LIFE_COLOR_MODE_SOLID, FALSE, 5, 1, 0x80f0a010, 0xff103060 },
  { LIFE_COLOR_MODE_SOLID, FALSE, 2, 1, 0xff20c0f0, 0xff20c0f0 },
  { LIFE_COLOR_MODE_SOLID, TRUE, 2, 1, 0xff30d0a0, 0xff103060 },
  { LIFE_COLOR_MODE_SOLID, TRUE, 7, 1, 0x800000ff, 0x00103060 },
  { LIFE_COLOR_MODE_STATE, FALSE, 2, 1, 0xff00ff00, 0xc0103060 },
  { LIFE_COLOR_MODE_STATE, TRUE, 2, 1, 0xff00ff00, 0xc0103060 },
  { LIFE_COLOR_MODE_STATE, FALSE, 3, 1, 0xff00ff00, 0xc0103060 },
  { LIFE_COLOR_MODE_STATE, TRUE, 3, 1, 0xff00ff00, 0xc0103060 },
  { LIFE_COLOR_MODE_STATE, FALSE, 256, 1, 0xff00ff00, 0xc0103060 },
  { LIFE_COLOR_MODE_STATE, TRUE, 256, 1, 0xff00ff00, 0xc0103060 },
  { LIFE_COLOR_MODE_DENSITY, FALSE, 2, 1, 0xffffffff, 0x40102030 },
  { LIFE_COLOR_MODE_DENSITY, FALSE, 7, 0.01, 0xffffffff, 0x40102030 },
  { LIFE_COLOR_MODE_DENSITY, TRUE, 2, 1e-6, 0xffffffff, 0x40102030 },
  { LIFE_COLOR_MODE_DENSITY, FALSE, 2, 40, 0xffffffff, 0x40102030 },
  { LIFE_COLOR_MODE_DENSITY, FALSE, 3, 1e6, 0xffffffff, 0x40102030 },
  { LIFE_COLOR_MODE_DENSITY, TRUE, 256, 3, 0xffffffff, 0x40102030 },
};

static LifeView
view_of (const ViewSample *sample, Zoom zoom)
{
  LifeView view = default_view ();
  g_autoptr (GRand) random = g_rand_new_with_seed (sample->states);

  view.zoom = (gdouble) zoom.top / zoom.bottom;
  view.scaling = LIFE_SCALING_NEAREST;
  view.color_mode = sample->mode;
  view.overlay = sample->overlay;
  view.density_gain = sample->gain;
  view.palette_phase = sample->gain == 1 ? 0 : 0.3;
  view.alive_color = sample->alive;
  view.dead_color = sample->dead;
  for (guint i = 0; i < LIFE_MAX_STATES; i++)
    view.state_colors[i] = g_rand_int (random);
  /* Some that stand out. */
  view.state_colors[2] = 0xffffffff;
  view.state_colors[3] = 0xff0000ff;
  view.state_colors[4] = 0x00ff0000;
  view.state_colors[5] = 0xff000000;
  return view;
}

static void
compare_with_model (
    ByteWorld *world, const LifeView *view, Zoom zoom, Canvas *drawn)
{
  const LifeGeometry *geometry = &world->geometry;
  g_autoptr (Canvas) expected = NULL;
  g_autofree gchar *what = g_strdup_printf (
      "%s, %u × %u, zoom %d/%d, world %u × %u of %u states at %g, %g, axis %d, "
      "mode %d, gain %g%s",
      format_of (drawn)->name, drawn->frame.width, drawn->frame.height,
      (gint) zoom.top, (gint) zoom.bottom, geometry->width, geometry->height,
      world->states, view->x, view->y, view->axis, view->color_mode,
      view->density_gain, view->overlay ? ", overlay" : "");

  canvas_fill (drawn, 7, 13);
  expected = canvas_copy (drawn);
  draw (world, view, drawn);
  draw_slowly (world, view, zoom, expected);
  assert_same_canvas (drawn, expected, what);
}

static const Zoom zooms[] = { { 1, 1 }, { 2, 1 }, { 3, 1 }, { 8, 1 }, { 3, 2 },
  { 5, 2 }, { 11, 4 }, { 1, 2 }, { 1, 4 }, { 1, 8 }, { 3, 10 }, { 1, 3 },
  { 9, 10 }, { 1, 49 }, { 1, 70 }, { 2, 131 } };

/* Of all that can be combined every eleventh, which is each look at each zoom. */
static void
compare_frames (
    ByteWorld *world, const ViewSample *sample, LifePixelFormat format)
{
  static const guint sizes[][2] = { { 1, 1 }, { 3, 5 }, { 17, 9 }, { 64, 33 },
    { 70, 40 }, { 200, 7 } };
  static const gdouble centers[][2] = { { -1, -1 }, { 5, 3.5 }, { -7, 190 },
    { -1000, 5000 } };
  static const LifeColorimetry codings[] = { { BT601, LIMITED },
    { BT709, LIMITED }, { BT601, FULL }, { BT709, FULL } };
  static guint number;

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
      for (guint n = 0; n < G_N_ELEMENTS (centers); n++) {
        g_autoptr (Canvas) drawn = NULL;
        LifeView view = view_of (sample, zooms[i]);

        if (++number % 11 > 0)
          continue;
        drawn = canvas_new (format, sizes[k][0], sizes[k][1]);
        if (number % 3 > 0)
          drawn->frame.colorimetry =
              coding_of (&formats[format], codings[number / 33 % 4]);
        view.x = centers[n][0];
        view.y = centers[n][1];
        compare_with_model (world, &view, zooms[i], drawn);
      }
}

static void
test_frames_are_those_of_the_model (gconstpointer data)
{
  static const guint worlds[][2] = { { 1, 1 }, { 13, 11 }, { 64, 32 },
    { 200, 131 }, { 1500, 700 } };
  LifePixelFormat format = GPOINTER_TO_UINT (data);

  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    for (guint k = 0; k < G_N_ELEMENTS (views); k++) {
      g_autoptr (ByteWorld) world = NULL;

      /* The model visits each cell. */
      if (worlds[i][0] > 1000 && format != k % N_FORMATS)
        continue;
      world = state_world_new (
          worlds[i][0], worlds[i][1], 1, k % 3 ? 45 : 3, views[k].states);
      compare_frames (world, &views[k], format);
    }
}

static void
test_slices_are_cut_across_each_axis (void)
{
  static const guint32 slices[] = { 19, 13, 8 };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++) {
    g_autoptr (ByteWorld) world =
        state_world_new (9, 14, 20, 45, views[i].states);

    for (guint k = 0; k < G_N_ELEMENTS (zooms); k++)
      for (guint axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++) {
        g_autoptr (Canvas) drawn = canvas_new (
            k % 2 ? LIFE_PIXEL_FORMAT_NV12 : LIFE_PIXEL_FORMAT_RGBA, 31, 33);
        LifeView view = view_of (&views[i], zooms[k]);

        view.axis = axis;
        view.slice = slices[axis];
        compare_with_model (world, &view, zooms[k], drawn);
      }
  }
}

/* Compared with plain division, for scales that are slightly inexact. */
static void
test_coverage_is_rounded_exactly (void)
{
  static const guint64 totals[] = { 1, 2, 3, 7, 64, 65536, 65536 * 9, 853 * 854,
    1000003, G_GUINT64_CONSTANT (1) << 40, (G_GUINT64_CONSTANT (1) << 56) - 1,
    G_GUINT64_CONSTANT (1) << 56 };
  guint i, index, wrong;
  gint k;

  for (i = 0; i < G_N_ELEMENTS (totals); i++)
    for (index = 0; index <= 255; index++)
      for (k = -1; k <= 1; k++)
        for (wrong = 0; wrong < 3; wrong++) {
          guint64 total = totals[i];
          gdouble scale = 255.0 / total * (1 + ((gint) wrong - 1) * 1e-4);
          guint64 sum = CLAMP (
              (gint64) (total / 510 * (2 * index + 1)) + k, 0, (gint64) total);

          g_assert_cmpuint (life_pixel_coverage (sum, total, scale), ==,
              (255 * sum + total / 2) / total);
        }
}

/* Every number of live cells under a pixel of 2×2, 4×4 and 8×8, in rows of several
 * dozen words. */
static void
test_squares_of_cells_are_their_means (void)
{
  for (guint side = 2; side <= 8; side *= 2) {
    guint total = side * side, width = 1100;
    g_autoptr (ByteWorld) world =
        byte_world_new (width * side, 2 * side, 1, 0, 0);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, width, 2);
    LifeView view = default_view ();

    for (guint pixel = 0; pixel < 2 * width; pixel++)
      for (guint i = 0; i < pixel % (total + 1); i++) {
        guint cell = (i * 7 + pixel) % total; /* 7 is coprime to all totals */

        *cell_at (world, pixel % width * side + cell % side,
            pixel / width * side + cell / side, 0) = 1;
      }
    view.zoom = 1.0 / side;
    draw (world, &view, canvas);
    for (guint pixel = 0; pixel < 2 * width; pixel++)
      g_assert_cmpuint (*canvas_byte (canvas, 0, pixel % width, pixel / width),
          ==, (pixel % (total + 1) * 255 + total / 2) / total);
  }
}

/* More columns than are summed together, more rows than lanes of 16 bits hold,
 * and pixels so large that doubles are not exact. */
static void
test_huge_pixels_show_the_mean (void)
{
  static const guint sizes[][2] = { { 5000, 3 }, { 3, 700 }, { 2100, 300 } };
  static const gdouble tiny[] = { 1 / 4096.0, 1 / 3000.5, 1 / 524289.0, 1e-7 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes) * G_N_ELEMENTS (tiny); i++) {
    const guint width = sizes[i / 4][0], height = sizes[i / 4][1];
    g_autoptr (ByteWorld) world = state_world_new (width, height, 1, 50, 256);
    LifeView view = view_of (&views[9], (Zoom){ 1, 1 });
    g_autoptr (Canvas) canvas = NULL;
    LifeMapping columns, rows;

    view.zoom = tiny[i % 4];
    view.x = 10;
    view.y = 1;
    canvas = drawing_of (world, &view, LIFE_PIXEL_FORMAT_BGRA, 2, 1);
    life_mapping_init (
        &columns, 2, width, view.zoom, view.x, LIFE_SCALING_AREA);
    life_mapping_init (&rows, 1, height, view.zoom, view.y, LIFE_SCALING_AREA);
    for (guint byte = 0; byte < 8; byte++) {
      const guint shift = byte % 4 * 8, whole = 1 << columns.fraction_bits;
      const gint64 *across = columns.edges + byte / 4, *down = rows.edges;
      gdouble area = (gdouble) (across[1] - across[0]) * (down[1] - down[0]);
      gdouble dead = view.dead_color >> shift & 255, sum = dead * area;

      for (guint y = 0; y < height; y++)
        for (guint x = 0; x < width; x++) {
          guint state = *cell_at (world, x, y, 0);
          gint64 columns_in = MIN (across[1], (gint64) (x + 1) * whole)
                              - MAX (across[0], (gint64) x * whole);
          gint64 rows_in = MIN (down[1], (gint64) (y + 1) * whole)
                           - MAX (down[0], (gint64) y * whole);

          if (state > 0 && columns_in > 0 && rows_in > 0)
            sum += ((view.state_colors[state] >> shift & 255) - dead)
                   * columns_in * rows_in;
        }
      g_assert_cmpuint (*canvas_byte (canvas, 0, byte, 0), ==,
          (guint) floor (sum / area + 0.5));
    }
    life_mapping_clear (&columns);
    life_mapping_clear (&rows);
  }
}

/* A frame of one color: Y, U and V as in the standards' own tables. */
static void
test_colors_have_textbook_values (void)
{
  static const struct {
    LifeColorimetry coding;
    guint32 color;
    guint8 yuv[3];
  } cases[] = {
    { { BT601, LIMITED }, 0x000000, { 16, 128, 128 } },
    { { BT601, LIMITED }, 0xffffff, { 235, 128, 128 } },
    { { BT601, LIMITED }, 0xff0000, { 81, 90, 240 } },
    { { BT601, LIMITED }, 0x00ff00, { 145, 54, 34 } },
    { { BT601, LIMITED }, 0x0000ff, { 41, 240, 110 } },
    { { BT709, LIMITED }, 0x000000, { 16, 128, 128 } },
    { { BT709, LIMITED }, 0xffffff, { 235, 128, 128 } },
    { { BT709, LIMITED }, 0xff0000, { 63, 102, 240 } },
    { { BT709, LIMITED }, 0x00ff00, { 173, 42, 26 } },
    { { BT709, LIMITED }, 0x0000ff, { 32, 240, 118 } },
    { { BT601, FULL }, 0x000000, { 0, 128, 128 } },
    { { BT601, FULL }, 0xffffff, { 255, 128, 128 } },
    { { BT601, FULL }, 0xff0000, { 76, 85, 255 } },
    { { BT601, FULL }, 0x00ff00, { 150, 44, 21 } },
    { { BT601, FULL }, 0x0000ff, { 29, 255, 107 } },
    { { BT709, FULL }, 0x000000, { 0, 128, 128 } },
    { { BT709, FULL }, 0xffffff, { 255, 128, 128 } },
    { { BT709, FULL }, 0xff0000, { 54, 99, 255 } },
    { { BT709, FULL }, 0x00ff00, { 182, 30, 12 } },
    { { BT709, FULL }, 0x0000ff, { 18, 255, 116 } },
  };
  g_autoptr (ByteWorld) world = byte_world_new (2, 2, 1, 100, 0);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_I420, 2, 2);
    LifeView view = default_view ();

    view.alive_color = 0xff000000 | cases[i].color;
    canvas->frame.colorimetry = cases[i].coding;
    draw (world, &view, canvas);
    for (guint k = 0; k < 3; k++)
      g_assert_cmpuint (canvas_get (canvas, k, 0, 0), ==, cases[i].yuv[k]);
  }
}

/* --- Places --- */

/* Where the first pixel of live cells from cell @first on is in a frame, or -1. */
static void
test_positions_are_where_they_are_reported (void)
{
  static const struct {
    guint width;
    guint32 cells, first;
    gdouble zoom, x;
    gint pixel;
  } rows[] = {
    /* A small world is centered, downwards; a large one begins at the floor. */
    { 10, 4, 0, 1, -1, 3 },
    { 10, 5, 0, 1, -1, 2 },
    { 11, 2, 0, 3, -1, 2 },
    { 10, 3, 0, 1.5, -1, 2 },
    { 10, 12, 0, 0.25, -1, 3 },
    { 1000, 49, 0, 1 / 49.0, -1, 499 },
    { 3, 4, 2, 1, -1, 1 },
    /* 5 is the left edge of cell 5. */
    { 20, 10, 5, 1, 5, 10 },
    { 20, 10, 5, 2, 5, 10 },
    { 20, 10, 5, 3, 5, 10 },
    { 20, 10, 5, 1.6, 5, 10 },
    { 20, 10, 6, 0.5, 6, 10 },
    /* Only exactly -1 is the center. */
    { 10, 20, 0, 1, -1, 0 },
    { 10, 20, 0, 1, -1.0001, 6 },
    { 10, 20, 0, 1, -2, 7 },
  };
  static const gdouble far_positions[] = { 1e6, -1e6, 1e12, -1e19, 1e308,
    -1e308 };
  static const gdouble far_zooms[] = { 1e-2, 0.3, 1, 2.5, 1e9, 1e300 };

  for (guint i = 0; i < G_N_ELEMENTS (rows) + 36; i++) {
    const guint far = i - G_N_ELEMENTS (rows);
    const gboolean is_far = i >= G_N_ELEMENTS (rows);
    const guint width = is_far ? 33 : rows[i].width;
    const guint32 cells = is_far ? 40 : rows[i].cells;
    g_autoptr (ByteWorld) world = byte_world_new (cells, 40, 1, 0, 0);
    g_autoptr (Canvas) canvas = NULL;
    LifeView view = default_view ();
    guint pixel = 0;

    view.zoom = is_far ? far_zooms[far % 6] : rows[i].zoom;
    view.x = is_far ? far_positions[far / 6] : rows[i].x;
    for (guint cell = 0; cell < 40 * cells; cell++)
      world->cells[cell] = cell % cells >= (is_far ? 0 : rows[i].first);
    canvas = drawing_of (world, &view, LIFE_PIXEL_FORMAT_GRAY8, width, 1);
    while (pixel < width && canvas_get (canvas, 0, pixel, 0) == 0)
      pixel++;
    g_test_message ("zoom %g at %g", view.zoom, view.x);
    g_assert_cmpint (
        pixel < width ? (gint) pixel : -1, ==, is_far ? -1 : rows[i].pixel);
  }
}

/* One pixel at the ends of zooms: that of a cell, and that of a whole world. */
static void
test_zooms_at_all_ends_are_drawn (void)
{
  static const gdouble huge[] = { 1e5, 1e7, 123456789.125, 1e18, 1e300 };
  static const struct {
    gdouble zoom;
    guint8 center;
  } tiny[] = { { 1 / 32.0, 255 }, { 1 / 64.0, 64 }, { 1e-3, 0 }, { 1e-7, 0 },
    { 1e-9, 0 }, { 1e-300, 0 }, { 4.9e-324, 0 } };
  g_autoptr (ByteWorld) world = byte_world_new (4, 4, 1, 0, 0);
  g_autoptr (ByteWorld) full = byte_world_new (32, 32, 1, 100, 0);
  LifeView view = default_view ();

  *cell_at (world, 2, 1, 0) = 1;
  view.x = 2.5;
  for (guint i = 0; i < 2 * G_N_ELEMENTS (huge); i++) {
    g_autoptr (Canvas) canvas = NULL;

    view.zoom = huge[i / 2];
    view.y = i % 2 ? 2.25 : 1.25;
    canvas = drawing_of (world, &view, LIFE_PIXEL_FORMAT_GRAY8, 9, 9);
    for (guint k = 0; k < 9; k += 4)
      g_assert_cmpuint (canvas_get (canvas, 0, k, k), ==, i % 2 ? 0 : 255);
  }
  for (guint i = 0; i < G_N_ELEMENTS (tiny); i++) {
    g_autoptr (Canvas) canvas = NULL;

    view.zoom = tiny[i].zoom;
    view.x = view.y = tiny[i].zoom == 1 / 64.0 ? 32 : -1;
    canvas = drawing_of (full, &view, LIFE_PIXEL_FORMAT_GRAY8, 1, 1);
    g_assert_cmpuint (canvas_get (canvas, 0, 0, 0), ==, tiny[i].center);
  }
}

/* --- Numbers of cells --- */

/* All alive is the palette's first color; one cell of a million can be seen. */
static void
test_one_cell_and_all_of_them_can_be_seen (void)
{
  static const gchar *const light[] = { "berry", "ink", "sepia", NULL };

  for (const gchar *const *name = life_palette_names (); *name != NULL;
       name++) {
    g_autoptr (LifePalette) palette = life_palette_parse (*name, NULL);
    g_autoptr (ByteWorld) world = byte_world_new (3072, 1024, 1, 0, 0);
    g_autoptr (Canvas) canvas = NULL;
    LifeView view = view_of (&views[11], (Zoom){ 1, 1024 });
    gint dead = g_strv_contains (light, *name) ? 255 : 0, seen[2];

    view.dead_color = dead > 0 ? 0xffffffff : 0xff000000;
    life_view_set_palette (&view, palette);
    for (guint y = 0; y < 1024; y++)
      memset (cell_at (world, 1024, y, 0), 1, 1024);
    *cell_at (world, 5, 5, 0) = 1;
    canvas = drawing_of (world, &view, LIFE_PIXEL_FORMAT_GRAY8, 3, 1);
    for (guint i = 0; i < 2; i++)
      seen[i] = ABS (*canvas_byte (canvas, 0, i, 0) - dead);
    g_assert_cmpint (*canvas_byte (canvas, 0, 2, 0), ==, dead);
    g_assert_cmpint (seen[0], >=, 24);
    if (!g_str_equal (*name, "wheel") && !g_str_equal (*name, "rainbow"))
      g_assert_cmpint (seen[1], >=, seen[0] + 60);
  }
}

/* Below zoom 1, but over no picture. */
static void
test_density_is_chosen_if_nothing_else_is (void)
{
  static const struct {
    gdouble zoom;
    gboolean overlay;
    guint states;
    LifeColorMode expected;
  } cases[] = {
    { 0.5, FALSE, 2, LIFE_COLOR_MODE_DENSITY },
    { 0.5, FALSE, 3, LIFE_COLOR_MODE_DENSITY },
    { 0.5, TRUE, 2, LIFE_COLOR_MODE_SOLID },
    { 0.5, TRUE, 3, LIFE_COLOR_MODE_STATE },
    { 1, FALSE, 2, LIFE_COLOR_MODE_SOLID },
    { 1, FALSE, 3, LIFE_COLOR_MODE_STATE },
    { 2.5, TRUE, 3, LIFE_COLOR_MODE_STATE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LifeRule rule =
        rule_of (2, cases[i].states == 2 ? "B3/S23" : "23/3/3");
    LifeView view = default_view ();
    const LifeColorUse *chosen;

    view.color_mode = LIFE_COLOR_MODE_AUTO;
    view.zoom = cases[i].zoom;
    view.overlay = cases[i].overlay;
    chosen = life_color_use_of (&view, &rule);
    view.color_mode = cases[i].expected;
    g_assert_true (chosen == life_color_use_of (&view, &rule));
  }
}

/* --- Drawers and engines --- */

/* What is drawn changes in one respect, at random. */
static void
change_view (GRand *random, LifeView *view, ByteWorld *world,
    LifePixelFormat *format, LifePalette *const palettes[2])
{
  static const gdouble scales[] = { 1, 3, 1.5, 0.5, 0.25, 0.125, 1.0 / 3,
    0.0625, 0.61, 2.5, 0.3 };
  static const gdouble angles[] = { 0, 0, 20, 40, 90 };
  const guint other = (guint) g_rand_int_range (random, 0, 1 << 20);

  switch (g_rand_int_range (random, 0, 14)) {
    case 0:
    case 1:
      view->zoom = scales[other % G_N_ELEMENTS (scales)];
      break;
    case 2:
      view->color_mode = other % (LIFE_COLOR_MODE_DEPTH + 1);
      if (life_color_mode_has_history (view->color_mode)
          || view->color_mode == LIFE_COLOR_MODE_NEIGHBORS)
        view->color_mode = LIFE_COLOR_MODE_STATE;
      break;
    case 3:
      view->kind =
          other % 4 ? LIFE_VIEW_PLANE : LIFE_VIEW_MONTAGE + other / 4 % 2;
      break;
    case 4:
      view->axis = other % 5 ? LIFE_AXIS_Z : other % 3;
      view->slice = other % 3;
      view->far_side = other / 3 % 2;
      break;
    case 5:
      view->rotation = angles[other % G_N_ELEMENTS (angles)];
      break;
    case 6:
      view->grid = other % 2 * 2;
      view->grid_color = 0xff000000 | other * 16;
      break;
    case 7:
      view->palette_phase = other % 7 / 7.0;
      view->density_gain = other % 5 == 4 ? 2 : 1;
      break;
    case 8:
      life_view_set_palette (view, palettes[other % 2]);
      break;
    case 9:
      view->overlay = other % 2;
      break;
    case 10:
      *format = other % N_FORMATS;
      break;
    case 11:
      world->states = other % 2 ? 2 : 9;
      break;
    case 12:
      view->alive_color = other % 2 ? 0xffff8020 : 0xffffffff;
      break;
    default:
      view->scaling = other % 2;
      break;
  }
}

/* One drawer, as an engine keeps it, with threads, draws as a new one does. */
static void
test_any_view_may_follow_another (void)
{
  LifePalette *palettes[] = { life_palette_parse ("ink", NULL),
    life_palette_parse ("fire", NULL) };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (ByteWorld) world = state_world_new (1203, 903, 3, 40, 9);
  LifePixelFormat format = LIFE_PIXEL_FORMAT_NV12;
  LifeThreadPool *pool = life_thread_pool_new (3);
  LifeView view = view_of (&views[0], (Zoom){ 1, 1 });
  LifeDrawer drawer = { 0 };

  for (guint i = 0; i < SOME_OF (300); i++) {
    g_autoptr (Canvas) drawn = canvas_new (format, 640, 361);
    g_autoptr (Canvas) expected = canvas_new (format, 640, 361);
    g_autofree gchar *what =
        g_strdup_printf ("view %u, %s, zoom %g, kind %d, mode %d, turned by %g",
            i, formats[format].name, view.zoom, view.kind, view.color_mode,
            view.rotation);
    LifeDrawer fresh = { 0 };

    draw_with (&drawer, pool, world, &view, drawn);
    draw_with (&fresh, NULL, world, &view, expected);
    assert_same_canvas (drawn, expected, what);
    life_drawer_clear (&fresh);
    for (gsize cell = i; cell < 1203 * 903 * 3; cell += 997)
      world->cells[cell] = !world->cells[cell];
    if (i % 3 > 0)
      change_view (random, &view, world, &format, palettes);
  }
  life_drawer_clear (&drawer);
  life_thread_pool_free (pool);
  life_palette_unref (palettes[0]);
  life_palette_unref (palettes[1]);
}

/* Engines with bits and with bytes, and any number of threads. */
static void
test_engines_draw_what_the_reference_draws (void)
{
  static const LifeGeometry geometries[] = {
    { 150, 90, 1, LIFE_TOPOLOGY_TORUS }, { 200, 90, 40, LIFE_TOPOLOGY_TORUS }
  };
  static const gchar *const rules[] = { "B3/S23", "B6/S567", "B2/S345/C3",
    "B5/S6/C3", "B2/S345/C4", "B5/S6/C4", "B2/S345/C25", "B5/S6/C25",
    "B2/S345/C256", "B5/S6/C256" };
  static const gdouble scales[] = { 1, 1.5, 0.5, 0.7 };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    const LifeGeometry *geometry = &geometries[i % 2];
    g_autoptr (LifeWorld) bits =
        new_world (geometry, rules[i], LIFE_KERNEL_BITSLICED, 3);
    g_autoptr (LifeWorld) bytes =
        new_world (geometry, rules[i], LIFE_KERNEL_NAIVE, 1);
    LifeWorld *worlds[] = { bits, bytes };
    g_autoptr (GError) error = NULL;

    for (guint k = 0; k < 2; k++) {
      fill_soup (worlds[k], 1, 0.2);
      step (worlds[k], i < 2 ? 1 : 12);
      life_world_record_history (worlds[k], &error);
      g_assert_no_error (error);
      step (worlds[k], 1);
    }
    for (guint n = 0; n < 12 * (LIFE_COLOR_MODE_CHANGE + 1); n++) {
      g_autoptr (Canvas) drawn = NULL, expected = NULL;
      LifeView view = view_of (&views[n % 3 ? 9 : 0], (Zoom){ 1, 1 });
      LifePixelFormat format =
          n % 2 ? LIFE_PIXEL_FORMAT_NV12 : LIFE_PIXEL_FORMAT_RGBA;

      view.color_mode = n / 12;
      view.zoom = scales[n % 4];
      if (geometry->depth > 1) {
        view.kind = n / 3 % 3;
        view.axis = n % 3;
        view.far_side = n / 4 % 2;
        view.slice = 11;
      }
      drawn = frame_of (bits, &view, format, 101, 67);
      expected = frame_of (bytes, &view, format, 101, 67);
      assert_same_canvas (drawn, expected, rules[i]);
    }
  }
}

/* --- Sizes --- */

static void
test_size_and_zoom_follow_from_what_was_set (void)
{
  /* clang-format off */
  static const struct {
    LifeSizing sizing;
    guint32 width, height, depth;
    gdouble zoom;
  } cases[] = {
    /* A soup: as many cells as the frame shows. */
    { { 320, 240, 2 }, 320, 240, 1, 1 },
    { { 1, 1, 2 }, 1, 1, 1, 1 },
    { { 320, 240, 2, .zoom = 4 }, 80, 60, 1, 4 },
    { { 321, 241, 2, .zoom = 4 }, 81, 61, 1, 4 },
    { { 320, 240, 2, .zoom = 1.5 }, 214, 160, 1, 1.5 },
    { { 320, 240, 2, .zoom = 0.5 }, 640, 480, 1, 0.5 },
    { { 49, 3, 2, .zoom = 1 / 49.0 }, 49 * 49, 147, 1, 1 / 49.0 },
    { { 320, 240, 2, .zoom = 1e300 }, 1, 1, 1, 1e300 },
    { { 320, 240, 2, .zoom = 1e-300 }, G_MAXUINT32, G_MAXUINT32, 1, 1e-300 },
    /* About 180 cells across the shorter side. */
    { { 640, 359, 2 }, 640, 359, 1, 1 },
    { { 1280, 720, 2 }, 320, 180, 1, 4 },
    { { 720, 1280, 2 }, 180, 320, 1, 4 },
    { { 1920, 1080, 2 }, 320, 180, 1, 6 },
    { { 16384, 900, 2 }, 3277, 180, 1, 5 },
    { { 1280, 720, 2, .unit_zoom = TRUE }, 1280, 720, 1, 1 },
    /* A world with a size: it is shown whole. */
    { { 320, 240, 2, 64, 64 }, 64, 64, 1, 3 },
    { { 320, 240, 2, 320, 240 }, 320, 240, 1, 1 },
    { { 320, 240, 2, 321, 240 }, 321, 240, 1, 1 / 2.0 },
    { { 320, 240, 2, 1000, 500 }, 1000, 500, 1, 1 / 4.0 },
    { { 1, 1, 2, G_MAXUINT32, 1 }, G_MAXUINT32, 1, 1, 1.0 / G_MAXUINT32 },
    { { 320, 240, 2, 64, 64, .zoom = 2.5 }, 64, 64, 1, 2.5 },
    { { 320, 240, 2, 64, 64, .unit_zoom = TRUE }, 64, 64, 1, 3 },
    /* One side: it gives the zoom, and the zoom gives the other side. */
    { { 320, 240, 2, 32, 0 }, 32, 24, 1, 10 },
    { { 320, 240, 2, 0, 7 }, 10, 7, 1, 34 },
    { { 320, 240, 2, 640, 0 }, 640, 480, 1, 0.5 },
    { { 320, 240, 2, 32, 0, .pattern_width = 9, .pattern_height = 100 }, 32, 100, 1, 10 },
    { { 320, 240, 2, 32, 0, .zoom = 2 }, 32, 120, 1, 2 },
    /* A pattern: at most a third of the frame, or the zoom at which it fits. */
    { { 1280, 720, 2, .pattern_width = 200, .pattern_height = 9 }, 640, 360, 1, 2 },
    { { 1280, 720, 2, .pattern_width = 9, .pattern_height = 100 }, 640, 360, 1, 2 },
    { { 1280, 720, 2, .pattern_width = 3, .pattern_height = 3 }, 320, 180, 1, 4 },
    { { 320, 240, 2, .pattern_width = 3, .pattern_height = 3 }, 320, 240, 1, 1 },
    { { 320, 240, 2, .pattern_width = 200, .pattern_height = 9 }, 320, 240, 1, 1 },
    { { 320, 240, 2, .pattern_width = 320, .pattern_height = 240 }, 320, 240, 1, 1 },
    { { 320, 240, 2, .pattern_width = 320, .pattern_height = 241 }, 640, 480, 1, 0.5 },
    { { 1, 1, 2, .pattern_width = 3, .pattern_height = 3 }, 3, 3, 1, 1 / 3.0 },
    { { 320, 240, 2, .pattern_width = 36, .pattern_height = 9, .unit_zoom = TRUE }, 320, 240, 1, 1 },
    { { 320, 240, 2, .pattern_width = 400, .pattern_height = 9, .unit_zoom = TRUE }, 400, 240, 1, 1 },
    { { 320, 240, 2, .pattern_width = 400, .pattern_height = 9, .zoom = 8 }, 400, 30, 1, 8 },
    /* With a margin: twice what the frame shows, unless a side is given. */
    { { 1280, 720, 2, .pattern_width = 36, .pattern_height = 9, .margin = TRUE }, 640, 360, 1, 4 },
    { { 321, 241, 2, .zoom = 4, .margin = TRUE }, 162, 122, 1, 4 },
    { { 320, 240, 2, .pattern_width = 400, .pattern_height = 9, .zoom = 8, .margin = TRUE }, 800, 60, 1, 8 },
    { { 320, 240, 2, 32, 0, .margin = TRUE }, 32, 24, 1, 10 },
    { { 320, 240, 2, 0, 7, .margin = TRUE }, 10, 7, 1, 34 },
    { { 640, 480, 3, 0, 0, 16, .margin = TRUE }, 128, 128, 16, 3 },
    /* And room for four radii of the rule. */
    { { 320, 240, 2, .zoom = 4, .margin = TRUE, .radius = 5 }, 160, 120, 1, 4 },
    { { 320, 240, 2, .zoom = 4, .margin = TRUE, .radius = 10 }, 160, 140, 1, 4 },
    { { 320, 240, 2, .zoom = 4, .margin = TRUE, .radius = 500 }, 4080, 4060, 1, 4 },
    { { 320, 240, 2, .zoom = 4, .radius = 500 }, 80, 60, 1, 4 },
    { { 320, 240, 2, 32, 0, .margin = TRUE, .radius = 500 }, 32, 24, 1, 10 },
    /* As long as that is not very many cells. */
    { { 16384, 16384, 2, .zoom = 1, .margin = TRUE }, 32768, 32768, 1, 1 },
    { { 16384, 16383, 2, .zoom = 0.5, .margin = TRUE }, 32768, 32766, 1, 0.5 },
    { { 320, 240, 2, .zoom = 1e-300, .margin = TRUE }, G_MAXUINT32, G_MAXUINT32, 1, 1e-300 },
    /* One that is larger than worlds are. */
    { { 320, 240, 2, .pattern_width = (G_GINT64_CONSTANT (1) << 32) + 3, .zoom = 1 }, G_MAXUINT32, 240, 1, 1 },
    { { 320, 240, 3, 16, 16, .pattern_depth = G_MAXINT64, .zoom = 1 }, 16, 16, G_MAXUINT32, 1 },
    /* 3D. */
    { { 640, 480, 3, 0, 0, 16 }, 128, 128, 16, 3 },
    { { 640, 480, 3, 0, 0, 16, LIFE_AXIS_Y }, 128, 128, 16, 5 },
    { { 640, 480, 3, 0, 0, 16, LIFE_AXIS_X, .unit_zoom = TRUE }, 128, 128, 16, 1 },
    { { 640, 480, 3, 0, 0, 0, .pattern_width = 500, .pattern_height = 3, .pattern_depth = 130 }, 500, 128, 130, 1 },
    { { 640, 480, 3, 32, 16, 64 }, 32, 16, 64, 20 },
    { { 640, 480, 3, 32, 16, 64, LIFE_AXIS_X }, 32, 16, 64, 7 },
    { { 640, 480, 3, 32, 16, 64, .zoom = 0.25 }, 32, 16, 64, 0.25 },
    { { 100, 100, 3, 256, 256, 256 }, 256, 256, 256, 1 / 3.0 },
  };
  /* clang-format on */

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    LifeGeometry geometry = { 0, 0, 0, LIFE_TOPOLOGY_PLANE };
    gdouble zoom = 0;

    g_test_message ("case %u", i);
    life_sizing_resolve (&cases[i].sizing, &geometry, &zoom);
    g_assert_cmpuint (geometry.width, ==, cases[i].width);
    g_assert_cmpuint (geometry.height, ==, cases[i].height);
    g_assert_cmpuint (geometry.depth, ==, cases[i].depth);
    g_assert_cmpfloat (zoom, ==, cases[i].zoom);
    g_assert_cmpint (geometry.topology, ==, LIFE_TOPOLOGY_PLANE);
  }
}

/* At every zoom 1/n that is chosen, no cell is outside the frame. */
static void
test_a_chosen_zoom_shows_the_whole_world (void)
{
  guint32 side;

  for (side = 1; side < 100000; side += 7) {
    LifeSizing sizing = { 31, 1000, 2, side, 1 };
    LifeGeometry geometry = { 0 };
    LifeSpan spans[31];
    gdouble zoom;
    guint n;

    life_sizing_resolve (&sizing, &geometry, &zoom);
    n = life_mapping_find_spans (31, side, zoom, -1, spans);
    g_assert_cmpuint (spans[0].cell, ==, 0);
    g_assert_cmpuint (spans[n - 1].cell + spans[n - 1].n_cells, ==, side);
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/view/" #name, test_##name)
  add_formats ("/view/frames_are_those_of_the_model",
      test_frames_are_those_of_the_model);
  ADD (slices_are_cut_across_each_axis);
  ADD (coverage_is_rounded_exactly);
  ADD (squares_of_cells_are_their_means);
  ADD (huge_pixels_show_the_mean);
  ADD (colors_have_textbook_values);
  ADD (positions_are_where_they_are_reported);
  ADD (zooms_at_all_ends_are_drawn);
  ADD (one_cell_and_all_of_them_can_be_seen);
  ADD (density_is_chosen_if_nothing_else_is);
  ADD (any_view_may_follow_another);
  ADD (engines_draw_what_the_reference_draws);
  ADD (size_and_zoom_follow_from_what_was_set);
  ADD (a_chosen_zoom_shows_the_whole_world);
  return g_test_run ();
}
