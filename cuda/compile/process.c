/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A program's input comes from a file in memory, and not through a pipe, where a program
 * that crashes would send the process of the caller a signal. Its output comes through a
 * pipe. GLib starts it without copying this process, whose tables of memory can be large;
 * so that is left undone which GLib would do in the copy: the program closes the files
 * that it inherits. */
#define _GNU_SOURCE /* memfd_create() */
#include "cuda/compile/process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static gboolean
set_error (GError **error, const gchar *what)
{
  const int number = errno;

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (number), "%s: %s",
      what, g_strerror (number));
  return FALSE;
}

static gboolean
write_all (int file, GBytes *input)
{
  gsize size, done = 0;
  const guint8 *data = g_bytes_get_data (input, &size);

  while (done < size) {
    const gssize part = write (file, data + done, size - done);

    if (part < 0 && errno != EINTR)
      return FALSE;
    done += (gsize) MAX (part, 0);
  }
  return lseek (file, 0, SEEK_SET) == 0;
}

/* -1: there is none. */
static gboolean
open_input (GBytes *input, int *file, GError **error)
{
  *file = -1;
  if (input == NULL)
    return TRUE;
  *file = memfd_create ("life", MFD_CLOEXEC);
  if (*file >= 0 && write_all (*file, input))
    return TRUE;
  return set_error (error, "writing a program's input");
}

static gboolean
read_output (
    int pipe, gint64 deadline, gsize most, GByteArray *output, GError **error)
{
  guint8 part[16384];

  for (;;) {
    struct pollfd ready = { .fd = pipe, .events = POLLIN };
    const gint64 left = deadline - g_get_monotonic_time ();
    gssize n = -1;

    if (left <= 0) {
      g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
          "it did not come to its end in time");
      return FALSE;
    }
    n = poll (&ready, 1, (int) ((left + 999) / 1000));
    if (n > 0)
      n = read (pipe, part, sizeof (part));
    else if (n == 0)
      continue;
    if (n == 0)
      return TRUE;
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return set_error (error, "reading what a program prints");
    if ((gsize) n > most - output->len) {
      g_set_error_literal (
          error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "it printed too much");
      return FALSE;
    }
    g_byte_array_append (output, part, (guint) n);
  }
}

/* Whether @status is known: where the application ignores or collects the ends of all
 * processes, it is not. */
static gboolean
reap (GPid pid, gint64 deadline, int *status)
{
  int options = WNOHANG;

  for (;;) {
    const pid_t ended = waitpid (pid, status, options);

    if (ended == pid)
      return TRUE;
    if (ended < 0 && errno != EINTR)
      return FALSE;
    if (ended == 0 && g_get_monotonic_time () >= deadline) {
      kill (pid, SIGKILL);
      options = 0;
    } else if (ended == 0) {
      g_usleep (500);
    }
  }
}

GBytes *
life_process_run (const gchar *const *arguments, GBytes *input,
    guint milliseconds, gsize most, GError **error)
{
  const gint64 deadline =
      g_get_monotonic_time () + milliseconds * (gint64) 1000;
  g_autoptr (GByteArray) output = g_byte_array_new ();
  int file, pipe = -1, status = 0;
  gboolean good;
  GPid pid;

  good = open_input (input, &file, error)
         && g_spawn_async_with_pipes_and_fds (NULL, arguments, NULL,
             G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_LEAVE_DESCRIPTORS_OPEN
                 | G_SPAWN_CLOEXEC_PIPES | G_SPAWN_STDERR_TO_DEV_NULL,
             NULL, NULL, file, -1, -1, NULL, NULL, 0, &pid, NULL, &pipe, NULL,
             error);
  if (file >= 0)
    close (file);
  if (!good)
    return NULL;
  good = read_output (pipe, deadline, most, output, error);
  close (pipe);
  if (reap (pid, good ? deadline : 0, &status) && good)
    good = g_spawn_check_wait_status (status, error);
  return good ? g_byte_array_free_to_bytes (g_steal_pointer (&output)) : NULL;
}
