/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses among the inner loops of drawing, which are compiled for every width of
 * vector. */
#include "life/draw/draw-kernels.h"

gboolean
life_draw_kernels_choose (LifeDrawKernels *kernels, GError **error)
{
  LifeCpuPath path;

  if (!life_cpu_path_choose (&path, error))
    return FALSE;
  *kernels = (LifeDrawKernels){ &life_sample_portable, &life_paint_portable,
    life_body_row_portable };
#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX512 && life_cpu_path_has_bytes (path))
    *kernels = (LifeDrawKernels){ &life_sample_avx512vbmi,
      &life_paint_avx512vbmi, life_body_row_avx512 };
  else if (path == LIFE_CPU_PATH_AVX512)
    *kernels = (LifeDrawKernels){ &life_sample_avx512, &life_paint_avx512,
      life_body_row_avx512 };
  else if (path == LIFE_CPU_PATH_AVX2)
    *kernels = (LifeDrawKernels){ &life_sample_avx2, &life_paint_avx2,
      life_body_row_avx2 };
#endif
  return TRUE;
}
