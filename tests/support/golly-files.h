/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Golly's own collection of patterns as tests see it: its files, what bgolly makes
 * of them, and comparing cells wherever they lie. */
#pragma once

#include <life/life.h>

G_BEGIN_DECLS

#define GOLLY_PATTERNS "/usr/share/golly/Patterns"

/* So many files there are in Golly 3.3 and later. */
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
 * Returns: (nullable): where the file is no pattern, a piece of what is said of it
 */
const gchar *golly_files_refused (const gchar *path);

/**
 * golly_files_unplayable:
 * @path: one of them
 *
 * Returns: (nullable): where the file does not play, a piece of what is said of it
 */
const gchar *golly_files_unplayable (const gchar *path);

/* Generations at which patterns are looked at. */
#define GOLLY_MILESTONES \
  {                      \
    1, 10, 100           \
  }

/* The rule of the pattern, looked up as the elements do: beside its file, which may
 * be an archive, first. */
gboolean golly_files_parse_rule (const gchar *path, const LifePattern *pattern,
    LifeRule *rule, GError **error);

/* A world as large as the rule's suffix says, or so large that nothing meets an edge
 * up to the last milestone; FALSE where it is too large for a test. */
gboolean golly_files_shape (
    const LifePattern *pattern, const LifeRule *rule, LifeGeometry *geometry);

/* That world with the pattern in it. */
LifeWorld *golly_files_open (const LifePattern *pattern, const LifeRule *rule,
    const LifeGeometry *geometry, LifeEngineKind engine, GError **error);

/**
 * golly_files_ask:
 * @path: a pattern file
 * @from: the generation that it says it is at
 * @generations: how many to run
 * @output: `out.rle` or `out.mc`
 *
 * Asks one after the other of bgolly's algorithms, each of which knows its own
 * family of rules.
 *
 * Returns: (transfer full): the pattern as one of them writes it, or %NULL
 */
LifePattern *golly_files_ask (
    const gchar *path, guint64 from, guint64 generations, const gchar *output);

/**
 * golly_files_crop:
 * @pattern: a pattern
 *
 * Moves the cells to the top left corner, and the corner to them.
 */
void golly_files_crop (LifePattern *pattern);

/**
 * golly_files_same:
 * @ours: a pattern; runs in reading order, as all our readers give them
 * @theirs: another
 * @path: for the message
 *
 * Fails the present test at the first run of cells that differs.
 *
 * Returns: whether they hold the same cells
 */
gboolean golly_files_same (
    const LifePattern *ours, const LifePattern *theirs, const gchar *path);

G_END_DECLS
