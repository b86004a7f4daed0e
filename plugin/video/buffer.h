/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers with pixels. */
#pragma once

#include <gst/video/video.h>

#include <life/world.h>

/* @video's planes, which stay its own. */
void gst_life_frame_from_video (LifeFrame *frame, GstVideoFrame *video);

/* Clears what of @buffer is no pixel, so that the same frames are the same bytes: the
 * ends of rows and planes, whatever memory was there before. */
void gst_life_clear_padding (GstBuffer *buffer, const GstVideoInfo *info);

/* Copies every pixel; FALSE where the frames differ in format or size. */
gboolean gst_life_copy_pixels (GstVideoFrame *to, const GstVideoFrame *from);
