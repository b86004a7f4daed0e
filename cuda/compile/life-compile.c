/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The program that compiles for the library: it stores the result in the cache on disk and
 * prints it. NVRTC takes itself down in its own way when a process ends, and a process that ends
 * while it compiles may crash; this one ends when it has compiled, and the library's process when
 * it likes. */
#include "cuda/compile/nvrtc.h"

#include "life/base/file-cache.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "embedded-digest.h"

/* So long it may take. */
#define SECONDS 300

static const gchar usage[] =
    "usage: life-compile KEY OPTION TEXT KERNEL...\n"
    "       life-compile --version\n"
    "Compiles kernels for the library life, which runs it: those that TEXT "
    "makes of the\n"
    "library's headers, and prints them in base64. The second line prints the "
    "version of\n"
    "NVRTC and what the headers are, and fails where there is no NVRTC.\n";

/* What the process that ran this one has left behind. This one outlives it, but not for
 * long, and lets go of its files. Keys that end that process do not end this one. */
static void
settle (void)
{
  sigset_t none;

  signal (SIGPIPE, SIG_IGN);
  signal (SIGINT, SIG_IGN);
  signal (SIGHUP, SIG_IGN);
  signal (SIGALRM, SIG_DFL);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  alarm (SECONDS);
  closefrom (STDERR_FILENO + 1);
}

/* Opens where to print to: what else writes to the standard output does not reach it. */
static FILE *
open_output (void)
{
  FILE *output = fdopen (dup (STDOUT_FILENO), "w");

  dup2 (STDERR_FILENO, STDOUT_FILENO);
  return output;
}

/* Whether all of it was printed. */
static int
print (FILE *output, const gchar *text)
{
  return fputs (text, output) >= 0 && fputc ('\n', output) != EOF
                 && fclose (output) == 0
             ? 0
             : 1;
}

static int
compile (const gchar *key, const gchar *option, const gchar *text,
    const gchar *const *kernels)
{
  FILE *output = open_output ();
  const LifeNvrtc *nvrtc = life_nvrtc_find ();
  g_autoptr (GBytes) code = NULL;
  g_autofree gchar *printed = NULL;
  gconstpointer data;
  gsize size;

  if (nvrtc == NULL) {
    fputs ("life-compile: NVRTC is not there any more\n", stderr);
    return 1;
  }
  code = life_nvrtc_compile (nvrtc, option, text, kernels);
  if (code == NULL)
    return 1;
  life_file_cache_store (key, code);
  data = g_bytes_get_data (code, &size);
  printed = g_base64_encode (data, size);
  return print (output, printed);
}

static int
print_version (void)
{
  FILE *output = open_output ();
  const LifeNvrtc *nvrtc = life_nvrtc_find ();
  g_autofree gchar *text = NULL;
  int major, minor;

  if (nvrtc == NULL)
    return 1;
  life_nvrtc_version (nvrtc, &major, &minor);
  text = g_strdup_printf ("%d.%d " LIFE_EMBEDDED_DIGEST, major, minor);
  return print (output, text);
}

/* A key is the name of a file in the cache. */
static gboolean
is_key (const gchar *text)
{
  return strlen (text) == 64 && strspn (text, "0123456789abcdef") == 64;
}

int
main (int argc, char **argv)
{
  settle ();
  if (argc == 2 && strcmp (argv[1], "--version") == 0)
    return print_version ();
  if (argc > 4 && is_key (argv[1]))
    return compile (argv[1], argv[2], argv[3], (const gchar *const *) argv + 4);
  fputs (usage, stderr);
  return 2;
}
