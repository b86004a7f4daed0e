/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The title of a world. */
#pragma once

#include "plugin/world/gst-life.h"

/* What it was made of, NULL: of pictures; and its present rule; under the world lock. */
gchar *gst_life_get_name (const GstLife *life, const GstLifeSettings *settings);
gchar *gst_life_get_rule_text (GstLife *life);

/* Both as one line; @fallback (nullable) stands for a name that is missing. */
gchar *gst_life_make_title (GstLife *life, const gchar *fallback);

/* The tags with that title. */
GstTagList *gst_life_make_tags (const gchar *title);
