/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures: how an arriving frame becomes cells, for every input; on a world of
 * bytes. Drawing is in test-view.c. */
#include "tests/support/defaults.h"
#include "tests/support/draw/view.h"

static void
absorb (ByteWorld *world, LifePictureMemory *memory, const LifeView *view,
    const Canvas *canvas, LifeInput input, gdouble threshold)
{
  g_autoptr (GError) error = NULL;
  LifePictureMemory none = { NULL, 0, 0 };

  life_picture_absorb (&world->engine, memory != NULL ? memory : &none, view,
      &canvas->frame, input, threshold, &error);
  g_assert_no_error (error);
  life_picture_forget (&none);
}

static void
test_replace_brings_back_what_was_drawn (gconstpointer data)
{
  static const gdouble zooms[] = { 1, 2, 3, 8, 1.5, 2.75 };
  LifePixelFormat format = GPOINTER_TO_UINT (data);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (zooms); i++) {
    g_autoptr (ByteWorld) world = byte_world_new (19, 13, 1, 40, i);
    g_autoptr (ByteWorld) other = byte_world_new (19, 13, 1, 60, i + 50);
    g_autoptr (Canvas) canvas = canvas_new (
        format, (guint) (19 * zooms[i]) + 5, (guint) (13 * zooms[i]) + 4);
    LifeView view = default_view ();

    view.zoom = zooms[i];
    draw (world, &view, canvas);
    absorb (other, NULL, &view, canvas, LIFE_INPUT_REPLACE, 0.5);
    g_assert_cmpmem (world->cells, 19 * 13, other->cells, 19 * 13);
  }
}

/* Below a zoom of 1 a cell takes the pixel under its center. */
static void
test_replace_below_zoom_1_takes_the_pixel_under_the_center (void)
{
  static const Zoom zooms[] = { { 1, 2 }, { 1, 3 }, { 3, 10 }, { 1, 8 } };
  guint i, x, y;

  for (i = 0; i < G_N_ELEMENTS (zooms); i++) {
    Zoom zoom = zooms[i];
    g_autoptr (ByteWorld) world = byte_world_new (50, 40, 1, 50, 1);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 11, 9);
    LifeView view = default_view ();
    gint64 left = place_of (zoom, 0, 11, 50, -1);
    gint64 upper = place_of (zoom, 0, 9, 40, -1);

    view.zoom = (gdouble) zoom.top / zoom.bottom;
    canvas_fill (canvas, 1, 83);
    absorb (world, NULL, &view, canvas, LIFE_INPUT_REPLACE, 0.5);
    for (y = 0; y < 40; y++)
      for (x = 0; x < 50; x++) {
        gint64 column =
            floor_of ((2 * x + 1) * zoom.top - left, pixel_of (zoom));
        gint64 row = floor_of ((2 * y + 1) * zoom.top - upper, pixel_of (zoom));
        gboolean alive = column >= 0 && column < 11 && row >= 0 && row < 9
                         && *canvas_byte (canvas, 0, column, row) >= 128;

        g_assert_cmpuint (*cell_at (world, x, y, 0), ==, alive);
      }
  }
}

/* A picture of 3 pixels at zoom 2 shows one pixel of cell 0, two of cell 1. */
static void
test_a_cell_at_the_edge_takes_the_pixels_that_show_it (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (2, 1, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 3, 2);
  LifeView view = default_view ();

  view.zoom = 2;
  canvas_fill (canvas, 0, 0);
  *canvas_byte (canvas, 0, 0, 0) = *canvas_byte (canvas, 0, 0, 1) = 200;
  *canvas_byte (canvas, 0, 1, 0) = *canvas_byte (canvas, 0, 1, 1) = 200;
  absorb (world, NULL, &view, canvas, LIFE_INPUT_REPLACE, 0.5);
  g_assert_cmpuint (*cell_at (world, 0, 0, 0), ==, 1);
  g_assert_cmpuint (*cell_at (world, 1, 0, 0), ==, 0);
  *canvas_byte (canvas, 0, 2, 0) = 110;
  absorb (world, NULL, &view, canvas, LIFE_INPUT_REPLACE, 0.5);
  g_assert_cmpuint (*cell_at (world, 1, 0, 0), ==, 1);
}

