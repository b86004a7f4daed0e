/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arriving pictures become cells, which the CPU can write. */
#pragma once

#include "life/world/renderer.h"

/* Cells that a picture can change: of a world, or of a part of one as if there were no more.
 * The functions are those of an engine; boxes lie within the geometry. */
typedef struct {
  LifeGeometry geometry;
  gboolean (*read) (
      gpointer data, const LifeBox *box, guint8 *cells, GError **error);
  gboolean (*write) (
      gpointer data, const LifeBox *box, const guint8 *cells, GError **error);
  gpointer data;
} LifeCellStore;

/* The luma that each cell had under the previous picture, for LIFE_INPUT_MOTION; zeroed at
 * first. */
typedef struct {
  guint16 *luma;
  guint32 columns, rows;
} LifePictureMemory;

/* Lets @picture change the cells of @store. */
gboolean life_picture_absorb (const LifeCellStore *store,
    LifePictureMemory *memory, const LifeArrivingPicture *picture,
    GError **error);

/* Drops the previous picture and frees its memory. */
void life_picture_reset (LifePictureMemory *memory);
