/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inside of a world, for the files that implement life/world.h. */
#pragma once

#include "life/world/renderer.h"

/* The counts of a generation. Changes belong to the last generation stepped: they are counted
 * when they are requested, and at the latest before anything else changes a cell. */
typedef struct {
  LifeStatistics statistics;
  guint valid; /* LIFE_COUNT_...: those of @statistics that are counted */
  gboolean population_lags; /* it is valid for the previous generation */
  gboolean stepped;         /* nothing but a step changed cells last */
} LifeCounted;

/* A pending frame: whether the renderer works on it, the world's version that it shows,
 * and what is counted with it. */
typedef struct {
  gboolean deferred;
  guint64 version;
  LifeCountFlags requested;
  LifeCounted counted;
} LifePendingFrame;

struct _LifeWorld {
  const LifeEngineClass *klass;
  LifeEngine *engine;
  LifeRenderer *renderer;
  LifeRule *rule;
  LifeEngineOptions options; /* for making an engine for another rule */
  GPtrArray *snapshots;      /* not freed yet */
  LifeCounted now;
  guint64 version; /* another number whenever cells have changed */

  /* Of a world without edges: whether the engine has its center, and whether that stays,
   * since the world was stepped. */
  gboolean center_valid, center_fixed;

  /* The frames that are not finished yet, in a ring: how many, and where the oldest one
   * is. The renderer identifies them by their slots. */
  LifePendingFrame frames[LIFE_MAX_PENDING_FRAMES];
  guint n_pending, oldest_pending;

  /* The generation to go back to; its cells are in @mark_state if @mark_saved,
   * else the engine undoes its last step. Its counts may come from a frame that
   * is not finished yet. A frame counted or stacked since then is to be reverted with
   * it. */
  gboolean marked, mark_saved, mark_recorded, mark_stacked;
  LifeCounted mark;
  guint64 mark_version;
  gpointer mark_state;

  /* The checksum requested last, or whether the engine still works on it. */
  gboolean checksum_deferred;
  guint64 checksum;
};

/* The newest pending frame, or NULL. */
static inline LifePendingFrame *
life_world_last_frame (LifeWorld *world)
{
  return world->n_pending == 0
             ? NULL
             : &world->frames[(world->oldest_pending + world->n_pending - 1)
                              % LIFE_MAX_PENDING_FRAMES];
}

/* To be called before cells change in any other way than by a step. */
gboolean life_world_begin_edit (LifeWorld *world, GError **error);

/* Whether there is what a view is to show. */
gboolean life_world_has_view (const LifeWorld *world, const LifeView *view);

/* Reads the world, or what its engine @saved (nullable but without edges), box by box, row
 * after row, in bounded memory. */
gboolean life_world_visit (LifeWorld *world, gconstpointer saved,
    LifeVisitBox visit, gpointer data, GError **error);

/* --- count.c --- */

/* Before the first step and edit there is nothing to be counted. */
void life_counted_init (LifeCounted *counted);

/* To be called when cells change by anything but a step; changes are counted before. */
void life_counted_edit (LifeCounted *counted);

/* To be called after a step of @generations, of which @stepped were done. */
void life_world_invalidate_counts (
    LifeWorld *world, guint64 generations, guint64 stepped);

/* Counts what is not valid of @what: LIFE_COUNT_... of LifeCountFlags and of engines. */
gboolean life_world_refresh_counts (
    LifeWorld *world, guint what, GError **error);

/* What a frame that is begun now has to count; and what one that is finished reports. */
guint life_world_choose_counts (LifeWorld *world, LifeCountFlags requested);
void life_frame_select_counts (
    const LifePendingFrame *frame, LifeStatistics *statistics);

/* Waits for a pending frame or for all of them, and for their counts; finishing them
 * then takes no time. */
gboolean life_world_wait_for_frame (
    LifeWorld *world, guint slot, GError **error);
gboolean life_world_wait_for_frames (LifeWorld *world, GError **error);

/* Waits for the pending checksum. */
gboolean life_world_wait_for_checksum (LifeWorld *world, GError **error);

/* --- snapshot.c, to-pattern.c --- */

/* From now on a thread of its own may read a snapshot, and until life_snapshot_release()
 * it is not lost: a change of rule that needs another engine waits. */
void life_snapshot_acquire (LifeSnapshot *snapshot);
void life_snapshot_release (LifeSnapshot *snapshot);

/* Reads an acquired snapshot: boxes with all of its live cells. */
gboolean life_snapshot_visit (const LifeSnapshot *snapshot, LifeVisitBox visit,
    gpointer data, GError **error);

/* The nodes of an acquired snapshot, of an engine that has them, as LifeUnboundedClass has
 * them. */
LifeMacrocellNode *life_snapshot_get_nodes (
    const LifeSnapshot *snapshot, gsize *n_nodes, GError **error);

/* Frees what the snapshots own; the world cannot return to them any more. */
void life_world_lose_snapshots (LifeWorld *world);

/* The cells of a generation, which any thread may make a pattern of while the world goes on: a
 * snapshot that is acquired, and its nodes once they were requested. */
typedef struct {
  LifeWorld *world;
  LifeRule *rule;
  LifeBox box; /* without edges: around all that lives */
  LifeSnapshot *snapshot;
  gboolean has_nodes;
  LifeMacrocellNode *nodes;
  gsize n_nodes;
} LifeSavedCells;

/* Clear it in either case, as part of the world. */
gboolean life_world_save_cells (
    LifeWorld *world, LifeSavedCells *cells, GError **error);
void life_saved_cells_clear (LifeSavedCells *cells);

/* Sets the nodes where there are any, in any thread. */
gboolean life_saved_cells_find_nodes (LifeSavedCells *cells, GError **error);

/* Lets the world lose the snapshot. */
void life_saved_cells_release (LifeSavedCells *cells);

/* What life_world_to_pattern() would have made. */
LifePattern *life_saved_cells_to_pattern (
    LifeSavedCells *cells, GError **error);

/* Drops the mark, and frees what it owns. */
void life_world_drop_mark (LifeWorld *world);
