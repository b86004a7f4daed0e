/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GstLife, which an element embeds: settings, a world and its time line. */
#pragma once

#include <gst/gst.h>

#include <life/waypoints.h>
#include <life/world.h>

#include "plugin/settings/events.h"
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

/* Locks a mutex until the block ends. */
#define GST_LIFE_LOCK(mutex) \
  g_autoptr (GMutexLocker) G_GNUC_UNUSED locker = g_mutex_locker_new (mutex)

/* How a world starts if neither pattern nor soup is set. */
typedef enum {
  GST_LIFE_START_SOUP,
  GST_LIFE_START_EMPTY,
} GstLifeStart;

#define GST_LIFE_SIDES 6
typedef struct {
  guint sides;
  guint64 checked, room;
} GstLifeEdge;

/* The caption of the frame that is being drawn; without flags there is none. */
typedef struct {
  guint64 number; /* the frame's on the time line */
  LifeFrame frame;
  guint flags;
  gchar *font; /* reference counted, as in the settings */
  guint32 color;
  GstLifeCorner corner;
  gchar *name, *rule;
} GstLifeCaption;

/* A frame, and the view of which world it shows. */
typedef struct {
  guint width, height; /* 0: there is none */
  LifeGeometry geometry;
  LifeView view;
} GstLifeShown;

/* A frame that is drawn: what it shows, its number in the time line, the slice that it shows
 * (-1: none), and what is counted with it. */
typedef struct {
  GstLifeShown shown;
  guint64 number;
  gint64 slice;
  LifeCountFlags counts;
} GstLifeDrawnFrame;

/* The recorders, in the order of their ranks; under the lock of the world. */
typedef struct {
  GstLifeCurve curve;
  GstLifeWatch stagnation;
  GstLifeCellHistory history;
  GstLifeTrack camera;
  GstLifeCrossfade crossfade;
} GstLifeRecorders;

/* The picture of the frame that fades out, which the renderer stores; @serial: of the recorder
 * (timeline/crossfade.h). */
typedef struct {
  gboolean is_drawn;
  guint serial;
  LifeView view;
  LifeFrame shape;
} GstLifeFade;

/* Frames that are drawn; under the lock of the world. */
typedef struct {
  /* Pending, the oldest first, and the last one that was finished or counted. */
  GstLifeDrawnFrame pending[LIFE_MAX_PENDING_FRAMES];
  guint n_pending;
  GstLifeDrawnFrame finished;
  gboolean view_is_invalid,
      view_was_invalid; /* the present one, the last one */
  GstLifeFade fade;
  GstLifeCaption caption;
  GstLifeCaptionMaker *caption_maker; /* NULL before the first caption */
  gchar *caption_warning;             /* to be posted */
} GstLifeDrawing;

/* What an element's class sets before it is used. */
typedef struct {
  /* The world lies under an arriving picture: by default it has a cell per pixel, and edges as
   * a torus. */
  gboolean under_picture;
  /* The color mode that auto stands for in flat views of two states, and the default palette
   * then; AUTO and NULL: the library's. */
  LifeColorMode auto_color_mode;
  LifePalette *auto_palette;
  gboolean
      text_is_stamped; /* text is not the pattern that the world starts from */
} GstLifeTraits;

/* A property that an event sets from frame @frame on. */
typedef struct {
  guint64 frame;
  GParamSpec *pspec;
  GValue value;
  gboolean from_preset;
} GstLifePropertyEvent;

/* Of the streaming thread alone. */
typedef struct {
  LifeMoment moment; /* of the frame that is being drawn */
  gboolean upright;  /* pictures are read, so that no view is turned */
  /* Events of properties by frame, NULL if there are none; how many apply, and the settings
   * before the first of these. */
  GArray *property_events; /* of GstLifePropertyEvent */
  guint n_applied;
  GstLifeSettings first_settings;
  guint8 out_of_range[GST_LIFE_MAX_PROPERTIES]; /* as controllers set them */
} GstLifeStreaming;

/* What is derived from the settings while they are in use; under their lock. */
typedef struct {
  guint serial;     /* changes with each property that is set */
  gboolean running; /* settings that cannot change in mid-stream are in use */
  LifeKernel auto_kernel; /* what kernel=auto stands for */
  guint64 seed_used;
  /* The settings' rule, parsed, while running, else NULL; whether it is not applied yet; the
   * world that it has to suit, with sides of 0 until they are chosen. */
  LifeRule *rule;
  gboolean rule_changed;
  LifeGeometry geometry;
  gboolean tempo_changed; /* the tempo was set and is not applied yet */
  guint64 steps;          /* generations that the next frame advances more */
} GstLifeRequested;

