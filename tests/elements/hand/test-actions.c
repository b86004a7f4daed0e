/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits of a world while its stream runs: the action signals, and a new
 * rule. */
#include "tests/support/elements/element.h"

#include <glib/gstdio.h>

static gboolean
paste (Stream *stream, const gchar *text, gint x, gint y)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, "paste", text, x, y, -1, &done);
  return done;
}

static gboolean
clear (Stream *stream)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, "clear", &done);
  return done;
}

static gboolean
save (Stream *stream, const gchar *location)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, "save", location, &done);
  return done;
}

/* Plays the paused stream on and compares it, beginning with the frame that it
 * shows. */
static void
play_on (Stream *stream, LifeWorld *reference, guint n)
{
  stream_set_state (stream, GST_STATE_PLAYING);
  gst_sample_unref (stream_pull (stream));
  reference_step (reference, 1);
  stream_assert_frames (
      stream, reference, life_world_get_generation (reference), 1, n);
}

static void
test_paste_adds_cells_to_the_present_generation (void)
{
  Stream *stream = gray_stream ("density=0", 24, 20);
  LifeWorld *reference =
      reference_pattern (24, 20, LIFE_TOPOLOGY_TORUS, "glider", 3, 4);

  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_true (paste (stream, "glider", 3, 4));
  play_on (stream, reference, 4);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_paste_that_fails_warns_and_changes_nothing (void)
{
  static const struct {
    const gchar *text, *about;
  } wrong[] = {
    { "no-such-pattern", "no-such-pattern" },
    { "3o$2q!", "q" },
    { "1000o!", "1000" },
  };
  Stream *stream = gray_stream ("", 24, 20);
  LifeWorld *reference = reference_soup (24, 20, 1, 0.35);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_assert_false (paste (stream, wrong[i].text, -1, -1));
    stream_assert_warned (stream, wrong[i].about);
  }
  play_on (stream, reference, 4);
  life_world_free (reference);
  stream_free (stream);
}

/* A square of 2^28 cells, half of them alive, in a few lines: laid out it takes gigabytes. */
static void
test_a_macrocell_that_does_not_fit_is_not_laid_out (void)
{
  GString *text = g_string_new ("[M2]\n");
  Stream *stream = gray_stream ("", 24, 20);

  for (guint i = 0; i < 4; i++)
    g_string_append (text, "*.*.*.*.$.*.*.*.*$");
  for (guint i = 1; i <= 25; i++)
    g_string_append_printf (text, "\n%u %u %u %u %u", i + 3, i, i, i, i);
  g_string_append_c (text, '\n');
  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_false (paste (stream, text->str, -1, -1));
  stream_assert_warned (stream, "268435456 × 268435456 cells does not fit into "
                                "the world of 24 × 20");
  g_string_free (text, TRUE);
  stream_free (stream);
}

/* A flush interrupts the step to frame 1, which would take minutes. An edit waits for
 * that frame then, and one that could not take place there must not. */
static void
test_edit_between_two_frames_is_checked_at_once (void)
{
  Stream *stream = gray_stream ("generations=4000000000", 24, 20);

  stream_play (stream);
  gst_sample_unref (stream_pull (stream));
  gst_message_unref (stream_wait_message (stream, GST_MESSAGE_PROGRESS));
  gst_element_send_event (stream->life, gst_event_new_flush_start ());
  g_assert_false (paste (stream, "AB!", 3, 4));
  stream_assert_warned (stream, "state 2");
  g_assert_true (paste (stream, "glider", 3, 4));
  g_assert_true (clear (stream));
  stream_free (stream);
}

/* A live stream keeps none of its past: the rule is that of the world. Patterns of W30 go to
 * the last row, where those of Life go to the middle. */
static void
test_edit_between_two_frames_goes_by_the_new_rule (void)
{
  gchar *folder = g_dir_make_tmp ("life-save-XXXXXX", NULL), *text;
  gchar *path = g_build_filename (folder, "world.rle", NULL);
  Stream *stream = gray_stream ("is-live=true density=0", 24, 20);

  stream_play (stream);
  gst_sample_unref (stream_pull (stream));
  g_object_set (stream->life, "rule", "W30", "generations", G_MAXUINT32, NULL);
  gst_message_unref (stream_wait_message (stream, GST_MESSAGE_PROGRESS));
  gst_element_send_event (stream->life, gst_event_new_flush_start ());
  g_assert_true (paste (stream, "o!", -1, -1));
  g_assert_true (save (stream, path));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "rule = W30:"));
  g_assert_nonnull (strstr (text, "\n19$12bo!"));
  g_free (text);
  stream_free (stream);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (path);
  g_free (folder);
}

