/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks that were found once, on disk: the search for one takes seconds. */
#include "life/rule/network/network-cache.h"

#include "life/base/file-cache.h"

#include <string.h>

/* To be changed when life_network_find() finds other networks, or LifeNetwork changes. */
#define NETWORK_KEY "network 2"

static gchar *
make_key (const guint64 map[8])
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (checksum, (const guchar *) NETWORK_KEY, -1);
  for (guint i = 0; i < 8; i++) {
    const guint64 word = GUINT64_TO_LE (map[i]);

    g_checksum_update (checksum, (const guchar *) &word, sizeof (word));
  }
  return g_strdup (g_checksum_get_string (checksum));
}

gboolean
life_network_cache_get (const guint64 map[8], LifeNetwork *network)
{
  g_autofree gchar *key = make_key (map);
  g_autoptr (GBytes) cached = life_file_cache_get (key);

  if (cached == NULL || g_bytes_get_size (cached) != sizeof (*network))
    return FALSE;
  memcpy (network, g_bytes_get_data (cached, NULL), sizeof (*network));
  return TRUE;
}

void
life_network_cache_store (const guint64 map[8], const LifeNetwork *network)
{
  g_autofree gchar *key = make_key (map);
  g_autoptr (GBytes) found = g_bytes_new (network, sizeof (*network));

  life_file_cache_store (key, found);
}
