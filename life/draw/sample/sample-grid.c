/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays the borders of cells over the samples of another sampler, which become colors. How
 * much of a pixel they cover is in view/grid-lines.h. */
#include "life/draw/sample/color-rows.h"

typedef struct {
  LifeSampler sampler;
  const LifeSampleKernels *kernels;
  LifeSampler *under;
  LifeColorBytes colors; /* of its indices */
  guint width;
  guint8 line[4]; /* red, green, blue, and the alpha of the result */
  guint alpha;

  const LifeGridTurn *turn; /* NULL: the view is not turned */
  const LifeGridLine *columns, *rows;
} GridSampler;

struct _LifeSampleWork {
  const LifeSampler *of;
  LifeSampleWork *under;
  guint32 *weights;
  LifeColorRows rows;
};

static gboolean
is_same_row (const LifeSampler *sampler, guint y, guint other)
{
  const GridSampler *self = (const GridSampler *) sampler;

  return self->turn == NULL && self->under->is_same_row != NULL
         && memcmp (&self->rows[y], &self->rows[other], sizeof *self->rows) == 0
         && self->under->is_same_row (self->under, y, other);
}

static void
find_weights (const GridSampler *self, guint y, guint32 *weights)
{
  if (self->turn == NULL) {
    self->kernels->grid_weights (
        self->columns, self->rows[y], self->width, weights);
    return;
  }
  for (guint x = 0; x < self->width; x++)
    weights[x] = life_grid_turned_weight (self->turn, x, y);
}

static void
color_row (
    const GridSampler *self, LifeSampleWork *work, LifeSamples under, guint y)
{
  guint8 *out = life_color_rows_last (&work->rows);

  life_color_samples (
      self->kernels, self->under->kind, &self->colors, under, self->width, out);
  find_weights (self, y, work->weights);
  self->kernels->lay_grid (
      work->weights, self->line, self->alpha, self->width, out);
}

static LifeSamples
get_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y)
{
  const GridSampler *self = (const GridSampler *) sampler;
  LifeSamples under = self->under->get_row (self->under, work->under, plane, y);

  if (!life_color_rows_find (&work->rows, sampler, y))
    color_row (self, work, under, y);
  return (LifeSamples){ .bytes = life_color_rows_last (&work->rows) };
}

/* Lines are laid over what all sums come to. */
static void
sum_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y, guint32 first, guint32 end,
    guint64 *sums)
{
  const LifeSampler *under = ((const GridSampler *) sampler)->under;

  under->sum_row (under, work->under, plane, y, first, end, sums);
}

static void
start (LifeSampleWork *work)
{
  life_color_rows_reset (&work->rows);
  if (work->of->start != NULL)
    work->of->start (work->under);
}

/* --- Made and freed --- */

static void
free_work (LifeSampleWork *work)
{
  if (work->under != NULL)
    work->of->free_work (work->under);
  g_free (work->weights);
  life_color_rows_clear (&work->rows);
  g_free (work);
}

static LifeSampleWork *
new_work (const LifeSampler *sampler)
{
  const GridSampler *self = (const GridSampler *) sampler;
  LifeSampleWork *work = g_new0 (LifeSampleWork, 1);

  work->of = self->under;
  work->under = self->under->new_work (self->under);
  work->weights = g_new (guint32, self->width);
  life_color_rows_init (&work->rows, self->width);
  if (work->under != NULL)
    return work;
  free_work (work);
  return NULL;
}

static void
free_sampler (LifeSampler *sampler)
{
  GridSampler *self = (GridSampler *) sampler;

  self->under->free (self->under);
  g_free (self);
}

LifeSampler *
life_grid_sampler_new (const LifeSampleKernels *kernels, LifeSampler *under,
    const LifePicturePlan *plan)
{
  const LifePictureLayout *layout = &plan->layout;
  GridSampler *self = g_new0 (GridSampler, 1);
  LifeSampler *sampler = &self->sampler;
  LifeFrame rgba = { .format = LIFE_PIXEL_FORMAT_RGBA };

  self->kernels = kernels;
  self->under = under;
  self->width = layout->width;
  memcpy (self->line, plan->line, sizeof self->line);
  self->alpha = plan->line_alpha;
  self->turn = layout->is_turned ? &plan->turned_lines : NULL;
  self->columns = plan->columns.lines;
  self->rows = plan->rows.lines;
  life_color_bytes_init (&self->colors, &plan->coloring.colors, FALSE, &rgba);
  sampler->kind = LIFE_SAMPLE_COLORS;
  sampler->bytes = under->bytes + 4.0 * layout->width * layout->height;
  sampler->n_sums = under->n_sums;
  sampler->sum_row = under->n_sums > 0 ? sum_row : NULL;
  sampler->new_work = new_work;
  sampler->free_work = free_work;
  sampler->start = start;
  sampler->get_row = get_row;
  sampler->is_same_row = is_same_row;
  sampler->free = free_sampler;
  return sampler;
}
