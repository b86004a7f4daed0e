/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The property rule-path through a stream: which file a rule's name is read
 * from, and the error where there is none. test-rule-table-text.c tests the
 * content of such files. */
#include "tests/support/elements/element.h"

/* All cells change together between two states: those in state 0 become @born,
 * those in state 1 @left. */
#define TABLE(born, left)                                      \
  "@RULE Turns\n@TABLE\nn_states:2\nneighborhood:vonNeumann\n" \
  "symmetries:none\nvar a={0,1}\nvar b={a}\nvar c={a}\nvar "   \
  "d={a}\n0,a,b,c,d," born "\n1,a,b,c,d," left "\n"

static TestFolder *
make_folder (const gchar *text)
{
  TestFolder *folder = test_folder_new ();
  g_autofree gchar *file = g_build_filename (folder, "Turns.rule", NULL);

  g_assert_true (!text || g_file_set_contents (file, text, -1, NULL));
  return folder;
}

/* How many pixels of the next frame are white. */
static guint
count_white (Stream *stream)
{
  g_autoptr (GBytes) pixels = stream_pull_pixels (stream);
  const guint8 *bytes = g_bytes_get_data (pixels, NULL);
  guint white = 0;

  for (gsize i = 0; i < g_bytes_get_size (pixels); i++)
    white += bytes[i] == 255;
  return white;
}

#define SIZE 16

/* A world full of cells. */
static Stream *
full_stream (const gchar *rule, const gchar *path)
{
  return stream_play (
      stream_new ("lifesrc name=life rule=%s rule-path=%s density=1 "
                  "world-width=16 world-height=16 ! " GRAY (16, 16),
          rule, path));
}

/* The first folder that has the file is used. */
static void
test_folders_are_searched_in_their_order (void)
{
  g_autoptr (TestFolder) empty = make_folder (NULL);
  g_autoptr (TestFolder) turning = make_folder (TABLE ("1", "0"));
  g_autoptr (TestFolder) lasting = make_folder (TABLE ("0", "1"));
  const gchar *orders[2][2] = { { turning, lasting }, { lasting, turning } };

  for (guint i = 0; i < 2; i++) {
    g_autofree gchar *path = g_strjoin (
        G_SEARCHPATH_SEPARATOR_S, empty, orders[i][0], orders[i][1], NULL);
    g_autoptr (Stream) stream = full_stream ("Turns", path);

    g_assert_cmpuint (count_white (stream), ==, SIZE * SIZE);
    g_assert_cmpuint (count_white (stream), ==, i == 0 ? 0 : SIZE * SIZE);
    g_assert_cmpuint (count_white (stream), ==, SIZE * SIZE);
  }
}

/* They are there as long as the world has the rule. */
static void
test_states_names_are_reported (void)
{
  g_autoptr (TestFolder) named =
      make_folder (TABLE ("1", "0") "@NAMES\n1 day, or so\n0 night\n");
  g_autoptr (Stream) stream = full_stream ("Turns", named);
  g_autofree gchar *names = NULL;
  g_autofree gchar *others = NULL;

  count_white (stream);
  g_object_get (stream->life, "state-names", &names, NULL);
  g_assert_cmpstr (names, ==, "0 night, 1 day, or so");
  g_object_set (stream->life, "rule", "B3/S23", NULL);
  for (guint i = 0; i < 5; i++)
    count_white (stream);
  g_object_get (stream->life, "state-names", &others, NULL);
  g_assert_null (others);
}

/* In mid-stream, at random moments: sometimes just when the next frame
 * begins. */
static void
test_a_rule_by_name_applies_while_playing (void)
{
  g_autoptr (TestFolder) folder = make_folder (TABLE ("1", "0"));

  for (guint run = 0; run < 50; run++) {
    g_autoptr (Stream) stream = full_stream ("B/S012345678", folder);
    guint i;

    g_assert_cmpuint (count_white (stream), ==, SIZE * SIZE);
    g_object_set (stream->life, "rule", "Turns", NULL);
    /* Frames that were made before the change still follow the previous rule. */
    for (i = 0; i < 20 && count_white (stream) > 0; i++)
      ;
    g_assert_cmpuint (i, <, 20);
    g_assert_cmpuint (count_white (stream), ==, SIZE * SIZE);
    g_assert_cmpuint (count_white (stream), ==, 0);
  }
}

/* @properties keep a lifesrc from starting, with an error that says all of @about. */
static void
assert_refused (const gchar *properties, const gchar *const *about)
{
  for (; *about; about++) {
    g_autoptr (Stream) stream =
        stream_new ("lifesrc name=life %s ! " GRAY (16, 16), properties);

    stream_assert_fails (stream, *about);
  }
}

static void
test_a_rule_may_be_a_file (void)
{
  g_autoptr (TestFolder) folder = make_folder (TABLE ("1", "0"));
  g_autofree gchar *file = g_build_filename (folder, "Turns.rule", NULL);
  g_autofree gchar *missing = g_build_filename (folder, "Other.rule", NULL);
  g_autoptr (TestFolder) empty = make_folder (NULL);
  g_autofree gchar *rule = NULL;
  g_autofree gchar *no_rule = g_strconcat ("rule=", missing, NULL);
  g_autofree gchar *no_pattern = g_strconcat ("location=", file, NULL);
  g_autofree gchar *nowhere =
      g_strconcat ("rule=Turns rule-path=", empty, NULL);
  g_autoptr (Stream) stream = gray_stream ("alive-color=0xffffffff", 16, 16);

  g_object_set (stream->life, "rule", file, NULL);
  stream_skip (stream_play (stream), 1);
  g_object_get (stream->life, "rule", &rule, NULL);
  g_assert_cmpstr (rule, ==, file);
  /* A stranger may set rules then. */
  g_object_set (stream->life, "rule", "B3/S23", NULL);
  g_object_set (stream->life, "rule", file, NULL);
  stream_assert_warned (stream, "READY");
  g_clear_pointer (&rule, g_free);
  g_object_get (stream->life, "rule", &rule, NULL);
  g_assert_cmpstr (rule, ==, "B3/S23");

  assert_refused (
      no_rule, (const gchar *const[]){ missing, "No such file", NULL });
  assert_refused (
      no_pattern, (const gchar *const[]){ file, "rule=FILE.rule", NULL });
  assert_refused (
      nowhere, (const gchar *const[]){ "Turns", empty, "rule-path", NULL });
}

#define TEST(name) g_test_add_func ("/rule-path/" #name, test_##name)

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  TEST (folders_are_searched_in_their_order);
  TEST (states_names_are_reported);
  TEST (a_rule_by_name_applies_while_playing);
  TEST (a_rule_may_be_a_file);
  return g_test_run ();
}
