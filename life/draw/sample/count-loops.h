/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts the live cells under pixels, for the vectors that the including file
 * (sample-kernels.c) is compiled with; what is counted when, is decided in
 * sample-counts.c.
 *
 * Cells one above the other are added first, bit by bit, for a word's cells at once;
 * only those sums are counted along the row. Squares of 8×8 cells take a load and 4
 * gates per word and row, and 40 operations per word of 8 pixels: 65 bytes of cells per
 * nanosecond on vectors of 64 bytes at 4 GHz, and 166 where the processor counts the
 * bits of bytes, which then are added up row by row. */

/* --- Counting cells --- */

static inline guint64
add_bits (guint64 a, guint64 b, guint64 c, guint64 *carry)
{
  guint64 difference = a ^ b;

  *carry = (a & b) | (difference & c);
  return difference ^ c;
}

/* Seven rows are a number of three bits per cell, 19 operations for a word's cells;
 * that is added to the counters with its carry rippling up. @n_planes is a constant
 * wherever this is compiled into. */
static inline __attribute__ ((always_inline)) void
add_rows_to (const guint64 *const *rows, gsize n_words, guint64 *const *planes,
    guint n_planes)
{
  const guint64 *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3];
  const guint64 *e = rows[4], *f = rows[5], *g = rows[6];
  guint64 *restrict to[LIFE_COUNT_PLANES];

  for (guint k = 0; k < n_planes; k++)
    to[k] = planes[k];
  LIFE_INDEPENDENT
  for (gsize i = 0; i < n_words; i++) {
    guint64 sum, one, two, four, carry, twos[3];

    sum = add_bits (a[i], b[i], c[i], &twos[0]);
    sum = add_bits (sum, d[i], e[i], &twos[1]);
    one = add_bits (sum, f[i], g[i], &twos[2]);
    two = add_bits (twos[0], twos[1], twos[2], &four);

    sum = to[0][i];
    to[0][i] = sum ^ one;
    carry = sum & one;
    if (n_planes > 1)
      to[1][i] = add_bits (to[1][i], two, carry, &carry);
    if (n_planes > 2)
      to[2][i] = add_bits (to[2][i], four, carry, &carry);
    for (guint k = 3; k < n_planes; k++) {
      sum = to[k][i];
      to[k][i] = sum ^ carry;
      carry &= sum;
    }
  }
}

typedef void (*AddRows) (
    const guint64 *const *rows, gsize n_words, guint64 *const *planes);

#define ADD_ROWS(n)                                                      \
  static void add_rows_##n (                                             \
      const guint64 *const *rows, gsize n_words, guint64 *const *planes) \
  {                                                                      \
    add_rows_to (rows, n_words, planes, n);                              \
  }

ADD_ROWS (1)
ADD_ROWS (2)
ADD_ROWS (3)
ADD_ROWS (4)
ADD_ROWS (5)
ADD_ROWS (6)
ADD_ROWS (7)

static void
sample_add_rows (const guint64 *const rows[LIFE_COUNT_GROUP_ROWS],
    gsize n_words, guint64 *const *planes, guint n_planes)
{
  static const AddRows add_rows[LIFE_COUNT_PLANES] = { add_rows_1, add_rows_2,
    add_rows_3, add_rows_4, add_rows_5, add_rows_6, add_rows_7 };

  add_rows[n_planes - 1](rows, n_words, planes);
}

/* The last two arguments are constants wherever this is compiled into. */
static inline __attribute__ ((always_inline)) void
add_edges (const LifeCountSums *sum, guint64 *restrict sums, gboolean fractions,
    guint n_planes)
{
  guint64 *restrict counts = sum->counts;
  guint64 *const *planes = sum->planes;
  guint64 count = 0;

  for (gsize i = 0; i < sum->n_words; i++) {
    counts[i] = count;
    for (guint k = 0; k < n_planes; k++)
      count += (guint64) __builtin_popcountll (planes[k][i]) << k;
  }
  counts[sum->n_words] = count;

  for (guint i = 0; i < sum->n_edges; i++) {
    const LifeCountEdge *edge = &sum->edges[i];
    guint64 cells = counts[edge->word], next = 0;

    for (guint k = 0; k < n_planes; k++) {
      guint64 word = planes[k][edge->word];

      cells += (guint64) __builtin_popcountll (word & edge->before) << k;
      if (fractions)
        next += (guint64) ((word & (edge->before + 1)) != 0) << k;
    }
    sums[i] += cells * sum->whole_weight;
    if (fractions)
      sums[i] += next * edge->fraction * sum->fraction_weight;
  }
}

