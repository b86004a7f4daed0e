/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captions: a title, figures and a curve in a small picture that is laid over a frame. */
#pragma once

#include <life/view.h>

#include "plugin/settings/settings.h"

/* A frame of the curve whose number was not recorded. */
#define GST_LIFE_CURVE_GAP G_MAXUINT64

/* The contents of a caption. What it leaves out is NULL. */
typedef struct {
  const gchar *font;
  guint32 color; /* ARGB */
  GstLifeCorner corner;
  const gchar *name, *rule;         /* the title; there may be a rule alone */
  const LifeStatistics *statistics; /* the counter: generation and population */
  const gchar *population;          /* in digits, if it does not fit 64 bits */
  const guint64 *curve;             /* numbers, the newest last */
  guint n_curve;
} GstLifeWords;

/* Draws captions, and caches the last one. */
typedef struct _GstLifeCaptionMaker GstLifeCaptionMaker;

GstLifeCaptionMaker *gst_life_caption_maker_new (void);
void gst_life_caption_maker_free (GstLifeCaptionMaker *self);

/* The caption for a frame of this size, owned by the maker and valid until the next call.
 * *@warning is to be reported once, or NULL. */
const LifeCaption *gst_life_caption_make (GstLifeCaptionMaker *self,
    const GstLifeWords *words, guint width, guint height, gchar **warning,
    GError **error);
