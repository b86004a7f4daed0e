/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plays every file of Golly's collection on the GPU with its own rule: after 1, 10 and
 * 100 generations its cells and counts are those of the CPU, which test-golly-plays.c
 * compares with bgolly's. */
#include "tests/support/programs/golly-files.h"
#include "tests/support/worlds/cuda-pair.h"

/* At least this many files are played on both. */
#define PLAYED_MIN 320

static guint files_played;

static void
play (const Pair *pair)
{
  static const guint64 milestones[] = GOLLY_MILESTONES;

  for (guint i = 0; i < G_N_ELEMENTS (milestones); i++)
    if (!PAIR_PLAY (pair, milestones[i] - (i > 0 ? milestones[i - 1] : 0)))
      return;
  files_played++;
}

static void
test_file (gconstpointer data)
{
  const gchar *path = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePattern) pattern = NULL;
  g_auto (Pair) pair = { { NULL }, path };
  LifeGeometry geometry;
  LifeRule rule;

  if (golly_files_unplayable (path) != NULL) {
    g_test_skip ("it does not play; test-golly-plays.c says why");
    return;
  }
  pattern = life_pattern_load (path, &error);
  if (pattern != NULL
      && golly_files_parse_rule (path, pattern, &rule, &error)) {
    if (!golly_files_shape (pattern, &rule, &geometry)) {
      g_test_skip ("too large to play in a test");
      return;
    }
    pair.worlds[1] =
        golly_files_open (pattern, &rule, &geometry, LIFE_ENGINE_CPU, &error);
    if (pair.worlds[1] != NULL)
      pair.worlds[0] = golly_files_open (
          pattern, &rule, &geometry, LIFE_ENGINE_CUDA, &error);
  }
  if (pair.worlds[0] != NULL)
    play (&pair);
#ifndef LIFE_HAVE_ZIP
  else if (g_str_has_suffix (path, ".zip"))
    g_test_skip ("built without libzip");
#endif
  else
    fail ("%s: %s", path, error->message);
}

static void
test_all_files (void)
{
  if (files_played < PLAYED_MIN)
    fail (
        "only %u files played as on the CPU, not %u", files_played, PLAYED_MIN);
}

/* Replaces all tests where there is no GPU or no file. */
static void
skip_files (void)
{
  if (!skip_without_cuda ())
    g_test_skip ("Golly's patterns are not installed");
}

int
main (int argc, char **argv)
{
  const LifeEngineOptions options = cuda_options (LIFE_KERNEL_AUTO);
  const LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (GPtrArray) files = golly_files_find ();

  g_test_init (&argc, &argv, NULL);
  if (files->len == 0 || !life_engine_check (&rule, NULL, &options, NULL)) {
    g_test_add_func ("/cuda-golly/all-files", skip_files);
    return g_test_run ();
  }
  for (guint i = 0; i < files->len; i++) {
    const gchar *path = g_ptr_array_index (files, i);
    g_autofree gchar *name =
        g_strconcat ("/cuda-golly", path + strlen (GOLLY_PATTERNS), NULL);

    g_test_add_data_func (name, path, test_file);
  }
  g_test_add_func ("/cuda-golly/summary/all-files", test_all_files);
  return g_test_run ();
}
