/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one place where a failed CUDA call becomes a GError; what is called, and
 * when, is the callers' business. */
#pragma once

#include <cuda_runtime_api.h>
#include <life/error.h>

/* TRUE for cudaSuccess; else @error is what failed and how: LIFE_ERROR_MEMORY
 * where memory ran out, LIFE_ERROR_DEVICE for the rest. */
gboolean life_cuda_check (
    cudaError_t result, const gchar *what, GError **error);

/* The same for what the driver's functions return. */
gboolean life_cuda_check_driver (int result, const gchar *what, GError **error);
