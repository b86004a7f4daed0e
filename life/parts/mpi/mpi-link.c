/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The first rank: one thread of the process talks to MPI, from the first world on until the
 * process ends. It serves the first part itself, and asks workers for all others. */
#include "life/parts/mpi/mpi-link.h"

#include <life/version.h>
#include <stdlib.h>

#include "life/parts/mpi/mpi-transport.h"
#include "life/parts/mpi/mpi-worker.h"
#include "life/parts/serve.h"

/* How often beats are taken in while nothing is asked, in microseconds. */
#define IDLE_TIME 100000

/* Something to be done by the thread of MPI. */
typedef struct {
  gboolean (*run) (gpointer data, GError **error);
  gpointer data;
  gboolean done, result;
  GError *error;
} Job;

typedef struct {
  LifeWire wire;
  GAsyncQueue *jobs;
  GMutex lock; /* of the following */
  GCond finished;
  gboolean used; /* a world has the ranks */

  /* Of the thread of MPI, once it runs. */
  gboolean started, lost; /* MPI; a rank, so that no call makes sense */
  gchar *reason;          /* why */
  gchar **hosts;          /* by rank */
  gint64 *heard;          /* when a rank was heard last */
  gint64 looking;         /* since when beats are taken in all the time */
  gint64 looked;          /* when they were last */
  gint64 timeout;
  LifeServer server;
} Cluster;

static Cluster cluster;

/* --- The thread of MPI --- */

static gchar *
name_of (gint rank)
{
  return g_strdup_printf ("rank %d on %s", rank,
      cluster.hosts[rank] != NULL ? cluster.hosts[rank] : "a host not known");
}

/* A rank exchanges no more, so that no call makes sense. */
static void
note_failure (gint rank, const gchar *what, gsize size)
{
  g_autofree gchar *name = name_of (rank);

  cluster.lost = TRUE;
  if (cluster.reason == NULL)
    cluster.reason = g_strdup_printf ("%s: %.*s", name, (gint) size, what);
}

/* Takes in beats. */
static void
listen_to_beats (void)
{
  GByteArray *bytes;
  gint rank;

  while (
      (bytes = life_wire_take (&cluster.wire, LIFE_WIRE_BEAT, &rank)) != NULL) {
    cluster.heard[rank] = g_get_monotonic_time ();
    if (bytes->len > 0)
      note_failure (rank, (const gchar *) bytes->data, bytes->len);
    g_byte_array_unref (bytes);
  }
}

static void
fail (LifePartNeighbors *neighbors, const gchar *reason)
{
  if (!cluster.lost)
    note_failure (0, reason, strlen (reason));
}

