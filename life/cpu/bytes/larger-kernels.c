/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life by sliding sums, compiled for every width of vector. The
 * compiler vectorizes the loops.
 *
 * Moore: the sum of a column of 2 radius + 1 cells follows from that of the
 * previous row by adding a new row and subtracting an old one; sums over
 * adjacent columns follow by doubling, in two passes over a line in the
 * first-level cache for a radius of 5, in four for 31. From a radius of 32 on
 * each is a difference of two prefix sums of columns, which one pass finds. Von
 * Neumann: from row to row the diamond gains four slanted lines and loses four,
 * each of which is a difference of two sums along a diagonal.
 * Circular: it gains the highest cell of each column below, and loses one
 * above. */
#include "life/cpu/bytes/larger-kernels.h"

#include "life/base/vectors.h"

#include <string.h>

typedef uint8_t LifeLargerVector
    __attribute__ ((vector_size (8 * LIFE_LANES), aligned (1), may_alias));

/* Squares from this radius on are counted by prefix sums, whose time does not depend on the
 * radius, and not by doubling: on AVX-512 both take the same time at 32, and prefix sums half
 * of it at 500. */
#define ACCUMULATE_RADIUS 32

/* The slot of a ring with the row that was added @ago rows before the newest. */
static inline size_t
ring_slot (const LifeLargerTile *tile, size_t ago)
{
  return (tile->n_rows + tile->slots - ago) % tile->slots;
}

/* The words of a vector moved by 1, 2 or 4, from the lowest to the highest; zeros
 * follow. */
#if LIFE_LANES == 8
#define MOVE_1 7, 8, 9, 10, 11, 12, 13, 14
#define MOVE_2 6, 7, 8, 9, 10, 11, 12, 13
#define MOVE_4 4, 5, 6, 7, 8, 9, 10, 11
#define LAST 7, 7, 7, 7, 7, 7, 7, 7
#elif LIFE_LANES == 4
#define MOVE_1 3, 4, 5, 6
#define MOVE_2 2, 3, 4, 5
#define LAST 3, 3, 3, 3
#else
#define MOVE_1 1, 2
#define LAST 1, 1
#endif

/* The prefix sums of the words. */
static inline Vector
add_prefix (Vector words)
{
  const Vector zero = {};

  words += (Vector) __builtin_shufflevector (zero, words, MOVE_1);
#ifdef MOVE_2
  words += (Vector) __builtin_shufflevector (zero, words, MOVE_2);
#endif
#ifdef MOVE_4
  words += (Vector) __builtin_shufflevector (zero, words, MOVE_4);
#endif
  return words;
}

static inline Vector
repeat_last_word (Vector words)
{
  return (Vector) __builtin_shufflevector (words, words, LAST);
}

#define Sum uint8_t
#define FUNCTION(name) name##_of_bytes
#include "life/cpu/bytes/larger-sum.h"

#define Sum uint16_t
#define FUNCTION(name) name##_of_shorts
#include "life/cpu/bytes/larger-sum.h"

#define Count uint8_t
#define Sum uint8_t
#define SignedSum int8_t
#define FUNCTION(name) name##_narrow
#include "life/cpu/bytes/larger-count.h"

#define Count uint16_t
#define Sum uint8_t
#define SignedSum int8_t
#define FUNCTION(name) name##_wide
#include "life/cpu/bytes/larger-count.h"

#define Count uint32_t
#define Sum uint16_t
#define SignedSum int16_t
#define FUNCTION(name) name##_widest
#include "life/cpu/bytes/larger-count.h"

/* The row of cells that was added @ago rows before the newest one. */
static inline uint8_t *
alive_row (const LifeLargerTile *tile, size_t ago)
{
  return tile->alive + ring_slot (tile, ago) * tile->stride;
}

/* The newest row of cells; a diamond needs no other. */
static inline uint8_t *
newest_alive (const LifeLargerTile *tile)
{
  return tile->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN
             ? tile->alive
             : alive_row (tile, 0);
}

static void
set_alive (
    uint8_t *restrict alive, const uint8_t *restrict cells, size_t length)
{
  for (size_t i = 0; i < length; i++)
    alive[i] = cells[i] == 1;
}

static void
add_row (LifeLargerTile *tile, size_t at, const uint8_t *cells, size_t length)
{
  uint8_t *alive = newest_alive (tile) + at;

  if (tile->neighborhood != LIFE_NEIGHBORHOOD_MOORE)
    set_alive (alive, cells, length);
  else if (tile->sum_bytes == 1)
    add_columns_of_bytes ((uint8_t *) tile->columns + at, alive, cells, length);
  else
    add_columns_of_shorts (
        (uint16_t *) tile->columns + at, alive, cells, length);
}

