/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Short texts that users wrote: as messages repeat them, and errors that name a position in one. */
#pragma once

#include <life/error.h>

/* The start of @text in UTF-8, as much as a message has room for; free with g_free(). */
gchar *life_quote_text (const gchar *text);

/* Which character of @text @at is, from 1 on. */
gint life_quote_character (const gchar *text, const gchar *at);

typedef struct {
  const gchar *what; /* the text is, in messages */
  LifeError code;
  const gchar *text, *at;
  GError **error;
} LifeCursor;

/* Sets an error that quotes the text and names the character at @at; returns FALSE. */
gboolean life_cursor_fail (LifeCursor *cursor, const gchar *at,
    const gchar *format, ...) G_GNUC_PRINTF (3, 4);

void life_cursor_skip_spaces (LifeCursor *cursor);
