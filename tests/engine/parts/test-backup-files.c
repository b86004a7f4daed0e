/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The files of backups: whenever their writer is killed the last whole one loads, damage is
 * named, old ones go, and what cannot be written is an error that says what to do. */
#include "tests/support/worlds/backup.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const LifeGeometry small = { 20, 10, 1, LIFE_TOPOLOGY_TORUS };

static const gchar *program;

/* --- Damage --- */

static gchar *
read_text (const gchar *path, gsize *length)
{
  gchar *text = NULL;
  GError *error = NULL;

  g_file_get_contents (path, &text, length, &error);
  g_assert_no_error (error);
  return text;
}

static void
assert_refused (const gchar *index, const gchar *damaged, const gchar *how)
{
  g_autofree gchar *name = g_path_get_basename (damaged);
  g_autoptr (GError) error = NULL;
  g_autoptr (LifeBackup) backup = life_backup_load (index, &error);

  if (backup != NULL)
    fail ("%s: %s is taken", damaged, how);
  else if (strstr (error->message, name) == NULL
           || !g_utf8_validate (error->message, -1, NULL))
    fail ("%s: %s: \"%s\"", damaged, how, error->message);
}

/* Nobody waits for the disk here. */
static void
put_text (const gchar *path, const gchar *text, gsize length)
{
  GError *error = NULL;

  g_file_set_contents_full (
      path, text, (gssize) length, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
}

/* Every byte changed, and every length cut to. */
static void
damage (const gchar *index, const gchar *path)
{
  gsize length;
  g_autofree gchar *text = read_text (path, &length);

  for (gsize i = 0; i < length; i++) {
    text[i] ^= (gchar) (1 << i % 8);
    put_text (path, text, length);
    text[i] ^= (gchar) (1 << i % 8);
    assert_refused (index, path, "a byte changed");
    put_text (path, text, i);
    assert_refused (index, path, "cut");
  }
  put_text (path, text, length);
}

static void
test_damage_is_refused_by_name (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) world =
      new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (folder);
  g_autofree gchar *index = NULL, *part = NULL;

  fill_soup (world, 1, 0.4);
  index = write_backup (writer, world);
  part = find_file (folder, ".cells");
  damage (index, index);
  damage (index, part);
  life_backup_free (load_backup (index));
  g_remove (part);
  assert_refused (index, part, "removed");
  remove_folder (folder);
}

/* Sums say that a file is what was written, not that it is right: the text of an index is
 * @text with line @line replaced, and a sum that fits. */
static gchar *
replace_line (const gchar *text, guint line, const gchar *by)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) result = g_string_new (NULL);
  g_autofree gchar *sum = NULL;

  for (guint i = 0; !g_str_has_prefix (lines[i], "sum "); i++)
    g_string_append_printf (result, "%s\n", i + 1 == line ? by : lines[i]);
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, result->str, -1);
  return g_strdup_printf ("%ssum %s\n", result->str, sum);
}

static void
test_wrong_lines_are_named (void)
{
  static const struct {
    guint line;
    const gchar *text, *expected;
  } wrong[] = {
    { 1, "life backup 2", ":1:1: " },
    { 2, "generation 18446744073709551616", ":2:12: " },
    { 2, "generation 5 ", ":2:13: " },
    { 2, "generation -5", ":2:12: " },
    { 2, "rule B3/S23", ":2:1: expected \"generation \"" },
    { 3, "rule ", ":3:6: " },
    { 3, "rule \xff", ":3:6: " },
    { 4, "dimensions 1", "2 dimensions or 3" },
    { 4, "dimensions 4", ":4:12: " },
    { 5, "size 20 10", ":5:11: " },
    { 5, "size 20 10 4294967296", ":5:1: " },
    { 5, "size 20 10 2", "no worlds of this size" },
    { 5, "size 0 10 1", "no worlds of this size" },
    { 5, "size 21 10 1", "not the whole world" },
    { 5, "size 20 9 1", "does not lie in the world" },
    { 6, "topology ball", ":6:10: " },
    { 6, "topology unbounded", "has no size" },
    { 6, "topology sphere", "sphere" },
    { 7, "vertical-twist 2", ":7:16: " },
    { 8, "shift 1", ":8:8: " },
    { 8, "shift 4294967296 0", ":8:1: " },
    { 9, "center 1", ":9:8: " },
    { 9, "center nan 1", ":9:8: " },
    { 9, "center 1 2 3", ":9:8: " },
    { 10, "seed x", ":10:6: " },
    { 11, "cells squares", "worlds without edges" },
    { 11, "cells ", ":11:7: " },
    { 12, "parts 0", ":13:1: " },
    { 12, "parts 2", ":14:1: " },
    { 12, "parts 5000", ":12:7: " },
    { 13, "part ../x 1 2 3", ":13:6: " },
    { 13, "part x/y 1 2 3", ":13:7: " },
    { 13, "part x 1 2 3", ":13:10: " },
  };
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) world =
      new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (folder);
  g_autofree gchar *index = write_backup (writer, world), *text = NULL;
  gsize length;

  text = read_text (index, &length);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree gchar *other = replace_line (text, wrong[i].line, wrong[i].text);
    g_autoptr (GError) error = NULL;
    g_autoptr (LifeBackup) backup = NULL;

    g_file_set_contents (index, other, -1, NULL);
    backup = life_backup_load (index, &error);
    if (backup != NULL)
      fail ("\"%s\" is taken", wrong[i].text);
    else if (strstr (error->message, wrong[i].expected) == NULL
             || !g_error_matches (error, LIFE_ERROR, LIFE_ERROR_PATTERN))
      fail ("\"%s\": %s", wrong[i].text, error->message);
  }
  remove_folder (folder);
}

