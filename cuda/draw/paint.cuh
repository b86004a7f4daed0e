/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The painter: samples of any kind become the bytes of any format in one launch, by the
 * arithmetic of life/draw/palette.c and life/draw/pixel.h. Where samples come from is
 * in sample.cuh.
 *
 * A thread paints 8 × 2 pixels: it has all that a chroma sample needs, and writes
 * 8 bytes or more at a time where planes and rows begin at such places. 1920×1080
 * pixels of NV12 are 3.1 MB, 0.7 µs of a GPU's memory; what is left of a frame's
 * time is the latency of a launch and of two loads behind each other. */
#pragma once

#include "cuda/draw/sample.cuh"

#include "life/draw/pixel.h"

#define LIFE_PAINT_HEIGHT 2
#define LIFE_PAINT_THREADS_ACROSS 32
#define LIFE_PAINT_THREADS_DOWN 4

struct LifeCanvas {
  LifeFrame frame;
  LifePixelLayout layout;
  bool overlay;
  bool aligned; /* planes and rows begin at multiples of 16 bytes */
};

static __device__ __forceinline__ uint8_t *
life_paint_row (const LifeFrame &frame, int plane, uint32_t row)
{
  return frame.data[plane] + (ptrdiff_t) row * frame.stride[plane];
}

/* Writes the first @n bytes, at once if @whole. */
template <int N>
static __device__ __forceinline__ void
life_paint_store (
    uint8_t *out, const uint8_t (&bytes)[N], uint32_t n, bool whole)
{
  static_assert (N == 4 || N == 8 || N == 16, "one store");

  if (!whole) {
    for (int i = 0; i < N; i++)
      if (i < n)
        out[i] = bytes[i];
    return;
  }
  uint32_t words[N / 4];
#pragma unroll
  for (int i = 0; i < N / 4; i++)
    words[i] = bytes[4 * i] | bytes[4 * i + 1] << 8 | bytes[4 * i + 2] << 16
               | (uint32_t) bytes[4 * i + 3] << 24;
  if constexpr (N == 4)
    *(uint32_t *) out = words[0];
  else if constexpr (N == 8)
    *(uint2 *) out = make_uint2 (words[0], words[1]);
  else
    *(uint4 *) out = make_uint4 (words[0], words[1], words[2], words[3]);
}

typedef uint32_t LifePaintSamples[LIFE_PAINT_HEIGHT][LIFE_SAMPLE_WIDTH];

/* --- Samples as bytes --- */

/* Where there are two colors only, all threads of a warp look at the same entries of
 * the palette. Other indices differ from thread to thread, for which a kernel's
 * parameters are slow: they become the four bytes of their colors first. */
static __device__ __forceinline__ void
life_paint_fill_entries (
    const LifeColorBytes &palette, uint32_t (&entries)[256])
{
  const uint32_t thread = threadIdx.y * LIFE_PAINT_THREADS_ACROSS + threadIdx.x;

  for (uint32_t i = thread; i < 256;
       i += LIFE_PAINT_THREADS_ACROSS * LIFE_PAINT_THREADS_DOWN)
    entries[i] = palette.bytes[0][i] | palette.bytes[1][i] << 8
                 | palette.bytes[2][i] << 16
                 | (uint32_t) palette.bytes[3][i] << 24;
  __syncthreads ();
}

/* Luma, U, V or alpha in formats of luma and chroma. */
template <LifeSampleKind kind>
static __device__ __forceinline__ uint32_t
life_paint_byte (const LifeColorBytes &palette, int byte, uint32_t sample)
{
  if (kind == LIFE_SAMPLE_BITS)
    return palette.bytes[byte][sample > 0 ? 255 : 0];
  if (kind == LIFE_SAMPLE_INDICES)
    return sample >> 8 * byte & 255;
  if (byte == 3)
    return sample >> 24;
  return life_pixel_component (palette.components[byte], sample & 255,
      sample >> 8 & 255, sample >> 16 & 255);
}

/* All four bytes of a pixel in packed formats. */
template <LifeSampleKind kind>
static __device__ __forceinline__ uint32_t
life_paint_pixel (
    const LifeCanvas &canvas, const LifeColorBytes &palette, uint32_t sample)
{
  if (kind == LIFE_SAMPLE_BITS)
    return palette.packed[sample > 0 ? 255 : 0];
  if (kind == LIFE_SAMPLE_INDICES)
    return sample;
  if (canvas.layout.order[0] != 0)
    sample = __byte_perm (sample, 0, 0x3012);
  return canvas.layout.has_alpha || canvas.overlay ? sample
                                                   : sample | 0xff000000u;
}

