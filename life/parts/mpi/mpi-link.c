/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The first rank: one thread of the process calls MPI, from the first world until the
 * process ends. It serves the first part itself, and sends requests for the others to
 * workers. */
#include "life/parts/mpi/mpi-link.h"

#include <life/version.h>
#include <stdlib.h>

#include "life/parts/mpi/mpi-transport.h"
#include "life/parts/mpi/mpi-worker.h"
#include "life/parts/serve.h"

/* Microseconds between receiving heartbeats while no request is pending. */
#define IDLE_TIME 100000

/* A function to run in the thread of MPI. */
typedef struct {
  gboolean (*run) (gpointer data, GError **error);
  gpointer data;
  gboolean done, result;
  GError *error;
} MpiJob;

typedef struct {
  LifeMpiTransport transport;
  GAsyncQueue *jobs;
  GMutex lock; /* of the following */
  GCond finished;
  gboolean in_use; /* by a world */

  /* Owned by the thread of MPI. */
  gboolean started, lost; /* MPI; a rank, so that no call can succeed */
  gchar *reason;          /* why it is lost */
  gchar **hosts;          /* by rank */
  gint64 *last_heartbeat; /* time of the last heartbeat, by rank */
  gint64 polling_since;   /* since when heartbeats are received continually */
  gint64 last_poll;       /* when they were received last */
  gint64 timeout;
  LifeServer server;
} Cluster;

static Cluster cluster;

/* --- The thread of MPI --- */

static gchar *
name_rank (gint rank)
{
  return g_strdup_printf ("rank %d on %s", rank,
      cluster.hosts[rank] != NULL ? cluster.hosts[rank] : "a host not known");
}

/* A rank has failed to exchange cells, so that no call can succeed. */
static void
record_failure (gint rank, const gchar *what, gsize size)
{
  g_autofree gchar *name = name_rank (rank);

  cluster.lost = TRUE;
  if (cluster.reason == NULL)
    cluster.reason = g_strdup_printf ("%s: %.*s", name, (gint) size, what);
}

/* Receives heartbeats, and the failures in them. */
static void
receive_heartbeats (void)
{
  GByteArray *bytes;
  gint rank;

  while ((bytes = life_mpi_transport_receive (
              &cluster.transport, LIFE_MPI_TAG_HEARTBEAT, &rank))
         != NULL) {
    cluster.last_heartbeat[rank] = g_get_monotonic_time ();
    if (bytes->len > 0)
      record_failure (rank, (const gchar *) bytes->data, bytes->len);
    g_byte_array_unref (bytes);
  }
}

static void
fail (LifePartNeighbors *neighbors, const gchar *reason)
{
  if (!cluster.lost)
    record_failure (0, reason, strlen (reason));
}

static gpointer
run_jobs (gpointer data)
{
  for (;;) {
    MpiJob *job = g_async_queue_timeout_pop (cluster.jobs, IDLE_TIME);

    if (job == NULL) {
      if (cluster.started && !cluster.lost)
        receive_heartbeats ();
      continue;
    }
    job->result = job->run (job->data, &job->error);
    g_mutex_lock (&cluster.lock);
    job->done = TRUE;
    g_cond_broadcast (&cluster.finished);
    g_mutex_unlock (&cluster.lock);
  }
  return NULL;
}

/* Runs @run in that thread, and waits for up to @timeout microseconds, 0: forever. FALSE
 * without an error: it still runs, and nothing that it uses may be freed. */
static gboolean
run_job (gboolean (*run) (gpointer data, GError **error), gpointer data,
    gint64 timeout, GError **error)
{
  const gint64 end = g_get_monotonic_time () + timeout;
  MpiJob *job = g_new0 (MpiJob, 1);
  gboolean done = TRUE, result = FALSE;

  job->run = run;
  job->data = data;
  g_async_queue_push (cluster.jobs, job);
  g_mutex_lock (&cluster.lock);
  while (!job->done && done)
    if (timeout == 0)
      g_cond_wait (&cluster.finished, &cluster.lock);
    else
      done = g_cond_wait_until (&cluster.finished, &cluster.lock, end)
             || job->done;
  g_mutex_unlock (&cluster.lock);
  if (!done)
    return FALSE;
  result = job->result;
  if (job->error != NULL)
    g_propagate_error (error, job->error);
  g_free (job);
  return result;
}

