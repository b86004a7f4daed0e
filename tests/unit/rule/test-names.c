/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of names as people type them: which are the same, and which are
 * near. */
#include "life/base/spelling.h"

#include <string.h>

static const gchar *const names[] = { "brians-brain", "day-and-night", "glider",
  "gosper-glider-gun", "gosper-gun", "highlife", "life", "maze", "mazectric",
  "maze-with-mice", "mazectric-with-mice", "pulsar", "simkin-gun", "viridis",
  NULL };

static void
assert_near (const gchar *typed, const gchar *expected)
{
  g_autofree gchar *near = life_name_suggest (typed, strlen (typed), names);

  g_assert_cmpstr (near, ==, expected);
}

static void
assert_same (const gchar *name, const gchar *typed, gboolean same)
{
  if (life_name_matches (name, typed, strlen (typed)) != same)
    g_error ("\"%s\" %s %s", typed, same ? "is not" : "is", name);
}

static void
test_spelling_does_not_count (void)
{
  assert_same ("brians-brain", "Brian's Brain", TRUE);
  assert_same ("brians-brain", "brians_brain", TRUE);
  assert_same ("brians-brain", " BriansBrain ", TRUE);
  assert_same ("day-and-night", "Day & Night", TRUE);
  assert_same ("day-and-night", "day and night", TRUE);
  assert_same ("life", "Life", TRUE);
}

static void
test_letters_count (void)
{
  assert_same ("life", "lif", FALSE);
  assert_same ("life", "lifes", FALSE);
  assert_same ("life", "", FALSE);
  assert_same ("life", "life.", FALSE);
  assert_same ("day-and-night", "daynight", FALSE);
}

static void
test_text_may_go_on_behind_its_length (void)
{
  static const gchar *const one[] = { "pulsar", NULL };
  g_autofree gchar *near = life_name_suggest ("pulsra:T3,4", 6, one);

  g_assert_true (life_name_matches ("life", "life:T3,4", 4));
  g_assert_cmpstr (near, ==, "pulsar");
}

static void
test_slips_of_the_finger_are_near (void)
{
  assert_near ("goser-gun", "gosper-gun");
  assert_near ("gosper-gunn", "gosper-gun");
  assert_near ("highlive", "highlife");
  assert_near ("virdis", "viridis");
  assert_near ("glidre", "glider");
  assert_near ("Plusar", "pulsar");
  assert_near ("lief", "life");
}

static void
test_parts_of_names_are_near (void)
{
  assert_near ("glider-gun", "gosper-glider-gun");
  assert_near ("mice", "maze-with-mice or mazectric-with-mice");
  assert_near ("simkin", "simkin-gun");
  assert_near ("gosper", "gosper-gun or gosper-glider-gun");
  assert_near ("go", NULL);
}

static void
test_three_of_many_are_suggested_the_nearest_first (void)
{
  assert_near ("maz", "maze, mazectric or maze-with-mice");
  assert_near ("mazes", "maze");
}

static void
test_what_is_far_is_not_near (void)
{
  g_autofree gchar *long_one = g_strnfill (1000, 'x');

  assert_near ("", NULL);
  assert_near ("x", NULL);
  assert_near ("xyz", NULL);
  assert_near ("langton", NULL);
  assert_near ("B3/S23", NULL);
  assert_near ("\xff\xfe\xfd", NULL);
  assert_near (long_one, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/names/" #name, test_##name)
  TEST (spelling_does_not_count);
  TEST (letters_count);
  TEST (text_may_go_on_behind_its_length);
  TEST (slips_of_the_finger_are_near);
  TEST (parts_of_names_are_near);
  TEST (three_of_many_are_suggested_the_nearest_first);
  TEST (what_is_far_is_not_near);
#undef TEST
  return g_test_run ();
}
