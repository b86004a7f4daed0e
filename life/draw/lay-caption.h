/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captions: small pictures laid over frames, in any format. They are colors to the
 * painter, which lays them over a part of the frame. */
#pragma once

#include "life/draw/paint/paint.h"

G_BEGIN_DECLS

/* The part of a frame that a caption lies on, in whole blocks of 2×2 pixels but at the
 * frame's edges, so that all of a sample of chroma is in it. No width: there is none. */
typedef struct {
  guint x, y;
  guint width, height;
} LifeCaptionBox;

LifeCaptionBox life_caption_box (
    const LifeCaption *caption, const LifeFrame *frame);

/* Row @y of the box as samples: four bytes for each of its pixels, which are transparent
 * beyond the caption. */
void life_caption_get_row (const LifeCaption *caption,
    const LifeCaptionBox *box, guint y, guint8 *samples);

/* What is cached from one caption to the next. */
typedef struct _LifeCaptionPainter LifeCaptionPainter;

/* NULL: no width of vectors suits the processor. */
LifeCaptionPainter *life_caption_painter_new (GError **error);
void life_caption_painter_free (LifeCaptionPainter *self);

/* A painter of colors over what frames of @frame's shape have. */
const LifePainter *life_caption_painter_get (
    LifeCaptionPainter *self, const LifeFrame *frame);

/* Lays @caption over @frame, which the CPU can write. */
void life_caption_paint (LifeCaptionPainter *self, const LifeFrame *frame,
    const LifeCaption *caption);

G_END_DECLS
