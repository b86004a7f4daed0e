/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What users call the values of the library's enumerations. */
#pragma once

#include <life/api.h>

G_BEGIN_DECLS

/**
 * LifeChoice:
 * @value: a value of an enumeration
 * @nick: how users spell it
 * @blurb: what it is, in a few words
 *
 * One of the values that an option can have. Functions that list those of an enumeration return
 * them one by one, in ascending order from the first.
 */
typedef struct {
  gint value;
  const gchar *nick, *blurb;
} LifeChoice;

G_END_DECLS
