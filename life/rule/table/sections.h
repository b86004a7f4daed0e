/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the sections of a .rule file end, and which of their lines say nothing. */
#pragma once

#include "life/base/reader.h"

G_BEGIN_DECLS

/* The line is blank, or nothing but a comment. */
gboolean life_rule_table_at_blank_line (const LifeReader *reader);

/* The next section starts here, or the text ends. */
gboolean life_rule_table_at_section_end (const LifeReader *reader);

G_END_DECLS
