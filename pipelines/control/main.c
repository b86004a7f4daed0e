/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* life-control: drives the world that a life-web serves, from a shell. */
#include <libsoup/soup.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "../common/password.h"
#include "../common/strict-json.h"
#include "words.h"

/* Exit statuses. */
#define FAILED 1
#define WRONG_USAGE 2

/* Bytes of a message; a saved world is one. */
#define LARGEST_MESSAGE (1 << 30)
/* Seconds after which a server that sends nothing is given up. */
#define MOST_SILENCE 30

typedef struct {
  gchar *user, *password, *certificate;
  GUri *uri;
  gchar **words;

  GMainLoop *loop;
  SoupWebsocketConnection *connection;
  gboolean greeted;
  gboolean awaits; /* whether an answer is to come */
  Answer answer;
  guint silence_timer;
  gint status;
} Control;

static void
end (Control *self, gint status)
{
  self->status = MAX (self->status, status);
  g_main_loop_quit (self->loop);
}

static void
complain (Control *self, const gchar *message, gint status)
{
  g_printerr ("life-control: %s\n", message);
  end (self, status);
}

static gboolean
give_up (gpointer user_data)
{
  Control *self = user_data;

  self->silence_timer = 0;
  complain (self, "the server does not answer", FAILED);
  return G_SOURCE_REMOVE;
}

static void
wait_for_answer (Control *self)
{
  self->awaits = TRUE;
  g_clear_handle_id (&self->silence_timer, g_source_remove);
  self->silence_timer = g_timeout_add_seconds (MOST_SILENCE, give_up, self);
}

/* --- What is sent --- */

static void
send_words (Control *self, JsonObject *properties)
{
  g_autoptr (GError) error = NULL;
  g_autofree gchar *text =
      words_to_message (self->words, properties, &self->answer, &error);

  if (text == NULL) {
    complain (self, error->message,
        error->domain == G_OPTION_ERROR ? WRONG_USAGE : FAILED);
    return;
  }
  soup_websocket_connection_send_text (self->connection, text);
  wait_for_answer (self);
}

/* The next line of the standard input, which is a message already. */
static void
send_line (Control *self)
{
  gchar *line = NULL;
  gsize size = 0;
  gssize length;

  do
    length = getline (&line, &size, stdin);
  while (length > 0 && *g_strstrip (line) == '\0');
  if (length <= 0)
    end (self, 0);
  else if (!g_utf8_validate (line, -1, NULL))
    complain (self, "a line is no text in UTF-8", FAILED);
  else {
    soup_websocket_connection_send_text (self->connection, line);
    wait_for_answer (self);
  }
  free (line);
}

static void
begin (Control *self, JsonObject *hello)
{
  self->greeted = TRUE;
  if (words_are (self->words, "watch"))
    g_clear_handle_id (&self->silence_timer, g_source_remove);
  else if (words_are (self->words, "send"))
    send_line (self);
  else
    send_words (self, strict_json_get_object (hello, "properties"));
}

/* --- What comes --- */

/* What a server sends, without characters that steer a terminal. */
static gchar *
make_printable (const gchar *text)
{
  GString *printable = g_string_new (NULL);

  for (; *text != '\0'; text = g_utf8_next_char (text)) {
    gunichar letter = g_utf8_get_char (text);

    if (g_unichar_iscntrl (letter) && letter != '\n' && letter != '\t')
      letter = 0xfffd;
    g_string_append_unichar (printable, letter);
  }
  return g_string_free (printable, FALSE);
}

static void
print (const gchar *text, const gchar *end)
{
  g_autofree gchar *printable = make_printable (text);

  printf ("%s%s", printable, end);
  fflush (stdout);
}

/* Ends with what the server says, if it does say why. */
static void
complain_for_server (Control *self, const gchar *before, const gchar *why)
{
  g_autofree gchar *printable = make_printable (why);
  g_autofree gchar *message = g_strdup_printf (
      "%s%s%s", before, *before != '\0' && *why != '\0' ? ": " : "", printable);

  complain (self, message, FAILED);
}

static void
print_value (JsonNode *node)
{
  g_autofree gchar *text = NULL;

  if (node != NULL && JSON_NODE_HOLDS_VALUE (node)
      && json_node_get_value_type (node) == G_TYPE_STRING)
    text = json_node_dup_string (node);
  else if (node != NULL && !JSON_NODE_HOLDS_NULL (node))
    text = strict_json_write (node);
  print (text != NULL ? text : "", "\n");
}

static void
save (Control *self, const gchar *pattern)
{
  g_autoptr (GError) error = NULL;

  if (self->words[1] == NULL)
    print (pattern, "");
  else if (!g_file_set_contents (self->words[1], pattern, -1, &error))
    complain (self, error->message, FAILED);
}

