/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface of the kernels of weighted neighborhoods, each compiled for one width of vector;
 * no worlds, no threads. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Each adds @weight times @n values to as many counts, modulo their size. */
typedef struct {
  const char *name;
  void (*add_16) (
      uint16_t *counts, const uint8_t *values, int weight, size_t n);
  void (*add_32) (
      uint32_t *counts, const uint8_t *values, int weight, size_t n);
} LifeWeightedKernel;

extern const LifeWeightedKernel life_weighted_portable;
extern const LifeWeightedKernel life_weighted_avx2;
extern const LifeWeightedKernel life_weighted_avx512;
