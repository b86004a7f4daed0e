/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of views share: a world of plain bytes, frames with guards
 * around every row, and a slow drawing to compare with. */
#pragma once

#include <math.h>
#include <string.h>

#include "life/base/cpu-path.h"
#include "life/draw/draw-rows.h"
#include "life/draw/view/mapping.h"
#include "life/draw/absorb.h"
#include "life/draw/color/pixel.h"

#include "tests/support/draw/formats.h"
#include "tests/support/help.h"

#define GUARD 0xa5
#define GUARD_BYTES 13

#define BT601 0.299, 0.114
#define BT709 0.2126, 0.0722
#define LIMITED 16, 219, 224
#define FULL 0, 255, 255

/* --- A world of bytes --- */

typedef struct {
  LifeGeometry geometry;
  LifeRule rule;
  guint8 *cells;
  guint states; /* 0: 2 */
  guint n_writes;
} ByteWorld;

static guint8 *
cell_at (ByteWorld *world, guint32 x, guint32 y, guint32 z)
{
  const LifeGeometry *geometry = &world->geometry;

  g_assert_cmpuint (x, <, geometry->width);
  g_assert_cmpuint (y, <, geometry->height);
  g_assert_cmpuint (z, <, geometry->depth);
  return world->cells + ((gsize) z * geometry->height + y) * geometry->width
         + x;
}

/* Cell (@column, @row) of a slice. */
static guint8 *
plane_cell (
    ByteWorld *world, LifeAxis axis, guint32 slice, guint32 column, guint32 row)
{
  return axis == LIFE_AXIS_Z   ? cell_at (world, column, row, slice)
         : axis == LIFE_AXIS_Y ? cell_at (world, column, slice, row)
                               : cell_at (world, slice, column, row);
}

static gboolean
transfer (ByteWorld *world, const LifeBox *box, guint8 *out, const guint8 *in)
{
  guint32 x, y, z;

  for (z = 0; z < box->depth; z++)
    for (y = 0; y < box->height; y++)
      for (x = 0; x < box->width; x++) {
        guint8 *cell = cell_at (world, box->x + x, box->y + y, box->z + z);

        if (out != NULL)
          *out++ = *cell;
        else
          *cell = *in++;
      }
  return TRUE;
}

static gboolean
byte_world_read (
    gpointer world, const LifeBox *box, guint8 *cells, GError **error)
{
  return transfer (world, box, cells, NULL);
}

static gboolean
byte_world_write (
    gpointer world, const LifeBox *box, const guint8 *cells, GError **error)
{
  ((ByteWorld *) world)->n_writes++;
  return transfer (world, box, NULL, cells);
}

G_GNUC_UNUSED static LifeCellStore
byte_world_store (ByteWorld *world)
{
  return (LifeCellStore){ world->geometry, byte_world_read, byte_world_write,
    world };
}

/* Bits after the last column are set, as an engine may leave them. */
static const guint64 *
byte_world_read_row (gconstpointer self, LifeAxis axis, guint32 slice,
    guint32 row, guint64 *scratch)
{
  ByteWorld *world = (ByteWorld *) self;
  guint32 columns, rows, planes, i;

  life_geometry_plane (&world->geometry, axis, &columns, &rows, &planes);
  g_assert_cmpuint (row, <, rows);
  memset (scratch, 0xff, ((gsize) columns + 63) / 64 * 8);
  for (i = 0; i < columns; i++)
    if (*plane_cell (world, axis, slice, i, row) == 0)
      scratch[i / 64] &= ~(G_GUINT64_CONSTANT (1) << i % 64);
  return scratch;
}

/* Half of the calls use the caller's row. */
static const guint8 *
byte_world_read_states (gconstpointer self, LifeAxis axis, guint32 slice,
    guint32 row, guint32 first, guint32 n, guint8 *scratch)
{
  ByteWorld *world = (ByteWorld *) self;

  if (axis == LIFE_AXIS_Z && row % 2 == 0)
    return cell_at (world, first, row, slice);
  for (guint32 i = 0; i < n; i++)
    scratch[i] = *plane_cell (world, axis, slice, first + i, row);
  memset (scratch + n, 0xff, LIFE_CELLS_PADDING);
  return scratch;
}

