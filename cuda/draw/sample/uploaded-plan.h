/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The plan of a picture (life/draw/plan/picture-plan.h) with its tables on a GPU. */
#pragma once

#include "cuda/engine/cuda-engine.h"

#include "life/draw/plan/picture-plan.h"

/* Tables that follow from those of a plan, in addition to LifePlanParts. */
enum LifeDerivedTables {
  LIFE_DERIVED_STRIP_EDGES = 1 << 16, /* sample-strips.cu */
  LIFE_DERIVED_BODY = 1 << 17,        /* cuda-body.cu */
};

/* @stale: what on the GPU is that of an earlier plan, parts and derived tables. It is no argument of
 * any kernel, as launches are replayed only where these are the same. */
struct LifeUploadedPlan {
  LifePicturePlan plan;
  guint stale;
  LifeScratch palette; /* LifeColorBytes */
  LifeScratch history; /* LifeHistoryIndices, if the coloring reads history */
  LifeScratch thresholds;    /* of densities (life/draw/color/density.h) */
  LifeScratch columns, rows; /* LifeMapping.cells or edges */
  LifeScratch column_lines, row_lines;
};

/* Makes anew what of the plan has changed, and enqueues its upload. */
gboolean life_uploaded_plan_update (LifeUploadedPlan *self,
    const LifePictureRequest *request, const LifeLauncher &launcher,
    GError **error);

void life_uploaded_plan_clear (LifeUploadedPlan *self);

/* life_picture_plan_thresholds() on the GPU. */
static inline const uint64_t *
life_uploaded_plan_thresholds (const LifeUploadedPlan &self)
{
  return life_picture_plan_thresholds (&self.plan) != NULL
             ? (const uint64_t *) self.thresholds.data
             : NULL;
}
