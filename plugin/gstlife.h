/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GstLife: what lifesrc and lifestep share. Properties (gstlife-properties.c),
 * what they ask for (gstlife-open.c), the world (gstlife-world.c), its frames
 * (gstlife-frame.c), its time line (gstlife-timeline.c), actions (gstlife-actions.c), caps and frames
 * (gstlife-video.c). */
#pragma once

#include <gst/gst.h>
#include <gst/video/video.h>

#include <life/world.h>

#include "gstlife-progress.h"
#include "gstlifeenums.h"

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

/* What the properties say. The flags tell what was set by hand, where that
 * makes a difference. */
typedef struct {
  gchar *rule, *rule_path;
  guint world_width, world_height, world_depth;
  gboolean depth_set;
  LifeTopology topology;
  gchar *location;
  gchar *pattern;
  gint pattern_at[3];
  gdouble density;
  gboolean density_set;
  guint64 seed;
  guint generations;
  guint64 start_generation;
  LifeEngineOptions engine;
  gdouble zoom;
  gdouble view_x, view_y;
  LifeColorMode color_mode;
  guint alive_color, dead_color;
  gchar *palette;
  const LifeTheme *theme; /* of the last palette that there was */
  GstLifeViewKind view;
  LifeAxis slice_axis;
  gint slice, slice_step;
  gboolean post_messages;
} GstLifeSettings;

/* The journal of what was done to a world by hand, and kept generations. */
typedef struct {
  gboolean kept;          /* whether edits and checkpoints are kept at all */
  GArray *edits;          /* of GstLifeEdit, by generation */
  GPtrArray *checkpoints; /* of LifeSnapshot, by generation */
  gboolean checkpointing; /* a backward seek was asked for */
  guint64 interval;       /* generations from a checkpoint to the next */
  gsize bytes;            /* that the checkpoints hold */
} GstLifeTimeline;

typedef enum {
  GST_LIFE_EDIT_PASTE,
  GST_LIFE_EDIT_CLEAR,
  GST_LIFE_EDIT_RULE,
} GstLifeEditKind;

typedef struct {
  GstLifeEditKind kind;
  guint64 generation;
  LifePattern *pattern; /* PASTE */
  guint32 origin[3];    /* PASTE */
  LifeRule rule;        /* RULE */
} GstLifeEdit;

/* How a world starts when neither pattern nor soup was asked for. */
typedef enum {
  GST_LIFE_START_SOUP,
  GST_LIFE_START_EMPTY,
} GstLifeStart;

/* GstCuda's; NULL in a build without it. */
typedef struct _GstCudaContext GstCudaContext;

typedef struct {
  GstElement *element; /* not owned: it embeds this */

  /* Guards settings and what is reported. */
  GMutex lock;
  GstLifeSettings settings;
  guint settings_serial; /* another one after each property that was set */
  gboolean running; /* settings that cannot change in mid-stream are in use */
  LifeStatistics told;
  gchar *engine_used, *kernel_used;
  guint64 seed_used;
  /* The settings' rule as it was read, while running; whether no frame has begun
   * with it yet; the world that it has to suit, 0 wide where there is none. */
  LifeRule rule;
  gboolean rule_changed;
  LifeGeometry geometry;

  /* An error message was posted since the streaming thread last cleared this. */
  gboolean failed;

  /* Not 0: a long step is to end at once. Read and written atomically. */
  gint cancelled;

  /* Shared with other elements; there while the element is not in NULL. */
  GstCudaContext *cuda_context;

  /* Guards all below: the world and what it was made of. */
  GMutex world_lock;
  gboolean open;
  guint dimensions;
  LifeRule first_rule; /* at generation 0 */
  LifePattern *pattern;
  LifeGeometry given; /* sides that are not given are 0 */
  guint64 seed;
  GstLifeStart start;
  gboolean unit_zoom; /* a zoom of 0 means 1 where no world size is given */
  LifeWorld *world;
  gboolean filled; /* the world has its first cells */
  gboolean seeded; /* they come from a pattern or the soup */
  gdouble zoom;    /* chosen for the frame that the world was sized by */
  gboolean ahead;  /* the world is, or may be, past the frame shown last */
  GstLifeTimeline timeline;
  GstLifeProgress progress;
} GstLife;

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

/* Whether @value cannot be set in mid-stream; a warning message says so. */
gboolean gst_life_refuses_property (
    GstLife *life, const GValue *value, GParamSpec *pspec);

/* Applies controllers at @time after checking what they would set. */
gboolean gst_life_sync_values (
    GstLife *life, GstClockTime time, GError **error);

/* A copy of the settings with the strings left out. */
void gst_life_peek_settings (GstLife *life, GstLifeSettings *settings);
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
 * is there already stays. @restarted tells which. */
gboolean gst_life_configure (GstLife *life, guint width, guint height,
    gboolean *restarted, GError **error);

/* Brings the world to @generation, forwards or backwards. */
gboolean gst_life_goto (GstLife *life, guint64 generation, GError **error);

/* Lets the arriving picture, frame number @number, change the world. */
gboolean gst_life_absorb (GstLife *life, GstVideoFrame *picture, guint64 number,
    LifeInput input, gdouble threshold, GError **error);

