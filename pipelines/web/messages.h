/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The messages of the server, as JSON text (docs/reference/web-messages.md). The caller owns each
 * text. */
#pragma once

#include <json-glib/json-glib.h>

/* Begins a message; @id: that of the request to which it replies, or -1. */
JsonBuilder *message_begin (const gchar *type, gint64 id);

/* Ends it, and frees @builder. */
gchar *message_end (JsonBuilder *builder);

/* Adds an integer; as text beyond 2^53 - 1, where parsers may round it. */
void message_add_uint64 (JsonBuilder *builder, guint64 number);

gchar *message_ok (gint64 id);
gchar *message_error (gint64 id, const gchar *why);
gchar *message_warning (const gchar *warning);
gchar *message_viewers (guint count);
gchar *message_frame (guint64 generation, guint64 population);
