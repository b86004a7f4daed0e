/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures that show through a mask. */
#pragma once

#include <gst/video/video.h>

/* Fills @to with the picture @from, of its size and format, where @mask, GRAY8 of that size, is
 * white, and with the color @ground (0xAARRGGBB) where it is black. */
void gst_life_clip (GstVideoFrame *to, GstVideoFrame *from, GstVideoFrame *mask,
    guint32 ground);
