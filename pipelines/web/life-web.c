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

/* Milliseconds until closing connections are dropped. */
#define CLOSE_TIMEOUT 1000

#define SOCKET_PATH "/live"

typedef struct {
  WebOptions options;
  GMainLoop *loop;
  GCancellable *cancellable;
  gboolean failed;

  Film *film;
  Scheduler *scheduler;
  ViewerList *viewers;
  Access *access;
  Listener *listener;
  SoupServer *server;
} WebProgram;

static gint
print_error (const gchar *message, gint status)
{
  g_printerr ("life-web: %s\n", message);
  if (status == WRONG_USAGE)
    g_printerr ("Try life-web --help\n");
  return status;
}

static gboolean
stop (gpointer user_data)
{
  WebProgram *program = user_data;

  g_cancellable_cancel (program->cancellable);
  g_main_loop_quit (program->loop);
  return G_SOURCE_CONTINUE;
}

/* --- The film --- */

static void
send_fragment (const FilmSegment *fragment, gpointer user_data)
{
  WebProgram *program = user_data;

  viewer_list_send_fragment (program->viewers, fragment);
}

static void
set_counts (guint64 generation, guint64 population, gpointer user_data)
{
  WebProgram *program = user_data;

  viewer_list_set_counts (program->viewers, generation, population);
}

static void
fail (const GError *error, gpointer user_data)
{
  WebProgram *program = user_data;

  if (!program->failed && program->listener != NULL)
    print_error (error->message, FAILED);
  program->failed = TRUE;
  g_main_loop_quit (program->loop);
}

static void
send_message (const gchar *text, gpointer user_data)
{
  WebProgram *program = user_data;

  viewer_list_send_message (program->viewers, text);
}

static void
send_warning (const gchar *warning, gpointer user_data)
{
  WebProgram *program = user_data;
  g_autofree gchar *text = message_warning (warning);

  viewer_list_send_message (program->viewers, text);
}

/* --- Requests --- */

/* Sets a reason that a person, a script or the page reads. libsoup has no phrase for
 * 421. */
static void
set_reason (SoupServerMessage *message, guint status, const gchar *why)
{
  soup_server_message_set_response (message, "text/plain; charset=utf-8",
      SOUP_MEMORY_COPY, why, strlen (why));
  soup_server_message_set_status (message, status,
      status == SOUP_STATUS_MISDIRECTED_REQUEST ? "Misdirected Request" : NULL);
}

/* The reason for refusing a new viewer, or NULL if there is room. */
static gchar *
describe_full (const WebProgram *program)
{
  return viewer_list_is_full (program->viewers) ? g_strdup_printf (
             "full: %u of %d", viewer_list_get_length (program->viewers),
             program->options.bounds.viewers)
                                                : NULL;
}

/* Runs after a request's headers, before its body. */
static void
check_request (SoupServer *server, SoupServerMessage *message, const char *path,
    GHashTable *query, gpointer user_data)
{
  WebProgram *program = user_data;
  const gchar *method = soup_server_message_get_method (message);

  soup_message_body_set_accumulate (
      soup_server_message_get_request_body (message), FALSE);
  page_add_headers (message);
  if (!access_check_request (program->access, message)) {
    if (soup_server_message_get_status (message)
        == SOUP_STATUS_MISDIRECTED_REQUEST)
      set_reason (message, SOUP_STATUS_MISDIRECTED_REQUEST,
          "This server does not go by the name in the address. Start life-web "
          "with --host NAME to let it.\n");
    return;
  }
  if (method != SOUP_METHOD_GET && method != SOUP_METHOD_HEAD)
    soup_server_message_set_status (
        message, SOUP_STATUS_METHOD_NOT_ALLOWED, NULL);
}

static void
check_websocket (SoupServer *server, SoupServerMessage *message,
    const char *path, GHashTable *query, gpointer user_data)
{
  WebProgram *program = user_data;
  g_autofree gchar *full = describe_full (program);

  check_request (server, message, path, query, user_data);
  if (soup_server_message_get_status (message) != 0)
    return;
  if (!access_check_origin (program->access, message))
    set_reason (message, SOUP_STATUS_FORBIDDEN,
        "Pages from there may not connect. Start life-web with --origin ORIGIN "
        "to let them.\n");
  else if (full != NULL)
    set_reason (message, SOUP_STATUS_SERVICE_UNAVAILABLE, full);
  else
    /* A handshake's reply has a Connection header of its own. */
    soup_message_headers_remove (
        soup_server_message_get_response_headers (message), "Connection");
}

static void
reply_with_page (SoupServer *server, SoupServerMessage *message,
    const char *path, GHashTable *query, gpointer user_data)
{
  page_reply (message, path);
}

/* This reference lasts until the connection is closed. libsoup 3.2 does not send 1013,
 * "try again later". */
