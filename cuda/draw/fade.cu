/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A picture fades into another one on a GPU: a thread for each byte of a row. It reads two
 * pictures and writes one: 9.3 MB for 1920×1080 pixels of I420, 2 µs of the memory. */
#include "cuda/draw/fade.h"

#include "life/draw/fade.h"
#include "life/draw/pixel-layout.h"

#define THREADS 256

static __global__ void
fade_rows (uint8_t *out, size_t out_stride, const uint8_t *before,
    size_t before_stride, uint32_t bytes, uint32_t rows, uint32_t share)
{
  const uint32_t x = blockIdx.x * THREADS + threadIdx.x;

  if (x >= bytes)
    return;
  for (size_t y = blockIdx.y; y < rows; y += gridDim.y) {
    uint8_t *byte = out + y * out_stride + x;

    *byte = life_fade_byte (*byte, before[y * before_stride + x], share);
  }
}

gboolean
life_fade_on_device (LifeCudaEngine *self, const LifeFrame *frame,
    const LifeFrame *before, guint32 share, GError **error)
{
  cudaError_t result = cudaSuccess;

  for (guint i = 0;
       i < life_pixel_layout_planes (frame->format) && result == cudaSuccess;
       i++) {
    const uint32_t bytes = (uint32_t) life_pixel_layout_row_size (frame, i);
    const uint32_t rows = life_pixel_layout_rows (frame, i);
    const dim3 blocks ((bytes - 1) / THREADS + 1, MIN (rows, 65535u));

    result = life_launch (self->launcher, fade_rows, blocks, dim3 (THREADS), 0,
        (uint8_t *) frame->data[i], (size_t) frame->stride[i],
        (const uint8_t *) before->data[i], (size_t) before->stride[i], bytes,
        rows, (uint32_t) share);
  }
  return life_cuda_check (result, "fading", error);
}
