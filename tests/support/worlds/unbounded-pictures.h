/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of worlds without edges, and of the planes that they are compared with. */
#pragma once

#include "tests/support/draw/unbounded-draw.h"
#include "tests/support/worlds/unbounded.h"

/* Draws the plane, and the world at the same cells. */
static inline void
draw_both (
    Worlds *worlds, const LifeView *view, Picture *drawn, Picture *expected)
{
  LifeView moved = *view;

  moved.x += (gdouble) worlds->x;
  moved.y += (gdouble) worlds->y;
  draw_picture (worlds->each[1], &moved, drawn);
  draw_picture (worlds->each[0], view, expected);
}

static inline void
compare_drawn (Worlds *worlds, const LifeView *view, const gchar *what)
{
  Picture drawn, expected;

  draw_both (worlds, view, &drawn, &expected);
  assert_same_pictures (&drawn, &expected, view, what);
}

/* Where pixels are no squares the picture is nearly that of a plane: what is lit in all differs
 * by a part of it, @sums, and pixel by pixel by @pixels. */
static inline void
assert_nearly_as_on_a_plane (
    Worlds *worlds, const LifeView *view, gdouble sums, gdouble pixels)
{
  gdouble difference = 0, lit = 0, sum = 0, total = 0;
  Picture drawn, expected;

  draw_both (worlds, view, &drawn, &expected);
  for (guint i = 0; i < BYTES; i++) {
    const gint dead = (gint) (view->dead_color >> 8 * (i % 4) & 255);

    if (i % 4 == 3)
      continue;
    difference += ABS (drawn.pixels[i] - expected.pixels[i]);
    lit += ABS (expected.pixels[i] - dead);
    sum += drawn.pixels[i] - dead;
    total += expected.pixels[i] - dead;
  }
  g_assert_cmpfloat (lit, >, 0);
  g_assert_cmpfloat_with_epsilon (sum, total, sums * lit);
  g_assert_cmpfloat (difference, <, pixels * lit);
}

/* Zooms at which all is one pixel, or a cell is more than the picture; places beyond all. */
static inline void
draw_extreme_views (LifeWorld *world, LifeView view)
{
  static const gdouble zooms[] = { 1e-300, 1e-18, 1e-9, 0.1, 0.999, 1e6,
    1e300 };
  static const gdouble positions[] = { 0, 1e300, -1e300, 0x1p53, -0x1p61,
    0x1p62, -1 };
  Picture picture;

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (positions); k++)
      for (guint turned = 0; turned < 2; turned++) {
        view.zoom = zooms[i];
        view.x = positions[k];
        view.y = -positions[k];
        view.rotation = turned * 77;
        draw_picture (world, &view, &picture);
      }
}
