/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits and seeks in lifesrc: an edit begins a new time line, and seeks past it show
 * it again. */
#include "tests/support/elements/element.h"

/* A paused stream of a soup, of which the first frames were played. */
static Stream *
played_soup (const gchar *properties, guint n, GPtrArray **frames)
{
  Stream *stream = stream_play (soup_stream (properties, "30/1"));

  *frames = play_frames (stream, n);
  stream_set_state (stream, GST_STATE_PAUSED);
  return stream;
}

/* Frame @number of @frames is now what is sought. */
static void
refresh_frame (Stream *stream, GPtrArray *frames, guint number)
{
  g_bytes_unref (frames->pdata[number]);
  frames->pdata[number] = stream_sought_pixels (stream, number);
}

/* Cells alone: the generations may be others than the frames' numbers. */
static void
check_seek (Stream *stream, GPtrArray *frames, guint number)
{
  g_autoptr (GBytes) pixels = stream_sought_pixels (stream, number);

  assert_same_pixels (pixels, frames->pdata[number], SOUP_WIDTH, "sought");
}

/* What is done at a frame, after frames were sought before it. */
typedef struct {
  guint frame;
  const gchar *rule, *pattern; /* either, after a clear where x is negative */
  gint x, y;
} Edit;

/* Plays on from the edited frame to 60, which @frames then holds, and reaches these by seeks. */
static void
check_edit (Stream *stream, GPtrArray *frames, const Edit *edit)
{
  assert_sought (stream, frames, edit->frame);
  if (edit->rule)
    g_object_set (stream->life, "rule", edit->rule, NULL);
  else
    g_assert_true (edit->x >= 0 || stream_act (stream, "clear"));
  if (edit->pattern)
    g_assert_true (
        stream_paste (stream, edit->pattern, ABS (edit->x), edit->y));
  stream_set_state (stream, GST_STATE_PLAYING);
  stream_skip (stream, 1);
  g_ptr_array_set_size (frames, (gint) edit->frame + 1);
  while (frames->len < 60)
    g_ptr_array_add (frames, stream_pull_pixels (stream));
  stream_set_state (stream, GST_STATE_PAUSED);
  refresh_frame (stream, frames, edit->frame);
  for (guint i = 0; i < 60; i++)
    assert_sought (stream, frames, (i * 29 + 7) % 60);
}

/* The second of three edits is later on the time line that the first one began; the third is before both, and
 * undoes them. WireWorld is run by another kernel, which loses the checkpoints of the old one. */
