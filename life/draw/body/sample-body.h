/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of a body that is seen in perspective: a color for each pixel. */
#pragma once

#include "life/draw/body/body-kernels.h"
#include "life/draw/sample/sample.h"

LifeSampler *life_body_sampler_new (
    LifeBodyRow row, const LifePicturePlan *plan);
