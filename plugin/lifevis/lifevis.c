/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifevis as a visualiser of GStreamer: properties, states, and what its base class
 * asks of it. What its pads do is in pads.c, what a frame's samples do in picture.c. */

/**
 * SECTION:element-lifevis
 * @title: lifevis
 * @short_description: sound that moves a world
 *
 * lifevis shows sound as a world that it stamps. Where something begins to sound in one of
 * several bands of frequency, cells are born: those of the lowest band in the middle of the
 * frame, those of the highest one around it. The world advances in every frame. How loud it
 * is can drive how dense stamps are, or the tempo (`drive`). Time is counted in samples, so
 * the same sound makes the same frames.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 audiotestsrc wave=ticks num-buffers=200 ! lifevis ! videoconvert ! autovideosink
 * ]| Shows the beats of a metronome.
 * |[
 * gst-launch-1.0 audiotestsrc wave=ticks num-buffers=200 ! tee name=sound ! queue ! lifevis stamp=ring bands=4 ! videoconvert ! autovideosink sound. ! queue ! autoaudiosink
 * ]| Plays them too, and stamps rings.
 */
#include "plugin/lifevis/lifevis.h"

#include "plugin/control/actions.h"
#include "plugin/control/presets.h"
#include "plugin/control/values.h"
#include "plugin/frames/frame.h"
#include "plugin/lifevis/pads.h"
#include "plugin/lifevis/picture.h"
#include "plugin/settings/properties.h"
#include "plugin/video/caps.h"
#include "plugin/world/fail.h"
#include "plugin/world/open.h"
#include "plugin/world/world.h"

enum {
  PROP_SENSITIVITY = GST_LIFE_PROP_LAST,
  PROP_BANDS,
  PROP_STAMP,
  PROP_DRIVE,
};

/* Cells that glow and fade: where the color mode is left to lifevis, and the palette to
 * that. */
#define PALETTE \
  "0xfffff2c0,0.15:0xffffa030,0.4:0xffe8305c,0.7:0xff7030a0,0xff321a64"

/* The base class divides by the frame rate. A frame takes a few samples at least. */
#define VIDEO_CAPS                                            \
  "video/x-raw, format = (string) " GST_LIFE_FORMATS ", "     \
  "width = (int) [ 1, 16384 ], height = (int) [ 1, 16384 ], " \
  "framerate = (fraction) [ 1/1, 1000/1 ], "                  \
  "interlace-mode = (string) progressive"
