/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checks of how rules are read and written, for the tests of rules. */
#pragma once

#include <string.h>

#include <life/error.h>
#include <life/rule.h>

#include "tests/support/text/rule-value.h"

static inline LifeRule
read_rule (guint dimensions, const gchar *text)
{
  GError *error = NULL;
  LifeRule rule = { 0 };

  parse_rule (text, dimensions, &rule, &error);
  g_assert_no_error (error);
  return rule;
}

static inline void
assert_reads (guint dimensions, const gchar *text, const gchar *canonical)
{
  LifeRule rule = read_rule (dimensions, text);
  g_autofree gchar *written = life_rule_to_string (&rule);

  g_assert_cmpstr (written, ==, canonical);
}

/* Fails unless every piece of @expected, a list ended by NULL, is in the
 * message. */
static inline void G_GNUC_NULL_TERMINATED
assert_refuses (guint dimensions, const gchar *text, ...)
{
  g_autoptr (GError) error = NULL;
  const gchar *piece;
  va_list pieces;

  if (life_rule_parse (text, dimensions, &error) != NULL)
    g_error ("\"%s\" is no error", text);
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_RULE);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  va_start (pieces, text);
  while ((piece = va_arg (pieces, const gchar *)) != NULL) {
    if (strstr (error->message, piece) == NULL)
      g_error ("\"%s\" is not in: %s", piece, error->message);
  }
  va_end (pieces);
}

static inline LifeRule
make_rule (guint dimensions, guint32 birth, guint32 survival)
{
  LifeRule rule = { LIFE_FAMILY_TOTALISTIC, LIFE_NEIGHBORHOOD_MOORE, dimensions,
    2, birth, survival };

  return rule;
}

static inline void
assert_same_grid (const LifeGeometry *a, const LifeGeometry *b)
{
  g_assert_cmpuint (a->width, ==, b->width);
  g_assert_cmpuint (a->height, ==, b->height);
  g_assert_cmpuint (a->depth, ==, b->depth);
  g_assert_cmpint (a->topology, ==, b->topology);
  g_assert_cmpint (a->vertical_twist, ==, b->vertical_twist);
  g_assert_cmpint (a->shift_x, ==, b->shift_x);
  g_assert_cmpint (a->shift_y, ==, b->shift_y);
}

/* Fails unless what is written reads as the same rule, which is written the
 * same. */
static inline void
assert_survives_writing (const LifeRule *rule)
{
  g_autofree gchar *text = life_rule_to_string (rule);
  g_autofree gchar *again = NULL;
  LifeRule read = read_rule (rule->dimensions, text);

  if (!life_rule_equal (rule, &read))
    g_error ("%s reads as B %x, S %x, not B %x, S %x", text, read.birth,
        read.survival, rule->birth, rule->survival);
  g_assert_cmpint (read.bounded, ==, rule->bounded);
  assert_same_grid (&read.grid, &rule->grid);
  again = life_rule_to_string (&read);
  g_assert_cmpstr (again, ==, text);
}
