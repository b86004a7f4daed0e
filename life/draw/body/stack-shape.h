/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the stacked frames of a 2D world lie in memory, on every engine. How they get there
 * is in life/draw/stack.c and cuda/draw/body/spacetime.cu.
 *
 * Frames are numbered. Each is a plane, in a ring of them: that of number n is plane n modulo
 * the size of the ring, so that none ever moves. With two states a cell is a bit, else a
 * byte. The pyramid of blocks that have live cells (pyramid.h) is that of the ring: a new
 * plane sets its bits for the 4 planes that the plane is one of anew, and clears those that
 * follow in the block of 16. The ring has room for 16 planes more than are shown, so that
 * blocks which are shown have nothing but what was stacked in order, even when the last frame
 * is reverted. What a frame shows then follows from its number and cells alone. */
#pragma once

#include "life/draw/body/pyramid.h"
#include "life/world/field.h"
#include <life/world.h>

#include <string.h>

G_BEGIN_DECLS

/* Blocks of the oldest frame that is shown reach so far before it, most of all. */
G_STATIC_ASSERT (LIFE_STACK_LEAD == LIFE_PYRAMID_WORD_CELLS - 1);

typedef struct {
  LifeFieldKind kind;   /* a bit or a byte per cell */
  guint32 frames, ring; /* that are shown; planes of memory */
  gint32 columns, rows; /* words of the pyramid */
  gint32 layers;        /* likewise */
  guint64 row, plane;   /* bytes */
} LifeStackShape;

/* A stack on the CPU; all 0 at first: there is no memory yet. */
struct _LifeStack {
  LifeStackShape shape;
  guint8 *planes;
  guint64 *blocks;
  guint32 newest; /* the plane that was written last */
};

/* The shape of a stack of so many frames of a world of @geometry by a rule of so many
 * states. */
void life_stack_shape_init (LifeStackShape *shape, const LifeGeometry *geometry,
    guint states, guint frames);

gboolean life_stack_shape_is_same (
    const LifeStackShape *a, const LifeStackShape *b);

/* Bytes that planes and pyramid need; G_MAXUINT64 where they cannot be counted. */
guint64 life_stack_plane_bytes (const LifeStackShape *shape);
guint64 life_stack_block_bytes (const LifeStackShape *shape);

/* The message of an error that names them; appends what to do about it. */
gchar *life_stack_title (const LifeStackShape *shape);
void life_stack_add_remedy (GError **error);

static inline guint32
life_stack_slot (const LifeStackShape *shape, guint64 number)
{
  return (guint32) (number % shape->ring);
}

/* The cells of a stack, as rays read them. */
static inline LifeField
life_stack_field (const LifeStackShape *shape, gconstpointer planes)
{
  const guint64 unit =
      shape->kind == LIFE_FIELD_BYTES ? 1 : sizeof (LifeFieldWord);
  LifeField field;

  memset (&field, 0, sizeof field);
  field.kind = shape->kind;
  field.cells = planes;
  field.row = shape->row / unit;
  field.plane = shape->plane / unit;
  field.ring = (gint32) shape->ring;
  field.n_bits = 1;
  return field;
}

static inline LifePyramid
life_stack_pyramid (const LifeStackShape *shape, const guint64 *blocks)
{
  LifePyramid pyramid;

  pyramid.words = (const uint64_t *) blocks;
  pyramid.columns = shape->columns;
  pyramid.rows = shape->rows;
  pyramid.layers = shape->layers;
  return pyramid;
}

G_END_DECLS
