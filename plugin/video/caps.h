/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The caps of frames. */
#pragma once

#include <gst/gst.h>

/* Returns: (transfer full): the template of a pad with frames of any format and size at @rates,
 * a range of fractions; in a GPU's memory first if @on_gpu is set and this build has CUDA */
GstPadTemplate *gst_life_make_template (const gchar *name,
    GstPadDirection direction, const gchar *rates, gboolean on_gpu);

/* Frame rates that frames of worlds may have. */
#define GST_LIFE_RATES "[ 0/1, 2147483647/1 ]"

/* The caps that @pad supports: its template, without those that need a GPU if @without_gpu;
 * with formats with alpha first if @alpha_first. */
GstCaps *gst_life_possible_caps (
    GstPad *pad, gboolean without_gpu, gboolean alpha_first);

/* Truncates @caps, (transfer full), to one writable structure: the first, or if @alpha_first
 * the first with alpha, if there is one. */
GstCaps *gst_life_truncate_caps (GstCaps *caps, gboolean alpha_first);

/* Fixates the format: one with alpha if @alpha_first and there is one, else @preferred, else
 * the first. */
void gst_life_fixate_format (
    GstStructure *structure, gboolean alpha_first, const gchar *preferred);

/* Intersects @caps, (transfer full), with @filter (nullable). */
GstCaps *gst_life_filter_caps (GstCaps *caps, GstCaps *filter);
