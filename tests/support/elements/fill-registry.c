/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes GStreamer scan its plugins once, before the element tests and in a
 * process of its own, so that what other plugins keep is not reported as a leak
 * of a test. */
#include <gst/gst.h>

int
main (int argc, char **argv)
{
  gst_init (&argc, &argv);
  return 0;
}
