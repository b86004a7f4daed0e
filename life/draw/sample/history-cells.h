/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What history is, for every engine; compiled by C and nvcc. Each cell has a byte: 255 in
 * the frame in which it was born or died, one less in each frame after that, down to 0.
 * So a live cell has lived for 256 less that byte, at 0 for longer, and a dead one lived
 * last so many frames ago, at 0 in none of the last 255. Which of the two it is says a
 * bit per cell next to the bytes: the cell's own at the last frame that was counted. At
 * first all are 0. */
#pragma once

#include "life/base/shared.h"

/* Bytes of history lie in rows of as many as there are bits in as many words. */
#define LIFE_HISTORY_WORD 64

/* The byte of a cell in the frame that follows the one of which it is @byte. @previous
 * and @now are alike where the cell lives in both of these frames or in neither. */
LIFE_SHARED uint8_t
life_history_next (uint8_t byte, uint8_t previous, uint8_t now)
{
  return (uint8_t) (previous != now ? 255 : byte - (byte > 0));
}

/* Of a world: where history lies in its piece of memory. The bytes of all rows come
 * first, then the bits of all rows. */
typedef struct {
  uint64_t rows,
      words; /* rows of cells; words of LIFE_HISTORY_WORD bits each */
} LifeHistoryShape;

LIFE_SHARED uint64_t
life_history_cells (LifeHistoryShape shape)
{
  return shape.rows * shape.words * LIFE_HISTORY_WORD;
}

LIFE_SHARED uint64_t
life_history_bytes (LifeHistoryShape shape)
{
  return life_history_cells (shape) + shape.rows * shape.words * 8;
}
