/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the sections of a .rule file end, and which of their lines are
 * empty. */
#pragma once

#include "life/base/reader.h"

/* Whether the line is blank, or only a comment. */
gboolean life_rule_table_at_blank_line (const LifeReader *reader);

/* Whether the next section starts here, or the text ends. */
gboolean life_rule_table_at_section_end (const LifeReader *reader);
