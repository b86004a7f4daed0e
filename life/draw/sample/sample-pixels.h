/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pixels whose indices are there already. */
#pragma once

#include "life/draw/sample/sample.h"

G_BEGIN_DECLS

/* Takes rows of LifeCells.pixels, of a frame of @width × @height. */
LifeSampler *life_pixel_sampler_new (guint width, guint height);

G_END_DECLS
