/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* History as bytes, for the vectors that the including file (sample-kernels.c) is
 * compiled with. A frame of 1920×1080 cells reads and writes 2.1 MB to be remembered, and
 * reads as much to be drawn: some ten operations for each vector of bytes, beside the
 * look-ups, keep up with the second cache. */

/* The bytes of 64 cells in the frame in which those of @now live, after that of @before;
 * life_history_next(). */
#if defined(__AVX512BW__)

typedef __m512i HistoryBytes;

static inline HistoryBytes
advance_history (HistoryBytes byte, guint64 before, guint64 now)
{
  const __m512i one = _mm512_set1_epi8 (1);
  __mmask64 counts = _mm512_cmpneq_epi8_mask (byte, _mm512_movm_epi8 (now));

  return _mm512_mask_mov_epi8 (
      _mm512_mask_add_epi8 (byte, counts, byte, one), before ^ now, one);
}

#elif defined(__AVX2__)

typedef struct {
  __m256i low, high;
} HistoryBytes;

static inline __m256i
advance_half (__m256i byte, guint32 before, guint32 now)
{
  /* One less is -1 for all that count. */
  const __m256i waits = _mm256_cmpeq_epi8 (byte, spread_mask (now));
  const __m256i next = _mm256_sub_epi8 (
      byte, _mm256_andnot_si256 (waits, _mm256_set1_epi8 (-1)));

  return _mm256_blendv_epi8 (
      next, _mm256_set1_epi8 (1), spread_mask (before ^ now));
}

static inline HistoryBytes
advance_history (HistoryBytes byte, guint64 before, guint64 now)
{
  return (HistoryBytes){
    advance_half (byte.low, (guint32) before, (guint32) now),
    advance_half (byte.high, (guint32) (before >> 32), (guint32) (now >> 32)),
  };
}

#else

typedef struct {
  guint8 bytes[LIFE_WORD_CELLS];
} HistoryBytes;

static inline HistoryBytes
advance_history (HistoryBytes byte, guint64 before, guint64 now)
{
  guint8 lived[LIFE_WORD_CELLS], lives[LIFE_WORD_CELLS];

  blend_bytes (before, 0, 255, lived);
  blend_bytes (now, 0, 255, lives);
  for (guint i = 0; i < LIFE_WORD_CELLS; i++)
    byte.bytes[i] = life_history_next (byte.bytes[i], lived[i], lives[i]);
  return byte;
}

#endif

/* Whole vectors in registers, which copies of unknown length are not. */
static inline HistoryBytes
load_history (const guint8 *bytes)
{
#if defined(__AVX2__) && !defined(__AVX512BW__)
  return (HistoryBytes){ _mm256_loadu_si256 ((const __m256i *) bytes),
    _mm256_loadu_si256 ((const __m256i *) (bytes + 32)) };
#else
  HistoryBytes loaded;

  memcpy (&loaded, bytes, sizeof loaded);
  return loaded;
#endif
}

static inline void
store_history (HistoryBytes stored, guint8 *bytes)
{
#if defined(__AVX2__) && !defined(__AVX512BW__)
  _mm256_storeu_si256 ((__m256i *) bytes, stored.low);
  _mm256_storeu_si256 ((__m256i *) (bytes + 32), stored.high);
#else
  memcpy (bytes, &stored, sizeof stored);
#endif
}

/* --- Drawn --- */

#if defined(__AVX512VBMI__)

static inline __m512i
index_history (const LookUp *dead, const LookUp *alive, __m512i byte,
    guint64 before, guint64 now)
{
  const __m512i next = advance_history (byte, before, now);

  return _mm512_mask_blend_epi8 (
      now, look_up_vector (dead, next), look_up_vector (alive, next));
}

/* The 64 bits from bit @shift of @bits on. */
static inline guint64
read_word (const guint64 *bits, guint shift)
{
  return shift == 0 ? *bits : life_bits_read (bits, shift, LIFE_WORD_CELLS);
}

/* Indices of as many words of cells as are whole; the first begins @shift bits up in
 * one. Returns how many cells those are. */
static inline guint
index_words (const LookUp *dead, const LookUp *alive, const guint8 *bytes,
    const guint64 *bits, const guint64 *now, guint shift, guint n, guint8 *out)
{
  guint x = 0;

  for (; x + LIFE_WORD_CELLS <= n; x += LIFE_WORD_CELLS)
    _mm512_storeu_si512 (
        out + x, index_history (dead, alive, _mm512_loadu_si512 (bytes + x),
                     read_word (bits++, shift), read_word (now++, shift)));
  return x;
}

