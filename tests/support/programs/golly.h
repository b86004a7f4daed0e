/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs bgolly, Golly's program without a window. */
#pragma once

#include <glib.h>

/**
 * golly_start:
 *
 * Looks for bgolly and makes a folder for its files; golly_stop() removes it.
 *
 * Returns: whether bgolly is installed
 */
gboolean golly_start (void);
void golly_stop (void);

/**
 * golly_set_rules:
 * @path: (nullable): a folder, with a slash at its end; %NULL: Golly's own
 *
 * Where bgolly looks for .rule files; the string is not copied.
 */
void golly_set_rules (const gchar *path);

/**
 * golly_input:
 * @text: a pattern
 *
 * Writes a file for bgolly.
 *
 * Returns: (transfer full): its path
 */
gchar *golly_input (const gchar *text);

/**
 * golly_run:
 * @algorithm: as bgolly's -a takes it
 * @path: the pattern file
 * @from: the generation that the file starts at
 * @generations: how many to run
 * @output: `out.rle` or `out.mc`: the format of the output
 * @error: return location
 *
 * Runs bgolly.
 *
 * Returns: (transfer full): what it wrote, or %NULL
 */
gchar *golly_run (const gchar *algorithm, const gchar *path, guint64 from,
    guint64 generations, const gchar *output, GError **error);

/**
 * golly_run_within:
 * @seconds: of processor time that it may take; 0: any
 * @population: (out) (optional) (transfer full): how many cells live then, in digits
 *
 * Runs bgolly as golly_run() does.
 *
 * Returns: (transfer full): what it wrote, or %NULL, also where it took longer
 */
gchar *golly_run_within (guint seconds, const gchar *algorithm,
    const gchar *path, guint64 from, guint64 generations, const gchar *output,
    gchar **population, GError **error);
