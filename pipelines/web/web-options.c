/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parses and checks the command line of life-web. It opens only the files with password,
 * certificate and key. */
#include "web-options.h"

#include <stdio.h>
#include <string.h>

#include "../common/password.h"
#include "connections/visitor.h"

/* A fragment is one frame, and fragments begin at whole milliseconds. */
#define MAX_FRAME_RATE 240 /* per second */

static GOptionContext *
describe (const GOptionEntry *entries, const GOptionEntry *bounds)
{
  GOptionContext *context = g_option_context_new ("[-- PROPERTY=VALUE ...]");

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_main_entries (context, bounds, NULL);
  g_option_context_set_summary (context,
      "Serves Conway's Game of Life as a page that shows it live and controls "
      "it. All "
      "who\nlook at it see, and change, the same world.");
  g_option_context_set_description (context,
      "PROPERTY=VALUE is any property of lifesrc, or a preset: rule=B36/S23 "
      "zoom=4\n@preset=heatmap\n\n"
      "Any address but that of this machine alone needs a password, and a "
      "certificate or\n"
      "--insecure.\n");
  return context;
}

/* Whether only this machine can reach @address. */
static gboolean
is_loopback (const gchar *address)
{
  g_autoptr (GInetAddress) parsed = g_inet_address_new_from_string (address);

  return parsed != NULL && g_inet_address_get_is_loopback (parsed);
}

static gboolean
check_address (const WebOptions *options, gboolean insecure, GError **error)
{
  g_autoptr (GInetAddress) parsed =
      g_inet_address_new_from_string (options->address);
  const gchar *wrong = NULL;

  if (parsed == NULL)
    wrong =
        "is no IP address; 127.0.0.1 is this machine, 0.0.0.0 all addresses";
  else if (is_loopback (options->address))
    return TRUE;
  else if (options->user == NULL && !options->read_only)
    wrong =
        "can be reached by others, who could control the world; set --user and "
        "--password-file";
  else if (options->user == NULL && !insecure)
    wrong = "can be reached by others; set --user and --password-file, or "
            "--insecure "
            "to let everyone watch";
  else if (options->certificate == NULL && !insecure)
    wrong =
        "can be reached by others, and without TLS anyone on the way reads the "
        "password; set --certificate and --key, or --insecure";
  if (wrong != NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--address %s %s", options->address, wrong);
  return wrong == NULL;
}

static gboolean
check_bounds (const Bounds *bounds, GError **error)
{
  return option_in_range ("max-viewers", bounds->viewers, 1, 10000, error)
         && option_in_range (
             "max-connections", bounds->connections, 1, 100000, error)
         && option_in_range ("max-connections-per-address",
             bounds->connections_per_address, 1, 100000, error)
         && option_in_range ("handshake-time", bounds->handshake, 1, 600, error)
         && option_in_range (
             "max-message", bounds->message, 256, 1 << 20, error)
         && option_in_range ("max-pattern", bounds->pattern, 0, 1 << 26, error)
         && option_in_range ("max-save", bounds->save, 0, 1 << 30, error)
         && option_in_range (
             "message-rate", bounds->message_rate, 1, 100000, error)
         && option_in_range (
             "max-unacknowledged", bounds->unacknowledged, 2, 10000, error)
         && option_in_range (
             "max-backlog", bounds->backlog, 1 << 16, 1 << 30, error)
         && option_in_range ("max-lag", bounds->lag, 0, 3600, error)
         && option_in_range ("max-skips", bounds->skips, 0, 10000, error)
         && option_in_range (
             "guess-delay", bounds->guess_delay, 1, 60000, error);
}

static gboolean
load_certificate (
    WebOptions *options, const gchar *file, const gchar *key, GError **error)
{
  int status = gnutls_certificate_allocate_credentials (&options->certificate);

  if (status >= 0)
    status = gnutls_certificate_set_x509_key_file (
        options->certificate, file, key, GNUTLS_X509_FMT_PEM);
  if (status >= 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "the certificate %s with the key %s cannot be used: %s", file, key,
      gnutls_strerror (status));
  return FALSE;
}

/* Converts the addresses to the form that they are compared in. */
static gboolean
check_proxies (gchar **proxies, GError **error)
{
  for (; proxies != NULL && *proxies != NULL; proxies++) {
    g_autoptr (GInetAddress) address =
        g_inet_address_new_from_string (*proxies);

    if (address == NULL) {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          "--trusted-proxy %s is no IP address; 127.0.0.1 is a proxy on this "
          "machine",
          *proxies);
      return FALSE;
    }
    g_free (*proxies);
    *proxies = visitor_format_address (address);
  }
  return TRUE;
}

