/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Launch lines as documentation shows them: found, split into words, and made to end
 * here. */
#pragma once

#include <glib.h>

#define LAUNCH "gst-launch-1.0"

/* Frames of a line that would run longer. */
#define FRAMES 30

typedef struct {
  gchar *file; /* relative to the source's root */
  guint number;
  gchar *text;
} LaunchLine;

/* Those of README.md, docs/, and the SECTION comments of the elements; of LaunchLine, by file and number. */
GPtrArray *launch_lines_find (const gchar *root);

/* The words as the shell splits them, with their quotes. */
GPtrArray *launch_line_split (const gchar *text);

gboolean launch_word_is_element (const gchar *word);

/* The value of the property @name that @word sets, without quotes, or NULL. */
gchar *launch_word_value (const gchar *word, const gchar *name);

/* The line of these words with screens replaced by fakesink and cameras by a test picture, whose streams end. */
gchar *launch_line_adapt (const GPtrArray *words);
