/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pipelines/slices.sh, end to end: volumes are put together again from the slices that
 * it writes, and compared cell by cell with a world of the reference engine. */
#include <signal.h>
#include <string.h>

#include "tests/support/elements/element.h"
#include "tests/support/programs/script.h"

/* A world's sides, and how its slices lie. */
typedef struct {
  guint width, height, depth;
  gchar axis;
} Shape;

static guint
columns_of (const Shape *shape)
{
  return shape->axis == 'x' ? shape->height : shape->width;
}

static guint
rows_of (const Shape *shape)
{
  return shape->axis == 'z' ? shape->height : shape->depth;
}

static guint
planes_of (const Shape *shape)
{
  return shape->axis == 'z'   ? shape->depth
         : shape->axis == 'y' ? shape->height
                              : shape->width;
}

static gsize
cells_of (const Shape *shape)
{
  return (gsize) shape->width * shape->height * shape->depth;
}

/* Where cell (x, y, z) lies in slices that follow each other. */
static gsize
place_of (const Shape *shape, guint x, guint y, guint z)
{
  guint column = shape->axis == 'x' ? y : x;
  guint row = shape->axis == 'z' ? y : z;
  guint slice = shape->axis == 'z' ? z : shape->axis == 'y' ? y : x;

  return ((gsize) slice * rows_of (shape) + row) * columns_of (shape) + column;
}

/* Fails unless @slices, those of one generation, are @world. */
static gboolean
is_world (
    const guint8 *slices, LifeWorld *world, const Shape *shape, guint *living)
{
  const LifeBox all = { 0, 0, 0, shape->width, shape->height, shape->depth };
  g_autofree guint8 *cells = g_malloc (cells_of (shape));
  const guint8 *cell = cells;

  g_assert_true (life_world_read (world, &all, cells, NULL));
  for (guint z = 0; z < shape->depth; z++)
    for (guint y = 0; y < shape->height; y++)
      for (guint x = 0; x < shape->width; x++, cell++) {
        guint8 pixel = slices[place_of (shape, x, y, z)];

        *living += *cell != 0;
        if (pixel == (*cell ? 255 : 0))
          continue;
        fail ("generation %" G_GUINT64_FORMAT
              ", axis %c: cell (%u, %u, %u) is in state %u and its pixel is %u",
            life_world_get_generation (world), shape->axis, x, y, z, *cell,
            pixel);
        return FALSE;
      }
  return TRUE;
}

/* The slices of @n generations from a folder for each, the first one @first. */
static GBytes *
slices_of_folders (const gchar *name, guint first, guint n)
{
  GByteArray *slices = g_byte_array_new ();

  for (guint i = first; i < first + n; i++) {
    g_autofree gchar *pictures =
        g_strdup_printf ("%s/generation-%04u/slice-%%04d.png", name, i);
    g_autofree gchar *path = in_folder (pictures);
    g_autoptr (GBytes) frames = decode_gray (path);

    if (frames != NULL)
      g_byte_array_append (slices, g_bytes_get_data (frames, NULL),
          (guint) g_bytes_get_size (frames));
  }
  return g_byte_array_free_to_bytes (slices);
}

/* Fails unless @slices are @n generations of @world, from its present one on. */
static void
expect_generations (
    GBytes *slices, LifeWorld *world, const Shape *shape, guint n)
{
  const guint8 *bytes = g_bytes_get_data (slices, NULL);
  guint living = 0;

  if (g_bytes_get_size (slices) != n * cells_of (shape)) {
    fail ("%" G_GSIZE_FORMAT " cells came out, not %u times %" G_GSIZE_FORMAT,
        g_bytes_get_size (slices), n, cells_of (shape));
    return;
  }
  for (guint i = 0; i < n; i++) {
    if (!is_world (bytes + i * cells_of (shape), world, shape, &living))
      return;
    reference_step (world, 1);
  }
  if (living == 0)
    fail ("no cell lives: that shows nothing");
}

/* Fails unless the file holds @frames frames in FFV1 of that size. */
static void
expect_ffv1 (const gchar *file, const Shape *shape, guint frames)
{
  g_autofree gchar *printed = probe (file);
  g_autofree gchar *width = g_strdup_printf ("width=%u", columns_of (shape));
  g_autofree gchar *height = g_strdup_printf ("height=%u", rows_of (shape));
  g_autofree gchar *number = g_strdup_printf ("nb_read_frames=%u", frames);

  expect_probe (printed, "codec_name=ffv1");
  expect_probe (printed, "pix_fmt=gray");
  expect_probe (printed, width);
  expect_probe (printed, height);
  expect_probe (printed, number);
}

/* --- Volumes --- */

