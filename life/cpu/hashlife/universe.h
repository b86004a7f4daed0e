/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An unbounded universe as HashLife stores it: equal squares once, with their results. It is
 * independent of engines and of drawing. */
#pragma once

#include <life/rule.h>

#include "life/base/memory.h"
#include "life/pattern/pattern-private.h"
#include "life/world/engine-class.h"

/* Cells of two states in the plane. Live cells lie within 2^62 of the origin in each
 * direction. Only one thread at a time may call functions of a universe. */
typedef struct _LifeHashUniverse LifeHashUniverse;

/* A generation of a universe, whose only cost is that its squares stay in memory. */
typedef struct _LifeHashSnapshot LifeHashSnapshot;

/* Live cells lie in a square of 2^63 cells per side, its middle at (0, 0). */
#define LIFE_HASH_LEVEL_MAX 63

/* LIFE_ERROR_UNSUPPORTED if @rule has more than two states, three dimensions, a
 * suffix, a larger neighborhood or births without neighbors; LIFE_ERROR_MEMORY if
 * @memory_limit is below LIFE_HASH_MEMORY_MIN or more than can be reserved. @memory_limit:
 * bytes, 0: a quarter of what is available. @threads: 0: one per core. */
LifeHashUniverse *life_hash_universe_new (
    const LifeRule *rule, guint64 memory_limit, guint threads, GError **error);
/* Whether there are universes of that rule, with the same errors. */
gboolean life_hash_universe_check_rule (const LifeRule *rule, GError **error);
/* Changes the rule, with the same errors; cells and snapshots stay. */
gboolean life_hash_universe_set_rule (
    LifeHashUniverse *universe, const LifeRule *rule, GError **error);
void life_hash_universe_free (LifeHashUniverse *universe);

#define LIFE_HASH_MEMORY_MIN (G_GUINT64_CONSTANT (1) << 20)

/* --- Cells --- */

/* Each of these fails with LIFE_ERROR_MEMORY, or LIFE_ERROR_SIZE for cells more than 2^62
 * from the origin, and leaves the universe as it was. */

/* Replaces the 64 × 64 cells whose north-west one is (64 @column, 64 @row): cell x of row
 * y is bit x of bits[y]. */
gboolean life_hash_universe_set_block (LifeHashUniverse *universe,
    gint64 column, gint64 row, const guint64 bits[64], GError **error);
/* Sets @n cells of row @y from column @x on: in little time and memory, however many. */
gboolean life_hash_universe_set_run (
    LifeHashUniverse *universe, gint64 x, gint64 y, gint64 n, GError **error);
void life_hash_universe_get_block (const LifeHashUniverse *universe,
    gint64 column, gint64 row, guint64 bits[64]);

void life_hash_universe_clear (LifeHashUniverse *universe);

/* Replaces all cells by those of the last node, whose middle lies at the north-west corner
 * of cell (0, 0). Takes time in proportion to the number of nodes.
 * LIFE_ERROR_PATTERN if a node refers to one that is not before it, or of another level. */
gboolean life_hash_universe_set_tree (LifeHashUniverse *universe,
    const LifeMacrocellNode *nodes, gsize n_nodes, GError **error);

/* The nodes of a snapshot in the same form, node 0 included, charged to @memory (nullable);
 * free them with life_memory_release(). The last one is the root, with its middle at (0, 0).
 * NULL and LIFE_ERROR_MEMORY if there is no memory for them. Another thread may meanwhile do
 * anything to the universe but free the snapshot. */
LifeMacrocellNode *life_hash_snapshot_get_tree (
    const LifeHashSnapshot *snapshot, LifeMemory *memory, gsize *n_nodes,
    GError **error);

/* --- Time --- */

/* Advances by @generations. LIFE_ERROR_CANCELLED if *@cancelled (nullable, read
 * atomically) is not 0 before the end, LIFE_ERROR_MEMORY if the limit does not suffice,
 * LIFE_ERROR_SIZE if cells might come more than 2^62 from the origin; the universe then
 * stays as it was. */
gboolean life_hash_universe_step (LifeHashUniverse *universe,
    guint64 generations, const gint *cancelled, GError **error);

LifeHashSnapshot *life_hash_universe_snapshot (LifeHashUniverse *universe);
void life_hash_universe_restore (
    LifeHashUniverse *universe, const LifeHashSnapshot *snapshot);
/* Before its universe is freed. */
void life_hash_snapshot_free (LifeHashSnapshot *snapshot);

/* --- Measures --- */

/* The number of live cells in decimal digits; free it with g_free(). */
gchar *life_hash_universe_get_population_text (LifeHashUniverse *universe);

/* The same as a number, at most G_MAXUINT64. */
guint64 life_hash_universe_get_population (LifeHashUniverse *universe);

/* How many blocks life_hash_universe_visit() visits, at most G_MAXUINT64. */
guint64 life_hash_universe_count_blocks (LifeHashUniverse *universe);

/* The corners of the smallest rectangle around all live cells, both inside it. FALSE if there
 * are none. */
gboolean life_hash_universe_get_box (LifeHashUniverse *universe, gint64 *left,
    gint64 *top, gint64 *right, gint64 *bottom);

/* Receives the number of live cells of a square, and its column and row from the first square
 * of the rectangle. Squares without live cells are not reported. */
typedef void (*LifeHashCountFunc) (
    gpointer data, guint column, guint row, guint64 population);

/* Counts the live cells of squares. Takes time in proportion to those that are reported, once
 * populations were counted. */
void life_hash_universe_count (LifeHashUniverse *universe,
    const LifeSquares *squares, LifeHashCountFunc count, gpointer data);

/* Receives block (@column, @row) in the form of life_hash_universe_get_block(). */
typedef gboolean (*LifeHashBlockFunc) (
    gpointer data, gint64 column, gint64 row, const guint64 bits[64]);

/* Calls @func for all blocks with live cells; FALSE if it returns that. */
gboolean life_hash_universe_visit (
    LifeHashUniverse *universe, LifeHashBlockFunc func, gpointer data);
