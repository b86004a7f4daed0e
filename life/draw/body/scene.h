/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From where a body is seen: the eye, the ray of each pixel, the sun, and the edges of the
 * world's box on the picture. Sines and cosines are computed on the host; from there on all is
 * the same arithmetic in single precision, compiled by C and nvcc. No cell is read here. */
#pragma once

#include "life/base/shared.h"

#include <life/view.h>

#include <math.h>

G_BEGIN_DECLS

typedef struct {
  float x, y, z;
} LifeVector;

typedef struct {
  int32_t x, y, z;
} LifeCellPosition;

/* Edges of a box. */
#define LIFE_SCENE_EDGES 12

/* The part of an edge that is before the eye and not far from the frame, on the picture:
 * from (@x, @y) on, in the direction (@right, @down) of length 1, @length pixels; @top and
 * @bottom are its ends along y. */
typedef struct {
  float x, y, right, down, length;
  float top, bottom;
  int32_t is_front; /* before all cells of the world; else behind them */
} LifeSceneEdge;

/* All positions are in cells. In spacetime the axis z is that of memory: it runs the other
 * way, and begins at @origin_z. */
typedef struct {
  uint32_t width, height; /* of the frame in pixels */
  LifeVector eye;
  /* The direction of the ray through the middle of pixel (x, y) is first + x·right +
   * y·down, of any length. */
  LifeVector first, right, down;
  LifeVector sun;              /* its direction, of length 1 */
  LifeCellPosition begin, end; /* what is drawn */
  LifeCellPosition size;       /* of the world */
  int32_t origin_z, mirrored;  /* whether z runs the other way */
  float near, far;             /* from the eye to the world's box */
  float fog;
  /* At the upper and the lower edge. Colors are samples: red, green, blue and alpha from
   * the lowest byte on. */
  uint32_t background[2];
  uint32_t line_color;
  int32_t is_lined; /* the edges are drawn */
  /* All of the world is before the eye and close to the frame, so that nothing of it is
   * seen outside of its edges. */
  int32_t is_in_front;
  uint32_t n_edges;
  LifeSceneEdge edges[LIFE_SCENE_EDGES];
} LifeScene;

/* For a body of @width × @height × @depth cells. With @ring planes of memory z runs the other
 * way, and plane 0 of the world is the one before @ring_end in memory; @ring 0: it does
 * not. In an overlay there is no background. */
void life_scene_init (LifeScene *scene, const LifePerspective *perspective,
    gboolean overlay, guint frame_width, guint frame_height, guint32 width,
    guint32 height, guint32 depth, guint32 ring, guint32 ring_end);

/* The direction of a ray through (@x, @y), the middle of the first pixel being (0, 0), of
 * length 1. */
LIFE_SHARED LifeVector
life_scene_ray (const LifeScene *scene, float x, float y)
{
  LifeVector ray = {
    scene->first.x + x * scene->right.x + y * scene->down.x,
    scene->first.y + x * scene->right.y + y * scene->down.y,
    scene->first.z + x * scene->right.z + y * scene->down.z,
  };
  const float length = sqrtf (ray.x * ray.x + ray.y * ray.y + ray.z * ray.z);

  ray.x /= length;
  ray.y /= length;
  ray.z /= length;
  return ray;
}

/* How far from its line an edge is seen, in pixels. */
#define LIFE_SCENE_REACH 1.25f

/* Which edges may be seen in row @y: a bit each. */
LIFE_SHARED uint32_t
life_scene_edges_in_row (const LifeScene *scene, float y)
{
  uint32_t edges = 0;

  for (uint32_t i = 0; i < scene->n_edges; i++)
    if (y > scene->edges[i].top - 2.0f && y < scene->edges[i].bottom + 2.0f)
      edges |= 1u << i;
  return edges;
}

/* How much of a pixel an edge covers, 0 … 256. */
LIFE_SHARED uint32_t
life_scene_coverage (const LifeSceneEdge *edge, float x, float y)
{
  const float right = x - edge->x, down = y - edge->y;
  const float along = right * edge->right + down * edge->down;
  const float across = right * edge->down - down * edge->right;
  const float distance = across < 0 ? -across : across;

  if (along < -0.5f || along > edge->length + 0.5f
      || distance >= LIFE_SCENE_REACH)
    return 0;
  return distance <= LIFE_SCENE_REACH - 1.0f
             ? 256
             : (uint32_t) ((LIFE_SCENE_REACH - distance) * 256.0f);
}

G_END_DECLS
