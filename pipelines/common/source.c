/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sets the properties of lifesrc from the command line, as gst-launch-1.0 would: presets
 * first, then properties. Errors report valid values. */
#include "source.h"

#include <life/engine.h>
#include <life/pattern.h>
#include <stdlib.h>
#include <string.h>

/* The defaults of pipelines/colors.sh, too: of 2D and of 3D worlds. */
#define DEFAULT_PRESET "phosphor"
#define DEFAULT_BODY_PRESET "volume"
/* Sides of the world in which a built-in pattern in 3D is seen. */
#define BODY_SIDE 24

/* Sets one property from text; an error reports what is wrong with it. */
static gboolean
set_property (
    GstElement *element, const gchar *name, const gchar *text, GError **error)
{
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (element), name);
  GValue value = G_VALUE_INIT;
  const gchar *wrong = NULL;

  if (spec == NULL || !(spec->flags & G_PARAM_WRITABLE)) {
    g_set_error (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS,
        "lifesrc has no property %s that can be set; gst-inspect-1.0 lifesrc "
        "lists them",
        name);
    return FALSE;
  }
  g_value_init (&value, spec->value_type);
  if (G_VALUE_HOLDS_STRING (&value))
    g_value_set_string (&value, text);
  else if (!gst_value_deserialize_with_pspec (&value, text, spec))
    wrong = "is not a value of its type";
  else if (g_param_value_validate (spec, &value))
    wrong = "is out of range";
  if (wrong == NULL)
    g_object_set_property (G_OBJECT (element), name, &value);
  else
    g_set_error (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS,
        "lifesrc: %s=%s %s; gst-inspect-1.0 lifesrc lists valid values", name,
        text, wrong);
  g_value_unset (&value);
  return wrong == NULL;
}

/* What follows @preset= in a word, or NULL. */
static const gchar *
preset_of (const gchar *word)
{
  return g_str_has_prefix (word, "@preset=") ? word + strlen ("@preset=")
                                             : NULL;
}

static gboolean
load_preset (GstElement *life, const gchar *name, GError **error)
{
  g_auto (GStrv) names = NULL;
  g_autofree gchar *list = NULL;

  if (gst_preset_load_preset (GST_PRESET (life), name))
    return TRUE;
  names = gst_preset_get_preset_names (GST_PRESET (life));
  list = names != NULL && *names != NULL ? g_strjoinv (", ", names) : NULL;
  g_set_error (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS,
      list != NULL ? "lifesrc has no preset \"%s\"; it has %s"
                   : "lifesrc has no preset \"%s\", nor any other; set "
                     "GST_PRESET_PATH to the folder of GstLifeSrc.prs%s",
      name, list != NULL ? list : "");
  return FALSE;
}

static gboolean
load_presets (GstElement *life, gchar **properties, GError **error)
{
  for (; *properties != NULL; properties++) {
    const gchar *name = preset_of (*properties);

    if (name != NULL && !load_preset (life, name, error))
      return FALSE;
  }
  return TRUE;
}

/* Whether the property has one of these names, up to NULL. */
static gboolean
is_one_of (const gchar *property, const gchar *const *names)
{
  for (; *names != NULL; names++)
    if (g_str_has_prefix (property, *names) && property[strlen (*names)] == '=')
      return TRUE;
  return FALSE;
}

/* The default colors. A file or another rule may have more than two states, which trails
 * would not show. */
static void
set_default_colors (GstElement *life, gchar **properties)
{
  static const gchar *const colors[] = { "@preset", "color-mode", "palette",
    "alive-color", "dead-color", NULL };
  static const gchar *const cells[] = { "rule", "location", NULL };
  gboolean states = FALSE;

  for (; *properties != NULL; properties++) {
    if (is_one_of (*properties, colors))
      return;
    states = states || is_one_of (*properties, cells)
             || (g_str_has_prefix (*properties, "pattern=")
                 && strchr (*properties, '!') != NULL);
  }
  /* Without installed presets the colors are lifesrc's own. */
  if (gst_preset_load_preset (GST_PRESET (life), DEFAULT_PRESET) && states)
    gst_util_set_object_arg (G_OBJECT (life), "color-mode", "auto");
}

