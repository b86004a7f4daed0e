/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The caps of frames, and what of them there can be. */
#pragma once

#include <gst/gst.h>

/* Returns: (transfer full): the template of a pad with frames of any format and size at @rates,
 * a range of fractions; in a GPU's memory first if @on_gpu is set and this build has CUDA */
GstPadTemplate *gst_life_make_template (const gchar *name,
    GstPadDirection direction, const gchar *rates, gboolean on_gpu);

/* Frame rates that frames of worlds may have. */
#define GST_LIFE_RATES "[ 0/1, 2147483647/1 ]"

/* What @pad may carry: its template, less what only a GPU can make where there
 * is none; formats with alpha come first where that is asked for. */
GstCaps *gst_life_possible_caps (
    GstPad *pad, gboolean without_gpu, gboolean alpha_first);

/* Takes @caps over and leaves one structure of them, which can be written: the first, or the
 * first with alpha where that is asked for and there is one. */
GstCaps *gst_life_truncate_caps (GstCaps *caps, gboolean alpha_first);

/* Fixes the format: one with alpha where that is asked for and there is one, else @preferred,
 * else the first. */
void gst_life_fixate_format (
    GstStructure *structure, gboolean alpha_first, const gchar *preferred);

/* What of @caps, which it takes over, passes @filter, if there is one. */
GstCaps *gst_life_filter_caps (GstCaps *caps, GstCaps *filter);
