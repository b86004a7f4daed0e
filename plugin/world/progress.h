/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Progress messages for long steps: what is done and what is left, once a second. */
#pragma once

#include <gst/gst.h>

/* A long step in the streaming thread, and the thread that reports it. */
typedef struct {
  GstElement *element; /* that posts the messages; not owned */

  /* How many generations take a fraction of a second; 0: not measured. This and the next one
   * are of the stepping thread alone. */
  guint64 slice;
  gint64 slice_started; /* monotonic time, µs */

  GThread *reporter; /* NULL if the step is short */
  GMutex lock;       /* guards all below */
  GCond finished_changed;
  guint64 done, total; /* generations */
  gboolean finished;
  GstProgressType ending;
} GstLifeProgress;

void gst_life_progress_init (GstLifeProgress *progress, GstElement *element);
void gst_life_progress_finalize (GstLifeProgress *progress);

/* Drops the measured speed, for another world. */
void gst_life_progress_reset_speed (GstLifeProgress *progress);

/* A step of @total generations begins. From one second on messages are posted
 * until gst_life_progress_end(). */
void gst_life_progress_begin (GstLifeProgress *progress, guint64 total);

/* How many of @left generations to step in one call, so that progress is counted a few times a
 * second. */
guint64 gst_life_progress_slice (GstLifeProgress *progress, guint64 left);

/* Those @generations were stepped. */
void gst_life_progress_advance (GstLifeProgress *progress, guint64 generations);

/* The step has ended; @error (nullable): why it failed or was cancelled. */
void gst_life_progress_end (GstLifeProgress *progress, const GError *error);
