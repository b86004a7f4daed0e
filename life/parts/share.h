/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which rows of a frame each part of a world draws by itself: those that show no cell of
 * another part, and where pixels show areas nothing beyond the world's edges. Of other rows
 * each part sums up what they show of its cells. The request to a part for that, as bytes. */
#pragma once

#include "life/parts/part-cut.h"
#include "life/rule/rule-private.h"
#include "life/world/engine-class.h"

G_BEGIN_DECLS

/* Rows of a frame that are drawn together, since they may share samples of chroma. */
#define LIFE_SHARED_ROWS 2

/* Units @first to before @end of the world, of which @part has all; -1: no part has. */
typedef struct {
  guint32 first, end;
  gint part;
} LifeShownUnits;

/* What is shown by rows 0 and 1 of a frame, 2 and 3, and so on. */
typedef struct {
  guint n;
  LifeShownUnits *units;
} LifeShare;

/* Whether parts can draw rows of such a view: each row of pixels shows cells of some rows of
 * a plane, as they are now. */
gboolean life_share_supports (
    const LifeCut *cut, const LifeView *view, const LifeRule *rule);

void life_share_init (LifeShare *share, const LifeCut *cut,
    const LifeView *view, const LifeFrame *frame);
void life_share_clear (LifeShare *share);

/* The rows of @frame that are drawn by @part, -1: those from item *@at on that no part draws;
 * FALSE: there are none. */
gboolean life_share_find (const LifeShare *share, const LifeFrame *frame,
    gint part, guint *at, guint *first, guint *end);

/* The next item from @at on that no part draws, but shows some of the piece's cells. */
gboolean life_share_find_met (
    const LifeShare *share, const LifePiece *piece, guint *at);

/* Rows @first to before @end of a frame; its pixels are not part of it. */
typedef struct {
  LifeView view;
  LifeFrame frame;
  guint first, end;
} LifeShown;

/* Whether @bytes are one, and it can be drawn of the world of @cut. */
gboolean life_shown_decode (LifeShown *shown, const guint8 *bytes, gsize size,
    const LifeCut *cut, const LifeRule *rule);

/* Lets it be the rows of an item of a LifeShare. */
void life_shown_set_item (LifeShown *shown, guint item);

/* How many numbers they are summed up to. */
gsize life_shown_count_sums (const LifeShown *shown, const LifeRule *rule);

/* The rows as a frame of their own. */
LifeFrame life_shown_rows (const LifeShown *shown);

G_END_DECLS
