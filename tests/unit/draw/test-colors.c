/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds in which each state has its color: which colors those are, and how
 * they become the bytes of frames; on a world of bytes. */
#include "tests/support/defaults.h"
#include "tests/support/draw/view.h"
#include "tests/support/text/rule-value.h"

/* --- A slow drawing --- */

typedef struct {
  ByteWorld *world;
  const LifeView *view;
  Zoom zoom;
  guint32 columns, rows;
  guint width, height; /* of the frame */
  guint (*pixels)[4];  /* the result of slow_color() for each, row by row */
} Slow;

/* Red, green, blue and alpha of a cell, which may lie outside the world. */
static void
slow_cell (const Slow *slow, gint64 column, gint64 row, guint channels[4])
{
  const LifeView *view = slow->view;
  guint32 color = view->dead_color;
  guint state = 0;

  if (column >= 0 && column < slow->columns && row >= 0 && row < slow->rows)
    state = *plane_cell (slow->world, view->axis, view->slice, column, row);
  if (state > 0)
    color = view->state_colors[state];
  for (guint i = 0; i < 4; i++)
    channels[i] = color >> (8 * (2 - i) & 31) & 255;
  if (state == 0 && view->overlay)
    channels[3] = 0;
  for (guint i = 0; view->overlay && i < 3; i++)
    channels[i] = floor (channels[i] * channels[3] / 255.0 + 0.5);
}

/* The same for a pixel of the frame, means rounded. */
static void
slow_color (const Slow *slow, guint x, guint y, guint channels[4])
{
  const Zoom zoom = slow->zoom;
  gint64 px = place_of (zoom, x, slow->width, slow->columns, slow->view->x);
  gint64 py = place_of (zoom, y, slow->height, slow->rows, slow->view->y);
  gint64 left = edge_of (zoom, px),
         right = edge_of (zoom, px + pixel_of (zoom));
  gint64 upper = edge_of (zoom, py),
         lower = edge_of (zoom, py + pixel_of (zoom));
  gint64 total = (right - left) * (lower - upper), sums[4] = { 0 };

  if (zoom.top >= zoom.bottom) {
    slow_cell (slow, cell_of (zoom, px), cell_of (zoom, py), channels);
    return;
  }
  for (gint64 row = floor_of (upper, 256); row * 256 < lower; row++)
    for (gint64 column = floor_of (left, 256); column * 256 < right; column++) {
      slow_cell (slow, column, row, channels);
      for (guint i = 0; i < 4; i++)
        sums[i] += overlap (column, left, right) * overlap (row, upper, lower)
                   * channels[i];
    }
  for (guint i = 0; i < 4; i++)
    channels[i] = (2 * sums[i] + total) / (2 * total);
}

/* @over, whose black is @zero, drawn over @under. */
static guint
slow_over (const Canvas *canvas, gdouble under, gdouble zero, gdouble over,
    gdouble alpha)
{
  gdouble value = under * (1 - alpha) + zero * alpha + over - zero;

  return CLAMP (floor (value + 0.5), 0, (1 << format_of (canvas)->depth) - 1);
}

static void
slow_sample (const Slow *slow, Canvas *canvas, guint k, guint x, guint y,
    gdouble zero, gdouble value, gdouble alpha)
{
  if (slow->view->overlay)
    value =
        slow_over (canvas, canvas_get (canvas, k, x, y), zero, value, alpha);
  canvas_set (canvas, k, x, y, floor (value + 0.5));
}

static void
slow_state_pixel (
    const Slow *slow, Canvas *canvas, guint x, guint y, const guint channels[4])
{
  const TestFormat *format = format_of (canvas);
  gdouble alpha = channels[3] / 255.0;

  if (!format->rgb) {
    slow_sample (slow, canvas, 0, x, y, canvas->frame.colorimetry.luma_offset,
        yuv_sample (canvas, 0, channels[0], channels[1], channels[2]), alpha);
    return;
  }
  if (slow->view->overlay && channels[3] == 0)
    return;
  for (guint k = 0; k < 3; k++)
    slow_sample (slow, canvas, k, x, y, 0, channels[k], alpha);
  if (format->alpha)
    slow_sample (slow, canvas, 3, x, y, 0, channels[3], alpha);
  else if (format->components == 4)
    canvas_set (canvas, 3, x, y, 255);
}

