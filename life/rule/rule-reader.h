/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Goes through the text of a rule, for the files that read the notations. */
#pragma once

#include "life/rule/rule-private.h"

/* Larger numbers become this one, which is far above every limit. */
#define LIFE_RULE_NUMBER_MAX G_GUINT64_CONSTANT (1000000000000)

/*
 * LifeRuleReader:
 * @text: the whole rule, which messages quote
 * @at: the next character
 * @end: one past the last one of the part that is read
 * @dimensions: 2 or 3, the world's
 * @error: return location for what is wrong
 * @folders: (nullable): where table rules are searched for first
 *
 * A position in the text of a rule.
 */
typedef struct {
  const gchar *text;
  const gchar *at;
  const gchar *end;
  guint dimensions;
  GError **error;
  const gchar *const *folders;
} LifeRuleReader;

/*
 * life_rule_peek:
 *
 * Returns: the next character in lower case, spaces skipped; 0 at the end
 */
gchar life_rule_peek (LifeRuleReader *reader);

/*
 * life_rule_peek_after:
 *
 * Returns: the one after that
 */
gchar life_rule_peek_after (LifeRuleReader *reader);

/*
 * life_rule_accept:
 *
 * Steps over @c, if it comes next. Returns: whether it did
 */
gboolean life_rule_accept (LifeRuleReader *reader, gchar c);

/*
 * life_rule_read_number:
 *
 * Reads digits without spaces between them.
 *
 * Returns: the number, %LIFE_RULE_NUMBER_MAX where it is larger
 */
guint64 life_rule_read_number (LifeRuleReader *reader);

/*
 * life_rule_fail_at:
 * @at: the wrong character
 * @format: what is wrong with it, and what was expected
 *
 * Sets the error. Returns: %FALSE
 */
gboolean life_rule_fail_at (LifeRuleReader *reader, const gchar *at,
    const gchar *format, ...) G_GNUC_PRINTF (3, 4);

/*
 * life_rule_fail_expected:
 * @expected: what was expected instead of the next character
 *
 * Sets the error. Returns: %FALSE
 */
gboolean life_rule_fail_expected (
    LifeRuleReader *reader, const gchar *expected);

/*
 * life_rule_accept_dots:
 *
 * Steps over "..", if that comes next. Returns: whether it did
 */
gboolean life_rule_accept_dots (LifeRuleReader *reader);

/*
 * life_rule_accept_slash:
 *
 * Steps over a slash or an underscore, which separate a rule's halves. Returns:
 * whether it did
 */
gboolean life_rule_accept_slash (LifeRuleReader *reader);

/*
 * life_rule_read_states:
 *
 * Reads the number of states that may be at the end, after a slash, a capital
 * C, a G, or a slash and one of these letters.
 *
 * Returns: whether there was one
 */
gboolean life_rule_read_states (LifeRuleReader *reader, LifeRule *rule);

/*
 * life_rule_read_state_number:
 *
 * Reads the number itself.
 */
gboolean life_rule_read_state_number (LifeRuleReader *reader, LifeRule *rule);
