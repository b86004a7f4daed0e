/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checkpoints of the worlds of elements: when they are written, and what is posted about them. Streams that go on from one are
 * in checkpoints.steps; that their cells are right is in tests/engine. */
#include "tests/support/elements/element.h"
#include "tests/support/help.h"

#include <life/checkpoint.h>

static guint64
last_generation (const gchar *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LifeCheckpoint) checkpoint = life_checkpoint_load (folder, &error);

  g_assert_no_error (error);
  return life_checkpoint_get_generation (checkpoint);
}

/* The generation of the next message of a checkpoint, which is there or was; FALSE: there is
 * none. */
static gboolean
next_checkpoint (Stream *stream, const gchar *folder, guint64 *generation)
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

#define SMALL "video/x-raw,format=GRAY8,width=40,height=30,framerate=30/1"

/* Frames of a soup of 40 × 30 cells that are saved. */
static Stream *
saved_stream (const gchar *folder, const gchar *properties)
{
  return stream_play (stream_new (
      "lifesrc name=life zoom=1 checkpoint-location=\"%s\" %s ! " SMALL, folder,
      properties));
}

/* Plays @n frames of such a stream to its end. */
static void
play_saved (const gchar *folder, const gchar *properties, guint n)
{
  g_autofree gchar *all = g_strdup_printf ("%s num-buffers=%u", properties, n);
  g_autoptr (Stream) stream = saved_stream (folder, all);

  stream_skip (stream, n);
  stream_expect_end (stream);
}

/* --- When --- */

static void
test_multiples_and_the_end_are_saved (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (Stream) stream = saved_stream (
      folder, "checkpoint-generations=10 generations=7 num-buffers=20");
  guint64 generation = 0;

  stream_skip (stream, 20);
  stream_expect_end (stream);
  stream_set_state (stream, GST_STATE_READY);
  while (next_checkpoint (stream, folder, &generation))
    if (generation % 10 != 0 && generation != 133)
      fail ("generation %" G_GUINT64_FORMAT " was saved", generation);
  g_assert_cmpuint (generation, ==, 133);
  g_assert_cmpuint (last_generation (folder), ==, 133);
}

static void
test_an_interval_passes (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (Stream) stream = saved_stream (folder, "checkpoint-interval=1");
  guint64 generation;

  while (!next_checkpoint (stream, folder, &generation))
    stream_skip (stream, 1);
  g_assert_cmpuint (generation, >, 0);
}

/* The last generations of the world stay while it is played once more, here since frames
 * are to look back. */
static void
test_a_replay_is_not_saved (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  Stream *stream =
      saved_stream (folder, "checkpoint-generations=10 generations=7");
  guint64 generation = 0;

  while (generation < 100) {
    stream_skip (stream, 1);
    next_checkpoint (stream, folder, &generation);
  }
  g_object_set (stream->life, "color-mode", LIFE_COLOR_MODE_AGE, NULL);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, GST_SEEK_FLAG_FLUSH, 10, 12);
  stream_skip (stream, 2);
  stream_free (stream);
  g_assert_cmpuint (last_generation (folder), >=, 100);
}

/* An edit that is done again after a seek is in the checkpoint of its frame. */
static void
test_edits_are_saved_after_seeks (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (Stream) stream =
      stream_new ("lifesrc name=life zoom=1 seed=7 checkpoint-generations=10 "
                  "checkpoint-location=\"%s\" ! " SMALL,
          folder);
  g_autoptr (LifeWorld) soup = reference_soup (40, 30, 8, 0.35);
  g_autoptr (LifeWorld) restored = reference_soup (40, 30, 1, 0);
  g_autoptr (LifeCheckpoint) checkpoint = NULL;
  g_autoptr (GBytes) cells = NULL, expected = reference_cells (soup);

  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_sought (stream, 10));
  g_assert_true (stream_act (stream, "next-soup"));
  gst_sample_unref (stream_sought (stream, 15));
  gst_sample_unref (stream_sought (stream, 10));
  stream_set_state (stream, GST_STATE_NULL);
  checkpoint = life_checkpoint_load (folder, NULL);
  g_assert_nonnull (checkpoint);
  if (life_checkpoint_get_generation (checkpoint) == 10) {
    g_assert_true (life_world_restore_checkpoint (restored, checkpoint, NULL));
    cells = reference_cells (restored);
    assert_same_pixels (cells, expected, 40, "the checkpoint of frame 10");
  }
}

