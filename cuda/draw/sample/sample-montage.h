/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of all planes of a world side by side, on a GPU. */
#pragma once

#include "cuda/draw/sample/cuda-drawer.h"

/* Enqueues what leaves a color for each pixel; history is counted if the plan reads it. */
cudaError_t life_sample_montage (LifeCudaDrawer *self, uint32_t *colors);
