/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads what stands under @TABLE in a .rule file: lines of states and variables,
 * of which the first that fits a cell and its neighbours decides. */
#include <string.h>

#include <life/error.h>

#include "life/rule-table.h"

/* Where neighbours of a line stand in the order of life_next_tabled(), clockwise
 * from the north; on a line of cells first west, then east. */
typedef struct {
  const gchar *name;
  guint neighbours;
  guint8 order[8];
} Neighbourhood;

static const Neighbourhood neighbourhoods[] = {
  { "vonNeumann", 4, { 1, 3, 4, 2 } },
  { "Moore", 8, { 5, 2, 7, 4, 8, 3, 6, 1 } },
  { "hexagonal", 6, { 3, 5, 2, 6, 4, 1 } },
  { "oneDimensional", 2, { 1, 2 } },
};

/* A line stands for itself, turned @turns times by an equal part of a circle, and
 * mirrored where @mirrored. */
typedef struct {
  const gchar *name;
  guint neighbours; /* 0: of any number */
  guint turns;
  gboolean mirrored, permuted;
} Symmetries;

static const Symmetries symmetries[] = {
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

/* What a place of a line may stand for: a lone state, or the states of a
 * variable. */
typedef struct {
  LifeStates set;
  guint16 n_states;
  guint8 states[LIFE_TABLE_STATES]; /* in the variable's order */
  gchar *name;                      /* NULL for a lone state */
} Value;

/* The cell itself, its neighbours, and what becomes of it: numbers of values. Up
 * to 255 they are lone states, above those variables. */
typedef struct {
  guint32 values[LIFE_TABLE_INPUTS + 1];
  guint32 at; /* where the line is in the text */
} Line;

typedef struct {
  LifeReader *reader;
  GError **error;
  guint states; /* 0 until it is known, as the two below */
  const Neighbourhood *neighbourhood;
  const Symmetries *symmetries;
  GPtrArray *values;     /* of Value */
  GHashTable *variables; /* name → number of its value */
  GArray *lines;         /* of Line */
} Table;

/* More variables would take too much memory. */
#define VARIABLES_MAX 65536

/* --- Words --- */

/* The next word of a line, up to a blank or one of @ends; empty at its end. */
static gchar *
take_word (LifeReader *reader, const gchar *ends)
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

/* Moves on over @word in any capitals. */
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

/* --- What comes first --- */

static gboolean
read_states (Table *table)
{
  gsize at;
  guint64 states;

  life_reader_skip_blanks (table->reader);
  at = table->reader->at;
  if (!life_reader_number (table->reader, "the number of states",
          LIFE_TABLE_STATES, &states, table->error))
    return FALSE;
  if (states < 2)
    return life_reader_fail (table->reader, at, table->error,
        "a rule has 2 to %u states", LIFE_TABLE_STATES);
  if (table->values->len > 0)
    return life_reader_fail (
        table->reader, at, table->error, "n_states is given a second time");
  table->states = states;
  for (guint s = 0; s < LIFE_TABLE_STATES; s++) {
    Value *value = g_new0 (Value, 1);
    life_states_add (&value->set, s);
    value->states[0] = s;
    value->n_states = 1;
    g_ptr_array_add (table->values, value);
  }
  return TRUE;
}

static gboolean
read_neighbourhood (Table *table)
{
  g_autofree gchar *word = NULL;
  gsize at;

  life_reader_skip_blanks (table->reader);
  at = table->reader->at;
  word = take_word (table->reader, "");
  if (table->lines->len > 0)
    return life_reader_fail (table->reader, at, table->error,
        "the neighborhood comes before the first transition");
  for (guint i = 0; i < G_N_ELEMENTS (neighbourhoods); i++)
    if (g_ascii_strcasecmp (word, neighbourhoods[i].name) == 0) {
      table->neighbourhood = &neighbourhoods[i];
      table->symmetries = NULL;
      return TRUE;
    }
  return life_reader_fail (table->reader, at, table->error,
      "expected a neighborhood: vonNeumann, Moore, hexagonal or oneDimensional"
      " (others are emulated by a rule that Golly's RuleTableToTree.py makes)");
}

static gboolean
fail_symmetries (Table *table, gsize at)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (symmetries); i++)
    if (symmetries[i].neighbours == 0
        || symmetries[i].neighbours == table->neighbourhood->neighbours)
      g_string_append_printf (
          known, "%s%s", known->len > 0 ? ", " : "", symmetries[i].name);
  return life_reader_fail (table->reader, at, table->error,
      "expected symmetries that the neighborhood %s has: %s",
      table->neighbourhood->name, known->str);
}

