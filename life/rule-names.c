/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The well-known two-state rules by name; reading rules lives in rule.c. */
#include "life/rule-names.h"

#include <string.h>

typedef struct {
  const gchar *name;
  const gchar *birth;
  const gchar *survival;
} NamedRule;

/* Sorted by name. */
static const NamedRule named_rules[] = {
  { "2x2", "36", "125" },
  { "34-life", "34", "34" },
  { "amoeba", "357", "1358" },
  { "anneal", "4678", "35678" },
  { "antilife", "0123478", "01234678" },
  { "assimilation", "345", "4567" },
  { "bacteria", "34", "456" },
  { "blinkers", "345", "2" },
  { "bugs", "3567", "15678" },
  { "coagulations", "378", "235678" },
  { "conway", "3", "23" },
  { "coral", "3", "45678" },
  { "corrosion-of-conformity", "3", "124" },
  { "day-and-night", "3678", "34678" },
  { "daynight", "3678", "34678" },
  { "diamoeba", "35678", "5678" },
  { "dotlife", "3", "023" },
  { "drylife", "37", "23" },
  { "eightlife", "3", "238" },
  { "electrified-maze", "45", "12345" },
  { "flakes", "3", "012345678" },
  { "flock", "3", "12" },
  { "fredkin", "1357", "02468" },
  { "gnarl", "1", "1" },
  { "h-trees", "1", "012345678" },
  { "highlife", "36", "23" },
  { "holstein", "35678", "4678" },
  { "honeylife", "38", "238" },
  { "iceballs", "25678", "5678" },
  { "inverse-life", "0123478", "34678" },
  { "land-rush", "36", "234578" },
  { "life", "3", "23" },
  { "life-without-death", "3", "012345678" },
  { "live-free-or-die", "2", "0" },
  { "long-life", "345", "5" },
  { "low-death", "368", "238" },
  { "lowlife", "3", "13" },
  { "majority", "5678", "45678" },
  { "maze", "3", "12345" },
  { "maze-with-mice", "37", "12345" },
  { "mazectric", "3", "1234" },
  { "mazectric-with-mice", "37", "1234" },
  { "morley", "368", "245" },
  { "move", "368", "245" },
  { "neon-blobs", "08", "4" },
  { "pedestrian-life", "38", "23" },
  { "persian-rug", "234", "" },
  { "plow-world", "378", "012345678" },
  { "pseudo-life", "357", "238" },
  { "replicator", "1357", "1357" },
  { "seeds", "2", "" },
  { "serviettes", "234", "" },
  { "slow-blob", "367", "125678" },
  { "snowlife", "3", "1237" },
  { "stains", "3678", "235678" },
  { "vote", "5678", "45678" },
  { "walled-cities", "45678", "2345" },
};

const gchar *const *
life_rule_names (void)
{
  static const gchar *names[G_N_ELEMENTS (named_rules) + 1];
  static gsize filled = 0;
  gsize i;

  if (g_once_init_enter (&filled)) {
    for (i = 0; i < G_N_ELEMENTS (named_rules); i++)
      names[i] = named_rules[i].name;
    g_once_init_leave (&filled, 1);
  }
  return names;
}

static gboolean
is_filler (gchar c)
{
  return g_ascii_isspace (c) || (c != '\0' && strchr ("-_'&", c) != NULL);
}

static gboolean
matches (const gchar *name, const gchar *text, gsize length)
{
  gsize i;

  for (i = 0; i < length; i++) {
    if (is_filler (text[i]))
      continue;
    while (is_filler (*name))
      name++;
    if (*name != g_ascii_tolower (text[i]))
      return FALSE;
    name++;
  }
  return *name == '\0';
}

static guint32
mask_of (const gchar *digits)
{
  guint32 mask = 0;

  for (; *digits != '\0'; digits++)
    mask |= 1u << (*digits - '0');
  return mask;
}

gboolean
life_rule_lookup_name (
    const gchar *name, gsize length, guint32 *birth, guint32 *survival)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (named_rules); i++) {
    if (matches (named_rules[i].name, name, length)) {
      *birth = mask_of (named_rules[i].birth);
      *survival = mask_of (named_rules[i].survival);
      return TRUE;
    }
  }
  return FALSE;
}
