/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What stands before and behind an element in a random sequence: a sink that lets so many
 * frames pass, and a feeder with a thread of its own. */
#pragma once

#include <gst/gst.h>
#include <gst/video/video.h>

/* --- Behind --- */

/* A pad that takes frames: it blocks, as a sink does, where none is granted. Any
 * frame of a wrong size or time ends the program. */
typedef struct {
  GstPad *pad;
  GMutex lock;
  GCond changed;
  guint granted;       /* frames that may still pass */
  gboolean all_pass;   /* or any frame */
  gboolean closed;     /* flushing, or not active */
  gboolean ended;      /* at the end of the stream */
  GstFlowReturn reply; /* to the next frame, once */
  gboolean refused;    /* a frame had another answer than OK */
  gboolean any_order;  /* times are not looked at */
  GstCaps *accepted;   /* NULL: any */
  gboolean offers_pool;
  GstVideoInfo info;
  gboolean has_caps;
  gboolean backwards;
  GstClockTime last;   /* the last frame's time, or none */
  gboolean last_lasts; /* whether it has a duration */
} SequenceSink;

SequenceSink *sequence_sink_new (GstPad *src);
void sequence_sink_free (SequenceSink *sink);

/* As a sink does on its way down to READY, and up. */
void sequence_sink_open (SequenceSink *sink, gboolean open);

/* Takes @caps over; frames take them from the next one on. */
void sequence_sink_pull (SequenceSink *sink, GstCaps *caps);

/* Lets @n frames pass, and waits until they have, for a while. Returns whether they
 * have. */
gboolean sequence_sink_pass (SequenceSink *sink, guint n, guint milliseconds);

/* From now on frames pass without being granted, or do not. */
void sequence_sink_let_all_pass (SequenceSink *sink, gboolean all);

/* --- Before --- */

/* Pushes buffers and events in a thread of its own. */
typedef struct {
  GstPad *pad;
  GThread *thread;
  GAsyncQueue *queue; /* of GstMiniObject */
  gint pending;
  const gint *errors; /* messages of errors so far */
  SequenceSink *sink;
} SequenceFeeder;

/* @errors counts the messages of errors; what fails without one ends the program. */
SequenceFeeder *sequence_feeder_new (
    GstPad *sink, SequenceSink *behind, const gint *errors);
void sequence_feeder_free (SequenceFeeder *feeder);

/* Takes @object over. */
void sequence_feeder_push (SequenceFeeder *feeder, gpointer object);

/* Drops the buffers that are not pushed yet, and what goes with them; the events that
 * a stream needs only with @events_too. */
void sequence_feeder_drop (SequenceFeeder *feeder, gboolean events_too);

/* Waits until all is pushed, for a while. */
void sequence_feeder_wait (SequenceFeeder *feeder, guint milliseconds);
