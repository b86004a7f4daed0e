/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Golly's own collection of patterns, as tests use it: its files, what bgolly
 * makes of them, and comparing cells wherever they lie. */
#pragma once

#include <life/life.h>

#define GOLLY_PATTERNS "/usr/share/golly/Patterns"

/* Golly 3.3 and later have at least this many files. */
#define GOLLY_FILES_MIN 353

/**
 * golly_files_find:
 *
 * Returns: (transfer full): the paths of all files, sorted; none where Golly is
 *   not installed
 */
GPtrArray *golly_files_find (void);

/**
 * golly_files_refused:
 * @path: one of them
 *
 * Returns: (nullable): where the file is not a pattern, a piece of the error
 *   message
 */
const gchar *golly_files_refused (const gchar *path);

/**
 * golly_files_unplayable:
 * @path: one of them
 *
 * Returns: (nullable): where the file does not play, a piece of the error
 *   message
 */
const gchar *golly_files_unplayable (const gchar *path);

/* Generations at which patterns are compared. */
#define GOLLY_MILESTONES \
  {                      \
    1, 10, 100           \
  }

/* The rule of the pattern, found as the elements find it: first beside its
 * file, which may be an archive. */
gboolean golly_files_parse_rule (const gchar *path, const LifePattern *pattern,
    LifeRule *rule, GError **error);

/* The size in the rule's suffix, or one so large that nothing meets an edge up
 * to the last milestone; FALSE where that is too large for a test. */
gboolean golly_files_shape (
    const LifePattern *pattern, const LifeRule *rule, LifeGeometry *geometry);

/* That world with the pattern in it. */
LifeWorld *golly_files_open (const LifePattern *pattern, const LifeRule *rule,
    const LifeGeometry *geometry, GError **error);

/**
 * golly_files_run:
 * @path: a pattern file
 * @from: the generation that the file starts at
 * @generations: how many to run
 * @output: `out.rle` or `out.mc`
 *
 * Tries bgolly's algorithms one after the other, each of which runs its own
 * family of rules.
 *
 * Returns: (transfer full): the pattern as one of them writes it, or %NULL
 */
LifePattern *golly_files_run (
    const gchar *path, guint64 from, guint64 generations, const gchar *output);

/**
 * golly_files_crop:
 * @pattern: a pattern
 *
 * Moves the cells to the top left corner, and the pattern's position
 * accordingly.
 */
void golly_files_crop (LifePattern *pattern);

/**
 * golly_files_same:
 * @ours: a pattern; runs in reading order, as all our readers produce them
 * @theirs: another
 * @path: for the message
 *
 * Fails the present test at the first run of cells that differs.
 *
 * Returns: whether they hold the same cells
 */
gboolean golly_files_same (
    const LifePattern *ours, const LifePattern *theirs, const gchar *path);
