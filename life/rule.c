/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads, writes and compares rules; the table of names is in rule-names.c. */
#include <life/error.h>
#include <life/rule.h>

#include <stdarg.h>
#include <string.h>

#include "life/rule-names.h"

/* More of a rule than this is not repeated in an error message. */
#define QUOTED_CHARACTERS 60

/* Numbers stop growing here, far above every limit that they are held to. */
#define NUMBER_MAX G_GUINT64_CONSTANT (1000000000000)

typedef struct {
  const gchar *text; /* the whole rule, which messages quote */
  const gchar *at;   /* the next character */
  const gchar *end;  /* one past the last one of the part that is read */
  guint dimensions;
  gboolean prefixed; /* starts with "3D": survival and birth, no letters */
  gboolean list;     /* counts are numbers between commas, not digits */
  GError **error;
} Reader;

typedef struct {
  gchar letter; /* 'b', 's', or 0 where none was given */
  const gchar *start;
  guint32 counts;
} Section;

static gint
characters (const gchar *text, gsize length)
{
  gint count = 0;
  gsize i;

  for (i = 0; i < length; i++)
    count += ((guchar) text[i] & 0xc0) != 0x80;
  return count;
}

static gboolean G_GNUC_PRINTF (3, 4)
    fail_at (Reader *reader, const gchar *at, const gchar *format, ...)
{
  g_autofree gchar *message = NULL;
  g_autofree gchar *valid = g_utf8_make_valid (reader->text, -1);
  g_autofree gchar *quoted = NULL;
  va_list arguments;

  if (g_utf8_strlen (valid, -1) > QUOTED_CHARACTERS) {
    g_autofree gchar *start = g_utf8_substring (valid, 0, QUOTED_CHARACTERS);
    quoted = g_strconcat (start, "…", NULL);
  } else {
    quoted = g_steal_pointer (&valid);
  }
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (reader->error, LIFE_ERROR, LIFE_ERROR_RULE,
      "rule \"%s\": character %d: %s", quoted,
      characters (reader->text, at - reader->text) + 1, message);
  return FALSE;
}

static gboolean
fail_unsupported (Reader *reader, const gchar *at, const gchar *what)
{
  return fail_at (reader, at, "%s are not supported by this version", what);
}

/* The next character in lower case, spaces skipped; 0 at the end. */
static gchar
peek (Reader *reader)
{
  while (reader->at < reader->end && g_ascii_isspace (*reader->at))
    reader->at++;
  return reader->at < reader->end ? g_ascii_tolower (*reader->at) : '\0';
}

static gchar
peek_after (Reader *reader)
{
  Reader ahead = *reader;

  if (peek (&ahead) == '\0')
    return '\0';
  ahead.at++;
  return peek (&ahead);
}

static gboolean
accept (Reader *reader, gchar c)
{
  if (peek (reader) != c)
    return FALSE;
  reader->at++;
  return TRUE;
}

static gboolean
accept_range_dots (Reader *reader)
{
  if (peek (reader) != '.' || peek_after (reader) != '.')
    return FALSE;
  accept (reader, '.');
  return accept (reader, '.');
}

static gboolean
fail_expected (Reader *reader, const gchar *expected)
{
  gchar c = peek (reader);
  const gchar *at = reader->at;
  gunichar wide;

  if (c == '\0')
    return fail_at (reader, at, "expected %s, found the end", expected);
  wide = g_utf8_get_char_validated (at, reader->end - at);
  if (wide == (gunichar) -1 || wide == (gunichar) -2
      || !g_unichar_isprint (wide))
    return fail_at (
        reader, at, "expected %s, found byte 0x%02x", expected, (guchar) *at);
  return fail_at (reader, at, "expected %s, found \"%.*s\"", expected,
      (gint) (g_utf8_next_char (at) - at), at);
}

/* Digits without spaces between them; saturates instead of overflowing. */
static guint64
read_number (Reader *reader)
{
  guint64 number = 0;

  for (peek (reader); reader->at < reader->end && g_ascii_isdigit (*reader->at);
       reader->at++)
    number = MIN (number * 10 + (*reader->at - '0'), NUMBER_MAX);
  return number;
}

