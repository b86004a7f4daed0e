/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* describe-elements: prints as JSON what GObject and GStreamer know of each element of a
 * plugin: pads, properties, enums, actions. make-reference.py makes pages of it. */
#include <gst/gst.h>

#include "plugin/settings/ids.h"
#include "plugin/video/caps.h"

#ifdef GST_LIFE_HAVE_SOUND
#include <gst/audio/audio.h>
#endif

/* Under which heading the properties from an id on stand. */
static const struct {
  guint first;
  const gchar *group;
} groups[] = {
  { GST_LIFE_PROP_RULE, "World" },
  { GST_LIFE_PROP_GENERATIONS, "Generations and tempo" },
  { GST_LIFE_PROP_CHECKPOINT_LOCATION, "Backups" },
  { GST_LIFE_PROP_HOLD, "Beginning" },
  { GST_LIFE_PROP_CLUSTER, "Engine" },
  { GST_LIFE_PROP_ZOOM, "View" },
  { GST_LIFE_PROP_GRID, "Grid and colors" },
  { GST_LIFE_PROP_CAPTION, "Captions" },
  { GST_LIFE_PROP_VIEW, "Slices and bodies" },
  { GST_LIFE_PROP_AZIMUTH, "Bodies in perspective" },
  { GST_LIFE_PROP_NAVIGATION, "Mouse, touch and keys" },
  { GST_LIFE_PROP_POST_MESSAGES, "Reading back" },
  { GST_LIFE_PROP_LAST, "Of this element alone" },
};

/* --- JSON --- */

/* What stands before the next value: nothing after an opening bracket. */
static gboolean is_first = TRUE;

static void
print_string (const gchar *text)
{
  g_print ("\"");
  for (; *text; text++)
    if (*text == '"' || *text == '\\')
      g_print ("\\%c", *text);
    else if ((guchar) *text < ' ')
      g_print ("\\u%04x", *text);
    else
      g_print ("%c", *text);
  g_print ("\"");
}

static void
begin_value (const gchar *name)
{
  g_print ("%s", is_first ? "" : ",\n");
  is_first = FALSE;
  if (name) {
    print_string (name);
    g_print (": ");
  }
}

static void
open_bracket (const gchar *name, gchar bracket)
{
  begin_value (name);
  g_print ("%c", bracket);
  is_first = TRUE;
}

static void
close_bracket (gchar bracket)
{
  g_print ("%c", bracket);
  is_first = FALSE;
}

static void
add_string (const gchar *name, const gchar *text)
{
  begin_value (name);
  if (text)
    print_string (text);
  else
    g_print ("null");
}

/* --- Pads --- */

static gboolean
is_every_sound (const GValue *formats)
{
#ifdef GST_LIFE_HAVE_SOUND
  g_autoptr (GstCaps) all =
      gst_caps_from_string ("audio/x-raw, format = " GST_AUDIO_FORMATS_ALL);

  return gst_value_compare (
             formats, gst_structure_get_value (
                          gst_caps_get_structure (all, 0), "format"))
         == GST_VALUE_EQUAL;
#else
  return FALSE;
#endif
}

/* Lists have no types, and formats of sound, of which each release knows others, no
 * names. */
static void
add_field (const gchar *name, const GValue *value)
{
  g_autofree gchar *text = NULL;

  if (!GST_VALUE_HOLDS_LIST (value)) {
    text = gst_value_serialize (value);
    add_string (name, text);
    return;
  }
  open_bracket (name, '[');
  if (is_every_sound (value))
    add_string (NULL, "all of raw sound");
  else
    for (guint i = 0; i < gst_value_list_get_size (value); i++)
      add_field (NULL, gst_value_list_get_value (value, i));
  close_bracket (']');
}

static void
add_caps (const GstCaps *caps)
{
  open_bracket ("caps", '[');
  for (guint i = 0; i < gst_caps_get_size (caps); i++) {
    const GstStructure *structure = gst_caps_get_structure (caps, i);
    g_autofree gchar *features =
        gst_caps_features_to_string (gst_caps_get_features (caps, i));

    open_bracket (NULL, '{');
    add_string ("type", gst_structure_get_name (structure));
    add_string ("features", features);
    open_bracket ("fields", '{');
    for (gint j = 0; j < gst_structure_n_fields (structure); j++) {
      const gchar *name = gst_structure_nth_field_name (structure, j);

      add_field (name, gst_structure_get_value (structure, name));
    }
    close_bracket ('}');
    close_bracket ('}');
  }
  close_bracket (']');
}

