/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A model of views: the color of each pixel by itself, from the cells below it in
 * fractions, and how colors become a frame of any format or are laid over one. */
#pragma once

#include "tests/support/defaults.h"
#include "tests/support/draw/view.h"

/* --- Places --- */

/* A zoom as a fraction, so that nothing is rounded. */
typedef struct {
  gint64 top, bottom;
} Zoom;

static inline gint64
floor_of (gint64 top, gint64 bottom)
{
  gint64 quotient = top / bottom;

  return quotient * bottom > top ? quotient - 1 : quotient;
}

/* Places are counted from the world's corner, this many to a pixel. */
static inline gint64
pixel_of (Zoom zoom)
{
  return 2 * zoom.bottom;
}

/* The left edge of pixel @pixel, or its upper one. At whole zooms the corner is at the
 * edge of a pixel. */
static inline gint64
position_of (
    Zoom zoom, gint64 pixel, gint64 pixels, gint64 cells, gdouble center)
{
  gint64 twice = center == -1 ? cells : (gint64) (2 * center);
  gint64 corner = pixels * zoom.bottom - twice * zoom.top;

  if (zoom.top == 1 || zoom.bottom == 1)
    corner = floor_of (corner, 2 * zoom.bottom) * 2 * zoom.bottom;
  return pixel * pixel_of (zoom) - corner;
}

/* Such a place in 256ths of a cell. */
static inline gint64
edge_of (Zoom zoom, gint64 position)
{
  return floor_of (256 * position + zoom.top, 2 * zoom.top);
}

/* What a pixel covers along an axis, in 256ths of a cell: from zoom 1 on the whole cell
 * under its center. */
static inline void
find_covered (Zoom zoom, gint64 position, gint64 *first, gint64 *end)
{
  if (zoom.top >= zoom.bottom) {
    *first = 256 * floor_of (position + zoom.bottom, 2 * zoom.top);
    *end = *first + 256;
  } else {
    *first = edge_of (zoom, position);
    *end = edge_of (zoom, position + pixel_of (zoom));
  }
}

static inline gint64
overlap (gint64 cell, gint64 first, gint64 end)
{
  return MAX (MIN (cell * 256 + 256, end) - MAX (cell * 256, first), 0);
}

/* --- Colors --- */

/* Red, green, blue and alpha; over a frame they are multiplied by alpha. */
typedef struct {
  guint8 of[4];
} ModelColor;

static inline ModelColor
model_color (guint32 argb, gboolean overlay)
{
  ModelColor color;

  for (guint i = 0; i < 4; i++)
    color.of[i] = argb >> (8 * (2 - i) & 31) & 255;
  for (guint i = 0; overlay && i < 3; i++)
    color.of[i] = floor (color.of[i] * color.of[3] / 255.0 + 0.5);
  return color;
}

/* The color of a state; nothing that is dead is laid over a frame. */
static inline guint32
argb_of_state (const LifeView *view, guint state)
{
  if (state == 0)
    return view->overlay ? 0 : view->dead_color;
  return view->color_mode == LIFE_COLOR_MODE_STATE ? view->state_colors[state]
                                                   : view->alive_color;
}

/* @index of 255 of the way from dead to alive. */
static inline guint32
blended (const LifeView *view, guint index)
{
  const guint32 alive = argb_of_state (view, 1);

  return mixed (
      view->overlay ? alive & 0xffffff : view->dead_color, alive, index, 255);
}

/* The palette's color for so many @cells in a pixel. 255 steps are what the library
 * rounds to. */
static inline guint32
density_argb (const LifeView *view, Zoom zoom, gdouble cells)
{
  gdouble side = (gdouble) zoom.bottom / zoom.top, position = 0;
  gdouble part = log2 (1 + view->density_gain * cells)
                 / log2 (1 + view->density_gain * side * side);

  if (cells == 0)
    return argb_of_state (view, 0);
  if (zoom.top < zoom.bottom)
    position = MAX (0, 0.85 * (1 - floor (part * 254 + 0.5) / 254));
  position += view->palette_phase;
  return at_position (view, position > 1 ? position - 1 : position);
}

/* Y, U and V by the standards' definitions, rounded and clipped; halves are rounded up
 * although doubles may be a little below. */
static inline guint
yuv_sample (const Canvas *canvas, guint component, gdouble red, gdouble green,
    gdouble blue)
{
  const LifeColorimetry *coding = &canvas->frame.colorimetry;
  guint depth = format_of (canvas)->depth;
  gdouble luma = coding->kr * red + (1 - coding->kr - coding->kb) * green
                 + coding->kb * blue;
  gdouble cb = (blue - luma) / (2 * (1 - coding->kb));
  gdouble cr = (red - luma) / (2 * (1 - coding->kr));
  gdouble value =
      component == 0
          ? coding->luma_offset + luma / 255 * coding->luma_scale
          : (1 << (depth - 1))
                + (component == 1 ? cb : cr) / 255 * coding->chroma_scale;

  return CLAMP (floor (value + 0.5 + 1e-9), 0, (1 << depth) - 1);
}

