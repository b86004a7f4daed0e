/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads B3/S23 and its kin: counts for birth and survival, with letters after a count
 * and a number of states, in 2D and 3D. */
#include <string.h>

#include "life/rule/notation.h"
#include "life/rule/neighborhood.h"

/* The properties of the text that are found before its counts are read. */
typedef struct {
  LifeRuleReader *reader;
  LifeNeighborhood neighborhood;
  guint neighbors;   /* neighbors of a cell */
  gboolean prefixed; /* starts with "3D": survival and birth, no letters */
  gboolean list;     /* counts are numbers between commas, not digits */
} Counts;

typedef struct {
  gchar letter; /* 'b', 's', or 0 if none was given */
  const gchar *start;
  guint32 counts;
  LifeArrangements arrangements; /* the same for the Moore neighborhood in 2D */
} Section;

/* --- Errors --- */

/* Fails at a character that cannot be a count in 3D. */
static gboolean
fail_count_3d (const Counts *self)
{
  LifeRuleReader *reader = self->reader;
  gchar c = life_rule_peek (reader);

  if (c != '\0' && strchr ("-ceakinyqjrtwzvh", c) != NULL)
    return life_rule_fail_at (reader, reader->at,
        "\"%c\" is 2D notation (world-depth 1); a 3D rule has counts of 0 to"
        " 26, and at its end F (6 neighbors), C (8) or E (12)",
        *reader->at);
  return life_rule_fail_expected (
      reader, self->list ? "\",\", \"..\" or \"/\"" : "a count or \"/\"");
}

/* The same in 2D. */
static gboolean
fail_count_2d (const Counts *self)
{
  LifeRuleReader *reader = self->reader;
  gchar c = life_rule_peek (reader);
  g_autofree gchar *expected =
      g_strdup_printf ("a count of 0 to %u", self->neighbors);

  if (c == ',' || c == '.')
    return life_rule_fail_at (reader, reader->at,
        "lists and ranges of counts are 3D notation, which needs a world-depth"
        " of more than 1");
  if (c == '/' && life_rule_peek_after (reader) == 'm')
    return life_rule_fail_at (reader, reader->at,
        "a neighborhood after a slash is 3D notation, which needs a world-depth"
        " of more than 1");
  if (c == 'v' || c == 'h')
    return life_rule_fail_at (reader, reader->at,
        "the neighborhood (%c) stands once, at the rule's end",
        g_ascii_toupper (c));
  if (c == '-' || (c != '\0' && strchr ("ceakinyqjrtwz", c) != NULL))
    return life_rule_fail_at (reader, reader->at,
        "\"%c\" stands behind a count only%s", *reader->at,
        self->neighborhood == LIFE_NEIGHBORHOOD_MOORE
            ? ""
            : ", and not with the neighborhoods V and H");
  return life_rule_fail_expected (reader, expected);
}

static gboolean
fail_count (const Counts *self)
{
  return self->reader->dimensions == 2 ? fail_count_2d (self)
                                       : fail_count_3d (self);
}

static gboolean
fail_too_many (const Counts *self, const gchar *at)
{
  if (self->list)
    return life_rule_fail_at (self->reader, at,
        "a cell has at most %u neighbors (with \",\" or \"..\" in a rule, all"
        " its counts are separated by commas)",
        self->neighbors);
  return life_rule_fail_at (
      self->reader, at, "a cell has at most %u neighbors", self->neighbors);
}

/* --- The neighborhood --- */

typedef struct {
  const gchar *ending;
  gboolean prefixed; /* only after "3D" or a slash */
  gboolean slashed;  /* only after a slash */
  LifeNeighborhood neighborhood;
} Ending;

static const Ending endings_2d[] = {
  { "v", FALSE, FALSE, LIFE_NEIGHBORHOOD_VON_NEUMANN },
  { "h", FALSE, FALSE, LIFE_NEIGHBORHOOD_HEXAGONAL },
};

