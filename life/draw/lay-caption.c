/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays captions over frames: which part of a frame a caption covers, as rows of samples
 * that the painter takes. What is drawn in a caption is its maker's. */
#include "life/draw/lay-caption.h"

#include <string.h>

#include "life/draw/draw-kernels.h"

struct _LifeCaptionPainter {
  const LifePaintKernels *kernels;
  gboolean valid;
  LifeFrame frame; /* its shape and colorimetry */
  LifePainter painter;
  guint8 *rows[2];
  guint width; /* that these have room for */
};

/* The blocks from which on, and up to which, @size pixels from @at on lie, inside a frame of
 * @maximum pixels. */
static void
cover (gint at, guint size, guint maximum, guint *first, guint *n)
{
  gint64 begin = CLAMP ((gint64) at, 0, maximum);
  gint64 end = CLAMP ((gint64) at + size, begin, maximum);

  *first = begin / 2 * 2;
  *n = begin == end ? 0 : MIN ((end + 1) / 2 * 2, maximum) - *first;
}

LifeCaptionBox
life_caption_box (const LifeCaption *caption, const LifeFrame *frame)
{
  LifeCaptionBox box;

  cover (caption->x, caption->width, frame->width, &box.x, &box.width);
  cover (caption->y, caption->height, frame->height, &box.y, &box.height);
  if (box.width == 0 || box.height == 0)
    box.width = box.height = 0;
  return box;
}

void
life_caption_get_row (const LifeCaption *caption, const LifeCaptionBox *box,
    guint y, guint8 *samples)
{
  gint64 row = (gint64) box->y + y - caption->y;
  gint64 left = (gint64) box->x - caption->x;
  gint64 first = MAX (left, 0);
  gint64 end = MIN (left + box->width, (gint64) caption->width);

  memset (samples, 0, 4 * (gsize) box->width);
  if (row >= 0 && row < caption->height && first < end)
    memcpy (samples + 4 * (first - left),
        caption->pixels + row * caption->stride + 4 * first, 4 * (end - first));
}

LifeCaptionPainter *
life_caption_painter_new (GError **error)
{
  LifeDrawKernels kernels;
  LifeCaptionPainter *self;

  if (!life_draw_kernels_choose (&kernels, error))
    return NULL;
  self = g_new0 (LifeCaptionPainter, 1);
  self->kernels = kernels.paint;
  return self;
}

void
life_caption_painter_free (LifeCaptionPainter *self)
{
  if (self == NULL)
    return;
  g_free (self->rows[0]);
  g_free (self);
}

const LifePainter *
life_caption_painter_get (LifeCaptionPainter *self, const LifeFrame *frame)
{
  static const LifeColors none;
  LifePainter *painter = &self->painter;

  if (self->valid && life_pixel_layout_is_same (&self->frame, frame))
    return painter;
  self->valid = TRUE;
  self->frame = *frame;
  painter->kind = LIFE_SAMPLE_COLORS;
  painter->overlay = TRUE;
  painter->layout = life_pixel_layout_get (frame->format);
  life_color_bytes_init (&painter->palette, &none, TRUE, frame);
  return painter;
}

static void
need_rows (LifeCaptionPainter *self, guint width)
{
  if (width <= self->width)
    return;
  self->rows[0] = g_realloc (self->rows[0], 8 * (gsize) width);
  self->rows[1] = self->rows[0] + 4 * (gsize) width;
  self->width = width;
}

void
life_caption_paint (LifeCaptionPainter *self, const LifeFrame *frame,
    const LifeCaption *caption)
{
  const LifeCaptionBox box = life_caption_box (caption, frame);
  const LifeFrame part =
      life_pixel_layout_part (frame, box.x, box.y, box.width, box.height);
  const LifePainter *painter = life_caption_painter_get (self, frame);

  need_rows (self, box.width);
  for (guint y = 0; y < box.height; y += 2) {
    LifeSamples rows[2] = { { .bytes = self->rows[0] } };

    rows[1] = rows[0];
    life_caption_get_row (caption, &box, y, self->rows[0]);
    self->kernels->row (painter, &part, y, rows[0]);
    if (y + 1 < box.height) {
      rows[1].bytes = self->rows[1];
      life_caption_get_row (caption, &box, y + 1, self->rows[1]);
      self->kernels->row (painter, &part, y + 1, rows[1]);
    }
    if (painter->layout->down == 2)
      self->kernels->chroma (painter, &part, y / 2, rows);
  }
}
