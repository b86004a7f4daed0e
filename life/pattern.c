/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Gets pattern text from files, gzip and names, finds its format, and holds
 * what all readers use. The formats themselves are in pattern-….c. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <zlib.h>

#include <glib/gstdio.h>

#include <life/error.h>

#include "life/pattern-private.h"

#define CHUNK (G_GUINT64_CONSTANT (1) << 16)

/* As much as this of a text is looked at to tell whether it is one. */
#define BINARY_PROBE 4096

typedef struct {
  gchar *data;
  gsize length, allocated;
} Bytes;

void
life_reader_skip_blanks (LifeReader *reader)
{
  while (life_reader_peek (reader) == ' ' || life_reader_peek (reader) == '\t')
    reader->at++;
}

gboolean
life_reader_at_line_end (const LifeReader *reader)
{
  gint c = life_reader_peek (reader);

  return c == '\n' || c == '\r' || c == LIFE_READER_END;
}

gboolean
life_reader_at_line_start (const LifeReader *reader)
{
  return reader->at == 0 || reader->text[reader->at - 1] == '\n'
         || reader->text[reader->at - 1] == '\r';
}

void
life_reader_skip_line (LifeReader *reader)
{
  while (!life_reader_at_line_end (reader))
    reader->at++;
  if (!life_reader_accept (reader, "\r\n")
      && life_reader_peek (reader) != LIFE_READER_END)
    reader->at++;
}

gboolean
life_reader_accept (LifeReader *reader, const gchar *word)
{
  gsize length = strlen (word);

  if (length > reader->length - reader->at
      || memcmp (reader->text + reader->at, word, length) != 0)
    return FALSE;
  reader->at += length;
  return TRUE;
}

gchar *
life_reader_take_line (LifeReader *reader)
{
  gsize start, end;

  life_reader_skip_blanks (reader);
  start = reader->at;
  while (!life_reader_at_line_end (reader))
    reader->at++;
  for (end = reader->at; end > start && g_ascii_isspace (reader->text[end - 1]);
       end--)
    ;
  return end > start ? g_strndup (reader->text + start, end - start) : NULL;
}

gboolean
life_reader_number (LifeReader *reader, const gchar *what, guint64 maximum,
    guint64 *number, GError **error)
{
  gsize start = reader->at;

  if (!g_ascii_isdigit (life_reader_peek (reader)))
    return life_reader_fail_expected (reader, what, error);
  *number = 0;
  for (; g_ascii_isdigit (life_reader_peek (reader)); reader->at++) {
    guint digit = reader->text[reader->at] - '0';

    if (*number > (maximum - digit) / 10)
      return life_reader_fail (reader, start, error,
          "%s is too large, at most %" G_GUINT64_FORMAT " is allowed", what,
          maximum);
    *number = *number * 10 + digit;
  }
  return TRUE;
}

gboolean
life_reader_position (
    LifeReader *reader, const gchar *what, gint64 *position, GError **error)
{
  gboolean negative = life_reader_accept (reader, "-");
  guint64 number = 0;

  if (!negative)
    life_reader_accept (reader, "+");
  if (!life_reader_number (reader, what, LIFE_POSITION_MAX, &number, error))
    return FALSE;
  *position = negative ? -(gint64) number : (gint64) number;
  return TRUE;
}

gboolean
life_reader_fail (const LifeReader *reader, gsize at, GError **error,
    const gchar *format, ...)
{
  g_autofree gchar *message = NULL;
  gsize i, line = 1, start = 0, column = 1;
  va_list arguments;

  for (i = 0; i < at; i++) {
    gchar c = reader->text[i];

    if (c == '\n'
        || (c == '\r'
            && (i + 1 == reader->length || reader->text[i + 1] != '\n'))) {
      line++;
      start = i + 1;
    }
  }
  for (i = start; i < at; i++)
    column += ((guchar) reader->text[i] & 0xc0) != 0x80;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (reader->name != NULL)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "%s:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ": %s", reader->name, line,
        column, message);
  else
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "line %" G_GSIZE_FORMAT ", column %" G_GSIZE_FORMAT ": %s", line,
        column, message);
  return FALSE;
}