/* Whether a pixel with these bytes makes a cell alive. */
static gboolean
is_alive (LifePixelFormat format, LifeColorimetry coding, guint64 bytes,
    gdouble threshold)
{
  g_autoptr (ByteWorld) world = byte_world_new (1, 1, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (format, 1, 1);
  LifeView view = default_view ();
  guint i;

  canvas->frame.colorimetry = coding;
  for (i = 0; i < canvas->row_bytes[0]; i++)
    *canvas_byte (canvas, 0, i, 0) =
        bytes >> 8 * (canvas->row_bytes[0] - 1 - i);
  absorb (world, NULL, &view, canvas, LIFE_INPUT_REPLACE, threshold);
  return *cell_at (world, 0, 0, 0);
}

static void
test_luma_is_normalized_by_its_range (void)
{
  const LifeColorimetry limited = { BT601, LIMITED }, full = { BT601, FULL };
  const LifeColorimetry wide = { BT601, 64, 876, 896 };
  const LifePixelFormat i420 = LIFE_PIXEL_FORMAT_I420;
  const LifePixelFormat i420_10 = LIFE_PIXEL_FORMAT_I420_10LE;
  const LifePixelFormat p010 = LIFE_PIXEL_FORMAT_P010_10LE;
  const LifePixelFormat y210 = LIFE_PIXEL_FORMAT_Y210;
  guint i;

  g_assert_true (is_alive (i420, limited, 126, 0.5));
  g_assert_false (is_alive (i420, limited, 125, 0.5));
  g_assert_true (is_alive (i420, full, 128, 0.5));
  g_assert_false (is_alive (i420, full, 127, 0.5));
  g_assert_true (is_alive (i420, limited, 235, 1));
  g_assert_true (is_alive (i420, limited, 255, 1));
  g_assert_false (is_alive (i420, limited, 234, 1));
  g_assert_false (is_alive (i420, full, 254, 1));
  g_assert_true (is_alive (i420, limited, 0, 0));
  g_assert_false (is_alive (i420, limited, 16, 1e-12));
  g_assert_true (is_alive (i420_10, wide, GUINT16_SWAP_LE_BE (502), 0.5));
  g_assert_false (is_alive (i420_10, wide, GUINT16_SWAP_LE_BE (501), 0.5));
  g_assert_true (is_alive (p010, wide, GUINT16_SWAP_LE_BE (502 << 6), 0.5));
  g_assert_false (
      is_alive (p010, wide, GUINT16_SWAP_LE_BE ((501 << 6) + 63), 0.5));
  g_assert_true (is_alive (p010, wide, GUINT16_SWAP_LE_BE (940 << 6), 1));
  g_assert_true (is_alive (
      y210, wide, (guint64) GUINT16_SWAP_LE_BE (502 << 6) << 48, 0.5));
  g_assert_false (is_alive (
      y210, wide, (guint64) GUINT16_SWAP_LE_BE ((501 << 6) + 63) << 48, 0.5));
  g_assert_false (is_alive (p010, wide, GUINT16_SWAP_LE_BE (939 << 6), 1));
  for (i = 1; i <= 255; i++) {
    g_assert_true (is_alive (LIFE_PIXEL_FORMAT_GRAY8, full, i, i / 255.0));
    g_assert_false (is_alive (LIFE_PIXEL_FORMAT_GRAY8, full, i - 1, i / 255.0));
  }
}

static void
test_rgb_has_the_luma_of_rec_709 (void)
{
  const LifeColorimetry coding = { BT601, LIMITED };
  const LifePixelFormat rgba = LIFE_PIXEL_FORMAT_RGBA;
  const LifePixelFormat bgrx = LIFE_PIXEL_FORMAT_BGRX;

  g_assert_true (is_alive (rgba, coding, 0xffffff00, 1));
  g_assert_false (is_alive (rgba, coding, 0xfffeffff, 1));
  g_assert_true (is_alive (rgba, coding, 0xff0000ff, 53 / 255.0));
  g_assert_false (is_alive (rgba, coding, 0xff0000ff, 54 / 255.0));
  g_assert_true (is_alive (rgba, coding, 0x00ff00ff, 182 / 255.0));
  g_assert_false (is_alive (rgba, coding, 0x00ff00ff, 183 / 255.0));
  g_assert_true (is_alive (bgrx, coding, 0xff000000, 18 / 255.0));
  g_assert_false (is_alive (bgrx, coding, 0xff000000, 19 / 255.0));
  g_assert_true (is_alive (bgrx, coding, 0x0000ff00, 53 / 255.0));
}

/* A picture of 3 × 1 pixels on the middle of 5 × 3 cells, for each input. */
static void
test_inputs_change_the_cells_under_the_picture (void)
{
  static const struct {
    LifeInput input;
    const gchar *cells;
  } cases[] = {
    { LIFE_INPUT_REPLACE, "00000 00110 00000" },
    { LIFE_INPUT_OR, "11111 11111 11111" },
    { LIFE_INPUT_XOR, "11111 11001 11111" },
    { LIFE_INPUT_ERASE, "11111 11001 11111" },
  };
  guint i, x, y;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ByteWorld) world = byte_world_new (5, 3, 1, 100, 0);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 3, 1);
    LifeView view = default_view ();

    canvas_fill (canvas, 0, 127);
    *canvas_byte (canvas, 0, 1, 0) = 128;
    absorb (world, NULL, &view, canvas, cases[i].input, 0.5);
    for (y = 0; y < 3; y++)
      for (x = 0; x < 5; x++)
        g_assert_cmpint (
            *cell_at (world, x, y, 0) + '0', ==, cases[i].cells[6 * y + x]);
  }
}

