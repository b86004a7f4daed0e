/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Random sequences of operations on an element: states, caps, seeks, properties, actions,
 * flushes, events, queries, odd buffers, clocks. Each follows from the bytes of an input;
 * threads alone may come together in another way the next time.
 *
 * The program ends at a frame out of order or of a wrong size, at a failure without a
 * message, where an element is not freed, and where after all this, with its properties
 * as they were, it does not play. GLib's criticals and warnings have to be fatal. */
#pragma once

#include <glib.h>

/* Files are made in @folder, which is emptied. Set G_MESSAGES_DEBUG=life to see what is
 * done. */
void sequence_play (const guint8 *data, gsize size, const gchar *folder);
