/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pixels whose indices or colors are there already: where a world has no rows of cells that could be
 * counted, since a frame shows more of them than fit any memory. */
#include "life/draw/sample/samplers.h"

typedef struct {
  LifeSampler sampler;
  gsize row_bytes;
} PixelSampler;

struct _LifeSampleWork {
  guint8 nothing;
};

static LifeSampleWork *
new_work (const LifeSampler *sampler)
{
  return g_new0 (LifeSampleWork, 1);
}

static void
free_work (LifeSampleWork *work)
{
  g_free (work);
}

static LifeSamples
get_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y)
{
  const PixelSampler *self = (const PixelSampler *) sampler;

  return (LifeSamples){ .bytes = plane->pixels + y * self->row_bytes };
}

static void
free_sampler (LifeSampler *sampler)
{
  g_free (sampler);
}

LifeSampler *
life_pixel_sampler_new (guint width, guint height, guint pixel_bytes)
{
  PixelSampler *self = g_new0 (PixelSampler, 1);

  self->row_bytes = (gsize) pixel_bytes * width;
  self->sampler.kind =
      pixel_bytes == 4 ? LIFE_SAMPLE_COLORS : LIFE_SAMPLE_INDICES;
  self->sampler.bytes = (gdouble) self->row_bytes * height;
  self->sampler.new_work = new_work;
  self->sampler.free_work = free_work;
  self->sampler.get_row = get_row;
  self->sampler.free = free_sampler;
  return &self->sampler;
}
