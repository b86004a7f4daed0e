/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cameras: where a view goes by what the last frames show. */
#pragma once

#include <life/waypoints.h>

#include "plugin/timeline/track.h"

/* The greatest zoom that a camera chooses. */
#define GST_LIFE_CAMERA_MAX_ZOOM 32.0

/* What a camera goes by: @n frames, at least one, the oldest first; from which side and in
 * which world they are seen, and by how large a frame. */
typedef struct {
  const GstLifeSight *sights;
  guint n;
  LifeAxis axis;
  const LifeGeometry *geometry;
  guint width, height;
} GstLifeScene;

/* Shows all live cells, with @margin of the frame free around them. A world in which none
 * lived leaves @place as it is; else zoom, x and y are set. @place->rotation is looked
 * at. */
void gst_life_camera_fit (
    const GstLifeScene *scene, gdouble margin, LifePlace *place);

/* Shows @box whole, with @margin of the frame free around it, at the largest zoom that is a
 * whole number or 1 / one, so that cells are sharp. @place->rotation is looked at. */
void gst_life_camera_show (const GstLifeScene *scene, const LifeBox *box,
    gdouble margin, LifePlace *place);

/* Shows where cells are born and die in the frame's center; where none were, the middle of
 * the live ones. Sets x and y, if any lived. */
void gst_life_camera_follow (const GstLifeScene *scene, LifePlace *place);
