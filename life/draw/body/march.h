/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The path of a ray through a body, from cell to cell; compiled by C and nvcc.
 *
 * A ray is at a cell, and leaves it, or the empty block around it (pyramid.h), through
 * the side that it meets first. Where sides lie are whole numbers, so that errors of
 * rounding do not add up: each crossing is computed from the eye. A step takes about 30
 * operations, whatever the size of the block. The idea is that of Amanatides and Woo, A
 * Fast Voxel Traversal Algorithm for Ray Tracing (1987). */
#pragma once

#include "life/world/field.h"
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

/* A ray: through @origin in the direction @direction, at @cell, which it came to
 * through a side across @face at the distance @t. */
typedef struct {
  LifeVector origin, direction, inverse;
  LifeCellPosition cell;
  LifeFace face;
  float t;
} LifeRay;

/* A component of a direction that has an inverse. */
LIFE_BODY_SHARED float
life_ray_component (float component)
{
  const float smallest = 1e-12f;

  return component > smallest || component < -smallest ? component : smallest;
}

LIFE_BODY_SHARED LifeRay
life_ray_make (LifeVector origin, LifeVector direction)
{
  LifeRay ray = { origin,
    { life_ray_component (direction.x), life_ray_component (direction.y),
        life_ray_component (direction.z) } };

  ray.inverse.x = 1.0f / ray.direction.x;
  ray.inverse.y = 1.0f / ray.direction.y;
  ray.inverse.z = 1.0f / ray.direction.z;
  ray.face = LIFE_FACE_NONE;
  ray.t = 0.0f;
  return ray;
}

/* The larger and the smaller one: @b where @a is no number. GPUs have an instruction for
 * each, which compilers do not replace by what is written out; that is those of CPUs. */
LIFE_BODY_SHARED float
life_ray_larger (float a, float b)
{
#ifdef __CUDA_ARCH__
  return fmaxf (a, b);
#else
  return a > b ? a : b;
#endif
}

LIFE_BODY_SHARED float
life_ray_smaller (float a, float b)
{
#ifdef __CUDA_ARCH__
  return fminf (a, b);
#else
  return a < b ? a : b;
#endif
}

/* The cell of @position, among those from @begin to before @end. Every cell is a number in
 * single precision; what is far outside may be no int32_t. */
LIFE_BODY_SHARED int32_t
life_ray_cell (float position, int32_t begin, int32_t end)
{
  return (int32_t) life_ray_smaller (
      life_ray_larger (position, (float) begin), (float) (end - 1));
}

/* The cell of @position that a ray is about to cross: on a side that it leaves downwards, the
 * one below. */
