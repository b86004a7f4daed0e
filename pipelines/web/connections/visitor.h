/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whom connections and guesses are counted for. */
#pragma once

#include <libsoup/soup.h>

#include "../web-options.h"

/* An IPv4 address, or the /64 of an IPv6 address: who has one has 2^64 of them. */
gchar *visitor_of_address (GInetAddress *address);

/* Whether @address is that of a trusted proxy. */
gboolean visitor_is_proxy (const Options *options, GInetAddress *address);

/* Who sent the request: the peer, or whom a trusted proxy names. */
gchar *visitor_of_request (const Options *options, SoupServerMessage *message);
