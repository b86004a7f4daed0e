/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The visitor, for whom connections and password guesses are counted. */
#pragma once

#include <libsoup/soup.h>

#include "../web-options.h"

/* An IPv4 address that is mapped to an IPv6 address is formatted as such. */
gchar *visitor_format_address (GInetAddress *address);

/* An IPv4 address, or the /64 of an IPv6 address: its owner has 2^64 of them. */
gchar *visitor_of_address (GInetAddress *address);

/* Whether @address is that of a trusted proxy. */
gboolean visitor_is_proxy (const WebOptions *options, GInetAddress *address);

/* The visitor that sent the request: the peer, or whom a trusted proxy names. */
gchar *visitor_of_request (
    const WebOptions *options, SoupServerMessage *message);
