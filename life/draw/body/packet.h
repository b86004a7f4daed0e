/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rays in packets: as many at once as a vector has numbers in single precision, each by the
 * arithmetic of march.h and so to the same cells. A ray that has come to its end waits for
 * the others. Only for a bit per cell. */
#pragma once

#include "life/base/vectors.h"
#include "life/draw/body/march.h"

#if LIFE_LANES > 2
#define LIFE_PACKET (2 * LIFE_LANES)

typedef float Floats __attribute__ ((vector_size (4 * LIFE_PACKET)));
typedef int32_t Ints __attribute__ ((vector_size (4 * LIFE_PACKET)));
typedef uint32_t Naturals __attribute__ ((vector_size (4 * LIFE_PACKET)));

typedef struct {
  Floats x, y, z;
} Vectors;

typedef struct {
  Ints x, y, z;
} Cells;

typedef struct {
  Vectors origin, direction, inverse;
  Cells cell;
  Ints face;
  Floats t;
} Packet;

/* Masks have all bits set where something is so, else none. */

static inline Floats
all_floats (float value)
{
  return (Floats){ 0 } + value;
}

static inline Ints
all_ints (int32_t value)
{
  return (Ints){ 0 } + value;
}

static inline Ints
pick (Ints mask, Ints yes, Ints no)
{
  return (mask & yes) | (~mask & no);
}

static inline Floats
pick_floats (Ints mask, Floats yes, Floats no)
{
  return (Floats) pick (mask, (Ints) yes, (Ints) no);
}

#if LIFE_LANES == 8
static inline int
is_any (Ints mask)
{
  return _mm512_test_epi32_mask ((__m512i) mask, (__m512i) mask) != 0;
}

/* Words of 32 bits where @mask is set; else 0. */
static inline Ints
gather (const void *words, Ints mask, Ints index)
{
  return (Ints) _mm512_mask_i32gather_epi32 (_mm512_setzero_si512 (),
      _mm512_movepi32_mask ((__m512i) mask), (__m512i) index, words, 4);
}

static inline Floats
square_root (Floats value)
{
  return (Floats) _mm512_sqrt_ps ((__m512) value);
}
#else
static inline int
is_any (Ints mask)
{
  return !_mm256_testz_si256 ((__m256i) mask, (__m256i) mask);
}

static inline Ints
gather (const void *words, Ints mask, Ints index)
{
  return (Ints) _mm256_mask_i32gather_epi32 (
      _mm256_setzero_si256 (), words, (__m256i) index, (__m256i) mask, 4);
}

static inline Floats
square_root (Floats value)
{
  return (Floats) _mm256_sqrt_ps ((__m256) value);
}
#endif

/* As life_ray_component(). */
static inline Floats
make_component (Floats component)
{
  const Floats smallest = all_floats (1e-12f);

  return pick_floats (
      (component > smallest) | (component < -smallest), component, smallest);
}

static inline void
make_packet (Packet *packet, Vectors origin, Vectors direction)
{
  packet->origin = origin;
  packet->direction.x = make_component (direction.x);
  packet->direction.y = make_component (direction.y);
  packet->direction.z = make_component (direction.z);
  packet->inverse.x = 1.0f / packet->direction.x;
  packet->inverse.y = 1.0f / packet->direction.y;
  packet->inverse.z = 1.0f / packet->direction.z;
  packet->face = all_ints (LIFE_FACE_NONE);
  packet->t = all_floats (0.0f);
}

/* As life_scene_ray(). */
static inline Vectors
make_directions (const LifeScene *scene, Floats x, Floats y)
{
  Vectors direction = {
    scene->first.x + x * scene->right.x + y * scene->down.x,
    scene->first.y + x * scene->right.y + y * scene->down.y,
    scene->first.z + x * scene->right.z + y * scene->down.z,
  };
  const Floats length =
      square_root (direction.x * direction.x + direction.y * direction.y
                   + direction.z * direction.z);

  direction.x /= length;
  direction.y /= length;
  direction.z /= length;
  return direction;
}

/* As life_ray_cell(). */
static inline Ints
find_cells (Floats position, Ints begin, Ints end)
{
  const Floats smallest = __builtin_convertvector(begin, Floats);
  const Floats maximum = __builtin_convertvector(end - 1, Floats);
  const Floats at = pick_floats (position > smallest, position, smallest);

  return __builtin_convertvector(pick_floats (at < maximum, at, maximum), Ints);
}

/* As life_ray_first_cell(). */
static inline Ints
find_first_cells (Floats position, Floats direction, Ints begin, Ints end)
{
  const Ints cell = find_cells (position, begin, end);
  const Ints is_below = (direction < 0.0f)
                        & (position == __builtin_convertvector(cell, Floats))
                        & (cell > begin);

  /* A mask is −1. */
  return cell + is_below;
}

/* As life_ray_slab(). */
static inline void
find_slab (Floats origin, Floats inverse, int32_t begin, int32_t end,
    Floats *in, Floats *out)
{
  const Floats a = ((float) begin - origin) * inverse;
  const Floats b = ((float) end - origin) * inverse;

  *in = pick_floats (inverse > 0.0f, a, b);
  *out = pick_floats (inverse > 0.0f, b, a);
}

