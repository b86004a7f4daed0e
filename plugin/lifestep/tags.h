/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The tags of a lifestep's stream. */
#pragma once

#include "plugin/lifestep/state.h"

/* Sends the title before the frame that it is for, if it is another one than before. */
void gst_life_step_send_title (GstLifeStep *self);

/* Takes over an arriving event of tags, and returns what goes on instead; NULL where that
 * waits for the first frame: muxers keep the first title. */
GstEvent *gst_life_step_take_tags (GstLifeStep *self, GstEvent *event);

/* Forgets both; the stream is a new one. */
void gst_life_step_forget_tags (gpointer self);
