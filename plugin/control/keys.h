/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What keys do. */
#pragma once

#include "plugin/world/gst-life.h"

/* Whether a key of that name, as windows call it, does something. */
gboolean gst_life_key_is_known (const gchar *name);

/* Does it; FALSE where there is no world or frame to do it to. */
gboolean gst_life_key_press (GstLife *life, const gchar *name);
