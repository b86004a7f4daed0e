/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views moved by the user. All properties of a move are set at once, so that no frame shows half
 * of it. */
#include "plugin/frames/moved.h"

#include "plugin/frames/camera.h"

#include <math.h>
#include <string.h>

/* In halves of pixels. */
#define NOISE 1e-6

gboolean
gst_life_moved_get_shown (GstLife *life, GstLifeShown *shown)
{
  GST_LIFE_LOCK (&life->lock);

  *shown = life->interaction.shown;
  return shown->width > 0;
}

void
gst_life_moved_get_position (
    GstLife *life, const GstLifeShown *shown, LifePosition *position)
{
  const GstLifeSettings *settings = &life->settings;
  const LifeView *view = &shown->view;
  guint32 columns, rows, planes;

  *position = (LifePosition){ view->x, view->y, view->zoom, view->rotation };
  g_mutex_lock (&life->lock);
  /* Moves that follow each other before the next frame add up. */
  if (!gst_life_settings_view_is_led (settings)) {
    *position = (LifePosition){ settings->position.x, settings->position.y,
      settings->position.zoom > 0 ? settings->position.zoom : view->zoom,
      settings->position.rotation };
  }
  g_mutex_unlock (&life->lock);
  life_geometry_plane (&shown->geometry, view->axis, &columns, &rows, &planes);
  /* -1 in both is the world's center; another default center is in the view. */
  if (position->x == -1)
    position->x = view->x == -1 ? columns / 2.0 : view->x;
  if (position->y == -1)
    position->y = view->y == -1 ? rows / 2.0 : view->y;
}

/* --- Setting; under the lock of settings --- */

/* The property of @setting is to be notified. */
static void
mark_moved (GstLife *life, gconstpointer setting)
{
  const gsize offset = (const gchar *) setting - (gchar *) &life->settings;

  for (guint i = 0; i < gst_life_n_properties; i++)
    life->interaction.moved[i] |= gst_life_properties[i].offset == offset;
}

static void
set (GstLife *life, gdouble *setting, gdouble value)
{
  if (*setting == value)
    return;
  *setting = value;
  mark_moved (life, setting);
}

static void
set_coordinate (GstLife *life, gdouble *setting, gdouble coordinate)
{
  set (life, setting,
      gst_life_settings_coordinate (CLAMP (
          coordinate, -GST_LIFE_MAX_COORDINATE, GST_LIFE_MAX_COORDINATE)));
}

/* At zooms n and 1/n pictures begin at whole pixels. Rounding in many moves may lead just beyond
 * the border between two: this undoes it. */
static gdouble
settle (gdouble coordinate, gdouble zoom)
{
  const gdouble unit = MAX (zoom, 1);
  const gdouble halves = rint (2 * coordinate * unit);
  const gboolean whole =
      zoom < 1 ? 1 / zoom == rint (1 / zoom) : zoom == rint (zoom);

  if (!whole || fabs (2 * coordinate * unit - halves) > NOISE)
    return coordinate;
  coordinate = halves / (2 * unit);
  /* So may rounding up the quotient. */
  if (2 * (coordinate - floor (coordinate)) * unit
      > halves - 2 * floor (coordinate) * unit)
    coordinate = nextafter (coordinate, -HUGE_VAL);
  return coordinate;
}

static void
set_position (GstLife *life, const LifePosition *position)
{
  GstLifeSettings *settings = &life->settings;

  set (life, &settings->position.zoom, position->zoom);
  set_coordinate (
      life, &settings->position.x, settle (position->x, position->zoom));
  set_coordinate (
      life, &settings->position.y, settle (position->y, position->zoom));
  set (life, &settings->position.rotation, position->rotation);
  if (settings->camera.kind != GST_LIFE_CAMERA_MANUAL)
    mark_moved (life, &settings->camera.kind);
  settings->camera.kind = GST_LIFE_CAMERA_MANUAL;
  settings->camera.suspended = settings->camera.parsed != NULL;
  life->requested.serial++;
}

void
gst_life_moved_set_position (GstLife *life, const LifePosition *position)
{
  g_mutex_lock (&life->lock);
  set_position (life, position);
  life->interaction.fit_requested = FALSE;
  g_mutex_unlock (&life->lock);
}

void
gst_life_moved_turn (
    GstLife *life, gdouble azimuth, gdouble elevation, gdouble factor)
{
  LifePerspective *camera = &life->settings.body.perspective;

  g_mutex_lock (&life->lock);
  set (life, &camera->azimuth, fmod (camera->azimuth + azimuth, 360));
  /* Dragging does not turn the world over, unless properties have. */
  if (fabs (camera->elevation) <= 90)
    elevation = CLAMP (camera->elevation + elevation, -90, 90);
  else
    elevation = fmod (camera->elevation + elevation, 360);
  set (life, &camera->elevation, elevation);
  set (life, &camera->distance,
      CLAMP (camera->distance / factor, GST_LIFE_MIN_DISTANCE,
          GST_LIFE_MAX_DISTANCE));
  life->requested.serial++;
  g_mutex_unlock (&life->lock);
}

void
gst_life_moved_reset_camera (GstLife *life)
{
  LifePerspective *camera = &life->settings.body.perspective;
  LifeView initial;

  life_view_init (&initial);
  g_mutex_lock (&life->lock);
  for (guint i = 0; i < 3; i++)
    set (life, &camera->look_at[i], initial.perspective.look_at[i]);
  set (life, &camera->distance, initial.perspective.distance);
  life->requested.serial++;
  g_mutex_unlock (&life->lock);
}

/* --- All live cells --- */

void
gst_life_moved_request_fit (GstLife *life)
{
  g_mutex_lock (&life->lock);
  life->interaction.fit_requested = TRUE;
  g_mutex_unlock (&life->lock);
}

/* All live cells, or the world if none lives or a plane shows only some of them. */
static gboolean
find_box (GstLife *life, LifeBox *box, gdouble *margin, GError **error)
{
  LifeStatistics statistics = { 0 };

  if (life->initial.dimensions == 2
      && !life_world_count (life->world, LIFE_COUNT_BOX, &statistics, error))
    return FALSE;
  *box = statistics.box;
  if (box->width == 0) {
    *box = life->timeline.soup;
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
  LifePosition position = { 0 };
  gdouble margin;
  gboolean requested;
  LifeBox box;

  g_mutex_lock (&life->lock);
  requested = life->interaction.fit_requested;
  margin = life->settings.camera.margin;
  scene.axis = life->initial.dimensions == 3 ? life->settings.body.slice_axis
                                             : LIFE_AXIS_Z;
  position.rotation = life->interaction.shown.view.rotation;
  scene.cell_shape = life->settings.position.cell_shape;
  g_mutex_unlock (&life->lock);
  if (!requested)
    return TRUE;
  if (!find_box (life, &box, &margin, error))
    return FALSE;
  gst_life_camera_show (&scene, &box, margin, &position);
  gst_life_moved_set_position (life, &position);
  return TRUE;
}

void
gst_life_moved_notify (GstLife *life)
{
  guint8 moved[GST_LIFE_MAX_PROPERTIES];

  g_mutex_lock (&life->lock);
  memcpy (moved, life->interaction.moved, sizeof moved);
  memset (life->interaction.moved, 0, sizeof life->interaction.moved);
  g_mutex_unlock (&life->lock);
  for (guint i = 0; i < gst_life_n_properties; i++)
    if (moved[i])
      g_object_notify (G_OBJECT (life->element), gst_life_properties[i].name);
}