#define AUDIO_CAPS                                              \
  "audio/x-raw, format = (string) " GST_AUDIO_FORMATS_ALL ", "  \
  "rate = (int) [ 4000, 768000 ], channels = (int) [ 1, 64 ], " \
  "layout = (string) interleaved"

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE (
    "sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS (AUDIO_CAPS));
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE (
    "src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS (VIDEO_CAPS));

#define gst_life_vis_parent_class parent_class
G_DEFINE_TYPE_WITH_CODE (GstLifeVis, gst_life_vis, GST_TYPE_AUDIO_VISUALIZER,
    G_IMPLEMENT_INTERFACE (GST_TYPE_PRESET, gst_life_presets_implement))
GST_ELEMENT_REGISTER_DEFINE (
    lifevis, "lifevis", GST_RANK_NONE, GST_TYPE_LIFE_VIS)

/* --- Properties --- */

static const GstLifeField fields[] = {
  { PROP_SENSITIVITY, G_STRUCT_OFFSET (GstLifeVis, sensitivity) },
  { PROP_BANDS, G_STRUCT_OFFSET (GstLifeVis, bands) },
  { PROP_STAMP, G_STRUCT_OFFSET (GstLifeVis, stamp) },
  { PROP_DRIVE, G_STRUCT_OFFSET (GstLifeVis, drive) },
};

static void
gst_life_vis_set_property (
    GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  gst_life_set_property (&GST_LIFE_VIS (object)->life, fields,
      G_N_ELEMENTS (fields), id, value, pspec);
}

static void
gst_life_vis_get_property (
    GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  gst_life_get_property (&GST_LIFE_VIS (object)->life, fields,
      G_N_ELEMENTS (fields), id, value, pspec);
}

static void
forget_sound (GstLifeVis *self)
{
  gst_segment_init (&self->sound.segment, GST_FORMAT_TIME);
  gst_life_sound_flush (&self->sound);
  g_clear_pointer (&self->analyser, gst_life_analyser_free);
  gst_life_stamps_close (&self->stamps);
  g_clear_error (&self->problem);
}

static void
gst_life_vis_finalize (GObject *object)
{
  GstLifeVis *self = GST_LIFE_VIS (object);

  forget_sound (self);
  gst_life_sound_finalize (&self->sound);
  gst_life_vis_release_pads (self);
  gst_life_navigation_clear (&self->navigation);
  gst_life_finalize (&self->life);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

/* --- States --- */

static GstLifeStamp
get_stamp (GstLifeVis *self)
{
  GstLifeStamp stamp;

  GST_OBJECT_LOCK (self);
  stamp = self->stamp;
  GST_OBJECT_UNLOCK (self);
  return stamp;
}

/* No picture of this world was made yet. */
static void
begin_pictures (GstLifeVis *self)
{
  self->begun = FALSE;
  self->frame = self->n_pictures = 0;
  self->lead = 0.0;
  gst_life_stamps_restart (&self->stamps);
}

static gboolean
open_world (GstLifeVis *self, GError **error)
{
  const GstLifeStamp stamp = get_stamp (self);

  g_atomic_int_set (&self->life.cancelled, 0);
  self->life.text_is_stamped = stamp == GST_LIFE_STAMP_TEXT;
  begin_pictures (self);
  return gst_life_open (&self->life, GST_LIFE_START_EMPTY, error)
         && gst_life_stamps_open (&self->stamps, &self->life, stamp, error);
}

static GstStateChangeReturn
gst_life_vis_change_state (GstElement *element, GstStateChange transition)
{
  GstLifeVis *self = GST_LIFE_VIS (element);
  GstStateChangeReturn ret;
  GError *error = NULL;

  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED
      && !open_world (self, &error)) {
    gst_life_fail (&self->life, error);
    gst_life_close (&self->life);
    return GST_STATE_CHANGE_FAILURE;
  }
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    g_atomic_int_set (&self->life.cancelled, 1);
  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);
  gst_life_follow_state (&self->life, transition, ret);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    forget_sound (self);
  return ret;
}

static void
gst_life_vis_set_context (GstElement *element, GstContext *context)
{
  gst_life_set_context (&GST_LIFE_VIS (element)->life, context);
  GST_ELEMENT_CLASS (parent_class)->set_context (element, context);
}

/* --- What the base class asks --- */

/* Caps of both sides are known. */
static gboolean
gst_life_vis_setup (GstAudioVisualizer *visualizer)
{
  GstLifeVis *self = GST_LIFE_VIS (visualizer);
  const GstVideoInfo *video = &visualizer->vinfo;
  gboolean restarted;
  GError *error = NULL;
  guint bands;

  if (!gst_life_configure (&self->life, GST_VIDEO_INFO_WIDTH (video),
          GST_VIDEO_INFO_HEIGHT (video), &restarted, &error)) {
    gst_life_fail (&self->life, error);
    return FALSE;
  }
  if (restarted)
    begin_pictures (self);
  GST_OBJECT_LOCK (self);
  bands = self->bands;
  GST_OBJECT_UNLOCK (self);
  if (gst_life_sound_set_format (&self->sound, &visualizer->ainfo,
          GST_VIDEO_INFO_FPS_N (video), GST_VIDEO_INFO_FPS_D (video))
      || !self->analyser) {
    g_clear_pointer (&self->analyser, gst_life_analyser_free);
    self->analyser =
        gst_life_analyser_new (GST_AUDIO_INFO_RATE (&visualizer->ainfo), bands);
  }
  /* The samples that are being drawn stay one frame. */
  if (self->n_samples > 0)
    visualizer->req_spf = self->n_samples;
  return TRUE;
}

/* What goes wrong is not returned: see stop_undrawn() in pads.c. */
static gboolean
gst_life_vis_render (
    GstAudioVisualizer *visualizer, GstBuffer *audio, GstVideoFrame *video)
{
  GstLifeVis *self = GST_LIFE_VIS (visualizer);

  self->drawn = TRUE;
  if (!self->problem)
    gst_life_vis_draw (self, video, &self->problem);
  return TRUE;
}

static gboolean
gst_life_vis_decide_allocation (GstAudioVisualizer *visualizer, GstQuery *query)
{
  return gst_life_decide_allocation (&GST_LIFE_VIS (visualizer)->life,
             GST_VIDEO_INFO_N_PLANES (&visualizer->vinfo) > 1, query)
         && GST_AUDIO_VISUALIZER_CLASS (parent_class)
                ->decide_allocation (visualizer, query);
}

/* --- Class --- */

static void
install_properties (GObjectClass *klass)
{
  gst_life_properties_install (klass);
  gst_life_actions_install (klass, G_STRUCT_OFFSET (GstLifeVis, life));
  g_object_class_install_property (klass, PROP_SENSITIVITY,
      g_param_spec_double ("sensitivity", "Sensitivity",
          "Factor by which a rise in the sound counts when onsets are looked "
          "for; 0: there are none",
          0.0, 4.0, 1.0, GST_LIFE_CONTROLLED));
  g_object_class_install_property (klass, PROP_BANDS,
      g_param_spec_uint ("bands", "Bands",
          "Bands of frequency in which onsets are looked for; the lowest is "
          "in the middle of the frame",
          1, GST_LIFE_MOST_BANDS, 8, GST_LIFE_SET_IN_READY));
  g_object_class_install_property (klass, PROP_STAMP,
      g_param_spec_enum ("stamp", "Stamp", "Cells that an onset brings",
          GST_TYPE_LIFE_STAMP, GST_LIFE_STAMP_NOISE, GST_LIFE_SET_IN_READY));
  g_object_class_install_property (klass, PROP_DRIVE,
      g_param_spec_enum ("drive", "Drive",
          "What follows from how loud the sound is", GST_TYPE_LIFE_DRIVE,
          GST_LIFE_DRIVE_NONE, GST_LIFE_SET_ANY_TIME));
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_STAMP, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_DRIVE, 0);
}

