/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How far the peer of a TCP connection has read; for servers, not part of the library. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All 0 before the first call. */
typedef struct {
  guint64 received;     /* bytes from the peer; only Linux counts them */
  guint64 acknowledged; /* increases when the peer's system accepts bytes */
  gboolean queued;      /* whether the peer has yet to accept some */
} LifeTcpCounters;

/* Updates @counters for the socket @fd; FALSE if it is being closed. */
gboolean life_tcp_counters_update (LifeTcpCounters *counters, gint fd);

G_END_DECLS
