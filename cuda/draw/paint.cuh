/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The painter: samples of any kind become the bytes of any format in one launch, by the
 * arithmetic of life/draw/color/palette.c and life/draw/color/pixel.h. Where samples
 * come from is in sample.cuh.
 *
 * The palette is in constant memory where all threads read the same two colors, and
 * in memory where each reads its own: there a warp's lookups would come one by one.
 *
 * A thread paints 8 × 2 pixels: it has all that a chroma sample needs, and writes
 * 8 bytes or more at a time where planes and rows begin at such addresses. 1920×1080
 * pixels of NV12 are 3.1 MB, 0.7 µs of a GPU's memory; what is left of a frame's
 * time is the latency of a launch and of two loads behind each other. */
#pragma once

#include "cuda/draw/sample/sample.cuh"

#include "life/draw/color/pixel.h"

#define LIFE_PAINT_HEIGHT 2
#define LIFE_PAINT_THREADS_ACROSS 32
#define LIFE_PAINT_THREADS_DOWN 4

struct LifeCanvas {
  LifeFrame frame;
  LifePixelLayout layout;
  bool overlay;
  bool joined;  /* one plane has several components */
  bool aligned; /* planes and rows begin at multiples of 16 bytes */
};

static __device__ __forceinline__ uint8_t *
life_paint_row (const LifeFrame &frame, int plane, uint32_t row)
{
  return frame.data[plane] + (ptrdiff_t) row * frame.stride[plane];
}

/* Writes the first @n bytes, at once or by eights if @whole. */
template <int N>
static __device__ __forceinline__ void
life_paint_store (
    uint8_t *out, const uint8_t (&bytes)[N], uint32_t n, bool whole)
{
  static_assert (N == 4 || N % 8 == 0, "whole stores");

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
  else if constexpr (N == 16)
    *(uint4 *) out = make_uint4 (words[0], words[1], words[2], words[3]);
  else
#pragma unroll
    for (int i = 0; i < N / 8; i++)
      ((uint2 *) out)[i] = make_uint2 (words[2 * i], words[2 * i + 1]);
}

/* The same for samples of a format's depth. */
template <bool wide, int N>
static __device__ __forceinline__ void
life_paint_store_samples (const LifeCanvas &canvas, uint8_t *out,
    const uint32_t (&samples)[N], uint32_t n, bool whole)
{
  uint8_t bytes[wide ? 2 * N : N];

#pragma unroll
  for (int i = 0; i < N; i++)
    if constexpr (wide) {
      bytes[2 * i] = (uint8_t) (samples[i] << canvas.layout.shift);
      bytes[2 * i + 1] = (uint8_t) (samples[i] << canvas.layout.shift >> 8);
    } else {
      bytes[i] = (uint8_t) samples[i];
    }
  life_paint_store (out, bytes, wide ? 2 * n : n, whole);
}

typedef uint32_t LifePaintSamples[LIFE_PAINT_HEIGHT][LIFE_SAMPLE_WIDTH];

/* --- Samples as bytes --- */

/* An entry of one of the palette's tables. Where there are two colors only, all
 * threads of a warp read the same entries. */
template <LifeSampleKind kind, class Entry>
static __device__ __forceinline__ Entry
life_paint_lookup (const Entry *table, uint32_t index)
{
  if (kind == LIFE_SAMPLE_BITS)
    return index > 0 ? table[255] : table[0];
  return table[index];
}

/* All four bytes of each index in formats of 8 bits, instead of the indices: one lookup
 * for each pixel, where its components would need one each. */
static __device__ __forceinline__ void
life_paint_lookup_all (const LifeColorBytes &palette,
    uint32_t (&samples)[LIFE_PAINT_HEIGHT][LIFE_SAMPLE_WIDTH])
{
#pragma unroll
  for (int row = 0; row < LIFE_PAINT_HEIGHT; row++)
#pragma unroll
    for (int i = 0; i < LIFE_SAMPLE_WIDTH; i++)
      samples[row][i] = palette.packed[samples[row][i]];
}

