/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of the way of a world to any frame, without any element: each frame is the same
 * however it was reached, and recorders see what they need. */
#include "plugin/timeline/crossfade.h"
#include "plugin/timeline/curve.h"
#include "plugin/timeline/edits.h"
#include "plugin/timeline/cell-history.h"
#include "plugin/timeline/seek.h"
#include "plugin/timeline/recorders.h"
#include "plugin/timeline/track.h"
#include "plugin/timeline/watch.h"

#include "life/world/world-private.h"
#include "tests/support/worlds/world.h"

#define TEST(name) g_test_add_func ("/timeline/" #name, test_##name)

#define SIDE 64
#define FRAMES 120

/* A recorder that writes down how it is called. */
typedef struct {
  guint64 lead; /* so many frames before the one that is shown are needed */
  guint started;
  guint64 first, next; /* frames that were recorded */
} Log;

/* A time line over a world, with all recorders. */
typedef struct {
  GstLifeTimeline line;
  GstLifeCurve curve;
  GstLifeWatch watch;
  GstLifeCellHistory history;
  GstLifeTrack track;
  GstLifeCrossfade crossfade;
  Log log;
  const gchar *start; /* a pattern in the middle; NULL: a soup */
  guint64 longest;    /* generations that are stepped at once; 0: all */
  guint64 last_slice, stepped, cancel_at; /* 0: nowhere */
  gint cancelled;
  guint restarts;
} Film;

/* --- The owner --- */

static gboolean
restart (gpointer owner, GError **error)
{
  Film *film = owner;
  LifeWorld *world = film->line.world;
  const gint64 position[3] = { SIDE / 2, SIDE / 2, 0 };
  g_autoptr (LifePattern) pattern = NULL;

  film->restarts++;
  if (!life_world_set_rule (world, film->line.rule, error)
      || !life_world_reset (world, error))
    return FALSE;
  if (!film->start)
    return life_world_soup (world, film->line.seed, 0.3, error);
  pattern = life_pattern_from_string (film->start, error);
  return pattern && life_world_paste (world, pattern, position, error);
}

static void
begin_steps (gpointer owner, guint64 generations)
{
}

static gboolean
slice (gpointer owner, guint64 *generations, GError **error)
{
  const Film *film = owner;

  if (film->longest > 0)
    *generations = MIN (*generations, film->longest);
  return TRUE;
}

static void
note_step (gpointer owner, guint64 generations, gboolean edits_follow)
{
  Film *film = owner;

  film->last_slice = generations;
  film->stepped += generations;
  if (film->stepped == film->cancel_at)
    film->cancelled = 1;
}

static gboolean
stops (gpointer owner, guint64 now, guint64 generation)
{
  return FALSE;
}

static gdouble
get_density (gpointer owner)
{
  return 0.3;
}

static void
ignore (gpointer owner)
{
}

static void
ignore_log (gpointer owner, gboolean warns, const gchar *format, ...)
{
}

static const GstLifeOwnerClass owner_class = {
  .restart = restart,
  .begin_steps = begin_steps,
  .slice = slice,
  .stepped = note_step,
  .stops = stops,
  .get_density = get_density,
  .edited = ignore,
  .reset_speed = ignore,
  .log = ignore_log,
};

static Film *
new_film (const gchar *start, const GstLifeTempo *tempo)
{
  const LifeGeometry geometry = { SIDE, SIDE, 1, LIFE_TOPOLOGY_TORUS };
  Film *film = g_new0 (Film, 1);
  GstLifeTimeline *line = &film->line;
  GError *error = NULL;

  film->start = start;
  gst_life_timeline_init (line);
  line->owner_class = &owner_class;
  line->owner = film;
  line->cancelled = &film->cancelled;
  line->rule = life_rule_parse ("B3/S23", 2, &error);
  g_assert_no_error (error);
  line->seed = line->last_seed = 7;
  line->soup = (LifeBox){ 0, 0, 0, SIDE, SIDE, 1 };
  line->world = new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  gst_life_timeline_set_recorder (
      line, GST_LIFE_RECORDER_CURVE, &gst_life_curve_class, &film->curve);
  gst_life_timeline_set_recorder (
      line, GST_LIFE_RECORDER_STAGNATION, &gst_life_watch_class, &film->watch);
  gst_life_timeline_set_recorder (line, GST_LIFE_RECORDER_HISTORY,
      &gst_life_cell_history_class, &film->history);
  gst_life_timeline_set_recorder (
      line, GST_LIFE_RECORDER_CAMERA, &gst_life_track_class, &film->track);
  gst_life_timeline_set_recorder (line, GST_LIFE_RECORDER_CROSSFADE,
      &gst_life_crossfade_class, &film->crossfade);
  gst_life_timeline_start (line, tempo, 0);
  g_assert_true (restart (film, NULL));
  film->restarts = 0;
  return film;
}

