/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the messages of worlds in parts: the input is cut into requests, each served as if
 * it had come from another process, and read as a reply. Two bytes before each are its
 * length; parts have neighbors that send nothing. */
#include "life/parts/serve.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"

static gboolean
exchange (LifePartNeighbors *neighbors, LifePart *part, const LifeBorder *above,
    const LifeBorder *below, GError **error)
{
  if (above->part >= 0)
    memset (above->received, 0, above->size);
  if (below->part >= 0)
    memset (below->received, 0, below->size);
  return TRUE;
}

static void
serve (LifeServer *server, const guint8 *bytes, gsize size)
{
  GByteArray *sent = g_byte_array_new ();
  LifeRequest request;
  LifeReply reply, read;

  if (life_request_decode (&request, bytes, size)) {
    life_serve (server, &request, &reply);
    life_reply_encode (&reply, sent);
    g_assert_true (life_reply_decode (&read, sent->data, sent->len));
    g_assert_cmpmem (reply.data, reply.size, read.data, read.size);
    life_reply_clear (&read);
    life_reply_clear (&reply);
  }
  if (life_reply_decode (&read, bytes, size))
    life_reply_clear (&read);
  g_byte_array_unref (sent);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  LifePartNeighbors neighbors = { .exchange = exchange };
  LifeServer server = { .neighbors = &neighbors, .threads = 1 };

  while (size >= 2) {
    const gsize length = MIN (data[0] + 256u * data[1], size - 2);

    serve (&server, data + 2, length);
    data += 2 + length;
    size -= 2 + length;
  }
  life_server_clear (&server);
  return 0;
}
