/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads Golly's .rule files: their sections, @TREE and @COLORS; @TABLE is read
 * in table-lines.c. */
#include <string.h>

#include <life/error.h>

#include "life/rule/table/rule-table.h"

/* --- @TREE --- */

typedef struct {
  LifeReader *reader;
  GError **error;
  guint64 states, neighbors, nodes; /* 0 until they are read */
  LifeTreeBuilder *builder;
  GArray *numbers; /* of guint32: the builder's number of each node */
  GArray *levels;  /* of guint8, from 1 */
} TreeSection;

/* A line like "num_states=8", and whether it is one. */
static gboolean
accept_basic (TreeSection *tree, const gchar *name, guint64 maximum,
    guint64 *number, gboolean *good)
{
  LifeReader *reader = tree->reader;
  gsize at = reader->at;

  if (!life_reader_accept (reader, name))
    return FALSE;
  if (tree->builder != NULL || *number != 0) {
    *good = life_reader_fail (reader, at, tree->error, "%s is given %s", name,
        *number != 0 ? "a second time" : "behind the first node");
    return TRUE;
  }
  life_reader_skip_blanks (reader);
  if (!life_reader_accept (reader, "=")) {
    *good = life_reader_fail_expected (reader, "\"=\"", tree->error);
    return TRUE;
  }
  life_reader_skip_blanks (reader);
  *good = life_reader_number (reader, name, maximum, number, tree->error);
  return TRUE;
}

/* To be called before the first node. */
static gboolean
begin_tree (TreeSection *tree)
{
  LifeReader *reader = tree->reader;
  gsize at = reader->at;

  if (tree->states == 0 || tree->neighbors == 0 || tree->nodes == 0)
    return life_reader_fail (reader, at, tree->error,
        "expected a line \"%s=\" before the first node",
        tree->states == 0      ? "num_states"
        : tree->neighbors == 0 ? "num_neighbors"
                               : "num_nodes");
  if (tree->states < 2)
    return life_reader_fail (
        reader, at, tree->error, "num_states is 2 to %u", LIFE_TABLE_STATES);
  if (tree->neighbors != 4 && tree->neighbors != 8)
    return life_reader_fail (
        reader, at, tree->error, "num_neighbors is 4 or 8");
  if (tree->nodes > life_tree_entries_max () / tree->states)
    return life_reader_fail (reader, at, tree->error,
        "%" G_GUINT64_FORMAT " nodes of %" G_GUINT64_FORMAT
        " states are too many; the most is %u nodes",
        tree->nodes, tree->states,
        life_tree_entries_max () / (guint) tree->states);
  tree->builder = life_tree_builder_new (tree->states, tree->neighbors, FALSE);
  return TRUE;
}

/* An entry of a node of @level, from 1. */
static gboolean
read_entry (TreeSection *tree, guint level, guint32 *entry)
{
  LifeReader *reader = tree->reader;
  guint64 number;
  gsize at;

  life_reader_skip_blanks (reader);
  at = reader->at;
  if (!life_reader_number (reader, level == 1 ? "a state" : "a node",
          level == 1 ? tree->states - 1 : G_MAXUINT32, &number, tree->error))
    return FALSE;
  *entry = number;
  if (level == 1)
    return TRUE;
  if (number >= tree->numbers->len)
    return life_reader_fail (reader, at, tree->error,
        "node %" G_GUINT64_FORMAT " is not there yet: this is node %u, and a"
        " node leads to earlier ones",
        number, tree->numbers->len);
  if (g_array_index (tree->levels, guint8, number) != level - 1)
    return life_reader_fail (reader, at, tree->error,
        "node %" G_GUINT64_FORMAT " is of level %u, and a node of level %u"
        " leads to nodes of level %u",
        number, g_array_index (tree->levels, guint8, number), level, level - 1);
  *entry = g_array_index (tree->numbers, guint32, number);
  return TRUE;
}

