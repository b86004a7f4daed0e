/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Progress messages for steps that take long: what is done and what is left, once a
 * second. */
#pragma once

#include <gst/gst.h>

/* A long step in the streaming thread, and the thread that reports it. One step
 * at a time. */
typedef struct {
  GstElement *element; /* that posts the messages; not owned */

  /* How many generations are known to take a fraction of a second; 0: not
   * measured. Of the stepping thread alone, as is: */
  guint64 slice;
  gint64 slice_began; /* monotonic time, µs */

  GThread *reporter; /* NULL while the step is known to be short */
  GMutex lock;       /* guards all below */
  GCond over_changed;
  guint64 done, total; /* generations */
  gboolean over;
  GstProgressType ending;
} GstLifeProgress;

void gst_life_progress_init (GstLifeProgress *progress, GstElement *element);
void gst_life_progress_finalize (GstLifeProgress *progress);

/* Forgets how fast the world is; another one is stepped from here on. */
void gst_life_progress_forget (GstLifeProgress *progress);

/* A step of @total generations begins. From one second on messages are posted
 * until gst_life_progress_end(). */
void gst_life_progress_begin (GstLifeProgress *progress, guint64 total);

/* How many of @left generations to step in one call, so that progress is known a
 * few times a second. */
guint64 gst_life_progress_slice (GstLifeProgress *progress, guint64 left);

/* Those @generations were stepped. */
void gst_life_progress_advance (GstLifeProgress *progress, guint64 generations);

/* The step is over; @error is what it failed or was cancelled with, or NULL. */
void gst_life_progress_end (GstLifeProgress *progress, const GError *error);
