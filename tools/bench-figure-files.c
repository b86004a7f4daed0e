/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where figures of other programs come from: a file, or what is built in;
 * bench-figures.c reads them. */
#include "bench.h"

#include <gio/gio.h>

#include "others-resource.h"

GArray *
bench_figures_load (const gchar *path, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree gchar *text = NULL;
  const gchar *content;
  gsize length;

  if (path != NULL) {
    g_autofree gchar *name = g_filename_display_name (path);
    if (!g_file_get_contents (path, &text, &length, error))
      return NULL;
    return bench_figures_parse (text, length, name, error);
  }
  bytes = g_resource_lookup_data (bench_others_get_resource (),
      "/life-bench/others.tsv", G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  if (bytes == NULL)
    return NULL;
  content = g_bytes_get_data (bytes, &length);
  text = g_strndup (content, length);
  return bench_figures_parse (text, length, "others.tsv", error);
}
