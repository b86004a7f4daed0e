/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GstLife: what an element has beside its base class: settings, a world and its time
 * line. The other files of this folder, and those of play/, are what is done with it. */
#pragma once

#include <gst/gst.h>

#include <life/waypoints.h>
#include <life/world.h>

#include "plugin/settings/properties.h"
#include "plugin/text/caption-text.h"
#include "plugin/timeline/crossfade.h"
#include "plugin/timeline/curve.h"
#include "plugin/timeline/cell-history.h"
#include "plugin/timeline/track.h"
#include "plugin/timeline/watch.h"
#include "plugin/video/cuda.h"
#include "plugin/world/checkpoints.h"
#include "plugin/world/progress.h"

GST_DEBUG_CATEGORY_EXTERN (gst_life_debug);

/* Holds a mutex until the block ends. */
#define GST_LIFE_HOLD(mutex) \
  g_autoptr (GMutexLocker) G_GNUC_UNUSED locker = g_mutex_locker_new (mutex)

/* How a world starts when neither pattern nor soup was asked for. */
typedef enum {
  GST_LIFE_START_SOUP,
  GST_LIFE_START_EMPTY,
} GstLifeStart;

/* Which sides of a plane that topology=auto has made are watched, as bits, and for how many
 * generations from @looked on life cannot come to any of them; @room is 0 before that was
 * looked at first (world/edge.h). */
#define GST_LIFE_SIDES 6
typedef struct {
  guint sides;
  guint64 looked, room;
} GstLifeEdge;

/* The caption of the frame in the making; without flags there is none. */
typedef struct {
  guint64 number; /* the frame's on the time line */
  LifeFrame frame;
  guint flags;
  gchar *font; /* one of the settings' strings */
  guint32 color;
  GstLifeCorner corner;
  gchar *name, *rule;
} GstLifeCaption;

/* A frame, and what of which world it shows. */
typedef struct {
  guint width, height; /* 0: there is none */
  LifeGeometry geometry;
  LifeView view;
} GstLifeShown;

/* A frame that was begun: what it shows, its number in the time line, the slice that it
 * shows (-1: none), and what is counted with it. */
typedef struct {
  GstLifeShown shown;
  guint64 number;
  gint64 slice;
  LifeCountFlags wanted;
} GstLifeBegun;

/* What sees frames before the one that is shown, in the order of their ranks; under the lock
 * of the world. */
typedef struct {
  GstLifeCurve curve;
  GstLifeWatch stagnation;
  GstLifeCellHistory history;
  GstLifeTrack camera;
  GstLifeCrossfade crossfade;
} GstLifeRecorders;

/* The picture of the frame that fades out, which the world keeps; @serial is that of the
 * recorder (timeline/crossfade.h). */
typedef struct {
  gboolean is_drawn;
  guint serial;
  LifeView view;
  LifeFrame shape;
} GstLifeFade;

/* Frames that are drawn; under the lock of the world. */
typedef struct {
  /* In the making, the oldest first, and the last one that was finished or counted. */
  GstLifeBegun begun[LIFE_MAX_BEGUN_FRAMES];
  guint n_begun;
  GstLifeBegun made;
  gboolean view_is_wrong, view_was_wrong; /* the present one, the last one */
  GstLifeFade fade;
  GstLifeCaption caption;
  GstLifeCaptionMaker *caption_maker; /* NULL before the first caption */
  gchar *caption_warning;             /* to be posted */
} GstLifeDrawing;

/* An element's own, set before it is used. */
typedef struct {
  /* The world lies under an arriving picture: without a size it has a cell per pixel, and it
   * is never a plane unless that is asked for. */
  gboolean under_picture;
  /* What color-mode=auto stands for in flat views of two states, unless it is that; and what
   * no palette stands for then, NULL: the default one. */
  LifeColorMode auto_color_mode;
  LifePalette *auto_palette;
  gboolean
      text_is_stamped; /* the words of text are not what the world starts from */
} GstLifeTraits;

/* The streaming thread's alone. */
typedef struct {
  LifeMoment moment; /* when the frame in the making is shown */
  gboolean upright;  /* pictures are read, so that no view is turned */
  guint8 out_of_range[GST_LIFE_MAX_PROPERTIES]; /* as controllers set them */
} GstLifeStreaming;

/* What follows from the settings while they are in use; under their lock. */
typedef struct {
  guint serial;     /* another one after each property that was set */
  gboolean running; /* settings that cannot change in mid-stream are in use */
  LifeKernel auto_kernel; /* what kernel=auto stands for */
  guint64 seed_used;
  /* The settings' rule as it was read, while running, else NULL; whether no frame
   * has begun with it yet; the world that it has to suit, with sides of 0 that are
   * not known yet. */
  LifeRule *rule;
  gboolean rule_changed;
  LifeGeometry geometry;
  gboolean
      tempo_changed; /* the tempo was set, and no frame has begun with it */
  guint64
      steps; /* by so many generations the next frame is further on than by its tempo */
} GstLifeRequested;

