/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples views in perspective. What follows from the eye and the cells is found before
 * each frame; rows of pixels are then sampled side by side. */
#include "life/draw/body/sample-body.h"

#include "life/draw/body/blocks.h"

/* Rays cost as much as so many bytes of cells that are only read. */
#define BYTES_PER_PIXEL 64

typedef struct {
  LifeSampler sampler;
  LifeBodyRow row;
  const LifePicturePlan *plan;
  LifeBodyTables tables;
  LifeBlocks blocks;
  LifeBody body;
} BodySampler;

/* Two rows of samples, used in turn. */
struct _LifeSampleWork {
  guint32 *samples[2];
};

static gboolean
open_world (BodySampler *self, const LifeCellPlane *plane, GError **error)
{
  const LifeGeometry *geometry = &plane->cells.geometry;
  LifeBody *body = &self->body;

  life_body_init (body, self->plan, geometry, NULL, 0);
  plane->cells.host.read_field (plane->cells.host.self, &body->field);
  return life_blocks_find (&self->blocks, &body->pyramid, &body->field,
      geometry->width, geometry->height, geometry->depth, plane->cells.pool,
      error);
}

/* The present cells are stacked. */
static void
open_stack (BodySampler *self, const LifeCellPlane *plane)
{
  const LifeStack *stack = plane->stack;
  LifeBody *body = &self->body;

  life_body_init (
      body, self->plan, &plane->cells.geometry, &stack->shape, stack->newest);
  body->field = life_stack_field (&stack->shape, stack->planes);
  body->pyramid = life_stack_pyramid (&stack->shape, stack->blocks);
}

static gboolean
prepare (LifeSampler *sampler, const LifeCellPlane *plane, const LifeView *view,
    GError **error)
{
  BodySampler *self = (BodySampler *) sampler;
  LifeBody *body = &self->body;

  if (life_view_kind_is (view->kind, LIFE_VIEW_FLAG_STACKS))
    open_stack (self, plane);
  else if (!open_world (self, plane, error))
    return FALSE;
  life_body_tables_init (
      &self->tables, &self->plan->coloring, &body->scene, view->density_gain);
  body->tables = &self->tables;
  body->history = plane->history != NULL ? plane->history->present : NULL;
  if (plane->history != NULL)
    body->history_shape = plane->history->shape;
  return TRUE;
}

static LifeSamples
get_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y)
{
  const BodySampler *self = (const BodySampler *) sampler;
  guint32 *samples = work->samples[y % 2];

  self->row (&self->body, y, samples);
  /* Colors are computed as numbers whose lowest byte is the first. */
  for (guint x = 0; x < self->body.scene.width; x++)
    samples[x] = GUINT32_TO_LE (samples[x]);
  return (LifeSamples){ .bytes = (const guint8 *) samples };
}

static void
free_work (LifeSampleWork *work)
{
  g_free (work->samples[0]);
  g_free (work->samples[1]);
  g_free (work);
}

static LifeSampleWork *
new_work (const LifeSampler *sampler)
{
  const BodySampler *self = (const BodySampler *) sampler;
  LifeSampleWork *work = g_new0 (LifeSampleWork, 1);

  for (guint i = 0; i < G_N_ELEMENTS (work->samples); i++)
    work->samples[i] = g_new (guint32, self->plan->layout.width);
  return work;
}

static void
free_sampler (LifeSampler *sampler)
{
  BodySampler *self = (BodySampler *) sampler;

  life_blocks_clear (&self->blocks);
  g_free (self);
}

LifeSampler *
life_body_sampler_new (LifeBodyRow row, const LifePicturePlan *plan)
{
  const LifePictureLayout *layout = &plan->layout;
  BodySampler *self = g_new0 (BodySampler, 1);
  LifeSampler *sampler = &self->sampler;

  self->row = row;
  self->plan = plan;
  sampler->kind = LIFE_SAMPLE_COLORS;
  sampler->bytes = (gdouble) layout->width * layout->height * BYTES_PER_PIXEL;
  sampler->is_uneven = TRUE;
  sampler->prepare = prepare;
  sampler->new_work = new_work;
  sampler->free_work = free_work;
  sampler->get_row = get_row;
  sampler->free = free_sampler;
  return sampler;
}