/* Runs the script for a soup, into @out, and puts its volumes together. */
static void
check_soup (const gchar *out, const Shape *shape)
{
  g_autofree gchar *size =
      g_strdup_printf ("%ux%u", shape->width, shape->height);
  g_autofree gchar *depth = g_strdup_printf ("%u", shape->depth);
  const gchar axis[] = { shape->axis, '\0' };
  g_autofree gchar *path = NULL;
  g_autoptr (Outcome) outcome = NULL;
  g_autoptr (GBytes) slices = NULL;
  LifeWorld *world = reference_new (shape->width, shape->height, shape->depth,
      LIFE_TOPOLOGY_TORUS, "B6/S567");

  g_assert_true (life_world_soup (world, 7, 0.3, NULL));
  start_folder ();
  path = in_folder (out);
  outcome = run_script ("slices.sh", "--size", size, "--depth", depth, "--axis",
      axis, "--generations", "4", "--seed", "7", "--density", "0.3", out, NULL);
  if (succeeded (outcome)) {
    if (g_str_has_suffix (out, ".mkv")) {
      expect_ffv1 (path, shape, 4 * planes_of (shape));
      slices = decode_gray (path);
    } else {
      slices = slices_of_folders (out, 0, 4);
    }
    if (slices != NULL)
      expect_generations (slices, world, shape, 4);
  }
  expect_only (out, NULL);
  end_folder ();
  life_world_free (world);
}

