/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* History as bytes, for the vectors that the including file (sample-kernels.c) is
 * compiled with. */

/* The indices of 64 cells by their bytes; @now is 255 for live ones. */
static inline void
look_up_history (const LifeHistoryIndices *indices,
    const guint8 bytes[LIFE_WORD_CELLS], const guint8 now[LIFE_WORD_CELLS],
    guint8 out[LIFE_WORD_CELLS])
{
#if defined(__AVX512VBMI__)
  guint8 dead[LIFE_WORD_CELLS], alive[LIFE_WORD_CELLS];

  look_up (indices->of[0], bytes, LIFE_WORD_CELLS, dead);
  look_up (indices->of[1], bytes, LIFE_WORD_CELLS, alive);
  for (guint i = 0; i < LIFE_WORD_CELLS; i++)
    out[i] = (alive[i] & now[i]) | (dead[i] & ~now[i]);
#else
  for (guint i = 0; i < LIFE_WORD_CELLS; i++)
    out[i] = indices->of[now[i] & 1][bytes[i]];
#endif
}

static void
sample_history (const LifeHistoryIndices *indices, const guint8 *bytes,
    const guint64 *bits, guint32 first, const guint8 *states, guint n,
    guint8 *out)
{
  guint8 last_bytes[LIFE_WORD_CELLS] = { 0 }, now[LIFE_WORD_CELLS] = { 0 };
  guint8 before[LIFE_WORD_CELLS], next[LIFE_WORD_CELLS];
  guint8 found[LIFE_WORD_CELLS];

  for (guint x = 0; x < n; x += LIFE_WORD_CELLS) {
    guint here = MIN (n - x, LIFE_WORD_CELLS);

    /* Copies of a known length are a few vectors. */
    if (here == LIFE_WORD_CELLS) {
      memcpy (last_bytes, bytes + x, LIFE_WORD_CELLS);
      memcpy (now, states + x, LIFE_WORD_CELLS);
    } else {
      memcpy (last_bytes, bytes + x, here);
      memcpy (now, states + x, here);
    }
    blend_bytes (
        life_bits_read (bits, (gsize) first + x, here), 0, 255, before);
    for (guint i = 0; i < LIFE_WORD_CELLS; i++)
      now[i] = now[i] != 0 ? 255 : 0;
    for (guint i = 0; i < LIFE_WORD_CELLS; i++)
      next[i] = life_history_next (last_bytes[i], before[i], now[i]);
    look_up_history (indices, next, now, found);
    if (here == LIFE_WORD_CELLS)
      memcpy (out + x, found, LIFE_WORD_CELLS);
    else
      memcpy (out + x, found, here);
  }
}

static void
sample_remember (const guint64 *now, guint32 n, const guint8 *bytes,
    const guint64 *bits, guint8 *to_bytes, guint64 *to_bits)
{
  gsize n_words = life_bits_words (n);
  guint8 before[LIFE_WORD_CELLS], after[LIFE_WORD_CELLS];
  guint8 next[LIFE_WORD_CELLS];

  for (gsize word = 0; word < n_words; word++) {
    guint64 cells = now[word];

    if (word == n_words - 1)
      cells &= life_bits_mask (n - (guint32) (word * LIFE_WORD_CELLS));
    blend_bytes (bits[word], 0, 255, before);
    blend_bytes (cells, 0, 255, after);
    for (guint i = 0; i < LIFE_WORD_CELLS; i++)
      next[i] = life_history_next (bytes[i], before[i], after[i]);
    memcpy (to_bytes, next, LIFE_WORD_CELLS);
    to_bits[word] = cells;
    bytes += LIFE_WORD_CELLS;
    to_bytes += LIFE_WORD_CELLS;
  }
}
