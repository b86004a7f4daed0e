/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finding the period of a sequence of hashes, without a world. */
#pragma once

#include <glib.h>

/* The longest period that is found, in hashes. */
#define GST_LIFE_LONGEST_PERIOD 3000

typedef struct _GstLifePeriodFinder GstLifePeriodFinder;

/* @repeats: how many hashes in a row have to repeat those a period earlier, at least 1. */
GstLifePeriodFinder *gst_life_period_finder_new (guint repeats);
void gst_life_period_finder_free (GstLifePeriodFinder *finder);

/* Drops all hashes. */
void gst_life_period_finder_clear (GstLifePeriodFinder *finder);

/* Adds a hash, which belongs to a number that grows from call to call. Returns by how much that
 * has grown in a period, if the last hashes have one; else 0. A period is the shortest when it
 * is found, and stays the same while it lasts. */
guint64 gst_life_period_finder_add (
    GstLifePeriodFinder *finder, guint64 hash, guint64 number);

/* The last hash; FALSE: there is none. */
gboolean gst_life_period_finder_get_last (
    const GstLifePeriodFinder *finder, guint64 *hash);
