/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arriving pictures become cells, for engines whose cells the CPU can write. */
#pragma once

#include "life/world/engine.h"

/* The luma that each cell had under the picture before, for LIFE_INPUT_MOTION.
 * An engine embeds one, zeroed at first. */
typedef struct {
  guint16 *luma;
  guint32 columns, rows;
} LifePictureMemory;

/* Lets @picture change the cells of @engine, through its read and write. */
gboolean life_picture_absorb (LifeEngine *engine, LifePictureMemory *memory,
    const LifeView *view, const LifeFrame *picture, LifeInput input,
    gdouble threshold, GError **error);

/* Forgets the picture before and frees its memory. */
void life_picture_forget (LifePictureMemory *memory);
