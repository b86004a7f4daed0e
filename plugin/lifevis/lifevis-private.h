/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A lifevis: its struct, and what its files do. */
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

  /* The base class's, and what it does on them. */
  GstPad *sink, *src;
  GstPadChainFunction base_chain;
  GstPadEventFunction base_event, base_src_event;

  /* The streaming thread's. */
  GstLifeSound sound;
  GstLifeAnalyser *analyser; /* NULL before the first caps */
  GstLifeStamps stamps;
  gboolean begun; /* frame @frame of the time line is shown */
  guint64 frame;  /* and this many pictures came before */
  guint64 n_pictures;
  gdouble lead; /* with drive=tempo: the way to the next frame that is gone */

  /* Of the picture in the making. */
  guint n_samples;
  GstClockTime time; /* on the clock of controllers */
  gboolean drawn;
  GError *problem; /* that kept it from being drawn */
};

/* --- lifevis-advance.c: what the samples of a frame do; all in the streaming thread --- */

/* Finds the onsets in @samples, advances the world by a frame and stamps them. */
gboolean gst_life_vis_advance (
    GstLifeVis *self, GstBuffer *samples, GError **error);

/* Draws the world into @video, and reports it. */
gboolean gst_life_vis_draw (
    GstLifeVis *self, GstVideoFrame *video, GError **error);

/* Reports it without a picture. */
gboolean gst_life_vis_pass_by (GstLifeVis *self, GError **error);

/* --- pads.c: the pads of a lifevis --- */

/* Puts what lifevis does around what the base class does on its pads. */
void gst_life_vis_wrap_pads (GstLifeVis *self);

/* Gives back what that holds. */
void gst_life_vis_release_pads (GstLifeVis *self);
