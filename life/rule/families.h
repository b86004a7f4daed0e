/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The families of rules: one row for each. transition.h has what they compute. */
#pragma once

#include "life/rule/notation.h"

/*
 * LifeRuleFamily:
 * @family: the family
 * @dimensions: those of the worlds that it is for; 0: 2 and 3
 * @is_1d: the bottom row of a world is the present
 * @recognises: (nullable): whether a text starts as its rules do
 * @read: (nullable): reads all of the text
 * @append: adds the canonical spelling of a rule, without its suffix
 * @is_same: whether two rules that agree in dimensions, states and neighborhood are the same
 * @to_map: (nullable): makes the map of a rule of radius 1 in 2D
 *
 * What the members of a family have in common.
 */
typedef struct {
  LifeFamily family;
  guint dimensions;
  gboolean is_1d;
  gboolean (*recognises) (LifeRuleReader *reader);
  gboolean (*read) (LifeRuleReader *reader, LifeRule *rule);
  void (*append) (GString *text, const LifeRule *rule);
  gboolean (*is_same) (const LifeRule *a, const LifeRule *b);
  void (*to_map) (const LifeRule *rule, guint64 map[8]);
} LifeRuleFamily;

/* Returns: the row of @family */
const LifeRuleFamily *life_family_get (LifeFamily family);

/* Returns: the family that reads the text behind @reader: counts, if no other one recognizes
 * it */
const LifeRuleFamily *life_family_recognise (LifeRuleReader *reader);
