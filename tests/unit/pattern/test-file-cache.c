/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cache on disk: what was put is returned, damage is noticed, and the cache
 * does not grow without end. */
#include <string.h>

#include <glib/gstdio.h>

#include "life/base/file-cache.h"
#include "tests/support/help.h"

static gchar *root, *folder;

static void
store_text (const gchar *key, const gchar *text)
{
  g_autoptr (GBytes) data = g_bytes_new (text, strlen (text));

  life_file_cache_store (key, data);
}

static void
assert_stored (const gchar *key, const gchar *text)
{
  g_autoptr (GBytes) data = life_file_cache_get (key);

  g_assert_nonnull (data);
  g_assert_cmpmem (g_bytes_get_data (data, NULL), g_bytes_get_size (data), text,
      strlen (text));
}

static void
test_what_was_stored_is_returned (void)
{
  store_text ("one", "first");
  store_text ("two", "second");
  assert_stored ("one", "first");
  store_text ("one", "replaced");
  assert_stored ("one", "replaced");
  assert_stored ("two", "second");
  g_assert_null (life_file_cache_get ("never"));
}

static void
test_damage_is_seen (void)
{
  g_autofree gchar *path = g_build_filename (folder, "hurt.kept", NULL);
  g_autofree gchar *content = NULL;
  gsize length;

  store_text ("hurt", "some text to damage");
  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  content[length - 1] ^= 1;
  g_assert_true (g_file_set_contents (path, content, (gssize) length, NULL));
  g_assert_null (life_file_cache_get ("hurt"));
  g_assert_true (g_file_set_contents (path, content, 3, NULL));
  g_assert_null (life_file_cache_get ("hurt"));
  store_text ("hurt", "healed");
  assert_stored ("hurt", "healed");
}

static void
test_files_are_bounded (void)
{
  g_autoptr (GDir) dir = NULL;
  guint files = 0;

  for (guint i = 0; i < LIFE_FILE_CACHE_FILES + 10; i++) {
    g_autofree gchar *key = g_strdup_printf ("many-%u", i);

    store_text (key, key);
  }
  dir = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (dir);
  while (g_dir_read_name (dir))
    files++;
  g_assert_cmpuint (files, <=, LIFE_FILE_CACHE_FILES);
  g_assert_cmpuint (files, >, 0);
}

/* Runs last: a file is where the folder should be. */
static void
test_unwritable_cache_is_no_error (void)
{
  g_autofree gchar *aside = g_strconcat (folder, "-aside", NULL);

  g_assert_cmpint (g_rename (folder, aside), ==, 0);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  store_text ("lost", "text");
  g_assert_null (life_file_cache_get ("lost"));
  g_assert_cmpint (g_unlink (folder), ==, 0);
  g_assert_cmpint (g_rename (aside, folder), ==, 0);
}

int
main (int argc, char **argv)
{
  int result;

  /* GLib reads it only once, so it is set first. */
  root = g_dir_make_tmp ("life-cache-XXXXXX", NULL);
  g_assert_nonnull (root);
  folder = g_build_filename (root, "life", NULL);
  g_setenv ("XDG_CACHE_HOME", root, TRUE);

  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/file-cache/" #name, test_##name)
  TEST (what_was_stored_is_returned);
  TEST (damage_is_seen);
  TEST (files_are_bounded);
  TEST (unwritable_cache_is_no_error);
  result = g_test_run ();
  remove_folder (root);
  g_free (folder);
  g_free (root);
  return result;
}