/* Component @k, 3 being alpha, in formats that are not packed; @wide: of 10 bits. */
template <LifeSampleKind kind, bool wide>
static __device__ __forceinline__ uint32_t
life_paint_component (const LifeCanvas &canvas, const LifeColorBytes &palette,
    int k, uint32_t sample)
{
  if constexpr (kind != LIFE_SAMPLE_COLORS) {
    if constexpr (wide)
      return life_paint_lookup<kind> (palette.words[k], sample);
    else if constexpr (kind == LIFE_SAMPLE_INDICES)
      return sample >> 8 * k & 255;
    else
      return life_paint_lookup<kind> (palette.bytes[k], sample);
  }
  if (k == 3 || canvas.layout.rgb)
    return sample >> 8 * k & 255;
  if constexpr (wide)
    return life_pixel_wide_component (palette.components[k], sample & 255,
        sample >> 8 & 255, sample >> 16 & 255);
  else
    return life_pixel_component (palette.components[k], sample & 255,
        sample >> 8 & 255, sample >> 16 & 255);
}

/* All four bytes of a pixel in packed formats. */
template <LifeSampleKind kind>
static __device__ __forceinline__ uint32_t
life_paint_pixel (
    const LifeCanvas &canvas, const LifeColorBytes &palette, uint32_t sample)
{
  if (kind == LIFE_SAMPLE_INDICES)
    return sample;
  if (kind == LIFE_SAMPLE_BITS)
    return life_paint_lookup<kind> (palette.packed, sample);
  const LifeComponentPosition *positions = canvas.layout.positions;
  if (positions[0].offset > positions[2].offset)
    sample = __byte_perm (sample, 0, 0x3012);
  if (positions[3].offset == 0)
    sample = __byte_perm (sample, 0, 0x2103);
  return canvas.layout.has_alpha || canvas.overlay
             ? sample
             : sample | 0xffu << 8 * positions[3].offset;
}

typedef uint32_t LifePaintRow[LIFE_SAMPLE_WIDTH];

/* The sum of component @k of a block of 2×2 pixels. */
template <LifeSampleKind kind, bool wide>
static __device__ __forceinline__ uint32_t
life_paint_sum (const LifeCanvas &canvas, const LifeColorBytes &palette, int k,
    const LifePaintRow &top, const LifePaintRow &bottom, uint32_t block)
{
  return life_paint_component<kind, wide> (canvas, palette, k, top[2 * block])
         + life_paint_component<kind, wide> (
             canvas, palette, k, top[2 * block + 1])
         + life_paint_component<kind, wide> (
             canvas, palette, k, bottom[2 * block])
         + life_paint_component<kind, wide> (
             canvas, palette, k, bottom[2 * block + 1]);
}

/* --- Over what the frame has --- */

/* The frame's own alpha grows towards opaque as it is covered. */
template <LifeSampleKind kind>
static __device__ __forceinline__ void
life_overlay_pixel (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint8_t *out, uint32_t sample)
{
  const uint32_t over = life_paint_pixel<kind> (canvas, palette, sample);
  const int alpha_byte = canvas.layout.positions[3].offset;
  const uint32_t alpha = over >> 8 * alpha_byte & 255;

  if (alpha == 0)
    return;
  for (int byte = 0; byte < 4; byte++)
    out[byte] = life_pixel_over_premultiplied (
        out[byte], 0, over >> 8 * byte & 255, alpha, 0);
  if (!canvas.layout.has_alpha)
    out[alpha_byte] = 255;
}