/* What users see and do; under the lock of settings. */
typedef struct {
  GstLifeShown shown; /* the frame that was finished last */
  GArray *pending;    /* of GstLifeEdit: edits that wait (play/edit-queue.h) */
  gdouble last_grid;  /* that a key switched off */
  gboolean
      fit_wanted; /* the next frame shows all that lives (frames/moved.h) */
  /* Which properties the view's moves set, to be notified. */
  guint8 moved[GST_LIFE_MAX_PROPERTIES];
} GstLifeInteraction;

/* What the world was made of; under its lock. */
typedef struct {
  guint dimensions;
  LifePattern *pattern;
  LifeBackup *backup;  /* that the world starts from instead; or NULL */
  LifeGeometry given;  /* sides that are not given are 0 */
  gboolean auto_plane; /* topology=auto has made it a plane */
  gboolean margin;     /* it reaches beyond the frame, see #LifeSizing */
  GstLifeStart start;
  gboolean seeded;   /* its first cells come from a pattern or the soup */
  gdouble zoom;      /* chosen for the frame that the world was sized by */
  gdouble center[2]; /* where there are no edges, what a view's -1 stands for */
} GstLifeInitial;

/* The world as it runs; under its lock. */
typedef struct {
  gboolean filled;        /* it has its first cells */
  guint n_savings;        /* that are being written, which it waits for */
  GCond saved;            /* there are none any more */
  GstLifeBackups backups; /* that are written */
  GstLifeProgress progress;
  GstLifeEdge edge;
  LifeRule *written_rule; /* the one whose text is @rule_text, or NULL */
  gchar *rule_text;
  /* Memory lacked, so that it was paused and frames are shown without history; whether that
   * is still to be reported. */
  gboolean is_held, held_anew;
  gboolean stroke_failed; /* the line that was drawn last was not */
  gchar *warning;         /* to be posted (play/edit-queue.h) */
} GstLifeRuntime;

/* An element. Of what has no lock each part says whose it is. */
typedef struct {
  GstElement *element; /* not owned: it embeds this */
  GstLifeTraits traits;
  GstLifeStreaming streaming;
  GstLifeCuda cuda;

  GMutex
      lock; /* guards these three; when both are taken, inside of world_lock */
  GstLifeSettings settings;
  GstLifeRequested requested;
  GstLifeInteraction interaction;

  /* Not 0: an error message was posted since the streaming thread last cleared this; a long
   * step is to end at once. Read and written atomically. */
  gint failed, cancelled;

  GMutex world_lock; /* guards all below */
  LifeWorld *world;  /* NULL: there is none */
  GstLifeInitial initial;
  GstLifeRuntime runtime;
  GstLifeTimeline timeline;
  GstLifeRecorders recorders;
  GstLifeDrawing drawing;
} GstLife;

/* Life and death of the struct; @element embeds it. */
void gst_life_init (GstLife *life, GstElement *element);
void gst_life_finalize (GstLife *life);

/* A copy of the settings, to be cleared, with the context that the engine is to
 * use. */
void gst_life_get_settings (GstLife *life, GstLifeSettings *settings);

/* Another one after each property that was set. */
guint gst_life_settings_serial (GstLife *life);

/* The part of the elements' set_context that shares the GPU's context. */
void gst_life_set_context (GstLife *life, GstContext *context);

/* Whether a GPU's memory is out of reach while the element runs. */
gboolean gst_life_lacks_gpu (GstLife *life);

/* Whether some of a frame may be less than opaque. */
gboolean gst_life_has_alpha (GstLife *life);

/* Whether settings that cannot change in mid-stream are in use. */
gboolean gst_life_is_running (GstLife *life);

/* Whether a rule or a tempo was set that no frame has begun with yet. */
gboolean gst_life_has_changes (GstLife *life);

/* Whether edits by hand are kept for seeks, from the next world on. */
void gst_life_set_replayable (GstLife *life, gboolean kept);

/* Whether there is a world, and whether a pattern or the soup gave or gives it its
 * first cells. */
gboolean gst_life_has_world (GstLife *life);
gboolean gst_life_is_seeded (GstLife *life);

void gst_life_caption_clear (GstLifeCaption *caption);

/* Posts that a font was replaced, and frees @warning (nullable). */
void gst_life_warn_of_font (GstLife *life, gchar *warning);

/* Forgets the world and its time line; under the world lock. */
void gst_life_drop_world (GstLife *life);

/* Forgets everything; PAUSED to READY. */
void gst_life_close (GstLife *life);

/* The elements' change_state() after that of their base class, which returned @ret. */
void gst_life_follow_state (
    GstLife *life, GstStateChange transition, GstStateChangeReturn ret);
