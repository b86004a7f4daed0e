/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Presets: those that are installed can be loaded and run on every element, and
 * users' own hold what was changed. */
#include "tests/support/elements/element.h"
#include "tests/support/help.h"

static const gchar *const elements[][2] = {
  { "lifesrc", "GstLifeSrc" },
  { "lifestep", "GstLifeStep" },
#ifdef TEST_SOUND
  { "lifevis", "GstLifeVis" },
#endif
};

/* The installed presets of an element's type. */
static GKeyFile *
installed_presets (const gchar *type)
{
  g_autofree gchar *name = g_strconcat (type, ".prs", NULL);
  g_autofree gchar *path = g_build_filename (
      g_getenv ("LIFE_BUILD_ROOT"), "plugin", "presets", name, NULL);
  GKeyFile *file = g_key_file_new ();
  GError *error = NULL;

  g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, &error);
  g_assert_no_error (error);
  return file;
}

/* A stream whose element named life is this one. */
static Stream *
stream_of (const gchar *element)
{
  if (g_str_equal (element, "lifevis"))
    return stream_new ("audiotestsrc ! lifevis name=life ! "
                       "video/x-raw,width=64,height=48");
  return g_str_equal (element, "lifesrc")
             ? stream_new ("lifesrc name=life ! video/x-raw,width=64,height=48")
             : stream_new ("videotestsrc ! video/x-raw,width=64,height=48 ! "
                           "lifestep name=life");
}

/* Fails unless the property has the value that stands in a preset. */
static void
assert_property (GstElement *life, const gchar *name, const gchar *text)
{
  GParamSpec *pspec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (life), name);
  g_auto (GValue) expected = G_VALUE_INIT, got = G_VALUE_INIT;

  g_assert_nonnull (pspec);
  g_value_init (&expected, pspec->value_type);
  g_value_init (&got, pspec->value_type);
  g_assert_true (gst_value_deserialize_with_pspec (&expected, text, pspec));
  g_object_get_property (G_OBJECT (life), name, &got);
  if (g_param_values_cmp (pspec, &expected, &got) != 0)
    g_error ("%s is not %s", name, text);
}

/* Loads a preset: each line of it names a property of presets, which then has that
 * value; and a few frames come out. */
static void
check_preset (const gchar *element, GKeyFile *file, const gchar *preset)
{
  g_autoptr (Stream) stream = stream_of (element);
  g_auto (GStrv) names =
      gst_preset_get_property_names (GST_PRESET (stream->life));
  g_auto (GStrv) keys = g_key_file_get_keys (file, preset, NULL, NULL);
  g_autofree gchar *comment = NULL;

  g_test_message ("%s @preset=%s", element, preset);
  g_assert_true (gst_preset_load_preset (GST_PRESET (stream->life), preset));
  g_assert_true (gst_preset_get_meta (
      GST_PRESET (stream->life), preset, "comment", &comment));
  for (guint i = 0; keys[i]; i++) {
    g_autofree gchar *text = g_key_file_get_value (file, preset, keys[i], NULL);

    if (g_str_has_prefix (keys[i], "_meta/"))
      continue;
    if (!g_strv_contains ((const gchar *const *) names, keys[i]))
      g_error ("%s is no property of presets", keys[i]);
    assert_property (stream->life, keys[i], text);
  }
  stream_skip (stream_play (stream), 3);
}

static void
test_installed_presets_run (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (elements); i++) {
    g_autoptr (GKeyFile) file = installed_presets (elements[i][1]);
    g_auto (GStrv) presets = g_key_file_get_groups (file, NULL);
    g_autoptr (GstElement) life =
        gst_object_ref_sink (gst_element_factory_make (elements[i][0], NULL));
    g_auto (GStrv) found = gst_preset_get_preset_names (GST_PRESET (life));

    g_assert_nonnull (found);
    g_assert_cmpuint (g_strv_length (found), ==, g_strv_length (presets) - 1);
    for (guint k = 0; found[k]; k++)
      check_preset (elements[i][0], file, found[k]);
  }
}

static guint
dead_color (Stream *stream)
{
  guint color;

  g_object_get (stream->life, "dead-color", &color, NULL);
  return color;
}

