/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Words as live cells. */
#pragma once

#include <life/pattern.h>

/* Whether this build can draw words; else an error names what is missing for @property. */
gboolean gst_life_check_text (const gchar *property, GError **error);

/* @text in @font, a point per cell. *@warning: which other font was used, or NULL. */
LifePattern *gst_life_text_to_pattern (
    const gchar *text, const gchar *font, gchar **warning, GError **error);
