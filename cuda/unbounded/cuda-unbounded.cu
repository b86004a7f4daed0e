/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine of worlds without edges on a GPU: made, freed, and its rule set. */
#include "cuda/unbounded/cuda-unbounded.h"
#include "cuda/unbounded/cuda-unbounded-private.h"

/* The least that a limit may be: a few hundred tiles. */
#define MEMORY_MIN (G_GUINT64_CONSTANT (1) << 20)

static gboolean
supports (const LifeRule *rule)
{
  if (rule->dimensions != 2 || rule->states != 2)
    return FALSE;
  if (rule->family == LIFE_FAMILY_MAP)
    return TRUE;
  return rule->family == LIFE_FAMILY_TOTALISTIC
         && (rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE
             || rule->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN
             || rule->neighborhood == LIFE_NEIGHBORHOOD_HEXAGONAL);
}

static gboolean
tiles_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  if (!supports (rule)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "engine=cuda runs worlds without edges by B/S, isotropic and MAP rules"
        " of two states only; use such a rule, or engine=cpu or engine=auto,"
        " or topology=torus or topology=plane");
    return FALSE;
  }
  if (rule->alternate != NULL) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "rules that alternate run without edges on the CPU only; use engine=cpu"
        " or engine=auto, or topology=torus or topology=plane");
    return FALSE;
  }
  if (life_rule_has_b0 (rule)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "under a rule with B0 cells are born of nothing, everywhere in a world "
        "without edges; use another rule, or topology=torus or topology=plane");
    return FALSE;
  }
  return options == NULL || life_device_check (options->cuda_device_id, error);
}

/* What changed is counted by the rule that changed it. */
static gboolean
tiles_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;

  if (!tiles_check (rule, &engine->geometry, NULL, error)
      || !life_tiles_count_changes (self, error))
    return FALSE;
  life_tiles_rule_init (&self->rule, rule);
  self->touched = TRUE;
  return TRUE;
}

static void
release (LifeTilesEngine *self)
{
  if (self->launcher.stream != NULL)
    cudaStreamSynchronize (self->launcher.stream);
  life_tile_pool_clear (&self->pool);
  cudaFree (self->counts);
  cudaFreeHost (self->counted);
  life_scratch_release (&self->scratch);
  if (self->launcher.stream != NULL)
    cudaStreamDestroy (self->launcher.stream);
}

static void
tiles_destroy (LifeEngine *engine)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;

  {
    LifeDeviceScope scope (self->device, NULL);
    /* Without its context nothing of it is left to be released. */
    if (scope.entered)
      release (self);
  }
  life_tiles_clear_edits (self);
  life_unbounded_engine_clear (&self->unbounded);
  g_free (self);
}

static gboolean
init (LifeTilesEngine *self, const LifeEngineOptions *options, GError **error)
{
  LifeDeviceScope scope (self->device, error);
  cudaStream_t stream;

  if (!scope.entered
      || !life_cuda_check (
          cudaStreamCreateWithFlags (&stream, cudaStreamNonBlocking),
          "making a stream", error))
    return FALSE;
  self->launcher.stream = stream;
  return life_launcher_init (
             &self->launcher, &self->device, stream, options->pdl, error)
         && life_cuda_check (
             cudaMalloc ((void **) &self->counts, sizeof *self->counts),
             "reserving counts", error)
         && life_cuda_check (
             cudaMallocHost ((void **) &self->counted, sizeof *self->counted),
             "reserving counts", error)
         && life_tile_pool_init (
             &self->pool, self->launcher, options->memory_limit, error);
}

static LifeEngine *
tiles_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  LifeDevice device;

  if (!tiles_check (rule, geometry, options, error)
      || !life_unbounded_check_limit (options->memory_limit, MEMORY_MIN,
          "topology=unbounded with engine=cuda", error)
      || !life_device_open (
          options->cuda_device_id, options->cuda_context, &device, error))
    return NULL;

  LifeTilesEngine *self = g_new0 (LifeTilesEngine, 1);
  life_unbounded_engine_init (&self->unbounded, &life_cuda_unbounded_engine,
      options, g_strdup_printf ("sparse (%s)", device.name));
  self->device = device;
  life_tiles_rule_init (&self->rule, rule);
  self->touched = self->changes_valid = TRUE;
  if (!init (self, options, error)) {
    tiles_destroy (&self->unbounded.engine);
    return NULL;
  }
  return &self->unbounded.engine;
}

static const LifeUnboundedClass tiles_unbounded = {
  .read_bits = life_tiles_read_bits,
  .count_squares = life_tiles_count_squares,
  .visit = life_tiles_visit,
  .visit_saved = life_tiles_visit_saved,
};

const LifeEngineClass life_cuda_unbounded_engine = {
  .name = "cuda",
  .check = tiles_check,
  .create = tiles_create,
  .destroy = tiles_destroy,
  .get_kernel_name = life_unbounded_engine_get_kernel_name,
  .set_rule = tiles_set_rule,
  .clear = life_tiles_clear,
  .add_runs = life_tiles_add_runs,
  .read = life_tiles_read,
  .write = life_tiles_write,
  .step = life_tiles_step,
  .count = life_tiles_count,
  .save = life_tiles_save,
  .restore = life_tiles_restore,
  .drop = life_tiles_drop,
  .unbounded = &tiles_unbounded,
};
