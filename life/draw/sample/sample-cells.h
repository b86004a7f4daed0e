/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples at a zoom from 1 on where a pixel shows one cell. */
#pragma once

#include "life/draw/view/mapping.h"
#include "life/draw/sample/sample.h"

/* Owns the mappings from now on. @indices: samples are indices. */
LifeSampler *life_cell_sampler_new (
    const LifeMapping *columns, const LifeMapping *rows, gboolean indices);
