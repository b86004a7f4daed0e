/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Running another program and taking what it prints. */
#pragma once

#include <glib.h>

/* Runs @arguments, which begin with the path of a program, with @input as its standard
 * input (NULL: nothing), and returns what it printed, in @most bytes or fewer; its standard
 * error is dropped. It gets @milliseconds; after that, and after an error, it is killed.
 * NULL where it could not be run, did not come to its end in time, or failed. Nothing
 * remains of it; a process that ends in the meantime leaves it alone. */
GBytes *life_process_run (const gchar *const *arguments, GBytes *input,
    guint milliseconds, gsize most, GError **error);
