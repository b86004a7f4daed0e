/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The element lifestep. */
#pragma once

#include <gst/base/gstbasetransform.h>

#include "plugin/world/life.h"

G_BEGIN_DECLS

#define GST_TYPE_LIFE_STEP (gst_life_step_get_type ())
G_DECLARE_FINAL_TYPE (
    GstLifeStep, gst_life_step, GST, LIFE_STEP, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE (lifestep)

G_END_DECLS
