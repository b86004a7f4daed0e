/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A worker: serves one request after another, while a thread of its own sends heartbeats
 * to the first rank. */
#include "life/parts/mpi/mpi-worker.h"

#include "life/parts/mpi/mpi-transport.h"
#include "life/parts/serve.h"

/* Milliseconds between two heartbeats: well below the shortest timeout, a second. */
#define HEARTBEAT_INTERVAL 200

typedef struct {
  LifeMpiTransport transport;
  LifeServer server;
  GThread *heartbeat_thread;
  GMutex lock;
  GCond wake;
  gboolean leaving; /* under @lock */
  gchar *failure;   /* under @lock: why it exchanges no more; NULL: it does */
} MpiWorker;

gchar *
life_worker_hello (const gchar *version, const gchar *host)
{
  return g_strdup_printf (
      "life-worker %s\n%s\nmessages 6, views %u, %s endian\n", version, host,
      (guint) sizeof (LifeShown),
      G_BYTE_ORDER == G_LITTLE_ENDIAN ? "little" : "big");
}

/* Sends heartbeats, with the failure if there is one, and one at a time. */
static gpointer
send_heartbeats (gpointer data)
{
  MpiWorker *self = data;
  gpointer transfer = NULL;

  g_mutex_lock (&self->lock);
  while (!self->leaving) {
    if (transfer != NULL
        && life_mpi_transport_is_done (&self->transport, transfer))
      transfer = NULL;
    if (transfer == NULL) {
      const gchar *text = self->failure != NULL ? self->failure : "";

      transfer = life_mpi_transport_send (&self->transport, 0,
          LIFE_MPI_TAG_HEARTBEAT, (const guint8 *) text, strlen (text));
    }
    g_cond_wait_until (&self->wake, &self->lock,
        g_get_monotonic_time () + HEARTBEAT_INTERVAL * 1000);
  }
  g_mutex_unlock (&self->lock);
  while (transfer != NULL
         && !life_mpi_transport_is_done (&self->transport, transfer))
    g_usleep (1000);
  return NULL;
}

/* Records the first failure: a heartbeat may be sending it already. */
static void
fail (LifePartNeighbors *neighbors, const gchar *reason)
{
  MpiWorker *self = (MpiWorker *) neighbors;

  g_mutex_lock (&self->lock);
  if (self->failure == NULL)
    self->failure = g_strdup (reason);
  g_mutex_unlock (&self->lock);
}

static void
stop_heartbeats (MpiWorker *self)
{
  g_mutex_lock (&self->lock);
  self->leaving = TRUE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
  g_thread_join (self->heartbeat_thread);
}

/* Sends, and waits until the transfer is done. */
static void
send (MpiWorker *self, LifeMpiTag tag, const guint8 *bytes, gsize n)
{
  gpointer transfer =
      life_mpi_transport_send (&self->transport, 0, tag, bytes, n);
  guint idle = 0;

  while (transfer != NULL
         && !life_mpi_transport_is_done (&self->transport, transfer))
    life_mpi_back_off (&idle);
}

/* Serves one request; FALSE if it was the last. */
static gboolean
serve (MpiWorker *self, const GByteArray *bytes)
{
  g_autoptr (GByteArray) encoded = g_byte_array_new ();
  LifeReply reply = { 0 };
  LifeRequest request;
  gboolean leaving = FALSE;

  if (life_request_decode (&request, bytes->data, bytes->len)) {
    leaving = request.kind == LIFE_REQUEST_LEAVE;
    if (leaving)
      stop_heartbeats (self);
    else
      life_serve (&self->server, &request, &reply);
  } else {
    g_autoptr (GError) error = g_error_new_literal (
        LIFE_ERROR, LIFE_ERROR_DEVICE, "a message is not readable");

    life_reply_fail (&reply, error);
  }
  life_reply_encode (&reply, encoded);
  life_reply_clear (&reply);
  send (self, LIFE_MPI_TAG_REPLY, encoded->data, encoded->len);
  return !leaving;
}

gboolean
life_worker_run (
    const gchar *version, guint threads, void (*started) (void), GError **error)
{
  g_autofree gchar *hello = life_worker_hello (version, g_get_host_name ());
  MpiWorker self = { .server.threads = threads };
  gboolean running = TRUE;
  guint idle = 0;

  if (!life_mpi_transport_start (&self.transport, error))
    return FALSE;
  if (started != NULL)
    started ();
  if (self.transport.rank == 0) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "life-worker is the first program of mpirun, which has to be the one "
        "that makes the world: \"mpirun -np 1 gst-launch-1.0 lifesrc "
        "cluster=mpi … : -np 7 life-worker\"");
    self.transport.mpi->abort ();
    return FALSE;
  }
  self.transport.neighbors.fail = fail;
  self.server.neighbors = &self.transport.neighbors;
  self.server.device = self.transport.local_rank;
  send (&self, LIFE_MPI_TAG_HELLO, (const guint8 *) hello, strlen (hello));
  self.heartbeat_thread = g_thread_new ("life-beat", send_heartbeats, &self);
  while (running) {
    gint rank;
    GByteArray *bytes = life_mpi_transport_receive (
        &self.transport, LIFE_MPI_TAG_REQUEST, &rank);

    if (bytes == NULL) {
      life_mpi_back_off (&idle);
      continue;
    }
    idle = 0;
    running = serve (&self, bytes);
    g_byte_array_unref (bytes);
  }
  life_server_clear (&self.server);
  g_free (self.failure);
  self.transport.mpi->finish ();
  return TRUE;
}