static void
free_film (Film *film)
{
  gst_life_watch_end (&film->watch);
  gst_life_timeline_finalize (&film->line);
  life_world_free (film->line.world);
  g_free (film);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Film, free_film)

static const GstLifeTempo each = { .generations = 1, .rate = { 0, 1 } };
static const GstLifeTempo thirds = { .generations = 1, .rate = { 1, 3 } };
static const GstLifeTempo tens = { .generations = 10, .rate = { 0, 1 } };

/* As elements do: what was begun is finished first. */
static void
show (Film *film, guint64 frame)
{
  GError *error = NULL;

  gst_life_recorders_settle (&film->line, &error);
  g_assert_no_error (error);
  gst_life_timeline_seek (&film->line, frame, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (film->line.frame, ==, frame);
}

static guint64
shown (Film *film, guint64 frame)
{
  show (film, frame);
  return checksum_of (film->line.world);
}

/* The checksums of the first frames, one after another; free with g_free(). */
static guint64 *
play (Film *film)
{
  guint64 *sums = g_new (guint64, FRAMES);

  for (guint64 frame = 0; frame < FRAMES; frame++)
    sums[frame] = shown (film, frame);
  return sums;
}

/* Goes forwards and back to the same frames. */
static void
check_seeks (Film *film, const guint64 *sums)
{
  for (guint i = 1; i < 60; i++) {
    const guint64 frame = i * 37 % FRAMES;

    g_assert_cmpuint (shown (film, frame), ==, sums[frame]);
  }
}

static void
edit (Film *film, GstLifeEdit edit)
{
  GError *error = NULL;
  gboolean waits;

  gst_life_timeline_edit (&film->line, &edit, &waits, &error);
  g_assert_no_error (error);
}

static void
draw_line (Film *film, gint64 row)
{
  edit (film, (GstLifeEdit){ GST_LIFE_EDIT_LINE, .undoable = TRUE,
                  .line = { { 0, row, 0 }, { SIDE - 1, row, 0 }, 1 } });
}

/* --- Frames --- */

static void
test_each_frame_is_the_same_however_it_was_reached (void)
{
  const GstLifeTempo *tempos[] = { &each, &thirds, &tens };

  for (guint i = 0; i < G_N_ELEMENTS (tempos); i++) {
    g_autoptr (Film) film = new_film (NULL, tempos[i]);
    g_autofree guint64 *sums = NULL;

    film->line.replayable = TRUE;
    sums = play (film);
    check_seeks (film, sums);
    g_assert_cmpuint (film->restarts, >, 0);
    g_assert_cmpuint (film->line.keyframes.stored->len, >, 0);
  }
}

static void
test_a_step_that_is_cancelled_goes_on (void)
{
  g_autoptr (Film) film = new_film (NULL, &tens);
  GError *error = NULL;
  const guint64 sum = shown (film, 9);

  show (film, 0);
  film->longest = 1;
  film->stepped = 0;
  film->cancel_at = 35;
  g_assert_false (gst_life_timeline_seek (&film->line, 9, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_cmpuint (life_world_get_generation (film->line.world), ==, 35);
  g_assert_false (film->line.cells_invalid);
  film->cancelled = 0;
  g_assert_cmpuint (shown (film, 9), ==, sum);
  g_assert_cmpuint (film->stepped, ==, 90);
}

static void
test_cells_that_are_invalid_come_back_if_frames_are_stored (void)
{
  g_autoptr (Film) film = new_film (NULL, &each);
  GError *error = NULL;
  const guint64 sum = shown (film, 30);

  show (film, 20);
  life_world_clear (film->line.world, &error);
  gst_life_timeline_invalidate (&film->line);
  g_assert_cmpuint (shown (film, 30), ==, sum);
  film->line.replayable = FALSE;
  gst_life_timeline_invalidate (&film->line);
  g_assert_false (gst_life_timeline_seek (&film->line, 31, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE);
  g_error_free (error);
}

static void
test_a_tempo_applies_from_its_frame_on (void)
{
  g_autoptr (Film) film = new_film (NULL, &each);
  g_autofree guint64 *sums = NULL;

  show (film, 40);
  g_assert_true (gst_life_timeline_set_tempo (&film->line, &tens, 0));
  show (film, 42);
  g_assert_cmpuint (life_world_get_generation (film->line.world), ==, 60);
  gst_life_timeline_set_tempo (&film->line, &each, 5);
  show (film, 44);
  g_assert_cmpuint (life_world_get_generation (film->line.world), ==, 67);
  sums = play (film);
  check_seeks (film, sums);
}

static void
test_the_next_generation_is_searched_up_to_the_last_frame (void)
{
  static const GstLifeTempo stopped = { .generations = 1, .paused = TRUE };
  g_autoptr (Film) film = new_film (NULL, &thirds);
  g_autoptr (Film) still = new_film (NULL, &stopped);

  for (guint64 target = 0; target < 9; target++) {
    g_assert_cmpuint (
        gst_life_timeline_next_generation (&film->line, 3, target), ==,
        MIN (target, 6));
    g_assert_cmpuint (gst_life_timeline_next_generation (
                          &still->line, 0, G_MAXUINT64 - target),
        ==, G_MAXUINT64 - target);
  }
}

/* --- Looking ahead --- */

/* An engine on the CPU steps at once, so that nothing is gained. */
static void
test_a_cpu_does_not_read_ahead (void)
{
  g_autoptr (Film) film = new_film (NULL, &each);

  show (film, 3);
  if (!life_world_is_step_deferred (film->line.world, 1)) {
    g_assert_false (gst_life_timeline_can_step_ahead (&film->line, 4));
    gst_life_timeline_step_ahead (&film->line, 4, NULL);
    gst_life_timeline_revert (&film->line);
  }
  g_assert_cmpuint (film->line.ahead, ==, GST_LIFE_AHEAD_NONE);
  g_assert_cmpuint (film->line.frame, ==, 3);
}

static gboolean
is_deferred (LifeEngine *engine, guint64 generations)
{
  return TRUE;
}

/* Lets any engine look ahead, as one on a GPU does. */
static void
defer_steps (Film *film, LifeEngineClass *klass)
{
  *klass = *film->line.world->klass;
  klass->is_step_deferred = is_deferred;
  film->line.world->klass = klass;
}

static void
record_all (Film *film)
{
  film->curve.requested = TRUE;
  film->track.requested = LIFE_COUNT_BOX | LIFE_COUNT_ACTIVITY;
  film->history.requested = GST_LIFE_HISTORY_AGES;
  gst_life_watch_start (
      &film->watch, GST_LIFE_STAGNATION_MESSAGE, 5, film->line.replayable);
}

/* A frame is counted as it is drawn. */
static void
count (Film *film)
{
  LifeStatistics statistics;
  GError *error = NULL;

  life_world_count (film->line.world,
      gst_life_track_draw (&film->track, &film->line), &statistics, &error);
  g_assert_no_error (error);
}

/* Steps ahead from each frame; two of three times that is reverted. */
static void
play_ahead (Film *film, const guint64 *sums)
{
  GError *error = NULL;

  for (guint64 frame = 0; frame + 1 < FRAMES; frame++) {
    g_assert_cmpuint (shown (film, frame), ==, sums[frame]);
    count (film);
    g_assert_true (gst_life_timeline_can_step_ahead (&film->line, frame + 1));
    gst_life_timeline_step_ahead (&film->line, frame + 1, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (film->line.ahead, ==, GST_LIFE_AHEAD_STEPPED);
    g_assert_cmpuint (film->line.frame, ==, frame + 1);
    g_assert_cmpuint (checksum_of (film->line.world), ==, sums[frame + 1]);
    if (frame % 3 == 0) {
      film->line.ahead = GST_LIFE_AHEAD_NONE;
      continue;
    }
    gst_life_timeline_revert (&film->line);
    g_assert_cmpuint (film->line.frame, ==, frame);
    g_assert_cmpuint (checksum_of (film->line.world), ==, sums[frame]);
  }
  show (film, FRAMES - 1);
}

static void
test_what_was_stepped_ahead_can_be_reverted (void)
{
  g_autoptr (Film) plain = new_film ("bo$2bo$3o!", &each);
  g_autoptr (Film) film = new_film ("bo$2bo$3o!", &each);
  GstLifeTrackedFrame expected[GST_LIFE_TRACK_FRAMES],
      got[GST_LIFE_TRACK_FRAMES];
  g_autofree guint64 *sums = NULL;
  LifeEngineClass klass;

  record_all (plain);
  record_all (film);
  sums = play (plain);
  defer_steps (film, &klass);
  play_ahead (film, sums);
  gst_life_track_get (&plain->track, &plain->line, expected, NULL);
  gst_life_track_get (&film->track, &film->line, got, NULL);
  for (guint i = 0; i < GST_LIFE_TRACK_FRAMES; i++) {
    g_assert_cmpint (expected[i].box.x, ==, got[i].box.x);
    g_assert_cmpint (expected[i].box.y, ==, got[i].box.y);
    g_assert_cmpuint (expected[i].activity.cells, ==, got[i].activity.cells);
  }
  for (guint i = 0; i + 1 < FRAMES; i++)
    g_assert_cmpuint (
        plain->curve.populations[i], ==, film->curve.populations[i]);
  g_assert_cmpuint (film->history.next, ==, plain->history.next);
  g_assert_cmpuint (film->watch.next, ==, plain->watch.next);
  g_assert_cmpuint (film->restarts, ==, 0);
}

/* The world may have another engine after a seek back. */
static gboolean
can_step_ahead (Film *film, guint64 frame)
{
  const LifeEngineClass *own = film->line.world->klass;
  LifeEngineClass klass;
  gboolean can;

  defer_steps (film, &klass);
  can = gst_life_timeline_can_step_ahead (&film->line, frame);
  film->line.world->klass = own;
  return can;
}

static void
test_nothing_lies_in_between_ahead (void)
{
  g_autoptr (Film) film = new_film (NULL, &each);

  show (film, 6);
  g_assert_true (can_step_ahead (film, 9));
  /* Of frames that are recorded one can be reverted. */
  film->history.requested = GST_LIFE_HISTORY_AGES;
  show (film, 7);
  g_assert_false (can_step_ahead (film, 9));
  g_assert_true (can_step_ahead (film, 8));
  film->history.requested = GST_LIFE_HISTORY_NONE;
  /* Drawing a frame that fades moves the world. */
  film->crossfade.requested = TRUE;
  show (film, 8);
  g_assert_false (can_step_ahead (film, 9));
  film->crossfade.requested = FALSE;
  /* An edit follows, after a seek back. */
  show (film, 20);
  draw_line (film, 3);
  show (film, 10);
  g_assert_false (can_step_ahead (film, 11));
}

/* --- Edits --- */

static void
test_edits_are_done_again (void)
{
  g_autoptr (Film) film = new_film (NULL, &each);
  g_autofree guint64 *sums = NULL;
  guint64 plain;

  plain = shown (film, 50);
  show (film, 20);
  draw_line (film, 5);
  show (film, 30);
  edit (film, (GstLifeEdit){ GST_LIFE_EDIT_SOUP, .seed = 99 });
  show (film, 40);
  edit (film, (GstLifeEdit){ GST_LIFE_EDIT_RULE,
                  .rule = life_rule_parse ("B36/S23", 2, NULL) });
  sums = play (film);
  g_assert_cmpuint (sums[50], !=, plain);
  check_seeks (film, sums);
}

static void
test_a_new_edit_drops_those_beyond_it (void)
{
  g_autoptr (Film) film = new_film (NULL, &each);
  guint64 sum;

  show (film, 10);
  draw_line (film, 3);
  sum = shown (film, 40);
  show (film, 30);
  draw_line (film, 40);
  g_assert_cmpuint (shown (film, 40), !=, sum);
  show (film, 20);
  draw_line (film, 20);
  g_assert_cmpuint (film->line.edits->len, ==, 2);
  g_assert_false (gst_life_timeline_has_edits_after (&film->line, 20));
}

/* Undoes or redoes; FALSE if there is nothing to be. */
static gboolean
go_back (Film *film, GstLifeEditKind kind)
{
  GstLifeEdit back = { kind, .undoable = TRUE };
  GError *error = NULL;

  if (gst_life_undo_find (&film->line, &back, &error)) {
    edit (film, back);
    return TRUE;
  }
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
  g_error_free (error);
  return FALSE;
}

static void
test_undo_restores_cells_and_is_an_edit_itself (void)
{
  g_autoptr (Film) film = new_film (NULL, &each);
  g_autofree guint64 *sums = NULL;
  guint64 sum;

  sum = shown (film, 15);
  draw_line (film, 30);
  g_assert_cmpuint (checksum_of (film->line.world), !=, sum);
  g_assert_true (go_back (film, GST_LIFE_EDIT_UNDO));
  g_assert_cmpuint (checksum_of (film->line.world), ==, sum);
  g_assert_false (go_back (film, GST_LIFE_EDIT_UNDO));
  sums = play (film);
  g_assert_cmpuint (sums[15], ==, sum);
  check_seeks (film, sums);
}

/* Three edits, each undone and redone in turn at frames of their own: cells are those before and
 * after each edit, and seeks pass all of that again. */
static void
test_redo_undoes_the_last_undo (void)
{
  for (guint live = 0; live < 2; live++) {
    g_autoptr (Film) film = new_film (NULL, &each);
    g_autofree guint64 *sums = NULL;
    guint64 after[4];

    film->line.replayable = !live;
    after[0] = shown (film, 15);
    for (guint i = 1; i < 4; i++) {
      draw_line (film, 10 * i);
      after[i] = checksum_of (film->line.world);
    }
    g_assert_false (go_back (film, GST_LIFE_EDIT_REDO));
    for (guint round = 0; round < 2; round++) {
      for (guint i = 3; i > 0; i--) {
        g_assert_true (go_back (film, GST_LIFE_EDIT_UNDO));
        g_assert_cmpuint (checksum_of (film->line.world), ==, after[i - 1]);
      }
      g_assert_false (go_back (film, GST_LIFE_EDIT_UNDO));
      for (guint i = 1; i < 4; i++) {
        show (film, 15 + 9 * round);
        g_assert_true (go_back (film, GST_LIFE_EDIT_REDO));
        g_assert_cmpuint (checksum_of (film->line.world), ==, after[i]);
      }
      g_assert_false (go_back (film, GST_LIFE_EDIT_REDO));
      show (film, 15 + 9 * round);
    }
    if (live)
      continue;
    sums = play (film);
    g_assert_cmpuint (sums[15], ==, after[0]);
    g_assert_cmpuint (sums[24], ==, after[3]);
    check_seeks (film, sums);
  }
}

static void
test_new_cells_end_what_can_be_redone (void)
{
  for (guint live = 0; live < 2; live++) {
    g_autoptr (Film) film = new_film (NULL, &each);
    guint64 sum;

    film->line.replayable = !live;
    show (film, 15);
    draw_line (film, 10);
    draw_line (film, 20);
    g_assert_true (go_back (film, GST_LIFE_EDIT_UNDO));
    draw_line (film, 30);
    g_assert_false (go_back (film, GST_LIFE_EDIT_REDO));
    sum = checksum_of (film->line.world);
    g_assert_true (go_back (film, GST_LIFE_EDIT_UNDO));
    g_assert_true (go_back (film, GST_LIFE_EDIT_REDO));
    g_assert_cmpuint (checksum_of (film->line.world), ==, sum);
    g_assert_false (go_back (film, GST_LIFE_EDIT_REDO));
    for (guint i = 0; i < 2; i++)
      g_assert_true (go_back (film, GST_LIFE_EDIT_UNDO));
    g_assert_false (go_back (film, GST_LIFE_EDIT_UNDO));
  }
}

/* --- Recorders --- */

static guint64
log_start (gpointer self, const GstLifeTimeline *line, guint64 frame)
{
  const Log *log = self;

  return frame - MIN (frame, log->lead);
}

static gboolean
log_leads_to (gpointer self, const GstLifeTimeline *line, guint64 frame)
{
  const Log *log = self;

  return log->started > 0 && frame >= line->frame && log->next == line->frame;
}

static gboolean
log_begin (gpointer self, GstLifeTimeline *line, GError **error)
{
  Log *log = self;

  log->started++;
  log->first = log->next = line->frame;
  return TRUE;
}

static guint64
log_next_stop (
    gpointer self, const GstLifeTimeline *line, guint64 from, guint64 to)
{
  return from + 1;
}

static gboolean
log_leave (gpointer self, GstLifeTimeline *line, guint64 next, GError **error)
{
  Log *log = self;

  if (line->frame == log->next)
    log->next = next;
  return TRUE;
}

static gboolean
log_is_active (gconstpointer self)
{
  return TRUE;
}

static const GstLifeRecorderClass log_class = {
  .is_active = log_is_active,
  .get_start = log_start,
  .leads_to = log_leads_to,
  .begin = log_begin,
  .next_stop = log_next_stop,
  .leave = log_leave,
};

static void
test_a_recorder_sees_each_frame_from_its_start (void)
{
  g_autoptr (Film) film = new_film (NULL, &each);
  Log *log = &film->log;

  log->lead = 25;
  gst_life_timeline_set_recorder (
      &film->line, GST_LIFE_RECORDER_HISTORY, &log_class, log);
  show (film, 100);
  g_assert_cmpuint (log->first, ==, 75);
  g_assert_cmpuint (log->next, ==, 100);
  /* It leads on, also over some frames, but not back or far away. */
  show (film, 101);
  show (film, 110);
  g_assert_cmpuint (log->started, ==, 1);
  g_assert_cmpuint (log->next, ==, 110);
  show (film, 50);
  g_assert_cmpuint (log->started, ==, 2);
  g_assert_cmpuint (log->first, ==, 25);
  show (film, 300);
  g_assert_cmpuint (log->started, ==, 3);
  g_assert_cmpuint (log->first, ==, 275);
  g_assert_cmpuint (log->next, ==, 300);
}

static void
test_the_earliest_start_wins (void)
{
  g_autoptr (Film) film = new_film (NULL, &each);
  Log *log = &film->log;

  log->lead = 5;
  gst_life_timeline_set_recorder (
      &film->line, GST_LIFE_RECORDER_CURVE, &log_class, log);
  film->track.requested = LIFE_COUNT_BOX;
  show (film, 100);
  g_assert_cmpuint (log->first, ==, 100 - GST_LIFE_TRACK_FRAMES);
  g_assert_cmpuint (film->track.first, ==, 100 - GST_LIFE_TRACK_FRAMES);
  g_assert_cmpuint (film->track.next, ==, 100);
}

static void
test_the_curve_follows_from_the_frame (void)
{
  g_autoptr (Film) film = new_film (NULL, &each);
  guint64 populations[FRAMES], curve[GST_LIFE_CURVE_FRAMES];
  const guint64 targets[] = { 100, 40, 119, 3 };

  for (guint frame = 0; frame < FRAMES; frame++) {
    show (film, frame);
    populations[frame] = statistics_of (film->line.world).population;
  }
  film->curve.requested = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++) {
    show (film, targets[i]);
    gst_life_curve_record (
        &film->curve, targets[i], statistics_of (film->line.world).population);
    gst_life_curve_get (&film->curve, targets[i], curve);
    for (guint back = 0; back <= targets[i]; back++)
      g_assert_cmpuint (curve[GST_LIFE_CURVE_FRAMES - 1 - back], ==,
          populations[targets[i] - back]);
    g_assert_cmpuint (
        curve[GST_LIFE_CURVE_FRAMES - 2 - targets[i]], ==, G_MAXUINT64);
  }
}

static void
test_cameras_see_the_same_boxes_after_a_seek (void)
{
  g_autoptr (Film) film = new_film ("bo$2bo$3o!", &tens);
  GstLifeTrackedFrame there[GST_LIFE_TRACK_FRAMES], back[GST_LIFE_TRACK_FRAMES];
  GError *error = NULL;

  film->track.requested = LIFE_COUNT_BOX | LIFE_COUNT_ACTIVITY;
  for (guint64 frame = 0; frame <= 80; frame++) {
    show (film, frame);
    /* What the last generation changed is activity. */
    if (frame > 0)
      g_assert_cmpuint (film->last_slice, ==, 1);
  }
  g_assert_cmpuint (
      gst_life_track_get (&film->track, &film->line, there, &error), ==,
      GST_LIFE_TRACK_FRAMES);
  show (film, 10);
  show (film, 80);
  g_assert_cmpuint (
      gst_life_track_get (&film->track, &film->line, back, &error), ==,
      GST_LIFE_TRACK_FRAMES);
  g_assert_no_error (error);
  for (guint i = 0; i < GST_LIFE_TRACK_FRAMES; i++) {
    g_assert_cmpint (there[i].box.x, ==, back[i].box.x);
    g_assert_cmpuint (there[i].activity.cells, ==, back[i].activity.cells);
  }
}

/* The curve begins earlier than the camera, whose sights of those frames are overwritten. */
static void
test_cameras_begin_anew_where_the_curve_does (void)
{
  g_autoptr (Film) film = new_film ("bo$2bo$3o!", &each);
  gint64 positions[FRAMES];
  GstLifeTrackedFrame sights[GST_LIFE_TRACK_FRAMES];

  film->track.requested = LIFE_COUNT_BOX;
  film->curve.requested = TRUE;
  for (guint64 frame = 0; frame < FRAMES; frame++) {
    LifeStatistics statistics;

    show (film, frame);
    g_assert_true (
        life_world_count (film->line.world, LIFE_COUNT_BOX, &statistics, NULL));
    positions[frame] = statistics.box.x;
  }
  show (film, 300);
  show (film, 41);
  g_assert_cmpuint (
      gst_life_track_get (&film->track, &film->line, sights, NULL), ==, 41);
  for (guint frame = 0; frame < 41; frame++)
    g_assert_cmpint (sights[frame].box.x, ==, positions[frame]);
}

static void
test_the_frame_that_fades_out_is_stored_in_between (void)
{
  g_autoptr (Film) film = new_film (NULL, &thirds);
  const guint64 targets[] = { 4, 49, 19, 100 };

  film->crossfade.requested = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++) {
    const guint64 previous =
        gst_life_timeline_since (&film->line, targets[i]) - 1;

    show (film, targets[i]);
    g_assert_true (gst_life_timeline_has_previous (&film->line, previous));
  }
  /* Where cells look back no frame fades. */
  film->crossfade.suspended = TRUE;
  show (film, 79);
  g_assert_false (gst_life_timeline_has_previous (
      &film->line, gst_life_timeline_since (&film->line, 79) - 1));
}

static void
test_a_world_that_repeats_itself_begins_anew_at_the_same_frame (void)
{
  g_autoptr (Film) film = new_film ("3o!", &each);
  g_autofree guint64 *sums = NULL;
  g_autoptr (GArray) found = NULL;

  gst_life_watch_start (
      &film->watch, GST_LIFE_STAGNATION_RESEED, 10, film->line.replayable);
  sums = play (film);
  g_assert_cmpuint (film->line.edits->len, ==, 1);
  g_assert_cmpuint (film->line.last_seed, ==, film->line.seed + 1);
  found = gst_life_watch_steal_found (&film->watch);
  g_assert_nonnull (found);
  g_assert_cmpuint (g_array_index (found, GstLifePeriodFound, 0).period, ==, 2);
  check_seeks (film, sums);
  g_assert_cmpuint (film->line.edits->len, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (each_frame_is_the_same_however_it_was_reached);
  TEST (a_step_that_is_cancelled_goes_on);
  TEST (cells_that_are_invalid_come_back_if_frames_are_stored);
  TEST (a_tempo_applies_from_its_frame_on);
  TEST (the_next_generation_is_searched_up_to_the_last_frame);
  TEST (a_cpu_does_not_read_ahead);
  TEST (what_was_stepped_ahead_can_be_reverted);
  TEST (nothing_lies_in_between_ahead);
  TEST (edits_are_done_again);
  TEST (a_new_edit_drops_those_beyond_it);
  TEST (undo_restores_cells_and_is_an_edit_itself);
  TEST (redo_undoes_the_last_undo);
  TEST (new_cells_end_what_can_be_redone);
  TEST (a_recorder_sees_each_frame_from_its_start);
  TEST (the_earliest_start_wins);
  TEST (the_curve_follows_from_the_frame);
  TEST (cameras_see_the_same_boxes_after_a_seek);
  TEST (cameras_begin_anew_where_the_curve_does);
  TEST (the_frame_that_fades_out_is_stored_in_between);
  TEST (a_world_that_repeats_itself_begins_anew_at_the_same_frame);
  return g_test_run ();
}
