/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What headers need that both C and nvcc compile, so that all engines agree
 * to the byte. */
#pragma once

#include <stdint.h>

#ifdef __CUDACC__
#define LIFE_SHARED static inline __host__ __device__
#else
#define LIFE_SHARED static inline
#endif