static void
refuse_websocket (SoupWebsocketConnection *connection, const gchar *reason)
{
  g_signal_connect (
      g_object_ref (connection), "closed", G_CALLBACK (g_object_unref), NULL);
  soup_websocket_connection_close (
      connection, SOUP_WEBSOCKET_CLOSE_POLICY_VIOLATION, reason);
}

static void
accept_websocket (SoupServer *server, SoupServerMessage *message,
    const char *path, SoupWebsocketConnection *connection, gpointer user_data)
{
  WebProgram *program = user_data;
  CountingStream *stream = listener_get_stream (
      soup_websocket_connection_get_io_stream (connection));
  g_autofree gchar *visitor = visitor_of_request (&program->options, message);
  g_autofree gchar *full = describe_full (program);

  /* More viewers may have come since check_websocket(). */
  if (full != NULL) {
    refuse_websocket (connection, full);
    return;
  }
  if (!listener_admit (program->listener, stream, visitor)) {
    refuse_websocket (
        connection, "there are too many connections from your address");
    return;
  }
  viewer_list_add (program->viewers, connection, stream);
}

static SoupServer *
make_server (WebProgram *program)
{
  static gchar *protocols[] = { "life.1", NULL };
  SoupServer *server =
      soup_server_new ("server-header", "life-web/" LIFE_VERSION, NULL);

  /* The film is compressed already, and small messages unpack to large ones. */
  soup_server_remove_websocket_extension (
      server, SOUP_TYPE_WEBSOCKET_EXTENSION_DEFLATE);
  soup_server_add_early_handler (server, "/", check_request, program, NULL);
  soup_server_add_handler (server, "/", reply_with_page, program, NULL);
  soup_server_add_early_handler (
      server, SOCKET_PATH, check_websocket, program, NULL);
  soup_server_add_websocket_handler (
      server, SOCKET_PATH, NULL, protocols, accept_websocket, program, NULL);
  return server;
}

/* Prints the address, for people and for programs that wait for this line. */
static void
announce (const WebProgram *program)
{
  const WebOptions *options = &program->options;
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
      six ? "]" : "", listener_get_port (program->listener));
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
close_viewers (WebProgram *program)
{
  gboolean waiting = TRUE;
  guint timer = g_timeout_add (CLOSE_TIMEOUT, stop_waiting, &waiting);

  viewer_list_close (program->viewers);
  while (waiting && viewer_list_get_length (program->viewers) > 0)
    g_main_context_iteration (NULL, TRUE);
  if (waiting)
    g_source_remove (timer);
}

static gint
serve (WebProgram *program)
{
  static const FilmEvents events = { send_fragment, set_counts, send_warning,
    fail };
  g_autoptr (GError) error = NULL;
  gint status = 0;

  program->film = film_new (&program->options, &events, program, &error);
  if (program->film == NULL)
    return print_error (error->message, FAILED);
  program->viewers = viewer_list_new (&program->options, program->film);
  program->server = make_server (program);
  program->access = access_new (&program->options);
  if (film_start (program->film, program->cancellable, &error)
      && (program->listener =
                 listener_new (&program->options, program->server, &error))
             != NULL) {
    program->scheduler =
        scheduler_new (&program->options, program->film, send_message, program);
    viewer_list_set_scheduler (program->viewers, program->scheduler);
    announce (program);
    g_main_loop_run (program->loop);
    close_viewers (program);
  } else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    status = print_error (error->message, FAILED);

  film_stop (program->film);
  viewer_list_free (program->viewers);
  g_clear_pointer (&program->scheduler, scheduler_free);
  soup_server_disconnect (program->server);
  g_object_unref (program->server);
  g_clear_pointer (&program->listener, listener_free);
  access_free (program->access);
  film_free (program->film);
  return program->failed ? FAILED : status;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  WebProgram program = { { 0 } };
  gint status = 0;

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C"); /* clients read the numbers in messages */
  g_set_prgname ("life-web");
  gst_init (NULL, NULL);
  switch (web_options_parse (&program.options, argc, argv, &error)) {
    case WEB_OPTIONS_SERVE:
      program.loop = g_main_loop_new (NULL, FALSE);
      program.cancellable = g_cancellable_new ();
      g_unix_signal_add (SIGINT, stop, &program);
      g_unix_signal_add (SIGTERM, stop, &program);
      status = serve (&program);
      g_main_loop_unref (program.loop);
      g_object_unref (program.cancellable);
      break;
    case WEB_OPTIONS_DONE:
      break;
    case WEB_OPTIONS_WRONG:
      status = print_error (error->message, WRONG_USAGE);
      break;
    default:
      status = print_error (error->message, FAILED);
      break;
  }
  web_options_clear (&program.options);
  gst_deinit ();
  return status;
}
