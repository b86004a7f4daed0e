/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* life-web: a page that shows and controls one live world. This file runs the program from
 * the command line to its end. */
#include <glib-unix.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "connections/listener.h"
#include "world/film.h"
#include "connections/access.h"
#include "messages.h"
#include "web-options.h"
#include "page.h"
#include "connections/viewer-list.h"
#include "connections/visitor.h"
#include "world/scheduler.h"

/* Exit statuses. */
#define FAILED 1
#define WRONG_USAGE 2

/* Milliseconds for farewells. */
#define FAREWELL 1000

#define SOCKET_PATH "/live"

typedef struct {
  Options options;
  GMainLoop *loop;
  GCancellable *cancellable;
  gboolean failed;

  Film *film;
  World *world;
  Viewers *viewers;
  Keys *keys;
  Door *door;
  SoupServer *server;
} Program;

static gint
complain (const gchar *message, gint status)
{
  g_printerr ("life-web: %s\n", message);
  if (status == WRONG_USAGE)
    g_printerr ("Try life-web --help\n");
  return status;
}

static gboolean
stop (gpointer user_data)
{
  Program *program = user_data;

  g_cancellable_cancel (program->cancellable);
  g_main_loop_quit (program->loop);
  return G_SOURCE_CONTINUE;
}

/* --- The film --- */

static void
take (const Piece *fragment, gpointer user_data)
{
  Program *program = user_data;

  viewers_take (program->viewers, fragment);
}

static void
count (guint64 generation, guint64 population, gpointer user_data)
{
  Program *program = user_data;

  viewers_count (program->viewers, generation, population);
}

static void
fail (const GError *error, gpointer user_data)
{
  Program *program = user_data;

  if (!program->failed && program->door != NULL)
    complain (error->message, FAILED);
  program->failed = TRUE;
  g_main_loop_quit (program->loop);
}

static void
tell (const gchar *text, gpointer user_data)
{
  Program *program = user_data;

  viewers_tell (program->viewers, text);
}

static void
warn (const gchar *warning, gpointer user_data)
{
  Program *program = user_data;
  g_autofree gchar *text = message_warning (warning);

  viewers_tell (program->viewers, text);
}

/* --- Requests --- */

/* Says why to who reads it: a person, a script, or the page. */
static void
explain (SoupServerMessage *message, guint status, const gchar *why)
{
  soup_server_message_set_response (message, "text/plain; charset=utf-8",
      SOUP_MEMORY_COPY, why, strlen (why));
  soup_server_message_set_status (message, status, NULL);
}

/* The reason that a newcomer receives, or NULL if there is room. */
static gchar *
report_full (const Program *program)
{
  return viewers_are_full (program->viewers) ? g_strdup_printf (
             "full: %u of %d", viewers_get_number (program->viewers),
             program->options.bounds.viewers)
                                             : NULL;
}

/* After a request's headers, before its body. */
static void
meet_request (SoupServer *server, SoupServerMessage *message, const char *path,
    GHashTable *query, gpointer user_data)
{
  Program *program = user_data;
  const gchar *method = soup_server_message_get_method (message);

  soup_message_body_set_accumulate (
      soup_server_message_get_request_body (message), FALSE);
  page_add_headers (message);
  if (!keys_admit (program->keys, message)) {
    if (soup_server_message_get_status (message)
        == SOUP_STATUS_MISDIRECTED_REQUEST)
      explain (message, SOUP_STATUS_MISDIRECTED_REQUEST,
          "This server does not go by the name in the address. Start life-web "
          "with --host NAME to let it.\n");
    return;
  }
  if (method != SOUP_METHOD_GET && method != SOUP_METHOD_HEAD)
    soup_server_message_set_status (
        message, SOUP_STATUS_METHOD_NOT_ALLOWED, NULL);
}

static void
meet_socket (SoupServer *server, SoupServerMessage *message, const char *path,
    GHashTable *query, gpointer user_data)
{
  Program *program = user_data;
  g_autofree gchar *full = report_full (program);

  meet_request (server, message, path, query, user_data);
  if (soup_server_message_get_status (message) != 0)
    return;
  if (!keys_admit_origin (program->keys, message))
    explain (message, SOUP_STATUS_FORBIDDEN,
        "Pages from there may not connect. Start life-web with --origin ORIGIN "
        "to let them.\n");
  else if (full != NULL)
    explain (message, SOUP_STATUS_SERVICE_UNAVAILABLE, full);
  else
    /* The answer to a handshake has a meaning of its own for it. */
    soup_message_headers_remove (
        soup_server_message_get_response_headers (message), "Connection");
}

static void
answer_request (SoupServer *server, SoupServerMessage *message,
    const char *path, GHashTable *query, gpointer user_data)
{
  page_answer (message, path);
}

/* Until it is closed, no other owns the connection. libsoup 3.2 does not send 1013, "try
 * again later". */
