/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A lifevis: its struct, and the functions of its files. */
#pragma once

#include <gst/pbutils/gstaudiovisualizer.h>

#include "plugin/control/navigation.h"
#include "plugin/lifevis/analyser.h"
#include "plugin/lifevis/sound.h"
#include "plugin/lifevis/stamps.h"
#include "plugin/world/gst-life.h"

GST_ELEMENT_REGISTER_DECLARE (lifevis)

#define GST_TYPE_LIFE_VIS (gst_life_vis_get_type ())
G_DECLARE_FINAL_TYPE (
    GstLifeVis, gst_life_vis, GST, LIFE_VIS, GstAudioVisualizer)

struct _GstLifeVis {
  GstAudioVisualizer parent;
  GstLife life;
  GstLifeNavigation navigation;

  /* The base class's pads and functions. */
  GstPad *sink, *src;
  GstPadChainFunction base_chain;
  GstPadEventFunction base_event, base_src_event;

  /* Of the streaming thread. */
  GstLifeSound sound;
  GstLifeAnalyser *analyser; /* NULL before the first caps */
  GstLifeStamps stamps;
  gboolean has_frame; /* frame @frame of the time line is shown */
  guint64 frame;
  guint64 n_pictures; /* before this one */
  gdouble lead;       /* with drive=tempo: the fraction of the next frame */

  /* Of the picture that is being made. */
  guint n_samples;
  GstClockTime time; /* on the clock of controllers */
  gboolean drawn;
  GError *problem; /* why it was not drawn */
};

/* --- lifevis-advance.c: the effect of a frame's samples; all in the streaming thread --- */

/* Finds the onsets in @samples, advances the world by a frame and stamps them. */
gboolean gst_life_vis_advance (
    GstLifeVis *self, GstBuffer *samples, GError **error);

/* Draws the world into @video, and reports it. */
gboolean gst_life_vis_draw (
    GstLifeVis *self, GstVideoFrame *video, GError **error);

/* Reports it without a picture. */
gboolean gst_life_vis_count (GstLifeVis *self, GError **error);

/* --- pads.c: the pads of a lifevis --- */

/* Wraps the base class's functions of its pads. */
void gst_life_vis_wrap_pads (GstLifeVis *self);

/* Frees what that has acquired. */
void gst_life_vis_release_pads (GstLifeVis *self);
