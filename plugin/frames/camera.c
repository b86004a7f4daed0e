/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cameras: weighted sums over the last frames, on which alone a frame's view depends. Weights
 * are parabolas, 0 at both ends, so that nothing jumps as frames come and go. */
#include "plugin/frames/camera.h"

#include <math.h>

/* Frames of which the outermost edge counts, and over how many such it is smoothed. */
#define OUTERMOST_FRAMES 40
#define SMOOTHED_FRAMES (GST_LIFE_TRACK_FRAMES - OUTERMOST_FRAMES + 1)
/* A smoothed edge that moves outwards lags by the age of the mean frame; it is moved by so many
 * times that. */
#define LEAD 1.5
/* Frames of which the fastest growth is expected of the next one. */
#define GROWTH_FRAMES 15
/* Frames from which on a trend counts fully. */
#define TREND_FRAMES 20.0

/* Numbers of the last frames, the newest last. */
typedef struct {
  gdouble values[GST_LIFE_TRACK_FRAMES];
} Course;

/* The world's axes of the columns and rows of a plane across @axis. */
static void
plane_axes (LifeAxis axis, guint *column, guint *row)
{
  *column = axis == LIFE_AXIS_X ? 1 : 0;
  *row = axis == LIFE_AXIS_Z ? 1 : 2;
}

/* Which of @n frames is number @i of those that a camera needs; the first one stands for
 * missing earlier ones. */
static guint
frame_of (guint n, guint i)
{
  return i + n >= GST_LIFE_TRACK_FRAMES ? i + n - GST_LIFE_TRACK_FRAMES : 0;
}

static gdouble
parabola (guint i, guint n)
{
  return (i + 0.5) * (n - i - 0.5);
}

/* --- All live cells --- */

/* The nearest frame to @i in which a cell lives, an earlier one first; @n: none. */
static guint
living_frame (const GstLifeScene *scene, guint i)
{
  guint k = i;

  while (k > 0 && scene->tracked[k].box.width == 0)
    k--;
  while (k < scene->n && scene->tracked[k].box.width == 0)
    k++;
  return k;
}

static gdouble
middle (const LifeBox *box, guint axis)
{
  const gint64 starts[3] = { box->x, box->y, box->z };
  const gint64 sizes[3] = { box->width, box->height, box->depth };

  return (gdouble) starts[axis] + (gdouble) sizes[axis] / 2;
}

/* How far out one edge of the box around all live cells was, to the left or to the top if
 * @low. */
static void
edge_course (
    const GstLifeScene *scene, guint axis, gboolean low, Course *course)
{
  for (guint i = 0; i < GST_LIFE_TRACK_FRAMES; i++) {
    const LifeBox *box =
        &scene->tracked[living_frame (scene, frame_of (scene->n, i))].box;
    const gint64 starts[3] = { box->x, box->y, box->z };
    const gint64 sizes[3] = { box->width, box->height, box->depth };

    course->values[i] =
        low ? (gdouble) -starts[axis] : (gdouble) (starts[axis] + sizes[axis]);
  }
}

/* The smoothed edge: the weighted mean of the outermost edges of OUTERMOST_FRAMES each, moved
 * ahead if these move outwards. */
static gdouble
smooth_edge (const Course *course)
{
  gdouble outermost[SMOOTHED_FRAMES], weights = 0, sum = 0, age = 0;
  gdouble earlier = 0, later = 0;
  const guint half = SMOOTHED_FRAMES / 2;

  for (guint i = 0; i < SMOOTHED_FRAMES; i++) {
    gdouble weight = parabola (i, SMOOTHED_FRAMES);

    outermost[i] = course->values[i];
    for (guint k = i; k < i + OUTERMOST_FRAMES; k++)
      outermost[i] = MAX (outermost[i], course->values[k]);
    weights += weight;
    sum += weight * outermost[i];
    age += weight * (SMOOTHED_FRAMES - i);
  }
  for (guint i = 0; i < half; i++) {
    earlier += outermost[i];
    later += outermost[SMOOTHED_FRAMES - 1 - i];
  }
  /* What one frame adds, times how old the mean frame is. */
  return sum / weights
         + LEAD * MAX (0, later - earlier) / half / (SMOOTHED_FRAMES - half)
               * age / weights;
}

/* How far out the edge may be in the next frame. */
static gdouble
next_edge (const Course *course)
{
  const gdouble *last = &course->values[GST_LIFE_TRACK_FRAMES - 1];
  gdouble growth = 1;

  for (guint i = 0; i < GROWTH_FRAMES; i++)
    growth = MAX (growth, last[-(gint) i] - last[-(gint) i - 1]);
  return *last + growth;
}

/* The zoom at which a box of these half sides, turned, fits a frame. Hexagons make it a
 * parallelogram. */
static gdouble
zoom_for (const GstLifeScene *scene, gdouble x, gdouble y, gdouble rotation)
{
  const gdouble angle = fmod (rotation, 360) * G_PI / 180;
  const gdouble along = fabs (cos (angle)), across = fabs (sin (angle));

  if (scene->cell_shape == LIFE_CELL_SHAPE_HEXAGON) {
    x += y / 2;
    y *= sqrt (0.75);
  }
  return MIN (scene->width / (2 * (along * x + across * y)),
      scene->height / (2 * (along * y + across * x)));
}

/* The center on an axis, half the size of what lives there, and how far from the center a cell
 * may live in the next frame. */
static gdouble
fit_axis (
    const GstLifeScene *scene, guint axis, gdouble *half, gdouble *farthest)
{
  Course low, high;
  gdouble start, end, center;

  edge_course (scene, axis, TRUE, &low);
  edge_course (scene, axis, FALSE, &high);
  start = -smooth_edge (&low);
  end = smooth_edge (&high);
  center = (start + end) / 2;
  *half = (end - start) / 2;
  *farthest = MAX (next_edge (&low) + center, next_edge (&high) - center);
  return center;
}