static void
sample_history (const LifeHistoryIndices *indices, const guint8 *bytes,
    const guint64 *bits, const guint64 *now, guint32 first, guint n,
    guint8 *out)
{
  const guint shift = first % LIFE_WORD_CELLS;
  LookUp dead, alive;
  guint x;

  prepare_look_up (&dead, indices->of[0]);
  prepare_look_up (&alive, indices->of[1]);
  bits += first / LIFE_WORD_CELLS;
  now += first / LIFE_WORD_CELLS;
  x = shift == 0 ? index_words (&dead, &alive, bytes, bits, now, 0, n, out)
                 : index_words (&dead, &alive, bytes, bits, now, shift, n, out);
  if (x < n) {
    const __mmask64 inside = life_bits_mask (n - x);

    _mm512_mask_storeu_epi8 (out + x, inside,
        index_history (&dead, &alive,
            _mm512_maskz_loadu_epi8 (inside, bytes + x),
            life_bits_read (bits, shift + x, n - x),
            life_bits_read (now, shift + x, n - x)));
  }
}

#else

/* Of @n cells, CHUNK at most, their bytes and which of them live, in whole words. */
typedef struct {
  guint8 bytes[CHUNK];
  guint64 alive[CHUNK / LIFE_WORD_CELLS];
} HistoryChunk;

static inline void
advance_chunk (const guint8 *bytes, const guint64 *bits, const guint64 *now,
    gsize first, guint n, HistoryChunk *chunk)
{
  for (guint i = 0; i < n; i += LIFE_WORD_CELLS) {
    guint here = MIN (n - i, LIFE_WORD_CELLS);
    guint64 alive = life_bits_read (now, first + i, here);
    guint64 before = life_bits_read (bits, first + i, here);
    const guint8 *from = bytes + i;

    if (here < LIFE_WORD_CELLS)
      from = memcpy (chunk->bytes + i, from, here);
    store_history (
        advance_history (load_history (from), before, alive), chunk->bytes + i);
    chunk->alive[i / LIFE_WORD_CELLS] = alive;
  }
}

/* An index for each of a chunk's cells. */
#if defined(__AVX2__)

static inline void
look_up_chunk (const LookUp *dead, const LookUp *alive,
    const HistoryChunk *chunk, guint n, guint8 *out)
{
  guint8 of_dead[CHUNK], of_alive[CHUNK], lives[CHUNK];

  look_up_prepared (dead, chunk->bytes, n, of_dead);
  look_up_prepared (alive, chunk->bytes, n, of_alive);
  for (guint i = 0; i < n; i += LIFE_WORD_CELLS)
    blend_bytes (chunk->alive[i / LIFE_WORD_CELLS], 0, 255, lives + i);
  for (guint i = 0; i < n; i++)
    out[i] = (of_alive[i] & lives[i]) | (of_dead[i] & ~lives[i]);
}

#else

static inline void
look_up_chunk (const LookUp *dead, const LookUp *alive,
    const HistoryChunk *chunk, guint n, guint8 *out)
{
  const guint8 *of[2] = { dead->table, alive->table };
  guint8 lives[CHUNK];

  for (guint i = 0; i < n; i += LIFE_WORD_CELLS)
    blend_bytes (chunk->alive[i / LIFE_WORD_CELLS], 0, 1, lives + i);
  for (guint i = 0; i < n; i++)
    out[i] = of[lives[i]][chunk->bytes[i]];
}

#endif

static void
sample_history (const LifeHistoryIndices *indices, const guint8 *bytes,
    const guint64 *bits, const guint64 *now, guint32 first, guint n,
    guint8 *out)
{
  LookUp dead, alive;
  HistoryChunk chunk;

  prepare_look_up (&dead, indices->of[0]);
  prepare_look_up (&alive, indices->of[1]);
  for (guint x = 0; x < n; x += CHUNK) {
    guint here = MIN (n - x, CHUNK);

    advance_chunk (bytes + x, bits, now, (gsize) first + x, here, &chunk);
    look_up_chunk (&dead, &alive, &chunk, here, out + x);
  }
}

#endif

/* --- Counted --- */

static void
sample_remember (const guint64 *now, gsize n_words, const guint8 *bytes,
    const guint64 *bits, guint8 *to_bytes, guint64 *to_bits)
{
  for (gsize word = 0; word < n_words; word++) {
    const guint64 cells = now[word];

    store_history (
        advance_history (load_history (bytes), bits[word], cells), to_bytes);
    to_bits[word] = cells;
    bytes += LIFE_WORD_CELLS;
    to_bytes += LIFE_WORD_CELLS;
  }
}
