/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The enum types of the elements' properties. */
#pragma once

#include <gst/gst.h>

#include <life/world.h>

G_BEGIN_DECLS

/* What the property topology has beside the values of LifeTopology. */
#define GST_LIFE_TOPOLOGY_AUTO (-1)

typedef enum {
  GST_LIFE_VIEW_AUTO,
  GST_LIFE_VIEW_CELLS,
  GST_LIFE_VIEW_SLICE,
  GST_LIFE_VIEW_MONTAGE,
  GST_LIFE_VIEW_PROJECTION,
  GST_LIFE_VIEW_XRAY,
  GST_LIFE_VIEW_VOLUME,
  GST_LIFE_VIEW_SPACETIME,
} GstLifeViewKind;

/* From which end of an axis a projection looks. */
typedef enum {
  GST_LIFE_SIDE_NEAR,
  GST_LIFE_SIDE_FAR,
} GstLifeSide;

typedef enum {
  GST_LIFE_CAMERA_MANUAL,
  GST_LIFE_CAMERA_FIT,
  GST_LIFE_CAMERA_FOLLOW,
} GstLifeCamera;

typedef enum {
  GST_LIFE_INPUT_FIRST,
  GST_LIFE_INPUT_REPLACE,
  GST_LIFE_INPUT_OR,
  GST_LIFE_INPUT_XOR,
  GST_LIFE_INPUT_ERASE,
  GST_LIFE_INPUT_MOTION,
  GST_LIFE_INPUT_TICK,
} GstLifeInput;

typedef enum {
  GST_LIFE_OUTPUT_CELLS,
  GST_LIFE_OUTPUT_OVERLAY,
} GstLifeOutput;

/* What an onset of a lifevis brings. */
typedef enum {
  GST_LIFE_STAMP_NOISE,
  GST_LIFE_STAMP_GLIDER,
  GST_LIFE_STAMP_RING,
  GST_LIFE_STAMP_TEXT,
} GstLifeStamp;

/* What follows from how loud its sound is. */
typedef enum {
  GST_LIFE_DRIVE_NONE,
  GST_LIFE_DRIVE_DENSITY,
  GST_LIFE_DRIVE_TEMPO,
} GstLifeDrive;

/* What a caption shows. */
typedef enum {
  GST_LIFE_CAPTION_COUNTER = 1 << 0,
  GST_LIFE_CAPTION_GRAPH = 1 << 1,
  GST_LIFE_CAPTION_TITLE = 1 << 2,
} GstLifeCaptionFlags;

typedef enum {
  GST_LIFE_CORNER_TOP_LEFT,
  GST_LIFE_CORNER_TOP_RIGHT,
  GST_LIFE_CORNER_BOTTOM_LEFT,
  GST_LIFE_CORNER_BOTTOM_RIGHT,
} GstLifeCorner;

#define GST_TYPE_LIFE_CAPTION (gst_life_caption_get_type ())
#define GST_TYPE_LIFE_CORNER (gst_life_corner_get_type ())

/* What happens when a world repeats itself. */
typedef enum {
  GST_LIFE_STAGNATION_NONE,
  GST_LIFE_STAGNATION_MESSAGE,
  GST_LIFE_STAGNATION_EOS,
  GST_LIFE_STAGNATION_RESEED,
  GST_LIFE_STAGNATION_INJECT,
} GstLifeStagnation;

#define GST_TYPE_LIFE_TOPOLOGY (gst_life_topology_get_type ())
#define GST_TYPE_LIFE_ENGINE (gst_life_engine_get_type ())
#define GST_TYPE_LIFE_KERNEL (gst_life_kernel_get_type ())
#define GST_TYPE_LIFE_CLUSTER (gst_life_cluster_get_type ())
#define GST_TYPE_LIFE_COLOR_MODE (gst_life_color_mode_get_type ())
#define GST_TYPE_LIFE_VIEW (gst_life_view_get_type ())
#define GST_TYPE_LIFE_CAMERA (gst_life_camera_get_type ())
#define GST_TYPE_LIFE_AXIS (gst_life_axis_get_type ())
#define GST_TYPE_LIFE_SCALING (gst_life_scaling_get_type ())
#define GST_TYPE_LIFE_SIDE (gst_life_side_get_type ())
#define GST_TYPE_LIFE_STAGNATION (gst_life_stagnation_get_type ())
#define GST_TYPE_LIFE_INPUT (gst_life_input_get_type ())
#define GST_TYPE_LIFE_OUTPUT (gst_life_output_get_type ())
#define GST_TYPE_LIFE_STAMP (gst_life_stamp_get_type ())
#define GST_TYPE_LIFE_DRIVE (gst_life_drive_get_type ())

GType gst_life_caption_get_type (void);
GType gst_life_corner_get_type (void);
GType gst_life_topology_get_type (void);
GType gst_life_engine_get_type (void);
GType gst_life_kernel_get_type (void);
GType gst_life_cluster_get_type (void);
GType gst_life_color_mode_get_type (void);
GType gst_life_view_get_type (void);
GType gst_life_camera_get_type (void);
GType gst_life_axis_get_type (void);
GType gst_life_scaling_get_type (void);
GType gst_life_side_get_type (void);
GType gst_life_stagnation_get_type (void);
GType gst_life_input_get_type (void);
GType gst_life_output_get_type (void);
GType gst_life_stamp_get_type (void);
GType gst_life_drive_get_type (void);

G_END_DECLS
