/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The library's side of life-compile.c: where that program is, what version it has, and
 * whether what it prints is code. */
#include "cuda/compile/compiler.h"

#include "life/base/file-cache.h"

#include <string.h>

#include "embedded-digest.h"

static const gchar *
find_program (void)
{
  const gchar *path = g_getenv ("LIFE_COMPILER");

  return path != NULL ? path : LIFE_COMPILER;
}

/* Whether it ended well, as far as that can be found: an application may collect the ends of
 * all processes. GLib starts it without copying this process, whose tables of memory can be
 * large, so the program itself closes the files that it inherits. */
static gboolean
run (const gchar *const *arguments, gchar **output, GError **error)
{
  g_autofree gchar *log = NULL;

  if (!g_spawn_sync (NULL, (gchar **) arguments, NULL,
          G_SPAWN_LEAVE_DESCRIPTORS_OPEN | G_SPAWN_CLOEXEC_PIPES, NULL, NULL,
          output, &log, NULL, error))
    return FALSE;
  g_strchomp (log);
  if (*log != '\0')
    g_info ("%s", log);
  return TRUE;
}

/* --- The version --- */

/* The version of NVRTC, and the headers that are compiled; NULL: @reason is why. */
static gchar *
request_version (gchar **reason)
{
  const gchar *const arguments[] = { find_program (), "--version", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree gchar *output = NULL;

  if (!run (arguments, &output, &error))
    *reason = g_strdup_printf ("%s: %s. Install it, or set LIFE_COMPILER to "
                               "cuda/compile/life-compile of a build",
        arguments[0], error->message);
  else if (!g_ascii_isdigit (*output))
    *reason =
        g_strdup_printf ("no libnvrtc.so of CUDA 11 to 13 (%s)", arguments[0]);
  else if (strstr (output, LIFE_EMBEDDED_DIGEST) == NULL)
    *reason = g_strdup_printf (
        "%s is of another build of life; install both of one", arguments[0]);
  else
    return g_steal_pointer (&output);
  return NULL;
}

/* Loaded once; both stay as long as the process. */
static const gchar *
find_version (const gchar **reason)
{
  static gchar *version, *missing;
  static gsize initialized;

  if (g_once_init_enter (&initialized)) {
    version = request_version (&missing);
    g_once_init_leave (&initialized, 1);
  }
  *reason = missing;
  return version;
}

gboolean
life_compiler_is_there (void)
{
  const gchar *reason;

  if (find_version (&reason) != NULL)
    return TRUE;
  g_info ("nothing is compiled at run time, which makes rules other than "
          "B3/S23 and B6/S567 slower: %s",
      reason);
  return FALSE;
}

/* --- Compiling --- */

/* A name for everything that what is compiled depends on. */
static gchar *
make_key (const gchar *version, const gchar *const *arguments)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (checksum, (const guchar *) version, -1);
  for (; *arguments != NULL; arguments++)
    g_checksum_update (checksum, (const guchar *) *arguments,
        (gssize) strlen (*arguments) + 1);
  return g_strdup (g_checksum_get_string (checksum));
}

/* Whether it is as many names as there are kernels, and something behind them. */
static gboolean
is_code (GBytes *code, const gchar *const *kernels)
{
  gsize size;
  const gchar *data = g_bytes_get_data (code, &size);
  const gchar *end = data + size;

  for (gsize i = 0; kernels[i] != NULL; i++) {
    const gchar *name = data;

    data = data < end ? memchr (data, '\0', (gsize) (end - data)) : NULL;
    if (data == NULL || data == name)
      return FALSE;
    data++;
  }
  return data < end;
}

static GBytes *
compile (const gchar *const *arguments, const gchar *const *kernels)
{
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) code = NULL;
  g_autofree gchar *output = NULL;
  gsize size;

  if (!run (arguments, &output, &error)) {
    g_info ("NVRTC: %s failed: %s", arguments[0], error->message);
    return NULL;
  }
  /* A line that ends is whole. */
  if (g_str_has_suffix (output, "\n")) {
    g_base64_decode_inplace (output, &size);
    code = g_bytes_new_take (g_steal_pointer (&output), size);
    if (is_code (code, kernels)) {
      g_info ("NVRTC: compiled %u kernels, %s and so on, in %.2f s",
          g_strv_length ((gchar **) kernels), kernels[0],
          (gdouble) (g_get_monotonic_time () - start) / 1e6);
      return g_steal_pointer (&code);
    }
  }
  g_info ("NVRTC: %s printed no code", arguments[0]);
  return NULL;
}

GBytes *
life_compiler_get (const gchar *option, const gchar *text,
    const gchar *const *kernels, gboolean anew)
{
  const gchar *reason, *version = find_version (&reason);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (GBytes) code = NULL;
  g_autofree gchar *key = NULL;

  if (version == NULL)
    return NULL;
  g_ptr_array_add (arguments, (gpointer) find_program ());
  g_ptr_array_add (arguments, NULL);
  g_ptr_array_add (arguments, (gpointer) option);
  g_ptr_array_add (arguments, (gpointer) text);
  for (gsize i = 0; i == 0 || kernels[i - 1] != NULL; i++)
    g_ptr_array_add (arguments, (gpointer) kernels[i]);
  key = make_key (
      version, (const gchar *const *) &g_ptr_array_index (arguments, 2));
  g_ptr_array_index (arguments, 1) = key;
  if (!anew)
    code = life_file_cache_get (key);
  if (code == NULL || !is_code (code, kernels))
    return compile ((const gchar *const *) arguments->pdata, kernels);
  g_debug ("kernels of %s taken from the cache", kernels[0]);
  return g_steal_pointer (&code);
}
