/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The time line of a world: which generation each frame shows, what was done to the
 * world by hand and at which frame, and frames that are kept to go back to. */
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
} GstLifeEditKind;

/* An entry of the time line: it takes place when frame @frame is reached. */
typedef struct {
  GstLifeEditKind kind;
  guint64 frame;
  LifePattern *pattern; /* PASTE */
  gint64 origin[3];     /* PASTE, PATCH */
  gboolean alone;       /* PASTE: all other cells die */
  LifeRule *rule;       /* RULE */
  guint64 seed;         /* SOUP, PATCH */
  LifeLine line;        /* LINE */
  guint undone;         /* UNDO: the index of the edit that is taken back */
  gboolean undoable;    /* it can be taken back, with those that follow it up to
                           the next one */
  LifeSnapshot *before; /* what the cells were then, while that is kept */
} GstLifeEdit;

/* Whether the world is ahead of the frame that was made last. */
typedef enum {
  GST_LIFE_AHEAD_NOT,
  GST_LIFE_AHEAD_STEPPED, /* it is at the next one, and can be taken back */
  GST_LIFE_AHEAD_DRAWN,   /* and that is being drawn */
} GstLifeAheadState;

/* What has a time line, and is called under the lock of its world. */
typedef struct {
  /* Fills the world with its first cells, at generation 0. */
  gboolean (*restart) (gpointer owner, GError **error);

  /* So many generations will be stepped. Of *@generations no more may be stepped at once than
   * what that is lowered to. So many were stepped; @edits_follow: the next frame may be
   * edited. */
  void (*begin_way) (gpointer owner, guint64 generations);
  gboolean (*slice) (gpointer owner, guint64 *generations, GError **error);
  void (*stepped) (gpointer owner, guint64 generations, gboolean edits_follow);

  /* Whether there is something to do from generation @now to @generation, so that the world
   * may not look ahead. */
  gboolean (*stops) (gpointer owner, guint64 now, guint64 generation);

  /* How many of the cells of a soup live. */
  gdouble (*get_density) (gpointer owner);

  /* The world is edited, or will be where the time line says: not for the second time, after
   * a seek. */
  void (*edited) (gpointer owner);

  /* How long a step took says nothing of the next one. */
  void (*forget_speed) (gpointer owner);

  void (*log) (gpointer owner, gboolean warns, const gchar *format, ...)
      G_GNUC_PRINTF (3, 4);
} GstLifeOwnerClass;

/* Frame 0 shows generation @start_generation. */
struct _GstLifeTimeline {
  const GstLifeOwnerClass *owner_class;
  gpointer owner;
  const gint
      *cancelled;   /* not 0: a long step is to end at once; read atomically */
  LifeWorld *world; /* the owner's; NULL: there is none */
  LifeBox
      soup; /* where a soup lies: the world, or what its first frame shows */
  guint64 start_generation;
  LifeRule *rule;          /* of generation 0 */
  guint64 seed, last_seed; /* of the first soup, and of the last one */
  guint64 frame;           /* that the world reached last; 0 before any */
  gboolean left;           /* a seek leads away from there */
  gboolean cells_invalid;  /* what failed may have changed some */
  GstLifeAheadState ahead;
  guint64 ahead_of; /* the frame to which the world can be taken back */

  /* The last frame of the generation before that which the present frame shows, if it
   * fades out there. */
  GstLifeKeyframe previous;

  gboolean kept;  /* whether what is past is kept at all */
  GArray *tempos; /* of GstLifeTempoChange, by frame */
  GArray *edits;  /* of GstLifeEdit, by frame; also those of undo.h */
  GstLifeKeyframes keyframes; /* as much memory is for what can be undone */
  GstLifeRecorder recorders[GST_LIFE_N_RECORDERS];
};

void gst_life_timeline_init (GstLifeTimeline *timeline);
void gst_life_timeline_finalize (GstLifeTimeline *timeline);

/* @recorder stays the caller's. */
void gst_life_timeline_set_recorder (GstLifeTimeline *timeline,
    GstLifeRecorderRank rank, const GstLifeRecorderClass *klass,
    gpointer recorder);

/* Forgets edits and keyframes; the world is a new one. */
void gst_life_timeline_clear (GstLifeTimeline *timeline);

/* Something failed halfway, and which cells the world has is not known. Where its past is
 * kept it goes back there before its next frame; else there is none. */
void gst_life_timeline_invalidate (GstLifeTimeline *timeline);

/* Numbers the frames of a new world; @memory_limit: its memory in bytes, 0: what is
 * available. */
void gst_life_timeline_start (
    GstLifeTimeline *timeline, const GstLifeTempo *tempo, guint64 memory_limit);

/* From frame @frame on the tempo is @tempo. What lay beyond that frame is forgotten, as
 * for an edit. */
void gst_life_timeline_change_tempo (
    GstLifeTimeline *timeline, guint64 frame, const GstLifeTempo *tempo);

/* Where nothing leads back: the world came no further than to @generation, which frame
 * @frame and those after it show, whatever was to be. @tempo is paused. */
void gst_life_timeline_hold (GstLifeTimeline *timeline, guint64 frame,
    guint64 generation, const GstLifeTempo *tempo);

/* The frame after frame @frame shows @generations more than it would. What lay beyond is
 * forgotten. */
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

/* How many frames up to frame @frame show another generation than the one before. */
guint64 gst_life_timeline_passed (
    const GstLifeTimeline *timeline, guint64 frame);

/* The weight of frame @frame against the last one that shows the generation before, if
 * frames fade. */
guint32 gst_life_timeline_weight (
    const GstLifeTimeline *timeline, guint64 frame);

/* Whether frame @frame is stored to fade out in the next ones; takes over @snapshot of the
 * frame that the world has reached. */
gboolean gst_life_timeline_has_previous (
    const GstLifeTimeline *timeline, guint64 frame);
void gst_life_timeline_keep_previous (
    GstLifeTimeline *timeline, LifeSnapshot *snapshot);
void gst_life_timeline_drop_previous (GstLifeTimeline *timeline);

/* Whether the world is at its present frame, and not on the way to the next one; whether it
 * has gone past frame @frame. */
gboolean gst_life_timeline_is_at_frame (const GstLifeTimeline *timeline);
gboolean gst_life_timeline_is_past (
    const GstLifeTimeline *timeline, guint64 frame);

gboolean gst_life_timeline_has_edits_after (
    const GstLifeTimeline *timeline, guint64 frame);

/* The first frame from that which the world reached last that does not show a
 * generation before the world's, and whether it shows that: an interrupted step may have left
 * the world between two frames. */
gboolean gst_life_timeline_frame (
    const GstLifeTimeline *timeline, guint64 *frame);

/* The edits of the frame that the world has reached which take place again when it is. */
GstLifeEdit *gst_life_timeline_edits (
    const GstLifeTimeline *timeline, guint *count);

/* Takes over @edit. What lay beyond its frame belongs to the old time line and is
 * forgotten; a keyframe of its frame does not show it. Where the past is not kept only
 * what can be undone is. */
void gst_life_timeline_keep_edit (GstLifeTimeline *timeline, GstLifeEdit *edit);

/* The seed of the last soup that is kept, if there is one. */
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
