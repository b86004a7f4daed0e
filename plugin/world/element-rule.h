/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The rule of an element. */
#pragma once

#include "plugin/world/gst-life.h"

/* Reads a rule, as life_rule_parse_in() does; table rules are looked for in the rule
 * path, then in the pattern's file and beside it, then where they always are. */
LifeRule *gst_life_parse_rule (const GstLifeWorldSettings *world,
    const gchar *text, guint dimensions, GError **error);

/* Reads the settings' rule: in that way, or from the file that it names (FILE.rule). */
LifeRule *gst_life_read_rule (
    const GstLifeWorldSettings *world, guint dimensions, GError **error);

/* Reads and checks a rule that is set while running; FALSE where it cannot be had. */
gboolean gst_life_set_rule (GstLife *life, const gchar *text, GError **error);

/* Lets `rule` read the world's own again, where no other one waits for its frame;
 * under the world lock. */
void gst_life_read_rule_back (GstLife *life);