static inline void
enter_side (Packet *packet, Floats in, LifeFace face)
{
  const Ints later = in > packet->t;

  packet->t = pick_floats (later, in, packet->t);
  packet->face = pick (later, all_ints ((int32_t) face), packet->face);
}

static inline Ints
enter_axis (const Packet *packet, LifeFace face, Floats origin,
    Floats direction, int32_t begin, int32_t end)
{
  const Ints cell = find_first_cells (origin + direction * packet->t, direction,
      all_ints (begin), all_ints (end));

  return pick (packet->face == (int32_t) face,
      pick (direction > 0.0f, all_ints (begin), all_ints (end - 1)), cell);
}

/* As life_ray_enter(). Returns which rays do not miss. */
static inline Ints
enter (Packet *packet, const LifeScene *scene)
{
  const LifeCellPosition begin = scene->begin, end = scene->end;
  const Vectors origin = packet->origin, direction = packet->direction;
  Vectors in, out;
  Floats leave;

  find_slab (origin.x, packet->inverse.x, begin.x, end.x, &in.x, &out.x);
  find_slab (origin.y, packet->inverse.y, begin.y, end.y, &in.y, &out.y);
  find_slab (origin.z, packet->inverse.z, begin.z, end.z, &in.z, &out.z);
  leave = pick_floats (out.x < out.y, out.x, out.y);
  leave = pick_floats (out.z < leave, out.z, leave);
  enter_side (packet, in.x, LIFE_FACE_X);
  enter_side (packet, in.y, LIFE_FACE_Y);
  enter_side (packet, in.z, LIFE_FACE_Z);
  packet->cell.x =
      enter_axis (packet, LIFE_FACE_X, origin.x, direction.x, begin.x, end.x);
  packet->cell.y =
      enter_axis (packet, LIFE_FACE_Y, origin.y, direction.y, begin.y, end.y);
  packet->cell.z =
      enter_axis (packet, LIFE_FACE_Z, origin.z, direction.z, begin.z, end.z);
  return packet->t < leave;
}

static inline Ints
is_between (Ints at, int32_t begin, int32_t end)
{
  return (Ints) ((Naturals) (at - begin) < (uint32_t) (end - begin));
}

/* As life_ray_is_inside(). */
static inline Ints
are_inside (const Packet *packet, const LifeScene *scene)
{
  return is_between (packet->cell.x, scene->begin.x, scene->end.x)
         & is_between (packet->cell.y, scene->begin.y, scene->end.y)
         & is_between (packet->cell.z, scene->begin.z, scene->end.z);
}

/* Where the side is that a packet leaves its blocks through. */
static inline Ints
find_side (Ints at, Floats direction, Ints bits)
{
  /* A mask is −1. */
  return ((at >> bits) - (direction > 0.0f)) << bits;
}

/* The cell that a packet is at along an axis when it has left its blocks. */
static inline Ints
move_along (const Packet *packet, LifeFace face, Floats origin,
    Floats direction, Ints at, Ints side, Ints bits)
{
  const Ints begin = at >> bits << bits;
  const Ints drift = find_cells (
      origin + direction * packet->t, begin, begin + (all_ints (1) << bits));

  return pick (
      packet->face == (int32_t) face, side + ~(direction > 0.0f), drift);
}

/* As life_ray_leave(), of those that are @active. */
static inline void
leave (Packet *packet, Ints active, Ints bits)
{
  const Vectors direction = packet->direction, origin = packet->origin;
  const Cells cell = packet->cell;
  const Cells side = { find_side (cell.x, direction.x, bits),
    find_side (cell.y, direction.y, bits),
    find_side (cell.z, direction.z, bits) };
  const Vectors t = { (__builtin_convertvector(side.x, Floats) - origin.x)
                          * packet->inverse.x,
    (__builtin_convertvector(side.y, Floats) - origin.y) * packet->inverse.y,
    (__builtin_convertvector(side.z, Floats) - origin.z) * packet->inverse.z };
  const Ints is_x = (t.x <= t.y) & (t.x <= t.z);
  const Ints is_y = ~is_x & (t.y <= t.z);
  const Ints face = pick (is_x, all_ints (LIFE_FACE_X),
      pick (is_y, all_ints (LIFE_FACE_Y), all_ints (LIFE_FACE_Z)));

  packet->t = pick_floats (
      active, pick_floats (is_x, t.x, pick_floats (is_y, t.y, t.z)), packet->t);
  packet->face = pick (active, face, packet->face);
  packet->cell.x = pick (active,
      move_along (
          packet, LIFE_FACE_X, origin.x, direction.x, cell.x, side.x, bits),
      cell.x);
  packet->cell.y = pick (active,
      move_along (
          packet, LIFE_FACE_Y, origin.y, direction.y, cell.y, side.y, bits),
      cell.y);
  packet->cell.z = pick (active,
      move_along (
          packet, LIFE_FACE_Z, origin.z, direction.z, cell.z, side.z, bits),
      cell.z);
}