WebOptionsResult
web_options_parse (WebOptions *options, int argc, char **argv, GError **error)
{
  gboolean version = FALSE, insecure = FALSE;
  g_autofree gchar *framerate = NULL;
  g_autofree gchar *password = NULL;
  g_autofree gchar *certificate = NULL;
  g_autofree gchar *key = NULL;
  Bounds *bounds = &options->bounds;
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "port", 'p', 0, G_OPTION_ARG_INT, &options->port,
      "TCP port to listen on (8080); 0: any free one", "N" },
    { "address", 'a', 0, G_OPTION_ARG_STRING, &options->address,
      "address to listen on (127.0.0.1); 0.0.0.0: all", "ADDRESS" },
    { "user", 'u', 0, G_OPTION_ARG_STRING, &options->user,
      "let only this user in", "NAME" },
    { "password-file", 0, 0, G_OPTION_ARG_FILENAME, &password,
      "file whose only line is the user's password", "FILE" },
    { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &certificate,
      "the server's certificate (PEM), for TLS", "FILE" },
    { "key", 0, 0, G_OPTION_ARG_FILENAME, &key,
      "the certificate's private key (PEM)", "FILE" },
    { "insecure", 0, 0, G_OPTION_ARG_NONE, &insecure,
      "go without TLS where others can listen", NULL },
    { "read-only", 0, 0, G_OPTION_ARG_NONE, &options->read_only,
      "let all watch and none control", NULL },
    { "host", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->hosts,
      "a name that this server is reached by; may be repeated", "NAME" },
    { "origin", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->origins,
      "a site whose pages may connect; may be repeated", "ORIGIN" },
    { "trusted-proxy", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->proxies,
      "a proxy that names its visitors; may be repeated", "ADDRESS" },
    { "width", 0, 0, G_OPTION_ARG_INT, &options->video.width,
      "pixels across (1280)", "N" },
    { "height", 0, 0, G_OPTION_ARG_INT, &options->video.height,
      "pixels down (720)", "N" },
    { "framerate", 0, 0, G_OPTION_ARG_STRING, &framerate,
      "frames, and generations, per second (30)", "N[/D]" },
    { "bitrate", 0, 0, G_OPTION_ARG_INT, &options->video.bitrate,
      "kbit/s of the video (4000)", "N" },
    { "version", 0, 0, G_OPTION_ARG_NONE, &version,
      "print the version", NULL },
    { NULL }
  };
  const GOptionEntry bound_entries[] = {
    { "max-viewers", 0, 0, G_OPTION_ARG_INT, &bounds->viewers,
      "who may watch or control at a time (100)", "N" },
    { "max-connections", 0, 0, G_OPTION_ARG_INT, &bounds->connections,
      "connections at a time (200)", "N" },
    { "max-connections-per-address", 0, 0, G_OPTION_ARG_INT,
      &bounds->connections_per_address, "from one address (100)", "N" },
    { "handshake-time", 0, 0, G_OPTION_ARG_INT, &bounds->handshake,
      "seconds until a connection has to send its request (10)", "N" },
    { "max-message", 0, 0, G_OPTION_ARG_INT, &bounds->message,
      "bytes of a message, without a pattern's (16384)", "N" },
    { "max-pattern", 0, 0, G_OPTION_ARG_INT, &bounds->pattern,
      "bytes of a pattern that is sent (1048576)", "N" },
    { "max-save", 0, 0, G_OPTION_ARG_INT, &bounds->save,
      "bytes of a saved world (8388608)", "N" },
    { "message-rate", 0, 0, G_OPTION_ARG_INT, &bounds->message_rate,
      "messages per second from one client (200)", "N" },
    { "max-unacknowledged", 0, 0, G_OPTION_ARG_INT, &bounds->unacknowledged,
      "frames that a client has not acknowledged (60)", "N" },
    { "max-backlog", 0, 0, G_OPTION_ARG_INT, &bounds->backlog,
      "bytes that wait for a client (16777216)", "N" },
    { "max-lag", 0, 0, G_OPTION_ARG_INT, &bounds->lag,
      "seconds that a client may miss frames (10)", "N" },
    { "max-skips", 0, 0, G_OPTION_ARG_INT, &bounds->skips,
      "how often in a minute it may miss some (20)", "N" },
    { "guess-delay", 0, 0, G_OPTION_ARG_INT, &bounds->guess_delay,
      "ms to wait after a wrong password, then twice that (1000)", "N" },
    { NULL }
  };
  /* clang-format on */
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) arguments = g_strdupv (argv);

  *options = (WebOptions){ .port = 8080,
    .video = { 1280, 720, 30, 1, 4000 },
    .bounds = { 100, 200, 100, 10, 1 << 14, 1 << 20, 1 << 23, 200, 60, 1 << 24,
        10, 20, 1000 } };
  options->properties = arguments_parse_properties (arguments);
  context = describe (entries, bound_entries);

  if (!g_option_context_parse_strv (context, &arguments, error))
    return WEB_OPTIONS_WRONG;
  if (options->address == NULL)
    options->address = g_strdup ("127.0.0.1");
  if (version) {
    printf ("life-web %s\n", LIFE_VERSION);
    return WEB_OPTIONS_DONE;
  }
  if (arguments[0] != NULL && arguments[1] != NULL) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
        "%s is not an option; lifesrc's properties come after --",
        arguments[1]);
    return WEB_OPTIONS_WRONG;
  }
  if ((certificate == NULL) != (key == NULL)) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
        "--certificate and --key need each other");
    return WEB_OPTIONS_WRONG;
  }
  if (!option_in_range ("port", options->port, 0, 65535, error)
      || !check_bounds (bounds, error)
      || !check_proxies (options->proxies, error)
      || !video_options_check (&options->video, error)
      || (framerate != NULL
          && !video_options_set_framerate (
              &options->video, framerate, MAX_FRAME_RATE, error))
      || !password_check_user (options->user, password, error))
    return WEB_OPTIONS_WRONG;
  bounds->viewers = MIN (bounds->viewers, bounds->connections);
  if ((certificate != NULL
          && !load_certificate (options, certificate, key, error))
      || (password != NULL
          && (options->password = password_read (password, error)) == NULL))
    return WEB_OPTIONS_FAILED;
  return check_address (options, insecure, error) ? WEB_OPTIONS_SERVE
                                                  : WEB_OPTIONS_WRONG;
}

void
web_options_clear (WebOptions *options)
{
  g_free (options->address);
  g_strfreev (options->hosts);
  g_strfreev (options->origins);
  g_strfreev (options->proxies);
  g_free (options->user);
  g_free (options->password);
  g_clear_pointer (&options->certificate, gnutls_certificate_free_credentials);
  g_strfreev (options->properties);
}
