/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Weights of the cells around a cell: read, written, and found by their distance. */
#include "life/rule/larger-weights.h"

#include <string.h>

#include "life/rule/notation.h"
#include "life/rule/transition.h"

/* --- The object --- */

LifeLargerWeights *
life_larger_weights_ref (LifeLargerWeights *weights)
{
  g_atomic_int_inc (&weights->references);
  return weights;
}

void
life_larger_weights_unref (LifeLargerWeights *weights)
{
  if (!g_atomic_int_dec_and_test (&weights->references))
    return;
  g_free (weights->weights);
  g_free (weights->states);
  g_free (weights);
}

static gsize
count_cells (const LifeRule *rule)
{
  const gsize side = 2 * (gsize) rule->radius + 1;

  return side * side;
}

/* --- Reading --- */

static guint
count_digits (const LifeRuleReader *reader)
{
  LifeRuleReader ahead = *reader;
  guint n = 0;

  for (; g_ascii_isxdigit (life_rule_peek (&ahead)); ahead.at++)
    n++;
  return n;
}

static gint
read_digit (LifeRuleReader *reader)
{
  life_rule_peek (reader);
  return g_ascii_xdigit_value (*reader->at++);
}

/* The letter of a grid that is not square. */
static void
read_grid (LifeRuleReader *reader, LifeLargerWeights *weights)
{
  const gchar c = life_rule_peek (reader);

  if (c != 'h' && c != 'l')
    return;
  weights->grid = g_ascii_toupper (c);
  reader->at++;
}

static LifeLargerWeights *
new_weights (LifeRule *rule)
{
  LifeLargerWeights *weights = g_new0 (LifeLargerWeights, 1);

  weights->references = 1;
  weights->weights = g_new0 (gint8, count_cells (rule));
  rule->weights = weights;
  return weights;
}

static gboolean
read_state_weights (LifeRuleReader *reader, LifeRule *rule)
{
  const guint found = count_digits (reader);

  if (found != rule->states) {
    life_rule_peek (reader);
    return life_rule_fail_at (reader, reader->at,
        "expected %u hexadecimal digits, the weight of each state, found %u",
        rule->states, found);
  }
  rule->weights->states = g_new0 (guint8, rule->states);
  for (guint i = 0; i < rule->states; i++)
    rule->weights->states[i] = read_digit (reader);
  return TRUE;
}

gboolean
life_larger_weights_read (LifeRuleReader *reader, LifeRule *rule)
{
  const guint cells = count_cells (rule), found = count_digits (reader);
  LifeLargerWeights *weights;

  if (found != cells && found != 2 * cells) {
    life_rule_peek (reader);
    return life_rule_fail_at (reader, reader->at,
        "expected %u hexadecimal digits, the weight of each cell up to 7, or "
        "%u, up to 127, found %u",
        cells, 2 * cells, found);
  }
  weights = new_weights (rule);
  for (guint i = 0; i < cells; i++) {
    gint weight = read_digit (reader), sign = 8;

    if (found > cells) {
      weight = 16 * weight + read_digit (reader);
      sign = 128;
    }
    weights->weights[i] = weight & sign ? sign - weight : weight;
  }
  if (life_rule_accept (reader, ',') && !read_state_weights (reader, rule))
    return FALSE;
  read_grid (reader, weights);
  return TRUE;
}

gboolean
life_larger_cells_read (LifeRuleReader *reader, LifeRule *rule)
{
  const guint digits = rule->radius * (rule->radius + 1);
  const guint found = count_digits (reader);
  LifeLargerWeights *weights;
  gint digit = 0;

  if (found != digits) {
    life_rule_peek (reader);
    return life_rule_fail_at (reader, reader->at,
        "expected %u hexadecimal digits, a bit for each cell but the middle "
        "one, found %u",
        digits, found);
  }
  weights = new_weights (rule);
  for (guint i = 0; i < 4 * digits; i++) {
    if (i % 4 == 0)
      digit = read_digit (reader);
    weights->weights[i < 2 * digits ? i : i + 1] = digit >> (3 - i % 4) & 1;
  }
  read_grid (reader, weights);
  return TRUE;
}

/* --- Writing and comparing --- */

/* Two digits where one is not enough for each. */
static void
append_weights (GString *text, const gint8 *weights, gsize n)
{
  gint sign = 8;

  for (gsize i = 0; i < n; i++)
    if (ABS (weights[i]) >= sign)
      sign = 128;
  for (gsize i = 0; i < n; i++) {
    const gint weight = weights[i] < 0 ? sign - weights[i] : weights[i];

    if (sign == 128)
      g_string_append_printf (text, "%02X", weight);
    else
      g_string_append_printf (text, "%X", weight);
  }
}

static void
append_cells (GString *text, const gint8 *weights, gsize n)
{
  guint digit = 0;

  for (gsize i = 0; i < n - 1; i++) {
    digit = digit << 1 | weights[i < n / 2 ? i : i + 1];
    if (i % 4 == 3) {
      g_string_append_printf (text, "%X", digit);
      digit = 0;
    }
  }
}

