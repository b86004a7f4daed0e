/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Caps: what of a pad's template there can be on this machine. The formats are listed in caps.h. */
#include "plugin/video/caps.h"

#include <gst/video/video.h>

static gboolean
has_alpha (const gchar *format)
{
  const GstVideoFormatInfo *info =
      gst_video_format_get_info (gst_video_format_from_string (format));

  return GST_VIDEO_FORMAT_INFO_HAS_ALPHA (info);
}

static void
put_alpha_first (GstStructure *structure)
{
  const GValue *formats = gst_structure_get_value (structure, "format");
  GValue sorted = G_VALUE_INIT;

  g_value_init (&sorted, GST_TYPE_LIST);
  for (gint alpha = TRUE; alpha >= FALSE; alpha--)
    for (guint i = 0; i < gst_value_list_get_size (formats); i++) {
      const GValue *format = gst_value_list_get_value (formats, i);

      if (has_alpha (g_value_get_string (format)) == alpha)
        gst_value_list_append_value (&sorted, format);
    }
  gst_structure_take_value (structure, "format", &sorted);
}

GstCaps *
gst_life_possible_caps (GstPad *pad, gboolean without_gpu, gboolean alpha_first)
{
  GstCaps *caps = gst_pad_get_pad_template_caps (pad);

  if (!without_gpu && !alpha_first)
    return caps;
  caps = gst_caps_make_writable (caps);
  for (guint i = gst_caps_get_size (caps); i > 0; i--) {
    GstCapsFeatures *features = gst_caps_get_features (caps, i - 1);

    if (without_gpu
        && !gst_caps_features_is_equal (
            features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY))
      gst_caps_remove_structure (caps, i - 1);
    else if (alpha_first)
      put_alpha_first (gst_caps_get_structure (caps, i - 1));
  }
  return caps;
}

void
gst_life_fixate_format (
    GstStructure *structure, gboolean alpha_first, const gchar *preferred)
{
  const GValue *formats = gst_structure_get_value (structure, "format");

  if (!formats || !GST_VALUE_HOLDS_LIST (formats))
    return;
  for (guint i = 0; alpha_first && i < gst_value_list_get_size (formats); i++) {
    const gchar *format =
        g_value_get_string (gst_value_list_get_value (formats, i));

    if (has_alpha (format)) {
      preferred = format;
      break;
    }
  }
  gst_structure_fixate_field_string (structure, "format", preferred);
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
