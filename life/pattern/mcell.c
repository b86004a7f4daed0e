/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads MCell's patterns (.mcl), and writes their rules as Golly does. */
#include <string.h>

#include "life/pattern/readers.h"

/* The beginnings of MCell's rule tables for Life and for its history, and
 * Golly's names for them. */
#define TABLE_LIFE "1,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1,1"
#define TABLE_HISTORY \
  "1,0,1,0,0,0,1,0,0,0,0,0,0,2,2,1,1,2,2,2,2,2,0,2,2,2,1,2,2,2,2,2"

typedef struct {
  LifePattern *pattern;
  LifeReader *reader;
  gsize allocated;
  gchar *game;           /* the text after "#GAME", or NULL */
  guint64 width, height; /* of the board; 0 without one */
  gboolean wrapped;
  gboolean extended; /* uses a longer table of Life's history */
  guint states;      /* the number of the rule's, 0 until it is read */
  guint32 x, y;      /* the next cell */
} MCell;

/* --- The rule --- */

static gboolean
is_game (const MCell *mcell, const gchar *name)
{
  return mcell->game != NULL
         && g_ascii_strncasecmp (mcell->game, name, strlen (name)) == 0;
}

/* MCell's "R1,W6E": the number of an elementary rule, in base 16. */
static gchar *
elementary_rule (const gchar *text)
{
  gchar *end;
  guint64 number;

  if (!g_str_has_prefix (text, "R1,W") || !g_ascii_isxdigit (text[4]))
    return NULL;
  number = g_ascii_strtoull (text + 4, &end, 16);
  return *end == '\0' && number <= 255
             ? g_strdup_printf ("W%" G_GUINT64_FORMAT, number)
             : NULL;
}

/* The number of states of a rule of the game, if the kind of game has one. */
static guint
count_states (const MCell *mcell, const gchar *rule)
{
  const gchar *count = NULL;
  guint64 states;

  if (is_game (mcell, "Larger than Life")) {
    count = strstr (rule, ",C");
    count = count != NULL ? count + 2 : NULL;
  } else if (is_game (mcell, "Generations")) {
    count = strchr (rule, '/');
    count = count != NULL ? strchr (count + 1, '/') : NULL;
    count = count != NULL ? count + 1 : NULL;
  }
  if (count == NULL || !g_ascii_isdigit (*count))
    return 0;
  states = g_ascii_strtoull (count, NULL, 10);
  return CLAMP (states, 2, G_MAXUINT8 + 1);
}

/* The first rule counts; "#GOLLY WireWorld" comes before the table that MCell
 * itself needs. */
static void
read_rule (MCell *mcell)
{
  LifePattern *pattern = mcell->pattern;
  g_autofree gchar *line = life_reader_read_rule (mcell->reader, TRUE);

  if (pattern->rule != NULL || line == NULL)
    return;
  if (g_str_has_prefix (line, TABLE_HISTORY)) {
    mcell->extended = line[strlen (TABLE_HISTORY)] == ',';
    pattern->rule = g_strdup ("LifeHistory");
  } else if (g_str_has_prefix (line, TABLE_LIFE)) {
    pattern->rule = g_strdup ("B3/S23");
  } else {
    if (is_game (mcell, "1-D binary"))
      pattern->rule = elementary_rule (line);
    if (pattern->rule == NULL)
      pattern->rule = g_steal_pointer (&line);
    mcell->states = count_states (mcell, pattern->rule);
  }
}

/* --- The cells --- */

/* The cell's state under the rule. States that the rule does not have become 1,
 * as in MCell. */
static guint8
rule_state (const MCell *mcell, guint state)
{
  static const guint8 history[] = { 0, 1, 2, 5, 4, 3, 6, 7, 4 };

  if (mcell->extended)
    return state < G_N_ELEMENTS (history) ? history[state] : state;
  return mcell->states > 0 && state >= mcell->states ? 1 : state;
}

static gboolean
read_state (LifeReader *reader, guint *state, GError **error)
{
  gsize at = reader->at;
  gint c = life_reader_peek (reader);

  *state = 0;
  if (c >= 'a' && c <= 'j') {
    *state = 24 * (c - 'a' + 1);
    reader->at++;
    c = life_reader_peek (reader);
  }
  if (c < 'A' || c > 'X')
    return life_reader_fail_expected (reader,
        *state > 0
            ? "\"A\" to \"X\" after \"a\" to \"j\" (a state above 24)"
            : "\".\", \"A\" to \"X\", \"a\" to \"j\", \"$\" or a count (MCell)",
        error);
  *state += c - 'A' + 1;
  reader->at++;
  if (*state > G_MAXUINT8)
    return life_reader_fail (reader, at, error,
        "state %u; the highest is 255, which is \"jO\"", *state);
  return TRUE;
}

