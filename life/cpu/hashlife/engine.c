/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A universe as the engine of a world: made, freed, given rules, stepped and kept. What
 * lives in it is read and written in window.c. */
#include "life/cpu/hashlife/engine.h"

#include "life/cpu/hashlife/window.h"

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

  g_ptr_array_unref (self->former);
  life_hash_universe_free (self->universe);
  life_unbounded_engine_clear (&self->unbounded);
  g_free (self);
}

static LifeEngine *
hash_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  LifeHashUniverse *universe = life_hash_universe_new (
      rule, options->memory_limit, options->threads, error);
  LifeHashEngine *self;

  if (universe == NULL)
    return NULL;
  self = g_new0 (LifeHashEngine, 1);
  life_unbounded_engine_init (
      &self->unbounded, &life_hash_engine, options, g_strdup ("hashlife"));
  self->universe = universe;
  self->options = *options;
  self->former =
      g_ptr_array_new_with_free_func ((GDestroyNotify) life_hash_universe_free);
  return &self->unbounded.engine;
}

static gboolean
copy_cells (LifeHashUniverse *from, LifeHashUniverse *to, GError **error)
{
  gsize n_nodes;
  g_autofree LifeMacrocellNode *nodes =
      life_hash_universe_get_tree (from, &n_nodes, error);

  return nodes != NULL
         && life_hash_universe_set_tree (to, nodes, n_nodes, error);
}

/* What a square becomes follows from the rule, so another rule has a universe of its own. The
 * one before stays for what was saved of it. */
static gboolean
hash_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeHashEngine *self = (LifeHashEngine *) engine;
  LifeHashUniverse *universe = life_hash_universe_new (
      rule, self->options.memory_limit, self->options.threads, error);

  if (universe == NULL)
    return FALSE;
  if (!copy_cells (self->universe, universe, error)) {
    life_hash_universe_free (universe);
    return FALSE;
  }
  if (self->n_saved > 0)
    g_ptr_array_add (self->former, self->universe);
  else
    life_hash_universe_free (self->universe);
  self->universe = universe;
  return TRUE;
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

/* --- What was saved --- */

typedef struct {
  LifeHashUniverse *universe;
  LifeHashSnapshot *snapshot;
} Saved;

/* What a snapshot takes beside squares that are kept anyway is not known. */
#define SAVED_SIZE 4096

static gpointer
hash_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  LifeHashEngine *self = (LifeHashEngine *) engine;
  Saved *saved = old;

  if (saved == NULL) {
    saved = g_new0 (Saved, 1);
    self->n_saved++;
  }
  life_hash_snapshot_free (saved->snapshot);
  saved->universe = self->universe;
  saved->snapshot = life_hash_universe_snapshot (self->universe);
  *size = SAVED_SIZE;
  return saved;
}

static gboolean
hash_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeHashEngine *self = (LifeHashEngine *) engine;
  const Saved *saved = state;

  life_hash_universe_restore (saved->universe, saved->snapshot);
  return saved->universe == self->universe
         || copy_cells (saved->universe, self->universe, error);
}

static void
hash_drop (LifeEngine *engine, gpointer state)
{
  LifeHashEngine *self = (LifeHashEngine *) engine;
  Saved *saved = state;

  life_hash_snapshot_free (saved->snapshot);
  g_free (saved);
  if (--self->n_saved == 0)
    g_ptr_array_set_size (self->former, 0);
}

static const LifeUnboundedClass hash_unbounded = {
  .add_runs = life_hash_add_runs,
  .add_nodes = life_hash_add_nodes,
  .get_nodes = life_hash_get_nodes,
  .write_nodes = life_hash_write_nodes,
  .read = life_hash_read,
  .write = life_hash_write,
  .read_bits = life_hash_read_bits,
  .count_squares = life_hash_count_squares,
  .look = life_hash_look,
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
  .step = hash_step,
  .population = life_hash_population,
  .changes = life_hash_changes,
  .box = life_hash_box,
  .activity = life_hash_activity,
  .checksum = life_hash_checksum,
  .draw = life_unbounded_engine_draw,
  .draw_before = life_unbounded_engine_draw_before,
  .drop_before = life_unbounded_engine_drop_before,
  .lay_caption = life_unbounded_engine_lay_caption,
  .remember = life_unbounded_engine_remember,
  .recall = life_unbounded_engine_recall,
  .forget = life_unbounded_engine_forget,
  .read_history = life_unbounded_engine_read_history,
  .stack_cells = life_unbounded_engine_stack_cells,
  .drop_stack = life_unbounded_engine_drop_stack,
  .absorb = life_unbounded_engine_absorb,
  .save = hash_save,
  .restore = hash_restore,
  .drop = hash_drop,
  .unbounded = &hash_unbounded,
};
