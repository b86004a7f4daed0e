/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long a visitor has to wait after wrong passwords. */
#pragma once

#include <gio/gio.h>

typedef struct _Guesses Guesses;

/* @delay: microseconds after the first wrong one; each next doubles it. */
Guesses *guesses_new (gint64 delay);
void guesses_free (Guesses *guesses);

/* Microseconds from @now on for which @visitor has to wait. */
gint64 guesses_wait (Guesses *guesses, const gchar *visitor, gint64 now);

/* Counts a wrong password. */
void guesses_add (Guesses *guesses, const gchar *visitor, gint64 now);

/* Records the right one. */
void guesses_accept (Guesses *guesses, const gchar *visitor);

/* Whether @visitor had the right one. */
gboolean guesses_was_right (Guesses *guesses, const gchar *visitor);
