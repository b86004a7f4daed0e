/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts cells, compiled for every width of vector: processors with an
 * instruction that counts the bits of every word of a vector use it, or count one word
 * at a time where they have one for that; others count bytes in vectors.
 *
 * A word of both generations takes 2 loads, 2 gates and 2 counts, on vectors of
 * 64 bytes about a third of a cycle; where rows come from memory, only reading
 * takes time. */
#include "life/cpu/count-kernels.h"

#include "life/cpu/tally.h"

#include <string.h>

/* How many of the first words, of @words, are counted in vectors next: as many as fit their bytes. */
static inline gsize
words_in_vectors (gsize words)
{
#ifdef __POPCNT__
  return 0;
#else
  return MIN (words / LIFE_LANES, TALLY_VECTORS) * LIFE_LANES;
#endif
}

static inline guint64
count_bits (guint64 word)
{
  return (guint64) __builtin_popcountll (word);
}

static inline guint64
count_words (const guint64 *words, gsize n)
{
  guint64 count = 0;
  gsize i = 0;

  for (gsize next; (next = words_in_vectors (n - i)) > 0;) {
    Vector counts = { 0 };

    for (const gsize end = i + next; i < end; i += LIFE_LANES)
      tally (&counts, load (words + i));
    count += add_up (counts);
  }
  for (; i < n; i++)
    count += count_bits (words[i]);
  return count;
}

/* The bits of @n words of @now that @previous lacks, and the reverse. */
static inline void
count_words_changed (const guint64 *now, const guint64 *previous, gsize n,
    guint64 *born, guint64 *died)
{
  gsize i = 0;

  for (gsize next; (next = words_in_vectors (n - i)) > 0;) {
    Vector births = { 0 }, deaths = { 0 };

    for (const gsize end = i + next; i < end; i += LIFE_LANES) {
      const Vector here = load (now + i), before = load (previous + i);

      tally (&births, here & ~before);
      tally (&deaths, before & ~here);
    }
    *born += add_up (births);
    *died += add_up (deaths);
  }
  for (; i < n; i++) {
    *born += count_bits (now[i] & ~previous[i]);
    *died += count_bits (previous[i] & ~now[i]);
  }
}

static guint64
count_alive (const LifeCountRows *rows)
{
  const guint64 *now = rows->now;
  gsize inner = rows->words - 1;
  guint64 alive = 0;

  for (gsize y = 0; y < rows->rows; y++, now += rows->stride) {
    alive += count_words (now, inner);
    alive += count_bits (now[inner] & rows->last);
  }
  return alive;
}

static void
count_changes (const LifeCountRows *rows, guint64 *births, guint64 *deaths)
{
  const guint64 *now = rows->now, *previous = rows->previous;
  /* The last word is included where all of it counts, so that vectors are
   * whole. */
  gsize inner = rows->last == G_MAXUINT64 ? rows->words : rows->words - 1;
  guint64 born = 0, died = 0;

  for (gsize y = 0; y < rows->rows; y++) {
    count_words_changed (now, previous, inner, &born, &died);
    if (inner < rows->words) {
      born += count_bits (now[inner] & ~previous[inner] & rows->last);
      died += count_bits (previous[inner] & ~now[inner] & rows->last);
    }
    now += rows->stride;
    previous += rows->stride;
  }
  *births += born;
  *deaths += died;
}

/* --- Bytes --- */

/* Bytes that are counted together, each up to 255 times. */
#define LANES 64

static inline guint64
sum_lanes (const guint8 lanes[LANES])
{
  guint64 sum = 0;

  for (guint k = 0; k < LANES; k++)
    sum += lanes[k];
  return sum;
}

static guint64
count_alive_states (const guint8 *now, gsize n)
{
  guint64 alive = 0;
  gsize i = 0;

  while (n - i >= LANES) {
    gsize end = i + MIN ((n - i) / LANES, G_MAXUINT8) * LANES;
    guint8 lanes[LANES] = { 0 };

    for (; i < end; i += LANES)
      for (guint k = 0; k < LANES; k++)
        lanes[k] += now[i + k] != 0;
    alive += sum_lanes (lanes);
  }
  for (; i < n; i++)
    alive += now[i] != 0;
  return alive;
}

static void
count_changes_of_states (const guint8 *now, const guint8 *previous, gsize n,
    guint64 *births, guint64 *deaths)
{
  gsize i = 0;

  while (n - i >= LANES) {
    gsize end = i + MIN ((n - i) / LANES, G_MAXUINT8) * LANES;
    guint8 born[LANES] = { 0 }, died[LANES] = { 0 };

    for (; i < end; i += LANES)
      for (guint k = 0; k < LANES; k++) {
        born[k] += (now[i + k] != 0) & (previous[i + k] == 0);
        died[k] += (now[i + k] == 0) & (previous[i + k] != 0);
      }
    *births += sum_lanes (born);
    *deaths += sum_lanes (died);
  }
  for (; i < n; i++) {
    *births += now[i] != 0 && previous[i] == 0;
    *deaths += now[i] == 0 && previous[i] != 0;
  }
}

/* --- Checksums --- */

G_STATIC_ASSERT (LIFE_SUMMED_WORDS % LIFE_LANES == 0);

typedef uint32_t Halves __attribute__ ((vector_size (8 * LIFE_LANES)));

/* The product of both halves of each word. */
static inline Vector
multiply_halves (Vector words)
{
#if defined(__AVX512F__) && LIFE_LANES == 8
  return (Vector) _mm512_mul_epu32 ((__m512i) words, (__m512i) (words >> 32));
#elif defined(__AVX2__) && LIFE_LANES == 4
  return (Vector) _mm256_mul_epu32 ((__m256i) words, (__m256i) (words >> 32));
#elif defined(__SSE2__) && LIFE_LANES == 2
  return (Vector) _mm_mul_epu32 ((__m128i) words, (__m128i) (words >> 32));
#elif defined(LIFE_NEON)
  return (Vector) vmull_u32 (
      vmovn_u64 ((uint64x2_t) words), vshrn_n_u64 ((uint64x2_t) words, 32));
#else
  return (words & G_MAXUINT32) * (words >> 32);
#endif
}

static guint64
add_products (const LifeSumRows *rows)
{
  const guint64 *bits = rows->bits;
  Vector sum = { 0 };
  guint64 all = 0;

  for (gsize y = 0; y < rows->rows; y++, bits += rows->stride) {
    Vector row = { 0 };

    for (gsize i = 0; i < rows->words; i += LIFE_LANES) {
      Halves halves = (Halves) (load (bits + i) & load (rows->cells + i));

      halves += (Halves) load (rows->keys + i);
      row += multiply_halves ((Vector) halves);
    }
    sum += row * rows->factors[y];
  }
  for (guint i = 0; i < LIFE_LANES; i++)
    all += sum[i];
  return all;
}

const LifeCountKernels LIFE_FOR_PATH (life_count) = { count_alive,
  count_changes, count_alive_states, count_changes_of_states, add_products };
