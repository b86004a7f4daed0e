/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files that read and write rules share, each a family's notation; the
 * walk through the text is in reader.h. */
#pragma once

#include "life/rule/reader.h"

G_BEGIN_DECLS

/* Each of them reads the text up to @reader's end, all of it, into a @rule that
 * holds its dimensions and is a dead one otherwise. Return: whether it was
 * filled; if not, the error is set. */
G_GNUC_INTERNAL gboolean life_rule_read_counts (
    LifeRuleReader *reader, LifeRule *rule);
G_GNUC_INTERNAL gboolean life_rule_read_larger (
    LifeRuleReader *reader, LifeRule *rule);
G_GNUC_INTERNAL gboolean life_rule_read_map (
    LifeRuleReader *reader, LifeRule *rule);
G_GNUC_INTERNAL gboolean life_rule_read_grid (
    LifeRuleReader *reader, LifeRule *rule);

/*
 * life_rule_read_table:
 * @problem: (transfer full): what is wrong with the text in the notation that it
 *   resembles most
 *
 * Reads the name of a table rule, where the text is none of the notations above.
 */
G_GNUC_INTERNAL gboolean life_rule_read_table (
    LifeRuleReader *reader, GError *problem, LifeRule *rule);

G_GNUC_INTERNAL void life_rule_append_larger (
    GString *text, const LifeRule *rule);
G_GNUC_INTERNAL void life_rule_append_map (GString *text, const LifeRule *rule);

/* Of a dead or of a live cell: bit i of element n: n neighbours in the
 * arrangement that Hensel calls by the i-th of the letters that there are for n
 * neighbours; for 0 and 8, which have no letters, bit 0. */
typedef struct {
  guint16 letters[9];
} LifeArrangements;

/*
 * life_hensel_read:
 * @reader: stands behind the digit @count
 * @count: of 0 to 8 neighbours
 * @stop: a capital C is no letter but starts the number of states
 * @arrangements: those that the text means are added here
 *
 * Reads the letters of a count: none, some, or some behind "-".
 */
G_GNUC_INTERNAL gboolean life_hensel_read (LifeRuleReader *reader, guint count,
    gboolean stop, LifeArrangements *arrangements);

G_GNUC_INTERNAL void life_hensel_append (
    GString *text, const LifeArrangements *arrangements);

/* Whether a cell with all of its arrangements or none at each count. */
G_GNUC_INTERNAL gboolean life_hensel_is_totalistic (
    const LifeArrangements *arrangements);

G_GNUC_INTERNAL void life_hensel_to_map (const LifeArrangements *birth,
    const LifeArrangements *survival, guint64 map[8]);

/* Returns: whether letters can say the map */
G_GNUC_INTERNAL gboolean life_hensel_from_map (
    const guint64 map[8], LifeArrangements *birth, LifeArrangements *survival);

/*
 * life_rule_to_map:
 *
 * Returns: whether @rule looks at the 9 cells of a map only, and @map says which
 *   of them make a live cell
 */
G_GNUC_INTERNAL gboolean life_rule_to_map (
    const LifeRule *rule, guint64 map[8]);

/* Makes a map that counts of neighbours can say a totalistic rule. */
G_GNUC_INTERNAL void life_rule_simplify (LifeRule *rule);

G_END_DECLS
