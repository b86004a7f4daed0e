/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CUDA engine: worlds that live on a GPU, from their beginning to their end,
 * and advancing them. Cells in and out, counting, drawing and every kernel live
 * in files of their own.
 *
 * All work of a world goes through a stream of its own. What only changes the
 * world is enqueued and left running; what gives the caller something waits for
 * it, and reports what failed before, too. */
#include "cuda/class.h"

#include "cuda/bits2d/bits2d-kernel.h"
#include "cuda/bits3d/bits3d-kernel.h"
#include "cuda/count/pending-counts.h"
#include "cuda/count/cuda-count.h"
#include "cuda/compile/compilation.h"
#include "cuda/engine/world-io.h"
#include "cuda/ladder/ladder.h"
#include "cuda/larger/larger-kernel.h"
#include "cuda/rules/general.h"

/* So much work is enqueued before the caller is polled again whether it is still
 * requested; one chunk runs while the next is enqueued. */
#define CHUNK_SECONDS 0.01

/* All kernels; of several that run a rule, the first one does. */
static const LifeCudaKernel *const kernels[] = {
  &life_larger_kernel,
  &life_larger_far_kernel,
  &life_bits2d_kernel,
  &life_bits3d_kernel,
  &life_packed_kernel,
  &life_naive_kernel,
  &life_general_kernel,
  &life_tiled_kernel,
  &life_async_kernel,
  &life_lut_kernel,
  &life_bits_kernel,
};

static gboolean
can_run (const LifeCudaKernel *kernel, const LifeRule *rule,
    const LifeGeometry *geometry)
{
  return kernel->can_run (rule, geometry)
         && (rule->alternate == NULL || kernel->runs_in_turn
             || kernel->can_run (rule->alternate, geometry));
}

/* The kernel that @requested means, or NULL and @error: it does not run such a world. */
static const LifeCudaKernel *
choose_kernel (LifeKernel requested, const LifeRule *rule,
    const LifeGeometry *geometry, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kernels); i++) {
    const LifeCudaKernel *kernel = kernels[i];
    const gboolean supported = requested == LIFE_KERNEL_AUTO
                                   ? kernel->automatic
                                   : kernel->option == requested;
    if (supported && can_run (kernel, rule, geometry))
      return kernel;
  }
  if (requested == LIFE_KERNEL_LUT && rule->dimensions == 3)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=lut runs in two dimensions only: in three its table would have "
        "an entry for each of the 2^64 blocks of 4×4×4 cells; use kernel=auto");
  else if (requested != LIFE_KERNEL_PACKED
           && !life_engine_has_simple_edges (geometry))
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=%s of engine=cuda runs on a torus without shifts and on a "
        "plane only; use kernel=auto or kernel=naive",
        life_engine_kernel_name (requested));
  else if (requested == LIFE_KERNEL_BITSLICED && rule->alternate != NULL)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=bitsliced of engine=cuda runs rules that alternate only where "
        "they count live cells one cell away or are Margolus rules, in 2D, and "
        "in worlds of 256 × 385 cells or more; use kernel=auto");
  else
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=%s of engine=cuda does not run this kind of rule; use "
        "kernel=auto, or kernel=naive, which runs every rule",
        life_engine_kernel_name (requested));
  return NULL;
}

static gchar *
name_of (const LifeCudaKernel *kernel, const LifeDevice *device)
{
  const gchar *name = kernel->option != LIFE_KERNEL_AUTO
                          ? life_engine_kernel_name (kernel->option)
                          : kernel->name;

  return g_strdup_printf ("%s (%s)", name, device->name);
}

static gboolean
cuda_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  return choose_kernel (options->kernel, rule, geometry, error) != NULL
         && life_device_check (options->cuda_device_id, error);
}

/* The bytes of two generations, the second @words words after the first; and of
 * what the kernel needs in addition to them. */
static void
measure (LifeCudaEngine *self, gsize *words, gsize *bytes, gsize *workspace)
{
  const LifeGeometry *geometry = &self->engine.geometry;
  const LifeCudaKernel *kernel = self->program.kernel;
  const gsize alignment = 256 / sizeof (uint32_t);

  *words = *bytes = *workspace = G_MAXSIZE;
  if (!life_storage_init (&self->storage, geometry, self->rule.dimensions,
          self->rule.states, kernel->layout)
      || !g_size_checked_add (words, self->storage.words, alignment - 1))
    return;
  *words = *words / alignment * alignment;
  if (!g_size_checked_mul (bytes, *words, 2 * sizeof (uint32_t)))
    *bytes = G_MAXSIZE;
  *workspace = kernel->measure != NULL ? kernel->measure (self) : 0;
}

