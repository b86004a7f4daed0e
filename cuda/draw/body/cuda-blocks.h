/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds which blocks of a body on a GPU have live cells. */
#pragma once

#include "cuda/engine/cuda-engine.h"

#include "life/draw/body/pyramid.h"

/* Enqueues what fills @words, one for each block of 16³ cells, by those cells, and makes
 * @pyramid that of them. The layout is one of bytes or rows. */
gboolean life_blocks_find_on_device (LifeScratch *words, LifePyramid *pyramid,
    const LifeLauncher &launcher, const LifeStorage &storage,
    const uint32_t *cells, GError **error);
