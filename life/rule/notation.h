/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files that read and write rules share; each handles a family's notation, and
 * rule-reader.h goes through the text. */
#pragma once

#include "life/rule/rule-reader.h"

/* Reads the suffix, which is all text up to @reader's end. Returns: whether it could; if not,
 * the error is set. */
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

/* Makes an empty rule the one of @table, which it owns from then on. */
void life_rule_set_table (LifeRule *rule, struct _LifeRuleTable *table);

/* The canonical spelling of counts, and whether two rules have the same. */
void life_rule_append_counts (GString *text, const LifeRule *rule);
gboolean life_rule_is_same_counts (const LifeRule *a, const LifeRule *b);

/* Read the text after "NW" and "N@". The radius and the number of states are known. */
gboolean life_larger_weights_read (LifeRuleReader *reader, LifeRule *rule);
gboolean life_larger_cells_read (LifeRuleReader *reader, LifeRule *rule);

/* Writes it. */
void life_larger_weights_append (GString *text, const LifeRule *rule);

/* The suffix of counts and maps: the number of states, if it is not two. Golly reads it
 * without a letter. */
void life_rule_append_states (GString *text, const LifeRule *rule);

/* The suffix after a colon: the size and the topology. */
void life_rule_append_grid (
    GString *text, const LifeGeometry *grid, guint dimensions);

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

/* Cells of a map: those at corners, and those that a hexagon does not touch. */
#define LIFE_MAP_CORNERS (1u << 8 | 1u << 6 | 1u << 2 | 1u)
#define LIFE_MAP_OFF_HEXAGON (1u << 6 | 1u << 2)

/* Whether the map is the same whatever these cells are. */
gboolean life_rule_map_ignores (const guint64 map[8], guint cells);

/* Turns a map that counts of neighbors can express into a totalistic rule. */
void life_rule_simplify (LifeRule *rule);

/*
 * LifeRuleFamily:
 * @family: the family
 * @dimensions: those of the worlds that it is for; 0: 2 and 3
 * @is_1d: the bottom row of a world is the present
 * @recognizes: (nullable): whether a text starts as its rules do
 * @read: (nullable): reads all text up to the reader's end into a rule of which only the
 *   dimensions are set
 * @append: adds the canonical spelling of a rule, without its suffix
 * @is_same: whether two rules that agree in dimensions, states and neighborhood are the same
 * @to_map: (nullable): makes the map of a rule of radius 1 in 2D
 * @is_cyclic: (nullable): whether no state of a rule is another kind than the others, so that a
 *   soup has all of them; else its live cells are in state 1
 *
 * What the members of a family have in common: the row that the file of each family has.
 * transition.h has what they compute.
 */
typedef struct {
  LifeFamily family;
  guint dimensions;
  gboolean is_1d;
  gboolean (*recognizes) (LifeRuleReader *reader);
  gboolean (*read) (LifeRuleReader *reader, LifeRule *rule);
  void (*append) (GString *text, const LifeRule *rule);
  gboolean (*is_same) (const LifeRule *a, const LifeRule *b);
  void (*to_map) (const LifeRule *rule, guint64 map[8]);
  gboolean (*is_cyclic) (const LifeRule *rule);
} LifeRuleFamily;

/* The families: the first that recognizes a text reads it, counts if none does. What cannot be
 * read may be the name of a table, whose row is before those of notations for tables. */
#define LIFE_RULE_FAMILIES(each)                                        \
  each (table) each (marked) each (cyclic) each (wolfram) each (larger) \
      each (margolus) each (map) each (counts)

#define LIFE_DECLARE_FAMILY(name) \
  extern const LifeRuleFamily life_family_##name;
LIFE_RULE_FAMILIES (LIFE_DECLARE_FAMILY)
