/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds when a saved world repeats itself. */
#pragma once

#include <gst/gst.h>

/* In generations: after @from the world is periodic, and then repeats itself every @length. */
typedef struct {
  guint64 from, length;
} Period;

/* Runs a world of its own from @saved, the text that the action save of @lifesrc wrote. An error
 * if it does not repeat itself within the generations and the time that are tried. */
gboolean period_find (
    GstElement *lifesrc, const gchar *saved, Period *period, GError **error);
