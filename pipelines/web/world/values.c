/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of properties, and conversions. What may be set touches no file, ends no
 * stream, and keeps a frame from taking forever. */
#include "values.h"

#include <life/palette.h>

#include <string.h>

#include "../messages.h"

/* Generations per frame that a client may ask for; a long step holds up the film. */
#define MOST_GENERATIONS 256
/* The largest whole number that JavaScript holds. */
#define MOST_WHOLE ((gdouble) COMMAND_MOST_ID)

static const struct {
  const gchar *name;
  gdouble most; /* 0: the property's own */
} settable[] = {
  { "rule" },
  { "palette" },
  { "color-mode" },
  { "alive-color" },
  { "dead-color" },
  { "draw-state" },
  { "paused" },
  { "generations", MOST_GENERATIONS },
  { "generations-rate", MOST_GENERATIONS },
  { "crossfade" },
  { "zoom" },
  { "view-x" },
  { "view-y" },
  { "rotation" },
  { "scaling" },
  { "camera" },
  { "camera-margin" },
  { "trail" },
  { "palette-cycle" },
  { "density-gain" },
  { "grid" },
  { "grid-color" },
  { "caption" },
  { "caption-color" },
  { "caption-corner" },
  { "slice" },
  { "slice-step" },
  { "projection-side" },
  { "azimuth" },
  { "elevation" },
  { "orbit" },
  { "look-at-x" },
  { "look-at-y" },
  { "look-at-z" },
  { "camera-distance" },
  { "camera-fov" },
  { "light-azimuth" },
  { "light-elevation" },
  { "shadows" },
  { "occlusion" },
  { "antialias" },
  { "world-box" },
  { "fog" },
  { "background-top" },
  { "background-bottom" },
  { "cut-x" },
  { "cut-y" },
  { "cut-z" },
};

static const gchar *const readable[] = { "generation", "population",
  "engine-used", "kernel-used", "zoom-used", "world-width", "world-height",
  "world-depth", "topology", "view", "seed", "density", "stagnation",
  "slice-axis", "history", "memory-limit" };

guint
values_count (void)
{
  return G_N_ELEMENTS (settable);
}

static GParamSpec *
find_spec (GstElement *lifesrc, const gchar *name)
{
  return g_object_class_find_property (G_OBJECT_GET_CLASS (lifesrc), name);
}

GParamSpec *
values_get_spec (GstElement *lifesrc, guint index)
{
  GParamSpec *spec = find_spec (lifesrc, settable[index].name);

  return spec != NULL && (spec->flags & GST_PARAM_MUTABLE_PLAYING) ? spec
                                                                   : NULL;
}

/* Its index, or a number beyond all. */
static guint
find_settable (const gchar *name)
{
  guint index = 0;

  while (index < G_N_ELEMENTS (settable)
         && strcmp (settable[index].name, name) != 0)
    index++;
  return index;
}

static gboolean
refuse_name (const gchar *name, const gchar *what, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
      "there is no property \"%s\" that can be %s", name, what);
  return FALSE;
}

GParamSpec *
values_find_readable (GstElement *lifesrc, const gchar *name, GError **error)
{
  GParamSpec *spec = NULL;
  guint index = find_settable (name);

  if (index < G_N_ELEMENTS (settable))
    spec = values_get_spec (lifesrc, index);
  for (guint i = 0; i < G_N_ELEMENTS (readable); i++)
    if (strcmp (readable[i], name) == 0)
      spec = find_spec (lifesrc, name);
  if (spec == NULL)
    refuse_name (name, "read", error);
  return spec;
}

/* --- Types --- */

typedef enum {
  TYPE_STRING,
  TYPE_BOOLEAN,
  TYPE_INTEGER,
  TYPE_NUMBER,
  TYPE_ENUM,
  TYPE_FLAGS,
  TYPE_COLOR,
  TYPE_TEXT, /* another that GStreamer writes as text: a fraction */
} Type;

static const gchar *const type_names[] = { "string", "boolean", "integer",
  "number", "enum", "flags", "color", "string" };

