/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GstLife: what lifesrc and lifestep share. Properties (settings/properties.c) set
 * settings (settings/settings.c); what they ask for is read in world/open.c. The
 * world (world/world.c), its time line (world/timeline.c), actions on it
 * (world/actions.c), long steps (world/progress.c), its frames (frames/frame.c),
 * those that are being made (frames/picture.c) and made ahead (frames/ahead.c),
 * caps and buffers (video/video.c). */
#pragma once

#include <gst/gst.h>
#include <gst/video/video.h>

#include <life/world.h>

#include "plugin/frames/ahead.h"
#include "plugin/settings/settings.h"
#include "plugin/video/cuda.h"
#include "plugin/world/progress.h"
#include "plugin/world/timeline.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_life_debug);

/* Property ids of the shared properties; an element's own start at
 * GST_LIFE_PROP_LAST. */
enum {
  GST_LIFE_PROP_RULE = 1,
  GST_LIFE_PROP_RULE_PATH,
  GST_LIFE_PROP_WORLD_WIDTH,
  GST_LIFE_PROP_WORLD_HEIGHT,
  GST_LIFE_PROP_WORLD_DEPTH,
  GST_LIFE_PROP_TOPOLOGY,
  GST_LIFE_PROP_LOCATION,
  GST_LIFE_PROP_PATTERN,
  GST_LIFE_PROP_PATTERN_X,
  GST_LIFE_PROP_PATTERN_Y,
  GST_LIFE_PROP_PATTERN_Z,
  GST_LIFE_PROP_DENSITY,
  GST_LIFE_PROP_SEED,
  GST_LIFE_PROP_GENERATIONS,
  GST_LIFE_PROP_START_GENERATION,
  GST_LIFE_PROP_ENGINE,
  GST_LIFE_PROP_KERNEL,
  GST_LIFE_PROP_PDL,
  GST_LIFE_PROP_CUDA_DEVICE_ID,
  GST_LIFE_PROP_THREADS,
  GST_LIFE_PROP_ZOOM,
  GST_LIFE_PROP_VIEW_X,
  GST_LIFE_PROP_VIEW_Y,
  GST_LIFE_PROP_COLOR_MODE,
  GST_LIFE_PROP_ALIVE_COLOR,
  GST_LIFE_PROP_DEAD_COLOR,
  GST_LIFE_PROP_PALETTE,
  GST_LIFE_PROP_VIEW,
  GST_LIFE_PROP_SLICE_AXIS,
  GST_LIFE_PROP_SLICE,
  GST_LIFE_PROP_SLICE_STEP,
  GST_LIFE_PROP_POST_MESSAGES,
  GST_LIFE_PROP_GENERATION,
  GST_LIFE_PROP_POPULATION,
  GST_LIFE_PROP_ENGINE_USED,
  GST_LIFE_PROP_KERNEL_USED,
  GST_LIFE_PROP_LAST,
};

/* How a world starts when neither pattern nor soup was asked for. */
typedef enum {
  GST_LIFE_START_SOUP,
  GST_LIFE_START_EMPTY,
} GstLifeStart;

struct _GstLife {
  GstElement *element; /* not owned: it embeds this */

  /* Guards settings and what is reported. */
  GMutex lock;
  GstLifeSettings settings;
  guint settings_serial; /* another one after each property that was set */
  gboolean running; /* settings that cannot change in mid-stream are in use */
  LifeStatistics reported;
  gchar *engine_used, *kernel_used;
  guint64 seed_used;
  /* The settings' rule as it was read, while running; whether no frame has begun
   * with it yet; the world that it has to suit, with sides of 0 that are
   * not known yet. */
  LifeRule rule;
  gboolean rule_changed;
  LifeGeometry geometry;

  /* Not 0: an error message was posted since the streaming thread last cleared
   * this. Read and written atomically. */
  gint failed;

  /* Not 0: a long step is to end at once. Read and written atomically. */
  gint cancelled;

  GstLifeCuda cuda;

  /* An element's own, set before it is used. */
  gboolean unit_zoom; /* a zoom of 0 means 1 where no world size is given */

  /* Guards all below: the world and what it was made of. */
  GMutex world_lock;
  guint dimensions;
  LifePattern *pattern;
  LifeGeometry given; /* sides that are not given are 0 */
  guint64 seed;
  GstLifeStart start;
  LifeWorld *world;
  gboolean filled; /* the world has its first cells */
  gboolean seeded; /* they come from a pattern or the soup */
  gdouble zoom;    /* chosen for the frame that the world was sized by */
  GstLifeTimeline timeline;
  GstLifeProgress progress;
  GstLifeAhead ahead;
};

/* Life and death of the struct; @element embeds it. */
void gst_life_init (GstLife *life, GstElement *element);
void gst_life_finalize (GstLife *life);

/* Properties. The setter and the getter return FALSE for ids that are not
 * shared. */
/* Installs the shared properties and actions; @offset is where the class's
 * instances embed their GstLife. */
void gst_life_class_install (GObjectClass *klass, glong offset);
void gst_life_class_install_actions (GObjectClass *klass, glong offset);
gboolean gst_life_set_property (
    GstLife *life, guint id, const GValue *value, GParamSpec *pspec);
gboolean gst_life_get_property (
    GstLife *life, guint id, GValue *value, GParamSpec *pspec);

/* Whether settings that cannot change in mid-stream are in use. */
gboolean gst_life_is_running (GstLife *life);

/* Whether @value cannot be set in mid-stream; a warning message says so. */
gboolean gst_life_refuses_property (
    GstLife *life, const GValue *value, GParamSpec *pspec);

/* Applies controllers at @time after checking what they would set. */
gboolean gst_life_sync_values (
    GstLife *life, GstClockTime time, GError **error);

