/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which properties clients read and set, and conversions. Those that may be set touch no
 * file and end no stream; pace.c lowers generations that frames have no time for. */
#include "json-properties.h"

#include <life/palette.h>

#include <string.h>

#include "../messages.h"

/* Generations per frame that a client may set; a long step delays the film. */
#define MAX_GENERATIONS 256

/* Mutable properties that viewers may not set: fonts are files, waypoints control the view, and
 * the rest configures the pipeline. */
static const gchar *const fixed[] = { "caption-font", "navigation",
  "post-messages", "qos", "waypoints", NULL };

/* Immutable properties that may be read. */
static const gchar *const readable[] = { "generation", "population",
  "engine-used", "kernel-used", "state-names", "zoom-used", "world-width",
  "world-height", "world-depth", "topology", "view", "seed", "density",
  "stagnation", "slice-axis", "history", "memory-limit", NULL };

static gboolean
is_settable (GstElement *lifesrc, const GParamSpec *spec)
{
  return spec->owner_type == G_OBJECT_TYPE (lifesrc)
         && (spec->flags & GST_PARAM_MUTABLE_PLAYING)
         && !g_strv_contains (fixed, spec->name);
}

GParamSpec **
json_properties_list (GstElement *lifesrc, guint *count)
{
  guint all;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (lifesrc), &all);

  *count = 0;
  for (guint i = 0; i < all; i++)
    if (is_settable (lifesrc, specs[i]))
      specs[(*count)++] = specs[i];
  return specs;
}

static GParamSpec *
find (GstElement *lifesrc, const gchar *name, gboolean to_read, GError **error)
{
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (lifesrc), name);

  /* GObject would find names with _, too. */
  if (spec != NULL && strcmp (spec->name, name) == 0
      && (is_settable (lifesrc, spec)
          || (to_read && g_strv_contains (readable, spec->name))))
    return spec;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
      "there is no property \"%s\" that can be %s", name,
      to_read ? "read" : "set");
  return NULL;
}

GParamSpec *
json_properties_find_readable (
    GstElement *lifesrc, const gchar *name, GError **error)
{
  return find (lifesrc, name, TRUE, error);
}

/* --- Types --- */

static gboolean
is_color (const GParamSpec *spec)
{
  return g_str_has_suffix (spec->name, "-color")
         || g_str_has_prefix (spec->name, "background-");
}

static const gchar *
name_type (const GParamSpec *spec)
{
  return is_color (spec)                  ? "color"
         : G_IS_PARAM_SPEC_BOOLEAN (spec) ? "boolean"
         : G_IS_PARAM_SPEC_DOUBLE (spec)  ? "number"
         : G_IS_PARAM_SPEC_INT (spec)     ? "integer"
         : G_IS_PARAM_SPEC_UINT (spec)    ? "integer"
         : G_IS_PARAM_SPEC_ENUM (spec)    ? "enum"
         : G_IS_PARAM_SPEC_FLAGS (spec)   ? "flags"
                                          : "string";
}

/* The range of a number that may be set; FALSE if it is no number. */
static gboolean
range_of (const GParamSpec *spec, gdouble *min, gdouble *max)
{
  if (is_color (spec))
    return FALSE;
  if (G_IS_PARAM_SPEC_UINT (spec)) {
    *min = G_PARAM_SPEC_UINT (spec)->minimum;
    *max = G_PARAM_SPEC_UINT (spec)->maximum;
  } else if (G_IS_PARAM_SPEC_INT (spec)) {
    *min = G_PARAM_SPEC_INT (spec)->minimum;
    *max = G_PARAM_SPEC_INT (spec)->maximum;
  } else if (G_IS_PARAM_SPEC_DOUBLE (spec)) {
    *min = G_PARAM_SPEC_DOUBLE (spec)->minimum;
    *max = G_PARAM_SPEC_DOUBLE (spec)->maximum;
  } else
    return FALSE;
  if (strcmp (spec->name, "generations") == 0)
    *max = MAX_GENERATIONS;
  return TRUE;
}

/* --- Reading --- */

/* As in CSS: #rrggbb, or #rrggbbaa if it is not opaque. */
static gchar *
color_to_text (guint color)
{
  guint alpha = color >> 24, rgb = color & 0xffffff;

  return alpha == 0xff ? g_strdup_printf ("#%06x", rgb)
                       : g_strdup_printf ("#%06x%02x", rgb, alpha);
}

