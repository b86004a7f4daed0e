/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of engines and of the renderers that go with them, and the choice among them; no
 * other file depends on which one runs a world. */
#include "life/engines.h"

#include "life/cpu/row-engine.h"
#include "life/cpu/bits2d/bits2d.h"
#include "life/cpu/bits3d/bits3d.h"
#include "life/cpu/bytes/byte-engine.h"
#include "life/cpu/hashlife/hashlife.h"
#include "life/cpu/sparse/sparse.h"
#include "life/cluster/cluster.h"
#include "life/cluster/parts-renderer.h"
#include "life/render/cpu-renderer.h"
#include "life/render/unbounded/unbounded-renderer.h"
#include "life/world/kernel-table.h"

#ifdef LIFE_HAVE_CUDA
#include "cuda/class.h"
#include "cuda/draw/renderer-class.h"
#include "cuda/parts/gpus.h"
#include "cuda/parts/cuda-part.h"
#include "cuda/unbounded/cuda-unbounded.h"
#endif

typedef struct {
  LifeEngineKind kind;
  LifeKernel kernel; /* LIFE_KERNEL_AUTO: the engine chooses one of its own */
  guint dimensions;  /* 0: two and three */
  const LifeEngineClass *klass;
  const LifeRendererClass *renderer;
} EngineRow;

static const EngineRow engines[] = {
#ifdef LIFE_HAVE_CUDA
  { LIFE_ENGINE_CUDA, LIFE_KERNEL_SPARSE, 2, &life_cuda_unbounded_engine,
      &life_unbounded_renderer },
  { LIFE_ENGINE_CUDA, LIFE_KERNEL_AUTO, 0, &life_cuda_engine,
      &life_cuda_renderer },
#endif
  { LIFE_ENGINE_CPU, LIFE_KERNEL_BITSLICED, 2, &life_bitsliced_engine,
      &life_cpu_renderer },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_BITSLICED, 3, &life_bitsliced3d_engine,
      &life_cpu_renderer },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_NAIVE, 0, &life_bytes_engine,
      &life_cpu_renderer },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_SPARSE, 2, &life_sparse_engine,
      &life_unbounded_renderer },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_HASHLIFE, 2, &life_hash_engine,
      &life_unbounded_renderer },
};

LifeRenderer *
life_engine_create_renderer (LifeEngine *engine, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (engines); i++)
    if (engines[i].klass == engine->klass)
      return life_renderer_new (engines[i].renderer, engine, error);
  /* The engines of parts are chosen by no kernel, and are not in the table. */
  return life_renderer_new (&life_parts_renderer, engine, error);
}

static const LifeEngineClass *
find (LifeEngineKind kind, LifeKernel kernel, const LifeRule *rule)
{
  for (gsize i = 0; i < G_N_ELEMENTS (engines); i++) {
    const EngineRow *entry = &engines[i];

    if (entry->kind == kind
        && (entry->kernel == LIFE_KERNEL_AUTO || entry->kernel == kernel)
        && (entry->dimensions == 0 || entry->dimensions == rule->dimensions))
      return entry->klass;
  }
  return NULL;
}

/* The engine that @options name, or NULL: this build has none on a GPU. */
static const LifeEngineClass *
find_cuda (LifeKernel kernel, const LifeRule *rule, GError **error)
{
  const LifeEngineClass *klass = find (LIFE_ENGINE_CUDA, kernel, rule);

  if (klass == NULL)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "this build has no CUDA engine; rebuild with -Dcuda=enabled or use "
        "engine=auto and kernel=auto");
  return klass;
}

/* Of a world without edges: on a GPU only if that is requested, since few cells run
 * faster on the CPU. */
static const LifeEngineClass *
choose_unbounded (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  const gboolean on_gpu = options->engine == LIFE_ENGINE_CUDA;
  LifeKernel kernel = options->kernel;
  const LifeEngineClass *klass;

  if (kernel != LIFE_KERNEL_AUTO && !life_kernel_is_unbounded (kernel))
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=%s has no worlds without edges; use kernel=auto or "
        "kernel=sparse or kernel=hashlife, or topology=torus or topology=plane",
        life_engine_kernel_name (kernel));
  else if (on_gpu && !life_kernel_runs_on (kernel, LIFE_ENGINE_CUDA))
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=%s runs on the CPU only; use engine=cpu or engine=auto, or "
        "kernel=sparse",
        life_engine_kernel_name (kernel));
  else if (life_geometry_check (geometry, rule->dimensions, error)) {
    if (kernel == LIFE_KERNEL_AUTO)
      kernel = LIFE_KERNEL_SPARSE;
    klass = on_gpu ? find_cuda (kernel, rule, error)
                   : find (LIFE_ENGINE_CPU, kernel, rule);
    return klass != NULL && klass->check (rule, geometry, options, error)
               ? klass
               : NULL;
  }
  return NULL;
}

