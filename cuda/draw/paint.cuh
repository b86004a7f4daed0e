/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays palette indices or colours on a frame, the arithmetic of life/draw/color.c and
 * life/draw/pixel.h in one launch for every format. Which of them a pixel has is its
 * source's business.
 *
 * A thread paints 8 × 2 pixels: it has all that a chroma sample needs, and writes
 * 8 bytes or more at a time where planes and rows begin at such places. 1920×1080
 * pixels of NV12 are 3.1 MB, 0.7 µs of a GPU's memory; what is left of a frame's
 * time is the latency of a launch and of two loads behind each other. */
#pragma once

#include "cuda/engine/engine.h"

#include "life/draw/pixel.h"

#define LIFE_PAINT_WIDTH 8
#define LIFE_PAINT_HEIGHT 2
#define LIFE_PAINT_THREADS_ACROSS 32
#define LIFE_PAINT_THREADS_DOWN 4

/* What a source gives for a pixel: an index that is 0 or 255, any index between dead
 * and alive, a state, or a colour of four bytes as life_palette_state_bytes() has
 * them. */
enum LifePaintSource {
  LIFE_SOURCE_TWO_COLORS,
  LIFE_SOURCE_INDICES,
  LIFE_SOURCE_STATES,
  LIFE_SOURCE_COLORS,
};

