/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the properties that all elements have are set to. What they mean is elsewhere. */
#pragma once

#include <float.h>

#include <gst/gst.h>

#include <life/waypoints.h>
#include <life/world.h>

#include "plugin/settings/enums.h"
#include "plugin/settings/tempo.h"

G_BEGIN_DECLS

/* Strings, palette and waypoints are counted by references, so that a copy costs next to nothing. The flags
 * are set where it makes a difference whether a property was set by hand. */
typedef struct {
  gchar *rule, *rule_path;
  guint world_width, world_height, world_depth;
  gboolean depth_set;
  gint topology; /* a LifeTopology, or GST_LIFE_TOPOLOGY_AUTO */
  gchar *location;
  gchar *pattern;
  gchar *text, *text_font;
  gint pattern_at[3];
  gdouble density;
  gboolean density_set;
  guint64 seed;
  guint64 start_generation;
  GstLifeTempo tempo;
  gboolean crossfade;
  gchar *checkpoint_location;
  guint64 checkpoint_generations;
  guint checkpoint_interval; /* seconds */
  GstLifeStagnation stagnation;
  guint stagnation_frames;
  LifeEngineOptions engine;
  gchar *cuda_devices; /* as text */
  gdouble zoom;
  gdouble view_x, view_y;
  gdouble rotation;
  LifeScaling scaling;
  GstLifeCamera camera;
  gdouble camera_margin;
  gchar *waypoints;
  LifeWaypoints *parsed_waypoints; /* NULL: none, or not understood */
  gboolean waypoints_suspended;    /* the view was moved by hand since */
  gdouble grid;
  guint grid_color;
  LifeColorMode color_mode;
  guint alive_color, dead_color;
  gboolean dead_color_set; /* and not by a preset */
  guint trail;
  gchar *palette;
  LifePalette *parsed_palette; /* NULL: the default, or not understood */
  guint palette_cycle;
  gdouble density_gain;
  guint caption; /* of GstLifeCaptionFlags */
  gchar *caption_font;
  guint caption_color;
  GstLifeCorner caption_corner;
  GstLifeViewKind view;
  LifeAxis slice_axis;
  gint slice, slice_step;
  GstLifeSide projection_side;
  LifePerspective perspective; /* @azimuth: that of frame 0 */
  gdouble orbit;
  gboolean navigation;
  guint draw_state;
  gboolean post_messages;
} GstLifeSettings;

/* The properties' defaults. */
void gst_life_settings_init (GstLifeSettings *settings);

/* @copy is to be cleared. */
void gst_life_settings_copy (
    GstLifeSettings *copy, const GstLifeSettings *settings);

void gst_life_settings_clear (GstLifeSettings *settings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GstLifeSettings, gst_life_settings_clear)

/* A property takes exactly -1 for the center: as a place like others, that is beside it. */
static inline gdouble
gst_life_settings_coordinate (gdouble place)
{
  return place == -1 ? -1 - DBL_EPSILON : place;
}

/* Sets one of the strings. */
void gst_life_settings_set_string (gchar **string, const gchar *text);

/* Whether some of a frame may be less than opaque. */
gboolean gst_life_settings_have_alpha (const GstLifeSettings *settings);

/* The engine's word for the view. */
LifeViewKind gst_life_settings_view_kind (const GstLifeSettings *settings);

/* Whether the view shows a plane or looks along an axis, so that zoom, place and
 * rotation have an effect. */
gboolean gst_life_settings_view_is_flat (const GstLifeSettings *settings);

/* Whether waypoints lead a flat view, whether a camera does, now or from a waypoint on, and
 * whether one of them does. */
gboolean gst_life_settings_follow_waypoints (const GstLifeSettings *settings);
gboolean gst_life_settings_follow_camera (const GstLifeSettings *settings);
gboolean gst_life_settings_view_is_led (const GstLifeSettings *settings);

/* Reads waypoints; those of no text, or of spaces alone, are NULL without an error. */
LifeWaypoints *gst_life_settings_read_waypoints (
    const gchar *text, GError **error);

G_END_DECLS
