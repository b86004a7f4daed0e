/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The quark of the library's one error domain, and nothing else. */
#include "life/error.h"

G_DEFINE_QUARK (life - error - quark, life_error)
