/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of patterns in files, gzip and built-in ones, loaded and saved; how
 * their text is read is in test-pattern.c. */
#include <errno.h>
#include <unistd.h>

#include <life/rule.h>

#include "tests/support/text/pattern.h"
#include "tests/support/text/rule-value.h"

static gchar *folder;

static gchar *
write_file (const gchar *name, const gchar *data, gssize length)
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
  return pack (data, length, GZIP, packed_length);
}

static void
assert_file_is_refused (const gchar *path, LifeError code, const gchar *pieces)
{
  GError *error = NULL;

  assert_refused (
      life_pattern_load (path, &error) != NULL, &error, code, pieces);
}

/* Writes the file, which is refused with @pieces, after its path in the message. */
static void
assert_content_is_refused (
    const gchar *name, const gchar *data, gssize length, const gchar *pieces)
{
  g_autofree gchar *path = write_file (name, data, length);
  g_autofree gchar *all = g_strconcat (path, pieces, NULL);

  assert_file_is_refused (path, LIFE_ERROR_PATTERN, all);
}

/* By its content, whatever the file is called; several members are one text. */
static void
test_gzip_is_read (void)
{
  gsize length, more;
  g_autofree gchar *first = gzip ("x = 3, y = 3\nbo$", 16, &length);
  g_autofree gchar *second = gzip ("2bo$3o!", 7, &more);
  g_autofree gchar *packed =
      g_realloc (g_steal_pointer (&first), length + more);
  g_autofree gchar *path = NULL;
  GError *error = NULL;
  g_autoptr (LifePattern) loaded = NULL;
  g_autoptr (LifePattern) parsed = NULL;

  memcpy (packed + length, second, more);
  path = write_file ("glider.txt", packed, length + more);
  loaded = life_pattern_load (path, &error);
  g_assert_no_error (error);
  assert_cells (loaded, GLIDER_CELLS);
  parsed = parse_bytes (packed, length + more);
  assert_cells (parsed, GLIDER_CELLS);
}

static void
test_gzip_of_a_long_text (void)
{
  g_autoptr (GString) text = g_string_new ("x = 300000, y = 1\n");
  g_autofree gchar *packed = NULL;
  gsize length;
  g_autoptr (LifePattern) pattern = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append (text, i % 70 ? "bob" : "bob\n");
  g_string_append_c (text, '!');
  packed = gzip (text->str, text->len, &length);
  pattern = parse_bytes (packed, length);
  g_assert_cmpuint (pattern->n_runs, ==, 100000);
}

static void
test_truncated_gzip_is_an_error (void)
{
  gsize length;
  g_autofree gchar *packed = gzip (GLIDER, strlen (GLIDER), &length);

  for (gsize cut = 2; cut < length; cut++)
    assert_content_is_refused ("cut.rle.gz", packed, cut, "|truncated");
}

static void
test_damaged_gzip_is_an_error (void)
{
  gsize length;
  g_autofree gchar *packed = gzip (GLIDER, strlen (GLIDER), &length);

  for (gsize i = 10; i < length; i++) {
    packed[i] ^= 0x55;
    assert_bytes_are_refused (packed, length, "");
    packed[i] ^= 0x55;
  }
}

static void
test_file_is_loaded_whatever_its_extension (void)
{
  g_autofree gchar *path = write_file ("glider.png", ".O\n..O\nOOO\n", -1);
  GError *error = NULL;
  g_autoptr (LifePattern) pattern = life_pattern_load (path, &error);

  g_assert_no_error (error);
  g_assert_cmpint (pattern->format, ==, LIFE_FORMAT_PLAINTEXT);
  assert_cells (pattern, GLIDER_CELLS);
}

static void
assert_file_error (const gchar *path, gint cause)
{
  g_autofree gchar *pieces = g_strjoin ("|", path, g_strerror (cause), NULL);

  assert_file_is_refused (path, LIFE_ERROR_FILE, pieces);
}

static void
test_what_cannot_be_opened_is_an_error (void)
{
  g_autofree gchar *missing = g_build_filename (folder, "missing.rle", NULL);
  g_autofree gchar *secret = write_file ("secret.rle", GLIDER, -1);

  assert_file_error (missing, ENOENT);
  assert_file_error (folder, EISDIR);
  /* The superuser reads every file. */
  g_assert_cmpint (g_chmod (secret, 0), ==, 0);
  if (geteuid () != 0)
    assert_file_error (secret, EACCES);
}

static void
test_errors_in_a_file_name_file_line_and_column (void)
{
  gchar noise[5000];
  gsize length;
  g_autofree gchar *packed = gzip ("x = 1, y = 1\n2o!", 16, &length);

  for (gsize i = 0; i < sizeof (noise); i++)
    noise[i] = g_test_rand_int ();
  memcpy (noise, "\177ELF", 4);
  assert_content_is_refused ("empty.rle", "", 0, "|empty");
  assert_content_is_refused ("noise.rle", noise, sizeof (noise), "|binary");
  assert_content_is_refused ("wide.rle.gz", packed, length, ":2:1: column 2");
  assert_content_is_refused ("wide.rle",
      "#C \xc3\xa9\r\nx = 1, y = 1\r\n o o!\r\n", -1, ":3:4: column 2");
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
test_a_string_is_a_text_or_a_name (void)
{
  static const gchar *const gliders[] = { "bo$2bo$3o!", "\n.O.\n..O\nOOO\n",
    "xq4_456", "!a\n.O.\n..O\nOOO", "#Life 1.06\n1 0\n2 1\n0 2\n1 2\n2 2\n",
    "Glider" };
  g_autoptr (LifePattern) deep = from_string ("o/o!");

  for (guint i = 0; i < G_N_ELEMENTS (gliders); i++) {
    g_autoptr (LifePattern) pattern = from_string (gliders[i]);

    assert_cells (pattern, GLIDER_CELLS);
  }
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
  gchar *paths[] = { write_file ("a.txt", text->str, (gssize) text->len),
    write_file ("a.gz", packed, (gssize) length) };

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
    assert_refused (pattern != NULL, &error, LIFE_ERROR_MEMORY, "memory-limit");
  }
  for (guint i = 0; i < 2; i++) {
    g_remove (paths[i]);
    g_free (paths[i]);
  }
}

