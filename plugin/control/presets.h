/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface GstPreset: looks that are loaded and saved by name. */
#pragma once

#include <gst/gst.h>

/* Fills the interface of an element's class. */
void gst_life_presets_implement (gpointer interface, gpointer data);

/* Whether @object is loading a preset, in this thread or another. */
gboolean gst_life_presets_are_loading (gpointer object);

/* The notify() of an element's class: records what is set on a new element, as by a launch line,
 * which a preset then leaves as it is. */
void gst_life_presets_notify (GObject *object, GParamSpec *pspec);
