/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Backups of the worlds of elements: when they are written, what is posted of them, and
 * streams that go on from one. That their cells are right is in tests/engine. */
#include "tests/support/elements/element.h"
#include "tests/support/help.h"
#include "tests/support/elements/lifestep.h"

#include <life/backup.h>

static gchar *
new_folder (void)
{
  g_autoptr (GError) error = NULL;
  gchar *folder = g_dir_make_tmp ("life-backups-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static guint64
last_generation (const gchar *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LifeBackup) backup = life_backup_load (folder, &error);

  g_assert_no_error (error);
  return life_backup_get_generation (backup);
}

static gboolean
is_empty (const gchar *folder)
{
  g_autoptr (LifeBackup) backup = life_backup_load (folder, NULL);

  return backup == NULL;
}

/* The generation of the next message of a backup, which is there or was; FALSE: there is
 * none. */
static gboolean
next_backup (Stream *stream, const gchar *folder, guint64 *generation)
{
  GstMessage *message;

  while ((message = stream_next_message (stream, GST_MESSAGE_ELEMENT))) {
    const GstStructure *fields = gst_message_get_structure (message);
    const gboolean found = gst_structure_has_name (fields, "life-checkpoint");

    if (found) {
      const gchar *location = gst_structure_get_string (fields, "location");

      g_assert_true (g_str_has_prefix (location, folder));
      g_assert_true (
          gst_structure_get_uint64 (fields, "generation", generation));
    }
    gst_message_unref (message);
    if (found)
      return TRUE;
  }
  return FALSE;
}

static void
pull_frames (Stream *stream, guint n)
{
  for (guint i = 0; i < n; i++)
    gst_sample_unref (stream_pull (stream));
}

#define SMALL "video/x-raw,format=GRAY8,width=40,height=30,framerate=30/1"

/* Frames of a soup of 40 × 30 cells that are backed up. */
static Stream *
backed_up_stream (const gchar *folder, const gchar *properties)
{
  return stream_play (stream_new (
      "lifesrc name=life zoom=1 checkpoint-location=\"%s\" %s ! " SMALL, folder,
      properties));
}

/* Plays @n frames of such a stream to its end. */
static void
play_backed_up (const gchar *folder, const gchar *properties, guint n)
{
  g_autofree gchar *all = g_strdup_printf ("%s num-buffers=%u", properties, n);
  Stream *stream = backed_up_stream (folder, all);

  pull_frames (stream, n);
  stream_expect_end (stream);
  stream_free (stream);
}

static Stream *
going_on_stream (const gchar *location, const gchar *properties)
{
  return stream_play (
      stream_new ("lifesrc name=life zoom=1 location=\"%s\" %s ! " SMALL,
          location, properties));
}

/* --- When --- */

static void
test_multiples_and_the_end_are_backed_up (void)
{
  g_autofree gchar *folder = new_folder ();
  Stream *stream = backed_up_stream (
      folder, "checkpoint-generations=10 generations=7 num-buffers=20");
  guint64 generation;
  guint n = 0;

  pull_frames (stream, 20);
  stream_expect_end (stream);
  stream_set_state (stream, GST_STATE_READY);
  while (next_backup (stream, folder, &generation)) {
    n++;
    if (generation % 10 != 0 && generation != 133)
      fail ("generation %" G_GUINT64_FORMAT " was backed up", generation);
  }
  g_assert_cmpuint (n, >=, 1);
  g_assert_cmpuint (generation, ==, 133);
  g_assert_cmpuint (last_generation (folder), ==, 133);
  stream_free (stream);
  remove_folder (folder);
}

static void
test_an_interval_passes (void)
{
  g_autofree gchar *folder = new_folder ();
  Stream *stream = backed_up_stream (folder, "checkpoint-interval=1");
  guint64 generation;

  while (!next_backup (stream, folder, &generation))
    pull_frames (stream, 1);
  g_assert_cmpuint (generation, >, 0);
  stream_free (stream);
  remove_folder (folder);
}

static void
test_worlds_as_they_began_are_not_backed_up (void)
{
  g_autofree gchar *folder = new_folder ();
  Stream *stream;
  gboolean done;

  play_backed_up (folder, "paused=true", 3);
  g_assert_true (is_empty (folder));

  stream = backed_up_stream (folder, "paused=true");
  pull_frames (stream, 1);
  g_signal_emit_by_name (stream->life, "paste", "glider", 3, 3, 0, &done);
  g_assert_true (done);
  pull_frames (stream, 5);
  stream_free (stream);
  g_assert_cmpuint (last_generation (folder), ==, 0);
  remove_folder (folder);
}

/* The last generations of the world stay while it is played once more, here since frames
 * are to look back. */
static void
test_a_replay_is_not_backed_up (void)
{
  g_autofree gchar *folder = new_folder ();
  Stream *stream =
      backed_up_stream (folder, "checkpoint-generations=10 generations=7");
  guint64 generation = 0;

  while (generation < 100) {
    pull_frames (stream, 1);
    next_backup (stream, folder, &generation);
  }
  g_object_set (stream->life, "color-mode", LIFE_COLOR_MODE_AGE, NULL);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, GST_SEEK_FLAG_FLUSH, 10, 12);
  pull_frames (stream, 2);
  stream_free (stream);
  g_assert_cmpuint (last_generation (folder), >=, 100);
  remove_folder (folder);
}

