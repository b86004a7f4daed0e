/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts in one process: a thread serves each of them, as a process of its own would.
 * Messages stay where they are, and cells that are exchanged are fetched from where the
 * neighbor has them. */
#include "life/parts/threads.h"

#include "life/parts/serve.h"

/* What a neighbor can fetch of a part; without @sent: the part has fetched what was sent to it. */
typedef struct {
  LifePart *part;
  const guint8 *sent;
} Offer;

/* A request, and where its reply is stored. */
typedef struct {
  const LifeRequest *request;
  LifeReply *reply;
} PartCall;

/* @from_above, @from_below: of Offer; @calls and @done: of Call */
typedef struct {
  LifePartNeighbors neighbors;
  struct _Threads *threads;
  LifeServer server;
  GThread *thread;
  GAsyncQueue *calls, *done;
  GAsyncQueue *from_above, *from_below;
} Holder;

typedef struct _Threads {
  LifeLink link;
  Holder *holders;
} Threads;

/* --- Neighbors --- */

static void
push_offer (GAsyncQueue *queue, LifePart *part, const guint8 *sent)
{
  Offer *offer = g_new (Offer, 1);

  *offer = (Offer){ part, sent };
  g_async_queue_push (queue, offer);
}

/* Fetches what the neighbor on one side sends. */
static gboolean
fetch (LifePart *part, GAsyncQueue *queue, const LifeBorder *border,
    GError **error)
{
  g_autofree Offer *offer = g_async_queue_pop (queue);

  return part->klass->fetch (part, border->received, offer->part, offer->sent,
      border->size, *error == NULL ? error : NULL);
}

/* Waits until that neighbor has fetched what was sent to it, or has enqueued that. */
static gboolean
await (LifePart *part, GAsyncQueue *queue, GError **error)
{
  g_autofree Offer *offer = g_async_queue_pop (queue);

  return part->klass->await (part, offer->part, *error == NULL ? error : NULL);
}

/* Pushes all offers whatever fails, so that no neighbor waits in vain. */
static gboolean
exchange (LifePartNeighbors *neighbors, LifePart *part, const LifeBorder *above,
    const LifeBorder *below, GError **error)
{
  Holder *self = (Holder *) neighbors;
  Holder *holders = self->threads->holders;
  GAsyncQueue *to_above =
      above->part >= 0 ? holders[above->part].from_below : NULL;
  GAsyncQueue *to_below =
      below->part >= 0 ? holders[below->part].from_above : NULL;
  GError *problem = NULL;
  gboolean done = TRUE;

  if (to_above != NULL)
    push_offer (to_above, part, above->sent);
  if (to_below != NULL)
    push_offer (to_below, part, below->sent);
  if (to_above != NULL)
    done = fetch (part, self->from_above, above, &problem) && done;
  if (to_below != NULL)
    done = fetch (part, self->from_below, below, &problem) && done;
  if (to_above != NULL)
    push_offer (to_above, part, NULL);
  if (to_below != NULL)
    push_offer (to_below, part, NULL);
  if (to_above != NULL)
    done = await (part, self->from_above, &problem) && done;
  if (to_below != NULL)
    done = await (part, self->from_below, &problem) && done;
  if (problem != NULL)
    g_propagate_error (error, problem);
  return done;
}

/* --- Requests --- */

static gpointer
serve (gpointer data)
{
  Holder *self = data;
  gboolean leaves = FALSE;

  while (!leaves) {
    PartCall *call = g_async_queue_pop (self->calls);

    leaves = call->request->kind == LIFE_REQUEST_LEAVE;
    if (!leaves)
      life_serve (&self->server, call->request, call->reply);
    g_async_queue_push (self->done, call);
  }
  life_server_clear (&self->server);
  return NULL;
}

static gboolean
threads_call (LifeLink *link, const LifeRequest *requests, LifeReply *replies,
    GError **error)
{
  Threads *self = (Threads *) link;
  g_autofree PartCall *calls = g_new (PartCall, link->parts);

  for (guint i = 0; i < link->parts; i++) {
    calls[i] = (PartCall){ &requests[i], &replies[i] };
    memset (&replies[i], 0, sizeof replies[i]);
    if (requests[i].kind != LIFE_REQUEST_NONE)
      g_async_queue_push (self->holders[i].calls, &calls[i]);
  }
  for (guint i = 0; i < link->parts; i++)
    if (requests[i].kind != LIFE_REQUEST_NONE)
      g_async_queue_pop (self->holders[i].done);
  return TRUE;
}

static gchar *
threads_name (LifeLink *link, guint part)
{
  const Threads *self = (Threads *) link;

  return link->klass->kind == LIFE_ENGINE_CUDA
             ? g_strdup_printf ("GPU %d", self->holders[part].server.device)
             : g_strdup_printf ("part %u", part);
}

static void
threads_free (LifeLink *link)
{
  const LifeRequest leave = { .kind = LIFE_REQUEST_LEAVE };
  Threads *self = (Threads *) link;

  for (guint i = 0; i < link->parts; i++) {
    Holder *holder = &self->holders[i];
    PartCall call = { &leave, NULL };

    g_async_queue_push (holder->calls, &call);
    g_thread_join (holder->thread);
    g_async_queue_unref (holder->calls);
    g_async_queue_unref (holder->done);
    g_async_queue_unref (holder->from_above);
    g_async_queue_unref (holder->from_below);
  }
  g_free (self->holders);
  g_free (self);
}

LifeLink *
life_threads_link_new (
    const LifePartClass *klass, guint parts, const gint *devices)
{
  const gchar *who = klass->kind == LIFE_ENGINE_CUDA ? "GPUs" : "threads";
  Threads *self = g_new0 (Threads, 1);

  self->link =
      (LifeLink){ parts, klass, threads_call, threads_name, who, threads_free };
  self->holders = g_new0 (Holder, parts);
  for (guint i = 0; i < parts; i++) {
    Holder *holder = &self->holders[i];

    holder->neighbors.exchange = exchange;
    holder->threads = self;
    holder->server.device = devices != NULL ? devices[i] : -1;
    holder->server.neighbors = &holder->neighbors;
    holder->calls = g_async_queue_new ();
    holder->done = g_async_queue_new ();
    holder->from_above = g_async_queue_new_full (g_free);
    holder->from_below = g_async_queue_new_full (g_free);
  }
  for (guint i = 0; i < parts; i++)
    self->holders[i].thread =
        g_thread_new ("life-part", serve, &self->holders[i]);
  return &self->link;
}
