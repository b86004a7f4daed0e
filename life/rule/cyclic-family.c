/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* MCell's cyclic rules, "R1/T3/C32/NM", of which those of radius 1 become tables; with "GH"
 * those of Greenberg and Hastings, read as the Generations that they are. */
#include <string.h>

#include "life/rule/neighborhood.h"
#include "life/rule/notation.h"
#include "life/rule/table/computed-table.h"

/* The highest radius, which is MCell's. */
#define RADIUS_MAX 10

typedef struct {
  guint radius, threshold, states;
  LifeNeighborhood neighborhood;
  gboolean excitable; /* "GH": only state 0 waits for its neighbors */
} Cyclic;

static gboolean
is_notation (LifeRuleReader *reader)
{
  LifeRuleReader ahead = *reader;

  return life_rule_accept (&ahead, 'r')
         && g_ascii_isdigit (life_rule_peek (&ahead))
         && life_rule_read_number (&ahead) > 0
         && life_rule_peek (&ahead) == '/';
}

static gboolean
read_number (
    LifeRuleReader *reader, gchar letter, LifeCountRange limits, guint *number)
{
  g_autofree gchar *expected = g_strdup_printf ("%c and a number of %u to %u",
      g_ascii_toupper (letter), limits.first, limits.last);
  const gchar *at;
  guint64 value;

  if (!life_rule_accept (reader, letter)
      || !g_ascii_isdigit (life_rule_peek (reader)))
    return life_rule_fail_expected (reader, expected);
  at = reader->at;
  value = life_rule_read_number (reader);
  if (value < limits.first || value > limits.last)
    return life_rule_fail_at (reader, at, "expected %s", expected);
  *number = (guint) value;
  return TRUE;
}

static gboolean
accept_slash (LifeRuleReader *reader)
{
  return life_rule_accept (reader, '/')
         || life_rule_fail_expected (
             reader, "\"/\": a cyclic rule is R1/T3/C32/NM");
}

static gboolean
read_neighborhood (LifeRuleReader *reader, Cyclic *cyclic)
{
  if (!life_rule_accept (reader, 'n'))
    return life_rule_fail_expected (reader, "NM or NN");
  cyclic->neighborhood = life_rule_accept (reader, 'm')
                             ? LIFE_NEIGHBORHOOD_MOORE
                             : LIFE_NEIGHBORHOOD_VON_NEUMANN;
  return cyclic->neighborhood == LIFE_NEIGHBORHOOD_MOORE
         || life_rule_accept (reader, 'n')
         || life_rule_fail_expected (
             reader, "M or N: cyclic rules have the neighborhoods NM and NN");
}

static gboolean
read_text (LifeRuleReader *reader, Cyclic *cyclic, const gchar **threshold_at)
{
  if (!read_number (
          reader, 'r', (LifeCountRange){ 1, RADIUS_MAX }, &cyclic->radius)
      || !accept_slash (reader))
    return FALSE;
  *threshold_at = reader->at;
  if (!read_number (reader, 't', (LifeCountRange){ 1, 440 }, &cyclic->threshold)
      || !accept_slash (reader)
      || !read_number (reader, 'c', (LifeCountRange){ 2, 256 }, &cyclic->states)
      || !accept_slash (reader) || !read_neighborhood (reader, cyclic))
    return FALSE;
  if (life_rule_accept (reader, '/')) {
    if (!life_rule_accept (reader, 'g') || !life_rule_accept (reader, 'h'))
      return life_rule_fail_expected (reader, "GH");
    cyclic->excitable = TRUE;
  }
  return life_rule_peek (reader) == '\0'
         || life_rule_fail_expected (
             reader, cyclic->excitable ? "the end" : "\"/GH\" or the end");
}

/* --- Greenberg and Hastings --- */

