/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checks the headers of requests: Host, so that no name of an attacker leads here; Origin,
 * so that no page from elsewhere controls the world; Authorization or our cookie, which a
 * browser sends where it would not send the former. */
#include "access.h"

#include <string.h>

#include "rate-limit.h"
#include "visitor.h"

#define TOKEN_BYTES 32
#define COOKIE "life"

struct _Keys {
  const Options *options;
  Guesses *guesses;
  gchar *token; /* what the cookie of one who knows the password holds */
};

static gchar *
make_token (void)
{
  guint8 bytes[TOKEN_BYTES];
  GString *text = g_string_new (NULL);
  g_autoptr (GFile) file = g_file_new_for_path ("/dev/urandom");
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);
  gsize length = 0;

  if (stream == NULL
      || !g_input_stream_read_all (
          G_INPUT_STREAM (stream), bytes, sizeof bytes, &length, NULL, NULL)
      || length != sizeof bytes)
    g_error ("/dev/urandom gives no random bytes");
  for (guint i = 0; i < TOKEN_BYTES; i++)
    g_string_append_printf (text, "%02x", bytes[i]);
  return g_string_free (text, FALSE);
}

Keys *
keys_new (const Options *options)
{
  Keys *self = g_new0 (Keys, 1);

  self->options = options;
  self->guesses =
      guesses_new (options->bounds.guess_delay * G_TIME_SPAN_MILLISECOND);
  self->token = make_token ();
  return self;
}

void
keys_free (Keys *self)
{
  guesses_free (self->guesses);
  g_free (self->token);
  g_free (self);
}

/* Takes as long for each guess of the same length. */
static gboolean
is_same (const gchar *guess, const gchar *secret)
{
  g_autofree gchar *one =
      g_compute_checksum_for_string (G_CHECKSUM_SHA256, guess, -1);
  g_autofree gchar *two =
      g_compute_checksum_for_string (G_CHECKSUM_SHA256, secret, -1);
  guint8 difference = 0;

  for (gsize i = 0; one[i] != '\0'; i++)
    difference |= one[i] ^ two[i];
  return difference == 0;
}

/* --- Names of this server --- */

static gboolean
is_listed (const gchar *name, gchar **list)
{
  for (; list != NULL && *list != NULL; list++)
    if (g_ascii_strcasecmp (*list, name) == 0)
      return TRUE;
  return FALSE;
}

/* A name server of an attacker can give any name our address, but no address another
 * name. */
static gboolean
admit_host (Keys *self, const gchar *host)
{
  g_autofree gchar *uri = NULL;
  g_autoptr (GUri) parsed = NULL;
  const gchar *name;

  if (host == NULL)
    return FALSE;
  uri = g_strdup_printf ("http://%s/", host);
  parsed = g_uri_parse (uri, G_URI_FLAGS_NONE, NULL);
  if (parsed == NULL || g_uri_get_userinfo (parsed) != NULL
      || strcmp (g_uri_get_path (parsed), "/") != 0)
    return FALSE;
  name = g_uri_get_host (parsed);
  return g_hostname_is_ip_address (name)
         || g_ascii_strcasecmp (name, "localhost") == 0
         || g_ascii_strcasecmp (name, g_get_host_name ()) == 0
         || is_listed (name, self->options->hosts);
}

gboolean
keys_admit_origin (Keys *self, SoupServerMessage *message)
{
  SoupMessageHeaders *headers =
      soup_server_message_get_request_headers (message);
  const gchar *origin = soup_message_headers_get_one (headers, "Origin");
  const gchar *host = soup_message_headers_get_one (headers, "Host");

  /* Browsers always send it, programs need not. */
  if (origin == NULL || is_listed (origin, self->options->origins))
    return TRUE;
  return ((g_str_has_prefix (origin, "http://")
              && g_ascii_strcasecmp (origin + 7, host) == 0)
          || (g_str_has_prefix (origin, "https://")
              && g_ascii_strcasecmp (origin + 8, host) == 0));
}

