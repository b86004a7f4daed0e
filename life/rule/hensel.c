/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hensel's letters, which name the arrangements of neighbors: reading, writing
 * and converting to maps. */
#include <string.h>

#include "life/rule/notation.h"

#define MAP_BIT(map, i) ((map)[(i) / 64] >> (i) % 64 & 1)

/* The letters for each count. From 5 on they name the arrangement of the dead
 * cells. */
static const gchar *const letters_of[9] = { "", "ce", "aceikn", "aceijknqry",
  "aceijknqrtwyz", "aceijknqry", "aceikn", "ce", "" };

/* For each letter in turn, one of the up to eight arrangements that are the
 * same when turned or mirrored. */
static const gchar *const pictures[5][13] = {
  { "... ... ..." },
  { "o.. ... ...", ".o. ... ..." },
  { "oo. ... ...", "o.o ... ...", ".o. o.. ...", ".o. ... .o.", "o.. ..o ...",
      "o.. ... ..o" },
  { "oo. o.. ...", "o.o ... o..", ".o. o.o ...", "ooo ... ...", "oo. ..o ...",
      "o.. ..o .o.", "oo. ... o..", "oo. ... ..o", "oo. ... .o.",
      "o.o ... .o." },
  { "ooo o.. ...", "o.o ... o.o", ".o. o.o .o.", "oo. ... oo.", "oo. ..o .o.",
      "oo. ..o o..", "ooo ... o..", "oo. o.. ..o", "oo. o.o ...", "ooo ... .o.",
      "oo. ..o ..o", "oo. ... o.o", "oo. ... .oo" },
};

/* Indexed by a map's 9 cells without the cell itself: their arrangement. */
typedef struct {
  guint8 count, letter;
} Arrangement;

static Arrangement arrangements_of[512];

/* The position of cell (@x, @y) of 3 × 3 under one of the square's symmetries, 0 … 7. */
static guint
turn (guint symmetry, guint x, guint y)
{
  guint swap = x;

  if ((symmetry & 1) != 0)
    x = 2 - x;
  if ((symmetry & 2) != 0)
    y = 2 - y;
  if ((symmetry & 4) != 0) {
    swap = x;
    x = y;
    y = swap;
  }
  return 8 - (y * 3 + x);
}

static guint
read_picture (const gchar *picture, guint symmetry)
{
  guint cells = 0;

  for (guint y = 0; y < 3; y++)
    for (guint x = 0; x < 3; x++)
      if (picture[y * 4 + x] == 'o')
        cells |= 1u << turn (symmetry, x, y);
  return cells;
}

/* Records an arrangement for a live and for a dead cell in the middle. */
static void
enter (guint cells, guint count, guint letter)
{
  Arrangement arrangement = { count, letter };

  arrangements_of[cells & ~(1u << 4)] = arrangement;
  arrangements_of[cells | 1u << 4] = arrangement;
}

static const Arrangement *
get_arrangements (void)
{
  static gsize filled = 0;

  if (g_once_init_enter (&filled)) {
    for (guint count = 0; count <= 4; count++)
      for (guint i = 0; i < MAX (1, strlen (letters_of[count])); i++)
        for (guint symmetry = 0; symmetry < 8; symmetry++) {
          guint cells = read_picture (pictures[count][i], symmetry);

          enter (cells, count, i);
          if (count < 4)
            enter (~cells & 0x1ff, 8 - count, i);
        }
    g_once_init_leave (&filled, 1);
  }
  return arrangements_of;
}

/* All arrangements of @count neighbors. */
static guint16
all_of (guint count)
{
  return (1u << MAX (1, strlen (letters_of[count]))) - 1;
}

static gboolean
fail_letter (LifeRuleReader *reader, guint count)
{
  if (count == 0 || count == 8)
    return life_rule_fail_at (reader, reader->at,
        "%u neighbors have one arrangement only: no letters follow", count);
  return life_rule_fail_at (reader, reader->at,
      "no arrangement of %u neighbors is called \"%c\", expected letters of"
      " \"%s\"",
      count, *reader->at, letters_of[count]);
}

gboolean
life_hensel_read (LifeRuleReader *reader, guint count, gboolean stop,
    LifeArrangements *arrangements)
{
  guint16 letters = 0, all = all_of (count);
  gboolean except = life_rule_accept (reader, '-');
  gchar c;

  while ((c = life_rule_peek (reader)) != '\0'
         && strchr (letters_of[4], c) != NULL) {
    const gchar *found = strchr (letters_of[count], c);

    if (stop && *reader->at == 'C'
        && g_ascii_isdigit (life_rule_peek_after (reader)))
      break;
    if (found == NULL)
      return fail_letter (reader, count);
    letters |= 1u << (found - letters_of[count]);
    reader->at++;
  }
  if (except)
    letters = all & ~letters;
  else if (letters == 0)
    letters = all;
  arrangements->letters[count] |= letters;
  return TRUE;
}

/* Writes the letters that are there, or "-" and those that are not, whichever
 * is shorter. */
static void
append_letters (GString *text, guint count, guint16 letters)
{
  guint16 all = all_of (count);
  guint there = 0, not_there = 0;

  if (letters == 0)
    return;
  g_string_append_printf (text, "%u", count);
  if (letters == all)
    return;
  for (guint i = 0; letters_of[count][i] != '\0'; i++)
    letters >> i & 1 ? there++ : not_there++;
  if (not_there + 1 < there) {
    g_string_append_c (text, '-');
    letters ^= all;
  }
  for (guint i = 0; letters_of[count][i] != '\0'; i++)
    if ((letters >> i & 1) != 0)
      g_string_append_c (text, letters_of[count][i]);
}

void
life_hensel_append (GString *text, const LifeArrangements *arrangements)
{
  for (guint count = 0; count <= 8; count++)
    append_letters (text, count, arrangements->letters[count]);
}

gboolean
life_hensel_is_totalistic (const LifeArrangements *arrangements)
{
  for (guint count = 0; count <= 8; count++)
    if (arrangements->letters[count] != 0
        && arrangements->letters[count] != all_of (count))
      return FALSE;
  return TRUE;
}

void
life_hensel_to_map (const LifeArrangements *birth,
    const LifeArrangements *survival, guint64 map[8])
{
  const Arrangement *arrangements = get_arrangements ();

  memset (map, 0, 8 * sizeof (*map));
  for (guint i = 0; i < 512; i++) {
    const LifeArrangements *half = (i >> 4 & 1) != 0 ? survival : birth;
    Arrangement around = arrangements[i];

    map[i / 64] |= (guint64) (half->letters[around.count] >> around.letter & 1)
                   << i % 64;
  }
}

gboolean
life_hensel_from_map (
    const guint64 map[8], LifeArrangements *birth, LifeArrangements *survival)
{
  const Arrangement *arrangements = get_arrangements ();
  guint64 again[8];

  memset (birth, 0, sizeof (*birth));
  memset (survival, 0, sizeof (*survival));
  for (guint i = 0; i < 512; i++)
    if (MAP_BIT (map, i) != 0) {
      LifeArrangements *half = (i >> 4 & 1) != 0 ? survival : birth;

      half->letters[arrangements[i].count] |= 1u << arrangements[i].letter;
    }
  life_hensel_to_map (birth, survival, again);
  return memcmp (map, again, sizeof (again)) == 0;
}
