/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all engines of worlds without edges share. */
#include "life/cpu/unbounded-engine.h"

gboolean
life_unbounded_check_limit (
    guint64 limit, guint64 needed, const gchar *what, GError **error)
{
  if (limit == 0 || limit >= needed)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "%s does not run in %" G_GUINT64_FORMAT
      " bytes; set a memory-limit of at least %" G_GUINT64_FORMAT " MiB",
      what, limit, needed >> 20);
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
  self->engine.pool = life_thread_pool_new (options->threads);
  self->engine.memory.limit = options->memory_limit;
  self->kernel_name = kernel_name;
}

void
life_unbounded_engine_clear (LifeUnboundedEngine *self)
{
  life_thread_pool_free (self->engine.pool);
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