static gboolean
read_token (MCell *mcell, GError **error)
{
  LifeReader *reader = mcell->reader;
  guint64 count = 1;
  gsize at = reader->at;
  guint state = 0;

  if (g_ascii_isdigit (life_reader_peek (reader))
      && !life_reader_number (
          reader, "a run count", G_MAXUINT32, &count, error))
    return FALSE;
  if (count == 0)
    return life_reader_fail (reader, at, error, "a run count of 0");
  if (count > G_MAXUINT32 - MAX (mcell->x, mcell->y))
    return life_reader_fail (reader, at, error,
        "too far out; a side has at most %u cells", G_MAXUINT32);
  if (life_reader_accept (reader, "$")) {
    mcell->x = 0;
    mcell->y += count;
    return TRUE;
  }
  if (!life_reader_accept (reader, ".")) {
    LifeRun run = { mcell->x, mcell->y, 0, count };

    if (!read_state (reader, &state, error))
      return FALSE;
    run.state = rule_state (mcell, state);
    if (!life_pattern_add_run (mcell->pattern, &mcell->allocated, run, error))
      return FALSE;
  }
  mcell->x += count;
  return TRUE;
}

/* --- The lines --- */

/* "200x100" */
static gboolean
read_board (MCell *mcell, GError **error)
{
  LifeReader *reader = mcell->reader;
  gsize at;

  life_reader_skip_blanks (reader);
  at = reader->at;
  if (!life_reader_number (
          reader, "a board's width", G_MAXUINT32, &mcell->width, error))
    return FALSE;
  if (!life_reader_accept (reader, "x"))
    return life_reader_fail_expected (reader, "\"x\"", error);
  if (!life_reader_number (
          reader, "a board's height", G_MAXUINT32, &mcell->height, error))
    return FALSE;
  if (mcell->width == 0 || mcell->height == 0)
    return life_reader_fail (reader, at, error,
        "a board of %" G_GUINT64_FORMAT " x %" G_GUINT64_FORMAT " cells",
        mcell->width, mcell->height);
  return TRUE;
}

static gboolean
read_wrap (MCell *mcell, GError **error)
{
  guint64 wrapped;

  life_reader_skip_blanks (mcell->reader);
  if (!life_reader_number (
          mcell->reader, "0 or 1", G_MAXUINT32, &wrapped, error))
    return FALSE;
  mcell->wrapped = wrapped != 0;
  return TRUE;
}

static gboolean
read_cells (MCell *mcell, GError **error)
{
  LifeReader *reader = mcell->reader;

  for (life_reader_skip_blanks (reader); !life_reader_at_line_end (reader);
       life_reader_skip_blanks (reader)) {
    if (!read_token (mcell, error))
      return FALSE;
  }
  return TRUE;
}

/* Some of the lines that MCell writes only set colors, or are for people. */
static gboolean
read_line (MCell *mcell, GError **error)
{
  LifeReader *reader = mcell->reader;

  if (life_reader_accept (reader, "#L "))
    return read_cells (mcell, error);
  if (life_reader_accept (reader, "#BOARD "))
    return read_board (mcell, error);
  if (life_reader_accept (reader, "#WRAP "))
    return read_wrap (mcell, error);
  if (life_reader_accept (reader, "#GAME ")) {
    g_free (mcell->game);
    mcell->game = life_reader_read_line (reader);
  } else if (life_reader_accept (reader, "#RULE")
             || life_reader_accept (reader, "#GOLLY")) {
    read_rule (mcell);
  }
  return TRUE;
}

/* A board bounds the world, with the pattern in its middle, or half a cell to
 * the right of it as in MCell. */
static void
bound (MCell *mcell, guint32 left, guint32 top)
{
  LifePattern *pattern = mcell->pattern;
  g_autofree gchar *rule = pattern->rule;
  gint64 right = ((gint64) mcell->width + 1 - pattern->width) / 2;
  gint64 down = ((gint64) mcell->height + 1 - pattern->height) / 2;

  pattern->x = left - (gint64) (mcell->width / 2);
  pattern->y = top - (gint64) (mcell->height / 2);
  if (right > 0 || down > 0) {
    pattern->x += right;
    pattern->y += down;
  }
  pattern->rule =
      g_strdup_printf ("%s:%c%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT, rule,
          mcell->wrapped ? 'T' : 'P', mcell->width, mcell->height);
}

static gboolean
read_lines (MCell *mcell, GError **error)
{
  LifePattern *pattern = mcell->pattern;
  guint32 left, top;

  while (life_reader_peek (mcell->reader) != LIFE_READER_END) {
    if (!read_line (mcell, error))
      return FALSE;
    life_reader_skip_line (mcell->reader);
  }
  if (pattern->rule == NULL)
    pattern->rule = g_strdup ("B3/S23");
  life_pattern_crop (pattern, &left, &top);
  pattern->has_position = TRUE;
  pattern->x = left;
  pattern->y = top;
  if (mcell->width > 0)
    bound (mcell, left, top);
  return TRUE;
}

static gboolean
read_text (LifePattern *pattern, LifeReader *reader, LifeReading reading,
    GError **error)
{
  MCell mcell = { pattern, reader };
  gboolean read = read_lines (&mcell, error);

  g_free (mcell.game);
  return read;
}

const LifePatternFormat life_format_mcell = { LIFE_FORMAT_MCELL, "MCell",
  "#MCell", .read = read_text };
