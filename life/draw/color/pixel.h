/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The arithmetic of pixels that every engine repeats to the byte, compiled by C
 * and nvcc. Which cells a pixel shows is in life/draw/view/mapping.h, and what colors
 * palette indices stand for in palette-private.h. */
#pragma once

#include "life/base/shared.h"

/* A threshold of 1, and the full luma of a recorded cell: a multiple of 255,
 * so that bytes of luma are recorded exactly. */
#define LIFE_PIXEL_FULL_THRESHOLD (1u << 24)
#define LIFE_PIXEL_FULL_LUMA (255u * 256u)

/* What turns red, green and blue into luma, U or V: weights in 2^-30 that sum to what
 * gray needs exactly, and what is added, rounding included; for formats of 10 bits in
 * 2^-40. @zero is what black has. */
typedef struct {
  int64_t red, green, blue, base;
  int32_t zero;
} LifePixelComponent;

#define LIFE_PIXEL_COMPONENT_BITS 30
#define LIFE_PIXEL_WIDE_COMPONENT_BITS 40

/* The maximum of a sample of 10 bits. */
#define LIFE_PIXEL_WIDE_MAX 1023

/* In 8 bits; the weights fit 32 bits then. */
LIFE_SHARED uint8_t
life_pixel_component (
    LifePixelComponent of, int32_t red, int32_t green, int32_t blue)
{
  int64_t sum = (int64_t) (int32_t) of.red * red
                + (int64_t) (int32_t) of.green * green
                + (int64_t) (int32_t) of.blue * blue + of.base;
  int32_t value = (int32_t) (sum >> LIFE_PIXEL_COMPONENT_BITS);

  return (uint8_t) (value < 0 ? 0 : value > 255 ? 255 : value);
}

/* In 10 bits. */
LIFE_SHARED uint16_t
life_pixel_wide_component (
    LifePixelComponent of, int32_t red, int32_t green, int32_t blue)
{
  int64_t sum = of.red * red + of.green * green + of.blue * blue + of.base;
  int32_t value = (int32_t) (sum >> LIFE_PIXEL_WIDE_COMPONENT_BITS);

  return (uint16_t) (value < 0                     ? 0
                     : value > LIFE_PIXEL_WIDE_MAX ? LIFE_PIXEL_WIDE_MAX
                                                   : value);
}

/* The mean of what sums to @sum over an area of @total, at most 255 of each,
 * rounded. @scale is 1.0 / @total however rounded: it only saves the division, and
 * a wrong estimate is corrected. 255 times @total fits 64 bits. */
LIFE_SHARED uint8_t
life_pixel_mean (uint64_t sum, uint64_t total, double scale)
{
  uint64_t rounded = sum + total / 2;
  uint32_t mean = (uint32_t) ((double) sum * scale + 0.5);

  if (mean * total > rounded)
    mean--;
  else if (rounded - mean * total >= total)
    mean++;
  return (uint8_t) mean;
}

/* A sample of 10 bits, @shift bits up in two bytes. */
LIFE_SHARED uint32_t
life_pixel_wide_sample (uint32_t low, uint32_t high, int shift)
{
  return (low | high << 8) >> shift & LIFE_PIXEL_WIDE_MAX;
}

/* One byte of a color that was multiplied by its alpha, laid over one byte of the
 * frame; @zero is the byte of black. For the chroma of a block, @over and @alpha are
 * sums of its four pixels, and @shift is 2 instead of 0. */
LIFE_SHARED uint8_t
life_pixel_over_premultiplied (
    int32_t under, int32_t zero, int32_t over, int32_t alpha, int shift)
{
  int32_t full = 255 << shift, maximum = (255 * 256 - 1) << shift;
  int32_t sum = (under - zero) * (full - alpha) + 255 * over + full / 2;
  uint32_t rounded = (uint32_t) (sum < 0         ? 0
                                 : sum > maximum ? maximum
                                                 : sum)
                     >> shift;

  /* Divided by 255, exactly below 2^16. */
  return (uint8_t) (rounded * 0x8081u >> 23);
}

