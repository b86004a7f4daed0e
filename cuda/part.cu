/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of worlds that GPUs hold: engines whose counts, soups and pictures are of their own
 * lines. The neighbor's GPU copies borders, slices in 3D from where they lie into its own
 * halo, and lines in strips by way of packed ones. No thread of the host waits for that:
 * events say when a border is there and when it is fetched. Slices of a border are advanced
 * before the others, and are copied while those are. */
#include "cuda/part.h"

#include "cuda/bits2d/kernel.h"
#include "cuda/bits3d/kernel.h"
#include "cuda/class.h"
#include "cuda/connection.h"
#include "cuda/draw/draw.h"
#include "cuda/engine/engine.h"
#include "cuda/engine/lines.h"

#include "life/base/memory.h"
#include "life/cpu/planes.h"

/* A part has two neighbors at most, and sends to and receives from each. */
#define NEIGHBORS 2
#define BORDERS (2 * NEIGHBORS)

typedef struct {
  LifePart part;
  cudaStream_t copies; /* of borders */
  cudaEvent_t packed, fetched;
  gboolean is_offered; /* what is sent was there before all was advanced */
  cudaEvent_t awaited[NEIGHBORS]; /* of others, who own them */
  guint n_awaited;
} CudaPart;

static LifeCudaEngine *
engine_of (const LifePart *self)
{
  return (LifeCudaEngine *) self->local;
}

guint
life_cuda_count_devices (void)
{
  int devices = 0;

  if (cudaGetDeviceCount (&devices) != cudaSuccess) {
    cudaGetLastError ();
    return 0;
  }
  return (guint) devices;
}

/* --- Made --- */

static const LifeCudaKernel *
kernel_for (const LifeRule *rule)
{
  return rule->dimensions == 3 ? &life_bits3d_kernel : &life_bits2d_kernel;
}

/* The number of a GPU, counted on from the first one behind the last: processes that share a
 * host are numbered there. */
static gint
find_device (gint number)
{
  const guint devices = life_cuda_count_devices ();

  return devices > 0 ? number % (gint) devices : number;
}

static gboolean
takes (const LifeRule *rule)
{
  const LifeGeometry torus = { .topology = LIFE_TOPOLOGY_TORUS };

  return kernel_for (rule)->can_run (rule, &torus);
}

static gboolean
measure (const LifeCut *cut, guint index, const LifeRule *rule, gint id,
    guint64 bytes[2], gchar **where, GError **error)
{
  const LifePiece piece = life_cut_piece (cut, index);
  const LifeLayout layout = kernel_for (rule)->layout;
  gsize free_bytes = 0, all_bytes = 0;
  LifeStorage storage;
  guint64 borders = 0;
  LifeDevice device;

  if (!life_device_open (find_device (id), NULL, &device, error)
      || !life_cuda_measure (&piece.geometry, rule, LIFE_KERNEL_BITSLICED,
          device.id, &bytes[0], error))
    return FALSE;
  LifeDeviceScope scope (device, error);
  if (!scope.entered
      || !life_cuda_check (cudaMemGetInfo (&free_bytes, &all_bytes),
          "asking a GPU for its memory", error))
    return FALSE;
  bytes[1] = free_bytes;
  if (life_storage_init (
          &storage, &piece.geometry, rule->dimensions, rule->states, layout))
    borders =
        BORDERS
        * life_cuda_lines_bytes (&storage, (guint64) cut->halo * cut->lines);
  bytes[0] =
      bytes[0] < G_MAXUINT64 - borders ? bytes[0] + borders : G_MAXUINT64;
  *where = g_strdup_printf ("GPU %d of %s", device.id, g_get_host_name ());
  return TRUE;
}

/* --- How fast a GPU is --- */

/* A world that fills a GPU and fits any, and what it is advanced by: a few milliseconds. */
#define SPEED_SIDE_2D 16384
#define SPEED_SIDE_3D 512
#define SPEED_GENERATIONS 120
#define SPEED_DENSITY (G_MAXUINT64 / 3)

/* That of one model; the number of multiprocessors differs where one is shared. */
static guint64
find_kind (gint id)
{
  LifeDevice device;

  if (!life_device_open (find_device (id), NULL, &device, NULL))
    return 0;
  return (guint64) g_str_hash (device.name) << 32
         | (guint64) device.multiprocessors;
}