/* --- Ranks that are silent --- */

/* Marks the cluster lost, so that no call waits any more. */
static gboolean
mark_lost (const gchar *reason, GError **error)
{
  cluster.lost = TRUE;
  if (cluster.reason == NULL)
    cluster.reason = g_strdup (reason);
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE, cluster.reason);
  return FALSE;
}

/* This process may have been stopped itself: heartbeats queued meanwhile are not received
 * at once, and that is no silence of their ranks. */
static void
restart_after_own_stop (void)
{
  const gint64 now = g_get_monotonic_time ();

  if (now - cluster.last_poll > MIN (cluster.timeout / 2, G_USEC_PER_SEC / 2))
    cluster.polling_since = now;
  cluster.last_poll = now;
}

/* Whether all ranks have sent heartbeats in time. */
static gboolean
check_ranks (LifeMpiTransport *transport, GError **error)
{
  if (cluster.lost)
    return mark_lost (NULL, error);
  transport->check = NULL;
  receive_heartbeats ();
  transport->check = check_ranks;
  if (cluster.lost)
    return mark_lost (NULL, error);
  restart_after_own_stop ();
  for (gint rank = 1; rank < transport->ranks; rank++) {
    const gint64 since =
        MAX (cluster.last_heartbeat[rank], cluster.polling_since);
    g_autofree gchar *name = NULL, *reason = NULL;

    if (g_get_monotonic_time () - since <= cluster.timeout)
      continue;
    name = name_rank (rank);
    reason = g_strdup_printf ("%s has been silent for %" G_GINT64_FORMAT
                              " s (cluster-timeout); it was stopped, its host "
                              "cannot be reached, or it is no life-worker",
        name, cluster.timeout / G_USEC_PER_SEC);
    return mark_lost (reason, error);
  }
  return TRUE;
}

/* Called before each wait for the cluster. */
static void
restart_timeouts (void)
{
  cluster.polling_since = cluster.last_poll = g_get_monotonic_time ();
}

/* --- Start --- */

/* Checks that a rank runs life-worker of this version. */
static gboolean
check_hello (gint rank, const GByteArray *bytes, GError **error)
{
  g_autofree gchar *text = g_strndup ((const gchar *) bytes->data, bytes->len);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 4);
  g_autofree gchar *expected = NULL, *first = NULL;

  if (g_strv_length (lines) >= 3) {
    g_free (cluster.hosts[rank]);
    cluster.hosts[rank] = g_strdup (lines[1]);
    expected = life_worker_hello (LIFE_VERSION, lines[1]);
    if (g_str_equal (expected, text))
      return TRUE;
  }
  first = name_rank (rank);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "%s is %s (%s), and this is life %s; install the same release on all "
      "hosts, of the same byte order",
      first, g_strv_length (lines) >= 3 ? lines[0] : "another program",
      g_strv_length (lines) >= 3 ? lines[2] : "it sent no hello", LIFE_VERSION);
  return FALSE;
}

/* Waits for the hellos of all workers. Heartbeats may arrive earlier. */
static gboolean
receive_hellos (GError **error)
{
  gint left = cluster.transport.ranks - 1;
  guint idle = 0;

  restart_timeouts ();
  while (left > 0) {
    gint rank;
    GByteArray *bytes = life_mpi_transport_receive (
        &cluster.transport, LIFE_MPI_TAG_HELLO, &rank);
    gboolean fine = TRUE;

    if (bytes == NULL) {
      if (!check_ranks (&cluster.transport, error))
        return FALSE;
      life_mpi_back_off (&idle);
      continue;
    }
    fine = check_hello (rank, bytes, error);
    g_byte_array_unref (bytes);
    if (!fine)
      return FALSE;
    left--;
  }
  return TRUE;
}

