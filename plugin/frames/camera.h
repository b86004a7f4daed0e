/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cameras: the position of a view, which follows what the last frames show. */
#pragma once

#include <life/view.h>
#include <life/waypoints.h>

#include "plugin/timeline/track.h"

/* The greatest zoom that a camera chooses. */
#define GST_LIFE_CAMERA_MAX_ZOOM 32.0

/* The input of a camera: @n frames, at least one, the oldest first; the axis and the world of
 * the view, and the size of its frame. */
typedef struct {
  const GstLifeTrackedFrame *tracked;
  guint n;
  LifeAxis axis;
  const LifeGeometry *geometry;
  guint width, height;
  LifeCellShape cell_shape;
} GstLifeScene;

/* Shows all live cells, with @margin of the frame free around them: sets zoom, x and y of
 * @position, by its rotation, unless no cell lived. */
void gst_life_camera_fit (
    const GstLifeScene *scene, gdouble margin, LifePosition *position);

/* Shows all of @box, with @margin of the frame free around it, by @position's rotation, at the
 * largest zoom n or 1/n, so that cells are sharp. */
void gst_life_camera_show (const GstLifeScene *scene, const LifeBox *box,
    gdouble margin, LifePosition *position);

/* Centers where cells are born and die, or if none do the live ones. Sets x and y, if any
 * lived. */
void gst_life_camera_follow (const GstLifeScene *scene, LifePosition *position);