gboolean
life_reader_fail_expected (
    const LifeReader *reader, const gchar *expected, GError **error)
{
  gint c = life_reader_peek (reader);

  if (c == LIFE_READER_END)
    return life_reader_fail (reader, reader->at, error,
        "expected %s, found the end of the text", expected);
  if (life_reader_at_line_end (reader))
    return life_reader_fail (reader, reader->at, error,
        "expected %s, found the end of the line", expected);
  if (!g_ascii_isprint (c))
    return life_reader_fail (reader, reader->at, error,
        "expected %s, found byte 0x%02x", expected, c);
  return life_reader_fail (
      reader, reader->at, error, "expected %s, found \"%c\"", expected, c);
}

/* The same where the whole text is to blame and no place in it. */
static gboolean
fail_whole (const LifeReader *reader, GError **error, const gchar *message)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN, "%s: %s",
      reader->name != NULL ? reader->name : "pattern text", message);
  return FALSE;
}

gboolean
life_grow (
    gpointer *items, gsize *allocated, gsize used, gsize size, GError **error)
{
  gsize wanted = MAX (*allocated + *allocated / 2, 16);
  gpointer grown;

  if (used < *allocated)
    return TRUE;
  grown = g_try_realloc_n (*items, wanted, size);
  if (grown == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "the pattern needs %" G_GSIZE_FORMAT
        " more bytes of memory, which there are not",
        wanted * size);
    return FALSE;
  }
  *items = grown;
  *allocated = wanted;
  return TRUE;
}

gboolean
life_pattern_add_run (LifePattern *pattern, gsize *allocated, guint32 x,
    guint32 y, guint32 z, guint32 length, GError **error)
{
  gpointer runs = pattern->runs;

  if (pattern->n_runs > 0) {
    LifeRun *last = &pattern->runs[pattern->n_runs - 1];

    if (last->y == y && last->z == z && last->x + last->length == x) {
      last->length += length;
      return TRUE;
    }
  }
  if (!life_grow (&runs, allocated, pattern->n_runs, sizeof (LifeRun), error))
    return FALSE;
  pattern->runs = runs;
  pattern->runs[pattern->n_runs++] = (LifeRun){ x, y, z, length, 1 };
  return TRUE;
}

static gboolean
make_room (Bytes *bytes, const LifeReader *reader, GError **error)
{
  gchar *grown;

  if (bytes->length >= LIFE_TEXT_MAX)
    return fail_whole (
        reader, error, "more than 1 GiB of text, which is not a pattern");
  if (bytes->allocated - bytes->length >= CHUNK)
    return TRUE;
  bytes->allocated = bytes->length + bytes->length / 2 + CHUNK;
  grown = g_try_realloc (bytes->data, bytes->allocated);
  if (grown == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "the text of the pattern needs %" G_GSIZE_FORMAT
        " bytes of memory, which there are not",
        bytes->allocated);
    return FALSE;
  }
  bytes->data = grown;
  return TRUE;
}

static gboolean
is_binary (const LifeReader *reader)
{
  gsize i;

  for (i = reader->at; i < reader->length && i < BINARY_PROBE; i++) {
    guchar c = reader->text[i];

    if ((c < ' ' && !g_ascii_isspace (c)) || c == 0x7f)
      return TRUE;
  }
  return FALSE;
}

/* Whether what was read so far is enough to see that it is no pattern. */
static gboolean
is_hopeless (const Bytes *bytes)
{
  LifeReader start = { bytes->data, bytes->length, 0, NULL };

  return bytes->length > 0 && (guchar) bytes->data[0] != 0x1f
         && is_binary (&start);
}

static gboolean
inflate_members (
    z_stream *stream, const LifeReader *packed, Bytes *bytes, GError **error)
{
  gsize left = packed->length;
  gint status = Z_OK;

  stream->next_in = (Bytef *) packed->text;
  for (;;) {
    guint given, room;

    if (!make_room (bytes, packed, error))
      return FALSE;
    given = stream->avail_in = MIN (left, G_MAXINT);
    room = stream->avail_out = MIN (bytes->allocated - bytes->length, G_MAXINT);
    stream->next_out = (Bytef *) bytes->data + bytes->length;
    status = inflate (stream, Z_NO_FLUSH);
    left -= given - stream->avail_in;
    bytes->length += room - stream->avail_out;
    if (is_hopeless (bytes))
      return TRUE;
    if (status == Z_STREAM_END) {
      /* Like gunzip: another member may follow, anything else is padding. */
      if (left < 2 || stream->next_in[0] != 0x1f || stream->next_in[1] != 0x8b)
        return TRUE;
      status = inflateReset (stream);
    }
    if (status == Z_BUF_ERROR
        || (status == Z_OK && left == 0 && stream->avail_out > 0))
      return fail_whole (packed, error, "the gzip data is truncated");
    if (status != Z_OK) {
      g_autofree gchar *message =
          g_strdup_printf ("the gzip data is damaged (%s)",
              stream->msg != NULL ? stream->msg : zError (status));
      return fail_whole (packed, error, message);
    }
  }
}

