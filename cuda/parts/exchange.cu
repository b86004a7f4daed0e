/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cuda/parts/exchange.h"

#include "cuda/engine/cuda-lines.h"
#include "cuda/parts/connection.h"

gboolean
life_gpu_part_begin (LifeGpuPart *self, GError **error)
{
  LifeDeviceScope scope (life_gpu_part_engine (&self->part)->device, error);

  return scope.entered
         && life_cuda_check (
             cudaStreamCreateWithFlags (&self->copies, cudaStreamNonBlocking),
             "making a stream", error)
         && life_cuda_check (
             cudaEventCreateWithFlags (&self->packed, cudaEventDisableTiming),
             "making an event", error)
         && life_cuda_check (
             cudaEventCreateWithFlags (&self->fetched, cudaEventDisableTiming),
             "making an event", error);
}

void
life_gpu_part_end (LifeGpuPart *self)
{
  LifeDeviceScope scope (life_gpu_part_engine (&self->part)->device, NULL);

  if (!scope.entered)
    return;
  if (self->copies != NULL) {
    cudaStreamSynchronize (self->copies);
    cudaStreamDestroy (self->copies);
  }
  if (self->packed != NULL)
    cudaEventDestroy (self->packed);
  if (self->fetched != NULL)
    cudaEventDestroy (self->fetched);
}

gboolean
life_gpu_part_is_fetched_from (const LifePart *self)
{
  return life_gpu_part_engine (self)->storage.layout == LIFE_LAYOUT_ROWS;
}

gboolean
life_gpu_part_wait_for_neighbors (LifeGpuPart *self, GError **error)
{
  for (; self->n_awaited > 0; self->n_awaited--)
    if (!life_cuda_check (
            cudaStreamWaitEvent (
                life_gpu_part_engine (&self->part)->launcher.stream,
                self->awaited[self->n_awaited - 1], 0),
            "waiting for a neighbor", error))
      return FALSE;
  return TRUE;
}

gboolean
life_gpu_part_wait_for_peers (LifePart *self, GError **error)
{
  LifeGpuPart *part = (LifeGpuPart *) self;

  return self->connection == NULL
         || (life_cuda_check (cudaEventRecord (part->packed,
                                  life_gpu_part_engine (self)->launcher.stream),
                 "advancing the world", error)
             && life_connection_wait (self->connection, part->packed, error));
}

guint64
life_gpu_part_border_bytes (const LifePart *self, gsize lines)
{
  return life_cuda_lines_bytes (&life_gpu_part_engine (self)->storage, lines);
}

/* Memory of the host is where the GPU reaches it, too. */
guint8 *
life_gpu_part_reserve (
    LifePart *self, gsize bytes, gboolean by_host, GError **error)
{
  LifeDeviceScope scope (life_gpu_part_engine (self)->device, error);
  const gchar *what = "what parts of a world exchange";
  void *border = NULL;

  if (!scope.entered
      || (!by_host && !life_cuda_check_memory (bytes, what, error)))
    return NULL;
  life_cuda_check (by_host ? cudaHostAlloc (&border, bytes,
                       cudaHostAllocMapped | cudaHostAllocPortable)
                           : cudaMalloc (&border, bytes),
      what, error);
  return (guint8 *) border;
}

void
life_gpu_part_release (LifePart *self, guint8 *border)
{
  LifeDeviceScope scope (life_gpu_part_engine (self)->device, NULL);

  if (!scope.entered)
    return;
  cudaStreamSynchronize (life_gpu_part_engine (self)->launcher.stream);
  if (self->by_host)
    cudaFreeHost (border);
  else
    cudaFree (border);
}

gboolean
life_gpu_part_pack (
    LifePart *self, const LifePartLines *lines, guint8 *border, GError **error)
{
  LifeCudaEngine *engine = life_gpu_part_engine (self);
  LifeDeviceScope scope (engine->device, error);

  return scope.entered
         && life_gpu_part_wait_for_neighbors ((LifeGpuPart *) self, error)
         && life_cuda_check (life_cuda_lines_read (engine, lines->first,
                                 lines->n, (guint64 *) border),
             "packing cells", error);
}

gboolean
life_gpu_part_unpack (LifePart *self, const LifePartLines *lines,
    const guint8 *border, GError **error)
{
  LifeCudaEngine *engine = life_gpu_part_engine (self);
  LifeDeviceScope scope (engine->device, error);

  return scope.entered
         && life_cuda_check (life_cuda_lines_write (engine, lines->first,
                                 lines->n, (const guint64 *) border),
             "unpacking cells", error);
}

/* Whole slices of a world in rows. */
guint8 *
life_gpu_part_find_lines (
    const LifePart *self, const LifePartLines *lines, gsize *size)
{
  const LifeCudaEngine *engine = life_gpu_part_engine (self);
  const LifeStorage *storage = &engine->storage;

  if (!life_gpu_part_is_fetched_from (self)
      || lines->first % storage->height > 0 || lines->n % storage->height > 0)
    return NULL;
  *size = lines->n / storage->height * storage->plane * sizeof (uint32_t);
  return (guint8 *) (engine->present
                     + lines->first / storage->height * storage->plane);
}