/* The words of its flags, with + between them. */
static gchar *
flags_to_text (const GParamSpec *spec, guint set)
{
  const GFlagsClass *class = G_PARAM_SPEC_FLAGS (spec)->flags_class;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < class->n_values; i++)
    if (class->values[i].value != 0
        && (set & class->values[i].value) == class->values[i].value)
      g_string_append_printf (
          text, "%s%s", text->len > 0 ? "+" : "", class->values[i].value_nick);
  return g_string_free (text, FALSE);
}

/* NULL: it is not set. GStreamer writes enums and flags by their descriptions. */
static gchar *
to_text (const GParamSpec *spec, const GValue *value)
{
  if (is_color (spec))
    return color_to_text (g_value_get_uint (value));
  if (G_VALUE_HOLDS_STRING (value))
    return g_value_dup_string (value);
  if (G_VALUE_HOLDS_ENUM (value))
    return g_strdup (g_enum_get_value (
        G_PARAM_SPEC_ENUM (spec)->enum_class, g_value_get_enum (value))
                         ->value_nick);
  if (G_VALUE_HOLDS_FLAGS (value))
    return flags_to_text (spec, g_value_get_flags (value));
  return gst_value_serialize (value);
}

static void
add_text (const GParamSpec *spec, const GValue *value, JsonBuilder *builder)
{
  g_autofree gchar *text = to_text (spec, value);

  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

void
json_properties_add_value (
    GstElement *lifesrc, GParamSpec *spec, JsonBuilder *builder)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, spec->value_type);
  g_object_get_property (G_OBJECT (lifesrc), spec->name, &value);
  if (G_VALUE_HOLDS_BOOLEAN (&value))
    json_builder_add_boolean_value (builder, g_value_get_boolean (&value));
  else if (G_VALUE_HOLDS_DOUBLE (&value))
    json_builder_add_double_value (builder, g_value_get_double (&value));
  else if (G_VALUE_HOLDS_INT (&value))
    json_builder_add_int_value (builder, g_value_get_int (&value));
  else if (G_VALUE_HOLDS_UINT (&value) && !is_color (spec))
    json_builder_add_int_value (builder, g_value_get_uint (&value));
  else if (G_VALUE_HOLDS_UINT64 (&value))
    message_add_uint64 (builder, g_value_get_uint64 (&value));
  else
    add_text (spec, &value, builder);
}

static void
add_bound (const gchar *name, const GParamSpec *spec, gdouble bound,
    JsonBuilder *builder)
{
  json_builder_set_member_name (builder, name);
  if (G_IS_PARAM_SPEC_DOUBLE (spec))
    json_builder_add_double_value (builder, bound);
  else
    json_builder_add_int_value (builder, (gint64) bound);
}

/* The words that stand for values of an enum, or for flags. */
static void
add_choices (const GParamSpec *spec, JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "values");
  json_builder_begin_array (builder);
  if (G_IS_PARAM_SPEC_ENUM (spec)) {
    const GEnumClass *class = G_PARAM_SPEC_ENUM (spec)->enum_class;

    for (guint i = 0; i < class->n_values; i++)
      json_builder_add_string_value (builder, class->values[i].value_nick);
  } else {
    const GFlagsClass *class = G_PARAM_SPEC_FLAGS (spec)->flags_class;

    for (guint i = 0; i < class->n_values; i++)
      if (class->values[i].value != 0)
        json_builder_add_string_value (builder, class->values[i].value_nick);
  }
  json_builder_end_array (builder);
}

void
json_properties_describe (
    GstElement *lifesrc, GParamSpec *spec, JsonBuilder *builder)
{
  gdouble min, max;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "type");
  json_builder_add_string_value (builder, name_type (spec));
  json_builder_set_member_name (builder, "value");
  json_properties_add_value (lifesrc, spec, builder);
  if (range_of (spec, &min, &max)) {
    add_bound ("minimum", spec, min, builder);
    add_bound ("maximum", spec, max, builder);
  } else if (G_IS_PARAM_SPEC_ENUM (spec) || G_IS_PARAM_SPEC_FLAGS (spec))
    add_choices (spec, builder);
  json_builder_set_member_name (builder, "description");
  json_builder_add_string_value (builder, g_param_spec_get_blurb (spec));
  json_builder_end_object (builder);
}

/* --- Setting --- */

