/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums over the points of turned pixels, for the vectors that the including file
 * (sample-kernels.c) is compiled with; what lies at those is found in sample-turned.c. */

/* Where a point lies among squares. */
static inline gsize
turned_square (const LifeTurnedRow *row, gint64 x, gint64 y)
{
  return (gsize) (guint32) (y >> LIFE_TURN_BITS) * row->stride
         + (guint32) (x >> LIFE_TURN_BITS);
}

/* The points of a pixel from its first one. */
static inline void
find_points (const LifeTurnedRow *row, gint64 x[LIFE_TURN_POINTS],
    gint64 y[LIFE_TURN_POINTS])
{
  for (gint i = 0; i < LIFE_TURN_POINTS; i++) {
    gint right = i % LIFE_TURN_SIDE, down = i / LIFE_TURN_SIDE;

    x[i] = right * row->right_x + down * row->down_x;
    y[i] = right * row->right_y + down * row->down_y;
  }
}

/* Where a point lies among squares or hexagons. */
static inline gsize
turned_cell (const LifeTurnedRow *row, gint64 x, gint64 y, gboolean hexagons)
{
  LifeTurnCell cell;

  if (!hexagons)
    return turned_square (row, x, y);
  cell = life_turn_hexagon (x, y);
  return (gsize) cell.row * row->stride + (gsize) cell.column;
}

/* A pixel whose corners lie in one square or hexagon lies in it as a whole. */
static inline gboolean
is_in_one_cell (const LifeTurnedRow *row, const gint64 x[LIFE_TURN_POINTS],
    const gint64 y[LIFE_TURN_POINTS], gint64 at_x, gint64 at_y,
    gboolean hexagons)
{
  static const guint corners[] = { LIFE_TURN_SIDE - 1,
    LIFE_TURN_POINTS - LIFE_TURN_SIDE, LIFE_TURN_POINTS - 1 };
  const gsize first = turned_cell (row, at_x, at_y, hexagons);
  gint64 differences = 0;

  for (guint i = 0; i < G_N_ELEMENTS (corners); i++) {
    const gint64 to_x = at_x + x[corners[i]], to_y = at_y + y[corners[i]];

    differences |= hexagons
                       ? (gint64) (first ^ turned_cell (row, to_x, to_y, TRUE))
                       : ((at_x ^ to_x) | (at_y ^ to_y)) >> LIFE_TURN_BITS;
  }
  return differences == 0;
}

/* Two bytes of a color, each in a half of a word that fits the sum of 16. */
#define HALVES 0x00ff00ffu
#define HALF_OF_EACH 0x00080008u

/* @hexagons is a constant wherever this is compiled into. */
static inline __attribute__ ((always_inline)) void
mix_turned (const LifeTurnedRow *row, const guint32 *colors, guint n,
    gboolean counts, guint8 *restrict out, gboolean hexagons)
{
  gint64 x[LIFE_TURN_POINTS], y[LIFE_TURN_POINTS];
  gint64 at_x = row->x, at_y = row->y;

  find_points (row, x, y);
  for (guint i = 0; i < n; i++) {
    guint32 even = 0, odd = 0, mean;

    if (row->sparse && is_in_one_cell (row, x, y, at_x, at_y, hexagons)) {
      guint32 color = colors[turned_cell (row, at_x, at_y, hexagons)];

      even = (color & HALVES) * LIFE_TURN_POINTS;
      odd = (color >> 8 & HALVES) * LIFE_TURN_POINTS;
    } else {
      for (guint k = 0; k < LIFE_TURN_POINTS; k++) {
        guint32 color =
            colors[turned_cell (row, at_x + x[k], at_y + y[k], hexagons)];

        even += color & HALVES;
        odd += color >> 8 & HALVES;
      }
    }
    at_x += LIFE_TURN_SIDE * row->right_x;
    at_y += LIFE_TURN_SIDE * row->right_y;
    if (counts) {
      out[i] = (guint8) (G_BYTE_ORDER == G_LITTLE_ENDIAN ? even : odd >> 16);
      continue;
    }
    mean = ((even + HALF_OF_EACH) >> 4 & HALVES)
           | ((odd + HALF_OF_EACH) >> 4 & HALVES) << 8;
    memcpy (out + 4 * (gsize) i, &mean, 4);
  }
}

