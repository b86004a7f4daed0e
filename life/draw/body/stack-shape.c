/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How much memory the stacked frames of a world need, and how they lie in it. */
#include "life/draw/body/stack-shape.h"

/* Rows are whole words of any engine. */
#define ROW_BITS 64

void
life_stack_shape_init (LifeStackShape *shape, const LifeGeometry *geometry,
    guint states, guint frames)
{
  const guint64 cell_bits = states == 2 ? 1 : 8;

  memset (shape, 0, sizeof *shape);
  shape->kind = cell_bits == 1 ? LIFE_FIELD_BIT : LIFE_FIELD_BYTES;
  shape->frames = frames;
  /* Also after the one that is reverted no block is both new and shown. */
  shape->ring = (frames + 2 * LIFE_PYRAMID_WORD_CELLS - 1)
                / LIFE_PYRAMID_WORD_CELLS * LIFE_PYRAMID_WORD_CELLS;
  shape->columns = life_pyramid_side (geometry->width);
  shape->rows = life_pyramid_side (geometry->height);
  shape->layers = life_pyramid_side (shape->ring);
  shape->row =
      (geometry->width * cell_bits + ROW_BITS - 1) / ROW_BITS * (ROW_BITS / 8);
  shape->plane = shape->row * geometry->height;
}

gboolean
life_stack_shape_is_same (const LifeStackShape *a, const LifeStackShape *b)
{
  return a->kind == b->kind && a->frames == b->frames && a->row == b->row
         && a->plane == b->plane;
}

guint64
life_stack_plane_bytes (const LifeStackShape *shape)
{
  guint64 bytes;

  return g_uint64_checked_mul (&bytes, shape->plane, shape->ring) ? bytes
                                                                  : G_MAXUINT64;
}

guint64
life_stack_block_bytes (const LifeStackShape *shape)
{
  return (guint64) shape->columns * (guint64) shape->rows
         * (guint64) shape->layers * sizeof (guint64);
}

gchar *
life_stack_title (const LifeStackShape *shape)
{
  return g_strdup_printf ("a history of %u frames", shape->frames);
}

void
life_stack_add_remedy (GError **error)
{
  gchar *message;

  if (error == NULL || !g_error_matches (*error, LIFE_ERROR, LIFE_ERROR_MEMORY))
    return;
  message = g_strconcat (
      (*error)->message, "; make history or the world smaller", NULL);
  g_free ((*error)->message);
  (*error)->message = message;
}
