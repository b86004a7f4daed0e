/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How life-rtsp-server starts and ends, and every error that keeps it from
 * starting. */
#include <glib/gstdio.h>
#include <gst/gst.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/help.h"
#include "tests/support/programs/rtsp-peer.h"
#include "tests/support/programs/rtsp-server.h"

/* Exit statuses. */
#define FAILED 1
#define WRONG_USAGE 2

static void
expect_refusal (gchar **environment, const gchar *arguments, gint status,
    const gchar *expected)
{
  g_autofree gchar *errors = NULL;
  gint got = server_refuse (environment, arguments, &errors);

  if (got != status)
    fail ("life-rtsp-server %s ended with status %d, expected was %d: %s",
        arguments, got, status, errors);
  if (strstr (errors, expected) == NULL)
    fail ("life-rtsp-server %s says \"%s\" and not \"%s\"", arguments, errors,
        expected);
}

static void
test_help_and_version_are_printed (void)
{
  expect_refusal (NULL, "--help", 0, "");
  expect_refusal (NULL, "--version", 0, "");
}

static void
test_wrong_options_are_refused (void)
{
  static const gchar *const wrong[][2] = {
    { "--bogus", "Unknown option --bogus" },
    { "rule=B3/S23", "rule=B3/S23 is not an option" },
    { "--port x", "x" },
    { "--port -1", "--port is -1; it can be 0 to 65535" },
    { "--port 65536", "--port is 65536" },
    { "--mount life", "--mount is life" },
    { "--mount /", "--mount is /" },
    { "--mount /a?b", "--mount is /a?b" },
    { "--width 8", "--width is 8; it can be 16 to 16384" },
    { "--height 20000", "--height is 20000" },
    { "--width 321", "321x720" },
    { "--framerate 0", "--framerate is 0" },
    { "--framerate 30/0", "--framerate is 30/0" },
    { "--framerate -30", "--framerate is -30" },
    { "--framerate many", "--framerate is many" },
    { "--bitrate 0", "--bitrate is 0" },
    { "--max-viewers 0", "--max-viewers is 0" },
    { "--user somebody", "--user and --password-file need each other" },
    { "--password-file f", "--user and --password-file need each other" },
    { "--user a:b --password-file f", "colon" },
    { "--encoder theoraenc", "--encoder is theoraenc" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    expect_refusal (NULL, wrong[i][0], WRONG_USAGE, wrong[i][1]);
}

static void
test_wrong_properties_are_reported_at_start (void)
{
  static const gchar *const wrong[][2] = {
    { "-- rule", "rule is not a PROPERTY=VALUE" },
    { "-- =3", "=3 is not a PROPERTY=VALUE" },
    { "-- nosuch=1", "no property nosuch" },
    { "-- population=3", "no property population that can be set" },
    { "-- zoom=wide", "zoom=wide is not a value of its type" },
    { "-- zoom=-2", "zoom=-2 is out of range" },
    { "-- topology=moebius", "topology=moebius" },
    { "-- rule=B99/S23", "B99" },
    { "-- location=/no/such/file.rle", "/no/such/file.rle" },
    { "-- pattern=gosper-gun world-width=8 world-height=8",
        "it needs 36 cells" },
    { "-- @preset=nosuch",
        "lifesrc has no preset \"nosuch\"; it has blueprint" },
    { "-- zoom=4 @preset=", "lifesrc has no preset \"\"" },
    { "-- @nosuch", "@nosuch is not a PROPERTY=VALUE" },
    { "-- @nosuch=embers", "no property @nosuch" },
    { "-- @preset=embers rule=B99/S23", "B99" },
    { "-- is-live=false", "is-live must not be set" },
  };

  if (server_is_missing ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    expect_refusal (NULL, wrong[i][0], FAILED, wrong[i][1]);
}

/* A socket that listens on a port of 127.0.0.1. */
static gint
occupy_port (guint *port)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
    .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t length = sizeof address;
  gint fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (
      bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (listen (fd, 1), ==, 0);
  getsockname (fd, (struct sockaddr *) &address, &length);
  *port = ntohs (address.sin_port);
  return fd;
}

static void
test_taken_port_is_reported (void)
{
  g_autofree gchar *arguments = NULL;
  g_autofree gchar *expected = NULL;
  guint port;
  gint fd;

  if (server_is_missing ())
    return;
  fd = occupy_port (&port);
  arguments = g_strdup_printf ("--port %u", port);
  expected = g_strdup_printf (
      "cannot listen on port %u of 127.0.0.1: Error binding to address "
      "127.0.0.1:%u: Address already in use",
      port, port);
  expect_refusal (NULL, arguments, FAILED, expected);
  close (fd);
}

static void
test_address_of_another_machine_is_printed (void)
{
  if (server_is_missing ())
    return;
  expect_refusal (NULL, "--port 0 --address 192.0.2.1", FAILED,
      "cannot listen on port 0 of 192.0.2.1");
}

/* --- Without plugins --- */

/* An environment in which GStreamer finds only the plugins of that folder. */
static gchar **
bare_environment (const gchar *plugins)
{
  g_autofree gchar *registry = g_build_filename (plugins, "registry", NULL);
  gchar **environment = g_get_environ ();

  environment = g_environ_setenv (environment, "GST_PLUGIN_PATH_1_0", "", TRUE);
  environment = g_environ_setenv (
      environment, "GST_PLUGIN_SYSTEM_PATH_1_0", plugins, TRUE);
  environment =
      g_environ_setenv (environment, "GST_REGISTRY_1_0", registry, TRUE);
  return g_environ_setenv (environment, "LC_ALL", "C", TRUE);
}

static void
lend_plugin (const gchar *folder, const gchar *feature)
{
  g_autoptr (GstElementFactory) factory = gst_element_factory_find (feature);
  g_autoptr (GstPlugin) plugin = NULL;
  g_autofree gchar *name = NULL;
  g_autofree gchar *path = NULL;

  g_assert_nonnull (factory);
  plugin = gst_plugin_feature_get_plugin (GST_PLUGIN_FEATURE (factory));
  name = g_path_get_basename (gst_plugin_get_filename (plugin));
  path = g_build_filename (folder, name, NULL);
  g_assert_cmpint (symlink (gst_plugin_get_filename (plugin), path), ==, 0);
}

static void
test_missing_elements_are_named (void)
{
  static const struct {
    const gchar *lent;
    const gchar *element, *remedy;
  } steps[] = {
    { NULL, "lifesrc", "install the life plugin" },
    { "lifesrc", "appsink", "gstreamer1.0-plugins-base" },
    { "appsink", "rtph264pay", "gstreamer1.0-plugins-good" },
    { "rtph264pay", "rtpbin", "gstreamer1.0-plugins-good" },
    { "rtpbin", "x264enc", "gstreamer1.0-plugins-ugly" },
  };
  g_autofree gchar *folder = NULL;

  if (server_is_missing ())
    return;
  folder = g_dir_make_tmp ("life-rtsp-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autofree gchar *expected =
        g_strdup_printf ("no element %s", steps[i].element);
    g_auto (GStrv) environment = NULL;

    if (steps[i].lent != NULL)
      lend_plugin (folder, steps[i].lent);
    environment = bare_environment (folder);
    expect_refusal (environment, "--port 0", FAILED, expected);
    expect_refusal (environment, "--port 0", FAILED, steps[i].remedy);
  }
  remove_folder (folder);
}

/* --- The password file --- */

static void
expect_password_file (
    const gchar *text, gssize length, gint mode, const gchar *expected)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-rtsp-XXXXXX", NULL);
  g_autofree gchar *file = g_build_filename (folder, "password", NULL);
  g_autofree gchar *arguments =
      g_strdup_printf ("--user me --password-file %s", file);

  if (text != NULL) {
    g_file_set_contents (file, text, length, NULL);
    g_chmod (file, mode);
  }
  expect_refusal (NULL, arguments, FAILED, expected);
  remove_folder (folder);
}

static void
test_unfit_password_files_are_refused (void)
{
  g_autofree gchar *long_line = g_strnfill (5000, 'x');

  expect_password_file (NULL, 0, 0, "cannot be read");
  expect_password_file ("secret\n", -1, 0644, "can be read by others");
  expect_password_file ("", 0, 0600, "must hold one line");
  expect_password_file ("\n", -1, 0600, "must hold one line");
  expect_password_file ("one\ntwo\n", -1, 0600, "must hold one line");
  expect_password_file ("nul\0byte\n", 9, 0600, "must hold one line");
  expect_password_file (long_line, -1, 0600, "must hold one line");
}

/* --- Serving --- */

static void
test_without_an_address_it_listens_on_loopback_alone (void)
{
  struct sockaddr_in other = { .sin_family = AF_INET,
    .sin_addr.s_addr = htonl (INADDR_LOOPBACK + 1) };
  Server *server;
  gint fd;

  if (server_is_missing ())
    return;
  /* Every address 127.x.x.x leads here: a server that listens on all addresses
   * answers. */
  for (gint all = 0; all <= 1; all++) {
    server = server_start (
        "--width 64 --height 64%s", all ? " --address 0.0.0.0" : "");
    other.sin_port = htons (server->port);
    fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    g_assert_cmpint (
        connect (fd, (struct sockaddr *) &other, sizeof other) == 0, ==, all);
    close (fd);
    server_stop (server, SIGTERM);
  }
}

static void
test_signals_end_it_with_a_viewer (void)
{
  static const gint signals[] = { SIGTERM, SIGINT };

  if (server_is_missing ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++) {
    Server *server = server_start ("--width 160 --height 96");
    Peer *peer = peer_connect (server->port, "/life");

    g_assert_nonnull (peer);
    g_assert_true (peer_play (peer));
    while (peer->frames < 10 && peer_read (peer, 1000))
      ;
    g_assert_cmpuint (peer->frames, >=, 10);
    server_stop (server, signals[i]);
    while (peer_read (peer, 1000))
      ;
    peer_free (peer);
  }
}

static void
test_signals_end_it_without_viewers (void)
{
  if (!server_is_missing ())
    server_stop (server_start ("--width 64 --height 64"), SIGTERM);
}

int
main (int argc, char **argv)
{
  g_setenv ("LC_ALL", "C", TRUE);
  gst_init (&argc, &argv);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rtsp-start/help-and-version-are-printed",
      test_help_and_version_are_printed);
  g_test_add_func (
      "/rtsp-start/wrong-options-are-refused", test_wrong_options_are_refused);
  g_test_add_func ("/rtsp-start/wrong-properties-are-reported-at-start",
      test_wrong_properties_are_reported_at_start);
  g_test_add_func (
      "/rtsp-start/taken-port-is-reported", test_taken_port_is_reported);
  g_test_add_func ("/rtsp-start/address-of-another-machine-is-printed",
      test_address_of_another_machine_is_printed);
  g_test_add_func ("/rtsp-start/missing-elements-are-named",
      test_missing_elements_are_named);
  g_test_add_func ("/rtsp-start/unfit-password-files-are-refused",
      test_unfit_password_files_are_refused);
  g_test_add_func (
      "/rtsp-start/without-an-address-it-listens-on-loopback-alone",
      test_without_an_address_it_listens_on_loopback_alone);
  g_test_add_func ("/rtsp-start/signals-end-it-with-a-viewer",
      test_signals_end_it_with_a_viewer);
  g_test_add_func ("/rtsp-start/signals-end-it-without-viewers",
      test_signals_end_it_without_viewers);
  return g_test_run ();
}