/* The same rule with so many neighbors in state 1 for a birth, and no survival. */
static gboolean
read_excitable (LifeRuleReader *reader, const Cyclic *cyclic, guint n_neighbors,
    LifeRule *rule)
{
  g_autofree gchar *text = g_strdup_printf ("R%u,C%u,M0,S,B%u..%u,N%c",
      cyclic->radius, cyclic->states, cyclic->threshold, n_neighbors,
      cyclic->neighborhood == LIFE_NEIGHBORHOOD_MOORE ? 'M' : 'N');
  LifeRuleReader larger = { text, text, text + strlen (text),
    reader->dimensions, reader->error };

  if (cyclic->radius > 1)
    return life_family_larger.read (&larger, rule);
  rule->states = cyclic->states;
  rule->neighborhood = cyclic->neighborhood;
  rule->birth = (2u << n_neighbors) - (1u << cyclic->threshold);
  return TRUE;
}

/* --- Tables --- */

/* How many neighbors are in the next state, as far as it matters. */
static guint64
see (
    gconstpointer data, guint itself, guint64 seen, guint neighbor, guint state)
{
  const Cyclic *cyclic = data;

  (void) neighbor;
  return MIN (
      cyclic->threshold, seen + (state == (itself + 1) % cyclic->states));
}

static guint
next_state (gconstpointer data, guint itself, guint64 seen)
{
  const Cyclic *cyclic = data;

  return seen < cyclic->threshold ? itself : (itself + 1) % cyclic->states;
}

static gboolean
set_table (LifeRuleReader *reader, const Cyclic *cyclic, guint n_neighbors,
    LifeRule *rule)
{
  g_autofree gchar *name =
      g_strdup_printf ("R1/T%u/C%u/N%c", cyclic->threshold, cyclic->states,
          cyclic->neighborhood == LIFE_NEIGHBORHOOD_MOORE ? 'M' : 'N');
  const LifeComputedRule computed = { name, cyclic->states, n_neighbors, see,
    next_state, cyclic };

  LifeRuleTable *table = life_rule_table_compute (&computed);

  if (table == NULL)
    return life_rule_fail_at (reader, reader->text,
        "the table of this rule would be too large: give fewer states");
  table->threshold = cyclic->threshold;
  life_rule_set_table (rule, table);
  return TRUE;
}

static gboolean
read_cyclic (LifeRuleReader *reader, LifeRule *rule)
{
  Cyclic cyclic = { 0 };
  const gchar *threshold_at = NULL;
  guint n_neighbors;

  if (!read_text (reader, &cyclic, &threshold_at))
    return FALSE;
  n_neighbors = life_rule_neighbors (cyclic.neighborhood, cyclic.radius, 2);
  if (cyclic.threshold > n_neighbors)
    return life_rule_fail_at (reader, threshold_at,
        "a cell has %u neighbors (T1 to T%u)", n_neighbors, n_neighbors);
  if (cyclic.excitable)
    return read_excitable (reader, &cyclic, n_neighbors, rule);
  if (cyclic.radius == 1)
    return set_table (reader, &cyclic, n_neighbors, rule);
  rule->family = LIFE_FAMILY_CYCLIC;
  rule->neighborhood = cyclic.neighborhood;
  rule->states = cyclic.states;
  rule->radius = cyclic.radius;
  rule->threshold = cyclic.threshold;
  return TRUE;
}

/* --- Writing and comparing --- */

static void
append_cyclic (GString *text, const LifeRule *rule)
{
  g_string_append_printf (text, "R%u/T%u/C%u/N%c", rule->radius,
      rule->threshold, rule->states,
      rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE ? 'M' : 'N');
}

static gboolean
is_same (const LifeRule *a, const LifeRule *b)
{
  return a->radius == b->radius && a->threshold == b->threshold;
}

static gboolean
is_cyclic (const LifeRule *rule)
{
  (void) rule;
  return TRUE;
}

const LifeRuleFamily life_family_cyclic = { LIFE_FAMILY_CYCLIC, 2, FALSE,
  is_notation, read_cyclic, append_cyclic, is_same, .is_cyclic = is_cyclic };
