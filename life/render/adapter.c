/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Forwards to the functions of LifeEngineClass that are about pictures, of engines that still
 * have them. */
#include "life/render/adapter.h"

/* The engine counts stacked frames itself. */
static LifeEngine *
open_engine (LifeRenderer *self)
{
  self->engine->stacked = self->stacked;
  return self->engine;
}

static gboolean
close_engine (LifeRenderer *self, gboolean done)
{
  self->stacked = self->engine->stacked;
  return done;
}

static gboolean
adapter_draw (LifeRenderer *self, const LifeView *view, const LifeFrame *frame,
    GError **error)
{
  LifeEngine *engine = open_engine (self);

  return close_engine (self, engine->klass->draw (engine, view, frame, error));
}

static gboolean
adapter_capture_previous (LifeRenderer *self, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeEngine *engine = open_engine (self);

  return close_engine (
      self, engine->klass->draw_before (engine, view, frame, error));
}

static gboolean
adapter_lay_caption (LifeRenderer *self, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  return self->engine->klass->lay_caption (self->engine, frame, caption, error);
}

static gboolean
adapter_absorb (
    LifeRenderer *self, const LifeArrivingPicture *picture, GError **error)
{
  return self->engine->klass->absorb (self->engine, picture->view,
      picture->frame, picture->input, picture->threshold, error);
}

static gboolean
adapter_end_frame (
    LifeRenderer *self, LifeKeptFrames what, gboolean undoable, GError **error)
{
  LifeEngine *engine = open_engine (self);

  return what == LIFE_KEPT_STACK
             ? engine->klass->stack_cells (engine, error)
             : engine->klass->remember (engine, undoable, error);
}

static void
adapter_undo_end_frame (LifeRenderer *self)
{
  self->engine->klass->recall (self->engine);
}

static gboolean
adapter_forget (LifeRenderer *self, LifeKeptFrames what, GError **error)
{
  LifeEngine *engine = self->engine;

  if (what == LIFE_KEPT_HISTORY)
    return engine->klass->forget (engine, error);
  if (what == LIFE_KEPT_STACK)
    engine->klass->drop_stack (engine);
  else
    engine->klass->drop_before (engine);
  return TRUE;
}

static gboolean
adapter_export_history (LifeRenderer *self, guint8 **history, GError **error)
{
  return self->engine->klass->read_history (self->engine, history, error);
}

static gboolean
adapter_import_history (
    LifeRenderer *self, const guint8 *history, GError **error)
{
  return self->engine->klass->write_history (self->engine, history, error);
}

static gboolean
adapter_take_stack (LifeRenderer *self, LifeRenderer *from, GError **error)
{
  LifeEngine *engine = open_engine (self);

  return engine->klass->take_stack == NULL
         || engine->klass->take_stack != from->engine->klass->take_stack
         || engine->klass->take_stack (engine, from->engine, error);
}

const LifeRendererClass life_adapter_renderer = {
  .size = sizeof (LifeRenderer),
  .draw = adapter_draw,
  .capture_previous = adapter_capture_previous,
  .lay_caption = adapter_lay_caption,
  .absorb = adapter_absorb,
  .end_frame = adapter_end_frame,
  .undo_end_frame = adapter_undo_end_frame,
  .forget = adapter_forget,
  .export_history = adapter_export_history,
  .import_history = adapter_import_history,
  .take_stack = adapter_take_stack,
};
