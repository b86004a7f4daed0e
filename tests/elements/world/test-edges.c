/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The property topology through a stream: worlds whose edges are joined look as
 * in the reference; test-topology.c tests how they are joined. */
#include "tests/support/defaults.h"
#include "tests/support/elements/element.h"

static const struct {
  const gchar *name;
  LifeTopology topology;
} topologies[] = {
  { "torus", LIFE_TOPOLOGY_TORUS },
  { "plane", LIFE_TOPOLOGY_PLANE },
  { "klein", LIFE_TOPOLOGY_KLEIN },
  { "cross-surface", LIFE_TOPOLOGY_CROSS_SURFACE },
  { "sphere", LIFE_TOPOLOGY_SPHERE },
};

static guint
height_of (LifeTopology topology)
{
  return topology == LIFE_TOPOLOGY_SPHERE ? 40 : 30;
}

static LifeWorld *
reference_of (LifeTopology topology)
{
  LifeWorld *world =
      reference_new (40, height_of (topology), 1, topology, "B3/S23");
  GError *error = NULL;

  life_world_soup (world, 7, 0.3, &error);
  g_assert_no_error (error);
  return world;
}

static void
test_lifesrc_shows_every_topology (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++) {
    guint height = height_of (topologies[i].topology);
    Stream *stream = stream_new (
        "lifesrc name=life topology=%s world-width=40 world-height=%u seed=7 "
        "density=0.3 ! video/x-raw,format=GRAY8,width=40,height=%u",
        topologies[i].name, height, height);
    LifeWorld *reference = reference_of (topologies[i].topology);

    g_test_message ("%s", topologies[i].name);
    stream_assert_frames (stream_play (stream), reference, 0, 1, 50);
    life_world_free (reference);
    stream_free (stream);
  }
}

static void
test_lifestep_advances_every_topology (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++) {
    guint height = height_of (topologies[i].topology);
    Stream *stream = stream_new (
        "lifesrc ! video/x-raw,format=GRAY8,width=40,height=%u ! "
        "lifestep name=life topology=%s input=tick seed=7 density=0.3 "
        "generations=5",
        height, topologies[i].name);
    LifeWorld *reference = reference_of (topologies[i].topology);

    g_test_message ("%s", topologies[i].name);
    stream_assert_frames (stream_play (stream), reference, 5, 5, 20);
    life_world_free (reference);
    stream_free (stream);
  }
}

