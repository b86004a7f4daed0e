/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pixels whose indices or colors are there already. */
#pragma once

#include "life/draw/sample/sample.h"

/* Takes rows of LifeCells.pixels, of a frame of @width × @height. */
LifeSampler *life_pixel_sampler_new (
    guint width, guint height, guint pixel_bytes);
