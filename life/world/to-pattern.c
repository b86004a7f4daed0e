/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds as patterns: the present cells, or those of a saved generation. */
#include "life/base/memory.h"
#include "life/pattern/readers.h"
#include "life/world/unbounded-world.h"

#include <string.h>

/* --- Saved generations --- */

gboolean
life_world_save_cells (LifeWorld *world, LifeSavedCells *cells, GError **error)
{
  const LifeUnboundedClass *klass = world->klass->unbounded;

  *cells = (LifeSavedCells){ world, life_rule_ref (world->rule) };
  if (klass != NULL) {
    if (!life_world_refresh_counts (world, LIFE_COUNT_BOX, error))
      return FALSE;
    cells->box = world->now.statistics.box;
  }
  cells->snapshot = life_world_snapshot (world, error);
  if (cells->snapshot == NULL)
    return FALSE;
  life_snapshot_acquire (cells->snapshot);
  cells->has_nodes = klass != NULL && klass->get_nodes != NULL;
  return TRUE;
}

gboolean
life_saved_cells_find_nodes (LifeSavedCells *cells, GError **error)
{
  if (cells->has_nodes && cells->nodes == NULL)
    cells->nodes =
        life_snapshot_get_nodes (cells->snapshot, &cells->n_nodes, error);
  return !cells->has_nodes || cells->nodes != NULL;
}

void
life_saved_cells_release (LifeSavedCells *cells)
{
  /* In the memory of the engine, which may go with the snapshot. */
  g_clear_pointer (&cells->nodes, life_memory_release);
  if (cells->snapshot != NULL)
    life_snapshot_release (cells->snapshot);
}

void
life_saved_cells_clear (LifeSavedCells *cells)
{
  life_saved_cells_release (cells);
  g_clear_pointer (&cells->snapshot, life_snapshot_free);
  g_clear_pointer (&cells->rule, life_rule_unref);
}

/* --- Runs of cells --- */

typedef struct {
  LifePattern *pattern;
  LifeMemory *memory; /* of a world without edges; or NULL */
  const LifeBox *box; /* of which the pattern is */
  gsize room;
  guint64 charged;
} Runs;

/* What the runs take, a copy of them and the text that they are written as. */
#define BYTES_OF_RUN (3 * sizeof (LifeRun))

/* Counts the room that life_pattern_add_run() is to make. */
static gboolean
reserve_runs (Runs *runs, GError **error)
{
  const guint64 bytes = (runs->pattern->n_runs / 2 + 16) * BYTES_OF_RUN;

  if (runs->memory == NULL)
    return TRUE;
  if (!life_memory_charge (
          runs->memory, bytes, "the pattern of what lives", error))
    return FALSE;
  runs->charged += bytes;
  return TRUE;
}

static gboolean
add_run (Runs *runs, const LifeRun *run, GError **error)
{
  return (runs->pattern->n_runs < runs->room || reserve_runs (runs, error))
         && life_pattern_add_run (runs->pattern, &runs->room, *run, error);
}

/* The first byte from @cells on that is not @state. */
static const guint8 *
skip_state (const guint8 *cells, const guint8 *end, guint8 state)
{
  guint64 eight = state * G_GUINT64_CONSTANT (0x0101010101010101), next;

  for (; end - cells >= 8; cells += 8) {
    memcpy (&next, cells, 8);
    if (next != eight)
      break;
  }
  while (cells < end && *cells == state)
    cells++;
  return cells;
}

/* LifeVisitBox. */
static gboolean
find_runs (
    const LifeBox *box, const guint8 *cells, gpointer data, GError **error)
{
  Runs *runs = data;

  for (gint64 y = 0; y < box->height; y++, cells += box->width) {
    const guint8 *end = cells + box->width;
    const guint8 *start = skip_state (cells, end, 0);
    while (start < end) {
      const guint8 *stop = skip_state (start, end, *start);
      const LifeRun run = { (guint32) (box->x - runs->box->x + (start - cells)),
        (guint32) (box->y - runs->box->y + y), (guint32) box->z,
        (guint32) (stop - start), *start };
      if (!add_run (runs, &run, error))
        return FALSE;
      start = skip_state (stop, end, 0);
    }
  }
  return TRUE;
}

