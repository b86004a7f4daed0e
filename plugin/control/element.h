/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The virtual functions of GObject and GstElement, by the GstLife that an element embeds. */
#pragma once

#include "plugin/settings/properties.h"

/* What differs between the elements. */
typedef struct {
  GstLifePropertyFlags properties; /* those that only this element has */
  gsize life, navigation;          /* offsets in an instance */
  /* READY to PAUSED. */
  gboolean (*open) (gpointer self, GError **error);
  /* Frees what remains of a stream, after PAUSED to READY and in finalize(); nullable. */
  void (*reset) (gpointer self);
  void (*finalize) (gpointer self); /* nullable */
} GstLifeElement;

/* Called from an element's class_init() and init(). @life_element is static. */
void gst_life_element_class_init (
    GstElementClass *klass, const GstLifeElement *life_element);
void gst_life_element_init (GstElement *self);

/* The elements' change_state(). */
GstStateChangeReturn gst_life_element_change_state (
    GstElement *self, GstStateChange transition);
