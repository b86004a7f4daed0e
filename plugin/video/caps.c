/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Caps: what of a pad's template there can be on this machine. The formats are listed in caps.h. */
#include "plugin/video/caps.h"

GstCaps *
gst_life_possible_caps (GstPad *pad, gboolean without_gpu)
{
  GstCaps *caps = gst_pad_get_pad_template_caps (pad);

  if (!without_gpu)
    return caps;
  caps = gst_caps_make_writable (caps);
  for (guint i = gst_caps_get_size (caps); i > 0; i--) {
    GstCapsFeatures *features = gst_caps_get_features (caps, i - 1);

    if (!gst_caps_features_is_equal (
            features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY))
      gst_caps_remove_structure (caps, i - 1);
  }
  return caps;
}

GstCaps *
gst_life_filter_caps (GstCaps *caps, GstCaps *filter)
{
  GstCaps *filtered;

  if (!filter)
    return caps;
  filtered = gst_caps_intersect_full (filter, caps, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref (caps);
  return filtered;
}