static void
check_every_axis (const gchar *out)
{
  static const Shape shapes[] = { { 20, 13, 7, 'z' }, { 20, 13, 7, 'y' },
    { 20, 13, 7, 'x' }, { 64, 64, 64, 'z' }, { 2, 2, 9, 'z' } };

  if (lacks_decoder ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    check_soup (out, &shapes[i]);
}

static void
test_a_folder_holds_the_world (void)
{
  check_every_axis ("a folder");
}

static void
test_a_video_holds_the_world (void)
{
  check_every_axis ("a video.mkv");
}

/* Slices that FFV1 would lose. */
static void
test_slices_as_narrow_as_a_cell_go_into_a_folder (void)
{
  static const Shape shapes[] = { { 1, 9, 5, 'z' }, { 9, 1, 5, 'z' },
    { 9, 1, 5, 'x' } };

  if (lacks_decoder ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    check_soup ("out", &shapes[i]);
}

/* A file in the folder of the test. */
static void
write_file (const gchar *name, const gchar *text)
{
  g_autofree gchar *path = in_folder (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* A file's rule and cells, on a plane; from a later generation on. */
static void
test_a_pattern_from_a_file_is_the_first_generation (void)
{
  static const gchar text[] = "3D version=1 size=10 pos=3,3,4\n"
                              "x=3 y=3 z=2 rule=3D5,6,7/6\n"
                              "ooo$obo$ooo/ooo$ooo$bob!\n";
  static const gint64 origin[3] = { 3, 2, 5 };
  const Shape shape = { 12, 11, 10, 'z' };
  g_autoptr (LifePattern) pattern = pattern_of (text);
  LifeWorld *world = reference_new (12, 11, 10, LIFE_TOPOLOGY_PLANE, "B6/S567");
  g_autoptr (Outcome) outcome = NULL;

  if (lacks_decoder ())
    return;
  g_assert_true (life_world_paste (world, pattern, origin, NULL));
  reference_step (world, 1);
  start_folder ();
  write_file ("a pattern.rle3", text);
  outcome = run_script ("slices.sh", "--location", "a pattern.rle3", "--size",
      "12x11", "--depth", "10", "--start", "1", "--generations", "2", "out",
      "--", "pattern-x=3", "pattern-y=2", "pattern-z=5", NULL);
  if (succeeded (outcome)) {
    g_autoptr (GBytes) slices = slices_of_folders ("out", 1, 2);

    expect_generations (slices, world, &shape, 2);
  }
  expect_only ("a pattern.rle3", "out", NULL);
  end_folder ();
  life_world_free (world);
}

/* 255 is every state but 0. */
static void
test_cells_of_every_state_are_white (void)
{
  const Shape shape = { 16, 16, 16, 'z' };
  LifeWorld *world = reference_new (16, 16, 16, LIFE_TOPOLOGY_TORUS, "4/4/5/M");
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *path = NULL;

  if (lacks_decoder ())
    return;
  g_assert_true (life_world_soup (world, 1, 0.1, NULL));
  start_folder ();
  path = in_folder ("out.mkv");
  outcome =
      run_script ("slices.sh", "--rule", "4/4/5/M", "--size", "16", "--depth",
          "16", "--generations", "5", "out.mkv", "--", "density=0.1", NULL);
  if (succeeded (outcome)) {
    g_autoptr (GBytes) slices = decode_gray (path);

    if (slices != NULL)
      expect_generations (slices, world, &shape, 5);
  }
  expect_only ("out.mkv", NULL);
  end_folder ();
  life_world_free (world);
}

/* --- What goes wrong --- */

/* Words of a command line, and the error message. */
static const struct {
  const gchar *words[6];
  gint status;
  const gchar *message;
} wrong[] = {
  { { "--size", "0" }, 2, "--size takes a number from 1 to 16384, not 0" },
  { { "--size", "64x" }, 2, "--size takes a number" },
  { { "--size", "8x8x8" }, 2, "--size takes a number" },
  { { "--size", "" }, 2, "--size takes a number" },
  { { "--depth", "16385" }, 2, "--depth takes a number from 1 to 16384" },
  { { "--depth", "010" }, 2, "--depth takes a number" },
  { { "--depth" }, 2, "--depth needs a value" },
  { { "--generations", "-1" }, 2, "--generations takes a number" },
  { { "--generations", "99999999" }, 2, "are too many" },
  { { "--start", "1e9" }, 2, "--start takes a number" },
  { { "--axis", "w" }, 2, "--axis takes z, y or x, not w" },
  { { "--seed", "x" }, 2, "--seed takes a whole number, not x" },
  { { "--density", "2" }, 2, "--density takes a share from 0 to 1, not 2" },
  { { "--density", "1.5" }, 2, "--density takes a share" },
  { { "--location", "none.rle" }, 1, "there is no pattern file none.rle" },
  { { "--takes", "pattern" }, 2, "unknown option --takes" },
  { { "--size depth", "3" }, 2, "unknown option --size depth" },
  { { "--size=3" }, 2, "unknown option --size=3" },
  { { "out", "more" }, 2, "one argument too many: more" },
  { { "out", "--", "slice=3" }, 2, "slice is what makes a volume" },
  { { "out", "--", "num-buffers=3" }, 2, "--generations says how many" },
  { { "--size", "1x8", "out.mkv" }, 2, "FFV1 cannot hold slices of 1x8" },
  { { "--axis", "x", "--depth", "1", "out.mkv" }, 2, "FFV1 cannot hold" },
  { { "there" }, 1, "there exists already" },
  { { "no-folder/out.mkv" }, 1, "there is no folder" },
};

static void
test_senseless_arguments_are_named_at_once (void)
{
  start_folder ();
  forbid_work ();
  write_file ("there", "kept");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    const gchar *const *words = wrong[i].words;
    g_autoptr (Outcome) outcome = run_script ("slices.sh", words[0], words[1],
        words[2], words[3], words[4], words[5], NULL);

    expect_refusal (outcome, wrong[i].status, wrong[i].message);
    expect_only ("there", NULL);
  }
  end_folder ();
}

static void
test_an_error_of_the_world_leaves_nothing (void)
{
  static const gchar *const outs[] = { "out", "out.mkv" };

  for (guint i = 0; i < G_N_ELEMENTS (outs); i++) {
    g_autoptr (Outcome) outcome = NULL;

    start_folder ();
    outcome = run_script ("slices.sh", "--rule", "B9/S23x", outs[i], NULL);
    expect_refusal (outcome, -1, "B9/S23x");
    expect_only (NULL, NULL);
    end_folder ();
  }
}

static void
test_an_interrupted_run_leaves_nothing (void)
{
  static const gchar *const outs[] = { "out", "out.mkv" };

  for (guint i = 0; i < G_N_ELEMENTS (outs); i++) {
    g_autoptr (Outcome) outcome = NULL;
    Run *run;

    start_folder ();
    run = start_script (
        FALSE, "slices.sh", "--generations", "1000000", outs[i], NULL);
    run_prints (run, "rendering (");
    kill (-run->pid, SIGINT);
    outcome = run_end (run);
    expect_refusal (outcome, 130, "interrupted");
    expect_only (NULL, NULL);
    end_folder ();
  }
}

/* While the pictures are sorted into folders. */
static void
test_sorting_is_interrupted_too (void)
{
  g_autoptr (Outcome) outcome = NULL;
  Run *run;

  start_folder ();
  fake_program ("perl", "echo Working; exec sleep 1000");
  run = start_script (FALSE, "slices.sh", "--generations", "2", "out", NULL);
  run_prints (run, "Working");
  kill (-run->pid, SIGINT);
  outcome = run_end (run);
  expect_refusal (outcome, 130, "interrupted");
  expect_only (NULL, NULL);
  end_folder ();
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  script_test_init ();
#define TEST(name) g_test_add_func ("/slices-script/" #name, test_##name)
  TEST (a_folder_holds_the_world);
  TEST (a_video_holds_the_world);
  TEST (slices_as_narrow_as_a_cell_go_into_a_folder);
  TEST (a_pattern_from_a_file_is_the_first_generation);
  TEST (cells_of_every_state_are_white);
  TEST (senseless_arguments_are_named_at_once);
  TEST (an_error_of_the_world_leaves_nothing);
  TEST (an_interrupted_run_leaves_nothing);
  TEST (sorting_is_interrupted_too);
  return g_test_run ();
}
