/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The elements as gst-inspect-1.0 shows them: names, types, ranges, defaults and
 * flags of their properties, their actions, pads and class. */
#include "tests/support/draw/formats.h"
#include "tests/support/elements/element.h"

#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>

#include <math.h>

/* When a property may be set. */
typedef enum {
  READ,    /* never: it is for reading */
  READY,   /* in NULL and READY */
  PLAYING, /* always */
  CONTROL, /* always, by a controller too */
} When;

typedef struct {
  const gchar *name;
  const gchar *type;
  const gchar *initial; /* by gst_value_serialize(); NULL for NULL */
  const gchar *lowest, *highest;
  When when;
} Property;

#define PLACE_HIGHEST "9007199254740992"
#define UINT64_HIGHEST "18446744073709551615"

static const Property shared[] = {
  { "rule", "gchararray", "B3/S23", NULL, NULL, PLAYING },
  { "world-width", "guint", "0", "0", "4294967295", READY },
  { "world-height", "guint", "0", "0", "4294967295", READY },
  { "world-depth", "guint", "1", "0", "4294967295", READY },
  { "topology", "GstLifeTopology", "auto", NULL, NULL, READY },
  { "location", "gchararray", NULL, NULL, NULL, READY },
  { "pattern", "gchararray", NULL, NULL, NULL, READY },
  { "text", "gchararray", NULL, NULL, NULL, READY },
  { "text-font", "gchararray", "Sans Bold 32", NULL, NULL, READY },
  { "pattern-x", "gint", "-1", "-1", "2147483647", READY },
  { "pattern-y", "gint", "-1", "-1", "2147483647", READY },
  { "pattern-z", "gint", "-1", "-1", "2147483647", READY },
  { "density", "gdouble", "0.35", "0", "1", READY },
  { "seed", "guint64", "1", "0", UINT64_HIGHEST, READY },
  { "generations", "guint", "1", "1", "4294967295", PLAYING },
  { "start-generation", "guint64", "0", "0", UINT64_HIGHEST, READY },
  { "generations-rate", "GstFraction", "0/1", NULL, NULL, PLAYING },
  { "paused", "gboolean", "false", NULL, NULL, PLAYING },
  { "crossfade", "gboolean", "false", NULL, NULL, PLAYING },
  { "checkpoint-location", "gchararray", NULL, NULL, NULL, READY },
  { "checkpoint-generations", "guint64", "0", "0", UINT64_HIGHEST, READY },
  { "checkpoint-interval", "guint", "0", "0", "4294967295", READY },
  { "engine", "GstLifeEngine", "auto", NULL, NULL, READY },
  { "kernel", "GstLifeKernel", "auto", NULL, NULL, READY },
  { "pdl", "gboolean", "true", NULL, NULL, READY },
  { "cuda-device-id", "gint", "-1", "-1", "2147483647", READY },
  { "cuda-devices", "gchararray", NULL, NULL, NULL, READY },
  { "threads", "guint", "0", "0", NULL, READY },
  { "memory-limit", "guint64", "0", "0", NULL, READY },
  { "zoom", "gdouble", "0", "0", "4096", CONTROL },
  { "view-x", "gdouble", "-1", "-" PLACE_HIGHEST, PLACE_HIGHEST, CONTROL },
  { "view-y", "gdouble", "-1", "-" PLACE_HIGHEST, PLACE_HIGHEST, CONTROL },
  { "rotation", "gdouble", "0", "-" PLACE_HIGHEST, PLACE_HIGHEST, CONTROL },
  { "scaling", "GstLifeScaling", "area", NULL, NULL, PLAYING },
  { "camera", "GstLifeCamera", "manual", NULL, NULL, PLAYING },
  { "camera-margin", "gdouble", "0.1", "0", "0.9", PLAYING },
  { "waypoints", "gchararray", NULL, NULL, NULL, PLAYING },
  { "grid", "gdouble", "0", "0", "4096", PLAYING },
  { "grid-color", "guint", "4282400832", "0", "4294967295", PLAYING },
  { "color-mode", "GstLifeColorMode", "auto", NULL, NULL, PLAYING },
  { "alive-color", "guint", "4294967295", "0", "4294967295", PLAYING },
  { "dead-color", "guint", "4278190080", "0", "4294967295", PLAYING },
  { "palette", "gchararray", "default", NULL, NULL, PLAYING },
  { "palette-cycle", "guint", "0", "0", "4294967295", PLAYING },
  { "density-gain", "gdouble", "1", "1e-06", "1000000", CONTROL },
  { "trail", "guint", "16", "1", "255", PLAYING },
  { "caption", "GstLifeCaption", "0", NULL, NULL, PLAYING },
  { "caption-font", "gchararray", "Sans 12", NULL, NULL, PLAYING },
  { "caption-color", "guint", "4294967295", "0", "4294967295", PLAYING },
  { "caption-corner", "GstLifeCorner", "top-left", NULL, NULL, PLAYING },
  { "view", "GstLifeView", "auto", NULL, NULL, READY },
  { "slice-axis", "GstLifeAxis", "z", NULL, NULL, READY },
  { "slice", "gint", "-1", "-1", "2147483647", CONTROL },
  { "slice-step", "gint", "0", "-2147483648", "2147483647", PLAYING },
  { "projection-side", "GstLifeSide", "near", NULL, NULL, PLAYING },
  { "azimuth", "gdouble", "30", "-" PLACE_HIGHEST, PLACE_HIGHEST, CONTROL },
  { "elevation", "gdouble", "25", "-" PLACE_HIGHEST, PLACE_HIGHEST, CONTROL },
  { "orbit", "gdouble", "0", "-" PLACE_HIGHEST, PLACE_HIGHEST, PLAYING },
  { "look-at-x", "gdouble", "-1", "-" PLACE_HIGHEST, PLACE_HIGHEST, CONTROL },
  { "look-at-y", "gdouble", "-1", "-" PLACE_HIGHEST, PLACE_HIGHEST, CONTROL },
  { "look-at-z", "gdouble", "-1", "-" PLACE_HIGHEST, PLACE_HIGHEST, CONTROL },
  { "camera-distance", "gdouble", "1.6", "0.001", "1000", CONTROL },
  { "camera-fov", "gdouble", "40", "0.1", "179", CONTROL },
  { "light-azimuth", "gdouble", "50", "-" PLACE_HIGHEST, PLACE_HIGHEST,
      CONTROL },
  { "light-elevation", "gdouble", "55", "-" PLACE_HIGHEST, PLACE_HIGHEST,
      CONTROL },
  { "shadows", "gboolean", "true", NULL, NULL, PLAYING },
  { "occlusion", "gboolean", "true", NULL, NULL, PLAYING },
  { "antialias", "gboolean", "false", NULL, NULL, PLAYING },
  { "world-box", "gboolean", "true", NULL, NULL, PLAYING },
  { "fog", "gdouble", "0.3", "0", "1", PLAYING },
  { "background-top", "guint", "4279243804", "0", "4294967295", PLAYING },
  { "background-bottom", "guint", "4280955458", "0", "4294967295", PLAYING },
  { "cut-x", "guint", "0", "0", "4294967295", CONTROL },
  { "cut-y", "guint", "0", "0", "4294967295", CONTROL },
  { "cut-z", "guint", "0", "0", "4294967295", CONTROL },
  { "history", "guint", "256", "2", "65536", READY },
  { "navigation", "gboolean", "true", NULL, NULL, PLAYING },
  { "draw-state", "guint", "1", "0", "255", PLAYING },
  { "post-messages", "gboolean", "false", NULL, NULL, PLAYING },
  { "generation", "guint64", "0", NULL, NULL, READ },
  { "population", "guint64", "0", NULL, NULL, READ },
  { "engine-used", "gchararray", NULL, NULL, NULL, READ },
  { "zoom-used", "gdouble", "0", NULL, NULL, READ },
};

