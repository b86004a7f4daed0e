/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifevis as a visualiser of GStreamer: states, and its base class's virtual functions. Its pads
 * are in pads.c, the effect of samples in lifevis-advance.c. */

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
#include "plugin/lifevis/lifevis-private.h"
#include "plugin/control/element.h"
#include "plugin/control/presets.h"
#include "plugin/frames/frames.h"
#include "plugin/video/caps.h"
#include "plugin/world/fail.h"
#include "plugin/world/open-element.h"
#include "plugin/world/element-world.h"

/* Cells that glow and fade: the default palette of the default color mode. */
#define PALETTE \
  "0xfffff2c0,0.15:0xffffa030,0.4:0xffe8305c,0.7:0xff7030a0,0xff321a64"

/* The base class divides by the frame rate. A frame takes a few samples at least. */
#define RATES "[ 1/1, 1000/1 ]"
#define AUDIO_CAPS                                              \
  "audio/x-raw, format = (string) " GST_AUDIO_FORMATS_ALL ", "  \
  "rate = (int) [ 4000, 768000 ], channels = (int) [ 1, 64 ], " \
  "layout = (string) interleaved"

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE (
    "sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS (AUDIO_CAPS));

#define gst_life_vis_parent_class parent_class
G_DEFINE_TYPE_WITH_CODE (GstLifeVis, gst_life_vis, GST_TYPE_AUDIO_VISUALIZER,
    G_IMPLEMENT_INTERFACE (GST_TYPE_PRESET, gst_life_presets_implement))
GST_ELEMENT_REGISTER_DEFINE (
    lifevis, "lifevis", GST_RANK_NONE, GST_TYPE_LIFE_VIS)

/* --- States --- */

static void
reset_sound (gpointer element)
{
  GstLifeVis *self = element;

  gst_segment_init (&self->sound.segment, GST_FORMAT_TIME);
  gst_life_sound_flush (&self->sound);
  g_clear_pointer (&self->analyser, gst_life_analyser_free);
  gst_life_stamps_close (&self->stamps);
  g_clear_error (&self->problem);
}

static void
finalize (gpointer element)
{
  GstLifeVis *self = element;

  gst_life_sound_finalize (&self->sound);
  gst_life_vis_release_pads (self);
}

/* Restarts pictures, for a new world. */
static void
begin_pictures (GstLifeVis *self)
{
  self->has_frame = FALSE;
  self->frame = self->n_pictures = 0;
  self->lead = 0.0;
  gst_life_stamps_restart (&self->stamps);
}

static gboolean
open_world (gpointer element, GError **error)
{
  GstLifeVis *self = element;
  GstLifeStamp stamp;

  g_mutex_lock (&self->life.lock);
  stamp = self->life.settings.sound.stamp;
  g_mutex_unlock (&self->life.lock);
  self->life.traits.text_is_stamped = stamp == GST_LIFE_STAMP_TEXT;
  begin_pictures (self);
  return gst_life_open (&self->life, GST_LIFE_START_EMPTY, error)
         && gst_life_stamps_open (&self->stamps, &self->life, stamp, error);
}

/* --- Virtual functions of the base class --- */

/* The caps of both sides are set. */
static gboolean
gst_life_vis_setup (GstAudioVisualizer *visualizer)
{
  GstLifeVis *self = GST_LIFE_VIS (visualizer);
  const GstVideoInfo *video = &visualizer->vinfo;
  gboolean restarted;
  GError *error = NULL;
  guint bands;

  if (!gst_life_configure (&self->life, video, &restarted, &error)) {
    gst_life_fail (&self->life, error);
    return FALSE;
  }
  if (restarted)
    begin_pictures (self);
  g_mutex_lock (&self->life.lock);
  bands = self->life.settings.sound.bands;
  g_mutex_unlock (&self->life.lock);
  if (gst_life_sound_set_format (&self->sound, &visualizer->ainfo,
          GST_VIDEO_INFO_FPS_N (video), GST_VIDEO_INFO_FPS_D (video))
      || !self->analyser) {
    g_clear_pointer (&self->analyser, gst_life_analyser_free);
    self->analyser =
        gst_life_analyser_new (GST_AUDIO_INFO_RATE (&visualizer->ainfo), bands);
  }
  /* The samples that are being drawn are still one frame. */
  if (self->n_samples > 0)
    visualizer->req_spf = self->n_samples;
  return TRUE;
}

/* Errors are not returned: see stop_undrawn() in pads.c. */
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

static const GstLifeElement life_element = {
  .properties = GST_LIFE_OF_LIFEVIS,
  .life = G_STRUCT_OFFSET (GstLifeVis, life),
  .navigation = G_STRUCT_OFFSET (GstLifeVis, navigation),
  .open = open_world,
  .reset = reset_sound,
  .finalize = finalize,
};

static void
gst_life_vis_class_init (GstLifeVisClass *klass)
{
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstAudioVisualizerClass *visualizer_class =
      GST_AUDIO_VISUALIZER_CLASS (klass);

  gst_life_element_class_init (element_class, &life_element);
  gst_element_class_set_static_metadata (element_class,
      "Game of Life visualiser", "Visualization",
      "Shows sound as a world of Conway's Game of Life or a relative: onsets "
      "stamp cells on it, bass in the middle and treble around it",
      "The life developers");
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_pad_template (
      element_class, gst_life_make_template ("src", GST_PAD_SRC, RATES, FALSE));

  visualizer_class->setup = gst_life_vis_setup;
  visualizer_class->render = gst_life_vis_render;
  visualizer_class->decide_allocation = gst_life_vis_decide_allocation;
}

static void
gst_life_vis_init (GstLifeVis *self)
{
  gst_life_element_init (GST_ELEMENT (self));
  /* No frame is requested again. */
  gst_life_set_replayable (&self->life, FALSE);
  self->life.traits.auto_color_mode = LIFE_COLOR_MODE_AGE_TRAIL;
  self->life.traits.auto_palette = life_palette_parse (PALETTE, NULL);
  gst_life_sound_init (&self->sound);
  gst_life_vis_wrap_pads (self);
  g_object_set (self, "shader", GST_AUDIO_VISUALIZER_SHADER_NONE, NULL);
}
