/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stacks frames on the CPU. A thread writes 16 rows at a time, and their bits of the
 * pyramid. */
#include "life/draw/stack.h"

#include "life/base/memory.h"
#include "life/draw/body/blocks.h"
#include "life/draw/body/stack-shape.h"

void
life_stack_drop (LifeEngine *engine)
{
  LifeStack *stack = g_steal_pointer (&engine->stack);

  if (stack == NULL)
    return;
  life_memory_release (stack->planes);
  life_memory_release (stack->blocks);
  g_free (stack);
}

gboolean
life_stack_take (LifeEngine *engine, LifeEngine *from, GError **error)
{
  life_stack_drop (engine);
  engine->stack = g_steal_pointer (&from->stack);
  return TRUE;
}

/* Makes room for frames of the present rule; those of another one are dropped. */
static gboolean
need_room (LifeEngine *engine, GError **error)
{
  g_autofree gchar *title = NULL;
  LifeStackShape shape;
  LifeStack *stack;

  life_stack_shape_init (&shape, engine);
  if (engine->stack != NULL
      && life_stack_shape_is_same (&engine->stack->shape, &shape))
    return TRUE;
  life_stack_drop (engine);
  stack = engine->stack = g_new0 (LifeStack, 1);
  stack->shape = shape;
  title = life_stack_title (&shape);
  stack->planes =
      life_memory_reserve (life_stack_plane_bytes (&shape), title, error);
  if (stack->planes != NULL)
    stack->blocks =
        life_memory_reserve (life_stack_block_bytes (&shape), title, error);
  if (stack->blocks != NULL)
    return TRUE;
  life_stack_add_remedy (error);
  life_stack_drop (engine);
  return FALSE;
}

typedef struct {
  LifeCells cells;
  const LifeStack *stack;
  LifeField field;
  LifePyramid pyramid;
  guint32 slot;
} Writing;

static void
write_bits (const Writing *writing, guint32 y, guint64 *to)
{
  const guint64 *row = life_cells_read_row (&writing->cells, y, to);

  if (row != to)
    memcpy (to, row, writing->stack->shape.row);
}

static void
write_bytes (const Writing *writing, guint32 y, guint8 *scratch, guint8 *to)
{
  const guint32 width = writing->cells.engine->geometry.width;

  memcpy (to, life_cells_read_states (&writing->cells, y, 0, width, scratch),
      width);
}

static void
write_band (gpointer data, gsize item)
{
  const Writing *writing = data;
  const LifeStack *stack = writing->stack;
  const LifeStackShape *shape = &stack->shape;
  const LifeGeometry *geometry = &writing->cells.engine->geometry;
  const guint32 first = (guint32) item * LIFE_PYRAMID_WORD_CELLS;
  const guint32 end = (guint32) MIN (
      (guint64) first + LIFE_PYRAMID_WORD_CELLS, geometry->height);
  g_autofree guint8 *scratch = NULL;

  if (shape->kind == LIFE_FIELD_BYTES)
    scratch = g_malloc ((gsize) geometry->width + LIFE_CELLS_PADDING);
  for (guint32 y = first; y < end; y++) {
    guint8 *to = stack->planes + writing->slot * shape->plane + y * shape->row;

    if (shape->kind == LIFE_FIELD_BYTES)
      write_bytes (writing, y, scratch, to);
    else
      write_bits (writing, y, (guint64 *) to);
  }
  life_blocks_set_plane (stack->blocks, &writing->pyramid, &writing->field,
      geometry->width, geometry->height, writing->slot, (guint32) item);
}

gboolean
life_stack_cells (const LifeCells *cells, LifeThreadPool *pool, GError **error)
{
  LifeEngine *engine = cells->engine;
  LifeWork work = { .item = write_band };
  Writing writing = { .cells = *cells };
  guint threads;

  if (!need_room (engine, error))
    return FALSE;
  writing.cells.axis = LIFE_AXIS_Z;
  writing.cells.slice = 0;
  writing.stack = engine->stack;
  writing.field =
      life_stack_field (&engine->stack->shape, engine->stack->planes);
  writing.pyramid =
      life_stack_pyramid (&engine->stack->shape, engine->stack->blocks);
  writing.slot =
      life_stack_slot (&engine->stack->shape, engine->stacked.number);
  work.items = (gsize) engine->stack->shape.rows;
  threads = pool == NULL
                ? 1
                : life_thread_pool_choose (pool, engine->stack->shape.plane, 1);
  if (threads > 1)
    life_thread_pool_run (pool, threads, &work, &writing);
  for (gsize i = 0; threads == 1 && i < work.items; i++)
    write_band (&writing, i);
  return TRUE;
}

gboolean
life_stack_show (
    const LifeCells *cells, LifeThreadPool *pool, guint frames, GError **error)
{
  LifeEngine *engine = cells->engine;

  if (engine->stacked.frames != frames) {
    life_stack_drop (engine);
    engine->stacked = (LifeStacked){ .frames = frames };
  }
  return life_stack_cells (cells, pool, error);
}