static const Property of_lifesrc[] = {
  { "is-live", "gboolean", "false", NULL, NULL, READY },
  { "hold", "guint", "0", "0", "4294967295", READY },
  { "generations-growth", "guint", "0", "0", "4294967295", READY },
  { "cluster", "GstLifeCluster", "none", NULL, NULL, READY },
  { "cluster-timeout", "guint", "10", "1", "86400", READY },
};

static const Property of_lifestep[] = {
  { "input", "GstLifeInput", "first", NULL, NULL, READY },
  { "threshold", "gdouble", "0.5", "0", "1", PLAYING },
  { "output", "GstLifeOutput", "cells", NULL, NULL, READY },
};

#ifdef TEST_SOUND
static const Property of_lifevis[] = {
  { "sensitivity", "gdouble", "1", "0", "4", CONTROL },
  { "bands", "guint", "8", "1", "64", READY },
  { "stamp", "GstLifeStamp", "noise", NULL, NULL, READY },
  { "drive", "GstLifeDrive", "none", NULL, NULL, PLAYING },
};
#endif

static const struct {
  const gchar *type, *nicks;
} enums[] = {
  { "GstLifeTopology",
      "auto torus plane klein cross-surface sphere unbounded" },
  { "GstLifeEngine", "auto cpu cuda" },
  { "GstLifeCluster", "none mpi" },
  { "GstLifeKernel",
      "auto naive tiled async packed bitsliced lut sparse hashlife" },
  { "GstLifeColorMode",
      "auto solid state density age trail age-trail neighbors position "
      "distance depth" },
  { "GstLifeView",
      "auto cells slice montage projection xray volume spacetime" },
  { "GstLifeSide", "near far" },
  { "GstLifeAxis", "z y x" },
  { "GstLifeCorner", "top-left top-right bottom-left bottom-right" },
  { "GstLifeScaling", "area nearest" },
  { "GstLifeInput", "first replace or xor erase motion tick" },
  { "GstLifeOutput", "cells overlay" },
#ifdef TEST_SOUND
  { "GstLifeStamp", "noise glider ring text" },
  { "GstLifeDrive", "none density tempo" },
#endif
};

