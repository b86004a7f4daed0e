/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of drawing on a GPU share: worlds, zooms and sizes, where frames lie,
 * and frames that are compared with those of the CPU. */
#pragma once

#include "tests/support/draw/formats.h"
#include "tests/support/worlds/cuda.h"

#define CAPACITY (1 << 20)

G_GNUC_UNUSED static const LifeGeometry geometries[] = {
  { 40, 30, 1, LIFE_TOPOLOGY_TORUS }, { 257, 131, 1, LIFE_TOPOLOGY_TORUS },
  { 1000, 700, 1, LIFE_TOPOLOGY_PLANE }, { 3, 2000, 1, LIFE_TOPOLOGY_TORUS },
  { 20, 30, 25, LIFE_TOPOLOGY_TORUS }, { 70, 65, 80, LIFE_TOPOLOGY_PLANE }
};

/* One of each layout of cells. */
G_GNUC_UNUSED static const LifeKernel drawn_kernels[] = { LIFE_KERNEL_PACKED,
  LIFE_KERNEL_BITSLICED };

G_GNUC_UNUSED static const gdouble zooms[] = { 0.004, 0.0625, 0.125, 0.3, 0.5,
  0.77, 1, 1.5, 2, 3, 8 };

G_GNUC_UNUSED static const guint frame_sizes[][2] = { { 1, 1 }, { 2, 3 },
  { 17, 9 }, { 64, 48 }, { 101, 77 }, { 160, 120 } };

/* --- Where frames lie --- */

typedef enum {
  ON_HOST,
  ON_PINNED_HOST,
  ON_DEVICE,
  PLACES,
} Place;

G_GNUC_UNUSED static const gchar *const place_names[PLACES] = { "in memory",
  "in pinned memory", "on the GPU" };

typedef struct {
  const Driver *driver;
  gpointer context;
  guint8 *expected; /* what the CPU draws into */
  guint8 *drawn;    /* where the GPU's frame is compared */
  gpointer pinned;
  guint64 device;
} Memory;

static inline void
memory_init (Memory *memory)
{
  const Driver *driver = open_driver ();

  memory->driver = driver;
  memory->expected = g_malloc (CAPACITY);
  memory->drawn = g_malloc (CAPACITY);
  g_assert_cmpint (driver->retain_primary (&memory->context, 0), ==, 0);
  g_assert_cmpint (driver->push (memory->context), ==, 0);
  g_assert_cmpint (driver->allocate_host (&memory->pinned, CAPACITY), ==, 0);
  g_assert_cmpint (driver->allocate (&memory->device, CAPACITY), ==, 0);
}

static inline void
memory_clear (Memory *memory)
{
  gpointer context;

  g_assert_cmpint (memory->driver->release (memory->device), ==, 0);
  g_assert_cmpint (memory->driver->release_host (memory->pinned), ==, 0);
  g_assert_cmpint (memory->driver->pop (&context), ==, 0);
  g_assert_cmpint (memory->driver->release_primary (0), ==, 0);
  g_free (memory->expected);
  g_free (memory->drawn);
}

/* The GPU's frame starts with the same bytes as the CPU's: an overlay is drawn
 * over them, and those outside the picture stay. */
static inline guint8 *
memory_place (Memory *memory, Place place, gsize bytes)
{
  switch (place) {
    case ON_PINNED_HOST:
      memcpy (memory->pinned, memory->expected, bytes);
      return memory->pinned;
    case ON_DEVICE:
      /* A copy from pageable memory may still be in progress. */
      g_assert_cmpint (
          memory->driver->to_device (memory->device, memory->expected, bytes),
          ==, 0);
      g_assert_cmpint (memory->driver->synchronize (), ==, 0);
      return (guint8 *) (gsize) memory->device;
    default:
      memcpy (memory->drawn, memory->expected, bytes);
      return memory->drawn;
  }
}

static inline const guint8 *
memory_look (Memory *memory, Place place, gsize bytes)
{
  if (place == ON_PINNED_HOST)
    return memory->pinned;
  if (place == ON_DEVICE)
    g_assert_cmpint (
        memory->driver->to_host (memory->drawn, memory->device, bytes), ==, 0);
  return memory->drawn;
}

/* Fills @frame with planes in @memory, @padding bytes apart and @padding bytes
 * (in packed RGB pixels) after each row; returns the total number of bytes. */