/* A rule would be cut off there. */
static void
test_a_byte_0_is_named (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) world =
      new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (folder);
  g_autofree gchar *index = write_backup (writer, world);
  gsize length;
  g_autofree gchar *text = read_text (index, &length);
  g_autoptr (LifeBackup) backup = NULL;
  g_autoptr (GError) error = NULL;

  text[strcspn (text, "/")] = '\0';
  g_file_set_contents (index, text, (gssize) length, NULL);
  backup = life_backup_load (index, &error);
  g_assert_null (backup);
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  g_assert_nonnull (strstr (error->message, ":3:8: there is a byte 0"));
  remove_folder (folder);
}

/* Bytes with the right sum that are no cells. */
static void
test_parts_that_hold_no_cells_are_refused (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) world =
      new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (folder);
  g_autofree gchar *index = write_backup (writer, world);
  g_autofree gchar *part = find_file (folder, ".cells");
  g_autofree gchar *name = g_path_get_basename (part);
  g_autofree gchar *sum = g_compute_checksum_for_string (
      G_CHECKSUM_SHA256, "life cells 1\nand no more", -1);
  g_autofree gchar *line =
      g_strdup_printf ("part %s 24 %s 0 at 0 0 0 size 20 10 1", name, sum);
  g_autofree gchar *text = NULL, *other = NULL;
  g_autoptr (LifeBackup) backup = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_set_contents (part, "life cells 1\nand no more", -1, NULL);
  text = read_text (index, &length);
  other = replace_line (text, 13, line);
  g_file_set_contents (index, other, -1, NULL);
  backup = load_backup (index);
  g_assert_false (life_world_restore_backup (world, backup, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  g_assert_nonnull (strstr (error->message, name));
  remove_folder (folder);
}

/* --- Folders --- */

static void
test_a_folder_is_its_last_backup (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) world =
      new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (folder);

  for (guint i = 0; i < 12; i++) {
    g_autofree gchar *index = write_backup (writer, world);
    g_autoptr (LifeBackup) backup = load_backup (folder);

    g_assert_cmpstr (life_backup_get_path (backup), ==, index);
    g_assert_cmpuint (life_backup_get_generation (backup), ==, i);
    g_assert_cmpuint (count_files (folder, ".life"), ==, MIN (i + 1, 2));
    g_assert_cmpuint (count_files (folder, ".cells"), ==, MIN (i + 1, 2));
    step (world, 1);
  }
  g_assert_cmpuint (count_files (folder, ".tmp"), ==, 0);
  remove_folder (folder);
}

static void
test_folders_without_backups (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (GError) error = NULL;

  g_assert_true (life_backup_is_there (folder));
  g_assert_null (life_backup_load (folder, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, folder));
  remove_folder (folder);
}

static void
test_patterns_are_no_backups (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autofree gchar *path = g_build_filename (folder, "glider.rle", NULL);

  g_assert_false (life_backup_is_there (path));
  g_file_set_contents (path, "x = 3, y = 3\nbo$2bo$3o!", -1, NULL);
  g_assert_false (life_backup_is_there (path));
  remove_folder (folder);
}