/* A value as text, so that all types can be compared. */
static gchar *
text_of (const GValue *value)
{
  if (G_VALUE_HOLDS_STRING (value))
    return g_value_dup_string (value);
  if (G_VALUE_HOLDS_ENUM (value)) {
    GEnumClass *klass = g_type_class_ref (G_VALUE_TYPE (value));
    gchar *nick = g_strdup (
        g_enum_get_value (klass, g_value_get_enum (value))->value_nick);

    g_type_class_unref (klass);
    return nick;
  }
  if (G_VALUE_HOLDS_DOUBLE (value)) {
    gchar number[G_ASCII_DTOSTR_BUF_SIZE];

    return g_strdup (g_ascii_formatd (
        number, sizeof number, "%.17g", g_value_get_double (value)));
  }
  if (G_VALUE_HOLDS_UINT (value))
    return g_strdup_printf ("%u", g_value_get_uint (value));
  return gst_value_serialize (value);
}

static void
assert_text (
    GValue *value, const gchar *expected, const gchar *name, const gchar *what)
{
  gchar *text = text_of (value);
  gboolean same = g_strcmp0 (text, expected) == 0;

  if (!same && G_VALUE_HOLDS_DOUBLE (value) && expected)
    same = g_value_get_double (value) == g_ascii_strtod (expected, NULL);
  if (!same)
    g_error ("the %s of %s is %s, expected was %s", what, name,
        text ? text : "NULL", expected ? expected : "NULL");
  g_free (text);
}

