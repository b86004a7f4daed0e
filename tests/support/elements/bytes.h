/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Decisions from bytes: what a sequence or a world is made of follows from an input alone. */
#pragma once

#include <glib.h>

typedef struct {
  const guint8 *data;
  gsize left;
} Bytes;

/* 0 after the end. */
static inline guint
bytes_next (Bytes *bytes)
{
  if (bytes->left == 0)
    return 0;
  bytes->left--;
  return *bytes->data++;
}

/* Less than @n, at most 256. */
static inline guint
bytes_below (Bytes *bytes, guint n)
{
  return bytes_next (bytes) % n;
}

static inline guint64
bytes_number (Bytes *bytes, guint n_bytes)
{
  guint64 number = 0;

  for (guint i = 0; i < n_bytes; i++)
    number = number << 8 | bytes_next (bytes);
  return number;
}

#define bytes_choose(bytes, array) \
  ((array)[bytes_below (bytes, G_N_ELEMENTS (array))])
