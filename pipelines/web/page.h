/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The page: files that are built into the program, and the headers that keep browsers from
 * loading anything else. */
#pragma once

#include <libsoup/soup.h>

/* Answers a request for a file of the page. */
void page_answer (SoupServerMessage *message, const gchar *path);

/* The headers of every answer. */
void page_add_headers (SoupServerMessage *message);
