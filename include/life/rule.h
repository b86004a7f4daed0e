/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules: which cells are born and which survive, and the text that says so. */
#pragma once

#include <life/geometry.h>

G_BEGIN_DECLS

/**
 * LifeFamily:
 * @LIFE_FAMILY_TOTALISTIC: a cell's next state follows from its own state and
 *   from how many of its neighbours are alive ("B/S")
 *
 * The kinds of rules. Each family has its own members in #LifeRule.
 */
typedef enum {
  LIFE_FAMILY_TOTALISTIC,
} LifeFamily;

/**
 * LifeNeighbourhood:
 * @LIFE_NEIGHBOURHOOD_MOORE: every cell that touches: 8 in 2D, 26 in 3D
 *
 * Which cells are a cell's neighbours.
 */
typedef enum {
  LIFE_NEIGHBOURHOOD_MOORE,
} LifeNeighbourhood;

/**
 * LifeRule:
 * @family: the kind of rule
 * @neighbourhood: which cells count
 * @dimensions: 2 or 3
 * @states: 2; the families to come have more
 * @birth: bit n: a dead cell with n live neighbours is born
 * @survival: bit n: a live cell with n live neighbours stays alive
 * @bounded: the text ended in a topology suffix (`:T64,48`); @grid holds it
 * @grid: the size and topology of that suffix
 *
 * A parsed rule. A plain value: copy it, compare it with life_rule_equal().
 */
typedef struct {
  LifeFamily family;
  LifeNeighbourhood neighbourhood;
  guint dimensions;
  guint states;
  guint32 birth;
  guint32 survival;
  gboolean bounded;
  LifeGeometry grid;
} LifeRule;

/**
 * life_rule_parse:
 * @text: `B3/S23`, `b3s23`, `23/3`, `S23/B3`, spaces anywhere, a well-known
 *   name (`life`, `highlife`, …), all with an optional suffix `:T64,48`
 *   (torus) or `:P64,48` (plane); in 3D also `B6/S5..7`, `B13,14,17..19/S13..26`
 *   and Golly's `3D5,6,7/6`
 * @dimensions: 2 or 3, the world's
 * @rule: (out caller-allocates): the rule
 * @error: return location
 *
 * Reads a rule. Errors (%LIFE_ERROR_RULE) name the character at fault and what
 * was expected there; a 3D notation in two dimensions, or the reverse, is one.
 *
 * Returns: %TRUE when @rule was filled
 */
LIFE_API gboolean life_rule_parse (
    const gchar *text, guint dimensions, LifeRule *rule, GError **error);

/**
 * life_rule_to_string:
 * @rule: a rule
 *
 * The one canonical spelling, suffix included: `B3/S23`, `B36/S125:T64,48`,
 * in 3D `B6/S5..7` (ranges of three counts and more, commas wherever a count
 * exceeds 9). Parsing it gives an equal rule.
 *
 * Returns: (transfer full): the text
 */
LIFE_API gchar *life_rule_to_string (const LifeRule *rule);

/**
 * life_rule_equal:
 * @a: a rule
 * @b: a rule
 *
 * Returns: whether both make the same next generation of every world (the
 *   suffix is not looked at)
 */
LIFE_API gboolean life_rule_equal (const LifeRule *a, const LifeRule *b);

/**
 * life_rule_names:
 *
 * Returns: (transfer none): the well-known names, %NULL-terminated, sorted
 */
LIFE_API const gchar *const *life_rule_names (void);

G_END_DECLS
