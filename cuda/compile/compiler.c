/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The library's side of life-compile.c: where that program is, which version of NVRTC it
 * has, jobs for it, and whether what it prints is code. */
#include "cuda/compile/compiler.h"

#include "cuda/compile/message.h"
#include "cuda/compile/process.h"

#include "life/base/file-cache.h"

#include <string.h>

/* So long it may take to find NVRTC. */
#define VERSION_SECONDS 60

static const gchar *
find_program (void)
{
  const gchar *path = g_getenv ("LIFE_COMPILER");

  return path != NULL ? path : LIFE_COMPILER;
}

/* --- The version --- */

static gboolean
is_version (const gchar *text)
{
  return *text != '\0' && strspn (text, "0123456789.") == strlen (text);
}

static gchar *
explain (const GError *error)
{
  const gchar *program = find_program ();

  if (error == NULL || g_error_matches (error, G_SPAWN_EXIT_ERROR, 1))
    return g_strdup_printf ("no libnvrtc.so of CUDA 11 to 13 (%s)", program);
  return g_strdup_printf ("%s: %s. Install it, or set LIFE_COMPILER to "
                          "cuda/compile/life-compile of a build",
      program, error->message);
}

/* NULL: there is none, and @reason says why. */
static gchar *
ask_version (gchar **reason)
{
  const gchar *const arguments[] = { find_program (), "--version", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) output =
      life_process_run (arguments, NULL, 1000 * VERSION_SECONDS, 64, &error);

  if (output != NULL) {
    gsize size;
    const gchar *data = g_bytes_get_data (output, &size);
    g_autofree gchar *version = g_strchomp (g_strndup (data, size));

    if (is_version (version))
      return g_steal_pointer (&version);
  }
  *reason = explain (error);
  return NULL;
}

/* Asked once; both stay as long as the process. */
static const gchar *
find_version (const gchar **reason)
{
  static gchar *version, *missing;
  static gsize asked;

  if (g_once_init_enter (&asked)) {
    version = ask_version (&missing);
    g_once_init_leave (&asked, 1);
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

static GBytes *
write_job (const LifeCompilerJob *job)
{
  GVariantBuilder headers;

  g_variant_builder_init (&headers, G_VARIANT_TYPE ("a(ss)"));
  for (gsize i = 0; i < job->n_headers; i++)
    g_variant_builder_add (
        &headers, "(ss)", job->header_names[i], job->headers[i]);
  return life_message_seal (g_variant_new (
      "(^assa(ss)^as)", job->options, job->text, &headers, job->kernels));
}

/* A name for everything that what is compiled depends on. */
static gchar *
make_key (const gchar *version, GBytes *job)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize size;
  const guchar *data = g_bytes_get_data (job, &size);

  g_checksum_update (
      checksum, (const guchar *) version, (gssize) strlen (version) + 1);
  g_checksum_update (checksum, data, (gssize) size);
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

/* The code in what the program printed; NULL: there is none. */
static GBytes *
read_result (GBytes *output, const gchar *const *kernels)
{
  g_autoptr (GVariant) result = life_message_open (output, LIFE_MESSAGE_RESULT);
  g_autoptr (GVariant) bytes = NULL;
  g_autoptr (GBytes) code = NULL;
  const gchar *log;

  if (result == NULL) {
    g_info ("NVRTC: %s printed something that is no result", find_program ());
    return NULL;
  }
  g_variant_get (result, "(&s@ay)", &log, &bytes);
  if (*log != '\0')
    g_info ("%s", log);
  code = g_variant_get_data_as_bytes (bytes);
  if (g_bytes_get_size (code) == 0)
    return NULL;
  if (is_code (code, kernels))
    return g_steal_pointer (&code);
  g_info ("NVRTC: %s printed something that is no code", find_program ());
  return NULL;
}

static GBytes *
compile (const gchar *key, GBytes *job, const gchar *const *kernels)
{
  const gchar *const arguments[] = { find_program (), key, NULL };
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) output = life_process_run (
      arguments, job, 1000 * LIFE_MESSAGE_SECONDS, LIFE_MESSAGE_BYTES, &error);
  GBytes *code;

  if (output == NULL) {
    g_info ("NVRTC: %s failed: %s", arguments[0], error->message);
    return NULL;
  }
  code = read_result (output, kernels);
  if (code != NULL)
    g_info ("NVRTC: compiled %u kernels, %s and so on, in %.2f s",
        g_strv_length ((gchar **) kernels), kernels[0],
        (gdouble) (g_get_monotonic_time () - start) / 1e6);
  return code;
}

GBytes *
life_compiler_get (const LifeCompilerJob *job, gboolean anew)
{
  const gchar *reason, *version = find_version (&reason);
  g_autoptr (GBytes) text = NULL;
  g_autoptr (GBytes) code = NULL;
  g_autofree gchar *key = NULL;

  if (version == NULL)
    return NULL;
  text = write_job (job);
  key = make_key (version, text);
  if (!anew)
    code = life_file_cache_get (key);
  if (code == NULL || !is_code (code, job->kernels))
    return compile (key, text, job->kernels);
  g_debug ("kernels of %s taken from the cache", job->kernels[0]);
  return g_steal_pointer (&code);
}
