/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads totalistic rules, whose births and survivals are counts of neighbours. */
#include <string.h>

#include "life/rule-reader.h"

typedef struct {
  gchar letter; /* 'b', 's', or 0 where none was given */
  const gchar *start;
  guint32 counts;
} Section;

static gboolean
accept_range_dots (LifeRuleReader *reader)
{
  if (life_rule_peek (reader) != '.' || life_rule_peek_after (reader) != '.')
    return FALSE;
  life_rule_accept (reader, '.');
  return life_rule_accept (reader, '.');
}

/* A character that no count can be: says which kind of 3D rule has it. */
static gboolean
fail_count_3d (LifeRuleReader *reader)
{
  gchar c = life_rule_peek (reader);
  gboolean last = life_rule_peek_after (reader) == '\0';

  if (c == '/')
    return life_rule_fail_unsupported (reader, reader->at,
        "rules with states or a neighbourhood after a second \"/\"");
  if (last && strchr (reader->prefixed ? "fvceh" : "fce", c) != NULL)
    return life_rule_fail_unsupported (
        reader, reader->at, "3D neighbourhoods other than all 26 cells");
  if (strchr ("-ceakinyqjrtwzvh", c) != NULL)
    return life_rule_fail_at (reader, reader->at,
        "\"%c\" is 2D notation (world-depth 1); a 3D rule has counts of 0 to"
        " 26 only",
        *reader->at);
  return life_rule_fail_expected (
      reader, reader->list ? "\",\", \"..\" or \"/\"" : "a count or \"/\"");
}

/* The same in 2D. */
static gboolean
fail_count_2d (LifeRuleReader *reader)
{
  gchar c = life_rule_peek (reader);
  gboolean last = life_rule_peek_after (reader) == '\0';

  if (c == '/')
    return life_rule_fail_unsupported (
        reader, reader->at, "Generations rules (a second \"/\")");
  if (c == 'g' || *reader->at == 'C')
    return life_rule_fail_unsupported (
        reader, reader->at, "Generations rules (a number of states)");
  if (c == ',' || c == '.')
    return life_rule_fail_at (reader, reader->at,
        "lists and ranges of counts are 3D notation, which needs a world-depth"
        " of more than 1");
  if (last && c == 'v')
    return life_rule_fail_unsupported (
        reader, reader->at, "rules with the von Neumann neighbourhood (V)");
  if (last && c == 'h')
    return life_rule_fail_unsupported (
        reader, reader->at, "rules with the hexagonal neighbourhood (H)");
  if (strchr ("-ceakinyqjrtwz", c) != NULL)
    return life_rule_fail_unsupported (reader, reader->at,
        "isotropic non-totalistic rules (letters after a count)");
  return life_rule_fail_expected (reader, "a count of 0 to 8");
}

static gboolean
read_digits (LifeRuleReader *reader, guint32 *counts)
{
  for (; g_ascii_isdigit (life_rule_peek (reader)); reader->at++) {
    guint count = *reader->at - '0';

    if (reader->dimensions == 2 && count > 8)
      return life_rule_fail_at (
          reader, reader->at, "a cell has at most 8 neighbours");
    *counts |= 1u << count;
  }
  return TRUE;
}

static gboolean
read_listed_count (LifeRuleReader *reader, guint *count)
{
  const gchar *at;
  guint64 number;

  if (!g_ascii_isdigit (life_rule_peek (reader)))
    return life_rule_fail_expected (reader, "a count of 0 to 26");
  at = reader->at;
  number = life_rule_read_number (reader);
  if (number > 26)
    return life_rule_fail_at (reader, at,
        "a cell has at most 26 neighbours (with \",\" or \"..\" in a rule, all"
        " its counts are separated by commas)");
  *count = number;
  return TRUE;
}

static gboolean
read_list (LifeRuleReader *reader, guint32 *counts)
{
  while (g_ascii_isdigit (life_rule_peek (reader))) {
    const gchar *at = reader->at;
    guint first = 0, last;

    if (!read_listed_count (reader, &first))
      return FALSE;
    last = first;
    if (accept_range_dots (reader) && !read_listed_count (reader, &last))
      return FALSE;
    if (last < first)
      return life_rule_fail_at (
          reader, at, "the range %u..%u runs backwards", first, last);
    for (; first <= last; first++)
      *counts |= 1u << first;
    if (!life_rule_accept (reader, ','))
      break;
  }
  return TRUE;
}

static gboolean
read_section (LifeRuleReader *reader, Section *section)
{
  gchar c = life_rule_peek (reader);

  section->start = reader->at;
  if (!reader->prefixed && (c == 'b' || c == 's')) {
    section->letter = c;
    reader->at++;
  }
  if (reader->list)
    return read_list (reader, &section->counts);
  return read_digits (reader, &section->counts);
}

