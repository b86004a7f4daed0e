/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views moved by hand. All properties of a move are set at once, so that no frame shows half
 * of it. */
#include "plugin/frames/moved.h"

#include "plugin/frames/camera.h"
#include "plugin/settings/ids.h"

#include <math.h>

/* In halves of pixels. */
#define NOISE 1e-6

/* Properties that moves set, in the order of the bits in GstLife.moved. */
enum {
  MOVED_ZOOM,
  MOVED_X,
  MOVED_Y,
  MOVED_ROTATION,
  MOVED_CAMERA,
  MOVED_AZIMUTH,
  MOVED_ELEVATION,
  MOVED_DISTANCE,
  MOVED_LOOK_AT,
  N_MOVED = MOVED_LOOK_AT + 3
};

static const gchar *const moved_names[N_MOVED] = { "zoom", "view-x", "view-y",
  "rotation", "camera", "azimuth", "elevation", "camera-distance", "look-at-x",
  "look-at-y", "look-at-z" };

gboolean
gst_life_moved_get_shown (GstLife *life, GstLifeShown *shown)
{
  GST_LIFE_HOLD (&life->lock);

  *shown = life->finished;
  return shown->width > 0;
}

void
gst_life_moved_get_place (
    GstLife *life, const GstLifeShown *shown, LifePlace *place)
{
  const GstLifeSettings *settings = &life->settings;
  const LifeView *view = &shown->view;
  guint32 columns, rows, planes;

  *place = (LifePlace){ view->x, view->y, view->zoom, view->rotation };
  g_mutex_lock (&life->lock);
  /* Moves that follow each other before the next frame add up. */
  if (!gst_life_settings_view_is_led (settings)) {
    *place = (LifePlace){ settings->view_x, settings->view_y,
      settings->zoom > 0 ? settings->zoom : view->zoom, settings->rotation };
  }
  g_mutex_unlock (&life->lock);
  life_geometry_plane (&shown->geometry, view->axis, &columns, &rows, &planes);
  /* A center that is not the world's is in the view. */
  if (place->x == -1)
    place->x = view->x == -1 ? columns / 2.0 : view->x;
  if (place->y == -1)
    place->y = view->y == -1 ? rows / 2.0 : view->y;
}

/* --- Setting; under the lock of settings --- */

static void
set (GstLife *life, guint what, gdouble *setting, gdouble value)
{
  if (*setting == value)
    return;
  *setting = value;
  life->moved |= 1u << what;
}

static void
set_coordinate (GstLife *life, guint what, gdouble *setting, gdouble place)
{
  set (life, what, setting,
      gst_life_settings_coordinate (
          CLAMP (place, -GST_LIFE_MAX_PLACE, GST_LIFE_MAX_PLACE)));
}

/* At zooms of n and 1/n pictures begin at whole pixels. A place that follows from many moves
 * may lie beyond the border between two by no more than was rounded on the way: it is put
 * back. */
static gdouble
settle (gdouble place, gdouble zoom)
{
  const gdouble unit = MAX (zoom, 1);
  const gdouble halves = rint (2 * place * unit);
  const gboolean whole =
      zoom < 1 ? 1 / zoom == rint (1 / zoom) : zoom == rint (zoom);

  if (!whole || fabs (2 * place * unit - halves) > NOISE)
    return place;
  place = halves / (2 * unit);
  /* A quotient that was rounded up lies beyond the border, too. */
  if (2 * (place - floor (place)) * unit > halves - 2 * floor (place) * unit)
    place = nextafter (place, -HUGE_VAL);
  return place;
}

static void
set_place (GstLife *life, const LifePlace *place)
{
  GstLifeSettings *settings = &life->settings;

  set (life, MOVED_ZOOM, &settings->zoom, place->zoom);
  set_coordinate (
      life, MOVED_X, &settings->view_x, settle (place->x, place->zoom));
  set_coordinate (
      life, MOVED_Y, &settings->view_y, settle (place->y, place->zoom));
  set (life, MOVED_ROTATION, &settings->rotation, place->rotation);
  if (settings->camera != GST_LIFE_CAMERA_MANUAL)
    life->moved |= 1u << MOVED_CAMERA;
  settings->camera = GST_LIFE_CAMERA_MANUAL;
  settings->waypoints_suspended = settings->parsed_waypoints != NULL;
  life->settings_serial++;
}

