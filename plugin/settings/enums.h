/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The enum types of the elements' properties. */
#pragma once

#include <gst/gst.h>

#include <life/world.h>

#include "plugin/timeline/watch.h"

/* A value of the property topology besides those of LifeTopology. */
#define GST_LIFE_TOPOLOGY_AUTO (-1)

/* The first values of the property view, all of LIFE_VIEW_PLANE; the other kinds of
 * LifeViewKind follow them. */
typedef enum {
  GST_LIFE_VIEW_AUTO,
  GST_LIFE_VIEW_CELLS,
  GST_LIFE_VIEW_SLICE,
} GstLifeViewKind;

/* The end of an axis from which a projection is seen. */
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
  GST_LIFE_OUTPUT_CLIP,
  GST_LIFE_OUTPUT_MASK,
} GstLifeOutput;

/* What lifevis stamps on the world at an onset. */
typedef enum {
  GST_LIFE_STAMP_NOISE,
  GST_LIFE_STAMP_GLIDER,
  GST_LIFE_STAMP_RING,
  GST_LIFE_STAMP_TEXT,
} GstLifeStamp;

/* What the loudness of its sound drives. */
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

/* The types: enums, but for captions, which are flags. */
typedef enum {
  GST_LIFE_ENUM_TOPOLOGY,
  GST_LIFE_ENUM_ENGINE,
  GST_LIFE_ENUM_KERNEL,
  GST_LIFE_ENUM_CLUSTER,
  GST_LIFE_ENUM_COLOR_MODE,
  GST_LIFE_ENUM_VIEW,
  GST_LIFE_ENUM_SIDE,
  GST_LIFE_ENUM_CAMERA,
  GST_LIFE_ENUM_AXIS,
  GST_LIFE_ENUM_SCALING,
  GST_LIFE_ENUM_CELL_SHAPE,
  GST_LIFE_ENUM_STAGNATION,
  GST_LIFE_ENUM_INPUT,
  GST_LIFE_ENUM_OUTPUT,
  GST_LIFE_ENUM_STAMP,
  GST_LIFE_ENUM_DRIVE,
  GST_LIFE_ENUM_CORNER,
  GST_LIFE_ENUM_CAPTION,
} GstLifeEnum;

GType gst_life_enum_get_type (GstLifeEnum which);

/* The nick of @value. */
const gchar *gst_life_enum_get_nick (GstLifeEnum which, gint value);
