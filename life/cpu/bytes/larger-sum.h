/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums of a few cells, of one width, that follow from those of the previous row;
 * included by larger-kernels.c with the type of a sum, Sum: bytes and 16 bits. */

/* The row of sums that was added @ago rows before the newest one, in a ring. */
static inline Sum *
FUNCTION (sum_row) (const LifeLargerTile *tile, void *ring, size_t ago)
{
  return (Sum *) ring + ring_slot (tile, ago) * tile->stride;
}

static void
FUNCTION (add_columns) (Sum *restrict columns, uint8_t *restrict alive,
    const uint8_t *restrict cells, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    const uint8_t comes = cells[i] == 1;
    columns[i] += comes - alive[i];
    alive[i] = comes;
  }
}

/* Updates the sums along both diagonals, and the diamond's change that follows
 * from them. */
static void
FUNCTION (follow_diagonals) (LifeLargerTile *tile)
{
  const size_t radius = tile->rule.radius, width = tile->width;
  const size_t length = width + 2 * radius + 2;
  const uint8_t *restrict alive = tile->alive;
  Sum *restrict falling = FUNCTION (sum_row) (tile, tile->falling, 0);
  Sum *restrict rising = FUNCTION (sum_row) (tile, tile->rising, 0);
  const Sum *previous_falling = FUNCTION (sum_row) (tile, tile->falling, 1);
  const Sum *previous_rising = FUNCTION (sum_row) (tile, tile->rising, 1);
  const Sum *falling_middle =
      FUNCTION (sum_row) (tile, tile->falling, radius + 1);
  const Sum *rising_middle =
      FUNCTION (sum_row) (tile, tile->rising, radius + 1);
  const Sum *falling_top =
      FUNCTION (sum_row) (tile, tile->falling, 2 * radius + 1);
  const Sum *rising_top =
      FUNCTION (sum_row) (tile, tile->rising, 2 * radius + 2);
  Sum *restrict change = tile->change;

  falling[0] = alive[0];
  for (size_t i = 1; i < length; i++)
    falling[i] = previous_falling[i - 1] + alive[i];
  for (size_t i = 0; i < length - 1; i++)
    rising[i] = previous_rising[i + 1] + alive[i];
  rising[length - 1] = alive[length - 1];

  /* Line @i is column @x of the tile. */
  for (size_t x = 0; x < width; x++) {
    const size_t i = x + radius + 1;
    const Sum below = falling[i] - falling_middle[x] + previous_rising[i + 1]
                      - rising_middle[i + radius + 1];
    const Sum above = rising_middle[x + 1] - rising_top[i + 1]
                      + falling_middle[i + radius] - falling_top[i];
    change[x] = below - above;
  }
}

#undef Sum
#undef FUNCTION
