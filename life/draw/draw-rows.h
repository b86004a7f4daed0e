/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Drawing for engines whose cells the CPU can read: a sampler's rows go through a
 * painter onto a frame. */
#pragma once

#include "life/draw/body/body-kernels.h"
#include "life/draw/lay-caption.h"
#include "life/draw/plan/picture-plan.h"
#include "life/draw/sample/plane.h"
#include "life/draw/coloring-rows.h"
#include "life/draw/paint/paint.h"
#include "life/draw/project.h"
#include "life/draw/sample/sample-kernels.h"

G_BEGIN_DECLS

/* A picture that later ones fade out of; all 0 where there is none. */
typedef struct {
  LifeFrame frame;
  guint8 *memory;
} LifePreviousFrame;

/* What an engine stores from one frame to the next, so that a frame that shows
 * the world as the last one did allocates nothing. All 0 at first. */
typedef struct {
  LifePicturePlan plan;
  guint pixel_bytes; /* as LifeCellPlane has it */
  LifeRowColoring coloring;

  const LifeSampleKernels *sample_kernels;
  const LifePaintKernels *paint_kernels;
  LifeBodyRow body_row;
  LifeSampler *sampler; /* NULL before the first frame */
  LifePainter painter;

  LifeProjected projected; /* of projections */
  LifePreviousFrame previous;
  LifeCaptionPainter *caption; /* NULL before the first one */

  /* Of the bands of rows that threads draw side by side. */
  LifeSampleWork **works;
  guint n_works;
} LifeDrawer;

void life_drawer_clear (LifeDrawer *drawer);

/* Chooses kernels before anything is drawn. */
gboolean life_drawer_need_kernels (LifeDrawer *drawer, GError **error);

/* Draws what @view shows of @cells into @frame. Fields of @cells that follow from a view are
 * ignored; history is read if the view needs it, and the stack, to which the present
 * cells were written, if it shows that. */
gboolean life_draw (LifeDrawer *drawer, const LifeCellPlane *cells,
    const LifeView *view, const LifeFrame *frame, GError **error);

/* The same of rows @first to before @end alone, which begin and end with rows of chroma or the
 * frame: no other rows of it are there. */
gboolean life_draw_rows (LifeDrawer *drawer, const LifeCellPlane *cells,
    const LifeView *view, const LifeFrame *frame, guint first, guint end,
    GError **error);

/* How many numbers are what a pixel shows of some rows of cells, in views that are not
 * turned: of a plane, without history or neighbors. */
guint life_draw_sums (const LifeView *view, const LifeRule *rule);

/* Sums up what rows @first to before @end of a frame show of rows @first_row to before
 * @end_row of the plane: so many numbers for each pixel, which are added up with those of
 * other rows of cells. life_draw_rows() draws them where @cells has them all. */
gboolean life_draw_sum_rows (LifeDrawer *drawer, const LifeCellPlane *cells,
    const LifeView *view, const LifeFrame *frame, guint first, guint end,
    guint32 first_row, guint32 end_row, guint64 *sums, GError **error);

/* Draws a picture of @frame's shape for later ones to fade out of; an overlay is drawn
 * over what @frame has. */
gboolean life_draw_previous (LifeDrawer *drawer, const LifeCellPlane *cells,
    const LifeView *view, const LifeFrame *frame, GError **error);

/* Frees that picture. */
void life_draw_drop_previous (LifeDrawer *drawer);

/* Lays @caption over @frame. */
gboolean life_draw_caption (LifeDrawer *drawer, const LifeFrame *frame,
    const LifeCaption *caption, GError **error);

G_END_DECLS
