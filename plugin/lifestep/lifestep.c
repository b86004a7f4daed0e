/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifestep as a filter of GStreamer: caps of both sides, buffers, QoS that skips drawing and
 * never a generation. The effect of a buffer is in input.c. */

/**
 * SECTION:element-lifestep
 * @title: lifestep
 * @short_description: advances a world by every buffer that arrives
 *
 * lifestep treats every arriving buffer as a generation: it advances its world
 * and emits a frame with that buffer's timestamp. The arriving picture may seed
 * or disturb the world (`input`). Buffer i shows generation
 * `start-generation` + (i + 1) × `generations`.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=60 ! lifestep ! fakesink
 * ]| Takes the first picture as generation 0.
 * |[
 * gst-launch-1.0 videotestsrc pattern=ball num-buffers=60 ! lifestep input=motion output=overlay threshold=0.2 ! videoconvert ! fakesink
 * ]| Cells are born where a ball moves and live on over the picture.
 * |[
 * gst-launch-1.0 lifesrc zoom=1 num-buffers=60 ! lifestep input=replace ! fakesink
 * ]| Emits what lifesrc emits, one generation on.
 */
#include "plugin/lifestep/lifestep-private.h"
#include "plugin/control/element.h"
#include "plugin/control/presets.h"
#include "plugin/frames/frames.h"
#include "plugin/play/stagnation.h"
#include "plugin/video/caps.h"
#include "plugin/video/meta.h"
#include "plugin/video/pool.h"
#include "plugin/world/fail.h"
#include "plugin/world/open-element.h"
#include "plugin/world/element-world.h"

#define gst_life_step_parent_class parent_class
G_DEFINE_TYPE_WITH_CODE (GstLifeStep, gst_life_step, GST_TYPE_BASE_TRANSFORM,
    G_IMPLEMENT_INTERFACE (GST_TYPE_PRESET, gst_life_presets_implement))
GST_ELEMENT_REGISTER_DEFINE (
    lifestep, "lifestep", GST_RANK_NONE, GST_TYPE_LIFE_STEP)

/* --- States --- */

/* A world without a pattern and without a density is empty, unless it reads no picture. */
static gboolean
open_world (gpointer element, GError **error)
{
  GstLifeStep *self = element;

  if (!gst_life_step_check_view (self, error)
      || !gst_life_open (&self->life,
          gst_life_step_get_input (self) == GST_LIFE_INPUT_TICK
              ? GST_LIFE_START_SOUP
              : GST_LIFE_START_EMPTY,
          error))
    return FALSE;
  self->frame = 0;
  self->picture_seen = FALSE;
  return TRUE;
}

static gboolean
gst_life_step_query (
    GstBaseTransform *trans, GstPadDirection direction, GstQuery *query)
{
  if (GST_QUERY_TYPE (query) == GST_QUERY_CONTEXT
      && gst_life_cuda_query (&GST_LIFE_STEP (trans)->life.cuda, query))
    return TRUE;
  return GST_BASE_TRANSFORM_CLASS (parent_class)
      ->query (trans, direction, query);
}

/* --- Caps --- */

/* The caps that the other side of @caps may have: any but for the frame rate, and for the format
 * if the picture passes through. */
static GstCaps *
open_caps (GstLifeStep *self, const GstCaps *caps, gboolean fix_format)
{
  GstCaps *opened = gst_caps_new_empty ();

  for (guint i = 0; i < gst_caps_get_size (caps); i++) {
    const GstStructure *structure = gst_caps_get_structure (caps, i);
    const GValue *rate = gst_structure_get_value (structure, "framerate");
    const GValue *format = gst_structure_get_value (structure, "format");
    GstCaps *one = gst_life_possible_caps (GST_BASE_TRANSFORM_SRC_PAD (self),
        gst_life_lacks_gpu (&self->life), gst_life_has_alpha (&self->life));

    one = gst_caps_make_writable (one);
    if (rate)
      gst_caps_set_value (one, "framerate", rate);
    if (format && fix_format)
      gst_caps_set_value (one, "format", format);
    opened = gst_caps_merge (opened, one);
  }
  return opened;
}

