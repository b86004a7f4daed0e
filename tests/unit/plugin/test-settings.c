/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of properties. */
#include "plugin/settings/properties.h"

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
  g_test_add_func ("/settings/no-two-properties-are-one-setting",
      test_no_two_properties_are_one_setting);
  return g_test_run ();
}
