/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The checksum of a world whose cells are bytes. */
#include "life/world/checksum.h"

#include "life/base/bits.h"
#include "life/world/engine-class.h"

/* All bits that any of @n cells has. */
static inline guint8
join_states (const guint8 *cells, guint n)
{
  guint8 states = 0;

  for (guint i = 0; i < n; i++)
    states |= cells[i];
  return states;
}

/* What @n cells, 1 … 64, add before their row's factor. */
static inline guint64
add_cells (const guint8 *cells, guint n, guint64 word)
{
  const guint8 states = join_states (cells, n);
  guint64 sum = 0;

  for (guint bit = 0; states >> bit != 0; bit++)
    sum += life_checksum_word (
        life_bits_pack_bit (cells, n, bit), life_checksum_key (word, bit));
  return sum;
}

/* The same of a row. */
static guint64
add_row (const guint8 *cells, guint32 width)
{
  guint64 sum = 0;

  for (guint32 x = 0; x < width; x += LIFE_WORD_CELLS) {
    const guint n = MIN (width - x, LIFE_WORD_CELLS);

    /* A number that is a constant takes a third of the time. */
    sum += n == LIFE_WORD_CELLS
               ? add_cells (cells + x, LIFE_WORD_CELLS, x / LIFE_WORD_CELLS)
               : add_cells (cells + x, n, x / LIFE_WORD_CELLS);
    if (n < LIFE_WORD_CELLS)
      break;
  }
  return sum;
}

guint64
life_engine_sum_cells (const LifeGeometry *geometry, const guint8 *cells)
{
  guint64 sum = 0;

  for (guint32 z = 0; z < geometry->depth; z++)
    for (guint32 y = 0; y < geometry->height; y++, cells += geometry->width)
      sum += add_row (cells, geometry->width) * life_checksum_row (y, z);
  return sum;
}
