/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a rank says of itself, and the work of all but the first one. */
#pragma once

#include <life/error.h>

/* What a worker of @version on @host says first: both are in it, and what their messages look
 * like. Free it with g_free(). */
gchar *life_worker_hello (const gchar *version, const gchar *host);

/* Serves a part of each world that the first rank makes, until that leaves. @threads: 0: as
 * many as the first rank says. @met: (nullable): called once MPI has started in all processes,
 * which is when the first rank makes its first world; until then nothing can end the call. */
gboolean life_worker_run (
    const gchar *version, guint threads, void (*met) (void), GError **error);
