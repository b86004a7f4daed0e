/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captions: words, figures and a curve in a small picture, to be laid over a frame. */
#pragma once

#include <life/view.h>

#include "plugin/settings/settings.h"

/* What a number of the curve is that is not known. */
#define GST_LIFE_UNKNOWN G_MAXUINT64

/* What a caption shows, and how. What it leaves out is NULL. */
typedef struct {
  const gchar *font;
  guint32 color; /* ARGB */
  GstLifeCorner corner;
  const gchar *name, *rule;         /* the title; there may be a rule alone */
  const LifeStatistics *statistics; /* the counter: generation and population */
  const gchar *population; /* in digits, where it does not fit 64 bits */
  const guint64 *curve;    /* numbers, of which the last is the newest */
  guint n_curve;
} GstLifeWords;

/* Draws captions, and keeps the last one. */
typedef struct _GstLifeCaptionMaker GstLifeCaptionMaker;

GstLifeCaptionMaker *gst_life_caption_maker_new (void);
void gst_life_caption_maker_free (GstLifeCaptionMaker *self);

/* The caption for a frame of this size; it stays the maker's, until the next one. *@warning is
 * set where there is something to be reported once, else to NULL. */
const LifeCaption *gst_life_caption_make (GstLifeCaptionMaker *self,
    const GstLifeWords *words, guint width, guint height, gchar **warning,
    GError **error);