/* Draws frame number @number into @frame and counts the generation that it
 * shows. */
gboolean gst_life_draw (GstLife *life, GstVideoFrame *frame, guint64 number,
    gboolean overlay, LifeStatistics *statistics, GError **error);

/* The same in two halves; what is begun has to be finished. */
gboolean gst_life_begin_frame (
    GstLife *life, GstVideoFrame *frame, guint64 number, GError **error);
gboolean gst_life_finish_frame (
    GstLife *life, LifeStatistics *statistics, GError **error);

/* Counts the present generation. */
gboolean gst_life_count (
    GstLife *life, LifeStatistics *statistics, GError **error);

/* Tells what was counted: in the properties, in @buffer's meta (unless it is
 * NULL) and, if asked for, in a message. */
void gst_life_tell (
    GstLife *life, GstBuffer *buffer, const LifeStatistics *statistics);

/* Looking ahead: the world steps on before its next frame is due. Until that is
 * taken for good (gst_life_keep_ahead()) it can be taken back, and is before
 * anybody else looks at the world or changes it. */

/* Steps on to @generation if the world can come back from there; TRUE when it is
 * there. */
gboolean gst_life_step_ahead (GstLife *life, guint64 generation);

/* Whether that would return long before it is done. */
gboolean gst_life_is_ahead_deferred (GstLife *life, guint64 generation);

/* As gst_life_begin_frame(), if the world looked ahead as far as @generation. */
gboolean gst_life_begin_frame_ahead (
    GstLife *life, GstVideoFrame *frame, guint64 number, guint64 generation);

/* Whether the world looks ahead; if it does, it stays there. */
gboolean gst_life_keep_ahead (GstLife *life);

/* Takes the world back to the frame that was shown last, if it is ahead. The
 * second one under the world lock. */
void gst_life_look_back (GstLife *life);
void gst_life_look_back_locked (GstLife *life);

/* Turns @error into an error message of the element and frees it; what ended
 * because it was cancelled is not an error. Returns what to return from the
 * streaming thread. */
GstFlowReturn gst_life_fail (GstLife *life, GError *error);

/* Says in an error message that no caps suit @pad and its peer, unless the
 * element gave a better reason already or the pad is flushing. */
void gst_life_fail_negotiation (GstLife *life, GstPad *pad);

/* Reads and checks a rule that is set while running; FALSE where it cannot be had. */
gboolean gst_life_set_rule (GstLife *life, const gchar *text, GError **error);

/* Takes a rule that was set while running, or says in @wrong why not; under
 * the world lock. */
void gst_life_take_new_rule (GstLife *life, GError **wrong);

/* The time line. All under the world lock. */
void gst_life_timeline_init (GstLifeTimeline *timeline);
void gst_life_timeline_clear (GstLifeTimeline *timeline);
void gst_life_timeline_edit (GstLifeTimeline *timeline, GstLifeEdit *edit);
void gst_life_edit_clear (GstLifeEdit *edit);
gboolean gst_life_timeline_has_edits_after (
    const GstLifeTimeline *timeline, guint64 generation);
gboolean gst_life_timeline_advance (
    GstLife *life, guint64 generation, GError **error);
gboolean gst_life_timeline_rewind (
    GstLife *life, guint64 generation, GError **error);
gboolean gst_life_apply_edit (
    GstLife *life, const GstLifeEdit *edit, GError **error);
gboolean gst_life_restart (GstLife *life, GError **error);

/* Caps and frames. */
#define GST_LIFE_SIZES                                        \
  "width = (int) [ 1, 16384 ], height = (int) [ 1, 16384 ], " \
  "framerate = (fraction) [ 0/1, 2147483647/1 ], "            \
  "interlace-mode = (string) progressive"
#define GST_LIFE_COLOR_FORMATS "I420, NV12, RGBA, BGRA, RGBx, BGRx"
#define GST_LIFE_SYSTEM_CAPS                                 \
  "video/x-raw, format = (string) { " GST_LIFE_COLOR_FORMATS \
  ", GRAY8 }, " GST_LIFE_SIZES
#ifdef GST_LIFE_HAVE_CUDA
#define GST_LIFE_CAPS                                  \
  "video/x-raw(memory:CUDAMemory), format = (string) " \
  "{ " GST_LIFE_COLOR_FORMATS " }, " GST_LIFE_SIZES "; " GST_LIFE_SYSTEM_CAPS
#else
#define GST_LIFE_CAPS GST_LIFE_SYSTEM_CAPS
#endif

/* What @pad may carry: its template, less what only a GPU can make where there
 * is none. */
GstCaps *gst_life_possible_caps (GstLife *life, GstPad *pad);

/* Maps @buffer where the engine reads or writes it fastest. */
gboolean gst_life_map_frame (GstLife *life, GstVideoFrame *frame,
    const GstVideoInfo *info, GstBuffer *buffer, GstMapFlags flags);

void gst_life_frame_from_video (LifeFrame *frame, GstVideoFrame *video);
gboolean gst_life_decide_pool (GstLife *life, GstQuery *query);
void gst_life_propose_pool (GstLife *life, GstQuery *query);

G_END_DECLS
