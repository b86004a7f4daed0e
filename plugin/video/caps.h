/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The caps of frames, and what of them there can be. */
#pragma once

#include <gst/gst.h>

#define GST_LIFE_SIZES                                        \
  "width = (int) [ 1, 16384 ], height = (int) [ 1, 16384 ], " \
  "framerate = (fraction) [ 0/1, 2147483647/1 ], "            \
  "interlace-mode = (string) progressive"
/* GstCuda 1.22 ends the process where it is asked for one that it does not know. */
#define GST_LIFE_CUDA_FORMATS                                  \
  "I420, NV12, RGBA, BGRA, RGBx, BGRx, ARGB, ABGR, RGB, BGR, " \
  "Y444, Y42B, YUY2, UYVY, I420_10LE, P010_10LE, I422_10LE"
#define GST_LIFE_FORMATS \
  "{ " GST_LIFE_CUDA_FORMATS ", Y210, xRGB, xBGR, GRAY8 }"
#define GST_LIFE_SYSTEM_CAPS \
  "video/x-raw, format = (string) " GST_LIFE_FORMATS ", " GST_LIFE_SIZES
#ifdef GST_LIFE_HAVE_CUDA
#define GST_LIFE_CAPS                                  \
  "video/x-raw(memory:CUDAMemory), format = (string) " \
  "{ " GST_LIFE_CUDA_FORMATS " }, " GST_LIFE_SIZES "; " GST_LIFE_SYSTEM_CAPS
#else
#define GST_LIFE_CAPS GST_LIFE_SYSTEM_CAPS
#endif

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
