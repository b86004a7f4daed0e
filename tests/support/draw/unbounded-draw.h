/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of worlds without edges, small ones, drawn and compared. */
#pragma once

#include "tests/support/worlds/unbounded.h"

#define WIDTH 96
#define HEIGHT 70
#define BYTES (WIDTH * HEIGHT * 4)

/* Pixels and lines of a grid lie as on a plane that is moved by a multiple of all. */
#define STEP 3840

typedef struct {
  guint8 pixels[BYTES];
} Picture;

static inline void
draw_picture (LifeWorld *world, const LifeView *view, Picture *picture)
{
  const LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_BGRA,
    .width = WIDTH,
    .height = HEIGHT,
    .data = { picture->pixels },
    .stride = { WIDTH * 4 } };
  GError *error = NULL;

  memset (picture, 0x40, sizeof *picture);
  life_world_draw (world, view, &frame, &error);
  g_assert_no_error (error);
}

static inline void
assert_same_pictures (const Picture *drawn, const Picture *expected,
    const LifeView *view, const gchar *what)
{
  for (guint i = 0; i < BYTES; i++)
    if (drawn->pixels[i] != expected->pixels[i]) {
      g_test_message ("%s: mode %u, zoom %g, at %.17g, %.17g, turned by %g: "
                      "pixel (%u, %u) is %u, not %u",
          what, view->color_mode, view->zoom, view->x, view->y, view->rotation,
          i / 4 % WIDTH, i / 4 / WIDTH, drawn->pixels[i], expected->pixels[i]);
      g_test_fail ();
      return;
    }
}
