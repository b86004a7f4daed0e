/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who may come in: the names of this server, pages from elsewhere, the password. */
#pragma once

#include <libsoup/soup.h>

#include "../web-options.h"

typedef struct _Keys Keys;

Keys *keys_new (const Options *options);
void keys_free (Keys *keys);

/* Looks at a request's headers. Where it may not come in, sets its status and returns
 * FALSE. */
gboolean keys_admit (Keys *keys, SoupServerMessage *message);

/* Whether a WebSocket may be opened from the page that the request names. */
gboolean keys_admit_origin (Keys *keys, SoupServerMessage *message);