static void
gst_life_vis_class_init (GstLifeVisClass *klass)
{
  GObjectClass *gobject_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstAudioVisualizerClass *visualizer_class =
      GST_AUDIO_VISUALIZER_CLASS (klass);

  gobject_class->set_property = gst_life_vis_set_property;
  gobject_class->get_property = gst_life_vis_get_property;
  gobject_class->finalize = gst_life_vis_finalize;
  gobject_class->notify = gst_life_presets_note;
  install_properties (gobject_class);

  gst_element_class_set_static_metadata (element_class,
      "Game of Life visualiser", "Visualization",
      "Shows sound as a world of Conway's Game of Life or a relative: onsets "
      "stamp cells on it, bass in the middle and treble around it",
      "The life developers");
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  element_class->change_state = gst_life_vis_change_state;
  element_class->set_context = gst_life_vis_set_context;

  visualizer_class->setup = gst_life_vis_setup;
  visualizer_class->render = gst_life_vis_render;
  visualizer_class->decide_allocation = gst_life_vis_decide_allocation;
}

static void
gst_life_vis_init (GstLifeVis *self)
{
  gst_life_init (&self->life, GST_ELEMENT (self));
  gst_life_navigation_init (&self->navigation);
  /* What was shown is never asked for again. */
  gst_life_keep_timeline (&self->life, FALSE);
  self->life.auto_color_mode = LIFE_COLOR_MODE_AGE_TRAIL;
  self->life.auto_palette = life_palette_parse (PALETTE, NULL);
  self->sensitivity = 1.0;
  self->bands = 8;
  gst_life_sound_init (&self->sound);
  gst_life_vis_wrap_pads (self);
  g_object_set (self, "shader", GST_AUDIO_VISUALIZER_SHADER_NONE, NULL);
}