static void
slow_state_chroma (const Slow *slow, Canvas *canvas, guint x, guint y)
{
  const TestFormat *format = format_of (canvas);
  guint width = canvas->frame.width, height = canvas->frame.height;
  guint right = MIN (format->across * (x + 1), width);
  guint lower = MIN (format->down * (y + 1), height);

  for (guint component = 1; component <= 2; component++) {
    gdouble sum = 0, alpha = 0;
    guint n = 0;

    for (guint k = format->down * y; k < lower; k++)
      for (guint i = format->across * x; i < right; i++, n++) {
        const guint *channels = slow->pixels[k * width + i];

        sum += yuv_sample (
            canvas, component, channels[0], channels[1], channels[2]);
        alpha += channels[3] / 255.0;
      }
    slow_sample (slow, canvas, component, x, y, 1 << (format->depth - 1),
        sum / n, alpha / n);
  }
}

static void
draw_states_slowly (
    ByteWorld *world, const LifeView *view, Zoom zoom, Canvas *canvas)
{
  const TestFormat *format = format_of (canvas);
  guint width = canvas->frame.width, height = canvas->frame.height;
  Slow slow = { world, view, zoom };
  guint32 planes;

  life_geometry_plane (
      &world->engine.geometry, view->axis, &slow.columns, &slow.rows, &planes);
  slow.width = width;
  slow.height = height;
  slow.pixels = g_malloc_n ((gsize) width * height, sizeof *slow.pixels);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++) {
      guint *channels = slow.pixels[y * width + x];

      slow_color (&slow, x, y, channels);
      slow_state_pixel (&slow, canvas, x, y, channels);
    }
  if (!format->rgb && format->components == 3)
    for (guint y = 0; y < component_height (format, 1, height); y++)
      for (guint x = 0; x < component_width (format, 1, width); x++)
        slow_state_chroma (&slow, canvas, x, y);
  if (!view->overlay)
    slow_edge (canvas);
  g_free (slow.pixels);
}

/* --- Worlds and views --- */

/* A world of cells in states below @states, half of them dead. */
static ByteWorld *
state_world_new (
    guint32 width, guint32 height, guint32 depth, guint states, guint32 seed)
{
  ByteWorld *world = byte_world_new (width, height, depth, 50, seed);
  GRand *random = g_rand_new_with_seed (seed + 1);

  world->states = states;
  for (gsize i = 0; i < (gsize) width * height * depth; i++)
    if (world->cells[i] > 0)
      world->cells[i] = g_rand_int_range (random, 1, states);
  g_rand_free (random);
  return world;
}

/* Random colors, and some that stand out. */
static LifeView
state_view (Zoom zoom, gboolean overlay, guint32 seed)
{
  LifeView view = default_view ();
  GRand *random = g_rand_new_with_seed (seed);

  view.zoom = (gdouble) zoom.top / zoom.bottom;
  view.scaling = LIFE_SCALING_NEAREST;
  view.color_mode = LIFE_COLOR_MODE_STATE;
  view.overlay = overlay;
  view.dead_color = 0xc0103060;
  view.alive_color = 0xff00ff00;
  for (guint i = 0; i < 256; i++)
    view.state_colors[i] = g_rand_int (random);
  view.state_colors[1] = 0xffffffff;
  view.state_colors[2] = 0xff0000ff;
  view.state_colors[3] = 0x00ff0000;
  view.state_colors[4] = 0xff000000;
  g_rand_free (random);
  return view;
}

