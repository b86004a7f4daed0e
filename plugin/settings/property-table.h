/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of properties: all that there is to a property is its row. */
#pragma once

#include "plugin/settings/settings.h"

/* One that has none of these can be set at any time, and all elements have it. */
typedef enum {
  GST_LIFE_READY = 1 << 0, /* it is set in READY, and stays in mid-stream */
  GST_LIFE_CONTROLLED = 1 << 1, /* controllers set it, too */
  GST_LIFE_READ_ONLY = 1 << 2,
  GST_LIFE_TEMPO = 1 << 3, /* frames are numbered anew from the next one on */
  GST_LIFE_LOCAL = 1 << 4, /* presets leave it out */
  GST_LIFE_OF_LIFESRC = 1 << 5, /* only lifesrc has it; and so on */
  GST_LIFE_OF_LIFESTEP = 1 << 6,
  GST_LIFE_OF_LIFEVIS = 1 << 7,
} GstLifePropertyFlags;

#define GST_LIFE_OF_ONE \
  (GST_LIFE_OF_LIFESRC | GST_LIFE_OF_LIFESTEP | GST_LIFE_OF_LIFEVIS)

typedef struct {
  const gchar *name, *nick, *blurb;
  GType kind;   /* a fundamental type; G_TYPE_NONE: a fraction */
  gsize offset; /* in GstLifeSettings */
  /* Of numbers, but those of 64 bits have no bounds; @initial is NAN where the library
   * has it. */
  gdouble least, most, initial;
  guint flags;        /* of GstLifePropertyFlags */
  const gchar *text;  /* of strings: as what it reads while it is not set */
  GstLifeEnum values; /* of enums and flags */
  gsize given; /* the offset of a flag that it was set; 0: there is none */
  /* What follows from it in other settings; FALSE where a text cannot be parsed. */
  gboolean (*after) (GstLifeSettings *settings, GError **error);
} GstLifeProperty;

/* In the order of their ids, which count from 1. */
#define GST_LIFE_MAX_PROPERTIES 128
extern const GstLifeProperty gst_life_properties[];
extern const guint gst_life_n_properties;