/* In smaller worlds a table is looked up: the search for its gates takes up to a second. */
#define CELLS_WORTH_GATES (256 * 1024)

/* Whether the world runs with bits, a table by gates if it has few. */
static gboolean
runs_on_bits (const LifeRule *rule, const LifeGeometry *geometry)
{
  if (rule->family == LIFE_FAMILY_TABLE)
    return (guint64) geometry->width * geometry->height >= CELLS_WORTH_GATES
           && life_bitsliced_supports (rule);
  return life_row_engine_supports (rule);
}

static const LifeEngineClass *
choose_cpu (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  const LifeEngineClass *klass;
  LifeKernel kernel = options->kernel;

  if (kernel == LIFE_KERNEL_AUTO)
    kernel = runs_on_bits (rule, geometry) ? LIFE_KERNEL_BITSLICED
                                           : LIFE_KERNEL_NAIVE;
  klass = find (LIFE_ENGINE_CPU, kernel, rule);
  if (klass == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=%s runs on the CUDA engine only; on the CPU use kernel=auto, "
        "kernel=bitsliced or kernel=naive",
        life_engine_kernel_name (kernel));
    return NULL;
  }
  return klass->check (rule, geometry, options, error) ? klass : NULL;
}

static const LifeEngineClass *
choose_cuda (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  const LifeEngineClass *klass = find_cuda (options->kernel, rule, error);

  return klass != NULL && klass->check (rule, geometry, options, error) ? klass
                                                                        : NULL;
}

/* CUDA where it works, else the CPU; where the CPU does not have the kernel,
 * the error is the one from CUDA. */
static const LifeEngineClass *
choose_either (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  g_autoptr (GError) cuda_error = NULL;
  const LifeEngineClass *klass;

  klass = choose_cuda (rule, geometry, options, &cuda_error);
  if (klass != NULL)
    return klass;
  if (life_kernel_runs_on (options->kernel, LIFE_ENGINE_CPU))
    return choose_cpu (rule, geometry, options, error);
  g_propagate_prefixed_error (error, g_steal_pointer (&cuda_error),
      "kernel=%s runs on the CUDA engine only: ",
      life_engine_kernel_name (options->kernel));
  return NULL;
}

/* --- Several GPUs --- */

void
life_engines_use_gpus (void)
{
#ifdef LIFE_HAVE_CUDA
  if (life_part_class_of_gpus () == NULL)
    life_part_class_set_gpus (&life_cuda_part);
#endif
}

/* Those that share a world at most, where all are to. */
#define ALL_DEVICES 0xffff

/* The GPUs that are there, a bit each. */
static guint64
find_devices (void)
{
#ifdef LIFE_HAVE_CUDA
  return (G_GUINT64_CONSTANT (1) << MIN (life_cuda_count_devices (), 62)) - 1;
#else
  return 0;
#endif
}

static gboolean
refuse_devices (const gchar *problem, GError **error)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "several GPUs (cuda-devices) %s", problem);
  return FALSE;
}

/* One GPU has a world alone, however it is named. */
static void
set_devices (LifeEngineOptions *options, guint64 devices)
{
  options->cuda_devices = devices;
  if (devices == 0 || (devices & (devices - 1)) != 0)
    return;
  options->cuda_device_id = g_bit_nth_lsf ((gulong) devices, -1);
  options->cuda_devices = 0;
  options->cuda_context = NULL;
}

/* @options with the GPUs that are there instead of all, and with one as one is
 * named. */
static gboolean
resolve_devices (const LifeEngineOptions *options, LifeEngineOptions *resolved,
    GError **error)
{
  guint64 there;
  gint missing;

  *resolved = *options;
  if (options->cuda_devices == 0)
    return TRUE;
  if (options->engine == LIFE_ENGINE_CPU)
    return refuse_devices (
        "hold no world of engine=cpu; use engine=cuda or engine=auto", error);
  if (options->cluster != LIFE_CLUSTER_NONE)
    return refuse_devices (
        "hold no world of a cluster; use cluster=none", error);
  life_engines_use_gpus ();
  there = find_devices ();
  if (options->cuda_devices == LIFE_ALL_CUDA_DEVICES) {
    set_devices (resolved, there & ALL_DEVICES);
    return TRUE;
  }
  missing = g_bit_nth_lsf ((gulong) (options->cuda_devices & ~there), -1);
  if (missing < 0) {
    set_devices (resolved, options->cuda_devices);
    return TRUE;
  }
  if (there == 0)
    return refuse_devices (
        "need NVIDIA GPUs and a build with CUDA, and there is none here; leave "
        "cuda-devices out",
        error);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
      "cuda-devices names GPU %d, and this machine has GPUs 0 to %d; use some "
      "of these, or \"all\"",
      missing, g_bit_nth_msf ((gulong) there, -1));
  return FALSE;
}