/* Whether outgoing frames have alpha, whatever the input has. */
static gboolean
adds_alpha (GstLifeStep *self, GstPadDirection direction)
{
  return direction == GST_PAD_SINK && gst_life_has_alpha (&self->life)
         && !gst_life_step_shows_picture (self);
}

/* Each side prefers the caps of the other one, but for alpha. */
static GstCaps *
gst_life_step_transform_caps (GstBaseTransform *trans,
    GstPadDirection direction, GstCaps *caps, GstCaps *filter)
{
  GstLifeStep *self = GST_LIFE_STEP (trans);
  const gboolean fix_format = gst_life_step_shows_picture (self);
  GstCaps *opened = open_caps (self, caps, fix_format);
  GstCaps *other = opened;

  if (!adds_alpha (self, direction)) {
    other = gst_caps_copy (caps);
    gst_caps_append (other, opened);
  }
  return gst_life_filter_caps (other, filter);
}

/* Caps without an interlace mode, as of a caps filter, count as progressive. */
static gboolean
gst_life_step_accept_caps (
    GstBaseTransform *trans, GstPadDirection direction, GstCaps *caps)
{
  GstPad *pad = direction == GST_PAD_SINK ? GST_BASE_TRANSFORM_SINK_PAD (trans)
                                          : GST_BASE_TRANSFORM_SRC_PAD (trans);
  GstCaps *possible = gst_life_possible_caps (
      pad, gst_life_lacks_gpu (&GST_LIFE_STEP (trans)->life), FALSE);
  gboolean accepted = gst_caps_can_intersect (caps, possible);

  gst_caps_unref (possible);
  return accepted;
}

/* Fixates to the values of the other side. */
static GstCaps *
gst_life_step_fixate_caps (GstBaseTransform *trans, GstPadDirection direction,
    GstCaps *caps, GstCaps *othercaps)
{
  const gboolean alpha = adds_alpha (GST_LIFE_STEP (trans), direction);
  GstStructure *structure;
  GstVideoInfo info;

  othercaps = gst_life_truncate_caps (othercaps, alpha);
  structure = gst_caps_get_structure (othercaps, 0);
  if (gst_video_info_from_caps (&info, caps)) {
    gst_life_fixate_format (
        structure, alpha, gst_video_format_to_string (info.finfo->format));
    gst_structure_fixate_field_nearest_int (structure, "width", info.width);
    gst_structure_fixate_field_nearest_int (structure, "height", info.height);
    if (gst_structure_has_field (structure, "pixel-aspect-ratio"))
      gst_structure_fixate_field_nearest_fraction (
          structure, "pixel-aspect-ratio", info.par_n, info.par_d);
    else if (info.par_n != info.par_d)
      gst_structure_set (structure, "pixel-aspect-ratio", GST_TYPE_FRACTION,
          info.par_n, info.par_d, NULL);
  }
  return gst_caps_fixate (othercaps);
}

static gboolean
gst_life_step_set_caps (
    GstBaseTransform *trans, GstCaps *incaps, GstCaps *outcaps)
{
  GstLifeStep *self = GST_LIFE_STEP (trans);
  GstVideoInfo in, out;
  GError *error = NULL;
  gboolean restarted;

  if (!gst_video_info_from_caps (&in, incaps)
      || !gst_video_info_from_caps (&out, outcaps)) {
    g_atomic_int_set (&self->life.failed, TRUE);
    GST_ELEMENT_ERROR (self, CORE, NEGOTIATION,
        ("lifestep does not support these caps"),
        ("in %" GST_PTR_FORMAT ", out %" GST_PTR_FORMAT, incaps, outcaps));
    return FALSE;
  }
  if (gst_life_step_shows_picture (self)
      && (in.width != out.width || in.height != out.height)) {
    g_atomic_int_set (&self->life.failed, TRUE);
    GST_ELEMENT_ERROR (self, CORE, NEGOTIATION,
        ("output=%s needs input and output of one size, not %dx%d and %dx%d; "
         "scale before or after lifestep",
            gst_life_enum_get_nick (
                GST_LIFE_ENUM_OUTPUT, (gint) gst_life_step_get_output (self)),
            in.width, in.height, out.width, out.height),
        (NULL));
    return FALSE;
  }
  if (!gst_life_configure (&self->life, &in, &restarted, &error)) {
    gst_life_fail (&self->life, error);
    return FALSE;
  }
  self->in_info = in;
  self->out_info = out;
  if (restarted) {
    self->frame = 0;
    self->picture_seen = FALSE;
  }
  return TRUE;
}

