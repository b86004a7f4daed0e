/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The way of a ray through a body, from cell to cell; compiled by C and nvcc.
 *
 * A ray is at a cell, and leaves it, or the empty block around it (pyramid.h), through
 * the side that it meets first. Where sides lie are whole numbers, so that errors of
 * rounding do not add up: each crossing is computed from the eye. A step takes about 30
 * operations, whatever the size of the block. The idea is that of Amanatides and Woo, A
 * Fast Voxel Traversal Algorithm for Ray Tracing (1987). */
#pragma once

#include "life/draw/sample/field.h"
#include "life/draw/body/pyramid.h"
#include "life/draw/body/scene.h"

#include <math.h>

#ifdef __CUDACC__
#define LIFE_BODY_SHARED static __host__ __device__ __forceinline__
#else
#define LIFE_BODY_SHARED static inline __attribute__ ((always_inline))
#endif

typedef enum {
  LIFE_FACE_NONE, /* the eye is in the cell */
  LIFE_FACE_X,
  LIFE_FACE_Y,
  LIFE_FACE_Z,
} LifeFace;

/* A ray on its way: through @origin in the direction @way, at @cell, which it came to
 * through a side across @face at the distance @t. */
typedef struct {
  LifeVector origin, way, inverse;
  LifeCellPlace cell;
  LifeFace face;
  float t;
} LifeRay;

/* A component of a direction that has an inverse. */
LIFE_BODY_SHARED float
life_ray_component (float component)
{
  const float least = 1e-12f;

  return component > least || component < -least ? component : least;
}

LIFE_BODY_SHARED LifeRay
life_ray_make (LifeVector origin, LifeVector way)
{
  LifeRay ray = { origin,
    { life_ray_component (way.x), life_ray_component (way.y),
        life_ray_component (way.z) } };

  ray.inverse.x = 1.0f / ray.way.x;
  ray.inverse.y = 1.0f / ray.way.y;
  ray.inverse.z = 1.0f / ray.way.z;
  ray.face = LIFE_FACE_NONE;
  ray.t = 0.0f;
  return ray;
}

LIFE_BODY_SHARED int32_t
life_ray_clamp (int32_t at, int32_t least, int32_t most)
{
  return at < least ? least : at > most ? most : at;
}

/* The cell of @place, among those from @begin to before @end. */
LIFE_BODY_SHARED int32_t
life_ray_cell (float place, int32_t begin, int32_t end)
{
  /* Every side is a number in single precision, and what is far outside may not be. */
  if (!(place > (float) begin))
    return begin;
  if (place >= (float) end)
    return end - 1;
  return life_ray_clamp ((int32_t) place, begin, end - 1);
}

/* Where a ray comes to what lies between @begin and @end along an axis, and leaves it. */
LIFE_BODY_SHARED void
life_ray_slab (float origin, float inverse, int32_t begin, int32_t end,
    float *in, float *out)
{
  const float a = ((float) begin - origin) * inverse;
  const float b = ((float) end - origin) * inverse;

  *in = inverse > 0 ? a : b;
  *out = inverse > 0 ? b : a;
}

/* Brings a ray to the first cell of what the scene shows; 0 where it misses that. */
LIFE_BODY_SHARED int
life_ray_enter (LifeRay *ray, const LifeScene *scene)
{
  const LifeCellPlace begin = scene->begin, end = scene->end;
  LifeVector in, out;
  float leave;

  life_ray_slab (ray->origin.x, ray->inverse.x, begin.x, end.x, &in.x, &out.x);
  life_ray_slab (ray->origin.y, ray->inverse.y, begin.y, end.y, &in.y, &out.y);
  life_ray_slab (ray->origin.z, ray->inverse.z, begin.z, end.z, &in.z, &out.z);
  leave = out.x < out.y ? out.x : out.y;
  leave = out.z < leave ? out.z : leave;
  if (in.x > ray->t) {
    ray->t = in.x;
    ray->face = LIFE_FACE_X;
  }
  if (in.y > ray->t) {
    ray->t = in.y;
    ray->face = LIFE_FACE_Y;
  }
  if (in.z > ray->t) {
    ray->t = in.z;
    ray->face = LIFE_FACE_Z;
  }
  if (!(ray->t < leave))
    return 0;
  ray->cell.x =
      life_ray_cell (ray->origin.x + ray->way.x * ray->t, begin.x, end.x);
  ray->cell.y =
      life_ray_cell (ray->origin.y + ray->way.y * ray->t, begin.y, end.y);
  ray->cell.z =
      life_ray_cell (ray->origin.z + ray->way.z * ray->t, begin.z, end.z);
  if (ray->face == LIFE_FACE_X)
    ray->cell.x = ray->way.x > 0 ? begin.x : end.x - 1;
  if (ray->face == LIFE_FACE_Y)
    ray->cell.y = ray->way.y > 0 ? begin.y : end.y - 1;
  if (ray->face == LIFE_FACE_Z)
    ray->cell.z = ray->way.z > 0 ? begin.z : end.z - 1;
  return 1;
}

