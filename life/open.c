/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Gives worlds their engines: one that is new, and one whose rule changes.
 * Where the new rule needs another engine, or another layout, the cells move to
 * a new engine. */
#include "life/engines.h"
#include "life/world/world-private.h"

static gboolean
is_geometry (const LifeGeometry *geometry)
{
  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    return TRUE;
  return geometry->width > 0 && geometry->height > 0 && geometry->depth > 0
         && (guint) geometry->topology <= LIFE_TOPOLOGY_SPHERE;
}

static gboolean
check_dimensions (
    const LifeRule *rule, const LifeGeometry *geometry, GError **error)
{
  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED && rule->bounded) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "the rule's suffix sets the world's size, and a world without edges "
        "has none; leave the suffix out");
    return FALSE;
  }
  if (rule->dimensions == 3 || geometry->depth == 1
      || geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "a rule of two dimensions needs a world of depth 1, not %u",
      geometry->depth);
  return FALSE;
}

/* If CUDA did not support the world's size, the world stays on the CPU. */
static void
store_options (LifeWorld *world, const LifeEngineOptions *options)
{
  world->options = *options;
  if (options->engine == LIFE_ENGINE_AUTO
      && life_engine_choose (
             world->rule, &world->engine->geometry, options, NULL)
             != world->klass)
    world->options.engine = LIFE_ENGINE_CPU;
}

LifeWorld *
life_world_new (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  LifeRenderer *renderer;
  LifeEngine *engine;
  LifeWorld *world;

  g_return_val_if_fail (geometry != NULL && is_geometry (geometry), NULL);
  g_return_val_if_fail (rule != NULL && options != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!check_dimensions (rule, geometry, error)
      || !life_geometry_check (geometry, rule->dimensions, error))
    return NULL;
  engine = life_engine_create (geometry, rule, options, error);
  if (engine == NULL)
    return NULL;
  renderer = life_engine_create_renderer (engine, error);
  if (renderer == NULL) {
    engine->klass->destroy (engine);
    return NULL;
  }

  world = g_new0 (LifeWorld, 1);
  world->klass = engine->klass;
  world->engine = engine;
  world->renderer = renderer;
  world->snapshots = g_ptr_array_new ();
  world->rule = life_rule_ref (rule);
  engine->rule = world->rule;
  store_options (world, options);
  life_counted_init (&world->now);
  return world;
}

void
life_world_free (LifeWorld *world)
{
  if (world == NULL)
    return;
  life_world_drop_mark (world);
  g_ptr_array_unref (world->snapshots);
  life_renderer_free (world->renderer);
  world->klass->destroy (world->engine);
  life_rule_unref (world->rule);
  g_free (world);
}

static gboolean
write_box (
    const LifeBox *box, const guint8 *cells, gpointer data, GError **error)
{
  LifeEngine *engine = data;

  return engine->klass->write (engine, box, cells, error);
}

/* Moves the cells to a new engine for @rule; where that fails they stay. A
 * frame and counts in progress are waited for; snapshots are lost. */
static gboolean
move_to_new_engine (LifeWorld *world, const LifeRule *rule, GError **error)
{
  LifeEngine *engine = NULL;
  LifeRenderer *renderer;

  if (!life_world_refresh_counts (world, LIFE_COUNT_CHANGES, error)
      || !life_world_wait_for_frames (world, error)
      || !life_world_wait_for_checksum (world, error))
    return FALSE;
  engine = life_engine_create (
      &world->engine->geometry, rule, &world->options, error);
  if (engine == NULL)
    return FALSE;
  renderer = life_engine_create_renderer (engine, error);
  if (renderer == NULL
      || !life_world_visit (world, NULL, write_box, engine, error)
      || !life_renderer_move_records (renderer, world->renderer, error)) {
    life_renderer_free (renderer);
    engine->klass->destroy (engine);
    return FALSE;
  }
  life_world_drop_mark (world);
  life_world_lose_snapshots (world);
  life_renderer_free (world->renderer);
  world->klass->destroy (world->engine);
  world->klass = engine->klass;
  world->engine = engine;
  world->renderer = renderer;
  return TRUE;
}

/* Whether the present engine runs @rule; *@moves: it cannot, but a new one
 * may. */
static gboolean
try_rule (
    LifeWorld *world, const LifeRule *rule, gboolean *moves, GError **error)
{
  const LifeEngineClass *klass = life_engine_choose (
      rule, &world->engine->geometry, &world->options, error);
  GError *problem = NULL;

  *moves = FALSE;
  if (klass == NULL)
    return FALSE;
  if (klass == world->klass && klass->set_rule (world->engine, rule, &problem))
    return TRUE;
  *moves = problem == NULL
           || g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
  if (*moves)
    g_clear_error (&problem);
  else
    g_propagate_error (error, problem);
  return FALSE;
}

gboolean
life_world_set_rule (LifeWorld *world, const LifeRule *rule, GError **error)
{
  LifeRule *old;
  gboolean moves;

  g_return_val_if_fail (world != NULL && rule != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  old = world->rule;
  if (rule->dimensions != world->rule->dimensions) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a rule of %u dimensions cannot follow one of %u", rule->dimensions,
        world->rule->dimensions);
    return FALSE;
  }
  if (!try_rule (world, rule, &moves, error)
      && !(moves && move_to_new_engine (world, rule, error)))
    return FALSE;
  world->marked = world->now.stepped = FALSE;
  world->rule = life_rule_ref (rule);
  world->engine->rule = world->rule;
  life_rule_unref (old);
  return TRUE;
}