/* One sample of the frame, under @over; of a block, whose sums those are, @shift is 2. */
template <bool wide>
static __device__ __forceinline__ void
life_overlay_sample (const LifeCanvas &canvas, const LifeColorBytes &palette,
    int k, uint8_t *out, uint32_t over, uint32_t alpha, int shift)
{
  const int32_t zero = palette.components[k].zero;

  if constexpr (wide) {
    const uint32_t sample =
        (uint32_t) life_pixel_wide_over_premultiplied (
            life_pixel_wide_sample (out[0], out[1], canvas.layout.shift), zero,
            over, alpha, shift)
        << canvas.layout.shift;
    out[0] = (uint8_t) sample;
    out[1] = (uint8_t) (sample >> 8);
  } else {
    *out = life_pixel_over_premultiplied (*out, zero, over, alpha, shift);
  }
}

/* Where the sample of component @k is that begins at pixel (@x, @y). */
static __device__ __forceinline__ uint8_t *
life_paint_position (const LifeCanvas &canvas, int k, uint32_t x, uint32_t y)
{
  const LifeComponentPosition position = canvas.layout.positions[k];

  if (k > 0) {
    x /= canvas.layout.across;
    y /= canvas.layout.down;
  }
  return life_paint_row (canvas.frame, position.plane, y) + position.offset
         + (size_t) x * position.step;
}

/* Samples that lie in pixel (@x + @i, @y): all components but chroma that covers
 * several pixels. */
template <LifeSampleKind kind, bool wide>
static __device__ __forceinline__ void
life_overlay_pixel_samples (const LifeCanvas &canvas,
    const LifeColorBytes &palette, uint32_t x, uint32_t y, uint32_t sample)
{
  const int full = canvas.layout.across == 1 ? canvas.layout.components : 1;
  const uint32_t alpha =
      life_paint_component<kind, wide> (canvas, palette, 3, sample);

#pragma unroll 1
  for (int k = 0; k < full; k++)
    life_overlay_sample<wide> (canvas, palette, k,
        life_paint_position (canvas, k, x, y),
        life_paint_component<kind, wide> (canvas, palette, k, sample), alpha,
        0);
}

/* U and V of block @i of @top and @bottom, which begins at pixel (@x, @y). */
template <LifeSampleKind kind, bool wide>
static __device__ __forceinline__ void
life_overlay_chroma (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, const LifePaintRow &top, const LifePaintRow &bottom,
    uint32_t i)
{
  const uint32_t alpha =
      life_paint_sum<kind, wide> (canvas, palette, 3, top, bottom, i);

#pragma unroll 1
  for (int k = 1; k < 3; k++)
    life_overlay_sample<wide> (canvas, palette, k,
        life_paint_position (canvas, k, x, y),
        life_paint_sum<kind, wide> (canvas, palette, k, top, bottom, i), alpha,
        2);
}

/* The @columns × @rows pixels from (@x, @y) on. */
template <LifeSampleKind kind, bool wide>
static __device__ __forceinline__ void
life_overlay_samples (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns, uint32_t rows,
    const LifePaintSamples &samples)
{
  const LifePixelLayout &layout = canvas.layout;

#pragma unroll 1
  for (uint32_t row = 0; row < rows; row++)
#pragma unroll 1
    for (uint32_t i = 0; i < columns; i++) {
      life_overlay_pixel_samples<kind, wide> (
          canvas, palette, x + i, y + row, samples[row][i]);
      if (layout.across == 2 && i % 2 == 0 && row % layout.down == 0)
        life_overlay_chroma<kind, wide> (canvas, palette, x + i, y + row,
            samples[row], samples[layout.down == 2 ? 1 : row], i / 2);
    }
}

/* The code is short rather than fast, as @samples may be looked up in memory here. */
template <LifeSampleKind kind>
static __device__ __forceinline__ void
life_overlay_block (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns, uint32_t rows,
    const LifePaintSamples &samples)
{
  if (!canvas.layout.packed) {
    if (canvas.layout.depth > 8)
      life_overlay_samples<kind, true> (
          canvas, palette, x, y, columns, rows, samples);
    else
      life_overlay_samples<kind, false> (
          canvas, palette, x, y, columns, rows, samples);
    return;
  }
#pragma unroll 1
  for (uint32_t row = 0; row < rows; row++)
#pragma unroll 1
    for (uint32_t i = 0; i < columns; i++)
      life_overlay_pixel<kind> (canvas, palette,
          life_paint_row (canvas.frame, 0, y + row) + 4 * ((size_t) x + i),
          samples[row][i]);
}

