/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A place in a short text of a property, and errors that name it. */
#pragma once

#include <life/error.h>

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
