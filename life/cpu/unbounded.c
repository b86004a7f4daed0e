/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all engines of worlds without edges share. */
#include "life/cpu/unbounded.h"

gboolean
life_unbounded_check_limit (
    guint64 limit, guint64 least, const gchar *what, GError **error)
{
  if (limit == 0 || limit >= least)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "%s does not run in %" G_GUINT64_FORMAT
      " bytes; set a memory-limit of at least %" G_GUINT64_FORMAT " MiB",
      what, limit, least >> 20);
  return FALSE;
}

void
life_unbounded_engine_init (LifeUnboundedEngine *self,
    const LifeEngineClass *klass, const LifeEngineOptions *options,
    gchar *kernel_name)
{
  self->engine.klass = klass;
  self->engine.geometry =
      (LifeGeometry){ .depth = 1, .topology = LIFE_TOPOLOGY_UNBOUNDED };
  self->pool = life_thread_pool_new (options->threads);
  self->engine.memory.limit = options->memory_limit;
  self->drawer.history.memory = self->drawer.history.places.memory =
      &self->engine.memory;
  self->kernel_name = kernel_name;
}

void
life_unbounded_engine_clear (LifeUnboundedEngine *self)
{
  life_unbounded_drawer_clear (&self->drawer);
  life_thread_pool_free (self->pool);
  g_free (self->kernel_name);
}

const gchar *
life_unbounded_engine_get_kernel_name (LifeEngine *engine)
{
  return ((LifeUnboundedEngine *) engine)->kernel_name;
}

static gint64
count_cells (gint64 first, gint64 last)
{
  return (gint64) MIN (
             (guint64) last - (guint64) first, (guint64) G_MAXINT64 - 1)
         + 1;
}

LifeBox
life_unbounded_engine_box (gint64 left, gint64 top, gint64 right, gint64 bottom)
{
  return (LifeBox){ left, top, 0, count_cells (left, right),
    count_cells (top, bottom), 1 };
}

gboolean
life_unbounded_engine_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeUnboundedEngine *self = (LifeUnboundedEngine *) engine;

  return life_unbounded_draw (
      &self->drawer, engine, self->pool, view, frame, error);
}

gboolean
life_unbounded_engine_draw_before (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeUnboundedEngine *self = (LifeUnboundedEngine *) engine;

  return life_unbounded_draw_before (
      &self->drawer, engine, self->pool, view, frame, error);
}

void
life_unbounded_engine_drop_before (LifeEngine *engine)
{
  life_draw_drop_before (&((LifeUnboundedEngine *) engine)->drawer.drawer);
}

gboolean
life_unbounded_engine_lay_caption (LifeEngine *engine, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  return life_draw_caption (
      &((LifeUnboundedEngine *) engine)->drawer.drawer, frame, caption, error);
}

gboolean
life_unbounded_engine_remember (
    LifeEngine *engine, gboolean undoable, GError **error)
{
  LifeUnboundedEngine *self = (LifeUnboundedEngine *) engine;

  return life_tile_history_remember (
      &self->drawer.history, engine, self->pool, undoable, error);
}

void
life_unbounded_engine_recall (LifeEngine *engine)
{
  life_tile_history_recall (&((LifeUnboundedEngine *) engine)->drawer.history);
}

gboolean
life_unbounded_engine_forget (LifeEngine *engine, GError **error)
{
  life_unbounded_drawer_forget (&((LifeUnboundedEngine *) engine)->drawer);
  return TRUE;
}

gboolean
life_unbounded_engine_read_history (
    LifeEngine *engine, guint8 **history, GError **error)
{
  *history = NULL;
  return TRUE;
}

gboolean
life_unbounded_engine_stack_cells (LifeEngine *engine, GError **error)
{
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "frames of a world without edges are not stacked; use view=auto, or "
      "topology=torus or topology=plane");
  return FALSE;
}

void
life_unbounded_engine_drop_stack (LifeEngine *engine)
{
}

gboolean
life_unbounded_engine_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  const LifeArrivingPicture arriving = { view, picture, input, threshold };

  return life_unbounded_absorb (engine, &arriving, error);
}
