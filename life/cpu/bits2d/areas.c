/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds areas that a pass may skip, because it would write the cells that are
 * already there.
 *
 * Passes alternate between two buffers, so a pass writes over what was written
 * two passes ago. Suppose that a pass finds an area and the halo around it
 * unchanged since then. If the next pass has as many generations as this one,
 * it would write the same cells again, so the area is skipped. Skipped are
 * still lifes, blinkers, and everything else whose period divides two passes.
 * Dead areas among dead ones are skipped in passes of any length.
 *
 * To find changes a pass has to read what it writes over, so if nearly all
 * areas change only some passes search for them. */
#include "life/base/memory.h"
#include "life/cpu/bits2d/bits2d-private.h"

/* In a soup only one of so many passes searches for unchanged areas. */
#define TRACK_EVERY 32

gboolean
life_areas_init (LifeAreas *areas, const LifeGeometry *geometry, gsize width,
    gsize height, GError **error)
{
  areas->width = width;
  areas->height = height;
  areas->columns = (geometry->width - 1) / width + 1;
  areas->rows = (geometry->height - 1) / height + 1;
  areas->areas = life_memory_reserve (
      areas->columns * areas->rows * sizeof (LifeArea), "the world", error);
  areas->busy[0] = g_malloc0 (areas->rows);
  areas->busy[1] = g_malloc0 (areas->rows);
  areas->skips_from = g_new0 (guint64, areas->rows);
  return areas->areas != NULL;
}

void
life_areas_clear (LifeAreas *areas)
{
  life_memory_release (areas->areas);
  g_free (areas->busy[0]);
  g_free (areas->busy[1]);
  g_free (areas->skips_from);
}

/* With @may_stream the pass bypasses the caches unless it searches for areas to skip, or
 * skips them. */
void
life_areas_begin (
    LifeAreas *areas, guint generations, gboolean counting, gboolean may_stream)
{
  areas->now = generations;
  areas->counting = counting;
  areas->tracking =
      areas->sparse || areas->passes == 1 || areas->untracked >= TRACK_EVERY;
  areas->streaming = may_stream && !areas->tracking;
  atomic_store (&areas->unchanged, 0);
  atomic_store (&areas->births[areas->side], 0);
  atomic_store (&areas->deaths[areas->side], 0);
}

/* To be called after a whole pass. */
void
life_areas_end (LifeAreas *areas)
{
  areas->generations[areas->side] = areas->now;
  areas->counted[areas->side] = areas->counting;
  areas->streamed[areas->side] = areas->streaming;
  areas->sparse =
      atomic_load (&areas->unchanged) > areas->columns * areas->rows / 8;
  areas->untracked = areas->tracking ? 0 : areas->untracked + 1;
  areas->passes = MIN (areas->passes + 1, 2);
  areas->number++;
  areas->side ^= 1;
}

/* To be called when cells of a present row were changed by anything but a pass. The next pass
 * does not skip what they reach. The one after that writes over these cells, which its last but
 * one did not write, so it does not skip their areas either. */
void
life_areas_replaced (LifeAreas *areas, gsize y, gsize first_cell, gsize cells)
{
  const gsize row = y / areas->height;
  const gsize last = (first_cell + cells - 1) / areas->width;

  if (areas->areas == NULL)
    return;
  areas->skips_from[row] = areas->number + 2;
  areas->busy[!areas->side][row] = TRUE;
  for (gsize column = first_cell / areas->width;
       column <= MIN (last, areas->columns - 1); column++) {
    LifeArea *area = &areas->areas[row * areas->columns + column];

    area->skips_from = areas->number + 2;
    area->sides[!areas->side].changed = LIFE_CHANGED_ALL;
    area->sides[!areas->side].alive = TRUE;
  }
}

/* Whether this pass may skip areas that were unchanged in the last one. */
static gboolean
may_skip_unchanged (const LifeAreas *areas)
{
  return areas->passes == 2 && areas->generations[areas->side] == areas->now
         && (!areas->counting
             || (areas->counted[areas->side] && !areas->streamed[areas->side]));
}

