/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mouse, touch and keys, as sinks with a window send them. */
#pragma once

#include "plugin/world/gst-life.h"

#define GST_LIFE_FINGERS 2

/* The gesture of all fingers. */
typedef enum {
  GST_LIFE_TOUCH_NONE,
  GST_LIFE_TOUCH_TAP,    /* one that did not move yet */
  GST_LIFE_TOUCH_DRAG,   /* one draws, or turns the camera */
  GST_LIFE_TOUCH_SPREAD, /* two pan and zoom */
  GST_LIFE_TOUCH_DONE,   /* the last of two has no effect */
} GstLifeTouchMode;

typedef struct {
  guint id;
  gdouble x, y;
} GstLifeFinger;

/* The button and fingers that are down, and their last positions; guarded by @lock. */
typedef struct {
  GMutex lock;
  guint button; /* of the mouse; 0: none */
  gdouble x, y;
  GstLifeTouchMode touch;
  guint n_fingers;
  GstLifeFinger fingers[GST_LIFE_FINGERS];
  gboolean drawing; /* the stroke has its first line */
} GstLifeNavigation;

void gst_life_navigation_init (GstLifeNavigation *self);
void gst_life_navigation_clear (GstLifeNavigation *self);

/* Handles a navigation event; FALSE if it has no meaning here and goes on to other elements.
 * From any thread, in any state. */
gboolean gst_life_navigation_handle (
    GstLifeNavigation *self, GstLife *life, GstEvent *event);