static void
add_pads (GstElementFactory *factory)
{
  const GList *templates =
      gst_element_factory_get_static_pad_templates (factory);

  open_bracket ("pads", '[');
  for (; templates; templates = templates->next) {
    GstStaticPadTemplate *template = templates->data;
    g_autoptr (GstCaps) caps = gst_static_pad_template_get_caps (template);

    open_bracket (NULL, '{');
    add_string ("name", template->name_template);
    add_string (
        "direction", template->direction == GST_PAD_SRC ? "source" : "sink");
    add_caps (caps);
    close_bracket ('}');
  }
  close_bracket (']');
}

/* --- Properties --- */

/* The least and the greatest value, where the type has them. */
static void
add_range (GParamSpec *pspec)
{
  g_autofree gchar *least = NULL, *most = NULL;

#define IS(TYPE, Type, format)                                               \
  if (G_IS_PARAM_SPEC_##TYPE (pspec)) {                                      \
    least = g_strdup_printf (format, ((GParamSpec##Type *) pspec)->minimum); \
    most = g_strdup_printf (format, ((GParamSpec##Type *) pspec)->maximum);  \
  }
  IS (INT, Int, "%d")
  IS (UINT, UInt, "%u")
  IS (INT64, Int64, "%" G_GINT64_FORMAT)
  IS (UINT64, UInt64, "%" G_GUINT64_FORMAT)
  IS (DOUBLE, Double, "%.17g")
#undef IS
  if (GST_IS_PARAM_SPEC_FRACTION (pspec)) {
    const GstParamSpecFraction *fraction = GST_PARAM_SPEC_FRACTION (pspec);

    least = g_strdup_printf ("%d/%d", fraction->min_num, fraction->min_den);
    most = g_strdup_printf ("%d/%d", fraction->max_num, fraction->max_den);
  }
  add_string ("least", least);
  add_string ("most", most);
}

/* An element may begin with another value of an inherited property than its class says. */
static void
add_default (GParamSpec *pspec, GObject *element)
{
  g_auto (GValue) value = G_VALUE_INIT;
  g_autofree gchar *text = NULL;

  g_value_init (&value, pspec->value_type);
  if (pspec->owner_type != G_OBJECT_TYPE (element))
    g_object_get_property (element, pspec->name, &value);
  else
    g_param_value_set_default (pspec, &value);
  text = G_VALUE_HOLDS_STRING (&value) ? g_value_dup_string (&value)
                                       : gst_value_serialize (&value);
  add_string ("default", text);
}

static const gchar *
group_of (const GParamSpec *pspec)
{
  const gchar *group = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    if (pspec->param_id >= groups[i].first)
      group = groups[i].group;
  return group;
}

static const gchar *
set_when (const GParamSpec *pspec)
{
  return !(pspec->flags & G_PARAM_WRITABLE)         ? "read only"
         : pspec->flags & GST_PARAM_CONTROLLABLE    ? "controllable"
         : pspec->flags & GST_PARAM_MUTABLE_PLAYING ? "any time"
         : pspec->flags & GST_PARAM_MUTABLE_PAUSED  ? "up to PAUSED"
         : pspec->flags & GST_PARAM_MUTABLE_READY   ? "up to READY"
                                                    : NULL;
}

static void
add_properties (GObject *element)
{
  GObjectClass *klass = G_OBJECT_GET_CLASS (element);
  guint n = 0;
  g_autofree GParamSpec **pspecs = g_object_class_list_properties (klass, &n);

  open_bracket ("properties", '[');
  for (guint i = 0; i < n; i++) {
    GParamSpec *pspec = pspecs[i];
    gboolean is_own = pspec->owner_type == G_OBJECT_CLASS_TYPE (klass);

    open_bracket (NULL, '{');
    add_string ("name", pspec->name);
    add_string ("owner", g_type_name (pspec->owner_type));
    add_string ("group", is_own ? group_of (pspec) : NULL);
    add_string ("type", g_type_name (pspec->value_type));
    add_string ("kind", g_type_name (G_TYPE_FUNDAMENTAL (pspec->value_type)));
    add_string ("blurb", g_param_spec_get_blurb (pspec));
    add_string ("set", set_when (pspec));
    add_range (pspec);
    add_default (pspec, element);
    close_bracket ('}');
  }
  close_bracket (']');
}

/* The values of each enum and each set of flags that the element's own properties have. */
static void
add_enums (GObjectClass *klass)
{
  guint n = 0;
  g_autofree GParamSpec **pspecs = g_object_class_list_properties (klass, &n);

  open_bracket ("enums", '{');
  for (guint i = 0; i < n; i++) {
    gboolean is_enum = G_IS_PARAM_SPEC_ENUM (pspecs[i]);
    GTypeClass *values;

    if (pspecs[i]->owner_type != G_OBJECT_CLASS_TYPE (klass)
        || !(is_enum || G_IS_PARAM_SPEC_FLAGS (pspecs[i])))
      continue;
    values = g_type_class_ref (pspecs[i]->value_type);
    open_bracket (g_type_name (pspecs[i]->value_type), '{');
    for (guint j = 0; is_enum && j < G_ENUM_CLASS (values)->n_values; j++)
      add_string (G_ENUM_CLASS (values)->values[j].value_nick,
          G_ENUM_CLASS (values)->values[j].value_name);
    for (guint j = 0; !is_enum && j < G_FLAGS_CLASS (values)->n_values; j++)
      add_string (G_FLAGS_CLASS (values)->values[j].value_nick,
          G_FLAGS_CLASS (values)->values[j].value_name);
    close_bracket ('}');
    g_type_class_unref (values);
  }
  close_bracket ('}');
}

/* --- Actions, and the whole --- */

static void
add_actions (GType type)
{
  guint n = 0;
  g_autofree guint *ids = g_signal_list_ids (type, &n);

  open_bracket ("actions", '[');
  for (guint i = 0; i < n; i++) {
    GSignalQuery query;

    g_signal_query (ids[i], &query);
    open_bracket (NULL, '{');
    add_string ("name", query.signal_name);
    add_string ("returns", g_type_name (query.return_type));
    open_bracket ("parameters", '[');
    for (guint j = 0; j < query.n_params; j++)
      add_string (NULL, g_type_name (query.param_types[j]));
    close_bracket (']');
    close_bracket ('}');
  }
  close_bracket (']');
}

static void
add_types (GType type)
{
  guint n = 0;
  g_autofree GType *interfaces = g_type_interfaces (type, &n);

  open_bracket ("ancestors", '[');
  for (GType one = g_type_parent (type); one; one = g_type_parent (one))
    add_string (NULL, g_type_name (one));
  close_bracket (']');
  open_bracket ("interfaces", '[');
  for (guint i = 0; i < n; i++)
    add_string (NULL, g_type_name (interfaces[i]));
  close_bracket (']');
}

static void
add_element (GstElementFactory *factory)
{
  const GType type = gst_element_factory_get_element_type (factory);
  g_autoptr (GstElement) element =
      gst_object_ref_sink (gst_element_factory_create (factory, NULL));

  open_bracket (GST_OBJECT_NAME (factory), '{');
  add_string ("title", gst_element_factory_get_metadata (
                           factory, GST_ELEMENT_METADATA_LONGNAME));
  add_string ("class",
      gst_element_factory_get_metadata (factory, GST_ELEMENT_METADATA_KLASS));
  add_string ("description", gst_element_factory_get_metadata (
                                 factory, GST_ELEMENT_METADATA_DESCRIPTION));
  add_types (type);
  add_pads (factory);
  add_properties (G_OBJECT (element));
  add_enums (G_OBJECT_GET_CLASS (element));
  add_actions (type);
  close_bracket ('}');
}

static void
describe (GstPlugin *plugin)
{
  GList *features = gst_registry_get_feature_list_by_plugin (
      gst_registry_get (), gst_plugin_get_name (plugin));

  open_bracket (NULL, '{');
  add_string ("cuda formats", GST_LIFE_CUDA_FORMATS);
  open_bracket ("elements", '{');
  for (GList *item = features; item; item = item->next) {
    GstPluginFeature *feature = gst_plugin_feature_load (item->data);

    if (GST_IS_ELEMENT_FACTORY (feature))
      add_element (GST_ELEMENT_FACTORY (feature));
    g_clear_object (&feature);
  }
  close_bracket ('}');
  close_bracket ('}');
  g_print ("\n");
  gst_plugin_feature_list_free (features);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GstPlugin) plugin = NULL;

  if (argc != 2) {
    g_printerr ("Usage: describe-elements PLUGIN.so\n");
    return 2;
  }
  /* Nothing of what is installed is looked at. */
  g_setenv ("GST_PLUGIN_SYSTEM_PATH_1_0", "", TRUE);
  g_setenv ("GST_PLUGIN_PATH_1_0", "", TRUE);
  g_setenv ("GST_REGISTRY_DISABLE", "yes", TRUE);
  gst_init (NULL, NULL);
  plugin = gst_plugin_load_file (argv[1], &error);
  if (!plugin) {
    g_printerr ("describe-elements: %s\n", error->message);
    return 1;
  }
  describe (plugin);
  return 0;
}
