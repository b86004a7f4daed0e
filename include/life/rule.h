/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules: which cells are born and which survive, and the text that describes that. */
#pragma once

#include <life/geometry.h>

G_BEGIN_DECLS

/**
 * LifeFamily:
 * @LIFE_FAMILY_TOTALISTIC: a cell's next state follows from its own state and
 *   from how many of its neighbors are alive ("B/S"); with more than two states
 *   cells age as in @LIFE_FAMILY_LARGER_THAN_LIFE ("Generations")
 * @LIFE_FAMILY_MAP: from its own state and which of the 8 cells around it are
 *   alive: isotropic non-totalistic rules (Hensel's letters) and `MAP…`; with more
 *   than two states cells age likewise
 * @LIFE_FAMILY_LARGER_THAN_LIFE: from how many cells up to some radius are alive;
 *   a live cell that does not survive ages through the states above 1 and is then
 *   dead, and only state 1 counts as alive
 * @LIFE_FAMILY_TABLE: from its own state and those of the 8 or 4 cells around it,
 *   looked up in a table
 * @LIFE_FAMILY_WOLFRAM: one-dimensional: the bottom row is the present
 *   generation, and its history scrolls up. Soups fill that row only, and patterns
 *   go to the bottom
 * @LIFE_FAMILY_MARGOLUS: from the block of 2 × 2 cells that it is in; the blocks of odd
 *   generations begin a cell further right and down
 * @LIFE_FAMILY_CYCLIC: from its own state and how many cells up to some radius above 1 are
 *   in the next one; those of radius 1 are tables
 *
 * The kinds of rules.
 */
typedef enum {
  LIFE_FAMILY_TOTALISTIC,
  LIFE_FAMILY_MAP,
  LIFE_FAMILY_LARGER_THAN_LIFE,
  LIFE_FAMILY_TABLE,
  LIFE_FAMILY_WOLFRAM,
  LIFE_FAMILY_MARGOLUS,
  LIFE_FAMILY_CYCLIC,
} LifeFamily;

/**
 * LifeNeighborhood:
 * @LIFE_NEIGHBORHOOD_MOORE: every cell up to the radius along each axis; at
 *   radius 1 those that touch: 8 in 2D, 26 in 3D
 * @LIFE_NEIGHBORHOOD_VON_NEUMANN: those up to the radius in steps along the
 *   axes: 4 in 2D; in 3D the 6 that share a face
 * @LIFE_NEIGHBORHOOD_HEXAGONAL: those up to the radius in steps on a hexagonal grid; at
 *   radius 1 those that touch, without the north-east and south-west ones: 6, 2D
 * @LIFE_NEIGHBORHOOD_CIRCULAR: those in a circle around the cell, 2D
 * @LIFE_NEIGHBORHOOD_CORNERS: the 8 that touch at a corner only, 3D
 * @LIFE_NEIGHBORHOOD_EDGES: the 12 that touch along an edge only, 3D
 * @LIFE_NEIGHBORHOOD_CROSS: those up to the radius in the same row and column, 2D
 * @LIFE_NEIGHBORHOOD_EUCLIDEAN: those up to the radius as the crow flies, 2D
 * @LIFE_NEIGHBORHOOD_CHECKERBOARD: every second one, among them those that share an
 *   edge, 2D
 * @LIFE_NEIGHBORHOOD_ALIGNED_CHECKERBOARD: the other ones, among them those that touch at
 *   a corner, 2D
 * @LIFE_NEIGHBORHOOD_SALTIRE: those on both diagonals, 2D
 * @LIFE_NEIGHBORHOOD_STAR: those in the same row and column and on both diagonals, 2D
 * @LIFE_NEIGHBORHOOD_HASH: those in the rows above and below and in the columns to the
 *   left and right, 2D
 * @LIFE_NEIGHBORHOOD_ASTERISK: those along the three axes of a hexagonal grid, 2D
 * @LIFE_NEIGHBORHOOD_TRIPOD: those along three of its six directions, 2D
 * @LIFE_NEIGHBORHOOD_TRIANGULAR: those of a triangular grid, whose cells point down where
 *   column and row add up to an odd number, and up elsewhere, 2D
 * @LIFE_NEIGHBORHOOD_GAUSSIAN: every cell up to the radius, and the cell itself; nearer
 *   ones weigh more, 2D
 * @LIFE_NEIGHBORHOOD_WEIGHTED: each cell weighs what the rule defines, 2D
 * @LIFE_NEIGHBORHOOD_CUSTOM: those that the rule names, 2D
 *
 * Which cells are a cell's neighbors.
 */
