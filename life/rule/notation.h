/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files that read and write rules share; each handles a family's notation, reader.h
 * goes through the text, and families.h has the table. */
#pragma once

#include "life/rule/rule-reader.h"

/* Whether the text starts as the family's rules do. */
gboolean life_rule_is_larger (LifeRuleReader *reader);
gboolean life_rule_is_map (LifeRuleReader *reader);
gboolean life_rule_is_wolfram (LifeRuleReader *reader);

/* Each of them reads all text up to @reader's end into @rule, of which only the
 * dimensions are set before. Returns: whether @rule was filled; if not, the
 * error is set. */
gboolean life_rule_read_counts (LifeRuleReader *reader, LifeRule *rule);
gboolean life_rule_read_larger (LifeRuleReader *reader, LifeRule *rule);
gboolean life_rule_read_map (LifeRuleReader *reader, LifeRule *rule);
gboolean life_rule_read_wolfram (LifeRuleReader *reader, LifeRule *rule);
gboolean life_rule_read_grid (LifeRuleReader *reader, LifeRule *rule);

/*
 * life_rule_read_table:
 * @problem: (transfer full): the error in the notation that the text resembles
 *   most
 *
 * Reads the name of a table rule, where the text is none of the notations above.
 */
gboolean life_rule_read_table (
    LifeRuleReader *reader, GError *problem, LifeRule *rule);

/* Makes a dead rule the one of @table, which it takes over. */
void life_rule_take_table (LifeRule *rule, struct _LifeRuleTable *table);

/* The canonical spellings. */
void life_rule_append_counts (GString *text, const LifeRule *rule);
void life_rule_append_larger (GString *text, const LifeRule *rule);
void life_rule_append_map (GString *text, const LifeRule *rule);
void life_rule_append_table (GString *text, const LifeRule *rule);
void life_rule_append_wolfram (GString *text, const LifeRule *rule);

/* What stands behind counts and maps: the number of states, if it is not two. Golly reads it
 * without a letter. */
void life_rule_append_states (GString *text, const LifeRule *rule);

/* What stands behind a colon: the size and the topology. */
void life_rule_append_grid (
    GString *text, const LifeGeometry *grid, guint dimensions);

/* Whether two rules of the family, which agree in dimensions, states and neighborhood, are
 * the same. */
gboolean life_rule_is_same_counts (const LifeRule *a, const LifeRule *b);
gboolean life_rule_is_same_larger (const LifeRule *a, const LifeRule *b);
gboolean life_rule_is_same_map (const LifeRule *a, const LifeRule *b);
gboolean life_rule_is_same_table (const LifeRule *a, const LifeRule *b);
gboolean life_rule_is_same_wolfram (const LifeRule *a, const LifeRule *b);

/* For a dead or for a live cell: bit i of element n is the arrangement of n
 * neighbors with Hensel's i-th letter for n; for 0 and 8, which have no
 * letters, bit 0. */
typedef struct {
  guint16 letters[9];
} LifeArrangements;

/*
 * life_hensel_read:
 * @reader: is after the digit @count
 * @count: 0 to 8 neighbors
 * @stop: a capital C is not a letter but begins the number of states
 * @arrangements: the named ones are added here
 *
 * Reads the letters of a count: none, some, or some after "-".
 */
gboolean life_hensel_read (LifeRuleReader *reader, guint count, gboolean stop,
    LifeArrangements *arrangements);

void life_hensel_append (GString *text, const LifeArrangements *arrangements);

/* Whether each count has all of its arrangements, or none. */
gboolean life_hensel_is_totalistic (const LifeArrangements *arrangements);

void life_hensel_to_map (const LifeArrangements *birth,
    const LifeArrangements *survival, guint64 map[8]);

/* Returns: whether letters can express the map */
gboolean life_hensel_from_map (
    const guint64 map[8], LifeArrangements *birth, LifeArrangements *survival);

/* The map of a rule in 2D, of radius 1, that depends on nothing but the 9 cells of one. */
void life_rule_fill_map (const LifeRule *rule, guint64 map[8]);

/* Turns a map that counts of neighbors can express into a totalistic rule. */
void life_rule_simplify (LifeRule *rule);
