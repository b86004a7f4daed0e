/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts in one process: a thread serves each of them, as a process of its own would.
 * Messages go as bytes, and cells that are exchanged through queues. */
#include "life/parts/threads.h"

#include "life/parts/serve.h"

typedef struct {
  LifePartNeighbors neighbors;
  struct _Threads *threads;
  LifeServer server;
  GThread *thread;
  GAsyncQueue *requests, *replies;      /* of GByteArray */
  GAsyncQueue *from_above, *from_below; /* of GBytes */
} Holder;

typedef struct _Threads {
  LifeLink link;
  Holder *holders;
} Threads;

static void
send (GAsyncQueue *queue, const LifeBorder *border)
{
  g_async_queue_push (queue, g_bytes_new (border->sent, border->size));
}

static void
receive (GAsyncQueue *queue, const LifeBorder *border)
{
  GBytes *bytes = g_async_queue_pop (queue);

  memcpy (border->received, g_bytes_get_data (bytes, NULL), border->size);
  g_bytes_unref (bytes);
}

static gboolean
exchange (LifePartNeighbors *neighbors, const LifeBorder *above,
    const LifeBorder *below, GError **error)
{
  Holder *self = (Holder *) neighbors;
  Holder *holders = self->threads->holders;

  if (above->part >= 0)
    send (holders[above->part].from_below, above);
  if (below->part >= 0)
    send (holders[below->part].from_above, below);
  if (above->part >= 0)
    receive (self->from_above, above);
  if (below->part >= 0)
    receive (self->from_below, below);
  return TRUE;
}

static gpointer
serve (gpointer data)
{
  Holder *self = data;
  gboolean leaves = FALSE;

  while (!leaves) {
    GByteArray *bytes = g_async_queue_pop (self->requests);
    LifeRequest request;
    LifeReply reply = { 0 };

    if (life_request_decode (&request, bytes->data, bytes->len)) {
      leaves = request.kind == LIFE_REQUEST_LEAVE;
      if (!leaves)
        life_serve (&self->server, &request, &reply);
    }
    g_byte_array_set_size (bytes, 0);
    life_reply_encode (&reply, bytes);
    life_reply_clear (&reply);
    g_async_queue_push (self->replies, bytes);
  }
  life_server_clear (&self->server);
  return NULL;
}

static gboolean
threads_call (LifeLink *link, const LifeRequest *requests, LifeReply *replies,
    GError **error)
{
  Threads *self = (Threads *) link;

  for (guint i = 0; i < link->parts; i++) {
    GByteArray *bytes;

    memset (&replies[i], 0, sizeof replies[i]);
    if (requests[i].kind == LIFE_REQUEST_NONE)
      continue;
    bytes = g_byte_array_new ();
    life_request_encode (&requests[i], bytes);
    g_async_queue_push (self->holders[i].requests, bytes);
  }
  for (guint i = 0; i < link->parts; i++) {
    GByteArray *bytes;

    if (requests[i].kind == LIFE_REQUEST_NONE)
      continue;
    bytes = g_async_queue_pop (self->holders[i].replies);
    life_reply_decode (&replies[i], bytes->data, bytes->len);
    g_byte_array_unref (bytes);
  }
  return TRUE;
}

static gchar *
threads_name (LifeLink *link, guint part)
{
  return g_strdup_printf ("part %u", part);
}

static void
threads_free (LifeLink *link)
{
  const LifeRequest leave = { .kind = LIFE_REQUEST_LEAVE };
  Threads *self = (Threads *) link;

  for (guint i = 0; i < link->parts; i++) {
    Holder *holder = &self->holders[i];
    GByteArray *bytes = g_byte_array_new ();

    life_request_encode (&leave, bytes);
    g_async_queue_push (holder->requests, bytes);
    g_thread_join (holder->thread);
    g_byte_array_unref (g_async_queue_pop (holder->replies));
    g_async_queue_unref (holder->requests);
    g_async_queue_unref (holder->replies);
    g_async_queue_unref (holder->from_above);
    g_async_queue_unref (holder->from_below);
  }
  g_free (self->holders);
  g_free (self);
}

LifeLink *
life_threads_link_new (guint parts)
{
  Threads *self = g_new0 (Threads, 1);

  self->link =
      (LifeLink){ parts, threads_call, threads_name, "threads", threads_free };
  self->holders = g_new0 (Holder, parts);
  for (guint i = 0; i < parts; i++) {
    Holder *holder = &self->holders[i];

    holder->neighbors.exchange = exchange;
    holder->threads = self;
    holder->server.neighbors = &holder->neighbors;
    holder->requests = g_async_queue_new ();
    holder->replies = g_async_queue_new ();
    holder->from_above = g_async_queue_new ();
    holder->from_below = g_async_queue_new ();
  }
  for (guint i = 0; i < parts; i++)
    self->holders[i].thread =
        g_thread_new ("life-part", serve, &self->holders[i]);
  return &self->link;
}