static void
assert_range (GParamSpec *pspec, const Property *property)
{
  const gchar *limits[] = { property->lowest, property->highest };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++) {
    GValue value = G_VALUE_INIT;

    if (!limits[i])
      continue;
    g_value_init (&value, pspec->value_type);
    if (G_IS_PARAM_SPEC_UINT (pspec))
      g_value_set_uint (&value, i ? G_PARAM_SPEC_UINT (pspec)->maximum
                                  : G_PARAM_SPEC_UINT (pspec)->minimum);
    else if (G_IS_PARAM_SPEC_INT (pspec))
      g_value_set_int (&value, i ? G_PARAM_SPEC_INT (pspec)->maximum
                                 : G_PARAM_SPEC_INT (pspec)->minimum);
    else if (G_IS_PARAM_SPEC_UINT64 (pspec))
      g_value_set_uint64 (&value, i ? G_PARAM_SPEC_UINT64 (pspec)->maximum
                                    : G_PARAM_SPEC_UINT64 (pspec)->minimum);
    else
      g_value_set_double (&value, i ? G_PARAM_SPEC_DOUBLE (pspec)->maximum
                                    : G_PARAM_SPEC_DOUBLE (pspec)->minimum);
    assert_text (&value, limits[i], property->name,
        i ? "highest value" : "lowest value");
    g_value_unset (&value);
  }
}

static void
assert_flags (GParamSpec *pspec, When when)
{
  gboolean writable = (pspec->flags & G_PARAM_WRITABLE) != 0;
  gboolean ready = (pspec->flags & GST_PARAM_MUTABLE_READY) != 0;
  gboolean playing = (pspec->flags & GST_PARAM_MUTABLE_PLAYING) != 0;
  gboolean control = (pspec->flags & GST_PARAM_CONTROLLABLE) != 0;

  g_assert_true (pspec->flags & G_PARAM_READABLE);
  if (writable != (when != READ) || ready != (when == READY)
      || playing != (when == PLAYING || when == CONTROL)
      || control != (when == CONTROL))
    g_error ("the flags of %s are wrong: writable %d, mutable in ready %d, in "
             "playing %d, controllable %d",
        pspec->name, writable, ready, playing, control);
}

static void
check_properties (const gchar *factory, const Property *properties, gsize n)
{
  GstElement *element = gst_element_factory_make (factory, NULL);

  for (gsize i = 0; i < n; i++) {
    const Property *property = &properties[i];
    GParamSpec *pspec = g_object_class_find_property (
        G_OBJECT_GET_CLASS (element), property->name);
    GValue value = G_VALUE_INIT;

    if (!pspec)
      g_error ("%s has no property %s", factory, property->name);
    g_assert_cmpstr (g_type_name (pspec->value_type), ==, property->type);
    g_value_init (&value, pspec->value_type);
    g_param_value_set_default (pspec, &value);
    assert_text (&value, property->initial, property->name, "default");
    g_object_get_property (G_OBJECT (element), property->name, &value);
    assert_text (&value, property->initial, property->name, "first value");
    g_value_unset (&value);
    assert_range (pspec, property);
    assert_flags (pspec, property->when);
    g_assert_nonnull (g_param_spec_get_blurb (pspec));
  }
  gst_object_unref (element);
}

static void
test_shared_properties_are_as_designed (gconstpointer factory)
{
  check_properties (factory, shared, G_N_ELEMENTS (shared));
}

static void
test_lifesrc_properties_are_as_designed (void)
{
  check_properties ("lifesrc", of_lifesrc, G_N_ELEMENTS (of_lifesrc));
}

static void
test_lifestep_properties_are_as_designed (void)
{
  check_properties ("lifestep", of_lifestep, G_N_ELEMENTS (of_lifestep));
}

#ifdef TEST_SOUND
static void
test_lifevis_properties_are_as_designed (void)
{
  check_properties ("lifevis", of_lifevis, G_N_ELEMENTS (of_lifevis));
}
#endif

static void
test_enums_have_the_names_of_the_design (void)
{
  gst_object_unref (gst_element_factory_make ("lifesrc", NULL));
  gst_object_unref (gst_element_factory_make ("lifestep", NULL));
#ifdef TEST_SOUND
  gst_object_unref (gst_element_factory_make ("lifevis", NULL));
#endif
  for (guint i = 0; i < G_N_ELEMENTS (enums); i++) {
    GEnumClass *klass = g_type_class_ref (g_type_from_name (enums[i].type));
    GString *nicks = g_string_new (NULL);

    g_assert_nonnull (klass);
    for (guint value = 0; value < klass->n_values; value++)
      g_string_append_printf (
          nicks, value ? " %s" : "%s", klass->values[value].value_nick);
    g_assert_cmpstr (nicks->str, ==, enums[i].nicks);
    g_string_free (nicks, TRUE);
    g_type_class_unref (klass);
  }
}

