/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Puts the eye, the sun and the edges of the world's box where a view wants them. */
#include "life/draw/body/scene.h"

#include <math.h>
#include <string.h>

/* How far before the eye edges begin: a part of the way to the world's farthest corner. */
#define NEAR_PLANE 1e-4

/* Pixels from the frame's corner to where edges end, most of all: farther away single
 * precision is not exact enough for lines, or has no such number. */
#define MAX_PIXELS 65536.0

typedef struct {
  gdouble v[3];
} ScenePoint;

static gdouble
dot (ScenePoint a, ScenePoint b)
{
  return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static ScenePoint
add (ScenePoint a, ScenePoint b, gdouble times)
{
  for (guint i = 0; i < 3; i++)
    a.v[i] += times * b.v[i];
  return a;
}

static LifeVector
to_vector (ScenePoint a)
{
  return (LifeVector){ (gfloat) a.v[0], (gfloat) a.v[1], (gfloat) a.v[2] };
}

/* From the point at the frame's center to an eye that has gone around it by @azimuth and
 * risen by @elevation. */
static ScenePoint
direction (gdouble azimuth, gdouble elevation)
{
  gdouble a = azimuth * (G_PI / 180), e = elevation * (G_PI / 180);

  return (ScenePoint){ { cos (e) * sin (a), -sin (e), -cos (e) * cos (a) } };
}

/* The eye and the picture before it. */
typedef struct {
  ScenePoint eye, forward, right, down;
  gdouble pixel;              /* its side, at the distance 1 */
  gdouble middle_x, middle_y; /* of the frame */
} Eye;

static Eye
position_eye (const LifePerspective *perspective, const gdouble size[3],
    guint frame_width, guint frame_height)
{
  gdouble a = perspective->azimuth * (G_PI / 180);
  ScenePoint away = direction (perspective->azimuth, perspective->elevation);
  ScenePoint none = { { 0 } }, target;
  gdouble diagonal = 0;
  Eye eye;

  for (guint i = 0; i < 3; i++) {
    gdouble at = perspective->look_at[i];

    target.v[i] = at == -1.0 ? size[i] / 2 : at;
    diagonal += size[i] * size[i];
  }
  eye.eye = add (target, away, perspective->distance * sqrt (diagonal));
  eye.forward = add (none, away, -1);
  eye.right = (ScenePoint){ { cos (a), 0, sin (a) } };
  for (guint i = 0; i < 3; i++) {
    guint j = (i + 1) % 3, k = (i + 2) % 3;

    eye.down.v[i] =
        eye.forward.v[j] * eye.right.v[k] - eye.forward.v[k] * eye.right.v[j];
  }
  eye.pixel = 2 * tan (perspective->fov * (G_PI / 360)) / frame_height;
  eye.middle_x = (frame_width - 1) / 2.0;
  eye.middle_y = (frame_height - 1) / 2.0;
  return eye;
}

/* --- The box --- */

static ScenePoint
corner (const gdouble size[3], guint which)
{
  ScenePoint at;

  for (guint i = 0; i < 3; i++)
    at.v[i] = which >> i & 1 ? size[i] : 0;
  return at;
}

static void
measure_distances (LifeScene *scene, const Eye *eye, const gdouble size[3])
{
  gdouble near = 0, far = 0;

  for (guint i = 0; i < 8; i++) {
    ScenePoint to = add (corner (size, i), eye->eye, -1);

    far = MAX (far, dot (to, to));
  }
  for (guint i = 0; i < 3; i++) {
    gdouble out = MAX (-eye->eye.v[i], eye->eye.v[i] - size[i]);

    near += out > 0 ? out * out : 0;
  }
  scene->near = (gfloat) sqrt (near);
  scene->far = (gfloat) sqrt (far);
}

/* Whether the eye sees one of the two sides that meet at an edge along @axis, on the
 * sides that @which has along the other axes, from outside. */
static gboolean
is_front (const Eye *eye, const gdouble size[3], guint axis, guint which)
{
  for (guint i = 0; i < 3; i++)
    if (i != axis
        && (which >> i & 1 ? eye->eye.v[i] > size[i] : eye->eye.v[i] < 0))
      return TRUE;
  return FALSE;
}

/* Shortens a line on the picture to what is close enough along one axis; FALSE where
 * nothing is. */
static gboolean
clip (gdouble ends[2][2], guint axis)
{
  for (guint i = 0; i < 2; i++) {
    gdouble *end = ends[i], *other = ends[1 - i];
    gdouble at = CLAMP (end[axis], -MAX_PIXELS, MAX_PIXELS);

    if (at == end[axis])
      continue;
    if (other[axis] == end[axis] || (other[axis] - at) * (end[axis] - at) > 0)
      return FALSE;
    end[1 - axis] += (other[1 - axis] - end[1 - axis])
                     * ((at - end[axis]) / (other[axis] - end[axis]));
    end[axis] = at;
  }
  return TRUE;
}

/* Where the line from @a to @b, positions counted from the eye along its axes, is on the
 * picture; FALSE where it is not. */
static gboolean
project (LifeScene *scene, const Eye *eye, ScenePoint a, ScenePoint b,
    gdouble ends[2][2])
{
  gdouble near = NEAR_PLANE * scene->far;

  if (!(a.v[2] >= near && b.v[2] >= near))
    scene->is_in_front = FALSE;
  if (!(a.v[2] >= near || b.v[2] >= near))
    return FALSE;
  for (guint i = 0; i < 2; i++) {
    ScenePoint end = i == 0 ? a : b, other = i == 0 ? b : a;

    if (end.v[2] < near)
      end = add (end, add (other, end, -1),
          (near - end.v[2]) / (other.v[2] - end.v[2]));
    ends[i][0] = end.v[0] / end.v[2] / eye->pixel + eye->middle_x;
    ends[i][1] = end.v[1] / end.v[2] / eye->pixel + eye->middle_y;
    for (guint k = 0; k < 2; k++) {
      if (!(fabs (ends[i][k]) <= MAX_PIXELS))
        scene->is_in_front = FALSE;
      if (!isfinite (ends[i][k]))
        return FALSE;
    }
  }
  return clip (ends, 0) && clip (ends, 1);
}

static void
add_edge (LifeScene *scene, const Eye *eye, ScenePoint a, ScenePoint b,
    gboolean front)
{
  LifeSceneEdge *edge = &scene->edges[scene->n_edges];
  gdouble ends[2][2], right, down, length;

  if (!project (scene, eye, a, b, ends))
    return;
  right = ends[1][0] - ends[0][0];
  down = ends[1][1] - ends[0][1];
  length = hypot (right, down);
  edge->x = (gfloat) ends[0][0];
  edge->y = (gfloat) ends[0][1];
  /* An edge that the eye sees along its length has no direction. */
  edge->right = length > 0 ? (gfloat) (right / length) : 1;
  edge->down = length > 0 ? (gfloat) (down / length) : 0;
  edge->length = (gfloat) length;
  edge->top = (gfloat) MIN (ends[0][1], ends[1][1]);
  edge->bottom = (gfloat) MAX (ends[0][1], ends[1][1]);
  edge->is_front = front;
  scene->n_edges++;
}

static void
add_edges (LifeScene *scene, const Eye *eye, const gdouble size[3])
{
  scene->is_in_front = TRUE;
  for (guint axis = 0; axis < 3; axis++)
    for (guint which = 0; which < 8; which++) {
      ScenePoint ends[2];

      if (which >> axis & 1)
        continue;
      for (guint i = 0; i < 2; i++) {
        ScenePoint to = add (corner (size, which | i << axis), eye->eye, -1);

        ends[i] = (ScenePoint){ { dot (to, eye->right), dot (to, eye->down),
            dot (to, eye->forward) } };
      }
      add_edge (
          scene, eye, ends[0], ends[1], is_front (eye, size, axis, which));
    }
}

/* --- Colors --- */

/* ARGB as samples have it. */
static guint32
to_sample (guint32 argb)
{
  return GUINT32_SWAP_LE_BE (argb << 8 | argb >> 24);
}

static guint
luma (guint32 argb)
{
  return 2 * (argb >> 16 & 255) + 5 * (argb >> 8 & 255) + (argb & 255);
}

static void
choose_colors (
    LifeScene *scene, const LifePerspective *perspective, gboolean overlay)
{
  guint32 top = perspective->background_top;
  guint32 bottom = perspective->background_bottom;
  guint32 line = luma (top) + luma (bottom) < 2 * 8 * 128 ? 0xffffff : 0;

  scene->background[0] = overlay ? 0 : to_sample (top);
  scene->background[1] = overlay ? 0 : to_sample (bottom);
  scene->line_color = to_sample (0xff000000u | line);
  scene->is_lined = perspective->world_box;
  scene->fog = (gfloat) perspective->fog;
}

/* --- The scene --- */

/* Places along z are counted in memory. */
static void
mirror (LifeScene *scene)
{
  LifeVector *directions[] = { &scene->first, &scene->right, &scene->down,
    &scene->sun };
  gint32 begin = scene->begin.z, end = scene->end.z;
  gint32 last = scene->origin_z + scene->size.z;

  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    directions[i]->z = -directions[i]->z;
  scene->mirrored = TRUE;
  scene->eye.z = (gfloat) last - scene->eye.z;
  scene->begin.z = last - end;
  scene->end.z = last - begin;
}

void
life_scene_init (LifeScene *scene, const LifePerspective *perspective,
    gboolean overlay, guint frame_width, guint frame_height, guint32 width,
    guint32 height, guint32 depth, guint32 ring, guint32 ring_end)
{
  const gdouble size[3] = { width, height, depth };
  const guint32 *cut = perspective->cut;
  ScenePoint first;
  Eye eye;

  memset (scene, 0, sizeof *scene);
  scene->width = frame_width;
  scene->height = frame_height;
  scene->size =
      (LifeCellPosition){ (gint32) width, (gint32) height, (gint32) depth };
  scene->begin = (LifeCellPosition){ (gint32) MIN (cut[0], width),
    (gint32) MIN (cut[1], height), (gint32) MIN (cut[2], depth) };
  scene->end = scene->size;

  eye = position_eye (perspective, size, frame_width, frame_height);
  scene->eye = to_vector (eye.eye);
  first = add (eye.forward, eye.right, -eye.middle_x * eye.pixel);
  first = add (first, eye.down, -eye.middle_y * eye.pixel);
  scene->first = to_vector (first);
  scene->right = to_vector (add ((ScenePoint){ { 0 } }, eye.right, eye.pixel));
  scene->down = to_vector (add ((ScenePoint){ { 0 } }, eye.down, eye.pixel));
  scene->sun = to_vector (
      direction (perspective->light_azimuth, perspective->light_elevation));
  measure_distances (scene, &eye, size);
  add_edges (scene, &eye, size);
  choose_colors (scene, perspective, overlay);
  if (ring > 0) {
    /* The first plane in memory of those that are seen. */
    scene->origin_z = (gint32) ((ring_end + ring - depth) % ring);
    mirror (scene);
  }
}