/* An edit that is done again after a seek is in the backup of its frame. */
static void
test_edits_are_backed_up_after_seeks (void)
{
  g_autofree gchar *folder = new_folder ();
  Stream *stream =
      stream_new ("lifesrc name=life zoom=1 seed=7 checkpoint-generations=10 "
                  "checkpoint-location=\"%s\" ! " SMALL,
          folder);
  LifeWorld *soup = reference_soup (40, 30, 8, 0.35);
  g_autoptr (LifeBackup) backup = NULL;
  g_autoptr (GBytes) cells = NULL, expected = reference_cells (soup);
  LifeWorld *restored;
  gboolean done;

  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_preroll (stream));
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 10, -1);
  gst_sample_unref (stream_preroll (stream));
  g_signal_emit_by_name (stream->life, "next-soup", &done);
  g_assert_true (done);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 15, -1);
  gst_sample_unref (stream_preroll (stream));
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 10, -1);
  gst_sample_unref (stream_preroll (stream));
  stream_free (stream);
  backup = life_backup_load (folder, NULL);
  g_assert_nonnull (backup);
  restored = reference_soup (40, 30, 1, 0);
  if (life_backup_get_generation (backup) == 10) {
    g_assert_true (life_world_restore_backup (restored, backup, NULL));
    cells = reference_cells (restored);
    assert_same_pixels (cells, expected, 40, "the backup of frame 10");
  }
  life_world_free (restored);
  life_world_free (soup);
  remove_folder (folder);
}

/* Pictures change a world that stands still. */
static void
test_absorbed_pictures_are_backed_up (void)
{
  g_autofree gchar *folder = new_folder ();
  Stream *stream = stream_play (stream_new (
      "videotestsrc pattern=ball num-buffers=9 ! " SMALL
      " ! lifestep name=life input=or paused=true checkpoint-location=\"%s\"",
      folder));

  pull_frames (stream, 9);
  stream_expect_end (stream);
  stream_free (stream);
  g_assert_cmpuint (last_generation (folder), ==, 0);
  remove_folder (folder);
}

/* --- From one --- */

/* Whether its size is known before a frame's is or not. */
static void
test_soups_follow_from_the_seed (void)
{
  static const gchar *const sizes[] = { "", "world-width=40 world-height=30" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autofree gchar *folder = new_folder ();
    g_autofree gchar *properties = g_strdup_printf ("%s seed=5", sizes[i]);
    Stream *stream;
    LifeWorld *soup = reference_soup (40, 30, 6, 0.35);
    g_autoptr (LifeBackup) backup = NULL;
    g_autoptr (GBytes) pixels = NULL, expected = reference_cells (soup);
    GstSample *sample;
    gboolean done;

    play_backed_up (folder, properties, 9);
    backup = life_backup_load (folder, NULL);
    g_assert_cmpuint (life_backup_get_seed (backup), ==, 5);

    stream = stream_new (
        "lifesrc name=life zoom=1 location=\"%s\" ! " SMALL, folder);
    stream_set_state (stream, GST_STATE_PAUSED);
    gst_sample_unref (stream_preroll (stream));
    g_signal_emit_by_name (stream->life, "next-soup", &done);
    g_assert_true (done);
    stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, 0, -1);
    sample = stream_preroll (stream);
    pixels = sample_pixels (sample);
    gst_sample_unref (sample);
    assert_same_pixels (pixels, expected, 40, "the next soup");
    stream_free (stream);
    life_world_free (soup);
    remove_folder (folder);
  }
}