static gboolean
gunzip (const LifeReader *packed, Bytes *bytes, GError **error)
{
  z_stream stream = { 0 };
  gboolean inflated;

  if (inflateInit2 (&stream, 16 + MAX_WBITS) != Z_OK) {
    g_set_error (
        error, LIFE_ERROR, LIFE_ERROR_MEMORY, "no memory to unpack gzip data");
    return FALSE;
  }
  inflated = inflate_members (&stream, packed, bytes, error);
  inflateEnd (&stream);
  return inflated;
}

/* Content that is known and is none of ours. */
static gboolean
check_foreign (const LifeReader *reader, GError **error)
{
  static const struct {
    const gchar *start, *message;
  } foreign[] = {
    { "PK\003\004", "a zip archive, which is not supported: unpack it" },
    { "[M2]", "a macrocell file, which is not supported by this version" },
    { "#MCell", "an MCell file, which is not supported" },
    { "@RULE", "a rule file, not a pattern" },
    { "@TABLE", "a rule file, not a pattern" },
    { "@TREE", "a rule file, not a pattern" },
  };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (foreign); i++) {
    LifeReader ahead = *reader;

    if (life_reader_accept (&ahead, foreign[i].start))
      return fail_whole (reader, error, foreign[i].message);
  }
  if (is_binary (reader))
    return fail_whole (reader, error, "binary content, not a pattern");
  return TRUE;
}

/* Whether only cells of plaintext or Life 1.05 stand on this line. */
static gboolean
is_picture_line (const LifeReader *reader)
{
  LifeReader ahead = *reader;

  while (life_reader_accept (&ahead, ".") || life_reader_accept (&ahead, "O")
         || life_reader_accept (&ahead, "*"))
    ;
  life_reader_skip_blanks (&ahead);
  return ahead.at > reader->at && life_reader_at_line_end (&ahead);
}

static void
skip_space (LifeReader *reader)
{
  while (life_reader_peek (reader) != LIFE_READER_END
         && g_ascii_isspace (life_reader_peek (reader)))
    reader->at++;
}

static gboolean
detect (const LifeReader *reader, LifeFormat *format, GError **error)
{
  LifeReader ahead = *reader;
  gboolean comments = FALSE;
  gint c = life_reader_peek (&ahead);

  *format = LIFE_FORMAT_PLAINTEXT;
  if (c == '!')
    return TRUE;
  for (; c == '#'; c = life_reader_peek (&ahead)) {
    comments = TRUE;
    *format = LIFE_FORMAT_LIFE_105;
    if (life_reader_accept (&ahead, "#Life 1.05"))
      return TRUE;
    *format = LIFE_FORMAT_LIFE_106;
    if (life_reader_accept (&ahead, "#Life 1.06"))
      return TRUE;
    life_reader_skip_line (&ahead);
    skip_space (&ahead);
  }
  if (c == LIFE_READER_END)
    return fail_whole (reader, error, "comments only, no pattern");
  if (is_picture_line (&ahead)) {
    *format = comments ? LIFE_FORMAT_LIFE_105 : LIFE_FORMAT_PLAINTEXT;
    return TRUE;
  }
  *format = LIFE_FORMAT_RLE;
  if (g_ascii_isdigit (c) || (c != 0 && strchr ("xbo$/!.A", c) != NULL))
    return TRUE;
  return life_reader_fail_expected (&ahead,
      "a pattern (RLE, RLE3, plaintext, Life 1.05 or Life 1.06)", error);
}

static gboolean
read_format (LifePattern *pattern, LifeReader *reader, GError **error)
{
  switch (pattern->format) {
    case LIFE_FORMAT_PLAINTEXT:
      return life_pattern_read_plaintext (pattern, reader, error);
    case LIFE_FORMAT_LIFE_105:
      return life_pattern_read_life_105 (pattern, reader, error);
    case LIFE_FORMAT_LIFE_106:
      return life_pattern_read_life_106 (pattern, reader, error);
    default:
      return life_pattern_read_rle (pattern, reader, error);
  }
}

