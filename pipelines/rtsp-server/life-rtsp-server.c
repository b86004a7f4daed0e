/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* life-rtsp-server: serves Life over RTSP. This file runs the program from the
 * command line to its end; the parts are in rtsp-options.c, media.c and server.c. */
#include <glib-unix.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>

#include "media.h"
#include "rtsp-options.h"
#include "server.h"

/* Exit statuses. */
#define FAILED 1
#define WRONG_USAGE 2

/* Seconds until all connections have to be closed. */
#define TIMEOUT 5

#define ROLE "viewer"

typedef struct {
  GMainLoop *loop;
  GCancellable *cancellable;
} RtspProgram;

static gboolean
stop (gpointer user_data)
{
  RtspProgram *program = user_data;

  g_cancellable_cancel (program->cancellable);
  g_main_loop_quit (program->loop);
  return G_SOURCE_CONTINUE;
}

static gint
print_error (const GError *error, gint status)
{
  g_printerr ("life-rtsp-server: %s\n", error->message);
  if (status == WRONG_USAGE)
    g_printerr ("Try life-rtsp-server --help\n");
  return status;
}

/* Requires the password, of which only a digest crosses the network. */
static void
set_password (GstRTSPServer *server, GstRTSPMediaFactory *factory,
    const RtspOptions *options)
{
  g_autoptr (GstRTSPAuth) auth = gst_rtsp_auth_new ();
  g_autoptr (GstRTSPToken) token = gst_rtsp_token_new (
      GST_RTSP_TOKEN_MEDIA_FACTORY_ROLE, G_TYPE_STRING, ROLE, NULL);

  gst_rtsp_auth_set_supported_methods (auth, GST_RTSP_AUTH_DIGEST);
  gst_rtsp_auth_set_realm (auth, "life");
  gst_rtsp_auth_add_digest (auth, options->user, options->password, token);
  gst_rtsp_server_set_auth (server, auth);
  gst_rtsp_media_factory_add_role (factory, ROLE,
      GST_RTSP_PERM_MEDIA_FACTORY_ACCESS, G_TYPE_BOOLEAN, TRUE,
      GST_RTSP_PERM_MEDIA_FACTORY_CONSTRUCT, G_TYPE_BOOLEAN, TRUE, NULL);
}

static GSource *
listen_on (GstRTSPServer *server, const RtspOptions *options, GError **error)
{
  g_autofree gchar *port = g_strdup_printf ("%d", options->port);
  g_autoptr (GError) cause = NULL;
  GSource *source;

  gst_rtsp_server_set_address (server, options->address);
  gst_rtsp_server_set_service (server, port);
  source = gst_rtsp_server_create_source (server, NULL, &cause);
  if (source == NULL)
    g_set_error (error, G_IO_ERROR,
        cause != NULL ? cause->code : G_IO_ERROR_FAILED,
        "cannot listen on port %d of %s: %s", options->port, options->address,
        cause != NULL ? cause->message : "there is no such address");
  return source;
}

/* Prints the address, for people and for programs that wait for this line. */
static void
announce (GstRTSPServer *server, const RtspOptions *options)
{
  g_autoptr (GInetAddress) address =
      g_inet_address_new_from_string (options->address);
  const gchar *host = options->address;
  gboolean six = FALSE;

  if (address != NULL && g_inet_address_get_is_any (address))
    host = g_get_host_name ();
  else if (address != NULL)
    six = g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6;
  if (options->user == NULL && g_strcmp0 (host, "localhost") != 0
      && (address == NULL || !g_inet_address_get_is_loopback (address)))
    g_printerr ("life-rtsp-server: everyone who can reach %s can watch; use "
                "--user and --password-file to prevent that\n",
        options->address);
  g_print ("Serving rtsp://%s%s%s:%d%s\n", six ? "[" : "", host, six ? "]" : "",
      gst_rtsp_server_get_bound_port (server), options->mount);
  fflush (stdout);
}

static gboolean
check (gpointer server)
{
  life_rtsp_server_check (server);
  return G_SOURCE_CONTINUE;
}

static gint
serve (const RtspOptions *options, RtspProgram *program)
{
  g_autoptr (LifeRtspServer) life = life_rtsp_server_new (options->max_viewers);
  GstRTSPServer *server = GST_RTSP_SERVER (life);
  g_autoptr (GstRTSPMountPoints) mounts =
      gst_rtsp_server_get_mount_points (server);
  g_autoptr (GError) error = NULL;
  const Encoder *encoder;
  GstRTSPMediaFactory *factory;
  GSource *source;
  guint timer;

  if (!media_check_elements (&error)
      || (encoder = media_try (options, program->cancellable, &error))
             == NULL) {
    if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      return 0;
    return print_error (
        error, error->domain == G_OPTION_ERROR ? WRONG_USAGE : FAILED);
  }
  factory = media_factory_new (options, encoder);
  if (options->user != NULL)
    set_password (server, factory, options);
  gst_rtsp_mount_points_add_factory (mounts, options->mount, factory);

  source = listen_on (server, options, &error);
  if (source == NULL)
    return print_error (error, FAILED);
  g_source_attach (source, NULL);
  announce (server, options);
  timer = g_timeout_add_seconds (1, check, life);
  g_main_loop_run (program->loop);

  g_source_remove (timer);
  g_source_destroy (source);
  g_source_unref (source);
  for (guint i = 0; i < 50 * TIMEOUT && life_rtsp_server_close (life) > 0; i++)
    g_usleep (G_USEC_PER_SEC / 50);
  gst_rtsp_thread_pool_cleanup ();
  return 0;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  RtspOptions options;
  RtspProgram program;
  gint status;

  setlocale (LC_ALL, "");
  g_set_prgname ("life-rtsp-server");
  gst_init (NULL, NULL);
  switch (rtsp_options_parse (&options, argc, argv, &error)) {
    case RTSP_OPTIONS_SERVE:
      program.loop = g_main_loop_new (NULL, FALSE);
      program.cancellable = g_cancellable_new ();
      g_unix_signal_add (SIGINT, stop, &program);
      g_unix_signal_add (SIGTERM, stop, &program);
      status = serve (&options, &program);
      g_main_loop_unref (program.loop);
      g_object_unref (program.cancellable);
      break;
    case RTSP_OPTIONS_DONE:
      status = 0;
      break;
    case RTSP_OPTIONS_WRONG:
      status = print_error (error, WRONG_USAGE);
      break;
    default:
      status = print_error (error, FAILED);
      break;
  }
  rtsp_options_clear (&options);
  gst_deinit ();
  return status;
}