/* A character that no count can be: says which kind of 3D rule has it. */
static gboolean
fail_count_3d (Reader *reader)
{
  gchar c = peek (reader);
  gboolean last = peek_after (reader) == '\0';

  if (c == '/')
    return fail_unsupported (reader, reader->at,
        "rules with states or a neighbourhood after a second \"/\"");
  if (last && strchr (reader->prefixed ? "fvceh" : "fce", c) != NULL)
    return fail_unsupported (
        reader, reader->at, "3D neighbourhoods other than all 26 cells");
  if (strchr ("-ceakinyqjrtwzvh", c) != NULL)
    return fail_at (reader, reader->at,
        "\"%c\" is 2D notation (world-depth 1); a 3D rule has counts of 0 to"
        " 26 only",
        *reader->at);
  return fail_expected (
      reader, reader->list ? "\",\", \"..\" or \"/\"" : "a count or \"/\"");
}

/* The same in 2D. */
static gboolean
fail_count_2d (Reader *reader)
{
  gchar c = peek (reader);
  gboolean last = peek_after (reader) == '\0';

  if (c == '/')
    return fail_unsupported (
        reader, reader->at, "Generations rules (a second \"/\")");
  if (c == 'g' || *reader->at == 'C')
    return fail_unsupported (
        reader, reader->at, "Generations rules (a number of states)");
  if (c == ',' || c == '.')
    return fail_at (reader, reader->at,
        "lists and ranges of counts are 3D notation, which needs a world-depth"
        " of more than 1");
  if (last && c == 'v')
    return fail_unsupported (
        reader, reader->at, "rules with the von Neumann neighbourhood (V)");
  if (last && c == 'h')
    return fail_unsupported (
        reader, reader->at, "rules with the hexagonal neighbourhood (H)");
  if (strchr ("-ceakinyqjrtwz", c) != NULL)
    return fail_unsupported (reader, reader->at,
        "isotropic non-totalistic rules (letters after a count)");
  return fail_expected (reader, "a count of 0 to 8");
}

static gboolean
read_digits (Reader *reader, guint32 *counts)
{
  for (; g_ascii_isdigit (peek (reader)); reader->at++) {
    guint count = *reader->at - '0';

    if (reader->dimensions == 2 && count > 8)
      return fail_at (reader, reader->at, "a cell has at most 8 neighbours");
    *counts |= 1u << count;
  }
  return TRUE;
}

static gboolean
read_listed_count (Reader *reader, guint *count)
{
  const gchar *at;
  guint64 number;

  if (!g_ascii_isdigit (peek (reader)))
    return fail_expected (reader, "a count of 0 to 26");
  at = reader->at;
  number = read_number (reader);
  if (number > 26)
    return fail_at (reader, at,
        "a cell has at most 26 neighbours (with \",\" or \"..\" in a rule, all"
        " its counts are separated by commas)");
  *count = number;
  return TRUE;
}

static gboolean
read_list (Reader *reader, guint32 *counts)
{
  while (g_ascii_isdigit (peek (reader))) {
    const gchar *at = reader->at;
    guint first, last;

    if (!read_listed_count (reader, &first))
      return FALSE;
    last = first;
    if (accept_range_dots (reader) && !read_listed_count (reader, &last))
      return FALSE;
    if (last < first)
      return fail_at (
          reader, at, "the range %u..%u runs backwards", first, last);
    for (; first <= last; first++)
      *counts |= 1u << first;
    if (!accept (reader, ','))
      break;
  }
  return TRUE;
}

