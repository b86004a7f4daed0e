/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of a world that is cut into parts, where parts cannot draw them: cells are gathered
 * in one engine, which draws them, and so to the byte what it draws of a world of its own.
 * That engine has the history of the cells, too. Where memory does not hold it, an error says so. */
#include "life/cluster/private.h"

#include "life/base/memory.h"
#include "life/cpu/bits2d/engine.h"
#include "life/cpu/bits3d/engine.h"
#include "life/cpu/lines.h"
#include "life/parts/part.h"

/* Bytes of cells that a part sends at a time. */
#define MOST_BYTES (16 * 1024 * 1024)

/* Cells that are read and written at a time. */
#define CHUNK_CELLS (1024 * 1024)

void
life_parts_drop_whole (LifeParts *self)
{
  life_renderer_free (self->show);
  if (self->whole != NULL)
    self->whole->klass->destroy (self->whole);
  self->show = NULL;
  self->whole = NULL;
}

/* The engine, with whatever cells it has. */
static gboolean
need_whole (LifeParts *self, GError **error)
{
  const LifeEngineClass *klass = self->cut.dimensions == 3
                                     ? &life_bitsliced3d_engine
                                     : &life_bitsliced_engine;
  LifeEngineOptions options = self->options;
  GError *problem = NULL;

  if (self->whole == NULL) {
    self->whole =
        klass->create (&self->engine.geometry, self->rule, &options, &problem);
    if (self->whole != NULL)
      self->show = life_renderer_new (&life_cpu_renderer, self->whole);
    self->whole_stale = TRUE;
  } else if (self->whole_rule_stale) {
    klass->set_rule (self->whole, self->rule, &problem);
  }
  if (problem != NULL) {
    g_propagate_prefixed_error (error, problem,
        "drawing a world that is shared by %s brings its cells together: ",
        self->link->who);
    return FALSE;
  }
  self->whole_rule_stale = FALSE;
  self->whole->rule = self->engine.rule;
  self->show->stacked = self->engine.stacked;
  return TRUE;
}

/* Asks each part for up to @n lines from its line @start on; FALSE in @more: all have sent
 * all. */
static gboolean
gather_lines (
    LifeParts *self, gsize start, gsize n, gboolean *more, GError **error)
{
  LifeRowEngine *bits = (LifeRowEngine *) self->whole;
  LifeAsked *asked = life_parts_ask (self, LIFE_REQUEST_READ_LINES);
  gboolean done;

  *more = FALSE;
  for (guint i = 0; i < self->cut.parts; i++) {
    const LifePiece piece = life_cut_piece (&self->cut, i);
    const gsize all = (gsize) piece.units * self->cut.lines;

    asked->requests[i].numbers[0] =
        (guint64) piece.first * self->cut.lines + start;
    asked->requests[i].numbers[1] = start < all ? MIN (n, all - start) : 0;
    if (start >= all)
      asked->requests[i].kind = LIFE_REQUEST_NONE;
    *more = *more || start + n < all;
  }
  done = life_parts_answer (self, asked, error);
  for (guint i = 0; done && i < self->cut.parts; i++) {
    const LifeRequest *request = &asked->requests[i];
    const LifeLines lines = { .first = (gsize) request->numbers[0],
      .n = (gsize) request->numbers[1],
      .height = 1 };

    if (request->kind != LIFE_REQUEST_NONE
        && asked->replies[i].size >= life_lines_bytes (bits, lines.n))
      life_lines_write (bits, &lines, (const guint64 *) asked->replies[i].data);
  }
  life_asked_free (self, asked);
  return done;
}

/* Gathers the present cells. */
static gboolean
gather (LifeParts *self, GError **error)
{
  gboolean more = TRUE;
  gsize n;

  if (!need_whole (self, error))
    return FALSE;
  n = MAX (MOST_BYTES / life_lines_bytes ((LifeRowEngine *) self->whole, 1), 1);
  for (gsize start = 0; self->whole_stale && more; start += n)
    if (!gather_lines (self, start, n, &more, error))
      return FALSE;
  self->whole_stale = FALSE;
  return TRUE;
}

/* --- The functions of LifeEngineClass --- */