/* Nothing is made in a paused stream: without that the line would fail later. */
static void
test_lines_on_a_frame_are_applied_now (void)
{
  Stream *stream = gray_stream ("", 24, 20);
  gboolean done = FALSE;

  stream_set_state (stream, GST_STATE_PAUSED);
  g_signal_emit_by_name (
      stream->life, "draw-on-frame", 1.0, 2.0, 9.0, 2.0, 7, FALSE, &done);
  g_assert_true (done);
  g_signal_emit_by_name (stream->life, "apply-edits", &done);
  g_assert_true (done);
  stream_assert_warned (stream, "state 7");
  stream_set_state (stream, GST_STATE_NULL);
  g_signal_emit_by_name (stream->life, "apply-edits", &done);
  g_assert_false (done);
  stream_free (stream);
}

static void
test_clear_kills_every_cell (void)
{
  Stream *stream = gray_stream ("", 24, 20);
  LifeWorld *reference =
      reference_new (24, 20, 1, LIFE_TOPOLOGY_TORUS, "B3/S23");

  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_true (clear (stream));
  play_on (stream, reference, 2);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_saved_world_loads_as_the_same_world (void)
{
  static const gchar *const names[] = { "world.rle", "world.cells" };
  gchar *folder = g_dir_make_tmp ("life-save-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    gchar *path = g_build_filename (folder, names[i], NULL);
    Stream *stream = gray_stream ("start-generation=3", 40, 30), *loaded;

    stream_set_state (stream, GST_STATE_PAUSED);
    g_assert_true (save (stream, path));
    loaded = stream_new (
        "lifesrc name=life location=%s zoom=1 ! " GRAY (40, 30), path);
    stream_play (loaded);
    {
      LifeWorld *reference = reference_soup (40, 30, 1, 0.35);
      GstSample *sample = stream_pull (loaded);

      reference_step (reference, 3);
      assert_shows (sample, reference, names[i]);
      gst_sample_unref (sample);
      life_world_free (reference);
    }
    stream_free (loaded);
    stream_free (stream);
    g_assert_cmpint (g_remove (path), ==, 0);
    g_free (path);
  }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
}

/* Pixels of a frame that are not black. */
static guint
count_lit (GstSample *sample)
{
  GBytes *pixels = sample_pixels (sample);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (pixels, &size);
  guint lit = 0;

  for (gsize i = 0; i < size; i++)
    lit += bytes[i] > 0;
  g_bytes_unref (pixels);
  return lit;
}

/* Trails of the cells before do not fade while a world is paused. */
static void
test_a_world_begun_anew_has_no_trails (void)
{
  static const gchar *const modes[] = { "trail", "age-trail" };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    for (guint action = 0; action < 3; action++) {
      Stream *stream = stream_play (stream_new (
          "lifesrc name=life zoom=1 seed=1 color-mode=%s ! " GRAY (40, 30),
          modes[i]));
      GstSample *sample;
      gboolean done = FALSE;

      for (guint k = 0; k < 8; k++)
        gst_sample_unref (stream_pull (stream));
      g_object_set (stream->life, "paused", TRUE, NULL);
      for (guint k = 0; k < 4; k++)
        gst_sample_unref (stream_pull (stream));
      sample = stream_pull (stream);
      g_assert_cmpuint (count_lit (sample), >,
          buffer_population (gst_sample_get_buffer (sample)));
      gst_sample_unref (sample);
      if (action == 0)
        done = clear (stream);
      else if (action == 1)
        g_signal_emit_by_name (stream->life, "load", "glider", &done);
      else
        g_signal_emit_by_name (stream->life, "next-soup", &done);
      g_assert_true (done);
      for (guint k = 0; k < 4; k++)
        gst_sample_unref (stream_pull (stream));
      sample = stream_pull (stream);
      g_assert_cmpuint (count_lit (sample), ==,
          buffer_population (gst_sample_get_buffer (sample)));
      gst_sample_unref (sample);
      stream_free (stream);
    }
}

typedef struct {
  Stream *stream;
  gchar *path;
} Saving;

static gpointer
save_in_thread (gpointer data)
{
  const Saving *saving = data;

  return GINT_TO_POINTER (save (saving->stream, saving->path));
}

/* Either there is no world any more, or it stays until the file is whole. */
static void
test_a_world_that_is_saved_stays_until_then (void)
{
  gchar *folder = g_dir_make_tmp ("life-save-XXXXXX", NULL);
  Saving saving = { .path = g_build_filename (folder, "world.rle", NULL) };

  for (guint i = 0; i < 8; i++) {
    GThread *thread;
    gpointer saved;

    saving.stream = gray_stream ("", 2048, 2048);
    stream_set_state (saving.stream, GST_STATE_PAUSED);
    thread = g_thread_new ("save", save_in_thread, &saving);
    g_usleep (2000 * i);
    stream_set_state (saving.stream, GST_STATE_READY);
    saved = g_thread_join (thread);
    stream_free (saving.stream);
    if (saved) {
      LifePattern *pattern = life_pattern_load (saving.path, NULL);

      g_assert_nonnull (pattern);
      life_pattern_unref (pattern);
      g_assert_cmpint (g_remove (saving.path), ==, 0);
    }
  }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (saving.path);
  g_free (folder);
}

static void
test_save_that_fails_warns (void)
{
  Stream *stream = gray_stream ("", 24, 20);

  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_false (save (stream, "world.unknown"));
  stream_assert_warned (stream, ".rle");
  g_assert_false (save (stream, "/no/such/folder/world.rle"));
  stream_assert_warned (stream, "/no/such/folder/world.rle");
  stream_free (stream);
}

static void
test_actions_without_a_world_warn (void)
{
  Stream *stream = gray_stream ("", 24, 20);

  /* A bus passes no messages on before READY. */
  stream_set_state (stream, GST_STATE_READY);
  g_assert_false (paste (stream, "glider", -1, -1));
  stream_assert_warned (stream, "no world");
  g_assert_false (clear (stream));
  stream_assert_warned (stream, "no world");
  g_assert_false (save (stream, "world.rle"));
  stream_assert_warned (stream, "no world");
  stream_free (stream);
}

static void
test_rule_changes_while_playing (void)
{
  Stream *stream = gray_stream ("", 24, 20);
  LifeWorld *reference = reference_soup (24, 20, 1, 0.35);
  GError *error = NULL;
  g_autoptr (LifeRule) rule = NULL;

  stream_set_state (stream, GST_STATE_PAUSED);
  g_object_set (stream->life, "rule", "B36/S125", NULL);
  rule = life_rule_parse ("B36/S125", 2, &error);
  g_assert_no_error (error);
  g_assert_true (life_world_set_rule (reference, rule, &error));
  play_on (stream, reference, 4);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_wrong_rule_while_playing_warns_and_the_old_one_stays (void)
{
  Stream *stream = gray_stream ("", 24, 20);
  LifeWorld *reference = reference_soup (24, 20, 1, 0.35);
  gchar *rule;

  stream_set_state (stream, GST_STATE_PAUSED);
  g_object_set (stream->life, "rule", "B9/S23", NULL);
  stream_assert_warned (stream, "B9/S23");
  play_on (stream, reference, 4);
  g_object_get (stream->life, "rule", &rule, NULL);
  g_assert_cmpstr (rule, ==, "B3/S23");
  g_free (rule);
  life_world_free (reference);
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/actions/" #name, test_##name)
  TEST (paste_adds_cells_to_the_present_generation);
  TEST (paste_that_fails_warns_and_changes_nothing);
  TEST (a_macrocell_that_does_not_fit_is_not_laid_out);
  TEST (edit_between_two_frames_is_checked_at_once);
  TEST (edit_between_two_frames_goes_by_the_new_rule);
  TEST (lines_on_a_frame_are_applied_now);
  TEST (clear_kills_every_cell);
  TEST (saved_world_loads_as_the_same_world);
  TEST (a_world_begun_anew_has_no_trails);
  TEST (a_world_that_is_saved_stays_until_then);
  TEST (save_that_fails_warns);
  TEST (actions_without_a_world_warn);
  TEST (rule_changes_while_playing);
  TEST (wrong_rule_while_playing_warns_and_the_old_one_stays);
  return g_test_run ();
}
