/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Allocations that fail, each in its turn, while an element starts, plays, is edited, seeks
 * and stops: there is an error message, or the frames are those of a run without the edits
 * that were refused; and when memory is back the same element plays them all. With TEST_CUDA, calls of the CUDA
 * driver fail instead. */
#include "tests/support/elements/element.h"

#include "tests/support/elements/faults.h"
#include "tests/support/help.h"

#ifdef TEST_CUDA
#include "tests/support/worlds/cuda.h"

#define PATH "/cuda-faults/"
#define ENGINE "engine=cuda "
/* All of the first calls, and fewer and fewer of those that come again with every frame;
 * with LIFE_FAULTS=all each. */
#define NEXT(nth) ((nth) + 1 + (g_getenv ("LIFE_FAULTS") ? 0 : (nth) / 64))
#else
#define PATH "/faults/"
#define ENGINE
#define NEXT(nth) ((nth) + 1)
#endif

#define SMALL " ! video/x-raw,format=GRAY8,width=32,height=24,framerate=30/1"
#define SOURCE(properties) \
  "lifesrc name=life num-buffers=8 threads=2 " ENGINE properties SMALL
#define PICTURES                                  \
  "videotestsrc num-buffers=8 pattern=ball" SMALL \
  " ! lifestep name=life threads=2 " ENGINE
#define CUBE "world-width=12 world-height=10 world-depth=9 "

typedef struct {
  const gchar *name;
  const gchar *line; /* '@' is a folder */
  gboolean is_filter;
} Case;

static const Case cases[] = {
  { "bytes", SOURCE ("kernel=naive rule=B2/S345/4 zoom=1") },
  { "larger", SOURCE ("rule=R2,C2,S6..9,B7..8 zoom=1") },
  { "bits-2d", SOURCE ("kernel=bitsliced zoom=2") },
  { "bits-3d", SOURCE ("rule=B6/S567 " CUBE "view=slice") },
  { "sparse", SOURCE ("topology=unbounded kernel=sparse pattern=gosper-gun") },
#ifndef TEST_CUDA
  { "hashlife", SOURCE ("topology=unbounded kernel=hashlife pattern=gosper-gun "
                        "memory-limit=4194304") },
#endif
  { "density", SOURCE ("zoom=0.25 color-mode=density") },
  { "age", SOURCE ("zoom=1 color-mode=age-trail") },
  { "unbounded-age", SOURCE ("topology=unbounded kernel=sparse "
                             "pattern=r-pentomino color-mode=age-trail") },
  { "volume", SOURCE ("rule=B6/S567 " CUBE "view=volume") },
  { "xray", SOURCE ("rule=B6/S567 " CUBE "view=xray") },
  { "projection", SOURCE ("rule=B6/S567 " CUBE "view=projection") },
  { "montage", SOURCE ("rule=B6/S567 " CUBE "view=montage") },
  { "spacetime", SOURCE ("world-width=12 world-height=9 view=spacetime "
                         "history=5") },
  { "caption", SOURCE ("caption=counter+graph") },
  { "crossfade", SOURCE ("generations-rate=1/3 crossfade=true zoom=3") },
  { "turned", SOURCE ("zoom=1.5 rotation=30 grid=1") },
  { "camera", SOURCE ("pattern=glider camera=fit") },
  { "stagnation", SOURCE ("pattern=glider zoom=1 stagnation=message "
                          "stagnation-frames=2") },
  { "checkpoints", SOURCE ("zoom=1 checkpoint-location=@ "
                           "checkpoint-generations=2") },
  { "first", PICTURES "input=first" SMALL, TRUE },
  { "motion", PICTURES "input=motion output=overlay", TRUE },
#ifdef TEST_WORDS
  { "text", SOURCE ("text=Life text-font=\"Sans 8\"") },
#endif
#ifdef TEST_SOUND
  { "sound",
      "audiotestsrc num-buffers=12 wave=ticks ! lifevis name=life "
      "threads=2 " ENGINE SMALL,
      TRUE },
#endif
};

/* Edits in the first frame: bits of a set. */
#define EDITS 6
#define ALL_EDITS ((1u << EDITS) - 1)

typedef struct {
  const Case *spec;
  GstElement *pipeline, *life, *sink;
  GstBus *bus;
  gchar *frames[1 << EDITS]; /* of a run in which nothing fails, by its edits */
} Trial;

/* --- One run --- */

/* Takes the first error, if there is one; later ones follow from it. A change of state
 * fails a moment before the message of that is on the bus. */
