/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The renderer of worlds on a GPU. What it keeps from frame to frame lies in LifeCudaEngine,
 * next to the cells. */
#include "cuda/draw/cuda-renderer.h"

#include "cuda/draw/body/spacetime.h"
#include "cuda/draw/cuda-draw.h"
#include "cuda/draw/cuda-frame.h"
#include "cuda/draw/sample/cuda-history.h"

static LifeCudaEngine *
engine_of (LifeRenderer *self)
{
  return (LifeCudaEngine *) self->engine;
}

static gboolean
cuda_open (LifeRenderer *self, GError **error)
{
  engine_of (self)->stacked = &self->stacked;
  return TRUE;
}

static gboolean
cuda_draw (LifeRenderer *self, const LifeView *view, const LifeFrame *frame,
    GError **error)
{
  return life_frame_draw (engine_of (self), view, frame, error);
}

static gboolean
cuda_end_frame (
    LifeRenderer *self, LifeKeptFrames what, gboolean undoable, GError **error)
{
  return what == LIFE_KEPT_STACK
             ? life_cuda_stack_cells (engine_of (self), error)
             : life_cuda_remember (engine_of (self), undoable, error);
}

static gboolean
cuda_reset (LifeRenderer *self, LifeKeptFrames what, GError **error)
{
  if (what == LIFE_KEPT_HISTORY)
    return life_cuda_forget (engine_of (self), error);
  if (what == LIFE_KEPT_STACK)
    life_cuda_drop_stack (engine_of (self));
  else
    life_frame_forget_previous (engine_of (self));
  return TRUE;
}

static gboolean
cuda_take_pictures (LifeRenderer *self, LifeRenderer *from, GError **error)
{
  life_cuda_take_stack (engine_of (self), engine_of (from));
  life_absorb_take_luma (engine_of (self), engine_of (from));
  return TRUE;
}

const LifeRendererClass life_cuda_renderer = {
  .size = sizeof (LifeRenderer),
  .open = cuda_open,
  .draw = cuda_draw,
  .begin_frame = life_cuda_begin_frame,
  .finish_frame = life_cuda_finish_frame,
  .capture_previous = life_cuda_capture_previous,
  .lay_caption = life_cuda_lay_caption,
  .absorb = life_cuda_absorb,
  .end_frame = cuda_end_frame,
  .undo_end_frame = life_cuda_undo_end_frame,
  .reset = cuda_reset,
  .export_history = life_cuda_export_history,
  .import_history = life_cuda_import_history,
  .take_pictures = cuda_take_pictures,
};
