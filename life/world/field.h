/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the cells of a body lie in memory, so that a ray can read any of them; compiled
 * by C and nvcc. What a ray does is in life/draw/body/. */
#pragma once

#include "life/base/shared.h"

/* Memory that an engine has filled is read in its own words. */
#ifdef __CUDACC__
typedef uint32_t LifeFieldWord;
#else
typedef uint64_t LifeFieldWord;
#endif
#define LIFE_FIELD_WORD_CELLS (8 * (uint32_t) sizeof (LifeFieldWord))

/* What of a field is constant when code is compiled for it. */
typedef enum {
  LIFE_FIELD_BIT,   /* a bit per cell: cell x of a row is bit x of its words */
  LIFE_FIELD_BITS,  /* several such bits, that lie apart */
  LIFE_FIELD_BYTES, /* a byte per cell: its state */
} LifeFieldKind;

/* @plane and @row are counted in words or bytes. Planes may lie in a ring of @ring of
 * them: plane z, which is below 2 × @ring, is where z − @ring would be. */
typedef struct {
  LifeFieldKind kind;
  const void *cells;
  uint64_t row, plane;
  int32_t ring;
  uint32_t n_bits;    /* of LIFE_FIELD_BITS */
  uint64_t bit_plane; /* from one of them to the next */
  /* Where the bits above the first one count down an age: how many states there are, so
   * that the state is that less the age. 0: the bits are the state. */
  uint32_t states_of_age;
} LifeField;

LIFE_SHARED int32_t
life_field_wrap (const LifeField *field, int32_t z)
{
  return z < field->ring ? z : z - field->ring;
}

/* Where the word or byte of a cell lies; @z is wrapped. */
LIFE_SHARED uint64_t
life_field_index (
    const LifeField *field, LifeFieldKind kind, int32_t x, int32_t y, int32_t z)
{
  /* A row is short; multiplied by 64 bits, it would cost a GPU twice as much. */
  return (uint32_t) z * field->plane
         + (uint64_t) (uint32_t) y * (uint32_t) field->row
         + (kind == LIFE_FIELD_BYTES ? (uint32_t) x
                                     : (uint32_t) x / LIFE_FIELD_WORD_CELLS);
}

/* The state of a cell; or its bits, where those above the first one are an age. */
LIFE_SHARED uint32_t
life_field_bits (
    const LifeField *field, LifeFieldKind kind, int32_t x, int32_t y, int32_t z)
{
  const uint64_t index =
      life_field_index (field, kind, x, y, life_field_wrap (field, z));
  const LifeFieldWord *words = (const LifeFieldWord *) field->cells;
  const uint32_t shift = (uint32_t) x % LIFE_FIELD_WORD_CELLS;
  uint32_t bits;

  if (kind == LIFE_FIELD_BYTES)
    return ((const uint8_t *) field->cells)[index];
  bits = (uint32_t) (words[index] >> shift & 1);
  if (kind == LIFE_FIELD_BITS)
    for (uint32_t bit = 1; bit < field->n_bits; bit++)
      bits |= (uint32_t) (words[index + bit * field->bit_plane] >> shift & 1)
              << bit;
  return bits;
}

/* Whether a cell is not in state 0; @kind is the field's. */
LIFE_SHARED int
life_field_is_alive (
    const LifeField *field, LifeFieldKind kind, int32_t x, int32_t y, int32_t z)
{
  return life_field_bits (field, kind, x, y, z) != 0;
}

/* The state of a cell. */
LIFE_SHARED uint32_t
life_field_state (
    const LifeField *field, LifeFieldKind kind, int32_t x, int32_t y, int32_t z)
{
  const uint32_t bits = life_field_bits (field, kind, x, y, z);

  return field->states_of_age == 0 || bits < 2
             ? bits
             : field->states_of_age - (bits >> 1);
}