/* A value that differs from the present one, within the range. */
static void
set_another_value (GParamSpec *pspec, GValue *value)
{
  if (G_VALUE_HOLDS_STRING (value))
    g_value_set_string (value, "another");
  else if (G_VALUE_HOLDS_ENUM (value))
    g_value_set_enum (value, 1);
  else if (G_VALUE_HOLDS_FLAGS (value))
    g_value_set_flags (value, 3);
  else if (G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, !g_value_get_boolean (value));
  else if (G_VALUE_HOLDS_DOUBLE (value))
    g_value_set_double (value, 0.25);
  else if (G_VALUE_HOLDS_UINT (value))
    g_value_set_uint (value, 3);
  else if (G_VALUE_HOLDS_INT (value))
    g_value_set_int (value, 3);
  else if (GST_VALUE_HOLDS_FRACTION (value))
    gst_value_set_fraction (value, 3, 4);
  else
    g_value_set_uint64 (value, 3);
}

static void
test_values_that_are_set_read_back (gconstpointer factory)
{
  GstElement *element = gst_element_factory_make (factory, NULL);
  GParamSpec **pspecs;
  guint n;

  pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);
  for (guint i = 0; i < n; i++) {
    GValue value = G_VALUE_INIT, got = G_VALUE_INIT;
    gchar *expected;

    if (pspecs[i]->owner_type != G_OBJECT_TYPE (element)
        || !(pspecs[i]->flags & G_PARAM_WRITABLE))
      continue;
    g_value_init (&value, pspecs[i]->value_type);
    g_value_init (&got, pspecs[i]->value_type);
    g_object_get_property (G_OBJECT (element), pspecs[i]->name, &value);
    set_another_value (pspecs[i], &value);
    g_object_set_property (G_OBJECT (element), pspecs[i]->name, &value);
    g_object_get_property (G_OBJECT (element), pspecs[i]->name, &got);
    expected = text_of (&value);
    assert_text (&got, expected, pspecs[i]->name, "value");
    g_free (expected);
    g_value_unset (&value);
    g_value_unset (&got);
  }
  g_free (pspecs);
  gst_object_unref (element);
}

/* GLib's message about a value out of range: a warning, a critical one in later releases. */
typedef struct {
  const gchar *name; /* of the property */
  guint refused;
} Refusals;

static void
count_refusal (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer data)
{
  Refusals *refusals = data;

  if (strstr (message, refusals->name) != NULL)
    refusals->refused++;
  else
    g_log_default_handler (domain, level, message, NULL);
}

static gboolean
is_fatal (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer data)
{
  const Refusals *refusals = data;

  return strstr (message, refusals->name) == NULL;
}

/* @good is kept, whatever else of these is set. */
static void
check_refusals (const gchar *name, gdouble good, const gdouble *wrong, gsize n)
{
  GstElement *element = gst_element_factory_make ("lifesrc", NULL);
  Refusals refusals = { name, 0 };
  guint handler;

  g_object_set (element, name, good, NULL);
  handler = g_log_set_handler ("GLib-GObject",
      G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL,
      count_refusal, &refusals);
  g_test_log_set_fatal_handler (is_fatal, &refusals);
  for (gsize i = 0; i < n; i++) {
    gdouble got;

    g_object_set (element, name, wrong[i], NULL);
    g_assert_cmpuint (refusals.refused, ==, i + 1);
    g_object_get (element, name, &got, NULL);
    g_assert_cmpfloat (got, ==, good);
  }
  g_test_log_set_fatal_handler (NULL, NULL);
  g_log_remove_handler ("GLib-GObject", handler);
  gst_object_unref (element);
}

