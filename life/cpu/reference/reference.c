/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Advances a world of bytes: every family of rules on every topology, written
 * to be obviously right rather than fast. All other kernels are compared with
 * it. */
#include "life/cpu/reference/reference.h"

#include "life/rule/larger-counts.h"
#include "life/rule/larger-weights.h"
#include "life/rule/table/rule-table.h"
#include "life/rule/transition.h"
#include "life/world/topology.h"

/* For loops over the cells of a row: tests spend most of their time there, and
 * sanitizers that check every cell would multiply it. */
#define UNCHECKED __attribute__ ((no_sanitize ("address", "undefined")))

/* Copies row (@y, @z) with @reach cells on either side; any of them may lie
 * outside the world. */
static void
copy_row (
    const LifeReference *self, gint64 y, gint64 z, gint64 reach, guint8 *row)
{
  const LifeGeometry *geometry = self->geometry;
  gint64 width = geometry->width;
  gboolean inside =
      y >= 0 && y < geometry->height && z >= 0 && z < geometry->depth;

  if (inside)
    memcpy (row + reach, life_reference_row (self, y, z), width);
  for (gint64 x = -reach; x < width + reach; x++) {
    gint64 from_x, from_y = y, from_z = z;

    if (x == 0 && inside)
      x = width;
    from_x = x;
    row[reach + x] = life_topology_find (geometry, &from_x, &from_y, &from_z)
                         ? life_reference_row (self, from_y, from_z)[from_x]
                         : 0;
  }
}

UNCHECKED static void
add_alive (guint32 *counts, const guint8 *row, gsize width)
{
  for (gsize x = 0; x < width; x++)
    counts[x] += row[x] == 1;
}

/* Counts the neighbors of each cell of row (@y, @z) that are in state 1, and
 * the cell itself where the rule counts it. */
static void
count_neighbors (
    const LifeReference *self, gsize y, gsize z, guint32 *counts, guint8 *row)
{
  const LifeRule *rule = &self->rule;
  gsize width = self->geometry->width;
  gint reach = MAX (1, rule->radius);
  gint deep = rule->dimensions == 3 ? reach : 0;

  memset (counts, 0, width * sizeof (*counts));
  for (gint dz = -deep; dz <= deep; dz++)
    for (gint dy = -reach; dy <= reach; dy++) {
      copy_row (self, (gint64) y + dy, (gint64) z + dz, reach, row);
      for (gint dx = -reach; dx <= reach; dx++) {
        gboolean itself = dx == 0 && dy == 0 && dz == 0;
        if (itself ? rule->middle
                   : life_is_neighbor (rule->neighborhood, reach, dx, dy, dz))
          add_alive (counts, row + reach + dx, width);
      }
    }
}

UNCHECKED static void
add_equal (
    guint32 *counts, const guint8 *row, const guint8 *following, gsize width)
{
  for (gsize x = 0; x < width; x++)
    counts[x] += row[x] == following[x];
}

/* Counts the neighbors of each cell of row @y that are in the state after its own. */
static void
count_following (
    const LifeReference *self, gsize y, guint32 *counts, guint8 *row)
{
  const LifeRule *rule = &self->rule;
  const gsize width = self->geometry->width;
  const gint reach = (gint) rule->radius;
  const guint8 *cells = life_reference_row (self, y, 0);
  g_autofree guint8 *following = g_malloc (width);

  for (gsize x = 0; x < width; x++)
    following[x] = life_following_state (cells[x], rule->states);
  memset (counts, 0, width * sizeof (*counts));
  for (gint dy = -reach; dy <= reach; dy++) {
    copy_row (self, (gint64) y + dy, 0, reach, row);
    for (gint dx = -reach; dx <= reach; dx++)
      if ((dx != 0 || dy != 0)
          && life_is_neighbor (rule->neighborhood, reach, dx, dy, 0))
        add_equal (counts, row + reach + dx, following, width);
  }
}

UNCHECKED static void
add_weights (guint32 *counts, const guint8 *row, const guint32 *values,
    const gint weights[2], gsize width)
{
  for (gsize x = 0; x < width; x++)
    counts[x] += values[row[x]] * (guint32) weights[x % 2];
}

/* Adds up the weights of the cells around each cell of row @y, modulo 2^32. */
static void
count_weights (const LifeReference *self, gsize y, guint32 *counts, guint8 *row)
{
  const LifeRule *rule = &self->rule;
  const gint reach = rule->radius;
  guint32 values[256];

  for (guint state = 0; state < rule->states; state++)
    values[state] = life_larger_value (rule, state);
  memset (counts, 0, self->geometry->width * sizeof (*counts));
  for (gint dy = -reach; dy <= reach; dy++) {
    copy_row (self, (gint64) y + dy, 0, reach, row);
    for (gint dx = -reach; dx <= reach; dx++) {
      const gint weights[] = { life_larger_weight (rule, y % 2 == 1, dx, dy),
        life_larger_weight (rule, y % 2 == 0, dx, dy) };

      if (weights[0] != 0 || weights[1] != 0)
        add_weights (
            counts, row + reach + dx, values, weights, self->geometry->width);
    }
  }
}

UNCHECKED static void
append_alive (guint32 *numbers, const guint8 *row, gsize width)
{
  for (gsize x = 0; x < width; x++)
    numbers[x] = numbers[x] << 1 | (row[x] == 1);
}

/* Reads the 3×3 cells around each cell of a row as a number, the first the
 * highest bit. */