struct LifeCanvas {
  LifeFrame frame;
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

/* --- Over what the frame holds --- */

static __device__ __forceinline__ void
life_overlay_luma (const LifePalette &palette, uint8_t *out, uint32_t index)
{
  if (index > 0)
    *out = life_pixel_over (
        *out, palette.luma[255], index * palette.alpha, LIFE_PIXEL_FULL_WEIGHT);
}

/* The frame's own alpha grows towards opaque as it is covered. */
static __device__ __forceinline__ void
life_overlay_packed (const LifePalette &palette, uint8_t *out, uint32_t index)
{
  const uint32_t weight = index * palette.alpha;

  if (weight == 0)
    return;
  for (int byte = 0; byte < 4; byte++) {
    const uint32_t over =
        byte == 3 ? 255 : palette.packed[255] >> 8 * byte & 0xff;
    out[byte] =
        life_pixel_over (out[byte], over, weight, LIFE_PIXEL_FULL_WEIGHT);
  }
  if (!palette.keeps_alpha)
    out[3] = 255;
}

static __device__ __forceinline__ void
life_overlay_chroma (
    const LifePalette &palette, uint8_t color, uint8_t *out, uint32_t sum)
{
  if (sum > 0)
    *out = life_pixel_over (
        *out, color, sum * palette.alpha, 4 * LIFE_PIXEL_FULL_WEIGHT);
}

typedef uint32_t LifePaintIndices[LIFE_PAINT_HEIGHT][LIFE_PAINT_WIDTH];

/* The @columns × @rows pixels from (@x, @y) on. */
static __device__ __forceinline__ void
life_overlay_block (const LifeFrame &frame, const LifePalette &palette,
    uint32_t x, uint32_t y, uint32_t columns, uint32_t rows,
    const LifePaintIndices &indices)
{
  const bool planar = frame.format == LIFE_PIXEL_FORMAT_I420;
  const bool pairs = frame.format == LIFE_PIXEL_FORMAT_NV12;
  const bool luma = planar || pairs || frame.format == LIFE_PIXEL_FORMAT_GRAY8;

#pragma unroll
  for (uint32_t row = 0; row < LIFE_PAINT_HEIGHT; row++)
#pragma unroll
    for (uint32_t i = 0; i < LIFE_PAINT_WIDTH; i++) {
      if (row >= rows || i >= columns)
        continue;
      uint8_t *out = life_paint_row (frame, 0, y + row);
      if (luma)
        life_overlay_luma (palette, out + x + i, indices[row][i]);
      else
        life_overlay_packed (
            palette, out + 4 * ((size_t) x + i), indices[row][i]);
    }
  if (!planar && !pairs)
    return;
#pragma unroll
  for (uint32_t i = 0; i < LIFE_PAINT_WIDTH / 2; i++) {
    const uint32_t sum = indices[0][2 * i] + indices[0][2 * i + 1]
                         + indices[1][2 * i] + indices[1][2 * i + 1];
    const size_t at = x / 2 + i;
    if (2 * i >= columns)
      continue;
    uint8_t *first = life_paint_row (frame, 1, y / 2);
    uint8_t *u = first + (pairs ? 2 * at : at);
    uint8_t *v = pairs ? u + 1 : life_paint_row (frame, 2, y / 2) + at;
    life_overlay_chroma (palette, palette.u[255], u, sum);
    life_overlay_chroma (palette, palette.v[255], v, sum);
  }
}

/* --- Bytes of pixels --- */

/* An entry of one of the palette's tables. Where there are two colours only, all
 * threads of a warp look at the same entries. */
template <LifePaintSource source, class Entry>
static __device__ __forceinline__ Entry
life_paint_look_up (const Entry *table, uint32_t index)
{
  if (source == LIFE_SOURCE_TWO_COLORS)
    return index > 0 ? table[255] : table[0];
  return table[index];
}

/* Luma, U, V or, of states and colours, alpha. */
template <LifePaintSource source>
static __device__ __forceinline__ uint32_t
life_paint_byte (const LifePalette &palette, int byte, uint32_t pixel)
{
  if (source != LIFE_SOURCE_COLORS)
    return life_paint_look_up<source> (palette.bytes[byte], pixel);
  if (byte == 3)
    return pixel >> 24;
  return life_pixel_component (palette.components[byte], pixel & 255,
      pixel >> 8 & 255, pixel >> 16 & 255);
}

/* All four bytes of a pixel, in formats that have four. */
template <LifePaintSource source>
static __device__ __forceinline__ uint32_t
life_paint_pixel (const LifePalette &palette, uint32_t pixel)
{
  if (source == LIFE_SOURCE_COLORS)
    return pixel;
  return life_paint_look_up<source> (palette.packed, pixel);
}

/* --- Colours of states over what the frame holds --- */

template <LifePaintSource source>
static __device__ __forceinline__ void
life_overlay_color (const LifePalette &palette, uint8_t *out, uint32_t pixel)
{
  const uint32_t over = life_paint_pixel<source> (palette, pixel);
  const uint32_t alpha = over >> 24;

  if (alpha == 0)
    return;
  for (int byte = 0; byte < 4; byte++)
    out[byte] = life_pixel_over_premultiplied (
        out[byte], 0, over >> 8 * byte & 255, alpha, 0);
  if (!palette.keeps_alpha)
    out[3] = 255;
}

template <LifePaintSource source>
static __device__ __forceinline__ void
life_overlay_color_luma (
    const LifePalette &palette, uint8_t *out, uint32_t pixel)
{
  *out = life_pixel_over_premultiplied (*out, palette.components[0].zero,
      life_paint_byte<source> (palette, 0, pixel),
      life_paint_byte<source> (palette, 3, pixel), 0);
}

template <LifePaintSource source>
static __device__ __forceinline__ uint32_t
life_sum_block (const LifePalette &palette, int byte,
    const LifePaintIndices &pixels, uint32_t i)
{
  return life_paint_byte<source> (palette, byte, pixels[0][2 * i])
         + life_paint_byte<source> (palette, byte, pixels[0][2 * i + 1])
         + life_paint_byte<source> (palette, byte, pixels[1][2 * i])
         + life_paint_byte<source> (palette, byte, pixels[1][2 * i + 1]);
}

template <LifePaintSource source>
static __device__ __forceinline__ void
life_overlay_colors (const LifeFrame &frame, const LifePalette &palette,
    uint32_t x, uint32_t y, uint32_t columns, uint32_t rows,
    const LifePaintIndices &pixels)
{
  const bool planar = frame.format == LIFE_PIXEL_FORMAT_I420;
  const bool pairs = frame.format == LIFE_PIXEL_FORMAT_NV12;
  const bool luma = planar || pairs || frame.format == LIFE_PIXEL_FORMAT_GRAY8;

#pragma unroll
  for (uint32_t row = 0; row < LIFE_PAINT_HEIGHT; row++)
#pragma unroll
    for (uint32_t i = 0; i < LIFE_PAINT_WIDTH; i++) {
      if (row >= rows || i >= columns)
        continue;
      uint8_t *out = life_paint_row (frame, 0, y + row);
      if (luma)
        life_overlay_color_luma<source> (palette, out + x + i, pixels[row][i]);
      else
        life_overlay_color<source> (
            palette, out + 4 * ((size_t) x + i), pixels[row][i]);
    }
  if (!planar && !pairs)
    return;
#pragma unroll
  for (uint32_t i = 0; i < LIFE_PAINT_WIDTH / 2; i++) {
    const uint32_t alpha = life_sum_block<source> (palette, 3, pixels, i);
    const size_t at = x / 2 + i;
    if (2 * i >= columns)
      continue;
#pragma unroll
    for (int byte = 1; byte <= 2; byte++) {
      uint8_t *out = pairs
                         ? life_paint_row (frame, 1, y / 2) + 2 * at + byte - 1
                         : life_paint_row (frame, byte, y / 2) + at;
      *out = life_pixel_over_premultiplied (*out, 128,
          life_sum_block<source> (palette, byte, pixels, i), alpha, 2);
    }
  }
}

/* --- Whatever the frame holds --- */

template <LifePaintSource source>
static __device__ __forceinline__ void
life_paint_chroma (const LifeCanvas &canvas, const LifePalette &palette,
    uint32_t x, uint32_t y, uint32_t columns, const LifePaintIndices &indices)
{
  const LifeFrame &frame = canvas.frame;
  const bool whole = canvas.aligned && columns == LIFE_PAINT_WIDTH;
  const uint32_t samples = (columns + 1) / 2;
  uint8_t u[LIFE_PAINT_WIDTH / 2], v[LIFE_PAINT_WIDTH / 2];

#pragma unroll
  for (uint32_t i = 0; i < LIFE_PAINT_WIDTH / 2; i++) {
    u[i] = life_pixel_chroma (life_sum_block<source> (palette, 1, indices, i));
    v[i] = life_pixel_chroma (life_sum_block<source> (palette, 2, indices, i));
  }
  if (frame.format == LIFE_PIXEL_FORMAT_I420) {
    life_paint_store (
        life_paint_row (frame, 1, y / 2) + x / 2, u, samples, whole);
    life_paint_store (
        life_paint_row (frame, 2, y / 2) + x / 2, v, samples, whole);
  } else {
    uint8_t pairs[LIFE_PAINT_WIDTH];
#pragma unroll
    for (uint32_t i = 0; i < LIFE_PAINT_WIDTH / 2; i++) {
      pairs[2 * i] = u[i];
      pairs[2 * i + 1] = v[i];
    }
    life_paint_store (
        life_paint_row (frame, 1, y / 2) + x, pairs, 2 * samples, whole);
  }
}

template <LifePaintSource source>
static __device__ __forceinline__ void
life_paint_luma (const LifeCanvas &canvas, const LifePalette &palette,
    uint32_t x, uint32_t y, uint32_t columns,
    const uint32_t (&indices)[LIFE_PAINT_WIDTH])
{
  uint8_t luma[LIFE_PAINT_WIDTH];

#pragma unroll
  for (int i = 0; i < LIFE_PAINT_WIDTH; i++)
    luma[i] = (uint8_t) life_paint_byte<source> (palette, 0, indices[i]);
  life_paint_store (life_paint_row (canvas.frame, 0, y) + x, luma, columns,
      canvas.aligned && columns == LIFE_PAINT_WIDTH);
}

template <LifePaintSource source>
static __device__ __forceinline__ void
life_paint_packed (const LifeCanvas &canvas, const LifePalette &palette,
    uint32_t x, uint32_t y, uint32_t columns,
    const uint32_t (&indices)[LIFE_PAINT_WIDTH])
{
  uint8_t *out = life_paint_row (canvas.frame, 0, y) + 4 * (size_t) x;

#pragma unroll
  for (int i = 0; i < LIFE_PAINT_WIDTH; i += 4) {
    uint8_t bytes[16];
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const uint32_t pixel = life_paint_pixel<source> (palette, indices[i + k]);
#pragma unroll
      for (int byte = 0; byte < 4; byte++)
        bytes[4 * k + byte] = (uint8_t) (pixel >> 8 * byte);
    }
    if (i < columns)
      life_paint_store (out + 4 * i, bytes, 4 * (columns - i),
          canvas.aligned && columns >= i + 4);
  }
}