LIFE_BODY_SHARED int32_t
life_ray_first_cell (
    float position, float direction, int32_t begin, int32_t end)
{
  const int32_t cell = life_ray_cell (position, begin, end);

  return direction < 0.0f && position == (float) cell && cell > begin ? cell - 1
                                                                      : cell;
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

/* Moves a ray to the first cell of what the scene shows; 0 where it misses that. */
LIFE_BODY_SHARED int
life_ray_enter (LifeRay *ray, const LifeScene *scene)
{
  const LifeCellPosition begin = scene->begin, end = scene->end;
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
  ray->cell.x = life_ray_first_cell (ray->origin.x + ray->direction.x * ray->t,
      ray->direction.x, begin.x, end.x);
  ray->cell.y = life_ray_first_cell (ray->origin.y + ray->direction.y * ray->t,
      ray->direction.y, begin.y, end.y);
  ray->cell.z = life_ray_first_cell (ray->origin.z + ray->direction.z * ray->t,
      ray->direction.z, begin.z, end.z);
  if (ray->face == LIFE_FACE_X)
    ray->cell.x = ray->direction.x > 0 ? begin.x : end.x - 1;
  if (ray->face == LIFE_FACE_Y)
    ray->cell.y = ray->direction.y > 0 ? begin.y : end.y - 1;
  if (ray->face == LIFE_FACE_Z)
    ray->cell.z = ray->direction.z > 0 ? begin.z : end.z - 1;
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

/* Where a ray leaves a block of @size cells from @begin on along an axis. All of them are
 * whole numbers, so that only the difference from the eye is rounded. */
LIFE_BODY_SHARED float
life_ray_crossing (
    float origin, float direction, float inverse, float begin, float size)
{
  return (begin + (direction > 0 ? size : 0.0f) - origin) * inverse;
}

/* The cell along an axis that a ray is at when it leaves that block elsewhere, at @t. */
LIFE_BODY_SHARED int32_t
life_ray_drift (float origin, float direction, float t, float begin, float size)
{
  return (int32_t) life_ray_smaller (
      life_ray_larger (origin + direction * t, begin), begin + (size - 1.0f));
}

/* Leaves the block of 2^@bits cells along each side that the ray is in. */
LIFE_BODY_SHARED void
life_ray_leave (LifeRay *ray, int bits)
{
  const LifeVector direction = ray->direction, origin = ray->origin;
  const int32_t size = 1 << bits;
  const LifeCellPosition block = { ray->cell.x & -size, ray->cell.y & -size,
    ray->cell.z & -size };
  const LifeVector begin = { (float) block.x, (float) block.y,
    (float) block.z };
  const float cells = (float) size;
  const LifeVector t = { life_ray_crossing (origin.x, direction.x,
                             ray->inverse.x, begin.x, cells),
    life_ray_crossing (origin.y, direction.y, ray->inverse.y, begin.y, cells),
    life_ray_crossing (origin.z, direction.z, ray->inverse.z, begin.z, cells) };
  const int is_x = t.x <= t.y && t.x <= t.z;
  const int is_y = !is_x && t.y <= t.z;
  const LifeCellPosition beyond = { block.x + (direction.x > 0 ? size : -1),
    block.y + (direction.y > 0 ? size : -1),
    block.z + (direction.z > 0 ? size : -1) };
  LifeCellPosition cell;

  ray->t = is_x ? t.x : is_y ? t.y : t.z;
  ray->face = is_x ? LIFE_FACE_X : is_y ? LIFE_FACE_Y : LIFE_FACE_Z;
  cell.x = life_ray_drift (origin.x, direction.x, ray->t, begin.x, cells);
  cell.y = life_ray_drift (origin.y, direction.y, ray->t, begin.y, cells);
  cell.z = life_ray_drift (origin.z, direction.z, ray->t, begin.z, cells);
  /* Chosen and not jumped to, as neighboring rays leave through different sides. */
  ray->cell.x = is_x ? beyond.x : cell.x;
  ray->cell.y = is_y ? beyond.y : cell.y;
  ray->cell.z = is_x || is_y ? cell.z : beyond.z;
}

LIFE_BODY_SHARED int32_t
life_ray_back (int32_t cell, float direction, int32_t begin, int32_t end)
{
  if (direction > 0)
    return cell < begin ? begin : cell;
  return cell < end ? cell : end - 1;
}

/* Corrects a ray that rounding moved out again by the side that it came in by, which blocks
 * may reach beyond; whether it is inside then. It is close to that side but in its first
 * step. */
LIFE_BODY_SHARED int
life_ray_correct (LifeRay *ray, const LifeScene *scene)
{
  ray->cell.x = life_ray_back (
      ray->cell.x, ray->direction.x, scene->begin.x, scene->end.x);
  ray->cell.y = life_ray_back (
      ray->cell.y, ray->direction.y, scene->begin.y, scene->end.y);
  ray->cell.z = life_ray_back (
      ray->cell.z, ray->direction.z, scene->begin.z, scene->end.z);
  return life_ray_is_inside (ray, scene);
}

/* As life_pyramid_empty_bits(), for the cell that a ray is at. */
LIFE_BODY_SHARED int
life_ray_empty_bits (
    const LifeRay *ray, const LifeField *field, const LifePyramid *pyramid)
{
  const int32_t x = ray->cell.x, y = ray->cell.y;
  const int32_t z = life_field_wrap (field, ray->cell.z);
  const uint64_t word =
      pyramid
          ->words[life_pyramid_word (pyramid->columns, pyramid->rows, x, y, z)];

  return life_pyramid_empty_bits (word, x, y, z);
}

/* Lanes of a warp go on together, and those that have come to their ends wait: lanes that
 * part in a loop meet again only behind it, so a warp would soon follow one ray after the
 * other. */
#ifdef __CUDA_ARCH__
#define LIFE_RAY_LANES() __activemask ()
#define LIFE_RAY_GO_ON(lanes, goes_on) __any_sync ((lanes), (goes_on))
#else
#define LIFE_RAY_LANES() 0u
#define LIFE_RAY_GO_ON(lanes, goes_on) ((void) (lanes), (goes_on))
#endif

/* Takes a ray from one cell to the next that may be alive, if it is not @found that this one
 * is; 0 where it does not go on. */
LIFE_BODY_SHARED int
life_ray_step (LifeRay *ray, const LifeScene *scene, const LifeField *field,
    LifeFieldKind kind, const LifePyramid *pyramid, int *found)
{
  const int bits = life_ray_empty_bits (ray, field, pyramid);

  if (bits == 0)
    *found = life_field_is_alive (
        field, kind, ray->cell.x, ray->cell.y, ray->cell.z);
  if (*found)
    return 0;
  life_ray_leave (ray, bits);
  return life_ray_is_inside (ray, scene);
}

/* Goes on to the first live cell, from the one where the ray is; 0 where there is none
 * before the ray leaves what is drawn. */
LIFE_BODY_SHARED int
life_ray_march (LifeRay *ray, const LifeScene *scene, const LifeField *field,
    LifeFieldKind kind, const LifePyramid *pyramid)
{
  const uint32_t lanes = LIFE_RAY_LANES ();
  int found = 0;
  int goes_on = life_ray_is_inside (ray, scene);

  if (goes_on && !life_ray_step (ray, scene, field, kind, pyramid, &found))
    goes_on = !found && life_ray_correct (ray, scene);
  while (LIFE_RAY_GO_ON (lanes, goes_on))
    if (goes_on)
      goes_on = life_ray_step (ray, scene, field, kind, pyramid, &found);
  return found;
}

/* Takes a ray on, and counts the cell that it was at if that is alive; 0 where it does not go
 * on. */
LIFE_BODY_SHARED int
life_ray_count_step (LifeRay *ray, const LifeScene *scene,
    const LifeField *field, LifeFieldKind kind, const LifePyramid *pyramid,
    uint32_t *count)
{
  const int bits = life_ray_empty_bits (ray, field, pyramid);

  if (bits == 0)
    *count += (uint32_t) life_field_is_alive (
        field, kind, ray->cell.x, ray->cell.y, ray->cell.z);
  life_ray_leave (ray, bits);
  return life_ray_is_inside (ray, scene);
}

/* How many live cells there are on the path of a ray, from the one where it is. */
LIFE_BODY_SHARED uint32_t
life_ray_count (LifeRay *ray, const LifeScene *scene, const LifeField *field,
    LifeFieldKind kind, const LifePyramid *pyramid)
{
  const uint32_t lanes = LIFE_RAY_LANES ();
  int goes_on = life_ray_is_inside (ray, scene);
  uint32_t count = 0;

  if (goes_on
      && !life_ray_count_step (ray, scene, field, kind, pyramid, &count))
    goes_on = life_ray_correct (ray, scene);
  while (LIFE_RAY_GO_ON (lanes, goes_on))
    if (goes_on)
      goes_on = life_ray_count_step (ray, scene, field, kind, pyramid, &count);
  return count;
}
