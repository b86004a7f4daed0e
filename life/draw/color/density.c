/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Colors for numbers of cells. A glider in a world of millions of cells has to be seen
 * as well as a soup, so that the scale is one of logarithms. */
#include "life/draw/color/density.h"

#include "life/draw/color/pixel.h"
#include "life/draw/view/mapping.h"

#include <math.h>

/* Where a single cell in a large pixel comes close to: its color must not yet be near
 * the dead one. */
#define LAST_POSITION 0.85

#define STEPS (LIFE_DENSITY_INDICES - 2)

/* Beyond these it looks no different: a scale of numbers, and of whether there is any. */
#define MIN_GAIN 1e-12
#define MAX_GAIN 1e12

/* More than what functions of different C libraries differ by. */
#define TIE 1e-12

/* With n of N cells alive, index 1 + STEPS · log (1 + gain·n) / log (1 + gain·N),
 * rounded; here the least n of index @index, from 2 on. */
static gdouble
min_cells (gdouble gain, gdouble maximum, guint index)
{
  gain = gain > MIN_GAIN ? MIN (gain, MAX_GAIN) : MIN_GAIN;
  return expm1 ((index - 1.5) / STEPS * log1p (gain * maximum)) / gain;
}

/* A cell counts 2^@cell_bits. */
static void
init_min (guint64 thresholds[LIFE_DENSITY_INDICES], gdouble gain,
    gdouble maximum, gint cell_bits)
{
  thresholds[0] = 0;
  thresholds[1] = 1;
  for (guint i = 2; i < LIFE_DENSITY_INDICES; i++) {
    gdouble cells = min_cells (gain, maximum, i);
    gdouble sum = ceil (ldexp (cells, cell_bits) * (1 - TIE));

    thresholds[i] = MAX (thresholds[i - 1], (guint64) sum);
  }
}

void
life_density_init (guint64 thresholds[LIFE_DENSITY_INDICES], gdouble gain,
    gdouble zoom, guint fraction_bits)
{
  gdouble side = 1 / MAX (zoom, LIFE_MAPPING_MIN_ZOOM);

  init_min (thresholds, gain, side * side, 2 * (gint) fraction_bits);
}

void
life_density_init_counts (
    guint64 thresholds[LIFE_DENSITY_INDICES], gdouble gain, guint64 maximum)
{
  init_min (thresholds, gain, (gdouble) maximum, 0);
}

void
life_density_init_numbers (
    gdouble thresholds[LIFE_DENSITY_INDICES], gdouble gain, gdouble maximum)
{
  thresholds[0] = 0;
  thresholds[1] = G_MINDOUBLE;
  for (guint i = 2; i < LIFE_DENSITY_INDICES; i++)
    thresholds[i] =
        MAX (thresholds[i - 1], min_cells (gain, maximum, i) * (1 - TIE));
}

void
life_density_of_points (guint8 *indices, guint points,
    const guint64 *thresholds, gdouble zoom, guint fraction_bits)
{
  gdouble pixel = ldexp (1 / (zoom * zoom), 2 * fraction_bits);

  for (guint i = 0; i <= points; i++)
    indices[i] = thresholds != NULL
                     ? life_pixel_density (
                         thresholds, (guint64) (pixel * i / points + 0.5))
                     : life_pixel_coverage (i, points, 255.0 / points);
}

gdouble
life_density_position (guint index)
{
  return LAST_POSITION * (LIFE_DENSITY_INDICES - 1 - index) / STEPS;
}