/* What comes first makes the GPU as fast as it will be. */
static gboolean
time_steps (LifeCudaEngine *engine, gint64 *microseconds, GError **error)
{
  for (guint i = 0; i < 2; i++) {
    const gint64 start = g_get_monotonic_time ();
    guint64 stepped;

    if (!engine->engine.klass->step (
            &engine->engine, SPEED_GENERATIONS, NULL, &stepped, error))
      return FALSE;
    LifeDeviceScope scope (engine->device, error);
    if (!scope.entered || !life_cuda_finish (engine, "measuring a GPU", error))
      return FALSE;
    *microseconds = MAX (g_get_monotonic_time () - start, 1);
  }
  return TRUE;
}

static gboolean
measure_speed (const LifeRule *rule, gint id, guint64 *speed, GError **error)
{
  const bool is_3d = rule->dimensions == 3;
  const guint32 side = is_3d ? SPEED_SIDE_3D : SPEED_SIDE_2D;
  const LifeGeometry geometry = { side, side, is_3d ? side : 1,
    LIFE_TOPOLOGY_TORUS };
  LifeEngineOptions options = {};
  gint64 microseconds = 1;

  options.engine = LIFE_ENGINE_CUDA;
  options.kernel = LIFE_KERNEL_BITSLICED;
  options.pdl = TRUE;
  options.cuda_device_id = find_device (id);
  LifeEngine *engine =
      life_cuda_engine.create (&geometry, rule, &options, error);
  if (engine == NULL)
    return FALSE;
  const gboolean done =
      engine->klass->soup (engine, 1, SPEED_DENSITY, error)
      && time_steps ((LifeCudaEngine *) engine, &microseconds, error);
  engine->klass->destroy (engine);
  *speed = (guint64) side * side * geometry.depth * SPEED_GENERATIONS
           / (guint64) microseconds;
  return done;
}