static void
take_answer (Control *self, const gchar *type, JsonObject *message)
{
  static const gchar *const types[] = {
    [ANSWER_NONE] = "ok",
    [ANSWER_VALUE] = "value",
    [ANSWER_SAVE] = "pattern",
  };

  self->awaits = FALSE;
  if (strcmp (type, "error") == 0)
    complain_for_server (self, "",
        strict_json_get_text (message, "message", "the server refused that"));
  else if (strcmp (type, types[self->answer]) != 0)
    complain (self, "the server sends what is no answer to that", FAILED);
  else if (self->answer == ANSWER_VALUE)
    print_value (json_object_get_member (message, "value"));
  else if (self->answer == ANSWER_SAVE)
    save (self, strict_json_get_text (message, "text", ""));
  end (self, 0);
}

/* Prints every message, and sends the next line. */
static void
take_reply (Control *self, const gchar *type, const gchar *text)
{
  self->awaits = FALSE;
  print (text, "\n");
  if (strcmp (type, "error") == 0)
    self->status = FAILED;
  send_line (self);
}

static void
take (Control *self, JsonObject *message, const gchar *text)
{
  const gchar *type = strict_json_get_text (message, "type", "");
  gboolean unasked = strcmp (type, "frame") == 0
                     || strcmp (type, "changed") == 0
                     || strcmp (type, "warning") == 0;

  if (!self->greeted && strcmp (type, "hello") == 0)
    begin (self, message);
  else if (!self->greeted)
    complain_for_server (self, "the server does not begin with hello",
        strict_json_get_text (message, "message", ""));
  else if (unasked && words_are (self->words, "watch"))
    print (text, "\n");
  else if (unasked || !self->awaits)
    return;
  else if (words_are (self->words, "send"))
    take_reply (self, type, text);
  else
    take_answer (self, type, message);
}

static void
hear (SoupWebsocketConnection *connection, SoupWebsocketDataType type,
    GBytes *bytes, Control *self)
{
  g_autoptr (JsonObject) message = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const gchar *text = g_bytes_get_data (bytes, &length);

  if (type != SOUP_WEBSOCKET_DATA_TEXT)
    return;
  message = strict_json_parse (text, length, &error);
  if (message != NULL)
    take (self, message, text);
  else {
    g_prefix_error (&error, "what the server sends cannot be read: ");
    complain (self, error->message, FAILED);
  }
}

static void
close_early (SoupWebsocketConnection *connection, Control *self)
{
  const gchar *why = soup_websocket_connection_get_close_data (connection);

  complain_for_server (
      self, "the server ended the connection", why != NULL ? why : "");
}

/* --- Connecting --- */

static void
explain (Control *self, SoupMessage *message, const GError *error)
{
  guint status = soup_message_get_status (message);
  const gchar *why = error->message;
  g_autofree gchar *text = NULL;

  if (status == SOUP_STATUS_UNAUTHORIZED)
    why = self->user == NULL ? "the server wants --user and --password-file"
                             : "the server knows no such user and password";
  else if (status == 429)
    why = "there were too many wrong passwords; try again later";
  else if (status == SOUP_STATUS_MISDIRECTED_REQUEST)
    why = "the server does not go by that name; see its option --host";
  else if (status == SOUP_STATUS_SERVICE_UNAVAILABLE)
    why = "the server has as many viewers as it takes";
  text = g_strdup_printf (
      "cannot connect to %s: %s", g_uri_get_host (self->uri), why);
  complain (self, text, FAILED);
}

static void
connected (GObject *session, GAsyncResult *result, gpointer user_data)
{
  Control *self = user_data;
  g_autoptr (GError) error = NULL;

  self->connection = soup_session_websocket_connect_finish (
      SOUP_SESSION (session), result, &error);
  if (self->connection == NULL) {
    explain (self,
        soup_session_get_async_result_message (SOUP_SESSION (session), result),
        error);
    return;
  }
  soup_websocket_connection_set_max_incoming_payload_size (
      self->connection, LARGEST_MESSAGE);
  g_signal_connect (self->connection, "message", G_CALLBACK (hear), self);
  g_signal_connect (self->connection, "closed", G_CALLBACK (close_early), self);
  soup_websocket_connection_send_text (
      self->connection, "{\"type\":\"hello\",\"video\":false}");
}

/* The password goes with the request, so that no answer is needed to ask for it. */
static void
authorize (Control *self, SoupMessage *message)
{
  g_autofree gchar *pair =
      g_strdup_printf ("%s:%s", self->user, self->password);
  g_autofree gchar *code =
      g_base64_encode ((const guchar *) pair, strlen (pair));
  g_autofree gchar *value = g_strdup_printf ("Basic %s", code);

  soup_message_headers_replace (
      soup_message_get_request_headers (message), "Authorization", value);
}

static gboolean
trust (Control *self, SoupSession *session, GError **error)
{
  g_autoptr (GTlsDatabase) database = NULL;
  g_autofree gchar *path = NULL;

  if (self->certificate == NULL)
    return TRUE;
  path = g_canonicalize_filename (self->certificate, NULL);
  database = g_tls_file_database_new (path, error);
  if (database != NULL)
    soup_session_set_tls_database (session, database);
  return database != NULL;
}

