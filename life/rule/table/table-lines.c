/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads the section @TABLE of a .rule file: lines of states and variables. */
#include <string.h>

#include <life/error.h>

#include "life/rule/table/rule-table.h"
#include "life/rule/table/text.h"

gboolean
life_rule_table_at_blank_line (const LifeReader *reader)
{
  LifeReader ahead = *reader;

  life_reader_skip_blanks (&ahead);
  return life_reader_at_line_end (&ahead) || life_reader_peek (&ahead) == '#';
}

gboolean
life_rule_table_at_section_end (const LifeReader *reader)
{
  return life_reader_peek (reader) == LIFE_READER_END
         || (life_reader_peek (reader) == '@'
             && life_reader_at_line_start (reader));
}

static const LifeTableNeighborhood neighborhoods[] = {
  { "vonNeumann", 4, { 1, 3, 4, 2 } },
  { "Moore", 8, { 5, 2, 7, 4, 8, 3, 6, 1 } },
  { "hexagonal", 6, { 3, 5, 2, 6, 4, 1 } },
  { "oneDimensional", 2, { 1, 2 } },
};

static const LifeTableSymmetries symmetries[] = {
  { "none", 0, 1, FALSE, FALSE },
  { "permute", 0, 1, FALSE, TRUE },
  { "rotate4", 4, 4, FALSE, FALSE },
  { "rotate4reflect", 4, 4, TRUE, FALSE },
  { "reflect_horizontal", 4, 1, TRUE, FALSE },
  { "rotate4", 8, 4, FALSE, FALSE },
  { "rotate8", 8, 8, FALSE, FALSE },
  { "rotate4reflect", 8, 4, TRUE, FALSE },
  { "rotate8reflect", 8, 8, TRUE, FALSE },
  { "reflect_horizontal", 8, 1, TRUE, FALSE },
  { "rotate2", 6, 2, FALSE, FALSE },
  { "rotate3", 6, 3, FALSE, FALSE },
  { "rotate6", 6, 6, FALSE, FALSE },
  { "rotate6reflect", 6, 6, TRUE, FALSE },
  { "reflect", 2, 1, TRUE, FALSE },
};

/* More variables would take too much memory. */
#define VARIABLES_MAX 65536

/* --- Words --- */

/* The next word of a line, up to a blank or one of @ends; empty at its end. */
static gchar *
read_word (LifeReader *reader, const gchar *ends)
{
  gsize start;

  life_reader_skip_blanks (reader);
  for (start = reader->at; !life_reader_at_line_end (reader)
                           && strchr (ends, reader->text[reader->at]) == NULL
                           && !g_ascii_isspace (reader->text[reader->at])
                           && reader->text[reader->at] != '#'
                           && reader->text[reader->at] != '\0';)
    reader->at++;
  return g_strndup (reader->text + start, reader->at - start);
}

static gboolean
at_end_of_words (LifeReader *reader)
{
  life_reader_skip_blanks (reader);
  return life_reader_at_line_end (reader) || life_reader_peek (reader) == '#';
}

/* Moves over @word in upper or lower case. */
static gboolean
accept_keyword (LifeReader *reader, const gchar *word)
{
  gsize length = strlen (word);

  if (length > reader->length - reader->at
      || g_ascii_strncasecmp (reader->text + reader->at, word, length) != 0)
    return FALSE;
  reader->at += length;
  return TRUE;
}

/* --- The header --- */

static gboolean
read_states (LifeTableText *text)
{
  gsize at;
  guint64 states;

  life_reader_skip_blanks (text->reader);
  at = text->reader->at;
  if (!life_reader_number (text->reader, "the number of states",
          LIFE_TABLE_STATES, &states, text->error))
    return FALSE;
  if (states < 2)
    return life_reader_fail (text->reader, at, text->error,
        "a rule has 2 to %u states", LIFE_TABLE_STATES);
  if (text->values->len > 0)
    return life_reader_fail (
        text->reader, at, text->error, "n_states is given a second time");
  text->states = states;
  for (guint s = 0; s < LIFE_TABLE_STATES; s++) {
    LifeTableValue *value = g_new0 (LifeTableValue, 1);
    life_states_add (&value->set, s);
    value->states[0] = s;
    value->n_states = 1;
    g_ptr_array_add (text->values, value);
  }
  return TRUE;
}

static gboolean
read_neighborhood (LifeTableText *text)
{
  g_autofree gchar *word = NULL;
  gsize at;

  life_reader_skip_blanks (text->reader);
  at = text->reader->at;
  word = read_word (text->reader, "");
  if (text->lines->len > 0)
    return life_reader_fail (text->reader, at, text->error,
        "the neighborhood comes before the first transition");
  for (guint i = 0; i < G_N_ELEMENTS (neighborhoods); i++)
    if (g_ascii_strcasecmp (word, neighborhoods[i].name) == 0) {
      text->neighborhood = &neighborhoods[i];
      text->symmetries = NULL;
      return TRUE;
    }
  return life_reader_fail (text->reader, at, text->error,
      "expected a neighborhood: vonNeumann, Moore, hexagonal or oneDimensional"
      " (others are emulated by a rule that Golly's RuleTableToTree.py makes)");
}

