/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A universe as the engine of a world: created, freed, set to rules, stepped and saved.
 * hashlife-window.c reads and writes its cells. */
#include "life/cpu/hashlife/hashlife.h"

#include "life/cpu/hashlife/hashlife-window.h"

static gboolean
hash_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  return life_hash_universe_check_rule (rule, error);
}

static void
hash_destroy (LifeEngine *engine)
{
  LifeHashEngine *self = (LifeHashEngine *) engine;

  life_hash_universe_free (self->universe);
  life_unbounded_engine_clear (&self->unbounded);
  g_free (self);
}

/* The part of a limit that is reserved for history, snapshots and what is read. */
#define RESERVE(limit) ((limit) / 4)

static LifeEngine *
hash_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  const guint64 limit = options->memory_limit;
  LifeHashUniverse *universe;
  LifeHashEngine *self;

  if (!life_unbounded_check_limit (
          limit, 2 * LIFE_HASH_MEMORY_MIN, "kernel=hashlife", error))
    return NULL;
  universe = life_hash_universe_new (
      rule, limit - RESERVE (limit), options->threads, error);
  if (universe == NULL)
    return NULL;
  self = g_new0 (LifeHashEngine, 1);
  life_unbounded_engine_init (
      &self->unbounded, &life_hash_engine, options, g_strdup ("hashlife"));
  if (limit > 0)
    self->unbounded.engine.memory.limit = RESERVE (limit);
  self->universe = universe;
  return &self->unbounded.engine;
}

static gboolean
hash_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  return life_hash_universe_set_rule (
      ((LifeHashEngine *) engine)->universe, rule, error);
}

static gboolean
hash_clear (LifeEngine *engine, GError **error)
{
  life_hash_universe_clear (((LifeHashEngine *) engine)->universe);
  return TRUE;
}

static gboolean
hash_step (LifeEngine *engine, guint64 generations, const gint *cancelled,
    guint64 *stepped, GError **error)
{
  const gboolean done = life_hash_universe_step (
      ((LifeHashEngine *) engine)->universe, generations, cancelled, error);

  *stepped = done ? generations : 0;
  return done;
}

/* --- Snapshots --- */

/* A snapshot's size is not measured: it shares most squares with the universe. */
#define SAVED_SIZE 4096

static gpointer
hash_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  life_hash_snapshot_free (old);
  *size = SAVED_SIZE;
  return life_hash_universe_snapshot (((LifeHashEngine *) engine)->universe);
}

static gboolean
hash_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  life_hash_universe_restore (((LifeHashEngine *) engine)->universe, state);
  return TRUE;
}

static void
hash_drop (LifeEngine *engine, gpointer state)
{
  life_hash_snapshot_free (state);
}

static const LifeUnboundedClass hash_unbounded = {
  .add_nodes = life_hash_add_nodes,
  .get_nodes = life_hash_get_nodes,
  .read_bits = life_hash_read_bits,
  .count_squares = life_hash_count_squares,
  .visit = life_hash_visit,
  .count_patches = life_hash_count_patches,
  .population_text = life_hash_population_text,
  .skips_changes = TRUE,
};

const LifeEngineClass life_hash_engine = {
  .name = "cpu",
  .check = hash_check,
  .create = hash_create,
  .destroy = hash_destroy,
  .get_kernel_name = life_unbounded_engine_get_kernel_name,
  .set_rule = hash_set_rule,
  .clear = hash_clear,
  .add_runs = life_hash_add_runs,
  .read = life_hash_read,
  .write = life_hash_write,
  .step = hash_step,
  .count = life_hash_count,
  .save = hash_save,
  .restore = hash_restore,
  .drop = hash_drop,
  .unbounded = &hash_unbounded,
};
