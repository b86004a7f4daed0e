/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lets pictures change worlds without edges: what lies under one is a plane whose cells are
 * read and written where the world has them. */
#include "life/render/unbounded/unbounded-absorb.h"

#include "life/draw/absorb.h"

#include <math.h>

/* Cells under a picture beyond those that its pixels cover whole. */
#define MARGIN 2

/* What lies under a picture. */
typedef struct {
  LifeEngine *world;
  gint64 x, y; /* of its first cell */
} CoveredPlane;

static LifeBox
box_in_world (const CoveredPlane *plane, const LifeBox *box)
{
  return (LifeBox){ plane->x + box->x, plane->y + box->y, 0, box->width,
    box->height, 1 };
}

static gboolean
plane_read (gpointer data, const LifeBox *box, guint8 *cells, GError **error)
{
  const CoveredPlane *plane = data;
  const LifeBox moved = box_in_world (plane, box);

  return plane->world->klass->read (plane->world, &moved, cells, error);
}

static gboolean
plane_write (
    gpointer data, const LifeBox *box, const guint8 *cells, GError **error)
{
  const CoveredPlane *plane = data;
  const LifeBox moved = box_in_world (plane, box);

  return plane->world->klass->write (plane->world, &moved, cells, error);
}

/* The first of @n cells around @center, and the center among them. */
static gint64
find_first_cell (gdouble *center, guint32 n)
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
life_unbounded_absorb (
    LifeEngine *engine, const LifeArrivingPicture *picture, GError **error)
{
  const LifeFrame *frame = picture->frame;
  LifeView view = *picture->view;
  const LifeArrivingPicture moved = { &view, frame, picture->input,
    picture->threshold };
  CoveredPlane plane = { .world = engine };
  const LifeCellStore store = { { cells_under (frame->width, view.zoom),
                                    cells_under (frame->height, view.zoom), 1,
                                    LIFE_TOPOLOGY_PLANE },
    plane_read, plane_write, &plane };
  LifePictureMemory memory = { 0 };

  if (picture->input == LIFE_INPUT_MOTION) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "what moves in pictures cannot change a world without edges; use "
        "another input, or topology=torus or topology=plane");
    return FALSE;
  }
  if (view.x == -1)
    view.x = engine->center[0];
  if (view.y == -1)
    view.y = engine->center[1];
  plane.x = find_first_cell (&view.x, store.geometry.width);
  plane.y = find_first_cell (&view.y, store.geometry.height);
  return (picture->input != LIFE_INPUT_REPLACE
             || engine->klass->clear (engine, error))
         && life_picture_absorb (&store, &memory, &moved, error);
}
