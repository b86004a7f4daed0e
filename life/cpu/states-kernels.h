/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The states of cells that are stored as planes of bits, many at a time; compiled once for each
 * width of vector that the processor may have. */
#pragma once

#include <glib.h>

typedef struct {
  /* The states of @n cells from bit @first on: 1 where a cell is @alive; else what
   * @states_of_age has for the number that its bits in @ages are, 8 planes at most; of
   * that, element 0 is 0. */
  void (*read) (const guint64 *alive, const guint64 *const *ages, guint n_ages,
      const guint8 states_of_age[256], guint32 first, guint n, guint8 *out);
} LifeStatesKernel;

extern const LifeStatesKernel life_states_portable;
#ifdef __x86_64__
extern const LifeStatesKernel life_states_avx2;
extern const LifeStatesKernel life_states_avx512;
extern const LifeStatesKernel life_states_avx512vbmi;
#endif