static void
test_edits_begin_new_time_lines (void)
{
  static const Edit edits[][3] = {
    { { 20, NULL, "30o!", 5, 15 }, { 37, NULL, "glider", -3, 3 },
        { 5, NULL, "20o!", 1, 1 } },
    { { 20, "B36/S125" }, { 40, "B3678/S34678" }, { 10, "B3/S23" } },
    { { 20, "WireWorld" }, { 40, "B36/S23" }, { 10, "WireWorld" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (edits); i++) {
    g_autoptr (GPtrArray) frames = NULL;
    g_autoptr (Stream) stream = played_soup ("", 60, &frames);

    assert_sought (stream, frames, 50);
    for (guint k = 0; k < 3; k++)
      check_edit (stream, frames, &edits[i][k]);
  }
}

/* Fails unless frame @number shows 30 live cells in the middle row. */
static void
expect_line_of_cells (Stream *stream, guint number)
{
  g_autoptr (GBytes) pixels = stream_sought_pixels (stream, number);
  const guint8 *row =
      (const guint8 *) g_bytes_get_data (pixels, NULL) + 15 * SOUP_WIDTH;

  for (guint x = 5; x < 35; x++)
    g_assert_cmpuint (row[x], ==, 255);
}

/* After a backward seek, every sixteenth frame is kept. A frame that was kept
 * before an edit of that very frame does not show the edit. */
static void
test_edit_of_a_stored_frame_is_there_again (void)
{
  static const gchar *const tempos[] = { "", "generations=7",
    "start-generation=90 generations=3" };

  for (guint i = 0; i < G_N_ELEMENTS (tempos); i++) {
    g_autoptr (GPtrArray) frames = NULL;
    g_autoptr (Stream) stream = played_soup (tempos[i], 60, &frames);

    check_seek (stream, frames, 50);
    check_seek (stream, frames, 10);
    check_seek (stream, frames, 32);
    g_assert_true (stream_paste (stream, "30o!", -1, 15));
    g_bytes_unref (stream_sought_pixels (stream, 55));
    expect_line_of_cells (stream, 32);
    expect_line_of_cells (stream, 32);
    check_seek (stream, frames, 31);
  }
}

static GstPadProbeReturn
set_rule_when_sought (
    GstPad *pad, GstPadProbeInfo *info, gpointer G_GNUC_UNUSED data)
{
  g_autoptr (GstElement) source = gst_pad_get_parent_element (pad);

  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_FLUSH_STOP)
    g_object_set (source, "rule", "B36/S125", NULL);
  return GST_PAD_PROBE_OK;
}

/* The source has left frame 20 when the rule is set, and did not yet begin 40. */
static void
test_rule_set_after_a_seek_applies_where_it_leads (void)
{
  g_autoptr (GPtrArray) frames = NULL;
  g_autoptr (Stream) stream = played_soup ("", 50, &frames);
  g_autoptr (GstPad) pad = gst_element_get_static_pad (stream->life, "src");
  g_autoptr (LifeWorld) reference =
      reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);
  gulong probe;

  assert_sought (stream, frames, 20);
  probe = gst_pad_add_probe (pad,
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH,
      set_rule_when_sought, NULL, NULL);
  assert_sought (stream, frames, 40);
  gst_pad_remove_probe (pad, probe);

  reference_step (reference, 40);
  reference_set_rule (reference, "B36/S125");
  for (guint number = 40; number < 43; number++) {
    g_autoptr (GstSample) sample = stream_sought (stream, number);

    assert_shows (sample, reference, "after the new rule");
    reference_step (reference, 1);
  }
  assert_sought (stream, frames, 30);
}

/* --- Edits that are taken back --- */

/* Goes to frame @number and edits it. */
static void
edit_at (Stream *stream, guint number, guint kind)
{
  const gint64 row = number % 20;
  const gint64 drawn[4] = { 1, 1 + row, 30, 3 }, erased[4] = { 0, 28, 38, row };
  const gint64 *line = kind == 0 ? drawn : erased;
  gboolean done;

  g_bytes_unref (stream_sought_pixels (stream, number));
  if (kind % 2 == 0)
    g_signal_emit_by_name (stream->life, "draw-line", line[0], line[1], line[2],
        line[3], G_GINT64_CONSTANT (0), kind == 0 ? 1 : 0, &done);
  else if (kind == 1)
    done = stream_act (stream, "next-soup");
  else
    done = stream_act (stream, "clear")
           && stream_paste (stream, "r-pentomino", 10, 10);
  g_assert_true (done);
}

static void
act_at (Stream *stream, guint number, const gchar *action)
{
  g_bytes_unref (stream_sought_pixels (stream, number));
  g_assert_true (stream_act (stream, action));
}

/* Edits, undos and redos at many frames; then seeks there and back show the same frames, however
 * reached. */
static void
test_seeks_pass_edits_undos_and_redos_again (void)
{
  g_autoptr (GPtrArray) frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (Stream) stream = soup_stream ("", "30/1");

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < 12; i++)
    edit_at (stream, 8 + 11 * i, i % 4);
  for (guint i = 0; i < 5; i++)
    act_at (stream, 135 + 7 * i, "undo");
  act_at (stream, 168, "redo");
  act_at (stream, 171, "redo");
  act_at (stream, 174, "undo");
  act_at (stream, 177, "redo");
  edit_at (stream, 180, 0);
  act_at (stream, 185, "undo");
  for (guint i = 0; i < 200; i++)
    g_ptr_array_add (frames, stream_sought_pixels (stream, i));
  for (guint i = 0; i < 200; i++)
    check_seek (stream, frames, (i * 77 + 13) % 200);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/edits/" #name, test_##name)
  TEST (edits_begin_new_time_lines);
  TEST (edit_of_a_stored_frame_is_there_again);
  TEST (rule_set_after_a_seek_applies_where_it_leads);
  TEST (seeks_pass_edits_undos_and_redos_again);
  return g_test_run ();
}
