/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc's QoS. */
#pragma once

#include "plugin/lifesrc/state.h"

/* Takes a report of a late frame: frames up to the time that it names need not be made. */
void gst_life_src_note_lateness (GstLifeSrc *self, GstEvent *event);

/* Goes to the first frame that is not too late. */
void gst_life_src_skip_late_frames (GstLifeSrc *self);