gboolean
life_parts_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeParts *self = (LifeParts *) engine;

  if (life_share_takes (&self->cut, view, self->rule))
    return life_parts_draw_shared (self, view, frame, error);
  return gather (self, error)
         && self->show->klass->draw (self->show, view, frame, error);
}

gboolean
life_parts_draw_before (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeParts *self = (LifeParts *) engine;

  return gather (self, error)
         && self->show->klass->capture_previous (
             self->show, view, frame, error);
}

void
life_parts_drop_before (LifeEngine *engine)
{
  LifeParts *self = (LifeParts *) engine;

  if (self->whole != NULL)
    self->show->klass->forget (self->show, LIFE_KEPT_PREVIOUS, NULL);
}

gboolean
life_parts_lay_caption (LifeEngine *engine, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  LifeParts *self = (LifeParts *) engine;

  return life_draw_caption (&self->drawer, frame, caption, error);
}

gboolean
life_parts_remember (LifeEngine *engine, gboolean undoable, GError **error)
{
  LifeParts *self = (LifeParts *) engine;

  return gather (self, error)
         && self->show->klass->end_frame (
             self->show, LIFE_KEPT_HISTORY, undoable, error);
}

void
life_parts_recall (LifeEngine *engine)
{
  LifeParts *self = (LifeParts *) engine;

  if (self->whole != NULL)
    self->show->klass->undo_end_frame (self->show);
}

gboolean
life_parts_forget (LifeEngine *engine, GError **error)
{
  LifeParts *self = (LifeParts *) engine;

  return self->whole == NULL
         || self->show->klass->forget (self->show, LIFE_KEPT_HISTORY, error);
}

gboolean
life_parts_read_history (LifeEngine *engine, guint8 **history, GError **error)
{
  LifeParts *self = (LifeParts *) engine;

  *history = NULL;
  return self->whole == NULL
         || self->show->klass->export_history (self->show, history, error);
}

gboolean
life_parts_write_history (
    LifeEngine *engine, const guint8 *history, GError **error)
{
  LifeParts *self = (LifeParts *) engine;

  return need_whole (self, error)
         && self->show->klass->import_history (self->show, history, error);
}

gboolean
life_parts_stack_cells (LifeEngine *engine, GError **error)
{
  LifeParts *self = (LifeParts *) engine;

  return gather (self, error)
         && self->show->klass->end_frame (
             self->show, LIFE_KEPT_STACK, FALSE, error);
}

void
life_parts_drop_stack (LifeEngine *engine)
{
  LifeParts *self = (LifeParts *) engine;

  if (self->whole != NULL)
    self->show->klass->forget (self->show, LIFE_KEPT_STACK, NULL);
}

gboolean
life_parts_take_stack (LifeEngine *engine, LifeEngine *from, GError **error)
{
  LifeParts *self = (LifeParts *) engine;
  LifeParts *other = (LifeParts *) from;

  return other->whole == NULL
         || (need_whole (self, error)
             && self->show->klass->take_stack (self->show, other->show, error));
}

/* Sends the cells of the one engine to the parts. */
static gboolean
scatter (LifeParts *self, GError **error)
{
  const LifeGeometry *world = &self->engine.geometry;
  const guint32 rows = MAX (CHUNK_CELLS / world->width, 1);
  g_autofree guint8 *cells = g_malloc ((gsize) rows * world->width);
  LifeBox box = { 0, 0, 0, world->width, 0, 1 };

  for (box.z = 0; box.z < world->depth; box.z++)
    for (box.y = 0; box.y < world->height; box.y += box.height) {
      box.height = MIN (rows, world->height - box.y);
      if (!self->whole->klass->read (self->whole, &box, cells, error)
          || !self->engine.klass->write (&self->engine, &box, cells, error))
        return FALSE;
    }
  self->whole_stale = FALSE;
  return TRUE;
}

gboolean
life_parts_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  const LifeArrivingPicture arriving = { view, picture, input, threshold };
  LifeParts *self = (LifeParts *) engine;

  return gather (self, error)
         && self->show->klass->absorb (self->show, &arriving, error)
         && scatter (self, error);
}
