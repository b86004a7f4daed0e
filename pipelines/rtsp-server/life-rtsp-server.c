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

/* Seconds within which connections have to end. */
#define TIMEOUT 5

#define ROLE "viewer"

typedef struct {
  GMainLoop *loop;
  GCancellable *cancellable;
} Ending;

static gboolean
end (gpointer user_data)
{
  Ending *ending = user_data;

  g_cancellable_cancel (ending->cancellable);
  g_main_loop_quit (ending->loop);
  return G_SOURCE_CONTINUE;
}

static gint
complain (const GError *error, gint status)
{
  g_printerr ("life-rtsp-server: %s\n", error->message);
  if (status == WRONG_USAGE)
    g_printerr ("Try life-rtsp-server --help\n");
  return status;
}

/* Requires the password, which crosses the network only as a digest. */
static void
set_password (GstRTSPServer *server, GstRTSPMediaFactory *factory,
    const Settings *settings)
{
  g_autoptr (GstRTSPAuth) auth = gst_rtsp_auth_new ();
  g_autoptr (GstRTSPToken) token = gst_rtsp_token_new (
      GST_RTSP_TOKEN_MEDIA_FACTORY_ROLE, G_TYPE_STRING, ROLE, NULL);

  gst_rtsp_auth_set_supported_methods (auth, GST_RTSP_AUTH_DIGEST);
  gst_rtsp_auth_set_realm (auth, "life");
  gst_rtsp_auth_add_digest (auth, settings->user, settings->password, token);
  gst_rtsp_server_set_auth (server, auth);
  gst_rtsp_media_factory_add_role (factory, ROLE,
      GST_RTSP_PERM_MEDIA_FACTORY_ACCESS, G_TYPE_BOOLEAN, TRUE,
      GST_RTSP_PERM_MEDIA_FACTORY_CONSTRUCT, G_TYPE_BOOLEAN, TRUE, NULL);
}

static GSource *
listen_on (GstRTSPServer *server, const Settings *settings, GError **error)
{
  g_autofree gchar *port = g_strdup_printf ("%d", settings->port);
  g_autoptr (GError) cause = NULL;
  GSource *source;

  gst_rtsp_server_set_address (server, settings->address);
  gst_rtsp_server_set_service (server, port);
  source = gst_rtsp_server_create_source (server, NULL, &cause);
  if (source == NULL)
    g_set_error (error, G_IO_ERROR,
        cause != NULL ? cause->code : G_IO_ERROR_FAILED,
        "cannot listen on port %d of %s: %s", settings->port, settings->address,
        cause != NULL ? cause->message : "there is no such address");
  return source;
}

/* Prints the address, for people and for programs that wait for this line. */
static void
announce (GstRTSPServer *server, const Settings *settings)
{
  g_autoptr (GInetAddress) address =
      g_inet_address_new_from_string (settings->address);
  const gchar *host = settings->address;
  gboolean six = FALSE;

  if (address != NULL && g_inet_address_get_is_any (address))
    host = g_get_host_name ();
  else if (address != NULL)
    six = g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6;
  if (settings->user == NULL && g_strcmp0 (host, "localhost") != 0
      && (address == NULL || !g_inet_address_get_is_loopback (address)))
    g_printerr ("life-rtsp-server: everyone who can reach %s can watch; use "
                "--user and --password-file to prevent that\n",
        settings->address);
  g_print ("Serving rtsp://%s%s%s:%d%s\n", six ? "[" : "", host, six ? "]" : "",
      gst_rtsp_server_get_bound_port (server), settings->mount);
  fflush (stdout);
}

static gboolean
tend (gpointer server)
{
  life_server_tend (server);
  return G_SOURCE_CONTINUE;
}

static gint
serve (const Settings *settings, Ending *ending)
{
  g_autoptr (LifeServer) life = life_server_new (settings->max_viewers);
  GstRTSPServer *server = GST_RTSP_SERVER (life);
  g_autoptr (GstRTSPMountPoints) mounts =
      gst_rtsp_server_get_mount_points (server);
  g_autoptr (GError) error = NULL;
  const Encoder *encoder;
  GstRTSPMediaFactory *factory;
  GSource *source;
  guint tending;

  if (!media_check_elements (&error)
      || (encoder = media_try (settings, ending->cancellable, &error))
             == NULL) {
    if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      return 0;
    return complain (
        error, error->domain == G_OPTION_ERROR ? WRONG_USAGE : FAILED);
  }
  factory = media_factory_new (settings, encoder);
  if (settings->user != NULL)
    set_password (server, factory, settings);
  gst_rtsp_mount_points_add_factory (mounts, settings->mount, factory);

  source = listen_on (server, settings, &error);
  if (source == NULL)
    return complain (error, FAILED);
  g_source_attach (source, NULL);
  announce (server, settings);
  tending = g_timeout_add_seconds (1, tend, life);
  g_main_loop_run (ending->loop);

  g_source_remove (tending);
  g_source_destroy (source);
  g_source_unref (source);
  for (guint i = 0; i < 50 * TIMEOUT && life_server_close (life) > 0; i++)
    g_usleep (G_USEC_PER_SEC / 50);
  gst_rtsp_thread_pool_cleanup ();
  return 0;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  Settings settings;
  Ending ending;
  gint status;

  setlocale (LC_ALL, "");
  g_set_prgname ("life-rtsp-server");
  gst_init (NULL, NULL);
  switch (settings_parse (&settings, argc, argv, &error)) {
    case SETTINGS_GO:
      ending.loop = g_main_loop_new (NULL, FALSE);
      ending.cancellable = g_cancellable_new ();
      g_unix_signal_add (SIGINT, end, &ending);
      g_unix_signal_add (SIGTERM, end, &ending);
      status = serve (&settings, &ending);
      g_main_loop_unref (ending.loop);
      g_object_unref (ending.cancellable);
      break;
    case SETTINGS_DONE:
      status = 0;
      break;
    case SETTINGS_WRONG:
      status = complain (error, WRONG_USAGE);
      break;
    default:
      status = complain (error, FAILED);
      break;
  }
  settings_clear (&settings);
  gst_deinit ();
  return status;
}
