/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stacks frames on the CPU. A thread writes 16 rows at a time, and their bits of the
 * pyramid. */
#include "life/draw/stack.h"

#include "life/base/memory.h"
#include "life/draw/body/blocks.h"

void
life_stack_clear (LifeStack *self)
{
  life_memory_release (self->planes);
  life_memory_release (self->blocks);
  memset (self, 0, sizeof *self);
}

void
life_stack_move (LifeStack *self, LifeStack *from)
{
  life_stack_clear (self);
  *self = *from;
  memset (from, 0, sizeof *from);
}

/* Makes room for frames of the present rule; those of another one are dropped. */
static gboolean
need_room (LifeStack *self, const LifeStackShape *shape, GError **error)
{
  g_autofree gchar *title = NULL;

  if (self->planes != NULL && life_stack_shape_is_same (&self->shape, shape))
    return TRUE;
  life_stack_clear (self);
  self->shape = *shape;
  title = life_stack_title (shape);
  self->planes =
      life_memory_reserve (life_stack_plane_bytes (shape), title, error);
  if (self->planes != NULL)
    self->blocks =
        life_memory_reserve (life_stack_block_bytes (shape), title, error);
  if (self->blocks != NULL)
    return TRUE;
  life_stack_add_remedy (error);
  life_stack_clear (self);
  return FALSE;
}

typedef struct {
  const LifeCells *cells;
  const LifeStack *stack;
  LifeField field;
  LifePyramid pyramid;
} Writing;

static void
write_bits (const Writing *writing, guint32 y, guint64 *to)
{
  const LifeHostCells *host = &writing->cells->host;
  const guint64 *row = host->read_row (host->self, LIFE_AXIS_Z, 0, y, to);

  if (row != to)
    memcpy (to, row, writing->stack->shape.row);
}

static void
write_bytes (const Writing *writing, guint32 y, guint8 *scratch, guint8 *to)
{
  const LifeHostCells *host = &writing->cells->host;
  const guint32 width = writing->cells->geometry.width;

  memcpy (to,
      host->read_states (host->self, LIFE_AXIS_Z, 0, y, 0, width, scratch),
      width);
}

static void
write_band (gpointer data, gsize item)
{
  const Writing *writing = data;
  const LifeStack *stack = writing->stack;
  const LifeStackShape *shape = &stack->shape;
  const LifeGeometry *geometry = &writing->cells->geometry;
  const guint32 first = (guint32) item * LIFE_PYRAMID_WORD_CELLS;
  const guint32 end = (guint32) MIN (
      (guint64) first + LIFE_PYRAMID_WORD_CELLS, geometry->height);
  g_autofree guint8 *scratch = NULL;

  if (shape->kind == LIFE_FIELD_BYTES)
    scratch = g_malloc ((gsize) geometry->width + LIFE_CELLS_PADDING);
  for (guint32 y = first; y < end; y++) {
    guint8 *to = stack->planes + stack->newest * shape->plane + y * shape->row;

    if (shape->kind == LIFE_FIELD_BYTES)
      write_bytes (writing, y, scratch, to);
    else
      write_bits (writing, y, (guint64 *) to);
  }
  life_blocks_set_plane (stack->blocks, &writing->pyramid, &writing->field,
      geometry->width, geometry->height, stack->newest, (guint32) item);
}

gboolean
life_stack_write (LifeStack *self, const LifeCells *cells, guint frames,
    guint64 number, GError **error)
{
  LifeThreadPool *pool = cells->pool;
  LifeWork work = { .item = write_band };
  Writing writing = { .cells = cells, .stack = self };
  LifeStackShape shape;
  guint threads;

  life_stack_shape_init (&shape, &cells->geometry, cells->rule->states, frames);
  if (!need_room (self, &shape, error))
    return FALSE;
  self->newest = life_stack_slot (&shape, number);
  writing.field = life_stack_field (&shape, self->planes);
  writing.pyramid = life_stack_pyramid (&shape, self->blocks);
  work.items = (gsize) shape.rows;
  threads = pool == NULL ? 1 : life_thread_pool_choose (pool, shape.plane, 1);
  if (threads > 1)
    life_thread_pool_run (pool, threads, &work, &writing);
  for (gsize i = 0; threads == 1 && i < work.items; i++)
    write_band (&writing, i);
  return TRUE;
}
