/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of drawing worlds in which each state has its colour, for the
 * vectors that the including file is compiled with; a part of
 * life/paint-kernel.h.
 *
 * 1920×1080 pixels of I420 at zoom 1 read 2.1 MB and write 3.1 MB. */

/* --- Planes of bits over bytes --- */

/* 64 states from their planes. */
static inline void
spread_states (const guint64 *cells, guint n_planes, guint8 *out)
{
#if defined(__AVX512BW__)
  __m512i states = _mm512_setzero_si512 ();

  for (guint k = 0; k < n_planes; k++)
    states = _mm512_or_si512 (
        states, _mm512_maskz_set1_epi8 (cells[k], (char) (1 << k)));
  _mm512_storeu_si512 (out, states);
#else
  for (guint i = 0; i < LIFE_WORD_CELLS; i += 8) {
    guint64 states = 0, bytes;

    for (guint k = 0; k < n_planes; k++) {
      life_bits_unpack8 (cells[k] >> i, (guint8 *) &bytes);
      states |= bytes << k;
    }
    memcpy (out + i, &states, 8);
  }
#endif
}

static void
paint_states (const guint64 *const *planes, guint n_planes, guint32 first,
    guint n, guint8 *out)
{
  gsize word = first / LIFE_WORD_CELLS;
  gsize last = ((gsize) first + n - 1) / LIFE_WORD_CELLS;
  guint shift = first % LIFE_WORD_CELLS;
  guint8 rest[LIFE_WORD_CELLS];
  guint64 cells[8];

  for (guint i = 0; i < n; i += LIFE_WORD_CELLS, word++) {
    for (guint k = 0; k < n_planes; k++)
      cells[k] = cells_at (planes[k], word, shift, last);
    if (i + LIFE_WORD_CELLS <= n) {
      spread_states (cells, n_planes, out + i);
    } else {
      spread_states (cells, n_planes, rest);
      memcpy (out + i, rest, n - i);
    }
  }
}

/* --- Pixels onto the frame --- */

/* Looked at at a time. */
#define PIXELS 256

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

static void
paint_pixels_luma (const LifePalette *palette, LifePaint paint,
    LifePaintPixels pixels, guint width, guint8 *restrict out)
{
  gint zero = palette->components[0].zero;
  guint8 over[PIXELS], alpha[PIXELS];

  if (paint != LIFE_PAINT_STATES_OVERLAY) {
    get_bytes (palette, pixels, 0, width, 0, out);
    return;
  }
  for (guint x = 0; x < width; x += PIXELS) {
    guint n = MIN (width - x, PIXELS);

    get_bytes (palette, pixels, x, n, 0, over);
    get_bytes (palette, pixels, x, n, 3, alpha);
    for (guint i = 0; i < n; i++)
      out[x + i] = life_pixel_over_premultiplied (
          out[x + i], zero, over[i], alpha[i], 255);
  }
}

