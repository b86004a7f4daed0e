/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Limits the rate of password guesses: delays a visitor after wrong passwords. */
#pragma once

#include <gio/gio.h>

typedef struct _RateLimit RateLimit;

/* @delay: microseconds after the first wrong one; each next doubles it. */
RateLimit *rate_limit_new (gint64 delay);
void rate_limit_free (RateLimit *limit);

/* Microseconds from @now until the next password of @visitor may be checked. */
gint64 rate_limit_get_delay (
    RateLimit *limit, const gchar *visitor, gint64 now);

/* Counts a wrong password, and sets the next delay. */
void rate_limit_add_failure (
    RateLimit *limit, const gchar *visitor, gint64 now);

/* Records the right password, and resets the delay. */
void rate_limit_add_success (RateLimit *limit, const gchar *visitor);

/* Whether @visitor has sent the right password before. */
gboolean rate_limit_has_succeeded (RateLimit *limit, const gchar *visitor);
