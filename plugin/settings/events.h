/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The property events: what happens to a world and its picture, and when. */
#pragma once

#include <life/world.h>

#include "plugin/settings/property-table.h"

typedef enum {
  GST_LIFE_EVENT_RULE,
  GST_LIFE_EVENT_PASTE,
  GST_LIFE_EVENT_LOAD,
  GST_LIFE_EVENT_SOUP,
  GST_LIFE_EVENT_CLEAR,
  GST_LIFE_EVENT_PRESET,
  GST_LIFE_EVENT_PROPERTY,
} GstLifeEventKind;

typedef struct {
  GstLifeEventKind kind;
  guint64 time; /* in frames, or in nanoseconds */
  gboolean in_frames;
  gsize offset;         /* of the text, in bytes, at which it begins */
  gchar *name;          /* RULE: its text; PRESET */
  LifeRule *rule;       /* RULE, if it was parsed */
  LifePattern *pattern; /* PASTE, LOAD */
  gint64 origin[3];     /* PASTE */
  gdouble density;      /* SOUP; below 0: the property's */
  GParamSpec *pspec;    /* PROPERTY, with: */
  GValue value;
  gboolean from_preset;
} GstLifeEvent;

/* Reads events with semicolons between them, each of them TIME ACTION: "5s rule=B36/S23; 300f clear".
 * Returns an array of GstLifeEvent in the order of the text; an error names the character. Properties
 * are those of @klass that can change while frames flow. */
GArray *gst_life_events_parse (
    const gchar *text, GObjectClass *klass, GError **error);

/* Sets an error that names the character at @offset, in bytes; @wrong, which is owned from then on,
 * is what is wrong there. Returns FALSE. */
gboolean gst_life_events_refuse (
    const gchar *text, gsize offset, GError *wrong, GError **error);

/* Whether an event may set this property. */
gboolean gst_life_events_allow (const GParamSpec *pspec);

void gst_life_event_clear (GstLifeEvent *event);
