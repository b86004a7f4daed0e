/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values of properties as texts, in addresses and events. */
#pragma once

#include <gst/gst.h>

/* Initializes @value for @pspec and reads @text: as gst-launch-1.0 takes it, colors also by name
 * or as #rrggbb. A text that the property would not take is an error. */
gboolean gst_life_value_from_text (
    GParamSpec *pspec, const gchar *text, GValue *value, GError **error);