static void
test_or_and_xor_bring_dead_cells_to_life (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (2, 1, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 2, 1);
  LifeView view = default_view ();

  canvas_fill (canvas, 0, 255);
  absorb (world, NULL, &view, canvas, LIFE_INPUT_OR, 0.5);
  g_assert_cmpmem (world->cells, 2, "\0\1", 2);
  canvas_fill (canvas, 255, 0);
  absorb (world, NULL, &view, canvas, LIFE_INPUT_XOR, 0.5);
  g_assert_cmpmem (world->cells, 2, "\1\0", 2);
}

static void
test_motion_births_cells_where_the_picture_changed (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (4, 1, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 4, 1);
  LifePictureMemory memory = { NULL, 0, 0 };
  LifeView view = default_view ();

  memcpy (canvas->frame.data[0], "\x64\x64\x64\x64", 4);
  absorb (world, &memory, &view, canvas, LIFE_INPUT_MOTION, 0.2);
  g_assert_cmpmem (world->cells, 4, "\0\0\0\0", 4);

  memcpy (canvas->frame.data[0], "\x97\x96\x31\x32", 4);
  absorb (world, &memory, &view, canvas, LIFE_INPUT_MOTION, 0.2);
  g_assert_cmpmem (world->cells, 4, "\1\0\1\0", 4);

  canvas->frame.data[0][1] = 0x97;
  absorb (world, &memory, &view, canvas, LIFE_INPUT_MOTION, 0);
  g_assert_cmpmem (world->cells, 4, "\1\1\1\0", 4);

  life_picture_forget (&memory);
  g_assert_null (memory.luma);
  canvas_fill (canvas, 255, 0);
  absorb (world, &memory, &view, canvas, LIFE_INPUT_MOTION, 0);
  g_assert_cmpmem (world->cells, 4, "\1\1\1\0", 4);
  life_picture_forget (&memory);
}