static gboolean
read_node (TreeSection *tree)
{
  LifeReader *reader = tree->reader;
  guint32 entries[LIFE_TABLE_STATES], number;
  gsize at = reader->at;
  guint64 level;
  guint8 byte;
  gint64 node;

  if (tree->builder == NULL && !begin_tree (tree))
    return FALSE;
  if (!life_reader_number (
          reader, "a node's level", tree->neighbors + 1, &level, tree->error))
    return FALSE;
  if (level == 0)
    return life_reader_fail (reader, at, tree->error, "levels start from 1");
  if (tree->numbers->len >= tree->nodes)
    return life_reader_fail (reader, at, tree->error,
        "more than the %" G_GUINT64_FORMAT " nodes of num_nodes", tree->nodes);
  for (guint s = 0; s < tree->states; s++)
    if (!read_entry (tree, level, &entries[s]))
      return FALSE;
  life_reader_skip_blanks (reader);
  if (!life_reader_at_line_end (reader))
    return life_reader_fail_expected (
        reader, "the line's end after an entry for each state", tree->error);
  node = life_tree_builder_add (tree->builder, level - 1, entries);
  number = node;
  byte = level;
  g_array_append_val (tree->numbers, number);
  g_array_append_val (tree->levels, byte);
  return TRUE;
}

static gboolean
read_tree_line (TreeSection *tree)
{
  gboolean good = TRUE;

  life_reader_skip_blanks (tree->reader);
  if (accept_basic (tree, "num_states", LIFE_TABLE_STATES, &tree->states, &good)
      || accept_basic (tree, "num_neighbors", 8, &tree->neighbors, &good)
      || accept_basic (tree, "num_nodes", G_MAXUINT32, &tree->nodes, &good))
    return good;
  return read_node (tree);
}

static gboolean
end_tree (TreeSection *tree)
{
  LifeReader *reader = tree->reader;
  guint n = tree->numbers->len;

  if (tree->builder == NULL && !begin_tree (tree))
    return FALSE;
  if (n < tree->nodes)
    return life_reader_fail (reader, reader->at, tree->error,
        "expected the %" G_GUINT64_FORMAT " nodes of num_nodes, found %u",
        tree->nodes, n);
  if (g_array_index (tree->levels, guint8, n - 1) != tree->neighbors + 1)
    return life_reader_fail (reader, reader->at, tree->error,
        "the last node must be the root, of level %" G_GUINT64_FORMAT,
        tree->neighbors + 1);
  life_tree_builder_set_root (
      tree->builder, g_array_index (tree->numbers, guint32, n - 1));
  return TRUE;
}

gboolean
life_rule_table_read_tree (
    LifeReader *reader, LifeTransitions *transitions, GError **error)
{
  TreeSection tree = { reader, error };
  gboolean good = TRUE;

  tree.numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  tree.levels = g_array_new (FALSE, FALSE, sizeof (guint8));
  for (; good && !life_rule_table_at_section_end (reader);
       life_reader_skip_line (reader))
    good = life_rule_table_at_blank_line (reader) || read_tree_line (&tree);
  good = good && end_tree (&tree);
  if (good)
    transitions->entries =
        life_tree_builder_finish (tree.builder, &transitions->tree);
  g_clear_pointer (&tree.builder, life_tree_builder_free);
  g_array_free (tree.numbers, TRUE);
  g_array_free (tree.levels, TRUE);
  return good;
}

/* --- @COLORS --- */

#define OPAQUE 0xff000000u

/* The numbers that a line starts with, up to six; large ones stay above 255. */
static guint
read_color_numbers (LifeReader *reader, guint numbers[6])
{
  guint n = 0;

  while (n < 6) {
    guint number = 0;

    life_reader_skip_blanks (reader);
    if (!g_ascii_isdigit (life_reader_peek (reader)))
      break;
    for (; g_ascii_isdigit (life_reader_peek (reader)); reader->at++)
      number = MIN (10 * number + (reader->text[reader->at] - '0'), 65535);
    numbers[n++] = number;
  }
  return n;
}

static guint32
argb (const guint rgb[3])
{
  return OPAQUE | MIN (rgb[0], 255) << 16 | MIN (rgb[1], 255) << 8
         | MIN (rgb[2], 255);
}

/* Interpolates from the first color, for state 1, to the second one, for the
 * highest. */
static void
fill_gradient (guint32 *colors, guint states, const guint ends[6])
{
  guint steps = states - 2;

  colors[1] = argb (ends);
  for (guint i = 1; i <= steps; i++) {
    guint rgb[3];
    for (guint part = 0; part < 3; part++)
      rgb[part] = (2
                          * (MIN (ends[part], 255) * (steps - i)
                              + MIN (ends[part + 3], 255) * i)
                      + steps)
                  / (2 * steps);
    colors[i + 1] = argb (rgb);
  }
}

