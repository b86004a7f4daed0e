/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of patterns in files, gzip and built-in ones, loaded and saved; how
 * their text is read is in test-pattern.c. */
#include <errno.h>
#include <unistd.h>
#include <zlib.h>

#include <glib/gstdio.h>

#include <life/rule.h>

#include "tests/support/text/pattern.h"
#include "tests/support/text/rule-value.h"

static gchar *folder;

static gchar *
put_file (const gchar *name, const gchar *data, gssize length)
{
  gchar *path = g_build_filename (folder, name, NULL);
  GError *error = NULL;

  g_file_set_contents (path, data, length, &error);
  g_assert_no_error (error);
  return path;
}

static gchar *
gzip (const gchar *data, gsize length, gsize *packed_length)
{
  z_stream stream = { 0 };
  gsize room = length + 1000;
  gchar *packed = g_malloc (room);

  g_assert_cmpint (deflateInit2 (&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9,
                       Z_DEFAULT_STRATEGY),
      ==, Z_OK);
  stream.next_in = (Bytef *) data;
  stream.avail_in = length;
  stream.next_out = (Bytef *) packed;
  stream.avail_out = room;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  *packed_length = stream.total_out;
  deflateEnd (&stream);
  return packed;
}

static void
test_gzip_is_found_by_content (void)
{
  gsize length;
  g_autofree gchar *packed = gzip (GLIDER, strlen (GLIDER), &length);
  g_autofree gchar *path = put_file ("glider.txt", packed, length);
  GError *error = NULL;
  g_autoptr (LifePattern) loaded = life_pattern_load (path, &error);
  g_autoptr (LifePattern) parsed = NULL;

  g_assert_no_error (error);
  assert_cells (loaded, GLIDER_CELLS);
  parsed = life_pattern_parse (packed, length, &error);
  g_assert_no_error (error);
  assert_cells (parsed, GLIDER_CELLS);
}

static void
test_gzip_of_several_members_is_one_text (void)
{
  gsize first_length, second_length;
  g_autofree gchar *first = gzip ("x = 3, y = 3\nbo$", 16, &first_length);
  g_autofree gchar *second = gzip ("2bo$3o!", 7, &second_length);
  GByteArray *both = g_byte_array_new ();
  GError *error = NULL;
  g_autoptr (LifePattern) pattern = NULL;

  g_byte_array_append (both, (guint8 *) first, first_length);
  g_byte_array_append (both, (guint8 *) second, second_length);
  pattern = life_pattern_parse ((gchar *) both->data, both->len, &error);
  g_byte_array_unref (both);
  g_assert_no_error (error);
  assert_cells (pattern, GLIDER_CELLS);
}

