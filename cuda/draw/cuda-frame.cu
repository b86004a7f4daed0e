/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames in the host's and in the GPU's memory: where they lie, copies from one to
 * the other, and when a frame is done; no pixel is looked at. */
#include "cuda/draw/cuda-frame.h"
#include "cuda/draw/cuda-draw.h"
#include "cuda/count/cuda-count.h"
#include "cuda/device/replay.h"

#include "life/draw/color/pixel-layout.h"

#define ROW_ALIGNMENT 256

gboolean
life_frame_is_on_device (LifeCudaEngine *self, const LifeFrame *frame,
    gboolean *on_device, GError **error)
{
  cudaPointerAttributes attributes;

  if (!life_cuda_check (cudaPointerGetAttributes (&attributes, frame->data[0]),
          "looking at a frame", error))
    return FALSE;
  *on_device = attributes.type == cudaMemoryTypeDevice
               || attributes.type == cudaMemoryTypeManaged;
  if (!*on_device || attributes.device == self->device.id)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
      "the frame lies on GPU %d and the world on GPU %d", attributes.device,
      self->device.id);
  return FALSE;
}

/* A frame of the shape of @frame in one piece of @bytes, rows aligned, its planes at
 * offsets from NULL; place_frame() places it. */
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
place_frame (LifeFrame *frame, void *memory)
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
life_frame_init (LifeCudaEngine *self, GError **error)
{
  cudaEvent_t *events[] = { &self->frame_drawn, &self->frame_counted,
    &self->frames[0].done, &self->frames[1].done };

  static_assert (LIFE_MAX_BEGUN_FRAMES == 2, "an event for each");
  self->replay = life_replay_new ();
  if (!life_cuda_check (cudaStreamCreateWithFlags (
                            &self->frame_stream, cudaStreamNonBlocking),
          "making a stream", error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (events); i++)
    if (!life_cuda_check (
            cudaEventCreateWithFlags (events[i], cudaEventDisableTiming),
            "making an event", error))
      return FALSE;
  return TRUE;
}

void
life_frame_clear (LifeCudaEngine *self)
{
  cudaEvent_t events[] = { self->frame_drawn, self->frame_counted,
    self->frames[0].done, self->frames[1].done };

  if (self->frame_stream != NULL) {
    cudaStreamSynchronize (self->frame_stream);
    cudaStreamDestroy (self->frame_stream);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (events); i++)
    if (events[i] != NULL)
      cudaEventDestroy (events[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (self->frames); i++)
    life_scratch_release (&self->frames[i].memory);
  life_replay_free (self->replay);
}

/* Makes @to_wait wait for what was enqueued in @stream so far. */
static gboolean
follow (cudaStream_t to_wait, cudaStream_t stream, cudaEvent_t event,
    GError **error)
{
  return life_cuda_check (
             cudaEventRecord (event, stream), "recording an event", error)
         && life_cuda_check (
             cudaStreamWaitEvent (to_wait, event, 0), "following", error);
}

/* As life_draw_on_device(), and lets @frame fade. */
static gboolean
draw_faded (LifeCudaEngine *self, const LifeView *view, const LifeFrame *frame,
    uint64_t *population, gboolean *counted, GError **error)
{
  gsize bytes;
  LifeFrame before = shape_frame (frame, &bytes);

  if (!life_draw_on_device (self, view, frame, population, counted, error))
    return FALSE;
  if (view->fade == 0)
    return TRUE;
  g_return_val_if_fail (self->before.bytes >= bytes, FALSE);
  place_frame (&before, self->before.data);
  return life_fade_on_device (self, frame, &before, view->fade, error);
}

/* Enqueues the drawing of @frame, which lies in the host's memory, as
 * life_draw_on_device() does: it is drawn on the GPU in @place, and crosses in the frames'
 * own stream. */
static gboolean
draw_across (LifeCudaEngine *self, guint place, const LifeView *view,
    const LifeFrame *frame, uint64_t *population, gboolean *counted,
    GError **error)
{
  const cudaStream_t stream = self->launcher.stream;
  LifeScratch *memory = &self->frames[place].memory;
  gsize bytes;
  LifeFrame there = shape_frame (frame, &bytes);

  if (!life_scratch_reserve (memory, bytes, "a frame", error))
    return FALSE;
  place_frame (&there, memory->data);
  if (view->overlay
      && !life_cuda_check (
          copy_frame (&there, frame, stream), "fetching a frame", error))
    return FALSE;
  return draw_faded (self, view, &there, population, counted, error)
         && follow (self->frame_stream, stream, self->frame_drawn, error)
         && life_cuda_check (copy_frame (frame, &there, self->frame_stream),
             "handing a frame over", error);
}

/* The same wherever @frame lies; @crosses: not on the GPU. */
static gboolean
draw (LifeCudaEngine *self, guint place, const LifeView *view,
    const LifeFrame *frame, gboolean crosses, uint64_t *population,
    gboolean *counted, GError **error)
{
  *counted = FALSE;
  if (frame->width == 0 || frame->height == 0)
    return TRUE;
  return crosses ? draw_across (
             self, place, view, frame, population, counted, error)
                 : draw_faded (self, view, frame, population, counted, error);
}

static gboolean
find_memory (LifeCudaEngine *self, const LifeFrame *frame, gboolean *crosses,
    GError **error)
{
  gboolean on_device = TRUE;

  if (frame->width > 0 && frame->height > 0
      && !life_frame_is_on_device (self, frame, &on_device, error))
    return FALSE;
  *crosses = !on_device;
  return TRUE;
}

static gboolean
record_done (
    LifeCudaEngine *self, guint place, gboolean crosses, GError **error)
{
  return life_cuda_check (
      cudaEventRecord (self->frames[place].done,
          crosses ? self->frame_stream : self->launcher.stream),
      "recording an event", error);
}

/* Waits for what was enqueued of a frame that cannot be finished: its memory is the
 * caller's again. */
static gboolean
give_up (LifeCudaEngine *self)
{
  cudaStreamSynchronize (self->frame_stream);
  cudaStreamSynchronize (self->launcher.stream);
  life_draw_forget (self);
  return FALSE;
}

static gboolean
draw_and_count (LifeCudaEngine *self, guint place, const LifeView *view,
    const LifeFrame *frame, gboolean crosses, GError **error)
{
  const LifeCountFlags wanted = self->frames[place].wanted;
  uint64_t *population =
      &self->counts[LIFE_COUNTS_OF_FRAMES + place].population;
  gboolean counted;

  return draw (self, place, view, frame, crosses,
             wanted & LIFE_COUNT_CHANGES ? NULL : population, &counted, error)
         && life_count_frame (self,
             counted ? wanted & ~LIFE_COUNT_LIVING : wanted, place,
             frame->width > 0 && frame->height > 0, error);
}

/* The copy of a frame that crosses starts behind its drawing alone; what stays on the GPU
 * is launched as one, together with a checksum that was begun. */
static gboolean
begin_frame (LifeCudaEngine *self, guint place, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  const gboolean checksum = self->checksum.is_wanted;
  gboolean crosses, begun;

  if (!find_memory (self, frame, &crosses, error))
    return FALSE;
  if (crosses)
    return life_checksum_launch (self, error)
           && draw_and_count (self, place, view, frame, TRUE, error)
           && follow (self->frame_stream, self->launcher.stream,
               self->frame_counted, error)
           && record_done (self, place, TRUE, error);
  life_replay_begin (self->replay, &self->launcher);
  begun = life_checksum_launch (self, error)
          && draw_and_count (self, place, view, frame, FALSE, error);
  const cudaError_t result =
      life_replay_end (self->replay, &self->launcher, begun);
  if (!begun || result != cudaSuccess)
    self->checksum.is_wanted = checksum;

  return begun && life_cuda_check (result, "drawing", error)
         && record_done (self, place, FALSE, error);
}

gboolean
life_cuda_begin_frame (LifeRenderer *renderer, guint place,
    const LifeView *view, const LifeFrame *frame, LifeCountFlags wanted,
    GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) renderer->engine;
  LifeDeviceScope scope (self->device, error);

  self->frames[place].wanted = wanted;
  return scope.entered
         && (begin_frame (self, place, view, frame, error) || give_up (self));
}

static gboolean
wait_for_frame (LifeCudaEngine *self, guint place, GError **error)
{
  return life_cuda_check (
      cudaEventSynchronize (self->frames[place].done), "drawing", error);
}

gboolean
life_cuda_finish_frame (
    LifeRenderer *renderer, guint place, LifeStatistics *counts, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) renderer->engine;
  LifeDeviceScope scope (self->device, error);

  if (!scope.entered || !wait_for_frame (self, place, error))
    return FALSE;
  life_count_take_frame (self, self->frames[place].wanted, place, counts);
  return TRUE;
}

