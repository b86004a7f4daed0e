/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The messages of the server, as JSON text (docs/control.md). The caller owns each
 * text. */
#pragma once

#include <json-glib/json-glib.h>

/* Begins a message; @id: that of what it answers, or -1. */
JsonBuilder *message_begin (const gchar *type, gint64 id);

/* Ends it, and frees @builder. */
gchar *message_end (JsonBuilder *builder);

/* Adds a whole number. Beyond 2^53 - 1, where parsers may round it, it is text. */
void message_add_whole (JsonBuilder *builder, guint64 number);

gchar *message_ok (gint64 id);
gchar *message_error (gint64 id, const gchar *why);
gchar *message_warning (const gchar *warning);
gchar *message_frame (guint64 generation, guint64 population);