static void
test_values_out_of_range_are_refused (void)
{
  static const gdouble zooms[] = { -1.0, -0.001, NAN, INFINITY, -INFINITY,
    4096.5, 2.1e307 };
  static const gdouble shares[] = { -0.01, 1.01, NAN, INFINITY };
  static const gdouble distances[] = { 0.0, -1.6, 1001.0, NAN, INFINITY };
  static const gdouble openings[] = { 0.0, 180.0, -40.0, NAN, INFINITY };
  static const gdouble endless[] = { NAN, INFINITY, -INFINITY };
  static const gchar *const angles[] = { "azimuth", "elevation", "orbit",
    "light-azimuth", "light-elevation", "look-at-x", "look-at-y", "look-at-z" };

  check_refusals ("zoom", 2.5, zooms, G_N_ELEMENTS (zooms));
  check_refusals ("fog", 0.5, shares, G_N_ELEMENTS (shares));
  check_refusals ("camera-distance", 2.5, distances, G_N_ELEMENTS (distances));
  check_refusals ("camera-fov", 50.5, openings, G_N_ELEMENTS (openings));
  for (guint i = 0; i < G_N_ELEMENTS (angles); i++)
    check_refusals (angles[i], -400.5, endless, G_N_ELEMENTS (endless));
}

/* A controller's 0 … 1 is the property's range. */
static void
test_a_direct_controller_reaches_zooms_that_can_be_drawn (void)
{
  Stream *stream = gray_stream ("world-width=8 world-height=8", 40, 30);
  GstControlSource *source = gst_interpolation_control_source_new ();
  gdouble zoom;

  g_object_set (source, "mode", GST_INTERPOLATION_MODE_NONE, NULL);
  gst_timed_value_control_source_set (
      GST_TIMED_VALUE_CONTROL_SOURCE (source), 0, 1.0);
  g_assert_true (gst_object_add_control_binding (GST_OBJECT (stream->life),
      gst_direct_control_binding_new (
          GST_OBJECT (stream->life), "zoom", source)));
  gst_object_unref (source);
  stream_play (stream);
  gst_sample_unref (stream_pull (stream));
  g_object_get (stream->life, "zoom", &zoom, NULL);
  g_assert_cmpfloat (zoom, ==, 4096.0);
  stream_free (stream);
}

