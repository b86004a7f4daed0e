/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The well-known rules by name; reading rules lives in rule.c. */
#include "life/rule-names.h"

#include <string.h>

typedef struct {
  const gchar *name, *rule;
} NamedRule;

/* Sorted by name. */
static const NamedRule named_rules_2d[] = {
  { "2x2", "B36/S125" },
  { "34-life", "B34/S34" },
  { "amoeba", "B357/S1358" },
  { "anneal", "B4678/S35678" },
  { "antilife", "B0123478/S01234678" },
  { "assimilation", "B345/S4567" },
  { "bacteria", "B34/S456" },
  { "banners", "B3457/S2367/5" },
  { "bays-hexlife", "B2/S35H" },
  { "blinkers", "B345/S2" },
  { "bloomerang", "B34678/S234/24" },
  { "bosco", "R5,C0,M1,S34..58,B34..45,NM" },
  { "boscos-rule", "R5,C0,M1,S34..58,B34..45,NM" },
  { "brians-brain", "B2/S/3" },
  { "bugs", "B3567/S15678" },
  { "bugsmovie", "R10,C0,M1,S123..212,B123..170,NM" },
  { "burst", "B3468/S0235678/9" },
  { "butterfly", "R5,C0,M1,S34..52,B31..45,NM" },
  { "callahan-hexlife", "MAPFAMgVwhXAP4AP4B+gH4A6A" },
  { "caterpillars", "B378/S124567/4" },
  { "coagulations", "B378/S235678" },
  { "conway", "B3/S23" },
  { "cooties", "B2/S23/8" },
  { "coral", "B3/S45678" },
  { "corrosion-of-conformity", "B3/S124" },
  { "day-and-night", "B3678/S34678" },
  { "daynight", "B3678/S34678" },
  { "diamoeba", "B35678/S5678" },
  { "dotlife", "B3/S023" },
  { "drylife", "B37/S23" },
  { "ebb-and-flow", "B36/S012478/18" },
  { "eightlife", "B3/S238" },
  { "electrified-maze", "B45/S12345" },
  { "fireworks", "B13/S2/21" },
  { "flakes", "B3/S012345678" },
  { "flock", "B3/S12" },
  { "fredkin", "B1357/S02468" },
  { "frogs", "B34/S12/3" },
  { "globe", "R8,C0,M0,S163..223,B74..252,NM" },
  { "gnarl", "B1/S1" },
  { "gnarl-von-neumann", "R1,C0,M1,S1..1,B1..1,NN" },
  { "greenberg-hastings", "B1234/S/3V" },
  { "h-trees", "B1/S012345678" },
  { "hexlife", "B2/S34H" },
  { "high-hexlife", "B25/S34H" },
  { "highlife", "B36/S23" },
  { "holstein", "B35678/S4678" },
  { "honeylife", "B38/S238" },
  { "iceballs", "B25678/S5678" },
  { "inverse-life", "B0123478/S34678" },
  { "just-friends", "B2-a/S12" },
  { "land-rush", "B36/S234578" },
  { "larger-majority", "R4,C0,M1,S41..81,B41..81,NM" },
  { "lava", "B45678/S12345/8" },
  { "life", "B3/S23" },
  { "life-without-death", "B3/S012345678" },
  { "lines", "B458/S012345/3" },
  { "live-free-or-die", "B2/S0" },
  { "long-life", "B345/S5" },
  { "low-death", "B368/S238" },
  { "lowlife", "B3/S13" },
  { "majority", "B5678/S45678" },
  { "majorly", "R7,C0,M1,S113..225,B113..225,NM" },
  { "maze", "B3/S12345" },
  { "maze-with-mice", "B37/S12345" },
  { "mazectric", "B3/S1234" },
  { "mazectric-with-mice", "B37/S1234" },
  { "meteor-guns", "B3/S01245678/8" },
  { "modern-art", "R10,C255,M1,S2..3,B3..3,NM" },
  { "morley", "B368/S245" },
  { "move", "B368/S245" },
  { "neon-blobs", "B08/S4" },
  { "nova", "B2478/S45678/25" },
  { "omosso", "B2n3/S23-q" },
  { "packard-snowflake", "B1/S0123456H" },
  { "parity", "B13/S024V" },
  { "pedestrian-life", "B38/S23" },
  { "perfect-spiral", "B234/S2/5" },
  { "persian-rug", "B234/S" },
  { "plow-world", "B378/S012345678" },
  { "pseudo-life", "B357/S238" },
  { "replicator", "B1357/S1357" },
  { "rule-110", "W110" },
  { "rule-150", "W150" },
  { "rule-184", "W184" },
  { "rule-30", "W30" },
  { "rule-54", "W54" },
  { "rule-60", "W60" },
  { "rule-90", "W90" },
  { "sawfish", "B37/S3458/4" },
  { "sedimental", "B25678/S45678/4" },
  { "seeds", "B2/S" },
  { "serviettes", "B234/S" },
  { "sierpinski", "W90" },
  { "slow-blob", "B367/S125678" },
  { "snowlife", "B3/S1237" },
  { "soldier-bugs", "R7,C0,M1,S65..114,B65..95,NM" },
  { "stains", "B3678/S235678" },
  { "star-wars", "B2/S345/4" },
  { "sticks", "B2/S3456/6" },
  { "tdrylife", "B37/S2-i34q" },
  { "tlife", "B3/S2-i34q" },
  { "toom", "MAPAwM/Pw" },
  { "traffic", "W184" },
  { "transers", "B26/S345/5" },
  { "ulam-warburton", "B1/S01234V" },
  { "vote", "B5678/S45678" },
  { "waffle", "R7,C0,M1,S100..200,B75..170,NM" },
  { "walled-cities", "B45678/S2345" },
  { "xtasy", "B2356/S1456/16" },
};