static void
paint_pixels_packed (const LifePalette *palette, LifePaint paint,
    LifePaintPixels pixels, guint width, guint8 *restrict out)
{
  guint8 over[4 * PIXELS];

  if (paint != LIFE_PAINT_STATES_OVERLAY) {
    memcpy (out, pixels.colors, 4 * (gsize) width);
    return;
  }
  for (guint x = 0; x < width; x += PIXELS, out += sizeof over) {
    guint n = MIN (width - x, PIXELS);

    if (pixels.colors != NULL)
      memcpy (over, pixels.colors + 4 * (gsize) x, 4 * n);
    else
      look_up_packed (palette, pixels.states + x, n, over);
    for (guint i = 0; i < 4 * n; i++)
      out[i] =
          life_pixel_over_premultiplied (out[i], 0, over[i], over[i | 3], 255);
    for (guint i = 3; !palette->keeps_alpha && i < 4 * n; i += 4)
      if (over[i] > 0)
        out[i] = 255;
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
sum_blocks (const LifePalette *palette, const LifePaintPixels rows[2],
    guint first, guint n, guint k, guint16 *restrict out)
{
  guint8 top[PIXELS], bottom[PIXELS];

  get_bytes (palette, rows[0], 2 * first, 2 * n, k, top);
  get_bytes (palette, rows[1], 2 * first, 2 * n, k, bottom);
  for (guint i = 0; i < n; i++)
    out[i] = top[2 * i] + top[2 * i + 1] + bottom[2 * i] + bottom[2 * i + 1];
}

static void
paint_pixels_chroma (const LifePalette *palette, LifePaint paint,
    const LifeFrame *frame, guint row, const LifePaintPixels rows[2])
{
  guint width = (frame->width + 1) / 2;
  gboolean planar = frame->format == LIFE_PIXEL_FORMAT_I420;
  guint step = planar ? 1 : 2;
  guint16 over[PIXELS / 2], alpha[PIXELS / 2];

  for (guint x = 0; x < width; x += PIXELS / 2) {
    guint n = MIN (width - x, PIXELS / 2);

    if (paint == LIFE_PAINT_STATES_OVERLAY)
      sum_blocks (palette, rows, x, n, 3, alpha);
    for (guint k = 1; k <= 2; k++) {
      guint8 *out = planar ? plane_row (frame, k, row) + x
                           : plane_row (frame, 1, row) + 2 * (gsize) x + k - 1;

      sum_blocks (palette, rows, x, n, k, over);
      for (guint i = 0; i < n; i++)
        out[step * i] = paint == LIFE_PAINT_STATES_OVERLAY
                            ? life_pixel_over_premultiplied (
                                out[step * i], 128, over[i], alpha[i], 4 * 255)
                            : life_pixel_chroma (over[i]);
    }
  }
}

/* --- Means of colours --- */

static void
paint_add_colors (const guint64 lanes[256], const guint8 *restrict states,
    guint n, gboolean first, guint64 *restrict columns)
{
  if (first)
    for (guint i = 0; i < n; i++)
      columns[i] = lanes[states[i]];
  else
    for (guint i = 0; i < n; i++)
      columns[i] += lanes[states[i]];
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
widen (guint64 lanes)
{
  Lanes16 narrow;

  memcpy (&narrow, &lanes, sizeof narrow);
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
store_lanes (LifePaintLanes *lanes, Lanes stored)
{
  memcpy (lanes, &stored, sizeof stored);
}

static void
paint_sum_columns (const LifePaintColumnSums *paint, LifePaintLanes *sums,
    LifePaintLanes *after)
{
  const guint64 *columns = paint->columns;
  guint64 whole = paint->whole * paint->weight;
  Lanes before = { 0, 0, 0, 0 };
  guint column = 0;

  for (guint i = 0; i < paint->n_edges; i++) {
    const LifePaintColumnEdge *edge = &paint->edges[i];
    guint end = edge->cell - paint->first_column;
    Lanes sum;

    for (; column < end; column++)
      before += widen (columns[column]);
    sum = load_lanes (&sums[i]) + before * whole;
    if (edge->fraction > 0)
      sum += widen (columns[end]) * (edge->fraction * paint->weight);
    store_lanes (&sums[i], sum);
  }
  for (; column < paint->n_columns; column++)
    before += widen (columns[column]);
  store_lanes (after, load_lanes (after) + before * whole);
}

/* Below this total the quotient of doubles, from half a unit above the dividend,
 * is on the right side of every whole number. */
#define MAX_TOTAL_IN_DOUBLES (G_GUINT64_CONSTANT (1) << 42)

/* life_pixel_mean() of four lanes. */
static inline void
divide_lanes (Lanes sum, guint64 total, gdouble scale, guint8 *out)
{
  if (total < MAX_TOTAL_IN_DOUBLES) {
    const guint64 exponent = G_GUINT64_CONSTANT (0x4330000000000000);
    LanesDouble value =
        (LanesDouble) ((sum + total / 2) | exponent) - 0x1p52 + 0.5;
    Lanes8 mean = __builtin_convertvector(
        __builtin_convertvector(value * scale, Lanes32), Lanes8);

    memcpy (out, &mean, sizeof mean);
    return;
  }
  for (guint i = 0; i < 4; i++)
    out[i] = life_pixel_mean (sum[i], total, scale);
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
    Lanes right = load_lanes (&sums[i + 1]);

    if (total != known_total) {
      known_total = total;
      scale = 1.0 / total;
    }
    divide_lanes (right - left + dead * (total - covered), total, scale,
        out + 4 * (gsize) i);
    left = right;
  }
}
