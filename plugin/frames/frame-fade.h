/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that fade out of those before them. */
#pragma once

#include "plugin/world/gst-life.h"

/* Lets @view, which shows the frame that the world has reached, fade by its weight on
 * the time line; under the world lock, before @frame is begun. */
gboolean gst_life_fade (
    GstLife *life, LifeView *view, const LifeFrame *frame, GError **error);