/* What a killed writer leaves is removed, what is not a backup's stays. */
static void
test_leftovers_are_removed (void)
{
  static const gchar *const ours[] = { "backup-000090-0.cells",
    "backup-000090-0.cells.tmp", "backup-000090-generation-5.life.tmp",
    "backup-000002-3.cells" };
  static const gchar *const others[] = { "backup-000001.tar",
    "backup-1-x.cells", "backup-000001-0.cells.old", "notes.txt" };
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) world =
      new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (folder);
  g_autofree gchar *index = NULL;

  for (guint i = 0; i < 4; i++) {
    g_autofree gchar *one = g_build_filename (folder, ours[i], NULL);
    g_autofree gchar *other = g_build_filename (folder, others[i], NULL);

    g_file_set_contents (one, "x", 1, NULL);
    g_file_set_contents (other, "x", 1, NULL);
  }
  index = write_backup (writer, world);
  g_assert_nonnull (strstr (index, "backup-000091-generation-0.life"));
  for (guint i = 0; i < 4; i++) {
    g_autofree gchar *one = g_build_filename (folder, ours[i], NULL);
    g_autofree gchar *other = g_build_filename (folder, others[i], NULL);

    g_assert_false (g_file_test (one, G_FILE_TEST_EXISTS));
    g_assert_true (g_file_test (other, G_FILE_TEST_EXISTS));
  }
  remove_folder (folder);
}

static void
write_some (LifeBackupWriter *writer, LifeWorld *world, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_free (write_backup (writer, world));
    step (world, 1);
  }
}

/* Two worlds one after the other, and then the second one once more. */
static void
test_backups_of_other_worlds_stay (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) one = new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeWorld) other =
      new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  LifeBackupWriter *writer = life_backup_writer_new (folder);
  g_autofree gchar *last = NULL, *found = NULL;
  g_autoptr (LifeBackup) backup = NULL;

  g_assert_true (life_backup_writer_check (writer, NULL));
  g_assert_null (life_backup_writer_find_other (writer));
  step (one, 100);
  write_some (writer, one, 3);
  last = write_backup (writer, one);
  g_assert_cmpuint (count_files (folder, ".life"), ==, 2);
  life_backup_writer_free (writer);

  writer = life_backup_writer_new (folder);
  g_assert_true (life_backup_writer_check (writer, NULL));
  found = life_backup_writer_find_other (writer);
  g_assert_cmpstr (found, ==, last);
  write_some (writer, other, 5);
  g_assert_cmpuint (count_files (folder, ".life"), ==, 4);
  life_backup_writer_free (writer);

  backup = load_backup (folder);
  writer = life_backup_writer_new (folder);
  life_backup_writer_go_on (writer, backup);
  g_assert_true (life_backup_writer_check (writer, NULL));
  g_assert_null (life_backup_writer_find_other (writer));
  write_some (writer, other, 1);
  g_assert_cmpuint (count_files (folder, ".life"), ==, 4);
  write_some (writer, other, 4);
  g_assert_cmpuint (count_files (folder, ".life"), ==, 4);
  g_assert_cmpuint (count_files (folder, ".cells"), ==, 4);
  life_backup_writer_free (writer);
  life_backup_free (load_backup (last));
  remove_folder (folder);
}

static void
assert_not_written (LifeBackupWriter *writer, LifeWorld *world,
    const gchar *place, const gchar *remedy)
{
  g_autoptr (GError) error = NULL;

  begin_backup (writer, world);
  g_assert_null (life_backup_writer_end (writer, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_FILE);
  if (strstr (error->message, place) == NULL
      || strstr (error->message, remedy) == NULL)
    fail ("\"%s\" lacks \"%s\" or \"%s\"", error->message, place, remedy);
}

static void
test_folders_that_are_missing (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autofree gchar *missing = g_build_filename (folder, "missing", NULL);
  g_autofree gchar *index = NULL;
  g_autoptr (LifeWorld) world =
      new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (missing);

  assert_not_written (writer, world, missing, "make that folder");
  g_file_set_contents (missing, "", 0, NULL);
  assert_not_written (writer, world, missing, "choose a folder");
  g_remove (missing);
  /* Once it is there it is used. */
  g_mkdir (missing, 0700);
  index = write_backup (writer, world);
  life_backup_free (load_backup (missing));
  remove_folder (folder);
}

static void
test_folders_that_cannot_be_written (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) world =
      new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (folder);

  g_chmod (folder, 0500);
  if (access (folder, W_OK) == 0)
    g_test_skip ("this user may write everywhere");
  else
    assert_not_written (writer, world, folder, "allow writing there");
  g_chmod (folder, 0700);
  remove_folder (folder);
}

static void
test_folders_have_one_writer (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) world =
      new_world (&small, "B3/S23", LIFE_KERNEL_AUTO, 1);
  LifeBackupWriter *first = life_backup_writer_new (folder);
  g_autoptr (LifeBackupWriter) second = life_backup_writer_new (folder);

  g_free (write_backup (first, world));
  assert_not_written (second, world, folder, "a folder for each");
  life_backup_writer_free (first);
  g_free (write_backup (second, world));
  remove_folder (folder);
}

