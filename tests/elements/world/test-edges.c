/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The property topology through a stream: worlds whose edges are joined look as
 * in the reference; test-topology.c tests how they are joined. */
#include "tests/support/defaults.h"
#include "tests/support/elements/element.h"

#define OF_40x30 "world-width=40 world-height=30 topology="

/* The last ones have shapes that only a rule's suffix can set. */
static const struct {
  const gchar *properties;
  LifeGeometry geometry;
} shapes[] = {
  { OF_40x30 "torus", { 40, 30, 1, LIFE_TOPOLOGY_TORUS } },
  { OF_40x30 "plane", { 40, 30, 1, LIFE_TOPOLOGY_PLANE } },
  { OF_40x30 "klein", { 40, 30, 1, LIFE_TOPOLOGY_KLEIN } },
  { OF_40x30 "cross-surface", { 40, 30, 1, LIFE_TOPOLOGY_CROSS_SURFACE } },
  { "world-width=40 topology=sphere", { 40, 40, 1, LIFE_TOPOLOGY_SPHERE } },
  { "rule=B3/S23:T40+5,30", { 40, 30, 1, LIFE_TOPOLOGY_TORUS, FALSE, 5, 0 } },
  { "rule=B3/S23:T40,30-7", { 40, 30, 1, LIFE_TOPOLOGY_TORUS, FALSE, 0, -7 } },
  { "rule=B3/S23:K40*,30", { 40, 30, 1, LIFE_TOPOLOGY_KLEIN } },
  { "rule=B3/S23:K40,30*", { 40, 30, 1, LIFE_TOPOLOGY_KLEIN, TRUE } },
  { "rule=B3/S23:K40*+1,30", { 40, 30, 1, LIFE_TOPOLOGY_KLEIN, FALSE, 1, 0 } },
  { "rule=B3/S23:K40,30*+1", { 40, 30, 1, LIFE_TOPOLOGY_KLEIN, TRUE, 0, 1 } },
  { "rule=B3/S23:C40,30", { 40, 30, 1, LIFE_TOPOLOGY_CROSS_SURFACE } },
  { "rule=B3/S23:S40", { 40, 40, 1, LIFE_TOPOLOGY_SPHERE } },
};

static LifeWorld *
reference_of (const LifeGeometry *geometry)
{
  LifeEngineOptions options = default_options ();
  g_autoptr (LifeRule) rule = life_rule_parse ("B3/S23", 2, NULL);
  LifeWorld *world;

  options.engine = LIFE_ENGINE_CPU;
  options.kernel = LIFE_KERNEL_NAIVE;
  world = life_world_new (geometry, rule, &options, NULL);
  g_assert_nonnull (world);
  g_assert_true (life_world_soup (world, 7, 0.3, NULL));
  return world;
}

/* A source shows generations 0, 1, …; a filter 5, 10, … */
static void
test_elements_show_every_shape (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++) {
    const LifeGeometry *geometry = &shapes[i].geometry;
    g_autofree gchar *properties =
        g_strconcat (shapes[i].properties, " seed=7 density=0.3", NULL);
    g_autoptr (Stream) source =
        stream_play (gray_stream (properties, 40, geometry->height));
    g_autoptr (Stream) filter = stream_play (
        stream_new ("lifesrc ! video/x-raw,format=GRAY8,width=40,height=%u ! "
                    "lifestep name=life input=tick generations=5 %s",
            geometry->height, properties));
    g_autoptr (LifeWorld) first = reference_of (geometry);
    g_autoptr (LifeWorld) second = reference_of (geometry);

    g_test_message ("%s", properties);
    stream_assert_frames (source, first, 0, 1, 50);
    stream_assert_frames (filter, second, 5, 5, 20);
  }
}

/* Beyond the right edge of a cross-surface a pattern continues upside down. */
static void
test_a_paste_goes_on_beyond_the_edge (void)
{
  g_autoptr (Stream) stream =
      gray_stream ("topology=cross-surface density=0", 12, 10);
  g_autoptr (LifeWorld) reference =
      reference_new (12, 10, 1, LIFE_TOPOLOGY_CROSS_SURFACE, "B3/S23");

  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_preroll (stream));
  g_assert_true (stream_paste (stream, "4o$o!", 10, 2));
  reference_paste (reference, "2o$o!", 10, 2);
  reference_paste (reference, "2o!", 0, 7);
  stream_set_state (stream, GST_STATE_PLAYING);
  stream_skip (stream, 1);
  stream_assert_frames (stream, reference, 1, 1, 10);
}

/* How many warnings say that cells are cut off at an edge. */
static guint
count_cut_off (Stream *stream)
{
  GstMessage *message;
  guint warnings = 0;

  while ((message = stream_next_message (stream, GST_MESSAGE_WARNING))) {
    g_autoptr (GError) warning = NULL;

    gst_message_parse_warning (message, &warning, NULL);
    warnings += strstr (warning->message, "cut off") != NULL;
    gst_message_unref (message);
  }
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
    g_autoptr (Stream) stream =
        stream_play (gray_stream (cases[i].properties, 32, 24));

    g_test_message ("%s", cases[i].properties);
    stream_skip (stream, cases[i].frames);
    g_assert_cmpuint (count_cut_off (stream), ==, cases[i].warnings);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/edges/" #name, test_##name)
  TEST (elements_show_every_shape);
  TEST (a_paste_goes_on_beyond_the_edge);
  TEST (cells_cut_off_at_a_chosen_plane_warn_once);
  return g_test_run ();
}
