/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The pads of a lifevis. The base class cuts frames by buffers, does not analyse what QoS drops,
 * and prefers small pictures: here the samples of each frame are cut and analysed first, then
 * passed to it one by one, and its query for caps returns fixed ones. */
#include "plugin/lifevis/lifevis-private.h"

#include "plugin/play/stagnation.h"
#include "plugin/video/caps.h"
#include "plugin/world/fail.h"

#define DEFAULT_WIDTH 1280
#define DEFAULT_HEIGHT 720

/* --- Frames --- */

/* A world that repeats itself may end the stream before the next frame. */
static GstFlowReturn
end_or_fail (GstLifeVis *self, GError *error)
{
  if (!gst_life_ends_at (&self->life, self->frame + 1))
    return gst_life_fail (&self->life, error);
  g_clear_error (&error);
  return GST_FLOW_EOS;
}

/* The base class adds samples to those it has. With DISCONT it has none, so that it draws or
 * drops exactly this frame. */
static GstFlowReturn
draw_or_drop (GstLifeVis *self, GstBuffer *samples)
{
  GstFlowReturn ret;

  self->n_samples =
      gst_buffer_get_size (samples) / GST_AUDIO_INFO_BPF (&self->sound.info);
  GST_AUDIO_VISUALIZER (self)->req_spf = self->n_samples;
  GST_BUFFER_FLAG_SET (samples, GST_BUFFER_FLAG_DISCONT);
  self->drawn = FALSE;
  ret = self->base_chain (self->sink, GST_OBJECT (self), samples);
  self->n_samples = 0;
  return ret;
}

/* Makes a frame of @samples, (transfer full). */
static GstFlowReturn
make_frame (GstLifeVis *self, GstBuffer *samples)
{
  GError *error = NULL;
  GstFlowReturn ret;

  if (!gst_life_vis_advance (self, samples, &error)) {
    gst_buffer_unref (samples);
    return end_or_fail (self, error);
  }
  ret = draw_or_drop (self, samples);
  if (self->problem)
    return gst_life_fail (&self->life, g_steal_pointer (&self->problem));
  if (ret == GST_FLOW_OK && !self->drawn && !gst_life_vis_count (self, &error))
    return end_or_fail (self, error);
  return ret;
}

/* --- Caps --- */

/* Lets the base class choose caps for downstream; it posts what is wrong with them. */
static gboolean
negotiate (GstLifeVis *self, GstEvent *caps)
{
  gboolean agreed;

  g_atomic_int_set (&self->life.failed, FALSE);
  gst_pad_check_reconfigure (self->src);
  agreed = self->base_event (self->sink, GST_OBJECT (self), caps);
  if (agreed)
    return TRUE;
  gst_pad_mark_reconfigure (self->src);
  gst_life_fail_negotiation (&self->life, self->src);
  return FALSE;
}

/* Renegotiates before a frame, as the base class would do it in the middle of one. */
static GstFlowReturn
renegotiate (GstLifeVis *self)
{
  GstCaps *caps = gst_pad_get_current_caps (self->sink);
  gboolean agreed;

  if (!caps)
    return GST_FLOW_NOT_NEGOTIATED;
  agreed = !gst_pad_needs_reconfigure (self->src)
           || negotiate (self, gst_event_new_caps (caps));
  gst_caps_unref (caps);
  if (agreed)
    return GST_FLOW_OK;
  return GST_PAD_IS_FLUSHING (self->src) ? GST_FLOW_FLUSHING
                                         : GST_FLOW_NOT_NEGOTIATED;
}

/* A side that is not fixed follows from the other one. */
static void
fixate_size (GstStructure *structure)
{
  gint width, height;

  if (gst_structure_get_int (structure, "width", &width))
    gst_structure_fixate_field_nearest_int (structure, "height",
        gst_util_uint64_scale_int_round (width, DEFAULT_HEIGHT, DEFAULT_WIDTH));
  else if (gst_structure_get_int (structure, "height", &height))
    gst_structure_fixate_field_nearest_int (structure, "width",
        gst_util_uint64_scale_int_round (
            height, DEFAULT_WIDTH, DEFAULT_HEIGHT));
  gst_structure_fixate_field_nearest_int (structure, "width", DEFAULT_WIDTH);
  gst_structure_fixate_field_nearest_int (structure, "height", DEFAULT_HEIGHT);
}

static GstCaps *
fixate (GstCaps *caps, gboolean alpha_first)
{
  GstStructure *structure;

  caps = gst_life_truncate_caps (caps, alpha_first);
  structure = gst_caps_get_structure (caps, 0);
  gst_life_fixate_format (structure, alpha_first, "BGRx");
  fixate_size (structure);
  gst_structure_fixate_field_nearest_fraction (structure, "framerate", 30, 1);
  if (gst_structure_has_field (structure, "pixel-aspect-ratio"))
    gst_structure_fixate_field_nearest_fraction (
        structure, "pixel-aspect-ratio", 1, 1);
  return gst_caps_fixate (caps);
}

