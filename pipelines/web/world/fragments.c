/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parses the boxes of fragmented MP4: ftyp and moov begin the film, each moof with its
 * mdat is a fragment. */
#include "fragments.h"

#include <string.h>

/* Size and type of a box. */
#define BOX_HEADER 8
#define MAX_BYTES (64 << 20)

static gboolean
is_type (const guint8 *box, const gchar *type)
{
  return memcmp (box + 4, type, 4) == 0;
}

static FragmentsResult
complete (Fragments *self, gboolean is_key, FragmentsResult result,
    FilmSegment *segment)
{
  segment->size = self->bytes->len;
  segment->is_key = is_key;
  segment->bytes = g_byte_array_free (self->bytes, FALSE);
  self->bytes = NULL;
  return result;
}

FragmentsResult
fragments_add (Fragments *self, GstBuffer *buffer, FilmSegment *segment)
{
  gboolean is_key =
      !GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  gsize size = gst_buffer_get_size (buffer);
  guint old;

  if (self->bytes == NULL) {
    self->bytes = g_byte_array_new ();
    g_byte_array_set_size (self->bytes, FILM_SEGMENT_HEADER);
    memset (self->bytes->data, 0, FILM_SEGMENT_HEADER);
    self->parsed = FILM_SEGMENT_HEADER;
  }
  old = self->bytes->len;
  if (size > MAX_BYTES - old)
    return FRAGMENTS_WRONG;
  g_byte_array_set_size (self->bytes, old + size);
  gst_buffer_extract (buffer, 0, self->bytes->data + old, size);

  while (self->bytes->len - self->parsed >= BOX_HEADER) {
    const guint8 *box = self->bytes->data + self->parsed;
    guint32 length;

    memcpy (&length, box, sizeof length);
    length = GUINT32_FROM_BE (length);
    if (length < BOX_HEADER)
      return FRAGMENTS_WRONG;
    if (length > self->bytes->len - self->parsed)
      break;
    self->parsed += length;
    /* The muxer begins each segment with a new buffer. */
    if ((is_type (box, "moov") || is_type (box, "mdat"))
        && self->parsed != self->bytes->len)
      return FRAGMENTS_WRONG;
    if (is_type (box, "moov"))
      return complete (self, FALSE, FRAGMENTS_INITIALIZATION, segment);
    if (is_type (box, "mdat"))
      return complete (self, is_key, FRAGMENTS_FRAGMENT, segment);
  }
  return FRAGMENTS_MORE;
}

void
fragments_clear (Fragments *self)
{
  g_clear_pointer (&self->bytes, g_byte_array_unref);
}
