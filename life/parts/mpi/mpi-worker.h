/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The work of all ranks but the first, and their hello. */
#pragma once

#include <life/error.h>

/* The first message of a worker: its @version, its @host, and the format of its messages.
 * Free it with g_free(). */
gchar *life_worker_hello (const gchar *version, const gchar *host);

/* Serves a part of each world until the first rank leaves. @threads: 0: as the first rank
 * requests. @started: (nullable): called once MPI has started in all processes, with the
 * first rank's first world; until then nothing can end the call. */
gboolean life_worker_run (const gchar *version, guint threads,
    void (*started) (void), GError **error);