/* Job: starts MPI, once. */
static gboolean
start (gpointer data, GError **error)
{
  GError *problem = NULL;

  if (cluster.lost)
    return mark_lost (NULL, error);
  if (cluster.started)
    return TRUE;
  if (!life_mpi_transport_start (&cluster.transport, error))
    return FALSE;
  cluster.started = TRUE;
  if (cluster.transport.rank != 0) {
    g_autofree gchar *reason = g_strdup_printf (
        "this is rank %d of mpirun, and only the first program makes worlds "
        "with cluster=mpi: start life-worker in its place",
        cluster.transport.rank);

    return mark_lost (reason, error);
  }
  cluster.hosts = g_new0 (gchar *, cluster.transport.ranks);
  cluster.hosts[0] = g_strdup (g_get_host_name ());
  cluster.last_heartbeat = g_new0 (gint64, cluster.transport.ranks);
  cluster.transport.check = check_ranks;
  cluster.transport.neighbors.fail = fail;
  cluster.server.neighbors = &cluster.transport.neighbors;
  cluster.server.device = cluster.transport.local_rank;
  if (receive_hellos (&problem))
    return TRUE;
  mark_lost (problem->message, NULL);
  g_propagate_error (error, problem);
  return FALSE;
}

/* --- Calls --- */

typedef struct {
  const LifeRequest *requests;
  LifeReply *replies;
  guint parts;
} MpiCall;

/* A request and its transfer; @bytes stays until that is done. */
typedef struct {
  GByteArray *bytes;
  gpointer transfer;
} SentMessage;

static SentMessage
send_request (gint rank, const LifeRequest *request)
{
  SentMessage sent = { g_byte_array_new (), NULL };

  life_request_encode (request, sent.bytes);
  sent.transfer = life_mpi_transport_send (&cluster.transport, rank,
      LIFE_MPI_TAG_REQUEST, sent.bytes->data, sent.bytes->len);
  return sent;
}

/* Receives a reply, if one is pending. */
static gboolean
receive_reply (const MpiCall *call)
{
  gint rank;
  GByteArray *bytes = life_mpi_transport_receive (
      &cluster.transport, LIFE_MPI_TAG_REPLY, &rank);

  if (bytes == NULL)
    return FALSE;
  if (!life_reply_decode (&call->replies[rank], bytes->data, bytes->len)) {
    call->replies[rank].failed = TRUE;
    call->replies[rank].code = LIFE_ERROR_DEVICE;
  }
  g_byte_array_unref (bytes);
  return TRUE;
}

static gboolean
wait_for_replies (
    const MpiCall *call, SentMessage *sent, guint pending, GError **error)
{
  guint idle = 0, unsent = pending;

  restart_timeouts ();
  while (pending > 0 || unsent > 0) {
    if (pending > 0 && receive_reply (call)) {
      pending--;
      idle = 0;
      continue;
    }
    unsent = 0;
    for (guint i = 1; i < call->parts; i++) {
      if (sent[i].transfer != NULL
          && life_mpi_transport_is_done (&cluster.transport, sent[i].transfer))
        sent[i].transfer = NULL;
      unsent += sent[i].transfer != NULL;
    }
    if (!check_ranks (&cluster.transport, error))
      return FALSE;
    if (pending > 0 || unsent > 0)
      life_mpi_back_off (&idle);
  }
  return TRUE;
}

/* Frees the requests, but for those whose transfer failed: MPI may still read them. */
static void
free_sent (SentMessage *sent, guint parts)
{
  for (guint i = 1; i < parts; i++)
    if (sent[i].bytes != NULL && sent[i].transfer == NULL)
      g_byte_array_unref (sent[i].bytes);
  g_free (sent);
}

