/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws cells that the CPU can read, and owns what pictures of them need from frame to
 * frame: history, stacked frames, the picture that fades out. */
#include "life/render/cpu-renderer.h"

static void
cpu_close (LifeRenderer *renderer)
{
  LifeCpuRenderer *self = (LifeCpuRenderer *) renderer;

  life_drawer_clear (&self->drawer);
  life_history_clear (&self->history);
  life_stack_clear (&self->stack);
  life_picture_reset (&self->luma);
}

static LifeCells
cells_of (const LifeRenderer *renderer)
{
  LifeCells cells;

  renderer->engine->klass->get_cells (renderer->engine, &cells);
  return cells;
}

/* --- Frames --- */

/* Writes the present cells into the stack that @view shows. One of another number of frames
 * is not shown, and begins anew. */
static gboolean
show_stack (LifeCpuRenderer *self, const LifeCells *cells, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  const guint frames = view->perspective.history;
  LifeStacked *stacked = &self->renderer.stacked;

  if (!life_view_kind_is (view->kind, LIFE_VIEW_FLAG_STACKS)
      || frame->width == 0 || frame->height == 0)
    return TRUE;
  if (stacked->frames != frames) {
    life_stack_clear (&self->stack);
    *stacked = (LifeStacked){ .frames = frames };
  }
  return life_stack_write (&self->stack, cells, frames, stacked->number, error);
}

/* Fills @plane with what is drawn of the world. */
static gboolean
open_plane (LifeCpuRenderer *self, const LifeView *view, const LifeFrame *frame,
    LifeCellPlane *plane, GError **error)
{
  *plane = (LifeCellPlane){ .cells = cells_of (&self->renderer),
    .history = &self->history,
    .stack = &self->stack };
  return show_stack (self, &plane->cells, view, frame, error);
}

static gboolean
cpu_draw (LifeRenderer *renderer, const LifeView *view, const LifeFrame *frame,
    GError **error)
{
  LifeCpuRenderer *self = (LifeCpuRenderer *) renderer;
  LifeCellPlane plane;

  return open_plane (self, view, frame, &plane, error)
         && life_draw (&self->drawer, &plane, view, frame, error);
}

static gboolean
cpu_capture_previous (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeCpuRenderer *self = (LifeCpuRenderer *) renderer;
  LifeCellPlane plane;

  return open_plane (self, view, frame, &plane, error)
         && life_draw_previous (&self->drawer, &plane, view, frame, error);
}

static gboolean
cpu_lay_caption (LifeRenderer *renderer, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  return life_draw_caption (
      &((LifeCpuRenderer *) renderer)->drawer, frame, caption, error);
}

/* --- Frames before the present one --- */

static gboolean
cpu_end_frame (LifeRenderer *renderer, LifeFrameRecord what, gboolean undoable,
    GError **error)
{
  LifeCpuRenderer *self = (LifeCpuRenderer *) renderer;
  const LifeCells cells = cells_of (renderer);

  return what == LIFE_RECORD_STACK
             ? life_stack_write (&self->stack, &cells, renderer->stacked.frames,
                 renderer->stacked.number, error)
             : life_history_record (&self->history, &cells, undoable, error);
}

static void
cpu_undo_end_frame (LifeRenderer *renderer)
{
  life_history_revert (&((LifeCpuRenderer *) renderer)->history);
}

static gboolean
cpu_reset (LifeRenderer *renderer, LifeFrameRecord what, GError **error)
{
  LifeCpuRenderer *self = (LifeCpuRenderer *) renderer;

  if (what == LIFE_RECORD_HISTORY)
    life_history_clear (&self->history);
  else if (what == LIFE_RECORD_STACK)
    life_stack_clear (&self->stack);
  else
    life_draw_drop_previous (&self->drawer);
  return TRUE;
}

static gboolean
cpu_export_history (LifeRenderer *renderer, guint8 **history, GError **error)
{
  return life_history_read (
      &((LifeCpuRenderer *) renderer)->history, history, error);
}

static gboolean
cpu_import_records (LifeRenderer *renderer, LifeRenderer *from,
    const guint8 *history, GError **error)
{
  LifeCpuRenderer *self = (LifeCpuRenderer *) renderer;
  LifeCpuRenderer *other = (LifeCpuRenderer *) from;

  if (history != NULL
      && !life_history_write (
          &self->history, &renderer->engine->geometry, history, error))
    return FALSE;
  if (from->klass != renderer->klass)
    return TRUE;
  life_stack_move (&self->stack, &other->stack);
  self->luma = other->luma;
  other->luma = (LifePictureMemory){ NULL };
  return TRUE;
}

/* --- Pictures that arrive --- */

static gboolean
read_cells (gpointer data, const LifeBox *box, guint8 *cells, GError **error)
{
  LifeEngine *engine = data;

  return engine->klass->read (engine, box, cells, error);
}

static gboolean
write_cells (
    gpointer data, const LifeBox *box, const guint8 *cells, GError **error)
{
  LifeEngine *engine = data;

  return engine->klass->write (engine, box, cells, error);
}

static gboolean
cpu_absorb (
    LifeRenderer *renderer, const LifeArrivingPicture *picture, GError **error)
{
  const LifeCellStore store = { renderer->engine->geometry, read_cells,
    write_cells, renderer->engine };

  return life_picture_absorb (
      &store, &((LifeCpuRenderer *) renderer)->luma, picture, error);
}

const LifeRendererClass life_cpu_renderer = {
  .size = sizeof (LifeCpuRenderer),
  .close = cpu_close,
  .draw = cpu_draw,
  .capture_previous = cpu_capture_previous,
  .lay_caption = cpu_lay_caption,
  .absorb = cpu_absorb,
  .end_frame = cpu_end_frame,
  .undo_end_frame = cpu_undo_end_frame,
  .reset = cpu_reset,
  .export_history = cpu_export_history,
  .import_records = cpu_import_records,
};
