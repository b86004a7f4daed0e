/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the fuzz targets share: ending where something is not as expected, errors, and a file with
 * the input. */
#pragma once

#include <life/error.h>

#include <glib/gstdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ANY_CODE (-1)

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static inline void
check (gboolean as_expected)
{
  if (!as_expected)
    abort ();
}

/* There is an error of ours, of this code, in UTF-8; frees it. */
static inline void
check_error (GError *error, gint code)
{
  check (error != NULL && error->domain == LIFE_ERROR
         && (code == ANY_CODE || error->code == code)
         && error->message[0] != '\0'
         && g_utf8_validate (error->message, -1, NULL));
  g_error_free (error);
}

/* Whether it was done; else there is an error that says why. */
static inline gboolean
is_done (gboolean done, GError *error)
{
  if (done)
    check (error == NULL);
  else
    check_error (error, ANY_CODE);
  return done;
}

/* The path of the process's one file, open as *@file, which has these contents. */
static inline const gchar *
file_of (gconstpointer data, gsize length, gint *file)
{
  static gchar *path;
  static gint opened;

  if (path == NULL) {
    g_autofree gchar *name = NULL;

    opened = g_file_open_tmp ("life-fuzz-XXXXXX", &name, NULL);
    check (opened >= 0);
    g_unlink (name);
    path = g_strdup_printf ("/proc/self/fd/%d", opened);
  }
  check (ftruncate (opened, 0) == 0);
  check (pwrite (opened, data, length, 0) == (gssize) length);
  if (file != NULL)
    *file = opened;
  return path;
}

/* Elements are fuzzed without GStreamer's own plugins. */
static inline void
leave_out_plugins (void)
{
  g_setenv ("GST_REGISTRY_DISABLE", "yes", TRUE);
  g_setenv ("GST_REGISTRY_UPDATE", "no", TRUE);
  g_setenv ("GST_PLUGIN_SYSTEM_PATH_1_0", "", TRUE);
  g_setenv ("GST_PLUGIN_PATH_1_0", "", TRUE);
}
