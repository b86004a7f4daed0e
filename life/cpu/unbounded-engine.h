/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all engines of worlds without edges share. How cells are stored and advanced is up to the
 * engine. */
#pragma once

#include "life/world/engine-class.h"

G_BEGIN_DECLS

/* The struct of every such engine begins with this one. */
typedef struct {
  LifeEngine engine;
  gchar *kernel_name;
} LifeUnboundedEngine;

/* Whether @limit, 0: none, suffices for a world, which needs @needed bytes; an error says that
 * @what does not run. */
gboolean life_unbounded_check_limit (
    guint64 limit, guint64 needed, const gchar *what, GError **error);

/* It owns @kernel_name. */
void life_unbounded_engine_init (LifeUnboundedEngine *self,
    const LifeEngineClass *klass, const LifeEngineOptions *options,
    gchar *kernel_name);
void life_unbounded_engine_clear (LifeUnboundedEngine *self);

/* The box between the corners of two cells, both in it. Its sides stay below 2^63. */
LifeBox life_unbounded_engine_box (
    gint64 left, gint64 top, gint64 right, gint64 bottom);

/* See LifeEngineClass (life/world/engine-class.h). */
const gchar *life_unbounded_engine_get_kernel_name (LifeEngine *engine);

G_END_DECLS