/* The sum of one byte of a block of 2×2 pixels. */
template <LifeSampleKind kind>
static __device__ __forceinline__ uint32_t
life_paint_sum (const LifeColorBytes &palette, int byte,
    const LifePaintSamples &samples, uint32_t block)
{
  return life_paint_byte<kind> (palette, byte, samples[0][2 * block])
         + life_paint_byte<kind> (palette, byte, samples[0][2 * block + 1])
         + life_paint_byte<kind> (palette, byte, samples[1][2 * block])
         + life_paint_byte<kind> (palette, byte, samples[1][2 * block + 1]);
}

/* --- Over what the frame holds --- */

/* The frame's own alpha grows towards opaque as it is covered. */
template <LifeSampleKind kind>
static __device__ __forceinline__ void
life_overlay_pixel (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint8_t *out, uint32_t sample)
{
  const uint32_t over = life_paint_pixel<kind> (canvas, palette, sample);
  const uint32_t alpha = over >> 24;

  if (alpha == 0)
    return;
  for (int byte = 0; byte < 4; byte++)
    out[byte] = life_pixel_over_premultiplied (
        out[byte], 0, over >> 8 * byte & 255, alpha, 0);
  if (!canvas.layout.has_alpha)
    out[3] = 255;
}

/* The @columns × @rows pixels from (@x, @y) on. */
template <LifeSampleKind kind>
static __device__ __forceinline__ void
life_overlay_block (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns, uint32_t rows,
    const LifePaintSamples &samples)
{
#pragma unroll
  for (uint32_t row = 0; row < LIFE_PAINT_HEIGHT; row++)
#pragma unroll
    for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH; i++) {
      if (row >= rows || i >= columns)
        continue;
      uint8_t *out = life_paint_row (canvas.frame, 0, y + row);
      const uint32_t sample = samples[row][i];
      if (canvas.layout.packed)
        life_overlay_pixel<kind> (
            canvas, palette, out + 4 * ((size_t) x + i), sample);
      else
        out[x + i] = life_pixel_over_premultiplied (out[x + i],
            palette.components[0].zero,
            life_paint_byte<kind> (palette, 0, sample),
            life_paint_byte<kind> (palette, 3, sample), 0);
    }
  if (canvas.layout.chroma_planes == 0)
    return;
#pragma unroll
  for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH / 2; i++) {
    const uint32_t alpha = life_paint_sum<kind> (palette, 3, samples, i);
    const size_t at = (size_t) canvas.layout.chroma_step * (x / 2 + i);
    if (2 * i >= columns)
      continue;
    uint8_t *u = life_paint_row (canvas.frame, 1, y / 2) + at;
    uint8_t *v = canvas.layout.chroma_planes == 1
                     ? u + 1
                     : life_paint_row (canvas.frame, 2, y / 2) + at;
    *u = life_pixel_over_premultiplied (
        *u, 128, life_paint_sum<kind> (palette, 1, samples, i), alpha, 2);
    *v = life_pixel_over_premultiplied (
        *v, 128, life_paint_sum<kind> (palette, 2, samples, i), alpha, 2);
  }
}

/* --- In place of what the frame holds --- */

template <LifeSampleKind kind>
static __device__ __forceinline__ void
life_paint_chroma (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns, const LifePaintSamples &samples)
{
  const LifeFrame &frame = canvas.frame;
  const bool whole = canvas.aligned && columns == LIFE_SAMPLE_WIDTH;
  const uint32_t n_blocks = (columns + 1) / 2;
  uint8_t u[LIFE_SAMPLE_WIDTH / 2], v[LIFE_SAMPLE_WIDTH / 2];

#pragma unroll
  for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH / 2; i++) {
    u[i] = life_pixel_chroma (life_paint_sum<kind> (palette, 1, samples, i));
    v[i] = life_pixel_chroma (life_paint_sum<kind> (palette, 2, samples, i));
  }
  if (canvas.layout.chroma_planes == 2) {
    life_paint_store (
        life_paint_row (frame, 1, y / 2) + x / 2, u, n_blocks, whole);
    life_paint_store (
        life_paint_row (frame, 2, y / 2) + x / 2, v, n_blocks, whole);
  } else {
    uint8_t pairs[LIFE_SAMPLE_WIDTH];
#pragma unroll
    for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH / 2; i++) {
      pairs[2 * i] = u[i];
      pairs[2 * i + 1] = v[i];
    }
    life_paint_store (
        life_paint_row (frame, 1, y / 2) + x, pairs, 2 * n_blocks, whole);
  }
}

template <LifeSampleKind kind>
static __device__ __forceinline__ void
life_paint_luma (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns,
    const uint32_t (&samples)[LIFE_SAMPLE_WIDTH])
{
  uint8_t luma[LIFE_SAMPLE_WIDTH];

#pragma unroll
  for (int i = 0; i < LIFE_SAMPLE_WIDTH; i++)
    luma[i] = (uint8_t) life_paint_byte<kind> (palette, 0, samples[i]);
  life_paint_store (life_paint_row (canvas.frame, 0, y) + x, luma, columns,
      canvas.aligned && columns == LIFE_SAMPLE_WIDTH);
}