/* --- Instead of what the frame has --- */

static __device__ __forceinline__ bool
life_paint_is_whole (const LifeCanvas &canvas, uint32_t columns)
{
  return canvas.aligned && columns == LIFE_SAMPLE_WIDTH;
}

/* Component @k of @columns pixels from (@x, @y) on, which has a plane for itself. */
template <LifeSampleKind kind, bool wide>
static __device__ __forceinline__ void
life_paint_plane (const LifeCanvas &canvas, const LifeColorBytes &palette,
    int k, uint32_t x, uint32_t y, uint32_t columns,
    const LifePaintRow &samples)
{
  uint32_t values[LIFE_SAMPLE_WIDTH];

#pragma unroll
  for (int i = 0; i < LIFE_SAMPLE_WIDTH; i++)
    values[i] =
        life_paint_component<kind, wide> (canvas, palette, k, samples[i]);
  life_paint_store_samples<wide> (canvas,
      life_paint_row (canvas.frame, k, y) + (wide ? 2 : 1) * (size_t) x, values,
      columns, life_paint_is_whole (canvas, columns));
}

/* U and V of blocks in @top and @bottom, in one plane or in two; @y is their row. */
template <LifeSampleKind kind, bool wide>
static __device__ __forceinline__ void
life_paint_chroma (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns, const LifePaintRow &top,
    const LifePaintRow &bottom)
{
  const LifeFrame &frame = canvas.frame;
  const bool whole = life_paint_is_whole (canvas, columns);
  const uint32_t n_blocks = (columns + 1) / 2;
  const size_t bytes = wide ? 2 : 1;
  uint32_t u[LIFE_SAMPLE_WIDTH / 2], v[LIFE_SAMPLE_WIDTH / 2];

#pragma unroll
  for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH / 2; i++) {
    u[i] = life_pixel_chroma (
        life_paint_sum<kind, wide> (canvas, palette, 1, top, bottom, i));
    v[i] = life_pixel_chroma (
        life_paint_sum<kind, wide> (canvas, palette, 2, top, bottom, i));
  }
  if (canvas.layout.planes == 3) {
    life_paint_store_samples<wide> (canvas,
        life_paint_row (frame, 1, y) + bytes * (x / 2), u, n_blocks, whole);
    life_paint_store_samples<wide> (canvas,
        life_paint_row (frame, 2, y) + bytes * (x / 2), v, n_blocks, whole);
  } else {
    uint32_t pairs[LIFE_SAMPLE_WIDTH];
#pragma unroll
    for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH / 2; i++) {
      pairs[2 * i] = u[i];
      pairs[2 * i + 1] = v[i];
    }
    life_paint_store_samples<wide> (canvas,
        life_paint_row (frame, 1, y) + bytes * x, pairs, 2 * n_blocks, whole);
  }
}

/* Luma in a plane with U and V: four samples for two pixels, the second of which has the
 * luma of the first at an odd edge. */
template <LifeSampleKind kind, bool wide>
static __device__ __forceinline__ void
life_paint_blocks (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns, const LifePaintRow &samples)
{
  const bool luma_first = canvas.layout.positions[0].offset == 0;
  uint32_t values[2 * LIFE_SAMPLE_WIDTH];

#pragma unroll
  for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH; i++) {
    const uint32_t luma =
        life_paint_component<kind, wide> (canvas, palette, 0, samples[i]);
    const uint32_t chroma = life_pixel_chroma (life_paint_sum<kind, wide> (
        canvas, palette, 1 + i % 2, samples, samples, i / 2));
    values[2 * i] = luma_first ? luma : chroma;
    values[2 * i + 1] = luma_first ? chroma : luma;
  }
  life_paint_store_samples<wide> (canvas,
      life_paint_row (canvas.frame, 0, y) + (wide ? 4 : 2) * (size_t) x, values,
      4 * ((columns + 1) / 2), life_paint_is_whole (canvas, columns));
}

