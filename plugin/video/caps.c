/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Caps: the templates of pads, and those that this machine supports. */
#include "plugin/video/caps.h"

#include <gst/video/video.h>

#include <life/view.h>

static void
append_structure (
    GString *text, const gchar *media, gboolean cuda_only, const gchar *rates)
{
  const gchar *name, *separator = "";
  LifePixelFormat format;
  gboolean on_cuda;

  g_string_append_printf (text, "%s, format = (string) { ", media);
  for (guint i = 0; life_pixel_format_describe (i, &format, &name, &on_cuda);
       i++)
    if (on_cuda || !cuda_only) {
      g_string_append_printf (text, "%s%s", separator, name);
      separator = ", ";
    }
  g_string_append_printf (text,
      " }, width = (int) [ 1, 16384 ], height = (int) [ 1, 16384 ], "
      "framerate = (fraction) %s, interlace-mode = (string) progressive",
      rates);
}

GstPadTemplate *
gst_life_make_template (const gchar *name, GstPadDirection direction,
    const gchar *rates, gboolean on_gpu)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GstCaps) caps = NULL;

#ifdef GST_LIFE_HAVE_CUDA
  if (on_gpu) {
    append_structure (text, "video/x-raw(memory:CUDAMemory)", TRUE, rates);
    g_string_append (text, "; ");
  }
#endif
  append_structure (text, "video/x-raw", FALSE, rates);
  caps = gst_caps_from_string (text->str);
  return gst_pad_template_new (name, direction, GST_PAD_ALWAYS, caps);
}

static gboolean
has_alpha (const gchar *format)
{
  const GstVideoFormatInfo *info =
      gst_video_format_get_info (gst_video_format_from_string (format));

  return GST_VIDEO_FORMAT_INFO_HAS_ALPHA (info);
}

static void
sort_alpha_first (GstStructure *structure)
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
      sort_alpha_first (gst_caps_get_structure (caps, i - 1));
  }
  return caps;
}

/* The first format with alpha, or NULL. */
static const gchar *
find_alpha (const GstStructure *structure)
{
  const GValue *formats = gst_structure_get_value (structure, "format");
  guint n = formats && GST_VALUE_HOLDS_LIST (formats)
                ? gst_value_list_get_size (formats)
                : 0;

  if (formats && G_VALUE_HOLDS_STRING (formats)
      && has_alpha (g_value_get_string (formats)))
    return g_value_get_string (formats);
  for (guint i = 0; i < n; i++) {
    const GValue *format = gst_value_list_get_value (formats, i);

    if (has_alpha (g_value_get_string (format)))
      return g_value_get_string (format);
  }
  return NULL;
}

GstCaps *
gst_life_truncate_caps (GstCaps *caps, gboolean alpha_first)
{
  guint n = alpha_first ? gst_caps_get_size (caps) : 0;
  GstCaps *one;

  for (guint i = 0; i < n; i++)
    if (find_alpha (gst_caps_get_structure (caps, i))) {
      one = gst_caps_copy_nth (caps, i);
      gst_caps_unref (caps);
      return one;
    }
  return gst_caps_make_writable (gst_caps_truncate (caps));
}

void
gst_life_fixate_format (
    GstStructure *structure, gboolean alpha_first, const gchar *preferred)
{
  const gchar *alpha = alpha_first ? find_alpha (structure) : NULL;

  gst_structure_fixate_field_string (
      structure, "format", alpha ? alpha : preferred);
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