/* --- Any engine --- */

/* Whether an engine is one that has rules that alternate; blocks have to meet where edges are
 * joined. */
static gboolean
check_alternating (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  const gboolean torus = geometry->topology == LIFE_TOPOLOGY_TORUS;

  if (rule->alternate == NULL)
    return TRUE;
  if (options->cuda_devices != 0 || options->cluster != LIFE_CLUSTER_NONE)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "rules that alternate, also Margolus rules, run in worlds of one piece "
        "only; use cluster=none, and one GPU (cuda-device-id)");
  else if (rule->family != LIFE_FAMILY_MARGOLUS
           || geometry->topology == LIFE_TOPOLOGY_PLANE)
    return TRUE;
  else if (!torus)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "the blocks of a Margolus rule need a torus or a plane; use "
        "topology=torus or topology=plane");
  else if (geometry->width % 2 != 0 || geometry->height % 2 != 0
           || geometry->shift_x % 2 != 0 || geometry->shift_y % 2 != 0)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "the blocks of a Margolus rule do not meet at the edges of a torus of "
        "%u × %u cells; use even sides and shifts, or topology=plane",
        geometry->width, geometry->height);
  else
    return TRUE;
  return FALSE;
}

/* The GPUs of @options are those that are there. */
static const LifeEngineClass *
choose_resolved (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  if (options->cuda_devices != 0)
    return life_devices_engine.check (rule, geometry, options, error)
               ? &life_devices_engine
               : NULL;
  if (options->cluster != LIFE_CLUSTER_NONE) {
    const LifeEngineClass *klass = options->engine == LIFE_ENGINE_CUDA
                                       ? &life_devices_engine
                                       : &life_parts_engine;

    life_engines_use_gpus ();
    return klass->check (rule, geometry, options, error) ? klass : NULL;
  }
  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    return choose_unbounded (rule, geometry, options, error);
  if (life_kernel_is_unbounded (options->kernel)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=%s has worlds without edges only; use topology=unbounded or "
        "kernel=auto",
        life_engine_kernel_name (options->kernel));
    return NULL;
  }
  switch (options->engine) {
    case LIFE_ENGINE_CPU:
      return choose_cpu (rule, geometry, options, error);
    case LIFE_ENGINE_CUDA:
      return choose_cuda (rule, geometry, options, error);
    default:
      return choose_either (rule, geometry, options, error);
  }
}

const LifeEngineClass *
life_engine_choose (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  LifeEngineOptions resolved;

  return check_alternating (rule, geometry, options, error)
                 && resolve_devices (options, &resolved, error)
             ? choose_resolved (rule, geometry, &resolved, error)
             : NULL;
}

/* Whether a world that CUDA did not make is tried on the CPU: only where CUDA
 * does not take its size, and no engine was requested. */
static gboolean
is_worth_another_try (
    const LifeEngineOptions *options, const LifeEngine *engine, GError *error)
{
  return engine == NULL && options->engine == LIFE_ENGINE_AUTO
         && options->cuda_devices == 0 && options->cluster == LIFE_CLUSTER_NONE
         && life_kernel_runs_on (options->kernel, LIFE_ENGINE_CPU)
         && g_error_matches (error, LIFE_ERROR, LIFE_ERROR_SIZE);
}

/* Reports the size of the world that needs so much memory, and what to set,
 * because its sides may follow from other settings. */
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
  const LifeEngineClass *klass = NULL;
  LifeEngineOptions resolved;
  GError *problem = NULL;
  LifeEngine *engine;

  if (resolve_devices (options, &resolved, error))
    klass = choose_resolved (rule, geometry, &resolved, error);
  if (klass == NULL)
    return NULL;
  engine = klass->create (geometry, rule, &resolved, &problem);
  if (is_worth_another_try (&resolved, engine, problem)) {
    klass = choose_cpu (rule, geometry, &resolved, NULL);
    if (klass != NULL) {
      g_clear_error (&problem);
      engine = klass->create (geometry, rule, &resolved, &problem);
    }
  }
  if (g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY)
      && geometry->topology != LIFE_TOPOLOGY_UNBOUNDED)
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
      life_engine_kernel_name (options->kernel) != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return life_engine_choose (
             rule, geometry != NULL ? geometry : &torus, options, error)
         != NULL;
}

gpointer
life_engine_alloc_pinned (const LifeEngineOptions *options, gsize size)
{
  g_return_val_if_fail (options != NULL && size > 0, NULL);

#ifdef LIFE_HAVE_CUDA
  return life_cuda_alloc_pinned (options, size);
#else
  return NULL;
#endif
}

void
life_engine_free_pinned (const LifeEngineOptions *options, gpointer memory)
{
  g_return_if_fail (options != NULL);

#ifdef LIFE_HAVE_CUDA
  if (memory != NULL)
    life_cuda_free_pinned (options, memory);
#endif
}
