/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines of a world whose cells are bits, as words: plane after plane of a state's bits, line
 * after line of them, 64 cells to a word. Row y of plane z is line z × height + y. */
#pragma once

#include "cuda/engine/cuda-engine.h"

/* Bytes of so many lines. */
guint64 life_cuda_lines_bytes (const LifeStorage *storage, guint64 lines);

/* Enqueue a copy of @n lines from @first on to or from @words, which the GPU reads and
 * writes. */
cudaError_t life_cuda_lines_read (
    LifeCudaEngine *self, guint64 first, guint64 n, guint64 *words);
cudaError_t life_cuda_lines_write (
    LifeCudaEngine *self, guint64 first, guint64 n, const guint64 *words);
