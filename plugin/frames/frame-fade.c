/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that fade in over previous ones: both pictures are drawn in the view of the present
 * frame, so that it depends on its number alone. */
#include "plugin/frames/frame-fade.h"

/* Whether the picture of the previous frame is valid. An overlay is drawn over another picture
 * each time. */
static gboolean
is_drawn (const GstLifeFade *fade, guint serial, const LifeView *view,
    const LifeFrame *frame)
{
  const LifeFrame *shape = &fade->shape;

  return fade->is_drawn && !view->overlay && fade->serial == serial
         && memcmp (&fade->view, view, sizeof *view) == 0
         && shape->format == frame->format && shape->width == frame->width
         && shape->height == frame->height
         && memcmp (&shape->colorimetry, &frame->colorimetry,
                sizeof shape->colorimetry)
                == 0;
}

/* Restores the previous frame, draws it, and restores the present one. */
static gboolean
draw_previous (
    GstLife *life, const LifeView *view, const LifeFrame *frame, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  GstLifeFade *fade = &life->drawing.fade;
  LifeSnapshot *now = NULL;
  gboolean drawn;

  fade->is_drawn = FALSE;
  if (gst_life_track_record_activity (&life->recorders.camera, timeline, error))
    now = life_world_snapshot (life->world, error);
  if (!now)
    return FALSE;
  drawn = life_world_restore (life->world, timeline->previous.snapshot, error)
          && life_world_capture_previous (life->world, view, frame, error);
  if (!life_world_restore (life->world, now, drawn ? error : NULL)) {
    gst_life_timeline_invalidate (timeline);
    drawn = FALSE;
  }
  life_snapshot_free (now);
  fade->is_drawn = drawn;
  fade->serial = life->recorders.crossfade.serial;
  fade->view = *view;
  fade->shape = *frame;
  return drawn;
}

gboolean
gst_life_fade (
    GstLife *life, LifeView *view, const LifeFrame *frame, GError **error)
{
  const GstLifeTimeline *timeline = &life->timeline;
  guint64 previous;
  const guint32 weight = gst_life_crossfade_weight (
      &life->recorders.crossfade, timeline, timeline->frame, &previous);

  /* The history of the previous frame is gone. */
  if (weight == GST_LIFE_FULL_WEIGHT
      || life_color_mode_has_history (view->color_mode)
      || life_view_kind_is (view->kind, LIFE_VIEW_FLAG_STACKS)
      || !gst_life_timeline_has_previous (timeline, previous))
    return TRUE;
  if (!is_drawn (
          &life->drawing.fade, life->recorders.crossfade.serial, view, frame)
      && !draw_previous (life, view, frame, error))
    return FALSE;
  view->fade = GST_LIFE_FULL_WEIGHT - weight;
  return TRUE;
}