static void
compare_with_slow_states (ByteWorld *world, const LifeView *view, Zoom zoom,
    LifePixelFormat format, const LifeColorimetry *coding, guint width,
    guint height)
{
  g_autoptr (Canvas) drawn = canvas_new (format, width, height);
  g_autoptr (Canvas) expected = canvas_new (format, width, height);
  g_autofree gchar *what = g_strdup_printf (
      "%s, %u × %u, zoom %d/%d, world %u × %u at %g, %g, %s",
      formats[format].name, width, height, (gint) zoom.top, (gint) zoom.bottom,
      world->engine.geometry.width, world->engine.geometry.height, view->x,
      view->y, view->overlay ? "overlay" : "opaque");

  if (coding != NULL)
    drawn->frame.colorimetry = expected->frame.colorimetry =
        coding_of (&formats[format], *coding);
  canvas_fill (drawn, 7, 13);
  canvas_fill (expected, 7, 13);
  draw (world, view, drawn);
  draw_states_slowly (world, view, zoom, expected);
  assert_same_canvas (drawn, expected, what);
}

/* --- Drawing --- */

/* Every state once, in a row of cells. */
static void
test_each_state_has_its_color (gconstpointer data)
{
  static const LifeColorimetry codings[] = { { BT601, LIMITED },
    { BT709, LIMITED }, { BT709, FULL } };
  static const Zoom zooms[] = { { 1, 1 }, { 3, 1 }, { 5, 2 }, { 1, 2 } };
  ByteWorld *world = state_world_new (256, 3, 1, 256, 0);

  for (guint i = 0; i < 256; i++)
    *cell_at (world, i, 1, 0) = i;
  for (guint i = 0; i < G_N_ELEMENTS (codings); i++)
    for (guint k = 0; k < G_N_ELEMENTS (zooms); k++)
      for (guint overlay = 0; overlay < 2; overlay++) {
        LifeView view = state_view (zooms[k], overlay, i);

        compare_with_slow_states (world, &view, zooms[k],
            GPOINTER_TO_UINT (data), &codings[i], 256 * 5 / 2, 9);
      }
  byte_world_free (world);
}

static void
test_frames_equal_a_slow_drawing (gconstpointer data)
{
  static const Zoom zooms[] = { { 1, 1 }, { 3, 1 }, { 3, 2 }, { 1, 2 },
    { 1, 4 }, { 3, 10 }, { 1, 3 }, { 9, 10 }, { 1, 49 }, { 2, 131 } };
  static const guint frames[][2] = { { 1, 1 }, { 3, 5 }, { 17, 9 },
    { 70, 40 } };
  static const guint worlds[][2] = { { 1, 1 }, { 13, 11 }, { 64, 32 },
    { 200, 131 } };
  static const gdouble centers[][2] = { { -1, -1 }, { 5, 3.5 }, { -7, 190 },
    { -1000, 5000 } };

  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++) {
    guint states = i % 2 == 0 ? 256 : 3;
    ByteWorld *world =
        state_world_new (worlds[i][0], worlds[i][1], 1, states, i);

    for (guint k = 0; k < G_N_ELEMENTS (zooms); k++)
      for (guint m = 0; m < G_N_ELEMENTS (frames); m++) {
        /* Slow drawing visits each cell of a frame, so there are fewer views
         * with millions of cells. */
        const gboolean millions = m == 3 && 20 * zooms[k].top < zooms[k].bottom;

        for (guint n = 0; n < (millions ? 2 : 2 * G_N_ELEMENTS (centers));
             n++) {
          LifeView view = state_view (zooms[k], n % 2, i);

          view.x = centers[n / 2][0];
          view.y = centers[n / 2][1];
          compare_with_slow_states (world, &view, zooms[k],
              GPOINTER_TO_UINT (data), NULL, frames[m][0], frames[m][1]);
        }
      }
    byte_world_free (world);
  }
}

static void
test_slices_are_cut_across_each_axis (void)
{
  static const guint32 slices[] = { 19, 13, 8 };
  static const Zoom zooms[] = { { 2, 1 }, { 1, 2 } };
  ByteWorld *world = state_world_new (9, 14, 20, 5, 3);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++) {
      LifeView view = state_view (zooms[i], FALSE, 1);

      view.axis = axis;
      view.slice = slices[axis];
      compare_with_slow_states (
          world, &view, zooms[i], LIFE_PIXEL_FORMAT_NV12, NULL, 31, 33);
    }
  byte_world_free (world);
}

