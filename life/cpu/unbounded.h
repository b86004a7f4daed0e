/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all engines of worlds without edges share: drawing, and what such worlds do not
 * have. How cells are held and advanced is up to the engine. */
#pragma once

#include "life/draw/unbounded/unbounded.h"

G_BEGIN_DECLS

/* The struct of every such engine begins with this one. */
typedef struct {
  LifeEngine engine;
  LifeThreadPool *pool;
  LifeUnboundedDrawer drawer;
  gchar *kernel_name;
} LifeUnboundedEngine;

/* Whether @limit, 0: none, suffices for a world, which takes @least bytes; an error says that
 * @what does not run. */
gboolean life_unbounded_check_limit (
    guint64 limit, guint64 least, const gchar *what, GError **error);

/* @kernel_name is taken over. */
void life_unbounded_engine_init (LifeUnboundedEngine *self,
    const LifeEngineClass *klass, const LifeEngineOptions *options,
    gchar *kernel_name);
void life_unbounded_engine_clear (LifeUnboundedEngine *self);

/* The box between the corners of two cells, both in it. Its sides stay below 2^63. */
LifeBox life_unbounded_engine_box (
    gint64 left, gint64 top, gint64 right, gint64 bottom);

/* The functions of LifeEngineClass (life/world/engine.h). Nothing is stacked, and history
 * is not read for other engines. */
const gchar *life_unbounded_engine_get_kernel_name (LifeEngine *engine);
gboolean life_unbounded_engine_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error);
gboolean life_unbounded_engine_draw_before (LifeEngine *engine,
    const LifeView *view, const LifeFrame *frame, GError **error);
void life_unbounded_engine_drop_before (LifeEngine *engine);
gboolean life_unbounded_engine_lay_caption (LifeEngine *engine,
    const LifeFrame *frame, const LifeCaption *caption, GError **error);
gboolean life_unbounded_engine_remember (
    LifeEngine *engine, gboolean undoable, GError **error);
void life_unbounded_engine_recall (LifeEngine *engine);
gboolean life_unbounded_engine_forget (LifeEngine *engine, GError **error);
gboolean life_unbounded_engine_read_history (
    LifeEngine *engine, guint8 **history, GError **error);
gboolean life_unbounded_engine_stack_cells (LifeEngine *engine, GError **error);
void life_unbounded_engine_drop_stack (LifeEngine *engine);
gboolean life_unbounded_engine_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error);

/* These functions, in the order of the struct. */
#define LIFE_UNBOUNDED_ENGINE_DRAWS                   \
  .draw = life_unbounded_engine_draw,                 \
  .draw_before = life_unbounded_engine_draw_before,   \
  .drop_before = life_unbounded_engine_drop_before,   \
  .lay_caption = life_unbounded_engine_lay_caption,   \
  .remember = life_unbounded_engine_remember,         \
  .recall = life_unbounded_engine_recall,             \
  .forget = life_unbounded_engine_forget,             \
  .read_history = life_unbounded_engine_read_history, \
  .stack_cells = life_unbounded_engine_stack_cells,   \
  .drop_stack = life_unbounded_engine_drop_stack,     \
  .absorb = life_unbounded_engine_absorb

G_END_DECLS
