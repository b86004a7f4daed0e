/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds: what every engine has in common. This file checks arguments and numbers
 * the generations; the engine owns the cells, and life/open.c chooses it. */
#include "life/world/world-private.h"

#include "life/base/grow.h"
#include "life/base/memory.h"
#include "life/rule/families.h"
#include "life/world/soup.h"
#include "life/world/unbounded-world.h"

/* Cells per chunk where the whole world is read. */
#define CHUNK_CELLS (256 * 1024)

/* Cells of a single row that are filled at a time. */
#define SOUP_CELLS 4096
/* The density of a soup of one state. */
#define DENSITY 0.35

static const LifeGeometry *
geometry_of (const LifeWorld *world)
{
  return &world->engine->geometry;
}

static gboolean
is_box_inside (const LifeBox *box, const LifeGeometry *geometry)
{
  const gint64 starts[3] = { box->x, box->y, box->z };
  const gint64 sizes[3] = { box->width, box->height, box->depth };
  const gint64 sides[3] = { geometry->width, geometry->height,
    geometry->depth };

  for (guint i = 0; i < 3; i++)
    if (starts[i] < 0 || starts[i] > sides[i] || sizes[i] < 0
        || sizes[i] > sides[i] - starts[i])
      return FALSE;
  return TRUE;
}

/* Without edges positions may lie too far out; with edges that is a fault of the caller. */
static gboolean
check_box (const LifeWorld *world, const LifeBox *box, GError **error)
{
  if (life_world_is_unbounded (world))
    return life_unbounded_check_box (box, error);
  g_return_val_if_fail (is_box_inside (box, geometry_of (world)), FALSE);
  return TRUE;
}

const gchar *
life_world_get_engine_name (const LifeWorld *world)
{
  g_return_val_if_fail (world != NULL, NULL);

  return world->klass->name;
}

const gchar *
life_world_get_kernel_name (const LifeWorld *world)
{
  g_return_val_if_fail (world != NULL, NULL);

  return world->klass->get_kernel_name (world->engine);
}

LifeEngine *
life_world_get_engine (LifeWorld *world)
{
  return world->engine;
}

LifeRenderer *
life_world_get_renderer (LifeWorld *world)
{
  return world->renderer;
}

const LifeGeometry *
life_world_get_geometry (const LifeWorld *world)
{
  g_return_val_if_fail (world != NULL, NULL);

  return geometry_of (world);
}

const LifeRule *
life_world_get_rule (const LifeWorld *world)
{
  g_return_val_if_fail (world != NULL, NULL);

  return world->rule;
}

guint64
life_world_get_generation (const LifeWorld *world)
{
  g_return_val_if_fail (world != NULL, 0);

  return world->now.statistics.generation;
}

gboolean
life_world_begin_edit (LifeWorld *world, GError **error)
{
  if (!life_world_refresh_counts (world, LIFE_COUNT_CHANGES, error))
    return FALSE;
  life_counted_edit (&world->now);
  world->marked = FALSE;
  world->center_valid = world->center_valid && world->center_fixed;
  world->version++;
  return TRUE;
}

gboolean
life_world_clear (LifeWorld *world, GError **error)
{
  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return life_world_begin_edit (world, error)
         && world->klass->clear (world->engine, error);
}

gboolean
life_world_reset (LifeWorld *world, GError **error)
{
  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!world->klass->clear (world->engine, error))
    return FALSE;
  world->marked = FALSE;
  world->version++;
  life_counted_init (&world->now);
  world->center_valid = world->center_fixed = FALSE;
  return TRUE;
}

static gboolean
is_density (gdouble density)
{
  return density == LIFE_DENSITY_DEFAULT || (density >= 0.0 && density <= 1.0);
}

/* For all states equally likely, or the most usual soup. */
static guint64
threshold_of (const LifeRule *rule, gdouble density)
{
  const guint live = life_family_live_states (rule);

  if (density == LIFE_DENSITY_DEFAULT)
    density = live > 1 ? live / (live + 1.0) : DENSITY;
  return life_soup_threshold (density);
}

