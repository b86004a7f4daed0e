/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The time line of a world: which generation each frame shows, edits by frame, and keyframes
 * to return to. */
#pragma once

#include <life/world.h>

#include "plugin/timeline/keyframes.h"
#include "plugin/timeline/numbering.h"
#include "plugin/timeline/recorder.h"

typedef enum {
  GST_LIFE_EDIT_PASTE,
  GST_LIFE_EDIT_CLEAR,
  GST_LIFE_EDIT_RULE,
  GST_LIFE_EDIT_SOUP,
  GST_LIFE_EDIT_PATCH,
  GST_LIFE_EDIT_LINE,
  GST_LIFE_EDIT_UNDO,
  GST_LIFE_EDIT_REDO,
} GstLifeEditKind;

/* An entry of the time line: it is applied when frame @frame is reached. */
typedef struct {
  GstLifeEditKind kind;
  guint64 frame;
  LifePattern *pattern;  /* PASTE */
  gint64 origin[3];      /* PASTE */
  gboolean clears_first; /* PASTE: all other cells die */
  LifeRule *rule;        /* RULE */
  guint64 seed;          /* SOUP, PATCH */
  gboolean density_set;  /* SOUP: @density, not the owner's */
  gdouble density;       /* PATCH too */
  LifeBox box;           /* PATCH */
  LifeLine line;         /* LINE */
  guint undone;      /* UNDO, REDO: the index of the edit that is undone; a redo
                        undoes an undo */
  gboolean undoable; /* it can be undone, with those up to the next one */
  LifeSnapshot
      *previous_cells; /* while they are stored for an undo or a redo */
} GstLifeEdit;

/* Whether the world is ahead of the last frame. */
typedef enum {
  GST_LIFE_AHEAD_NONE,
  GST_LIFE_AHEAD_STEPPED, /* it is at the next frame, and can be reverted */
  GST_LIFE_AHEAD_DRAWN,   /* and that frame is being drawn */
} GstLifeAheadState;

/* The owner of a time line. All is called under the lock of its world. */
typedef struct {
  /* Fills the world with its first cells, at generation 0. */
  gboolean (*restart) (gpointer owner, GError **error);

  /* @generations are about to be stepped; slice() lowers *@generations to what may be stepped
   * at once; stepped() follows each slice. @edits_follow: the next frame may be edited. */
  void (*begin_steps) (gpointer owner, guint64 generations);
  gboolean (*slice) (gpointer owner, guint64 *generations, GError **error);
  void (*stepped) (gpointer owner, guint64 generations, gboolean edits_follow);

  /* Whether the owner has work between generations @now and @generation, so that the world may
   * not step ahead. */
  gboolean (*stops) (gpointer owner, guint64 now, guint64 generation);

  /* The fraction of a soup's cells that live. */
  gdouble (*get_density) (gpointer owner);

  /* A new edit was made; not called when a seek applies it again. */
  void (*edited) (gpointer owner);

  /* The speed that was measured is no longer valid. */
  void (*reset_speed) (gpointer owner);

  void (*log) (gpointer owner, gboolean warns, const gchar *format, ...)
      G_GNUC_PRINTF (3, 4);
} GstLifeOwnerClass;

/* Frame 0 shows generation @start_generation. */
struct _GstLifeTimeline {
  const GstLifeOwnerClass *owner_class;
  gpointer owner;
  const gint *cancelled; /* not 0: a long step ends at once; read atomically */
  LifeWorld *world;      /* the owner's; NULL: there is none */
  LifeBox
      soup; /* where a soup lies: the world, or what its first frame shows */
  guint64 start_generation;
  LifeRule *rule;          /* of generation 0 */
  guint64 seed, last_seed; /* of the first soup, and of the last one */
  guint64 frame;           /* that the world reached last; 0 before any */
  gboolean leaving;        /* a seek to another frame is pending */
  gboolean cells_invalid;  /* a failed call may have changed some */
  GstLifeAheadState ahead;
  guint64 revert_frame; /* the frame to which the world can be reverted */

  /* The last frame of the previous generation, if it fades out in the present one. */
  GstLifeKeyframe previous;

  gboolean replayable; /* edits, tempos and keyframes are stored for seeks */
  GArray *tempos;      /* of GstLifeTempoChange, by frame */
  GArray *edits;       /* of GstLifeEdit, by frame; also what can be undone */
  GArray *events; /* of GstLifeEdit, by frame: those that are due there whatever
                     else is edited, before all others of their frame */
  GstLifeKeyframes keyframes; /* undo has a budget of the same size */
  GstLifeRecorder recorders[GST_LIFE_N_RECORDERS];
};

void gst_life_timeline_init (GstLifeTimeline *timeline);
void gst_life_timeline_finalize (GstLifeTimeline *timeline);