static const Ending endings_3d[] = {
  { "f", FALSE, FALSE, LIFE_NEIGHBORHOOD_VON_NEUMANN },
  { "c", FALSE, FALSE, LIFE_NEIGHBORHOOD_CORNERS },
  { "e", FALSE, FALSE, LIFE_NEIGHBORHOOD_EDGES },
  { "v", TRUE, FALSE, LIFE_NEIGHBORHOOD_VON_NEUMANN },
  { "vn", FALSE, TRUE, LIFE_NEIGHBORHOOD_VON_NEUMANN },
  { "n", FALSE, TRUE, LIFE_NEIGHBORHOOD_VON_NEUMANN },
  { "m", FALSE, TRUE, LIFE_NEIGHBORHOOD_MOORE },
};

static guint
count_slashes (const LifeRuleReader *reader)
{
  guint slashes = 0;

  for (const gchar *c = reader->at; c < reader->end; c++)
    slashes += *c == '/';
  return slashes;
}

static const gchar *
trim (const gchar *start, const gchar *end)
{
  while (end > start && g_ascii_isspace (end[-1]))
    end--;
  return end;
}

/* Removes the letter at the end, and the slash in front of it that other tools
 * write: "4/4/5/M". A "/C" is such a letter only after states. */
static gboolean
remove_ending (Counts *self, const Ending *ending)
{
  LifeRuleReader *reader = self->reader;
  gsize length = strlen (ending->ending);
  const gchar *end = trim (reader->at, reader->end);
  guint slashes = count_slashes (reader);
  gboolean slashed;

  if ((gsize) (end - reader->at) < length
      || g_ascii_strncasecmp (end - length, ending->ending, length) != 0)
    return FALSE;
  end = trim (reader->at, end - length);
  slashed =
      reader->dimensions == 3 && slashes > 1 && end[-1] == '/'
      && (slashes > 2 || ending->neighborhood != LIFE_NEIGHBORHOOD_CORNERS);
  if ((ending->slashed && !slashed)
      || (ending->prefixed && !slashed && !self->prefixed))
    return FALSE;
  self->neighborhood = ending->neighborhood;
  self->list |= slashed && slashes > 2;
  reader->end = slashed ? end - 1 : end;
  return TRUE;
}

static void
find_neighborhood (Counts *self)
{
  gboolean flat = self->reader->dimensions == 2;
  const Ending *endings = flat ? endings_2d : endings_3d;
  guint n = flat ? G_N_ELEMENTS (endings_2d) : G_N_ELEMENTS (endings_3d);

  for (guint i = 0; i < n; i++)
    if (remove_ending (self, &endings[i]))
      break;
  self->neighbors =
      life_rule_neighbors (self->neighborhood, 1, self->reader->dimensions);
}

/* --- The counts --- */

static gboolean
read_digits (const Counts *self, gboolean second, Section *section)
{
  LifeRuleReader *reader = self->reader;

  while (g_ascii_isdigit (life_rule_peek (reader))) {
    guint count = *reader->at - '0';

    if (count > self->neighbors)
      return fail_too_many (self, reader->at);
    reader->at++;
    if (reader->dimensions == 3
        || self->neighborhood != LIFE_NEIGHBORHOOD_MOORE)
      section->counts |= 1u << count;
    else if (!life_hensel_read (reader, count, second, &section->arrangements))
      return FALSE;
    else if (section->arrangements.letters[count] != 0)
      section->counts |= 1u << count;
  }
  return TRUE;
}

static gboolean
read_listed_count (const Counts *self, guint *count)
{
  LifeRuleReader *reader = self->reader;
  const gchar *at;
  guint64 number;

  if (!g_ascii_isdigit (life_rule_peek (reader))) {
    g_autofree gchar *expected =
        g_strdup_printf ("a count of 0 to %u", self->neighbors);

    return life_rule_fail_expected (reader, expected);
  }
  at = reader->at;
  number = life_rule_read_number (reader);
  if (number > self->neighbors)
    return fail_too_many (self, at);
  *count = number;
  return TRUE;
}

