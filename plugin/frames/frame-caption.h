/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captions of frames. */
#pragma once

#include "plugin/world/gst-life.h"

/* Collects what the caption of @frame, the world's present one, shows; under the world lock,
 * before drawing begins. */
void gst_life_caption_begin (
    GstLife *life, const GstLifeSettings *settings, const LifeFrame *frame);

/* Lays it over the frame once it is drawn and counted; under the world lock. */
gboolean gst_life_caption_finish (
    GstLife *life, const LifeStatistics *statistics, GError **error);

/* Posts its warnings; without any lock. */
void gst_life_caption_warn (GstLife *life);
