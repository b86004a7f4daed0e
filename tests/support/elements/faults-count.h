/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is refused, by its number; what can be refused is in faults.c and faults-cuda.c. */
#pragma once

#include "tests/support/elements/faults.h"

/* Whether anything is counted now; else allocations are to cost nothing more. */
gboolean faults_counting (void);

/* Counts one more; whether it fails. *@is_first: it is the first that does, whose place
 * faults_set_site() takes. */
gboolean faults_count (gboolean *is_first);

void faults_set_site (const gchar *format, ...) G_GNUC_PRINTF (1, 2);
