/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Scripts of what is done to an element; see the header. */
#include "tests/support/elements/steps.h"

#include <stdio.h>
#include <string.h>

#include <life/checkpoint.h>

#include "tests/support/elements/pointer.h"

/* A script that is played; @what says where it is, for messages. */
typedef struct {
  Stream *stream;
  LifeWorld *reference;
  GstSample *sample, *previous; /* the last frame, and the one before it */
  guint width, height;
  TestFolder *folder;
  gchar *saved;
  gchar *what;
} Play;

static gdouble
number (const gchar *text)
{
  gchar *end;
  const gdouble value = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0')
    g_error ("\"%s\" is no number", text);
  return value;
}

/* --- Streams --- */

/* Where a part of the line is "40x30", it stands for frames of that size, of which the last are the stream's. */
static gboolean
do_open (Play *play, gchar **args)
{
  g_auto (GStrv) parts = g_strsplit (args[0], " ! ", -1);
  g_autofree gchar *whole = NULL;

  for (guint i = 0; parts[i]; i++) {
    if (sscanf (parts[i], "%ux%u", &play->width, &play->height) != 2)
      continue;
    g_free (parts[i]);
    parts[i] = g_strdup_printf ("video/x-raw,format=GRAY8,width=%u,height=%u,"
                                "framerate=30/1",
        play->width, play->height);
  }
  whole = g_strjoinv (" ! ", parts);
  g_clear_pointer (&play->stream, stream_free);
  play->stream = stream_new ("%s", whole);
  return TRUE;
}

static gboolean
do_state (Play *play, gchar **args)
{
  static const gchar *const names[] = { "null", "ready", "pause", "play" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (args[-1], names[i]) == 0)
      stream_set_state (play->stream, GST_STATE_NULL + i);
  return TRUE;
}

static gboolean
do_end (Play *play, gchar **args)
{
  stream_expect_end (play->stream);
  return TRUE;
}

static gboolean
do_fails (Play *play, gchar **args)
{
  stream_assert_fails (play->stream, args[0]);
  return TRUE;
}

/* Whether a checkpoint is in the script's folder, which is of that generation. */
static gboolean
do_checkpoint (Play *play, gchar **args)
{
  g_autoptr (LifeCheckpoint) checkpoint =
      life_checkpoint_load (play->folder, NULL);

  if (checkpoint && args[0])
    g_assert_cmpuint (life_checkpoint_get_generation (checkpoint), ==,
        (guint64) number (args[0]));
  return checkpoint != NULL;
}

/* --- What the element is and shows --- */

static gchar *
text_of (const GValue *value)
{
  return G_VALUE_HOLDS_STRING (value) ? g_value_dup_string (value)
                                      : gst_value_serialize (value);
}

static gchar *
property_text (Play *play, const gchar *name)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_object_get_property (G_OBJECT (play->stream->life), name, &value);
  return text_of (&value);
}

/* A pixel "X,Y", or a field of the frame's GstLifeMeta. */
static gchar *
frame_text (GstSample *sample, const gchar *name)
{
  const gchar *comma = strchr (name, ',');
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  const GValue *value;

  if (comma)
    return g_strdup_printf (
        "%u", pixel_of (sample, atoi (name), atoi (comma + 1)));
  value = gst_structure_get_value (buffer_life (buffer), name);
  return value ? text_of (value) : g_strdup ("none");
}

/* Whether the last frame shows the same as the one before it. */
static void
compare_frames (Play *play, gboolean same)
{
  g_autoptr (GBytes) got = sample_pixels (play->sample);
  g_autoptr (GBytes) expected = sample_pixels (play->previous);

  if (same)
    assert_same_pixels (got, expected, play->width, play->what);
  else if (g_bytes_equal (got, expected))
    g_error ("%s: it looks as before", play->what);
}

static void
expect (Play *play, const gchar *condition)
{
  const gsize length = strcspn (condition, "=<>");
  const gchar relation = condition[length];
  g_autofree gchar *name = g_strndup (condition, length);
  g_autofree gchar *got = NULL, *requested = NULL;
  gboolean fulfilled;

  if (strcmp (condition, "shows") == 0) {
    assert_shows (play->sample, play->reference, play->what);
    return;
  }
  if (strcmp (condition, "same") == 0 || strcmp (condition, "other") == 0) {
    compare_frames (play, condition[0] == 's');
    return;
  }
  if (relation == '\0')
    g_error ("%s: \"%s\" is no condition", play->what, condition);
  got = frame_text (play->sample, name);
  requested = strcmp (condition + length + 1, "last") == 0
                  ? frame_text (play->previous, name)
                  : g_strdup (condition + length + 1);
  if (relation == '=')
    fulfilled = strcmp (got, requested) == 0;
  else if (relation == '<')
    fulfilled = number (got) < number (requested);
  else
    fulfilled = number (got) > number (requested);
  if (!fulfilled)
    g_error ("%s: %s is %s", play->what, name, got);
}

