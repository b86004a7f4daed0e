/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of a world that is cut into parts, where parts cannot draw them: cells are gathered
 * in one engine, which draws them, and so to the byte what it draws of a world of its own.
 * That engine has the history of the cells, too. It is an error where memory
 * does not hold it. */
#include "life/cluster/parts-renderer.h"

#include "life/base/memory.h"
#include "life/cluster/part-pictures.h"
#include "life/cpu/bits2d/bits2d.h"
#include "life/cpu/bits3d/bits3d.h"
#include "life/cpu/bit-lines.h"
#include "life/parts/share.h"
#include "life/render/cpu-renderer.h"

/* Bytes of cells that a part sends at a time. */
#define MAX_BYTES (16 * 1024 * 1024)

/* Cells that are read and written at a time. */
#define CHUNK_CELLS (1024 * 1024)

static LifeParts *
parts_of (const LifePartsRenderer *self)
{
  return (LifeParts *) self->renderer.engine;
}

static void
parts_close (LifeRenderer *renderer)
{
  LifePartsRenderer *self = (LifePartsRenderer *) renderer;

  life_renderer_free (self->show);
  if (self->whole != NULL)
    self->whole->klass->destroy (self->whole);
  if (self->rule != NULL)
    life_rule_unref (self->rule);
  life_drawer_clear (&self->drawer);
}

/* Makes the engine, or sets the rule that the parts have now. */
static void
update_whole (LifePartsRenderer *self, GError **error)
{
  LifeParts *parts = parts_of (self);
  const LifeEngineClass *klass = parts->cut.dimensions == 3
                                     ? &life_bitsliced3d_engine
                                     : &life_bitsliced_engine;

  if (self->rule == parts->rule)
    return;
  if (self->whole == NULL) {
    self->whole = klass->create (
        &parts->engine.geometry, parts->rule, &parts->options, error);
    if (self->whole == NULL)
      return;
    self->show = life_renderer_new (&life_cpu_renderer, self->whole, error);
    if (self->show == NULL) {
      klass->destroy (g_steal_pointer (&self->whole));
      return;
    }
  } else if (!klass->set_rule (self->whole, parts->rule, error)) {
    return;
  }
  if (self->rule != NULL)
    life_rule_unref (self->rule);
  self->rule = life_rule_ref (parts->rule);
}

/* The engine, with whatever cells it has. */
static gboolean
need_whole (LifePartsRenderer *self, GError **error)
{
  LifeParts *parts = parts_of (self);
  GError *problem = NULL;

  update_whole (self, &problem);
  if (problem != NULL) {
    g_propagate_prefixed_error (error, problem,
        "drawing a world that is shared by %s gathers its cells: ",
        parts->link->who);
    return FALSE;
  }
  self->whole->rule = parts->engine.rule;
  self->show->stacked = self->renderer.stacked;
  return TRUE;
}

/* Requests up to @n lines of each part from its line @start on; FALSE in @more: all have sent
 * all. */
static gboolean
gather_lines (LifePartsRenderer *renderer, gsize start, gsize n, gboolean *more,
    GError **error)
{
  LifeParts *self = parts_of (renderer);
  LifeRowEngine *bits = (LifeRowEngine *) renderer->whole;
  LifePartsCall *call = life_parts_call_new (self, LIFE_REQUEST_READ_LINES);
  gboolean done;

  *more = FALSE;
  for (guint i = 0; i < self->cut.parts; i++) {
    const LifePiece piece = life_cut_piece (&self->cut, i);
    const gsize all = (gsize) piece.units * self->cut.lines;

    call->requests[i].numbers[0] =
        (guint64) piece.first * self->cut.lines + start;
    call->requests[i].numbers[1] = start < all ? MIN (n, all - start) : 0;
    if (start >= all)
      call->requests[i].kind = LIFE_REQUEST_NONE;
    *more = *more || start + n < all;
  }
  done = life_parts_call_send (self, call, error);
  for (guint i = 0; done && i < self->cut.parts; i++) {
    const LifeRequest *request = &call->requests[i];
    const LifeLines lines = { .first = (gsize) request->numbers[0],
      .n = (gsize) request->numbers[1],
      .height = 1 };

    if (request->kind != LIFE_REQUEST_NONE
        && call->replies[i].size >= life_lines_bytes (bits, lines.n))
      life_lines_write (bits, &lines, (const guint64 *) call->replies[i].data);
  }
  life_parts_call_free (self, call);
  return done;
}

