/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lets pictures change worlds without edges: what lies under one is a plane whose cells are
 * read and written where the world has them. */
#include "life/draw/unbounded/unbounded.h"

#include "life/draw/picture.h"

#include <math.h>

/* Cells under a picture beyond those that its pixels cover whole. */
#define MARGIN 2

typedef struct {
  LifeEngine engine; /* the plane */
  LifeEngine *world;
  gint64 x, y; /* of its first cell */
} Plane;

static LifeBox
box_in_world (const Plane *plane, const LifeBox *box)
{
  return (LifeBox){ plane->x + box->x, plane->y + box->y, 0, box->width,
    box->height, 1 };
}

static gboolean
plane_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  const Plane *plane = (const Plane *) engine;
  const LifeBox place = box_in_world (plane, box);

  return plane->world->klass->read (plane->world, &place, cells, error);
}

static gboolean
plane_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  const Plane *plane = (const Plane *) engine;
  const LifeBox place = box_in_world (plane, box);

  return plane->world->klass->write (plane->world, &place, cells, error);
}

static const LifeEngineClass plane_class = {
  .read = plane_read,
  .write = plane_write,
};

/* The first of @n cells around @center, and the center among them. */
static gint64
place_cells (gdouble *center, guint32 n)
{
  const gint64 first = (gint64) floor (*center) - n / 2;

  *center -= (gdouble) first;
  return first;
}

static guint32
cells_under (guint pixels, gdouble zoom)
{
  return (guint32) MIN (ceil (pixels / zoom) + 2 * MARGIN, G_MAXUINT32);
}

gboolean
life_unbounded_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  LifePictureMemory memory = { 0 };
  LifeView moved = *view;
  Plane plane = { { .klass = &plane_class,
                      .geometry = { cells_under (picture->width, view->zoom),
                          cells_under (picture->height, view->zoom), 1,
                          LIFE_TOPOLOGY_PLANE },
                      .rule = engine->rule },
    engine };

  if (input == LIFE_INPUT_MOTION) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "what moves in pictures cannot change a world without edges; use "
        "another input, or topology=torus or topology=plane");
    return FALSE;
  }
  if (moved.x == -1)
    moved.x = engine->center[0];
  if (moved.y == -1)
    moved.y = engine->center[1];
  plane.x = place_cells (&moved.x, plane.engine.geometry.width);
  plane.y = place_cells (&moved.y, plane.engine.geometry.height);
  if (input == LIFE_INPUT_REPLACE && !engine->klass->clear (engine, error))
    return FALSE;
  return life_picture_absorb (
      &plane.engine, &memory, &moved, picture, input, threshold, error);
}