void
gst_life_camera_fit (
    const GstLifeScene *scene, gdouble margin, LifePosition *position)
{
  guint column, row;
  gdouble half_x, half_y, farthest_x, farthest_y, zoom;

  if (living_frame (scene, 0) == scene->n)
    return;
  plane_axes (scene->axis, &column, &row);
  position->x = fit_axis (scene, column, &half_x, &farthest_x);
  position->y = fit_axis (scene, row, &half_y, &farthest_y);
  zoom = (1 - margin) * zoom_for (scene, half_x, half_y, position->rotation);
  /* The margin may be used up before a cell is cut. */
  zoom =
      MIN (zoom, zoom_for (scene, farthest_x, farthest_y, position->rotation));
  position->zoom = MIN (zoom, GST_LIFE_CAMERA_MAX_ZOOM);
}

void
gst_life_camera_show (const GstLifeScene *scene, const LifeBox *box,
    gdouble margin, LifePosition *position)
{
  const gint64 starts[3] = { box->x, box->y, box->z };
  const gint64 sizes[3] = { box->width, box->height, box->depth };
  guint column, row;
  gdouble half_x, half_y, zoom;

  plane_axes (scene->axis, &column, &row);
  half_x = (gdouble) sizes[column] / 2;
  half_y = (gdouble) sizes[row] / 2;
  zoom = (1 - margin) * zoom_for (scene, half_x, half_y, position->rotation);
  position->x = (gdouble) starts[column] + half_x;
  position->y = (gdouble) starts[row] + half_y;
  position->zoom = zoom < 1 ? 1 / ceil (1 / zoom)
                            : floor (MIN (zoom, GST_LIFE_CAMERA_MAX_ZOOM));
}

/* --- Where cells are born and die --- */

/* Cells in the last half of a torus's axis count as before its first half, where most lie
 * next to that edge: three times as many as in the middle. */
static gboolean
wraps (const LifeActivity *activity, guint axis)
{
  const guint64 *quarters = activity->quarters[axis];

  return quarters[0] + quarters[3] > 3 * (quarters[1] + quarters[2]);
}

/* The mean coordinate on an axis of @side cells (0: unbounded) of the births and deaths of a
 * frame that has some. */
static gdouble
centroid (
    const LifeActivity *activity, guint axis, guint32 side, gboolean torus)
{
  gdouble unit = 1, sum, moved;

  for (guint32 last = MAX (side, 1) - 1; last >> 23 != 0; last >>= 1)
    unit *= 2;
  sum = (gdouble) activity->sums[axis] * unit;
  moved = (gdouble) (activity->quarters[axis][2] + activity->quarters[axis][3])
          * side;
  if (torus && wraps (activity, axis))
    sum -= moved;
  return (gdouble) activity->origin[axis] + sum / (gdouble) activity->cells
         + unit / 2;
}

/* @coordinate, or what is the same on a torus, nearest to @other. */
static gdouble
unwrap (gdouble coordinate, gdouble other, guint32 side)
{
  return coordinate + side * floor ((other - coordinate) / side + 0.5);
}

/* The nearest frame to @i in which cells changed, an earlier one first; @n: none. */
static guint
active_frame (const GstLifeScene *scene, guint i)
{
  guint k = i;

  while (k > 0 && scene->tracked[k].activity.cells == 0)
    k--;
  while (k < scene->n && scene->tracked[k].activity.cells == 0)
    k++;
  return k;
}

/* The value one frame after the last of @n, by linear regression with parabolic weights; with
 * few frames the trend counts less. */
static gdouble
extrapolate (const gdouble *values, guint n)
{
  const gdouble middle = (n - 1) / 2.0;
  gdouble weights = 0, sum = 0, spread = 0, trend = 0;

  for (guint i = 0; i < n; i++) {
    gdouble weight = parabola (i, n);

    weights += weight;
    sum += weight * values[i];
    spread += weight * (i - middle) * (i - middle);
    trend += weight * (i - middle) * values[i];
  }
  if (n == 1)
    return sum / weights;
  return sum / weights
         + MIN (1, n / TREND_FRAMES) * trend / spread * (n - middle);
}

/* Extrapolates the centroids of births and deaths, or the middles of what lives. */
static gdouble
follow_axis (const GstLifeScene *scene, guint axis, gboolean active)
{
  const LifeGeometry *geometry = scene->geometry;
  const guint32 sides[3] = { geometry->width, geometry->height,
    geometry->depth };
  const gboolean torus = active && geometry->topology == LIFE_TOPOLOGY_TORUS;
  const guint32 side = sides[axis];
  gdouble values[GST_LIFE_TRACK_FRAMES], coordinate;

  for (guint i = scene->n; i-- > 0;) {
    values[i] =
        active ? centroid (&scene->tracked[active_frame (scene, i)].activity,
            axis, side, torus)
               : middle (&scene->tracked[living_frame (scene, i)].box, axis);
    if (torus && i + 1 < scene->n)
      values[i] = unwrap (values[i], values[i + 1], side);
  }
  coordinate = extrapolate (values, scene->n);
  return torus ? coordinate - side * floor (coordinate / side) : coordinate;
}

void
gst_life_camera_follow (const GstLifeScene *scene, LifePosition *position)
{
  const gboolean active = active_frame (scene, 0) < scene->n;
  guint column, row;

  if (!active && living_frame (scene, 0) == scene->n)
    return;
  plane_axes (scene->axis, &column, &row);
  position->x = follow_axis (scene, column, active);
  position->y = follow_axis (scene, row, active);
}
