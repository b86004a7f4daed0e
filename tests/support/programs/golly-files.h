/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Golly's own collection of patterns, as tests use it: its files, what bgolly
 * makes of them, and comparing cells wherever they lie. */
#pragma once

#include <life/life.h>

#define GOLLY_PATTERNS "/usr/share/golly/Patterns"

/* Golly 3.3 and later have at least this many files. */
#define GOLLY_FILES_MIN 353

/* The paths of all files, sorted; none where Golly is not installed. */
GPtrArray *golly_files_find (void);

/* A piece of the error message where a file is no pattern, or does not play;
 * else NULL. */
const gchar *golly_files_refused (const gchar *path);
const gchar *golly_files_unplayable (const gchar *path);

/* Generations at which patterns are compared. */
#define GOLLY_MILESTONES \
  {                      \
    1, 10, 100           \
  }

/* The rule of the pattern, found as the elements find it: first next to its
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

/* The pattern after so many generations from the one that the file starts at,
 * as the first of bgolly's algorithms that runs its rule writes it to @output,
 * out.rle or out.mc; or NULL. */
LifePattern *golly_files_run (
    const gchar *path, guint64 from, guint64 generations, const gchar *output);

/* Moves the cells to the top left corner, and the pattern's position
 * accordingly. */
void golly_files_crop (LifePattern *pattern);

/* Whether two patterns, whose runs are in reading order, hold the same cells;
 * else the test fails, and @path is named. */
gboolean golly_files_same (
    const LifePattern *ours, const LifePattern *theirs, const gchar *path);
