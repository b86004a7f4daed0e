/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of patterns in zip archives, and of archives that unpack to more than
 * the limit. The archives are built here byte by byte. */
#include <glib/gstdio.h>

#include "tests/support/text/pattern.h"

#ifdef LIFE_HAVE_ZIP
#define READS_ZIP TRUE
#else
#define READS_ZIP FALSE
#endif

#define METHOD_STORED 0
#define METHOD_DEFLATED 8

/* A bomb unpacks to this many pieces of this many bytes, which is more than the
 * limit of 1 GiB. */
#define PIECE (G_GUINT64_CONSTANT (1) << 26)
#define PIECES 17

typedef struct {
  const gchar *name;
  const gchar *text;
} Entry;

/* An archive under construction: the files, and the directory at its end. */
typedef struct {
  GByteArray *files, *folder;
  guint n;
} Zip;

static void
append_number (GByteArray *bytes, guint64 number, guint n)
{
  for (guint i = 0; i < n; i++) {
    guint8 byte = number >> 8 * i;

    g_byte_array_append (bytes, &byte, 1);
  }
}

/* The fields that a file has both before its data and in the directory. */
static void
append_fields (GByteArray *bytes, guint method, guint32 crc, gsize packed,
    gsize length, const gchar *name)
{
  append_number (bytes, 20, 2); /* the version needed */
  append_number (bytes, 0, 2);
  append_number (bytes, method, 2);
  append_number (bytes, 0x5a210000, 4); /* any date */
  append_number (bytes, crc, 4);
  append_number (bytes, packed, 4);
  append_number (bytes, length, 4);
  append_number (bytes, strlen (name), 2);
  append_number (bytes, 0, 2);
}

static void
zip_add (Zip *zip, const gchar *name, guint method, guint32 crc,
    const gchar *packed, gsize packed_length, gsize length)
{
  gsize start = zip->files->len;

  append_number (zip->files, 0x04034b50, 4);
  append_fields (zip->files, method, crc, packed_length, length, name);
  g_byte_array_append (zip->files, (const guint8 *) name, strlen (name));
  g_byte_array_append (zip->files, (const guint8 *) packed, packed_length);

  append_number (zip->folder, 0x02014b50, 4);
  append_number (zip->folder, 20, 2); /* the version that wrote it */
  append_fields (zip->folder, method, crc, packed_length, length, name);
  append_number (zip->folder, 0, 8);
  append_number (zip->folder, 0, 2);
  append_number (zip->folder, start, 4);
  g_byte_array_append (zip->folder, (const guint8 *) name, strlen (name));
  zip->n++;
}

static GByteArray *
zip_finish (Zip *zip)
{
  gsize start = zip->files->len, length = zip->folder->len;

  g_byte_array_append (zip->files, zip->folder->data, length);
  append_number (zip->files, 0x06054b50, 4);
  append_number (zip->files, 0, 4);
  append_number (zip->files, zip->n, 2);
  append_number (zip->files, zip->n, 2);
  append_number (zip->files, length, 4);
  append_number (zip->files, start, 4);
  append_number (zip->files, 0, 2);
  g_byte_array_unref (zip->folder);
  return zip->files;
}

static GByteArray *
zip_of (const Entry *entries, gsize n, guint method)
{
  Zip zip = { g_byte_array_new (), g_byte_array_new (), 0 };

  for (gsize i = 0; i < n; i++) {
    const gchar *text = entries[i].text;
    gsize length = strlen (text), packed_length = length;
    g_autofree gchar *packed = method == METHOD_DEFLATED
                                   ? pack (text, length, RAW, &packed_length)
                                   : g_strdup (text);

    zip_add (&zip, entries[i].name, method,
        crc32 (0, (const Bytef *) text, length), packed, packed_length, length);
  }
  return zip_finish (&zip);
}

static const Entry glider[] = { { "glider.rle", GLIDER } };

