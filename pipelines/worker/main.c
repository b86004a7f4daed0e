/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* life-worker: a process that mpirun starts beside the one with lifesrc, and that holds a part
 * of its world. */
#include <life/version.h>
#include <locale.h>
#include <stdio.h>

#include "life/engines.h"
#include "life/parts/mpi/worker.h"

/* Exit statuses. */
#define FAILED 1
#define WRONG_USAGE 2

typedef struct {
  gint threads;
  gboolean version;
} Options;

static gboolean
read_options (Options *options, gchar ***arguments, GError **error)
{
  const GOptionEntry entries[] = {
    { "threads", 't', 0, G_OPTION_ARG_INT, &options->threads,
        "advance the part with N threads; 0: as many as lifesrc's property"
        " threads says",
        "N" },
    { "version", 0, 0, G_OPTION_ARG_NONE, &options->version,
        "print the version", NULL },
    { NULL }
  };
  GOptionContext *context = g_option_context_new (NULL);
  gboolean done;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
      "Holds a part of the world of a lifesrc with cluster=mpi. mpirun starts "
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
  return done;
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  Options options = { 0 };

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
  if (life_worker_run (LIFE_VERSION, (guint) options.threads, &error))
    return 0;
  fprintf (stderr, "life-worker: %s\n", error->message);
  return FAILED;
}