/* More columns than are summed together, more rows than lanes of 16 bits hold,
 * and pixels so large that doubles are not exact. */
static void
test_huge_pixels_show_the_mean (void)
{
  static const guint sizes[][2] = { { 5000, 3 }, { 3, 700 }, { 2100, 300 } };
  static const gdouble zooms[] = { 1 / 4096.0, 1 / 3000.5, 1 / 524289.0, 1e-7 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (zooms); k++) {
      guint width = sizes[i][0], height = sizes[i][1];
      g_autoptr (ByteWorld) world = state_world_new (width, height, 1, 256, i);
      g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_BGRA, 2, 1);
      LifeView view = state_view ((Zoom){ 1, 1 }, FALSE, i);
      LifeMapping columns, rows;

      view.zoom = zooms[k];
      view.x = 10;
      view.y = 1;
      draw (world, &view, canvas);
      life_mapping_init (
          &columns, 2, width, view.zoom, view.x, LIFE_SCALING_AREA);
      life_mapping_init (
          &rows, 1, height, view.zoom, view.y, LIFE_SCALING_AREA);
      for (guint byte = 0; byte < 8; byte++) {
        guint shift = byte % 4 * 8, whole = 1 << columns.fraction_bits;
        gint64 left = columns.edges[byte / 4],
               right = columns.edges[byte / 4 + 1];
        gdouble area =
            (gdouble) (right - left) * (rows.edges[1] - rows.edges[0]);
        gdouble dead = view.dead_color >> shift & 255, sum = dead * area;

        for (guint y = 0; y < height; y++)
          for (guint x = 0; x < width; x++) {
            guint state = *cell_at (world, x, y, 0);
            gint64 across = MIN (right, (gint64) (x + 1) * whole)
                            - MAX (left, (gint64) x * whole);
            gint64 down = MIN (rows.edges[1], (gint64) (y + 1) * whole)
                          - MAX (rows.edges[0], (gint64) y * whole);

            if (state > 0 && across > 0 && down > 0)
              sum += ((view.state_colors[state] >> shift & 255) - dead) * across
                     * down;
          }
        g_assert_cmpuint (*canvas_byte (canvas, 0, byte, 0), ==,
            (guint) floor (sum / area + 0.5));
      }
      life_mapping_clear (&columns);
      life_mapping_clear (&rows);
    }
}

/* One drawer, as an engine keeps it, with views that change between frames. */
static void
test_a_view_may_change_between_frames (void)
{
  LifeThreadPool *pool = life_thread_pool_new (3);
  LifeDrawer drawer = { 0 };
  ByteWorld *world = state_world_new (700, 500, 1, 9, 2);

  for (guint i = 0; i < 48; i++) {
    g_autoptr (Canvas) drawn = canvas_new (LIFE_PIXEL_FORMAT_I420, 640, 360);
    g_autoptr (Canvas) expected = canvas_new (LIFE_PIXEL_FORMAT_I420, 640, 360);
    LifeView view = state_view (
        i / 4 % 3 ? (Zoom){ 1, 2 } : (Zoom){ 3, 2 }, i / 12 % 2, i / 24);
    LifeDrawer fresh = { 0 };

    view.color_mode = i % 4 < 2 ? LIFE_COLOR_MODE_STATE : LIFE_COLOR_MODE_SOLID;
    world->states = i % 4 == 1 ? 2 : 9;
    draw_with (&drawer, pool, world, &view, drawn);
    draw_with (&fresh, NULL, world, &view, expected);
    assert_same_canvas (drawn, expected, "a changed view");
    life_drawer_clear (&fresh);
  }
  life_drawer_clear (&drawer);
  life_thread_pool_free (pool);
  byte_world_free (world);
}

