/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Compiling code for a world's rule while the world runs with what is compiled in. */
#pragma once

#include "cuda/engine/cuda-engine.h"

/* What is to be compiled for the rule of @self; NULL: nothing. Where worlds wait for it
 * (jit.h), it is over when this returns. */
LifeCompilation *life_compilation_new (LifeCudaEngine *self);

/* To be called before each step: the first call begins to make a plan with that code. */
void life_compilation_start (LifeCompilation *compilation);

/* Whether it is over; then @plan is a plan to be moved to the engine, or NULL where the
 * one that it has is to stay, and @compilation is freed. */
gboolean life_compilation_get_plan (LifeCompilation *compilation, void **plan);

/* Frees it, whatever state it is in; NULL is allowed. To be called in the engine's
 * context. It waits for no compiler, but for the GPU: afterwards this compilation does
 * not use it any more. What is being compiled goes to the cache on disk. */
void life_compilation_drop (LifeCompilation *compilation);