/* "..", or the "-" that other tools write before a number. */
static gboolean
accept_to (LifeRuleReader *reader)
{
  if (life_rule_peek (reader) == '-'
      && g_ascii_isdigit (life_rule_peek_after (reader)))
    return life_rule_accept (reader, '-');
  return life_rule_accept_dots (reader);
}

static gboolean
read_list (const Counts *self, Section *section)
{
  LifeRuleReader *reader = self->reader;

  while (g_ascii_isdigit (life_rule_peek (reader))) {
    const gchar *at = reader->at;
    guint first = 0, last;

    if (!read_listed_count (self, &first))
      return FALSE;
    last = first;
    if (accept_to (reader) && !read_listed_count (self, &last))
      return FALSE;
    if (last < first)
      return life_rule_fail_at (
          reader, at, "the range %u..%u runs backwards", first, last);
    for (; first <= last; first++)
      section->counts |= 1u << first;
    if (!life_rule_accept (reader, ','))
      break;
  }
  return TRUE;
}

static gboolean
read_section (const Counts *self, gboolean second, Section *section)
{
  LifeRuleReader *reader = self->reader;
  gchar c = life_rule_peek (reader);

  section->start = reader->at;
  if (!self->prefixed && (c == 'b' || c == 's')) {
    section->letter = c;
    reader->at++;
  }
  return self->list ? read_list (self, section)
                    : read_digits (self, second, section);
}

/* Fails if there is only one section, without a letter that names it. */
static gboolean
fail_lone_section (const Counts *self)
{
  LifeRuleReader *reader = self->reader;

  if (self->prefixed)
    return life_rule_fail_expected (reader, "\"/\" and birth counts");
  if (reader->dimensions == 3)
    return life_rule_fail_expected (
        reader, "\"/\", the letters B and S, or Bays' four digits");
  return life_rule_fail_expected (reader, "\"/\" or the letters B and S");
}

static gboolean
assign_sections (const Counts *self, const Section sections[2], LifeRule *rule)
{
  gchar first = sections[0].letter, second = sections[1].letter;
  /* Without letters survival comes first; one letter decides both. */
  gboolean birth_first = first == 'b' || second == 's';
  const Section *birth = &sections[birth_first ? 0 : 1];
  const Section *survival = &sections[birth_first ? 1 : 0];

  if (first != 0 && first == second)
    return life_rule_fail_at (self->reader, sections[1].start,
        "%c is given a second time", g_ascii_toupper (second));
  rule->neighborhood = self->neighborhood;
  if (life_hensel_is_totalistic (&birth->arrangements)
      && life_hensel_is_totalistic (&survival->arrangements)) {
    rule->birth = birth->counts;
    rule->survival = survival->counts;
    return TRUE;
  }
  rule->family = LIFE_FAMILY_MAP;
  life_hensel_to_map (&birth->arrangements, &survival->arrangements, rule->map);
  return TRUE;
}

static gboolean
read_sections (const Counts *self, LifeRule *rule)
{
  LifeRuleReader *reader = self->reader;
  Section sections[2] = { { 0 }, { 0 } };
  gchar c;

  if (!read_section (self, FALSE, &sections[0]))
    return FALSE;
  c = life_rule_peek (reader);
  if (life_rule_accept_slash (reader)
      || (sections[0].letter != 0 && (c == 'b' || c == 's'))) {
    if (!read_section (self, TRUE, &sections[1]))
      return FALSE;
  } else if (c == '\0' && sections[0].letter == 0) {
    return fail_lone_section (self);
  }
  if (!life_rule_read_states (reader, rule))
    return FALSE;
  if (life_rule_peek (reader) != '\0')
    return fail_count (self);
  return assign_sections (self, sections, rule);
}

/* --- All of it --- */

static gboolean
accept_3d_prefix (LifeRuleReader *reader)
{
  return life_rule_peek (reader) == '3' && life_rule_peek_after (reader) == 'd'
         && life_rule_accept (reader, '3') && life_rule_accept (reader, 'd');
}

