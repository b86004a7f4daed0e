/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The struct of a lifestep. */
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/video/video.h>

#include "plugin/control/navigation.h"
#include "plugin/world/life.h"

#define GST_TYPE_LIFE_STEP (gst_life_step_get_type ())
G_DECLARE_FINAL_TYPE (
    GstLifeStep, gst_life_step, GST, LIFE_STEP, GstBaseTransform)

struct _GstLifeStep {
  GstBaseTransform parent;
  GstLife life;
  GstLifeNavigation navigation;

  GstVideoInfo in_info, out_info;
  guint64 frame;         /* buffers that were treated as generations */
  gboolean picture_seen; /* a picture was generation 0 (input=first) */

  gchar *title;     /* that was sent last, or NULL */
  GstTagList *tags; /* of the arriving stream, or NULL */
};
