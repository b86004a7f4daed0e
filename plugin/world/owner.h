/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An element as the owner of its time line. */
#pragma once

#include "plugin/world/gst-life.h"

/* Connects the time line to a new world (or none) and to the recorders of @life. */
void gst_life_connect_timeline (GstLife *life);

/* Writes a checkpoint if one is due; under the world lock. */
void gst_life_write_due_checkpoint (GstLife *life);
