/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Backups of an element's world: when one is due, and what is posted of it. How one is
 * written is the library's (life/backup.h). */
#pragma once

#include <gst/gst.h>

#include <life/backup.h>

#include "plugin/settings/settings.h"

/* Without a writer nothing is ever due. All of it is under the lock of the world. */
typedef struct {
  GstElement *element; /* that posts the messages; not owned */
  LifeBackupWriter *writer;
  guint64 generations; /* one at each multiple; 0: none for that */
  gint64 interval;     /* µs; 0: none for that */

  guint64 changes; /* so often the world was changed, other than by its rule */

  /* What the last one is of, or what the world began as: generation and changes; and when
   * that was. */
  guint64 generation, changes_kept;
  gint64 time;

  gchar *last_warning; /* not repeated until one is written */
  gchar *warning;      /* to be posted */
  guint64 begun;       /* the generation of what is being written */
  GQueue news;         /* of GstStructure: to be posted */
} GstLifeBackups;

/* Backups as the settings say, from the next world on; ends what was before. @source: what
 * the world goes on from, or NULL. */
void gst_life_backups_open (GstLifeBackups *self, GstElement *element,
    const GstLifeSettings *settings, const LifeBackup *source);
void gst_life_backups_close (GstLifeBackups *self);

/* The world begins at this generation. */
void gst_life_backups_start (GstLifeBackups *self, guint64 generation);

/* The world is changed, or will be where its time line says: what was done once and comes
 * again after a seek is no change. */
void gst_life_backups_note_change (GstLifeBackups *self);

/* How many of @n generations may be stepped before it is time to look. */
guint64 gst_life_backups_slice (
    const GstLifeBackups *self, guint64 now, guint64 n);

/* Whether there is something to do on the way from @now to @generation. */
gboolean gst_life_backups_stop (
    const GstLifeBackups *self, guint64 now, guint64 generation);

/* Ends a backup that is written, and begins one of @world if it is due. Where a seek led
 * back, and nothing is changed there, none is due before the last one's generation. */
void gst_life_backups_look (
    GstLifeBackups *self, LifeWorld *world, guint64 seed);

/* Waits for the one that is being written: before its world goes. */
void gst_life_backups_end (GstLifeBackups *self);

/* The world goes: a last one, unless the one before is as late. */
void gst_life_backups_finish (
    GstLifeBackups *self, LifeWorld *world, guint64 seed);

/* Posts what there is to tell; takes @lock, that of the world. */
void gst_life_backups_post (GstLifeBackups *self, GMutex *lock);
