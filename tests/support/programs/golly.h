/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs bgolly, Golly's program without a window. */
#pragma once

#include <glib.h>

/* Returns whether bgolly is installed, and makes a folder for its files, which
 * golly_stop() removes. */
gboolean golly_start (void);
void golly_stop (void);

/* The folder of .rule files, with a slash at its end; NULL: Golly's own. The
 * string is not copied. */
void golly_set_rules (const gchar *path);

/* Writes a pattern for bgolly; returns the file's path. */
gchar *golly_input (const gchar *text);

/* Runs a pattern file from the generation that it starts at. @algorithm: as -a
 * takes it. @output: out.rle or out.mc, the format. Returns what bgolly wrote,
 * or NULL. */
gchar *golly_run (const gchar *algorithm, const gchar *path, guint64 from,
    guint64 generations, const gchar *output, GError **error);

/* The same; NULL also where it takes more @seconds of processor time, 0 for
 * any. @population: how many cells live then, in digits, or NULL. */
gchar *golly_run_within (guint seconds, const gchar *algorithm,
    const gchar *path, guint64 from, guint64 generations, const gchar *output,
    gchar **population, GError **error);
