/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arrays that grow as a text is read, where too little memory is an error. */
#pragma once

#include <life/error.h>

G_BEGIN_DECLS

/* FALSE and LIFE_ERROR_MEMORY if @bytes more bytes are not available. */
gboolean life_grow_check (guint64 bytes, GError **error);

/*
 * life_grow:
 * @items: (inout): an array from g_malloc()
 * @allocated: (inout): how many items it has room for
 * @used: how many of them are in use
 * @size: bytes per item
 *
 * Makes room for one more item. Too little memory is an error, not an abort.
 */
gboolean life_grow (
    gpointer *items, gsize *allocated, gsize used, gsize size, GError **error);

G_END_DECLS