/* GStreamer sets the properties of a line before it loads the presets. Black is the default. */
static void
test_properties_and_the_last_preset_of_a_launch_line_win (void)
{
  static const struct {
    const gchar *properties;
    guint color;
  } cases[] = {
    { "@preset=blueprint zoom=3", 0xff123a7c },
    { "@preset=blueprint dead-color=0xffff0000", 0xffff0000 },
    { "dead-color=0xffff0000 @preset=blueprint", 0xffff0000 },
    { "@preset=blueprint dead-color=0xff000000", 0xff000000 },
    { "@preset=film @preset=blueprint", 0xff123a7c },
    { "@preset=film dead-color=0xffff0000 @preset=blueprint", 0xffff0000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Stream) stream = stream_new (
        "lifesrc name=life %s ! " GRAY (32, 24), cases[i].properties);

    if (dead_color (stream) != cases[i].color)
      g_error ("%s: 0x%x", cases[i].properties, dead_color (stream));
  }
}

/* What a program set before it loads a preset is no part of a line. */
static void
test_a_preset_changes_an_element_of_a_pipeline (void)
{
  g_autoptr (Stream) stream =
      stream_new ("lifesrc name=life dead-color=0xffff0000 ! " GRAY (32, 24));

  g_object_set (stream->life, "dead-color", 0xff00ff00, NULL);
  g_assert_true (
      gst_preset_load_preset (GST_PRESET (stream->life), "blueprint"));
  g_assert_cmphex (dead_color (stream), ==, 0xff123a7c);
}

static void
test_presets_have_nothing_of_the_machine (void)
{
  static const gchar *const denied[] = { "engine", "threads", "is-live", "qos",
    "num-buffers", "name", "parent", "generation", "post-messages" };

  for (guint i = 0; i < G_N_ELEMENTS (elements); i++) {
    g_autoptr (GstElement) life =
        gst_object_ref_sink (gst_element_factory_make (elements[i][0], NULL));
    g_auto (GStrv) names = gst_preset_get_property_names (GST_PRESET (life));

    g_assert_true (
        g_strv_contains ((const gchar *const *) names, "alive-color"));
    for (guint k = 0; k < G_N_ELEMENTS (denied); k++)
      if (g_strv_contains ((const gchar *const *) names, denied[k]))
        g_error ("%s has %s", elements[i][0], denied[k]);
  }
}

/* The user's folder is empty before, and removed after. */
static void
test_a_saved_preset_has_what_was_changed (void)
{
  g_autofree gchar *path = g_build_filename (g_get_user_data_dir (),
      "gstreamer-1.0", "presets", "GstLifeStep.prs", NULL);
  g_autoptr (GstElement) life =
      gst_object_ref_sink (gst_element_factory_make ("lifestep", NULL));
  g_autoptr (GstElement) other =
      gst_object_ref_sink (gst_element_factory_make ("lifestep", NULL));
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_auto (GStrv) keys = NULL;
  GError *error = NULL;

  g_object_set (life, "rule", "B36/S23", "dead-color", 0xff102030u, "threshold",
      0.25, "threads", 2, NULL);
  g_assert_true (gst_preset_save_preset (GST_PRESET (life), "mine"));
  g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, &error);
  g_assert_no_error (error);
  keys = g_key_file_get_keys (file, "mine", NULL, NULL);
  g_assert_cmpuint (g_strv_length (keys), ==, 3);

  g_assert_true (gst_preset_load_preset (GST_PRESET (other), "mine"));
  assert_property (other, "rule", "B36/S23");
  assert_property (other, "dead-color", "0xff102030");
  assert_property (other, "threshold", "0.25");
  assert_property (other, "threads", "0");
  g_assert_true (gst_preset_delete_preset (GST_PRESET (other), "mine"));
}

#define TEST(name) g_test_add_func ("/presets/" #name, test_##name)

int
main (int argc, char *argv[])
{
  g_autofree gchar *home = g_dir_make_tmp ("life-presets-XXXXXX", NULL);
  gint status;

  g_setenv ("XDG_DATA_HOME", home, TRUE);
  element_test_init (&argc, &argv);

  TEST (installed_presets_run);
  TEST (properties_and_the_last_preset_of_a_launch_line_win);
  TEST (a_preset_changes_an_element_of_a_pipeline);
  TEST (presets_have_nothing_of_the_machine);
  TEST (a_saved_preset_has_what_was_changed);

  status = g_test_run ();
  remove_folder (home);
  return status;
}
