/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits that are taken back, lines drawn by hand, next soups and single steps; and seeks
 * past all of these. */
#include "tests/support/elements/element.h"

static gboolean
act (Stream *stream, const gchar *action)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, action, &done);
  return done;
}

static gboolean
draw (Stream *stream, gint64 x0, gint64 y0, gint64 x1, gint64 y1, guint state)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, "draw-line", x0, y0, x1, y1,
      G_GINT64_CONSTANT (0), state, &done);
  return done;
}

static gboolean
paste (Stream *stream, const gchar *text, gint x, gint y)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, "paste", text, x, y, -1, &done);
  return done;
}

static gboolean
load (Stream *stream, const gchar *text)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, "load", text, &done);
  return done;
}

/* The cells of the frame that comes next. */
static GBytes *
next_cells (Stream *stream, guint64 generation)
{
  GstSample *sample = stream_pull (stream);
  GBytes *cells = sample_pixels (sample);

  g_assert_cmpuint (
      buffer_generation (gst_sample_get_buffer (sample)), ==, generation);
  gst_sample_unref (sample);
  return cells;
}

static guint
count_live (GBytes *cells)
{
  gsize size;
  const guint8 *pixels = g_bytes_get_data (cells, &size);
  guint live = 0;

  for (gsize i = 0; i < size; i++)
    live += pixels[i] == 255;
  return live;
}

/* Frames come one at a time, each after what was done before it: a live source makes no
 * frame before its time. */
#define STILL "rule=B/S012345678 density=0 is-live=true "

static guint
live_after (Stream *stream)
{
  GBytes *cells;
  GstSample *sample;
  guint live;

  /* Two frames may have been made already. */
  for (guint i = 0; i < 3; i++)
    gst_sample_unref (stream_pull (stream));
  sample = stream_pull (stream);
  cells = sample_pixels (sample);
  live = count_live (cells);
  g_bytes_unref (cells);
  gst_sample_unref (sample);
  return live;
}

static void
test_lines_are_drawn_and_undone_one_by_one (void)
{
  static const gchar *const kinds[] = { STILL, "rule=B/S012345678 density=0 " };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    Stream *stream = stream_play (
        stream_new ("lifesrc name=life %s ! " GRAY (24, 20), kinds[i]));

    gst_sample_unref (stream_pull (stream));
    g_assert_true (draw (stream, 2, 3, 11, 3, 1));
    g_assert_cmpuint (live_after (stream), ==, 10);
    g_assert_true (draw (stream, 0, 0, 19, 19, 1));
    g_assert_cmpuint (live_after (stream), ==, 29);
    g_assert_true (draw (stream, 2, 3, 6, 3, 0));
    g_assert_cmpuint (live_after (stream), ==, 24);
    g_assert_true (act (stream, "undo"));
    g_assert_cmpuint (live_after (stream), ==, 29);
    g_assert_true (act (stream, "undo"));
    g_assert_cmpuint (live_after (stream), ==, 10);
    g_assert_true (act (stream, "undo"));
    g_assert_cmpuint (live_after (stream), ==, 0);
    g_assert_false (act (stream, "undo"));
    stream_assert_warned (stream, "no edit");
    stream_free (stream);
  }
}

static void
test_every_edit_of_cells_can_be_undone (void)
{
  Stream *stream =
      stream_play (stream_new ("lifesrc name=life " STILL " ! " GRAY (24, 20)));

  gst_sample_unref (stream_pull (stream));
  g_assert_true (paste (stream, "5o!", 3, 3));
  g_assert_true (load (stream, "7o!"));
  g_assert_cmpuint (live_after (stream), ==, 7);
  g_assert_true (act (stream, "undo"));
  g_assert_cmpuint (live_after (stream), ==, 5);
  g_assert_false (load (stream, "2.C!"));
  stream_assert_warned (stream, "state");
  g_assert_false (load (stream, "100o!"));
  stream_assert_warned (stream, "100");
  g_assert_cmpuint (live_after (stream), ==, 5);
  g_assert_true (act (stream, "next-soup"));
  g_assert_true (act (stream, "clear"));
  g_assert_cmpuint (live_after (stream), ==, 0);
  g_assert_true (act (stream, "undo"));
  g_assert_cmpuint (live_after (stream), ==, 0);
  g_assert_true (act (stream, "undo"));
  g_assert_cmpuint (live_after (stream), ==, 5);
  g_assert_true (act (stream, "undo"));
  g_assert_cmpuint (live_after (stream), ==, 0);
  stream_free (stream);
}

