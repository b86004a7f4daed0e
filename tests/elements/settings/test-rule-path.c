/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The property rule-path through a stream: which file a rule's name is read
 * from, and the error where there is none. test-rule-table-text.c tests the
 * content of such files. */
#include "tests/support/elements/element.h"
#include "tests/support/help.h"

/* All cells change together between two states: those in state 0 become @born,
 * those in state 1 @left. */
#define TABLE(born, left)                                      \
  "@RULE Turns\n@TABLE\nn_states:2\nneighborhood:vonNeumann\n" \
  "symmetries:none\nvar a={0,1}\nvar b={a}\nvar c={a}\nvar "   \
  "d={a}\n0,a,b,c,d," born "\n1,a,b,c,d," left "\n"

static gchar *
make_folder (const gchar *text)
{
  GError *error = NULL;
  gchar *folder = g_dir_make_tmp ("life-rules-XXXXXX", &error);

  g_assert_no_error (error);
  if (text != NULL) {
    g_autofree gchar *file = g_build_filename (folder, "Turns.rule", NULL);

    g_file_set_contents (file, text, -1, &error);
    g_assert_no_error (error);
  }
  return folder;
}

/* How many pixels of the next frame are white. */
static guint
count_white (Stream *stream)
{
  GstSample *sample = stream_pull (stream);
  GBytes *pixels = sample_pixels (sample);
  const guint8 *bytes = g_bytes_get_data (pixels, NULL);
  guint white = 0;

  for (gsize i = 0; i < g_bytes_get_size (pixels); i++)
    white += bytes[i] == 255;
  g_bytes_unref (pixels);
  gst_sample_unref (sample);
  return white;
}

#define SIZE 16

/* The first folder that has the file is used. */
static void
test_folders_are_searched_in_their_order (void)
{
  gchar *empty = make_folder (NULL);
  gchar *turning = make_folder (TABLE ("1", "0"));
  gchar *lasting = make_folder (TABLE ("0", "1"));
  const gchar *orders[2][3] = { { empty, turning, lasting },
    { empty, lasting, turning } };

  for (guint i = 0; i < 2; i++) {
    gchar *path = g_strjoin (G_SEARCHPATH_SEPARATOR_S, orders[i][0],
        orders[i][1], orders[i][2], NULL);
    Stream *stream =
        stream_new ("lifesrc name=life rule=Turns rule-path=%s density=1 "
                    "world-width=16 world-height=16 ! " GRAY (16, 16),
            path);

    stream_play (stream);
    g_assert_cmpuint (count_white (stream), ==, SIZE * SIZE);
    g_assert_cmpuint (count_white (stream), ==, i == 0 ? 0 : SIZE * SIZE);
    g_assert_cmpuint (count_white (stream), ==, SIZE * SIZE);
    stream_free (stream);
    g_free (path);
  }
  remove_folder (empty);
  remove_folder (turning);
  remove_folder (lasting);
  g_free (empty);
  g_free (turning);
  g_free (lasting);
}

static void
set_a_rule_while_playing (void)
{
  gchar *folder = make_folder (TABLE ("1", "0"));
  Stream *stream =
      stream_new ("lifesrc name=life rule=B/S012345678 rule-path=%s density=1 "
                  "world-width=16 world-height=16 ! " GRAY (16, 16),
          folder);
  guint i;

  stream_play (stream);
  g_assert_cmpuint (count_white (stream), ==, SIZE * SIZE);
  g_object_set (stream->life, "rule", "Turns", NULL);
  /* Frames that were made before the change still follow the previous rule. */
  for (i = 0; i < 20 && count_white (stream) > 0; i++)
    ;
  g_assert_cmpuint (i, <, 20);
  g_assert_cmpuint (count_white (stream), ==, SIZE * SIZE);
  g_assert_cmpuint (count_white (stream), ==, 0);
  stream_free (stream);
  remove_folder (folder);
  g_free (folder);
}

/* In mid-stream, at random moments: sometimes just when the next frame
 * begins. */
static void
test_a_rule_by_name_takes_over_while_playing (void)
{
  for (guint i = 0; i < 50; i++)
    set_a_rule_while_playing ();
}