/* Two generations in one piece, dead. */
static gboolean
reserve_cells (LifeCudaEngine *self, GError **error)
{
  const LifeGeometry *geometry = &self->engine.geometry;
  gsize words, bytes, workspace, all;

  if (MAX (MAX (geometry->width, geometry->height), geometry->depth)
      > 1u << 31) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a world of %u×%u×%u cells: engine=cuda takes edges up to %u",
        geometry->width, geometry->height, geometry->depth, 1u << 31);
    return FALSE;
  }
  measure (self, &words, &bytes, &workspace);
  if (!g_size_checked_add (&all, bytes, workspace))
    all = G_MAXSIZE;
  if (!life_cuda_check_memory (all, "the world", error)
      || !life_cuda_check (
          cudaMalloc (&self->memory, bytes), "reserving the world", error)
      || !life_cuda_check (
          cudaMemsetAsync (self->memory, 0, bytes, self->launcher.stream),
          "clearing the world", error)
      || (workspace > 0
          && !life_cuda_check (cudaMalloc (&self->workspace, workspace),
              "reserving the world", error)))
    return FALSE;
  self->present = self->memory + self->storage.first;
  self->previous = self->present + words;
  return TRUE;
}

static void
clear_plans (LifeCudaEngine *self)
{
  LifeCudaProgram *program = &self->program;

  if (program->plan != NULL)
    program->kernel->clear (program->plan);
  if (self->turns.odd_plan != NULL)
    program->kernel->clear (self->turns.odd_plan);
  program->plan = self->turns.odd_plan = NULL;
}

/* Replaces the present plans by @plans, which are for @rule. */
static gboolean
replace_plans (LifeCudaEngine *self, const LifeCudaKernel *kernel,
    void *const plans[2], const LifeRule *rule, GError **error)
{
  LifeCudaProgram *program = &self->program;

  if (program->plan != NULL
      && !life_cuda_finish (self, "finishing a step", error))
    return FALSE;
  if (rule->states < self->rule.states)
    life_count_invalidate (self);
  if (rule->states < self->rule.states
      && !life_cuda_check (life_cuda_limit_states (self, rule->states),
          "changing the rule", error))
    return FALSE;
  clear_plans (self);
  if (program->name == NULL || program->kernel != kernel) {
    g_free (program->name);
    program->name = name_of (kernel, &self->device);
  }
  program->kernel = kernel;
  program->plan = plans[0];
  self->turns.odd_plan = plans[1];
  self->rule = life_rule_value (rule);
  return TRUE;
}

/* Goes on with code that was compiled for the rule, once it is there. What was enqueued
 * before runs with the old plan. */
static gboolean
use_compiled (LifeCudaEngine *self, GError **error)
{
  LifeCudaProgram *program = &self->program;
  const LifeCudaKernel *kernel = program->kernel;
  g_autoptr (GError) reason = NULL;
  void *plans[2] = { NULL, NULL };

  if (program->compilation == NULL
      || !life_compilation_get_plan (program->compilation, &plans[0]))
    return TRUE;
  program->compilation = NULL;
  if (plans[0] == NULL)
    return TRUE;
  if (!kernel->code->move (self, plans[0], &reason)) {
    g_info ("going on without compiled kernels: %s", reason->message);
    kernel->clear (plans[0]);
    return TRUE;
  }
  if (!replace_plans (self, kernel, plans, &self->rule, error)) {
    kernel->clear (plans[0]);
    return FALSE;
  }
  g_info ("going on with compiled kernels");
  return TRUE;
}

/* Makes the plan for @rule, and the one for the rule that it alternates with where the kernel
 * does not run both by one. */
static gboolean
make_plans (LifeCudaEngine *self, const LifeCudaKernel *kernel,
    const LifeRule *rule, void *plans[2], GError **error)
{
  plans[1] = NULL;
  plans[0] = kernel->plan (self, rule, error);
  if (plans[0] == NULL || rule->alternate == NULL || kernel->runs_in_turn)
    return plans[0] != NULL;
  plans[1] = kernel->plan (self, rule->alternate, error);
  if (plans[1] == NULL)
    kernel->clear (plans[0]);
  return plans[1] != NULL;
}