/* Job: one round of requests. */
static gboolean
run_call (gpointer data, GError **error)
{
  const MpiCall *call = data;
  SentMessage *sent;
  guint pending = 0;
  gboolean done;

  for (guint i = 0; i < call->parts; i++)
    memset (&call->replies[i], 0, sizeof call->replies[i]);
  if (cluster.lost) {
    if (call->requests[0].kind == LIFE_REQUEST_FREE)
      life_server_clear (&cluster.server);
    return mark_lost (NULL, error);
  }
  sent = g_new0 (SentMessage, call->parts);
  for (guint i = 1; i < call->parts; i++) {
    if (call->requests[i].kind == LIFE_REQUEST_NONE)
      continue;
    sent[i] = send_request ((gint) i, &call->requests[i]);
    if (sent[i].transfer == NULL) {
      free_sent (sent, call->parts);
      return mark_lost ("MPI does not send messages", error);
    }
    pending++;
  }
  restart_timeouts ();
  if (call->requests[0].kind == LIFE_REQUEST_LEAVE)
    life_server_clear (&cluster.server);
  else if (call->requests[0].kind != LIFE_REQUEST_NONE)
    life_serve (&cluster.server, &call->requests[0], &call->replies[0]);
  done = cluster.lost ? mark_lost (NULL, error)
                      : wait_for_replies (call, sent, pending, error);
  free_sent (sent, call->parts);
  for (guint i = 0; !done && i < call->parts; i++)
    life_reply_clear (&call->replies[i]);
  return done;
}

/* --- The end of the process --- */

static gboolean
finish (gpointer data, GError **error)
{
  const guint ranks = (guint) cluster.transport.ranks;
  g_autofree LifeRequest *requests = g_new0 (LifeRequest, ranks);
  g_autofree LifeReply *replies = g_new0 (LifeReply, ranks);
  const MpiCall call = { requests, replies, ranks };

  if (!cluster.started)
    return TRUE;
  for (guint i = 0; i < ranks; i++)
    requests[i].kind = LIFE_REQUEST_LEAVE;
  if (!cluster.lost && run_call ((gpointer) &call, NULL))
    cluster.transport.mpi->finish ();
  else
    cluster.transport.mpi->abort ();
  /* No heartbeats are polled while the process ends. */
  cluster.started = FALSE;
  return TRUE;
}

/* Ends the workers; if one is lost, mpirun ends all of them. */
static void
at_exit (void)
{
  run_job (finish, NULL, 2 * cluster.timeout + G_USEC_PER_SEC, NULL);
}

/* --- LifeLink --- */

static gboolean
mpi_call (LifeLink *link, const LifeRequest *requests, LifeReply *replies,
    GError **error)
{
  MpiCall call = { requests, replies, link->parts };

  return run_job (run_call, &call, 0, error);
}

static gchar *
mpi_name (LifeLink *link, guint part)
{
  return name_rank ((gint) part);
}

static void
mpi_free (LifeLink *link)
{
  g_mutex_lock (&cluster.lock);
  cluster.in_use = FALSE;
  g_mutex_unlock (&cluster.lock);
  g_free (link);
}

/* The thread, once per process. */
static void
ensure_thread (void)
{
  static gsize once;

  if (!g_once_init_enter (&once))
    return;
  cluster.jobs = g_async_queue_new ();
  g_thread_unref (g_thread_new ("life-mpi", run_jobs, NULL));
  atexit (at_exit);
  g_once_init_leave (&once, 1);
}

static gboolean
acquire_ranks (GError **error)
{
  gboolean in_use;

  g_mutex_lock (&cluster.lock);
  in_use = cluster.in_use;
  cluster.in_use = TRUE;
  g_mutex_unlock (&cluster.lock);
  if (in_use)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "another world of this process has the ranks of the cluster; stop it "
        "first, or use cluster=none");
  return !in_use;
}

LifeLink *
life_mpi_link_new (const LifePartClass *klass, const LifeEngineOptions *options,
    GError **error)
{
  const gint64 timeout = (gint64) options->cluster_timeout * G_USEC_PER_SEC;
  GError *problem = NULL;
  LifeLink *link;

  if (!acquire_ranks (error))
    return NULL;
  cluster.timeout = MAX (timeout, G_USEC_PER_SEC);
  ensure_thread ();
  link = g_new0 (LifeLink, 1);
  *link = (LifeLink){ 0, klass, mpi_call, mpi_name, "ranks", mpi_free };
  if (run_job (start, NULL, 2 * cluster.timeout, &problem)) {
    link->parts = (guint) cluster.transport.ranks;
    return link;
  }
  if (problem == NULL)
    g_set_error (&problem, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "MPI has not started within %" G_GINT64_FORMAT
        " s: every other program that mpirun starts has to be life-worker",
        2 * cluster.timeout / G_USEC_PER_SEC);
  g_propagate_error (error, problem);
  mpi_free (link);
  return NULL;
}
