/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* History as bytes, for the vectors that the including file (sample-kernels.c) is
 * compiled with. A frame of 1920×1080 cells reads and writes 2.1 MB to be recorded, and
 * reads as much to be drawn: some ten operations for each vector of bytes, besides the
 * lookups, keep up with the second cache. */

/* The bytes of 64 cells in the next frame, by which of them are born or die then;
 * life_history_next(). */
#if defined(__AVX512BW__)

typedef __m512i HistoryBytes;

static inline HistoryBytes
advance_history (HistoryBytes byte, guint64 changed)
{
  return _mm512_mask_mov_epi8 (_mm512_subs_epu8 (byte, _mm512_set1_epi8 (1)),
      changed, _mm512_set1_epi8 (-1));
}

#elif defined(__AVX2__)

typedef struct {
  __m256i low, high;
} HistoryBytes;

static inline __m256i
advance_half (__m256i byte, guint32 changed)
{
  return _mm256_or_si256 (
      _mm256_subs_epu8 (byte, _mm256_set1_epi8 (1)), spread_mask (changed));
}

static inline HistoryBytes
advance_history (HistoryBytes byte, guint64 changed)
{
  return (HistoryBytes){ advance_half (byte.low, (guint32) changed),
    advance_half (byte.high, (guint32) (changed >> 32)) };
}

#else

typedef struct {
  guint8 bytes[LIFE_WORD_CELLS];
} HistoryBytes;

static inline HistoryBytes
advance_history (HistoryBytes byte, guint64 changed)
{
  guint8 newest[LIFE_WORD_CELLS];

  blend_bytes (changed, 0, 255, newest);
  for (guint i = 0; i < LIFE_WORD_CELLS; i++)
    byte.bytes[i] = newest[i] | (byte.bytes[i] - (byte.bytes[i] > 0));
  return byte;
}

#endif

/* Whole vectors in registers, which copies of variable length are not. */
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

/* --- Counted --- */

static void
sample_record (const guint64 *now, gsize n_words, const guint8 *bytes,
    const guint64 *bits, guint8 *to_bytes, guint64 *to_bits)
{
  for (gsize word = 0; word < n_words; word++) {
    const guint64 cells = now[word];

    store_history (
        advance_history (load_history (bytes), bits[word] ^ cells), to_bytes);
    to_bits[word] = cells;
    bytes += LIFE_WORD_CELLS;
    to_bytes += LIFE_WORD_CELLS;
  }
}

/* --- Drawn --- */

#if defined(__AVX512VBMI__)

static inline __m512i
index_history (const Lookup *dead, const Lookup *alive, __m512i byte,
    guint64 previous, guint64 now)
{
  const __m512i next = advance_history (byte, previous ^ now);

  return _mm512_mask_blend_epi8 (
      now, lookup_vector (dead, next), lookup_vector (alive, next));
}

/* The 64 bits from bit @shift of @bits on. */
static inline guint64
read_word (const guint64 *bits, guint shift)
{
  return shift == 0 ? *bits : life_bits_read (bits, shift, LIFE_WORD_CELLS);
}

/* Indices of as many words of cells as are whole, of which the first begins @shift bits
 * up in one. Returns how many cells those are. */
static inline guint
index_words (const Lookup *dead, const Lookup *alive, LifeHistoryRow row,
    const guint64 *now, guint shift, guint n, guint8 *out)
{
  guint x = 0;

  for (gsize i = 0; x + LIFE_WORD_CELLS <= n; i++, x += LIFE_WORD_CELLS) {
    __m512i byte = load_history (row.bytes + x);
    guint64 previous = read_word (row.bits + i, shift);

    if (row.late != NULL) {
      byte = advance_history (byte, previous ^ row.late[i]);
      store_history (byte, row.bytes + x);
      previous = row.bits[i] = row.late[i];
    }
    _mm512_storeu_si512 (out + x, index_history (dead, alive, byte, previous,
                                      read_word (now + i, shift)));
  }
  return x;
}