/* --- Frames --- */

/* Takes over @sample, which has to be as the rest of the step says. */
static gboolean
show (Play *play, GstSample *sample, gchar **conditions)
{
  g_clear_pointer (&play->previous, gst_sample_unref);
  play->previous = play->sample;
  play->sample = sample;
  for (; *conditions; conditions++)
    expect (play, *conditions);
  return TRUE;
}

static gboolean
do_pull (Play *play, gchar **args)
{
  const gboolean counts =
      args[0] && g_ascii_isdigit (args[0][0]) && !strpbrk (args[0], ",=<>");

  if (counts)
    stream_skip (play->stream, (guint) number (args[0]) - 1);
  return show (play, stream_pull (play->stream), args + counts);
}

static gboolean
do_next (Play *play, gchar **args)
{
  return show (play, pull_next_made (play->stream), args);
}

static gboolean
do_seek (Play *play, gchar **args)
{
  return show (
      play, stream_sought (play->stream, (guint64) number (args[0])), args + 1);
}

static gboolean
do_start (Play *play, gchar **args)
{
  stream_play (play->stream);
  return do_pull (play, args);
}

/* --- Properties and messages --- */

/* Without a value, a text is unset. */
static gboolean
do_set (Play *play, gchar **args)
{
  if (!args[1])
    g_object_set (play->stream->life, args[0], NULL, NULL);
  else
    gst_util_set_object_arg (G_OBJECT (play->stream->life), args[0], args[1]);
  return TRUE;
}

static gboolean
do_get (Play *play, gchar **args)
{
  g_autofree gchar *got = property_text (play, args[0]);

  if (g_strcmp0 (got, args[1]) != 0)
    g_error ("%s: %s reads as %s", play->what, args[0], got);
  return TRUE;
}

static gboolean
do_near (Play *play, gchar **args)
{
  for (; args[0]; args += 2) {
    gdouble got;

    g_object_get (play->stream->life, args[0], &got, NULL);
    if (!(ABS (got - number (args[1])) <= 1e-9))
      g_error ("%s: %s is %.17g", play->what, args[0], got);
  }
  return TRUE;
}

static gboolean
do_warned (Play *play, gchar **args)
{
  stream_assert_warned (play->stream, args[0]);
  return TRUE;
}

static gboolean
do_quiet (Play *play, gchar **args)
{
  if (stream_next_message (play->stream, GST_MESSAGE_WARNING))
    g_error ("%s: there is a warning", play->what);
  return TRUE;
}

/* --- Actions --- */

/* What is saved goes into the script's folder, or where a whole path says. */
static gchar *
argument_text (Play *play, const gchar *action, const gchar *text)
{
  if (strcmp (action, "save") != 0)
    return g_strdup (text);
  g_free (play->saved);
  play->saved = g_path_is_absolute (text)
                    ? g_strdup (text)
                    : g_build_filename (play->folder, text, NULL);
  return g_strdup (play->saved);
}

/* Emits the action signal @action, all of whose arguments @args has; whether it was done. */
static gboolean
emit (Play *play, const gchar *action, gchar **args)
{
  GValue values[9] = { G_VALUE_INIT }, done = G_VALUE_INIT;
  GSignalQuery query;

  g_signal_query (
      g_signal_lookup (action, G_OBJECT_TYPE (play->stream->life)), &query);
  if (query.signal_id == 0 || query.n_params != g_strv_length (args))
    g_error ("%s: there is no such step", play->what);
  g_value_init_from_instance (&values[0], play->stream->life);
  for (guint i = 0; i < query.n_params; i++) {
    GValue *value = &values[i + 1];

    g_value_init (value, query.param_types[i] & ~G_SIGNAL_TYPE_STATIC_SCOPE);
    if (G_VALUE_HOLDS_STRING (value))
      g_value_take_string (value, argument_text (play, action, args[i]));
    else if (!gst_value_deserialize (value, args[i]))
      g_error ("%s: \"%s\" is of another type", play->what, args[i]);
  }
  g_value_init (&done, G_TYPE_BOOLEAN);
  g_signal_emitv (values, query.signal_id, 0, &done);
  for (guint i = 0; i <= query.n_params; i++)
    g_value_unset (&values[i]);
  return g_value_get_boolean (&done);
}

