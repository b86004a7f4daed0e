/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The plan of a picture: all that follows from its view, its frame, the world's geometry and its
 * rule, and from no cell. It is stored from one picture to the next, and what has changed is
 * made anew: the CPU draws by it, and a GPU uploads its tables. */
#pragma once

#include "life/draw/color/coloring.h"
#include "life/draw/color/density.h"
#include "life/draw/plan/axis-plan.h"
#include "life/draw/view/picture-layout.h"

G_BEGIN_DECLS

/* What a pixel shows of cells. */
typedef enum {
  LIFE_PIXEL_CONTENT_CELL,  /* the index of one */
  LIFE_PIXEL_CONTENT_COUNT, /* an index for how many of them live */
  LIFE_PIXEL_CONTENT_MEAN,  /* the mean of their colors */
} LifePixelContent;

/* Parts of a plan. */
typedef enum {
  LIFE_PLAN_LAYOUT = 1 << 0, /* with what pixels show */
  LIFE_PLAN_COLORS = 1 << 1,
  LIFE_PLAN_COLUMNS = 1 << 2,
  LIFE_PLAN_ROWS = 1 << 3,
  LIFE_PLAN_COUNTS = 1 << 4,
  LIFE_PLAN_ALL = (1 << 5) - 1,
} LifePlanParts;

/* What a plan follows from. @rows: what @frame has of a larger picture; NULL: all. */
typedef struct {
  const LifeView *view;
  const LifeFrame *frame; /* of any memory */
  const LifeGeometry *geometry;
  const LifeRule *rule;
  const LifeAxisPart *rows;
} LifePictureRequest;

/* The indices that counts have: what those of densities begin at (density.h), and in turned
 * views that of each number of live points. */
typedef struct {
  guint64 thresholds[LIFE_DENSITY_INDICES];
  guint8 of_points[LIFE_TURN_POINTS + 1];
  gboolean are_densities;
  gdouble zoom, gain;
} LifeCountIndices;

/* All 0 at first. @counts: where pixels show counts; @columns, @rows: of a plane, or of a
 * montage's tile, that is not turned; @line, @line_alpha: the color of lines (grid-lines.h). */
typedef struct {
  gboolean is_valid;
  LifePictureLayout layout;
  LifeFrame frame; /* its shape and colorimetry */
  LifeColoring coloring;
  LifeColorBytes bytes; /* its colors in the frame's format */
  LifePixelContent content;
  LifeCountIndices counts;
  LifeAxisPlan columns, rows;
  LifeGridTurn turned_lines;
  guint8 line[4];
  guint line_alpha;
} LifePicturePlan;

/* What a picture of a plane has in its pixels. */
LifePixelContent life_pixel_content (
    const LifeView *view, LifeColorSource source);

/* Returns the parts that are new. */
LifePlanParts life_picture_plan_update (
    LifePicturePlan *self, const LifePictureRequest *request);

void life_picture_plan_clear (LifePicturePlan *self);

/* What indices of densities begin at; NULL: those of counts are means. */
static inline const guint64 *
life_picture_plan_thresholds (const LifePicturePlan *self)
{
  return self->coloring.source == LIFE_COLOR_SOURCE_DENSITY
             ? self->counts.thresholds
             : NULL;
}

G_END_DECLS
