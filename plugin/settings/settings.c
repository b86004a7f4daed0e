/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Settings: their defaults, copies, and the strings that they hold. */
#include "plugin/settings/settings.h"

void
gst_life_settings_init (GstLifeSettings *settings)
{
  LifeView view;

  life_view_init (&view);
  *settings = (GstLifeSettings){
    .world_depth = 1,
    .topology = GST_LIFE_TOPOLOGY_AUTO,
    .pattern_at = { -1, -1, -1 },
    .density = 0.35,
    .seed = 1,
    .tempo = { .generations = 1, .rate = { 0, 1 } },
    .stagnation_frames = 60,
    .view_x = -1.0,
    .view_y = -1.0,
    .camera_margin = 0.1,
    .grid_color = 0xff404040u,
    .alive_color = 0xffffffffu,
    .dead_color = 0xff000000u,
    .color_mode = LIFE_COLOR_MODE_AUTO,
    .density_gain = 1.0,
    .trail = 16,
    .caption_color = 0xffffffffu,
    .slice = -1,
    .perspective = view.perspective,
    .navigation = TRUE,
    .draw_state = 1,
  };
  life_engine_options_init (&settings->engine);
}

/* Calls @function for each string that is set. */
static void
for_each_string (GstLifeSettings *settings, gchar *(*function) (gchar *) )
{
  gchar **const strings[] = { &settings->rule, &settings->rule_path,
    &settings->location, &settings->pattern, &settings->palette,
    &settings->text, &settings->text_font, &settings->caption_font,
    &settings->waypoints, &settings->checkpoint_location,
    &settings->cuda_devices };

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    if (*strings[i])
      *strings[i] = function (*strings[i]);
}

static gchar *
release (gchar *string)
{
  g_ref_string_release (string);
  return NULL;
}

void
gst_life_settings_copy (GstLifeSettings *copy, const GstLifeSettings *settings)
{
  *copy = *settings;
  for_each_string (copy, g_ref_string_acquire);
  if (copy->parsed_palette)
    life_palette_ref (copy->parsed_palette);
  if (copy->parsed_waypoints)
    life_waypoints_ref (copy->parsed_waypoints);
}

void
gst_life_settings_clear (GstLifeSettings *settings)
{
  for_each_string (settings, release);
  g_clear_pointer (&settings->parsed_palette, life_palette_unref);
  g_clear_pointer (&settings->parsed_waypoints, life_waypoints_unref);
}

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
      life_view_kind_is_perspective (gst_life_settings_view_kind (settings));
  guint32 all = settings->alive_color;

  if (body)
    all &= settings->perspective.background_top
           & settings->perspective.background_bottom;
  else
    all &= settings->dead_color;
  if (settings->parsed_palette) {
    LifeView view;

    life_view_init (&view);
    life_view_set_palette (&view, settings->parsed_palette);
    for (guint i = 0; i < G_N_ELEMENTS (view.palette_colors); i++)
      all &= view.palette_colors[i];
  }
  return all < 0xff000000u;
}

LifeViewKind
gst_life_settings_view_kind (const GstLifeSettings *settings)
{
  switch (settings->view) {
    case GST_LIFE_VIEW_MONTAGE:
      return LIFE_VIEW_MONTAGE;
    case GST_LIFE_VIEW_PROJECTION:
      return LIFE_VIEW_PROJECTION;
    case GST_LIFE_VIEW_XRAY:
      return LIFE_VIEW_XRAY;
    case GST_LIFE_VIEW_VOLUME:
      return LIFE_VIEW_VOLUME;
    case GST_LIFE_VIEW_SPACETIME:
      return LIFE_VIEW_SPACETIME;
    default:
      return LIFE_VIEW_PLANE;
  }
}

gboolean
gst_life_settings_view_is_flat (const GstLifeSettings *settings)
{
  LifeViewKind kind = gst_life_settings_view_kind (settings);

  return kind == LIFE_VIEW_PLANE || kind == LIFE_VIEW_PROJECTION;
}

gboolean
gst_life_settings_follow_waypoints (const GstLifeSettings *settings)
{
  return settings->parsed_waypoints && !settings->waypoints_suspended;
}

gboolean
gst_life_settings_follow_camera (const GstLifeSettings *settings)
{
  return settings->camera != GST_LIFE_CAMERA_MANUAL
         && (!gst_life_settings_follow_waypoints (settings)
             || life_waypoints_need_camera (settings->parsed_waypoints));
}

gboolean
gst_life_settings_view_is_led (const GstLifeSettings *settings)
{
  return gst_life_settings_follow_waypoints (settings)
         || settings->camera != GST_LIFE_CAMERA_MANUAL;
}

LifeWaypoints *
gst_life_settings_read_waypoints (const gchar *text, GError **error)
{
  const gchar *start = text;

  while (start && g_ascii_isspace (*start))
    start++;
  return start && *start ? life_waypoints_parse (text, error) : NULL;
}