static gboolean
make_stream (CudaPart *self, GError **error)
{
  LifeDeviceScope scope (engine_of (&self->part)->device, error);

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

static void
close_part (LifePart *self)
{
  CudaPart *part = (CudaPart *) self;

  {
    LifeDeviceScope scope (engine_of (self)->device, NULL);
    if (scope.entered && part->copies != NULL) {
      cudaStreamSynchronize (part->copies);
      cudaStreamDestroy (part->copies);
    }
    if (scope.entered && part->packed != NULL)
      cudaEventDestroy (part->packed);
    if (scope.entered && part->fetched != NULL)
      cudaEventDestroy (part->fetched);
  }
  self->local->klass->destroy (self->local);
}

static gboolean
open_part (LifePart *self, const LifeRule *rule, guint threads, gint id,
    GError **error)
{
  LifeEngineOptions options = {};

  options.engine = LIFE_ENGINE_CUDA;
  options.kernel = LIFE_KERNEL_BITSLICED;
  options.pdl = TRUE;
  options.cuda_device_id = find_device (id);
  self->local =
      life_cuda_engine.create (&self->piece.geometry, rule, &options, error);
  if (self->local == NULL)
    return FALSE;

  LifeCudaEngine *engine = engine_of (self);
  engine->part.world = self->cut.world;
  engine->storage.is_part = true;
  engine->storage.own_first = self->piece.above;
  engine->storage.own_end = self->piece.above + self->piece.units;
  engine->part.start = (gint64) self->piece.first - self->piece.above;
  engine->storage.shift = (uint32_t) engine->part.start;
  if (make_stream ((CudaPart *) self, error))
    return TRUE;
  close_part (self);
  return FALSE;
}

/* --- Advanced --- */

/* Whether lines are fetched from where they lie. */
static gboolean
is_fetched_from (const LifePart *self)
{
  return engine_of (self)->storage.layout == LIFE_LAYOUT_ROWS;
}

/* Lets the GPU wait for those that fetch cells of the part. */
static gboolean
wait_for_neighbors (CudaPart *self, GError **error)
{
  for (; self->n_awaited > 0; self->n_awaited--)
    if (!life_cuda_check (
            cudaStreamWaitEvent (engine_of (&self->part)->launcher.stream,
                self->awaited[self->n_awaited - 1], 0),
            "waiting for a neighbor", error))
      return FALSE;
  return TRUE;
}

/* Waits for all that was enqueued, which may wait for other processes. */
static gboolean
wait_for_others (LifePart *self, GError **error)
{
  CudaPart *part = (CudaPart *) self;

  return self->connection == NULL
         || (life_cuda_check (cudaEventRecord (part->packed,
                                  engine_of (self)->launcher.stream),
                 "advancing the world", error)
             && life_connection_wait (self->connection, part->packed, error));
}

/* Whether borders can be advanced before the rest. */
static gboolean
has_borders_apart (const LifePart *self)
{
  const LifeCudaEngine *engine = engine_of (self);
  const LifeCudaKernel *kernel = engine->kernel;

  return is_fetched_from (self) && !self->by_host && kernel->is_by_slice != NULL
         && kernel->is_by_slice (engine->plan)
         && self->piece.units > self->piece.above + self->piece.below;
}

/* Enqueues a generation of the part's own slices, first of those that neighbors fetch. */
static gboolean
advance_borders_first (LifePart *self, GError **error)
{
  CudaPart *part = (CudaPart *) self;
  LifeCudaEngine *engine = engine_of (self);
  const guint32 first = self->piece.above, end = first + self->piece.units;
  const guint32 inner = first + self->piece.above;
  const guint32 inner_end = end - self->piece.below;
  const guint32 ranges[][2] = { { first, inner }, { inner_end, end },
    { inner, inner_end } };

  life_count_forget (engine);
  for (gsize i = 0; i < G_N_ELEMENTS (ranges); i++) {
    const guint32 *range = ranges[i];

    if (range[0] < range[1]
        && !life_cuda_check (engine->kernel->advance_slices (
                                 engine, engine->plan, range[0], range[1]),
            "launching a kernel", error))
      return FALSE;
    if (i == 1
        && !life_cuda_check (
            cudaEventRecord (part->packed, engine->launcher.stream),
            "recording an event", error))
      return FALSE;
  }
  std::swap (engine->present, engine->previous);
  part->is_offered = TRUE;
  return TRUE;
}

static gboolean
step (LifePart *self, guint64 generations, gboolean last, GError **error)
{
  LifeCudaEngine *engine = engine_of (self);
  LifeDeviceScope scope (engine->device, error);
  guint64 stepped;

  engine->forgets = !last;
  ((CudaPart *) self)->is_offered = FALSE;
  if (!scope.entered
      || (is_fetched_from (self)
          && !wait_for_neighbors ((CudaPart *) self, error))
      /* Compiled code takes over when nothing is under way. */
      || (engine->compilation != NULL && !wait_for_others (self, error)))
    return FALSE;
  if (last || !has_borders_apart (self))
    return self->local->klass->step (
        self->local, generations, NULL, &stepped, error);
  return (generations == 1
             || self->local->klass->step (
                 self->local, generations - 1, NULL, &stepped, error))
         && advance_borders_first (self, error);
}

static gboolean
finish (LifePart *self, GError **error)
{
  LifeCudaEngine *engine = engine_of (self);
  LifeDeviceScope scope (engine->device, error);

  return scope.entered && wait_for_others (self, error)
         && life_cuda_finish (engine, "advancing the world", error);
}

/* --- Exchanged --- */

static guint64
border_bytes (const LifePart *self, gsize lines)
{
  return life_cuda_lines_bytes (&engine_of (self)->storage, lines);
}

/* Memory of the host is where the GPU reaches it, too. */
static guint8 *
reserve (LifePart *self, gsize bytes, gboolean by_host, GError **error)
{
  LifeDeviceScope scope (engine_of (self)->device, error);
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

static void
release (LifePart *self, guint8 *border)
{
  LifeDeviceScope scope (engine_of (self)->device, NULL);

  if (!scope.entered)
    return;
  cudaStreamSynchronize (engine_of (self)->launcher.stream);
  if (self->by_host)
    cudaFreeHost (border);
  else
    cudaFree (border);
}

static gboolean
pack (
    LifePart *self, const LifePartLines *lines, guint8 *border, GError **error)
{
  LifeCudaEngine *engine = engine_of (self);
  LifeDeviceScope scope (engine->device, error);

  return scope.entered && wait_for_neighbors ((CudaPart *) self, error)
         && life_cuda_check (life_cuda_lines_read (engine, lines->first,
                                 lines->n, (guint64 *) border),
             "packing cells", error);
}

static gboolean
unpack (LifePart *self, const LifePartLines *lines, const guint8 *border,
    GError **error)
{
  LifeCudaEngine *engine = engine_of (self);
  LifeDeviceScope scope (engine->device, error);

  return scope.entered
         && life_cuda_check (life_cuda_lines_write (engine, lines->first,
                                 lines->n, (const guint64 *) border),
             "unpacking cells", error);
}

/* Whole slices of a world in rows. */
static guint8 *
find_lines (const LifePart *self, const LifePartLines *lines, gsize *size)
{
  const LifeCudaEngine *engine = engine_of (self);
  const LifeStorage *storage = &engine->storage;

  if (!is_fetched_from (self) || lines->first % storage->height > 0
      || lines->n % storage->height > 0)
    return NULL;
  *size = lines->n / storage->height * storage->plane * sizeof (uint32_t);
  return (guint8 *) (engine->present
                     + lines->first / storage->height * storage->plane);
}

static gboolean
offer (LifePart *self, gboolean by_host, GError **error)
{
  CudaPart *part = (CudaPart *) self;
  LifeCudaEngine *engine = engine_of (self);
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

/* GPUs whose memory each one reaches, a bit each; a process can ask for that but once. */
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
begin_copies (CudaPart *self, GError **error)
{
  return life_cuda_check (cudaStreamWaitEvent (self->copies, self->packed, 0),
      "waiting for a border", error);
}

/* What is advanced next needs what was copied. */
static gboolean
end_copies (CudaPart *self, GError **error)
{
  return life_cuda_check (cudaEventRecord (self->fetched, self->copies),
             "fetching cells of a neighbor", error)
         && life_cuda_check (
             cudaStreamWaitEvent (
                 engine_of (&self->part)->launcher.stream, self->fetched, 0),
             "waiting for a border", error);
}

static gboolean
fetch (LifePart *self, guint8 *received, LifePart *from, const guint8 *sent,
    gsize size, GError **error)
{
  LifeCudaEngine *engine = engine_of (self);
  const LifeCudaEngine *other = engine_of (from);
  LifeDeviceScope scope (engine->device, error);
  CudaPart *part = (CudaPart *) self;

  if (!scope.entered)
    return FALSE;
  reach (engine, other->device.id);
  life_count_forget (engine);
  return begin_copies (part, error)
         && life_cuda_check (
             cudaStreamWaitEvent (part->copies, ((CudaPart *) from)->packed, 0),
             "waiting for a neighbor", error)
         && life_cuda_check (cudaMemcpyPeerAsync (received, engine->device.id,
                                 sent, other->device.id, size, part->copies),
             "fetching cells of a neighbor", error)
         && end_copies (part, error);
}

/* The GPU waits, before it packs the next time or changes what was fetched. */
static gboolean
await_part (LifePart *self, LifePart *other, GError **error)
{
  CudaPart *part = (CudaPart *) self;

  if (part->n_awaited < NEIGHBORS)
    part->awaited[part->n_awaited++] = ((CudaPart *) other)->fetched;
  return TRUE;
}

/* --- Of several processes --- */

static guint64
find_holder (gint id)
{
  cudaDeviceProp properties;

  if (!life_connection_is_there ()
      || cudaGetDeviceProperties (&properties, find_device (id)) != cudaSuccess)
    return 0;
  guint64 number = g_str_hash (g_get_host_name ());
  for (gsize i = 0; i < sizeof properties.uuid; i++)
    number = number * 0x100000001b3 + (guint8) properties.uuid.bytes[i];
  return MAX (number, 1);
}

static LifeConnection *
connect (gint id, const guint8 *key, guint parts, guint part,
    LifePartNeighbors *neighbors, GError **error)
{
  LifeDevice device;

  return life_device_open (find_device (id), NULL, &device, error)
             ? life_connection_new (&device, key, parts, part, neighbors, error)
             : NULL;
}

/* As fetch() does. Not more than what the exchange before this one let begin is enqueued,
 * since launches that find no room wait for good. */
static gboolean
enqueue_exchange (LifePart *self, const LifeBorder *above,
    const LifeBorder *below, GError **error)
{
  CudaPart *part = (CudaPart *) self;

  return life_connection_wait (self->connection, part->fetched, error)
         && begin_copies (part, error)
         && life_connection_exchange (
             self->connection, above, below, part->copies, error)
         && end_copies (part, error);
}

static gboolean
exchange (LifePart *self, const LifeBorder *above, const LifeBorder *below,
    GError **error)
{
  LifeDeviceScope scope (engine_of (self)->device, error);

  if (!scope.entered)
    return FALSE;
  life_count_forget (engine_of (self));
  if (enqueue_exchange (self, above, below, error))
    return TRUE;
  life_connection_give_up (self->connection);
  return FALSE;
}

/* --- Read --- */

/* States' bits lie otherwise here than in lines of the host. */
static gboolean
read_states (
    LifePart *self, const LifePartLines *lines, guint64 *words, GError **error)
{
  const guint32 width = self->cut.world.width;
  const gsize row = (width - 1) / 64 + 1;
  const LifePlanes planes = { self->rule->states,
    life_planes_count (self->rule->states), row * lines->n };
  g_autofree guint8 *cells = (guint8 *) g_malloc (width);

  memset (words, 0, planes.n * planes.step * sizeof *words);
  for (gsize i = 0; i < lines->n; i++) {
    const guint32 line = (guint32) (lines->first + i);
    const LifeEngineBox box = { 0, line, 0, width, 1, 1 };

    if (!self->local->klass->read (self->local, &box, cells, error))
      return FALSE;
    life_planes_set (&planes, words + i * row, 0, width, cells);
  }
  return TRUE;
}

static gboolean
read_lines (
    LifePart *self, const LifePartLines *lines, guint64 *words, GError **error)
{
  LifeCudaEngine *engine = engine_of (self);
  LifeDeviceScope scope (engine->device, error);
  const guint64 bytes = life_cuda_lines_bytes (&engine->storage, lines->n);

  if (!scope.entered)
    return FALSE;
  if (engine->storage.bits > 1)
    return read_states (self, lines, words, error);
  return life_scratch_reserve (
             &engine->transfer, (gsize) bytes, "reading cells", error)
         && life_cuda_check (life_cuda_lines_read (engine, lines->first,
                                 lines->n, (guint64 *) engine->transfer.data),
             "reading cells", error)
         && life_cuda_check (
             cudaMemcpyAsync (words, engine->transfer.data, (gsize) bytes,
                 cudaMemcpyDeviceToHost, engine->launcher.stream),
             "reading cells", error)
         && life_cuda_finish (engine, "reading cells", error);
}

/* --- Filled, counted and drawn --- */

static gboolean
soup (LifePart *self, guint64 seed, guint64 threshold, GError **error)
{
  return self->local->klass->soup (self->local, seed, threshold, error);
}

static gboolean
population (LifePart *self, guint64 *population, GError **error)
{
  return self->local->klass->population (self->local, population, error);
}

static gboolean
checksum (LifePart *self, guint64 *checksum, GError **error)
{
  return self->local->klass->checksum (self->local, checksum, error);
}

static gboolean
box (LifePart *self, LifeBox *box, GError **error)
{
  return self->local->klass->box (self->local, box, error);
}

static gboolean
activity (LifePart *self, LifeActivity *activity, GError **error)
{
  return self->local->klass->activity (self->local, activity, error);
}

static gboolean
draw (LifePart *self, const LifeShown *shown, const LifeFrame *rows,
    GError **error)
{
  LifeCudaEngine *engine = engine_of (self);

  engine->part.frame_height = shown->frame.height;
  engine->part.first_row = shown->first;
  return self->local->klass->draw (self->local, &shown->view, rows, error);
}

static gboolean
sum (LifePart *self, const LifeShown *shown, guint64 *sums, GError **error)
{
  LifeCudaEngine *engine = engine_of (self);
  LifeDeviceScope scope (engine->device, error);
  const LifeFrame rows = life_shown_rows (shown);
  const gsize n = life_shown_count_sums (shown, self->rule);
  const guint n_sums = (guint) (n / rows.width / rows.height);

  engine->part.frame_height = shown->frame.height;
  engine->part.first_row = shown->first;
  return scope.entered
         && life_sum_on_device (engine, &shown->view, &rows, n_sums, error)
         && life_cuda_check (
             cudaMemcpyAsync (sums, engine->sums.data, n * sizeof *sums,
                 cudaMemcpyDeviceToHost, engine->launcher.stream),
             "drawing", error)
         && life_cuda_finish (engine, "drawing", error);
}

const LifePartClass life_cuda_part = {
  .kind = LIFE_ENGINE_CUDA,
  .size = sizeof (CudaPart),
  .takes = takes,
  .measure = measure,
  .find_kind = find_kind,
  .measure_speed = measure_speed,
  .open = open_part,
  .close = close_part,
  .step = step,
  .finish = finish,
  .border_bytes = border_bytes,
  .reserve = reserve,
  .release = release,
  .pack = pack,
  .unpack = unpack,
  .find_lines = find_lines,
  .offer = offer,
  .fetch = fetch,
  .await = await_part,
  .find_holder = find_holder,
  .make_id = life_connection_make_id,
  .connect = connect,
  .disconnect = life_connection_free,
  .exchange = exchange,
  .read_lines = read_lines,
  .soup = soup,
  .population = population,
  .checksum = checksum,
  .box = box,
  .activity = activity,
  .draw = draw,
  .sum = sum,
};
