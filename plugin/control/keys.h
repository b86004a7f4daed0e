/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keys and their actions. */
#pragma once

#include "plugin/world/gst-life.h"

/* Whether a key of that name, as window systems have it, has an action. */
gboolean gst_life_key_is_bound (const gchar *name);

/* Performs it; FALSE if there is no world or frame. */
gboolean gst_life_key_press (GstLife *life, const gchar *name);