/* The same of the last ones, fewer than 64. */
static inline void
index_rest (const Lookup *dead, const Lookup *alive, LifeHistoryRow row,
    const guint64 *now, guint shift, guint n, guint8 *out)
{
  const __mmask64 inside = life_bits_mask (n);

  if (row.late != NULL)
    sample_record (row.late, 1, row.bytes, row.bits, row.bytes, row.bits);
  _mm512_mask_storeu_epi8 (out, inside,
      index_history (dead, alive, _mm512_maskz_loadu_epi8 (inside, row.bytes),
          life_bits_read (row.bits, shift, n), life_bits_read (now, shift, n)));
}

/* @row from its word @word and its cell @cell on. */
static inline LifeHistoryRow
move_row (LifeHistoryRow row, gsize word, gsize cell)
{
  return (LifeHistoryRow){ row.bytes + cell, row.bits + word,
    row.late != NULL ? row.late + word : NULL };
}

static void
sample_history (const LifeHistoryIndices *indices, const LifeHistoryRow *row,
    const guint64 *now, guint32 first, guint n, guint8 *out)
{
  const guint shift = first % LIFE_WORD_CELLS;
  const gsize word = first / LIFE_WORD_CELLS;
  LifeHistoryRow here = move_row (*row, word, first);
  Lookup dead, alive;
  guint x;

  prepare_lookup (&dead, indices->of[0]);
  prepare_lookup (&alive, indices->of[1]);
  now += word;
  if (here.late != NULL) {
    x = index_words (&dead, &alive, here, now, 0, n, out);
  } else {
    here.late = NULL;
    x = shift == 0 ? index_words (&dead, &alive, here, now, 0, n, out)
                   : index_words (&dead, &alive, here, now, shift, n, out);
  }
  if (x < n)
    index_rest (&dead, &alive, move_row (here, x / LIFE_WORD_CELLS, x),
        now + x / LIFE_WORD_CELLS, shift, n - x, out + x);
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
    guint64 previous = life_bits_read (bits, first + i, here);
    const guint8 *from = bytes + i;

    if (here < LIFE_WORD_CELLS)
      from = memcpy (chunk->bytes + i, from, here);
    store_history (advance_history (load_history (from), previous ^ alive),
        chunk->bytes + i);
    chunk->alive[i / LIFE_WORD_CELLS] = alive;
  }
}

/* An index for each of a chunk's cells. */
#if defined(__AVX2__) || defined(LIFE_NEON)

static inline void
lookup_chunk (const Lookup *dead, const Lookup *alive,
    const HistoryChunk *chunk, guint n, guint8 *out)
{
  guint8 of_dead[CHUNK], of_alive[CHUNK], lives[CHUNK];

  lookup_prepared (dead, chunk->bytes, n, of_dead);
  lookup_prepared (alive, chunk->bytes, n, of_alive);
  for (guint i = 0; i < n; i += LIFE_WORD_CELLS)
    blend_bytes (chunk->alive[i / LIFE_WORD_CELLS], 0, 255, lives + i);
  for (guint i = 0; i < n; i++)
    out[i] = (of_alive[i] & lives[i]) | (of_dead[i] & ~lives[i]);
}

#else

static inline void
lookup_chunk (const Lookup *dead, const Lookup *alive,
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
sample_history (const LifeHistoryIndices *indices, const LifeHistoryRow *row,
    const guint64 *now, guint32 first, guint n, guint8 *out)
{
  Lookup dead, alive;
  HistoryChunk chunk;

  prepare_lookup (&dead, indices->of[0]);
  prepare_lookup (&alive, indices->of[1]);
  for (guint x = 0; x < n; x += CHUNK) {
    guint here = MIN (n - x, CHUNK);
    gsize cell = (gsize) first + x, word = cell / LIFE_WORD_CELLS;

    if (row->late != NULL)
      sample_record (row->late + word, life_bits_words (here),
          row->bytes + cell, row->bits + word, row->bytes + cell,
          row->bits + word);
    advance_chunk (row->bytes + cell, row->bits, now, cell, here, &chunk);
    lookup_chunk (&dead, &alive, &chunk, here, out + x);
  }
}

#endif
