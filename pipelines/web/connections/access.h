/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Access control: host names of this server, origins of pages, the password. */
#pragma once

#include <libsoup/soup.h>

#include "../web-options.h"

typedef struct _Access Access;

Access *access_new (const WebOptions *options);
void access_free (Access *access);

/* Checks a request's headers. If access is denied, sets the status and returns FALSE. */
gboolean access_check_request (Access *access, SoupServerMessage *message);

/* Whether a WebSocket may be opened from the page that the request names. */
gboolean access_check_origin (Access *access, SoupServerMessage *message);
