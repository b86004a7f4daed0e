/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits of a world while its stream runs: what waits, what is saved, and what is seen after. Scripts of action signals
 * are in actions.steps. */
#include "tests/support/elements/element.h"

static gboolean
save (Stream *stream, const gchar *location)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, "save", location, &done);
  return done;
}

/* A square of 2^28 cells, half of them alive, in a few lines: laid out it takes gigabytes. */
static void
test_a_macrocell_that_does_not_fit_is_not_laid_out (void)
{
  g_autoptr (GString) text = g_string_new ("[M2]\n");
  g_autoptr (Stream) stream = gray_stream ("", 24, 20);

  for (guint i = 0; i < 4; i++)
    g_string_append (text, "*.*.*.*.$.*.*.*.*$");
  for (guint i = 1; i <= 25; i++)
    g_string_append_printf (text, "\n%u %u %u %u %u", i + 3, i, i, i, i);
  g_string_append_c (text, '\n');
  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_false (stream_paste (stream, text->str, -1, -1));
  stream_assert_warned (stream, "268435456 × 268435456 cells does not fit into "
                                "the world of 24 × 20");
}

/* Waits until the step to the next frame, which takes minutes, is on its way, and flushes: an edit waits for that frame
 * then. */
static void
interrupt (Stream *stream)
{
  gst_message_unref (stream_wait_message (stream, GST_MESSAGE_PROGRESS));
  gst_element_send_event (stream->life, gst_event_new_flush_start ());
}

/* One that could not take place there must not wait. */
static void
test_edit_between_two_frames_is_checked_at_once (void)
{
  g_autoptr (Stream) stream =
      stream_play (gray_stream ("generations=4000000000", 24, 20));

  stream_skip (stream, 1);
  interrupt (stream);
  g_assert_false (stream_paste (stream, "AB!", 3, 4));
  stream_assert_warned (stream, "state 2");
  g_assert_true (stream_paste (stream, "glider", 3, 4));
  g_assert_true (stream_act (stream, "clear"));
}

/* A live stream keeps none of its past: the rule is that of the world. Patterns of W30 go to
 * the last row, where those of Life go to the middle. */
static void
test_edit_between_two_frames_goes_by_the_new_rule (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree gchar *text = NULL;
  g_autofree gchar *path = g_build_filename (folder, "world.rle", NULL);
  g_autoptr (Stream) stream =
      stream_play (gray_stream ("is-live=true density=0", 24, 20));

  stream_skip (stream, 1);
  g_object_set (stream->life, "rule", "W30", "generations", G_MAXUINT32, NULL);
  interrupt (stream);
  g_assert_true (stream_paste (stream, "o!", -1, -1));
  g_assert_true (save (stream, path));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "rule = W30:"));
  g_assert_nonnull (strstr (text, "\n19$12bo!"));
}

/* How many more pixels of the fourth frame from now are not black than cells live. */
static guint64
count_trails (Stream *stream)
{
  g_autoptr (GstSample) sample = NULL;
  g_autoptr (GBytes) pixels = NULL;
  const guint8 *bytes;
  guint64 lit = 0;
  gsize size;

  stream_skip (stream, 4);
  sample = stream_pull (stream);
  pixels = sample_pixels (sample);
  bytes = g_bytes_get_data (pixels, &size);
  for (gsize i = 0; i < size; i++)
    lit += bytes[i] > 0;
  return lit - sample_population (sample);
}

/* Trails of the cells before do not fade while a world is paused. */
static void
test_a_world_started_again_has_no_trails (void)
{
  static const gchar *const modes[] = { "trail", "age-trail" };
  static const gchar *const actions[] = { "clear", "next-soup", "load" };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (actions); k++) {
      g_autoptr (Stream) stream = stream_play (stream_new (
          "lifesrc name=life zoom=1 seed=1 color-mode=%s ! " GRAY (40, 30),
          modes[i]));
      gboolean done = FALSE;

      stream_skip (stream, 8);
      g_object_set (stream->life, "paused", TRUE, NULL);
      g_assert_cmpuint (count_trails (stream), >, 0);
      if (k == 2)
        g_signal_emit_by_name (stream->life, "load", "glider", &done);
      else
        done = stream_act (stream, actions[k]);
      g_assert_true (done);
      g_assert_cmpuint (count_trails (stream), ==, 0);
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
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree gchar *path = g_build_filename (folder, "world.rle", NULL);

  for (guint i = 0; i < 8; i++) {
    g_autoptr (Stream) stream = gray_stream ("", 2048, 2048);
    Saving saving = { stream, path };
    GThread *thread;

    stream_set_state (stream, GST_STATE_PAUSED);
    thread = g_thread_new ("save", save_in_thread, &saving);
    g_usleep (2000 * i);
    stream_set_state (stream, GST_STATE_READY);
    if (g_thread_join (thread)) {
      g_autoptr (LifePattern) pattern = life_pattern_load (path, NULL);

      g_assert_nonnull (pattern);
    }
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/actions/" #name, test_##name)
  TEST (a_macrocell_that_does_not_fit_is_not_laid_out);
  TEST (edit_between_two_frames_is_checked_at_once);
  TEST (edit_between_two_frames_goes_by_the_new_rule);
  TEST (a_world_started_again_has_no_trails);
  TEST (a_world_that_is_saved_stays_until_then);
  return g_test_run ();
}
