/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The files of checkpoints: whenever their writer is killed the last whole one loads, damage is
 * named, old ones go, and what cannot be written is an error that says what to do. */
#include "tests/support/worlds/checkpoint.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

static const LifeGeometry small = { 20, 10, 1, LIFE_TOPOLOGY_TORUS };
static const LifeGeometry roomy = { 1000, 1000, 1, LIFE_TOPOLOGY_TORUS };

static const gchar *program;

/* Each test has a small world, which is saved in a new folder. */
typedef struct {
  gchar *folder;
  LifeWorld *world;
  LifeCheckpointWriter *writer;
} Run;

static void
set_up (Run *run, gconstpointer data)
{
  run->folder = new_folder ();
  run->world = new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  run->writer = life_checkpoint_writer_new (run->folder);
  fill_soup (run->world, 1, 0.4);
}

static void
tear_down (Run *run, gconstpointer data)
{
  life_checkpoint_writer_free (run->writer);
  life_world_free (run->world);
  remove_folder (run->folder);
  g_free (run->folder);
}

/* --- Damage --- */

static GString *
read_file (const gchar *path)
{
  g_autofree gchar *content = NULL;
  GError *error = NULL;
  gsize length;

  g_file_get_contents (path, &content, &length, &error);
  g_assert_no_error (error);
  return g_string_new_len (content, (gssize) length);
}

/* Nobody waits for the disk here. */
static void
write_file (const gchar *path, const gchar *content, gsize length)
{
  FILE *file = fopen (path, "w");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (content, 1, length, file), ==, length);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* Fails unless a world cannot start from the file, since @expected. */
static void
assert_refused (const gchar *path, const gchar *how, const gchar *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LifeCheckpoint) checkpoint = life_checkpoint_load (path, &error);
  g_autoptr (LifeWorld) world = NULL;

  if (checkpoint != NULL)
    world = new_world (life_checkpoint_get_geometry (checkpoint), "B3/S23",
        life_checkpoint_get_kernel (checkpoint), 1);
  if (checkpoint != NULL
      && life_world_restore_checkpoint (world, checkpoint, &error))
    fail ("%s: %s is taken", path, how);
  else if (strstr (error->message, path) == NULL
           || strstr (error->message, expected) == NULL
           || !g_utf8_validate (error->message, -1, NULL)
           || !g_error_matches (error, LIFE_ERROR, LIFE_ERROR_PATTERN))
    fail ("%s: %s: \"%s\"", path, how, error->message);
}

/* Every byte changed, and every length cut to. */
static void
test_damage_is_refused_by_name (Run *run, gconstpointer data)
{
  g_autofree gchar *path = write_checkpoint (run->writer, run->world);
  g_autoptr (GString) file = read_file (path);

  for (gsize i = 0; i < file->len; i++) {
    file->str[i] ^= (gchar) (1 << i % 8);
    write_file (path, file->str, file->len);
    file->str[i] ^= (gchar) (1 << i % 8);
    assert_refused (path, "a byte changed", "");
    write_file (path, file->str, i);
    assert_refused (path, "cut", "");
  }
  g_string_append_c (file, '\n');
  write_file (path, file->str, file->len);
  assert_refused (path, "a byte more", "SHA-256");
}

/* The error says which one was before it. */
static void
test_damage_leads_to_the_previous_checkpoint (Run *run, gconstpointer data)
{
  g_autofree gchar *previous = write_checkpoint (run->writer, run->world);
  g_autofree gchar *last = write_checkpoint (run->writer, run->world);
  g_autoptr (GString) file = read_file (last);

  write_file (last, file->str, file->len - 1);
  assert_refused (run->folder, last, "is damaged: its last line");
  assert_refused (run->folder, "cut", previous);
  life_checkpoint_free (load_checkpoint (previous));
}

/* --- Forged: the sum fits --- */

static void
write_forged (const gchar *path, GString *file)
{
  g_autofree gchar *sum = g_compute_checksum_for_data (
      G_CHECKSUM_SHA256, (const guchar *) file->str, file->len);

  g_string_append_printf (file, "%s\n", sum);
  write_file (path, file->str, file->len);
}

