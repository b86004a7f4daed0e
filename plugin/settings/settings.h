/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values of all properties. What they mean is elsewhere. */
#pragma once

#include <float.h>

#include <gst/gst.h>

#include <life/waypoints.h>
#include <life/world.h>

#include "plugin/settings/enums.h"
#include "plugin/timeline/numbering.h"

/* Every whole number up to here is a double, so that a view can be centered on any cell. */
#define GST_LIFE_MAX_COORDINATE 9007199254740992.0

/* Of the camera, in diagonals of the world. */
#define GST_LIFE_MIN_DISTANCE 0.001
#define GST_LIFE_MAX_DISTANCE 1000.0

#define GST_LIFE_MAX_ZOOM 4096.0

/* Of frequency, in which onsets are found. */
#define GST_LIFE_MAX_BANDS 64

/* What fonts that are not set stand for. */
#define GST_LIFE_TEXT_FONT "Sans Bold 32"
#define GST_LIFE_CAPTION_FONT "Sans 12"

/* What a world is made of. */
typedef struct {
  gchar *rule, *rule_path;
  guint width, height, depth;
  gboolean depth_set;
  gint topology; /* a LifeTopology, or GST_LIFE_TOPOLOGY_AUTO */
  gchar *location;
  gchar *pattern;
  gint pattern_at[3];
  gchar *text, *text_font;
  gdouble density;
  gboolean density_set;
  guint64 seed;
  guint64 start_generation;
} GstLifeWorldSettings;

/* Strings, palette and waypoints are reference counted, so that a copy is cheap. A flag NAME_set
 * records that a property was set, where its default means something else. */
typedef struct {
  GstLifeWorldSettings world;
  GstLifeTempo tempo;
  gboolean crossfade;
  gchar *events; /* as text */
  struct {
    gchar *location;
    guint64 generations;
    guint interval; /* seconds */
  } checkpoint;
  struct {
    gchar *location;
    guint64 generation;
  } save;
  struct {
    GstLifeStagnation action;
    guint frames;
  } stagnation;
  LifeEngineOptions engine;
  gchar *cuda_devices; /* as text */
  struct {
    gdouble zoom;
    gdouble x, y;
    gdouble rotation;
    LifeScaling scaling;
    LifeCellShape cell_shape;
  } position;
  struct {
    GstLifeCamera kind;
    gdouble margin;
    gchar *waypoints;
    LifeWaypoints *parsed; /* NULL: none, or invalid */
    gboolean suspended;    /* the view was moved by hand since */
  } camera;
  struct {
    gdouble grid;
    guint grid_color;
    LifeColorMode color_mode;
    guint alive, dead;
    gboolean dead_set; /* and not by a preset */
    guint trail;
    gchar *palette;
    LifePalette *parsed; /* NULL: the default, or invalid */
    guint palette_cycle;
    gdouble density_gain;
  } appearance;
  struct {
    guint flags; /* of GstLifeCaptionFlags */
    gchar *font;
    guint color;
    GstLifeCorner corner;
  } caption;
  struct {
    guint view; /* a GstLifeViewKind, or a kind of view after them */
    LifeAxis slice_axis;
    gint slice, slice_step;
    GstLifeSide side;            /* of a projection */
    LifePerspective perspective; /* @azimuth: that of frame 0 */
    gdouble orbit;
  } body;
  struct {
    gboolean navigation;
    guint draw_state;
  } interaction;
  gboolean post_messages;
  /* Of one element alone. */
  struct {
    gboolean is_live, qos;
    guint64 start_frame;
  } source;
  struct {
    GstLifeInput input;
    gdouble threshold;
    GstLifeOutput output;
  } picture;
  struct {
    gdouble sensitivity;
    guint bands;
    GstLifeStamp stamp;
    GstLifeDrive drive;
  } sound;
  struct {
    guint64 generation, population;
    gchar *engine_used, *kernel_used, *state_names;
    gdouble zoom_used;
  } reported; /* what is only read */
} GstLifeSettings;

/* The value of a property for this coordinate: exactly -1 stands for the center, so the
 * coordinate -1 becomes the next smaller number. */
static inline gdouble
gst_life_settings_coordinate (gdouble coordinate)
{
  return coordinate == -1 ? -1 - DBL_EPSILON : coordinate;
}

/* The density of soups. */
static inline gdouble
gst_life_settings_density (const GstLifeSettings *settings)
{
  return settings->world.density_set ? settings->world.density
                                     : LIFE_DENSITY_DEFAULT;
}

/* Sets one of the strings. */
void gst_life_settings_set_string (gchar **string, const gchar *text);

/* Whether some of a frame may be less than opaque. */
gboolean gst_life_settings_have_alpha (const GstLifeSettings *settings);

/* The library's kind for the view. */
LifeViewKind gst_life_settings_view_kind (const GstLifeSettings *settings);

/* Whether that view is like this. */
gboolean gst_life_settings_view_is (
    const GstLifeSettings *settings, LifeViewFlags flag);

/* Whether waypoints lead a flat view, whether a camera does, now or from a waypoint on, and
 * whether one of them does. */
gboolean gst_life_settings_follow_waypoints (const GstLifeSettings *settings);
gboolean gst_life_settings_follow_camera (const GstLifeSettings *settings);
gboolean gst_life_settings_view_is_led (const GstLifeSettings *settings);
