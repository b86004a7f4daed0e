/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures: how an arriving frame becomes cells, for every input; on a world of
 * bytes. Drawing is in test-view.c. */
#include "tests/support/draw/model.h"

static void
absorb (ByteWorld *world, LifePictureMemory *memory, const LifeView *view,
    const Canvas *canvas, LifeInput input, gdouble threshold)
{
  g_autoptr (GError) error = NULL;
  LifePictureMemory none = { NULL, 0, 0 };
  const LifeCellStore store = byte_world_store (world);
  const LifeArrivingPicture picture = { view, &canvas->frame, input,
    threshold };

  life_picture_absorb (
      &store, memory != NULL ? memory : &none, &picture, &error);
  g_assert_no_error (error);
  life_picture_reset (&none);
}

static void
test_replace_restores_what_was_drawn (gconstpointer data)
{
  static const gdouble zooms[] = { 1, 2, 3, 8, 1.5, 2.75 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    g_autoptr (ByteWorld) world = byte_world_new (19, 13, 1, 40, i);
    g_autoptr (ByteWorld) other = byte_world_new (19, 13, 1, 60, i + 50);
    g_autoptr (Canvas) canvas = NULL;
    LifeView view = default_view ();

    view.zoom = zooms[i];
    canvas = drawing_of (world, &view, GPOINTER_TO_UINT (data),
        (guint) (19 * zooms[i]) + 5, (guint) (13 * zooms[i]) + 4);
    absorb (other, NULL, &view, canvas, LIFE_INPUT_REPLACE, 0.5);
    g_assert_cmpmem (world->cells, 19 * 13, other->cells, 19 * 13);
  }
}

/* Below a zoom of 1 a cell takes the pixel under its center. */
static void
test_replace_below_zoom_1_reads_the_pixel_under_the_center (void)
{
  static const Zoom zooms[] = { { 1, 2 }, { 1, 3 }, { 3, 10 }, { 1, 8 } };
  guint i, x, y;

  for (i = 0; i < G_N_ELEMENTS (zooms); i++) {
    Zoom zoom = zooms[i];
    g_autoptr (ByteWorld) world = byte_world_new (50, 40, 1, 50, 1);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 11, 9);
    LifeView view = default_view ();
    gint64 left = position_of (zoom, 0, 11, 50, -1);
    gint64 upper = position_of (zoom, 0, 9, 40, -1);

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
test_a_cell_at_the_edge_is_read_from_the_pixels_that_show_it (void)
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

#define LE16(value) GUINT16_SWAP_LE_BE (value)

/* The least value that is alive, and the greatest that is not, by the range of luma and of
 * the thresholds; RGB has the luma of Rec. 709. */
static void
test_luma_is_normalized_by_its_range (void)
{
  static const LifeColorimetry limited = { BT601, LIMITED };
  static const LifeColorimetry full = { BT601, FULL };
  static const LifeColorimetry wide = { BT601, 64, 876, 896 };
  static const struct {
    LifePixelFormat format;
    const LifeColorimetry *coding;
    guint64 bytes;
    gdouble threshold;
    gboolean alive;
  } rows[] = {
    { LIFE_PIXEL_FORMAT_I420, &limited, 126, 0.5, TRUE },
    { LIFE_PIXEL_FORMAT_I420, &limited, 125, 0.5, FALSE },
    { LIFE_PIXEL_FORMAT_I420, &full, 128, 0.5, TRUE },
    { LIFE_PIXEL_FORMAT_I420, &full, 127, 0.5, FALSE },
    { LIFE_PIXEL_FORMAT_I420, &limited, 235, 1, TRUE },
    { LIFE_PIXEL_FORMAT_I420, &limited, 255, 1, TRUE },
    { LIFE_PIXEL_FORMAT_I420, &limited, 234, 1, FALSE },
    { LIFE_PIXEL_FORMAT_I420, &full, 254, 1, FALSE },
    { LIFE_PIXEL_FORMAT_I420, &limited, 0, 0, TRUE },
    { LIFE_PIXEL_FORMAT_I420, &limited, 16, 1e-12, FALSE },
    { LIFE_PIXEL_FORMAT_I420_10LE, &wide, LE16 (502), 0.5, TRUE },
    { LIFE_PIXEL_FORMAT_I420_10LE, &wide, LE16 (501), 0.5, FALSE },
    { LIFE_PIXEL_FORMAT_P010_10LE, &wide, LE16 (502 << 6), 0.5, TRUE },
    { LIFE_PIXEL_FORMAT_P010_10LE, &wide, LE16 ((501 << 6) + 63), 0.5, FALSE },
    { LIFE_PIXEL_FORMAT_P010_10LE, &wide, LE16 (940 << 6), 1, TRUE },
    { LIFE_PIXEL_FORMAT_P010_10LE, &wide, LE16 (939 << 6), 1, FALSE },
    { LIFE_PIXEL_FORMAT_Y210, &wide, (guint64) LE16 (502 << 6) << 48, 0.5,
        TRUE },
    { LIFE_PIXEL_FORMAT_Y210, &wide, (guint64) LE16 ((501 << 6) + 63) << 48,
        0.5, FALSE },
    { LIFE_PIXEL_FORMAT_RGBA, &limited, 0xffffff00, 1, TRUE },
    { LIFE_PIXEL_FORMAT_RGBA, &limited, 0xfffeffff, 1, FALSE },
    { LIFE_PIXEL_FORMAT_RGBA, &limited, 0xff0000ff, 53 / 255.0, TRUE },
    { LIFE_PIXEL_FORMAT_RGBA, &limited, 0xff0000ff, 54 / 255.0, FALSE },
    { LIFE_PIXEL_FORMAT_RGBA, &limited, 0x00ff00ff, 182 / 255.0, TRUE },
    { LIFE_PIXEL_FORMAT_RGBA, &limited, 0x00ff00ff, 183 / 255.0, FALSE },
    { LIFE_PIXEL_FORMAT_BGRX, &limited, 0xff000000, 18 / 255.0, TRUE },
    { LIFE_PIXEL_FORMAT_BGRX, &limited, 0xff000000, 19 / 255.0, FALSE },
    { LIFE_PIXEL_FORMAT_BGRX, &limited, 0x0000ff00, 53 / 255.0, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_test_message ("row %u", i);
    g_assert_cmpint (is_alive (rows[i].format, *rows[i].coding, rows[i].bytes,
                         rows[i].threshold),
        ==, rows[i].alive);
  }
  for (guint i = 1; i <= 255; i++) {
    g_assert_true (is_alive (LIFE_PIXEL_FORMAT_GRAY8, full, i, i / 255.0));
    g_assert_false (is_alive (LIFE_PIXEL_FORMAT_GRAY8, full, i - 1, i / 255.0));
  }
}

/* A gray world of so many cells in a row, and the picture @pixels of them. */
static void
absorb_row (ByteWorld *world, LifePictureMemory *memory, const gchar *pixels,
    LifeInput input, gdouble threshold)
{
  const guint width = world->geometry.width;
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, width, 1);
  LifeView view = default_view ();

  memcpy (canvas->frame.data[0], pixels, width);
  absorb (world, memory, &view, canvas, input, threshold);
}

/* A picture of 3 × 1 pixels on the middle of 5 × 3 cells, for each input; and one of a dead
 * world. */
static void
test_inputs_change_the_cells_under_the_picture (void)
{
  static const struct {
    LifeInput input;
    const gchar *cells;
  } cases[] = {
    { LIFE_INPUT_REPLACE, "000000011000000" },
    { LIFE_INPUT_OR, "111111111111111" },
    { LIFE_INPUT_XOR, "111111100111111" },
    { LIFE_INPUT_ERASE, "111111100111111" },
  };
  g_autoptr (ByteWorld) dead = byte_world_new (2, 1, 1, 0, 0);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ByteWorld) world = byte_world_new (5, 3, 1, 100, 0);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 3, 1);
    LifeView view = default_view ();

    memcpy (canvas->frame.data[0], "\0\x80\xfe", 3);
    absorb (world, NULL, &view, canvas, cases[i].input, 0.5);
    for (guint k = 0; k < 15; k++)
      g_assert_cmpint (world->cells[k] + '0', ==, cases[i].cells[k]);
  }
  absorb_row (dead, NULL, "\0\xff", LIFE_INPUT_OR, 0.5);
  g_assert_cmpmem (dead->cells, 2, "\0\1", 2);
  absorb_row (dead, NULL, "\xff\xff", LIFE_INPUT_XOR, 0.5);
  g_assert_cmpmem (dead->cells, 2, "\1\0", 2);
}