/* Goes on with plans for the first @states states of @rule. */
static gboolean
use_rule (LifeCudaEngine *self, const LifeCudaKernel *kernel,
    const LifeRule *rule, guint states, GError **error)
{
  LifeCudaProgram *program = &self->program;
  const guint old = program->states;
  void *plans[2];

  program->states = states;
  const gboolean made = make_plans (self, kernel, rule, plans, error);
  if (!made || !replace_plans (self, kernel, plans, rule, error)) {
    for (gsize i = 0; made && i < G_N_ELEMENTS (plans); i++)
      if (plans[i] != NULL)
        kernel->clear (plans[i]);
    program->states = old;
    return FALSE;
  }
  life_compilation_drop (program->compilation);
  program->compilation = plans[1] == NULL ? life_compilation_new (self) : NULL;
  return use_compiled (self, error);
}

/* The cells stay where they lie: a rule that wants them to lie otherwise needs
 * another engine. */
static gboolean
cuda_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  const LifeCudaKernel *kernel = NULL;

  if (scope.entered)
    kernel =
        choose_kernel (self->program.requested, rule, &engine->geometry, error);
  if (kernel == NULL)
    return FALSE;
  if (kernel->layout != self->storage.layout
      || life_storage_bits (kernel->layout, rule->states)
             != self->storage.bits) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "this rule needs cells that lie otherwise than the world's do; make a "
        "new world, or use kernel=naive");
    return FALSE;
  }
  self->program.fitted = 0;
  return use_rule (self, kernel, rule, rule->states, error);
}

/* Lets the plan be for the states that occur, where cells were changed since the last step:
 * fewer states may take fewer planes. */
static gboolean
fit_states (LifeCudaEngine *self, GError **error)
{
  const LifeCudaProgram *program = &self->program;
  const LifeCudaKernel *kernel = program->kernel;
  const LifeRule *rule = &self->rule;
  guint highest = 0;

  /* States may come from other parts at any time. */
  if (program->fitted == self->version || kernel->states == NULL
      || self->storage.is_part || kernel->states (rule, 0) == rule->states)
    return TRUE;
  if (!life_cuda_find_highest (self, &highest, error))
    return FALSE;
  const guint states = kernel->states (rule, highest);
  if (!life_cuda_check (
          life_cuda_limit_previous (self, states), "clearing planes", error))
    return FALSE;
  if (states == program->states)
    return TRUE;
  g_info ("cells are in %u of the %u states of the rule", states, rule->states);
  return use_rule (self, kernel, rule, states, error);
}

static void
release (LifeCudaEngine *self)
{
  if (self->launcher.stream != NULL)
    cudaStreamSynchronize (self->launcher.stream);
  life_count_clear (self);
  life_extent_clear (self);
  life_pending_counts_clear (self);
  life_checksum_clear (self);
  life_world_io_clear (self);
  clear_plans (self);
  cudaFree (self->workspace);
  cudaFree (self->memory);
  for (int i = 0; i < 2; i++)
    if (self->chunk_done[i] != NULL)
      cudaEventDestroy (self->chunk_done[i]);
  if (self->launcher.stream != NULL)
    cudaStreamDestroy (self->launcher.stream);
}

static void
cuda_destroy (LifeEngine *engine)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;

  {
    LifeDeviceScope scope (self->device, NULL);
    life_compilation_drop (self->program.compilation);
    /* Without its context nothing of it is left to be released. */
    if (scope.entered)
      release (self);
  }
  g_free (self->program.name);
  g_free (self);
}

static gboolean
init (LifeCudaEngine *self, const LifeEngineOptions *options, GError **error)
{
  LifeDeviceScope scope (self->device, error);
  cudaStream_t stream;

  if (!scope.entered
      || !life_cuda_check (
          cudaStreamCreateWithFlags (&stream, cudaStreamNonBlocking),
          "making a stream", error))
    return FALSE;
  self->launcher.stream = stream;
  if (!life_launcher_init (
          &self->launcher, &self->device, stream, options->pdl, error))
    return FALSE;
  for (int i = 0; i < 2; i++)
    if (!life_cuda_check (cudaEventCreateWithFlags (
                              &self->chunk_done[i], cudaEventDisableTiming),
            "making an event", error))
      return FALSE;
  return life_world_io_init (self, error) && reserve_cells (self, error)
         && life_count_init (self, error)
         && life_pending_counts_init (self, error)
         && life_checksum_init (self, error)
         && cuda_set_rule (&self->engine, &self->rule, error);
}

