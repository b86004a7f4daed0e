/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life by sliding sums, compiled for every width of vector. The
 * compiler vectorizes the loops.
 *
 * Moore: the sum of a column of 2 radius + 1 cells follows from that of the
 * previous row by adding a new row and subtracting an old one; sums over
 * adjacent columns follow by doubling, in two passes over a line in the
 * first-level cache for a radius of 5, in five for 50. Von Neumann: from row to
 * row the diamond gains four slanted lines and loses four, each of which is a
 * difference of two sums along a diagonal. Circular: it gains the highest cell
 * of each column below, and loses one above. */
#include "life/cpu/bytes/larger-kernels.h"

#include "life/base/vectors.h"

#include <string.h>

typedef uint8_t LifeLargerVector
    __attribute__ ((vector_size (8 * LIFE_LANES), aligned (1), may_alias));

#define Count uint8_t
#define FUNCTION(name) name##_narrow
#include "life/cpu/bytes/larger-count.h"

#define Count uint16_t
#define FUNCTION(name) name##_wide
#include "life/cpu/bytes/larger-count.h"

/* The row that was taken @ago rows before the newest one, in a ring. */
static inline uint8_t *
ring_row (const LifeLargerTile *tile, uint8_t *ring, size_t ago)
{
  return ring + (tile->taken + tile->slots - ago) % tile->slots * tile->stride;
}

/* Where the newest row of cells lies; a diamond needs no other. */
static inline uint8_t *
newest_alive (const LifeLargerTile *tile)
{
  return tile->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN
             ? tile->alive
             : ring_row (tile, tile->alive, 0);
}

static void
take_columns (uint8_t *restrict columns, uint8_t *restrict alive,
    const uint8_t *restrict cells, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    const uint8_t comes = cells[i] == 1;
    columns[i] += comes - alive[i];
    alive[i] = comes;
  }
}

static void
take_alive (
    uint8_t *restrict alive, const uint8_t *restrict cells, size_t length)
{
  for (size_t i = 0; i < length; i++)
    alive[i] = cells[i] == 1;
}

static void
take (LifeLargerTile *tile, size_t at, const uint8_t *cells, size_t length)
{
  uint8_t *alive = newest_alive (tile) + at;

  if (tile->neighborhood == LIFE_NEIGHBORHOOD_MOORE)
    take_columns (tile->columns + at, alive, cells, length);
  else
    take_alive (alive, cells, length);
}

/* Updates the sums along both diagonals, and the diamond's change that follows
 * from them. */
static void
follow_diagonals (LifeLargerTile *tile)
{
  const size_t radius = tile->rule.radius, width = tile->width;
  const size_t length = width + 2 * radius + 2;
  const uint8_t *restrict alive = tile->alive;
  uint8_t *restrict falling = ring_row (tile, tile->falling, 0);
  uint8_t *restrict rising = ring_row (tile, tile->rising, 0);
  const uint8_t *falling_before = ring_row (tile, tile->falling, 1);
  const uint8_t *rising_before = ring_row (tile, tile->rising, 1);
  const uint8_t *falling_middle = ring_row (tile, tile->falling, radius + 1);
  const uint8_t *rising_middle = ring_row (tile, tile->rising, radius + 1);
  const uint8_t *falling_top = ring_row (tile, tile->falling, 2 * radius + 1);
  const uint8_t *rising_top = ring_row (tile, tile->rising, 2 * radius + 2);
  uint8_t *restrict change = tile->change;

  falling[0] = alive[0];
  for (size_t i = 1; i < length; i++)
    falling[i] = falling_before[i - 1] + alive[i];
  for (size_t i = 0; i < length - 1; i++)
    rising[i] = rising_before[i + 1] + alive[i];
  rising[length - 1] = alive[length - 1];

  /* Line @i is column @x of the tile. */
  for (size_t x = 0; x < width; x++) {
    const size_t i = x + radius + 1;
    const uint8_t below = falling[i] - falling_middle[x] + rising_before[i + 1]
                          - rising_middle[i + radius + 1];
    const uint8_t above = rising_middle[x + 1] - rising_top[i + 1]
                          + falling_middle[i + radius] - falling_top[i];
    change[x] = below - above;
  }
}

/* Computes what each column of the circle gains and loses. */
static void
follow_circle (LifeLargerTile *tile)
{
  const uint8_t *gains[2 * LIFE_LARGER_RADIUS + 1];
  const uint8_t *losses[2 * LIFE_LARGER_RADIUS + 1];
  const size_t radius = tile->rule.radius, columns = 2 * radius + 1;
  const size_t width = tile->width;
  uint8_t *change = tile->change;

  for (size_t i = 0; i < columns; i++) {
    const size_t height = tile->rule.heights[i];
    gains[i] = ring_row (tile, tile->alive, radius - height) + i + 1;
    losses[i] = ring_row (tile, tile->alive, radius + 1 + height) + i + 1;
  }
  for (size_t x = 0; x < width; x += (8 * LIFE_LANES)) {
    LifeLargerVector gain = {}, loss = {};
    for (size_t i = 0; i < columns; i++) {
      gain += *(const LifeLargerVector *) (gains[i] + x);
      loss += *(const LifeLargerVector *) (losses[i] + x);
    }
    *(LifeLargerVector *) (change + x) = gain - loss;
  }
}

static void
finish_square (const LifeLargerTile *tile, const uint8_t *cells, uint8_t *next)
{
  if (tile->rule.radius == 1)
    finish_windows_narrow (tile, tile->columns, tile->columns, cells, next);
  else if (tile->narrow)
    finish_windows_narrow (
        tile, find_windows_narrow (tile), tile->columns, cells, next);
  else
    finish_windows_wide (
        tile, find_windows_wide (tile), tile->columns, cells, next);
}

static void
finish_others (const LifeLargerTile *tile, const uint8_t *cells, uint8_t *next)
{
  if (tile->narrow) {
    change_counts_narrow (tile);
    if (next != NULL)
      finish_counts_narrow (tile, cells, next);
  } else {
    change_counts_wide (tile);
    if (next != NULL)
      finish_counts_wide (tile, cells, next);
  }
}

static void
advance (LifeLargerTile *tile, const uint8_t *cells, uint8_t *next)
{
  if (tile->neighborhood == LIFE_NEIGHBORHOOD_MOORE) {
    if (next != NULL)
      finish_square (tile, cells, next);
  } else {
    if (tile->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN)
      follow_diagonals (tile);
    else
      follow_circle (tile);
    finish_others (tile, cells, next);
  }
  tile->taken++;
}

const LifeLargerKernel LIFE_FOR_PATH (
    life_larger) = { "sliding sums (" LIFE_PATH_TITLE ")", take, advance };
