/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds which blocks of a body have live cells, on the CPU. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/world/field.h"
#include "life/draw/body/pyramid.h"

/* A pyramid that is cached from one frame to the next. All 0 at first. */
typedef struct {
  guint64 *words;
  gsize n_words;
} LifeBlocks;

/* Makes @pyramid that of @field's @width × @height × @depth cells. */
gboolean life_blocks_find (LifeBlocks *blocks, LifePyramid *pyramid,
    const LifeField *field, guint32 width, guint32 height, guint32 depth,
    LifeThreadPool *pool, GError **error);

/* Sets row @row of the words of a layer by what lives in it up to plane @z, the last
 * one that there is: their bits for earlier blocks of 4 planes stay. */
void life_blocks_set_plane (guint64 *words, const LifePyramid *pyramid,
    const LifeField *field, guint32 width, guint32 height, guint32 z,
    guint32 row);

void life_blocks_clear (LifeBlocks *blocks);
