/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A worker: serves one request after another, while a thread of its own lets the first rank
 * know that it is there. */
#include "life/parts/mpi/mpi-worker.h"

#include "life/parts/mpi/mpi-transport.h"
#include "life/parts/serve.h"

/* Between two beats, in milliseconds: well below the shortest timeout, a second. */
#define BEAT_TIME 200

typedef struct {
  LifeWire wire;
  LifeServer server;
  GThread *beater;
  GMutex beating;
  GCond woken;
  gboolean leaves; /* under @beating */
  gchar *failure;  /* under @beating: why it exchanges no more; NULL: it does */
} Worker;

gchar *
life_worker_hello (const gchar *version, const gchar *host)
{
  return g_strdup_printf (
      "life-worker %s\n%s\nmessages 5, views %u, %s endian\n", version, host,
      (guint) sizeof (LifeShown),
      G_BYTE_ORDER == G_LITTLE_ENDIAN ? "little" : "big");
}

/* Sends beats, with what has failed; one on its way is enough. */
static gpointer
beat (gpointer data)
{
  Worker *self = data;
  gpointer transfer = NULL;

  g_mutex_lock (&self->beating);
  while (!self->leaves) {
    if (transfer != NULL && life_wire_is_done (&self->wire, transfer))
      transfer = NULL;
    if (transfer == NULL) {
      const gchar *text = self->failure != NULL ? self->failure : "";

      transfer = life_wire_send (
          &self->wire, 0, LIFE_WIRE_BEAT, (const guint8 *) text, strlen (text));
    }
    g_cond_wait_until (&self->woken, &self->beating,
        g_get_monotonic_time () + BEAT_TIME * 1000);
  }
  g_mutex_unlock (&self->beating);
  while (transfer != NULL && !life_wire_is_done (&self->wire, transfer))
    g_usleep (1000);
  return NULL;
}

/* The first failure counts: a beat with it may be on its way. */
static void
fail (LifePartNeighbors *neighbors, const gchar *reason)
{
  Worker *self = (Worker *) neighbors;

  g_mutex_lock (&self->beating);
  if (self->failure == NULL)
    self->failure = g_strdup (reason);
  g_mutex_unlock (&self->beating);
}

static void
stop_beating (Worker *self)
{
  g_mutex_lock (&self->beating);
  self->leaves = TRUE;
  g_cond_signal (&self->woken);
  g_mutex_unlock (&self->beating);
  g_thread_join (self->beater);
}

/* Sends, and waits until that is gone. */
static void
send (Worker *self, LifeWireTag tag, const guint8 *bytes, gsize n)
{
  gpointer transfer = life_wire_send (&self->wire, 0, tag, bytes, n);
  guint idle = 0;

  while (transfer != NULL && !life_wire_is_done (&self->wire, transfer))
    life_wire_pause (&idle);
}

/* Serves one request; FALSE where it was the last. */
static gboolean
serve (Worker *self, const GByteArray *bytes)
{
  g_autoptr (GByteArray) answer = g_byte_array_new ();
  LifeReply reply = { 0 };
  LifeRequest request;
  gboolean leaves = FALSE;

  if (life_request_decode (&request, bytes->data, bytes->len)) {
    leaves = request.kind == LIFE_REQUEST_LEAVE;
    if (leaves)
      stop_beating (self);
    else
      life_serve (&self->server, &request, &reply);
  } else {
    g_autoptr (GError) error = g_error_new_literal (
        LIFE_ERROR, LIFE_ERROR_DEVICE, "a message is not readable");

    life_reply_fail (&reply, error);
  }
  life_reply_encode (&reply, answer);
  life_reply_clear (&reply);
  send (self, LIFE_WIRE_REPLY, answer->data, answer->len);
  return !leaves;
}

gboolean
life_worker_run (
    const gchar *version, guint threads, void (*met) (void), GError **error)
{
  g_autofree gchar *hello = life_worker_hello (version, g_get_host_name ());
  Worker self = { .server.threads = threads };
  gboolean stays = TRUE;
  guint idle = 0;

  if (!life_wire_start (&self.wire, error))
    return FALSE;
  if (met != NULL)
    met ();
  if (self.wire.rank == 0) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "life-worker is the first program of mpirun, which has to be the one "
        "that makes the world: \"mpirun -np 1 gst-launch-1.0 lifesrc "
        "cluster=mpi … : -np 7 life-worker\"");
    self.wire.mpi->abort ();
    return FALSE;
  }
  self.wire.neighbors.fail = fail;
  self.server.neighbors = &self.wire.neighbors;
  self.server.device = self.wire.local_rank;
  send (&self, LIFE_WIRE_HELLO, (const guint8 *) hello, strlen (hello));
  self.beater = g_thread_new ("life-beat", beat, &self);
  while (stays) {
    gint rank;
    GByteArray *bytes = life_wire_take (&self.wire, LIFE_WIRE_REQUEST, &rank);

    if (bytes == NULL) {
      life_wire_pause (&idle);
      continue;
    }
    idle = 0;
    stays = serve (&self, bytes);
    g_byte_array_unref (bytes);
  }
  life_server_clear (&self.server);
  g_free (self.failure);
  self.wire.mpi->finish ();
  return TRUE;
}