/* A disk that is full after a while. */
static void
test_old_backups_stay_where_there_is_no_room (void)
{
  static const LifeGeometry geometry = { 1000, 1000, 1, LIFE_TOPOLOGY_TORUS };
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (folder);
  g_autofree gchar *index = NULL;
  struct rlimit limit, less;

  fill_soup (world, 1, 0.4);
  index = write_backup (writer, world);
  step (world, 1);
  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &limit);
  for (guint i = 0; i < 9; i++) {
    less = limit;
    less.rlim_cur = i * 10000;
    setrlimit (RLIMIT_FSIZE, &less);
    begin_backup (writer, world);
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (life_backup_writer_end (writer, &error));
      setrlimit (RLIMIT_FSIZE, &limit);
      g_assert_error (error, LIFE_ERROR, LIFE_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, folder));
      g_assert_nonnull (strstr (error->message, "make room there"));
    }
    g_assert_cmpuint (count_files (folder, ".tmp"), ==, 0);
    {
      g_autoptr (LifeBackup) backup = load_backup (folder);

      g_assert_cmpstr (life_backup_get_path (backup), ==, index);
    }
  }
  g_free (write_backup (writer, world));
  g_assert_cmpuint (count_files (folder, ".life"), ==, 2);
  remove_folder (folder);
}

/* --- Killed --- */

static const LifeGeometry large = { 700, 500, 1, LIFE_TOPOLOGY_TORUS };

/* What the child does: it says when the first backup is whole. */
static int
write_for_ever (const gchar *folder)
{
  g_autoptr (LifeWorld) world =
      new_world (&large, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeBackupWriter) writer = life_backup_writer_new (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (LifeBackup) last = life_backup_load (folder, NULL);

  if (last == NULL)
    fill_soup (world, 1, 0.4);
  else if (!life_world_restore_backup (world, last, &error))
    g_error ("%s", error->message);
  for (;;) {
    g_autofree gchar *index = NULL;

    life_backup_writer_begin (writer, world, 1, &error);
    step (world, 1);
    index = life_backup_writer_end (writer, &error);
    if (index == NULL)
      g_error ("%s", error->message);
    if (write (STDOUT_FILENO, "x", 1) != 1)
      return 1;
  }
}

static GPid
start_child (const gchar *folder, gint *out)
{
  gchar *argv[] = { (gchar *) program, "--write-for-ever", (gchar *) folder,
    NULL };
  GError *error = NULL;
  GPid pid;

  g_spawn_async_with_pipes (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL,
      NULL, &pid, NULL, out, NULL, &error);
  g_assert_no_error (error);
  return pid;
}

/* The cells of a generation, for as many as are asked for in order. */
static void
assert_generation (const LifeBackup *backup, LifeWorld *expected)
{
  g_autoptr (LifeWorld) world = restore_backup (backup, LIFE_KERNEL_AUTO);

  step (expected, life_backup_get_generation (backup)
                      - life_world_get_generation (expected));
  g_assert_cmpuint (checksum_of (world), ==, checksum_of (expected));
}

static void
test_killed_writers_leave_a_whole_backup (void)
{
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) expected =
      new_world (&large, "B3/S23", LIFE_KERNEL_AUTO, 1);
  const guint rounds = g_test_thorough () ? 200 : 40;
  guint64 generation = 0;

  fill_soup (expected, 1, 0.4);
  for (guint i = 0; i < rounds; i++) {
    gint out, status;
    const GPid pid = start_child (folder, &out);
    gchar word;

    g_assert_cmpint (read (out, &word, 1), ==, 1);
    g_usleep ((gulong) g_test_rand_int_range (0, 30000));
    kill (pid, SIGKILL);
    g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
    g_assert_true (WIFSIGNALED (status));
    close (out);
    {
      g_autoptr (LifeBackup) backup = load_backup (folder);

      g_assert_cmpuint (life_backup_get_generation (backup), >=, generation);
      generation = life_backup_get_generation (backup);
      assert_generation (backup, expected);
    }
  }
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  program = argv[0];
  if (argc == 3 && strcmp (argv[1], "--write-for-ever") == 0)
    return write_for_ever (argv[2]);
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/backup-files/" #name, test_##name)
  TEST (damage_is_refused_by_name);
  TEST (wrong_lines_are_named);
  TEST (a_byte_0_is_named);
  TEST (parts_that_hold_no_cells_are_refused);
  TEST (a_folder_is_its_last_backup);
  TEST (folders_without_backups);
  TEST (patterns_are_no_backups);
  TEST (leftovers_are_removed);
  TEST (backups_of_other_worlds_stay);
  TEST (folders_that_are_missing);
  TEST (folders_that_cannot_be_written);
  TEST (folders_have_one_writer);
  TEST (old_backups_stay_where_there_is_no_room);
  TEST (killed_writers_leave_a_whole_backup);
  return g_test_run ();
}
