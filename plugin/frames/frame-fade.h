/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that fade in over previous ones. */
#pragma once

#include "plugin/world/gst-life.h"

/* Sets the fade of @view, of the present frame, by its weight on the time line; under the world
 * lock, before drawing begins. */
gboolean gst_life_fade (
    GstLife *life, LifeView *view, const LifeFrame *frame, GError **error);