/* Runs and squares, and text next to them. */
static void
test_what_is_read_uses_no_more_memory_than_it_may (void)
{
  g_autoptr (GString) runs = g_string_new ("x = 80000, y = 1\n");
  g_autoptr (GString) squares = g_string_new ("[M2]\n");
  g_autoptr (GString) blanks = g_string_new ("x = 3, y = 3\nbo$2bo$3o!\n");

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
}

static void
test_cells_use_no_more_memory_than_they_may (void)
{
  g_autofree gchar *text = unfolding_text ();
  g_autofree gchar *rule = NULL;
  g_autoptr (LifePattern) pattern = NULL;
  GError *error = NULL;

  assert_refused (
      life_pattern_from_string_within (text, NULL, 1 << 20, &error) != NULL,
      &error, LIFE_ERROR_MEMORY, "memory-limit");
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
test_strings_that_are_neither_are_refused (void)
{
  static const gchar *const cases[][2] = {
    { "glider!", "line 1, column 1|RLE" },
    { "", "no built-in pattern" },
    { "gliders", "no built-in pattern" },
    { "bo$2bo$3o", "no built-in pattern" },
    { "a\xff", "no built-in pattern" },
    { "goser-gun", "did you mean gosper-gun?|docs/reference/patterns.md" },
    { "r-pentonimo", "did you mean r-pentomino?" },
    { "glider gun", "gosper-glider-gun" },
    { "simkin", "simkin-gun" },
    { "gun.rle", "location" },
    { "xs5_33", "line 1, column 1|is it cut off" },
    { "xs_33", "no built-in pattern" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GError *error = NULL;

    assert_refused (life_pattern_from_string (cases[i][0], &error) != NULL,
        &error, LIFE_ERROR_PATTERN, cases[i][1]);
  }
}

static void
test_builtins_are_sorted_and_read (void)
{
  const gchar *const *names = life_pattern_builtin_names ();

  g_assert_cmpuint (g_strv_length ((gchar **) names), >=, 25);
  for (guint i = 0; names[i] != NULL; i++) {
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
test_builtins_have_their_names_and_populations (void)
{
  static const struct {
    const gchar *text, *name;
    guint population, dimensions;
  } cases[] = {
    { "glider", "Glider", 5, 2 },
    { "lwss", "LWSS", 9, 2 },
    { "pulsar", "Pulsar", 48, 2 },
    { "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401",
        "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401", 72, 2 },
    { "gosper-gun", "Gosper gun", 36, 2 },
    { "Gosper glider gun", "Gosper glider gun", 36, 2 },
    { "gosper_gun", "Gosper gun", 36, 2 },
    { "R-Pentomino", "R-pentomino", 5, 2 },
    { "acorn", "Acorn", 7, 2 },
    { "rabbits", "Rabbits", 9, 2 },
    { "copperhead", "Copperhead", 30, 2 },
    { "glider-5766", "Glider 5766", 10, 3 },
    { "blinker-5766", "Blinker 5766", 6, 3 },
    { "ship-10c-10", "Ship 10c 10", 14, 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LifePattern) pattern = from_string (cases[i].text);
    guint population = 0;

    for (gsize run = 0; run < pattern->n_runs; run++)
      population += pattern->runs[run].length;
    g_assert_cmpstr (life_pattern_get_name (pattern), ==, cases[i].name);
    g_assert_cmpuint (population, ==, cases[i].population);
    g_assert_cmpuint (pattern->dimensions, ==, cases[i].dimensions);
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

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
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
assert_not_saved (const gchar *name, const gchar *pieces)
{
  g_autoptr (LifePattern) pattern = parse (GLIDER);
  g_autofree gchar *path = g_build_filename (folder, name, NULL);
  GError *error = NULL;

  assert_refused (life_pattern_save (pattern, path, &error), &error,
      LIFE_ERROR_FILE, pieces);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_what_cannot_be_saved_is_an_error (void)
{
  assert_not_saved ("a.mc", ".rle3|.cells");
  assert_not_saved ("no/a.rle", "/no/a.rle");
}

int
main (int argc, char **argv)
{
  gint result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("life-pattern-XXXXXX", NULL);
#define TEST(name) g_test_add_func ("/pattern-files/" #name, test_##name)
  TEST (gzip_is_read);
  TEST (gzip_of_a_long_text);
  TEST (truncated_gzip_is_an_error);
  TEST (damaged_gzip_is_an_error);
  TEST (file_is_loaded_whatever_its_extension);
  TEST (what_cannot_be_opened_is_an_error);
  TEST (errors_in_a_file_name_file_line_and_column);
  TEST (a_string_is_a_text_or_a_name);
  TEST (strings_that_are_neither_are_refused);
  TEST (cells_use_no_more_memory_than_they_may);
  TEST (what_is_read_uses_no_more_memory_than_it_may);
  TEST (rule_of_a_string);
  TEST (builtins_are_sorted_and_read);
  TEST (builtins_have_their_names_and_populations);
  TEST (file_is_saved_by_its_extension);
  TEST (what_cannot_be_saved_is_an_error);
#undef TEST
  result = g_test_run ();
  remove_folder (folder);
  g_free (folder);
  return result;
}