/* --- The password --- */

static gboolean
has_cookie (Keys *self, SoupMessageHeaders *headers)
{
  const gchar *header = soup_message_headers_get_list (headers, "Cookie");
  g_auto (GStrv) cookies = g_strsplit (header != NULL ? header : "", ";", 100);

  for (guint i = 0; cookies[i] != NULL; i++) {
    const gchar *cookie = g_strstrip (cookies[i]);

    if (g_str_has_prefix (cookie, COOKIE "=")
        && is_same (cookie + strlen (COOKIE "="), self->token))
      return TRUE;
  }
  return FALSE;
}

/* USER:PASSWORD of the basic scheme, or NULL. */
static gchar *
read_authorization (SoupMessageHeaders *headers)
{
  const gchar *header = soup_message_headers_get_one (headers, "Authorization");
  g_autofree guchar *bytes = NULL;
  gsize length;

  if (header == NULL || g_ascii_strncasecmp (header, "Basic ", 6) != 0)
    return NULL;
  bytes = g_base64_decode (header + 6, &length);
  return g_strndup ((const gchar *) bytes, length);
}

static void
give_cookie (Keys *self, SoupServerMessage *message)
{
  g_autofree gchar *cookie =
      g_strdup_printf (COOKIE "=%s; Path=/; HttpOnly; SameSite=Strict%s",
          self->token, self->options->certificate != NULL ? "; Secure" : "");

  soup_message_headers_replace (
      soup_server_message_get_response_headers (message), "Set-Cookie", cookie);
}

static gboolean
challenge (SoupServerMessage *message)
{
  soup_message_headers_replace (
      soup_server_message_get_response_headers (message), "WWW-Authenticate",
      "Basic realm=\"life\", charset=\"UTF-8\"");
  soup_server_message_set_status (message, SOUP_STATUS_UNAUTHORIZED, NULL);
  return FALSE;
}

/* No password is checked before its time, not even the right one of a stranger. */
static gboolean
let_wait (SoupServerMessage *message, gint64 wait)
{
  g_autofree gchar *seconds = g_strdup_printf ("%" G_GINT64_FORMAT,
      (wait + G_TIME_SPAN_SECOND - 1) / G_TIME_SPAN_SECOND);

  soup_message_headers_replace (
      soup_server_message_get_response_headers (message), "Retry-After",
      seconds);
  soup_server_message_set_status (message, 429, "Too Many Requests");
  return FALSE;
}

static gboolean
admit_user (Keys *self, SoupServerMessage *message)
{
  SoupMessageHeaders *headers =
      soup_server_message_get_request_headers (message);
  gint64 now = g_get_monotonic_time ();
  g_autofree gchar *visitor = NULL;
  g_autofree gchar *guess = NULL;
  g_autofree gchar *secret = NULL;
  gint64 wait;

  if (self->options->user == NULL || has_cookie (self, headers))
    return TRUE;
  guess = read_authorization (headers);
  if (guess == NULL)
    return challenge (message);
  visitor = visitor_of_request (self->options, message);
  wait = guesses_wait (self->guesses, visitor, now);
  if (wait > 0 && !guesses_was_right (self->guesses, visitor))
    return let_wait (message, wait);
  secret =
      g_strdup_printf ("%s:%s", self->options->user, self->options->password);
  if (!is_same (guess, secret)) {
    if (wait > 0)
      return let_wait (message, wait);
    guesses_add (self->guesses, visitor, now);
    return challenge (message);
  }
  guesses_accept (self->guesses, visitor);
  give_cookie (self, message);
  return TRUE;
}

gboolean
keys_admit (Keys *self, SoupServerMessage *message)
{
  const gchar *host = soup_message_headers_get_one (
      soup_server_message_get_request_headers (message), "Host");

  if (!admit_host (self, host)) {
    soup_server_message_set_status (
        message, SOUP_STATUS_MISDIRECTED_REQUEST, NULL);
    return FALSE;
  }
  return admit_user (self, message);
}
