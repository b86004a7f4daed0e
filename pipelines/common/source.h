/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc as the command line describes it. */
#pragma once

#include <gst/gst.h>

/* Sets @properties (NAME=VALUE and @preset=NAME, up to NULL) on a new lifesrc, and
 * colors that look good and a memory-limit, a quarter of the machine's memory, where these
 * have none. */
gboolean source_set (GstElement *life, gchar **properties, GError **error);
