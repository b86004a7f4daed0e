/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packs text with gzip, which unpack.h unpacks. */
#pragma once

#include <life/error.h>

/* Returns: (transfer full): *@packed_length bytes, or NULL with LIFE_ERROR_MEMORY */
gchar *life_gzip (
    const gchar *text, gsize length, gsize *packed_length, GError **error);