/* A world with @percent live cells, different for each @seed. */
G_GNUC_UNUSED static ByteWorld *
byte_world_new (
    guint32 width, guint32 height, guint32 depth, guint percent, guint32 seed)
{
  ByteWorld *world = g_new0 (ByteWorld, 1);
  gsize n = (gsize) width * height * depth, i;
  GRand *random = g_rand_new_with_seed (seed);

  world->geometry = (LifeGeometry){ width, height, depth, LIFE_TOPOLOGY_TORUS };
  world->cells = g_malloc (n);
  for (i = 0; i < n; i++)
    world->cells[i] = (guint) g_rand_int_range (random, 0, 100) < percent;
  g_rand_free (random);
  return world;
}

static void
byte_world_free (ByteWorld *world)
{
  g_free (world->cells);
  g_free (world);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ByteWorld, byte_world_free)

/* --- Frames with guards --- */

typedef struct {
  LifeFrame frame;
  guint8 *memory[LIFE_FRAME_MAX_PLANES];
  gsize row_bytes[LIFE_FRAME_MAX_PLANES];
  guint rows[LIFE_FRAME_MAX_PLANES];
  guint n_planes;
} Canvas;

static const TestFormat *
format_of (const Canvas *canvas)
{
  return &formats[canvas->frame.format];
}

static Canvas *
canvas_new (LifePixelFormat format, guint width, guint height)
{
  Canvas *canvas = g_new0 (Canvas, 1);
  const TestFormat *row = &formats[format];
  guint i;

  canvas->frame.format = format;
  canvas->frame.colorimetry = coding_of (row,
      format == LIFE_PIXEL_FORMAT_GRAY8 ? (LifeColorimetry){ BT601, FULL }
                                        : (LifeColorimetry){ BT709, LIMITED });
  canvas->frame.width = width;
  canvas->frame.height = height;
  canvas->n_planes = row->planes;
  for (i = 0; i < canvas->n_planes; i++) {
    gsize stride, size;

    canvas->row_bytes[i] = plane_row_bytes (row, i, width);
    canvas->rows[i] = plane_rows (row, i, height);
    stride = canvas->row_bytes[i] + GUARD_BYTES;
    size = stride * canvas->rows[i] + GUARD_BYTES;
    canvas->memory[i] = g_malloc (size);
    memset (canvas->memory[i], GUARD, size);
    canvas->frame.data[i] = canvas->memory[i] + GUARD_BYTES;
    canvas->frame.stride[i] = stride;
  }
  return canvas;
}

static void
canvas_free (Canvas *canvas)
{
  guint i;

  for (i = 0; i < canvas->n_planes; i++)
    g_free (canvas->memory[i]);
  g_free (canvas);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Canvas, canvas_free)

static guint8 *
canvas_byte (const Canvas *canvas, guint plane, guint x, guint y)
{
  g_assert_cmpuint (x, <, canvas->row_bytes[plane]);
  g_assert_cmpuint (y, <, canvas->rows[plane]);
  return canvas->frame.data[plane] + (gsize) y * canvas->frame.stride[plane]
         + x;
}

/* Sample (@x, @y) of component @k. */
static guint8 *
canvas_position (const Canvas *canvas, guint k, guint x, guint y)
{
  const TestFormat *format = format_of (canvas);

  return canvas_byte (canvas, format->positions[k].plane,
      format->positions[k].offset + x * format->positions[k].step, y);
}

static guint
canvas_get (const Canvas *canvas, guint k, guint x, guint y)
{
  return sample_get (format_of (canvas), canvas_position (canvas, k, x, y));
}

static void
canvas_set (Canvas *canvas, guint k, guint x, guint y, guint value)
{
  sample_set (format_of (canvas), canvas_position (canvas, k, x, y), value);
}

/* Bytes that all differ from their neighbors, where a byte is a sample. */
G_GNUC_UNUSED static void
canvas_fill (Canvas *canvas, guint8 first, guint8 step)
{
  const TestFormat *format = format_of (canvas);
  const LifeFrame *frame = &canvas->frame;
  guint i, x, y;

  for (i = 0; i < canvas->n_planes; i++)
    for (y = 0; y < canvas->rows[i]; y++)
      for (x = 0; x < canvas->row_bytes[i]; x++, first += step)
        *canvas_byte (canvas, i, x, y) = first;
  for (i = 0; format->depth > 8 && i < format->components; i++)
    for (y = 0; y < component_height (format, i, frame->height); y++)
      for (x = 0; x < component_width (format, i, frame->width); x++)
        canvas_set (canvas, i, x, y, canvas_get (canvas, i, x, y));
}

