/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The renderer of worlds on a GPU, from its beginning to its end, and which of its parts does
 * what. */
#include "cuda/draw/renderer-class.h"

#include "cuda/draw/cuda-draw.h"
#include "cuda/draw/cuda-frame.h"
#include "cuda/draw/cuda-renderer.h"

/* --- From the beginning to the end --- */

static gboolean
cuda_open (LifeRenderer *renderer, GError **error)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeCudaEngine *cuda = (LifeCudaEngine *) renderer->engine;
  LifeDeviceScope scope (cuda->device, error);

  self->drawer.cuda = cuda;
  return scope.entered && life_crossing_init (&self->crossing, error);
}

static void
cuda_close (LifeRenderer *renderer)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeDeviceScope scope (self->drawer.cuda->device, NULL);

  /* Without its context nothing of it is left to be released. */
  if (!scope.entered)
    return;
  cudaStreamSynchronize (self->drawer.cuda->launcher.stream);
  life_crossing_clear (&self->crossing);
  life_draw_clear (&self->drawer);
  life_body_clear (&self->body);
  life_caption_clear (&self->caption);
  life_absorb_clear (&self->arrival);
  life_scratch_release (&self->previous);
}

/* --- Frames before the present one --- */

static gboolean
cuda_end_frame (LifeRenderer *renderer, LifeFrameRecord what, gboolean undoable,
    GError **error)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeCudaEngine *cuda = self->drawer.cuda;
  LifeDeviceScope scope (cuda->device, error);

  if (!scope.entered)
    return FALSE;
  return what == LIFE_RECORD_STACK
             ? life_cuda_stack_write (
                 &self->body.stack, cuda, &renderer->stacked, error)
             : life_cuda_history_end_frame (
                 &self->drawer.history, cuda, undoable, error);
}

static void
cuda_undo_end_frame (LifeRenderer *renderer)
{
  life_cuda_history_undo_end_frame (
      &((LifeCudaRenderer *) renderer)->drawer.history);
}

static gboolean
cuda_reset (LifeRenderer *renderer, LifeFrameRecord what, GError **error)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeDeviceScope scope (self->drawer.cuda->device, error);

  if (!scope.entered)
    return FALSE;
  if (what == LIFE_RECORD_HISTORY)
    life_cuda_history_clear (&self->drawer.history);
  else if (what == LIFE_RECORD_STACK)
    life_cuda_stack_clear (&self->body.stack);
  else
    life_scratch_release (&self->previous);
  return TRUE;
}

static gboolean
cuda_export_history (LifeRenderer *renderer, guint8 **history, GError **error)
{
  LifeCudaDrawer *drawer = &((LifeCudaRenderer *) renderer)->drawer;
  LifeDeviceScope scope (drawer->cuda->device, error);

  *history = NULL;
  return scope.entered
         && life_cuda_history_export (
             &drawer->history, drawer->cuda, history, error);
}

static gboolean
cuda_import_records (LifeRenderer *renderer, LifeRenderer *from,
    const guint8 *history, GError **error)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeCudaRenderer *other = (LifeCudaRenderer *) from;
  LifeCudaDrawer *drawer = &self->drawer;
  LifeDeviceScope scope (drawer->cuda->device, error);

  if (!scope.entered
      || (history != NULL
          && !life_cuda_history_import (
              &drawer->history, drawer->cuda, history, error)))
    return FALSE;
  if (from->klass != renderer->klass)
    return TRUE;
  self->body.stack = other->body.stack;
  other->body.stack = {};
  self->arrival.luma = other->arrival.luma;
  other->arrival.luma = {};
  return TRUE;
}

const LifeRendererClass life_cuda_renderer = {
  .size = sizeof (LifeCudaRenderer),
  .open = cuda_open,
  .close = cuda_close,
  .draw = life_cuda_draw,
  .begin_frame = life_cuda_begin_frame,
  .finish_frame = life_cuda_finish_frame,
  .capture_previous = life_cuda_capture_previous,
  .lay_caption = life_cuda_lay_caption,
  .absorb = life_cuda_absorb,
  .end_frame = cuda_end_frame,
  .undo_end_frame = cuda_undo_end_frame,
  .reset = cuda_reset,
  .export_history = cuda_export_history,
  .import_records = cuda_import_records,
};
