/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Colors that have a name, as a table. */
#pragma once

#include <life/api.h>

typedef struct {
  const gchar *name;
  guint32 rgb;
} LifeNamedColor;

/* Ends where the name is NULL. */
extern const LifeNamedColor life_named_colors[];