/* Gathers the present cells. */
static gboolean
gather (LifePartsRenderer *self, GError **error)
{
  const guint64 version = parts_of (self)->version;
  gboolean more = TRUE;
  gsize n;

  if (!need_whole (self, error))
    return FALSE;
  n = MAX (MAX_BYTES / life_lines_bytes ((LifeRowEngine *) self->whole, 1), 1);
  for (gsize start = 0; self->version != version && more; start += n)
    if (!gather_lines (self, start, n, &more, error))
      return FALSE;
  self->version = version;
  return TRUE;
}

/* --- The functions of LifeRendererClass --- */

static gboolean
parts_draw (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifePartsRenderer *self = (LifePartsRenderer *) renderer;
  LifeParts *parts = parts_of (self);

  if (life_share_supports (&parts->cut, view, parts->rule))
    return life_parts_draw_shared (parts, &self->drawer, view, frame, error);
  return gather (self, error)
         && self->show->klass->draw (self->show, view, frame, error);
}

static gboolean
parts_capture_previous (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifePartsRenderer *self = (LifePartsRenderer *) renderer;

  return gather (self, error)
         && self->show->klass->capture_previous (
             self->show, view, frame, error);
}

static gboolean
parts_lay_caption (LifeRenderer *renderer, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  return life_draw_caption (
      &((LifePartsRenderer *) renderer)->drawer, frame, caption, error);
}

static gboolean
parts_end_frame (LifeRenderer *renderer, LifeFrameRecord what,
    gboolean undoable, GError **error)
{
  LifePartsRenderer *self = (LifePartsRenderer *) renderer;

  return gather (self, error)
         && self->show->klass->end_frame (self->show, what, undoable, error);
}

static void
parts_undo_end_frame (LifeRenderer *renderer)
{
  LifePartsRenderer *self = (LifePartsRenderer *) renderer;

  if (self->show != NULL)
    self->show->klass->undo_end_frame (self->show);
}

static gboolean
parts_reset (LifeRenderer *renderer, LifeFrameRecord what, GError **error)
{
  LifePartsRenderer *self = (LifePartsRenderer *) renderer;

  return self->show == NULL
         || self->show->klass->reset (self->show, what, error);
}

static gboolean
parts_export_history (LifeRenderer *renderer, guint8 **history, GError **error)
{
  LifePartsRenderer *self = (LifePartsRenderer *) renderer;

  *history = NULL;
  return self->show == NULL
         || self->show->klass->export_history (self->show, history, error);
}

static gboolean
parts_import_records (LifeRenderer *renderer, LifeRenderer *from,
    const guint8 *history, GError **error)
{
  LifePartsRenderer *self = (LifePartsRenderer *) renderer;
  LifeRenderer *other = from->klass == renderer->klass
                            ? ((LifePartsRenderer *) from)->show
                            : NULL;

  if (history == NULL && other == NULL)
    return TRUE;
  return need_whole (self, error)
         && self->show->klass->import_records (
             self->show, other != NULL ? other : from, history, error);
}

/* Sends the cells of the one engine to the parts. */
static gboolean
scatter (LifePartsRenderer *self, GError **error)
{
  LifeParts *parts = parts_of (self);
  const LifeGeometry *world = &parts->engine.geometry;
  const guint32 rows = MAX (CHUNK_CELLS / world->width, 1);
  g_autofree guint8 *cells = g_malloc ((gsize) rows * world->width);
  LifeBox box = { 0, 0, 0, world->width, 0, 1 };

  for (box.z = 0; box.z < world->depth; box.z++)
    for (box.y = 0; box.y < world->height; box.y += box.height) {
      box.height = MIN (rows, world->height - box.y);
      if (!self->whole->klass->read (self->whole, &box, cells, error)
          || !parts->engine.klass->write (&parts->engine, &box, cells, error))
        return FALSE;
    }
  self->version = parts->version;
  return TRUE;
}

static gboolean
parts_absorb (
    LifeRenderer *renderer, const LifeArrivingPicture *picture, GError **error)
{
  LifePartsRenderer *self = (LifePartsRenderer *) renderer;

  return gather (self, error)
         && self->show->klass->absorb (self->show, picture, error)
         && scatter (self, error);
}

const LifeRendererClass life_parts_renderer = {
  .size = sizeof (LifePartsRenderer),
  .close = parts_close,
  .draw = parts_draw,
  .capture_previous = parts_capture_previous,
  .lay_caption = parts_lay_caption,
  .absorb = parts_absorb,
  .end_frame = parts_end_frame,
  .undo_end_frame = parts_undo_end_frame,
  .reset = parts_reset,
  .export_history = parts_export_history,
  .import_records = parts_import_records,
};
