/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Errors as messages of an element. */
#include "plugin/world/fail.h"

GstFlowReturn
gst_life_fail (GstLife *life, GError *error)
{
  GstElement *element = life->element;

  if (g_error_matches (error, LIFE_ERROR, LIFE_ERROR_CANCELLED)) {
    g_error_free (error);
    return GST_FLOW_FLUSHING;
  }
  g_atomic_int_set (&life->failed, TRUE);
  switch (error->domain == LIFE_ERROR ? error->code : LIFE_ERROR_DEVICE) {
    case LIFE_ERROR_PATTERN:
      GST_ELEMENT_ERROR (
          element, STREAM, DECODE, ("%s", error->message), (NULL));
      break;
    case LIFE_ERROR_FILE:
      GST_ELEMENT_ERROR (
          element, RESOURCE, OPEN_READ, ("%s", error->message), (NULL));
      break;
    case LIFE_ERROR_MEMORY:
      GST_ELEMENT_ERROR (
          element, RESOURCE, NO_SPACE_LEFT, ("%s", error->message), (NULL));
      break;
    case LIFE_ERROR_DEVICE:
      GST_ELEMENT_ERROR (
          element, RESOURCE, FAILED, ("%s", error->message), (NULL));
      break;
    default:
      GST_ELEMENT_ERROR (
          element, LIBRARY, SETTINGS, ("%s", error->message), (NULL));
      break;
  }
  g_error_free (error);
  return GST_FLOW_ERROR;
}

void
gst_life_fail_negotiation (GstLife *life, GstPad *pad)
{
  GstCaps *template_caps, *peer_caps;
  gchar *template_text, *peer_text;

  if (g_atomic_int_get (&life->failed) || GST_PAD_IS_FLUSHING (pad))
    return;
  g_atomic_int_set (&life->failed, TRUE);
  template_caps = gst_pad_get_pad_template_caps (pad);
  peer_caps = gst_pad_peer_query_caps (pad, NULL);
  template_text = gst_caps_to_string (template_caps);
  peer_text = gst_caps_to_string (peer_caps);
  GST_ELEMENT_ERROR (life->element, CORE, NEGOTIATION,
      ("no video format suits both sides: this element makes %s, and what "
       "follows it accepts %s; videoconvert or videoscale in between may help",
          template_text, peer_text),
      (NULL));
  g_free (template_text);
  g_free (peer_text);
  gst_caps_unref (template_caps);
  gst_caps_unref (peer_caps);
}