/* Fills a part of one row. The numbers of a soup's positions have 32 bits. */
static gboolean
soup_row (LifeWorld *world, LifeBox box, guint64 seed, guint64 threshold,
    GError **error)
{
  const guint64 row = life_soup_row (seed, (guint32) box.y, (guint32) box.z);
  const guint live = life_family_live_states (world->rule);
  const gint64 end = box.x + box.width;
  guint8 cells[SOUP_CELLS];

  for (; box.x < end; box.x += box.width) {
    box.width = MIN (end - box.x, SOUP_CELLS);
    for (gint64 i = 0; i < box.width; i++)
      cells[i] = (guint8) life_soup_state (
          row, (guint32) (box.x + i), threshold, live);
    if (!world->klass->write (world->engine, &box, cells, error))
      return FALSE;
  }
  return TRUE;
}

/* A soup of which only the bottom row is set. */
static gboolean
soup_bottom_row (
    LifeWorld *world, guint64 seed, guint64 threshold, GError **error)
{
  const LifeGeometry *geometry = geometry_of (world);
  const LifeBox bottom = { 0, geometry->height - 1, 0, geometry->width, 1, 1 };

  return world->klass->clear (world->engine, error)
         && soup_row (world, bottom, seed, threshold, error);
}

gboolean
life_world_soup (
    LifeWorld *world, guint64 seed, gdouble density, GError **error)
{
  guint64 threshold;

  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (is_density (density), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (life_world_is_unbounded (world)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a world without edges cannot be filled with a soup; fill a part of "
        "it");
    return FALSE;
  }
  threshold = threshold_of (world->rule, density);
  if (!life_world_begin_edit (world, error))
    return FALSE;
  return life_family_get (world->rule->family)->is_1d
             ? soup_bottom_row (world, seed, threshold, error)
             : world->klass->soup (world->engine, seed, threshold, error);
}

gboolean
life_world_soup_box (LifeWorld *world, const LifeBox *box, guint64 seed,
    gdouble density, GError **error)
{
  guint64 threshold;

  g_return_val_if_fail (world != NULL && box != NULL, FALSE);
  g_return_val_if_fail (is_density (density), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  threshold = threshold_of (world->rule, density);
  if (!check_box (world, box, error) || !life_world_begin_edit (world, error)
      || (life_world_is_unbounded (world) && threshold > 0
          && !life_unbounded_check_soup (box, error)))
    return FALSE;
  for (gint64 z = box->z; z < box->z + box->depth; z++)
    for (gint64 y = box->y; y < box->y + box->height; y++)
      if (!soup_row (world, (LifeBox){ box->x, y, z, box->width, 1, 1 }, seed,
              threshold, error))
        return FALSE;
  return TRUE;
}

/* Whether the pattern fits in the world, except where it wraps. */
static gboolean
check_corner (const LifePattern *pattern, const LifeGeometry *geometry,
    const gint64 origin[3], GError **error)
{
  const gint64 sizes[3] = { pattern->width, pattern->height, pattern->depth };
  const gint64 sides[3] = { geometry->width, geometry->height,
    geometry->depth };
  gboolean plane = geometry->topology == LIFE_TOPOLOGY_PLANE;

  for (guint i = 0; i < 3; i++)
    if (origin[i] < 0 || origin[i] >= sides[i]
        || sizes[i] > sides[i] - (plane ? origin[i] : 0)) {
      g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
          "a pattern of %u×%u×%u cells at (%" G_GINT64_FORMAT
          ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
          ") does not fit a world of %u×%u×%u",
          pattern->width, pattern->height, pattern->depth, origin[0], origin[1],
          origin[2], geometry->width, geometry->height, geometry->depth);
      return FALSE;
    }
  return TRUE;
}

/* Whether the nodes of @pattern can replace all cells, which are dead. */
static gboolean
can_add_nodes (LifeWorld *world, const LifePattern *pattern,
    const gint64 origin[3], gboolean *replaces, GError **error)
{
  *replaces = FALSE;
  if (pattern->nodes == NULL || world->klass->unbounded->add_nodes == NULL
      || origin[0] != pattern->x || origin[1] != pattern->y)
    return TRUE;
  if (!life_world_refresh_counts (world, LIFE_COUNT_LIVING, error))
    return FALSE;
  *replaces = world->now.statistics.population == 0;
  return TRUE;
}