static Type
type_of (const GParamSpec *spec)
{
  GType type = spec->value_type;

  if (g_str_has_suffix (spec->name, "-color")
      || g_str_has_prefix (spec->name, "background-"))
    return TYPE_COLOR;
  if (type == G_TYPE_STRING)
    return TYPE_STRING;
  if (type == G_TYPE_BOOLEAN)
    return TYPE_BOOLEAN;
  if (type == G_TYPE_DOUBLE)
    return TYPE_NUMBER;
  if (type == G_TYPE_INT || type == G_TYPE_UINT || type == G_TYPE_UINT64)
    return TYPE_INTEGER;
  return G_TYPE_IS_ENUM (type)    ? TYPE_ENUM
         : G_TYPE_IS_FLAGS (type) ? TYPE_FLAGS
                                  : TYPE_TEXT;
}

/* As CSS has it: #rrggbb, or #rrggbbaa where it is not opaque. */
static gchar *
color_to_text (guint color)
{
  guint alpha = color >> 24, rgb = color & 0xffffff;

  return alpha == 0xff ? g_strdup_printf ("#%06x", rgb)
                       : g_strdup_printf ("#%06x%02x", rgb, alpha);
}

/* --- Reading --- */

static void
add_text (const GValue *value, JsonBuilder *builder)
{
  g_autofree gchar *text = gst_value_serialize (value);

  json_builder_add_string_value (builder, text);
}

static void
add_value (Type type, const GValue *value, JsonBuilder *builder)
{
  g_autofree gchar *color = NULL;
  GValue whole = G_VALUE_INIT;

  switch (type) {
    case TYPE_STRING:
      if (g_value_get_string (value) != NULL)
        json_builder_add_string_value (builder, g_value_get_string (value));
      else
        json_builder_add_null_value (builder);
      break;
    case TYPE_BOOLEAN:
      json_builder_add_boolean_value (builder, g_value_get_boolean (value));
      break;
    case TYPE_INTEGER:
      if (G_VALUE_HOLDS_UINT64 (value)) {
        message_add_whole (builder, g_value_get_uint64 (value));
        break;
      }
      g_value_init (&whole, G_TYPE_INT64);
      g_value_transform (value, &whole);
      json_builder_add_int_value (builder, g_value_get_int64 (&whole));
      break;
    case TYPE_NUMBER:
      json_builder_add_double_value (builder, g_value_get_double (value));
      break;
    case TYPE_COLOR:
      color = color_to_text (g_value_get_uint (value));
      json_builder_add_string_value (builder, color);
      break;
    default:
      add_text (value, builder);
      break;
  }
}

/* The word for a value of an enum. */
static void
add_enum (const GParamSpec *spec, const GValue *value, JsonBuilder *builder)
{
  const GEnumValue *found = g_enum_get_value (
      G_PARAM_SPEC_ENUM (spec)->enum_class, g_value_get_enum (value));

  json_builder_add_string_value (builder, found->value_nick);
}

/* The words of its flags, with + between them. */
static void
add_flags (const GParamSpec *spec, const GValue *value, JsonBuilder *builder)
{
  const GFlagsClass *class = G_PARAM_SPEC_FLAGS (spec)->flags_class;
  g_autoptr (GString) text = g_string_new (NULL);
  guint set = g_value_get_flags (value);

  for (guint i = 0; i < class->n_values; i++)
    if (class->values[i].value != 0
        && (set & class->values[i].value) == class->values[i].value)
      g_string_append_printf (
          text, "%s%s", text->len > 0 ? "+" : "", class->values[i].value_nick);
  json_builder_add_string_value (builder, text->str);
}

void
values_add (GstElement *lifesrc, GParamSpec *spec, JsonBuilder *builder)
{
  GValue value = G_VALUE_INIT;
  Type type = type_of (spec);

  g_value_init (&value, spec->value_type);
  g_object_get_property (G_OBJECT (lifesrc), spec->name, &value);
  if (type == TYPE_ENUM)
    add_enum (spec, &value, builder);
  else if (type == TYPE_FLAGS)
    add_flags (spec, &value, builder);
  else
    add_value (type, &value, builder);
  g_value_unset (&value);
}