static gboolean
do_saved (Play *play, gchar **args)
{
  g_autofree gchar *text = NULL;

  if (!g_file_get_contents (play->saved, &text, NULL, NULL)
      || !strstr (text, args[0]))
    g_error ("%s: the file is: %s", play->what, text);
  return TRUE;
}

/* --- Mouse, touch and keys --- */

static gboolean
do_event (Play *play, gchar **args)
{
  const gchar *name = args[-1];
  gdouble n[3] = { 0 };

  if (strcmp (name, "key") == 0)
    return key (play->stream, args[0] ? args[0] : "");
  if (strcmp (name, "touch-frame") == 0)
    return send_up (play->stream,
        gst_navigation_event_new_touch_frame (GST_NAVIGATION_MODIFIER_NONE));
  if (strcmp (name, "touch-cancel") == 0)
    return send_up (play->stream,
        gst_navigation_event_new_touch_cancel (GST_NAVIGATION_MODIFIER_NONE));
  for (guint i = 0; i < G_N_ELEMENTS (n) && args[i]; i++)
    n[i] = number (args[i]);
  if (strcmp (name, "move") == 0)
    return move (play->stream, n[0], n[1]);
  if (strcmp (name, "scroll") == 0)
    return scroll (play->stream, n[0], n[1], n[2]);
  if (strcmp (name, "press") == 0)
    return press (play->stream, (gint) n[0], n[1], n[2]);
  if (strcmp (name, "release") == 0)
    return release (play->stream, (gint) n[0], n[1], n[2]);
  if (strcmp (name, "click") == 0)
    return click (play->stream, (gint) n[0], n[1], n[2]);
  if (strcmp (name, "finger-down") == 0)
    return finger_down (play->stream, (guint) n[0], n[1], n[2]);
  if (strcmp (name, "finger-moves") == 0)
    return finger_moves (play->stream, (guint) n[0], n[1], n[2]);
  return finger_up (play->stream, (guint) n[0], n[1], n[2]);
}

/* --- The reference --- */

static gboolean
do_reference (Play *play, gchar **args)
{
  LifeWorld *world = play->reference;

  if (strcmp (args[0], "soup") == 0) {
    g_clear_pointer (&play->reference, life_world_free);
    play->reference = reference_soup (play->width, play->height,
        (guint64) number (args[1]), number (args[2]));
  } else if (strcmp (args[0], "step") == 0) {
    reference_step (world, (guint64) number (args[1]));
  } else if (strcmp (args[0], "rule") == 0) {
    reference_set_rule (world, args[1]);
  } else if (strcmp (args[0], "paste") == 0) {
    reference_paste (
        world, args[3], (gint) number (args[1]), (gint) number (args[2]));
  } else {
    const LifeLine line = { { (gint64) number (args[1]),
                                (gint64) number (args[2]), 0 },
      { (gint64) number (args[3]), (gint64) number (args[4]), 0 }, 1 };

    g_assert_cmpstr (args[0], ==, "line");
    g_assert_true (life_world_draw_line (world, &line, NULL));
  }
  return TRUE;
}

static gboolean
do_frames (Play *play, gchar **args)
{
  const guint64 step = args[1] ? (guint64) number (args[1]) : 1;

  stream_assert_frames (play->stream, play->reference,
      life_world_get_generation (play->reference) + step, step,
      (guint) number (args[0]));
  return TRUE;
}

/* --- Scripts --- */