/* --- What can happen --- */

static void
test_a_damaged_checkpoint_is_an_error (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (LifeCheckpoint) checkpoint = NULL;
  const gchar *path;

  play_saved (folder, "", 3);
  checkpoint = life_checkpoint_load (folder, NULL);
  path = life_checkpoint_get_path (checkpoint);
  g_file_set_contents (
      path, "[life checkpoint]\nversion=2\ngeneration=x\n\n", -1, NULL);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (Stream) stream = stream_new (
        "lifesrc name=life location=\"%s\" ! " SMALL, i == 0 ? folder : path);

    stream_assert_fails (stream, i == 0 ? path : "line 3 of its head");
  }
}

static void
test_films_go_on_without_a_folder (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree gchar *missing = g_build_filename (folder, "missing", NULL);
  g_autoptr (Stream) stream =
      saved_stream (missing, "checkpoint-generations=5");
  guint64 generation;

  stream_assert_warned (stream, missing);
  stream_skip (stream, 30);
  g_assert_null (stream_next_message (stream, GST_MESSAGE_WARNING));
  /* Once it is there it is used. */
  g_mkdir (missing, 0700);
  while (!next_checkpoint (stream, missing, &generation))
    stream_skip (stream, 1);
  g_assert_cmpuint (generation % 5, ==, 0);
}

static void
test_folders_are_for_one_world (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (Stream) one G_GNUC_UNUSED = saved_stream (folder, "");
  g_autoptr (Stream) other = saved_stream (folder, "");

  stream_assert_warned (other, "another world writes its checkpoints");
  stream_skip (other, 5);
}

/* The same launch line once more, as after a crash. */
static void
test_checkpoints_of_another_run_stay (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();

  play_saved (folder, "start-generation=1000", 3);
  for (guint i = 0; i < 3; i++) {
    g_autoptr (LifeCheckpoint) checkpoint = NULL;
    g_autoptr (Stream) stream = saved_stream (folder, "num-buffers=3");
    g_autofree gchar *first = g_build_filename (
        folder, "checkpoint-000001-generation-1002.life", NULL);

    stream_assert_warned (stream, "checkpoints of another run, which stay");
    stream_skip (stream, 3);
    stream_expect_end (stream);
    stream_set_state (stream, GST_STATE_NULL);
    checkpoint = life_checkpoint_load (first, NULL);
    g_assert_nonnull (checkpoint);
  }
}

static void
test_states_change_again_and_again (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (Stream) stream =
      saved_stream (folder, "checkpoint-generations=1 num-buffers=1000");

  for (guint i = 0; i < 5; i++) {
    stream_skip (stream, 7);
    stream_set_state (stream, i % 2 ? GST_STATE_NULL : GST_STATE_READY);
    g_assert_cmpuint (last_generation (folder), >=, 6);
    stream_set_state (stream, GST_STATE_PLAYING);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/checkpoints/" #name, test_##name)
  TEST (multiples_and_the_end_are_saved);
  TEST (an_interval_passes);
  TEST (a_replay_is_not_saved);
  TEST (edits_are_saved_after_seeks);
  TEST (a_damaged_checkpoint_is_an_error);
  TEST (films_go_on_without_a_folder);
  TEST (folders_are_for_one_world);
  TEST (checkpoints_of_another_run_stay);
  TEST (states_change_again_and_again);
  return g_test_run ();
}
