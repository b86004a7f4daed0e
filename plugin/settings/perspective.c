/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The properties of views that see a world as a body: from where, and in which light. */
#include "plugin/settings/perspective.h"

#include <life/view.h>

#include "plugin/settings/ids.h"

#define SET_IN_READY GST_LIFE_SET_IN_READY
#define SET_ANY_TIME GST_LIFE_SET_ANY_TIME
#define CONTROLLED GST_LIFE_CONTROLLED
#define MAX_PLACE GST_LIFE_MAX_PLACE

#define MIN_FOV 0.1
#define MAX_FOV 179.0

static void
install_angle (GObjectClass *klass, guint id, const gchar *name,
    const gchar *nick, const gchar *blurb, gdouble initial, GParamFlags flags)
{
  g_object_class_install_property (klass, id,
      g_param_spec_double (
          name, nick, blurb, -MAX_PLACE, MAX_PLACE, initial, flags));
}

/* One property for each of x, y and z. */
static void
install_places (GObjectClass *klass)
{
  static const gchar *const look_at[][3] = {
    { "look-at-x", "Look at x",
        "Column that the camera looks at (5: the left edge of cell 5); exactly "
        "-1: the world's center" },
    { "look-at-y", "Look at y",
        "Row that the camera looks at, as look-at-x has it" },
    { "look-at-z", "Look at z",
        "Plane that the camera looks at, as look-at-x has it" },
  };
  static const gchar *const cut[][3] = {
    { "cut-x", "Cut x",
        "First column that is drawn; those before it are cut away" },
    { "cut-y", "Cut y",
        "First row that is drawn; those before it are cut away" },
    { "cut-z", "Cut z",
        "First plane that is drawn; those before it are cut away" },
  };

  for (guint i = 0; i < 3; i++) {
    g_object_class_install_property (klass, GST_LIFE_PROP_LOOK_AT_X + i,
        g_param_spec_double (look_at[i][0], look_at[i][1], look_at[i][2],
            -MAX_PLACE, MAX_PLACE, -1.0, CONTROLLED));
    g_object_class_install_property (klass, GST_LIFE_PROP_CUT_X + i,
        g_param_spec_uint (
            cut[i][0], cut[i][1], cut[i][2], 0, G_MAXUINT32, 0, CONTROLLED));
  }
}

static void
install_camera (GObjectClass *klass, const LifePerspective *initial)
{
  install_angle (klass, GST_LIFE_PROP_AZIMUTH, "azimuth", "Azimuth",
      "Degrees by which the camera has gone around the world to the right; 0: "
      "it looks along +z",
      initial->azimuth, CONTROLLED);
  install_angle (klass, GST_LIFE_PROP_ELEVATION, "elevation", "Elevation",
      "Degrees by which the camera has risen; 90: it looks down",
      initial->elevation, CONTROLLED);
  install_angle (klass, GST_LIFE_PROP_ORBIT, "orbit", "Orbit",
      "Degrees per frame that are added to azimuth: frame i is seen from "
      "azimuth + i * orbit",
      0.0, SET_ANY_TIME);
  g_object_class_install_property (klass, GST_LIFE_PROP_CAMERA_DISTANCE,
      g_param_spec_double ("camera-distance", "Camera distance",
          "Diagonals of the world from the camera to what it looks at",
          GST_LIFE_MIN_DISTANCE, GST_LIFE_MAX_DISTANCE, initial->distance,
          CONTROLLED));
  g_object_class_install_property (klass, GST_LIFE_PROP_CAMERA_FOV,
      g_param_spec_double ("camera-fov", "Camera field of view",
          "Degrees that the camera sees, from the frame's lower to its upper "
          "edge",
          MIN_FOV, MAX_FOV, initial->fov, CONTROLLED));
}

static void
install_switch (GObjectClass *klass, guint id, const gchar *name,
    const gchar *nick, const gchar *blurb, gboolean initial)
{
  g_object_class_install_property (klass, id,
      g_param_spec_boolean (name, nick, blurb, initial, SET_ANY_TIME));
}

static void
install_light (GObjectClass *klass, const LifePerspective *initial)
{
  install_angle (klass, GST_LIFE_PROP_LIGHT_AZIMUTH, "light-azimuth",
      "Light azimuth",
      "Degrees by which the sun has gone around the world, as azimuth has "
      "it; it stays where it is in the world",
      initial->light_azimuth, CONTROLLED);
  install_angle (klass, GST_LIFE_PROP_LIGHT_ELEVATION, "light-elevation",
      "Light elevation",
      "Degrees by which the sun has risen, as elevation has it",
      initial->light_elevation, CONTROLLED);
  install_switch (klass, GST_LIFE_PROP_SHADOWS, "shadows", "Shadows",
      "Whether cells throw shadows", initial->shadows);
  install_switch (klass, GST_LIFE_PROP_OCCLUSION, "occlusion", "Occlusion",
      "Whether corners between cells are darker", initial->occlusion);
  install_switch (klass, GST_LIFE_PROP_ANTIALIAS, "antialias", "Antialias",
      "Whether a pixel is the mean of four rays instead of one: smoother, "
      "and slower",
      initial->antialias);
}

static void
install_surroundings (GObjectClass *klass, const LifePerspective *initial)
{
  install_switch (klass, GST_LIFE_PROP_WORLD_BOX, "world-box", "World box",
      "Whether the edges of the world are drawn", initial->world_box);
  g_object_class_install_property (klass, GST_LIFE_PROP_FOG,
      g_param_spec_double ("fog", "Fog",
          "Share of the background in the color of the world's farthest "
          "corner; 0: no fog",
          0.0, 1.0, initial->fog, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_BACKGROUND_TOP,
      g_param_spec_uint ("background-top", "Background top",
          "Color (0xAARRGGBB) behind the world at the frame's upper edge", 0,
          G_MAXUINT32, initial->background_top, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_BACKGROUND_BOTTOM,
      g_param_spec_uint ("background-bottom", "Background bottom",
          "Color (0xAARRGGBB) behind the world at the frame's lower edge", 0,
          G_MAXUINT32, initial->background_bottom, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_HISTORY,
      g_param_spec_uint ("history", "History",
          "Frames with new generations that view=spacetime stacks", 2,
          LIFE_MAX_SPACETIME, initial->history, SET_IN_READY));
}

void
gst_life_perspective_properties_install (GObjectClass *klass)
{
  LifeView initial;

  life_view_init (&initial);
  install_camera (klass, &initial.perspective);
  install_places (klass);
  install_light (klass, &initial.perspective);
  install_surroundings (klass, &initial.perspective);
}
