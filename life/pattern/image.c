/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads PBM and PGM pictures as patterns, one cell per pixel. GStreamer decodes
 * other pictures. */
#include <string.h>

#include <life/error.h>

#include "life/pattern/formats.h"

typedef struct {
  LifePattern *pattern;
  LifeReader *reader;
  gsize allocated;
  gboolean gray;   /* PGM: numbers up to @largest; else PBM: 0 and 1 */
  gboolean packed; /* bits and bytes after the header, not digits */
  guint64 width, height, largest;
} Image;

gboolean
life_pattern_is_image (const LifeReader *reader)
{
  const gchar *text = reader->text + reader->at;

  return reader->length - reader->at > 2 && text[0] == 'P'
         && strchr ("1245", text[1]) != NULL && text[1] != '\0'
         && (g_ascii_isspace (text[2]) || text[2] == '#');
}

/* White space and comments, which end with their line. */
static void
skip_space (LifeReader *reader)
{
  for (;;) {
    gint c = life_reader_peek (reader);

    if (c == '#')
      life_reader_skip_line (reader);
    else if (c != LIFE_READER_END && g_ascii_isspace (c))
      reader->at++;
    else
      return;
  }
}

static gboolean
read_header (Image *image, GError **error)
{
  LifeReader *reader = image->reader;
  gchar digit = reader->text[reader->at + 1];
  gsize at;

  image->gray = digit == '2' || digit == '5';
  image->packed = digit >= '4';
  image->largest = 1;
  reader->at += 2;
  skip_space (reader);
  if (!life_reader_number (
          reader, "a width", G_MAXUINT32, &image->width, error))
    return FALSE;
  skip_space (reader);
  if (!life_reader_number (
          reader, "a height", G_MAXUINT32, &image->height, error))
    return FALSE;
  if (!image->gray)
    return TRUE;
  skip_space (reader);
  at = reader->at;
  if (!life_reader_number (
          reader, "the largest gray", G_MAXUINT16, &image->largest, error))
    return FALSE;
  if (image->largest == 0)
    return life_reader_fail (reader, at, error, "a largest gray of 0");
  return TRUE;
}

/* A pixel of at least half the largest number is a live cell. */
static gboolean
add_pixel (Image *image, guint32 x, guint32 y, guint64 number, GError **error)
{
  return 2 * number < image->largest
         || life_pattern_add_run (image->pattern, &image->allocated,
             (LifeRun){ x, y, 0, 1, 1 }, error);
}

/* --- Numbers written out --- */

static gboolean
read_written_pixel (Image *image, guint32 x, guint32 y, GError **error)
{
  LifeReader *reader = image->reader;
  guint64 number;

  skip_space (reader);
  if (image->gray) {
    if (!life_reader_number (
            reader, "a pixel's gray", image->largest, &number, error))
      return FALSE;
  } else {
    /* Pixels need no blanks between them. */
    gint c = life_reader_peek (reader);

    if (c != '0' && c != '1')
      return life_reader_fail_expected (reader, "a pixel, 0 or 1", error);
    number = c == '1';
    reader->at++;
  }
  return add_pixel (image, x, y, number, error);
}

static gboolean
read_written (Image *image, GError **error)
{
  guint32 x, y;

  for (y = 0; y < image->height; y++) {
    for (x = 0; x < image->width; x++) {
      if (!read_written_pixel (image, x, y, error))
        return FALSE;
    }
  }
  return TRUE;
}

/* --- Bits and bytes --- */

static gboolean
read_packed_row (Image *image, const guchar *row, guint32 y, GError **error)
{
  guint32 x;

  for (x = 0; x < image->width; x++) {
    guint64 number;

    if (!image->gray)
      number = row[x / 8] >> (7 - x % 8) & 1;
    else if (image->largest <= G_MAXUINT8)
      number = row[x];
    else
      number = row[2 * (gsize) x] << 8 | row[2 * (gsize) x + 1];
    if (!add_pixel (image, x, y, number, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_packed (Image *image, GError **error)
{
  LifeReader *reader = image->reader;
  guint64 row_bytes = image->gray
                          ? image->width * (image->largest > G_MAXUINT8 ? 2 : 1)
                          : (image->width + 7) / 8;
  gsize left;
  guint32 y;

  if (life_reader_peek (reader) == LIFE_READER_END
      || !g_ascii_isspace (life_reader_peek (reader)))
    return life_reader_fail_expected (
        reader, "white space, then the pixels", error);
  reader->at++;
  left = reader->length - reader->at;
  if (row_bytes > 0 && left / row_bytes < image->height)
    return life_reader_fail_whole (reader, error,
        "the picture of %" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT
        " pixels is cut off after %" G_GSIZE_FORMAT " bytes of them",
        image->width, image->height, left);
  for (y = 0; y < image->height; y++) {
    const gchar *row = reader->text + reader->at + y * row_bytes;

    if (!read_packed_row (image, (const guchar *) row, y, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
life_pattern_read_image (
    LifePattern *pattern, LifeReader *reader, GError **error)
{
  Image image = { pattern, reader };

  if (!read_header (&image, error))
    return FALSE;
  pattern->width = image.width;
  pattern->height = image.height;
  reader->empty = image.width == 0 || image.height == 0;
  if (reader->empty)
    return TRUE;
  return image.packed ? read_packed (&image, error)
                      : read_written (&image, error);
}
