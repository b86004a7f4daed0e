/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The quark of the library's one error domain, and nothing else. */
#include "life/error.h"

GQuark
life_error_quark (void)
{
  return g_quark_from_static_string ("life-error-quark");
}