/* Likewise; Bays' rules (5766) are read as they are. */
static const NamedRule named_rules_3d[] = {
  { "3d-brain", "B4/S" },
  { "445", "B4/S4/5" },
  { "678-678", "B6..8/S6..8/3" },
  { "amoeba", "B5..7,12,13,15/S9..26/5" },
  { "architecture", "B3/S4..6" },
  { "builder-1", "B4,6,8,9/S2,6,9/10" },
  { "builder-2", "B1/S5..7" },
  { "clouds", "B13,14,17..19/S13..26" },
  { "clouds-1", "B13,14,17..19/S13..26" },
  { "clouds-2", "B13,14/S12..26" },
  { "construction", "B9,10,16,23,24/S0..2,4,6..11,13..17,21..26" },
  { "coral", "B6,7,9,12/S5..8/4" },
  { "crystal-growth", "B1,3/S0..6F" },
  { "crystal-growth-1", "B1,3/S0..6F" },
  { "crystal-growth-2", "B1,3/S1,2/5F" },
  { "diamond-growth", "B1..3/S5,6/7F" },
  { "expanding-shell", "B6..10,13,14,16,18,19,22..25/S6..9,11,13,15,16,18/5" },
  { "more-structures", "B4/S7..26/4" },
  { "pulse-waves", "B1..3/S3/10" },
  { "pyroclastic", "B6..8/S4..7/10" },
  { "sample-1", "B5,8..26/S10..26/4" },
  { "shells", "B3,6,8,9,11,14..17,19,24/S3,5,7,9,11,15,17,19,21,23,24,26/7" },
  { "single-point-replication", "B1/S" },
  { "slow-decay", "B10..26/S13..26/3" },
  { "slow-decay-1", "B10..26/S13..26/3" },
  { "slow-decay-2", "B13..26/S1,4,8,11,13..26/5" },
  { "spiky-growth", "B13,17,20..26/S0..3,7..9,11..13,18,21,22,24,26/4" },
  { "stable-structures", "B14..19/S13..26" },
  { "symmetry", "B2/S/10" },
  { "von-neumann-builder", "B1,4,5/S1..3/5F" },
};

static void
list_names (const NamedRule *rules, gsize n, const gchar **names)
{
  for (gsize i = 0; i < n; i++)
    names[i] = rules[i].name;
}

const gchar *const *
life_rule_names (void)
{
  static const gchar *names[G_N_ELEMENTS (named_rules_2d) + 1];
  static gsize filled = 0;

  if (g_once_init_enter (&filled)) {
    list_names (named_rules_2d, G_N_ELEMENTS (named_rules_2d), names);
    g_once_init_leave (&filled, 1);
  }
  return names;
}

const gchar *const *
life_rule_names_3d (void)
{
  static const gchar *names[G_N_ELEMENTS (named_rules_3d) + 1];
  static gsize filled = 0;

  if (g_once_init_enter (&filled)) {
    list_names (named_rules_3d, G_N_ELEMENTS (named_rules_3d), names);
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

const gchar *
life_rule_lookup_name (const gchar *name, gsize length, guint dimensions)
{
  const NamedRule *rules = dimensions == 3 ? named_rules_3d : named_rules_2d;
  gsize n = dimensions == 3 ? G_N_ELEMENTS (named_rules_3d)
                            : G_N_ELEMENTS (named_rules_2d);

  for (gsize i = 0; i < n; i++)
    if (matches (rules[i].name, name, length))
      return rules[i].rule;
  return NULL;
}
