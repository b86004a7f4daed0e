/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages as bytes: a first word that names their kind, numbers of 64 bits, the lowest
 * byte first, and data up to the end. */
#include "life/parts/message.h"

#include <string.h>

/* The first words. */
#define REQUEST_WORD G_GUINT64_CONSTANT (0x31717265666966)
#define REPLY_WORD G_GUINT64_CONSTANT (0x31706572666966)

enum {
  REQUEST_WORDS = 2 + 4 + 6, /* first word, kind, numbers, box */
  REPLY_WORDS = 2 + LIFE_REPLY_NUMBERS,
};

/* What a reply has in its second word. */
#define FAILED (G_GUINT64_CONSTANT (1) << 32)

static void
append_words (GByteArray *bytes, const guint64 *words, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    const guint64 word = GUINT64_TO_LE (words[i]);

    g_byte_array_append (bytes, (const guint8 *) &word, sizeof word);
  }
}

static gboolean
get_words (const guint8 *bytes, gsize size, guint64 *words, gsize n)
{
  if (size < n * sizeof (guint64) || size > LIFE_MESSAGE_MAX)
    return FALSE;
  memcpy (words, bytes, n * sizeof (guint64));
  for (gsize i = 0; i < n; i++)
    words[i] = GUINT64_FROM_LE (words[i]);
  return TRUE;
}

void
life_request_encode (const LifeRequest *request, GByteArray *bytes)
{
  const LifeBox *box = &request->box;
  const guint64 words[REQUEST_WORDS] = { REQUEST_WORD, request->kind,
    request->numbers[0], request->numbers[1], request->numbers[2],
    request->numbers[3], (guint64) box->x, (guint64) box->y, (guint64) box->z,
    (guint64) box->width, (guint64) box->height, (guint64) box->depth };

  append_words (bytes, words, REQUEST_WORDS);
  if (request->size > 0)
    g_byte_array_append (bytes, request->data, (guint) request->size);
}

gboolean
life_request_decode (LifeRequest *request, const guint8 *bytes, gsize size)
{
  guint64 words[REQUEST_WORDS];

  memset (request, 0, sizeof *request);
  if (!get_words (bytes, size, words, REQUEST_WORDS) || words[0] != REQUEST_WORD
      || words[1] >= LIFE_N_REQUESTS)
    return FALSE;
  for (guint i = 6; i < REQUEST_WORDS; i++)
    if (words[i] > G_MAXUINT32)
      return FALSE;
  request->kind = (LifeRequestKind) words[1];
  memcpy (request->numbers, words + 2, sizeof request->numbers);
  request->box =
      (LifeBox){ (gint64) words[6], (gint64) words[7], (gint64) words[8],
        (gint64) words[9], (gint64) words[10], (gint64) words[11] };
  request->data = bytes + sizeof words;
  request->size = size - sizeof words;
  return TRUE;
}

void
life_reply_encode (const LifeReply *reply, GByteArray *bytes)
{
  guint64 words[REPLY_WORDS] = { REPLY_WORD,
    reply->failed ? FAILED | reply->code : 0 };

  memcpy (words + 2, reply->numbers, sizeof reply->numbers);
  append_words (bytes, words, REPLY_WORDS);
  if (reply->size > 0)
    g_byte_array_append (bytes, reply->data, (guint) reply->size);
}

gboolean
life_reply_decode (LifeReply *reply, const guint8 *bytes, gsize size)
{
  guint64 words[REPLY_WORDS];

  memset (reply, 0, sizeof *reply);
  if (!get_words (bytes, size, words, REPLY_WORDS) || words[0] != REPLY_WORD
      || words[1] >= 2 * FAILED || (words[1] != 0 && words[1] < FAILED))
    return FALSE;
  reply->failed = words[1] != 0;
  reply->code = (guint32) words[1];
  memcpy (reply->numbers, words + 2, sizeof reply->numbers);
  reply->size = size - sizeof words;
  if (reply->size > 0)
    reply->data = g_memdup2 (bytes + sizeof words, reply->size);
  return TRUE;
}

void
life_reply_clear (LifeReply *reply)
{
  g_free (reply->data);
  memset (reply, 0, sizeof *reply);
}

void
life_reply_fail (LifeReply *reply, const GError *error)
{
  life_reply_clear (reply);
  reply->failed = TRUE;
  reply->code =
      error->domain == LIFE_ERROR ? (guint32) error->code : LIFE_ERROR_DEVICE;
  reply->size = strlen (error->message);
  reply->data = g_memdup2 (error->message, reply->size);
}

gboolean
life_reply_reserve (LifeReply *reply, gsize size, GError **error)
{
  if (size <= LIFE_MESSAGE_MAX - REPLY_WORDS * sizeof (guint64))
    reply->data = g_try_malloc (MAX (size, 1));
  if (reply->data == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "a message of %" G_GSIZE_FORMAT " bytes is too large", size);
    return FALSE;
  }
  reply->size = size;
  return TRUE;
}