/* --- Colors in a frame --- */

/* Lays @over, a sample of a color of so much of 255 alpha, over one of the frame: what
 * differs from black is multiplied. */
static inline void
lay_sample (
    Canvas *canvas, guint k, guint x, guint y, gdouble over, gdouble alpha)
{
  const TestFormat *format = format_of (canvas);
  gdouble zero = format->rgb ? 0
                 : k == 0    ? canvas->frame.colorimetry.luma_offset
                             : 1 << (format->depth - 1);
  gdouble value =
      (canvas_get (canvas, k, x, y) - zero) * (255 - alpha) / 255 + over;

  canvas_set (canvas, k, x, y,
      CLAMP (floor (value + 0.5 + 1e-9), 0, (1 << format->depth) - 1));
}

static inline guint
color_sample (const Canvas *canvas, guint k, ModelColor color)
{
  return format_of (canvas)->rgb
             ? color.of[k]
             : yuv_sample (canvas, k, color.of[0], color.of[1], color.of[2]);
}

static inline void
lay_pixel (Canvas *canvas, guint x, guint y, ModelColor color, guint alpha)
{
  const TestFormat *format = format_of (canvas);

  if (format->rgb && alpha == 0)
    return;
  for (guint k = 0; k < (format->rgb ? 3 : 1); k++)
    lay_sample (canvas, k, x, y, color_sample (canvas, k, color), alpha);
  if (format->alpha)
    lay_sample (canvas, 3, x, y, color.of[3], alpha);
  else if (format->components == 4)
    canvas_set (canvas, 3, x, y, 255);
}

/* The mean of what a sample of U or V covers. */
static inline void
lay_chroma (Canvas *canvas, guint x, guint y, const ModelColor *colors,
    gboolean overlay)
{
  const TestFormat *format = format_of (canvas);
  guint width = canvas->frame.width;
  guint right = MIN (format->across * (x + 1), width);
  guint lower = MIN (format->down * (y + 1), canvas->frame.height);

  for (guint component = 1; component <= 2; component++) {
    gdouble sum = 0, alpha = 0;
    guint n = 0;

    for (guint k = format->down * y; k < lower; k++)
      for (guint i = format->across * x; i < right; i++, n++) {
        sum += color_sample (canvas, component, colors[k * width + i]);
        alpha += overlay ? colors[k * width + i].of[3] : 255;
      }
    lay_sample (canvas, component, x, y, sum / n, alpha / n);
  }
}

/* Lays a color for each pixel, row by row, over a frame, or replaces what is there. */
static inline void
lay_colors (Canvas *canvas, const ModelColor *colors, gboolean overlay)
{
  const TestFormat *format = format_of (canvas);
  guint width = canvas->frame.width, height = canvas->frame.height;

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++) {
      ModelColor color = colors[y * width + x];

      lay_pixel (canvas, x, y, color, overlay ? color.of[3] : 255);
    }
  if (format->rgb || format->components == 1)
    return;
  for (guint y = 0; y < component_height (format, 1, height); y++)
    for (guint x = 0; x < component_width (format, 1, width); x++)
      lay_chroma (canvas, x, y, colors, overlay);
  /* The second pixel of a block at an odd edge has the luma of the first. */
  if (is_blocks (format) && width % 2 > 0 && !overlay)
    for (guint y = 0; y < height; y++)
      canvas_set (canvas, 0, width, y, canvas_get (canvas, 0, width - 1, y));
}

/* A frame of RGBA as one of another format. */
static inline Canvas *
recoded (const Canvas *rgba, LifePixelFormat format)
{
  guint width = rgba->frame.width, height = rgba->frame.height;
  g_autofree ModelColor *colors = g_new (ModelColor, width * height);
  Canvas *canvas = canvas_new (format, width, height);

  for (guint y = 0; y < height; y++)
    memcpy (&colors[y * width], canvas_byte (rgba, 0, 0, y), 4 * width);
  lay_colors (canvas, colors, FALSE);
  return canvas;
}

/* --- Planes --- */

/* What the cells of a pixel weigh, in squares of a 256th of a cell: each channel of their
 * colors, and, last, those that live. Returns the whole pixel. */
