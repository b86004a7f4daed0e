/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a preset sets, without loading it into the caller's element. */
#pragma once

#include <gst/gst.h>

/* Loads preset @name into a new element of @type, and calls @found (GObject *element,
 * GParamSpec *, @data) for each property that it sets. An error lists the presets. */
gboolean gst_life_preset_read (GType type, const gchar *name, GCallback found,
    gpointer data, GError **error);
