/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of names as people type them: which are the same, and which are
 * near. */
#include "life/base/spelling.h"

#include <string.h>

#include "tests/support/help.h"

static const gchar *const names[] = { "brians-brain", "day-and-night", "glider",
  "gosper-glider-gun", "gosper-gun", "highlife", "life", "maze", "mazectric",
  "maze-with-mice", "mazectric-with-mice", "pulsar", "simkin-gun", "viridis",
  NULL };

static void
test_spelling_does_not_count_and_letters_do (void)
{
  static const struct {
    const gchar *name, *typed;
    gboolean same;
  } cases[] = {
    { "brians-brain", "Brian's Brain", TRUE },
    { "brians-brain", "brians_brain", TRUE },
    { "brians-brain", " BriansBrain ", TRUE },
    { "day-and-night", "Day & Night", TRUE },
    { "day-and-night", "day and night", TRUE },
    { "life", "Life", TRUE },
    { "life", "lif", FALSE },
    { "life", "lifes", FALSE },
    { "life", "", FALSE },
    { "life", "life.", FALSE },
    { "day-and-night", "daynight", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (life_name_matches (
            cases[i].name, cases[i].typed, strlen (cases[i].typed))
        != cases[i].same)
      fail ("\"%s\" and %s", cases[i].typed, cases[i].name);
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
test_the_nearest_are_suggested (void)
{
  g_autofree gchar *long_one = g_strnfill (1000, 'x');
  const gchar *const cases[][2] = {
    /* Slips of the finger. */
    { "goser-gun", "gosper-gun" },
    { "gosper-gunn", "gosper-gun" },
    { "highlive", "highlife" },
    { "virdis", "viridis" },
    { "glidre", "glider" },
    { "Plusar", "pulsar" },
    { "lief", "life" },
    /* Parts of names; of many the three nearest. */
    { "glider-gun", "gosper-glider-gun" },
    { "mice", "maze-with-mice or mazectric-with-mice" },
    { "simkin", "simkin-gun" },
    { "gosper", "gosper-gun or gosper-glider-gun" },
    { "maz", "maze, mazectric or maze-with-mice" },
    { "mazes", "maze" },
    /* Nothing is near. */
    { "go", NULL },
    { "", NULL },
    { "x", NULL },
    { "xyz", NULL },
    { "langton", NULL },
    { "B3/S23", NULL },
    { "\xff\xfe\xfd", NULL },
    { long_one, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *near =
        life_name_suggest (cases[i][0], strlen (cases[i][0]), names);

    if (g_strcmp0 (near, cases[i][1]) != 0)
      fail ("near \"%s\": %s", cases[i][0], near ? near : "nothing");
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/names/" #name, test_##name)
  TEST (spelling_does_not_count_and_letters_do);
  TEST (text_may_go_on_behind_its_length);
  TEST (the_nearest_are_suggested);
#undef TEST
  return g_test_run ();
}