static gboolean
fail_symmetries (LifeTableText *text, gsize at)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (symmetries); i++)
    if (symmetries[i].neighbors == 0
        || symmetries[i].neighbors == text->neighborhood->neighbors)
      g_string_append_printf (
          names, "%s%s", names->len > 0 ? ", " : "", symmetries[i].name);
  return life_reader_fail (text->reader, at, text->error,
      "expected symmetries that the neighborhood %s has: %s",
      text->neighborhood->name, names->str);
}

static gboolean
read_symmetries (LifeTableText *text)
{
  g_autofree gchar *word = NULL;
  gsize at;

  life_reader_skip_blanks (text->reader);
  at = text->reader->at;
  word = read_word (text->reader, "");
  if (text->neighborhood == NULL)
    return life_reader_fail (text->reader, at, text->error,
        "the neighborhood comes before the symmetries");
  if (text->lines->len > 0)
    return life_reader_fail (text->reader, at, text->error,
        "the symmetries come before the first transition");
  for (guint i = 0; i < G_N_ELEMENTS (symmetries); i++)
    if (g_ascii_strcasecmp (word, symmetries[i].name) == 0
        && (symmetries[i].neighbors == 0
            || symmetries[i].neighbors == text->neighborhood->neighbors)) {
      text->symmetries = &symmetries[i];
      return TRUE;
    }
  return fail_symmetries (text, at);
}

static gboolean
check_header (LifeTableText *text, const gchar *what)
{
  const gchar *missing = text->states == 0            ? "n_states:"
                         : text->neighborhood == NULL ? "neighborhood:"
                         : text->symmetries == NULL   ? "symmetries:"
                                                      : NULL;

  if (missing == NULL)
    return TRUE;
  return life_reader_fail (text->reader, text->reader->at, text->error,
      "expected a line \"%s\" before the first %s", missing, what);
}

/* --- Variables --- */

/* The number of the value that @word stands for; it starts at @at. */
static gboolean
find_value (LifeTableText *text, const gchar *word, gsize at, guint32 *number)
{
  gpointer found;
  guint64 state;
  gchar *end;

  if (g_hash_table_lookup_extended (text->variables, word, NULL, &found)) {
    *number = GPOINTER_TO_UINT (found);
    return TRUE;
  }
  if (!g_ascii_isdigit (*word))
    return life_reader_fail (text->reader, at, text->error,
        *word != '\0' ? "\"%.60s\" is neither a state nor a variable that was"
                        " named before"
                      : "expected a state or a variable%.0s",
        word);
  state = g_ascii_strtoull (word, &end, 10);
  if (*end != '\0')
    return life_reader_fail (text->reader, at, text->error,
        "\"%.60s\" is neither a state nor a variable", word);
  if (state >= text->states)
    return life_reader_fail (text->reader, at, text->error,
        "the states of this rule are 0 to %u", text->states - 1);
  *number = state;
  return TRUE;
}

static void
add_states (LifeTableValue *value, const LifeTableValue *more)
{
  for (guint i = 0; i < more->n_states; i++)
    if (!life_states_has (&value->set, more->states[i])) {
      life_states_add (&value->set, more->states[i]);
      value->states[value->n_states++] = more->states[i];
    }
}

/* Reads states and variables between braces or without them. */
static gboolean
read_members (LifeTableText *text, LifeTableValue *value)
{
  LifeReader *reader = text->reader;

  while (!at_end_of_words (reader)) {
    g_autofree gchar *word = NULL;
    gsize at = reader->at;
    guint32 number;

    if (strchr ("{,}", reader->text[at]) != NULL) {
      reader->at++;
      continue;
    }
    word = read_word (reader, "={,}");
    if (!find_value (text, word, at, &number))
      return FALSE;
    add_states (value, g_ptr_array_index (text->values, number));
  }
  return TRUE;
}

/* Reads the text after "var". */
static gboolean
read_variable (LifeTableText *text)
{
  LifeReader *reader = text->reader;
  LifeTableValue *value;
  gsize at;

  if (!check_header (text, "variable"))
    return FALSE;
  life_reader_skip_blanks (reader);
  at = reader->at;
  if (text->values->len >= VARIABLES_MAX)
    return life_reader_fail (reader, at, text->error, "more than %u variables",
        VARIABLES_MAX - LIFE_TABLE_STATES);
  value = g_new0 (LifeTableValue, 1);
  value->name = read_word (reader, "={,}");
  g_ptr_array_add (text->values, value);
  if (*value->name == '\0')
    return life_reader_fail (
        reader, at, text->error, "expected the name of a variable");
  life_reader_skip_blanks (reader);
  at = reader->at;
  if (!life_reader_accept (reader, "=") && life_reader_peek (reader) != '{')
    return life_reader_fail (
        reader, at, text->error, "expected \"=\" and the variable's states");
  if (!read_members (text, value))
    return FALSE;
  if (value->n_states == 0)
    return life_reader_fail (reader, at, text->error,
        "expected the states of variable %.60s: {0,1}", value->name);
  g_hash_table_insert (
      text->variables, value->name, GUINT_TO_POINTER (text->values->len - 1));
  return TRUE;
}

