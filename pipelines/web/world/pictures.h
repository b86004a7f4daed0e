/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Small pictures of patterns and rules, as lifesrc draws them, each drawn once. */
#pragma once

#include "library.h"

typedef struct _Pictures Pictures;

Pictures *pictures_new (void);
void pictures_free (Pictures *pictures);

/* The PNG of a pattern of @library, as the only GBytes of an array. Only one thread calls this and
 * pictures_of_rule(). */
GPtrArray *pictures_of_pattern (Pictures *pictures, const Library *library,
    const gchar *name, GError **error);

/* PNGs of successive generations of a soup under a named rule of 2 or 3 @dimensions. */
GPtrArray *pictures_of_rule (
    Pictures *pictures, const gchar *name, guint dimensions, GError **error);