/* Whether the cell that a ray is at is one of those that the scene shows. */
LIFE_BODY_SHARED int
life_ray_is_inside (const LifeRay *ray, const LifeScene *scene)
{
  return (uint32_t) (ray->cell.x - scene->begin.x)
             < (uint32_t) (scene->end.x - scene->begin.x)
         && (uint32_t) (ray->cell.y - scene->begin.y)
                < (uint32_t) (scene->end.y - scene->begin.y)
         && (uint32_t) (ray->cell.z - scene->begin.z)
                < (uint32_t) (scene->end.z - scene->begin.z);
}

/* The block of 2^@bits cells along an axis that @at is in, on the side that a ray leaves
 * it through. */
LIFE_BODY_SHARED int32_t
life_ray_side (int32_t at, float way, int bits)
{
  return ((at >> bits) + (way > 0)) << bits;
}

/* The cell along an axis that a ray is at when it leaves that block elsewhere. */
LIFE_BODY_SHARED int32_t
life_ray_drift (
    const LifeRay *ray, float origin, float way, int32_t at, int bits)
{
  const int32_t begin = at >> bits << bits;

  return life_ray_cell (origin + way * ray->t, begin, begin + (1 << bits));
}

/* Leaves the block of 2^@bits cells along each side that the ray is in. */
LIFE_BODY_SHARED void
life_ray_leave (LifeRay *ray, int bits)
{
  const LifeVector way = ray->way, origin = ray->origin;
  LifeCellPlace cell = ray->cell;
  const LifeCellPlace side = { life_ray_side (cell.x, way.x, bits),
    life_ray_side (cell.y, way.y, bits), life_ray_side (cell.z, way.z, bits) };
  const LifeVector t = { ((float) side.x - origin.x) * ray->inverse.x,
    ((float) side.y - origin.y) * ray->inverse.y,
    ((float) side.z - origin.z) * ray->inverse.z };
  const LifeFace face = t.x <= t.y && t.x <= t.z ? LIFE_FACE_X
                        : t.y <= t.z             ? LIFE_FACE_Y
                                                 : LIFE_FACE_Z;

  ray->t = face == LIFE_FACE_X ? t.x : face == LIFE_FACE_Y ? t.y : t.z;
  ray->face = face;
  if (bits > 0) {
    cell.x = life_ray_drift (ray, origin.x, way.x, cell.x, bits);
    cell.y = life_ray_drift (ray, origin.y, way.y, cell.y, bits);
    cell.z = life_ray_drift (ray, origin.z, way.z, cell.z, bits);
  }
  if (face == LIFE_FACE_X)
    cell.x = side.x - (way.x > 0 ? 0 : 1);
  else if (face == LIFE_FACE_Y)
    cell.y = side.y - (way.y > 0 ? 0 : 1);
  else
    cell.z = side.z - (way.z > 0 ? 0 : 1);
  ray->cell = cell;
}

/* How large the block around a ray's cell is in which nothing lives, as a power of two: 0
 * where the cell's own block of 4³ has something alive. */
LIFE_BODY_SHARED int
life_ray_empty_bits (
    const LifeRay *ray, const LifeField *field, const LifePyramid *pyramid)
{
  const int32_t x = ray->cell.x, y = ray->cell.y;
  const int32_t z = life_field_wrap (field, ray->cell.z);
  const uint64_t word =
      pyramid
          ->words[life_pyramid_word (pyramid->columns, pyramid->rows, x, y, z)];

  if (word == 0)
    return LIFE_PYRAMID_WORD_BITS;
  return word >> life_pyramid_bit (x, y, z) & 1 ? 0 : LIFE_PYRAMID_BLOCK_BITS;
}

/* Goes on to the first live cell, from the one where the ray is; 0 where there is none
 * before the ray leaves what is drawn. */
LIFE_BODY_SHARED int
life_ray_march (LifeRay *ray, const LifeScene *scene, const LifeField *field,
    LifeFieldKind kind, const LifePyramid *pyramid)
{
  while (life_ray_is_inside (ray, scene)) {
    const int bits = life_ray_empty_bits (ray, field, pyramid);

    if (bits == 0
        && life_field_is_alive (
            field, kind, ray->cell.x, ray->cell.y, ray->cell.z))
      return 1;
    life_ray_leave (ray, bits);
  }
  return 0;
}

/* How many live cells there are on the way of a ray, from the one where it is. */
LIFE_BODY_SHARED uint32_t
life_ray_count (LifeRay *ray, const LifeScene *scene, const LifeField *field,
    LifeFieldKind kind, const LifePyramid *pyramid)
{
  uint32_t count = 0;

  while (life_ray_is_inside (ray, scene)) {
    const int bits = life_ray_empty_bits (ray, field, pyramid);

    if (bits == 0)
      count += (uint32_t) life_field_is_alive (
          field, kind, ray->cell.x, ray->cell.y, ray->cell.z);
    life_ray_leave (ray, bits);
  }
  return count;
}
