/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames in the host's and in the GPU's memory: where they lie, copies from one to
 * the other, and when a frame is done; no pixel is read. */
#include "cuda/draw/cuda-frame.h"
#include "cuda/draw/cuda-draw.h"
#include "cuda/count/pending-counts.h"

#include "life/draw/color/pixel-layout.h"

#define ROW_ALIGNMENT 256

gboolean
life_frame_is_on_device (const LifeDevice &device, const LifeFrame *frame,
    gboolean *on_device, GError **error)
{
  cudaPointerAttributes attributes;

  if (!life_cuda_check (cudaPointerGetAttributes (&attributes, frame->data[0]),
          "looking at a frame", error))
    return FALSE;
  *on_device = attributes.type == cudaMemoryTypeDevice
               || attributes.type == cudaMemoryTypeManaged;
  if (!*on_device || attributes.device == device.id)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
      "the frame lies on GPU %d and the world on GPU %d", attributes.device,
      device.id);
  return FALSE;
}

/* A frame of the shape of @frame in one piece of @bytes, rows aligned, its planes at
 * offsets from NULL; set_planes() adds its address. */
static LifeFrame
shape_frame (const LifeFrame *frame, gsize *bytes)
{
  LifeFrame shape = *frame;

  *bytes = 0;
  for (guint i = 0; i < life_pixel_layout_planes (frame->format); i++) {
    gsize row = life_pixel_layout_row_size (frame, i);
    row = (row + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
    shape.data[i] = (guint8 *) *bytes;
    shape.stride[i] = (gint) row;
    *bytes += row * life_pixel_layout_rows (frame, i);
  }
  return shape;
}

static void
set_planes (LifeFrame *frame, void *memory)
{
  for (guint i = 0; i < life_pixel_layout_planes (frame->format); i++)
    frame->data[i] = (guint8 *) memory + (gsize) frame->data[i];
}

/* Enqueues the copy of every pixel of @from into @to, which have one shape. */
static cudaError_t
copy_frame (const LifeFrame *to, const LifeFrame *from, cudaStream_t stream)
{
  cudaError_t result = cudaSuccess;

  for (guint i = 0;
       i < life_pixel_layout_planes (to->format) && result == cudaSuccess; i++)
    result = cudaMemcpy2DAsync (to->data[i], to->stride[i], from->data[i],
        from->stride[i], life_pixel_layout_row_size (to, i),
        life_pixel_layout_rows (to, i), cudaMemcpyDefault, stream);
  return result;
}

gboolean
life_crossing_init (LifeCudaCrossing *self, GError **error)
{
  cudaEvent_t *events[] = { &self->drawn, &self->frames[0].done,
    &self->frames[1].done };

  static_assert (LIFE_MAX_PENDING_FRAMES == 2, "an event for each");
  if (!life_cuda_check (
          cudaStreamCreateWithFlags (&self->stream, cudaStreamNonBlocking),
          "making a stream", error))
    return FALSE;
  for (cudaEvent_t *event : events)
    if (!life_cuda_check (
            cudaEventCreateWithFlags (event, cudaEventDisableTiming),
            "making an event", error))
      return FALSE;
  return TRUE;
}

void
life_crossing_clear (LifeCudaCrossing *self)
{
  const cudaEvent_t events[] = { self->drawn, self->frames[0].done,
    self->frames[1].done };

  if (self->stream != NULL) {
    cudaStreamSynchronize (self->stream);
    cudaStreamDestroy (self->stream);
  }
  for (const cudaEvent_t &event : events)
    if (event != NULL)
      cudaEventDestroy (event);
  for (LifeCrossingFrame &frame : self->frames)
    life_scratch_release (&frame.memory);
}

/* Where a world is advanced and drawn. */
static cudaStream_t
stream_of (const LifeCudaRenderer *self)
{
  return self->drawer.cuda->launcher.stream;
}

/* As life_draw_on_device(), and lets @frame fade. */
static gboolean
draw_faded (LifeCudaRenderer *self, const LifeView *view,
    const LifeFrame *frame, uint64_t *population, gboolean *counted,
    GError **error)
{
  gsize bytes;
  LifeFrame previous = shape_frame (frame, &bytes);

  if (!life_draw_on_device (self, view, frame, population, counted, error))
    return FALSE;
  if (view->fade == 0)
    return TRUE;
  g_return_val_if_fail (self->previous.bytes >= bytes, FALSE);
  set_planes (&previous, self->previous.data);
  return life_fade_on_device (
      self->drawer.cuda->launcher, frame, &previous, view->fade, error);
}

/* Enqueues the copy to the host of what is drawn so far. */
static gboolean
cross (LifeCudaRenderer *self, guint slot, const LifeFrame *to,
    const LifeFrame *from, GError **error)
{
  const cudaStream_t stream = self->crossing.stream;

  return life_cuda_check (
             cudaEventRecord (self->crossing.drawn, stream_of (self)),
             "recording an event", error)
         && life_cuda_check (
             cudaStreamWaitEvent (stream, self->crossing.drawn, 0), "following",
             error)
         && life_cuda_check (
             copy_frame (to, from, stream), "handing a frame over", error)
         && life_cuda_check (
             cudaEventRecord (self->crossing.frames[slot].done, stream),
             "recording an event", error);
}

/* A picture that is drawn into a frame that begins in @slot. */
struct PendingPicture {
  LifeCudaRenderer *self;
  guint slot;
  const LifeView *view;
  const LifeFrame *frame;
};

/* Enqueues the drawing of a frame that lies in the host's memory: it is drawn on the GPU, and
 * crosses in the frames' own stream behind its drawing alone. */
static gboolean
draw_across (const PendingPicture *picture, uint64_t *population,
    gboolean *counted, GError **error)
{
  LifeCudaRenderer *self = picture->self;
  LifeScratch *memory = &self->crossing.frames[picture->slot].memory;
  gsize bytes;
  LifeFrame there = shape_frame (picture->frame, &bytes);

  if (!life_scratch_reserve (memory, bytes, "a frame", error))
    return FALSE;
  set_planes (&there, memory->data);
  if (picture->view->overlay
      && !life_cuda_check (
          copy_frame (&there, picture->frame, stream_of (self)),
          "fetching a frame", error))
    return FALSE;
  return draw_faded (self, picture->view, &there, population, counted, error)
         && cross (self, picture->slot, picture->frame, &there, error);
}

/* LifeDrawing.draw(), wherever the frame lies. */
static gboolean
draw (gpointer data, guint64 *population, gboolean *counted, GError **error)
{
  const PendingPicture *picture = (const PendingPicture *) data;

  return picture->self->crossing.frames[picture->slot].crosses
             ? draw_across (picture, population, counted, error)
             : draw_faded (picture->self, picture->view, picture->frame,
                 population, counted, error);
}

static gboolean
is_empty (const LifeFrame *frame)
{
  return frame->width == 0 || frame->height == 0;
}

/* Finds where @frame lies, which begins in @slot. */
static gboolean
find_memory (
    LifeCudaRenderer *self, guint slot, const LifeFrame *frame, GError **error)
{
  gboolean on_device = TRUE;

  if (!is_empty (frame)
      && !life_frame_is_on_device (
          self->drawer.cuda->device, frame, &on_device, error))
    return FALSE;
  self->crossing.frames[slot].crosses = !on_device;
  return TRUE;
}

/* Waits for what was enqueued of a frame that cannot be finished: its memory is the
 * caller's again. */
static gboolean
abort_frame (LifeCudaRenderer *self)
{
  cudaStreamSynchronize (self->crossing.stream);
  cudaStreamSynchronize (stream_of (self));
  life_draw_invalidate (&self->drawer);
  return FALSE;
}

gboolean
life_cuda_begin_frame (LifeRenderer *renderer, guint slot, const LifeView *view,
    const LifeFrame *frame, LifeCountFlags requested, GError **error)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeDeviceScope scope (self->drawer.cuda->device, error);
  PendingPicture picture = { self, slot, view, frame };
  LifeDrawing drawing = { draw, &picture };

  if (!scope.entered || !find_memory (self, slot, frame, error))
    return FALSE;
  drawing.stays = !self->crossing.frames[slot].crosses;
  return life_pending_counts_begin (self->drawer.cuda, slot, requested,
             is_empty (frame) ? NULL : &drawing, error)
         || abort_frame (self);
}

