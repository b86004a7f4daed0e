/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checks the headers of requests: Host, against foreign names that resolve to our
 * address; Origin, against pages of other sites; Authorization or our cookie, because
 * browsers send the cookie where they omit the former. */
#include "access.h"

#include <string.h>

#include "rate-limit.h"
#include "visitor.h"

#define TOKEN_BYTES 32
#define COOKIE "life"

struct _Access {
  const WebOptions *options;
  RateLimit *rate_limit;
  gchar *token; /* value of the cookie that replaces the password */
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

Access *
access_new (const WebOptions *options)
{
  Access *self = g_new0 (Access, 1);

  self->options = options;
  self->rate_limit =
      rate_limit_new (options->bounds.guess_delay * G_TIME_SPAN_MILLISECOND);
  self->token = make_token ();
  return self;
}

void
access_free (Access *self)
{
  rate_limit_free (self->rate_limit);
  g_free (self->token);
  g_free (self);
}

/* Compares in a time that depends on lengths alone. */
static gboolean
equals_secret (const gchar *credentials, const gchar *secret)
{
  g_autofree gchar *one =
      g_compute_checksum_for_string (G_CHECKSUM_SHA256, credentials, -1);
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

/* An attacker's name server can map any name to our address, but cannot rename an
 * address. */
static gboolean
check_host (Access *self, const gchar *host)
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
access_check_origin (Access *self, SoupServerMessage *message)
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
has_cookie (Access *self, SoupMessageHeaders *headers)
{
  const gchar *header = soup_message_headers_get_list (headers, "Cookie");
  g_auto (GStrv) cookies = g_strsplit (header != NULL ? header : "", ";", 100);

  for (guint i = 0; cookies[i] != NULL; i++) {
    const gchar *cookie = g_strstrip (cookies[i]);

    if (g_str_has_prefix (cookie, COOKIE "=")
        && equals_secret (cookie + strlen (COOKIE "="), self->token))
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
set_cookie (Access *self, SoupServerMessage *message)
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

/* During the delay no password is checked, not even the right one of a new visitor. */
static gboolean
reply_wait (SoupServerMessage *message, gint64 wait)
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
check_user (Access *self, SoupServerMessage *message)
{
  SoupMessageHeaders *headers =
      soup_server_message_get_request_headers (message);
  gint64 now = g_get_monotonic_time ();
  g_autofree gchar *visitor = NULL;
  g_autofree gchar *credentials = NULL;
  g_autofree gchar *secret = NULL;
  gint64 wait;

  if (self->options->user == NULL || has_cookie (self, headers))
    return TRUE;
  credentials = read_authorization (headers);
  if (credentials == NULL)
    return challenge (message);
  visitor = visitor_of_request (self->options, message);
  wait = rate_limit_get_delay (self->rate_limit, visitor, now);
  if (wait > 0 && !rate_limit_has_succeeded (self->rate_limit, visitor))
    return reply_wait (message, wait);
  secret =
      g_strdup_printf ("%s:%s", self->options->user, self->options->password);
  if (!equals_secret (credentials, secret)) {
    if (wait > 0)
      return reply_wait (message, wait);
    rate_limit_add_failure (self->rate_limit, visitor, now);
    return challenge (message);
  }
  rate_limit_add_success (self->rate_limit, visitor);
  set_cookie (self, message);
  return TRUE;
}

gboolean
access_check_request (Access *self, SoupServerMessage *message)
{
  const gchar *host = soup_message_headers_get_one (
      soup_server_message_get_request_headers (message), "Host");

  if (!check_host (self, host)) {
    soup_server_message_set_status (
        message, SOUP_STATUS_MISDIRECTED_REQUEST, NULL);
    return FALSE;
  }
  return check_user (self, message);
}
