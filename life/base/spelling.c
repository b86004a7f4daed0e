/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Compares names as people type them. */
#include "life/base/spelling.h"

#include <string.h>

#define SUGGESTIONS_MAX 3

/* Longer names have no near ones, and shorter ones are not searched for as a
 * part. */
#define LETTERS_MAX 60
#define PART_MIN 3

/* Added to the distance of names that start with what was typed, or contain it,
 * so that they come after all names that are near. */
#define STARTS_WITH 100
#define HAS_WITHIN 200
#define FAR 1000

typedef struct {
  const gchar *name;
  guint distance;
} Near;

/* A name, letter by letter. */
typedef struct {
  const gchar *at, *end;
  const gchar *pending; /* letters of an expanded '&' */
} Letters;

static Letters
letters_start (const gchar *text, gsize length)
{
  return (Letters){ text, text + length, "" };
}

static gboolean
is_filler (gchar c)
{
  return g_ascii_isspace (c) || c == '-' || c == '_' || c == '\'';
}

/* The next letter that counts, in lower case; -1 at the end. */
static gint
letters_next (Letters *letters)
{
  if (*letters->pending != '\0')
    return *letters->pending++;
  while (letters->at < letters->end && is_filler (*letters->at))
    letters->at++;
  if (letters->at == letters->end)
    return -1;
  if (*letters->at != '&')
    return (guchar) g_ascii_tolower (*letters->at++);
  letters->at++;
  letters->pending = "nd";
  return 'a';
}

static gchar *
letters_of (const gchar *text, gsize length)
{
  Letters letters = letters_start (text, length);
  GString *all = g_string_sized_new (length);

  for (gint letter; (letter = letters_next (&letters)) >= 0;)
    g_string_append_c (all, letter);
  return g_string_free (all, FALSE);
}

gboolean
life_name_matches (const gchar *name, const gchar *text, gsize length)
{
  Letters theirs = letters_start (name, strlen (name));
  Letters ours = letters_start (text, length);
  gint letter;

  do {
    letter = letters_next (&theirs);
    if (letter != letters_next (&ours))
      return FALSE;
  } while (letter >= 0);
  return TRUE;
}

/* Fills row @i of the distances between the starts of @a and @b; @rows are this row and the
 * two previous ones, in turn. */
static void
fill_row (
    guint rows[3][LETTERS_MAX + 1], const gchar *a, const gchar *b, guint i)
{
  const guint *above = rows[(i + 2) % 3], *above_that = rows[(i + 1) % 3];
  guint *row = rows[i % 3];
  guint n = strlen (b);

  row[0] = i;
  for (guint j = 1; j <= n; j++) {
    row[j] = MIN (above[j], row[j - 1]) + 1;
    row[j] = MIN (row[j], above[j - 1] + (a[i - 1] != b[j - 1]));
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
      row[j] = MIN (row[j], above_that[j - 2] + 1);
  }
}

/* How many slips turn @a into @b. */
static guint
count_slips (const gchar *a, const gchar *b)
{
  guint rows[3][LETTERS_MAX + 1];
  guint n = strlen (a), m = strlen (b);

  if (n > LETTERS_MAX || m > LETTERS_MAX)
    return FAR;
  for (guint j = 0; j <= m; j++)
    rows[0][j] = j;
  for (guint i = 1; i <= n; i++)
    fill_row (rows, a, b, i);
  return rows[n % 3][m];
}

/* A quarter of the letters may be wrong, at least one and at most three. */
static guint
find_distance (const gchar *typed, const gchar *name)
{
  guint n = strlen (typed), slips = count_slips (typed, name);

  if (slips <= CLAMP (n / 4, 1, 3) && slips < n)
    return slips;
  if (n < PART_MIN || strstr (name, typed) == NULL)
    return FAR;
  return (g_str_has_prefix (name, typed) ? STARTS_WITH : HAS_WITHIN) + slips;
}

/* Inserts @name if it is among the nearest; among equals the first one wins. */
static void
consider (Near nearest[SUGGESTIONS_MAX], const gchar *name, guint distance)
{
  guint rank = SUGGESTIONS_MAX;

  while (rank > 0 && distance < nearest[rank - 1].distance)
    rank--;
  for (guint i = SUGGESTIONS_MAX - 1; i > rank; i--)
    nearest[i] = nearest[i - 1];
  if (rank < SUGGESTIONS_MAX)
    nearest[rank] = (Near){ name, distance };
}

static gchar *
list (const Near nearest[SUGGESTIONS_MAX])
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SUGGESTIONS_MAX && nearest[i].distance < FAR; i++) {
    gboolean last = i + 1 == SUGGESTIONS_MAX || nearest[i + 1].distance >= FAR;

    g_string_append_printf (text, "%s%s",
        i == 0 ? ""
        : last ? " or "
               : ", ",
        nearest[i].name);
  }
  return g_string_free (text, text->len == 0);
}

gchar *
life_name_suggest (const gchar *text, gsize length, const gchar *const *names)
{
  Near nearest[SUGGESTIONS_MAX] = { { NULL, FAR }, { NULL, FAR },
    { NULL, FAR } };
  g_autofree gchar *typed = letters_of (text, length);

  for (guint i = 0; names[i] != NULL; i++) {
    g_autofree gchar *name = letters_of (names[i], strlen (names[i]));

    consider (nearest, names[i], find_distance (typed, name));
  }
  return list (nearest);
}