static gboolean
read_symmetries (Table *table)
{
  g_autofree gchar *word = NULL;
  gsize at;

  life_reader_skip_blanks (table->reader);
  at = table->reader->at;
  word = take_word (table->reader, "");
  if (table->neighbourhood == NULL)
    return life_reader_fail (table->reader, at, table->error,
        "the neighborhood comes before the symmetries");
  if (table->lines->len > 0)
    return life_reader_fail (table->reader, at, table->error,
        "the symmetries come before the first transition");
  for (guint i = 0; i < G_N_ELEMENTS (symmetries); i++)
    if (g_ascii_strcasecmp (word, symmetries[i].name) == 0
        && (symmetries[i].neighbours == 0
            || symmetries[i].neighbours == table->neighbourhood->neighbours)) {
      table->symmetries = &symmetries[i];
      return TRUE;
    }
  return fail_symmetries (table, at);
}

static gboolean
check_begun (Table *table, const gchar *what)
{
  const gchar *missing = table->states == 0             ? "n_states:"
                         : table->neighbourhood == NULL ? "neighborhood:"
                         : table->symmetries == NULL    ? "symmetries:"
                                                        : NULL;

  if (missing == NULL)
    return TRUE;
  return life_reader_fail (table->reader, table->reader->at, table->error,
      "expected a line \"%s\" before the first %s", missing, what);
}

/* --- Variables --- */

/* The number of the value that @word, which starts at @at, stands for. */
static gboolean
find_value (Table *table, const gchar *word, gsize at, guint32 *number)
{
  gpointer known;
  guint64 state;
  gchar *end;

  if (g_hash_table_lookup_extended (table->variables, word, NULL, &known)) {
    *number = GPOINTER_TO_UINT (known);
    return TRUE;
  }
  if (!g_ascii_isdigit (*word))
    return life_reader_fail (table->reader, at, table->error,
        *word != '\0' ? "\"%s\" is neither a state nor a variable that was"
                        " named before"
                      : "expected a state or a variable%s",
        word);
  state = g_ascii_strtoull (word, &end, 10);
  if (*end != '\0')
    return life_reader_fail (table->reader, at, table->error,
        "\"%s\" is neither a state nor a variable", word);
  if (state >= table->states)
    return life_reader_fail (table->reader, at, table->error,
        "the states of this rule are 0 to %u", table->states - 1);
  *number = state;
  return TRUE;
}

static void
add_states (Value *value, const Value *more)
{
  for (guint i = 0; i < more->n_states; i++)
    if (!life_states_has (&value->set, more->states[i])) {
      life_states_add (&value->set, more->states[i]);
      value->states[value->n_states++] = more->states[i];
    }
}

/* Reads states and variables between braces or without them. */
static gboolean
read_members (Table *table, Value *value)
{
  LifeReader *reader = table->reader;

  while (!at_end_of_words (reader)) {
    g_autofree gchar *word = NULL;
    gsize at = reader->at;
    guint32 number;

    if (strchr ("{,}", reader->text[at]) != NULL) {
      reader->at++;
      continue;
    }
    word = take_word (reader, "={,}");
    if (!find_value (table, word, at, &number))
      return FALSE;
    add_states (value, g_ptr_array_index (table->values, number));
  }
  return TRUE;
}

/* What comes behind "var". */
static gboolean
read_variable (Table *table)
{
  LifeReader *reader = table->reader;
  Value *value;
  gsize at;

  if (!check_begun (table, "variable"))
    return FALSE;
  life_reader_skip_blanks (reader);
  at = reader->at;
  if (table->values->len >= VARIABLES_MAX)
    return life_reader_fail (reader, at, table->error, "more than %u variables",
        VARIABLES_MAX - LIFE_TABLE_STATES);
  value = g_new0 (Value, 1);
  value->name = take_word (reader, "={,}");
  g_ptr_array_add (table->values, value);
  if (*value->name == '\0')
    return life_reader_fail (
        reader, at, table->error, "expected the name of a variable");
  life_reader_skip_blanks (reader);
  at = reader->at;
  if (!life_reader_accept (reader, "="))
    return life_reader_fail (
        reader, at, table->error, "expected \"=\" and the variable's states");
  if (!read_members (table, value))
    return FALSE;
  if (value->n_states == 0)
    return life_reader_fail (reader, at, table->error,
        "expected the states of variable %s: {0,1}", value->name);
  g_hash_table_insert (
      table->variables, value->name, GUINT_TO_POINTER (table->values->len - 1));
  return TRUE;
}

/* --- Transitions --- */

