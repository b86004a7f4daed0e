/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages as bytes: a checksum, and the rest as GVariant has it. */
#include "cuda/compile/message.h"

#include <string.h>

/* Hexadecimal digits of a SHA-256. */
#define DIGITS 64

static gchar *
digest_of (const gchar *type, const guint8 *data, gsize size)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (
      checksum, (const guchar *) type, (gssize) strlen (type) + 1);
  g_checksum_update (checksum, data, (gssize) size);
  return g_strdup (g_checksum_get_string (checksum));
}

GBytes *
life_message_seal (GVariant *message)
{
  g_autoptr (GVariant) own = g_variant_ref_sink (message);
  g_autoptr (GBytes) data = g_variant_get_data_as_bytes (own);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (data, &size);
  g_autofree gchar *digest =
      digest_of (g_variant_get_type_string (own), bytes, size);
  GByteArray *sealed = g_byte_array_sized_new ((guint) (DIGITS + size));

  g_byte_array_append (sealed, (const guint8 *) digest, DIGITS);
  g_byte_array_append (sealed, bytes, (guint) size);
  return g_byte_array_free_to_bytes (sealed);
}

GVariant *
life_message_open (GBytes *bytes, const gchar *type)
{
  g_autofree gchar *digest = NULL;
  g_autoptr (GBytes) rest = NULL;
  g_autoptr (GVariant) message = NULL;
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  if (size < DIGITS)
    return NULL;
  digest = digest_of (type, data + DIGITS, size - DIGITS);
  if (memcmp (data, digest, DIGITS) != 0)
    return NULL;
  rest = g_bytes_new_from_bytes (bytes, DIGITS, size - DIGITS);
  message = g_variant_ref_sink (
      g_variant_new_from_bytes (G_VARIANT_TYPE (type), rest, FALSE));
  return g_variant_is_normal_form (message) ? g_steal_pointer (&message) : NULL;
}
