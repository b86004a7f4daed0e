/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of indices on the CPU, for samplers. */
#pragma once

#include "life/draw/sample/plane.h"
#include "life/draw/color/coloring.h"
#include "life/draw/sample/sample-kernels.h"

G_BEGIN_DECLS

/* A coloring and the loops that rows are made with. */
typedef struct {
  const LifeColoring *coloring;
  const LifeSampleKernels *kernels;
} LifeRowColoring;

/* Lets @plane be read as indices; what they read by has to stay. */
void life_row_coloring_apply (
    const LifeRowColoring *coloring, LifeCellPlane *plane);

G_END_DECLS
