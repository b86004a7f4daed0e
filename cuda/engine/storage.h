/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the cells of a world lie in the GPU's memory, and how one cell is found
 * there; nothing about what is done with them. */
#pragma once

#include "cuda/engine/strips.cuh"

#include <cuda_runtime.h>
#include <life/geometry.h>
#include <stddef.h>
#include <stdint.h>

/* BYTES: cell x of a row is byte x: its state. Around the world lies a halo one
 * cell wide, in 3D on all six sides: what lies beyond the edges, so that no kernel has
 * to find where a cell's neighbors are. On a torus without shifts a thread that writes
 * a cell at an edge writes its copies too; where edges are joined otherwise the halo is filled
 * after each generation; on a plane it is dead.
 *
 * ROWS: cell x of a row is bit x % 32 of word x / 32; the bits past the last
 * cell are 0. (What kernel=bits and the bit-sliced 3D kernel work on.)
 *
 * STRIPS: the 32 bits of a word are cells of one column in 32 strips of lines, as
 * strips.cuh describes. (What the bit-sliced 2D kernel works on.) */
enum LifeLayout {
  LIFE_LAYOUT_BYTES,
  LIFE_LAYOUT_ROWS,
  LIFE_LAYOUT_STRIPS,
};

/* Cells in a 32-bit word of LIFE_LAYOUT_BYTES. */
#define LIFE_BYTES_WORD 4
/* Words before the first cell of a row of LIFE_LAYOUT_BYTES, of which the last
 * byte is the halo at the left: rows begin where the widest loads may. */
#define LIFE_BYTES_LEAD 8

/* A generation's memory as rows of 32-bit words. */
struct LifeStorage {
  LifeLayout layout;
  uint32_t width, height, depth;
  bool torus, is_3d; /* one without shifts; has neighbors along z */

  size_t words; /* of a generation */
  size_t first; /* words before the first cell's */
  size_t row;   /* words from a row to the next */
  size_t plane; /* words from a plane to the next */

  uint32_t bits;    /* of a state that lie apart; 1 where it lies in one word */
  size_t bit_plane; /* words from one of these to the next */

  uint32_t rows;      /* rows of words in a plane */
  uint32_t row_words; /* words of a row that have cells */
  uint32_t last_word; /* what a row's last word has of cells */
  uint32_t last_row;  /* what every word of a plane's last row has of them */

  /* Of a part of another world: which of its rows, in 3D planes, are its own, and what is
   * added to their numbers for those in that world. The others are a halo, which is
   * advanced, but not counted. */
  bool is_part;
  uint32_t own_first, own_end, shift;
};

/* How many bits of a state lie apart. */
uint32_t life_storage_bits (LifeLayout layout, guint states);

/* Lays out a world of @geometry; @dimensions and @states are the rule's. FALSE
 * where a size does not fit its type. */
gboolean life_storage_init (LifeStorage *storage, const LifeGeometry *geometry,
    guint dimensions, guint states, LifeLayout layout);

/* The strips of a world of LIFE_LAYOUT_STRIPS. */
static inline LifeStrips
life_storage_strips (const LifeStorage *storage)
{
  return { storage->width, storage->height, storage->rows,
    (unsigned) storage->row, storage->bit_plane, storage->last_row };
}

/* Where a cell lies: a word and the lowest of its bits that the cell has. */
struct LifeStoragePosition {
  size_t word;
  uint32_t bit;
};

__device__ __forceinline__ LifeStoragePosition
life_storage_position (
    const LifeStorage &storage, uint32_t x, uint32_t y, uint32_t z)
{
  size_t row = z * storage.plane;

  switch (storage.layout) {
    case LIFE_LAYOUT_BYTES:
      return { row + y * storage.row + x / 4, x % 4 * 8 };
    case LIFE_LAYOUT_ROWS:
      return { row + y * storage.row + x / 32, x % 32 };
    default: {
      uint32_t strip = life_strip_near (storage.height, y);
      uint32_t first = life_strip_start (storage.height, strip);
      return { (y - first) * storage.row + x, strip };
    }
  }
}

/* A cell's state; @cells points to the first cell's word. */
__device__ __forceinline__ uint32_t
life_storage_get (const LifeStorage &storage, const uint32_t *cells, uint32_t x,
    uint32_t y, uint32_t z)
{
  LifeStoragePosition position = life_storage_position (storage, x, y, z);
  uint32_t state = cells[position.word] >> position.bit
                   & (storage.layout == LIFE_LAYOUT_BYTES ? 0xff : 1);

  for (uint32_t bit = 1; bit < storage.bits; bit++)
    state |=
        (cells[bit * storage.bit_plane + position.word] >> position.bit & 1)
        << bit;
  return state;
}

__device__ __forceinline__ void
life_storage_set_bit (uint32_t *word, uint32_t bit, bool on)
{
  if (on)
    atomicOr (word, 1u << bit);
  else
    atomicAnd (word, ~(1u << bit));
}

/* Gives a cell a state; where cells are single bits, any that is not 0 is 1. Other
 * threads may write other cells of the same word meanwhile. */
__device__ __forceinline__ void
life_storage_set (const LifeStorage &storage, uint32_t *cells, uint32_t x,
    uint32_t y, uint32_t z, uint32_t state)
{
  LifeStoragePosition position = life_storage_position (storage, x, y, z);

  if (storage.layout == LIFE_LAYOUT_BYTES)
    ((uint8_t *) (cells + position.word))[position.bit / 8] = (uint8_t) state;
  else if (storage.bits == 1)
    life_storage_set_bit (cells + position.word, position.bit, state != 0);
  else
    for (uint32_t bit = 0; bit < storage.bits; bit++)
      life_storage_set_bit (cells + bit * storage.bit_plane + position.word,
          position.bit, state >> bit & 1);
}