/* Undo at frame 40 gives back the cells that frame 25 had, as generation 40. */
static void
test_the_generation_counts_on_after_an_undo (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames = play_frames (stream, 60);
  LifeWorld *reference = reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);
  GBytes *cells, *expected;

  stream_set_state (stream, GST_STATE_PAUSED);
  assert_sought (stream, frames, 25);
  g_assert_true (draw (stream, 0, 0, 30, 29, 1));
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 40, -1);
  gst_sample_unref (stream_preroll (stream));
  g_assert_true (act (stream, "undo"));
  reference_step (reference, 26);
  stream_set_state (stream, GST_STATE_PLAYING);
  g_bytes_unref (next_cells (stream, 40));
  cells = next_cells (stream, 41);
  expected = reference_cells (reference);
  assert_same_pixels (cells, expected, SOUP_WIDTH, "a generation after");
  g_bytes_unref (cells);
  g_bytes_unref (expected);
  life_world_free (reference);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static GBytes *
sought_cells (Stream *stream, guint number)
{
  GstSample *sample;
  GBytes *cells;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  cells = sample_pixels (sample);
  gst_sample_unref (sample);
  return cells;
}

/* Goes to frame @number and does @act there. */
static void
edit_at (Stream *stream, guint number, guint act_number)
{
  g_bytes_unref (sought_cells (stream, number));
  switch (act_number % 4) {
    case 0:
      g_assert_true (draw (stream, 1, 1 + number % 20, 30, 3, 1));
      break;
    case 1:
      g_assert_true (act (stream, "next-soup"));
      break;
    case 2:
      g_assert_true (draw (stream, 0, 28, 38, number % 20, 0));
      break;
    default:
      g_assert_true (act (stream, "clear"));
      g_assert_true (paste (stream, "r-pentomino", 10, 10));
      break;
  }
}

/* Edits and undos at many frames; then seeks there and back show the same frames, however
 * reached. */
static void
test_seeks_pass_edits_and_undos_again (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  gst_sample_unref (stream_pull (stream));
  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < 12; i++)
    edit_at (stream, 8 + 11 * i, i);
  for (guint i = 0; i < 5; i++) {
    g_bytes_unref (sought_cells (stream, 135 + 7 * i));
    g_assert_true (act (stream, "undo"));
  }
  edit_at (stream, 180, 0);
  g_bytes_unref (sought_cells (stream, 185));
  g_assert_true (act (stream, "undo"));

  g_bytes_unref (sought_cells (stream, 0));
  for (guint i = 0; i < 200; i++)
    g_ptr_array_add (frames, sought_cells (stream, i));
  for (guint i = 0; i < 200; i++) {
    const guint number = (i * 77 + 13) % 200;
    GBytes *cells = sought_cells (stream, number);

    assert_same_pixels (cells, frames->pdata[number], SOUP_WIDTH, "again");
    g_bytes_unref (cells);
  }
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_a_step_shows_the_next_generation_and_pauses (void)
{
  Stream *stream = stream_play (
      stream_new ("lifesrc name=life is-live=true ! " GRAY (24, 20)));
  gboolean paused;
  guint64 first, last = 0;

  g_object_set (stream->life, "paused", TRUE, NULL);
  for (guint i = 0; i < 4; i++)
    gst_sample_unref (stream_pull (stream));
  g_object_get (stream->life, "generation", &first, NULL);
  for (guint i = 1; i <= 3; i++) {
    g_assert_true (act (stream, "step"));
    for (guint j = 0; j < 4; j++) {
      GstSample *sample = stream_pull (stream);

      last = buffer_generation (gst_sample_get_buffer (sample));
      gst_sample_unref (sample);
    }
    g_assert_cmpuint (last, ==, first + i);
  }
  g_object_set (stream->life, "paused", FALSE, NULL);
  g_assert_true (act (stream, "step"));
  g_object_get (stream->life, "paused", &paused, NULL);
  g_assert_true (paused);
  stream_free (stream);
}

