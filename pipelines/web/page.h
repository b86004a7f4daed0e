/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The page: files built into the program, and headers with which browsers load nothing
 * else. */
#pragma once

#include <libsoup/soup.h>

/* Replies to a request for a file of the page. */
void page_reply (SoupServerMessage *message, const gchar *path);

/* Adds the headers of every reply. */
void page_add_headers (SoupServerMessage *message);
