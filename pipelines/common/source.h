/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sets up lifesrc from the command line. */
#pragma once

#include <gst/gst.h>

/* Sets @properties (NAME=VALUE and @preset=NAME, up to NULL) on a new lifesrc, and
 * default colors or, in 3D, a view and its colors, and a memory-limit, a quarter of the
 * machine's memory, if these have none. */
gboolean source_set (GstElement *life, gchar **properties, GError **error);