/* --- Transitions --- */

/* One digit per state, no commas. */
static gboolean
read_digits (LifeTableText *text, LifeTableLine *line)
{
  LifeReader *reader = text->reader;

  for (guint i = 0; i < text->neighborhood->neighbors + 2; i++) {
    gint c = life_reader_peek (reader);
    if (!g_ascii_isdigit (c))
      return life_reader_fail (reader, reader->at, text->error,
          "expected %u digits: the cell, its %u neighbors and what it becomes",
          text->neighborhood->neighbors + 2, text->neighborhood->neighbors);
    if ((guint) c - '0' >= text->states)
      return life_reader_fail (reader, reader->at, text->error,
          "the states of this rule are 0 to %u", text->states - 1);
    line->values[i] = c - '0';
    reader->at++;
  }
  return TRUE;
}

static void
skip_separators (LifeReader *reader)
{
  for (;;) {
    life_reader_skip_blanks (reader);
    if (!life_reader_accept (reader, ","))
      return;
  }
}

/* The next state must be a single one. */
static gboolean
check_output (
    LifeTableText *text, const LifeTableLine *line, guint inputs, gsize at)
{
  const LifeTableValue *value =
      g_ptr_array_index (text->values, line->values[inputs]);

  for (guint i = 0; i < inputs; i++)
    if (line->values[i] == line->values[inputs])
      return TRUE;
  if (value->n_states == 1)
    return TRUE;
  return life_reader_fail (text->reader, at, text->error,
      "a cell becomes one state: %.60s is a variable that this line has nowhere"
      " else",
      value->name);
}

static gboolean
read_words (LifeTableText *text, LifeTableLine *line)
{
  LifeReader *reader = text->reader;
  guint inputs = text->neighborhood->neighbors + 1;
  gsize at = reader->at;

  for (guint i = 0; i <= inputs; i++) {
    g_autofree gchar *word = NULL;

    skip_separators (reader);
    at = reader->at;
    if (at_end_of_words (reader))
      return life_reader_fail (reader, at, text->error,
          "expected %u states or variables (the cell, its %u neighbors and what"
          " it becomes), found %u",
          inputs + 1, inputs - 1, i);
    word = read_word (reader, ",");
    if (!find_value (text, word, at, &line->values[i]))
      return FALSE;
  }
  if (!check_output (text, line, inputs, at))
    return FALSE;
  /* Golly ignores further words, but a further comma is an error. */
  life_reader_skip_blanks (reader);
  if (life_reader_peek (reader) == ',')
    return life_reader_fail (reader, reader->at, text->error,
        "expected %u states or variables (the cell, its %u neighbors and what"
        " it becomes), found more",
        inputs + 1, inputs - 1);
  return TRUE;
}

static gboolean
has_comma (const LifeReader *reader)
{
  LifeReader ahead = *reader;

  for (; !life_reader_at_line_end (&ahead) && life_reader_peek (&ahead) != '#';
       ahead.at++)
    if (life_reader_peek (&ahead) == ',')
      return TRUE;
  return FALSE;
}

static gboolean
read_transition (LifeTableText *text)
{
  LifeTableLine line = { { 0 }, text->reader->at };
  gboolean digits;

  if (!check_header (text, "transition"))
    return FALSE;
  digits = text->states <= 10 && g_hash_table_size (text->variables) == 0
           && !has_comma (text->reader);
  if (!(digits ? read_digits (text, &line) : read_words (text, &line)))
    return FALSE;
  g_array_append_val (text->lines, line);
  return TRUE;
}

static gboolean
read_line (LifeTableText *text)
{
  LifeReader *reader = text->reader;

  life_reader_skip_blanks (reader);
  if (accept_keyword (reader, "n_states:"))
    return read_states (text);
  if (accept_keyword (reader, "neighborhood:"))
    return read_neighborhood (text);
  if (accept_keyword (reader, "symmetries:"))
    return read_symmetries (text);
  if (accept_keyword (reader, "var ") || accept_keyword (reader, "var\t"))
    return read_variable (text);
  return read_transition (text);
}

static void
free_value (gpointer data)
{
  g_free (((LifeTableValue *) data)->name);
  g_free (data);
}

gboolean
life_rule_table_read_lines (
    LifeReader *reader, LifeTransitions *transitions, GError **error)
{
  LifeTableText text = { reader, error };
  gboolean good = TRUE;

  text.values = g_ptr_array_new_with_free_func (free_value);
  text.variables = g_hash_table_new (g_str_hash, g_str_equal);
  text.lines = g_array_new (FALSE, FALSE, sizeof (LifeTableLine));
  for (; good && !life_rule_table_at_section_end (reader);
       life_reader_skip_line (reader))
    good = life_rule_table_at_blank_line (reader) || read_line (&text);
  good = good && check_header (&text, "transition")
         && life_table_text_lay_out (&text, transitions);
  g_hash_table_destroy (text.variables);
  g_ptr_array_free (text.values, TRUE);
  g_array_free (text.lines, TRUE);
  return good;
}
