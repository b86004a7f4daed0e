/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packs text with gzip. */
#include "life/base/pack.h"

#include <zlib.h>

/* zlib's number for the largest window, with the header of gzip. */
#define GZIP_WINDOW (15 + 16)

gchar *
life_gzip (
    const gchar *text, gsize length, gsize *packed_length, GError **error)
{
  z_stream stream = { NULL };
  gchar *packed = NULL;
  gsize bound;

  if (length <= G_MAXINT
      && deflateInit2 (&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW,
             8, Z_DEFAULT_STRATEGY)
             == Z_OK) {
    bound = deflateBound (&stream, length);
    packed = g_try_malloc (bound);
    stream.next_in = (Bytef *) text;
    stream.avail_in = (uInt) length;
    stream.next_out = (Bytef *) packed;
    stream.avail_out = (uInt) bound;
    if (packed != NULL && deflate (&stream, Z_FINISH) != Z_STREAM_END)
      g_clear_pointer (&packed, g_free);
    *packed_length = stream.total_out;
    deflateEnd (&stream);
  }
  if (packed == NULL)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "%" G_GSIZE_FORMAT " bytes of text cannot be packed with gzip", length);
  return packed;
}
