/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The user whom a server admits, as its command line names one. */
#pragma once

#include <glib.h>

/* Reads @file's only line; NULL where it is none, or where others may read it. The caller
 * frees it. */
gchar *password_read (const gchar *file, GError **error);

/* Whether --user and --password-file (@user and @file) fit each other. */
gboolean password_check_user (
    const gchar *user, const gchar *file, GError **error);
