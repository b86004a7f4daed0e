/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules of Margolus' neighborhood, read and written: "M0,8,4,3,2,5,9,7,1,6,10,11,12,13,14,15",
 * and "MS,D0;8;4;…" of MCell. */
#include <string.h>

#include "life/rule/notation.h"

static gboolean
is_margolus (LifeRuleReader *reader)
{
  LifeRuleReader ahead = *reader;

  return life_rule_accept (&ahead, 'm')
         && (g_ascii_isdigit (life_rule_peek (&ahead))
             || (life_rule_accept (&ahead, 's')
                 && life_rule_peek (&ahead) == ','));
}

static gboolean
read_blocks (LifeRuleReader *reader, guint8 *blocks)
{
  for (guint i = 0; i < LIFE_MARGOLUS_BLOCKS; i++) {
    const gchar *at;
    guint64 block;

    if (i > 0 && !life_rule_accept (reader, ',')
        && !life_rule_accept (reader, ';'))
      return life_rule_fail_expected (
          reader, "\",\", and 16 numbers in all, one for each block");
    if (!g_ascii_isdigit (life_rule_peek (reader)))
      return life_rule_fail_expected (reader, "a block of cells (0 to 15)");
    at = reader->at;
    block = life_rule_read_number (reader);
    if (block >= LIFE_MARGOLUS_BLOCKS)
      return life_rule_fail_at (
          reader, at, "a block of four cells is a number from 0 to 15");
    blocks[i] = block;
  }
  return life_rule_peek (reader) == '\0'
         || life_rule_fail_expected (reader, "the end");
}

/* The blocks of odd generations begin a cell further right and down. */
static gboolean
read_margolus (LifeRuleReader *reader, LifeRule *rule)
{
  LifeRule odd;

  life_rule_accept (reader, 'm');
  if (life_rule_accept (reader, 's')
      && (!life_rule_accept (reader, ',') || !life_rule_accept (reader, 'd')))
    return life_rule_fail_expected (reader, "\",D\"");
  if (!read_blocks (reader, rule->blocks))
    return FALSE;
  rule->family = LIFE_FAMILY_MARGOLUS;
  odd = life_rule_value (rule);
  odd.odd_blocks = TRUE;
  rule->alternate = life_rule_ref (&odd);
  return TRUE;
}

static void
append_margolus (GString *text, const LifeRule *rule)
{
  for (guint i = 0; i < LIFE_MARGOLUS_BLOCKS; i++)
    g_string_append_printf (text, i == 0 ? "M%u" : ",%u", rule->blocks[i]);
}

static gboolean
is_same (const LifeRule *a, const LifeRule *b)
{
  return a->odd_blocks == b->odd_blocks
         && memcmp (a->blocks, b->blocks, sizeof a->blocks) == 0;
}

const LifeRuleFamily life_family_margolus = { LIFE_FAMILY_MARGOLUS, 2, FALSE,
  is_margolus, read_margolus, append_margolus, is_same, NULL };