static gchar *
pull_error (Trial *trial, gboolean expected)
{
  g_autoptr (GstMessage) message = gst_bus_timed_pop_filtered (
      trial->bus, expected ? TEST_TIMEOUT : 0, GST_MESSAGE_ERROR);
  g_autoptr (GError) error = NULL;

  if (!message)
    return NULL;
  gst_message_parse_error (message, &error, NULL);
  g_assert_cmpstr (error->message, !=, "");
  return g_strdup (error->message);
}

static gboolean
has_failed (Trial *trial)
{
  GstMessage *message = gst_bus_peek (trial->bus);

  while (message && GST_MESSAGE_TYPE (message) != GST_MESSAGE_ERROR) {
    gst_message_unref (message);
    gst_message_unref (gst_bus_pop (trial->bus));
    message = gst_bus_peek (trial->bus);
  }
  if (!message)
    return FALSE;
  gst_message_unref (message);
  return TRUE;
}

/* Whether the state is reached. */
static gboolean
go (Trial *trial, GstState state)
{
  const gint64 end =
      g_get_monotonic_time () + (gint64) GST_TIME_AS_USECONDS (TEST_TIMEOUT);
  GstStateChangeReturn ret = gst_element_set_state (trial->pipeline, state);

  while (ret == GST_STATE_CHANGE_ASYNC && !has_failed (trial)) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    ret = gst_element_get_state (trial->pipeline, NULL, NULL, 20 * GST_MSECOND);
  }
  return ret == GST_STATE_CHANGE_SUCCESS && !has_failed (trial);
}

/* Adds the frames up to the end to @frames; FALSE where an error ends them. */
static gboolean
pull_frames (Trial *trial, GChecksum *frames)
{
  const gint64 end =
      g_get_monotonic_time () + (gint64) GST_TIME_AS_USECONDS (TEST_TIMEOUT);

  for (gboolean ended = FALSE; !has_failed (trial);) {
    g_autoptr (GstSample) sample = NULL;

    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_signal_emit_by_name (
        trial->sink, "try-pull-sample", 20 * GST_MSECOND, &sample);
    if (sample) {
      g_autoptr (GBytes) pixels = sample_pixels (sample);
      gsize size;
      const guint8 *data = g_bytes_get_data (pixels, &size);

      g_checksum_update (frames, data, (gssize) size);
      continue;
    }
    g_object_get (trial->sink, "eos", &ended, NULL);
    if (ended)
      return TRUE;
  }
  return FALSE;
}

/* Edit number @i in the frame that a paused stream shows; whether it was done. */
static gboolean
edit (GstElement *life, guint i)
{
  static const gchar *const plain[] = { "next-soup", "clear", "undo" };
  gboolean done = FALSE;

  if (i == 0)
    g_signal_emit_by_name (life, "draw-line", (gint64) 1, (gint64) 2,
        (gint64) 8, (gint64) 2, (gint64) 0, 1u, &done);
  else if (i == 1)
    g_signal_emit_by_name (life, "paste", "bo$2bo$3o!", 2, 3, 0, &done);
  else if (i == 2)
    g_signal_emit_by_name (life, "load", "2o$2o!", &done);
  else
    g_signal_emit_by_name (life, plain[i - 3], &done);
  return done;
}

static gboolean
seek (Trial *trial)
{
  return gst_element_seek_simple (trial->pipeline, GST_FORMAT_TIME,
             GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, GST_SECOND / 10)
         && go (trial, GST_STATE_PAUSED);
}

/* Starts, edits, plays, seeks, plays. *@edits: those that are wanted, then those that were
 * done. NULL where an error ended it. */
static gchar *
run (Trial *trial, guint *edits)
{
  g_autoptr (GChecksum) frames = g_checksum_new (G_CHECKSUM_SHA256);
  gboolean done = go (trial, GST_STATE_PAUSED);
  const guint requested = done ? *edits : 0;
  gchar *sum = NULL;

  *edits = 0;
  for (guint i = 0; i < EDITS; i++)
    if (requested & 1u << i)
      *edits |= (guint) edit (trial->life, i) << i;
  done = done && go (trial, GST_STATE_PLAYING) && pull_frames (trial, frames);
  if (!trial->spec->is_filter)
    done = done && go (trial, GST_STATE_PAUSED) && seek (trial)
           && go (trial, GST_STATE_PLAYING) && pull_frames (trial, frames);
  if (done)
    sum = g_strdup (g_checksum_get_string (frames));
  return sum;
}

