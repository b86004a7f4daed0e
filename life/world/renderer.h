/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface of renderers: a renderer makes pictures of a world, and owns all that pictures
 * need in addition to the present cells. life/engines.c pairs each engine with one; a world
 * calls both, a renderer calls its engine, and an engine calls no renderer. */
#pragma once

#include <life/draw.h>

#include "life/world/engine-class.h"

G_BEGIN_DECLS

typedef struct _LifeRendererClass LifeRendererClass;
typedef struct _LifeRenderer LifeRenderer;

/* What a renderer records of previous frames. */
typedef enum {
  LIFE_RECORD_HISTORY, /* the frames before the present one, for ages and trails */
  LIFE_RECORD_STACK,    /* frames of a 2D world as planes of a body */
  LIFE_RECORD_PREVIOUS, /* the picture that fades out */
} LifeFrameRecord;

/* How many frames are stacked, the present one among them, 0 for none, and the number of
 * that one (life/draw/body/stack-shape.h). */
typedef struct {
  guint frames;
  guint64 number;
} LifeStacked;

/* A picture that arrives: where a view has it, and what it does to cells. */
typedef struct {
  const LifeView *view;
  const LifeFrame *frame;
  LifeInput input;
  gdouble threshold; /* luma, 0 ... 1 */
} LifeArrivingPicture;

/* Every renderer's own struct begins with this one. */
struct _LifeRenderer {
  const LifeRendererClass *klass;
  LifeEngine *engine; /* the world's */
  LifeStacked stacked;
};

/* As of engines, callers check the arguments, and a function that returns a gboolean sets
 * @error when it returns FALSE. */
struct _LifeRendererClass {
  gsize size; /* of the renderer's struct */

  /* Called when the engine is set and all else is 0, and before the engine is destroyed, also
   * if open() failed. NULL: nothing is to be done. */
  gboolean (*open) (LifeRenderer *self, GError **error);
  void (*close) (LifeRenderer *self);

  gboolean (*draw) (LifeRenderer *self, const LifeView *view,
      const LifeFrame *frame, GError **error);

  /* Draw, and let the engine count, while the caller does something else; both or neither
   * exist. Frame and counts are of the present generation, whatever is stepped before
   * finish_frame. Up to LIFE_MAX_PENDING_FRAMES are pending at a time, each in a @slot of
   * its own, and finished in that order. Of the counts those @requested are set, as an engine's
   * count() sets them, LIFE_COUNT_LIVING always among them. */
  gboolean (*begin_frame) (LifeRenderer *self, guint slot, const LifeView *view,
      const LifeFrame *frame, LifeCountFlags requested, GError **error);
  gboolean (*finish_frame) (
      LifeRenderer *self, guint slot, LifeStatistics *counts, GError **error);

  /* Draws a picture of @frame's shape and stores it, for those with #LifeView.fade. */
  gboolean (*capture_previous) (LifeRenderer *self, const LifeView *view,
      const LifeFrame *frame, GError **error);

  /* Lays @caption over @frame, which is drawn, and waits until that is done. */
  gboolean (*lay_caption) (LifeRenderer *self, const LifeFrame *frame,
      const LifeCaption *caption, GError **error);

  /* Lets a picture change the cells. */
  gboolean (*absorb) (
      LifeRenderer *self, const LifeArrivingPicture *picture, GError **error);

  /* The present cells are those of a finished frame. LIFE_RECORD_HISTORY counts them: views
   * of history show the cells that follow by it (life/draw/sample/history-cells.h).
   * LIFE_RECORD_STACK writes them, of a 2D world, as the plane of @stacked's number; memory
   * is reserved where it is first needed, and anew where a new rule needs another form of
   * cells: then all planes are empty. */
  gboolean (*end_frame) (LifeRenderer *self, LifeFrameRecord what,
      gboolean undoable, GError **error);

  /* Reverts the last frame that was counted into history, which was @undoable. Of a stack
   * there is nothing to be reverted but @stacked's number. */
  void (*undo_end_frame) (LifeRenderer *self);

  /* Drops a record, and frees its memory. */
  gboolean (*reset) (LifeRenderer *self, LifeFrameRecord what, GError **error);

  /* The history, in bytes that are freed with life_memory_release(), or NULL if no frame was
   * ever counted. */
  gboolean (*export_history) (
      LifeRenderer *self, guint8 **history, GError **error);

  /* Moves here the records of @from, whose engine has the same shape: @history, that it
   * exported, and within a class the stack and the luma of the picture that arrived last.
   * NULL: there are none. */
  gboolean (*import_records) (LifeRenderer *self, LifeRenderer *from,
      const guint8 *history, GError **error);
};

LifeRenderer *life_renderer_new (
    const LifeRendererClass *klass, LifeEngine *engine, GError **error);

/* To be called before the engine is destroyed; @self may be NULL. */
void life_renderer_free (LifeRenderer *self);

/* The renderer of @world, for tests; the world owns it. */
LifeRenderer *life_world_get_renderer (LifeWorld *world);

/* Moves what @from recorded of previous frames to @self. */
gboolean life_renderer_move_records (
    LifeRenderer *self, LifeRenderer *from, GError **error);

G_END_DECLS