static inline gint64
sum_cells (ByteWorld *world, const LifeView *view, Zoom zoom,
    const gint64 positions[2], gint64 sums[5])
{
  ModelColor color = model_color (argb_of_state (view, 0), view->overlay);
  gint64 left, right, upper, lower, total, rest;
  guint32 columns, rows, planes;

  life_geometry_plane (&world->geometry, view->axis, &columns, &rows, &planes);
  find_covered (zoom, positions[0], &left, &right);
  find_covered (zoom, positions[1], &upper, &lower);
  rest = total = (right - left) * (lower - upper);
  memset (sums, 0, 5 * sizeof *sums);
  for (gint64 row = MAX (floor_of (upper, 256), 0);
       row < rows && row * 256 < lower; row++)
    for (gint64 column = MAX (floor_of (left, 256), 0);
         column < columns && column * 256 < right; column++) {
      guint state = *plane_cell (world, view->axis, view->slice, column, row);
      gint64 weight =
          overlap (column, left, right) * overlap (row, upper, lower);
      ModelColor cell;

      if (state == 0)
        continue;
      cell = model_color (argb_of_state (view, state), view->overlay);
      for (guint k = 0; k < 4; k++)
        sums[k] += weight * cell.of[k];
      sums[4] += weight;
      rest -= weight;
    }
  for (guint k = 0; k < 4; k++)
    sums[k] += rest * color.of[k];
  return total;
}

/* The color of the pixel at two places, in the modes of states, of one color, and of
 * numbers of cells. */
static inline ModelColor
color_of_pixel (ByteWorld *world, const LifeView *view, Zoom zoom,
    const gint64 positions[2])
{
  gint64 sums[5], total = sum_cells (world, view, zoom, positions, sums);
  ModelColor color;

  if (view->color_mode == LIFE_COLOR_MODE_DENSITY)
    return model_color (
        density_argb (view, zoom, sums[4] / 65536.0), view->overlay);
  if (view->color_mode != LIFE_COLOR_MODE_STATE || world->states <= 2)
    return model_color (
        blended (view, floor (255.0 * sums[4] / total + 0.5)), view->overlay);
  for (guint k = 0; k < 4; k++)
    color.of[k] = (2 * sums[k] + total) / (2 * total);
  return color;
}

static inline void
draw_slowly (ByteWorld *world, const LifeView *view, Zoom zoom, Canvas *canvas)
{
  guint width = canvas->frame.width, height = canvas->frame.height;
  g_autofree ModelColor *colors = g_new (ModelColor, width * height);
  guint32 columns, rows, planes;

  life_geometry_plane (&world->geometry, view->axis, &columns, &rows, &planes);
  for (guint i = 0; i < width * height; i++) {
    const gint64 positions[] = {
      position_of (zoom, i % width, width, columns, view->x),
      position_of (zoom, i / width, height, rows, view->y),
    };

    colors[i] = color_of_pixel (world, view, zoom, positions);
  }
  lay_colors (canvas, colors, view->overlay);
}

/* --- What is compared --- */

/* Views of a few states, some of them translucent. */
static inline LifeView
state_view (gdouble zoom, gdouble x, gdouble y)
{
  LifeView view = default_view ();

  view.zoom = zoom;
  view.x = x;
  view.y = y;
  view.color_mode = LIFE_COLOR_MODE_STATE;
  view.dead_color = 0x90203040;
  for (guint i = 0; i < LIFE_MAX_STATES; i++)
    view.state_colors[i] = 0x70c0ff37u * (i + 3);
  return view;
}

/* A world of cells in states below @states, so many percent of them alive. */
static inline ByteWorld *
state_world_new (
    guint32 width, guint32 height, guint32 depth, guint percent, guint states)
{
  ByteWorld *world =
      byte_world_new (width, height, depth, percent, width + states);
  g_autoptr (GRand) random = g_rand_new_with_seed (states);

  world->states = states;
  for (gsize i = 0; i < (gsize) width * height * depth; i++)
    if (world->cells[i] > 0)
      world->cells[i] = (guint8) g_rand_int_range (random, 1, (gint) states);
  return world;
}

/* A frame of it. */
static inline Canvas *
drawing_of (ByteWorld *world, const LifeView *view, LifePixelFormat format,
    guint width, guint height)
{
  Canvas *canvas = canvas_new (format, width, height);

  draw (world, view, canvas);
  return canvas;
}

static inline void
draw_world (LifeWorld *world, const LifeView *view, Canvas *canvas)
{
  g_autoptr (GError) error = NULL;

  life_world_draw (world, view, &canvas->frame, &error);
  g_assert_no_error (error);
  assert_guards (canvas);
}

static inline Canvas *
frame_of (LifeWorld *world, const LifeView *view, LifePixelFormat format,
    guint width, guint height)
{
  Canvas *canvas = canvas_new (format, width, height);

  draw_world (world, view, canvas);
  return canvas;
}

/* Opaque red, green and blue of a pixel of RGBA. */
static inline guint32
rgb_at (const Canvas *canvas, guint x, guint y)
{
  guint32 color = 0xff;

  for (guint k = 0; k < 3; k++)
    color = color << 8 | canvas_get (canvas, k, x, y);
  return color;
}

/* Adds a test for each format; its data is the format's number. */
static inline void
add_formats (const gchar *path, GTestDataFunc test)
{
  for (guint i = 0; i < N_FORMATS; i++) {
    g_autofree gchar *name = g_strdup_printf ("%s/%s", path, formats[i].name);

    g_test_add_data_func (name, GUINT_TO_POINTER (i), test);
  }
}