/* The area @by areas, -1 … 1, along an axis of @size areas. FALSE if that is
 * outside a plane, or beyond edges that are not simple. */
static gboolean
find_neighbor (
    const LifeBitsliced *self, gsize at, gint by, gsize size, gsize *found)
{
  *found = (at + size + by) % size;
  return (self->bits.engine.geometry.topology == LIFE_TOPOLOGY_TORUS
             && !self->twisted)
         || (gint64) *found == (gint64) at + by;
}

/* Skips a row of areas if none of them needs the pass; the row is tested as a
 * whole. */
gboolean
life_areas_skip_row (const LifeBitsliced *self, LifeAreas *areas, gsize row)
{
  guint to = areas->side;

  if (self->twisted || !may_skip_unchanged (areas)
      || areas->number < areas->skips_from[row])
    return FALSE;
  for (gint by = -1; by <= 1; by++) {
    gsize other;
    if (find_neighbor (self, row, by, areas->rows, &other)
        && areas->busy[!to][other])
      return FALSE;
  }
  if (areas->busy[to][row])
    for (gsize column = 0; column < areas->columns; column++)
      life_areas_written (areas, column, row)->changed = 0;
  areas->busy[to][row] = 0;
  atomic_fetch_add (&areas->unchanged, areas->columns);
  return TRUE;
}

/* The edges of the neighbor at (dx, dy) through which its changes reach an
 * area. */
static guint
edges_towards (gint dx, gint dy)
{
  return LIFE_CHANGED | (dx < 0 ? LIFE_CHANGED_EAST : 0)
         | (dx > 0 ? LIFE_CHANGED_WEST : 0) | (dy < 0 ? LIFE_CHANGED_SOUTH : 0)
         | (dy > 0 ? LIFE_CHANGED_NORTH : 0);
}

/* Whether the pass may skip an area; if so, the area is updated as if it had
 * been advanced. */
gboolean
life_areas_skip (
    const LifeBitsliced *self, LifeAreas *areas, gsize column, gsize row)
{
  LifeAreaSide *written = life_areas_written (areas, column, row);
  guint from = !areas->side;
  gboolean unchanged = may_skip_unchanged (areas);
  gboolean dead =
      areas->passes == 2 && !self->born_of_nothing && !written->alive;

  if (areas->number < areas->areas[row * areas->columns + column].skips_from)
    return FALSE;
  for (gint dy = -1; (unchanged || dead) && dy <= 1; dy++)
    for (gint dx = -1; (unchanged || dead) && dx <= 1; dx++) {
      guint edges = edges_towards (dx, dy);
      const LifeAreaSide *side;
      gsize x, y;

      if (!find_neighbor (self, column, dx, areas->columns, &x)
          || !find_neighbor (self, row, dy, areas->rows, &y)) {
        /* Beyond edges that are not simple no neighbor was found. */
        if (self->twisted)
          return FALSE;
        continue;
      }
      side = &areas->areas[y * areas->columns + x].sides[from];
      unchanged = unchanged && (side->changed & edges) != edges;
      dead = dead && !side->alive;
    }
  if (!unchanged && !dead)
    return FALSE;
  if (!unchanged)
    written->births = written->deaths = 0;
  written->changed = 0;
  atomic_fetch_add (&areas->unchanged, 1);
  return TRUE;
}

/* Births and deaths of the last pass; FALSE if it did not count them. */
gboolean
life_areas_count (const LifeAreas *areas, guint64 *births, guint64 *deaths)
{
  guint side = !areas->side;

  if (!areas->counted[side])
    return FALSE;
  *births = atomic_load (&areas->births[side]);
  *deaths = atomic_load (&areas->deaths[side]);
  for (gsize i = 0; i < areas->columns * areas->rows; i++) {
    *births += areas->areas[i].sides[side].births;
    *deaths += areas->areas[i].sides[side].deaths;
  }
  return TRUE;
}