static gpointer
work (gpointer data)
{
  for (;;) {
    Job *job = g_async_queue_timeout_pop (cluster.jobs, IDLE_TIME);

    if (job == NULL) {
      if (cluster.started && !cluster.lost)
        listen_to_beats ();
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

/* Lets that thread do something, and waits for up to @timeout microseconds, 0: for good.
 * FALSE, and no error, where it is still at it: then nothing of it may be freed. */
static gboolean
do_job (gboolean (*run) (gpointer data, GError **error), gpointer data,
    gint64 timeout, GError **error)
{
  const gint64 end = g_get_monotonic_time () + timeout;
  Job *job = g_new0 (Job, 1);
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

/* Gives the cluster up: no call waits any more. */
static gboolean
lose (const gchar *reason, GError **error)
{
  cluster.lost = TRUE;
  if (cluster.reason == NULL)
    cluster.reason = g_strdup (reason);
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE, cluster.reason);
  return FALSE;
}

/* This process may have been stopped itself: beats that came meanwhile are not all taken in
 * at once, and are no silence. */
static void
forgive_own_silence (void)
{
  const gint64 now = g_get_monotonic_time ();

  if (now - cluster.looked > MIN (cluster.timeout / 2, G_USEC_PER_SEC / 2))
    cluster.looking = now;
  cluster.looked = now;
}

/* Whether all ranks have been heard in time. */
static gboolean
look (LifeWire *wire, GError **error)
{
  if (cluster.lost)
    return lose (NULL, error);
  wire->look = NULL;
  listen_to_beats ();
  wire->look = look;
  if (cluster.lost)
    return lose (NULL, error);
  forgive_own_silence ();
  for (gint rank = 1; rank < wire->ranks; rank++) {
    const gint64 since = MAX (cluster.heard[rank], cluster.looking);
    g_autofree gchar *name = NULL, *reason = NULL;

    if (g_get_monotonic_time () - since <= cluster.timeout)
      continue;
    name = name_of (rank);
    reason = g_strdup_printf ("%s has been silent for %" G_GINT64_FORMAT
                              " s (cluster-timeout); it was stopped, its host "
                              "cannot be reached, or it is no life-worker",
        name, cluster.timeout / G_USEC_PER_SEC);
    return lose (reason, error);
  }
  return TRUE;
}

/* To be called before the cluster is waited for. */
static void
begin_to_look (void)
{
  cluster.looking = cluster.looked = g_get_monotonic_time ();
}

/* --- Started --- */

/* A rank is who it has to be. */
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
  first = name_of (rank);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "%s is %s (%s), and this is life %s; install the same release on all "
      "hosts, of the same byte order",
      first, g_strv_length (lines) >= 3 ? lines[0] : "another program",
      g_strv_length (lines) >= 3 ? lines[2] : "it says nothing known",
      LIFE_VERSION);
  return FALSE;
}

/* Waits for all workers. Beats may come before what they say first. */
static gboolean
greet (GError **error)
{
  gint left = cluster.wire.ranks - 1;
  guint idle = 0;

  begin_to_look ();
  while (left > 0) {
    gint rank;
    GByteArray *bytes = life_wire_take (&cluster.wire, LIFE_WIRE_HELLO, &rank);
    gboolean fine = TRUE;

    if (bytes == NULL) {
      if (!look (&cluster.wire, error))
        return FALSE;
      life_wire_pause (&idle);
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
    return lose (NULL, error);
  if (cluster.started)
    return TRUE;
  if (!life_wire_start (&cluster.wire, error))
    return FALSE;
  cluster.started = TRUE;
  if (cluster.wire.rank != 0) {
    g_autofree gchar *reason = g_strdup_printf (
        "this is rank %d of mpirun, and only the first program makes worlds "
        "with cluster=mpi: start life-worker in its place",
        cluster.wire.rank);

    return lose (reason, error);
  }
  cluster.hosts = g_new0 (gchar *, cluster.wire.ranks);
  cluster.hosts[0] = g_strdup (g_get_host_name ());
  cluster.heard = g_new0 (gint64, cluster.wire.ranks);
  cluster.wire.look = look;
  cluster.wire.neighbors.fail = fail;
  cluster.server.neighbors = &cluster.wire.neighbors;
  cluster.server.device = cluster.wire.local_rank;
  if (greet (&problem))
    return TRUE;
  lose (problem->message, NULL);
  g_propagate_error (error, problem);
  return FALSE;
}

/* --- Calls --- */

typedef struct {
  const LifeRequest *requests;
  LifeReply *replies;
  guint parts;
} Call;

/* A message that is sent; it stays until it is gone. */
typedef struct {
  GByteArray *bytes;
  gpointer transfer;
} Sent;

static Sent
send_request (gint rank, const LifeRequest *request)
{
  Sent sent = { g_byte_array_new (), NULL };

  life_request_encode (request, sent.bytes);
  sent.transfer = life_wire_send (&cluster.wire, rank, LIFE_WIRE_REQUEST,
      sent.bytes->data, sent.bytes->len);
  return sent;
}

/* Takes a reply in, if one has come. */
static gboolean
take_reply (const Call *call)
{
  gint rank;
  GByteArray *bytes = life_wire_take (&cluster.wire, LIFE_WIRE_REPLY, &rank);

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
wait_for_replies (const Call *call, Sent *sent, guint asked, GError **error)
{
  guint idle = 0, unsent = asked;

  begin_to_look ();
  while (asked > 0 || unsent > 0) {
    if (asked > 0 && take_reply (call)) {
      asked--;
      idle = 0;
      continue;
    }
    unsent = 0;
    for (guint i = 1; i < call->parts; i++) {
      if (sent[i].transfer != NULL
          && life_wire_is_done (&cluster.wire, sent[i].transfer))
        sent[i].transfer = NULL;
      unsent += sent[i].transfer != NULL;
    }
    if (!look (&cluster.wire, error))
      return FALSE;
    if (asked > 0 || unsent > 0)
      life_wire_pause (&idle);
  }
  return TRUE;
}

/* Frees what was sent; where that failed MPI may still read it. */
static void
free_sent (Sent *sent, guint parts)
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
  const Call *call = data;
  Sent *sent;
  guint asked = 0;
  gboolean done;

  for (guint i = 0; i < call->parts; i++)
    memset (&call->replies[i], 0, sizeof call->replies[i]);
  if (cluster.lost) {
    if (call->requests[0].kind == LIFE_REQUEST_FREE)
      life_server_clear (&cluster.server);
    return lose (NULL, error);
  }
  sent = g_new0 (Sent, call->parts);
  for (guint i = 1; i < call->parts; i++) {
    if (call->requests[i].kind == LIFE_REQUEST_NONE)
      continue;
    sent[i] = send_request ((gint) i, &call->requests[i]);
    if (sent[i].transfer == NULL) {
      free_sent (sent, call->parts);
      return lose ("MPI does not send messages", error);
    }
    asked++;
  }
  begin_to_look ();
  if (call->requests[0].kind == LIFE_REQUEST_LEAVE)
    life_server_clear (&cluster.server);
  else if (call->requests[0].kind != LIFE_REQUEST_NONE)
    life_serve (&cluster.server, &call->requests[0], &call->replies[0]);
  done = cluster.lost ? lose (NULL, error)
                      : wait_for_replies (call, sent, asked, error);
  free_sent (sent, call->parts);
  for (guint i = 0; !done && i < call->parts; i++)
    life_reply_clear (&call->replies[i]);
  return done;
}

/* --- The end of the process --- */

static gboolean
finish (gpointer data, GError **error)
{
  const guint ranks = (guint) cluster.wire.ranks;
  g_autofree LifeRequest *requests = g_new0 (LifeRequest, ranks);
  g_autofree LifeReply *replies = g_new0 (LifeReply, ranks);
  const Call call = { requests, replies, ranks };

  if (!cluster.started)
    return TRUE;
  for (guint i = 0; i < ranks; i++)
    requests[i].kind = LIFE_REQUEST_LEAVE;
  if (!cluster.lost && run_call ((gpointer) &call, NULL))
    cluster.wire.mpi->finish ();
  else
    cluster.wire.mpi->abort ();
  /* No beats are looked for while the process goes on to end. */
  cluster.started = FALSE;
  return TRUE;
}

/* Lets the workers end; where one is lost, mpirun ends all of them. */
static void
at_exit (void)
{
  do_job (finish, NULL, 2 * cluster.timeout + G_USEC_PER_SEC, NULL);
}

/* --- LifeLink --- */

static gboolean
mpi_call (LifeLink *link, const LifeRequest *requests, LifeReply *replies,
    GError **error)
{
  Call call = { requests, replies, link->parts };

  return do_job (run_call, &call, 0, error);
}

static gchar *
mpi_name (LifeLink *link, guint part)
{
  return name_of ((gint) part);
}

static void
mpi_free (LifeLink *link)
{
  g_mutex_lock (&cluster.lock);
  cluster.used = FALSE;
  g_mutex_unlock (&cluster.lock);
  g_free (link);
}

/* The thread, once per process. */
static void
need_thread (void)
{
  static gsize once;

  if (!g_once_init_enter (&once))
    return;
  cluster.jobs = g_async_queue_new ();
  g_thread_unref (g_thread_new ("life-mpi", work, NULL));
  atexit (at_exit);
  g_once_init_leave (&once, 1);
}

static gboolean
take_ranks (GError **error)
{
  gboolean used;

  g_mutex_lock (&cluster.lock);
  used = cluster.used;
  cluster.used = TRUE;
  g_mutex_unlock (&cluster.lock);
  if (used)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "another world of this process has the ranks of the cluster; stop it "
        "first, or use cluster=none");
  return !used;
}

LifeLink *
life_mpi_link_new (const LifePartClass *klass, const LifeEngineOptions *options,
    GError **error)
{
  const gint64 timeout = (gint64) options->cluster_timeout * G_USEC_PER_SEC;
  GError *problem = NULL;
  LifeLink *link;

  if (!take_ranks (error))
    return NULL;
  cluster.timeout = MAX (timeout, G_USEC_PER_SEC);
  need_thread ();
  link = g_new0 (LifeLink, 1);
  *link = (LifeLink){ 0, klass, mpi_call, mpi_name, "ranks", mpi_free };
  if (do_job (start, NULL, 2 * cluster.timeout, &problem)) {
    link->parts = (guint) cluster.wire.ranks;
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