static inline __attribute__ ((always_inline)) void
add_planes (
    const LifeCountSums *sum, guint64 *restrict sums, gboolean fractions)
{
  switch (sum->n_planes) {
    case 1:
      add_edges (sum, sums, fractions, 1);
      break;
    case 2:
      add_edges (sum, sums, fractions, 2);
      break;
    case 3:
      add_edges (sum, sums, fractions, 3);
      break;
    case 4:
      add_edges (sum, sums, fractions, 4);
      break;
    default:
      add_edges (sum, sums, fractions, sum->n_planes);
      break;
  }
}

static void
sample_add_to_sums (const LifeCountSums *sum, guint64 *sums)
{
  if (sum->fractions)
    add_planes (sum, sums, TRUE);
  else
    add_planes (sum, sums, FALSE);
}

/* --- Squares of cells that lie in bytes --- */

/* Words of a row that are counted before their pixels are written. */
#define SQUARE_WORDS 32

#define EVERY_BYTE(bits) ((bits) *G_GUINT64_CONSTANT (0x0101010101010101))

/* Live cells in each field of @side bits, @side up to 8: as many as fit it. */
static inline __attribute__ ((always_inline)) guint64
count_fields (guint64 cells, guint side)
{
  cells -= cells >> 1 & EVERY_BYTE (0x55);
  if (side >= 4)
    cells = (cells & EVERY_BYTE (0x33)) + (cells >> 2 & EVERY_BYTE (0x33));
  if (side >= 8)
    cells = (cells + (cells >> 4)) & EVERY_BYTE (0x0f);
  return cells;
}

/* The cells above each other in @side rows, 2, 4 or 8, counted: bit i of @sums[k]
 * counts 2^k in column i. Returns how many sums there are. */
static inline __attribute__ ((always_inline)) guint
add_columns (
    const guint64 *const *rows, gsize word, guint side, guint64 sums[4])
{
  guint64 twos[4], ones, fours[2];

  if (side == 2) {
    sums[0] = rows[0][word] ^ rows[1][word];
    sums[1] = rows[0][word] & rows[1][word];
    return 2;
  }
  ones = add_bits (rows[0][word], rows[1][word], rows[2][word], &twos[0]);
  if (side == 4) {
    sums[0] = ones ^ rows[3][word];
    twos[1] = ones & rows[3][word];
    sums[1] = twos[0] ^ twos[1];
    sums[2] = twos[0] & twos[1];
    return 3;
  }
  ones = add_bits (ones, rows[3][word], rows[4][word], &twos[1]);
  ones = add_bits (ones, rows[5][word], rows[6][word], &twos[2]);
  sums[0] = ones ^ rows[7][word];
  twos[3] = ones & rows[7][word];
  twos[0] = add_bits (twos[0], twos[1], twos[2], &fours[0]);
  sums[1] = twos[0] ^ twos[3];
  fours[1] = twos[0] & twos[3];
  sums[2] = fours[0] ^ fours[1];
  sums[3] = fours[0] & fours[1];
  return 4;
}

/* The live cells of all squares in @n words of the rows. A byte of a word holds 8 /
 * side squares; the first ones of all bytes go to @counts[0], and so on. */