/* Whether the text is a word that counts cannot be. */
static gboolean
is_word (LifeRuleReader *reader)
{
  const gchar *c;
  gboolean word = FALSE;

  for (c = reader->at; c < reader->end; c++) {
    if (g_ascii_isdigit (*c) || *c == '/')
      return FALSE;
    word |= g_ascii_isalpha (*c) && strchr ("bBsS", *c) == NULL;
  }
  return word;
}

/* Text that has no count at its start: another kind of rule, or none. */
static gboolean
fail_start (LifeRuleReader *reader)
{
  gchar c = life_rule_peek (reader), next = life_rule_peek_after (reader);

  if (c == 'r' && g_ascii_isdigit (next))
    return life_rule_fail_unsupported (
        reader, reader->at, "Larger than Life rules (R…)");
  if (c == 'w' && g_ascii_isdigit (next))
    return life_rule_fail_unsupported (
        reader, reader->at, "Wolfram's one-dimensional rules (W…)");
  if (reader->end - reader->at >= 3
      && g_ascii_strncasecmp (reader->at, "MAP", 3) == 0)
    return life_rule_fail_unsupported (reader, reader->at, "MAP rules");
  if (is_word (reader))
    return life_rule_fail_at (reader, reader->at,
        "no rule of this name is known, expected counts (%s)",
        reader->dimensions == 2 ? "B3/S23" : "B6/S567");
  return life_rule_fail_expected (reader,
      reader->dimensions == 2
          ? "counts (B3/S23, 23/3) or the name of a rule (life, highlife)"
          : "counts (B6/S567, B6/S5..7, 3D5..7/6)");
}

static gboolean
check_start (LifeRuleReader *reader)
{
  gchar c = life_rule_peek (reader);

  if (g_ascii_isdigit (c) || c == '/')
    return TRUE;
  if (reader->prefixed)
    return life_rule_fail_expected (reader, "survival counts or \"/\"");
  return (c == 'b' || c == 's') && !is_word (reader) ? TRUE
                                                     : fail_start (reader);
}

static gboolean
assign_sections (
    LifeRuleReader *reader, const Section sections[2], LifeRule *rule)
{
  gchar first = sections[0].letter, second = sections[1].letter;

  if (first != 0 && first == second)
    return life_rule_fail_at (reader, sections[1].start,
        "%c is given a second time", g_ascii_toupper (second));
  /* Without letters survival stands first; one letter decides both. */
  if (first == 'b' || second == 's') {
    rule->birth = sections[0].counts;
    rule->survival = sections[1].counts;
  } else {
    rule->survival = sections[0].counts;
    rule->birth = sections[1].counts;
  }
  return TRUE;
}

static gboolean
accept_3d_prefix (LifeRuleReader *reader)
{
  return life_rule_peek (reader) == '3' && life_rule_peek_after (reader) == 'd'
         && life_rule_accept (reader, '3') && life_rule_accept (reader, 'd');
}

/* There was one section only, and nothing says which one. */
static gboolean
fail_lone_section (LifeRuleReader *reader)
{
  if (reader->prefixed)
    return life_rule_fail_expected (reader, "\"/\" and birth counts");
  if (reader->dimensions == 3 && !reader->list)
    return life_rule_fail_at (reader, reader->at,
        "expected \"/\", found the end (Bays' four digits are not supported"
        " by this version: write 5766 as B6/S567)");
  return life_rule_fail_expected (reader, "\"/\" or the letters B and S");
}

gboolean
life_rule_read_counts (LifeRuleReader *reader, LifeRule *rule)
{
  Section sections[2] = { { 0 }, { 0 } };
  const gchar *start = reader->at;
  gboolean slash;
  gchar c;

  reader->prefixed = accept_3d_prefix (reader);
  if (reader->prefixed && reader->dimensions == 2)
    return life_rule_fail_at (reader, start,
        "\"3D\" is 3D notation, which needs a world-depth of more than 1");
  reader->list =
      reader->dimensions == 3
      && (reader->prefixed || memchr (start, ',', reader->end - start) != NULL
          || memchr (start, '.', reader->end - start) != NULL);
  if (!check_start (reader) || !read_section (reader, &sections[0]))
    return FALSE;
  slash = life_rule_accept (reader, '/');
  c = life_rule_peek (reader);
  if (slash || (sections[0].letter != 0 && (c == 'b' || c == 's'))) {
    if (!read_section (reader, &sections[1]))
      return FALSE;
  } else if (c == '\0' && sections[0].letter == 0) {
    return fail_lone_section (reader);
  }
  if (life_rule_peek (reader) != '\0')
    return reader->dimensions == 2 ? fail_count_2d (reader)
                                   : fail_count_3d (reader);
  return assign_sections (reader, sections, rule);
}
