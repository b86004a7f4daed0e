/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Texts that users wrote, as messages about them repeat them. */
#pragma once

#include <glib.h>

/* @text in UTF-8, and no more of it than a message has room for; free with g_free(). */
gchar *life_quote_text (const gchar *text);

/* Which character of @text @at is, from 1 on. */
gint life_quote_character (const gchar *text, const gchar *at);
