/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Allocations that fail: those that the library and the plugin ask for in a way that may
 * be refused, and the buffers that pools give out.
 *
 * The test program has the functions that allocate under their own names, so that the
 * dynamic linker finds these before those of the libraries; nothing in the library knows
 * of it. Allocations that the library cannot go on without (g_malloc() and its kin: small
 * ones) are not among them. */
#pragma once

#include <glib.h>

typedef enum {
  FAULTS_ONE, /* one allocation fails */
  FAULTS_ALL, /* that one and all after it */
} FaultsKind;

/* From now on allocations are counted, and number @nth, from 1, fails; 0: none. */
void faults_begin (guint nth, FaultsKind kind);

/* From now on none fails; returns how many there were. */
guint faults_end (void);

/* Where the first one failed, as "file+offset" for addr2line; NULL if none did. */
const gchar *faults_site (void);
