/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pipelines/volume.sh, montage.sh and spacetime.sh: what they ask lifesrc for, that a
 * pattern and a preset have their own look, and that the file is a video. */
#include <string.h>

#include "tests/support/programs/script.h"

static const gchar *const scripts[] = { "volume.sh", "montage.sh",
  "spacetime.sh" };

/* What gst-launch-1.0 gets is printed instead of run. */
static void
print_launches (void)
{
  start_folder ();
  fake_program ("gst-launch-1.0", "echo \"rendering ($*)\"; exit 3");
}

/* Whether @words, up to a colon, are in what was printed, and those behind it are not. */
static void
expect_words (const Outcome *outcome, const gchar *words)
{
  g_auto (GStrv) sides = g_strsplit (words, ":", 2);

  for (guint i = 0; sides[i]; i++) {
    g_auto (GStrv) all = g_strsplit (sides[i], " ", -1);

    for (gchar **word = all; *word; word++)
      if (**word && (strstr (outcome->printed, *word) != NULL) != (i == 0))
        fail ("%s says %s%s:\n%s", outcome->name, i == 0 ? "no " : "", *word,
            outcome->printed);
  }
}

static void
test_each_script_shows_its_view (void)
{
  static const gchar *const words[] = {
    "view=volume orbit=0.5 num-buffers=720 world-width=96 world-height=96 "
    "world-depth=96 rule=clouds width=1920,height=1080,framerate=60/1",
    "view=montage num-buffers=600 world-width=64 world-height=64 "
    "world-depth=64 rule=pyroclastic",
    "view=spacetime num-buffers=720 orbit=0.5 pattern=\"gosper-gun\":rule="
  };

  print_launches ();
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++) {
    g_autoptr (Outcome) outcome = run_script (scripts[i], NULL);

    expect_words (outcome, words[i]);
  }
  expect_only (NULL, NULL);
  end_folder ();
}

static void
test_size_is_that_of_the_world (void)
{
  print_launches ();
  for (guint i = 0; i < 2; i++) {
    g_autoptr (Outcome) outcome =
        run_script (scripts[i], "--size", "24", "out.mp4", NULL);

    expect_words (outcome, "world-width=24 world-height=24 world-depth=24");
  }
  end_folder ();
}

static void
test_a_pattern_has_its_own_rule_and_a_preset_its_own_look (void)
{
  print_launches ();
  for (guint i = 0; i < 2; i++) {
    g_autoptr (Outcome) pattern =
        run_script (scripts[i], "--", "pattern=glider-5766", NULL);
    g_autoptr (Outcome) preset =
        run_script (scripts[i], "--", "@preset=eruption", NULL);

    expect_words (pattern, "pattern=glider-5766:rule= density=");
    expect_words (preset, "@preset=eruption:rule= density= color= palette=");
  }
  {
    g_autoptr (Outcome) preset = run_script (
        "spacetime.sh", "acorn", "out.mp4", "--", "@preset=heatmap", NULL);

    expect_words (
        preset, "pattern=\"acorn\" @preset=heatmap:color-mode= palette=");
  }
  end_folder ();
}

static void
test_worlds_that_cannot_be_are_refused (void)
{
  static const gchar *const sizes[] = { "1", "513", "-4", "10000", "064", "12x",
    "" };

  print_launches ();
  for (guint i = 0; i < 2; i++)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++) {
      g_autoptr (Outcome) outcome =
          run_script (scripts[i], "--size", sizes[k], NULL);

      expect_refusal (outcome, 2, "2 to 512");
    }
  {
    g_autoptr (Outcome) size =
        run_script ("spacetime.sh", "--size", "24", NULL);
    g_autoptr (Outcome) pattern =
        run_script ("volume.sh", "out.mp4", "glider", NULL);

    expect_refusal (size, 2, "unknown option --size");
    expect_refusal (pattern, 2, "one argument too many");
  }
  expect_only (NULL, NULL);
  end_folder ();
}

/* The views are those that lifesrc has, and the file is complete. */
static void
test_each_script_makes_a_video (void)
{
  if (lacks_decoder ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++) {
    const gboolean sized = i < 2;
    g_autoptr (Outcome) outcome = NULL;
    g_autofree gchar *file = NULL, *printed = NULL;

    start_folder ();
    outcome = sized ? run_script (scripts[i], "--size", "16", "out.mp4", "--",
                  "num-buffers=3", NULL)
                    : run_script (scripts[i], "glider", "out.mp4", "--",
                        "num-buffers=3", "history=8", NULL);
    file = in_folder ("out.mp4");
    if (succeeded (outcome)) {
      printed = probe (file);
      expect_probe (printed, "codec_name=h264");
      expect_probe (printed, "pix_fmt=yuv420p");
      expect_probe (printed, "width=1920");
      expect_probe (printed, "height=1080");
      expect_probe (printed, "avg_frame_rate=60/1");
      expect_probe (printed, "nb_read_frames=3");
    }
    expect_only ("out.mp4", NULL);
    end_folder ();
  }
}

/* The element's own error reaches the user. */
static void
test_a_pattern_in_3d_has_no_spacetime (void)
{
  g_autoptr (Outcome) outcome = NULL;

  start_folder ();
  outcome = run_script ("spacetime.sh", "glider-5766", "out.mp4", NULL);
  expect_refusal (outcome, -1, "use view=volume");
  expect_only (NULL, NULL);
  end_folder ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  script_test_init ();
#define TEST(name) g_test_add_func ("/view-scripts/" #name, test_##name)
  TEST (each_script_shows_its_view);
  TEST (size_is_that_of_the_world);
  TEST (a_pattern_has_its_own_rule_and_a_preset_its_own_look);
  TEST (worlds_that_cannot_be_are_refused);
  TEST (each_script_makes_a_video);
  TEST (a_pattern_in_3d_has_no_spacetime);
  return g_test_run ();
}
