/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Settings that are strings, and what follows from several settings. */
#include "plugin/settings/settings.h"

void
gst_life_settings_set_string (gchar **string, const gchar *text)
{
  g_clear_pointer (string, g_ref_string_release);
  *string = text ? g_ref_string_new (text) : NULL;
}

gboolean
gst_life_settings_have_alpha (const GstLifeSettings *settings)
{
  const gboolean body =
      gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_PERSPECTIVE);
  guint32 all = settings->appearance.alive;

  if (body)
    all &= settings->body.perspective.background_top
           & settings->body.perspective.background_bottom;
  else
    all &= settings->appearance.dead;
  if (settings->appearance.parsed) {
    LifeView view;

    life_view_init (&view);
    life_view_set_palette (&view, settings->appearance.parsed);
    for (guint i = 0; i < G_N_ELEMENTS (view.palette_colors); i++)
      all &= view.palette_colors[i];
  }
  return all < 0xff000000u;
}

LifeViewKind
gst_life_settings_view_kind (const GstLifeSettings *settings)
{
  return settings->body.view <= GST_LIFE_VIEW_SLICE
             ? LIFE_VIEW_PLANE
             : (LifeViewKind) (settings->body.view - GST_LIFE_VIEW_SLICE);
}

gboolean
gst_life_settings_view_is (const GstLifeSettings *settings, LifeViewFlags flag)
{
  return life_view_kind_is (gst_life_settings_view_kind (settings), flag);
}

gboolean
gst_life_settings_follow_waypoints (const GstLifeSettings *settings)
{
  return settings->camera.parsed && !settings->camera.suspended;
}

gboolean
gst_life_settings_follow_camera (const GstLifeSettings *settings)
{
  return settings->camera.kind != GST_LIFE_CAMERA_MANUAL
         && (!gst_life_settings_follow_waypoints (settings)
             || life_waypoints_need_camera (settings->camera.parsed));
}

gboolean
gst_life_settings_view_is_led (const GstLifeSettings *settings)
{
  return gst_life_settings_follow_waypoints (settings)
         || settings->camera.kind != GST_LIFE_CAMERA_MANUAL;
}