static void
sample_turned_colors (const LifeTurnedRow *row, const guint32 *colors, guint n,
    gboolean counts, guint8 *restrict out)
{
  if (row->hexagons)
    mix_turned (row, colors, n, counts, out, TRUE);
  else
    mix_turned (row, colors, n, counts, out, FALSE);
}

/* @n_lanes is a constant wherever this is compiled into. */
static inline __attribute__ ((always_inline)) void
add_turned (const LifeTurnedRow *row, const guint64 *restrict sums,
    guint n_lanes, guint n, guint64 *restrict out)
{
  gint64 x[LIFE_TURN_POINTS], y[LIFE_TURN_POINTS];
  gint64 at_x = row->x, at_y = row->y;

  find_points (row, x, y);
  for (guint i = 0; i < n; i++, out += n_lanes) {
    guint64 sum[4] = { 0, 0, 0, 0 };

    for (guint k = 0; k < LIFE_TURN_POINTS; k++) {
      const guint64 *square =
          sums + n_lanes * turned_square (row, at_x + x[k], at_y + y[k]);

      for (guint lane = 0; lane < n_lanes; lane++)
        sum[lane] += square[lane];
    }
    for (guint lane = 0; lane < n_lanes; lane++)
      out[lane] = sum[lane];
    at_x += LIFE_TURN_SIDE * row->right_x;
    at_y += LIFE_TURN_SIDE * row->right_y;
  }
}

static void
sample_turned_sums (const LifeTurnedRow *row, const guint64 *sums,
    guint n_lanes, guint n, guint64 *out)
{
  if (n_lanes == 1)
    add_turned (row, sums, 1, n, out);
  else
    add_turned (row, sums, 4, n, out);
}

static void
sample_turned_words (
    const LifeTurnedRow *row, const guint32 *sums, guint n, guint64 *out)
{
  gint64 x[LIFE_TURN_POINTS], y[LIFE_TURN_POINTS];
  gint64 at_x = row->x, at_y = row->y;

  find_points (row, x, y);
  for (guint i = 0; i < n; i++) {
    guint64 sum = 0;

    for (guint k = 0; k < LIFE_TURN_POINTS; k++)
      sum += sums[turned_square (row, at_x + x[k], at_y + y[k])];
    out[i] = sum;
    at_x += LIFE_TURN_SIDE * row->right_x;
    at_y += LIFE_TURN_SIDE * row->right_y;
  }
}

static void
sample_add_alive (const guint8 *restrict states, guint n, guint32 weight,
    gboolean first, guint32 *restrict columns)
{
  if (first)
    for (guint i = 0; i < n; i++)
      columns[i] = states[i] != 0 ? weight : 0;
  else
    for (guint i = 0; i < n; i++)
      columns[i] += states[i] != 0 ? weight : 0;
}

/* Sums may wrap; what lies between two edges does not. */
static void
sample_sum_alive (const guint32 *columns, guint n_columns, guint32 first_column,
    const LifeMeanEdge *edges, guint n, guint32 whole, guint32 *before,
    guint32 *out)
{
  guint32 sum = 0, left = 0;

  for (guint i = 0; i < n_columns; i++) {
    before[i] = sum * whole;
    sum += columns[i];
  }
  before[n_columns] = sum * whole;
  for (guint i = 0; i <= n; i++) {
    guint cell = edges[i].cell - first_column;
    guint32 right = before[cell] + edges[i].fraction * columns[cell];

    if (i > 0)
      out[i - 1] = right - left;
    left = right;
  }
}
