/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The struct of a lifevis. */
#pragma once

#include <gst/pbutils/gstaudiovisualizer.h>

#include "plugin/control/navigation.h"
#include "plugin/lifevis/analyser.h"
#include "plugin/lifevis/sound.h"
#include "plugin/lifevis/stamps.h"
#include "plugin/world/life.h"

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
