/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads states from planes of bits, compiled for every width of vector. */
#include "life/cpu/states-kernels.h"

#include "life/base/lookup.h"
#include "life/base/spread.h"

/* Cells that are read at a time. */
#define CHUNK 256

static void
read_states (const guint64 *alive, const guint64 *const *ages, guint n_ages,
    const guint8 states_of_age[256], guint32 first, guint n,
    guint8 *restrict out)
{
  Lookup states;
  guint8 numbers[CHUNK], ones[CHUNK];
  guint64 cells[8];

  if (n_ages == 0) {
    spread_bits (alive, first, n, 0, 1, out);
    return;
  }
  prepare_lookup (&states, states_of_age);
  for (guint x = 0; x < n; x += CHUNK) {
    guint here = MIN (n - x, CHUNK);
    guint8 *restrict to =
        out + x; /* an index that could wrap takes no vectors */

    for (guint i = 0; i < here; i += LIFE_WORD_CELLS) {
      guint bits = MIN (here - i, LIFE_WORD_CELLS);

      for (guint k = 0; k < n_ages; k++)
        cells[k] = life_bits_read (ages[k], (gsize) first + x + i, bits);
      spread_planes (cells, n_ages, numbers + i);
      cells[0] = life_bits_read (alive, (gsize) first + x + i, bits);
      spread_planes (cells, 1, ones + i);
    }
    lookup_prepared (&states, numbers, here, numbers);
    for (guint i = 0; i < here; i++)
      to[i] = numbers[i] | ones[i];
  }
}

const LifeStatesKernel LIFE_FOR_PATH (life_states) = { read_states };