template <class Indices>
static __global__ void
__launch_bounds__ (LIFE_PAINT_THREADS_ACROSS *LIFE_PAINT_THREADS_DOWN)
    life_paint_kernel (const __grid_constant__ Indices source,
        const __grid_constant__ LifeCanvas canvas,
        const __grid_constant__ LifePalette palette)
{
  const LifeFrame &frame = canvas.frame;
  const uint32_t x =
      LIFE_PAINT_WIDTH * (blockIdx.x * LIFE_PAINT_THREADS_ACROSS + threadIdx.x);
  const uint32_t y =
      LIFE_PAINT_HEIGHT * (blockIdx.y * LIFE_PAINT_THREADS_DOWN + threadIdx.y);
  LifePaintIndices indices;

  life_launch_wait ();
  if (x >= frame.width || y >= frame.height)
    return;
  const uint32_t columns = min (frame.width - x, LIFE_PAINT_WIDTH);
  const uint32_t rows = min (frame.height - y, LIFE_PAINT_HEIGHT);
  /* At an odd edge the last pixels stand for those that are missing. */
  source.get (x, y, frame.width, indices[0]);
  source.get (x, y + rows - 1, frame.width, indices[1]);
  if (canvas.overlay) {
    if constexpr (Indices::source == LIFE_SOURCE_STATES
                  || Indices::source == LIFE_SOURCE_COLORS)
      life_overlay_colors<Indices::source> (
          frame, palette, x, y, columns, rows, indices);
    else
      life_overlay_block (frame, palette, x, y, columns, rows, indices);
    return;
  }

  const bool chroma = frame.format == LIFE_PIXEL_FORMAT_I420
                      || frame.format == LIFE_PIXEL_FORMAT_NV12;
#pragma unroll
  for (uint32_t row = 0; row < LIFE_PAINT_HEIGHT; row++) {
    if (row >= rows)
      break;
    if (chroma || frame.format == LIFE_PIXEL_FORMAT_GRAY8)
      life_paint_luma<Indices::source> (
          canvas, palette, x, y + row, columns, indices[row]);
    else
      life_paint_packed<Indices::source> (
          canvas, palette, x, y + row, columns, indices[row]);
  }
  if (chroma)
    life_paint_chroma<Indices::source> (
        canvas, palette, x, y, columns, indices);
}

/* Enqueues it behind what makes the indices. */
template <class Indices>
static cudaError_t
life_paint (const LifeLauncher &launcher, const Indices &source,
    const LifePalette &palette, const LifeFrame *frame, bool overlay)
{
  const unsigned width = LIFE_PAINT_WIDTH * LIFE_PAINT_THREADS_ACROSS;
  const unsigned height = LIFE_PAINT_HEIGHT * LIFE_PAINT_THREADS_DOWN;
  const dim3 blocks (
      (frame->width - 1) / width + 1, (frame->height - 1) / height + 1);
  LifeCanvas canvas = { *frame, overlay, true };

  for (guint i = 0; i < 1 + life_palette_chroma_planes (frame->format); i++)
    if (((uintptr_t) frame->data[i] | (unsigned) frame->stride[i]) % 16 != 0)
      canvas.aligned = false;
  return life_launch_dependent (launcher, life_paint_kernel<Indices>, blocks,
      dim3 (LIFE_PAINT_THREADS_ACROSS, LIFE_PAINT_THREADS_DOWN), 0, source,
      canvas, palette);
}
