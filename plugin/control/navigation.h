/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mouse, touch and keys, as windows downstream send them. */
#pragma once

#include "plugin/world/gst-life.h"

#define GST_LIFE_FINGERS 2

/* What fingers do together. */
typedef enum {
  GST_LIFE_TOUCH_NONE,
  GST_LIFE_TOUCH_TAP,    /* one that did not move yet */
  GST_LIFE_TOUCH_DRAG,   /* one draws, or turns the camera */
  GST_LIFE_TOUCH_SPREAD, /* two pan and zoom */
  GST_LIFE_TOUCH_OVER,   /* one of two that is left does nothing */
} GstLifeTouchMode;

typedef struct {
  guint id;
  gdouble x, y;
} GstLifeFinger;

/* What is held down, since when and where it was last; guarded by @lock. */
typedef struct {
  GMutex lock;
  guint button; /* of the mouse; 0: none */
  gdouble x, y;
  GstLifeTouchMode touch;
  guint n_fingers;
  GstLifeFinger fingers[GST_LIFE_FINGERS];
  gboolean begun; /* the line that is being drawn has its first cell */
} GstLifeNavigation;

void gst_life_navigation_init (GstLifeNavigation *self);
void gst_life_navigation_clear (GstLifeNavigation *self);

/* Does what a navigation event asks for; FALSE where that is nothing here, so that it
 * goes on to other elements. From any thread, in any state. */
gboolean gst_life_navigation_use (
    GstLifeNavigation *self, GstLife *life, GstEvent *event);
