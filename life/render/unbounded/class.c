/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws worlds without edges by what their engines tell of squares and windows. Nothing is
 * stacked, and history is not read for other engines. */
#include "life/render/unbounded/class.h"

static void
unbounded_open (LifeRenderer *renderer)
{
  LifeTileHistory *history =
      &((LifeUnboundedRenderer *) renderer)->drawer.history;

  history->memory = history->places.memory = &renderer->engine->memory;
}

static void
unbounded_close (LifeRenderer *renderer)
{
  life_unbounded_drawer_clear (&((LifeUnboundedRenderer *) renderer)->drawer);
}

static gboolean
unbounded_draw (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeUnboundedRenderer *self = (LifeUnboundedRenderer *) renderer;

  return life_unbounded_draw (
      &self->drawer, renderer->engine, view, frame, error);
}

static gboolean
unbounded_capture_previous (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeUnboundedRenderer *self = (LifeUnboundedRenderer *) renderer;

  return life_unbounded_draw_before (
      &self->drawer, renderer->engine, view, frame, error);
}

static gboolean
unbounded_lay_caption (LifeRenderer *renderer, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  return life_draw_caption (
      &((LifeUnboundedRenderer *) renderer)->drawer.drawer, frame, caption,
      error);
}

static gboolean
unbounded_absorb (
    LifeRenderer *renderer, const LifeArrivingPicture *picture, GError **error)
{
  return life_unbounded_absorb (renderer->engine, picture, error);
}

static gboolean
unbounded_end_frame (LifeRenderer *renderer, LifeKeptFrames what,
    gboolean undoable, GError **error)
{
  LifeUnboundedRenderer *self = (LifeUnboundedRenderer *) renderer;

  if (what == LIFE_KEPT_HISTORY)
    return life_tile_history_remember (
        &self->drawer.history, renderer->engine, undoable, error);
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "frames of a world without edges are not stacked; use view=auto, or "
      "topology=torus or topology=plane");
  return FALSE;
}

static void
unbounded_undo_end_frame (LifeRenderer *renderer)
{
  life_tile_history_recall (
      &((LifeUnboundedRenderer *) renderer)->drawer.history);
}

static gboolean
unbounded_forget (LifeRenderer *renderer, LifeKeptFrames what, GError **error)
{
  LifeUnboundedRenderer *self = (LifeUnboundedRenderer *) renderer;

  if (what == LIFE_KEPT_HISTORY)
    life_unbounded_drawer_forget (&self->drawer);
  else if (what == LIFE_KEPT_PREVIOUS)
    life_draw_drop_before (&self->drawer.drawer);
  return TRUE;
}

static gboolean
unbounded_export_history (
    LifeRenderer *renderer, guint8 **history, GError **error)
{
  *history = NULL;
  return TRUE;
}

const LifeRendererClass life_unbounded_renderer = {
  .size = sizeof (LifeUnboundedRenderer),
  .open = unbounded_open,
  .close = unbounded_close,
  .draw = unbounded_draw,
  .capture_previous = unbounded_capture_previous,
  .lay_caption = unbounded_lay_caption,
  .absorb = unbounded_absorb,
  .end_frame = unbounded_end_frame,
  .undo_end_frame = unbounded_undo_end_frame,
  .forget = unbounded_forget,
  .export_history = unbounded_export_history,
};
