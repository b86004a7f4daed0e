/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Serves the page from the program's own resources; no path leads to the file system. */
#include "page.h"

#include <string.h>

#define FOLDER "/life/web/page/"

/* Nothing is loaded from other sites, only our files are executed, and no other page
 * frames this one. */
#define POLICY                                                        \
  "default-src 'none'; script-src 'self'; style-src 'self'; "         \
  "img-src 'self' data: blob:; media-src blob:; connect-src 'self'; " \
  "manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; "    \
  "form-action 'none'"

static const struct {
  const gchar *ending, *type;
} types[] = {
  { ".html", "text/html; charset=utf-8" },
  { ".css", "text/css; charset=utf-8" },
  { ".js", "text/javascript; charset=utf-8" },
  { ".svg", "image/svg+xml" },
  { ".png", "image/png" },
  { ".webmanifest", "application/manifest+json" },
};

static const gchar *
type_of (const gchar *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_has_suffix (name, types[i].ending))
      return types[i].type;
  return "application/octet-stream";
}

void
page_add_headers (SoupServerMessage *message)
{
  static const gchar *const headers[][2] = {
    { "Content-Security-Policy", POLICY },
    { "X-Content-Type-Options", "nosniff" },
    { "X-Frame-Options", "DENY" },
    { "Referrer-Policy", "no-referrer" },
    { "Cross-Origin-Opener-Policy", "same-origin" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
    { "Permissions-Policy", "camera=(), microphone=(), geolocation=()" },
    { "Cache-Control", "no-store" },
    { "Connection", "close" },
  };
  SoupMessageHeaders *reply =
      soup_server_message_get_response_headers (message);

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    soup_message_headers_replace (reply, headers[i][0], headers[i][1]);
}

void
page_reply (SoupServerMessage *message, const gchar *path)
{
  const gchar *name = strcmp (path, "/") == 0 ? "index.html" : path + 1;
  g_autofree gchar *resource = g_strconcat (FOLDER, name, NULL);
  g_autoptr (GBytes) bytes =
      g_resources_lookup_data (resource, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  gsize size;
  const gchar *data;

  if (bytes == NULL || strchr (name, '/') != NULL) {
    soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
    return;
  }
  data = g_bytes_get_data (bytes, &size);
  soup_server_message_set_response (
      message, type_of (name), SOUP_MEMORY_COPY, data, size);
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
}