static gboolean
is_bays (const LifeRuleReader *reader)
{
  const gchar *start = reader->at, *end = trim (start, reader->end);

  while (start < end && g_ascii_isspace (*start))
    start++;
  for (gint i = 0; i < end - start; i++)
    if (!g_ascii_isdigit (start[i]))
      return FALSE;
  return end - start == 4;
}

/* Bays' "5766": survival from 5 to 7, birth from 6 to 6. */
static gboolean
read_bays (LifeRuleReader *reader, LifeRule *rule)
{
  life_rule_peek (reader);
  for (guint i = 0; i < 2; i++, reader->at += 2) {
    guint first = reader->at[0] - '0', last = reader->at[1] - '0';

    if (last < first)
      return life_rule_fail_at (reader, reader->at + 1,
          "the range %u..%u (Bays) runs backwards", first, last);
    *(i == 0 ? &rule->survival : &rule->birth) =
        (1u << (last + 1)) - (1u << first);
  }
  return TRUE;
}

/* Fails if the text does not start with a count: it is of another kind, or
 * wrong. */
static gboolean
fail_start (const Counts *self)
{
  LifeRuleReader *reader = self->reader;
  gboolean flat = reader->dimensions == 2;

  if (self->prefixed)
    return life_rule_fail_expected (reader, "survival counts or \"/\"");
  if (g_ascii_isalpha (life_rule_peek (reader)))
    return life_rule_fail_at (reader, reader->at,
        "there is no rule of this name, expected counts (%s)",
        flat ? "B3/S23" : "B6/S567");
  return life_rule_fail_expected (reader,
      flat ? "counts (B3/S23, 23/3) or the name of a rule (life, highlife)"
           : "counts (B6/S567, B6/S5..7, 3D5..7/6) or a rule's name (445)");
}

/* Whether the text has letters that counts do not have. */
static gboolean
is_word (const LifeRuleReader *reader)
{
  gboolean word = FALSE;

  for (const gchar *c = reader->at; c < reader->end; c++) {
    if (g_ascii_isdigit (*c) || *c == '/')
      return FALSE;
    word |= g_ascii_isalpha (*c) && strchr ("bBsS", *c) == NULL;
  }
  return word;
}

static gboolean
check_start (const Counts *self)
{
  gchar c = life_rule_peek (self->reader);

  if (g_ascii_isdigit (c) || c == '/'
      || (!self->prefixed && (c == 'b' || c == 's') && !is_word (self->reader)))
    return TRUE;
  return fail_start (self);
}

static gboolean
has_any (const LifeRuleReader *reader, const gchar *characters)
{
  for (const gchar *c = reader->at; c < reader->end; c++)
    if (*c != '\0' && strchr (characters, *c) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
read_counts (LifeRuleReader *reader, LifeRule *rule)
{
  Counts self = { reader, LIFE_NEIGHBORHOOD_MOORE };
  const gchar *start = reader->at;
  gboolean states_first = life_rule_peek (reader) == 'g'
                          && g_ascii_isdigit (life_rule_peek_after (reader));

  if (reader->dimensions == 3 && is_bays (reader))
    return read_bays (reader, rule);
  if (states_first && life_rule_accept (reader, 'g')
      && !life_rule_read_state_number (reader, rule))
    return FALSE;
  self.prefixed = accept_3d_prefix (reader);
  if (self.prefixed && reader->dimensions == 2)
    return life_rule_fail_at (reader, start,
        "\"3D\" is 3D notation, which needs a world-depth of more than 1");
  if (!check_start (&self))
    return FALSE;
  find_neighborhood (&self);
  self.list |=
      reader->dimensions == 3 && (self.prefixed || has_any (reader, ",.-"));
  return read_sections (&self, rule);
}

const LifeRuleFamily life_family_counts = { LIFE_FAMILY_TOTALISTIC, 0, FALSE,
  NULL, read_counts, life_rule_append_counts, life_rule_is_same_counts,
  life_rule_fill_map };
