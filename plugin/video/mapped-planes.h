/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers whose planes are mapped one by one. */
#pragma once

#include <gst/video/video.h>

/* A pool of buffers in system memory in which the map of a plane is as large as the plane; by
 * default it reaches beyond the buffer's end. */
GstBufferPool *gst_life_plane_pool_new (void);