/* Where there is one live state, its color replaces the alive color. */
static void
test_two_states_are_drawn_as_solid (gconstpointer data)
{
  static const gdouble zooms[] = { 1, 3, 1.5, 0.5, 0.3 };
  g_autoptr (ByteWorld) world = byte_world_new (97, 61, 1, 40, 5);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint overlay = 0; overlay < 2; overlay++) {
      LifeView view = state_view ((Zoom){ 1, 1 }, overlay, i), solid;
      g_autoptr (Canvas) drawn = canvas_new (GPOINTER_TO_UINT (data), 63, 40);
      g_autoptr (Canvas) expected =
          canvas_new (GPOINTER_TO_UINT (data), 63, 40);

      view.zoom = zooms[i];
      view.state_colors[1] = 0x80f0a010;
      solid = view;
      solid.color_mode = LIFE_COLOR_MODE_SOLID;
      solid.alive_color = 0x80f0a010;
      canvas_fill (drawn, 3, 5);
      canvas_fill (expected, 3, 5);
      draw (world, &view, drawn);
      draw (world, &solid, expected);
      assert_same_canvas (drawn, expected, "two states");
    }
}

static void
test_planes_of_bits_become_states (void)
{
  static const gchar *const paths[] = { "portable", "avx2", "avx512" };
  guint64 memory[9][5];
  const guint64 *planes[9];
  guint8 states_of_age[256];
  guint8 states[320 + 1];

  for (guint i = 0; i < 256; i++)
    states_of_age[i] = i == 0 ? 0 : 256 - i;
  for (guint k = 0; k < 9; k++) {
    planes[k] = memory[k];
    for (guint i = 0; i < 5; i++)
      memory[k][i] =
          (guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
  }
  for (guint p = 0; p < G_N_ELEMENTS (paths); p++) {
    g_autoptr (ByteWorld) world = byte_world_new (1, 1, 1, 0, 0);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 1, 1);
    LifeView view = default_view ();
    LifeDrawer drawer = { 0 };
    LifeCpuPath path;

    life_cpu_path_force (paths[p]);
    if (life_cpu_path_choose (&path, NULL)) {
      draw_with (&drawer, NULL, world, &view, canvas);
      for (guint n_ages = 0; n_ages <= 8; n_ages++)
        for (guint first = 0; first < 200; first += 13)
          for (guint n = 1; first + n <= 320; n += 17) {
            memset (states, GUARD, sizeof states);
            drawer.sample_kernels->states (
                planes[0], planes + 1, n_ages, states_of_age, first, n, states);
            for (guint i = 0; i < n; i++) {
              guint bit = first + i, age = 0;

              for (guint k = 0; k < n_ages; k++)
                age |= (memory[k + 1][bit / 64] >> bit % 64 & 1) << k;
              g_assert_cmpuint (states[i], ==,
                  states_of_age[age] | (memory[0][bit / 64] >> bit % 64 & 1));
            }
            g_assert_cmpuint (states[n], ==, GUARD);
          }
    }
    life_drawer_clear (&drawer);
  }
  life_cpu_path_force (NULL);
}

