/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A part of a world: an engine's world of its own units and of its halo, which is brought
 * anew from the neighbors where it does not last. What is asked of it is in serve.h. */
#pragma once

#include "life/cpu/lines.h"
#include "life/parts/cut.h"
#include "life/parts/window.h"

G_BEGIN_DECLS

/* Cells that are exchanged with the part above, or below: @size bytes each way. -1 instead of
 * a part: there is none. */
typedef struct {
  gint part;
  const guint8 *sent;
  guint8 *received;
  gsize size;
} LifeBorder;

typedef struct _LifePartNeighbors LifePartNeighbors;

/* How a part reaches others. All parts exchange as often, and each waits for its neighbors. */
struct _LifePartNeighbors {
  gboolean (*exchange) (LifePartNeighbors *self, const LifeBorder *above,
      const LifeBorder *below, GError **error);
};

typedef struct {
  LifeCut cut;
  guint index;
  LifePiece piece;
  LifeLines own; /* its lines that are its own */
  LifeRule *rule;
  LifeEngine *local;
  guint64 lasting;    /* generations that the halo is good for */
  guint8 *borders[4]; /* sent above and below, and received */
  GHashTable *saved;  /* the engine's states, by place */
  LifeWindow window;  /* that it draws from */
} LifePart;

/* @rule is of the cut's dimensions. */
LifePart *life_part_new (const LifeCut *cut, guint index, const LifeRule *rule,
    guint threads, GError **error);
void life_part_free (LifePart *self);

static inline LifeBitEngine *
life_part_bits (const LifePart *self)
{
  return (LifeBitEngine *) self->local;
}

/* The engine that holds parts of worlds under @rule; NULL where none does. */
const LifeEngineClass *life_part_class (const LifeRule *rule);

gboolean life_part_set_rule (
    LifePart *self, const LifeRule *rule, GError **error);

/* Advances the part; its last generation alone, so that what that changed can be counted.
 * @edited: cells of any part were changed by anything but a step. */
gboolean life_part_step (LifePart *self, guint64 generations, gboolean edited,
    LifePartNeighbors *neighbors, GError **error);

/* Where life is and where it changed, in places of the whole world. */
void life_part_box (LifePart *self, LifeBox *box);
void life_part_activity (LifePart *self, LifeActivity *activity);

/* Draws rows of a frame that show cells of the part alone; FALSE, and no error, where they
 * show others. */
gboolean life_part_draw (LifePart *self, const LifeShown *shown,
    const LifeFrame *rows, GError **error);

/* The box in the numbers of the part's engine; FALSE where it is not all its own. */
gboolean life_part_find (
    const LifePart *self, const LifeEngineBox *box, LifeEngineBox *found);

G_END_DECLS