/* The same where there are no edges. The pattern's own memory counts meanwhile. */
static gboolean
paste_freely (LifeWorld *world, const LifePattern *pattern,
    const gint64 origin[3], GError **error)
{
  const LifeEngineClass *klass = world->klass;
  LifeMemory *memory = &world->engine->memory;
  const guint64 bytes = pattern->n_runs * sizeof (LifeRun)
                        + pattern->n_nodes * sizeof (LifeMacrocellNode);
  LifeBox box = { origin[0], origin[1], origin[2], .depth = 1 };
  gint64 size[3];
  gboolean nodes, pasted;

  life_pattern_get_size (pattern, size);
  box.width = size[0];
  box.height = size[1];
  if (!life_unbounded_check_box (&box, error)
      || !can_add_nodes (world, pattern, origin, &nodes, error))
    return FALSE;
  if (!nodes && pattern->nodes != NULL && pattern->n_runs == 0) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "the pattern has more cells than can be set one by one; start a world "
        "from it with kernel=hashlife, at its own place");
    return FALSE;
  }
  if (!life_memory_charge (memory, bytes, "a pattern", error))
    return FALSE;
  pasted = life_world_begin_edit (world, error)
           && (nodes ? klass->unbounded->add_nodes (
                   world->engine, pattern->nodes, pattern->n_nodes, error)
                     : klass->add_runs (world->engine, pattern->runs,
                         pattern->n_runs, origin, error));
  life_memory_uncharge (memory, bytes);
  return pasted;
}

guint64
life_world_get_memory_left (const LifeWorld *world)
{
  g_return_val_if_fail (world != NULL, 0);

  if (life_world_is_unbounded (world) || world->options.memory_limit == 0)
    return life_memory_left (&world->engine->memory);
  return world->options.memory_limit;
}

gboolean
life_world_paste (LifeWorld *world, const LifePattern *pattern,
    const gint64 origin[3], GError **error)
{
  g_return_val_if_fail (world != NULL && pattern != NULL, FALSE);
  g_return_val_if_fail (origin != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!life_pattern_check_states (pattern, world->rule->states, error))
    return FALSE;
  if (life_world_is_unbounded (world))
    return paste_freely (world, pattern, origin, error);
  return check_corner (pattern, geometry_of (world), origin, error)
         && life_world_begin_edit (world, error)
         && life_engine_paste (world->engine, pattern, origin, error);
}

gboolean
life_world_read (
    LifeWorld *world, const LifeBox *box, guint8 *cells, GError **error)
{
  g_return_val_if_fail (world != NULL && box != NULL && cells != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return check_box (world, box, error)
         && world->klass->read (world->engine, box, cells, error);
}

gboolean
life_world_write (
    LifeWorld *world, const LifeBox *box, const guint8 *cells, GError **error)
{
  g_return_val_if_fail (world != NULL && box != NULL && cells != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return check_box (world, box, error) && life_world_begin_edit (world, error)
         && world->klass->write (world->engine, box, cells, error);
}

/* Advances the engine; under rules that alternate one generation after the other, unless it
 * does that itself. */
static gboolean
step_engine (LifeWorld *world, guint64 generations, const gint *cancelled,
    guint64 *stepped, GError **error)
{
  const LifeRule *rule = world->rule;
  const guint64 now = world->now.statistics.generation;

  if (rule->alternate != NULL && world->klass->set_generation != NULL)
    world->klass->set_generation (world->engine, now);
  if (rule->alternate == NULL || world->klass->set_generation != NULL)
    return world->klass->step (
        world->engine, generations, cancelled, stepped, error);
  while (*stepped < generations) {
    const gboolean odd = (now + *stepped) % 2 != 0;
    guint64 one = 0;
    gboolean done;

    if (!world->klass->set_rule (
            world->engine, odd ? rule->alternate : rule, error))
      return FALSE;
    done = world->klass->step (world->engine, 1, cancelled, &one, error);
    *stepped += one;
    if (!done)
      return FALSE;
  }
  return TRUE;
}

gboolean
life_world_step (LifeWorld *world, guint64 generations, const gint *cancelled,
    GError **error)
{
  guint64 stepped = 0;
  gboolean done;

  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (generations == 0)
    return TRUE;
  if (generations > G_MAXUINT64 - world->now.statistics.generation) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "%" G_GUINT64_FORMAT " generations from generation %" G_GUINT64_FORMAT
        " on end beyond 2^64 - 1, the last one; step by fewer",
        generations, world->now.statistics.generation);
    return FALSE;
  }
  if (life_world_is_unbounded (world) && !world->center_fixed
      && !life_unbounded_find_center (world, error))
    return FALSE;
  done = step_engine (world, generations, cancelled, &stepped, error);
  if (stepped > 0) {
    world->version++;
    world->center_fixed = TRUE;
  }
  world->now.statistics.generation += stepped;
  life_world_invalidate_counts (world, generations, stepped);
  return done;
}

