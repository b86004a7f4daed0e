/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of settings. */
#include "plugin/settings/properties.h"

static void
test_an_id_that_is_no_setting_changes_none (void)
{
  static const guint ids[] = { 0, GST_LIFE_PROP_GENERATION, GST_LIFE_PROP_LAST,
    G_MAXUINT };
  g_auto (GstLifeSettings) settings = { 0 };
  GstLifeSettings before;
  GValue value = G_VALUE_INIT;

  gst_life_settings_init (&settings);
  gst_life_settings_set_string (&settings.rule, "B36/S23");
  before = settings;
  g_value_init (&value, G_TYPE_UINT64);
  g_value_set_uint64 (&value, 7);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++) {
    g_assert_false (gst_life_settings_set (&settings, ids[i], &value));
    g_assert_false (gst_life_settings_get (&settings, ids[i], &value));
    g_assert_cmpmem (&settings, sizeof settings, &before, sizeof before);
  }
  g_assert_cmpuint (g_value_get_uint64 (&value), ==, 7);
  g_value_unset (&value);
}

int
main (int argc, char **argv)
{
  gst_init (&argc, &argv);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/settings/an-id-that-is-no-setting-changes-none",
      test_an_id_that_is_no_setting_changes_none);
  return g_test_run ();
}
