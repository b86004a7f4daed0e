/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What drawing on a GPU caches from frame to frame: the plan of the picture, the history of cells,
 * and memory for samples. */
#pragma once

#include "cuda/draw/sample/cuda-history.h"
#include "cuda/draw/sample/uploaded-plan.h"

/* What counting cells in strips caches between frames (cuda/draw/sample/sample-strips.h). */
struct LifeStripCounts {
  LifeScratch edges, sums, total;
  guint n_edges; /* 0: none are listed */
};

/* Which rows of a frame of @frame_height are drawn, of a part of a world: those from
 * @first_row on. */
struct LifeShownRows {
  guint frame_height, first_row;
};

struct LifeCudaDrawer {
  LifeCudaEngine *cuda; /* whose cells are drawn */
  LifeShownRows shown;
  LifeUploadedPlan picture;
  LifeUploadedPlan summed[2]; /* of rows that parts share, in turn */
  LifeStripCounts strip_counts;
  LifeCudaHistory history;
  LifeScratch samples, sums;
  LifeScratch projected; /* a plane of indices (cuda-project.cu) */
};