/* --- Patterns --- */

/* With edges the pattern is of the whole world, without them of what lives. */
static gboolean
check_box (const LifeBox *box, GError **error)
{
  if (box->width <= G_MAXUINT32 && box->height <= G_MAXUINT32
      && ABS (box->x) <= LIFE_POSITION_MAX && ABS (box->y) <= LIFE_POSITION_MAX)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "a pattern has fewer than 2^32 columns and rows and lies within 2^56 of"
      " the center, and the live cells of this world are in a box of"
      " %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT " at (%" G_GINT64_FORMAT
      ", %" G_GINT64_FORMAT ")",
      box->width, box->height, box->x, box->y);
  return FALSE;
}

static void
describe (LifePattern *pattern, const LifeSavedCells *cells, guint64 generation)
{
  const LifeGeometry *geometry = life_world_get_geometry (cells->world);
  const gboolean bounded = !life_world_is_unbounded (cells->world);
  LifeRule rule = life_rule_value (cells->rule);

  rule.bounded = bounded;
  if (bounded)
    rule.grid = *geometry;
  pattern->format = rule.dimensions == 3 ? LIFE_FORMAT_RLE3 : LIFE_FORMAT_RLE;
  pattern->dimensions = rule.dimensions;
  pattern->width = bounded ? geometry->width : (guint32) cells->box.width;
  pattern->height = bounded ? geometry->height : (guint32) cells->box.height;
  pattern->depth = bounded ? geometry->depth : 1;
  pattern->columns = pattern->rows = 0;
  pattern->rule = life_rule_to_string (&rule);
  pattern->has_position = TRUE;
  pattern->x = bounded ? -(gint64) (geometry->width / 2) : cells->box.x;
  pattern->y = bounded ? -(gint64) (geometry->height / 2) : cells->box.y;
  pattern->z = bounded ? -(gint64) (geometry->depth / 2) : 0;
  pattern->generation = generation;
}

/* Of the present cells where there is no snapshot, which is only with edges. */
static LifePattern *
find_pattern (const LifeSavedCells *cells, GError **error)
{
  LifeMemory *memory = life_world_is_unbounded (cells->world)
                           ? &cells->world->engine->memory
                           : NULL;
  Runs runs = { NULL, memory, &cells->box };
  gboolean found;

  if (cells->nodes != NULL)
    return life_pattern_from_nodes (cells->nodes, cells->n_nodes,
        MAX (life_memory_left (memory) / 3, 1), error);
  runs.pattern = life_pattern_new ();
  found = cells->snapshot != NULL
              ? life_snapshot_visit (cells->snapshot, find_runs, &runs, error)
              : life_world_visit (cells->world, NULL, find_runs, &runs, error);
  if (runs.charged > 0)
    life_memory_uncharge (memory, runs.charged);
  if (!found)
    g_clear_pointer (&runs.pattern, life_pattern_unref);
  return runs.pattern;
}

LifePattern *
life_saved_cells_to_pattern (LifeSavedCells *cells, GError **error)
{
  LifePattern *pattern;

  if (!check_box (&cells->box, error)
      || !life_saved_cells_find_nodes (cells, error))
    return NULL;
  pattern = find_pattern (cells, error);
  if (pattern != NULL)
    describe (pattern, cells,
        cells->snapshot != NULL ? life_snapshot_get_generation (cells->snapshot)
                                : life_world_get_generation (cells->world));
  return pattern;
}

LifePattern *
life_world_to_pattern (LifeWorld *world, GError **error)
{
  LifeSavedCells cells = { world, world->rule };
  LifePattern *pattern = NULL;

  g_return_val_if_fail (world != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!life_world_is_unbounded (world))
    return life_saved_cells_to_pattern (&cells, error);
  if (life_world_save_cells (world, &cells, error))
    pattern = life_saved_cells_to_pattern (&cells, error);
  life_saved_cells_clear (&cells);
  return pattern;
}