/* The same for samples of 10 bits. */
LIFE_SHARED uint16_t
life_pixel_wide_over_premultiplied (
    int32_t under, int32_t zero, int32_t over, int32_t alpha, int shift)
{
  int32_t full = 255 << shift;
  int32_t maximum = (255 * (LIFE_PIXEL_WIDE_MAX + 1) - 1) << shift;
  int32_t sum = (under - zero) * (full - alpha) + 255 * over + full / 2;
  uint32_t rounded = (uint32_t) (sum < 0         ? 0
                                 : sum > maximum ? maximum
                                                 : sum)
                     >> shift;

  return (uint16_t) (rounded / 255);
}

/* The palette index of a pixel of area @total, of which @sum is alive:
 * 255·sum/total, rounded. 255 times @total fits 64 bits. @scale is 255.0 / @total
 * however rounded: it only saves the division, and a wrong estimate is corrected. */
LIFE_SHARED uint8_t
life_pixel_coverage (uint64_t sum, uint64_t total, double scale)
{
  uint64_t rounded = 255 * sum + total / 2;
  uint32_t index = (uint32_t) ((double) (int64_t) sum * scale + 0.5);

  if (index * total > rounded)
    index--;
  else if (rounded - index * total >= total)
    index++;
  return (uint8_t) index;
}

/* The palette index of a pixel of which @sum is alive, by the least sum of each of 256
 * indices (life/draw/color/density.h): 0 where nothing is. No branch follows from what is
 * compared, since none could be foreseen. */
LIFE_SHARED uint8_t
life_pixel_density (const uint64_t *thresholds, uint64_t sum)
{
  uint32_t index = 0;

  for (uint32_t step = 128; step > 0; step /= 2)
    index += step * (uint32_t) (sum >= thresholds[index + step]);
  return (uint8_t) index;
}

/* The chroma of a block of 2×2 pixels, from the sum of theirs. Where there is one
 * column or row of them, at the odd edge of a frame or in formats that are not
 * subsampled that way, it counts twice, which is the mean of those that are there. */
LIFE_SHARED uint16_t
life_pixel_chroma (uint32_t sum)
{
  return (uint16_t) ((sum + 2) >> 2);
}

/* The luma of a pixel in RGB, 0 … 255, in Rec. 709 integers that sum to 256. */
LIFE_SHARED uint32_t
life_pixel_luma_rgb (uint32_t red, uint32_t green, uint32_t blue)
{
  return (54 * red + 183 * green + 19 * blue) >> 8;
}

/* The luma of a sample of luma, 0 … @scale. */
LIFE_SHARED uint32_t
life_pixel_luma_range (int32_t luma, int32_t offset, int32_t scale)
{
  int32_t value = luma - offset;

  return (uint32_t) (value < 0 ? 0 : value > scale ? scale : value);
}

/* A threshold of 0 … 1 in integers. Rounded down, so that a luma which equals a
 * threshold written in decimals reaches it; but only 0 itself becomes 0. */
LIFE_SHARED uint32_t
life_pixel_threshold (double threshold)
{
  if (!(threshold > 0))
    return 0;
  if (threshold >= 1)
    return LIFE_PIXEL_FULL_THRESHOLD;
  threshold *= LIFE_PIXEL_FULL_THRESHOLD;
  return threshold < 1 ? 1 : (uint32_t) threshold;
}

/* Whether pixels whose luma sums to @sum, of at most @full, reach @threshold.
 * @full is below 2^39: a frame of full luma. */
LIFE_SHARED int
life_pixel_is_alive (uint64_t sum, uint64_t full, uint32_t threshold)
{
  return sum * LIFE_PIXEL_FULL_THRESHOLD >= full * threshold;
}

/* Their mean as it is recorded, 0 … LIFE_PIXEL_FULL_LUMA. */
LIFE_SHARED uint16_t
life_pixel_mean_luma (uint64_t sum, uint64_t full)
{
  return (uint16_t) ((sum * LIFE_PIXEL_FULL_LUMA + full / 2) / full);
}

/* Whether a recorded luma changed by @threshold or more. */
LIFE_SHARED int
life_pixel_has_moved (uint16_t previous, uint16_t now, uint32_t threshold)
{
  uint64_t change =
      previous < now ? (uint64_t) now - previous : (uint64_t) previous - now;

  return change > 0
         && change * LIFE_PIXEL_FULL_THRESHOLD
                >= (uint64_t) LIFE_PIXEL_FULL_LUMA * threshold;
}
