/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stamps that onsets lay on a world. */
#pragma once

#include "plugin/lifevis/analyser.h"
#include "plugin/world/gst-life.h"

typedef struct {
  GRand *random;                    /* NULL: nothing was stamped yet */
  guint counts[GST_LIFE_MAX_BANDS]; /* onsets so far */
  GPtrArray *words;                 /* of LifePattern, for stamp=text */
  guint n_words;                    /* that were stamped */
  gboolean warned;                  /* that a word does not fit */
} GstLifeStamps;

/* How the stamps of a frame are made. */
typedef struct {
  GstLifeStamp stamp;
  guint bands;
  gboolean by_loudness; /* drive=density */
  gdouble loudness;     /* 0…1 */
  guint width, height;  /* of the frame, in pixels */
} GstLifeStampOptions;

/* Reads what @stamp needs, in READY to PAUSED. */
gboolean gst_life_stamps_open (
    GstLifeStamps *stamps, GstLife *life, GstLifeStamp stamp, GError **error);
void gst_life_stamps_close (GstLifeStamps *stamps);

/* For a new world; what was read stays. */
void gst_life_stamps_restart (GstLifeStamps *stamps);

/* Stamps the present frame for @onsets, of GstLifeOnset. */
gboolean gst_life_stamps_apply (GstLifeStamps *stamps, GstLife *life,
    const GstLifeStampOptions *options, const GArray *onsets, GError **error);
