/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc: which cells its frames show. How many there are is in test-world-size.c, where
 * they lie in a frame in test-views.c, what is reported about them in test-reports.c. */
#include "tests/support/elements/element.h"

#define GLIDER "bo$2bo$3o!"
#define FLAT "zoom=1 topology=torus"
#define CENTERED .x = -1, .y = -1

/* What a stream shows: these cells, or a soup, from generation @first on. */
typedef struct {
  const gchar *properties, *pattern, *file; /* the latter two texts, if any */
  guint width, height;
  LifeTopology topology;
  const gchar *rule, *cells;
  gint x, y;
  guint first, step, n;
} Row;

static const Row rows[] = {
  { "pattern=glider " FLAT, NULL, NULL, 32, 24, .cells = "glider", CENTERED },
  { "", NULL, NULL, 40, 30 },
  { "start-generation=5 generations=3", NULL, NULL, 40, 30, .first = 5,
      .step = 3, .n = 5 },
  { "rule=B36/S125", NULL, NULL, 33, 17, .rule = "B36/S125", .n = 5 },
  { "pattern-x=2 pattern-y=5 " FLAT, GLIDER, NULL, 20, 16, .cells = GLIDER,
      .x = 2, .y = 5 },
  { "pattern-x=13 pattern-y=9 topology=plane zoom=1", GLIDER, NULL, 16, 12,
      LIFE_TOPOLOGY_PLANE, .cells = GLIDER, .x = 13, .y = 9, .n = 8 },
  /* A pattern's rule applies unless the property is set. */
  { "zoom=1", "x = 2, y = 1, rule = B2/S\n2o!", NULL, 12, 12, .rule = "B2/S",
      .cells = "2o!", CENTERED },
  { "rule=B3/S23 zoom=1", "x = 3, y = 1, rule = B2/S\n3o!", NULL, 12, 12,
      .cells = "3o!", CENTERED },
  /* Golly puts the pattern's corner at (-1, -1) from the middle of a board, which bounds
   * the world. */
  { FLAT, NULL,
      "#MCell 4.00\n#GAME Life\n#RULE 23/3\n#BOARD 20x16\n#WRAP 0\n"
      "#L .A$..A$3A\n",
      20, 16, LIFE_TOPOLOGY_PLANE, .cells = GLIDER, .x = 9, .y = 7, .n = 60 },
};

/* One glider in every format. */
static const gchar *const files[] = { "x = 3, y = 3\nbo$2bo$3o!\n",
  ".O.\n..O\nOOO\n", "!\n.O\n2.O\n3O\n",
  "#Life 1.05\n#P -1 -1\n.*.\n..*\n***\n",
  "#Life 1.06\n1 0\n2 1\n0 2\n1 2\n2 2\n", "[M2]\n.*$..*$***\n4 0 0 0 1\n",
  "[M2]\n1 0 1 0 0\n1 0 0 1 0\n1 1 1 0 0\n1 1 0 0 0\n2 1 2 3 4\n",
  "#MCell 4.00\n#GAME Life\n#RULE 23/3\n#L .A$..A$3A\n" };

static void
check_row (const Row *row)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (Stream) stream =
      stream_new ("lifesrc name=life %s ! "
                  "video/x-raw,format=GRAY8,width=%u,height=%u,framerate=30/1",
          row->properties, row->width, row->height);
  g_autoptr (LifeWorld) reference = reference_new (row->width, row->height, 1,
      row->topology, row->rule ? row->rule : "B3/S23");
  g_autofree gchar *path = g_build_filename (folder, "pattern", NULL);

  g_test_message ("%s %s", row->properties, row->file ? row->file : "");
  if (row->cells)
    reference_paste (reference, row->cells, row->x, row->y);
  else
    g_assert_true (life_world_soup (reference, 1, 0.35, NULL));
  if (row->file) {
    g_assert_true (g_file_set_contents (path, row->file, -1, NULL));
    g_object_set (stream->life, "location", path, NULL);
  }
  if (row->pattern)
    g_object_set (stream->life, "pattern", row->pattern, NULL);
  stream_play (stream);
  stream_assert_frames (
      stream, reference, row->first, MAX (row->step, 1), row->n ? row->n : 4);
}

static void
test_frames_show_what_the_properties_set (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check_row (&rows[i]);
}

static void
test_location_shows_the_same_in_every_format (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    const Row row = { FLAT, NULL, files[i], 20, 16, .cells = GLIDER, CENTERED };

    check_row (&row);
  }
}

static void
test_soup_depends_on_the_seed_only (void)
{
  static const gchar *const engines[] = { "kernel=naive", "threads=1",
    "threads=3" };
  g_autoptr (LifeWorld) wide = reference_soup (200, 90, 77, 0.5);
  const LifeBox corner = { 0, 0, 0, 40, 30, 1 };
  g_autoptr (GBytes) expected = reference_plane (wide, &corner);

  for (guint i = 0; i < G_N_ELEMENTS (engines); i++) {
    g_autoptr (Stream) stream = stream_play (stream_new (
        "lifesrc name=life engine=cpu seed=77 density=0.5 %s ! " GRAY (40, 30),
        engines[i]));
    g_autoptr (GBytes) pixels = stream_pull_pixels (stream);

    assert_same_pixels (pixels, expected, 40, engines[i]);
  }
}

static void
test_seed_0_is_drawn_from_the_clock_and_read_back (void)
{
  g_autoptr (Stream) stream = stream_play (gray_stream ("seed=0", 40, 30));
  const guint64 seed = stream_get_uint64 (stream, "seed");
  g_autoptr (LifeWorld) reference = reference_soup (40, 30, seed, 0.35);

  g_assert_cmpuint (seed, !=, 0);
  stream_assert_frames (stream, reference, 0, 1, 2);
}

/* An interrupted start leaves nothing behind. */
static void
test_long_start_generation_ends_at_once (void)
{
  g_autoptr (Stream) stream =
      gray_stream ("start-generation=1000000000000", 64, 48);
  g_autoptr (LifeWorld) reference = reference_soup (64, 48, 1, 0.35);
  gint64 requested;

  g_assert_cmpint (gst_element_set_state (stream->pipeline, GST_STATE_PLAYING),
      ==, GST_STATE_CHANGE_ASYNC);
  g_usleep (G_USEC_PER_SEC / 5);
  requested = g_get_monotonic_time ();
  g_assert_cmpint (gst_element_set_state (stream->pipeline, GST_STATE_READY),
      ==, GST_STATE_CHANGE_SUCCESS);
  g_assert_cmpint (
      g_get_monotonic_time () - requested, <, 10 * (gint64) G_USEC_PER_SEC);
  g_object_set (stream->life, "start-generation", (guint64) 2, NULL);
  stream_play (stream);
  stream_assert_frames (stream, reference, 2, 1, 2);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifesrc/" #name, test_##name)
  TEST (frames_show_what_the_properties_set);
  TEST (location_shows_the_same_in_every_format);
  TEST (soup_depends_on_the_seed_only);
  TEST (seed_0_is_drawn_from_the_clock_and_read_back);
  TEST (long_start_generation_ends_at_once);
  return g_test_run ();
}