static void
stop (Trial *trial)
{
  g_assert_cmpint (gst_element_set_state (trial->pipeline, GST_STATE_NULL), ==,
      GST_STATE_CHANGE_SUCCESS);
}

/* --- Each in its turn --- */

/* The frames of a run in which nothing fails, and these edits are done. */
static const gchar *
frames_with (Trial *trial, guint edits)
{
  gchar **frames = &trial->frames[edits];
  guint done = edits;

  if (!*frames) {
    *frames = run (trial, &done);
    g_assert_nonnull (*frames);
    g_assert_cmpuint (done, ==, edits);
    stop (trial);
  }
  return *frames;
}

static guint
all_edits (const Trial *trial)
{
  return trial->spec->is_filter ? 0 : ALL_EDITS;
}

/* Allocation or call number @nth fails, an edit that is refused changes nothing; then
 * nothing fails. */
static void
fail_one (Trial *trial, guint nth, FaultsKind kind, guint *n_errors)
{
  guint edits = all_edits (trial), edits_again = edits;
  g_autofree gchar *sum = NULL;
  g_autofree gchar *again = NULL;
  g_autofree gchar *error = NULL;

  faults_begin (nth, kind);
  sum = run (trial, &edits);
  error = pull_error (trial, sum == NULL);
  stop (trial);
  faults_end ();
  g_test_message ("%s %s %u: %s: %s", trial->spec->name,
      kind == FAULTS_ONE ? "number" : "from", nth,
      faults_site () ? faults_site () : "none",
      error                        ? error
      : edits == all_edits (trial) ? "no error"
                                   : "refused");
  if (!sum && !error)
    fail ("%s: failure %u (%s) ends the stream without an error",
        trial->spec->name, nth, faults_site ());
  if (sum && !error && strcmp (sum, frames_with (trial, edits)) != 0)
    fail ("%s: failure %u (%s) changes frames (edits %x), without an error",
        trial->spec->name, nth, faults_site (), edits);
  *n_errors += error != NULL;
  again = run (trial, &edits_again);
  g_free (pull_error (trial, FALSE));
  stop (trial);
  if (g_strcmp0 (again, frames_with (trial, all_edits (trial))) != 0)
    fail ("%s: after failure %u (%s) it does not play as before",
        trial->spec->name, nth, faults_site ());
}

static void
open_trial (Trial *trial, const Case *spec, const gchar *folder)
{
  g_auto (GStrv) parts = g_strsplit (spec->line, "@", 2);
  g_autofree gchar *line = g_strjoinv (folder, parts);
  g_autofree gchar *whole =
      g_strconcat (line, " ! appsink name=sink sync=false max-buffers=1", NULL);
  GError *error = NULL;

  trial->spec = spec;
  trial->pipeline = gst_parse_launch (whole, &error);
  g_assert_no_error (error);
  trial->life = gst_bin_get_by_name (GST_BIN (trial->pipeline), "life");
  trial->sink = gst_bin_get_by_name (GST_BIN (trial->pipeline), "sink");
  trial->bus = gst_element_get_bus (trial->pipeline);
}

static void
test_failures_are_reported (gconstpointer data)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-faults-XXXXXX", NULL);
  guint n, n_errors = 0, edits;
  Trial trial = { 0 };

#ifdef TEST_CUDA
  if (skip_without_cuda ()) {
    remove_folder (folder);
    return;
  }
#endif
  open_trial (&trial, data, folder);
  /* On a GPU the first run waits for code to be compiled and loaded. */
  edits = all_edits (&trial);
  frames_with (&trial, edits);
  faults_begin (0, FAULTS_ONE);
  g_free (run (&trial, &edits));
  n = faults_end ();
  stop (&trial);
  for (guint nth = 1; nth <= n; nth = NEXT (nth))
    fail_one (&trial, nth, FAULTS_ONE, &n_errors);
  for (guint nth = 1; nth <= n; nth += MAX (n / 8, 1))
    fail_one (&trial, nth, FAULTS_ALL, &n_errors);
  g_test_message ("%s: %u failures, %u errors", trial.spec->name, n, n_errors);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n_errors, >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (trial.frames); i++)
    g_free (trial.frames[i]);
  gst_object_unref (trial.bus);
  gst_object_unref (trial.sink);
  gst_object_unref (trial.life);
  gst_object_unref (trial.pipeline);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *path = g_strconcat (PATH, cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_failures_are_reported);
  }
  return g_test_run ();
}
