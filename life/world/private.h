/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A world from inside, for the files that implement the header life/world.h. */
#pragma once

#include "life/world/engine.h"

G_BEGIN_DECLS

/* What was counted of a generation, and which of it is known yet. Changes belong
 * to the last generation stepped: they are counted when they are asked for, and
 * at the latest before anything else changes a cell. */
typedef struct {
  LifeStatistics statistics;
  gboolean population_known, changes_known;
  gboolean population_lags; /* that of the generation before is known */
} LifeCounted;

struct _LifeWorld {
  const LifeEngineClass *klass;
  LifeEngine *engine;
  LifeRule rule;
  LifeEngineOptions options; /* what an engine for another rule is made by */
  GPtrArray *snapshots;      /* those that were taken and not freed */
  LifeCounted now;

  /* The frame that was begun last: whether it is still to be finished, whether
   * the engine is at it, and whether it shows the present cells. */
  gboolean frame_begun, frame_deferred, frame_is_present;
  LifeCounted frame;

  /* The generation to go back to; its cells lie in @mark_state if @mark_saved,
   * else the engine undoes its last step. Its counts may be those of a frame that
   * is still to be finished. */
  gboolean marked, mark_saved, mark_is_frame;
  LifeCounted mark;
  gpointer mark_state;
};

/* The cells are others than they were. */
static inline void
life_world_touch (LifeWorld *world)
{
  world->frame_is_present = FALSE;
}

/* Counts what the last step changed, unless that is known. */
gboolean life_world_count_changes (LifeWorld *world, GError **error);

/* Called before cells change otherwise than by a step. */
gboolean life_world_begin_edit (LifeWorld *world, GError **error);

/* Waits for the frame that was begun, and learns its counts; finishing it is then
 * a matter of asking. */
gboolean life_world_wait_for_frame (LifeWorld *world, GError **error);

/* Takes boxes of whole rows, or of a part of one row where rows are longer than
 * a chunk; boxes begin at whole words. */
typedef gboolean (*LifeLookAtBox) (
    const LifeBox *box, const guint8 *cells, gpointer data, GError **error);

/* Reads the world box by box, row after row, through memory of bounded size. */
gboolean life_world_look (
    LifeWorld *world, LifeLookAtBox look, gpointer data, GError **error);

/* Frees what the snapshots hold, which then cannot be returned to any more. */
void life_world_lose_snapshots (LifeWorld *world);

/* Forgets the mark, and frees what it holds. */
void life_world_drop_mark (LifeWorld *world);

G_END_DECLS
