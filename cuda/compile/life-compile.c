/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The program that compiles for the library: it reads one job, puts what comes of it
 * into the cache on disk and prints it. NVRTC takes itself down in its own way when a
 * process ends, and a process that ends while it compiles may crash; this one ends when
 * it has compiled, and the library's process when it likes. */
#include "cuda/compile/message.h"
#include "cuda/compile/nvrtc.h"

#include "life/base/file-cache.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const gchar usage[] =
    "usage: life-compile KEY < JOB\n"
    "       life-compile --version\n"
    "Compiles kernels for the library life, which runs it. The second line "
    "prints the\n"
    "version of NVRTC, and fails where there is none.\n";

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
  alarm (LIFE_MESSAGE_SECONDS);
  closefrom (STDERR_FILENO + 1);
}

/* Where to print to: what else writes to the standard output does not reach it. */
static int
take_output (void)
{
  const int output = dup (STDOUT_FILENO);

  dup2 (STDERR_FILENO, STDOUT_FILENO);
  return output;
}

static gboolean
print (int output, gconstpointer data, gsize size)
{
  for (const guint8 *next = data; size > 0;) {
    const gssize part = write (output, next, size);

    if (part < 0 && errno != EINTR)
      return FALSE;
    next += MAX (part, 0);
    size -= (gsize) MAX (part, 0);
  }
  return TRUE;
}

/* The job on the standard input; NULL: that is none. */
static GVariant *
read_job (void)
{
  GByteArray *input = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  guint8 part[16384];
  gssize n = 1;

  while (n != 0 && input->len <= LIFE_MESSAGE_BYTES) {
    n = read (STDIN_FILENO, part, sizeof (part));
    if (n < 0 && errno != EINTR)
      break;
    g_byte_array_append (input, part, (guint) MAX (n, 0));
  }
  bytes = g_byte_array_free_to_bytes (input);
  return n == 0 ? life_message_open (bytes, LIFE_MESSAGE_JOB) : NULL;
}

/* What the cache has to say goes to the library, too. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer log)
{
  for (gsize i = 0; i < n; i++)
    if (strcmp (fields[i].key, "MESSAGE") == 0)
      g_string_append_printf (log, "%s\n", (const gchar *) fields[i].value);
  return G_LOG_WRITER_HANDLED;
}

static gboolean
print_result (int output, const GString *log, GBytes *code)
{
  g_autofree gchar *text = g_utf8_make_valid (log->str, (gssize) log->len);
  g_autoptr (GBytes) result = NULL;
  gsize size = 0;
  gconstpointer data = code != NULL ? g_bytes_get_data (code, &size) : NULL;

  result = life_message_seal (g_variant_new ("(s@ay)", text,
      g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, data, size, 1)));
  data = g_bytes_get_data (result, &size);
  return print (output, data, size);
}

static int
compile (int output, const gchar *key)
{
  g_autoptr (GString) log = g_string_new (NULL);
  const LifeNvrtc *nvrtc = life_nvrtc_find ();
  g_autoptr (GVariant) job = read_job ();
  g_autoptr (GBytes) code = NULL;

  g_log_set_writer_func (write_log, log, NULL);
  if (job == NULL)
    g_string_append (log, "life-compile: there is no job on its input\n");
  else if (nvrtc == NULL)
    g_string_append (log, "life-compile: NVRTC is not there any more\n");
  else
    code = life_nvrtc_compile (nvrtc, job, log);
  if (code != NULL)
    life_file_cache_put (key, code);
  return print_result (output, log, code) ? 0 : 1;
}

static int
print_version (int output)
{
  const LifeNvrtc *nvrtc = life_nvrtc_find ();
  gchar text[32];

  if (nvrtc == NULL)
    return 1;
  life_nvrtc_version (nvrtc, text, sizeof (text));
  return print (output, text, strlen (text)) && print (output, "\n", 1) ? 0 : 1;
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
    return print_version (take_output ());
  if (argc == 2 && is_key (argv[1]))
    return compile (take_output (), argv[1]);
  print (STDERR_FILENO, usage, strlen (usage));
  return 2;
}