/* Columns of which the gains and losses fit in a byte with a sign. */
#define FEW_COLUMNS 127

/* The rows of which the columns of a circle or a cross gain and lose cells, from where the
 * first column's begin. */
typedef struct {
  const uint8_t *gains[2 * LIFE_RADIUS_MAX + 1];
  const uint8_t *losses[2 * LIFE_RADIUS_MAX + 1];
  size_t columns;
} Circle;

static void
find_circle (const LifeLargerTile *tile, Circle *circle)
{
  const size_t radius = tile->rule.radius;

  circle->columns = 2 * radius + 1;
  for (size_t i = 0; i < circle->columns; i++) {
    const size_t height = tile->heights[i < radius ? radius - i : i - radius];
    circle->gains[i] = alive_row (tile, radius - height) + i + 1;
    circle->losses[i] = alive_row (tile, radius + 1 + height) + i + 1;
  }
}

/* What the circles at a vector of cells gain and lose in FEW_COLUMNS from column
 * @first on. */
static inline LifeLargerVector
change_few (const Circle *circle, size_t first, size_t x)
{
  const size_t end = first + FEW_COLUMNS < circle->columns ? first + FEW_COLUMNS
                                                           : circle->columns;
  LifeLargerVector gain = {}, loss = {};

  for (size_t i = first; i < end; i++) {
    gain += *(const LifeLargerVector *) (circle->gains[i] + x);
    loss += *(const LifeLargerVector *) (circle->losses[i] + x);
  }
  return gain - loss;
}

/* Computes what each column of the circle gains and loses. */
static void
follow_circle (LifeLargerTile *tile)
{
  enum {
    CELLS = 8 * LIFE_LANES
  };
  const size_t width = tile->width;
  Circle circle;

  find_circle (tile, &circle);
  for (size_t x = 0; x < width; x += CELLS) {
    LifeLargerVector few = change_few (&circle, 0, x);
    int16_t *change = (int16_t *) tile->change + x;

    if (tile->sum_bytes == 1) {
      *(LifeLargerVector *) ((uint8_t *) tile->change + x) = few;
      continue;
    }
    for (size_t i = 0; i < CELLS; i++)
      change[i] = (int8_t) few[i];
    for (size_t first = FEW_COLUMNS; first < circle.columns;
         first += FEW_COLUMNS) {
      few = change_few (&circle, first, x);
      for (size_t i = 0; i < CELLS; i++)
        change[i] += (int8_t) few[i];
    }
  }
}

static void
finish_square (const LifeLargerTile *tile, const uint8_t *cells, uint8_t *next)
{
  if (tile->rule.radius == 1)
    finish_windows_narrow (tile, tile->columns, tile->columns, cells, next);
  else if (tile->count_bytes == 1)
    finish_windows_narrow (
        tile, find_windows_narrow (tile), tile->columns, cells, next);
  else if (tile->count_bytes == 4)
    finish_accumulated_widest (tile, accumulate_widest (tile), cells, next);
  else if (tile->rule.radius >= ACCUMULATE_RADIUS)
    finish_accumulated_wide (tile, accumulate_wide (tile), cells, next);
  else
    finish_windows_wide (
        tile, find_windows_wide (tile), tile->columns, cells, next);
}

static void
finish_other_shapes (
    const LifeLargerTile *tile, const uint8_t *cells, uint8_t *next)
{
  if (tile->count_bytes == 1) {
    change_counts_narrow (tile);
    if (next != NULL)
      finish_counts_narrow (tile, cells, next);
  } else if (tile->count_bytes == 2) {
    change_counts_wide (tile);
    if (next != NULL)
      finish_counts_wide (tile, cells, next);
  } else {
    change_counts_widest (tile);
    if (next != NULL)
      finish_counts_widest (tile, cells, next);
  }
}

static void
advance (LifeLargerTile *tile, const uint8_t *cells, uint8_t *next)
{
  if (tile->neighborhood == LIFE_NEIGHBORHOOD_MOORE) {
    if (next != NULL)
      finish_square (tile, cells, next);
  } else {
    if (tile->neighborhood != LIFE_NEIGHBORHOOD_VON_NEUMANN)
      follow_circle (tile);
    else if (tile->sum_bytes == 1)
      follow_diagonals_of_bytes (tile);
    else
      follow_diagonals_of_shorts (tile);
    finish_other_shapes (tile, cells, next);
  }
  tile->n_rows++;
}

const LifeLargerKernel LIFE_FOR_PATH (
    life_larger) = { "sliding sums (" LIFE_PATH_TITLE ")", add_row, advance };