static gint
run (Control *self)
{
  static gchar *protocols[] = { "life.1", NULL };
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (SoupMessage) message =
      soup_message_new_from_uri (SOUP_METHOD_GET, self->uri);
  g_autoptr (GError) error = NULL;

  if (!trust (self, session, &error)) {
    g_printerr ("life-control: %s\n", error->message);
    return FAILED;
  }
  /* The user, and the password, meant this server. */
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  if (self->user != NULL)
    authorize (self, message);
  self->loop = g_main_loop_new (NULL, FALSE);
  soup_session_websocket_connect_async (session, message, NULL, protocols,
      G_PRIORITY_DEFAULT, NULL, connected, self);
  wait_for_answer (self);
  g_main_loop_run (self->loop);
  g_clear_handle_id (&self->silence_timer, g_source_remove);
  if (self->connection != NULL)
    g_signal_handlers_disconnect_by_data (self->connection, self);
  g_clear_object (&self->connection);
  g_main_loop_unref (self->loop);
  return self->status;
}

/* --- The command line --- */

/* ws and wss, or what a browser is given; without a path that of life-web. */
static gboolean
take_url (Control *self, const gchar *text, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (text, G_URI_FLAGS_NONE, NULL);
  const gchar *scheme = uri != NULL ? g_uri_get_scheme (uri) : "";
  const gchar *path;

  if (strcmp (scheme, "http") == 0)
    scheme = "ws";
  else if (strcmp (scheme, "https") == 0)
    scheme = "wss";
  if ((strcmp (scheme, "ws") != 0 && strcmp (scheme, "wss") != 0)
      || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0') {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "%s is no address like ws://127.0.0.1:8080", text);
    return FALSE;
  }
  path = g_uri_get_path (uri);
  if (*path == '\0' || strcmp (path, "/") == 0)
    path = "/live";
  self->uri = g_uri_build (G_URI_FLAGS_NONE, scheme, NULL, g_uri_get_host (uri),
      g_uri_get_port (uri), path, NULL, NULL);
  return TRUE;
}

static GOptionContext *
describe (const GOptionEntry *entries)
{
  GOptionContext *context = g_option_context_new ("URL COMMAND [WORD...]");

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_strict_posix (context, TRUE);
  g_option_context_set_summary (context,
      "Drives the world that life-web serves at URL, as ws://127.0.0.1:8080.");
  g_option_context_set_description (context,
      "Commands:\n"
      "  get NAME                      print a property\n"
      "  set NAME VALUE                set it: set rule B36/S23\n"
      "  do ACTION                     step, undo, clear, next-soup or fit\n"
      "  draw X0 Y0 X1 Y1 [STATE]      draw a line of cells, in pixels of the "
      "film\n"
      "  pan X Y                       move the picture by so many pixels\n"
      "  zoom FACTOR X Y               zoom about a place\n"
      "  paste NAME|FILE|TEXT [X Y]    add a pattern, at a cell or in the "
      "middle\n"
      "  load NAME|FILE|TEXT           replace the world by a pattern\n"
      "  save [FILE]                   print the world as RLE, or save it\n"
      "  watch                         print what happens, a message per line\n"
      "  send                          send each line of the standard input, "
      "as JSON\n");
  return context;
}

static gboolean
parse (Control *self, int argc, char **argv, GError **error)
{
  gchar *file = NULL;
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "user", 'u', 0, G_OPTION_ARG_STRING, &self->user,
      "the user to be", "NAME" },
    { "password-file", 0, 0, G_OPTION_ARG_FILENAME, &file,
      "file whose only line is the user's password", "FILE" },
    { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &self->certificate,
      "trust the certificates in this file, and no others", "FILE" },
    { NULL }
  };
  /* clang-format on */
  g_autoptr (GOptionContext) context = describe (entries);
  g_auto (GStrv) arguments = g_strdupv (argv);
  gboolean done = g_option_context_parse_strv (context, &arguments, error);

  if (done && g_strv_length (arguments) < 2) {
    g_set_error_literal (
        error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there is no URL");
    done = FALSE;
  }
  if (done)
    self->words = g_strdupv (arguments + 2);
  done = done && take_url (self, arguments[1], error)
         && words_check (self->words, error)
         && password_check_user (self->user, file, error)
         && (file == NULL
             || (self->password = password_read (file, error)) != NULL);
  g_free (file);
  return done;
}

int
main (int argc, char **argv)
{
  Control control = { 0 };
  g_autoptr (GError) error = NULL;
  gint status = WRONG_USAGE;

  setlocale (LC_ALL, "");
  g_set_prgname ("life-control");
  if (parse (&control, argc, argv, &error))
    status = run (&control);
  else
    g_printerr ("life-control: %s\nTry life-control --help\n", error->message);
  g_free (control.user);
  g_free (control.password);
  g_free (control.certificate);
  g_clear_pointer (&control.uri, g_uri_unref);
  g_strfreev (control.words);
  return status;
}
