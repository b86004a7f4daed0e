/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The element lifesrc. */
#pragma once

#include <gst/base/gstpushsrc.h>

#include "plugin/world/life.h"

G_BEGIN_DECLS

#define GST_TYPE_LIFE_SRC (gst_life_src_get_type ())
G_DECLARE_FINAL_TYPE (GstLifeSrc, gst_life_src, GST, LIFE_SRC, GstPushSrc)

GST_ELEMENT_REGISTER_DECLARE (lifesrc)

G_END_DECLS