/* What users see and do; under the lock of the settings. */
typedef struct {
  GstLifeShown shown; /* the frame that was finished last */
  GArray *pending;    /* of GstLifeEdit: edits that wait (play/edit-queue.h) */
  gdouble last_grid;  /* that a key switched off */
  gboolean
      fit_requested; /* the next frame shows all live cells (frames/moved.h) */
  /* Properties to be notified, which moves of the view have set. */
  guint8 moved[GST_LIFE_MAX_PROPERTIES];
} GstLifeInteraction;

/* What the world was made of; under its lock. */
typedef struct {
  guint dimensions;
  LifePattern *pattern;
  LifeCheckpoint *checkpoint; /* that the world starts from instead; or NULL */
  GArray *events;             /* of GstLifeEvent, or NULL */
  gchar *own_rule;            /* that was set when events could set others */
  LifeGeometry geometry;      /* as set; sides that are not set are 0 */
  gboolean auto_plane;        /* topology=auto has made it a plane */
  gboolean margin;            /* it reaches beyond the frame, see #LifeSizing */
  GstLifeStart start;
  gboolean seeded;   /* its first cells come from a pattern or the soup */
  gdouble zoom;      /* chosen for the frame that the world was sized by */
  gdouble center[2]; /* the center of views, if the world is unbounded */
} GstLifeInitial;

/* The world as it runs; under its lock. */
typedef struct {
  gboolean filled; /* it has its first cells */
  guint n_savings; /* being written; the world waits for them */
  GCond saved;     /* n_savings became 0 */
  GstLifeCheckpoints checkpoints;
  GstLifeProgress progress;
  GstLifeEdge edge;
  gboolean saving; /* save-location is still to be written */
  guint64 save_generation;
  LifeRule *written_rule; /* the one whose text is @rule_text, or NULL */
  gchar *rule_text;
  /* Memory ran out, so that it was paused and frames are shown without history; whether that
   * is still to be reported. */
  gboolean out_of_memory, memory_report_pending;
  gboolean stroke_failed; /* the line that was drawn last was not */
  gchar *warning;         /* to be posted (play/edit-queue.h) */
} GstLifeRuntime;

/* An element. Parts without a lock name the thread that they belong to. */
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

  /* Not 0: an error message was posted since the streaming thread cleared this; a long step
   * ends at once. Read and written atomically. */
  gint failed, cancelled;

  GMutex world_lock; /* guards all below */
  LifeWorld *world;  /* NULL: there is none */
  GstLifeInitial initial;
  GstLifeRuntime runtime;
  GstLifeTimeline timeline;
  GstLifeRecorders recorders;
  GstLifeDrawing drawing;
} GstLife;

/* @element embeds @life. */
void gst_life_init (GstLife *life, GstElement *element);
void gst_life_finalize (GstLife *life);

/* A copy of the settings, to be cleared, with the context for the engine. */
void gst_life_get_settings (GstLife *life, GstLifeSettings *settings);

/* A number that changes with each property that is set. */
guint gst_life_settings_serial (GstLife *life);

/* The part of the elements' set_context that shares the GPU's context. */
void gst_life_set_context (GstLife *life, GstContext *context);

/* Whether the element runs without access to a GPU's memory. */
gboolean gst_life_lacks_gpu (GstLife *life);

/* Whether some of a frame may be less than opaque. */
gboolean gst_life_has_alpha (GstLife *life);

/* Whether settings that cannot change in mid-stream are in use. */
gboolean gst_life_is_running (GstLife *life);

/* Whether settings or edits wait for the next frame. */
gboolean gst_life_has_changes (GstLife *life);

/* Whether edits are stored for seeks, from the next world on. */
void gst_life_set_replayable (GstLife *life, gboolean replayable);

/* Whether there is a world, and whether it starts from a pattern or a soup. */
gboolean gst_life_has_world (GstLife *life);
gboolean gst_life_is_seeded (GstLife *life);

void gst_life_caption_clear (GstLifeCaption *caption);

/* Posts that a font was replaced, and frees @warning (nullable). */
void gst_life_warn_of_font (GstLife *life, gchar *warning);

/* Frees the world and resets its time line; under the world lock. */
void gst_life_drop_world (GstLife *life);

/* Frees all that a stream has; PAUSED to READY. */
void gst_life_close (GstLife *life);

/* The elements' change_state() after that of their base class, which returned @ret. */
void gst_life_follow_state (
    GstLife *life, GstStateChange transition, GstStateChangeReturn ret);
