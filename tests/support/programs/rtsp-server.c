/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Starts and stops life-rtsp-server as a process of its own. */
#include "tests/support/programs/rtsp-server.h"

#include <gst/gst.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/help.h"

static gchar *
server_path (void)
{
  const gchar *root = g_getenv ("LIFE_BUILD_ROOT");

  g_assert_nonnull (root);
  return g_build_filename (
      root, "pipelines", "rtsp-server", "life-rtsp-server", NULL);
}

gboolean
server_is_missing (void)
{
  g_autoptr (GstElementFactory) encoder = gst_element_factory_find ("x264enc");

  if (encoder != NULL)
    return FALSE;
  g_test_skip ("x264enc, which encodes the stream, is not installed");
  return TRUE;
}

static gchar **
server_command (const gchar *arguments)
{
  g_autofree gchar *path = server_path ();
  g_auto (GStrv) words = g_strsplit (arguments, " ", -1);
  GPtrArray *command = g_ptr_array_new ();

  g_ptr_array_add (command, g_steal_pointer (&path));
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_ptr_array_add (command, g_strdup (words[i]));
  g_ptr_array_add (command, NULL);
  return (gchar **) g_ptr_array_free (command, FALSE);
}

/* The server ends with the test, whatever ends that. */
static void
bind_to_test (gpointer user_data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

/* The port in the line that the server prints. */
static guint
read_port (Server *server)
{
  g_autoptr (GString) line = g_string_new (NULL);
  const gchar *at;
  gchar byte = '\0';

  while (byte != '\n') {
    struct pollfd wait = { server->out, POLLIN, 0 };

    if (poll (&wait, 1, 1000 * SERVER_TIMEOUT) <= 0
        || read (server->out, &byte, 1) != 1)
      g_error ("life-rtsp-server does not say what it serves: %s", line->str);
    g_string_append_c (line, byte);
  }
  at = strrchr (line->str, ':');
  if (!g_str_has_prefix (line->str, "Serving rtsp://") || at == NULL)
    g_error ("life-rtsp-server says: %s", line->str);
  return strtoul (at + 1, NULL, 10);
}

Server *
server_start (const gchar *format, ...)
{
  Server *server = g_new0 (Server, 1);
  g_autoptr (GError) error = NULL;
  g_autofree gchar *arguments = NULL;
  g_autofree gchar *all = NULL;
  g_auto (GStrv) command = NULL;
  /* A critical message, which no request may cause, ends it. */
  g_auto (GStrv) environment =
      g_environ_setenv (g_get_environ (), "G_DEBUG", "fatal-criticals", TRUE);
  va_list list;

  va_start (list, format);
  arguments = g_strdup_vprintf (format, list);
  va_end (list);
  all = g_strdup_printf ("--port 0 %s", arguments);
  command = server_command (all);
  g_spawn_async_with_pipes (NULL, command, environment,
      G_SPAWN_DO_NOT_REAP_CHILD, bind_to_test, NULL, &server->pid, NULL,
      &server->out, NULL, &error);
  g_assert_no_error (error);
  server->port = read_port (server);
  return server;
}

void
server_stop (Server *server, gint with)
{
  gint status = 0;
  guint i;

  kill (server->pid, with);
  for (i = 0; i < 20 * SERVER_TIMEOUT; i++) {
    if (waitpid (server->pid, &status, WNOHANG) != 0)
      break;
    g_usleep (G_USEC_PER_SEC / 20);
  }
  if (i == 20 * SERVER_TIMEOUT) {
    fail ("life-rtsp-server does not end");
    kill (server->pid, SIGKILL);
    waitpid (server->pid, &status, 0);
  } else if (WIFSIGNALED (status))
    fail ("life-rtsp-server was ended by signal %d", WTERMSIG (status));
  else if (WEXITSTATUS (status) != 0)
    fail ("life-rtsp-server ended with status %d", WEXITSTATUS (status));
  close (server->out);
  g_spawn_close_pid (server->pid);
  g_free (server);
}

gint
server_refuse (gchar **environment, const gchar *arguments, gchar **errors)
{
  g_auto (GStrv) command = server_command (arguments);
  g_autoptr (GError) error = NULL;
  gint status;

  g_spawn_sync (NULL, command, environment, G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
      NULL, NULL, errors, &status, &error);
  g_assert_no_error (error);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

guint
server_descriptors (const Server *server)
{
  g_autofree gchar *path = g_strdup_printf ("/proc/%d/fd", server->pid);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  g_assert_nonnull (dir);
  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

guint
server_memory (const Server *server)
{
  g_autofree gchar *path = g_strdup_printf ("/proc/%d/status", server->pid);
  g_autofree gchar *text = NULL;
  const gchar *at;

  g_file_get_contents (path, &text, NULL, NULL);
  g_assert_nonnull (text);
  at = strstr (text, "VmRSS:");
  return at != NULL ? strtoul (at + 6, NULL, 10) : 0;
}
