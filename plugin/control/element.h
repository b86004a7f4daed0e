/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What GObject and GstElement ask of an element, done with the GstLife that it embeds. */
#pragma once

#include "plugin/settings/properties.h"

/* What differs between the elements. */
typedef struct {
  GstLifePropertyFlags properties; /* those that it alone has */
  gsize life, navigation;          /* where an instance embeds them */
  /* READY to PAUSED. */
  gboolean (*open) (gpointer self, GError **error);
  /* What remains of a stream is freed, after PAUSED to READY and at last; nullable. */
  void (*forget) (gpointer self);
  void (*finalize) (gpointer self); /* nullable */
} GstLifeElement;

/* From an element's class_init() and init(). @life_element is never freed. */
void gst_life_element_class_init (
    GstElementClass *klass, const GstLifeElement *life_element);
void gst_life_element_init (GstElement *self);

/* The elements' change_state(). */
GstStateChangeReturn gst_life_element_change_state (
    GstElement *self, GstStateChange transition);