static inline __attribute__ ((always_inline)) void
count_squares (const guint64 *const *rows, gsize first, gsize n, guint side,
    guint64 counts[4][SQUARE_WORDS])
{
  const guint per_byte = 8 / side;
  const guint64 field = EVERY_BYTE ((1u << side) - 1);

  LIFE_INDEPENDENT
  for (gsize i = 0; i < n; i++) {
    guint64 sums[4], squares[4] = { 0, 0, 0, 0 };
    guint n_sums = add_columns (rows, first + i, side, sums);

    for (guint k = 0; k < n_sums; k++) {
      guint64 cells = count_fields (sums[k], side);

      for (guint f = 0; f < per_byte; f++)
        squares[f] += (cells >> f * side & field) << k;
    }
    for (guint f = 0; f < per_byte; f++)
      counts[f][i] = GUINT64_TO_LE (squares[f]);
  }
}

/* A square's count c of its side² cells is index (255·c + side²/2) / side², as in
 * life_pixel_coverage(): 256 / side² for each, and where they are more than half
 * of them 1 less. */
static inline guint8
index_of_count (guint8 count, guint side)
{
  guint8 half = (guint8) (side * side / 2);
  guint8 index = (guint8) (count * (256 / (side * side)));

  return (guint8) (index - (count > half));
}

static inline __attribute__ ((always_inline)) void
index_counts (
    guint64 counts[4][SQUARE_WORDS], gsize n, guint side, guint8 *restrict out)
{
  const guint8 *first = (const guint8 *) counts[0];
  const guint8 *second = (const guint8 *) counts[1];
  const guint8 *third = (const guint8 *) counts[2];
  const guint8 *fourth = (const guint8 *) counts[3];

  for (gsize i = 0; i < 8 * n; i++)
    if (side == 8) {
      out[i] = index_of_count (first[i], side);
    } else if (side == 4) {
      out[2 * i] = index_of_count (first[i], side);
      out[2 * i + 1] = index_of_count (second[i], side);
    } else {
      out[4 * i] = index_of_count (first[i], side);
      out[4 * i + 1] = index_of_count (second[i], side);
      out[4 * i + 2] = index_of_count (third[i], side);
      out[4 * i + 3] = index_of_count (fourth[i], side);
    }
}

static inline __attribute__ ((always_inline)) void
sample_squares_of (
    const guint64 *const *rows, gsize n_words, guint side, guint8 *out)
{
  guint64 counts[4][SQUARE_WORDS];

  for (gsize i = 0; i < n_words; i += SQUARE_WORDS) {
    gsize n = MIN (n_words - i, SQUARE_WORDS);

    count_squares (rows, i, n, side, counts);
    index_counts (counts, n, side, out + i * (LIFE_WORD_CELLS / side));
  }
}

#if defined(__AVX512BITALG__)
/* Where the processor counts the bits of every byte of a vector, that is all there is
 * to squares of 8 × 8. */
static void
sample_squares_of_bytes (const guint64 *const *rows, gsize n_words, guint8 *out)
{
  for (gsize i = 0; i < n_words; i += 8) {
    gsize n = 8 * MIN (n_words - i, 8);
    __mmask64 here = life_bits_mask ((guint) n);
    __m512i counts = _mm512_setzero_si512 (), indices;
    __mmask64 upper;

    for (guint k = 0; k < 8; k++)
      counts = _mm512_add_epi8 (counts,
          _mm512_popcnt_epi8 (_mm512_maskz_loadu_epi8 (here, rows[k] + i)));
    /* As index_of_count(). */
    indices = _mm512_add_epi8 (counts, counts);
    indices = _mm512_add_epi8 (indices, indices);
    upper = _mm512_cmpgt_epu8_mask (counts, _mm512_set1_epi8 (32));
    indices =
        _mm512_mask_sub_epi8 (indices, upper, indices, _mm512_set1_epi8 (1));
    _mm512_mask_storeu_epi8 (out + 8 * i, here, indices);
  }
}
#else
static void
sample_squares_of_bytes (const guint64 *const *rows, gsize n_words, guint8 *out)
{
  sample_squares_of (rows, n_words, 8, out);
}
#endif

static void
sample_squares (
    const guint64 *const *rows, gsize n_words, guint side, guint8 *out)
{
  if (side == 2)
    sample_squares_of (rows, n_words, 2, out);
  else if (side == 4)
    sample_squares_of (rows, n_words, 4, out);
  else
    sample_squares_of_bytes (rows, n_words, out);
}
