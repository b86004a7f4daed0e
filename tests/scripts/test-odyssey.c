/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pipelines/odyssey.sh: that its film is a video, and where it begins. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/programs/script.h"

/* Each frame advances by twice as many generations as the one before, 2^40 together. */
static void
test_an_odyssey_goes_far (void)
{
  g_autoptr (Outcome) outcome = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome = run_script ("odyssey.sh", "glider", "out.mp4", "--", "hold=0",
      "generations-growth=1", "num-buffers=40", NULL);
  if (succeeded (outcome)) {
    g_autofree gchar *file = in_folder ("out.mp4");
    g_autofree gchar *printed = probe (file);

    expect_probe (printed, "codec_name=h264");
    expect_probe (printed, "width=1920");
    expect_probe (printed, "height=1080");
    expect_probe (printed, "nb_read_frames=40");
  }
  expect_only ("out.mp4", NULL);
  end_folder ();
}

/* Runs odyssey.sh on a pattern file of @text up to the film, and returns what it printed:
 * the words that would make the film. */
static gchar *
begin_odyssey (const gchar *text)
{
  g_autofree gchar *gst_launch = g_find_program_in_path ("gst-launch-1.0");
  g_autofree gchar *file = NULL;
  g_autofree gchar *program = g_strdup_printf (
      "case \"$*\" in *x264enc*) echo \"rendering ($*)\"; exit 3 ;; esac\n"
      "exec '%s' \"$@\"",
      gst_launch);
  g_autoptr (Outcome) outcome = NULL;

  start_folder ();
  file = in_folder ("pattern.rle");
  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  fake_program ("gst-launch-1.0", program);
  outcome = run_script ("odyssey.sh", "pattern.rle", "out.mp4", NULL);
  end_folder ();
  return g_strdup (outcome->printed);
}

/* The bar and what lies above it on the right are 1,000,000 cells away from the glider. */
static void
test_an_odyssey_of_a_large_pattern_begins_where_most_cells_live (void)
{
  static const gchar *const start = "waypoints=\"0s ";
  g_autofree gchar *printed =
      begin_odyssey ("#CXRLE Pos=-50,20\nx = 1000040, y = 3006\nbo$2bo$3o2998$"
                     "1000020b3o$$1000000b20o$$1000000b20o!");
  const gchar *found = strstr (printed, start);
  gdouble x = 0, y = 0;

  if (found == NULL
      || sscanf (found + strlen (start), "%lf,%lf zoom=8; 3s", &x, &y) != 2) {
    fail ("there are no such waypoints:\n%s", printed);
    return;
  }
  if (fabs (x - 999960) > 80 || fabs (y - 3020) > 50)
    fail ("the film begins at %.0f,%.0f", x, y);
  if (strstr (found, "s camera ease\"") == NULL)
    fail ("the camera does not take over:\n%s", printed);
}

static void
test_an_odyssey_of_a_small_pattern_begins_with_all_of_it (void)
{
  g_autofree gchar *printed =
      begin_odyssey ("#CXRLE Pos=12345,-6789\n100bo99$o!");

  if (strstr (printed, "waypoints=\"\"") == NULL)
    fail ("there are waypoints, or no film:\n%s", printed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  script_test_init ();
#define TEST(name) g_test_add_func ("/odyssey/" #name, test_##name)
  TEST (an_odyssey_goes_far);
  TEST (an_odyssey_of_a_large_pattern_begins_where_most_cells_live);
  TEST (an_odyssey_of_a_small_pattern_begins_with_all_of_it);
  return g_test_run ();
}