/* As life_ray_back(). */
static inline Ints
move_back (Ints cell, Floats direction, int32_t begin, int32_t end)
{
  return pick (direction > 0.0f, pick (cell < begin, all_ints (begin), cell),
      pick (cell < end, cell, all_ints (end - 1)));
}

/* As life_ray_correct(). */
static inline void
correct (Packet *packet, const LifeScene *scene)
{
  const LifeCellPosition begin = scene->begin, end = scene->end;

  packet->cell.x =
      move_back (packet->cell.x, packet->direction.x, begin.x, end.x);
  packet->cell.y =
      move_back (packet->cell.y, packet->direction.y, begin.y, end.y);
  packet->cell.z =
      move_back (packet->cell.z, packet->direction.z, begin.z, end.z);
}

static inline Ints
wrap_planes (const LifeField *field, Ints z)
{
  return pick (z < field->ring, z, z - field->ring);
}

/* As life_ray_empty_bits(), of those that are @active. */
static inline Ints
find_empty_bits (const Packet *packet, Ints active, const LifeField *field,
    const LifePyramid *pyramid)
{
  const Ints x = packet->cell.x, y = packet->cell.y;
  const Ints z = wrap_planes (field, packet->cell.z);
  const Ints word = 2
                    * (((z >> LIFE_PYRAMID_WORD_BITS) * pyramid->rows
                           + (y >> LIFE_PYRAMID_WORD_BITS))
                            * pyramid->columns
                        + (x >> LIFE_PYRAMID_WORD_BITS));
  const Ints low = gather (pyramid->words, active, word);
  const Ints high = gather (pyramid->words, active, word + 1);
  /* As life_pyramid_empty_bits(). */
  const Ints half = pick ((z & 8) != 0, high, low);
  const Ints eight = half >> ((x >> 2 & 2) + (y & 8)) & 0x00330033;
  const Ints four = half >> ((x >> 2 & 3) + (y & 12) + (z & 4) * 4) & 1;
  const Ints of_block =
      pick (eight == 0, all_ints (LIFE_PYRAMID_BLOCK_BITS + 1),
          (four == 0) & LIFE_PYRAMID_BLOCK_BITS);

  return pick ((low | high) == 0, all_ints (LIFE_PYRAMID_WORD_BITS), of_block);
}

/* Which of those that are @active are at a live cell. */
static inline Ints
find_alive (const Packet *packet, Ints active, const LifeField *field)
{
  const Ints z = wrap_planes (field, packet->cell.z);
  const Ints word = z * (int32_t) (2 * field->plane)
                    + packet->cell.y * (int32_t) (2 * field->row)
                    + (packet->cell.x >> 5);

  return -(gather (field->cells, active, word) >> (packet->cell.x & 31) & 1);
}

/* As life_ray_march(), of those that are @active. Returns which come to a live cell. */
static inline Ints
march (Packet *packet, Ints active, const LifeScene *scene,
    const LifeField *field, const LifePyramid *pyramid)
{
  Ints found = all_ints (0);
  int is_first = 1;

  active &= are_inside (packet, scene);
  while (is_any (active)) {
    const Ints bits = find_empty_bits (packet, active, field, pyramid);
    const Ints close = active & (bits == 0);

    if (is_any (close)) {
      const Ints alive = find_alive (packet, close, field);

      found |= alive;
      active &= ~alive;
    }
    leave (packet, active, bits);
    if (is_first)
      correct (packet, scene);
    is_first = 0;
    active &= are_inside (packet, scene);
  }
  return found;
}

/* As life_ray_count(), of those that are @active. */
static inline Ints
count_on_path (Packet *packet, Ints active, const LifeScene *scene,
    const LifeField *field, const LifePyramid *pyramid)
{
  Ints count = all_ints (0);
  int is_first = 1;

  active &= are_inside (packet, scene);
  while (is_any (active)) {
    const Ints bits = find_empty_bits (packet, active, field, pyramid);
    const Ints close = active & (bits == 0);

    if (is_any (close))
      count -= find_alive (packet, close, field);
    leave (packet, active, bits);
    if (is_first)
      correct (packet, scene);
    is_first = 0;
    active &= are_inside (packet, scene);
  }
  return count;
}

/* A ray of a packet. */
static inline LifeRay
get_ray (const Packet *packet, int i)
{
  return (LifeRay){
    { packet->origin.x[i], packet->origin.y[i], packet->origin.z[i] },
    { packet->direction.x[i], packet->direction.y[i], packet->direction.z[i] },
    { packet->inverse.x[i], packet->inverse.y[i], packet->inverse.z[i] },
    { packet->cell.x[i], packet->cell.y[i], packet->cell.z[i] },
    (LifeFace) packet->face[i],
    packet->t[i],
  };
}

/* Whether packets find all words of a body. */
static inline int
packets_reach (const LifeField *field, const LifePyramid *pyramid)
{
  return field->kind == LIFE_FIELD_BIT
         && field->plane * (uint64_t) field->ring < INT32_MAX / 2
         && (uint64_t) pyramid->columns * (uint64_t) pyramid->rows
                    * (uint64_t) pyramid->layers
                < INT32_MAX / 2;
}
#endif
