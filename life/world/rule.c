/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Changes of a world's rule: where the new one is run by another engine, or its cells
 * have to lie otherwise, they move to a new engine. */
#include "life/world/private.h"

/* An engine that took the world for its size, where CUDA did not, is not left again. */
void
life_world_keep_options (LifeWorld *world, const LifeEngineOptions *options)
{
  world->options = *options;
  if (options->engine == LIFE_ENGINE_AUTO
      && life_engine_choose (
             &world->rule, &world->engine->geometry, options, NULL)
             != world->klass)
    world->options.engine = LIFE_ENGINE_CPU;
}

static gboolean
write_box (
    const LifeBox *box, const guint8 *cells, gpointer data, GError **error)
{
  LifeEngine *engine = data;

  return engine->klass->write (engine, box, cells, error);
}

/* Moves the cells to a new engine for @rule; where that fails they stay. What the
 * old one was counting and drawing is waited for, what it kept is lost. */
static gboolean
move_to_new_engine (LifeWorld *world, const LifeRule *rule, GError **error)
{
  LifeEngine *engine = NULL;

  if (!life_world_count_changes (world, error)
      || (world->frame_begun && !life_world_wait_for_frame (world, error)))
    return FALSE;
  engine = life_engine_create (
      &world->engine->geometry, rule, &world->options, error);
  if (engine == NULL)
    return FALSE;
  if (!life_world_look (world, write_box, engine, error)) {
    engine->klass->destroy (engine);
    return FALSE;
  }
  life_world_drop_mark (world);
  life_world_lose_snapshots (world);
  world->klass->destroy (world->engine);
  world->klass = engine->klass;
  world->engine = engine;
  return TRUE;
}

/* Whether the present engine took @rule; *@moves: it cannot, but a new one may. */
static gboolean
take_rule (
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
  gboolean moves;

  g_return_val_if_fail (world != NULL && rule != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (rule->dimensions != world->rule.dimensions) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a rule of %u dimensions cannot follow one of %u", rule->dimensions,
        world->rule.dimensions);
    return FALSE;
  }
  if (!take_rule (world, rule, &moves, error)
      && !(moves && move_to_new_engine (world, rule, error)))
    return FALSE;
  world->marked = FALSE;
  world->rule = *rule;
  return TRUE;
}

const LifeRule *
life_world_get_rule (const LifeWorld *world)
{
  g_return_val_if_fail (world != NULL, NULL);

  return &world->rule;
}
