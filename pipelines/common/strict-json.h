/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The JSON of life-web. json-glib takes more than JSON, nested as deep as
 * the stack reaches, and writes some numbers as no JSON. */
#pragma once

#include <json-glib/json-glib.h>

/* Objects and arrays in each other, the outermost counted. */
#define STRICT_JSON_MAX_DEPTH 16

/* Values, with those in others. json-glib takes a second for a million. */
#define STRICT_JSON_MAX_VALUES 4096

/* Parses @text of @length bytes: one object as RFC 8259 defines it, and nothing after it.
 * Strings are text without NUL, whole numbers have 18 digits at most. NULL, with an error of
 * G_IO_ERROR_INVALID_DATA, where it is none; the caller frees it. */
JsonObject *strict_json_parse (const gchar *text, gsize length, GError **error);

/* Writes @node so that any parser reads its numbers back to the bit; NaN and infinity,
 * which JSON does not have, become null. The caller frees the text. */
gchar *strict_json_write (JsonNode *node);