/* What a value has to be. */
static gchar *
describe_values (const GParamSpec *spec)
{
  gdouble min, max;

  if (range_of (spec, &min, &max))
    return g_strdup_printf ("a %snumber from %.10g to %.10g",
        G_IS_PARAM_SPEC_DOUBLE (spec) ? "" : "whole ", min, max);
  return g_strdup (
      is_color (spec) ? "a color, #rrggbb, #rrggbbaa or a name of CSS"
      : G_IS_PARAM_SPEC_BOOLEAN (spec) ? "true or false"
      : G_IS_PARAM_SPEC_STRING (spec)  ? "a string"
      : G_IS_PARAM_SPEC_ENUM (spec)    ? "one of its values"
      : G_IS_PARAM_SPEC_FLAGS (spec) ? "some of its values, with + between them"
                                     : "one that it can have");
}

/* Words with + between them; none for no flag. */
static gboolean
to_flags (const GParamSpec *spec, const gchar *text, GValue *to)
{
  g_auto (GStrv) words = g_strsplit (text, "+", -1);
  guint set = 0;

  for (guint i = 0; words[i] != NULL; i++) {
    const GFlagsValue *found = g_flags_get_value_by_nick (
        G_PARAM_SPEC_FLAGS (spec)->flags_class, words[i]);

    if (found == NULL)
      return FALSE;
    set |= found->value;
  }
  g_value_set_flags (to, set);
  return TRUE;
}

/* By the word alone: GStreamer also accepts numbers and descriptions. */
static gboolean
to_enum (const GParamSpec *spec, const gchar *text, GValue *to)
{
  const GEnumValue *found =
      g_enum_get_value_by_nick (G_PARAM_SPEC_ENUM (spec)->enum_class, text);

  if (found != NULL)
    g_value_set_enum (to, found->value);
  return found != NULL;
}

static gboolean
to_color (const gchar *text, GValue *to)
{
  guint color;

  if (!life_color_parse (text, &color, NULL))
    return FALSE;
  g_value_set_uint (to, color);
  return TRUE;
}

static gboolean
to_number (gdouble from, GValue *to)
{
  g_auto (GValue) number = G_VALUE_INIT;

  g_value_init (&number, G_TYPE_DOUBLE);
  g_value_set_double (&number, from);
  return g_value_transform (&number, to);
}

/* Of generations-rate. */
static gboolean
is_too_fast (const GValue *value)
{
  return gst_value_get_fraction_numerator (value)
         > (gint64) MAX_GENERATIONS
               * gst_value_get_fraction_denominator (value);
}

static gboolean
to_value (GParamSpec *spec, const Value *from, GValue *to)
{
  gdouble min, max;

  if (G_IS_PARAM_SPEC_BOOLEAN (spec)) {
    g_value_set_boolean (to, from->boolean);
    return from->kind == VALUE_BOOLEAN;
  }
  if (range_of (spec, &min, &max))
    return from->kind == VALUE_NUMBER && from->number >= min
           && from->number <= max
           && (from->is_integer || G_IS_PARAM_SPEC_DOUBLE (spec))
           && to_number (from->number, to);
  if (from->kind != VALUE_TEXT)
    return FALSE;
  if (is_color (spec))
    return to_color (from->text, to);
  if (G_IS_PARAM_SPEC_ENUM (spec))
    return to_enum (spec, from->text, to);
  if (G_IS_PARAM_SPEC_FLAGS (spec))
    return to_flags (spec, from->text, to);
  if (!G_IS_PARAM_SPEC_STRING (spec))
    return gst_value_deserialize_with_pspec (to, from->text, spec)
           && !is_too_fast (to);
  g_value_set_string (to, from->text);
  return TRUE;
}

gboolean
json_properties_set (
    GstElement *lifesrc, const gchar *name, const Value *from, GError **error)
{
  GParamSpec *spec = find (lifesrc, name, FALSE, error);
  g_auto (GValue) value = G_VALUE_INIT;
  g_autofree gchar *what = NULL;

  if (spec == NULL)
    return FALSE;
  g_value_init (&value, spec->value_type);
  if (to_value (spec, from, &value) && !g_param_value_validate (spec, &value)) {
    g_object_set_property (G_OBJECT (lifesrc), name, &value);
    return TRUE;
  }
  what = describe_values (spec);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
      "the value of %s is not %s", name, what);
  return FALSE;
}
