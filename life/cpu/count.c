/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses the kernels that count cells. */
#include "life/cpu/count.h"

const LifeCountKernels *
life_count_choose (LifeCpuPath path)
{
#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX512)
    return life_cpu_path_has_bytes (path) ? &life_count_avx512vbmi
                                          : &life_count_avx512;
  if (path == LIFE_CPU_PATH_AVX2)
    return &life_count_avx2;
#endif
  return &life_count_portable;
}