static LifeEngine *
cuda_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  const LifeCudaKernel *kernel =
      choose_kernel (options->kernel, rule, geometry, error);
  LifeDevice device;

  if (kernel == NULL
      || !life_device_open (
          options->cuda_device_id, options->cuda_context, &device, error))
    return NULL;

  LifeCudaEngine *self = g_new0 (LifeCudaEngine, 1);
  self->engine.klass = &life_cuda_engine;
  self->engine.geometry = *geometry;
  self->part.world = *geometry;
  self->version = 1;
  self->device = device;
  self->rule = life_rule_value (rule);
  self->program.requested = options->kernel;
  self->program.kernel = kernel;
  if (!init (self, options, error)) {
    cuda_destroy (&self->engine);
    return NULL;
  }
  return &self->engine;
}

gboolean
life_cuda_measure (const LifeGeometry *geometry, const LifeRule *rule,
    LifeKernel requested, gint device_id, guint64 *bytes, GError **error)
{
  const LifeCudaKernel *kernel =
      choose_kernel (requested, rule, geometry, error);
  gsize words, cells, workspace, all;
  LifeDevice device;

  if (kernel == NULL || !life_device_open (device_id, NULL, &device, error))
    return FALSE;
  g_autofree LifeCudaEngine *world = g_new0 (LifeCudaEngine, 1);
  world->engine.geometry = *geometry;
  world->rule = life_rule_value (rule);
  world->program.kernel = kernel;
  world->launcher.multiprocessors = device.multiprocessors;
  measure (world, &words, &cells, &workspace);
  *bytes = cells < G_MAXSIZE && g_size_checked_add (&all, cells, workspace)
               ? all
               : G_MAXUINT64;
  return TRUE;
}

static const gchar *
cuda_get_kernel_name (LifeEngine *engine)
{
  return ((LifeCudaEngine *) engine)->program.name;
}

/* How many generations occupy the GPU for about CHUNK_SECONDS; with a kernel
 * that advances several generations in one pass, enough of them for the last,
 * which is advanced alone, not to count. */
static guint64
choose_chunk (const LifeCudaEngine *self)
{
  const LifeGeometry *geometry = &self->engine.geometry;
  const gdouble cells =
      (gdouble) geometry->width * geometry->height * geometry->depth;
  const LifeCudaKernel *kernel = self->program.kernel;
  /* A rough figure of a fast GPU; a slow one takes a few times as long. */
  const gdouble seconds =
      MAX (cells / kernel->rate (&self->rule), kernel->min_seconds);

  return (guint64) CLAMP (
      CHUNK_SECONDS / seconds, (gdouble) kernel->min_generations, 1e5);
}

static void
cuda_set_generation (LifeEngine *engine, guint64 generation)
{
  ((LifeCudaEngine *) engine)->turns.is_odd = generation % 2 != 0;
}

/* Rules that alternate by plans of their own do so after each generation. */
static cudaError_t
advance (LifeCudaEngine *self, guint64 generations)
{
  const LifeCudaProgram *program = &self->program;
  LifeCudaTurns *turns = &self->turns;
  cudaError_t result = cudaSuccess;

  if (turns->odd_plan == NULL) {
    result = program->kernel->advance (self, program->plan, generations);
    turns->is_odd ^= generations % 2 != 0;
    return result;
  }
  for (guint64 i = 0; i < generations && result == cudaSuccess; i++) {
    result = program->kernel->advance (
        self, turns->is_odd ? turns->odd_plan : program->plan, 1);
    turns->is_odd = !turns->is_odd;
  }
  return result;
}

