/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names as people type them: whether two are the same, and which ones are near a
 * name that there is not. */
#pragma once

#include <life/api.h>

G_BEGIN_DECLS

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
G_GNUC_INTERNAL gboolean life_name_matches (
    const gchar *name, const gchar *text, gsize length);

/*
 * life_name_suggest:
 * @text: what was typed, not necessarily NUL-terminated
 * @length: bytes of @text
 * @names: the names that there are, %NULL-terminated
 *
 * Near are names that a few slips of the finger make of @text (a letter too many,
 * one that is missing or another one, two that changed places: the distance of
 * Damerau, 1964), and then those that start with it or have it as a part.
 *
 * Returns: (transfer full) (nullable): at most three of them, the nearest first:
 *   "a, b or c"; %NULL where none is near
 */
G_GNUC_INTERNAL gchar *life_name_suggest (
    const gchar *text, gsize length, const gchar *const *names);

G_END_DECLS