/* Every engine shows what the reference does, on each axis. */
static void
test_engines_draw_what_the_reference_draws (void)
{
  static const LifeGeometry geometries[] = {
    { 150, 90, 1, LIFE_TOPOLOGY_TORUS }, { 70, 40, 30, LIFE_TOPOLOGY_TORUS }
  };
  static const guint states[] = { 3, 4, 25, 256 };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (states); i++) {
    const LifeGeometry *geometry = &geometries[i % 2];
    LifeRule rule = { .dimensions = 2 + i % 2,
      .states = states[i / 2],
      .birth = i % 2 ? 1 << 5 : 1 << 2,
      .survival = i % 2 ? 1 << 6 : 7 << 3 };
    LifeKernel kernels[] = { LIFE_KERNEL_NAIVE, LIFE_KERNEL_BITSLICED };
    LifeWorld *worlds[2];
    g_autoptr (GError) error = NULL;

    for (guint k = 0; k < 2; k++) {
      LifeEngineOptions options = default_options ();

      options.engine = LIFE_ENGINE_CPU;
      options.kernel = kernels[k];
      worlds[k] = life_world_new (geometry, &rule, &options, &error);
      g_assert_no_error (error);
      life_world_soup (worlds[k], 1, 0.3, &error);
      life_world_step (worlds[k], 12, NULL, &error);
      g_assert_no_error (error);
    }
    for (guint axis = 0; axis < (i % 2 ? 3 : 1); axis++)
      for (guint z = 0; z < 3; z++) {
        g_autoptr (Canvas) drawn = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 101, 67);
        g_autoptr (Canvas) expected =
            canvas_new (LIFE_PIXEL_FORMAT_RGBA, 101, 67);
        LifeView view = state_view (z == 0   ? (Zoom){ 1, 1 }
                                    : z == 1 ? (Zoom){ 3, 2 }
                                             : (Zoom){ 1, 2 },
            FALSE, i);

        view.axis = axis;
        view.slice = i % 2 ? 11 : 0;
        life_world_draw (worlds[0], &view, &expected->frame, &error);
        g_assert_no_error (error);
        life_world_draw (worlds[1], &view, &drawn->frame, &error);
        g_assert_no_error (error);
        assert_same_canvas (drawn, expected, "bit-sliced");
      }
    life_world_free (worlds[0]);
    life_world_free (worlds[1]);
  }
}

/* --- Which colors --- */

static LifeRule
generations (guint states)
{
  LifeRule rule = { .dimensions = 2, .states = states, .birth = 1 << 2 };

  return rule;
}

static guint
brightness (guint32 color)
{
  return life_pixel_luma_rgb (color >> 16 & 255, color >> 8 & 255, color & 255);
}

static gint
distance (guint32 a, guint32 b)
{
  gint sum = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    sum += ABS ((gint) (a >> shift & 255) - (gint) (b >> shift & 255));
  return sum;
}

/* Starts like alive, then moves away from it, and never looks dead. */
static void
test_palettes_lead_from_alive_to_dead (void)
{
  static const gchar *const unordered[] = { "rainbow", "wheel", "berry", "ink",
    "sepia", NULL };
  const gchar *const *names = life_palette_names ();
  static const guint states[] = { 2, 3, 4, 8, 25, 256 };

  g_assert_cmpstr (names[0], ==, "default");
  for (; *names != NULL; names++)
    for (guint i = 0; i < G_N_ELEMENTS (states); i++) {
      g_autoptr (LifePalette) palette = life_palette_parse (*names, NULL);
      LifeRule rule = generations (states[i]);
      LifeView view = default_view ();

      g_assert_nonnull (palette);
      life_view_color_states (&view, &rule, palette);
      g_assert_cmphex (view.state_colors[1], ==, 0xffffffff);
      for (guint s = 2; s < states[i]; s++) {
        g_assert_cmphex (view.state_colors[s] >> 24, ==, 0xff);
        if (states[i] <= 25)
          g_assert_cmpuint (brightness (view.state_colors[s]), >, 8);
        if (!g_strv_contains (unordered, *names) && states[i] <= 25)
          g_assert_cmpuint (brightness (view.state_colors[s]), <,
              brightness (view.state_colors[s - 1]));
        if (states[i] <= 25)
          g_assert_cmpint (
              distance (view.state_colors[s], view.state_colors[s - 1]), >, 4);
      }
    }
}

static void
test_fade_is_between_the_two_colors (void)
{
  g_autoptr (LifePalette) palette = life_palette_parse ("fade", NULL);
  LifeRule rule = generations (6);
  LifeView view = default_view ();
  static const guint32 expected[] = { 0xffc86400, 0xccaa5a1e, 0x998c503c,
    0x666e465a, 0x33503c78 };

  view.alive_color = 0xffc86400;
  view.dead_color = 0x00323296;
  life_view_color_states (&view, &rule, palette);
  for (guint s = 1; s < 6; s++)
    g_assert_cmphex (view.state_colors[s], ==, expected[s - 1]);
}