/* Like Golly, ignores lines of other kinds. */
static void
read_colors (LifeReader *reader, guint states, guint32 *colors)
{
  for (; !life_rule_table_at_section_end (reader);
       life_reader_skip_line (reader)) {
    guint numbers[6];
    guint n = read_color_numbers (reader, numbers);

    if (n == 6)
      fill_gradient (colors, states, numbers);
    else if (n >= 4 && numbers[0] < states)
      colors[numbers[0]] = argb (numbers + 1);
  }
}

/* --- Names of states --- */

/* Longer ones are cut. */
#define NAME_MAX_CHARACTERS 64

/* A line has a state's number and its name; others are ignored, as in @COLORS. */
static void
read_names (LifeReader *reader, guint states, gchar **names)
{
  for (; !life_rule_table_at_section_end (reader);
       life_reader_skip_line (reader)) {
    g_autofree gchar *name = NULL;
    g_autofree gchar *valid = NULL;
    guint state = 0;

    life_reader_skip_blanks (reader);
    if (!g_ascii_isdigit (life_reader_peek (reader)))
      continue;
    for (; g_ascii_isdigit (life_reader_peek (reader)); reader->at++)
      state = MIN (10 * state + (reader->text[reader->at] - '0'), 65535);
    if (!life_reader_at_line_end (reader)
        && !g_ascii_isspace (life_reader_peek (reader)))
      continue;
    name = life_reader_read_line (reader);
    if (name == NULL || state >= states)
      continue;
    valid = g_utf8_make_valid (name, -1);
    g_free (names[state]);
    names[state] = g_utf8_substring (
        valid, 0, MIN (g_utf8_strlen (valid, -1), NAME_MAX_CHARACTERS));
  }
}

/* --- Sections --- */

/* Moves to the line after the heading of the next section @name. */
static gboolean
find_section (LifeReader *reader, const gchar *name)
{
  for (; life_reader_peek (reader) != LIFE_READER_END;
       life_reader_skip_line (reader))
    if (life_reader_peek (reader) == '@' && life_reader_accept (reader, name)
        && (life_reader_at_line_end (reader)
            || g_ascii_isspace (life_reader_peek (reader)))) {
      life_reader_skip_line (reader);
      return TRUE;
    }
  return FALSE;
}

gboolean
life_rule_table_read_parts (LifeReader *reader, gboolean tree,
    LifeReader *colors, LifeTransitions *transitions, GError **error)
{
  GError *cause = NULL;

  memset (transitions, 0, sizeof (*transitions));
  if (!(tree ? life_rule_table_read_tree (reader, transitions, &cause)
             : life_rule_table_read_lines (reader, transitions, &cause))) {
    g_autofree gchar *message = g_utf8_make_valid (cause->message, -1);
    g_set_error_literal (error, LIFE_ERROR,
        cause->code == LIFE_ERROR_PATTERN ? LIFE_ERROR_RULE : cause->code,
        message);
    g_error_free (cause);
    return FALSE;
  }
  if (colors != NULL) {
    transitions->colors = g_new0 (guint32, LIFE_TABLE_STATES);
    read_colors (colors, transitions->tree.states, transitions->colors);
  }
  return TRUE;
}

gboolean
life_rule_table_read (
    LifeReader *reader, LifeTransitions *transitions, GError **error)
{
  LifeReader table = *reader, tree = *reader, colors = *reader;
  LifeReader names = *reader;
  gboolean has_table = find_section (&table, "@TABLE");
  gboolean has_tree = find_section (&tree, "@TREE");
  gboolean has_colors = find_section (&colors, "@COLORS");

  if (!has_table && !has_tree) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_RULE,
        "%s: neither a section @TABLE nor @TREE, one of which has the "
        "transitions",
        reader->name);
    return FALSE;
  }
  /* The first of the two sections counts, as in Golly. */
  has_tree &= !has_table || tree.at < table.at;
  if (!life_rule_table_read_parts (has_tree ? &tree : &table, has_tree,
          has_colors ? &colors : NULL, transitions, error))
    return FALSE;
  if (find_section (&names, "@NAMES")) {
    transitions->names = g_new0 (gchar *, LIFE_TABLE_STATES);
    read_names (&names, transitions->tree.states, transitions->names);
  }
  return TRUE;
}
