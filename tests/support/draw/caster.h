/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A slow, plain way to see a world in perspective, in double precision: a ray is cut at
 * every side of a cell that it crosses, and each piece is looked at. Written from what
 * LifePerspective says, and shares nothing with life/draw/body/. */
#pragma once

#include <math.h>

#include <life/view.h>

/* Cells of a world, a byte each. */
typedef struct {
  gint size[3];
  const guint8 *cells;
} CasterWorld;

typedef struct {
  gdouble v[3];
} CasterVector;

/* Where rays begin, and the picture in front of it: through the middle of a frame of
 * @width × @height pixels runs @forward, and a pixel is @pixel wide at the distance 1. */
typedef struct {
  CasterVector eye, forward, right, down;
  gdouble pixel;
  guint width, height;
  gint begin[3];   /* the first cells that are not cut off */
  guint16 *passed; /* or NULL: counts the rays that pass each live cell */
} Caster;

/* What a ray meets: @axis is the one across which the face of the cell lies, -1 where no
 * live cell is met. @t is how far it is from the eye, in cells. */
typedef struct {
  gint cell[3];
  gint axis;
  gdouble t;
  guint count; /* of live cells on the whole ray */
} CasterHit;

static inline CasterVector
caster_add (CasterVector a, CasterVector b, gdouble times)
{
  for (guint i = 0; i < 3; i++)
    a.v[i] += b.v[i] * times;
  return a;
}

static inline CasterVector
caster_unit (CasterVector a)
{
  gdouble length = sqrt (a.v[0] * a.v[0] + a.v[1] * a.v[1] + a.v[2] * a.v[2]);

  for (guint i = 0; i < 3; i++)
    a.v[i] /= length;
  return a;
}

static inline gsize
caster_position (const CasterWorld *world, gint x, gint y, gint z)
{
  g_assert_true (x >= 0 && x < world->size[0] && y >= 0 && y < world->size[1]
                 && z >= 0 && z < world->size[2]);
  return ((gsize) z * world->size[1] + y) * (gsize) world->size[0] + x;
}

static inline guint8
caster_cell (const CasterWorld *world, gint x, gint y, gint z)
{
  return world->cells[caster_position (world, x, y, z)];
}

/* Turns (@x, @z) from the direction −z towards +x, and @y towards −y. */
static inline CasterVector
caster_turned (gdouble azimuth, gdouble elevation)
{
  gdouble a = azimuth / 180 * G_PI, e = elevation / 180 * G_PI;

  return (CasterVector){ { sin (a) * cos (e), -sin (e), -cos (a) * cos (e) } };
}

static inline Caster
caster_new (const CasterWorld *world, const LifePerspective *from, guint width,
    guint height)
{
  CasterVector away = caster_turned (from->azimuth, from->elevation);
  gdouble diagonal =
      hypot (hypot (world->size[0], world->size[1]), (gdouble) world->size[2]);
  Caster caster = { .width = width, .height = height };

  for (guint i = 0; i < 3; i++) {
    caster.eye.v[i] =
        from->look_at[i] == -1 ? world->size[i] * 0.5 : from->look_at[i];
    caster.begin[i] = (gint) MIN (from->cut[i], (guint) world->size[i]);
  }
  caster.eye = caster_add (caster.eye, away, from->distance * diagonal);
  caster.forward = caster_add ((CasterVector){ { 0 } }, away, -1);
  /* Of someone who goes on around the point, and of someone who comes down. */
  caster.right = caster_turned (from->azimuth + 90, 0);
  caster.down = caster_turned (from->azimuth, from->elevation - 90);
  caster.pixel = 2 * tan (from->fov / 360 * G_PI) / height;
  return caster;
}

/* The ray through a place in the frame, the first pixel's middle being (0, 0). */
static inline CasterVector
caster_direction (const Caster *caster, gdouble x, gdouble y)
{
  gdouble across = (x + 0.5 - caster->width * 0.5) * caster->pixel;
  gdouble along = (y + 0.5 - caster->height * 0.5) * caster->pixel;
  CasterVector path = caster_add (caster->forward, caster->right, across);

  return caster_unit (caster_add (path, caster->down, along));
}

