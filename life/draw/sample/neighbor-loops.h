/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many cells that touch a cell live, as indices, for the vectors that the including
 * file (sample-kernels.c) is compiled with.
 *
 * Rows are bits: the cells left and right of a word are the word moved by a bit, and
 * counts are planes of bits, which adders make of nine words at once. 1920×1080 cells are
 * 0.26 MB of bits, which are read three times from the cache next to the core, and
 * about 60 operations for each 64 cells, a vector of them at a time; spreading four
 * planes over bytes is as much again. */

/* Words that are read at a time: of LIFE_LANES or more. */
#define NEIGHBOR_WORDS 32

/* Bits of a row with a word more at either end. */
typedef struct {
  guint64 words[NEIGHBOR_WORDS + 2];
} NeighborBits;

/* @n cells from bit @first on, the one before and the one behind. */
static inline void
read_neighbor_bits (const LifeNeighborRow *row, gsize first, guint n,
    guint before, guint behind, NeighborBits *out)
{
  guint words = (guint) life_bits_words (n), shift = first % LIFE_WORD_CELLS;
  const guint64 *from = row->bits + first / LIFE_WORD_CELLS;
  guint last = (words - 1) * LIFE_WORD_CELLS;
  guint64 *restrict to = out->words + 1;

  for (guint i = 0; shift == 0 && i + 1 < words; i++)
    to[i] = from[i];
  for (guint i = 0; shift > 0 && i + 1 < words; i++)
    to[i] = from[i] >> shift | from[i + 1] << (LIFE_WORD_CELLS - shift);
  to[words - 1] = life_bits_read (row->bits, first + last, n - last);
  to[-1] = (guint64) before << 63;
  to[words] = 0;
  to[n / LIFE_WORD_CELLS] |= (guint64) behind << n % LIFE_WORD_CELLS;
}

/* The sums of two and of three bits, as two planes. */
typedef struct {
  Vector ones, twos;
} NeighborSum;

static inline NeighborSum
add_neighbors (Vector a, Vector b, Vector c)
{
  return (NeighborSum){ a ^ b ^ c, (a & b) | ((a ^ b) & c) };
}

static inline Vector
load_words (const guint64 *words)
{
  Vector vector;

  memcpy (&vector, words, sizeof vector);
  return vector;
}

/* Those of the three cells at each of a row that the lowest bits of @adjacent name. */
static inline NeighborSum
sum_neighbor_row (const guint64 *words, guint adjacent)
{
  const Vector none = { 0 };
  Vector here = load_words (words);
  Vector left = here << 1 | load_words (words - 1) >> 63;
  Vector right = here >> 1 | load_words (words + 1) << 63;

  return add_neighbors (adjacent & 1 ? left : none, adjacent & 2 ? here : none,
      adjacent & 4 ? right : none);
}

/* The planes of the indices of some words of cells: counts, and 1 for none. */
static inline void
index_neighbors (const NeighborBits rows[3], guint at, guint adjacent,
    guint64 planes[4][NEIGHBOR_WORDS])
{
  const Vector alive = load_words (rows[1].words + 1 + at);
  NeighborSum above = sum_neighbor_row (rows[0].words + 1 + at, adjacent);
  NeighborSum here = sum_neighbor_row (rows[1].words + 1 + at, adjacent >> 3);
  NeighborSum below = sum_neighbor_row (rows[2].words + 1 + at, adjacent >> 6);
  NeighborSum ones = add_neighbors (above.ones, here.ones, below.ones);
  NeighborSum twos = add_neighbors (above.twos, here.twos, below.twos);
  Vector two = twos.ones ^ ones.twos, carried = twos.ones & ones.twos;
  Vector four = twos.twos ^ carried, eight = twos.twos & carried;
  Vector index[4] = { (ones.ones | ~(two | four | eight)) & alive, two & alive,
    four & alive, eight & alive };

  for (guint k = 0; k < 4; k++)
    memcpy (&planes[k][at], &index[k], sizeof index[k]);
}

static void
sample_adjacent (const LifeNeighborRow rows[3], guint adjacent, guint32 first,
    guint n, guint8 *out)
{
  NeighborBits bits[3];
  guint64 planes[4][NEIGHBOR_WORDS];
  guint8 rest[LIFE_WORD_CELLS];

  for (guint i = 0; i < 3; i++)
    if (rows[i].bits == NULL)
      memset (&bits[i], 0, sizeof bits[i]);
  for (guint x = 0, here; x < n; x += here) {
    guint words;

    here = MIN (n - x, NEIGHBOR_WORDS * LIFE_WORD_CELLS);
    words = (guint) life_bits_words (here);
    for (guint i = 0; i < 3; i++) {
      const LifeNeighborRow *row = &rows[i];
      gsize at = (gsize) first + x;

      if (row->bits != NULL)
        read_neighbor_bits (row, at, here,
            x > 0 ? (guint) life_bits_read (row->bits, at - 1, 1) : row->before,
            x + here < n ? (guint) life_bits_read (row->bits, at + here, 1)
                         : row->behind,
            &bits[i]);
    }
    for (guint i = 0; i < words; i += LIFE_LANES)
      index_neighbors (bits, i, adjacent, planes);
    for (guint i = 0; i < words; i++) {
      guint64 index[4] = { planes[0][i], planes[1][i], planes[2][i],
        planes[3][i] };

      if ((i + 1) * LIFE_WORD_CELLS <= here) {
        spread_planes (index, 4, out + x + i * LIFE_WORD_CELLS);
      } else {
        spread_planes (index, 4, rest);
        memcpy (out + x + i * LIFE_WORD_CELLS, rest, here % LIFE_WORD_CELLS);
      }
    }
  }
}
