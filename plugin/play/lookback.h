/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What of earlier frames a frame shows, as the properties say: colors, stacks, cameras,
 * curves and fades. All under the world lock. */
#pragma once

#include "plugin/world/gst-life.h"

/* How frames are colored: as the property says, or as the element chooses where that is
 * left to it. */
LifeColorMode gst_life_color_mode (
    const GstLife *life, const GstLifeSettings *settings);

/* Sets what recorders record from the next frame on. */
void gst_life_lookback_set (GstLife *life);

/* Whether they record what the properties say now. */
gboolean gst_life_lookback_is_set (GstLife *life);
