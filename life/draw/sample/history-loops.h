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
advance_history (const guint8 *bytes, guint64 before, guint64 now)
{
  const __m512i byte = _mm512_loadu_si512 (bytes), one = _mm512_set1_epi8 (1);
  __mmask64 counts = _mm512_cmpneq_epi8_mask (byte, _mm512_movm_epi8 (now));

  return _mm512_mask_mov_epi8 (
      _mm512_mask_add_epi8 (byte, counts, byte, one), before ^ now, one);
}

#else

typedef struct {
  guint8 bytes[LIFE_WORD_CELLS];
} HistoryBytes;

static inline HistoryBytes
advance_history (const guint8 *bytes, guint64 before, guint64 now)
{
  guint8 lived[LIFE_WORD_CELLS], lives[LIFE_WORD_CELLS];
  HistoryBytes next;

  blend_bytes (before, 0, 255, lived);
  blend_bytes (now, 0, 255, lives);
  for (guint i = 0; i < LIFE_WORD_CELLS; i++)
    next.bytes[i] = life_history_next (bytes[i], lived[i], lives[i]);
  return next;
}

#endif

/* The tables of dead cells and of live ones, and with them an index of each of @n bytes.
 * Those of @now live; there is room for whole words. */
typedef struct {
  LookUp dead, alive;
} HistoryLookUps;

#if defined(__AVX512VBMI__)

static inline void
look_up_history (const HistoryLookUps *tables, const guint8 *bytes,
    const guint64 *now, guint n, guint8 *out)
{
  for (guint i = 0; i < n; i += LIFE_WORD_CELLS) {
    __m512i byte = _mm512_loadu_si512 (bytes + i);

    _mm512_storeu_si512 (
        out + i, _mm512_mask_blend_epi8 (now[i / LIFE_WORD_CELLS],
                     look_up_vector (&tables->dead, byte),
                     look_up_vector (&tables->alive, byte)));
  }
}

#elif defined(__AVX2__)

static inline void
look_up_history (const HistoryLookUps *tables, const guint8 *bytes,
    const guint64 *now, guint n, guint8 *out)
{
  guint8 alive[CHUNK], lives[LIFE_WORD_CELLS];

  look_up_prepared (&tables->alive, bytes, n, alive);
  look_up_prepared (&tables->dead, bytes, n, out);
  for (guint i = 0; i < n; i += LIFE_WORD_CELLS) {
    blend_bytes (now[i / LIFE_WORD_CELLS], 0, 255, lives);
    for (guint k = 0; k < LIFE_WORD_CELLS; k++)
      out[i + k] = (alive[i + k] & lives[k]) | (out[i + k] & ~lives[k]);
  }
}

#else

static inline void
look_up_history (const HistoryLookUps *tables, const guint8 *bytes,
    const guint64 *now, guint n, guint8 *out)
{
  const guint8 *of[2] = { tables->dead.table, tables->alive.table };
  guint8 lives[LIFE_WORD_CELLS];

  for (guint i = 0; i < n; i += LIFE_WORD_CELLS) {
    blend_bytes (now[i / LIFE_WORD_CELLS], 0, 1, lives);
    for (guint k = 0; k < LIFE_WORD_CELLS; k++)
      out[i + k] = of[lives[k]][bytes[i + k]];
  }
}

#endif

static void
sample_history (const LifeHistoryIndices *indices, const guint8 *bytes,
    const guint64 *bits, const guint64 *now, guint32 first, guint n,
    guint8 *out)
{
  const HistoryLookUps tables = { prepare_look_up (indices->of[0]),
    prepare_look_up (indices->of[1]) };
  guint64 alive[CHUNK / LIFE_WORD_CELLS];
  guint8 next[CHUNK], found[CHUNK];

  for (guint x = 0; x < n; x += CHUNK) {
    guint here = MIN (n - x, CHUNK);

    for (guint i = 0; i < here; i += LIFE_WORD_CELLS) {
      guint cells = MIN (here - i, LIFE_WORD_CELLS);
      gsize at = (gsize) first + x + i;
      guint64 before = life_bits_read (bits, at, cells);
      const guint8 *from = bytes + x + i;
      HistoryBytes after;

      alive[i / LIFE_WORD_CELLS] = life_bits_read (now, at, cells);
      if (cells < LIFE_WORD_CELLS)
        from = memcpy (next + i, from, cells);
      after = advance_history (from, before, alive[i / LIFE_WORD_CELLS]);
      memcpy (next + i, &after, sizeof after);
    }
    if (here == CHUNK) {
      look_up_history (&tables, next, alive, CHUNK, out + x);
    } else {
      look_up_history (&tables, next, alive, here, found);
      memcpy (out + x, found, here);
    }
  }
}

static void
sample_remember (const guint64 *now, guint32 n, const guint8 *bytes,
    const guint64 *bits, guint8 *to_bytes, guint64 *to_bits)
{
  gsize n_words = life_bits_words (n);

  for (gsize word = 0; word < n_words; word++) {
    guint64 cells = now[word];
    HistoryBytes after;

    if (word == n_words - 1)
      cells &= life_bits_mask (n - (guint32) (word * LIFE_WORD_CELLS));
    after = advance_history (bytes, bits[word], cells);
    memcpy (to_bytes, &after, sizeof after);
    to_bits[word] = cells;
    bytes += LIFE_WORD_CELLS;
    to_bytes += LIFE_WORD_CELLS;
  }
}