/* Fails unless the archive is refused with such a message. */
static void
assert_zip_is_refused (const GByteArray *zip, const gchar *pieces)
{
  assert_bytes_are_refused (zip->data, zip->len, pieces);
}

static void
test_zip_without_libzip_is_an_error_with_a_remedy (void)
{
  g_autoptr (GByteArray) zip = zip_of (glider, 1, METHOD_DEFLATED);

  assert_zip_is_refused (zip, "no libzip");
}

static const struct {
  Entry entries[10];
  const gchar *pieces; /* of the message; NULL: it is the glider */
} archives[] = {
  { { { "glider.rle", GLIDER } }, NULL },
  { { { "folder/", "" }, { "__MACOSX/._glider.rle", GLIDER },
        { ".hidden", GLIDER }, { "start.lua", "-- Lua\nlocal g = golly()\n" },
        { "folder/glider.txt", GLIDER }, { "Glider.rule", "@RULE Glider\n" },
        { "empty.rle", "" }, { "README.md", "# Glider\n\n![It](it.png)\n" },
        { "dead.rle", "x = 3, y = 3\n!" } },
      NULL },
  { { { "a.rle", GLIDER }, { "b.txt", "text\n" }, { "c/d.cells", ".O\nOO\n" },
        { "e.mc", "[M2]\n*\n" } },
      "holds 3 patterns (a.rle, c/d.cells, e.mc): unpack" },
  { { { "a.rle", "x = 1, y = 1\n2o!" } }, "a.rle:2:1: column 2" },
  { { { "a.rle", "x = 1, y = 1\n2o!" }, { "b.txt", "text\n" } },
      "none of the 2 files|a.rle:2:1: column 2" },
  { { { "a.rle", "x = 1, y = 1\nb!" } }, "a.rle: no live cell" },
  { { { "a/", "" } }, "empty" },
  { { { NULL } }, "empty" },
  { { { "a.zip", "PK\003\004 and so on" } }, "a.zip: an archive within" },
};

static void
test_zip_of_one_pattern_is_read_and_other_zips_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (archives); i++) {
    gsize n = 0;

    while (archives[i].entries[n].name != NULL)
      n++;
    for (guint k = 0; k < 2; k++) {
      g_autoptr (GByteArray) zip =
          zip_of (archives[i].entries, n, k ? METHOD_DEFLATED : METHOD_STORED);
      g_autoptr (LifePattern) pattern = NULL;

      g_test_message ("archive %u", i);
      if (archives[i].pieces != NULL) {
        assert_zip_is_refused (zip, archives[i].pieces);
        continue;
      }
      pattern = parse_bytes (zip->data, zip->len);
      assert_cells (pattern, GLIDER_CELLS);
    }
  }
}

static void
test_zip_file_s_errors_name_archive_and_file (void)
{
  static const Entry entries[] = { { "a.rle", "x = 1, y = 1\n2o!" } };
  g_autoptr (GByteArray) zip = zip_of (entries, 1, METHOD_DEFLATED);
  g_autofree gchar *folder = g_dir_make_tmp ("life-zip-XXXXXX", NULL);
  g_autofree gchar *path = g_build_filename (folder, "a.zip", NULL);
  g_autofree gchar *expected = g_strconcat (path, "/a.rle:2:1: ", NULL);
  GError *error = NULL;

  g_file_set_contents (path, (gchar *) zip->data, zip->len, &error);
  g_assert_no_error (error);
  assert_refused (life_pattern_load (path, &error) != NULL, &error,
      LIFE_ERROR_PATTERN, expected);
  remove_folder (folder);
}

static void
test_truncated_zip_is_an_error (void)
{
  g_autoptr (GByteArray) zip = zip_of (glider, 1, METHOD_DEFLATED);

  while (zip->len > 4) {
    g_byte_array_set_size (zip, zip->len - 1);
    assert_zip_is_refused (zip, "zip archive is damaged");
  }
}