static gboolean
cuda_step (LifeEngine *engine, guint64 generations, const gint *cancelled,
    guint64 *stepped, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  guint64 done = 0;

  *stepped = 0;
  if (!scope.entered || (generations > 0 && !fit_states (self, error)))
    return FALSE;
  life_count_invalidate (self);
  if (generations > 0)
    self->program.fitted = self->version;
  /* Compiled code takes over between two chunks, too. */
  const guint64 limit = cancelled != NULL || self->program.compilation != NULL
                            ? choose_chunk (self)
                            : generations;
  for (guint chunk = 0; done < generations; chunk++) {
    const guint64 n = MIN (generations - done, limit);
    cudaEvent_t event = self->chunk_done[chunk % 2];

    if (chunk >= 2
        && !life_cuda_check (
            cudaEventSynchronize (event), "advancing the world", error))
      return FALSE;
    if (cancelled != NULL && g_atomic_int_get (cancelled))
      break;
    if (self->program.compilation != NULL) {
      life_compilation_start (self->program.compilation);
      if (!use_compiled (self, error))
        return FALSE;
    }
    if (!life_cuda_check (advance (self, n), "launching a kernel", error))
      return FALSE;
    done += n;
    /* The chunk after the next one waits for it. */
    if (generations - done > limit
        && !life_cuda_check (cudaEventRecord (event, self->launcher.stream),
            "recording an event", error))
      return FALSE;
    *stepped = done;
  }
  if (done == generations)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED,
      "cancelled after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
      " generations",
      done, generations);
  return FALSE;
}

/* Two chunks are enqueued before any is waited for. */
static gboolean
cuda_is_step_deferred (LifeEngine *engine, guint64 generations)
{
  return generations <= choose_chunk ((LifeCudaEngine *) engine);
}

static void
cuda_undo (LifeEngine *engine)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, NULL);
  uint32_t *undone = self->present;

  life_count_invalidate (self);
  self->present = self->previous;
  self->previous = undone;
}

static gpointer
cuda_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  void *state = old;

  *size = self->storage.words * sizeof (uint32_t);
  if (!scope.entered)
    return NULL;
  if (state == NULL
      && (!life_cuda_check_memory (*size, "a snapshot", error)
          || !life_cuda_check (
              cudaMalloc (&state, *size), "reserving a snapshot", error)))
    return NULL;
  if (life_cuda_check (
          cudaMemcpyAsync (state, self->present - self->storage.first, *size,
              cudaMemcpyDeviceToDevice, self->launcher.stream),
          "keeping the world", error)
      && life_cuda_check (
          cudaEventRecord (self->saving.saved, self->launcher.stream),
          "keeping the world", error))
    return state;
  if (old == NULL)
    cudaFree (state);
  return NULL;
}

static gboolean
cuda_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);

  life_count_invalidate (self);
  return scope.entered
         && life_cuda_check (
             cudaMemcpyAsync (self->present - self->storage.first, state,
                 self->storage.words * sizeof (uint32_t),
                 cudaMemcpyDeviceToDevice, self->launcher.stream),
             "restoring the world", error)
         && life_cuda_check (life_cuda_limit_states (self, self->rule.states),
             "restoring the world", error);
}

static void
cuda_drop (LifeEngine *engine, gpointer state)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, NULL);

  if (!scope.entered)
    return;
  cudaStreamSynchronize (self->launcher.stream);
  cudaFree (state);
}

gpointer
life_cuda_alloc_pinned (const LifeEngineOptions *options, gsize size)
{
  LifeDevice device;
  void *memory = NULL;

  if (!life_device_open (
          options->cuda_device_id, options->cuda_context, &device, NULL))
    return NULL;
  LifeDeviceScope scope (device, NULL);
  if (!scope.entered
      || !life_cuda_check (cudaHostAlloc (&memory, size, cudaHostAllocPortable),
          "allocating pinned memory", NULL))
    return NULL;
  return memory;
}

void
life_cuda_free_pinned (const LifeEngineOptions *options, gpointer memory)
{
  LifeDevice device;

  if (!life_device_open (
          options->cuda_device_id, options->cuda_context, &device, NULL))
    return;
  LifeDeviceScope scope (device, NULL);
  if (scope.entered)
    cudaFreeHost (memory);
}

const LifeEngineClass life_cuda_engine = {
  .name = "cuda",
  .check = cuda_check,
  .create = cuda_create,
  .destroy = cuda_destroy,
  .get_kernel_name = cuda_get_kernel_name,
  .set_rule = cuda_set_rule,
  .clear = life_cuda_clear,
  .soup = life_cuda_soup,
  .add_runs = life_cuda_add_runs,
  .read = life_cuda_read,
  .write = life_cuda_write,
  .step = cuda_step,
  .count = life_cuda_count,
  .begin_count = life_cuda_begin_count,
  .finish_count = life_cuda_finish_count,
  .is_step_deferred = cuda_is_step_deferred,
  .undo = cuda_undo,
  .save = cuda_save,
  .restore = cuda_restore,
  .drop = cuda_drop,
  .read_saved = life_cuda_read_saved,
  .set_generation = cuda_set_generation,
};
