/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What differs between the releases of GStreamer, 1.22 and later, at build time and at run
 * time. No other file depends on a version. */
#pragma once

#ifdef GST_LIFE_HAVE_CUDA

#include <gst/cuda/gstcudamemory.h>

/* Since 1.24; NULL if an older one runs, whose maps wait by themselves. */
extern void gst_cuda_memory_sync (GstCudaMemory *memory) __attribute__ ((weak));

#endif
