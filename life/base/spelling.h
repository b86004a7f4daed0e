/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names as people type them: whether two are the same, and which of a list are
 * near one that is not in it. */
#pragma once

#include <life/api.h>

/*
 * life_name_matches:
 * @name: a name
 * @text: what was typed, not necessarily NUL-terminated
 * @length: bytes of @text
 *
 * Case, spaces, hyphens, underscores and apostrophes do not count, and an ampersand
 * is "and".
 *
 * Returns: whether they are the same name
 */
gboolean life_name_matches (const gchar *name, const gchar *text, gsize length);

/*
 * life_name_suggest:
 * @text: what was typed, not necessarily NUL-terminated
 * @length: bytes of @text
 * @names: the names to choose from, %NULL-terminated
 *
 * Near are names that differ from @text by a few slips of the finger (a letter
 * too many, a missing or a wrong one, two swapped: the distance of Damerau,
 * 1964), and after them those that start with it or contain it.
 *
 * Returns: (transfer full) (nullable): at most three of them, the nearest first:
 *   "a, b or c"; %NULL if none is near
 */
gchar *life_name_suggest (
    const gchar *text, gsize length, const gchar *const *names);