static void
test_streams_go_on (void)
{
  g_autofree gchar *folder = new_folder ();
  LifeWorld *reference = reference_soup (40, 30, 5, 0.35);
  Stream *stream;

  play_backed_up (folder, "seed=5", 30);
  stream = going_on_stream (folder, "generations=3 threads=1");
  stream_assert_frames (stream, reference, 29, 3, 10);
  stream_free (stream);
  life_world_free (reference);
  remove_folder (folder);
}

/* Fails unless the frame that a paused stream shows is that of the list. */
static void
assert_sought_frame (Stream *stream, GPtrArray *frames, guint number)
{
  g_autofree gchar *what = g_strdup_printf ("frame %u", number);
  g_autoptr (GBytes) pixels = NULL;
  GstSample *sample;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  g_assert_cmpuint (
      buffer_generation (gst_sample_get_buffer (sample)), ==, 29 + number);
  pixels = sample_pixels (sample);
  gst_sample_unref (sample);
  assert_same_pixels (pixels, g_ptr_array_index (frames, number), 40, what);
}

static void
test_seeks_lead_back_to_the_backup (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (GPtrArray) frames = NULL;
  Stream *stream;

  play_backed_up (folder, "", 30);
  stream = stream_play (stream_new (
      "lifesrc name=life zoom=1 location=\"%s\" checkpoint-location=\"%s\" "
      "checkpoint-generations=5 ! " SMALL,
      folder, folder));
  /* By then the backup that the stream began with is removed. */
  frames = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < 30; i++) {
    GstSample *sample = stream_pull (stream);

    g_ptr_array_add (frames, sample_pixels (sample));
    gst_sample_unref (sample);
  }
  stream_set_state (stream, GST_STATE_PAUSED);
  assert_sought_frame (stream, frames, 3);
  assert_sought_frame (stream, frames, 0);
  assert_sought_frame (stream, frames, 29);
  assert_sought_frame (stream, frames, 1);
  stream_free (stream);
  remove_folder (folder);
}

/* What was done to the first frame is done again where a seek leads there. */
static void
test_edits_of_the_first_frame_take_place_again (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (GBytes) before = NULL, after = NULL;
  Stream *stream;
  GstSample *sample;
  gboolean done;

  play_backed_up (folder, "", 30);
  stream =
      stream_new ("lifesrc name=life zoom=1 location=\"%s\" ! " SMALL, folder);
  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_preroll (stream));
  g_signal_emit_by_name (stream->life, "clear", &done);
  g_assert_true (done);
  stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, 0, -1);
  sample = stream_preroll (stream);
  before = sample_pixels (sample);
  gst_sample_unref (sample);
  stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, GST_SECOND, -1);
  gst_sample_unref (stream_preroll (stream));
  stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, 0, -1);
  sample = stream_preroll (stream);
  after = sample_pixels (sample);
  g_assert_cmpuint (buffer_generation (gst_sample_get_buffer (sample)), ==, 29);
  gst_sample_unref (sample);
  assert_same_pixels (after, before, 40, "after a clear in frame 0");
  stream_free (stream);
  remove_folder (folder);
}

