/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of worlds on GPUs: engines whose counts, soups and pictures are of their own
 * lines. Slices of a border are advanced before the others, and are exchanged while those are
 * (exchange.cu). */
#include "cuda/parts/cuda-part.h"

#include "cuda/class.h"
#include "cuda/draw/cuda-draw.h"
#include "cuda/draw/renderer-class.h"
#include "cuda/engine/cuda-lines.h"
#include "cuda/parts/connection.h"
#include "cuda/parts/exchange.h"
#include "cuda/parts/gpus.h"

#include "life/base/memory.h"
#include "life/cpu/state-planes.h"

/* --- Made --- */

static void
close_part (LifePart *self)
{
  LifeGpuPart *part = (LifeGpuPart *) self;

  life_gpu_part_end (part);
  life_renderer_free (part->renderer);
  self->local->klass->destroy (self->local);
}

static gboolean
open_part (LifePart *self, const LifePartOptions *part_options, GError **error)
{
  LifeGpuPart *part = (LifeGpuPart *) self;
  LifeEngineOptions options = {};

  options.engine = LIFE_ENGINE_CUDA;
  options.kernel = LIFE_KERNEL_BITSLICED;
  options.pdl = TRUE;
  options.cuda_device_id = life_gpu_find (part_options->device);
  self->local = life_cuda_engine.create (
      &self->piece.geometry, part_options->rule, &options, error);
  if (self->local == NULL)
    return FALSE;

  LifeCudaEngine *engine = life_gpu_part_engine (self);
  engine->part.world = self->cut.world;
  engine->storage.is_part = true;
  engine->storage.own_first = self->piece.above;
  engine->storage.own_end = self->piece.above + self->piece.units;
  engine->part.start = (gint64) self->piece.first - self->piece.above;
  engine->storage.shift = (uint32_t) engine->part.start;
  part->renderer = life_renderer_new (&life_cuda_renderer, self->local, error);
  if (part->renderer != NULL && life_gpu_part_begin (part, error))
    return TRUE;
  close_part (self);
  return FALSE;
}

/* --- Advanced --- */

/* Whether borders can be advanced before the rest. */
static gboolean
has_borders_apart (const LifePart *self)
{
  const LifeCudaEngine *engine = life_gpu_part_engine (self);
  const LifeCudaKernel *kernel = engine->program.kernel;

  return life_gpu_part_is_fetched_from (self) && !self->by_host
         && kernel->is_by_slice != NULL
         && kernel->is_by_slice (engine->program.plan)
         && self->piece.units > self->piece.above + self->piece.below;
}

/* Enqueues a generation of the part's own slices, first of those that neighbors fetch. */
static gboolean
advance_borders_first (LifePart *self, GError **error)
{
  LifeGpuPart *part = (LifeGpuPart *) self;
  LifeCudaEngine *engine = life_gpu_part_engine (self);
  const LifeCudaProgram *program = &engine->program;
  const guint32 first = self->piece.above, end = first + self->piece.units;
  const guint32 inner = first + self->piece.above;
  const guint32 inner_end = end - self->piece.below;
  const guint32 ranges[][2] = { { first, inner }, { inner_end, end },
    { inner, inner_end } };

  life_count_invalidate (engine);
  for (gsize i = 0; i < G_N_ELEMENTS (ranges); i++) {
    const guint32 *range = ranges[i];

    if (range[0] < range[1]
        && !life_cuda_check (program->kernel->advance_slices (
                                 engine, program->plan, range[0], range[1]),
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
  LifeCudaEngine *engine = life_gpu_part_engine (self);
  LifeDeviceScope scope (engine->device, error);
  guint64 stepped;

  engine->program.drops_previous = !last;
  ((LifeGpuPart *) self)->is_offered = FALSE;
  if (!scope.entered
      || (life_gpu_part_is_fetched_from (self)
          && !life_gpu_part_wait_for_neighbors ((LifeGpuPart *) self, error))
      /* Compiled code takes over when nothing is under way. */
      || (engine->program.compilation != NULL
          && !life_gpu_part_wait_for_peers (self, error)))
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
  LifeCudaEngine *engine = life_gpu_part_engine (self);
  LifeDeviceScope scope (engine->device, error);

  return scope.entered && life_gpu_part_wait_for_peers (self, error)
         && life_cuda_finish (engine, "advancing the world", error);
}

static LifeConnection *
connect (gint id, const guint8 *key, guint parts, guint part,
    LifePartNeighbors *neighbors, GError **error)
{
  LifeDevice device;

  return life_device_open (life_gpu_find (id), NULL, &device, error)
             ? life_connection_new (&device, key, parts, part, neighbors, error)
             : NULL;
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
    const LifeBox box = { 0, line, 0, width, 1, 1 };

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
  LifeCudaEngine *engine = life_gpu_part_engine (self);
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
count (LifePart *self, guint what, LifeTally *tally, GError **error)
{
  return self->local->klass->count (self->local, what, tally, error);
}

/* What draws the rows of @shown. */
static LifeCudaDrawer *
drawer_of (LifePart *self, const LifeShown *shown)
{
  LifeGpuPart *part = (LifeGpuPart *) self;
  LifeCudaDrawer *drawer = &((LifeCudaRenderer *) part->renderer)->drawer;

  drawer->shown = { shown->frame.height, shown->first };
  return drawer;
}

static gboolean
draw (LifePart *self, const LifeShown *shown, const LifeFrame *rows,
    GError **error)
{
  LifeRenderer *renderer = ((LifeGpuPart *) self)->renderer;

  drawer_of (self, shown);
  return renderer->klass->draw (renderer, &shown->view, rows, error);
}

static gboolean
sum (LifePart *self, const LifeShown *shown, guint64 *sums, GError **error)
{
  LifeCudaDrawer *drawer = drawer_of (self, shown);
  LifeCudaEngine *engine = drawer->cuda;
  LifeDeviceScope scope (engine->device, error);
  const LifeFrame rows = life_shown_rows (shown);
  const gsize n = life_shown_count_sums (shown, self->rule);
  const guint n_sums = (guint) (n / rows.width / rows.height);

  return scope.entered
         && life_sum_on_device (drawer, &shown->view, &rows, n_sums, error)
         && life_cuda_check (
             cudaMemcpyAsync (sums, drawer->sums.data, n * sizeof *sums,
                 cudaMemcpyDeviceToHost, engine->launcher.stream),
             "drawing", error)
         && life_cuda_finish (engine, "drawing", error);
}

const LifePartClass life_cuda_part = {
  .kind = LIFE_ENGINE_CUDA,
  .size = sizeof (LifeGpuPart),
  .supports = life_gpu_supports,
  .measure = life_gpu_measure,
  .open = open_part,
  .close = close_part,
  .step = step,
  .finish = finish,
  .border_bytes = life_gpu_part_border_bytes,
  .reserve = life_gpu_part_reserve,
  .release = life_gpu_part_release,
  .pack = life_gpu_part_pack,
  .unpack = life_gpu_part_unpack,
  .find_lines = life_gpu_part_find_lines,
  .offer = life_gpu_part_offer,
  .fetch = life_gpu_part_fetch,
  .await = life_gpu_part_await,
  .find_holder = life_gpu_find_holder,
  .make_id = life_connection_make_id,
  .connect = connect,
  .disconnect = life_connection_free,
  .exchange = life_gpu_part_exchange,
  .read_lines = read_lines,
  .soup = soup,
  .count = count,
  .draw = draw,
  .sum = sum,
};