void
life_larger_weights_append (GString *text, const LifeRule *rule)
{
  const LifeLargerWeights *weights = rule->weights;
  const gsize n = count_cells (rule);

  if (rule->neighborhood == LIFE_NEIGHBORHOOD_CUSTOM)
    append_cells (text, weights->weights, n);
  else
    append_weights (text, weights->weights, n);
  for (guint i = 0; weights->states != NULL && i < rule->states; i++)
    g_string_append_printf (text, i == 0 ? ",%X" : "%X", weights->states[i]);
  if (weights->grid != 0)
    g_string_append_c (text, weights->grid);
}

gboolean
life_larger_weights_are_same (const LifeRule *a, const LifeRule *b)
{
  if (a->weights == NULL || b->weights == NULL)
    return a->weights == b->weights;
  if (memcmp (a->weights->weights, b->weights->weights, count_cells (a)) != 0
      || life_larger_flips (a) != life_larger_flips (b))
    return FALSE;
  for (guint state = 0; state < a->states; state++)
    if (life_larger_value (a, state) != life_larger_value (b, state))
      return FALSE;
  return TRUE;
}

/* --- By the distance --- */

gboolean
life_larger_flips (const LifeRule *rule)
{
  return rule->neighborhood == LIFE_NEIGHBORHOOD_TRIANGULAR
         || (rule->weights != NULL && rule->weights->grid == 'L');
}

/* A triangle of twice as many columns as rows, wider above than below its middle row by a cell
 * on either side; @radius of the columns. */
static gboolean
is_in_triangle (gint radius, gint dx, gint dy)
{
  return ABS (dy) <= radius / 2
         && ABS (dx) <= radius - ABS (dy) + (dy < 0 ? 1 : 0);
}

gint
life_larger_weight (const LifeRule *rule, gboolean odd, gint dx, gint dy)
{
  const gint radius = rule->radius, side = 2 * radius + 1;
  const gint middle = dx == 0 && dy == 0 && rule->middle;

  if (odd && life_larger_flips (rule))
    dy = -dy;
  switch (rule->neighborhood) {
    case LIFE_NEIGHBORHOOD_GAUSSIAN:
      return (radius + 1 - ABS (dx)) * (radius + 1 - ABS (dy)) + middle;
    case LIFE_NEIGHBORHOOD_WEIGHTED:
    case LIFE_NEIGHBORHOOD_CUSTOM:
      return rule->weights->weights[(dy + radius) * side + dx + radius]
             + middle;
    case LIFE_NEIGHBORHOOD_TRIANGULAR:
      return dx == 0 && dy == 0 ? middle : is_in_triangle (radius, dx, dy);
    default:
      return dx == 0 && dy == 0
                 ? middle
                 : life_is_neighbor (rule->neighborhood, radius, dx, dy, 0);
  }
}

guint
life_larger_value (const LifeRule *rule, guint state)
{
  return rule->weights != NULL && rule->weights->states != NULL
             ? rule->weights->states[state]
             : state == 1;
}

LifeLargerLimits
life_larger_limits (const LifeRule *rule)
{
  const gint radius = rule->radius;
  LifeLargerLimits limits = { 0 };
  guint value = 0;

  for (guint state = 0; state < rule->states; state++)
    value = MAX (value, life_larger_value (rule, state));
  for (gint dy = -radius; dy <= radius; dy++)
    for (gint dx = -radius; dx <= radius; dx++) {
      const gint weight = life_larger_weight (rule, FALSE, dx, dy);

      *(weight < 0 ? &limits.lowest : &limits.highest) +=
          (gint64) weight * value;
    }
  return limits;
}

gint64
life_larger_dead_count (const LifeRule *rule)
{
  const gint radius = rule->radius;
  const gint value = life_larger_value (rule, 0);
  gint64 count = 0;

  if (value == 0)
    return 0;
  for (gint dy = -radius; dy <= radius; dy++)
    for (gint dx = -radius; dx <= radius; dx++)
      count += value * life_larger_weight (rule, FALSE, dx, dy);
  return count;
}

/* As life_larger_weight(), of any cell, and without the rule's middle. */
static gint
find_weight (const LifeRule *rule, gboolean odd, gint dx, gint dy)
{
  const gint radius = rule->radius;

  if (ABS (dx) > radius)
    return 0;
  return life_larger_weight (rule, odd, dx, dy)
         - (dx == 0 && dy == 0 && rule->middle);
}

GArray *
life_larger_taps (const LifeRule *rule, gboolean odd, guint stride)
{
  GArray *taps = g_array_new (FALSE, FALSE, sizeof (LifeLargerTap));
  const gint radius = rule->radius, by = stride;

  for (gint dy = -radius; dy <= radius; dy++)
    for (gint dx = -radius - by; dx <= radius; dx++) {
      const gint weight =
          find_weight (rule, odd, dx, dy)
          - (stride > 0 ? find_weight (rule, odd, dx + by, dy) : 0);
      const LifeLargerTap tap = { dx, dy, weight };

      if (weight != 0)
        g_array_append_val (taps, tap);
    }
  return taps;
}
