/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The patterns that viewers choose from: built-in ones, and those of Golly where it is installed. */
#pragma once

#include <json-glib/json-glib.h>

/* Bytes of a pattern at most. */
#define LIBRARY_MAX_TEXT (1024 * 1024)

typedef struct _Library Library;

Library *library_new (void);
void library_free (Library *library);

/* Adds an array of groups: {"name":"Life/Guns","patterns":["Life/Guns/golly-gun.rle"]}. */
void library_describe (const Library *library, JsonBuilder *builder);

/* The text of a pattern of the list, of at most @max bytes. No other name leads to a file. */
gchar *library_read (
    const Library *library, const gchar *name, gsize max, GError **error);