gboolean
life_frame_draw (LifeCudaEngine *self, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeDeviceScope scope (self->device, error);
  gboolean counted, crosses;

  return scope.entered
         && ((find_memory (self, frame, &crosses, error)
                 && draw (self, 0, view, frame, crosses, NULL, &counted, error)
                 && record_done (self, 0, crosses, error)
                 && wait_for_frame (self, 0, error))
             || give_up (self));
}

gboolean
life_cuda_capture_previous (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) renderer->engine;
  LifeDeviceScope scope (self->device, error);
  LifeFrame before;
  gboolean counted;
  gsize bytes;

  if (!scope.entered)
    return FALSE;
  if (frame->width == 0 || frame->height == 0)
    return TRUE;
  before = shape_frame (frame, &bytes);
  if (!life_scratch_reserve (&self->before, bytes, "a picture", error))
    return FALSE;
  place_frame (&before, self->before.data);
  return ((!view->overlay
              || life_cuda_check (
                  copy_frame (&before, frame, self->launcher.stream),
                  "fetching a frame", error))
             && life_draw_on_device (
                 self, view, &before, NULL, &counted, error))
         || give_up (self);
}

void
life_frame_forget_previous (LifeCudaEngine *self)
{
  LifeDeviceScope scope (self->device, NULL);

  if (scope.entered)
    life_scratch_release (&self->before);
}
