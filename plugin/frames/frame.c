/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of an element's world: which view of it a frame shows, pictures absorbed,
 * frames drawn, and what was counted reported. */
#include "plugin/video/buffer.h"
#include "plugin/video/meta.h"
#include "plugin/world/life.h"

/* The slice of frame @number: it moves by slice-step, around the world's end. */
static gboolean
choose_slice (const GstLifeSettings *settings, const LifeGeometry *geometry,
    guint64 number, LifeView *view, GError **error)
{
  guint32 columns, rows, planes;
  guint64 first, moved;

  life_geometry_plane (geometry, view->axis, &columns, &rows, &planes);
  if (settings->slice >= 0 && (guint) settings->slice >= planes) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "slice=%d is not in the world, which has %u planes along that axis; "
        "use 0 to %u, or -1 for the middle",
        settings->slice, planes, planes - 1);
    return FALSE;
  }
  first = settings->slice < 0 ? planes / 2 : (guint64) settings->slice;
  moved = number % planes
          * (((gint64) settings->slice_step % planes + planes) % planes);
  view->slice = (first + moved) % planes;
  return TRUE;
}

/* The zoom for a frame that may differ in size from the one that the world was
 * sized by. */
static gdouble
frame_zoom (const GstLife *life, const GstLifeSettings *settings, guint width,
    guint height)
{
  LifeGeometry geometry = *life_world_get_geometry (life->world);
  LifeSizing sizing;
  gdouble zoom = life->zoom;

  if (settings->zoom > 0.0)
    return settings->zoom;
  gst_life_fill_sizing (life, settings, width, height, &sizing);
  if (sizing.width || sizing.height || life->dimensions == 3) {
    sizing.width = geometry.width;
    sizing.height = geometry.height;
    sizing.depth = geometry.depth;
    life_sizing_resolve (&sizing, &geometry, &zoom);
  }
  return zoom;
}

static gboolean
make_view (const GstLife *life, const GstLifeSettings *settings, guint width,
    guint height, guint64 number, LifeView *view, GError **error)
{
  *view = (LifeView) LIFE_VIEW_INIT;
  view->zoom = frame_zoom (life, settings, width, height);
  view->x = settings->view_x;
  view->y = settings->view_y;
  view->alive_color = settings->alive_color;
  view->dead_color = settings->dead_color;
  if (life->dimensions == 2 && settings->view != GST_LIFE_VIEW_SLICE)
    return TRUE;
  view->axis = settings->slice_axis;
  return choose_slice (
      settings, life_world_get_geometry (life->world), number, view, error);
}

/* Whether the engine that runs the world sees what lies on the GPU. */
static gboolean
is_on_gpu (GstLife *life)
{
  gboolean on_gpu;

  g_mutex_lock (&life->lock);
  on_gpu = g_strcmp0 (life->engine_used, "cuda") == 0;
  g_mutex_unlock (&life->lock);
  return on_gpu;
}

gboolean
gst_life_map_frame (GstLife *life, GstVideoFrame *frame,
    const GstVideoInfo *info, GstBuffer *buffer, GstMapFlags flags)
{
  return gst_life_map_buffer (
      frame, info, buffer, flags, is_on_gpu (life) ? &life->cuda : NULL);
}

gboolean
gst_life_absorb (GstLife *life, GstVideoFrame *picture, guint64 number,
    LifeInput input, gdouble threshold, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };
  LifeFrame frame;
  LifeView view;
  gboolean ok;

  gst_life_get_settings (life, &settings);
  gst_life_frame_from_video (&frame, picture);
  g_mutex_lock (&life->world_lock);
  ok = gst_life_need_world (life, error)
       && make_view (
           life, &settings, frame.width, frame.height, number, &view, error)
       && life_world_absorb (
           life->world, &view, &frame, input, threshold, error);
  g_mutex_unlock (&life->world_lock);
  return ok;
}

static gboolean
begin_frame (GstLife *life, GstVideoFrame *video, guint64 number,
    gboolean overlay, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };
  LifeFrame frame;
  LifeView view;

  gst_life_get_settings (life, &settings);
  gst_life_frame_from_video (&frame, video);
  if (!make_view (
          life, &settings, frame.width, frame.height, number, &view, error))
    return FALSE;
  view.overlay = overlay;
  view.color_mode = settings.color_mode;
  if (view.color_mode == LIFE_COLOR_MODE_STATE)
    life_view_color_states (
        &view, life_world_get_rule (life->world), settings.theme);
  return life_world_begin_frame (life->world, &view, &frame, error);
}

gboolean
gst_life_begin_frame_locked (
    GstLife *life, GstVideoFrame *video, guint64 number, GError **error)
{
  return begin_frame (life, video, number, FALSE, error);
}

gboolean
gst_life_begin_frame (
    GstLife *life, GstVideoFrame *video, guint64 number, GError **error)
{
  gboolean ok;

  g_mutex_lock (&life->world_lock);
  ok = begin_frame (life, video, number, FALSE, error);
  g_mutex_unlock (&life->world_lock);
  return ok;
}

gboolean
gst_life_finish_frame (
    GstLife *life, LifeStatistics *statistics, GError **error)
{
  gboolean ok;

  g_mutex_lock (&life->world_lock);
  ok = life_world_finish_frame (life->world, statistics, error);
  g_mutex_unlock (&life->world_lock);
  return ok;
}

gboolean
gst_life_draw (GstLife *life, GstVideoFrame *video, guint64 number,
    gboolean overlay, LifeStatistics *statistics, GError **error)
{
  gboolean ok;

  g_mutex_lock (&life->world_lock);
  ok = begin_frame (life, video, number, overlay, error)
       && life_world_finish_frame (life->world, statistics, error);
  g_mutex_unlock (&life->world_lock);
  return ok;
}

gboolean
gst_life_count (GstLife *life, LifeStatistics *statistics, GError **error)
{
  gboolean ok;

  g_mutex_lock (&life->world_lock);
  ok = life_world_get_statistics (life->world, statistics, error);
  g_mutex_unlock (&life->world_lock);
  return ok;
}

void
gst_life_report (
    GstLife *life, GstBuffer *buffer, const LifeStatistics *statistics)
{
  gboolean post;

  g_mutex_lock (&life->world_lock);
  if (buffer)
    gst_life_meta_set (
        buffer, statistics, life_world_get_geometry (life->world));
  g_mutex_unlock (&life->world_lock);

  g_mutex_lock (&life->lock);
  life->reported = *statistics;
  post = life->settings.post_messages;
  g_mutex_unlock (&life->lock);
  if (post)
    gst_element_post_message (life->element,
        gst_message_new_element (GST_OBJECT (life->element),
            gst_structure_new ("life", "generation", G_TYPE_UINT64,
                statistics->generation, "population", G_TYPE_UINT64,
                statistics->population, "births", G_TYPE_UINT64,
                statistics->births, "deaths", G_TYPE_UINT64, statistics->deaths,
                NULL)));
}