static gboolean
read_section (Reader *reader, Section *section)
{
  gchar c = peek (reader);

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
is_word (Reader *reader)
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
fail_start (Reader *reader)
{
  gchar c = peek (reader), next = peek_after (reader);

  if (c == 'r' && g_ascii_isdigit (next))
    return fail_unsupported (reader, reader->at, "Larger than Life rules (R…)");
  if (c == 'w' && g_ascii_isdigit (next))
    return fail_unsupported (
        reader, reader->at, "Wolfram's one-dimensional rules (W…)");
  if (reader->end - reader->at >= 3
      && g_ascii_strncasecmp (reader->at, "MAP", 3) == 0)
    return fail_unsupported (reader, reader->at, "MAP rules");
  if (is_word (reader))
    return fail_at (reader, reader->at,
        "no rule of this name is known, expected counts (%s)",
        reader->dimensions == 2 ? "B3/S23" : "B6/S567");
  return fail_expected (reader,
      reader->dimensions == 2
          ? "counts (B3/S23, 23/3) or the name of a rule (life, highlife)"
          : "counts (B6/S567, B6/S5..7, 3D5..7/6)");
}

static gboolean
check_start (Reader *reader)
{
  gchar c = peek (reader);

  if (g_ascii_isdigit (c) || c == '/')
    return TRUE;
  if (reader->prefixed)
    return fail_expected (reader, "survival counts or \"/\"");
  return (c == 'b' || c == 's') && !is_word (reader) ? TRUE
                                                     : fail_start (reader);
}

static gboolean
assign_sections (Reader *reader, const Section sections[2], LifeRule *rule)
{
  gchar first = sections[0].letter, second = sections[1].letter;

  if (first != 0 && first == second)
    return fail_at (reader, sections[1].start, "%c is given a second time",
        g_ascii_toupper (second));
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
accept_3d_prefix (Reader *reader)
{
  return peek (reader) == '3' && peek_after (reader) == 'd'
         && accept (reader, '3') && accept (reader, 'd');
}

/* There was one section only, and nothing says which one. */
static gboolean
fail_lone_section (Reader *reader)
{
  if (reader->prefixed)
    return fail_expected (reader, "\"/\" and birth counts");
  if (reader->dimensions == 3 && !reader->list)
    return fail_at (reader, reader->at,
        "expected \"/\", found the end (Bays' four digits are not supported"
        " by this version: write 5766 as B6/S567)");
  return fail_expected (reader, "\"/\" or the letters B and S");
}

static gboolean
read_counts (Reader *reader, LifeRule *rule)
{
  Section sections[2] = { { 0 }, { 0 } };
  const gchar *start = reader->at;
  gboolean slash;
  gchar c;

  reader->prefixed = accept_3d_prefix (reader);
  if (reader->prefixed && reader->dimensions == 2)
    return fail_at (reader, start,
        "\"3D\" is 3D notation, which needs a world-depth of more than 1");
  reader->list =
      reader->dimensions == 3
      && (reader->prefixed || memchr (start, ',', reader->end - start) != NULL
          || memchr (start, '.', reader->end - start) != NULL);
  if (!check_start (reader) || !read_section (reader, &sections[0]))
    return FALSE;
  slash = accept (reader, '/');
  c = peek (reader);
  if (slash || (sections[0].letter != 0 && (c == 'b' || c == 's'))) {
    if (!read_section (reader, &sections[1]))
      return FALSE;
  } else if (c == '\0' && sections[0].letter == 0) {
    return fail_lone_section (reader);
  }
  if (peek (reader) != '\0')
    return reader->dimensions == 2 ? fail_count_2d (reader)
                                   : fail_count_3d (reader);
  return assign_sections (reader, sections, rule);
}

static gboolean
read_side (Reader *reader, guint32 *side)
{
  const gchar *at;
  guint64 number;
  gchar c = peek (reader);

  at = reader->at;
  if (!g_ascii_isdigit (c))
    return fail_expected (reader, "a number of cells");
  number = read_number (reader);
  if (number == 0)
    return fail_at (reader, at,
        "a side of 0 cells means an infinite one, which no world here has:"
        " give a number of cells");
  if (number > G_MAXUINT32)
    return fail_at (
        reader, at, "a side has at most %u cells", (guint) G_MAXUINT32);
  *side = number;
  c = peek (reader);
  if (c == '+' || c == '-' || c == '*')
    return fail_unsupported (
        reader, reader->at, "grids with shifted or twisted edges");
  return TRUE;
}

static gboolean
read_sides (Reader *reader, LifeGeometry *grid)
{
  if (!read_side (reader, &grid->width))
    return FALSE;
  grid->height = grid->width;
  grid->depth = reader->dimensions == 3 ? grid->width : 1;
  if (!accept (reader, ',')) {
    if (peek (reader) != '\0')
      return fail_expected (reader, "\",\" or the end");
    return TRUE;
  }
  if (!read_side (reader, &grid->height))
    return FALSE;
  if (reader->dimensions == 3) {
    if (!accept (reader, ','))
      return fail_expected (reader, "\",\" and the depth");
    if (!read_side (reader, &grid->depth))
      return FALSE;
  } else if (peek (reader) == ',') {
    return fail_at (reader, reader->at,
        "a third size is 3D notation, which needs a world-depth of more than"
        " 1");
  }
  if (peek (reader) != '\0')
    return fail_expected (reader, "the end");
  return TRUE;
}

/* What follows the colon. */
static gboolean
read_suffix (Reader *reader, LifeRule *rule)
{
  gchar c = peek (reader);

  if (c != '\0' && strchr ("kcs", c) != NULL)
    return fail_at (reader, reader->at,
        "topology %c is not supported, use T (torus) or P (plane)",
        g_ascii_toupper (c));
  if (c != 't' && c != 'p')
    return fail_expected (reader, "T (torus) or P (plane)");
  reader->at++;
  rule->bounded = TRUE;
  rule->grid.topology = c == 't' ? LIFE_TOPOLOGY_TORUS : LIFE_TOPOLOGY_PLANE;
  return read_sides (reader, &rule->grid);
}

static gboolean
read_rule (Reader *reader, LifeRule *rule)
{
  const gchar *colon = strchr (reader->text, ':');
  const gchar *end = reader->text + strlen (reader->text);
  guint32 birth, survival;

  reader->end = colon != NULL ? colon : end;
  if (life_rule_lookup_name (
          reader->text, reader->end - reader->text, &birth, &survival)) {
    peek (reader);
    if (reader->dimensions == 3)
      return fail_at (reader, reader->at,
          "this is the name of a 2D rule (world-depth 1); a 3D rule is given"
          " by its counts (B6/S567)");
    rule->birth = birth;
    rule->survival = survival;
  } else if (!read_counts (reader, rule)) {
    return FALSE;
  }
  if (colon == NULL)
    return TRUE;
  reader->at = colon + 1;
  reader->end = end;
  return read_suffix (reader, rule);
}

gboolean
life_rule_parse (
    const gchar *text, guint dimensions, LifeRule *rule, GError **error)
{
  Reader reader = { text, text, NULL, dimensions, FALSE, FALSE, error };
  LifeRule parsed;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (dimensions == 2 || dimensions == 3, FALSE);
  g_return_val_if_fail (rule != NULL, FALSE);

  memset (&parsed, 0, sizeof (parsed));
  parsed.family = LIFE_FAMILY_TOTALISTIC;
  parsed.neighbourhood = LIFE_NEIGHBOURHOOD_MOORE;
  parsed.dimensions = dimensions;
  parsed.states = 2;
  if (!read_rule (&reader, &parsed))
    return FALSE;
  *rule = parsed;
  return TRUE;
}

/* Whether one-digit counts side by side cannot say it, or say it longer. */
static gboolean
wants_list (guint32 counts)
{
  return counts >> 10 != 0 || (counts & counts >> 1 & counts >> 2) != 0;
}

static void
append_list (GString *text, guint32 counts)
{
  const gchar *separator = "";
  guint first, last;

  for (first = 0; first <= 26; first = last + 1) {
    last = first;
    if ((counts >> first & 1) == 0)
      continue;
    while ((counts >> (last + 1) & 1) != 0)
      last++;
    if (last == first + 1)
      last = first;
    g_string_append_printf (text, "%s%u", separator, first);
    if (last > first)
      g_string_append_printf (text, "..%u", last);
    separator = ",";
  }
}

static void
append_digits (GString *text, guint32 counts)
{
  guint count;

  for (count = 0; count <= 9; count++) {
    if ((counts >> count & 1) != 0)
      g_string_append_printf (text, "%u", count);
  }
}

static void
append_counts (GString *text, const LifeRule *rule)
{
  gboolean list = rule->dimensions == 3
                  && (wants_list (rule->birth) || wants_list (rule->survival));
  void (*append) (GString *, guint32) = list ? append_list : append_digits;
  gsize birth_end;

  g_string_append_c (text, 'B');
  append (text, rule->birth);
  birth_end = text->len;
  g_string_append (text, "/S");
  append (text, rule->survival);
  /* Lone counts above 9 need a comma too, or they would read as digits. */
  if (list && strpbrk (text->str, ",.") == NULL)
    g_string_insert_c (
        text, rule->birth >> 10 != 0 ? (gssize) birth_end : -1, ',');
}

gchar *
life_rule_to_string (const LifeRule *rule)
{
  GString *text;

  g_return_val_if_fail (rule != NULL, NULL);

  text = g_string_new (NULL);
  append_counts (text, rule);
  if (rule->bounded) {
    g_string_append_printf (text, ":%c%u,%u",
        rule->grid.topology == LIFE_TOPOLOGY_TORUS ? 'T' : 'P',
        rule->grid.width, rule->grid.height);
    if (rule->dimensions == 3)
      g_string_append_printf (text, ",%u", rule->grid.depth);
  }
  return g_string_free (text, FALSE);
}

static gboolean
same_range (LifeCountRange a, LifeCountRange b)
{
  return a.first == b.first && a.last == b.last;
}

gboolean
life_rule_equal (const LifeRule *a, const LifeRule *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->family == b->family && a->neighbourhood == b->neighbourhood
         && a->dimensions == b->dimensions && a->states == b->states
         && a->birth == b->birth && a->survival == b->survival
         && memcmp (a->map, b->map, sizeof (a->map)) == 0
         && a->radius == b->radius && a->middle == b->middle
         && same_range (a->birth_range, b->birth_range)
         && same_range (a->survival_range, b->survival_range)
         && a->table == b->table && a->wolfram == b->wolfram;
}