typedef enum {
  LIFE_NEIGHBORHOOD_MOORE,
  LIFE_NEIGHBORHOOD_VON_NEUMANN,
  LIFE_NEIGHBORHOOD_HEXAGONAL,
  LIFE_NEIGHBORHOOD_CIRCULAR,
  LIFE_NEIGHBORHOOD_CORNERS,
  LIFE_NEIGHBORHOOD_EDGES,
  LIFE_NEIGHBORHOOD_CROSS,
  LIFE_NEIGHBORHOOD_EUCLIDEAN,
  LIFE_NEIGHBORHOOD_CHECKERBOARD,
  LIFE_NEIGHBORHOOD_ALIGNED_CHECKERBOARD,
  LIFE_NEIGHBORHOOD_SALTIRE,
  LIFE_NEIGHBORHOOD_STAR,
  LIFE_NEIGHBORHOOD_HASH,
  LIFE_NEIGHBORHOOD_ASTERISK,
  LIFE_NEIGHBORHOOD_TRIPOD,
  LIFE_NEIGHBORHOOD_TRIANGULAR,
  LIFE_NEIGHBORHOOD_GAUSSIAN,
  LIFE_NEIGHBORHOOD_WEIGHTED,
  LIFE_NEIGHBORHOOD_CUSTOM,
} LifeNeighborhood;

/**
 * LifeRule:
 *
 * A parsed rule. Nothing changes it; it is counted by references, and many threads may
 * read it at once.
 */
typedef struct _LifeRule LifeRule;

/**
 * life_rule_parse:
 * @text: in 2D counts (`B3/S23`, `b3s23`, `23/3`, `S23/B3`), with letters
 *   (`B2-a/S12`), neighborhood (`B2/S34H`, `B13/S024V`) and states (`B2/S345/4`,
 *   `345/2/4`, `B2/S/C3`); `MAP…`; `R5,C0,M1,S34..58,B34..45,NM`;
 *   `R2,C0,S2,5-7,B3`; `W30`; `M0,8,4,3,…`; in 3D
 *   `B6/S5..7`, `B13,14,17..19/S13..26`, `B1,3/S0..6F`, `4/4/5/M`, `5766` and
 *   Golly's `3D5,6,7/6`; or a well-known name (`life`, `highlife`, …); or two of these that
 *   alternate (`B3/S23|B36/S23`). All with
 *   spaces anywhere and an optional suffix: `:T64,48` (torus), `:P64,48` (plane),
 *   in 2D also `:T30+5,20`, `:K30*,20`, `:C30,20` and `:S30`
 * @dimensions: 2 or 3, the world's; 0: 3 if the suffix gives a third side above 1
 *   (`:T64,48,32`), or one side to a rule that is none in 2D (`clouds:T64`); else 2
 * @error: return location
 *
 * Reads a rule. Errors name the character at fault and what was expected there; a
 * 3D notation in two dimensions, or the reverse, is one. A map that counts can express
 * becomes a totalistic rule. docs/reference/rules.md describes each notation.
 *
 * Errors: as life_rule_parse_in() has them, since a text may name a table rule.
 *
 * Returns: (transfer full): the rule, or %NULL
 */
LIFE_API LifeRule *life_rule_parse (
    const gchar *text, guint dimensions, GError **error);

/**
 * life_rule_parse_in:
 * @text: as for life_rule_parse(), or the name of a table rule
 * @dimensions: as for life_rule_parse()
 * @folders: (nullable) (array zero-terminated=1): where the files of table rules
 *   are looked for first: folders, or files that may hold the rule themselves (a
 *   pattern, a zip archive); in file name encoding
 * @error: return location
 *
 * As life_rule_parse(), which has no folders of its own. A text that no other
 * notation reads is the name of a table rule in Golly's format: `Codd` is read from
 * `Codd.rule` in the first folder that has that file: those in @folders, then
 * `life/rules` in g_get_user_data_dir(), `~/.golly/Rules` and
 * `/usr/share/golly/Rules`; then the built-in ones are searched. Capitals matter only
 * where names differ in nothing else. A table is freed with the last rule that uses it.
 *
 * Errors in such a file name it, its line and column.
 *
 * Errors: %LIFE_ERROR_RULE for the text and for the content of such a file,
 * %LIFE_ERROR_FILE if the file cannot be read, %LIFE_ERROR_MEMORY.
 *
 * Returns: (transfer full): the rule, or %NULL
 */
LIFE_API LifeRule *life_rule_parse_in (const gchar *text, guint dimensions,
    const gchar *const *folders, GError **error);

