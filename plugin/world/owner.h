/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An element as the owner of its time line. */
#pragma once

#include "plugin/world/gst-life.h"

/* There is a new world, or none: the time line is to lead it, with the recorders of @life. */
void gst_life_own_timeline (GstLife *life);

/* Writes a backup if one is due; under the world lock. */
void gst_life_look_for_backup (GstLife *life);