template <LifeSampleKind kind>
static __device__ __forceinline__ void
life_paint_packed (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns,
    const uint32_t (&samples)[LIFE_SAMPLE_WIDTH])
{
  uint8_t *out = life_paint_row (canvas.frame, 0, y) + 4 * (size_t) x;

#pragma unroll
  for (int i = 0; i < LIFE_SAMPLE_WIDTH; i += 4) {
    uint8_t bytes[16];
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const uint32_t pixel =
          life_paint_pixel<kind> (canvas, palette, samples[i + k]);
#pragma unroll
      for (int byte = 0; byte < 4; byte++)
        bytes[4 * k + byte] = (uint8_t) (pixel >> 8 * byte);
    }
    if (i < columns)
      life_paint_store (out + 4 * i, bytes, 4 * (columns - i),
          canvas.aligned && columns >= i + 4);
  }
}

template <class Sampler>
static __global__ void
__launch_bounds__ (LIFE_PAINT_THREADS_ACROSS *LIFE_PAINT_THREADS_DOWN)
    life_paint_kernel (const __grid_constant__ Sampler sampler,
        const __grid_constant__ LifeCanvas canvas,
        const __grid_constant__ LifeColorBytes palette)
{
  const LifeFrame &frame = canvas.frame;
  const uint32_t x = LIFE_SAMPLE_WIDTH
                     * (blockIdx.x * LIFE_PAINT_THREADS_ACROSS + threadIdx.x);
  const uint32_t y =
      LIFE_PAINT_HEIGHT * (blockIdx.y * LIFE_PAINT_THREADS_DOWN + threadIdx.y);
  __shared__ uint32_t entries[256];
  LifePaintSamples samples;

  if (Sampler::kind == LIFE_SAMPLE_INDICES)
    life_paint_fill_entries (palette, entries);
  life_launch_wait ();
  if (x >= frame.width || y >= frame.height)
    return;
  const uint32_t columns = min (frame.width - x, LIFE_SAMPLE_WIDTH);
  const uint32_t rows = min (frame.height - y, LIFE_PAINT_HEIGHT);
  /* At an odd edge the last pixels stand for those that are missing. */
  sampler.get (x, y, frame.width, samples[0]);
  sampler.get (x, y + rows - 1, frame.width, samples[1]);
  if (Sampler::kind == LIFE_SAMPLE_INDICES)
#pragma unroll
    for (uint32_t row = 0; row < LIFE_PAINT_HEIGHT; row++)
#pragma unroll
      for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH; i++)
        samples[row][i] = entries[samples[row][i]];
  if (canvas.overlay) {
    life_overlay_block<Sampler::kind> (
        canvas, palette, x, y, columns, rows, samples);
    return;
  }
#pragma unroll
  for (uint32_t row = 0; row < LIFE_PAINT_HEIGHT; row++) {
    if (row >= rows)
      break;
    if (canvas.layout.packed)
      life_paint_packed<Sampler::kind> (
          canvas, palette, x, y + row, columns, samples[row]);
    else
      life_paint_luma<Sampler::kind> (
          canvas, palette, x, y + row, columns, samples[row]);
  }
  if (canvas.layout.chroma_planes > 0)
    life_paint_chroma<Sampler::kind> (canvas, palette, x, y, columns, samples);
}

/* Enqueues it behind what makes the samples. */
template <class Sampler>
static cudaError_t
life_paint (const LifeLauncher &launcher, const Sampler &sampler,
    const LifeColorBytes &palette, const LifeFrame *frame, bool overlay)
{
  const unsigned width = LIFE_SAMPLE_WIDTH * LIFE_PAINT_THREADS_ACROSS;
  const unsigned height = LIFE_PAINT_HEIGHT * LIFE_PAINT_THREADS_DOWN;
  const dim3 blocks (
      (frame->width - 1) / width + 1, (frame->height - 1) / height + 1);
  LifeCanvas canvas = { *frame, *life_pixel_layout_get (frame->format), overlay,
    true };

  for (guint i = 0; i < life_pixel_layout_planes (frame->format); i++)
    if (((uintptr_t) frame->data[i] | (unsigned) frame->stride[i]) % 16 != 0)
      canvas.aligned = false;
  return life_launch_dependent (launcher, life_paint_kernel<Sampler>, blocks,
      dim3 (LIFE_PAINT_THREADS_ACROSS, LIFE_PAINT_THREADS_DOWN), 0, sampler,
      canvas, palette);
}
