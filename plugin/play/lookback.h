/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What recorders record, by the properties: frames show earlier ones by colors, stacks, cameras,
 * curves and fades. All under the world lock. */
#pragma once

#include "plugin/world/gst-life.h"

/* The color mode of frames: the property's, or what auto stands for. */
LifeColorMode gst_life_color_mode (
    const GstLife *life, const GstLifeSettings *settings);

/* Requests what recorders record from the next frame on. */
void gst_life_lookback_set (GstLife *life);

/* Whether they record what the properties request now. */
gboolean gst_life_lookback_is_set (GstLife *life);
