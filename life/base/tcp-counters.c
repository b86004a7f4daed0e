/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counters of TCP connections: the kernel's on Linux; elsewhere whether the queue of what is to be
 * sent has room. */
#include "life/base/tcp-counters.h"

#if defined(__linux__) && !defined(LIFE_PORTABLE_TCP)
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/* FALSE where the kernel has none: those of bytes are newer than the others. */
static gboolean
read_kernel (LifeTcpCounters *counters, gint fd)
{
  struct tcp_info info = { 0 };
  socklen_t length = sizeof info;
  gint unsent = 0;

  if (getsockopt (fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0
      || length < offsetof (struct tcp_info, tcpi_bytes_received)
                      + sizeof info.tcpi_bytes_received)
    return FALSE;
  ioctl (fd, SIOCOUTQ, &unsent);
  counters->received = info.tcpi_bytes_received;
  counters->acknowledged = info.tcpi_bytes_acked;
  counters->queued = unsent > 0;
  return TRUE;
}

#else

static gboolean
read_kernel (LifeTcpCounters *counters, gint fd)
{
  return FALSE;
}

#endif

/* By whether the queue has room, a peer that reads a little all the time, with the queue full at
 * every call, counts as one that reads nothing. */
gboolean
life_tcp_counters_update (LifeTcpCounters *counters, gint fd)
{
  GPollFD poll = { .fd = fd, .events = G_IO_OUT };

  if (read_kernel (counters, fd))
    return TRUE;
  if (g_poll (&poll, 1, 0) < 0
      || (poll.revents & (G_IO_ERR | G_IO_HUP | G_IO_NVAL)) != 0)
    return FALSE;
  counters->queued = (poll.revents & G_IO_OUT) == 0;
  counters->acknowledged += !counters->queued;
  return TRUE;
}