static void
test_damaged_zip_is_no_other_pattern (void)
{
  g_autoptr (GByteArray) zip = zip_of (glider, 1, METHOD_DEFLATED);

  for (guint i = 4; i < zip->len; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (LifePattern) pattern = NULL;

    zip->data[i] ^= 0x55;
    pattern = life_pattern_parse ((gchar *) zip->data, zip->len, &error);
    if (pattern != NULL)
      assert_cells (pattern, GLIDER_CELLS);
    else
      g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
    zip->data[i] ^= 0x55;
  }
}

/* Bit 0 of a file's flags, before its data and in the directory. */
static void
test_encrypted_zip_is_an_error (void)
{
  g_autoptr (GByteArray) zip = zip_of (glider, 1, METHOD_STORED);

  zip->data[6] |= 1;
  zip->data[30 + strlen (glider[0].name) + strlen (GLIDER) + 8] |= 1;
  assert_zip_is_refused (zip, "password");
}

/* --- Bombs --- */

static gchar *
bomb_piece (gint window, guint32 *crc, gsize *packed_length)
{
  g_autofree gchar *piece = g_strnfill (PIECE, ' ');

  *crc = crc32 (0, (const Bytef *) piece, PIECE);
  return pack (piece, PIECE, window, packed_length);
}

static void
assert_bomb_is_refused (const GByteArray *bomb)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (bomb->len, <, PIECE / 32);
  g_assert_null (life_pattern_parse ((gchar *) bomb->data, bomb->len, &error));
  g_assert_nonnull (error);
  /* A machine with little memory reports that first. */
  if (!g_error_matches (error, LIFE_ERROR, LIFE_ERROR_MEMORY)) {
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
    check_message (error->message, "more than 1 GiB", "bomb");
  }
}

static void
test_gzip_bomb_is_refused (void)
{
  guint32 crc;
  gsize packed_length;
  g_autofree gchar *piece = bomb_piece (GZIP, &crc, &packed_length);
  g_autoptr (GByteArray) bomb = g_byte_array_new ();

  for (guint i = 0; i < PIECES; i++)
    g_byte_array_append (bomb, (const guint8 *) piece, packed_length);
  assert_bomb_is_refused (bomb);
}

static void
test_zip_bomb_is_refused (void)
{
  Zip zip = { g_byte_array_new (), g_byte_array_new (), 0 };
  guint32 crc;
  gsize packed_length;
  g_autofree gchar *piece = bomb_piece (RAW, &crc, &packed_length);
  g_autoptr (GByteArray) bomb = NULL;

  for (guint i = 0; i < PIECES; i++) {
    g_autofree gchar *name = g_strdup_printf ("%u", i);

    zip_add (&zip, name, METHOD_DEFLATED, crc, piece, packed_length, PIECE);
  }
  bomb = zip_finish (&zip);
  assert_bomb_is_refused (bomb);
}

static void
test_zip_of_too_many_files_is_refused (void)
{
  enum {
    N = 5000
  };
  g_autofree Entry *entries = g_new (Entry, N);
  g_autoptr (GByteArray) zip = NULL;

  for (guint i = 0; i < N; i++)
    entries[i] = (Entry){ "a", "" };
  zip = zip_of (entries, N, METHOD_DEFLATED);
  assert_zip_is_refused (zip, "5000 files");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/pattern-zip/" #name, test_##name)
  TEST (gzip_bomb_is_refused);
  if (READS_ZIP) {
    TEST (zip_of_one_pattern_is_read_and_other_zips_refused);
    TEST (zip_file_s_errors_name_archive_and_file);
    TEST (truncated_zip_is_an_error);
    TEST (damaged_zip_is_no_other_pattern);
    TEST (encrypted_zip_is_an_error);
    TEST (zip_bomb_is_refused);
    TEST (zip_of_too_many_files_is_refused);
  } else {
    TEST (zip_without_libzip_is_an_error_with_a_remedy);
  }
#undef TEST
  return g_test_run ();
}
