/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of properties. */
#include "plugin/settings/ids.h"
#include "plugin/settings/properties.h"

static void
test_groups_begin_with_their_ids (void)
{
  static const struct {
    guint id;
    const gchar *name;
  } first[] = {
    { GST_LIFE_PROP_RULE, "rule" },
    { GST_LIFE_PROP_GENERATIONS, "generations" },
    { GST_LIFE_PROP_CHECKPOINT_LOCATION, "checkpoint-location" },
    { GST_LIFE_PROP_HOLD, "hold" },
    { GST_LIFE_PROP_CLUSTER, "cluster" },
    { GST_LIFE_PROP_ZOOM, "zoom" },
    { GST_LIFE_PROP_GRID, "grid" },
    { GST_LIFE_PROP_CAPTION, "caption" },
    { GST_LIFE_PROP_VIEW, "view" },
    { GST_LIFE_PROP_AZIMUTH, "azimuth" },
    { GST_LIFE_PROP_NAVIGATION, "navigation" },
    { GST_LIFE_PROP_POST_MESSAGES, "post-messages" },
    { GST_LIFE_PROP_LAST, "is-live" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    g_assert_cmpstr (
        gst_life_properties[first[i].id - 1].name, ==, first[i].name);
}

static void
test_no_two_properties_are_one_setting (void)
{
  for (guint i = 0; i < gst_life_n_properties; i++)
    for (guint k = 0; k < i; k++)
      if (gst_life_properties[i].offset == gst_life_properties[k].offset)
        g_error ("%s is %s", gst_life_properties[i].name,
            gst_life_properties[k].name);
}

int
main (int argc, char **argv)
{
  gst_init (&argc, &argv);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/settings/groups-begin-with-their-ids",
      test_groups_begin_with_their_ids);
  g_test_add_func ("/settings/no-two-properties-are-one-setting",
      test_no_two_properties_are_one_setting);
  return g_test_run ();
}
