/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of drawing worlds in which each state has its colour, for the
 * vectors that the including file is compiled with; a part of
 * life/draw/paint.c.
 *
 * 1920×1080 pixels of I420 at zoom 1 read 2.1 MB and write 3.1 MB. */

/* --- Planes of bits over bytes --- */

/* 64 numbers from their planes. */
static inline void
spread_planes (const guint64 *cells, guint n_planes, guint8 *out)
{
#if defined(__AVX512BW__)
  __m512i numbers = _mm512_setzero_si512 ();

  for (guint k = 0; k < n_planes; k++)
    numbers = _mm512_or_si512 (
        numbers, _mm512_maskz_set1_epi8 (cells[k], (char) (1 << k)));
  _mm512_storeu_si512 (out, numbers);
#else
  for (guint i = 0; i < LIFE_WORD_CELLS; i += 8) {
    guint64 numbers = 0, bytes;

    for (guint k = 0; k < n_planes; k++) {
      life_bits_unpack8 (cells[k] >> i, (guint8 *) &bytes);
      numbers |= bytes << k;
    }
    memcpy (out + i, &numbers, 8);
  }
#endif
}

static void
paint_states (const guint64 *alive, const guint64 *const *ages, guint n_ages,
    const guint8 states_of_age[256], guint32 first, guint n,
    guint8 *restrict out)
{
  gsize word = first / LIFE_WORD_CELLS;
  gsize last = ((gsize) first + n - 1) / LIFE_WORD_CELLS;
  guint shift = first % LIFE_WORD_CELLS;
  guint8 numbers[LIFE_WORD_CELLS], ones[LIFE_WORD_CELLS];
  guint64 cells[8];

  for (guint x = 0; x < n; x += LIFE_WORD_CELLS, word++) {
    guint here = MIN (n - x, LIFE_WORD_CELLS);

    for (guint k = 0; k < n_ages; k++)
      cells[k] = cells_at (ages[k], word, shift, last);
    spread_planes (cells, n_ages, numbers);
    cells[0] = cells_at (alive, word, shift, last);
    spread_planes (cells, 1, ones);
    look_up (states_of_age, numbers, here, out + x);
    for (guint i = 0; i < here; i++)
      out[x + i] |= ones[i];
  }
}

/* --- Pixels onto the frame --- */

/* One byte of each of @n pixels: of luma, U, V or alpha. */
static inline void
get_bytes (const LifePalette *palette, LifePaintPixels pixels, guint first,
    guint n, guint k, guint8 *restrict out)
{
  const guint8 *restrict colors = pixels.colors + 4 * (gsize) first;

  if (pixels.colors == NULL)
    look_up (palette->bytes[k], pixels.states + first, n, out);
  else if (k == 3)
    for (guint i = 0; i < n; i++)
      out[i] = colors[4 * i + 3];
  else
    for (guint i = 0; i < n; i++)
      out[i] = life_pixel_component (palette->components[k], colors[4 * i],
          colors[4 * i + 1], colors[4 * i + 2]);
}

/* Colours multiplied by their alpha, laid over what is there. */
static inline void
lay_over (const guint8 *restrict over, const guint8 *restrict alpha, gint zero,
    guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++)
    out[i] = life_pixel_over_premultiplied (out[i], zero, over[i], alpha[i], 0);
}

static void
paint_pixels_luma (const LifePalette *palette, LifePaint paint,
    LifePaintPixels pixels, guint width, guint8 *restrict out)
{
  guint8 over[PIXELS], alpha[PIXELS];

  if (paint != LIFE_PAINT_STATES_OVERLAY) {
    get_bytes (palette, pixels, 0, width, 0, out);
    return;
  }
  for (guint x = 0; x < width; x += PIXELS, out += PIXELS) {
    guint n = MIN (width - x, PIXELS);

    get_bytes (palette, pixels, x, n, 0, over);
    get_bytes (palette, pixels, x, n, 3, alpha);
    lay_over (over, alpha, palette->components[0].zero, n, out);
  }
}

/* The last byte of each pixel four times. */
static inline void
spread_alpha (const guint8 *restrict pixels, guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++) {
    guint32 pixel;

    memcpy (&pixel, pixels + 4 * i, 4);
    pixel = (GUINT32_FROM_LE (pixel) >> 24) * 0x01010101u;
    memcpy (out + 4 * i, &pixel, 4);
  }
}

static void
paint_pixels_packed (const LifePalette *palette, LifePaint paint,
    LifePaintPixels pixels, guint width, guint8 *restrict out)
{
  guint8 over[4 * PIXELS], alpha[4 * PIXELS];

  if (paint != LIFE_PAINT_STATES_OVERLAY) {
    memcpy (out, pixels.colors, 4 * (gsize) width);
    return;
  }
  for (guint x = 0; x < width; x += PIXELS, out += 4 * PIXELS) {
    guint n = MIN (width - x, PIXELS);

    if (pixels.colors != NULL)
      memcpy (over, pixels.colors + 4 * (gsize) x, 4 * n);
    else
      look_up_packed (palette, pixels.states + x, n, over);
    spread_alpha (over, n, alpha);
    lay_over (over, alpha, 0, 4 * n, out);
    for (guint i = 3; !palette->keeps_alpha && i < 4 * n; i += 4)
      out[i] = over[i] > 0 ? 255 : out[i];
  }
}

