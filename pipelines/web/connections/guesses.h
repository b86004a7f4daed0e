/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long an address has to wait after wrong passwords. */
#pragma once

#include <gio/gio.h>

typedef struct _Guesses Guesses;

/* @delay: microseconds after the first wrong one; each next doubles it. */
Guesses *guesses_new (gint64 delay);
void guesses_free (Guesses *guesses);

/* Microseconds from @now on for which no password from @address is looked at. */
gint64 guesses_wait (Guesses *guesses, GInetAddress *address, gint64 now);

/* Notes a wrong password. */
void guesses_add (Guesses *guesses, GInetAddress *address, gint64 now);

/* Notes the right one. */
void guesses_forget (Guesses *guesses, GInetAddress *address);
