/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames in the host's and in the GPU's memory, and copies from one to the
 * other; no pixel is looked at. */
#include "engine.h"

#include "life/color.h"

#define ROW_ALIGNMENT 256

static guint
n_planes_of (const LifeFrame *frame)
{
  return 1 + life_palette_chroma_planes (frame->format);
}

static gsize
n_rows_of (const LifeFrame *frame, guint plane)
{
  return plane == 0 ? frame->height : (frame->height + 1ull) / 2;
}

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

LifeFrame
life_frame_shape (const LifeFrame *frame, gsize *bytes)
{
  LifeFrame shape = *frame;

  *bytes = 0;
  for (guint i = 0; i < n_planes_of (frame); i++) {
    gsize row = life_palette_row_size (frame, i);
    row = (row + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
    shape.data[i] = (guint8 *) *bytes;
    shape.stride[i] = (gint) row;
    *bytes += row * n_rows_of (frame, i);
  }
  return shape;
}

void
life_frame_at (LifeFrame *frame, void *memory)
{
  for (guint i = 0; i < n_planes_of (frame); i++)
    frame->data[i] = (guint8 *) memory + (gsize) frame->data[i];
}

cudaError_t
life_frame_copy (
    LifeCudaEngine *self, const LifeFrame *to, const LifeFrame *from)
{
  cudaError_t result = cudaSuccess;

  for (guint i = 0; i < n_planes_of (to) && result == cudaSuccess; i++)
    result = cudaMemcpy2DAsync (to->data[i], to->stride[i], from->data[i],
        from->stride[i], life_palette_row_size (to, i), n_rows_of (to, i),
        cudaMemcpyDefault, self->launcher.stream);
  return result;
}
