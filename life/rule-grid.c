/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads the suffix of a rule, which gives the world's size and topology. */
#include <string.h>

#include "life/rule-reader.h"

static gboolean
read_side (LifeRuleReader *reader, guint32 *side)
{
  const gchar *at;
  guint64 number;
  gchar c = life_rule_peek (reader);

  at = reader->at;
  if (!g_ascii_isdigit (c))
    return life_rule_fail_expected (reader, "a number of cells");
  number = life_rule_read_number (reader);
  if (number == 0)
    return life_rule_fail_at (reader, at,
        "a side of 0 cells means an infinite one, which no world here has:"
        " give a number of cells");
  if (number > G_MAXUINT32)
    return life_rule_fail_at (
        reader, at, "a side has at most %u cells", (guint) G_MAXUINT32);
  *side = number;
  c = life_rule_peek (reader);
  if (c == '+' || c == '-' || c == '*')
    return life_rule_fail_unsupported (
        reader, reader->at, "grids with shifted or twisted edges");
  return TRUE;
}

static gboolean
read_sides (LifeRuleReader *reader, LifeGeometry *grid)
{
  if (!read_side (reader, &grid->width))
    return FALSE;
  grid->height = grid->width;
  grid->depth = reader->dimensions == 3 ? grid->width : 1;
  if (!life_rule_accept (reader, ',')) {
    if (life_rule_peek (reader) != '\0')
      return life_rule_fail_expected (reader, "\",\" or the end");
    return TRUE;
  }
  if (!read_side (reader, &grid->height))
    return FALSE;
  if (reader->dimensions == 3) {
    if (!life_rule_accept (reader, ','))
      return life_rule_fail_expected (reader, "\",\" and the depth");
    if (!read_side (reader, &grid->depth))
      return FALSE;
  } else if (life_rule_peek (reader) == ',') {
    return life_rule_fail_at (reader, reader->at,
        "a third size is 3D notation, which needs a world-depth of more than"
        " 1");
  }
  if (life_rule_peek (reader) != '\0')
    return life_rule_fail_expected (reader, "the end");
  return TRUE;
}

/* What follows the colon. */
gboolean
life_rule_read_suffix (LifeRuleReader *reader, LifeRule *rule)
{
  gchar c = life_rule_peek (reader);

  if (c != '\0' && strchr ("kcs", c) != NULL)
    return life_rule_fail_at (reader, reader->at,
        "topology %c is not supported, use T (torus) or P (plane)",
        g_ascii_toupper (c));
  if (c != 't' && c != 'p')
    return life_rule_fail_expected (reader, "T (torus) or P (plane)");
  reader->at++;
  rule->bounded = TRUE;
  rule->grid.topology = c == 't' ? LIFE_TOPOLOGY_TORUS : LIFE_TOPOLOGY_PLANE;
  return read_sides (reader, &rule->grid);
}