/* @maximum words follow, the last of which takes all that is left. */
static const struct {
  const gchar *name;
  gint maximum;
  gboolean (*play) (Play *play, gchar **args);
} steps[] = { { "open", 1, do_open }, { "end", 0, do_end },
  { "fails", 1, do_fails }, { "checkpoint", 1, do_checkpoint },
  { "null", 0, do_state }, { "ready", 0, do_state }, { "pause", 0, do_state },
  { "play", 0, do_state }, { "start", 9, do_start }, { "pull", 9, do_pull },
  { "next", 9, do_next }, { "seek", 9, do_seek }, { "set", 2, do_set },
  { "get", 2, do_get }, { "near", 6, do_near }, { "warned", 1, do_warned },
  { "quiet", 0, do_quiet }, { "saved", 1, do_saved }, { "press", 3, do_event },
  { "release", 3, do_event }, { "click", 3, do_event }, { "move", 2, do_event },
  { "scroll", 3, do_event }, { "key", 1, do_event },
  { "finger-down", 3, do_event }, { "finger-moves", 3, do_event },
  { "finger-up", 3, do_event }, { "touch-frame", 0, do_event },
  { "touch-cancel", 0, do_event }, { "reference", 5, do_reference },
  { "frames", 2, do_frames } };

/* Whether what @step says was done, or used. */
static gboolean
do_step (Play *play, const gchar *step)
{
  g_auto (GStrv) words = g_strsplit (step, " ", -1);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (strcmp (steps[i].name, words[0]) == 0) {
      g_auto (GStrv) args = g_strsplit (step, " ", steps[i].maximum + 1);

      return steps[i].play (play, args + 1);
    }
  return emit (play, words[0], words + 1);
}

static void
play_step (Play *play, const gchar *text)
{
  gchar *step;
  const guint64 times = MAX (g_ascii_strtoull (text, &step, 10), 1);
  const gboolean refused = g_str_has_prefix (step, "not ");

  step += refused ? 4 : step > text;
  for (guint64 i = 0; i < times; i++)
    if (do_step (play, step) == refused)
      g_error ("%s: this was %s", play->what, refused ? "done" : "refused");
}

typedef struct {
  gchar *name;
  GPtrArray *pipelines, *steps; /* of gchar * */
} Script;

/* "$folder" in a step is the folder's path. */
static void
play_on (const Script *script, const gchar *pipeline)
{
  Play play = { .folder = test_folder_new () };
  g_autofree gchar *open = g_strconcat ("open ", pipeline, NULL);

  for (guint i = 0; i <= script->steps->len; i++) {
    g_autoptr (GString) step =
        g_string_new (i == 0 ? open : script->steps->pdata[i - 1]);

    g_string_replace (step, "$folder", play.folder, 0);
    play.what =
        g_strdup_printf ("%s, %s: \"%s\"", script->name, pipeline, step->str);
    play_step (&play, step->str);
    g_free (play.what);
  }
  g_clear_pointer (&play.sample, gst_sample_unref);
  g_clear_pointer (&play.previous, gst_sample_unref);
  g_clear_pointer (&play.reference, life_world_free);
  stream_free (play.stream);
  test_folder_free (play.folder);
  g_free (play.saved);
}

static void
play_script (gconstpointer data)
{
  const Script *script = data;

  for (guint i = 0; i < script->pipelines->len; i++)
    play_on (script, script->pipelines->pdata[i]);
}

static void
free_script (gpointer data)
{
  Script *script = data;

  g_free (script->name);
  g_ptr_array_unref (script->pipelines);
  g_ptr_array_unref (script->steps);
  g_free (script);
}

/* The test that "[NAME]" begins. */
static Script *
add_script (const gchar *subject, const gchar *line)
{
  Script *script = g_new (Script, 1);

  script->name = g_strdup_printf (
      "/%s/%.*s", subject, (gint) strcspn (line + 1, "]"), line + 1);
  g_strdelimit (script->name, " ", '_');
  script->pipelines = g_ptr_array_new_with_free_func (g_free);
  script->steps = g_ptr_array_new_with_free_func (g_free);
  g_test_add_data_func_full (script->name, script, play_script, free_script);
  return script;
}

void
steps_add_tests (const gchar *path)
{
  g_autofree gchar *subject = g_path_get_basename (path);
  g_autofree gchar *text = NULL;
  g_auto (GStrv) lines = NULL;
  GError *error = NULL;
  Script *script = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  *strrchr (subject, '.') = '\0';
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    g_auto (GStrv) parts = NULL;

    if (lines[i][0] == '[') {
      script = add_script (subject, lines[i]);
    } else if (lines[i][0] == '>') {
      g_ptr_array_add (script->pipelines, g_strdup (lines[i] + 2));
    } else if (lines[i][0] != '\0' && lines[i][0] != '#') {
      parts = g_strsplit (lines[i], "; ", -1);
      for (guint k = 0; parts[k]; k++)
        g_ptr_array_add (script->steps, g_strdup (parts[k]));
    }
  }
}