/* The side across @axis that a ray crosses next after @t, and when; infinite where there
 * is none. */
static inline gdouble
caster_next (const CasterWorld *world, CasterVector eye, CasterVector path,
    guint axis, gint *side)
{
  gdouble step = path.v[axis];

  if (step == 0 || *side < 0 || *side > world->size[axis])
    return G_MAXDOUBLE;
  return (*side - eye.v[axis]) / step;
}

/* The first side across @axis that lies ahead of @eye. */
static inline gint
caster_first (
    const CasterWorld *world, CasterVector eye, CasterVector path, guint axis)
{
  gdouble at = CLAMP (eye.v[axis], -1, world->size[axis] + 1);

  if (path.v[axis] > 0)
    return MAX ((gint) floor (at) + 1, 0);
  return MIN ((gint) ceil (at) - 1, world->size[axis]);
}

/* The cell in the middle of a piece of a ray; FALSE where there is none to see. */
static inline gboolean
caster_find (const CasterWorld *world, const Caster *caster, CasterVector at,
    gint cell[3])
{
  for (guint i = 0; i < 3; i++) {
    if (!(at.v[i] >= caster->begin[i] && at.v[i] < world->size[i]))
      return FALSE;
    cell[i] = (gint) floor (at.v[i]);
  }
  return TRUE;
}

/* Follows a ray from @eye along @path, which is of length 1. An eye that is in a live cell
 * does not see that one, but the ray counts it. */
static inline CasterHit
caster_follow (const CasterWorld *world, const Caster *caster, CasterVector eye,
    CasterVector path)
{
  CasterHit hit = { .axis = -1 };
  gint sides[3], crossed = -1;
  gdouble from = 0;

  for (guint i = 0; i < 3; i++)
    sides[i] = caster_first (world, eye, path, i);
  for (;;) {
    gdouble to = G_MAXDOUBLE;
    gint next = -1, cell[3];

    for (guint i = 0; i < 3; i++) {
      gdouble t = caster_next (world, eye, path, i, &sides[i]);

      if (t < to) {
        to = t;
        next = (gint) i;
      }
    }
    if (next < 0)
      return hit;
    if (caster_find (
            world, caster, caster_add (eye, path, (from + to) / 2), cell)
        && caster_cell (world, cell[0], cell[1], cell[2]) != 0) {
      hit.count++;
      if (caster->passed)
        caster->passed[caster_position (world, cell[0], cell[1], cell[2])]++;
      if (crossed >= 0 && hit.axis < 0) {
        memcpy (hit.cell, cell, sizeof cell);
        hit.axis = crossed;
        hit.t = from;
      }
    }
    from = to;
    crossed = next;
    sides[next] += path.v[next] > 0 ? 1 : -1;
  }
}

static inline CasterHit
caster_read (
    const CasterWorld *world, const Caster *caster, gdouble x, gdouble y)
{
  return caster_follow (
      world, caster, caster->eye, caster_direction (caster, x, y));
}

/* --- Ties --- */

static inline gboolean
caster_hit_is_same (const CasterHit *a, const CasterHit *b)
{
  return a->axis == b->axis
         && (a->axis < 0 || memcmp (a->cell, b->cell, sizeof a->cell) == 0);
}

/* So many rays lie close to one. */
#define CASTER_NEIGHBORS 54

/* Where single precision is not certain of a pixel: follows the ray moved by as much, its
 * eye by @shift of how far that is from the corner of the world, and its way by an angle
 * of @shift. @number is below CASTER_NEIGHBORS. */
static inline CasterHit
caster_read_neighbor (const CasterWorld *world, const Caster *caster, gdouble x,
    gdouble y, guint number, gdouble shift)
{
  CasterVector path = caster_direction (caster, x, y), eye = caster->eye;
  gdouble reach = 1;

  for (guint i = 0; i < 3; i++)
    reach = MAX (reach, fabs (eye.v[i]));
  for (guint i = 0, rest = number % 27; i < 3; i++, rest /= 3) {
    gdouble step = ((gint) (rest % 3) - 1) * shift;

    if (number < 27)
      eye.v[i] += step * reach;
    else
      path.v[i] += step;
  }
  return caster_follow (world, caster, eye, caster_unit (path));
}
