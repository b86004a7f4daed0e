/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The words of a command line -> the message that they stand for (docs/control.md). */
#pragma once

#include <json-glib/json-glib.h>

/* What is done with the answer. */
typedef enum {
  ANSWER_NONE,  /* only whether it is an error counts */
  ANSWER_VALUE, /* its value is printed */
  ANSWER_SAVE   /* its pattern is printed, or saved */
} Answer;

/* Whether @words, up to NULL, may be a command; no file is read. */
gboolean words_check (gchar **words, GError **error);

/* Whether the command is this one. */
gboolean words_are (gchar **words, const gchar *command);

/* The message, with the id 1, for a server that described its @properties, or did not; NULL
 * where the words are none. The caller frees it. */
gchar *words_to_message (
    gchar **words, JsonObject *properties, Answer *answer, GError **error);
