/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A virtual X server, for tests of windows. */
#pragma once

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib.h>

typedef struct {
  GPid server;
  gchar *display; /* its name, such as ":1" */
} Screen;

/* Skips the test where one of @programs, up to NULL, is not installed. */
static inline gboolean
lacks_programs (const gchar *const *programs)
{
  for (; *programs; programs++) {
    g_autofree gchar *path = g_find_program_in_path (*programs);

    if (path == NULL) {
      g_autofree gchar *reason =
          g_strconcat (*programs, " is not installed", NULL);

      g_test_skip (reason);
      return TRUE;
    }
  }
  return FALSE;
}

/* The server picks a free number and reports it. */
static inline Screen
screen_start (guint width, guint height)
{
  g_autofree gchar *size = g_strdup_printf ("%ux%ux24", width, height);
  const gchar *arguments[] = { "Xvfb", "-displayfd", "1", "-screen", "0", size,
    "-nolisten", "tcp", NULL };
  g_autoptr (GError) error = NULL;
  gchar number[16] = "";
  Screen screen;
  gint out;

  g_spawn_async_with_pipes (NULL, (gchar **) arguments, NULL,
      G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD
          | G_SPAWN_STDERR_TO_DEV_NULL,
      NULL, NULL, &screen.server, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  for (gsize n = 0; n < sizeof number - 1 && read (out, number + n, 1) == 1;
       n++)
    if (number[n] == '\n')
      break;
  close (out);
  screen.display = g_strconcat (":", g_strstrip (number), NULL);
  g_assert_cmpuint (strlen (screen.display), >, 1);
  return screen;
}

static inline void
screen_stop (Screen *screen)
{
  kill (screen->server, SIGTERM);
  waitpid (screen->server, NULL, 0);
  g_clear_pointer (&screen->display, g_free);
}