static void
check_action (GType type, const gchar *name, guint n, const GType *parameters)
{
  GSignalQuery query;
  guint id = g_signal_lookup (name, type);

  if (id == 0)
    g_error ("%s has no action %s", g_type_name (type), name);
  g_signal_query (id, &query);
  g_assert_true (query.signal_flags & G_SIGNAL_ACTION);
  g_assert_cmpuint (query.n_params, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (
        g_type_name (query.param_types[i]), ==, g_type_name (parameters[i]));
}

static void
test_actions_are_as_designed (gconstpointer factory)
{
  const GType paste[] = { G_TYPE_STRING, G_TYPE_INT, G_TYPE_INT, G_TYPE_INT };
  GstElement *element = gst_element_factory_make (factory, NULL);

  check_action (G_OBJECT_TYPE (element), "paste", 4, paste);
  check_action (G_OBJECT_TYPE (element), "clear", 0, NULL);
  check_action (G_OBJECT_TYPE (element), "save", 1, paste);
  gst_object_unref (element);
}

static void
check_factory (const gchar *name, const gchar *klass, gboolean has_sink)
{
  static const gchar *const interlaced[] = { "interleaved", "mixed", "fields",
    "alternate" };
  GstElementFactory *factory = gst_element_factory_find (name);
  const GList *templates;
  guint pads = 0;

  g_assert_cmpstr (
      gst_element_factory_get_metadata (factory, GST_ELEMENT_METADATA_KLASS),
      ==, klass);
  templates = gst_element_factory_get_static_pad_templates (factory);
  for (const GList *l = templates; l; l = l->next, pads++) {
    GstStaticPadTemplate *pad = l->data;
    GstCaps *caps = gst_static_pad_template_get_caps (pad);

    for (guint i = 0; i < N_FORMATS; i++) {
      GstCaps *odd = gst_caps_new_simple ("video/x-raw", "format",
          G_TYPE_STRING, formats[i].name, "width", G_TYPE_INT, 16384, "height",
          G_TYPE_INT, 1, "framerate", GST_TYPE_FRACTION, 1000, 7, NULL);

      if (!gst_caps_can_intersect (odd, caps))
        g_error ("pad %s of %s does not take %s, 16384x1, 1000/7 frames/s",
            pad->name_template, name, formats[i].name);
      for (guint mode = 0; mode < G_N_ELEMENTS (interlaced); mode++) {
        gst_caps_set_simple (
            odd, "interlace-mode", G_TYPE_STRING, interlaced[mode], NULL);
        if (gst_caps_can_intersect (odd, caps))
          g_error ("pad %s of %s takes %s frames", pad->name_template, name,
              interlaced[mode]);
      }
      gst_caps_unref (odd);
    }
    gst_caps_unref (caps);
  }
  g_assert_cmpuint (pads, ==, has_sink ? 2 : 1);
  gst_object_unref (factory);
}

static void
test_factories_are_as_designed (void)
{
  check_factory ("lifesrc", "Source/Video", FALSE);
  check_factory ("lifestep", "Filter/Effect/Video", TRUE);
}

#ifdef TEST_SOUND
/* Players list what is of that class, and takes sound in most formats. */
static void
test_lifevis_is_a_visualization (void)
{
  static const gchar *const sounds[] = {
    "audio/x-raw,format=S16LE,rate=44100,channels=2,layout=interleaved",
    "audio/x-raw,format=F32LE,rate=192000,channels=6,layout=interleaved",
    "audio/x-raw,format=U8,rate=8000,channels=1,layout=interleaved",
  };
  GstElementFactory *factory = gst_element_factory_find ("lifevis");

  g_assert_cmpstr (
      gst_element_factory_get_metadata (factory, GST_ELEMENT_METADATA_KLASS),
      ==, "Visualization");
  for (guint i = 0; i < G_N_ELEMENTS (sounds); i++) {
    GstCaps *caps = gst_caps_from_string (sounds[i]);

    if (!gst_element_factory_can_sink_all_caps (factory, caps))
      g_error ("lifevis does not take %s", sounds[i]);
    gst_caps_unref (caps);
  }
  gst_object_unref (factory);
}
#endif

static void
test_plugin_names_its_own_origin (void)
{
  GstPlugin *plugin = gst_registry_find_plugin (gst_registry_get (), "life");

  g_assert_nonnull (plugin);
  g_assert_cmpstr (gst_plugin_get_source (plugin), ==, "life");
  g_assert_cmpstr (gst_plugin_get_package (plugin), ==, "life");
  g_assert_true (
      gst_uri_has_protocol (gst_plugin_get_origin (plugin), "https"));
  g_assert_cmpstr (gst_plugin_get_license (plugin), ==, "LGPL");
  gst_object_unref (plugin);
}

int
main (int argc, char **argv)
{
  static const gchar *const factories[] = {
    "lifesrc",
    "lifestep",
#ifdef TEST_SOUND
    "lifevis",
#endif
  };

  element_test_init (&argc, &argv);
#define TEST_BOTH(name)                                                    \
  for (guint i = 0; i < G_N_ELEMENTS (factories); i++) {                   \
    gchar *path = g_strdup_printf ("/properties/%s/" #name, factories[i]); \
                                                                           \
    g_test_add_data_func (path, factories[i], test_##name);                \
    g_free (path);                                                         \
  }
#define TEST(name) g_test_add_func ("/properties/" #name, test_##name)
  TEST_BOTH (shared_properties_are_as_designed);
  TEST (lifesrc_properties_are_as_designed);
  TEST (lifestep_properties_are_as_designed);
#ifdef TEST_SOUND
  TEST (lifevis_properties_are_as_designed);
  TEST (lifevis_is_a_visualization);
#endif
  TEST (enums_have_the_names_of_the_design);
  TEST_BOTH (values_that_are_set_read_back);
  TEST (values_out_of_range_are_refused);
  TEST (a_direct_controller_reaches_zooms_that_can_be_drawn);
  TEST_BOTH (actions_are_as_designed);
  TEST (factories_are_as_designed);
  TEST (plugin_names_its_own_origin);
  return g_test_run ();
}
