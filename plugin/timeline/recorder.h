/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Recorders: what has to visit frames before the one that is shown, so that this shows the
 * same however it was reached. */
#pragma once

#include <glib.h>

typedef struct _GstLifeTimeline GstLifeTimeline;

/* Functions other than is_active() may be NULL. All are called under the lock of the world, in the order of the
 * recorders' ranks, allows_ahead() in the opposite one. */
typedef struct {
  /* Whether it records or is about to. If not, only end(), cut() and revert() are called. */
  gboolean (*is_active) (gconstpointer self);

  /* A seek to @frame begins: whether what was recorded leads there from the present frame. If
   * any recorder returns FALSE all restart, at the earliest start. */
  gboolean (*leads_to) (
      gpointer self, const GstLifeTimeline *timeline, guint64 frame);

  /* The first frame that this has to record for @frame; @frame: none before it. */
  guint64 (*get_start) (
      gpointer self, const GstLifeTimeline *timeline, guint64 frame);

  /* Finishes what is pending of the present frame. */
  gboolean (*settle) (gpointer self, GstLifeTimeline *timeline, GError **error);

  /* Recording begins at the present frame; ends until it begins again. */
  gboolean (*begin) (gpointer self, GstLifeTimeline *timeline, GError **error);
  void (*end) (gpointer self, GstLifeTimeline *timeline);

  /* The next frame after @from, up to @to, at which the world has to stop. */
  guint64 (*next_stop) (
      gpointer self, const GstLifeTimeline *timeline, guint64 from, guint64 to);

  /* How many generations, at most @n, to step at once; @left: those up to the next stop. */
  guint64 (*slice) (gpointer self, guint64 n, guint64 left);

  /* The world is about to leave the present frame for frame @next. */
  gboolean (*leave) (
      gpointer self, GstLifeTimeline *timeline, guint64 next, GError **error);

  /* The world has come to the present frame, and its edits are done. */
  gboolean (*arrive) (gpointer self, GstLifeTimeline *timeline, GError **error);

  /* The cells of the present frame are about to be edited; all of them were replaced. */
  gboolean (*prepare_edit) (
      gpointer self, GstLifeTimeline *timeline, GError **error);
  gboolean (*replaced) (
      gpointer self, GstLifeTimeline *timeline, GError **error);

  /* Invalidates what was recorded of @frame and beyond it; @pauses: frame @frame stays as it
   * was, and those after it repeat it. */
  void (*cut) (
      gpointer self, GstLifeTimeline *timeline, guint64 frame, gboolean pauses);

  /* Whether the world may step ahead to @frame; it was reverted to the present one. */
  gboolean (*allows_ahead) (
      gpointer self, GstLifeTimeline *timeline, guint64 frame);
  void (*revert) (gpointer self, GstLifeTimeline *timeline);
} GstLifeRecorderClass;

/* The order in which they are called. */
typedef enum {
  GST_LIFE_RECORDER_CURVE,
  GST_LIFE_RECORDER_STAGNATION,
  GST_LIFE_RECORDER_HISTORY,
  GST_LIFE_RECORDER_CAMERA,
  GST_LIFE_RECORDER_CROSSFADE,
  GST_LIFE_N_RECORDERS
} GstLifeRecorderRank;

typedef struct {
  const GstLifeRecorderClass *klass; /* NULL: there is none of this rank */
  gpointer self;                     /* not owned */
} GstLifeRecorder;