static void
test_dying_cells_of_an_overlay_become_transparent (void)
{
  LifeRule rule = generations (6);
  LifeView view = default_view ();

  view.overlay = TRUE;
  life_view_color_states (&view, &rule, NULL);
  for (guint s = 1; s < 6; s++)
    g_assert_cmphex (view.state_colors[s] >> 24, ==, 255 - (s - 1) * 51);
}

/* WireWorld's file has four colors. */
static void
test_the_rules_own_colors_come_first (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePalette) palette = life_palette_parse ("fire", NULL);
  LifeView view = default_view ();
  LifeRule rule;

  parse_rule ("WireWorld", 2, &rule, &error);
  g_assert_no_error (error);
  view.alive_color = 0x80ffffff;
  life_view_color_states (&view, &rule, palette);
  g_assert_cmphex (view.state_colors[1], ==, 0x800080ff);
  g_assert_cmphex (view.state_colors[2], ==, 0x80ffffff);
  g_assert_cmphex (view.state_colors[3], ==, 0x80ff8000);
}

/* As many colors as there are dying states are theirs, alpha and all. */
static void
test_a_list_colors_dying_states_one_by_one (void)
{
  g_autoptr (LifePalette) palette =
      life_palette_parse ("0xff102030,0x80405060,0xff708090", NULL);
  LifeRule rule = generations (5);
  LifeView view = default_view ();

  life_view_color_states (&view, &rule, palette);
  g_assert_cmphex (view.state_colors[1], ==, 0xffffffff);
  g_assert_cmphex (view.state_colors[2], ==, 0xff102030);
  g_assert_cmphex (view.state_colors[3], ==, 0x80405060);
  g_assert_cmphex (view.state_colors[4], ==, 0xff708090);
}

/* Streams that were made with them look as they did. */
static void
test_the_first_palettes_keep_their_bytes (void)
{
  static const gchar *const names[] = { "default", "fade", "fire", "forest",
    "ice", "neon", "rainbow", "viridis" };
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint states = 2; states <= 256; states++)
      for (guint k = 0; k < 4; k++) {
        g_autoptr (LifePalette) palette = life_palette_parse (names[i], NULL);
        LifeRule rule = generations (states);
        LifeView view = default_view ();

        if (k % 2 == 1) {
          view.alive_color = 0x80f0a010;
          view.dead_color = 0x40102030;
        }
        view.overlay = k / 2;
        life_view_color_states (&view, &rule, palette);
        for (guint s = 0; s < states; s++) {
          guint32 color = GUINT32_TO_BE (view.state_colors[s]);

          g_checksum_update (sum, (const guchar *) &color, sizeof color);
        }
      }
  g_assert_cmpstr (g_checksum_get_string (sum), ==,
      "bc0da24a031d30504a7418e44d875ffa634eabeadd01f3c406f7a9bdc7258085");
}

#define ADD(path, function) g_test_add_func (path #function, test_##function)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_formats (
      "/colors/each_state_has_its_color", test_each_state_has_its_color);
  add_formats (
      "/colors/frames_equal_a_slow_drawing", test_frames_equal_a_slow_drawing);
  add_formats ("/colors/two_states_are_drawn_as_solid",
      test_two_states_are_drawn_as_solid);
  ADD ("/colors/", slices_are_cut_across_each_axis);
  ADD ("/colors/", huge_pixels_show_the_mean);
  ADD ("/colors/", a_view_may_change_between_frames);
  ADD ("/colors/", planes_of_bits_become_states);
  ADD ("/colors/", engines_draw_what_the_reference_draws);
  ADD ("/palettes/", palettes_lead_from_alive_to_dead);
  ADD ("/palettes/", fade_is_between_the_two_colors);
  ADD ("/palettes/", dying_cells_of_an_overlay_become_transparent);
  ADD ("/palettes/", the_rules_own_colors_come_first);
  ADD ("/palettes/", a_list_colors_dying_states_one_by_one);
  ADD ("/palettes/", the_first_palettes_keep_their_bytes);

  return g_test_run ();
}
