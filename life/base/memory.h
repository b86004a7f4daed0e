/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory for worlds: how much there is, and allocation that is refused before
 * it is tried. */
#pragma once

#include "life/error.h"

G_BEGIN_DECLS

#define LIFE_MEMORY_ALIGNMENT 64

/* Bytes that can be allocated without swapping or being killed: the kernel's
 * estimate, or what is left of a control group's limit if that is less. */
guint64 life_memory_available (void);

/* The machine's memory, or the control group's limit if that is less. */
guint64 life_memory_total (void);

/* FALSE and LIFE_ERROR_MEMORY if fewer than @bytes are available; @what
 * names their use in the message. Pass a size that overflowed as
 * G_MAXUINT64. */
gboolean life_memory_check (guint64 bytes, const gchar *what, GError **error);

/* A world's account of memory: its cells, its history, and what is saved of it and read for
 * it. All 0: what is available. Threads may share one. */
typedef struct {
  guint64 limit; /* in bytes; 0: what is available */
  guint64 used;
} LifeMemory;

/* Bytes that are left. */
guint64 life_memory_left (const LifeMemory *memory);

/* Counts @bytes that are allocated elsewhere, until they are uncharged; FALSE and
 * LIFE_ERROR_MEMORY, which names memory-limit, if fewer are left. */
gboolean life_memory_charge (
    LifeMemory *memory, guint64 bytes, const gchar *what, GError **error);
void life_memory_uncharge (LifeMemory *memory, guint64 bytes);

/* Zeroed memory, aligned to LIFE_MEMORY_ALIGNMENT, from a MiB on after life_memory_check();
 * free it with life_memory_release(). */
gpointer life_memory_reserve (gsize bytes, const gchar *what, GError **error);

/* The same, charged to @memory (nullable) until it is released. */
gpointer life_memory_reserve_of (
    LifeMemory *memory, gsize bytes, const gchar *what, GError **error);

/* Makes room for @needed items of @size bytes, or more so that it seldom has to grow, in an
 * array of which @used are in use; unchanged if that fails. */
gboolean life_memory_grow (LifeMemory *memory, gpointer *items, gsize *room,
    gsize used, gsize needed, gsize size);

void life_memory_release (gpointer memory);

G_END_DECLS