static void
paint_pixels (const LifePalette *palette, LifePaint paint,
    const LifeFrame *frame, guint row, LifePaintPixels pixels)
{
  guint8 *out = plane_row (frame, 0, row);

  if (life_palette_is_packed (frame->format))
    paint_pixels_packed (palette, paint, pixels, frame->width, out);
  else
    paint_pixels_luma (palette, paint, pixels, frame->width, out);
}

/* The sums of one byte of blocks of 2×2 pixels. */
static inline void
sum_pixels (const LifePalette *palette, const LifePaintPixels rows[2],
    guint first, guint n, guint k, guint16 *restrict out)
{
  guint8 top[PIXELS], bottom[PIXELS];

  get_bytes (palette, rows[0], 2 * first, 2 * n, k, top);
  get_bytes (palette, rows[1], 2 * first, 2 * n, k, bottom);
  sum_blocks (top, bottom, n, out);
}

/* Such sums laid over @under. */
static inline void
lay_blocks_over (const guint8 *restrict under, const guint16 *restrict over,
    const guint16 *restrict alpha, guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++)
    out[i] =
        life_pixel_over_premultiplied (under[i], 128, over[i], alpha[i], 2);
}

static void
paint_pixels_chroma (const LifePalette *palette, LifePaint paint,
    const LifeFrame *frame, guint row, const LifePaintPixels rows[2])
{
  guint width = (frame->width + 1) / 2;
  gboolean planar = frame->format == LIFE_PIXEL_FORMAT_I420;
  guint16 sums[BLOCKS], alpha[BLOCKS];
  guint8 under[2][BLOCKS], chroma[2][BLOCKS];

  for (guint x = 0; x < width; x += BLOCKS) {
    guint n = MIN (width - x, BLOCKS);
    guint8 *out[2];

    out[0] = plane_row (frame, 1, row) + (planar ? 1 : 2) * (gsize) x;
    out[1] = planar ? plane_row (frame, 2, row) + x : out[0] + 1;
    if (paint == LIFE_PAINT_STATES_OVERLAY)
      sum_pixels (palette, rows, x, n, 3, alpha);
    for (guint k = 0; k < 2; k++) {
      sum_pixels (palette, rows, x, n, k + 1, sums);
      if (paint != LIFE_PAINT_STATES_OVERLAY) {
        round_blocks (sums, n, chroma[k]);
        continue;
      }
      for (guint i = 0; i < n; i++)
        under[k][i] = out[k][planar ? i : 2 * i];
      lay_blocks_over (under[k], sums, alpha, n, chroma[k]);
    }
    store_chroma (chroma[0], chroma[1], n, planar, out[0], out[1]);
  }
}

/* --- Means of colours --- */

static void
paint_add_colors (const LifePalette *colors, const guint8 *states, guint n,
    gboolean first, guint16 *restrict columns)
{
  guint8 bytes[4 * PIXELS];

  for (guint x = 0; x < n; x += PIXELS, columns += 4 * PIXELS) {
    guint n_bytes = 4 * MIN (n - x, PIXELS);

    look_up_packed (colors, states + x, n_bytes / 4, bytes);
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
paint_square_colors (const guint16 *restrict columns, guint n_pixels,
    guint side, guint8 *restrict out)
{
  gfloat scale = 1.0f / (side * side), above = side * side / 2 + 0.5f;
  guint16 sums[4 * PIXELS];

  for (guint x = 0; x < n_pixels; x += PIXELS) {
    guint n = MIN (n_pixels - x, PIXELS);

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
load_lanes (const LifePaintLanes *lanes)
{
  Lanes loaded;

  memcpy (&loaded, lanes, sizeof loaded);
  return loaded;
}

static inline void
store_lanes (LifePaintLanes *lanes, const Lanes *stored)
{
  memcpy (lanes, stored, sizeof *stored);
}

static void
paint_sum_columns (const LifePaintColumnSums *paint, LifePaintLanes *sums,
    LifePaintLanes *after)
{
  const guint16 *columns = paint->columns;
  guint64 whole = paint->whole * paint->weight;
  Lanes before = { 0, 0, 0, 0 }, sum;
  guint column = 0;

  for (guint i = 0; i < paint->n_edges; i++) {
    const LifePaintColumnEdge *edge = &paint->edges[i];
    guint end = edge->cell - paint->first_column;

    for (; column < end; column++)
      before += widen (columns + 4 * (gsize) column);
    sum = load_lanes (&sums[i]) + before * whole;
    if (edge->fraction > 0)
      sum +=
          widen (columns + 4 * (gsize) end) * (edge->fraction * paint->weight);
    store_lanes (&sums[i], &sum);
  }
  for (; column < paint->n_columns; column++)
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
paint_mean_colors (
    const LifePaintMeans *paint, const LifePaintLanes *sums, guint8 *out)
{
  Lanes dead = widen (paint->dead), left = load_lanes (&sums[0]);
  guint64 known_total = 0;
  gdouble scale = 0;

  for (guint i = 0; i < paint->n_pixels; i++) {
    gint64 first = paint->edges[i], end = paint->edges[i + 1];
    guint64 total = (guint64) (end - first) * paint->height;
    guint64 covered = (guint64) (CLAMP (end, 0, paint->limit)
                                 - CLAMP (first, 0, paint->limit))
                      * paint->covered_height;
    Lanes right = load_lanes (&sums[i + 1]), sum;

    if (total != known_total) {
      known_total = total;
      scale = 1.0 / total;
    }
    sum = right - left;
    if (covered < total)
      sum += dead * (total - covered);
    divide_lanes (&sum, total, scale, out + 4 * (gsize) i);
    left = right;
  }
}