/* Every kind of world by its properties; its shape and rule come from the backup. */
static void
test_worlds_of_every_kind (void)
{
  static const gchar *const kinds[] = { "world-width=50 world-height=20",
    "rule=B2/S345/4", "rule=B36/S23:K40*,30", "rule=B3/S23:T30+2,20",
    "world-depth=10 world-width=20 world-height=20", "rule=B2/S34H", "rule=W30",
    "topology=unbounded pattern=gosper-gun",
    "topology=unbounded pattern=gosper-gun kernel=hashlife",
    "pattern=gosper-gun", "rule=WireWorld", "kernel=naive" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autofree gchar *folder = new_folder ();
    g_autofree gchar *properties =
        g_strconcat (kinds[i], " num-buffers=12", NULL);
    Stream *stream = backed_up_stream (folder, properties);
    guint64 population = 0;
    GstSample *sample;

    for (guint frame = 0; frame < 12; frame++) {
      sample = stream_pull (stream);
      population = buffer_population (gst_sample_get_buffer (sample));
      gst_sample_unref (sample);
    }
    stream_expect_end (stream);
    stream_free (stream);

    stream = going_on_stream (folder, "");
    sample = stream_pull (stream);
    g_assert_cmpuint (
        buffer_generation (gst_sample_get_buffer (sample)), ==, 11);
    g_assert_cmpuint (
        buffer_population (gst_sample_get_buffer (sample)), ==, population);
    gst_sample_unref (sample);
    stream_free (stream);
    remove_folder (folder);
  }
}

static void
test_lifestep_goes_on (void)
{
  g_autofree gchar *folder = new_folder ();
  Stream *stream = stream_play (stream_new (
      "lifesrc zoom=1 num-buffers=25 ! " SMALL
      " ! lifestep name=life input=first checkpoint-location=\"%s\"",
      folder));
  LifeWorld *reference = reference_soup (40, 30, 1, 0.35);

  pull_frames (stream, 25);
  stream_expect_end (stream);
  stream_free (stream);
  g_assert_cmpuint (last_generation (folder), ==, 25);
  stream = stream_play (
      stream_new ("lifesrc zoom=1 seed=77 num-buffers=25 ! " SMALL
                  " ! lifestep name=life input=first location=\"%s\"",
          folder));
  stream_assert_frames (stream, reference, 26, 1, 10);
  stream_free (stream);
  life_world_free (reference);
  remove_folder (folder);
}

/* --- What can happen --- */

static void
assert_refused (
    const gchar *folder, const gchar *properties, const gchar *about)
{
  Stream *stream = stream_new (
      "lifesrc name=life location=\"%s\" %s ! " SMALL, folder, properties);
  GstMessage *message;
  g_autoptr (GError) error = NULL;

  gst_element_set_state (stream->pipeline, GST_STATE_PAUSED);
  message =
      gst_bus_timed_pop_filtered (stream->bus, TEST_TIMEOUT, GST_MESSAGE_ERROR);
  g_assert_nonnull (message);
  gst_message_parse_error (message, &error, NULL);
  gst_message_unref (message);
  if (strstr (error->message, about) == NULL)
    fail ("%s: \"%s\"", properties, error->message);
  gst_element_set_state (stream->pipeline, GST_STATE_NULL);
  stream_free (stream);
}

static void
test_contradictions_are_errors (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autofree gchar *path = NULL;
  g_autoptr (LifeBackup) backup = NULL;

  play_backed_up (folder, "", 3);
  assert_refused (folder, "world-width=41", "contradicts the backup");
  assert_refused (folder, "world-depth=2", "contradicts the backup");
  assert_refused (folder, "topology=plane", "topology contradicts the backup");
  assert_refused (folder, "topology=unbounded", "topology contradicts");
  assert_refused (folder, "rule=B3/S23:T30,20", "suffix contradicts");
  assert_refused (folder, "rule=3D5,6,7/6", "rule");
  assert_refused (folder, "pattern=glider", "both set");

  backup = life_backup_load (folder, NULL);
  path = g_strdup (life_backup_get_path (backup));
  g_file_set_contents (
      path, "[life backup]\nversion=2\ngeneration=x\n\n", -1, NULL);
  assert_refused (folder, "", path);
  assert_refused (path, "", "line 3 of its head");
  remove_folder (folder);
}

