/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Walking through the text of a rule, for the files that know a family's notation
 * each; shared by rule*.c and nobody else. */
#pragma once

#include <life/rule.h>

G_BEGIN_DECLS

/* Numbers stop growing here, far above every limit that they are held to. */
#define LIFE_RULE_NUMBER_MAX G_GUINT64_CONSTANT (1000000000000)

/*
 * LifeRuleReader:
 * @text: the whole rule, which messages quote
 * @at: the next character
 * @end: one past the last one of the part that is read
 * @dimensions: 2 or 3, the world's
 * @prefixed: starts with "3D": survival and birth, no letters
 * @list: counts are numbers between commas, not digits
 * @error: return location for what is wrong
 *
 * A place in the text of a rule.
 */
typedef struct {
  const gchar *text;
  const gchar *at;
  const gchar *end;
  guint dimensions;
  gboolean prefixed;
  gboolean list;
  GError **error;
} LifeRuleReader;

/*
 * life_rule_peek:
 *
 * Returns: the next character in lower case, spaces skipped; 0 at the end
 */
G_GNUC_INTERNAL gchar life_rule_peek (LifeRuleReader *reader);

/*
 * life_rule_peek_after:
 *
 * Returns: the one after that
 */
G_GNUC_INTERNAL gchar life_rule_peek_after (LifeRuleReader *reader);

/*
 * life_rule_accept:
 *
 * Steps over @c, if it comes next. Returns: whether it did
 */
G_GNUC_INTERNAL gboolean life_rule_accept (LifeRuleReader *reader, gchar c);

/*
 * life_rule_read_number:
 *
 * Reads digits without spaces between them.
 *
 * Returns: the number, %LIFE_RULE_NUMBER_MAX where it is larger
 */
G_GNUC_INTERNAL guint64 life_rule_read_number (LifeRuleReader *reader);

/*
 * life_rule_fail_at:
 * @at: the character at fault
 * @format: what is wrong with it, and what was expected
 *
 * Sets the error. Returns: %FALSE
 */
G_GNUC_INTERNAL gboolean life_rule_fail_at (LifeRuleReader *reader,
    const gchar *at, const gchar *format, ...) G_GNUC_PRINTF (3, 4);

/*
 * life_rule_fail_expected:
 * @expected: what was expected where the next character stands
 *
 * Sets the error. Returns: %FALSE
 */
G_GNUC_INTERNAL gboolean life_rule_fail_expected (
    LifeRuleReader *reader, const gchar *expected);

G_GNUC_INTERNAL gboolean life_rule_fail_unsupported (
    LifeRuleReader *reader, const gchar *at, const gchar *what);

/* What each of them reads is said where it is defined. All of the text up to
 * @reader's end must be read. Return: whether @rule was filled, the error set if
 * not. */
G_GNUC_INTERNAL gboolean life_rule_read_counts (
    LifeRuleReader *reader, LifeRule *rule);
G_GNUC_INTERNAL gboolean life_rule_read_suffix (
    LifeRuleReader *reader, LifeRule *rule);

G_END_DECLS
