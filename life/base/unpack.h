/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes that grow up to a limit, and gzip data unpacked into them. */
#pragma once

#include "life/base/reader.h"

G_BEGIN_DECLS

/* More text than this is neither read nor written. */
#define LIFE_TEXT_MAX (G_GUINT64_CONSTANT (1) << 30)

/* Text is read and unpacked in pieces of at least this size. */
#define LIFE_BYTES_CHUNK (G_GUINT64_CONSTANT (1) << 16)

/*
 * LifeBytes:
 * @data: from g_malloc()
 * @length: bytes in use
 * @allocated: bytes that there is room for
 * @is_unsupported: (nullable): whether the bytes read so far start as no supported format
 *   does, so that the rest is not read
 *
 * Text that is being read or unpacked.
 */
typedef struct _LifeBytes {
  gchar *data;
  gsize length, allocated;
  gboolean (*is_unsupported) (const struct _LifeBytes *bytes);
} LifeBytes;

static inline gboolean
life_bytes_are_unsupported (const LifeBytes *bytes)
{
  return bytes->is_unsupported != NULL && bytes->is_unsupported (bytes);
}

/* Makes room for LIFE_BYTES_CHUNK more bytes. More than LIFE_TEXT_MAX of them
 * are an error, reported for @reader. */
gboolean life_bytes_make_room (
    LifeBytes *bytes, const LifeReader *reader, GError **error);

/* Whether gzip data starts here. */
gboolean life_is_gzip (const LifeReader *reader);

/* Unpacks gzip data, all its members, and appends it to @bytes. */
gboolean life_gunzip (
    const LifeReader *packed, LifeBytes *bytes, GError **error);

G_END_DECLS