static void
assert_guards (const Canvas *canvas)
{
  guint i, y, k;

  for (i = 0; i < canvas->n_planes; i++) {
    const guint8 *guard = canvas->memory[i];

    for (y = 0; y <= canvas->rows[i]; y++, guard += canvas->frame.stride[i])
      for (k = 0; k < GUARD_BYTES; k++)
        g_assert_cmphex (guard[k], ==, GUARD);
  }
}

G_GNUC_UNUSED static void
assert_same_canvas (
    const Canvas *drawn, const Canvas *expected, const gchar *what)
{
  for (guint i = 0; i < drawn->n_planes; i++)
    for (guint y = 0; y < drawn->rows[i]; y++) {
      const guint8 *is = canvas_byte (drawn, i, 0, y);
      const guint8 *should = canvas_byte (expected, i, 0, y);
      guint x = 0;

      if (memcmp (is, should, drawn->row_bytes[i]) == 0)
        continue;
      while (is[x] == should[x])
        x++;
      fail ("%s: plane %u, byte %u of row %u is %u, not %u", what, i, x, y,
          is[x], should[x]);
      return;
    }
}

static Canvas *
canvas_copy (const Canvas *canvas)
{
  Canvas *copy = canvas_new (
      canvas->frame.format, canvas->frame.width, canvas->frame.height);

  copy->frame.colorimetry = canvas->frame.colorimetry;
  for (guint i = 0; i < canvas->n_planes; i++)
    memcpy (copy->memory[i], canvas->memory[i],
        canvas->frame.stride[i] * canvas->rows[i] + GUARD_BYTES);
  return copy;
}

static void
draw_with (LifeDrawer *drawer, LifeThreadPool *pool, ByteWorld *world,
    const LifeView *view, Canvas *canvas)
{
  const LifeCellPlane plane = {
    .cells = { world->geometry, &world->rule, pool,
        { world, byte_world_read_row, byte_world_read_states } }
  };
  g_autoptr (GError) error = NULL;

  world->rule.states = MAX (world->states, 2);
  life_draw (drawer, &plane, view, &canvas->frame, &error);
  g_assert_no_error (error);
  assert_guards (canvas);
}

static const gchar *const vectors[] = { "portable", "avx2", "avx512" };

/* Whether the processor has vectors, which are taken then. */
static inline gboolean
use_vectors (const gchar *name)
{
  LifeCpuPath path;

  life_cpu_path_force (name);
  return life_cpu_path_choose (&path, NULL);
}

/* Draws twice with every width of vectors that the processor has, and fails
 * where a frame differs from the first. */
G_GNUC_UNUSED static void
draw (ByteWorld *world, const LifeView *view, Canvas *canvas)
{
  g_autoptr (Canvas) blank = canvas_copy (canvas);

  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++) {
    LifeDrawer drawer = { 0 };

    if (!use_vectors (vectors[i]))
      continue;
    if (i == 0)
      draw_with (&drawer, NULL, world, view, canvas);
    for (guint again = 0; i > 0 && again < 2; again++) {
      g_autoptr (Canvas) copy = canvas_copy (blank);

      draw_with (&drawer, NULL, world, view, copy);
      assert_same_canvas (copy, canvas, vectors[i]);
    }
    life_drawer_clear (&drawer);
  }
  life_cpu_path_force (NULL);
}

/* --- Colors --- */

/* @part of @whole of the way from one color to another. */
static inline guint32
mixed (guint32 from, guint32 to, guint part, guint whole)
{
  guint32 color = 0;

  for (guint shift = 0; shift < 32; shift += 8) {
    gdouble first = from >> shift & 255, last = to >> shift & 255;

    color |= (guint32) floor (first + (last - first) * part / whole + 0.5)
             << shift;
  }
  return color;
}

static inline guint32
at_position (const LifeView *view, gdouble position)
{
  return view->palette_colors[(guint) floor (position * 255 + 0.5)];
}
