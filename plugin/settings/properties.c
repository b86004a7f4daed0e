/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a property is installed, set, read and copied, by its row in the table. */
#include "plugin/settings/properties.h"

#include <math.h>
#include <string.h>

/* --- Settings --- */

/* The kinds that are numbers: their names in GValue, and their C types. */
#define NUMBERS(CASE)               \
  CASE (BOOLEAN, boolean, gboolean) \
  CASE (INT, int, gint)             \
  CASE (UINT, uint, guint)          \
  CASE (UINT64, uint64, guint64)    \
  CASE (DOUBLE, double, gdouble)    \
  CASE (ENUM, enum, gint)           \
  CASE (FLAGS, flags, guint)

static void
set_initial (const GstLifeProperty *property, gpointer field)
{
#define INITIAL(KIND, name, type)        \
  case G_TYPE_##KIND:                    \
    *(type *) field = property->initial; \
    break;
  switch (property->kind) {
    NUMBERS (INITIAL)
    case G_TYPE_NONE:
      ((gint *) field)[1] = 1;
      break;
  }
}

void
gst_life_settings_init (GstLifeSettings *settings)
{
  LifeView view;

  life_view_init (&view);
  *settings = (GstLifeSettings){ .body.perspective = view.perspective };
  life_engine_options_init (&settings->engine);
  for (guint i = 0; i < gst_life_n_properties; i++)
    if (!isnan (gst_life_properties[i].initial))
      set_initial (&gst_life_properties[i],
          G_STRUCT_MEMBER_P (settings, gst_life_properties[i].offset));
}

/* Calls @function for each string that is set. */
static void
for_each_string (GstLifeSettings *settings, gchar *(*function) (gchar *) )
{
  for (guint i = 0; i < gst_life_n_properties; i++) {
    gchar **string =
        G_STRUCT_MEMBER_P (settings, gst_life_properties[i].offset);

    if (gst_life_properties[i].kind == G_TYPE_STRING && *string)
      *string = function (*string);
  }
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
  if (copy->appearance.parsed)
    life_palette_ref (copy->appearance.parsed);
  if (copy->camera.parsed)
    life_waypoints_ref (copy->camera.parsed);
}

void
gst_life_settings_clear (GstLifeSettings *settings)
{
  for_each_string (settings, release);
  g_clear_pointer (&settings->appearance.parsed, life_palette_unref);
  g_clear_pointer (&settings->camera.parsed, life_waypoints_unref);
}

gboolean
gst_life_settings_set (GstLifeSettings *settings,
    const GstLifeProperty *property, const GValue *value, GError **error)
{
  gpointer field = G_STRUCT_MEMBER_P (settings, property->offset);

#define SET(KIND, name, type)                     \
  case G_TYPE_##KIND:                             \
    *(type *) field = g_value_get_##name (value); \
    break;
  switch (property->kind) {
    NUMBERS (SET)
    case G_TYPE_STRING:
      gst_life_settings_set_string (field, g_value_get_string (value));
      break;
    case G_TYPE_NONE:
      ((gint *) field)[0] = gst_value_get_fraction_numerator (value);
      ((gint *) field)[1] = gst_value_get_fraction_denominator (value);
      break;
  }
  if (property->set_flag != 0)
    G_STRUCT_MEMBER (gboolean, settings, property->set_flag) = TRUE;
  return !property->after || property->after (settings, error);
}

void
gst_life_settings_get (const GstLifeSettings *settings,
    const GstLifeProperty *property, GValue *value)
{
  gconstpointer field = G_STRUCT_MEMBER_P (settings, property->offset);

#define GET(KIND, name, type)                          \
  case G_TYPE_##KIND:                                  \
    g_value_set_##name (value, *(const type *) field); \
    break;
  switch (property->kind) {
    NUMBERS (GET)
    case G_TYPE_STRING:
      g_value_set_string (value,
          *(gchar *const *) field ? *(gchar *const *) field : property->text);
      break;
    case G_TYPE_NONE:
      gst_value_set_fraction (
          value, ((const gint *) field)[0], ((const gint *) field)[1]);
      break;
  }
}

gboolean
gst_life_property_check (
    const GstLifeProperty *property, const GValue *value, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };

  return gst_life_settings_set (&settings, property, value, error);
}

gboolean
gst_life_settings_check (GstLifeSettings *settings, GError **error)
{
  for (guint i = 0; i < gst_life_n_properties; i++) {
    const GstLifeProperty *property = &gst_life_properties[i];

    if (property->after && !property->after (settings, error))
      return FALSE;
  }
  return TRUE;
}

/* --- Properties of GObject --- */

static GParamFlags
flags_of (const GstLifeProperty *property)
{
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  if (property->flags & GST_LIFE_READ_ONLY)
    return flags;
  if (property->flags & GST_LIFE_CONTROLLED)
    flags |= GST_PARAM_CONTROLLABLE;
  return flags | G_PARAM_WRITABLE
         | (property->flags & GST_LIFE_READY ? GST_PARAM_MUTABLE_READY
                                             : GST_PARAM_MUTABLE_PLAYING);
}

static GParamSpec *
make_spec (const GstLifeProperty *row, gconstpointer initial)
{
  const GParamFlags flags = flags_of (row);

#define SPEC(type, ...) \
  g_param_spec_##type (row->name, row->nick, row->blurb, __VA_ARGS__, flags)
  switch (row->kind) {
    case G_TYPE_BOOLEAN:
      return SPEC (boolean, *(const gboolean *) initial);
    case G_TYPE_INT:
      return SPEC (int, row->minimum, row->maximum, *(const gint *) initial);
    case G_TYPE_UINT:
      return SPEC (uint, row->minimum, row->maximum, *(const guint *) initial);
    case G_TYPE_UINT64:
      return SPEC (uint64, 0, G_MAXUINT64, *(const guint64 *) initial);
    case G_TYPE_DOUBLE:
      return SPEC (
          double, row->minimum, row->maximum, *(const gdouble *) initial);
    case G_TYPE_ENUM:
      return SPEC (
          enum, gst_life_enum_get_type (row->values), *(const gint *) initial);
    case G_TYPE_FLAGS:
      return SPEC (flags, gst_life_enum_get_type (row->values),
          *(const guint *) initial);
    case G_TYPE_STRING:
      return SPEC (string, row->text);
    default:
      return gst_param_spec_fraction (
          row->name, row->nick, row->blurb, 0, 1, G_MAXINT, 1, 0, 1, flags);
  }
#undef SPEC
}

static G_DEFINE_QUARK (gst - life - property, row)

    void gst_life_properties_install (
        GObjectClass *klass, GstLifePropertyFlags element)
{
  g_auto (GstLifeSettings) initial = { 0 };

  gst_life_settings_init (&initial);
  for (guint i = 0; i < gst_life_n_properties; i++) {
    const GstLifeProperty *row = &gst_life_properties[i];
    const guint only = row->flags & GST_LIFE_OF_ONE;
    GParamSpec *pspec;

    if (only != 0 && !(only & element))
      continue;
    pspec = make_spec (row, G_STRUCT_MEMBER_P (&initial, row->offset));
    g_param_spec_set_qdata (pspec, row_quark (), (gpointer) row);
    g_object_class_install_property (klass, i + 1, pspec);
  }
}

const GstLifeProperty *
gst_life_property_of (GParamSpec *pspec)
{
  return g_param_spec_get_qdata (pspec, row_quark ());
}
