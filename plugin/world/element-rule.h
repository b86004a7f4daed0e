/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The rule of an element. */
#pragma once

#include "plugin/world/gst-life.h"

/* Parses a rule, as life_rule_parse_in() does; table rules are searched in rule-path, in the
 * pattern's file, in its folder, then in the standard folders. */
LifeRule *gst_life_parse_rule (const GstLifeWorldSettings *world,
    const gchar *text, guint dimensions, GError **error);

/* Reads the settings' rule: parsed, or from the file that it names (FILE.rule). */
LifeRule *gst_life_read_rule (
    const GstLifeWorldSettings *world, guint dimensions, GError **error);

/* Parses and checks a rule that is set while running; FALSE if the world cannot run it. */
gboolean gst_life_set_rule (GstLife *life, const gchar *text, GError **error);

/* Whether a rule that is set while running names no other size than the world's. */
gboolean gst_life_rule_fits_world (
    const LifeRule *rule, const LifeGeometry *geometry, GError **error);

/* Sets the property `rule` to the world's, unless another one waits for its frame; under the
 * world lock. */
void gst_life_read_rule_back (GstLife *life);
