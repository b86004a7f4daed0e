/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which of the inner loops of samplers and painters a processor runs. */
#pragma once

#include "life/draw/body/body-kernels.h"
#include "life/draw/paint/paint.h"
#include "life/draw/sample/sample-kernels.h"

typedef struct {
  const LifeSampleKernels *sample;
  const LifePaintKernels *paint;
  LifeBodyRow body_row;
} LifeDrawKernels;

/* The widest ones, or those that LIFE_CPU names; an error where there are none. */
gboolean life_draw_kernels_choose (LifeDrawKernels *kernels, GError **error);