/* Whether a property is a built-in pattern in 3D. */
static gboolean
is_builtin_body (const gchar *property)
{
  g_autoptr (LifePattern) pattern = NULL;

  if (g_str_has_prefix (property, "pattern=") && strchr (property, '!') == NULL)
    pattern = life_pattern_from_string (property + strlen ("pattern="), NULL);
  return pattern != NULL && life_pattern_get_dimensions (pattern) == 3;
}

static gboolean
is_body_file (const gchar *property)
{
  return g_str_has_prefix (property, "location=")
         && (g_str_has_suffix (property, ".rle3")
             || g_str_has_suffix (property, ".3d"));
}

/* Whether a property has cells or a rule that may decide the sides of the world. */
static gboolean
may_decide_sides (const gchar *property)
{
  return g_str_has_prefix (property, "location=")
         || (g_str_has_prefix (property, "pattern=") && strchr (property, '!'))
         || (g_str_has_prefix (property, "rule=") && strchr (property, ':'));
}

/* A world in 3D is shown as a volume that turns, unless a view or a preset is chosen. Returns
 * whether it is. */
static gboolean
set_default_view (GstElement *life, gchar **properties)
{
  static const gchar *const views[] = { "view", "@preset", NULL };
  gboolean has_builtin = FALSE, has_body = FALSE, has_sides = FALSE;
  guint side;

  for (; *properties != NULL; properties++) {
    if (is_one_of (*properties, views))
      return FALSE;
    has_builtin = has_builtin || is_builtin_body (*properties);
    if (g_str_has_prefix (*properties, "world-depth="))
      has_body = strtoul (strchr (*properties, '=') + 1, NULL, 10) > 1;
    else
      has_body = has_body || is_body_file (*properties);
    has_sides = has_sides || may_decide_sides (*properties);
  }
  if (!has_builtin && !has_body)
    return FALSE;
  gst_preset_load_preset (GST_PRESET (life), DEFAULT_BODY_PRESET);
  if (has_builtin || has_sides) {
    side = has_sides ? 0 : BODY_SIDE;
    g_object_set (life, "world-width", side, "world-height", side,
        "world-depth", side, NULL);
  }
  return TRUE;
}

static gboolean
set_properties (GstElement *life, gchar **properties, GError **error)
{
  for (; *properties != NULL; properties++) {
    const gchar *equals = strchr (*properties, '=');
    g_autofree gchar *name = NULL;

    if (preset_of (*properties) != NULL)
      continue;
    if (equals == NULL || equals == *properties) {
      g_set_error (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS,
          "%s is not a PROPERTY=VALUE of lifesrc", *properties);
      return FALSE;
    }
    name = g_strndup (*properties, equals - *properties);
    if (strcmp (name, "is-live") == 0) {
      g_set_error (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS,
          "is-live must not be set: the served stream is always live");
      return FALSE;
    }
    if (!set_property (life, name, equals + 1, error))
      return FALSE;
  }
  return TRUE;
}

/* A client that may change an unbounded world could otherwise allocate all memory. */
static void
set_default_limit (GstElement *life)
{
  guint64 limit;

  g_object_get (life, "memory-limit", &limit, NULL);
  if (limit == 0)
    g_object_set (
        life, "memory-limit", life_engine_suggest_memory_limit (), NULL);
}

gboolean
source_set (GstElement *life, gchar **properties, GError **error)
{
  if (!set_default_view (life, properties))
    set_default_colors (life, properties);
  if (!load_presets (life, properties, error)
      || !set_properties (life, properties, error))
    return FALSE;
  set_default_limit (life);
  return TRUE;
}