/* Whether a GPU's memory is out of reach while the element runs. */
gboolean gst_life_lacks_gpu (GstLife *life);

/* The part of the elements' set_context that shares the GPU's context. */
void gst_life_set_context (GstLife *life, GstContext *context);

/* A copy of the settings, to be cleared, with the context that the engine is to
 * use. */
void gst_life_get_settings (GstLife *life, GstLifeSettings *settings);
guint gst_life_settings_serial (GstLife *life);

/* Whether a rule was set that no frame has begun with yet. */
gboolean gst_life_has_new_rule (GstLife *life);

/* Reads pattern and rule and checks all that needs no caps; READY to PAUSED. */
gboolean gst_life_open (GstLife *life, GstLifeStart start, GError **error);

/* Reads a rule; table rules are looked for in the rule path, then in the pattern's
 * file and beside it, then where they always are. */
gboolean gst_life_parse_rule (const GstLifeSettings *settings,
    const gchar *text, guint dimensions, LifeRule *rule, GError **error);

/* Where the pattern goes in a world of that shape. */
gboolean gst_life_place_pattern (const GstLife *life,
    const GstLifeSettings *settings, const LifeGeometry *geometry,
    guint32 origin[3], GError **error);

/* Whether edits by hand are kept for seeks, from the next world on. */
void gst_life_keep_timeline (GstLife *life, gboolean kept);

/* Whether there is a world with its first cells, else an error; under the world
 * lock. */
gboolean gst_life_need_world (const GstLife *life, GError **error);

/* Whether there is a world, and whether a pattern or the soup gave or gives it its
 * first cells. */
gboolean gst_life_has_world (GstLife *life);
gboolean gst_life_is_seeded (GstLife *life);

/* Forgets everything; PAUSED to READY. */
void gst_life_close (GstLife *life);

/* Makes the world on the way to PAUSED if no caps are needed for it; under the
 * world lock. */
gboolean gst_life_make_known_world (
    GstLife *life, const GstLifeSettings *settings, GError **error);

/* What the world's size and the zoom for a frame of this size follow from. */
void gst_life_fill_sizing (const GstLife *life, const GstLifeSettings *settings,
    guint width, guint height, LifeSizing *sizing);

/* Makes the world that a frame of this size shows; a world of that size that
 * is there already stays. @restarted returns which. */
gboolean gst_life_configure (GstLife *life, guint width, guint height,
    gboolean *restarted, GError **error);

/* Brings the world to frame @frame of its time line, forwards or backwards. */
gboolean gst_life_goto (GstLife *life, guint64 frame, GError **error);

/* Lets the arriving picture, frame number @number, change the world. */
gboolean gst_life_absorb (GstLife *life, GstVideoFrame *picture, guint64 number,
    LifeInput input, gdouble threshold, GError **error);

/* Draws frame number @number into @frame and counts the generation that it
 * shows. */
gboolean gst_life_draw (GstLife *life, GstVideoFrame *frame, guint64 number,
    gboolean overlay, LifeStatistics *statistics, GError **error);

/* The same in two halves; what is begun has to be finished. The second one under the
 * world lock. */
gboolean gst_life_begin_frame (
    GstLife *life, GstVideoFrame *frame, guint64 number, GError **error);
gboolean gst_life_begin_frame_locked (
    GstLife *life, GstVideoFrame *frame, guint64 number, GError **error);
gboolean gst_life_finish_frame (
    GstLife *life, LifeStatistics *statistics, GError **error);

/* Counts the present generation. */
gboolean gst_life_count (
    GstLife *life, LifeStatistics *statistics, GError **error);

/* Tells what was counted: in the properties, in @buffer's meta (unless it is
 * NULL) and, if asked for, in a message. */
void gst_life_report (
    GstLife *life, GstBuffer *buffer, const LifeStatistics *statistics);

/* Turns @error into an error message of the element and frees it; what ended
 * because it was cancelled is not an error. Returns what to return from the
 * streaming thread. */
GstFlowReturn gst_life_fail (GstLife *life, GError *error);

/* Says in an error message that no caps suit @pad and its peer, unless the
 * element gave a better reason already or the pad is flushing. */
void gst_life_fail_negotiation (GstLife *life, GstPad *pad);

/* Reads and checks a rule that is set while running; FALSE where it cannot be had. */
gboolean gst_life_set_rule (GstLife *life, const gchar *text, GError **error);

/* Lets `rule` read the world's own again, where no other one waits for its frame;
 * under the world lock. */
void gst_life_read_rule_back (GstLife *life);

/* Takes a rule that was set while running, or says in @wrong why not; under
 * the world lock. */
void gst_life_take_new_rule (GstLife *life, GError **wrong);

/* The world on its time line; under the world lock. */

/* Does @edit, which it takes over, to the world now, or when the next frame is
 * reached where the world is between two. */
gboolean gst_life_edit (GstLife *life, GstLifeEdit *edit, GError **error);

/* Takes the world forwards to frame @frame, replaying the journal on the way. The
 * caller ends its progress, without the lock: handlers of messages may want it. */
gboolean gst_life_timeline_advance (
    GstLife *life, guint64 frame, GError **error);

/* Takes the world back to the last frame kept that is not past @frame, or to its
 * start. */
gboolean gst_life_timeline_rewind (
    GstLife *life, guint64 frame, GError **error);

/* Takes the world back to generation 0; its time line stays. */
gboolean gst_life_restart (GstLife *life, GError **error);

/* Maps @buffer for the engine that runs the world. */
gboolean gst_life_map_frame (GstLife *life, GstVideoFrame *frame,
    const GstVideoInfo *info, GstBuffer *buffer, GstMapFlags flags);

G_END_DECLS