static void
turn_away (SoupWebsocketConnection *connection, const gchar *reason)
{
  g_signal_connect (
      g_object_ref (connection), "closed", G_CALLBACK (g_object_unref), NULL);
  soup_websocket_connection_close (
      connection, SOUP_WEBSOCKET_CLOSE_POLICY_VIOLATION, reason);
}

static void
begin_socket (SoupServer *server, SoupServerMessage *message, const char *path,
    SoupWebsocketConnection *connection, gpointer user_data)
{
  Program *program = user_data;
  Wire *wire =
      door_get_wire (soup_websocket_connection_get_io_stream (connection));
  g_autofree gchar *visitor = visitor_of_request (&program->options, message);
  g_autofree gchar *full = report_full (program);

  /* Others may have come since meet_socket(). */
  if (full != NULL) {
    turn_away (connection, full);
    return;
  }
  if (!door_admit (program->door, wire, visitor)) {
    turn_away (connection, "there are too many connections from your address");
    return;
  }
  viewers_add (program->viewers, connection, wire);
}

static SoupServer *
make_server (Program *program)
{
  static gchar *protocols[] = { "life.1", NULL };
  SoupServer *server =
      soup_server_new ("server-header", "life-web/" LIFE_VERSION, NULL);

  /* The film is compressed already, and small messages unpack to large ones. */
  soup_server_remove_websocket_extension (
      server, SOUP_TYPE_WEBSOCKET_EXTENSION_DEFLATE);
  soup_server_add_early_handler (server, "/", meet_request, program, NULL);
  soup_server_add_handler (server, "/", answer_request, program, NULL);
  soup_server_add_early_handler (
      server, SOCKET_PATH, meet_socket, program, NULL);
  soup_server_add_websocket_handler (
      server, SOCKET_PATH, NULL, protocols, begin_socket, program, NULL);
  return server;
}

/* Prints the address, for people and for programs that wait for this line. */
static void
announce (const Program *program)
{
  const Options *options = &program->options;
  g_autoptr (GInetAddress) address =
      g_inet_address_new_from_string (options->address);
  const gchar *host = options->address;
  gboolean six = g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6;

  if (g_inet_address_get_is_any (address)) {
    host = options->hosts != NULL ? options->hosts[0] : g_get_host_name ();
    six = FALSE;
  }
  g_print ("Serving %s://%s%s%s:%u/\n",
      options->certificate != NULL ? "https" : "http", six ? "[" : "", host,
      six ? "]" : "", door_get_port (program->door));
  fflush (stdout);
}

/* --- The program --- */

static gboolean
stop_waiting (gpointer waiting)
{
  *(gboolean *) waiting = FALSE;
  return G_SOURCE_REMOVE;
}

static void
say_farewell (Program *program)
{
  gboolean waiting = TRUE;
  guint timer = g_timeout_add (FAREWELL, stop_waiting, &waiting);

  viewers_close (program->viewers);
  while (waiting && viewers_get_number (program->viewers) > 0)
    g_main_context_iteration (NULL, TRUE);
  if (waiting)
    g_source_remove (timer);
}

static gint
serve (Program *program)
{
  static const FilmEvents events = { take, count, warn, fail };
  g_autoptr (GError) error = NULL;
  gint status = 0;

  program->film = film_new (&program->options, &events, program, &error);
  if (program->film == NULL)
    return complain (error->message, FAILED);
  program->viewers = viewers_new (&program->options, program->film);
  program->server = make_server (program);
  program->keys = keys_new (&program->options);
  if (film_start (program->film, program->cancellable, &error)
      && (program->door =
                 door_open (&program->options, program->server, &error))
             != NULL) {
    program->world =
        world_new (&program->options, program->film, tell, program);
    viewers_set_world (program->viewers, program->world);
    announce (program);
    g_main_loop_run (program->loop);
    say_farewell (program);
  } else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    status = complain (error->message, FAILED);

  film_stop (program->film);
  viewers_free (program->viewers);
  g_clear_pointer (&program->world, world_free);
  soup_server_disconnect (program->server);
  g_object_unref (program->server);
  g_clear_pointer (&program->door, door_close);
  keys_free (program->keys);
  film_free (program->film);
  return program->failed ? FAILED : status;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  Program program = { { 0 } };
  gint status = 0;

  setlocale (LC_ALL, "");
  g_set_prgname ("life-web");
  gst_init (NULL, NULL);
  switch (options_parse (&program.options, argc, argv, &error)) {
    case OPTIONS_GO:
      program.loop = g_main_loop_new (NULL, FALSE);
      program.cancellable = g_cancellable_new ();
      g_unix_signal_add (SIGINT, stop, &program);
      g_unix_signal_add (SIGTERM, stop, &program);
      status = serve (&program);
      g_main_loop_unref (program.loop);
      g_object_unref (program.cancellable);
      break;
    case OPTIONS_DONE:
      break;
    case OPTIONS_WRONG:
      status = complain (error->message, WRONG_USAGE);
      break;
    default:
      status = complain (error->message, FAILED);
      break;
  }
  options_clear (&program.options);
  gst_deinit ();
  return status;
}