/* The range of a number; FALSE where the property has none that a client sees. */
static gboolean
range_of (const GParamSpec *spec, gdouble *least, gdouble *most)
{
  guint index = find_settable (spec->name);

  if (G_IS_PARAM_SPEC_UINT (spec)) {
    *least = G_PARAM_SPEC_UINT (spec)->minimum;
    *most = G_PARAM_SPEC_UINT (spec)->maximum;
  } else if (G_IS_PARAM_SPEC_INT (spec)) {
    *least = G_PARAM_SPEC_INT (spec)->minimum;
    *most = G_PARAM_SPEC_INT (spec)->maximum;
  } else if (G_IS_PARAM_SPEC_UINT64 (spec)) {
    *least = G_PARAM_SPEC_UINT64 (spec)->minimum;
    *most = MIN ((gdouble) G_PARAM_SPEC_UINT64 (spec)->maximum, MOST_WHOLE);
  } else if (G_IS_PARAM_SPEC_DOUBLE (spec)) {
    *least = G_PARAM_SPEC_DOUBLE (spec)->minimum;
    *most = G_PARAM_SPEC_DOUBLE (spec)->maximum;
  } else
    return FALSE;
  if (index < G_N_ELEMENTS (settable) && settable[index].most > 0)
    *most = MIN (*most, settable[index].most);
  return TRUE;
}

static void
add_choices (const GParamSpec *spec, JsonBuilder *builder)
{
  GEnumClass *class = G_PARAM_SPEC_ENUM (spec)->enum_class;

  json_builder_set_member_name (builder, "values");
  json_builder_begin_array (builder);
  for (guint i = 0; i < class->n_values; i++)
    json_builder_add_string_value (builder, class->values[i].value_nick);
  json_builder_end_array (builder);
}

static void
add_flag_choices (const GParamSpec *spec, JsonBuilder *builder)
{
  const GFlagsClass *class = G_PARAM_SPEC_FLAGS (spec)->flags_class;

  json_builder_set_member_name (builder, "values");
  json_builder_begin_array (builder);
  for (guint i = 0; i < class->n_values; i++)
    if (class->values[i].value != 0)
      json_builder_add_string_value (builder, class->values[i].value_nick);
  json_builder_end_array (builder);
}

static void
add_bound (const gchar *name, Type type, gdouble bound, JsonBuilder *builder)
{
  json_builder_set_member_name (builder, name);
  if (type == TYPE_INTEGER)
    json_builder_add_int_value (builder, (gint64) bound);
  else
    json_builder_add_double_value (builder, bound);
}

void
values_describe (GstElement *lifesrc, GParamSpec *spec, JsonBuilder *builder)
{
  Type type = type_of (spec);
  gdouble least, most;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "type");
  json_builder_add_string_value (builder, type_names[type]);
  json_builder_set_member_name (builder, "value");
  values_add (lifesrc, spec, builder);
  if ((type == TYPE_INTEGER || type == TYPE_NUMBER)
      && range_of (spec, &least, &most)) {
    add_bound ("minimum", type, least, builder);
    add_bound ("maximum", type, most, builder);
  }
  if (type == TYPE_ENUM)
    add_choices (spec, builder);
  if (type == TYPE_FLAGS)
    add_flag_choices (spec, builder);
  json_builder_set_member_name (builder, "description");
  json_builder_add_string_value (builder, g_param_spec_get_blurb (spec));
  json_builder_end_object (builder);
}

/* --- Setting --- */

static gboolean
refuse_value (const GParamSpec *spec, const gchar *what, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
      "the value of %s is not %s", spec->name, what);
  return FALSE;
}

static gboolean
to_number (const GParamSpec *spec, Type type, const Value *from, GValue *to,
    GError **error)
{
  g_autofree gchar *what = NULL;
  gdouble least = 0, most = 0;
  GValue number = G_VALUE_INIT;

  range_of (spec, &least, &most);
  if (from->kind != VALUE_NUMBER || (type == TYPE_INTEGER && !from->is_whole)
      || from->number < least || from->number > most) {
    what = g_strdup_printf ("a %snumber from %.10g to %.10g",
        type == TYPE_INTEGER ? "whole " : "", least, most);
    return refuse_value (spec, what, error);
  }
  g_value_init (&number, G_TYPE_DOUBLE);
  g_value_set_double (&number, from->number);
  g_value_transform (&number, to);
  return TRUE;
}