static void
test_another_rule_takes_over (void)
{
  g_autofree gchar *folder = new_folder ();
  LifeWorld *reference = reference_soup (40, 30, 1, 0.35);
  Stream *stream;

  play_backed_up (folder, "", 30);
  reference_step (reference, 29);
  reference_set_rule (reference, "B36/S23");
  stream = going_on_stream (folder, "rule=B36/S23");
  stream_assert_frames (stream, reference, 29, 1, 10);
  stream_free (stream);
  life_world_free (reference);
  remove_folder (folder);
}

static void
test_films_go_on_without_a_folder (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autofree gchar *missing = g_build_filename (folder, "missing", NULL);
  Stream *stream = backed_up_stream (missing, "checkpoint-generations=5");
  guint64 generation;

  stream_assert_warned (stream, missing);
  pull_frames (stream, 30);
  g_assert_null (stream_next_message (stream, GST_MESSAGE_WARNING));
  /* Once it is there it is used. */
  g_mkdir (missing, 0700);
  while (!next_backup (stream, missing, &generation))
    pull_frames (stream, 1);
  g_assert_cmpuint (generation % 5, ==, 0);
  stream_free (stream);
  remove_folder (folder);
}

static void
test_folders_are_for_one_world (void)
{
  g_autofree gchar *folder = new_folder ();
  Stream *one = backed_up_stream (folder, "");
  Stream *other = backed_up_stream (folder, "");

  stream_assert_warned (other, "another world is backed up");
  pull_frames (other, 5);
  stream_free (other);
  stream_free (one);
  remove_folder (folder);
}

/* The same launch line once more, as after a crash. */
static void
test_backups_of_another_run_stay (void)
{
  g_autofree gchar *folder = new_folder ();
  Stream *stream;

  play_backed_up (folder, "start-generation=1000", 3);
  for (guint i = 0; i < 3; i++) {
    g_autoptr (LifeBackup) backup = NULL;
    g_autofree gchar *first =
        g_build_filename (folder, "backup-000001-generation-1002.life", NULL);

    stream = backed_up_stream (folder, "num-buffers=3");
    stream_assert_warned (stream, "backups of another run, which stay");
    pull_frames (stream, 3);
    stream_expect_end (stream);
    stream_free (stream);
    backup = life_backup_load (first, NULL);
    g_assert_nonnull (backup);
  }
  remove_folder (folder);
}

static void
test_times_without_a_folder_are_a_warning (void)
{
  Stream *stream = stream_play (
      stream_new ("lifesrc name=life zoom=1 checkpoint-interval=1 ! " SMALL));

  stream_assert_warned (stream, "set checkpoint-location");
  pull_frames (stream, 3);
  stream_free (stream);
}

static void
test_states_change_again_and_again (void)
{
  g_autofree gchar *folder = new_folder ();
  Stream *stream =
      backed_up_stream (folder, "checkpoint-generations=1 num-buffers=1000");

  for (guint i = 0; i < 5; i++) {
    pull_frames (stream, 7);
    stream_set_state (stream, i % 2 ? GST_STATE_NULL : GST_STATE_READY);
    g_assert_cmpuint (last_generation (folder), >=, 6);
    stream_set_state (stream, GST_STATE_PLAYING);
  }
  stream_free (stream);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/backups/" #name, test_##name)
  TEST (multiples_and_the_end_are_backed_up);
  TEST (an_interval_passes);
  TEST (worlds_as_they_began_are_not_backed_up);
  TEST (a_replay_is_not_backed_up);
  TEST (edits_are_backed_up_after_seeks);
  TEST (absorbed_pictures_are_backed_up);
  TEST (soups_follow_from_the_seed);
  TEST (streams_go_on);
  TEST (seeks_lead_back_to_the_backup);
  TEST (edits_of_the_first_frame_take_place_again);
  TEST (worlds_of_every_kind);
  TEST (lifestep_goes_on);
  TEST (contradictions_are_errors);
  TEST (another_rule_takes_over);
  TEST (films_go_on_without_a_folder);
  TEST (folders_are_for_one_world);
  TEST (backups_of_another_run_stay);
  TEST (times_without_a_folder_are_a_warning);
  TEST (states_change_again_and_again);
  return g_test_run ();
}
