/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules of Larger than Life that the tests of its kernels share. */
#pragma once

#include "tests/support/worlds/world.h"

G_GNUC_UNUSED static const LifeNeighborhood neighborhoods[] = {
  LIFE_NEIGHBORHOOD_MOORE, LIFE_NEIGHBORHOOD_VON_NEUMANN,
  LIFE_NEIGHBORHOOD_CIRCULAR, LIFE_NEIGHBORHOOD_CROSS,
  LIFE_NEIGHBORHOOD_EUCLIDEAN
};

G_GNUC_UNUSED static const guint radii[] = { 1, 2, 3, 5, 7, 8, 10, 11, 17, 50 };

/* Those beyond the near kernels of a GPU. On the CPU sums of columns, of changes and of
 * all cells outgrow bytes and 16 bits at 64, 128 and 256. */
G_GNUC_UNUSED static const guint far_radii[] = { 51, 63, 64, 100, 127, 128, 255,
  256, 500 };

static inline guint32
neighbors_of (LifeNeighborhood neighborhood, gint radius)
{
  guint32 n = 0;

  for (gint dy = -radius; dy <= radius; dy++)
    for (gint dx = -radius; dx <= radius; dx++)
      n += neighborhood == LIFE_NEIGHBORHOOD_MOORE ? 1
           : neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN
               ? ABS (dx) + ABS (dy) <= radius
           : neighborhood == LIFE_NEIGHBORHOOD_CROSS ? dx == 0 || dy == 0
           : neighborhood == LIFE_NEIGHBORHOOD_EUCLIDEAN
               ? dx * dx + dy * dy <= radius * radius
               : dx * dx + dy * dy <= radius * radius + radius;
  return n;
}

/* A rule whose ranges lie around the counts in a soup; @variant changes the
 * rest. */
static inline LifeRule
larger_rule (LifeNeighborhood neighborhood, guint radius, guint variant)
{
  static const guint states[] = { 2, 3, 5, 256 };
  guint32 n = neighbors_of (neighborhood, radius);
  LifeRule rule = { .family = LIFE_FAMILY_LARGER_THAN_LIFE,
    .neighborhood = neighborhood,
    .dimensions = 2,
    .states = states[variant % G_N_ELEMENTS (states)],
    .radius = radius,
    .middle = variant / 4 % 2,
    .birth_range = { n * 30 / 100, n * 40 / 100 },
    .survival_range = { n * 28 / 100, n * 45 / 100 } };

  if (variant % 3 == 0)
    rule.birth_range.first = 0;
  if (variant % 5 == 0)
    rule.survival_range.last = n;
  return rule;
}

G_GNUC_UNUSED static const LifeRule bosco = { .family =
                                                  LIFE_FAMILY_LARGER_THAN_LIFE,
  .neighborhood = LIFE_NEIGHBORHOOD_MOORE,
  .dimensions = 2,
  .states = 2,
  .radius = 5,
  .middle = TRUE,
  .birth_range = { 34, 45 },
  .survival_range = { 34, 58 } };

/* Fails unless each cell of a world that is full counts all its neighbors, and no more:
 * where just that many survive all do, and where one more is needed none. */
static inline void
assert_full_world_counts (LifeWorld *world, LifeRule rule)
{
  const guint32 n =
      neighbors_of (rule.neighborhood, (gint) rule.radius) - !rule.middle;

  for (guint more = 0; more < 2; more++) {
    GError *error = NULL;

    rule.birth_range = (LifeCountRange){ 0, 0 };
    rule.survival_range = (LifeCountRange){ n + more, n + more };
    life_world_set_rule (world, &rule, &error);
    g_assert_no_error (error);
    fill_soup (world, 1, 1.0);
    step (world, 1);
    g_assert_cmpuint (
        statistics_of (world).population, ==, more ? 0 : size_of (world));
  }
}