static gboolean
gst_life_step_get_unit_size (
    GstBaseTransform *trans, GstCaps *caps, gsize *size)
{
  GstVideoInfo info;

  if (!gst_video_info_from_caps (&info, caps))
    return FALSE;
  *size = GST_VIDEO_INFO_SIZE (&info);
  return TRUE;
}

static gboolean
gst_life_step_propose_allocation (
    GstBaseTransform *trans, GstQuery *decide_query, GstQuery *query)
{
  if (!GST_BASE_TRANSFORM_CLASS (parent_class)
           ->propose_allocation (trans, decide_query, query))
    return FALSE;
  gst_life_propose_pool (&GST_LIFE_STEP (trans)->life.cuda, query);
  return TRUE;
}

static gboolean
gst_life_step_decide_allocation (GstBaseTransform *trans, GstQuery *query)
{
  return gst_life_decide_allocation (&GST_LIFE_STEP (trans)->life, FALSE, query)
         && GST_BASE_TRANSFORM_CLASS (parent_class)
                ->decide_allocation (trans, query);
}

/* --- Buffers --- */

/* A world that repeats itself may end the stream before the next frame. */
static GstFlowReturn
end_or_fail (GstLifeStep *self, GError *error)
{
  if (!gst_life_ends_at (&self->life, self->frame + 1))
    return gst_life_fail (&self->life, error);
  g_clear_error (&error);
  return GST_FLOW_EOS;
}

/* The base class drops late buffers here. They are not drawn, but advance the world. */
static GstFlowReturn
gst_life_step_submit_input_buffer (
    GstBaseTransform *trans, gboolean is_discont, GstBuffer *input)
{
  GstLifeStep *self = GST_LIFE_STEP (trans);
  GstBuffer *buffer = gst_buffer_ref (input);
  GError *error = NULL;
  GstFlowReturn ret;

  g_atomic_int_set (&self->life.failed, FALSE);
  ret = GST_BASE_TRANSFORM_CLASS (parent_class)
            ->submit_input_buffer (trans, is_discont, input);
  if (ret == GST_FLOW_NOT_NEGOTIATED)
    gst_life_fail_negotiation (&self->life, GST_BASE_TRANSFORM_SRC_PAD (trans));
  if (ret == GST_BASE_TRANSFORM_FLOW_DROPPED && gst_life_has_world (&self->life)
      && !gst_life_step_count (self, buffer, &error))
    ret = end_or_fail (self, error);
  gst_buffer_unref (buffer);
  return ret;
}

static GstFlowReturn
gst_life_step_transform (
    GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer *outbuf)
{
  GstLifeStep *self = GST_LIFE_STEP (trans);
  GError *error = NULL;

  if (!gst_life_step_advance (self, inbuf, &error)
      || !gst_life_step_draw (self, inbuf, outbuf, &error))
    return end_or_fail (self, error);
  gst_life_step_send_title (self);
  return GST_FLOW_OK;
}

static gboolean
gst_life_step_transform_meta (
    GstBaseTransform *trans, GstBuffer *outbuf, GstMeta *meta, GstBuffer *inbuf)
{
  /* The outgoing buffer shows another generation, in a meta of its own. */
  if (gst_life_meta_is (meta))
    return FALSE;
  return GST_BASE_TRANSFORM_CLASS (parent_class)
      ->transform_meta (trans, outbuf, meta, inbuf);
}