static void
test_motion_births_cells_where_the_picture_changed (void)
{
  static const struct {
    const gchar *pixels;
    gdouble threshold;
    const gchar *cells;
  } frames[] = {
    { "\x64\x64\x64\x64", 0.2, "\0\0\0\0" },
    { "\x97\x96\x31\x32", 0.2, "\1\0\1\0" },
    { "\x97\x97\x31\x32", 0, "\1\1\1\0" },
    /* What was forgotten before has no difference. */
    { "\xff\xff\xff\xff", 0, "\1\1\1\0" },
  };
  g_autoptr (ByteWorld) world = byte_world_new (4, 1, 1, 0, 0);
  LifePictureMemory memory = { NULL, 0, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++) {
    if (i == 3)
      life_picture_reset (&memory);
    g_assert_true (i % 3 == 0 ? memory.luma == NULL : memory.luma != NULL);
    absorb_row (world, &memory, frames[i].pixels, LIFE_INPUT_MOTION,
        frames[i].threshold);
    g_assert_cmpmem (world->cells, 4, frames[i].cells, 4);
  }
  life_picture_reset (&memory);
}

static void
test_motion_resets_when_the_plane_changes_its_size (void)
{
  g_autoptr (ByteWorld) small = byte_world_new (4, 1, 1, 0, 0);
  g_autoptr (ByteWorld) large = byte_world_new (5, 2, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 5, 2);
  LifePictureMemory memory = { NULL, 0, 0 };
  LifeView view = default_view ();

  for (guint i = 0; i < 3; i++) {
    canvas_fill (canvas, i == 1 ? 255 : 0, 0);
    absorb (
        i == 0 ? small : large, &memory, &view, canvas, LIFE_INPUT_MOTION, 0.5);
    for (guint k = 0; k < 10; k++)
      g_assert_cmpuint (large->cells[k], ==, i == 2);
  }
  life_picture_reset (&memory);
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
test_rows_next_to_the_picture_are_not_written (void)
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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/picture/" #name, test_##name)
  add_formats ("/picture/replace_restores_what_was_drawn",
      test_replace_restores_what_was_drawn);
  ADD (replace_below_zoom_1_reads_the_pixel_under_the_center);
  ADD (a_cell_at_the_edge_is_read_from_the_pixels_that_show_it);
  ADD (luma_is_normalized_by_its_range);
  ADD (inputs_change_the_cells_under_the_picture);
  ADD (motion_births_cells_where_the_picture_changed);
  ADD (motion_resets_when_the_plane_changes_its_size);
  ADD (a_picture_changes_its_slice_only);
  ADD (rows_next_to_the_picture_are_not_written);
  return g_test_run ();
}