/* Reduces downstream's reply to a query for caps to fixed ones. */
static GstPadProbeReturn
choose_caps (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  GstCaps *peer_caps, *template_caps, *both;

  if (GST_QUERY_TYPE (query) != GST_QUERY_CAPS)
    return GST_PAD_PROBE_OK;
  gst_query_parse_caps_result (query, &peer_caps);
  if (!peer_caps)
    return GST_PAD_PROBE_OK;
  template_caps = gst_pad_get_pad_template_caps (pad);
  both = gst_caps_intersect (peer_caps, template_caps);
  if (!gst_caps_is_empty (both)) {
    both =
        fixate (both, gst_life_has_alpha (&((GstLifeVis *) user_data)->life));
    gst_query_set_caps_result (query, both);
  }
  gst_caps_unref (both);
  gst_caps_unref (template_caps);
  return GST_PAD_PROBE_OK;
}

/* --- What arrives, and what leaves --- */

static GstFlowReturn
chain (GstPad *pad, GstObject *parent, GstBuffer *buffer)
{
  GstLifeVis *self = (GstLifeVis *) parent;
  GstFlowReturn ret = renegotiate (self);
  GstBuffer *samples;

  if (ret != GST_FLOW_OK || !self->analyser) {
    gst_buffer_unref (buffer);
    return ret == GST_FLOW_OK ? GST_FLOW_NOT_NEGOTIATED : ret;
  }
  g_atomic_int_set (&self->life.failed, FALSE);
  if (gst_life_sound_push (&self->sound, buffer))
    gst_life_analyser_reset (self->analyser);
  while (ret == GST_FLOW_OK
         && (samples = gst_life_sound_pop (&self->sound)) != NULL)
    ret = make_frame (self, samples);
  return ret;
}

/* Raw sound from a file has a segment in bytes; its frames get times from 0 on. */
static GstEvent *
convert_segment (GstLifeVis *self, GstEvent *event)
{
  const GstSegment *segment;
  GstSegment in_time;

  gst_event_parse_segment (event, &segment);
  if (segment->format != GST_FORMAT_TIME) {
    gst_segment_init (&in_time, GST_FORMAT_TIME);
    gst_event_unref (event);
    event = gst_event_new_segment (&in_time);
    gst_event_parse_segment (event, &segment);
  }
  gst_life_sound_set_segment (&self->sound, segment);
  return event;
}

static gboolean
handle_event (GstPad *pad, GstObject *parent, GstEvent *event)
{
  GstLifeVis *self = (GstLifeVis *) parent;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_CAPS:
      return negotiate (self, event);
    case GST_EVENT_SEGMENT:
      event = convert_segment (self, event);
      break;
    case GST_EVENT_FLUSH_START:
      /* Ends a long step at once; the next frame continues it. */
      g_atomic_int_set (&self->life.cancelled, 1);
      break;
    case GST_EVENT_FLUSH_STOP:
      g_atomic_int_set (&self->life.cancelled, 0);
      gst_life_sound_flush (&self->sound);
      break;
    default:
      break;
  }
  return self->base_event (pad, parent, event);
}

/* Navigation events that are used here are not forwarded. */
static gboolean
handle_src_event (GstPad *pad, GstObject *parent, GstEvent *event)
{
  GstLifeVis *self = (GstLifeVis *) parent;

  if (GST_EVENT_TYPE (event) == GST_EVENT_NAVIGATION
      && gst_life_navigation_handle (&self->navigation, &self->life, event)) {
    gst_event_unref (event);
    return TRUE;
  }
  return self->base_src_event (pad, parent, event);
}

/* The base class never unlocks after an error in render(), which therefore reports success, and the
 * frame is dropped here. */
static GstPadProbeReturn
stop_undrawn (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  return ((GstLifeVis *) user_data)->problem ? GST_PAD_PROBE_DROP
                                             : GST_PAD_PROBE_OK;
}

void
gst_life_vis_wrap_pads (GstLifeVis *self)
{
  self->sink = gst_element_get_static_pad (GST_ELEMENT (self), "sink");
  self->src = gst_element_get_static_pad (GST_ELEMENT (self), "src");
  self->base_chain = GST_PAD_CHAINFUNC (self->sink);
  self->base_event = GST_PAD_EVENTFUNC (self->sink);
  gst_pad_set_chain_function (self->sink, chain);
  gst_pad_set_event_function (self->sink, handle_event);
  self->base_src_event = GST_PAD_EVENTFUNC (self->src);
  gst_pad_set_event_function (self->src, handle_src_event);
  gst_pad_add_probe (
      self->src, GST_PAD_PROBE_TYPE_BUFFER, stop_undrawn, self, NULL);
  gst_pad_add_probe (self->src,
      GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM | GST_PAD_PROBE_TYPE_PULL,
      choose_caps, self, NULL);
}

void
gst_life_vis_release_pads (GstLifeVis *self)
{
  gst_clear_object (&self->sink);
  gst_clear_object (&self->src);
}