void
gst_life_moved_set_place (GstLife *life, const LifePlace *place)
{
  g_mutex_lock (&life->lock);
  set_place (life, place);
  life->fit_wanted = FALSE;
  g_mutex_unlock (&life->lock);
}

void
gst_life_moved_turn (
    GstLife *life, gdouble azimuth, gdouble elevation, gdouble factor)
{
  LifePerspective *camera = &life->settings.perspective;

  g_mutex_lock (&life->lock);
  set (life, MOVED_AZIMUTH, &camera->azimuth,
      fmod (camera->azimuth + azimuth, 360));
  /* Dragging does not turn the world over; one that was turned over by properties
   * stays so. */
  if (fabs (camera->elevation) <= 90)
    elevation = CLAMP (camera->elevation + elevation, -90, 90);
  else
    elevation = fmod (camera->elevation + elevation, 360);
  set (life, MOVED_ELEVATION, &camera->elevation, elevation);
  set (life, MOVED_DISTANCE, &camera->distance,
      CLAMP (camera->distance / factor, GST_LIFE_MIN_DISTANCE,
          GST_LIFE_MAX_DISTANCE));
  life->settings_serial++;
  g_mutex_unlock (&life->lock);
}

void
gst_life_moved_reset_camera (GstLife *life)
{
  LifePerspective *camera = &life->settings.perspective;
  LifeView initial;

  life_view_init (&initial);
  g_mutex_lock (&life->lock);
  for (guint i = 0; i < 3; i++)
    set (life, MOVED_LOOK_AT + i, &camera->look_at[i],
        initial.perspective.look_at[i]);
  set (life, MOVED_DISTANCE, &camera->distance, initial.perspective.distance);
  life->settings_serial++;
  g_mutex_unlock (&life->lock);
}

/* --- All that lives --- */

void
gst_life_moved_want_fit (GstLife *life)
{
  g_mutex_lock (&life->lock);
  life->fit_wanted = TRUE;
  g_mutex_unlock (&life->lock);
}

/* What is to be seen: all live cells, or the world where none lives or a plane shows but
 * some of them. */
static gboolean
find_box (GstLife *life, LifeBox *box, gdouble *margin, GError **error)
{
  LifeStatistics statistics = { 0 };

  if (life->dimensions == 2
      && !life_world_count (life->world, LIFE_COUNT_BOX, &statistics, error))
    return FALSE;
  *box = statistics.box;
  if (box->width == 0) {
    *box = life->soup;
    *margin = 0;
  }
  return TRUE;
}

gboolean
gst_life_moved_fit (GstLife *life, guint width, guint height, GError **error)
{
  GstLifeScene scene = { .geometry = life_world_get_geometry (life->world),
    .width = width,
    .height = height };
  LifePlace place = { 0 };
  gdouble margin;
  gboolean wanted;
  LifeBox box;

  g_mutex_lock (&life->lock);
  wanted = life->fit_wanted;
  margin = life->settings.camera_margin;
  scene.axis = life->dimensions == 3 ? life->settings.slice_axis : LIFE_AXIS_Z;
  place.rotation = life->finished.view.rotation;
  g_mutex_unlock (&life->lock);
  if (!wanted)
    return TRUE;
  if (!find_box (life, &box, &margin, error))
    return FALSE;
  gst_life_camera_show (&scene, &box, margin, &place);
  gst_life_moved_set_place (life, &place);
  return TRUE;
}

void
gst_life_moved_notify (GstLife *life)
{
  guint moved;

  g_mutex_lock (&life->lock);
  moved = life->moved;
  life->moved = 0;
  g_mutex_unlock (&life->lock);
  for (guint i = 0; i < N_MOVED; i++)
    if (moved & 1u << i)
      g_object_notify (G_OBJECT (life->element), moved_names[i]);
}