gboolean
life_gpu_part_offer (LifePart *self, gboolean by_host, GError **error)
{
  LifeGpuPart *part = (LifeGpuPart *) self;
  LifeCudaEngine *engine = life_gpu_part_engine (self);
  LifeDeviceScope scope (engine->device, error);
  const gboolean is_offered = part->is_offered;

  part->is_offered = FALSE;
  if (!scope.entered)
    return FALSE;
  if (by_host)
    return life_cuda_finish (engine, "packing cells", error);
  return is_offered
         || life_cuda_check (
             cudaEventRecord (part->packed, engine->launcher.stream),
             "packing cells", error);
}

/* GPUs whose memory each one reaches, a bit each; a process can enable that but once. */
static guint64 reached[64];
static GMutex reaching;

/* Lets copies from another GPU go straight there and not by way of the host, where GPUs can
 * reach each other. */
static void
reach (const LifeCudaEngine *engine, int device)
{
  const int own = engine->device.id;
  int can = 0;

  g_mutex_lock (&reaching);
  if (device != own && (reached[own] >> device & 1) == 0) {
    reached[own] |= G_GUINT64_CONSTANT (1) << device;
    if (cudaDeviceCanAccessPeer (&can, own, device) == cudaSuccess && can)
      cudaDeviceEnablePeerAccess (device, 0);
    /* A program that has a GPU's context, too, may have done so. */
    cudaGetLastError ();
  }
  g_mutex_unlock (&reaching);
}

/* Lets copies come behind the part's own border, since what was advanced with it may have left
 * anything in the halo. */
static gboolean
begin_copies (LifeGpuPart *self, GError **error)
{
  return life_cuda_check (cudaStreamWaitEvent (self->copies, self->packed, 0),
      "waiting for a border", error);
}

/* What is advanced next needs what was copied. */
static gboolean
end_copies (LifeGpuPart *self, GError **error)
{
  return life_cuda_check (cudaEventRecord (self->fetched, self->copies),
             "fetching cells of a neighbor", error)
         && life_cuda_check (
             cudaStreamWaitEvent (
                 life_gpu_part_engine (&self->part)->launcher.stream,
                 self->fetched, 0),
             "waiting for a border", error);
}

gboolean
life_gpu_part_fetch (LifePart *self, guint8 *received, LifePart *from,
    const guint8 *sent, gsize size, GError **error)
{
  LifeCudaEngine *engine = life_gpu_part_engine (self);
  const LifeCudaEngine *other = life_gpu_part_engine (from);
  LifeDeviceScope scope (engine->device, error);
  LifeGpuPart *part = (LifeGpuPart *) self;

  if (!scope.entered)
    return FALSE;
  reach (engine, other->device.id);
  life_count_invalidate (engine);
  return begin_copies (part, error)
         && life_cuda_check (cudaStreamWaitEvent (part->copies,
                                 ((LifeGpuPart *) from)->packed, 0),
             "waiting for a neighbor", error)
         && life_cuda_check (cudaMemcpyPeerAsync (received, engine->device.id,
                                 sent, other->device.id, size, part->copies),
             "fetching cells of a neighbor", error)
         && end_copies (part, error);
}

/* The GPU waits, before it packs the next time or changes what was fetched. */
gboolean
life_gpu_part_await (LifePart *self, LifePart *other, GError **error)
{
  LifeGpuPart *part = (LifeGpuPart *) self;

  if (part->n_awaited < LIFE_PART_NEIGHBORS)
    part->awaited[part->n_awaited++] = ((LifeGpuPart *) other)->fetched;
  return TRUE;
}

/* --- Of several processes --- */

/* As life_gpu_part_fetch() does. Not more than what the exchange before this one let begin is enqueued,
 * since launches that find no room wait for good. */
static gboolean
enqueue_exchange (LifePart *self, const LifeBorder *above,
    const LifeBorder *below, GError **error)
{
  LifeGpuPart *part = (LifeGpuPart *) self;

  return life_connection_wait (self->connection, part->fetched, error)
         && begin_copies (part, error)
         && life_connection_exchange (
             self->connection, above, below, part->copies, error)
         && end_copies (part, error);
}

gboolean
life_gpu_part_exchange (LifePart *self, const LifeBorder *above,
    const LifeBorder *below, GError **error)
{
  LifeDeviceScope scope (life_gpu_part_engine (self)->device, error);

  if (!scope.entered)
    return FALSE;
  life_count_invalidate (life_gpu_part_engine (self));
  if (enqueue_exchange (self, above, below, error))
    return TRUE;
  life_connection_abort (self->connection);
  return FALSE;
}
