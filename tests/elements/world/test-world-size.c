/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How large a world of lifesrc is, and what lies beyond its edges, by what is set
 * and by the frame. */
#include "tests/support/elements/element.h"

#define DEEP "rule=445 world-depth=4 world-height=5 "

static const struct {
  const gchar *properties;
  guint frame[2], world[3];
} sizes[] = {
  /* As large as the frame; a soup shows 180 cells across the shorter side. */
  { "zoom=2", { 33, 25 }, { 17, 13, 1 } },
  { "", { 1280, 720 }, { 320, 180, 1 } },
  { "", { 720, 1280 }, { 180, 320, 1 } },
  { "", { 160, 90 }, { 160, 90, 1 } },
  { "world-width=50", { 160, 90 }, { 50, 30, 1 } },
  /* A rule's suffix sets it. */
  { "rule=B3/S23:T64,48", { 640, 500 }, { 64, 48, 1 } },
  { "rule=B3/S23:T64", { 64, 64 }, { 64, 64, 1 } },
  { "rule=clouds:T16", { 64, 64 }, { 16, 16, 16 } },
  { "rule=B6/S567:T16,12,10", { 64, 64 }, { 16, 12, 10 } },
  /* A pattern has room out of sight, and chooses a zoom that leaves it room; no world is smaller than it. */
  { "pattern=glider zoom=2", { 66, 50 }, { 66, 50, 1 } },
  { "topology=plane pattern=200o!", { 1280, 720 }, { 640, 360, 1 } },
  { "zoom=1 topology=plane pattern=100o!", { 40, 30 }, { 100, 30, 1 } },
  /* Where all of the world is seen, a pattern needs no room out of sight. */
  { "view=spacetime history=4 pattern=glider zoom=2", { 66, 50 },
      { 33, 25, 1 } },
  { "view=spacetime", { 160, 90 }, { 160, 90, 1 } },
  { "view=spacetime zoom=4", { 160, 90 }, { 40, 23, 1 } },
  { "view=spacetime world-width=50", { 160, 90 }, { 50, 30, 1 } },
  { "view=spacetime pattern=glider", { 160, 90 }, { 160, 90, 1 } },
  { "view=spacetime rule=B3/S23:T30,20", { 160, 90 }, { 30, 20, 1 } },
  /* In three dimensions sides that are not set have 128 cells. */
  { "world-depth=2", { 32, 32 }, { 128, 128, 2 } },
  { "pattern=glider world-depth=0", { 32, 32 }, { 128, 128, 128 } },
  { "view=montage world-depth=0", { 160, 90 }, { 128, 128, 128 } },
  { "view=projection world-depth=0", { 160, 90 }, { 128, 128, 128 } },
  { "view=xray world-depth=0", { 160, 90 }, { 128, 128, 128 } },
  { "view=volume world-depth=0", { 160, 90 }, { 128, 128, 128 } },
  { "view=montage " DEEP, { 160, 90 }, { 128, 5, 4 } },
  { "view=projection " DEEP, { 160, 90 }, { 128, 5, 4 } },
  { "view=xray " DEEP, { 160, 90 }, { 128, 5, 4 } },
  { "view=volume " DEEP, { 160, 90 }, { 128, 5, 4 } },
  { "view=volume world-depth=4 pattern=glider-5766 zoom=7", { 160, 90 },
      { 128, 128, 4 } },
  /* A sphere is as high as it is wide. */
  { "topology=sphere", { 64, 48 }, { 48, 48, 1 } },
  { "topology=sphere zoom=2", { 64, 48 }, { 24, 24, 1 } },
  { "topology=sphere world-width=20", { 64, 48 }, { 20, 20, 1 } },
  { "topology=sphere world-height=30", { 64, 48 }, { 30, 30, 1 } },
  { "topology=sphere world-width=33 world-height=33", { 64, 48 },
      { 33, 33, 1 } },
  { "topology=sphere pattern=gosper-gun", { 64, 48 }, { 48, 48, 1 } },
};

static void
test_worlds_have_sizes_by_settings_and_frame (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (Stream) stream = stream_play (gray_stream (
        sizes[i].properties, sizes[i].frame[0], sizes[i].frame[1]));
    g_autoptr (GstSample) sample = stream_pull (stream);

    g_test_message ("%s", sizes[i].properties);
    assert_buffer_world (gst_sample_get_buffer (sample), sizes[i].world[0],
        sizes[i].world[1], sizes[i].world[2]);
  }
}

/* --- What lies beyond the edges of a world that nothing was set for --- */

#define GLIDER "bo$2bo$3o!"

/* A soup lies on a torus. Who sets where the pattern or an edge is gets a plane that ends there, and a suffix wins over
 * an automatic topology. */
static void
test_worlds_have_edges_by_settings (void)
{
  static const struct {
    const gchar *properties;
    LifeTopology topology;
    const gchar *pattern;
    gint x, y;
  } cases[] = {
    { "topology=auto", LIFE_TOPOLOGY_TORUS, NULL },
    { "pattern=glider pattern-x=5", LIFE_TOPOLOGY_PLANE, "glider", 5, -1 },
    { "pattern=glider pattern-y=0", LIFE_TOPOLOGY_PLANE, "glider", -1, 0 },
    { "pattern=glider world-width=20", LIFE_TOPOLOGY_PLANE, "glider", -1, -1 },
    { "pattern=glider world-height=16", LIFE_TOPOLOGY_PLANE, "glider", -1, -1 },
    { "pattern=glider topology=plane", LIFE_TOPOLOGY_PLANE, "glider", -1, -1 },
    { "pattern=\"" GLIDER "\" rule=B3/S23:P20,16 pattern-x=17 pattern-y=7",
        LIFE_TOPOLOGY_PLANE, GLIDER, 17, 7 },
    { "pattern=glider rule=B3/S23:T20,16 topology=auto", LIFE_TOPOLOGY_TORUS,
        "glider", -1, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Stream) stream =
        stream_play (gray_stream (cases[i].properties, 20, 16));
    g_autoptr (LifeWorld) reference =
        cases[i].pattern ? reference_pattern (
            20, 16, cases[i].topology, cases[i].pattern, cases[i].x, cases[i].y)
                         : reference_soup (20, 16, 1, 0.35);

    g_test_message ("%s", cases[i].properties);
    stream_assert_frames (stream, reference, 0, 1, 60);
  }
}

/* The frame is the middle of a plane twice as wide and as high. */
static void
test_a_pattern_has_a_plane_beyond_the_frame (void)
{
  g_autoptr (Stream) stream =
      stream_play (gray_stream ("pattern=r-pentomino", 33, 25));
  g_autoptr (LifeWorld) world =
      reference_pattern (66, 50, LIFE_TOPOLOGY_PLANE, "r-pentomino", -1, -1);
  const LifeBox frame = { 17, 13, 0, 33, 25, 1 };

  for (guint i = 0; i < 60; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);
    g_autoptr (GBytes) got = sample_pixels (sample);
    g_autoptr (GBytes) expected = reference_plane (world, &frame);

    assert_buffer_world (gst_sample_get_buffer (sample), 66, 50, 1);
    assert_same_pixels (got, expected, 33, "the middle of the plane");
    reference_step (world, 1);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/world-size/" #name, test_##name)
  TEST (worlds_have_sizes_by_settings_and_frame);
  TEST (worlds_have_edges_by_settings);
  TEST (a_pattern_has_a_plane_beyond_the_frame);
  return g_test_run ();
}
