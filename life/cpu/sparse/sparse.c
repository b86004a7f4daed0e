/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine of unbounded worlds that has tiles of bits where cells are alive: created, freed
 * and set to rules. */
#include "life/cpu/sparse/sparse.h"

#include "life/base/cpu-path.h"
#include "life/cpu/row-engine.h"
#include "life/cpu/bits2d/bits2d-rule.h"
#include "life/cpu/sparse/sparse-private.h"

#define MEMORY_MIN (G_GUINT64_CONSTANT (1) << 20)

static const LifeSparseKernel *
choose_kernel (LifeCpuPath path)
{
#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX2)
    return &life_sparse_avx2;
  if (path == LIFE_CPU_PATH_AVX512)
    return &life_sparse_avx512;
#endif
  return &life_sparse_portable;
}

static gboolean
sparse_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  g_autofree gchar *text = life_rule_to_string (rule);
  LifeCpuPath path;

  if (rule->dimensions != 2
      || (!life_row_engine_supports (rule)
          && !life_sparse_table_supports (rule))) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "%s is not possible in a world without edges (topology=unbounded), "
        "which B/S, Generations, isotropic, MAP and table rules have; use such "
        "a rule, or topology=torus or topology=plane",
        text);
    return FALSE;
  }
  if (life_rule_has_b0 (rule)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "under %s cells are born of nothing (B0), everywhere in a world "
        "without edges; use another rule, or topology=torus or topology=plane",
        text);
    return FALSE;
  }
  return life_cpu_path_choose (&path, error);
}

static void
apply_rule (LifeSparse *self, const LifeRule *rule)
{
  life_sparse_table_clear (&self->lookup);
  self->is_mapped = rule->family == LIFE_FAMILY_MAP;
  self->is_life = life_rule_is_life (rule);
  self->is_tabled = life_sparse_table_supports (rule);
  self->has_network = FALSE;
  self->unsearched = rule->table;
  self->looked_up = 0;
  if (self->is_tabled)
    life_sparse_table_init (&self->lookup, rule);
  else if (self->is_mapped)
    life_diagram_init (&self->map, rule->map, LIFE_DIAGRAM_MAX_INPUTS);
  else
    life_bitsliced_rule_init (&self->rule, rule);
  life_sparse_touch (self);
}

static gboolean
sparse_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeSparse *self = (LifeSparse *) engine;
  const LifePlanes planes = life_planes_of_rule (rule);

  if (!sparse_check (rule, &engine->geometry, NULL, error)
      || ((planes.states != self->planes.states
              || planes.digits != self->planes.digits)
          && !life_sparse_change_planes (self, planes, error)))
    return FALSE;
  apply_rule (self, rule);
  return TRUE;
}

static void
sparse_destroy (LifeEngine *engine)
{
  LifeSparse *self = (LifeSparse *) engine;

  life_sparse_drop_tiles (self);
  life_sparse_clear_tiles (self);
  life_sparse_table_clear (&self->lookup);
  g_free (self->outputs);
  life_unbounded_engine_clear (&self->unbounded);
  g_free (self);
}

static LifeEngine *
sparse_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  LifeSparse *self;
  LifeCpuPath path;

  if (!sparse_check (rule, geometry, options, error)
      || !life_unbounded_check_limit (
          options->memory_limit, MEMORY_MIN, "kernel=sparse", error)
      || !life_cpu_path_choose (&path, error))
    return NULL;
  self = g_new0 (LifeSparse, 1);
  self->kernel = *choose_kernel (path);
  self->lookup.states = self->kernel.states;
  life_unbounded_engine_init (&self->unbounded, &life_sparse_engine, options,
      g_strdup_printf ("sparse (%s)", self->kernel.title));
  self->pass = 1;
  apply_rule (self, rule);
  if (!life_sparse_init_tiles (self, life_planes_of_rule (rule), error)) {
    sparse_destroy (&self->unbounded.engine);
    return NULL;
  }
  return &self->unbounded.engine;
}

static const LifeUnboundedClass sparse_unbounded = {
  .read_bits = life_sparse_read_bits,
  .count_squares = life_sparse_count_squares,
  .visit = life_sparse_visit,
  .visit_saved = life_sparse_visit_saved,
};

const LifeEngineClass life_sparse_engine = {
  .name = "cpu",
  .check = sparse_check,
  .create = sparse_create,
  .destroy = sparse_destroy,
  .get_kernel_name = life_unbounded_engine_get_kernel_name,
  .set_rule = sparse_set_rule,
  .clear = life_sparse_clear,
  .add_runs = life_sparse_add_runs,
  .read = life_sparse_read,
  .write = life_sparse_write,
  .step = life_sparse_step,
  .count = life_sparse_count,
  .save = life_sparse_save,
  .restore = life_sparse_restore,
  .drop = life_sparse_drop,
  .unbounded = &sparse_unbounded,
};