/* One digit a state, no commas. */
static gboolean
read_digits (Table *table, Line *line)
{
  LifeReader *reader = table->reader;

  for (guint i = 0; i < table->neighbourhood->neighbours + 2; i++) {
    gint c = life_reader_peek (reader);
    if (!g_ascii_isdigit (c))
      return life_reader_fail (reader, reader->at, table->error,
          "expected %u digits: the cell, its %u neighbors and what it becomes",
          table->neighbourhood->neighbours + 2,
          table->neighbourhood->neighbours);
    if ((guint) c - '0' >= table->states)
      return life_reader_fail (reader, reader->at, table->error,
          "the states of this rule are 0 to %u", table->states - 1);
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

/* What the cell becomes must be one state. */
static gboolean
check_output (Table *table, const Line *line, guint inputs, gsize at)
{
  const Value *value = g_ptr_array_index (table->values, line->values[inputs]);

  for (guint i = 0; i < inputs; i++)
    if (line->values[i] == line->values[inputs])
      return TRUE;
  if (value->n_states == 1)
    return TRUE;
  return life_reader_fail (table->reader, at, table->error,
      "a cell becomes one state: %s is a variable that this line has nowhere"
      " else",
      value->name);
}

static gboolean
read_words (Table *table, Line *line)
{
  LifeReader *reader = table->reader;
  guint inputs = table->neighbourhood->neighbours + 1;
  gsize at = reader->at;

  for (guint i = 0; i <= inputs; i++) {
    g_autofree gchar *word = NULL;

    skip_separators (reader);
    at = reader->at;
    if (at_end_of_words (reader))
      return life_reader_fail (reader, at, table->error,
          "expected %u states or variables (the cell, its %u neighbors and what"
          " it becomes), found %u",
          inputs + 1, inputs - 1, i);
    word = take_word (reader, ",");
    if (!find_value (table, word, at, &line->values[i]))
      return FALSE;
  }
  if (!check_output (table, line, inputs, at))
    return FALSE;
  /* Golly takes words that follow for a remark, which a comma is no part of. */
  life_reader_skip_blanks (reader);
  if (life_reader_peek (reader) == ',')
    return life_reader_fail (reader, reader->at, table->error,
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
read_transition (Table *table)
{
  Line line = { { 0 }, table->reader->at };
  gboolean digits;

  if (!check_begun (table, "transition"))
    return FALSE;
  digits = table->states <= 10 && g_hash_table_size (table->variables) == 0
           && !has_comma (table->reader);
  if (!(digits ? read_digits (table, &line) : read_words (table, &line)))
    return FALSE;
  g_array_append_val (table->lines, line);
  return TRUE;
}

static gboolean
read_line (Table *table)
{
  LifeReader *reader = table->reader;

  life_reader_skip_blanks (reader);
  if (accept_keyword (reader, "n_states:"))
    return read_states (table);
  if (accept_keyword (reader, "neighborhood:"))
    return read_neighbourhood (table);
  if (accept_keyword (reader, "symmetries:"))
    return read_symmetries (table);
  if (accept_keyword (reader, "var ") || accept_keyword (reader, "var\t"))
    return read_variable (table);
  return read_transition (table);
}

/* --- The tree --- */

/* A line once for all values of its bound variables, those that it has more than
 * once: each of them takes one state at a time. */
typedef struct {
  const Table *table;
  LifeTreeBuilder *builder;
  const Line *line;
  guint inputs;
  const Value *bound[LIFE_TABLE_INPUTS];
  guint n_bound;
  guint taken[LIFE_TABLE_INPUTS]; /* which of its states a bound variable has */
} Expansion;

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (
      (*(const Value *const *) a)->name, (*(const Value *const *) b)->name);
}

static void
find_bound (Expansion *self)
{
  const guint32 *values = self->line->values;

  self->n_bound = 0;
  for (guint i = 0; i <= self->inputs; i++) {
    const Value *value = g_ptr_array_index (self->table->values, values[i]);
    guint before = 0, after = 0;

    for (guint j = 0; j <= self->inputs; j++)
      if (values[j] == values[i]) {
        before += j < i;
        after += j > i;
      }
    if (value->name != NULL && before == 0 && after > 0)
      self->bound[self->n_bound++] = value;
  }
  /* Where a line contradicts itself, this is the order that decides in Golly. */
  qsort (self->bound, self->n_bound, sizeof (*self->bound), compare_names);
}

/* Which bound variable a value is; @n_bound if none. */
static guint
find_in_bound (const Expansion *self, const Value *value)
{
  guint i = 0;

  while (i < self->n_bound && self->bound[i] != value)
    i++;
  return i;
}

/* The line's neighbours turned by @steps, and mirrored. */
static void
turn (const Expansion *self, const LifeStates *line, guint steps,
    gboolean mirrored, LifeStates *turned)
{
  const Neighbourhood *neighbourhood = self->table->neighbourhood;
  guint n = neighbourhood->neighbours;

  turned[0] = line[0];
  for (guint i = 0; i < n; i++) {
    guint from = (i + steps) % n;
    if (mirrored)
      from = n == 2 ? 1 - i : (n - from) % n;
    turned[neighbourhood->order[i]] = line[1 + from];
  }
}

/* Lays the line and what it is turned into over the tree, each once. */
static gboolean
lay_symmetric (Expansion *self, const LifeStates *line, guint output)
{
  const Symmetries *kind = self->table->symmetries;
  guint n = self->table->neighbourhood->neighbours, n_done = 0;
  LifeStates done[2 * 8][LIFE_TABLE_INPUTS];

  if (kind->permuted)
    return life_tree_builder_set_permuted (self->builder, line, output);
  for (guint i = 0; i < kind->turns * (kind->mirrored ? 2 : 1); i++) {
    guint known = 0;
    turn (self, line, i % kind->turns * (n / kind->turns), i >= kind->turns,
        done[n_done]);
    while (
        memcmp (done[known], done[n_done], self->inputs * sizeof (*line)) != 0)
      known++;
    if (known < n_done)
      continue;
    if (!life_tree_builder_set (self->builder, done[n_done], output))
      return FALSE;
    n_done++;
  }
  return TRUE;
}

static gboolean
lay_taken (Expansion *self)
{
  LifeStates line[LIFE_TABLE_INPUTS + 1] = { 0 };
  guint output = 0;

  for (guint i = 0; i <= self->inputs; i++) {
    const Value *value =
        g_ptr_array_index (self->table->values, self->line->values[i]);
    guint which = find_in_bound (self, value);

    if (which < self->n_bound) {
      output = value->states[self->taken[which]];
      life_states_add (&line[i], output);
    } else {
      output = value->states[0];
      line[i] = value->set;
    }
  }
  return lay_symmetric (self, line, output);
}

/* From the last values of the bound variables to the first, which counts most. */
static gboolean
lay_line (Expansion *self)
{
  guint i;

  find_bound (self);
  for (i = 0; i < self->n_bound; i++)
    self->taken[i] = self->bound[i]->n_states - 1;
  do {
    if (!lay_taken (self))
      return FALSE;
    for (i = 0; i < self->n_bound && self->taken[i] == 0; i++)
      self->taken[i] = self->bound[i]->n_states - 1;
    if (i < self->n_bound)
      self->taken[i]--;
  } while (i < self->n_bound);
  return TRUE;
}

/* Lays the lines over one another, the first one on top. */
static LifeTreeBuilder *
lay_lines (const Table *table, gboolean itself_first, guint32 *at)
{
  guint neighbours = table->neighbourhood->neighbours;
  g_autoptr (LifeTreeBuilder) builder =
      life_tree_builder_new (table->states, neighbours, itself_first);
  Expansion expansion = { table, builder, NULL, neighbours + 1 };

  for (guint i = table->lines->len; i-- > 0;) {
    expansion.line = &g_array_index (table->lines, Line, i);
    *at = expansion.line->at;
    if (!lay_line (&expansion))
      return NULL;
  }
  return g_steal_pointer (&builder);
}

static LifeTreeBuilder *
build (const Table *table)
{
  guint32 at = 0;
  LifeTreeBuilder *builder = lay_lines (table, FALSE, &at);

  if (builder == NULL)
    builder = lay_lines (table, TRUE, &at);
  if (builder == NULL)
    life_reader_fail (table->reader, at, table->error,
        "the transitions from here to the end stand for too many different ones"
        " to be looked up: give them fewer bound variables, or less symmetric"
        " ones");
  return builder;
}

static void
free_value (gpointer data)
{
  g_free (((Value *) data)->name);
  g_free (data);
}

LifeTreeBuilder *
life_rule_table_read_lines (LifeReader *reader, GError **error)
{
  Table table = { reader, error };
  LifeTreeBuilder *builder = NULL;
  gboolean good = TRUE;

  table.values = g_ptr_array_new_with_free_func (free_value);
  table.variables = g_hash_table_new (g_str_hash, g_str_equal);
  table.lines = g_array_new (FALSE, FALSE, sizeof (Line));
  for (; good && !life_rule_table_at_section_end (reader);
       life_reader_skip_line (reader))
    good = life_rule_table_at_blank_line (reader) || read_line (&table);
  if (good && check_begun (&table, "transition"))
    builder = build (&table);
  g_hash_table_destroy (table.variables);
  g_ptr_array_free (table.values, TRUE);
  g_array_free (table.lines, TRUE);
  return builder;
}