static gboolean
to_enum (const GParamSpec *spec, const Value *from, GValue *to, GError **error)
{
  const GEnumValue *found = NULL;

  if (from->kind == VALUE_TEXT)
    found = g_enum_get_value_by_nick (
        G_PARAM_SPEC_ENUM (spec)->enum_class, from->text);
  if (found == NULL)
    return refuse_value (spec, "one of its values", error);
  g_value_set_enum (to, found->value);
  return TRUE;
}

/* Words with + between them; none for no flag. */
static gboolean
to_flags (const GParamSpec *spec, const Value *from, GValue *to, GError **error)
{
  GFlagsClass *class = G_PARAM_SPEC_FLAGS (spec)->flags_class;
  g_auto (GStrv) words = NULL;
  guint set = 0;

  if (from->kind != VALUE_TEXT)
    return refuse_value (spec, "a string", error);
  words = g_strsplit (from->text, "+", -1);
  for (guint i = 0; words[i] != NULL; i++) {
    const GFlagsValue *found = g_flags_get_value_by_nick (class, words[i]);

    if (found == NULL)
      return refuse_value (
          spec, "some of its values, with + between them", error);
    set |= found->value;
  }
  g_value_set_flags (to, set);
  return TRUE;
}

static gboolean
is_too_fast (const GParamSpec *spec, const GValue *value)
{
  guint index = find_settable (spec->name);

  return GST_VALUE_HOLDS_FRACTION (value) && settable[index].most > 0
         && gst_value_get_fraction_numerator (value)
                > settable[index].most
                      * gst_value_get_fraction_denominator (value);
}

static gboolean
to_value (const GParamSpec *spec, const Value *from, GValue *to, GError **error)
{
  Type type = type_of (spec);
  guint color;

  switch (type) {
    case TYPE_INTEGER:
    case TYPE_NUMBER:
      return to_number (spec, type, from, to, error);
    case TYPE_ENUM:
      return to_enum (spec, from, to, error);
    case TYPE_FLAGS:
      return to_flags (spec, from, to, error);
    case TYPE_BOOLEAN:
      if (from->kind != VALUE_BOOLEAN)
        return refuse_value (spec, "true or false", error);
      g_value_set_boolean (to, from->truth);
      return TRUE;
    case TYPE_STRING:
      if (from->kind != VALUE_TEXT)
        return refuse_value (spec, "a string", error);
      g_value_set_string (to, from->text);
      return TRUE;
    case TYPE_COLOR:
      if (from->kind != VALUE_TEXT
          || !life_color_parse (from->text, &color, NULL))
        return refuse_value (
            spec, "a color, #rrggbb, #rrggbbaa or a name of CSS", error);
      g_value_set_uint (to, color);
      return TRUE;
    default:
      if (from->kind != VALUE_TEXT
          || !gst_value_deserialize_with_pspec (
              to, from->text, (GParamSpec *) spec)
          || is_too_fast (spec, to))
        return refuse_value (spec, "one that it can have", error);
      return TRUE;
  }
}

gboolean
values_set (
    GstElement *lifesrc, const gchar *name, const Value *from, GError **error)
{
  guint index = find_settable (name);
  GParamSpec *spec =
      index < G_N_ELEMENTS (settable) ? values_get_spec (lifesrc, index) : NULL;
  GValue value = G_VALUE_INIT;
  gboolean fits;

  if (spec == NULL)
    return refuse_name (name, "set", error);
  g_value_init (&value, spec->value_type);
  fits = to_value (spec, from, &value, error);
  if (fits && g_param_value_validate (spec, &value))
    fits = refuse_value (spec, "in its range", error);
  if (fits)
    g_object_set_property (G_OBJECT (lifesrc), name, &value);
  g_value_unset (&value);
  return fits;
}
