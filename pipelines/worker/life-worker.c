/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* life-worker: a process that mpirun starts next to the one with lifesrc, and that has a
 * part of its world. */
#include <life/version.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "life/engines.h"
#include "life/parts/mpi/mpi-worker.h"

/* Exit statuses. */
#define FAILED 1
#define WRONG_USAGE 2

/* Seconds after which it prints what it waits for. */
#define NOTICE_TIME 10

typedef struct {
  gint threads;
  gint wait; /* seconds; 0: forever */
  gboolean version;
} WorkerOptions;

/* --- A limit on the start of MPI, which only the end of the process interrupts --- */

static GMutex lock; /* of the following */
static GCond started;
static gboolean has_started;

/* Called when the first program has made a world. */
static void
on_mpi_started (void)
{
  g_mutex_lock (&lock);
  has_started = TRUE;
  g_cond_signal (&started);
  g_mutex_unlock (&lock);
}

/* Whether that happens within @seconds after @start. */
static gboolean
wait_until_started (gint64 start, gint seconds)
{
  gboolean in_time = TRUE, result;

  g_mutex_lock (&lock);
  while (!has_started && in_time)
    in_time = g_cond_wait_until (
        &started, &lock, start + (gint64) seconds * G_USEC_PER_SEC);
  result = has_started;
  g_mutex_unlock (&lock);
  return result;
}

/* One worker prints for all. If the first program succeeds before any worker has started to
 * start MPI, mpirun does not count it as one of MPI, and lets the workers wait. */
static gpointer
watch (gpointer data)
{
  const WorkerOptions *options = data;
  const gint64 start = g_get_monotonic_time ();
  const gboolean prints = g_strcmp0 (g_getenv ("PMIX_RANK"), "1") == 0;

  if (options->wait == 0 || options->wait > NOTICE_TIME) {
    if (wait_until_started (start, NOTICE_TIME))
      return NULL;
    if (prints)
      fprintf (stderr,
          "life-worker: the first program of mpirun has made no world with "
          "cluster=mpi so far; if it has ended, end mpirun, too\n");
  }
  if (options->wait == 0 || wait_until_started (start, options->wait))
    return NULL;
  if (prints)
    fprintf (stderr,
        "life-worker: the first program of mpirun has made no world with "
        "cluster=mpi within %d s (--wait)\n",
        options->wait);
  _Exit (FAILED);
}

static gboolean
read_options (WorkerOptions *options, gchar ***arguments, GError **error)
{
  const GOptionEntry entries[] = {
    { "threads", 't', 0, G_OPTION_ARG_INT, &options->threads,
        "advance the part with N threads; 0: as many as lifesrc's property"
        " threads",
        "N" },
    { "wait", 'w', 0, G_OPTION_ARG_INT, &options->wait,
        "end if lifesrc makes no world within S seconds; 0, the default: "
        "wait for ever",
        "S" },
    { "version", 0, 0, G_OPTION_ARG_NONE, &options->version,
        "print the version", NULL },
    { NULL }
  };
  GOptionContext *context = g_option_context_new (NULL);
  gboolean done;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
      "Computes a part of the world of a lifesrc with cluster=mpi. mpirun "
      "starts "
      "both:\n"
      "mpirun -np 1 gst-launch-1.0 lifesrc cluster=mpi ! … : -np 7 "
      "life-worker");
  done = g_option_context_parse_strv (context, arguments, error);
  g_option_context_free (context);
  if (done && (*arguments)[1] != NULL) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
        "unknown argument \"%s\"", (*arguments)[1]);
    return FALSE;
  }
  if (done && (options->threads < 0 || options->threads > 1024)) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--threads=%d: 0 to 1024 are possible", options->threads);
    return FALSE;
  }
  if (done && (options->wait < 0 || options->wait > 86400)) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--wait=%d: 0 to 86400 seconds are possible", options->wait);
    return FALSE;
  }
  return done;
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  WorkerOptions options = { 0 };

  setlocale (LC_ALL, "");
  arguments = g_strdupv (argv);
  if (!read_options (&options, &arguments, &error)) {
    fprintf (
        stderr, "life-worker: %s; see life-worker --help\n", error->message);
    return WRONG_USAGE;
  }
  if (options.version) {
    printf ("life-worker %s\n", LIFE_VERSION);
    return 0;
  }
  life_engines_use_gpus ();
  g_thread_unref (g_thread_new ("life-watch", watch, &options));
  if (life_worker_run (
          LIFE_VERSION, (guint) options.threads, on_mpi_started, &error))
    return 0;
  fprintf (stderr, "life-worker: %s\n", error->message);
  return FAILED;
}
