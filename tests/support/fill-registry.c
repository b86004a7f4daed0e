/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lets GStreamer look through its plugins once, before the element tests and
 * apart from them: what the plugins of others keep is then no leak of a test. */
#include <gst/gst.h>

int
main (int argc, char **argv)
{
  gst_init (&argc, &argv);
  return 0;
}