static inline gsize
lay_out (LifeFrame *frame, guint8 *memory, LifePixelFormat number,
    const guint size[2], guint padding)
{
  const TestFormat *format = &formats[number];
  gsize at = 4 * padding;

  *frame = (LifeFrame){ .format = number,
    .colorimetry = coding_of (
        format, number == LIFE_PIXEL_FORMAT_GRAY8
                    ? (LifeColorimetry){ 0.299, 0.114, 0, 255, 255 }
                    : (LifeColorimetry){ 0.2126, 0.0722, 16, 219, 224 }),
    .width = size[0],
    .height = size[1] };
  for (guint i = 0; i < format->planes; i++) {
    frame->data[i] = memory + at;
    frame->stride[i] = plane_row_bytes (format, i, size[0])
                       + padding * (format->components == 4 ? 4 : 1);
    at += (gsize) frame->stride[i] * plane_rows (format, i, size[1]) + padding;
  }
  g_assert_cmpuint (at, <=, CAPACITY);
  return at;
}

static inline gboolean
compare_frames (LifeWorld *world, LifeWorld *reference, const LifeView *view,
    LifePixelFormat format, const guint size[2], guint padding, Place place,
    Memory *memory)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeFrame expected, drawn;
  GError *error = NULL;
  const guint8 *bytes;
  gsize n = lay_out (&expected, memory->expected, format, size, padding);

  for (gsize i = 0; i < n; i++)
    memory->expected[i] = (guint8) (i * 37 + (i >> 8) * 11);
  lay_out (&drawn, memory_place (memory, place, n), format, size, padding);
  life_world_draw (reference, view, &expected, &error);
  g_assert_no_error (error);
  life_world_draw (world, view, &drawn, &error);
  g_assert_no_error (error);
  bytes = memory_look (memory, place, n);
  if (memcmp (bytes, memory->expected, n) == 0)
    return TRUE;
  for (gsize i = 0; i < n; i++)
    if (bytes[i] != memory->expected[i]) {
      g_test_message ("%s of %u×%u %s, padding %u, world %u×%u×%u, %s, zoom %g"
                      " at (%g, %g) turned by %g, scaling %d, axis %d, mode "
                      "%d, overlay %d, grid %g: byte %" G_GSIZE_FORMAT
                      " of %" G_GSIZE_FORMAT " is %u, not %u",
          formats[format].name, size[0], size[1], place_names[place], padding,
          geometry->width, geometry->height, geometry->depth,
          life_world_get_kernel_name (world), view->zoom, view->x, view->y,
          view->rotation, view->scaling, view->axis, view->color_mode,
          view->overlay, view->grid, i, n, bytes[i], memory->expected[i]);
      break;
    }
  g_test_fail ();
  return FALSE;
}

/* The views in which a frame of each size is drawn: centered or not, opaque or
 * not, in black and white or in colors, over the frame or not. */
static inline LifeView
choose_view (gdouble zoom, LifeAxis axis, guint32 slice, guint variant)
{
  LifeView view = default_view ();

  view.zoom = zoom;
  view.axis = axis;
  view.slice = slice;
  view.overlay = variant >= 2;
  if (variant & 1) {
    view.x = 5.3;
    view.y = -2.25;
    view.alive_color = variant == 3 ? 0xffffd000 : 0x80ff2010;
    view.dead_color = 0x40103060;
  }
  return view;
}

static inline LifeRule
rule_for (const LifeGeometry *geometry)
{
  return geometry->depth > 1 ? rule_of (3, "B5/S45") : rule_of (2, "B3/S23");
}

/* --- Tests of each kind --- */

/* A test of each of the @n names, at "/@path@name". */
static inline void
add_each (
    const gchar *path, const gchar *const *names, guint n, GTestDataFunc test)
{
  for (guint i = 0; i < n; i++) {
    g_autofree gchar *name = g_strdup_printf ("/%s%s", path, names[i]);

    g_test_add_data_func (name, GUINT_TO_POINTER (i), test);
  }
}

static inline void
add_formats (const gchar *path, GTestDataFunc test)
{
  const gchar *names[N_FORMATS];

  for (guint i = 0; i < N_FORMATS; i++)
    names[i] = formats[i].name;
  add_each (path, names, N_FORMATS, test);
}