static void
test_a_step_and_a_rule_take_effect_together (void)
{
  Stream *stream = stream_play (soup_stream ("paused=true", "30/1"));
  GstSample *sample;
  guint64 generation;

  gst_sample_unref (stream_pull (stream));
  stream_set_state (stream, GST_STATE_PAUSED);
  g_bytes_unref (sought_cells (stream, 10));
  g_assert_true (act (stream, "step"));
  g_object_set (stream->life, "rule", "B36/S23", NULL);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 20, -1);
  sample = stream_preroll (stream);
  generation = buffer_generation (gst_sample_get_buffer (sample));
  gst_sample_unref (sample);
  g_assert_cmpuint (generation, ==, 1);
  stream_free (stream);
}

/* A step is an entry of the time line: seeks pass it. */
static void
test_seeks_pass_single_steps (void)
{
  Stream *stream = stream_play (soup_stream ("paused=true", "30/1"));
  GstSample *sample;

  gst_sample_unref (stream_pull (stream));
  stream_set_state (stream, GST_STATE_PAUSED);
  g_bytes_unref (sought_cells (stream, 10));
  g_assert_true (act (stream, "step"));
  g_assert_true (act (stream, "step"));
  g_bytes_unref (sought_cells (stream, 20));
  g_assert_true (act (stream, "step"));
  for (guint i = 0; i < 30; i++) {
    const guint number = (i * 11 + 25) % 30;
    guint64 generation;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
    sample = stream_preroll (stream);
    generation = buffer_generation (gst_sample_get_buffer (sample));
    gst_sample_unref (sample);
    g_assert_cmpuint (generation, ==, number <= 10 ? 0 : number <= 20 ? 2 : 3);
  }
  stream_free (stream);
}

static void
test_what_cannot_be_drawn_warns (void)
{
  Stream *stream = gray_stream ("", 24, 20);

  g_assert_false (draw (stream, 0, 0, 1, 1, 1));
  stream_assert_warned (stream, "no world yet");
  g_assert_false (act (stream, "undo"));
  stream_assert_warned (stream, "no world yet");
  g_assert_false (act (stream, "step"));
  stream_assert_warned (stream, "no world yet");
  g_assert_false (act (stream, "next-soup"));
  stream_assert_warned (stream, "no world yet");
  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_false (draw (stream, 0, 0, 1, 1, 2));
  stream_assert_warned (stream, "states 0 to 1");
  stream_free (stream);
}

/* More edits than are kept: the oldest cannot be undone, all others can. */
static void
test_many_edits_are_kept_within_bounds (void)
{
  Stream *stream = gray_stream ("rule=B/S012345678 density=0", 24, 20);
  guint undone = 0;

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < 100; i++)
    g_assert_true (draw (stream, i % 24, i / 24, i % 24, i / 24, 1));
  while (act (stream, "undo"))
    undone++;
  g_assert_cmpuint (undone, ==, 64);
  stream_assert_warned (stream, "not kept");
  stream_free (stream);
}

#define TEST(name) g_test_add_func ("/undo/" #name, test_##name)

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  TEST (lines_are_drawn_and_undone_one_by_one);
  TEST (every_edit_of_cells_can_be_undone);
  TEST (the_generation_counts_on_after_an_undo);
  TEST (seeks_pass_edits_and_undos_again);
  TEST (a_step_shows_the_next_generation_and_pauses);
  TEST (a_step_and_a_rule_take_effect_together);
  TEST (seeks_pass_single_steps);
  TEST (what_cannot_be_drawn_warns);
  TEST (many_edits_are_kept_within_bounds);
  return g_test_run ();
}