/* Three bytes for a pixel. */
template <LifeSampleKind kind>
static __device__ __forceinline__ void
life_paint_triples (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns, const LifePaintRow &samples)
{
  const int first = canvas.layout.positions[0].offset == 0 ? 0 : 2;
  uint8_t bytes[3 * LIFE_SAMPLE_WIDTH];

#pragma unroll
  for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH; i++) {
    bytes[3 * i] = (uint8_t) life_paint_component<kind, false> (
        canvas, palette, first, samples[i]);
    bytes[3 * i + 1] = (uint8_t) life_paint_component<kind, false> (
        canvas, palette, 1, samples[i]);
    bytes[3 * i + 2] = (uint8_t) life_paint_component<kind, false> (
        canvas, palette, 2 - first, samples[i]);
  }
  life_paint_store (life_paint_row (canvas.frame, 0, y) + 3 * (size_t) x, bytes,
      3 * columns, life_paint_is_whole (canvas, columns));
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

/* U and V: of both rows together, or of each, chosen without a second copy of the
 * code. */
template <LifeSampleKind kind, bool wide>
static __device__ __forceinline__ void
life_paint_colors (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns, uint32_t rows,
    const LifePaintSamples &samples)
{
  const LifePixelLayout &layout = canvas.layout;
  LifePaintRow top, bottom;

#pragma unroll 1
  for (uint32_t row = 0; row < rows; row += layout.down) {
#pragma unroll
    for (int i = 0; i < LIFE_SAMPLE_WIDTH; i++) {
      top[i] = row == 0 ? samples[0][i] : samples[1][i];
      bottom[i] = layout.down == 2 ? samples[1][i] : top[i];
    }
    if (wide || layout.across == 2)
      life_paint_chroma<kind, wide> (canvas, palette, x,
          layout.down == 2 ? y / 2 : y + row, columns, top, bottom);
    else
#pragma unroll 1
      for (int k = 1; k < 3; k++)
        life_paint_plane<kind, wide> (
            canvas, palette, k, x, y + row, columns, top);
  }
}

/* Luma, and U and V in planes of their own. */
template <LifeSampleKind kind, bool wide>
static __device__ __forceinline__ void
life_paint_planes (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns, uint32_t rows,
    const LifePaintSamples &samples)
{
#pragma unroll
  for (uint32_t row = 0; row < LIFE_PAINT_HEIGHT; row++)
    if (row < rows)
      life_paint_plane<kind, wide> (
          canvas, palette, 0, x, y + row, columns, samples[row]);
  if (canvas.layout.components > 1)
    life_paint_colors<kind, wide> (
        canvas, palette, x, y, columns, rows, samples);
}

/* All components in one plane, in triples or blocks. */
template <LifeSampleKind kind>
static __device__ __forceinline__ void
life_paint_joined (const LifeCanvas &canvas, const LifeColorBytes &palette,
    uint32_t x, uint32_t y, uint32_t columns, uint32_t rows,
    const LifePaintSamples &samples)
{
  LifePaintRow now;

#pragma unroll 1
  for (uint32_t row = 0; row < rows; row++) {
#pragma unroll
    for (int i = 0; i < LIFE_SAMPLE_WIDTH; i++)
      now[i] = row == 0 ? samples[0][i] : samples[1][i];
    if (canvas.layout.rgb)
      life_paint_triples<kind> (canvas, palette, x, y + row, columns, now);
    else if (canvas.layout.depth > 8)
      life_paint_blocks<kind, true> (canvas, palette, x, y + row, columns, now);
    else
      life_paint_blocks<kind, false> (
          canvas, palette, x, y + row, columns, now);
  }
}