static gboolean
gst_life_step_sink_event (GstBaseTransform *trans, GstEvent *event)
{
  GstLifeStep *self = GST_LIFE_STEP (trans);
  gboolean is_caps = GST_EVENT_TYPE (event) == GST_EVENT_CAPS;
  gboolean handled;

  /* A flush ends a long step at once; the next buffer continues it. */
  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_START)
    g_atomic_int_set (&self->life.cancelled, 1);
  else if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP)
    g_atomic_int_set (&self->life.cancelled, 0);
  else if (GST_EVENT_TYPE (event) == GST_EVENT_TAG)
    event = gst_life_step_replace_tags (self, event);
  else if (GST_EVENT_TYPE (event) == GST_EVENT_STREAM_START)
    gst_life_step_reset_tags (self);
  if (!event)
    return TRUE;
  g_atomic_int_set (&self->life.failed, FALSE);
  handled = GST_BASE_TRANSFORM_CLASS (parent_class)->sink_event (trans, event);
  if (is_caps && !handled)
    gst_life_fail_negotiation (&self->life, GST_BASE_TRANSFORM_SRC_PAD (trans));
  return handled;
}

/* Navigation events that are used here are not forwarded. */
static gboolean
gst_life_step_src_event (GstBaseTransform *trans, GstEvent *event)
{
  GstLifeStep *self = GST_LIFE_STEP (trans);

  if (GST_EVENT_TYPE (event) == GST_EVENT_NAVIGATION
      && gst_life_navigation_handle (&self->navigation, &self->life, event)) {
    gst_event_unref (event);
    return TRUE;
  }
  return GST_BASE_TRANSFORM_CLASS (parent_class)->src_event (trans, event);
}

/* --- Class --- */

static void
reset (gpointer element)
{
  gst_life_step_reset_tags (element);
  gst_clear_buffer (&GST_LIFE_STEP (element)->mask);
}

static const GstLifeElement life_element = {
  .properties = GST_LIFE_OF_LIFESTEP,
  .life = G_STRUCT_OFFSET (GstLifeStep, life),
  .navigation = G_STRUCT_OFFSET (GstLifeStep, navigation),
  .open = open_world,
  .reset = reset,
};

static void
gst_life_step_class_init (GstLifeStepClass *klass)
{
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);

  gst_life_element_class_init (element_class, &life_element);
  gst_element_class_set_static_metadata (element_class, "Game of Life filter",
      "Filter/Effect/Video",
      "Treats every arriving buffer as a generation of Conway's Game of Life "
      "or a relative, which its picture may seed or disturb",
      "The life developers");
  gst_element_class_add_pad_template (element_class,
      gst_life_make_template ("sink", GST_PAD_SINK, GST_LIFE_RATES, TRUE));
  gst_element_class_add_pad_template (element_class,
      gst_life_make_template ("src", GST_PAD_SRC, GST_LIFE_RATES, TRUE));

  trans_class->transform_caps = gst_life_step_transform_caps;
  trans_class->accept_caps = gst_life_step_accept_caps;
  trans_class->fixate_caps = gst_life_step_fixate_caps;
  trans_class->set_caps = gst_life_step_set_caps;
  trans_class->get_unit_size = gst_life_step_get_unit_size;
  trans_class->propose_allocation = gst_life_step_propose_allocation;
  trans_class->decide_allocation = gst_life_step_decide_allocation;
  trans_class->submit_input_buffer = gst_life_step_submit_input_buffer;
  trans_class->transform = gst_life_step_transform;
  trans_class->transform_meta = gst_life_step_transform_meta;
  trans_class->sink_event = gst_life_step_sink_event;
  trans_class->src_event = gst_life_step_src_event;
  trans_class->query = gst_life_step_query;
}

static void
gst_life_step_init (GstLifeStep *self)
{
  gst_life_element_init (GST_ELEMENT (self));
  self->life.traits.under_picture = TRUE;
  /* No buffer of a filter is requested again. */
  gst_life_set_replayable (&self->life, FALSE);
  gst_base_transform_set_qos_enabled (GST_BASE_TRANSFORM (self), TRUE);
}