static void
test_a_missing_file_is_an_error_that_names_the_folders (void)
{
  gchar *empty = make_folder (NULL);
  GstElement *life = gst_element_factory_make ("lifesrc", NULL);
  GstBus *bus = gst_bus_new ();
  GstMessage *message;
  GError *error = NULL;
  gchar *details = NULL, *all;

  gst_element_set_bus (life, bus);
  g_object_set (life, "rule", "Turns", "rule-path", empty, NULL);
  g_assert_cmpint (gst_element_set_state (life, GST_STATE_PAUSED), ==,
      GST_STATE_CHANGE_FAILURE);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  g_assert_nonnull (message);
  gst_message_parse_error (message, &error, &details);
  all = g_strconcat (error->message, details, NULL);
  g_assert_nonnull (strstr (all, "Turns"));
  g_assert_nonnull (strstr (all, empty));
  g_assert_nonnull (strstr (all, "rule-path"));
  g_free (all);
  g_free (details);
  g_error_free (error);
  gst_message_unref (message);
  gst_element_set_state (life, GST_STATE_NULL);
  gst_object_unref (life);
  gst_object_unref (bus);
  remove_folder (empty);
  g_free (empty);
}

/* A wrong rule file, and one that is set where patterns go, say so. */
static void
assert_refused (const gchar *property, const gchar *value, const gchar *about)
{
  GstElement *life = gst_element_factory_make ("lifesrc", NULL);
  g_autoptr (GstBus) bus = gst_bus_new ();
  g_autoptr (GError) error = NULL;
  GstMessage *message;

  gst_element_set_bus (life, bus);
  g_object_set (life, property, value, NULL);
  g_assert_cmpint (gst_element_set_state (life, GST_STATE_PAUSED), ==,
      GST_STATE_CHANGE_FAILURE);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  g_assert_nonnull (message);
  gst_message_parse_error (message, &error, NULL);
  if (!strstr (error->message, about) || !strstr (error->message, value))
    g_error ("%s=%s: %s", property, value, error->message);
  gst_message_unref (message);
  gst_element_set_state (life, GST_STATE_NULL);
  gst_object_unref (life);
}

static void
assert_rule (Stream *stream, const gchar *expected)
{
  g_autofree gchar *rule = NULL;

  g_object_get (stream->life, "rule", &rule, NULL);
  g_assert_cmpstr (rule, ==, expected);
}

static void
test_a_rule_may_be_a_file (void)
{
  g_autofree gchar *folder = make_folder (TABLE ("1", "0"));
  g_autofree gchar *file = g_build_filename (folder, "Turns.rule", NULL);
  g_autofree gchar *missing = g_build_filename (folder, "Other.rule", NULL);
  Stream *stream = gray_stream ("alive-color=0xffffffff", 16, 16);

  g_object_set (stream->life, "rule", file, NULL);
  stream_play (stream);
  gst_sample_unref (stream_pull (stream));
  assert_rule (stream, file);
  /* A stranger may set rules then. */
  g_object_set (stream->life, "rule", "B3/S23", NULL);
  g_object_set (stream->life, "rule", file, NULL);
  stream_assert_warned (stream, "READY");
  assert_rule (stream, "B3/S23");
  stream_free (stream);

  assert_refused ("rule", missing, "No such file");
  assert_refused ("location", file, "give it as rule=FILE");
  remove_folder (folder);
}

/* Set before a start, it is as it was set; set while frames flow, as it is written. */
static void
test_a_rule_reads_the_same_whether_or_not_it_runs (void)
{
  static const gchar *const rules[][2] = { { "highlife", "B36/S23" },
    { "23/36", "B36/S23" }, { "345/2/4", "B2/S345/4" },
    { "wireworld", "WireWorld" } };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    Stream *stream = gray_stream ("", 16, 16);

    g_object_set (stream->life, "rule", rules[i][0], NULL);
    assert_rule (stream, rules[i][0]);
    stream_set_state (stream, GST_STATE_PAUSED);
    assert_rule (stream, rules[i][0]);
    stream_set_state (stream, GST_STATE_NULL);
    assert_rule (stream, rules[i][0]);

    stream_set_state (stream, GST_STATE_PAUSED);
    g_object_set (stream->life, "rule", rules[i][0], NULL);
    assert_rule (stream, rules[i][1]);
    stream_set_state (stream, GST_STATE_NULL);
    assert_rule (stream, rules[i][1]);
    stream_free (stream);
  }
}

#define TEST(name) g_test_add_func ("/rule-path/" #name, test_##name)

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  TEST (folders_are_searched_in_their_order);
  TEST (a_rule_by_name_takes_over_while_playing);
  TEST (a_missing_file_is_an_error_that_names_the_folders);
  TEST (a_rule_may_be_a_file);
  TEST (a_rule_reads_the_same_whether_or_not_it_runs);
  return g_test_run ();
}
