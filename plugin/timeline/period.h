/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finding the period of a sequence of hashes, one after another. Nothing of a world is
 * known here. */
#pragma once

#include <glib.h>

/* The longest period that is found, in hashes. */
#define GST_LIFE_LONGEST_PERIOD 3000

typedef struct _GstLifePeriodFinder GstLifePeriodFinder;

/* @repeats: how many hashes on end have to be the same as those a period before, 1 at
 * least. */
GstLifePeriodFinder *gst_life_period_finder_new (guint repeats);
void gst_life_period_finder_free (GstLifePeriodFinder *finder);

/* Forgets what came so far. */
void gst_life_period_finder_clear (GstLifePeriodFinder *finder);

/* The next hash, which belongs to a number that grows from call to call. Returns by how
 * much it has grown in a period, if the last hashes have one; else 0. It is the shortest
 * one when it is found, and the same for as long as it lasts. What a call takes does not
 * depend on how long periods may be, but once for each that is found. */
guint64 gst_life_period_finder_add (
    GstLifePeriodFinder *finder, guint64 hash, guint64 number);

/* Whether any hash is known, and which is the last one. */
gboolean gst_life_period_finder_get_last (
    const GstLifePeriodFinder *finder, guint64 *hash);
