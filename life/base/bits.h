/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells as bits and as bytes: cell x of a row is bit x % 64 of word x / 64, or
 * byte x. Where rows lie is not decided here. */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

#define LIFE_WORD_CELLS 64

/* How many words hold @cells cells. */
static inline gsize
life_bits_words (gsize cells)
{
  return cells / LIFE_WORD_CELLS + (cells % LIFE_WORD_CELLS != 0);
}

/* The lowest @n bits, 0 … 64. */
static inline guint64
life_bits_mask (guint n)
{
  return n < LIFE_WORD_CELLS ? (G_GUINT64_CONSTANT (1) << n) - 1 : G_MAXUINT64;
}

/* @n bits from bit @first on, 1 … 64, as the lowest bits of a word. A second word is
 * read only where some of them lie in it. */
static inline guint64
life_bits_read (const guint64 *bits, gsize first, guint n)
{
  const guint64 *word = bits + first / LIFE_WORD_CELLS;
  guint shift = first % LIFE_WORD_CELLS;
  guint64 found = word[0] >> shift;

  if (shift + n > LIFE_WORD_CELLS)
    found |= word[1] << (LIFE_WORD_CELLS - shift);
  return found & life_bits_mask (n);
}

/* Eight bytes, of which those that are not 0 are alive, as eight bits: the sum
 * sets each such byte's highest bit, the product gathers one bit of every
 * byte. */
static inline guint64
life_bits_pack8 (const guint8 *cells)
{
  const guint64 sevens = G_GUINT64_CONSTANT (0x7f7f7f7f7f7f7f7f);
  guint64 bytes;

  memcpy (&bytes, cells, 8);
  bytes = GUINT64_FROM_LE (bytes);
  bytes = ((((bytes & sevens) + sevens) | bytes) & ~sevens) >> 7;
  return (bytes * G_GUINT64_CONSTANT (0x0102040810204080)) >> 56;
}

/* Eight bits as eight bytes, 0 or 1. */
static inline void
life_bits_unpack8 (guint64 bits, guint8 *cells)
{
  const guint64 sevens = G_GUINT64_CONSTANT (0x7f7f7f7f7f7f7f7f);
  guint64 bytes = (bits & 0xff) * G_GUINT64_CONSTANT (0x0101010101010101)
                  & G_GUINT64_CONSTANT (0x8040201008040201);

  bytes = ((bytes + sevens) & ~sevens) >> 7;
  bytes = GUINT64_TO_LE (bytes);
  memcpy (cells, &bytes, 8);
}

/* @n cells, 1 … 64, as the lowest bits of a word. */
static inline guint64
life_bits_pack (const guint8 *cells, guint n)
{
  guint64 word = 0;
  guint i = 0;

  for (; i + 8 <= n; i += 8)
    word |= life_bits_pack8 (cells + i) << i;
  for (; i < n; i++)
    word |= (guint64) (cells[i] != 0) << i;
  return word;
}

/* Bit @bit of the states of eight cells as eight bits. */
static inline guint64
life_bits_pack8_bit (const guint8 *cells, guint bit)
{
  guint64 bytes;

  memcpy (&bytes, cells, 8);
  bytes =
      GUINT64_FROM_LE (bytes) >> bit & G_GUINT64_CONSTANT (0x0101010101010101);
  return (bytes * G_GUINT64_CONSTANT (0x0102040810204080)) >> 56;
}

/* Bit @bit of the states of @n cells, 1 … 64. */
static inline guint64
life_bits_pack_bit (const guint8 *cells, guint n, guint bit)
{
  guint64 bits = 0;
  guint i = 0;

  for (; i + 8 <= n; i += 8)
    bits |= life_bits_pack8_bit (cells + i, bit) << i;
  for (; i < n; i++)
    bits |= (guint64) (cells[i] >> bit & 1) << i;
  return bits;
}

/* The lowest @n bits of a word, 1 … 64, as cells. */
static inline void
life_bits_unpack (guint64 word, guint8 *cells, guint n)
{
  guint i = 0;

  for (; i + 8 <= n; i += 8)
    life_bits_unpack8 (word >> i, cells + i);
  for (; i < n; i++)
    cells[i] = word >> i & 1;
}

G_END_DECLS
