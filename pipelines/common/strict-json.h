/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Strict JSON for life-web. json-glib accepts more than JSON, nested as deep as the stack
 * allows, and writes some numbers as invalid JSON. */
#pragma once

#include <json-glib/json-glib.h>

/* The depth of nested objects and arrays, including the outermost. */
#define STRICT_JSON_MAX_DEPTH 16

/* Values, including nested ones. json-glib needs a second for a million. */
#define STRICT_JSON_MAX_VALUES 4096

/* Parses @text of @length bytes: one object as RFC 8259 defines it, without NUL in
 * strings, and integers of at most 18 digits. NULL with G_IO_ERROR_INVALID_DATA if it is
 * none. The caller frees it. */
JsonObject *strict_json_parse (const gchar *text, gsize length, GError **error);

/* Writes @node so that any parser reads its numbers back to the bit; NaN and infinity,
 * which JSON does not have, become null. The caller frees the text. */
gchar *strict_json_write (JsonNode *node);
