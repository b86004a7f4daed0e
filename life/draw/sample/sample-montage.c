/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Puts rows of pixels together from rows of tiles, which the sampler of a tile makes of one
 * plane each; they become colors, with lines between the tiles. Where tiles lie is in
 * view/montage.h. */
#include "life/draw/sample/color-rows.h"

typedef struct {
  LifeSampler sampler;
  const LifeSampleKernels *kernels;
  LifeSampler *tile;
  LifeMontage montage;
  LifeColorBytes colors; /* of the tile's indices */
  guint width;
  guint8 line[4], dead[4];
} MontageSampler;

struct _LifeSampleWork {
  const MontageSampler *of;
  LifeSampleWork **tiles; /* one for each column of tiles */
  guint tile_row;         /* that they sample */
  LifeColorRows rows;
};

static LifeMontagePosition
position_of (const MontageSampler *self, guint y)
{
  return life_montage_position (&self->montage, &self->montage.rows, y);
}

static gboolean
is_same_row (const LifeSampler *sampler, guint y, guint other)
{
  const MontageSampler *self = (const MontageSampler *) sampler;
  LifeMontagePosition a = position_of (self, y), b = position_of (self, other);

  if (a.at == b.at && a.tile == b.tile)
    return TRUE;
  return a.at >= 0 && b.at >= 0 && a.tile == b.tile
         && self->tile->is_same_row != NULL
         && self->tile->is_same_row (self->tile, a.at, b.at);
}

/* --- A row of pixels --- */

/* Gives the pixels from @first to @end that are in the frame one color. */
static void
fill (const MontageSampler *self, gint64 first, gint64 end,
    const guint8 color[4], guint8 *out)
{
  first = CLAMP (first, 0, self->width);
  end = CLAMP (end, 0, self->width);
  for (gint64 x = first; x < end; x++)
    memcpy (out + 4 * x, color, 4);
}

/* Row @at of a tile. */
static void
color_tile (const MontageSampler *self, LifeSampleWork *work,
    const LifeCellPlane *plane, guint at, guint8 *out)
{
  LifeSamples samples = self->tile->get_row (self->tile, work, plane, at);

  life_color_samples (self->kernels, self->tile->kind, &self->colors, samples,
      (guint) self->montage.columns.size, out);
}

/* The tiles of a row are of other planes now. */
static void
start_tiles (LifeSampleWork *work, guint tile_row)
{
  const MontageSampler *self = work->of;

  work->tile_row = tile_row;
  for (guint i = 0;
       self->tile->start != NULL && i < self->montage.columns.tiles; i++)
    self->tile->start (work->tiles[i]);
}

static void
color_row (const MontageSampler *self, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y, guint8 *out)
{
  const LifeMontage *montage = &self->montage;
  const LifeMontageAxis *columns = &montage->columns;
  LifeMontagePosition row = position_of (self, y);
  LifeCellPlane of_tile = *plane;

  fill (self, 0, self->width, self->dead, out);
  if (row.at == LIFE_MONTAGE_OUTSIDE)
    return;
  if (row.at >= 0 && row.tile != work->tile_row)
    start_tiles (work, row.tile);
  for (guint i = 0; i < columns->tiles; i++) {
    guint tile =
        life_montage_tile (montage, (LifeMontagePosition){ i, 0 }, row);
    gint64 first = columns->first + i * columns->pitch;
    gint64 end = first + columns->size;

    if (tile >= montage->n_tiles)
      return;
    if (i == 0)
      fill (self, first - montage->gap, first, self->line, out);
    fill (self, end, end + montage->gap, self->line, out);
    of_tile.slice = tile * montage->step;
    if (row.at >= 0)
      color_tile (
          self, work->tiles[i], &of_tile, (guint) row.at, out + 4 * first);
    else
      fill (self, first, end, self->line, out);
  }
}

static LifeSamples
get_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y)
{
  const MontageSampler *self = (const MontageSampler *) sampler;

  if (!life_color_rows_find (&work->rows, sampler, y))
    color_row (self, work, plane, y, life_color_rows_last (&work->rows));
  return (LifeSamples){ .bytes = life_color_rows_last (&work->rows) };
}

static void
start (LifeSampleWork *work)
{
  life_color_rows_reset (&work->rows);
  work->tile_row = LIFE_NO_ROW;
}

/* --- Made and freed --- */

static void
free_work (LifeSampleWork *work)
{
  const MontageSampler *self = work->of;

  for (guint i = 0; i < self->montage.columns.tiles; i++)
    if (work->tiles[i] != NULL)
      self->tile->free_work (work->tiles[i]);
  g_free (work->tiles);
  life_color_rows_clear (&work->rows);
  g_free (work);
}

static LifeSampleWork *
new_work (const LifeSampler *sampler)
{
  const MontageSampler *self = (const MontageSampler *) sampler;
  LifeSampleWork *work = g_new0 (LifeSampleWork, 1);

  work->of = self;
  work->tiles = g_new0 (LifeSampleWork *, self->montage.columns.tiles);
  life_color_rows_init (&work->rows, self->width);
  work->tile_row = LIFE_NO_ROW;
  for (guint i = 0; i < self->montage.columns.tiles; i++) {
    work->tiles[i] = self->tile->new_work (self->tile);
    if (work->tiles[i] == NULL) {
      free_work (work);
      return NULL;
    }
  }
  return work;
}

static void
free_sampler (LifeSampler *sampler)
{
  MontageSampler *self = (MontageSampler *) sampler;

  self->tile->free (self->tile);
  g_free (self);
}

LifeSampler *
life_montage_sampler_new (const LifeSampleKernels *kernels, LifeSampler *tile,
    const LifePicturePlan *plan)
{
  const LifeColors *colors = &plan->coloring.colors;
  MontageSampler *self = g_new0 (MontageSampler, 1);
  LifeSampler *sampler = &self->sampler;
  LifeFrame rgba = { .format = LIFE_PIXEL_FORMAT_RGBA };

  self->kernels = kernels;
  self->tile = tile;
  self->montage = plan->layout.montage;
  self->width = plan->layout.width;
  life_color_bytes_init (&self->colors, colors, FALSE, &rgba);
  memcpy (self->dead, colors->rgba[0], sizeof self->dead);
  memcpy (self->line, plan->line, sizeof self->line);
  sampler->kind = LIFE_SAMPLE_COLORS;
  sampler->bytes = tile->bytes * plan->layout.montage.n_tiles;
  sampler->new_work = new_work;
  sampler->free_work = free_work;
  sampler->start = start;
  sampler->get_row = get_row;
  sampler->is_same_row = is_same_row;
  sampler->free = free_sampler;
  return sampler;
}