/* Includes the shapes that only a rule's suffix can set. */
static void
test_a_suffix_brings_its_whole_shape (void)
{
  static const struct {
    const gchar *suffix;
    LifeGeometry geometry;
  } cases[] = {
    { "T40+5,30", { 40, 30, 1, LIFE_TOPOLOGY_TORUS, FALSE, 5, 0 } },
    { "T40,30-7", { 40, 30, 1, LIFE_TOPOLOGY_TORUS, FALSE, 0, -7 } },
    { "K40*,30", { 40, 30, 1, LIFE_TOPOLOGY_KLEIN } },
    { "K40,30*", { 40, 30, 1, LIFE_TOPOLOGY_KLEIN, TRUE } },
    { "K40*+1,30", { 40, 30, 1, LIFE_TOPOLOGY_KLEIN, FALSE, 1, 0 } },
    { "K40,30*+1", { 40, 30, 1, LIFE_TOPOLOGY_KLEIN, TRUE, 0, 1 } },
    { "C40,30", { 40, 30, 1, LIFE_TOPOLOGY_CROSS_SURFACE } },
    { "S40", { 40, 40, 1, LIFE_TOPOLOGY_SPHERE } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LifeGeometry *geometry = &cases[i].geometry;
    Stream *source =
        stream_new ("lifesrc name=life rule=B3/S23:%s seed=7 density=0.3 ! "
                    "video/x-raw,format=GRAY8,width=40,height=%u",
            cases[i].suffix, geometry->height);
    Stream *filter = stream_new (
        "lifesrc ! video/x-raw,format=GRAY8,width=40,height=%u ! "
        "lifestep name=life rule=B3/S23:%s input=tick seed=7 density=0.3",
        geometry->height, cases[i].suffix);
    LifeEngineOptions options = default_options ();
    g_autoptr (LifeRule) rule = life_rule_parse ("B3/S23", 2, NULL);

    g_test_message ("%s", cases[i].suffix);
    options.engine = LIFE_ENGINE_CPU;
    options.kernel = LIFE_KERNEL_NAIVE;
    for (guint j = 0; j < 2; j++) {
      LifeWorld *reference = life_world_new (geometry, rule, &options, NULL);
      g_assert_nonnull (reference);
      g_assert_true (life_world_soup (reference, 7, 0.3, NULL));
      stream_assert_frames (
          stream_play (j ? filter : source), reference, j, 1, 40);
      life_world_free (reference);
    }
    stream_free (source);
    stream_free (filter);
  }
}

/* 24 and 36 cells are two laps each; after one lap the glider is mirrored. */
static void
test_a_glider_returns_to_where_a_klein_bottle_s_frame_began (void)
{
  Stream *stream = stream_play (stream_new (
      "lifesrc name=life topology=klein pattern=glider "
      "pattern-x=6 pattern-y=9 zoom=1 generations=4 ! " GRAY (24, 18)));
  GstSample *sample = stream_pull (stream);
  GBytes *first = sample_pixels (sample);

  gst_sample_unref (sample);
  for (guint i = 1; i <= 72; i++) {
    GBytes *pixels;

    sample = stream_pull (stream);
    pixels = sample_pixels (sample);
    g_assert_cmpuint (
        buffer_population (gst_sample_get_buffer (sample)), ==, 5);
    g_assert_cmpint (g_bytes_equal (pixels, first), ==, i == 72);
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  g_bytes_unref (first);
  stream_free (stream);
}

static void
test_a_sphere_is_as_high_as_it_is_wide (void)
{
  static const struct {
    const gchar *properties;
    guint side;
  } cases[] = {
    { "", 48 },
    { "zoom=2", 24 },
    { "world-width=20", 20 },
    { "world-height=30", 30 },
    { "world-width=33 world-height=33", 33 },
    { "pattern=gosper-gun", 48 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Stream *stream = stream_play (
        stream_new ("lifesrc name=life topology=sphere %s ! " GRAY (64, 48),
            cases[i].properties));
    GstSample *sample = stream_pull (stream);

    g_test_message ("%s", cases[i].properties);
    assert_buffer_world (
        gst_sample_get_buffer (sample), cases[i].side, cases[i].side, 1);
    gst_sample_unref (sample);
    stream_free (stream);
  }
}

/* Beyond the right edge of a cross-surface a pattern continues upside down. */
static void
test_a_paste_goes_on_beyond_the_edge (void)
{
  Stream *stream = stream_new ("lifesrc name=life topology=cross-surface "
                               "density=0 ! " GRAY (12, 10));
  LifeWorld *reference =
      reference_new (12, 10, 1, LIFE_TOPOLOGY_CROSS_SURFACE, "B3/S23");
  gboolean done = FALSE;

  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_preroll (stream));
  g_signal_emit_by_name (stream->life, "paste", "4o$o!", 10, 2, -1, &done);
  g_assert_true (done);
  reference_paste (reference, "2o$o!", 10, 2);
  reference_paste (reference, "2o!", 0, 7);
  stream_set_state (stream, GST_STATE_PLAYING);
  gst_sample_unref (stream_pull (stream));
  stream_assert_frames (stream, reference, 1, 1, 10);
  life_world_free (reference);
  stream_free (stream);
}

/* How many warnings of @frames frames say that cells are cut off at an edge. */
static guint
count_cut_off (const gchar *properties, guint frames)
{
  Stream *stream = stream_play (
      stream_new ("lifesrc name=life %s ! " GRAY (32, 24), properties));
  GstMessage *message;
  guint warnings = 0;

  for (guint i = 0; i < frames; i++)
    gst_sample_unref (stream_pull (stream));
  while ((message = stream_next_message (stream, GST_MESSAGE_WARNING))) {
    g_autoptr (GError) warning = NULL;

    gst_message_parse_warning (message, &warning, NULL);
    warnings += strstr (warning->message, "cut off") != NULL;
    gst_message_unref (message);
  }
  stream_free (stream);
  return warnings;
}

/* The world has 64x48 cells. The spaceship, which leaves nothing behind, is gone within a
 * frame of 400 generations. */
static void
test_cells_cut_off_at_a_chosen_plane_warn_once (void)
{
  static const struct {
    const gchar *properties;
    guint frames, warnings;
  } cases[] = {
    { "pattern=glider", 400, 1 },
    { "pattern=glider generations=400", 5, 1 },
    { "pattern=lwss generations=400", 5, 1 },
    { "pattern=lwss start-generation=400", 5, 1 },
    { "pattern=glider pattern-x=0 pattern-y=0", 400, 1 },
    { "rule=R5,C0,M1,S1..121,B20..121,NM pattern=7o$7o$7o$7o$7o$7o$7o!", 40,
        1 },
    { "rule=W30 pattern=o!", 60, 1 },
    { "world-depth=16 pattern=o! rule=B1/S0 world-width=16 world-height=16", 20,
        1 },
    { "rule=W204 pattern=o!", 60, 0 },
    { "pattern=block", 200, 0 },
    { "pattern=block pattern-x=0 pattern-y=0", 200, 0 },
    { "rule=B/S pattern=o! generations=200", 5, 0 },
    { "pattern=glider topology=plane", 200, 0 },
    { "pattern=glider topology=torus", 200, 0 },
    { "pattern=glider topology=unbounded", 200, 0 },
    { "pattern=glider rule=B3/S23:P64,48", 200, 0 },
    { "", 50, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("%s", cases[i].properties);
    g_assert_cmpuint (count_cut_off (cases[i].properties, cases[i].frames), ==,
        cases[i].warnings);
  }
}

/* Nor does the way to a frame that was seen before. */
static void
test_seeks_do_not_warn_of_an_edge_again (void)
{
  Stream *stream = stream_new (
      "lifesrc name=life pattern=glider generations=40 ! " GRAY (32, 24));
  guint warnings = 0;
  GstMessage *message;

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < 3; i++) {
    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, i == 1 ? 0 : 20, -1);
    gst_sample_unref (stream_preroll (stream));
  }
  while ((message = stream_next_message (stream, GST_MESSAGE_WARNING))) {
    warnings++;
    gst_message_unref (message);
  }
  g_assert_cmpuint (warnings, ==, 1);
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  g_test_add_func (
      "/edges/lifesrc-shows-every-topology", test_lifesrc_shows_every_topology);
  g_test_add_func ("/edges/lifestep-advances-every-topology",
      test_lifestep_advances_every_topology);
  g_test_add_func ("/edges/a-suffix-brings-its-whole-shape",
      test_a_suffix_brings_its_whole_shape);
  g_test_add_func (
      "/edges/a-glider-returns-to-where-a-klein-bottle-s-frame-began",
      test_a_glider_returns_to_where_a_klein_bottle_s_frame_began);
  g_test_add_func ("/edges/a-sphere-is-as-high-as-it-is-wide",
      test_a_sphere_is_as_high_as_it_is_wide);
  g_test_add_func ("/edges/a-paste-goes-on-beyond-the-edge",
      test_a_paste_goes_on_beyond_the_edge);
  g_test_add_func ("/edges/cells-cut-off-at-a-chosen-plane-warn-once",
      test_cells_cut_off_at_a_chosen_plane_warn_once);
  g_test_add_func ("/edges/seeks-do-not-warn-of-an-edge-again",
      test_seeks_do_not_warn_of_an_edge_again);
  return g_test_run ();
}
