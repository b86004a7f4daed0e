/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays captions over frames on a GPU, as life/draw/lay-caption.c does it: their samples go to
 * the painter of paint.cuh, which lays them over a part of the frame. They are uploaded
 * when they have changed: 128 kB for 320×100 pixels. All goes through the frames' own
 * stream, so that it does not wait for the generations that are enqueued meanwhile. */
#include "cuda/draw/cuda-draw.h"
#include "cuda/draw/cuda-frame.h"
#include "cuda/draw/paint.cuh"

#include "life/draw/lay-caption.h"

/* Makes the samples be on the GPU. */
static gboolean
upload (LifeCudaRenderer *self, const LifeCaption *caption,
    const LifeCaptionBox *box, GError **error)
{
  LifeCudaCaption *cached = &self->caption;
  const gsize row_bytes = 4 * (gsize) box->width;
  const gsize bytes = row_bytes * box->height;

  if (cached->version != 0 && cached->version == caption->version
      && memcmp (&cached->box, box, sizeof *box) == 0)
    return TRUE;
  cached->version = 0;
  if (!life_scratch_reserve (&cached->samples, bytes, "a caption", error))
    return FALSE;
  g_autofree guint8 *samples = (guint8 *) g_malloc (bytes);
  for (guint y = 0; y < box->height; y++)
    life_caption_get_row (caption, box, y, samples + y * row_bytes);
  if (!life_cuda_check (cudaMemcpyAsync (cached->samples.data, samples, bytes,
                            cudaMemcpyHostToDevice, self->crossing.stream),
          "handing a caption over", error)
      || !life_cuda_check (cudaStreamSynchronize (self->crossing.stream),
          "handing a caption over", error))
    return FALSE;
  cached->version = caption->version;
  cached->box = *box;
  return TRUE;
}

/* @frame lies on the GPU. */
static gboolean
lay (LifeCudaRenderer *self, const LifeFrame *frame, const LifeCaption *caption,
    GError **error)
{
  LifeCudaCaption *cached = &self->caption;
  const LifeCaptionBox box = life_caption_box (caption, frame);

  if (box.width == 0)
    return TRUE;
  if (!upload (self, caption, &box, error))
    return FALSE;
  const LifeFrame part =
      life_pixel_layout_part (frame, box.x, box.y, box.width, box.height);
  const LifePainter *painter =
      life_caption_painter_get (cached->painter, frame);
  const LifeReadySamples<LIFE_SAMPLE_COLORS, uint32_t> samples = {
    (const uint32_t *) cached->samples.data, box.width
  };
  LifeLauncher launcher = self->drawer.cuda->launcher;

  launcher.stream = self->crossing.stream;
  launcher.dependent = false;
  return life_cuda_check (life_paint (launcher, samples, painter->palette, NULL,
                              &part, true),
             "drawing a caption", error)
         && life_cuda_check (cudaStreamSynchronize (self->crossing.stream),
             "drawing a caption", error);
}

gboolean
life_cuda_lay_caption (LifeRenderer *renderer, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeCudaCaption *cached = &self->caption;
  const LifeDevice &device = self->drawer.cuda->device;
  LifeDeviceScope scope (device, error);
  gboolean on_device;

  if (!scope.entered)
    return FALSE;
  if (frame->width == 0 || frame->height == 0)
    return TRUE;
  if (cached->painter == NULL)
    cached->painter = life_caption_painter_new (error);
  if (cached->painter == NULL
      || !life_frame_is_on_device (device, frame, &on_device, error))
    return FALSE;
  if (on_device)
    return lay (self, frame, caption, error);
  life_caption_paint (cached->painter, frame, caption);
  return TRUE;
}

void
life_caption_clear (LifeCudaCaption *self)
{
  life_scratch_release (&self->samples);
  life_caption_painter_free (self->painter);
}
