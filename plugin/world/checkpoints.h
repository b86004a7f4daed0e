/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checkpoints of an element's world: when one is due, and what is posted about it. The library
 * writes them (life/checkpoint.h). */
#pragma once

#include <gst/gst.h>

#include <life/checkpoint.h>

#include "plugin/settings/settings.h"

/* Without a writer none is due. Under the lock of the world. */
typedef struct {
  GstElement *element; /* that posts the messages; not owned */
  LifeCheckpointWriter *writer;
  guint64 generations; /* one at each multiple; 0: unused */
  gint64 interval;     /* µs between two; 0: unused */

  guint64 changes; /* how often the world was edited */

  /* The state of the world in the last one, or when it began, and the monotonic time, µs. */
  guint64 generation, changes_saved;
  gint64 time;

  gchar *last_warning; /* not repeated until one is written */
  gchar *warning;      /* to be posted */
  guint64 writing;     /* the generation of what is being written */
  GQueue messages;     /* of GstStructure: to be posted */
} GstLifeCheckpoints;

/* Sets up checkpoints by @settings, from the next world on. @source: the one that the world
 * starts from, or NULL. */
void gst_life_checkpoints_open (GstLifeCheckpoints *self, GstElement *element,
    const GstLifeSettings *settings, const LifeCheckpoint *source);
void gst_life_checkpoints_close (GstLifeCheckpoints *self);

/* The world begins at this generation. */
void gst_life_checkpoints_start (GstLifeCheckpoints *self, guint64 generation);

/* The world got a new edit; those that a seek applies again do not count. */
void gst_life_checkpoints_count_change (GstLifeCheckpoints *self);

/* How many of @n generations may be stepped before the next call of update(). */
guint64 gst_life_checkpoints_slice (
    const GstLifeCheckpoints *self, guint64 now, guint64 n);

/* Whether update() has something to do between generations @now and @generation. */
gboolean gst_life_checkpoints_stop (
    const GstLifeCheckpoints *self, guint64 now, guint64 generation);

/* Ends a checkpoint that is written, and begins one of @world if it is due. After a seek back
 * without an edit none is due before the last one's generation. */
void gst_life_checkpoints_update (
    GstLifeCheckpoints *self, LifeWorld *world, guint64 seed);

/* Waits for the one that is being written; before its world is freed. */
void gst_life_checkpoints_end (GstLifeCheckpoints *self);

/* Writes a last one, unless the previous one is as late. */
void gst_life_checkpoints_finish (
    GstLifeCheckpoints *self, LifeWorld *world, guint64 seed);

/* Posts warnings and messages; locks @lock, that of the world. */
void gst_life_checkpoints_post (GstLifeCheckpoints *self, GMutex *lock);
