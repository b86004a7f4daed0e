/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Means of the colors of cells, for the vectors that the including file
 * (sample-kernels.c) is compiled with; what is summed when, is decided in
 * sample-means.c. */

static void
sample_add_colors (const LifeColorBytes *colors, const guint8 *states, guint n,
    gboolean first, guint16 *restrict columns)
{
  guint8 bytes[4 * CHUNK];

  for (guint x = 0; x < n; x += CHUNK, columns += 4 * CHUNK) {
    guint n_bytes = 4 * MIN (n - x, CHUNK);

    lookup_packed (colors, states + x, n_bytes / 4, bytes);
    if (first)
      for (guint i = 0; i < n_bytes; i++)
        columns[i] = bytes[i];
    else
      for (guint i = 0; i < n_bytes; i++)
        columns[i] += bytes[i];
  }
}

/* The columns of each pixel, which are few enough for lanes of 16 bits. */
static inline __attribute__ ((always_inline)) void
add_sides (const guint16 *restrict columns, guint n_pixels, guint side,
    guint16 *restrict sums)
{
  for (guint i = 0; i < n_pixels; i++, columns += 4 * (gsize) side) {
    guint64 sum = 0, column;

    for (guint k = 0; k < side; k++) {
      memcpy (&column, columns + 4 * k, sizeof column);
      sum += column;
    }
    memcpy (sums + 4 * i, &sum, sizeof sum);
  }
}

/* Half a unit above the dividend the quotient of floats is on the right side of
 * every whole number: it is at least 1/512 away from it, of 255 at most. */
static void
sample_square_colors (const guint16 *restrict columns, guint n_pixels,
    guint side, guint8 *restrict out)
{
  gfloat scale = 1.0f / (side * side), above = side * side / 2 + 0.5f;
  guint16 sums[4 * CHUNK];

  for (guint x = 0; x < n_pixels; x += CHUNK) {
    guint n = MIN (n_pixels - x, CHUNK);

    if (side == 2)
      add_sides (columns, n, 2, sums);
    else if (side == 4)
      add_sides (columns, n, 4, sums);
    else
      add_sides (columns, n, side, sums);
    for (guint i = 0; i < 4 * n; i++)
      out[i] = (guint8) (gint) (((gfloat) sums[i] + above) * scale);
    columns += 4 * (gsize) side * n;
    out += 4 * n;
  }
}

/* How vectors are passed from function to function depends on the processor's own,
 * which matters to none that is compiled here. */
#pragma GCC diagnostic ignored "-Wpsabi"

typedef guint64 Lanes __attribute__ ((vector_size (32)));
typedef guint16 Lanes16 __attribute__ ((vector_size (8)));
typedef gint32 Lanes32 __attribute__ ((vector_size (16)));
typedef guint8 Lanes8 __attribute__ ((vector_size (4)));
typedef gdouble LanesDouble __attribute__ ((vector_size (32)));

static inline Lanes
widen (const guint16 lanes[4])
{
  Lanes16 narrow;

  memcpy (&narrow, lanes, sizeof narrow);
  return __builtin_convertvector(narrow, Lanes);
}

static inline Lanes
load_lanes (const LifeMeanLanes *lanes)
{
  Lanes loaded;

  memcpy (&loaded, lanes, sizeof loaded);
  return loaded;
}

static inline void
store_lanes (LifeMeanLanes *lanes, const Lanes *stored)
{
  memcpy (lanes, stored, sizeof *stored);
}

static void
sample_sum_columns (
    const LifeMeanSums *mean_sums, LifeMeanLanes *sums, LifeMeanLanes *after)
{
  const guint16 *columns = mean_sums->columns;
  guint64 whole = mean_sums->whole * mean_sums->weight;
  Lanes before = { 0, 0, 0, 0 }, sum;
  guint column = 0;

  for (guint i = 0; i < mean_sums->n_edges; i++) {
    const LifeMeanEdge *edge = &mean_sums->edges[i];
    guint end = edge->cell - mean_sums->first_column;

    for (; column < end; column++)
      before += widen (columns + 4 * (gsize) column);
    sum = load_lanes (&sums[i]) + before * whole;
    if (edge->fraction > 0)
      sum += widen (columns + 4 * (gsize) end)
             * (edge->fraction * mean_sums->weight);
    store_lanes (&sums[i], &sum);
  }
  for (; column < mean_sums->n_columns; column++)
    before += widen (columns + 4 * (gsize) column);
  sum = load_lanes (after) + before * whole;
  store_lanes (after, &sum);
}

/* Below this total the quotient of doubles, from half a unit above the dividend,
 * is on the right side of every whole number. */
#define MAX_TOTAL_IN_DOUBLES (G_GUINT64_CONSTANT (1) << 42)

/* life_pixel_mean() of four lanes. */
static inline void
divide_lanes (const Lanes *sum, guint64 total, gdouble scale, guint8 *out)
{
  if (total < MAX_TOTAL_IN_DOUBLES) {
    const guint64 exponent = G_GUINT64_CONSTANT (0x4330000000000000);
    LanesDouble value =
        (LanesDouble) ((*sum + total / 2) | exponent) - 0x1p52 + 0.5;
    Lanes8 mean = __builtin_convertvector(
        __builtin_convertvector(value * scale, Lanes32), Lanes8);

    memcpy (out, &mean, sizeof mean);
    return;
  }
  for (guint i = 0; i < 4; i++)
    out[i] = life_pixel_mean ((*sum)[i], total, scale);
}

static void
sample_mean_colors (
    const LifeMeanColors *pixels, const LifeMeanLanes *sums, guint8 *out)
{
  Lanes dead = widen (pixels->dead), left = load_lanes (&sums[0]);
  guint64 last_total = 0;
  gdouble scale = 0;

  for (guint i = 0; i < pixels->n_pixels; i++) {
    gint64 first = pixels->edges[i], end = pixels->edges[i + 1];
    guint64 total = (guint64) (end - first) * pixels->height;
    guint64 covered = (guint64) (CLAMP (end, 0, pixels->limit)
                                 - CLAMP (first, 0, pixels->limit))
                      * pixels->covered_height;
    Lanes right = load_lanes (&sums[i + 1]), sum;

    if (total != last_total) {
      last_total = total;
      scale = 1.0 / total;
    }
    sum = right - left;
    if (covered < total)
      sum += dead * (total - covered);
    divide_lanes (&sum, total, scale, out + 4 * (gsize) i);
    left = right;
  }
}
