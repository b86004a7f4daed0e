/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GPUs of several processes that exchange cells by themselves, by way of NCCL. */
#pragma once

#include "cuda/device/device.h"

#include "life/parts/part.h"

/* Whether there is an NCCL that can be used; it is loaded once. */
bool life_connection_is_there (void);

gboolean life_connection_make_id (guint8 id[LIFE_CONNECTION_ID]);

/* Connects the GPU of @part with those of all @parts, which call this at the same time with
 * the same @id. NULL and LIFE_ERROR_DEVICE where one does not come in time. */
LifeConnection *life_connection_new (const LifeDevice *device, const guint8 *id,
    guint parts, guint part, LifePartNeighbors *neighbors, GError **error);
void life_connection_free (LifeConnection *self);

/* Ends all that is pending, so that nothing on the GPU waits for other processes any more. */
void life_connection_abort (LifeConnection *self);

/* Enqueues in @stream that cells go to both neighbors and come from them. */
gboolean life_connection_exchange (LifeConnection *self,
    const LifeBorder *above, const LifeBorder *below, cudaStream_t stream,
    GError **error);

/* Waits for @event as long as the other processes run; else aborts. */
gboolean life_connection_wait (
    LifeConnection *self, cudaEvent_t event, GError **error);
