/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Text that grows up to a limit, and gzip data unpacked into it; zip archives are in
 * zip.c. */
#include "life/base/unpack.h"

#include <zlib.h>

#include "life/base/grow.h"

gboolean
life_bytes_make_room (
    LifeBytes *bytes, const LifeReader *reader, GError **error)
{
  gsize capacity = bytes->length + bytes->length / 2 + LIFE_BYTES_CHUNK;
  gchar *grown;

  if (bytes->length >= LIFE_TEXT_MAX)
    return life_reader_fail_whole (
        reader, error, "more than 1 GiB of text, which is not a pattern");
  if (bytes->allocated - bytes->length >= LIFE_BYTES_CHUNK)
    return TRUE;
  if (reader->memory > 0 && bytes->length >= reader->memory) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "%s: more than %" G_GUINT64_FORMAT
        " MiB of text, which is all that the memory-limit leaves; set a higher "
        "one",
        reader->name != NULL ? reader->name : "pattern text",
        reader->memory >> 20);
    return FALSE;
  }
  if (!life_grow_check (capacity - bytes->allocated, error))
    return FALSE;
  grown = g_try_realloc (bytes->data, capacity);
  if (grown == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "the text of the pattern needs %" G_GSIZE_FORMAT
        " bytes of memory, which are not available",
        capacity);
    return FALSE;
  }
  bytes->data = grown;
  bytes->allocated = capacity;
  return TRUE;
}

gboolean
life_is_gzip (const LifeReader *reader)
{
  LifeReader ahead = *reader;

  return life_reader_accept (&ahead, "\x1f\x8b");
}

static gboolean
inflate_members (z_stream *stream, const LifeReader *packed, LifeBytes *bytes,
    GError **error)
{
  gsize left = packed->length;
  gint status = Z_OK;

  stream->next_in = (Bytef *) packed->text;
  for (;;) {
    guint offered, room;

    if (!life_bytes_make_room (bytes, packed, error))
      return FALSE;
    offered = stream->avail_in = MIN (left, G_MAXINT);
    room = stream->avail_out = MIN (bytes->allocated - bytes->length, G_MAXINT);
    stream->next_out = (Bytef *) bytes->data + bytes->length;
    status = inflate (stream, Z_NO_FLUSH);
    left -= offered - stream->avail_in;
    bytes->length += room - stream->avail_out;
    if (life_bytes_are_unsupported (bytes))
      return TRUE;
    if (status == Z_STREAM_END) {
      /* Like gunzip: another member may follow; anything else is padding. */
      if (left < 2 || stream->next_in[0] != 0x1f || stream->next_in[1] != 0x8b)
        return TRUE;
      status = inflateReset (stream);
    }
    if (status == Z_BUF_ERROR
        || (status == Z_OK && left == 0 && stream->avail_out > 0))
      return life_reader_fail_whole (
          packed, error, "the gzip data is truncated");
    if (status != Z_OK)
      return life_reader_fail_whole (packed, error,
          "the gzip data is damaged (%s)",
          stream->msg != NULL ? stream->msg : zError (status));
  }
}

gboolean
life_gunzip (const LifeReader *packed, LifeBytes *bytes, GError **error)
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