static void
test_gzip_of_a_long_text (void)
{
  GString *text = g_string_new ("x = 300000, y = 1\n");
  g_autofree gchar *packed = NULL;
  gsize length;
  guint i;
  GError *error = NULL;
  g_autoptr (LifePattern) pattern = NULL;

  for (i = 0; i < 100000; i++)
    g_string_append (text, i % 70 ? "bob" : "bob\n");
  g_string_append_c (text, '!');
  packed = gzip (text->str, text->len, &length);
  g_string_free (text, TRUE);
  pattern = life_pattern_parse (packed, length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (pattern->n_runs, ==, 100000);
}

static void
test_truncated_gzip_is_an_error (void)
{
  gsize length, cut;
  g_autofree gchar *packed = gzip (GLIDER, strlen (GLIDER), &length);

  for (cut = 2; cut < length; cut++) {
    g_autoptr (GError) error = NULL;
    g_autofree gchar *path = put_file ("cut.rle.gz", packed, cut);

    g_assert_null (life_pattern_load (path, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
    assert_contains (error->message, path);
    assert_contains (error->message, "truncated");
  }
}

static void
test_damaged_gzip_is_an_error (void)
{
  gsize length, i;
  g_autofree gchar *packed = gzip (GLIDER, strlen (GLIDER), &length);

  for (i = 10; i < length; i++) {
    g_autoptr (GError) error = NULL;
    LifePattern *pattern;

    packed[i] ^= 0x55;
    pattern = life_pattern_parse (packed, length, &error);
    g_assert_null (pattern);
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
    packed[i] ^= 0x55;
  }
}

static void
test_error_in_gzip_names_its_place (void)
{
  gsize length;
  g_autofree gchar *packed = gzip ("x = 1, y = 1\n2o!", 16, &length);
  g_autofree gchar *path = put_file ("wide.rle.gz", packed, length);
  g_autoptr (GError) error = NULL;

  g_assert_null (life_pattern_load (path, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  assert_contains (error->message, "wide.rle.gz:2:1: column 2");
}

static void
test_file_is_loaded_whatever_its_extension (void)
{
  g_autofree gchar *path = put_file ("glider.png", ".O\n..O\nOOO\n", -1);
  GError *error = NULL;
  g_autoptr (LifePattern) pattern = life_pattern_load (path, &error);

  g_assert_no_error (error);
  g_assert_cmpint (pattern->format, ==, LIFE_FORMAT_PLAINTEXT);
  assert_cells (pattern, GLIDER_CELLS);
}

static void
assert_file_error (const gchar *path, gint cause)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (life_pattern_load (path, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_FILE);
  assert_contains (error->message, path);
  assert_contains (error->message, g_strerror (cause));
}

static void
test_missing_file_is_an_error (void)
{
  g_autofree gchar *path = g_build_filename (folder, "missing.rle", NULL);

  assert_file_error (path, ENOENT);
}

static void
test_folder_is_an_error (void)
{
  assert_file_error (folder, EISDIR);
}

static void
test_unreadable_file_is_an_error (void)
{
  g_autofree gchar *path = put_file ("secret.rle", GLIDER, -1);

  if (geteuid () == 0) {
    g_test_skip ("the superuser reads every file");
    return;
  }
  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  assert_file_error (path, EACCES);
}

static void
test_empty_file_is_an_error (void)
{
  g_autofree gchar *path = put_file ("empty.rle", "", 0);
  g_autoptr (GError) error = NULL;

  g_assert_null (life_pattern_load (path, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  assert_contains (error->message, "empty");
}

static void
test_binary_file_is_an_error (void)
{
  gchar noise[5000];
  g_autofree gchar *path = NULL;
  g_autoptr (GError) error = NULL;
  gsize i;

  for (i = 0; i < sizeof (noise); i++)
    noise[i] = g_test_rand_int ();
  memcpy (noise, "\177ELF", 4);
  path = put_file ("noise.rle", noise, sizeof (noise));
  g_assert_null (life_pattern_load (path, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  assert_contains (error->message, "binary");
}

static void
test_error_in_a_file_names_file_line_and_column (void)
{
  g_autofree gchar *path =
      put_file ("wide.rle", "#C \xc3\xa9\r\nx = 1, y = 1\r\n o o!\r\n", -1);
  g_autofree gchar *place = g_strconcat (path, ":3:4: column 2", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (life_pattern_load (path, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  assert_contains (error->message, place);
}

static LifePattern *
from_string (const gchar *value)
{
  GError *error = NULL;
  LifePattern *pattern = life_pattern_from_string (value, &error);

  g_assert_no_error (error);
  return pattern;
}

static void
test_string_with_exclamation_mark_is_rle (void)
{
  g_autoptr (LifePattern) plain = from_string ("bo$2bo$3o!");
  g_autoptr (LifePattern) deep = from_string ("o/o!");

  assert_cells (plain, GLIDER_CELLS);
  g_assert_cmpuint (deep->dimensions, ==, 3);
}

/* Few lines that stand for millions of runs of one cell each, with a name that makes them look like
 * RLE to those who only search for the mark. */
static gchar *
unfolding_text (void)
{
  GString *text = g_string_new ("[M2]\n#N oh!\n#R B36/S23\n"
                                "*.*.*.*.$*.*.*.*$*.*.*.*.$.*.*.*.*$\n");

  for (guint level = 4; level <= 12; level++)
    g_string_append_printf (text, "%u %u %u %u %u\n", level, level - 3,
        level - 3, level - 3, level - 3);
  return g_string_free (text, FALSE);
}

/* Reads text as a property and as a file, packed too, that may take so many bytes. */
static void
assert_within (GString *text, guint64 memory, gboolean fits)
{
  gsize length;
  g_autofree gchar *packed = gzip (text->str, (gssize) text->len, &length);
  gchar *paths[] = { put_file ("a.txt", text->str, (gssize) text->len),
    put_file ("a.gz", packed, (gssize) length) };

  for (guint i = 0; i < 5; i++) {
    GError *error = NULL;
    g_autoptr (LifePattern) pattern =
        i == 4
            ? life_pattern_from_string_within (text->str, NULL, memory, &error)
            : life_pattern_load_within (paths[i / 2], i % 2, memory, &error);

    if (fits) {
      g_assert_no_error (error);
      continue;
    }
    g_assert_null (pattern);
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
    assert_contains (error->message, "memory-limit");
    g_clear_error (&error);
  }
  for (guint i = 0; i < 2; i++) {
    g_remove (paths[i]);
    g_free (paths[i]);
  }
}

/* Runs and squares, and text beside them. */
static void
test_what_is_read_takes_no_more_memory_than_it_may (void)
{
  GString *runs = g_string_new ("x = 80000, y = 1\n");
  GString *squares = g_string_new ("[M2]\n");
  GString *blanks = g_string_new ("x = 3, y = 3\nbo$2bo$3o!\n");

  for (guint i = 0; i < 40000; i++) {
    g_string_append (runs, "bo");
    g_string_append (squares, "*$\n");
    g_string_append (blanks, "no cell                               \n");
  }
  g_string_append (runs, "!");
  assert_within (runs, 1 << 19, FALSE);
  assert_within (runs, 1 << 21, TRUE);
  assert_within (squares, 1 << 20, FALSE);
  assert_within (squares, 1 << 23, TRUE);
  assert_within (blanks, 1 << 22, TRUE);
  g_string_free (runs, TRUE);
  g_string_free (squares, TRUE);
  g_string_free (blanks, TRUE);
}

static void
test_cells_take_no_more_memory_than_they_may (void)
{
  g_autofree gchar *text = unfolding_text ();
  g_autofree gchar *rule = NULL;
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (life_pattern_from_string_within (text, NULL, 1 << 20, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
  assert_contains (error->message, "memory-limit");
  g_clear_error (&error);
  pattern = life_pattern_from_string_within (text, NULL, 1 << 28, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (life_pattern_get_n_runs (pattern), >, 1 << 21);
  rule = life_pattern_read_rule (text, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (rule, ==, "B36/S23");
}

static void
test_rule_of_a_string (void)
{
  static const struct {
    const gchar *text, *rule;
  } cases[] = { { "x = 3, y = 3, rule = B36/S23\nbo$2bo$3o!", "B36/S23" },
    { "bo$2bo$3o!", NULL }, { "glider", NULL } };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *rule = life_pattern_read_rule (cases[i].text, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (rule, ==, cases[i].rule);
  }
  g_assert_null (
      life_pattern_read_rule ("x = 3, y = 3, rule = B3/S23\nq!", &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
}

static void
test_bad_string_with_exclamation_mark_is_an_rle_error (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (life_pattern_from_string ("glider!", &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  assert_contains (error->message, "line 1, column 1");
  assert_contains (error->message, "RLE");
}

static void
test_string_with_line_break_is_any_format (void)
{
  g_autoptr (LifePattern) plaintext = from_string ("\n.O.\n..O\nOOO\n");
  g_autoptr (LifePattern) commented = from_string ("!a\n.O.\n..O\nOOO");
  g_autoptr (LifePattern) list =
      from_string ("#Life 1.06\n1 0\n2 1\n0 2\n1 2\n2 2\n");

  assert_cells (plaintext, GLIDER_CELLS);
  assert_cells (commented, GLIDER_CELLS);
  assert_cells (list, GLIDER_CELLS);
}

static void
test_other_string_is_a_name (void)
{
  g_autoptr (LifePattern) pattern = from_string ("Glider");

  assert_cells (pattern, GLIDER_CELLS);
}

static void
test_unknown_name_is_an_error (void)
{
  static const gchar *const names[] = { "", "gliders", "bo$2bo$3o", "a\xff" };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (life_pattern_from_string (names[i], &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
    assert_contains (error->message, "no built-in pattern");
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
  }
}

static void
test_unknown_name_gets_the_nearest (void)
{
  static const struct {
    const gchar *name, *expected;
  } cases[] = { { "goser-gun", "did you mean gosper-gun?" },
    { "r-pentonimo", "did you mean r-pentomino?" },
    { "glider gun", "gosper-glider-gun" }, { "simkin", "simkin-gun" },
    { "goser-gun", "docs/patterns.md" }, { "gun.rle", "location" } };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (life_pattern_from_string (cases[i].name, &error));
    assert_contains (error->message, cases[i].expected);
  }
}

static void
test_name_may_be_spelled_with_spaces (void)
{
  g_autoptr (LifePattern) spaces = from_string ("Gosper glider gun");
  g_autoptr (LifePattern) underscores = from_string ("gosper_gun");

  g_assert_cmpuint (spaces->n_runs, ==, underscores->n_runs);
}

static void
test_builtins_are_sorted_and_read (void)
{
  const gchar *const *names = life_pattern_builtin_names ();
  guint i;

  g_assert_cmpuint (g_strv_length ((gchar **) names), >=, 25);
  for (i = 0; names[i] != NULL; i++) {
    g_autoptr (LifePattern) pattern = from_string (names[i]);

    g_assert_cmpuint (pattern->n_runs, >, 0);
    if (pattern->rule != NULL) {
      LifeRule rule;

      g_assert_true (
          parse_rule (pattern->rule, pattern->dimensions, &rule, NULL));
    }
    if (i > 0)
      g_assert_cmpstr (names[i - 1], <, names[i]);
  }
}

static void
test_builtins_have_their_known_populations (void)
{
  static const struct {
    const gchar *name;
    guint population, dimensions;
  } known[] = { { "glider", 5, 2 }, { "lwss", 9, 2 }, { "pulsar", 48, 2 },
    { "gosper-gun", 36, 2 }, { "r-pentomino", 5, 2 }, { "acorn", 7, 2 },
    { "rabbits", 9, 2 }, { "copperhead", 30, 2 }, { "glider-5766", 10, 3 },
    { "blinker-5766", 6, 3 }, { "ship-10c-10", 14, 3 } };
  gsize i, run;

  for (i = 0; i < G_N_ELEMENTS (known); i++) {
    g_autoptr (LifePattern) pattern = from_string (known[i].name);
    guint population = 0;

    for (run = 0; run < pattern->n_runs; run++)
      population += pattern->runs[run].length;
    g_assert_cmpuint (population, ==, known[i].population);
    g_assert_cmpuint (pattern->dimensions, ==, known[i].dimensions);
  }
}

static void
test_file_is_saved_by_its_extension (void)
{
  static const struct {
    const gchar *name;
    LifeFormat format;
  } files[] = { { "a.rle", LIFE_FORMAT_RLE }, { "a.RLE3", LIFE_FORMAT_RLE3 },
    { "a.3d", LIFE_FORMAT_RLE3 }, { "a.cells", LIFE_FORMAT_PLAINTEXT } };
  g_autoptr (LifePattern) pattern = parse (GLIDER);
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree gchar *path = g_build_filename (folder, files[i].name, NULL);
    g_autoptr (LifePattern) loaded = NULL;
    GError *error = NULL;

    life_pattern_save (pattern, path, &error);
    g_assert_no_error (error);
    loaded = life_pattern_load (path, &error);
    g_assert_no_error (error);
    g_assert_cmpint (loaded->format, ==, files[i].format);
    assert_cells (loaded, GLIDER_CELLS);
  }
}

static void
test_saving_with_another_extension_names_the_known_ones (void)
{
  g_autoptr (LifePattern) pattern = parse (GLIDER);
  g_autofree gchar *path = g_build_filename (folder, "a.mc", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (life_pattern_save (pattern, path, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_FILE);
  assert_contains (error->message, ".rle3");
  assert_contains (error->message, ".cells");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_saving_where_nothing_can_be_written_is_an_error (void)
{
  g_autoptr (LifePattern) pattern = parse (GLIDER);
  g_autofree gchar *path = g_build_filename (folder, "no", "a.rle", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (life_pattern_save (pattern, path, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_FILE);
  assert_contains (error->message, path);
}

static void
remove_folder (void)
{
  GDir *entries = g_dir_open (folder, 0, NULL);
  const gchar *name;

  while ((name = g_dir_read_name (entries)) != NULL) {
    g_autofree gchar *path = g_build_filename (folder, name, NULL);

    g_unlink (path);
  }
  g_dir_close (entries);
  g_rmdir (folder);
  g_free (folder);
}

int
main (int argc, char **argv)
{
  gint result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("life-pattern-XXXXXX", NULL);
#define TEST(name) g_test_add_func ("/pattern-files/" #name, test_##name)
  TEST (gzip_is_found_by_content);
  TEST (gzip_of_several_members_is_one_text);
  TEST (gzip_of_a_long_text);
  TEST (truncated_gzip_is_an_error);
  TEST (damaged_gzip_is_an_error);
  TEST (error_in_gzip_names_its_place);
  TEST (file_is_loaded_whatever_its_extension);
  TEST (missing_file_is_an_error);
  TEST (folder_is_an_error);
  TEST (unreadable_file_is_an_error);
  TEST (empty_file_is_an_error);
  TEST (binary_file_is_an_error);
  TEST (error_in_a_file_names_file_line_and_column);
  TEST (string_with_exclamation_mark_is_rle);
  TEST (bad_string_with_exclamation_mark_is_an_rle_error);
  TEST (string_with_line_break_is_any_format);
  TEST (cells_take_no_more_memory_than_they_may);
  TEST (what_is_read_takes_no_more_memory_than_it_may);
  TEST (rule_of_a_string);
  TEST (other_string_is_a_name);
  TEST (unknown_name_is_an_error);
  TEST (unknown_name_gets_the_nearest);
  TEST (name_may_be_spelled_with_spaces);
  TEST (builtins_are_sorted_and_read);
  TEST (builtins_have_their_known_populations);
  TEST (file_is_saved_by_its_extension);
  TEST (saving_with_another_extension_names_the_known_ones);
  TEST (saving_where_nothing_can_be_written_is_an_error);
#undef TEST
  result = g_test_run ();
  remove_folder ();
  return result;
}