static gsize
length_of_head (const GString *file)
{
  return (gsize) (strstr (file->str, "\n\n") - file->str) + 2;
}

static void
test_wrong_values_are_named (Run *run, gconstpointer data)
{
  static const struct {
    const gchar *key, *value, *expected;
  } wrong[] = {
    { "version", "1", "another version" },
    { "version", "3", "leave location out" },
    { "generation", "18446744073709551616", "line 3 of its head" },
    { "generation", "-5", "line 3" },
    { "generation", "5.0", "line 3" },
    { "generation", "", "line 3" },
    { "generation", "5\n", "line 4" },
    { "generation", "5\nGeneration=6", "line 4" },
    { "rule", "\xff", "line 4" },
    { "rule", "B3/S23\nrule=B3/S23", "line 5" },
    { "rule", " B3/S23", "line 4" },
    { "rule", "B3\\/S23", "line 4" },
    { "dimensions", "1", "no worlds of this size" },
    { "dimensions", "4", "no worlds of this size" },
    { "width", "4294967296", "line 6" },
    { "width", "0", "no worlds of this size" },
    { "depth", "0", "no worlds of this size" },
    { "depth", "2", "no worlds of this size" },
    { "topology", "ball", "line 9" },
    { "topology", "unbounded", "has no size" },
    { "topology", "sphere", "sphere" },
    { "vertical-twist", "2", "line 10" },
    { "shift-x", "4294967296", "line 11" },
    { "shift-y", "x", "line 12" },
    { "center-x", "nan", "no place of a cell" },
    { "center-x", "-inf", "no place of a cell" },
    { "center-y", "1 2", "line 14" },
    { "center-y", "1e+21", "no place of a cell" },
    { "seed", "x", "line 15" },
    { "run", "\n[other]", "line 17" },
    { "cells", "squares", "worlds without edges" },
    { "cells", "bits", "line 17" },
    { "cells", "blocks\nmore=1", "line 18" },
  };
  g_autofree gchar *path = write_checkpoint (run->writer, run->world);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (GString) file = read_file (path);
    g_autofree gchar *key = g_strdup_printf ("\n%s=", wrong[i].key);
    const gsize at =
        (gsize) (strstr (file->str, key) - file->str) + strlen (key);
    g_autofree gchar *forged =
        g_build_filename (run->folder, "forged.life", NULL);

    g_string_erase (file, (gssize) at, (gssize) strcspn (file->str + at, "\n"));
    g_string_insert (file, (gssize) at, wrong[i].value);
    g_string_truncate (file, file->len - 65);
    write_forged (forged, file);
    assert_refused (forged, key, wrong[i].expected);
  }
}
/* A block of cells, what is packed after it, and the error. */
static const struct {
  guint64 block[6];
  gsize bytes;
  const gchar *after, *expected;
} wrong_cells[] = {
  { { 0 }, 8, "", "end too early" },
  { { 0 }, 48, "", "lacks cells" },
  { { 0, 0, 0, 8, 1, 1 }, 48, "", "end too early" },
  { { 0, 0, 0, 8, 2, 1 }, 48, "x", "end too early" },
  { { 13, 0, 0, 8, 1, 1 }, 48, "x", "cannot be" },
  { { 0, 9, 0, 8, 2, 1 }, 48, "xx", "cannot be" },
  { { 0, 0, 1, 8, 1, 1 }, 48, "x", "cannot be" },
  { { G_MAXUINT64, 0, 0, 8, 1, 1 }, 48, "x", "cannot be" },
  { { G_MAXINT64, 0, 0, 8, 1, 1 }, 48, "x", "cannot be" },
  { { 0, 0, 0, 8, 1, 0 }, 48, "x", "cannot be" },
  { { 0, 0, 0, 8, 1, 9 }, 48, "x", "cannot be" },
  { { 0, 0, 0, 1 << 23, 1, 1 }, 48, "x", "cannot be" },
  { { 0, 0, 0, G_MAXUINT64, G_MAXUINT64, 1 }, 48, "x", "cannot be" },
  { { 0, 0, 0, G_MAXUINT64, 1, 1 }, 48, "x", "cannot be" },
};

