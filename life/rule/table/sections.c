/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the sections of a .rule file end, and which of their lines are
 * empty. */
#include "life/rule/table/sections.h"

gboolean
life_rule_table_at_blank_line (const LifeReader *reader)
{
  LifeReader ahead = *reader;

  life_reader_skip_blanks (&ahead);
  return life_reader_at_line_end (&ahead) || life_reader_peek (&ahead) == '#';
}

gboolean
life_rule_table_at_section_end (const LifeReader *reader)
{
  return life_reader_peek (reader) == LIFE_READER_END
         || (life_reader_peek (reader) == '@'
             && life_reader_at_line_start (reader));
}