gboolean
life_world_has_view (const LifeWorld *world, const LifeView *view)
{
  const LifeGeometry *geometry = geometry_of (world);
  guint32 columns, rows, planes;

  if (life_world_is_unbounded (world))
    return life_view_kind_is (view->kind, LIFE_VIEW_FLAG_SLICE)
           && view->zoom > 0.0 && view->axis == LIFE_AXIS_Z && view->slice == 0;
  life_geometry_plane (geometry, view->axis, &columns, &rows, &planes);
  if (MAX (MAX (geometry->width, geometry->height), geometry->depth)
      > life_view_kind_get_max_side (view->kind))
    return FALSE;
  if (life_view_kind_is (view->kind, LIFE_VIEW_FLAG_STACKS)
      && (world->rule->dimensions != 2 || view->perspective.history < 2
          || view->perspective.history > LIFE_MAX_SPACETIME))
    return FALSE;
  return view->zoom > 0.0 && view->slice >= 0 && view->slice < planes;
}

gboolean
life_world_absorb (LifeWorld *world, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  g_return_val_if_fail (world != NULL && view != NULL, FALSE);
  g_return_val_if_fail (picture != NULL, FALSE);
  g_return_val_if_fail (life_world_has_view (world, view), FALSE);
  g_return_val_if_fail (threshold >= 0.0 && threshold <= 1.0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return life_world_begin_edit (world, error)
         && world->renderer->klass->absorb (world->renderer,
             &(LifeArrivingPicture){ view, picture, input, threshold }, error);
}

static GMutex reading_saved;

/* Engines read what they saved for one thread at a time. */
static gboolean
read_box (LifeWorld *world, gconstpointer saved, const LifeBox *box,
    guint8 *cells, GError **error)
{
  gboolean done;

  if (saved == NULL)
    return world->klass->read (world->engine, box, cells, error);
  g_mutex_lock (&reading_saved);
  done = world->klass->read_saved (world->engine, saved, box, cells, error);
  g_mutex_unlock (&reading_saved);
  return done;
}

/* Visits the boxes of a world with edges. */
static gboolean
visit_boxes (LifeWorld *world, gconstpointer saved, LifeVisitBox visit,
    gpointer data, GError **error)
{
  const LifeGeometry *geometry = geometry_of (world);
  const gint64 columns = MIN (geometry->width, CHUNK_CELLS);
  const gint64 rows = MIN (geometry->height, MAX (CHUNK_CELLS / columns, 1));
  LifeBox box = { .depth = 1 };
  guint8 *cells =
      life_memory_reserve ((gsize) columns * (gsize) rows, "reading", error);
  gboolean fine = cells != NULL;

  for (box.z = 0; fine && box.z < geometry->depth; box.z++)
    for (box.y = 0; fine && box.y < geometry->height; box.y += rows)
      for (box.x = 0; fine && box.x < geometry->width; box.x += columns) {
        box.width = MIN (columns, geometry->width - box.x);
        box.height = MIN (rows, geometry->height - box.y);
        fine = read_box (world, saved, &box, cells, error)
               && visit (&box, cells, data, error);
      }
  life_memory_release (cells);
  return fine;
}

gboolean
life_world_visit (LifeWorld *world, gconstpointer saved, LifeVisitBox visit,
    gpointer data, GError **error)
{
  return life_world_is_unbounded (world)
             ? world->klass->unbounded->visit_saved (
                 world->engine, saved, visit, data, error)
             : visit_boxes (world, saved, visit, data, error);
}