/* The same for squares. */
static const struct {
  gsize bytes;
  const gchar *packed, *expected;
} wrong_squares[] = {
  { 7, "\2\0\0\0\0\0\0", "end too early" },
  { 8, "\0\0\0\0\0\0\0\0", "so many squares" },
  { 8, "\0\0\0\0\1\0\0\0", "so many squares" },
  { 8, "\2\0\0\0\0\0\0\0", "end too early" },
  { 16, "\2\0\0\0\0\0\0\0\3leaf..", "end too early" },
  { 17, "\2\0\0\0\0\0\0\0\2leaf....", "cannot be" },
  { 17, "\2\0\0\0\0\0\0\0\101leaf....", "cannot be" },
  { 18, "\2\0\0\0\0\0\0\0\3leaf.....", "where its cells end" },
  { 25, "\2\0\0\0\0\0\0\0\4\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "is damaged" },
  { 25, "\2\0\0\0\0\0\0\0\5\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "is damaged" },
};

/* Packs @cells behind the head of a checkpoint, which is refused then. */
static void
assert_cells_refused (const gchar *path, const GString *file,
    const GString *cells, const gchar *expected)
{
  g_autofree gchar *what = g_strdup_printf ("what is %s", expected);
  g_autoptr (GString) forged = NULL;
  gzFile packed;

  write_file (path, file->str, length_of_head (file));
  packed = gzopen (path, "ab");
  gzwrite (packed, cells->str, (unsigned) cells->len);
  gzclose (packed);
  forged = read_file (path);
  write_forged (path, forged);
  assert_refused (path, what, expected);
}

static void
test_what_is_no_cells_is_refused (Run *run, gconstpointer data)
{
  g_autofree gchar *path = write_checkpoint (run->writer, run->world);
  g_autoptr (GString) file = read_file (path);
  const gsize length = length_of_head (file);

  for (guint i = 0; i < G_N_ELEMENTS (wrong_cells); i++) {
    g_autoptr (GString) cells = g_string_new (NULL);
    guint64 numbers[6];

    for (guint k = 0; k < 6; k++)
      numbers[k] = GUINT64_TO_LE (wrong_cells[i].block[k]);
    g_string_append_len (
        cells, (const gchar *) numbers, (gssize) wrong_cells[i].bytes);
    g_string_append (cells, wrong_cells[i].after);
    assert_cells_refused (path, file, cells, wrong_cells[i].expected);
  }
  /* Whatever comes after them, within their gzip or not. */
  g_string_truncate (file, file->len - 65);
  g_string_append_len (file, file->str + length, (gssize) (file->len - length));
  write_forged (path, file);
  assert_refused (path, "cells twice", "where its cells end");
  g_string_truncate (file, length);
  g_string_append (file, "not packed");
  write_forged (path, file);
  assert_refused (path, "not packed", "cannot be");
}

static void
test_what_is_no_squares_is_refused (Run *run, gconstpointer data)
{
  g_autoptr (LifeWorld) world =
      new_world (&no_edges, "B3/S23", LIFE_KERNEL_HASHLIFE, 1);
  g_autofree gchar *path = write_checkpoint (run->writer, world);
  g_autoptr (GString) file = read_file (path);

  for (guint i = 0; i < G_N_ELEMENTS (wrong_squares); i++) {
    g_autoptr (GString) cells = g_string_new_len (
        wrong_squares[i].packed, (gssize) wrong_squares[i].bytes);

    assert_cells_refused (path, file, cells, wrong_squares[i].expected);
  }
}

/* --- Folders --- */

static void
assert_files (const Run *run, guint n)
{
  g_assert_cmpuint (count_files (run->folder, ".life"), ==, n);
}

/* Fails unless the last checkpoint in the folder is whole, and is this one. */
static void
assert_last (const Run *run, const gchar *path)
{
  g_autoptr (LifeCheckpoint) checkpoint = load_checkpoint (run->folder);

  g_assert_cmpstr (life_checkpoint_get_path (checkpoint), ==, path);
}

static void
test_a_folder_is_its_last_checkpoint (Run *run, gconstpointer data)
{
  for (guint i = 0; i < 12; i++) {
    g_autofree gchar *path = write_checkpoint (run->writer, run->world);
    g_autoptr (LifeCheckpoint) checkpoint = load_checkpoint (path);

    g_assert_cmpuint (life_checkpoint_get_generation (checkpoint), ==, i);
    assert_last (run, path);
    assert_files (run, MIN (i + 1, 2));
    step (run->world, 1);
  }
  g_assert_cmpuint (count_files (run->folder, ".tmp"), ==, 0);
}

static void
test_folders_without_checkpoints (Run *run, gconstpointer data)
{
  GError *error = NULL;

  g_assert_true (life_checkpoint_is_there (run->folder));
  g_assert_null (life_checkpoint_load (run->folder, &error));
  assert_message (g_steal_pointer (&error), LIFE_ERROR_FILE, run->folder);
  g_assert_null (life_checkpoint_load ("/no/such/checkpoint", &error));
  assert_message (error, LIFE_ERROR_FILE, "");
}

static void
test_patterns_are_no_checkpoints (Run *run, gconstpointer data)
{
  g_autofree gchar *path = g_build_filename (run->folder, "a.rle", NULL);

  g_assert_false (life_checkpoint_is_there (path));
  write_file (path, "x = 3, y = 3\nbo$2bo$3o!", 24);
  g_assert_false (life_checkpoint_is_there (path));
}

/* What a killed writer leaves is removed, what is not a checkpoint's stays. */
static void
test_leftovers_are_removed (Run *run, gconstpointer data)
{
  static const gchar *const names[] = { "checkpoint.tmp",
    "checkpoint-000001.tar", "checkpoint-1-x.life",
    "checkpoint-000091-generation-5.life.old", "notes.txt" };
  g_autofree gchar *path = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree gchar *file = g_build_filename (run->folder, names[i], NULL);

    write_file (file, "x", 1);
  }
  path = write_checkpoint (run->writer, run->world);
  g_assert_nonnull (strstr (path, "checkpoint-000001-generation-0.life"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree gchar *file = g_build_filename (run->folder, names[i], NULL);

    g_assert_true (g_file_test (file, G_FILE_TEST_EXISTS) == (i > 0));
  }
}

static void
write_some (Run *run, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_free (write_checkpoint (run->writer, run->world));
    step (run->world, 1);
  }
}

/* A checkpoint of version 1, and a file of another program. */
static void
test_files_of_another_version_stay (Run *run, gconstpointer data)
{
  static const gchar text[] =
      "[life checkpoint]\nversion=1\ngeneration=5\nrule=B3/S23\n";
  g_autofree gchar *old = g_build_filename (
      run->folder, "checkpoint-000090-generation-5.life", NULL);
  g_autofree gchar *part =
      g_build_filename (run->folder, "checkpoint-000090-0.cells", NULL);
  g_autofree gchar *other = NULL;

  write_file (old, text, strlen (text));
  write_file (part, "x", 1);
  g_assert_true (life_checkpoint_is_there (old));
  assert_refused (old, "version 1", "another version of life; go on from it");
  assert_refused (run->folder, "version 1", "leave location out");
  other = life_checkpoint_writer_find_other (run->writer);
  g_assert_cmpstr (other, ==, old);
  write_some (run, 3);
  assert_files (run, 3);
  g_assert_cmpuint (count_files (run->folder, ".cells"), ==, 1);
  life_checkpoint_free (load_checkpoint (run->folder));
}

static void
begin_anew (Run *run)
{
  life_checkpoint_writer_free (run->writer);
  run->writer = life_checkpoint_writer_new (run->folder);
}

/* Two worlds one after the other, and then each of them once more. */
static void
test_checkpoints_of_other_worlds_stay (Run *run, gconstpointer data)
{
  g_autofree gchar *last = NULL, *found = NULL;

  g_assert_null (life_checkpoint_writer_find_other (run->writer));
  step (run->world, 100);
  write_some (run, 3);
  last = write_checkpoint (run->writer, run->world);
  assert_files (run, 2);

  begin_anew (run);
  found = life_checkpoint_writer_find_other (run->writer);
  g_assert_cmpstr (found, ==, last);
  write_some (run, 5);
  assert_files (run, 4);

  for (guint i = 0; i < 2; i++) {
    g_autoptr (LifeCheckpoint) checkpoint =
        load_checkpoint (i == 0 ? run->folder : last);

    begin_anew (run);
    life_checkpoint_writer_go_on (run->writer, checkpoint);
    g_assert_null (life_checkpoint_writer_find_other (run->writer));
    write_some (run, 1);
    assert_files (run, 4);
    write_some (run, 4);
    assert_files (run, 4);
    g_assert_true (g_file_test (last, G_FILE_TEST_EXISTS) == (i == 0));
  }
}

/* Fails unless an error says where and what to do. */
static void
assert_not_written (
    LifeCheckpointWriter *writer, LifeWorld *world, const gchar *remedy)
{
  g_autofree gchar *words = g_strconcat ("/life-checkpoint-|", remedy, NULL);
  GError *error = NULL;

  begin_checkpoint (writer, world);
  g_assert_null (life_checkpoint_writer_end (writer, &error));
  assert_message (error, LIFE_ERROR_FILE, words);
}

static void
test_folders_that_are_missing (Run *run, gconstpointer data)
{
  g_autofree gchar *missing = g_build_filename (run->folder, "missing", NULL);
  g_autoptr (LifeCheckpointWriter) writer =
      life_checkpoint_writer_new (missing);

  assert_not_written (writer, run->world, "make that folder");
  write_file (missing, "", 0);
  assert_not_written (writer, run->world, "choose a folder");
  g_remove (missing);
  /* Once it is there it is used. */
  g_mkdir (missing, 0700);
  g_free (write_checkpoint (writer, run->world));
  life_checkpoint_free (load_checkpoint (missing));
}

static void
test_folders_that_cannot_be_written (Run *run, gconstpointer data)
{
  g_chmod (run->folder, 0500);
  if (access (run->folder, W_OK) == 0)
    g_test_skip ("this user may write everywhere");
  else
    assert_not_written (run->writer, run->world, "allow writing there");
  g_chmod (run->folder, 0700);
}

static void
test_folders_have_one_writer (Run *run, gconstpointer data)
{
  LifeCheckpointWriter *first = life_checkpoint_writer_new (run->folder);

  g_free (write_checkpoint (first, run->world));
  assert_not_written (run->writer, run->world, "a folder for each");
  life_checkpoint_writer_free (first);
  write_some (run, 1);
}

/* A disk that is full after a while. */
static void
test_old_checkpoints_stay_if_there_is_no_room (Run *run, gconstpointer data)
{
  g_autoptr (LifeWorld) world =
      new_world (&roomy, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autofree gchar *path = NULL;
  struct rlimit limit, less;

  fill_soup (world, 1, 0.4);
  path = write_checkpoint (run->writer, world);
  step (world, 1);
  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &limit);
  for (guint i = 0; i < 9; i++) {
    less = limit;
    less.rlim_cur = i * 10000;
    setrlimit (RLIMIT_FSIZE, &less);
    assert_not_written (run->writer, world, "make room there");
    setrlimit (RLIMIT_FSIZE, &limit);
    g_assert_cmpuint (count_files (run->folder, ".tmp"), ==, 0);
    assert_last (run, path);
  }
  g_free (write_checkpoint (run->writer, world));
  assert_files (run, 2);
}

/* --- Killed --- */

/* What the child does: it says when the first checkpoint is whole. */
static int
write_for_ever (const gchar *folder)
{
  g_autoptr (LifeWorld) world =
      new_world (&roomy, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeCheckpointWriter) writer = life_checkpoint_writer_new (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (LifeCheckpoint) last = life_checkpoint_load (folder, NULL);

  if (last == NULL)
    fill_soup (world, 1, 0.4);
  else if (!life_world_restore_checkpoint (world, last, &error))
    g_error ("%s", error->message);
  else
    life_checkpoint_writer_go_on (writer, last);
  for (;;) {
    g_autofree gchar *path = NULL;

    life_checkpoint_writer_begin (writer, world, 1, &error);
    step (world, 1);
    path = life_checkpoint_writer_end (writer, &error);
    if (path == NULL)
      g_error ("%s", error->message);
    if (write (STDOUT_FILENO, "x", 1) != 1)
      return 1;
  }
}

static GPid
start_child (const gchar *folder, gint *out)
{
  const gchar *argv[] = { program, "--write-for-ever", folder, NULL };
  GError *error = NULL;
  GPid pid;

  g_spawn_async_with_pipes (NULL, (gchar **) argv, NULL,
      G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL, out, NULL, &error);
  g_assert_no_error (error);
  return pid;
}

/* The cells of a generation, for as many as are asked for in order. */
static void
assert_generation (const LifeCheckpoint *checkpoint, LifeWorld *expected)
{
  g_autoptr (LifeWorld) world =
      restore_checkpoint (checkpoint, LIFE_KERNEL_AUTO);

  step (expected, life_checkpoint_get_generation (checkpoint)
                      - life_world_get_generation (expected));
  g_assert_cmpuint (checksum_of (world), ==, checksum_of (expected));
}

static void
test_killed_writers_leave_a_whole_checkpoint (Run *run, gconstpointer data)
{
  g_autoptr (LifeWorld) expected =
      new_world (&roomy, "B3/S23", LIFE_KERNEL_AUTO, 1);
  const guint rounds = g_test_thorough () ? 200 : 40;
  guint64 generation = 0;

  fill_soup (expected, 1, 0.4);
  for (guint i = 0; i < rounds; i++) {
    gint out, status;
    const GPid pid = start_child (run->folder, &out);
    gchar word;

    g_assert_cmpint (read (out, &word, 1), ==, 1);
    g_usleep ((gulong) g_test_rand_int_range (0, 30000));
    kill (pid, SIGKILL);
    g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
    g_assert_true (WIFSIGNALED (status));
    close (out);
    {
      g_autoptr (LifeCheckpoint) checkpoint = load_checkpoint (run->folder);

      g_assert_cmpuint (
          life_checkpoint_get_generation (checkpoint), >=, generation);
      generation = life_checkpoint_get_generation (checkpoint);
      assert_generation (checkpoint, expected);
    }
    g_assert_cmpuint (count_files (run->folder, ".life"), <=, 3);
  }
}

int
main (int argc, char **argv)
{
  program = argv[0];
  if (argc == 3 && strcmp (argv[1], "--write-for-ever") == 0)
    return write_for_ever (argv[2]);
  g_test_init (&argc, &argv, NULL);
#define TEST(name) \
  g_test_add (     \
      "/checkpoint-files/" #name, Run, NULL, set_up, test_##name, tear_down)
  TEST (damage_is_refused_by_name);
  TEST (damage_leads_to_the_previous_checkpoint);
  TEST (wrong_values_are_named);
  TEST (what_is_no_cells_is_refused);
  TEST (what_is_no_squares_is_refused);
  TEST (a_folder_is_its_last_checkpoint);
  TEST (folders_without_checkpoints);
  TEST (patterns_are_no_checkpoints);
  TEST (leftovers_are_removed);
  TEST (files_of_another_version_stay);
  TEST (checkpoints_of_other_worlds_stay);
  TEST (folders_that_are_missing);
  TEST (folders_that_cannot_be_written);
  TEST (folders_have_one_writer);
  TEST (old_checkpoints_stay_if_there_is_no_room);
  TEST (killed_writers_leave_a_whole_checkpoint);
  return g_test_run ();
}
