/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses the engine that runs a world; nothing else asks which one it is. */
#include "life/world/engine.h"

static const gchar *const kernel_names[] = {
  [LIFE_KERNEL_AUTO] = "auto",
  [LIFE_KERNEL_NAIVE] = "naive",
  [LIFE_KERNEL_TILED] = "tiled",
  [LIFE_KERNEL_ASYNC] = "async",
  [LIFE_KERNEL_PACKED] = "packed",
  [LIFE_KERNEL_BITSLICED] = "bitsliced",
  [LIFE_KERNEL_LUT] = "lut",
};

const gchar *
life_engine_kernel_name (LifeKernel kernel)
{
  g_return_val_if_fail ((guint) kernel < G_N_ELEMENTS (kernel_names), NULL);

  return kernel_names[kernel];
}

gboolean
life_engine_has_plain_edges (const LifeGeometry *geometry)
{
  return geometry->topology == LIFE_TOPOLOGY_PLANE
         || (geometry->topology == LIFE_TOPOLOGY_TORUS && geometry->shift_x == 0
             && geometry->shift_y == 0);
}

gboolean
life_engine_can_be_bitsliced (const LifeRule *rule)
{
  if (rule->family == LIFE_FAMILY_MAP)
    return rule->dimensions == 2 && rule->states == 2;
  if (rule->family != LIFE_FAMILY_TOTALISTIC)
    return FALSE;
  switch (rule->neighbourhood) {
    case LIFE_NEIGHBOURHOOD_MOORE:
    case LIFE_NEIGHBOURHOOD_VON_NEUMANN:
      return TRUE;
    case LIFE_NEIGHBOURHOOD_HEXAGONAL:
      return rule->dimensions == 2;
    case LIFE_NEIGHBOURHOOD_CORNERS:
    case LIFE_NEIGHBOURHOOD_EDGES:
      return rule->dimensions == 3;
    default:
      return FALSE;
  }
}

static gboolean
runs_on_cpu (LifeKernel kernel)
{
  return kernel == LIFE_KERNEL_AUTO || kernel == LIFE_KERNEL_NAIVE
         || kernel == LIFE_KERNEL_BITSLICED;
}

static const LifeEngineClass *
choose_cpu (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  const LifeEngineClass *klass = &life_reference_engine;

  if (!runs_on_cpu (options->kernel)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=%s runs on the CUDA engine only; on the CPU use kernel=auto, "
        "kernel=bitsliced or kernel=naive",
        life_engine_kernel_name (options->kernel));
    return NULL;
  }
  if (options->kernel == LIFE_KERNEL_BITSLICED
      || (options->kernel == LIFE_KERNEL_AUTO
          && life_engine_can_be_bitsliced (rule)))
    klass = rule->dimensions == 3 ? &life_bitsliced3d_engine
                                  : &life_bitsliced_engine;
  return klass->check (rule, geometry, options, error) ? klass : NULL;
}

static const LifeEngineClass *
choose_cuda (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
#ifdef LIFE_HAVE_CUDA
  return life_cuda_engine.check (rule, geometry, options, error)
             ? &life_cuda_engine
             : NULL;
#else
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "this build has no CUDA engine; rebuild with -Dcuda=enabled or use "
      "engine=auto and kernel=auto");
  return NULL;
#endif
}

/* CUDA where it works, else the CPU; a kernel that the CPU has not makes what
 * is wrong with CUDA the error. */
static const LifeEngineClass *
choose_either (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  g_autoptr (GError) cuda_error = NULL;
  const LifeEngineClass *klass =
      choose_cuda (rule, geometry, options, &cuda_error);

  if (klass != NULL)
    return klass;
  if (runs_on_cpu (options->kernel))
    return choose_cpu (rule, geometry, options, error);
  g_propagate_prefixed_error (error, g_steal_pointer (&cuda_error),
      "kernel=%s runs on the CUDA engine only: ",
      life_engine_kernel_name (options->kernel));
  return NULL;
}

const LifeEngineClass *
life_engine_choose (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  switch (options->engine) {
    case LIFE_ENGINE_CPU:
      return choose_cpu (rule, geometry, options, error);
    case LIFE_ENGINE_CUDA:
      return choose_cuda (rule, geometry, options, error);
    default:
      return choose_either (rule, geometry, options, error);
  }
}

/* Whether a world that CUDA did not make is to be tried on the CPU: only where its
 * size is what CUDA does not take, and the choice was ours. */
static gboolean
is_worth_another_try (
    const LifeEngineOptions *options, const LifeEngine *engine, GError *error)
{
  return engine == NULL && options->engine == LIFE_ENGINE_AUTO
         && runs_on_cpu (options->kernel)
         && g_error_matches (error, LIFE_ERROR, LIFE_ERROR_SIZE);
}

/* Says which world it is that needs so much memory, and what to do: its sides may be
 * none that anybody set. */
static void
explain_size (
    GError **problem, const LifeGeometry *geometry, const LifeRule *rule)
{
  const gchar *remedy =
      "set world-width and world-height to fewer cells (a side that is not set"
      " follows from the frame, the zoom and the pattern)";
  g_autofree gchar *depth = NULL;
  gchar *message;

  if (rule->dimensions == 3) {
    depth = g_strdup_printf (" × %u", geometry->depth);
    remedy = "set world-width, world-height and world-depth to fewer cells (a"
             " side that is not set is 128, or the pattern's)";
  }
  if (rule->bounded)
    remedy = "make the size in the rule's suffix smaller";
  message = g_strdup_printf (
      "a world of %u × %u%s cells does not fit: %s; %s, or take a smaller"
      " pattern",
      geometry->width, geometry->height, depth != NULL ? depth : "",
      (*problem)->message, remedy);
  g_free ((*problem)->message);
  (*problem)->message = message;
}

LifeEngine *
life_engine_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  const LifeEngineClass *klass =
      life_engine_choose (rule, geometry, options, error);
  GError *problem = NULL;
  LifeEngine *engine;

  if (klass == NULL)
    return NULL;
  engine = klass->create (geometry, rule, options, &problem);
  if (is_worth_another_try (options, engine, problem)) {
    klass = choose_cpu (rule, geometry, options, NULL);
    if (klass != NULL) {
      g_clear_error (&problem);
      engine = klass->create (geometry, rule, options, &problem);
    }
  }
  if (g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY))
    explain_size (&problem, geometry, rule);
  if (problem != NULL)
    g_propagate_error (error, problem);
  return engine;
}

gboolean
life_engine_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  static const LifeGeometry torus = { .topology = LIFE_TOPOLOGY_TORUS };

  g_return_val_if_fail (rule != NULL && options != NULL, FALSE);
  g_return_val_if_fail (
      (guint) options->kernel < G_N_ELEMENTS (kernel_names), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return life_engine_choose (
             rule, geometry != NULL ? geometry : &torus, options, error)
         != NULL;
}