/* @rle: what cannot be told is read as RLE, for the errors of its reader. */
static gboolean
read_text (
    LifePattern *pattern, LifeReader *reader, gboolean rle, GError **error)
{
  life_reader_accept (reader, "\xef\xbb\xbf");
  skip_space (reader);
  if (life_reader_peek (reader) == LIFE_READER_END)
    return fail_whole (reader, error, "empty, not a pattern");
  if (!check_foreign (reader, error))
    return FALSE;
  if (!detect (reader, &pattern->format, rle ? NULL : error)) {
    if (!rle)
      return FALSE;
    pattern->format = LIFE_FORMAT_RLE;
  }
  pattern->dimensions = 2;
  pattern->depth = 1;
  return read_format (pattern, reader, error);
}

static LifePattern *
pattern_from_reader (LifeReader *reader, gboolean rle, GError **error)
{
  g_autoptr (LifePattern) pattern = g_new0 (LifePattern, 1);
  LifeReader unpacked = { NULL, 0, 0, reader->name };
  Bytes bytes = { NULL, 0, 0 };
  gboolean read;

  if (reader->length >= 2 && memcmp (reader->text, "\x1f\x8b", 2) == 0) {
    read = gunzip (reader, &bytes, error);
    unpacked.text = bytes.data;
    unpacked.length = bytes.length;
    read = read && read_text (pattern, &unpacked, FALSE, error);
    g_free (bytes.data);
  } else {
    read = read_text (pattern, reader, rle, error);
  }
  return read ? g_steal_pointer (&pattern) : NULL;
}

/* A regular file's size is known before it is read. */
static gboolean
check_file_size (gint file, const LifeReader *reader, GError **error)
{
  struct stat status;

  if (fstat (file, &status) == 0 && S_ISREG (status.st_mode)
      && (guint64) status.st_size > LIFE_TEXT_MAX)
    return fail_whole (
        reader, error, "more than 1 GiB of text, which is not a pattern");
  return TRUE;
}

static gboolean
read_file (gint file, const LifeReader *reader, Bytes *bytes, GError **error)
{
  gssize got;

  do {
    if (!make_room (bytes, reader, error))
      return FALSE;
    got = read (file, bytes->data + bytes->length, CHUNK);
    if (got > 0)
      bytes->length += got;
    if (is_hopeless (bytes))
      return TRUE;
  } while (got > 0 || (got < 0 && errno == EINTR));
  if (got < 0) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot read %s: %s",
        reader->name, g_strerror (errno));
    return FALSE;
  }
  return TRUE;
}

LifePattern *
life_pattern_load (const gchar *path, GError **error)
{
  g_autofree gchar *name = NULL;
  LifePattern *pattern = NULL;
  LifeReader reader = { NULL };
  Bytes bytes = { NULL, 0, 0 };
  gint file;

  g_return_val_if_fail (path != NULL, NULL);

  reader.name = name = g_filename_display_name (path);
  file = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot open %s: %s", name,
        g_strerror (errno));
    return NULL;
  }
  if (check_file_size (file, &reader, error)
      && read_file (file, &reader, &bytes, error)) {
    reader.text = bytes.data;
    reader.length = bytes.length;
    pattern = pattern_from_reader (&reader, FALSE, error);
  }
  g_free (bytes.data);
  close (file);
  return pattern;
}

LifePattern *
life_pattern_parse (const gchar *text, gsize length, GError **error)
{
  LifeReader reader = { text, length, 0, NULL };

  g_return_val_if_fail (text != NULL, NULL);

  return pattern_from_reader (&reader, FALSE, error);
}

LifePattern *
life_pattern_from_string (const gchar *value, GError **error)
{
  LifeReader reader = { value, 0, 0, NULL };

  g_return_val_if_fail (value != NULL, NULL);

  if (strpbrk (value, "!\r\n") == NULL) {
    reader.text = life_builtin_lookup (value);
    if (reader.text == NULL) {
      g_autofree gchar *valid = g_utf8_make_valid (value, -1);

      g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
          "no built-in pattern is called \"%s\" (the text of a pattern in RLE"
          " ends with \"!\"; other text has a line break)",
          valid);
      return NULL;
    }
  }
  reader.length = strlen (reader.text);
  return pattern_from_reader (&reader, strchr (value, '!') != NULL, error);
}

void
life_pattern_free (LifePattern *pattern)
{
  if (pattern == NULL)
    return;
  g_free (pattern->runs);
  g_free (pattern->rule);
  g_free (pattern);
}
