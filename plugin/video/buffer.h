/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers with pixels. */
#pragma once

#include <gst/video/video.h>

#include <life/world.h>

/* @video's planes, not owned. */
void gst_life_frame_from_video (LifeFrame *frame, GstVideoFrame *video);

/* Clears the bytes of @buffer that are no pixels, the ends of rows and planes, so that the same
 * frames are the same bytes. */
void gst_life_clear_padding (GstBuffer *buffer, const GstVideoInfo *info);

/* Copies every pixel; FALSE if the frames differ in format or size. */
gboolean gst_life_copy_pixels (GstVideoFrame *to, const GstVideoFrame *from);