template <class Sampler>
static __global__ void
__launch_bounds__ (LIFE_PAINT_THREADS_ACROSS *LIFE_PAINT_THREADS_DOWN)
    life_paint_kernel (const __grid_constant__ Sampler sampler,
        const __grid_constant__ LifeCanvas canvas,
        const __grid_constant__ LifeColorBytes constant,
        const LifeColorBytes *in_memory)
{
  constexpr LifeSampleKind kind = Sampler::kind;
  const LifeColorBytes &palette =
      kind == LIFE_SAMPLE_INDICES ? *in_memory : constant;
  const LifeFrame &frame = canvas.frame;
  const uint32_t x = LIFE_SAMPLE_WIDTH
                     * (blockIdx.x * LIFE_PAINT_THREADS_ACROSS + threadIdx.x);
  const uint32_t y =
      LIFE_PAINT_HEIGHT * (blockIdx.y * LIFE_PAINT_THREADS_DOWN + threadIdx.y);
  LifePaintSamples samples;

  life_launch_wait ();
  if (x >= frame.width || y >= frame.height)
    return;
  const uint32_t columns = min (frame.width - x, LIFE_SAMPLE_WIDTH);
  const uint32_t rows = min (frame.height - y, LIFE_PAINT_HEIGHT);
  /* At an odd edge the last pixels stand for those that are missing. */
  life_sample_rows (sampler, x, y, y + rows - 1, frame.width, samples);
  if (kind == LIFE_SAMPLE_INDICES && canvas.layout.depth == 8)
    life_paint_lookup_all (palette, samples);
  if (canvas.overlay) {
    /* A copy, so that the other paths have theirs in registers. */
    LifePaintSamples copied;
    memcpy (copied, samples, sizeof copied);
    life_overlay_block<kind> (canvas, palette, x, y, columns, rows, copied);
  } else if (canvas.layout.packed) {
#pragma unroll
    for (uint32_t row = 0; row < LIFE_PAINT_HEIGHT; row++)
      if (row < rows)
        life_paint_packed<kind> (
            canvas, palette, x, y + row, columns, samples[row]);
  } else if (canvas.joined) {
    life_paint_joined<kind> (canvas, palette, x, y, columns, rows, samples);
  } else if (canvas.layout.depth > 8) {
    life_paint_planes<kind, true> (
        canvas, palette, x, y, columns, rows, samples);
  } else {
    life_paint_planes<kind, false> (
        canvas, palette, x, y, columns, rows, samples);
  }
}

/* Enqueues it behind what makes the samples; @in_memory: @palette on the GPU. */
template <class Sampler>
static cudaError_t
life_paint (const LifeLauncher &launcher, const Sampler &sampler,
    const LifeColorBytes &palette, const LifeColorBytes *in_memory,
    const LifeFrame *frame, bool overlay)
{
  const unsigned width = LIFE_SAMPLE_WIDTH * LIFE_PAINT_THREADS_ACROSS;
  const unsigned height = LIFE_PAINT_HEIGHT * LIFE_PAINT_THREADS_DOWN;
  const dim3 blocks (
      (frame->width - 1) / width + 1, (frame->height - 1) / height + 1);
  const LifePixelLayout *layout = life_pixel_layout_get (frame->format);
  const bool joined = layout->planes == 1 && layout->components > 1;
  LifeCanvas canvas = { *frame, *layout, overlay, joined, true };

  for (guint i = 0; i < life_pixel_layout_planes (frame->format); i++)
    if (((uintptr_t) frame->data[i] | (unsigned) frame->stride[i]) % 16 != 0)
      canvas.aligned = false;
  return life_launch_dependent (launcher, life_paint_kernel<Sampler>, blocks,
      dim3 (LIFE_PAINT_THREADS_ACROSS, LIFE_PAINT_THREADS_DOWN), 0, sampler,
      canvas, palette, in_memory);
}
