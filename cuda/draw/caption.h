/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captions on a GPU. */
#pragma once

#include "cuda/engine/engine.h"

gboolean life_cuda_lay_caption (LifeEngine *engine, const LifeFrame *frame,
    const LifeCaption *caption, GError **error);
void life_cuda_clear_caption (LifeCudaEngine *self);
