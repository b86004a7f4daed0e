/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all renderers have in common: they are made, freed, and replace each other. */
#include "life/world/renderer.h"

#include "life/base/memory.h"

LifeRenderer *
life_renderer_new (
    const LifeRendererClass *klass, LifeEngine *engine, GError **error)
{
  LifeRenderer *self = g_malloc0 (klass->size);

  self->klass = klass;
  self->engine = engine;
  if (klass->open == NULL || klass->open (self, error))
    return self;
  life_renderer_free (self);
  return NULL;
}

void
life_renderer_free (LifeRenderer *self)
{
  if (self == NULL)
    return;
  if (self->klass->close != NULL)
    self->klass->close (self);
  g_free (self);
}

gboolean
life_renderer_move_records (
    LifeRenderer *self, LifeRenderer *from, GError **error)
{
  guint8 *history;
  gboolean imported;

  self->stacked = from->stacked;
  if (!from->klass->export_history (from, &history, error))
    return FALSE;
  imported = self->klass->import_records == NULL
             || self->klass->import_records (self, from, history, error);
  life_memory_release (history);
  return imported;
}
