/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs bgolly, Golly's program without a window, and reads the cells that it
 * writes. */
#pragma once

#include <glib.h>

/**
 * GollyCell:
 * @x: column, as "#CXRLE Pos" counts them
 * @y: row, likewise, downwards
 *
 * A live cell in Golly.
 */
typedef struct {
  gint64 x, y;
} GollyCell;

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

/**
 * golly_cells:
 * @path: the pattern file
 * @from: the generation that the file starts at
 * @generations: how many to run
 * @error: return location
 *
 * Runs bgolly with HashLife, the only algorithm whose output keeps the
 * positions of cells.
 *
 * Returns: (transfer full): the live cells, top row first, or %NULL
 */
GArray *golly_cells (
    const gchar *path, guint64 from, guint64 generations, GError **error);

/**
 * golly_read_macrocell:
 * @text: a macrocell file of two states
 * @error: return location
 *
 * Returns: (transfer full): the live cells, top row first, or %NULL
 */
GArray *golly_read_macrocell (const gchar *text, GError **error);