static void
test_motion_forgets_when_the_plane_changes_its_size (void)
{
  g_autoptr (ByteWorld) small = byte_world_new (4, 1, 1, 0, 0);
  g_autoptr (ByteWorld) large = byte_world_new (5, 2, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 5, 2);
  LifePictureMemory memory = { NULL, 0, 0 };
  LifeView view = default_view ();
  guint i;

  canvas_fill (canvas, 0, 0);
  absorb (small, &memory, &view, canvas, LIFE_INPUT_MOTION, 0.5);
  canvas_fill (canvas, 255, 0);
  absorb (large, &memory, &view, canvas, LIFE_INPUT_MOTION, 0.5);
  for (i = 0; i < 10; i++)
    g_assert_cmpuint (large->cells[i], ==, 0);
  canvas_fill (canvas, 0, 0);
  absorb (large, &memory, &view, canvas, LIFE_INPUT_MOTION, 0.5);
  for (i = 0; i < 10; i++)
    g_assert_cmpuint (large->cells[i], ==, 1);
  life_picture_forget (&memory);
}

static void
test_a_picture_changes_its_slice_only (void)
{
  static const guint32 slices[] = { 4, 3, 2 };
  static const guint sides[] = { 3, 5, 6 };
  guint axis, x, y, z;

  for (axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++) {
    g_autoptr (ByteWorld) world =
        byte_world_new (sides[0], sides[1], sides[2], 100, 0);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 8, 8);
    LifeView view = default_view ();

    view.axis = axis;
    view.slice = slices[axis];
    canvas_fill (canvas, 0, 0);
    absorb (world, NULL, &view, canvas, LIFE_INPUT_REPLACE, 0.5);
    canvas_fill (canvas, 255, 0);
    for (z = 0; z < sides[2]; z++)
      for (y = 0; y < sides[1]; y++)
        for (x = 0; x < sides[0]; x++)
          g_assert_cmpuint (*cell_at (world, x, y, z), ==,
              (axis == LIFE_AXIS_Z      ? z
                  : axis == LIFE_AXIS_Y ? y
                                        : x)
                  != slices[axis]);
    absorb (world, NULL, &view, canvas, LIFE_INPUT_XOR, 0.5);
    for (x = 0; x < sides[0] * sides[1] * sides[2]; x++)
      g_assert_cmpuint (world->cells[x], ==, 1);
  }
}

static void
test_rows_beside_the_picture_are_not_written (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (30, 40, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 5, 7);
  LifeView view = default_view ();

  canvas_fill (canvas, 255, 0);
  absorb (world, NULL, &view, canvas, LIFE_INPUT_OR, 0.5);
  g_assert_cmpuint (world->n_writes, ==, 7);
  view.x = 1000;
  absorb (world, NULL, &view, canvas, LIFE_INPUT_OR, 0.5);
  g_assert_cmpuint (world->n_writes, ==, 7);
  absorb (world, NULL, &view, canvas, LIFE_INPUT_REPLACE, 0.5);
  g_assert_cmpuint (world->n_writes, ==, 7 + 40);
}

#define ADD(path, function) g_test_add_func (path #function, test_##function)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_formats ("/picture/replace_brings_back_what_was_drawn",
      test_replace_brings_back_what_was_drawn);
  ADD ("/picture/", replace_below_zoom_1_takes_the_pixel_under_the_center);
  ADD ("/picture/", a_cell_at_the_edge_takes_the_pixels_that_show_it);
  ADD ("/picture/", luma_is_normalized_by_its_range);
  ADD ("/picture/", rgb_has_the_luma_of_rec_709);
  ADD ("/picture/", inputs_change_the_cells_under_the_picture);
  ADD ("/picture/", or_and_xor_bring_dead_cells_to_life);
  ADD ("/picture/", motion_births_cells_where_the_picture_changed);
  ADD ("/picture/", motion_forgets_when_the_plane_changes_its_size);
  ADD ("/picture/", a_picture_changes_its_slice_only);
  ADD ("/picture/", rows_beside_the_picture_are_not_written);

  return g_test_run ();
}