/**
 * life_rule_load:
 * @path: a file in Golly's format for table rules, in file name encoding
 * @error: return location
 *
 * Reads a table rule, which is called as the file is without its ending.
 *
 * Errors: %LIFE_ERROR_RULE for the content of the file, with line and column,
 * %LIFE_ERROR_FILE if it cannot be read, %LIFE_ERROR_MEMORY.
 *
 * Returns: (transfer full): the rule, of two dimensions, or %NULL
 */
LIFE_API LifeRule *life_rule_load (const gchar *path, GError **error);

/**
 * life_rule_ref:
 * @rule: a rule
 *
 * Returns: (transfer full): a reference to it
 */
LIFE_API LifeRule *life_rule_ref (const LifeRule *rule);

/**
 * life_rule_unref:
 * @rule: (transfer full) (nullable): a rule
 *
 * Gives a reference back; the rule goes with the last one.
 */
LIFE_API void life_rule_unref (LifeRule *rule);

/**
 * life_rule_without_grid:
 * @rule: a rule
 *
 * Returns: (transfer full): the same rule without a suffix
 */
LIFE_API LifeRule *life_rule_without_grid (const LifeRule *rule);

/**
 * life_rule_get_dimensions:
 * @rule: a rule
 *
 * Returns: 2 or 3, those of its worlds
 */
LIFE_API guint life_rule_get_dimensions (const LifeRule *rule);

/**
 * life_rule_get_states:
 * @rule: a rule
 *
 * Returns: how many states a cell may be in, 2 … 256; state 0 is dead, 1 alive
 */
LIFE_API guint life_rule_get_states (const LifeRule *rule);

/**
 * life_rule_get_family:
 * @rule: a rule
 *
 * Returns: the kind of rule that it is
 */
LIFE_API LifeFamily life_rule_get_family (const LifeRule *rule);

/**
 * life_rule_get_neighborhood:
 * @rule: a rule
 *
 * Returns: which cells are looked at
 */
LIFE_API LifeNeighborhood life_rule_get_neighborhood (const LifeRule *rule);

/**
 * life_rule_is_hexagonal:
 * @rule: a rule
 *
 * Returns: whether its cells lie on a hexagonal grid: its neighborhood is one of those that do,
 *   or weights say so
 */
LIFE_API gboolean life_rule_is_hexagonal (const LifeRule *rule);

/**
 * life_rule_get_radius:
 * @rule: a rule
 *
 * Returns: how many cells away along an axis a neighbor lies at most: 1, or the radius
 *   of Larger than Life. Life goes so far per generation at most
 */
LIFE_API guint life_rule_get_radius (const LifeRule *rule);

/**
 * life_rule_get_grid:
 * @rule: a rule
 *
 * Returns: (transfer none) (nullable): the size and topology that the text's suffix
 *   gave (`:T64,48`), or %NULL if it had none
 */
LIFE_API const LifeGeometry *life_rule_get_grid (const LifeRule *rule);

/**
 * life_rule_has_b0:
 * @rule: a rule
 *
 * Returns: whether a dead cell among dead cells comes alive, so that an empty world
 *   does not stay empty
 */
LIFE_API gboolean life_rule_has_b0 (const LifeRule *rule);

/**
 * life_rule_get_color:
 * @rule: a rule
 * @state: one of its states
 *
 * Returns: the color that a table rule's file gives the state, ARGB with full alpha,
 *   or 0 if none is given; life_view_color_states() finds one for each
 */
LIFE_API guint32 life_rule_get_color (const LifeRule *rule, guint state);

/**
 * life_rule_get_state_name:
 * @rule: a rule
 * @state: one of its states
 *
 * Returns: (transfer none) (nullable): the name that the section `@NAMES` of a table rule's
 *   file gives the state, or %NULL
 */
LIFE_API const gchar *life_rule_get_state_name (
    const LifeRule *rule, guint state);

/**
 * life_rule_to_string:
 * @rule: a rule
 *
 * The one canonical spelling, suffix included: `B3/S23`, `B36/S125:T64,48`,
 * `B2-a/S12`, `B2/S345/4`, `B2/S34H`, in 3D `B6/S5..7` (ranges of three counts
 * and more, commas wherever a count exceeds 9). A map is written in counts, with
 * letters, or as `MAP…`, whichever can express it first. Parsing it gives an equal
 * rule, and in 2D Golly reads it too.
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
 * Returns: (transfer none): the well-known names of rules in two dimensions,
 *   %NULL-terminated, sorted
 */
LIFE_API const gchar *const *life_rule_names (void);

/**
 * life_rule_names_3d:
 *
 * Returns: (transfer none): those of rules in three, %NULL-terminated, sorted
 */
LIFE_API const gchar *const *life_rule_names_3d (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeRule, life_rule_unref)

G_END_DECLS