static void
read_neighbors (
    const LifeReference *self, gsize y, guint32 *numbers, guint8 *row)
{
  gsize width = self->geometry->width;

  memset (numbers, 0, width * sizeof (*numbers));
  for (gint dy = -1; dy <= 1; dy++) {
    copy_row (self, (gint64) y + dy, 0, 1, row);
    for (gint dx = 0; dx <= 2; dx++)
      append_alive (numbers, row + dx, width);
  }
}

static void
step_wolfram_row (const LifeReference *self, gsize y, guint8 *next, guint8 *row)
{
  gsize width = self->geometry->width;
  gsize bottom = self->geometry->height - 1;

  if (y < bottom) {
    memcpy (next, life_reference_row (self, y + 1, 0), width);
    return;
  }
  copy_row (self, bottom, 0, 1, row);
  for (gsize x = 0; x < width; x++)
    next[x] = life_next_of_family (LIFE_FAMILY_WOLFRAM, &self->rule, row[x + 1],
        row[x] << 2 | row[x + 1] << 1 | row[x + 2]);
}

/* Advances a row under a rule that lists counts, or gives weights. */
static void
advance_listed_row (const LifeRule *rule, const guint8 *cells,
    const guint32 *counts, guint8 *next, gsize width)
{
  for (gsize x = 0; x < width; x++)
    next[x] = life_next_state (cells[x], rule->states,
        life_larger_lives (rule, cells[x], (gint32) counts[x]));
}

static void
step_tabled_row (const LifeReference *self, gsize y, guint8 *next)
{
  const LifeRuleTable *table = self->rule.table;
  gsize width = self->geometry->width, stride = width + 2;
  g_autofree guint8 *rows = g_malloc (3 * stride);

  for (gint dy = 0; dy <= 2; dy++)
    copy_row (self, (gint64) y + dy - 1, 0, 1, rows + dy * stride);
  for (gsize x = 0; x < width; x++) {
    guint8 cells[9];

    for (gint dy = 0; dy <= 2; dy++)
      memcpy (cells + 3 * dy, rows + dy * stride + x, 3);
    next[x] = life_next_tabled (table->tree, table->entries, cells);
  }
}

/* Each cell from the block that it is in, which may lie partly beyond an edge. */
static void
step_margolus_row (const LifeReference *self, gsize y, guint8 *next)
{
  const gsize width = self->geometry->width, stride = width + 2;
  const gsize odd = self->rule.odd_blocks ? 1 : 0, below = (y + odd) % 2;
  g_autofree guint8 *rows = g_malloc (2 * stride);
  const guint8 *upper = rows, *lower = rows + stride;

  copy_row (self, (gint64) y - (gint64) below, 0, 1, rows);
  copy_row (self, (gint64) y - (gint64) below + 1, 0, 1, rows + stride);
  for (gsize x = 0; x < width; x++) {
    const gsize right = (x + odd) % 2, left = x + 1 - right;
    const guint block = upper[left] | upper[left + 1] << 1 | lower[left] << 2
                        | lower[left + 1] << 3;

    next[x] = life_next_in_block (self->rule.blocks, block, right, below);
  }
}

/* Advances a row by the result of count_neighbors() or read_neighbors(). The family is a constant
 * and the rule a copy, which no store of a cell can change, so the compiler chooses once for all
 * cells. */
UNCHECKED static inline void
advance_row (LifeFamily family, LifeRule rule, const guint8 *cells,
    const guint32 *numbers, guint8 *next, gsize width)
{
  for (gsize x = 0; x < width; x++)
    next[x] = life_next_of_family (family, &rule, cells[x], numbers[x]);
}

void
life_reference_step_row (gpointer data, gsize item)
{
  const LifeReference *self = data;
  const LifeRule *rule = &self->rule;
  gsize width = self->geometry->width;
  gsize y = item % self->geometry->height;
  gsize z = item / self->geometry->height;
  const guint8 *cells = life_reference_row (self, y, z);
  guint8 *next = life_reference_previous_row (self, y, z);
  g_autofree guint32 *numbers = g_new (guint32, width);
  g_autofree guint8 *row = g_malloc (width + 2 * MAX (1, rule->radius));

  switch (rule->family) {
    case LIFE_FAMILY_TABLE:
      step_tabled_row (self, y, next);
      break;
    case LIFE_FAMILY_MARGOLUS:
      step_margolus_row (self, y, next);
      break;
    case LIFE_FAMILY_WOLFRAM:
      step_wolfram_row (self, y, next, row);
      break;
    case LIFE_FAMILY_MAP:
      read_neighbors (self, y, numbers, row);
      advance_row (LIFE_FAMILY_MAP, *rule, cells, numbers, next, width);
      break;
    case LIFE_FAMILY_LARGER_THAN_LIFE:
      if (life_larger_is_weighted (rule->neighborhood))
        count_weights (self, y, numbers, row);
      else
        count_neighbors (self, y, z, numbers, row);
      if (rule->counts != NULL || life_larger_is_weighted (rule->neighborhood))
        advance_listed_row (rule, cells, numbers, next, width);
      else
        advance_row (
            LIFE_FAMILY_LARGER_THAN_LIFE, *rule, cells, numbers, next, width);
      break;
    case LIFE_FAMILY_CYCLIC:
      count_following (self, y, numbers, row);
      advance_row (LIFE_FAMILY_CYCLIC, *rule, cells, numbers, next, width);
      break;
    case LIFE_FAMILY_TOTALISTIC:
      count_neighbors (self, y, z, numbers, row);
      advance_row (LIFE_FAMILY_TOTALISTIC, *rule, cells, numbers, next, width);
      break;
  }
}
