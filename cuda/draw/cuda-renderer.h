/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a renderer of a world on a GPU owns: all that pictures need in addition to the present
 * cells, which are its engine's. */
#pragma once

#include "cuda/draw/body/cuda-body.h"
#include "cuda/draw/sample/cuda-drawer.h"

#include "life/draw/lay-caption.h"
#include "life/world/renderer.h"

/* A pending frame, if it crosses to the host: where it lies on the GPU before, and when
 * it is there. */
struct LifeCrossingFrame {
  gboolean crosses;
  LifeScratch memory;
  cudaEvent_t done;
};

/* Frames cross to the host in a stream of their own, so that the generations that follow
 * need not wait for them (cuda-frame.cu). */
struct LifeCudaCrossing {
  cudaStream_t stream;
  cudaEvent_t drawn;
  LifeCrossingFrame frames[LIFE_MAX_PENDING_FRAMES]; /* by their slots */
};

/* The caption that was laid over a frame last: its samples on the GPU, and which they
 * are. */
struct LifeCudaCaption {
  LifeScratch samples;
  guint64 version; /* 0: none */
  LifeCaptionBox box;
  LifeCaptionPainter *painter;
};

/* What a picture that arrives needs on the GPU (absorb.cu): it, which cells its pixels change,
 * and of each cell the luma that the one before had there. */
struct LifeCudaLuma {
  LifeScratch cells;
  guint32 columns, rows;
};

struct LifeCudaArrival {
  LifeScratch picture, spans;
  LifeCudaLuma luma;
};

struct LifeCudaRenderer {
  LifeRenderer renderer;
  LifeCudaDrawer drawer;
  LifeCudaBody body;
  LifeScratch previous; /* a picture that later ones fade out of (fade.cu) */
  LifeCudaCrossing crossing;
  LifeCudaCaption caption;
  LifeCudaArrival arrival;
};