/* @recorder is not owned. */
void gst_life_timeline_set_recorder (GstLifeTimeline *timeline,
    GstLifeRecorderRank rank, const GstLifeRecorderClass *klass,
    gpointer recorder);

/* Drops edits and keyframes, for a new world. */
void gst_life_timeline_clear (GstLifeTimeline *timeline);

/* A call failed halfway and left invalid cells. A replayable world returns to valid ones
 * before its next frame; another one has no next frame. */
void gst_life_timeline_invalidate (GstLifeTimeline *timeline);

/* Numbers the frames of a new world; @memory_limit: its memory in bytes, 0: what is
 * available. */
void gst_life_timeline_start (
    GstLifeTimeline *timeline, const GstLifeTempo *tempo, guint64 memory_limit);

/* Sets the tempo from frame @frame on. Drops what lay beyond that frame, as an edit does. */
void gst_life_timeline_change_tempo (
    GstLifeTimeline *timeline, guint64 frame, const GstLifeTempo *tempo);

/* For a world that is not replayable: frame @frame and those after it show @generation,
 * whatever they would have shown. @tempo is paused. */
void gst_life_timeline_pause_at (GstLifeTimeline *timeline, guint64 frame,
    guint64 generation, const GstLifeTempo *tempo);

/* The frame after frame @frame shows @generations more than it would. Drops what lay
 * beyond. */
void gst_life_timeline_step (
    GstLifeTimeline *timeline, guint64 frame, guint64 generations);

/* The tempo that was set last. */
const GstLifeTempo *gst_life_timeline_get_tempo (
    const GstLifeTimeline *timeline);

void gst_life_edit_clear (GstLifeEdit *edit);

/* Which generation frame @frame shows; an error where that number is too large. */
gboolean gst_life_timeline_generation (const GstLifeTimeline *timeline,
    guint64 frame, guint64 *generation, GError **error);

/* The first frame that shows the generation of frame @frame. */
guint64 gst_life_timeline_since (
    const GstLifeTimeline *timeline, guint64 frame);

/* How many frames up to frame @frame show another generation than the previous frame. */
guint64 gst_life_timeline_passed (
    const GstLifeTimeline *timeline, guint64 frame);

/* The weight of frame @frame against the last frame of the previous generation, if frames
 * fade. */
guint32 gst_life_timeline_weight (
    const GstLifeTimeline *timeline, guint64 frame);

/* Whether frame @frame is stored to fade out in the next ones; stores @snapshot, which it
 * owns from then on, of the world's present frame. */
gboolean gst_life_timeline_has_previous (
    const GstLifeTimeline *timeline, guint64 frame);
void gst_life_timeline_store_previous (
    GstLifeTimeline *timeline, LifeSnapshot *snapshot);
void gst_life_timeline_drop_previous (GstLifeTimeline *timeline);

/* Whether the world is at its present frame, and not on the way to the next one; whether it
 * has gone past frame @frame. */
gboolean gst_life_timeline_is_at_frame (const GstLifeTimeline *timeline);
gboolean gst_life_timeline_is_past (
    const GstLifeTimeline *timeline, guint64 frame);

gboolean gst_life_timeline_has_edits_after (
    const GstLifeTimeline *timeline, guint64 frame);

/* Whether an event is due after frame @from, up to @to; those of the present frame. */
gboolean gst_life_timeline_has_events_between (
    const GstLifeTimeline *timeline, guint64 from, guint64 to);
GstLifeEdit *gst_life_timeline_events (
    const GstLifeTimeline *timeline, guint *count);

/* The first frame, from the present one on, that shows the world's generation or a later one;
 * FALSE where it shows a later one: an interrupted step left the world between two frames. */
gboolean gst_life_timeline_frame (
    const GstLifeTimeline *timeline, guint64 *frame);

/* The edits to be applied again at the present frame. */
GstLifeEdit *gst_life_timeline_edits (
    const GstLifeTimeline *timeline, guint *count);

/* Stores @edit, which is owned from then on, and drops what lay beyond its frame, with a
 * keyframe of its frame. Where nothing is replayable only what can be undone is stored. */
void gst_life_timeline_record_edit (
    GstLifeTimeline *timeline, GstLifeEdit *edit);

/* The seed of the last soup among the stored edits; FALSE: there is none. */
gboolean gst_life_timeline_last_seed (
    const GstLifeTimeline *timeline, guint64 *seed);

/* The world's rule after the edits of frame @frame. */
const LifeRule *gst_life_timeline_rule_at (
    const GstLifeTimeline *timeline, guint64 frame);

/* The first frame after @from that does not repeat its generation, at most @target. */
guint64 gst_life_timeline_next_generation (
    const GstLifeTimeline *timeline, guint64 from, guint64 target);

/* How far the world may go from frame @from without an edit or a keyframe, at most to
 * @target. */
guint64 gst_life_timeline_next_stop (
    const GstLifeTimeline *timeline, guint64 from, guint64 target);
