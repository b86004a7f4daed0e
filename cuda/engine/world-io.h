/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells in and out. */
#pragma once

#include "cuda/engine/cuda-engine.h"

/* What life_soup_row() and life_soup_state() make cells of. */
struct LifeCudaSoup {
  uint64_t seed, threshold;
  uint32_t live;
};

gboolean life_cuda_clear (LifeEngine *engine, GError **error);
gboolean life_cuda_soup (
    LifeEngine *engine, guint64 seed, guint64 threshold, GError **error);
gboolean life_cuda_fill_soup (
    LifeCudaEngine *self, const LifeCudaSoup *soup, GError **error);
gboolean life_cuda_add_runs (LifeEngine *engine, const LifeRun *runs,
    gsize n_runs, const gint64 origin[3], GError **error);
gboolean life_cuda_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error);
gboolean life_cuda_write (LifeEngine *engine, const LifeBox *box,
    const guint8 *cells, GError **error);

gboolean life_cuda_read_saved (LifeEngine *engine, gconstpointer state,
    const LifeBox *box, guint8 *cells, GError **error);

/* What reading needs in addition to the cells. */
gboolean life_world_io_init (LifeCudaEngine *self, GError **error);
void life_world_io_clear (LifeCudaEngine *self);

/* To be enqueued when cells of LIFE_LAYOUT_BYTES were written one by one, and after a
 * generation of a world whose edges are not simple. */
cudaError_t life_cuda_refresh_halo (LifeCudaEngine *self);

/* To be enqueued when the rule has fewer states: cells above its highest take that. */
cudaError_t life_cuda_limit_states (LifeCudaEngine *self, guint states);

/* For worlds whose states' bits lie apart. A state that no cell is above, from the bits that cells
 * have: waits for all work. */
gboolean life_cuda_find_highest (
    LifeCudaEngine *self, guint *highest, GError **error);

/* To be enqueued before a plan is used that is for the first @states states: planes that these do
 * not need become 0 in the previous generation. */
cudaError_t life_cuda_limit_previous (LifeCudaEngine *self, guint states);