/* Waits for the copy of a frame that crosses. */
static gboolean
wait_for_copy (LifeCudaRenderer *self, guint slot, GError **error)
{
  return !self->crossing.frames[slot].crosses
         || life_cuda_check (
             cudaEventSynchronize (self->crossing.frames[slot].done), "drawing",
             error);
}

gboolean
life_cuda_finish_frame (
    LifeRenderer *renderer, guint slot, LifeStatistics *counts, GError **error)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeDeviceScope scope (self->drawer.cuda->device, error);

  return scope.entered && wait_for_copy (self, slot, error)
         && life_pending_counts_finish (self->drawer.cuda, slot, counts, error);
}

gboolean
life_cuda_draw (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeDeviceScope scope (self->drawer.cuda->device, error);
  PendingPicture picture = { self, 0, view, frame };
  gboolean counted;

  if (!scope.entered)
    return FALSE;
  if (is_empty (frame))
    return TRUE;
  return (find_memory (self, 0, frame, error)
             && draw (&picture, NULL, &counted, error)
             && wait_for_copy (self, 0, error)
             && life_cuda_check (
                 cudaStreamSynchronize (stream_of (self)), "drawing", error))
         || abort_frame (self);
}

gboolean
life_cuda_capture_previous (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeDeviceScope scope (self->drawer.cuda->device, error);
  LifeFrame previous;
  gboolean counted;
  gsize bytes;

  if (!scope.entered)
    return FALSE;
  if (is_empty (frame))
    return TRUE;
  previous = shape_frame (frame, &bytes);
  if (!life_scratch_reserve (&self->previous, bytes, "a picture", error))
    return FALSE;
  set_planes (&previous, self->previous.data);
  return ((!view->overlay
              || life_cuda_check (
                  copy_frame (&previous, frame, stream_of (self)),
                  "fetching a frame", error))
             && life_draw_on_device (
                 self, view, &previous, NULL, &counted, error))
         || abort_frame (self);
}
