/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes addresses: any text sets properties of lifesrc and is read back, or is an error
 * in UTF-8 that leaves the element as it was. None makes it name a file. */
#include "plugin/lifesrc/lifesrc-private.h"
#include "plugin/world/gst-life.h"
#include "tests/fuzz/fuzz.h"

static GstURIHandler *handler;

/* The element alone, without GStreamer's plugins. */
int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  leave_out_plugins ();
  gst_init (NULL, NULL);
  GST_DEBUG_CATEGORY_INIT (gst_life_debug, "life", 0, "fuzzed");
  handler = g_object_ref_sink (g_object_new (GST_TYPE_LIFE_SRC, NULL));
  return 0;
}

static void
check_uri (const gchar *expected)
{
  g_autofree gchar *uri = gst_uri_handler_get_uri (handler);

  check (g_strcmp0 (uri, expected) == 0);
}

static void
check_files (void)
{
  g_autofree gchar *location = NULL, *path = NULL;

  g_object_get (handler, "location", &location, "rule-path", &path, NULL);
  check (location == NULL && path == NULL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree gchar *text = g_strndup ((const gchar *) data, size);
  g_autofree gchar *uri = g_strconcat ("life:", text, NULL);
  g_autofree gchar *previous = gst_uri_handler_get_uri (handler);
  g_autoptr (GError) error = NULL;

  if (gst_uri_handler_set_uri (handler, uri, &error)) {
    check_uri (uri);
  } else {
    check (g_error_matches (error, GST_URI_ERROR, GST_URI_ERROR_BAD_REFERENCE)
           && g_utf8_validate (error->message, -1, NULL));
    check_uri (previous);
  }
  check_files ();
  return 0;
}
