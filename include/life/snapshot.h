/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Generations of a world that are stored, to return to. */
#pragma once

#include <life/engine.h>

G_BEGIN_DECLS

/**
 * LifeSnapshot:
 *
 * A stored generation of one world; see life_world_snapshot().
 */
typedef struct _LifeSnapshot LifeSnapshot;

/**
 * life_world_snapshot:
 * @world: a world
 * @error: return location
 *
 * Records the present generation, its counts included.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: (transfer full): the snapshot, or %NULL; free it before the world
 */
LIFE_API LifeSnapshot *life_world_snapshot (LifeWorld *world, GError **error);

/**
 * life_world_restore:
 * @world: the world that @snapshot was taken of
 * @snapshot: a snapshot
 * @error: return location
 *
 * Returns the world to a stored generation. The rule is not part of it: cells in states
 * that the present rule lacks take its highest one.
 *
 * Errors: %LIFE_ERROR_UNSUPPORTED if life_snapshot_is_lost(); on a GPU
 * %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_restore (
    LifeWorld *world, const LifeSnapshot *snapshot, GError **error);

/**
 * life_world_restore_cells:
 * @world: the world that @snapshot was taken of
 * @snapshot: a snapshot
 * @error: return location
 *
 * Gives the cells their states of a stored generation, as an edit of the present one: its
 * number, births and deaths stay. Otherwise as life_world_restore().
 *
 * Errors: those of life_world_restore().
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_restore_cells (
    LifeWorld *world, const LifeSnapshot *snapshot, GError **error);

/**
 * life_snapshot_get_size:
 * @snapshot: a snapshot
 *
 * Returns: the bytes that it holds
 */
LIFE_API gsize life_snapshot_get_size (const LifeSnapshot *snapshot);

/**
 * life_snapshot_get_generation:
 * @snapshot: a snapshot
 *
 * Returns: the generation that was stored
 */
LIFE_API guint64 life_snapshot_get_generation (const LifeSnapshot *snapshot);

/**
 * life_snapshot_is_lost:
 * @snapshot: a snapshot
 *
 * Returns: whether a change of rule has made it worthless: life_world_restore()
 *   would fail
 */
LIFE_API gboolean life_snapshot_is_lost (const LifeSnapshot *snapshot);

/**
 * life_snapshot_free:
 * @snapshot: (transfer full) (nullable): a snapshot
 *
 * Frees what it stores; its world has to be there still.
 */
LIFE_API void life_snapshot_free (LifeSnapshot *snapshot);

/**
 * LifeSaving:
 *
 * A generation of a world on its way to a file; see life_world_begin_saving().
 */
typedef struct _LifeSaving LifeSaving;

/**
 * life_world_begin_saving:
 * @world: a world
 * @path: the file to write, as life_world_save() takes it
 * @error: return location
 *
 * Records the present generation for life_saving_write(), which does what life_world_save()
 * does, and may do so in another thread while the world goes on.
 *
 * Errors: those of life_world_snapshot(), without edges those of life_world_save().
 *
 * Returns: (transfer full): what is to be written, or %NULL; end it before the world
 */
LIFE_API LifeSaving *life_world_begin_saving (
    LifeWorld *world, const gchar *path, GError **error);

/**
 * life_saving_write:
 * @saving: what life_world_begin_saving() returned, and was not written yet
 * @error: return location
 *
 * Writes the file, in any thread. A new rule that needs another engine waits until the cells
 * are read.
 *
 * Errors: those of life_world_save().
 *
 * Returns: %TRUE when the file was written whole
 */
LIFE_API gboolean life_saving_write (LifeSaving *saving, GError **error);

/**
 * life_saving_end:
 * @saving: (transfer full) (nullable): written or not
 *
 * Frees it, as part of its world: in no other thread at the same time as anything else that
 * is done to that.
 */
LIFE_API void life_saving_end (LifeSaving *saving);

/**
 * life_world_mark:
 * @world: a world
 * @generations: how many it is going to be stepped by, in steps of which none is
 *   longer than that
 *
 * Records the present generation, so that life_world_revert() returns to it
 * after steps of so many generations. Any other change of the world drops it.
 * There is one mark; it costs a copy of the cells at most, and a large world is
 * marked only where it costs nothing.
 *
 * Returns: whether it was recorded
 */
LIFE_API gboolean life_world_mark (LifeWorld *world, guint64 generations);

/**
 * life_world_revert:
 * @world: a world that was marked, and since then only stepped
 * @error: return location
 *
 * Returns to the marked generation, its counts included, and drops the mark. Births
 * and deaths that were not counted before are 0 from then on.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_revert (LifeWorld *world, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeSnapshot, life_snapshot_free)

G_END_DECLS
