/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc as a live source. */
#pragma once

#include "plugin/lifesrc/state.h"

void gst_life_src_init_live (GstLifeSrc *self);
void gst_life_src_finalize_live (GstLifeSrc *self);

/* The stream begins with running time. */
void gst_life_src_start_clock (GstLifeSrc *self);

/* To be called before and after a live source goes from PLAYING to PAUSED, and
 * before it goes from PAUSED to PLAYING. */
void gst_life_src_begin_pause (GstLifeSrc *self);
void gst_life_src_end_pause (GstLifeSrc *self);
void gst_life_src_begin_play (GstLifeSrc *self);

/* Interrupts making a frame and waiting for its time. */
void gst_life_src_interrupt (GstLifeSrc *self);

/* In a live source: waits until @buffer, which bears its stream time, is due and
 * the source plays, and stamps it with its running time. GST_FLOW_FLUSHING where
 * that was interrupted. */
GstFlowReturn gst_life_src_wait_for_time (GstLifeSrc *self, GstBuffer *buffer);

/* Whether a frame that came @jitter too late was too late to catch up with. */
gboolean gst_life_src_is_far_behind (GstLifeSrc *self, GstClockTimeDiff jitter);

/* What a live source adds to stream times to have running times. */
GstClockTimeDiff gst_life_src_lag (GstLifeSrc *self);
