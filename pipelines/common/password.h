/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The user and password of a server, from its command line. */
#pragma once

#include <glib.h>

/* Reads @file's only line; NULL if there is none, or if other users may read the file.
 * The caller frees it. */
gchar *password_read (const gchar *file, GError **error);

/* Whether both or neither of --user and --password-file (@user and @file) are set. */
gboolean password_check_user (
    const gchar *user, const gchar *file, GError **error);
