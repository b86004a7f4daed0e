/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of properties: a property is completely described by its row. */
#pragma once

#include "plugin/settings/settings.h"

/* Without flags a property can be set at any time, and all elements have it. */
typedef enum {
  GST_LIFE_READY = 1 << 0,      /* can be set in READY, not in mid-stream */
  GST_LIFE_CONTROLLED = 1 << 1, /* controllers may set it */
  GST_LIFE_READ_ONLY = 1 << 2,
  GST_LIFE_TEMPO = 1 << 3,      /* changes the tempo from the next frame on */
  GST_LIFE_LOCAL = 1 << 4,      /* not part of presets */
  GST_LIFE_OF_LIFESRC = 1 << 5, /* only these elements have it */
  GST_LIFE_OF_LIFESTEP = 1 << 6,
  GST_LIFE_OF_LIFEVIS = 1 << 7,
} GstLifePropertyFlags;

#define GST_LIFE_OF_ONE \
  (GST_LIFE_OF_LIFESRC | GST_LIFE_OF_LIFESTEP | GST_LIFE_OF_LIFEVIS)

typedef struct {
  const gchar *name, *nick, *blurb;
  GType kind;   /* a fundamental type; G_TYPE_NONE: a fraction */
  gsize offset; /* in GstLifeSettings */
  /* Of numbers; those of 64 bits have no bounds. @initial: NAN if the library sets it. */
  gdouble minimum, maximum, initial;
  guint flags;        /* of GstLifePropertyFlags */
  const gchar *text;  /* of strings: the value of one that is not set */
  GstLifeEnum values; /* of enums and flags */
  gsize set_flag; /* the offset of a flag that it was set; 0: there is none */
  /* Updates the settings that depend on it; FALSE if a text is invalid. */
  gboolean (*after) (GstLifeSettings *settings, GError **error);
} GstLifeProperty;

/* In the order of their ids, which count from 1. */
#define GST_LIFE_MAX_PROPERTIES 128
extern const GstLifeProperty gst_life_properties[];
extern const guint gst_life_n_properties;
