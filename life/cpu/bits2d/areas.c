/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which parts of a world sleep: areas that a pass may leave out because what it
 * would write is there already.
 *
 * Passes take turns between two buffers, so a pass writes over what was written
 * two passes ago. Let it find that nothing in an area or within the halo around
 * it has changed against that. Then the next pass, if it takes as many
 * generations as the one before, would write what is written there too: the
 * same cells and the same generations give the same cells. So still lifes,
 * blinkers, and whatever else has a period that divides two passes sleep. Dead
 * areas among dead ones sleep through passes of any length.
 *
 * Looking for changes means reading what is written over, so where nearly all
 * areas change it is done now and then only. */
#include "life/base/memory.h"
#include "life/cpu/bits2d/private.h"

/* In a soup one of so many passes looks for what does not change. */
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
  return areas->areas != NULL;
}

void
life_areas_clear (LifeAreas *areas)
{
  life_memory_release (areas->areas);
  g_free (areas->busy[0]);
  g_free (areas->busy[1]);
}

void
life_areas_begin (LifeAreas *areas, guint generations, gboolean counting)
{
  areas->now = generations;
  areas->counting = counting;
  areas->tracking =
      areas->sparse || areas->passes == 1 || areas->untracked >= TRACK_EVERY;
  atomic_store (&areas->unchanged, 0);
}

/* After a whole pass. */
void
life_areas_end (LifeAreas *areas)
{
  areas->generations[areas->side] = areas->now;
  areas->counted[areas->side] = areas->counting;
  areas->sparse =
      atomic_load (&areas->unchanged) > areas->columns * areas->rows / 8;
  areas->untracked = areas->tracking ? 0 : areas->untracked + 1;
  areas->passes = MIN (areas->passes + 1, 2);
  areas->side ^= 1;
}

/* Whether what is not changed needs no pass now. */
static gboolean
quiet_sleeps (const LifeAreas *areas)
{
  return areas->passes == 2 && areas->generations[areas->side] == areas->now
         && (!areas->counting || areas->counted[areas->side]);
}

/* The area at @by areas, -1 … 1, along an axis of @size areas. FALSE where that
 * is outside of a plane, or beyond an edge that is joined in a rare way. */
static gboolean
find_neighbour (
    const LifeBitsliced *self, gsize at, gint by, gsize size, gsize *found)
{
  *found = (at + size + by) % size;
  return (self->engine.geometry.topology == LIFE_TOPOLOGY_TORUS
             && !self->joined)
         || (gint64) *found == (gint64) at + by;
}

/* Whether all areas of a row sleep, found without looking at them. */
gboolean
life_areas_row_sleeps (const LifeBitsliced *self, LifeAreas *areas, gsize row)
{
  guint to = areas->side;

  if (self->joined || !quiet_sleeps (areas))
    return FALSE;
  for (gint by = -1; by <= 1; by++) {
    gsize other;
    if (find_neighbour (self, row, by, areas->rows, &other)
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

/* What a change must have touched to reach us from a neighbour at (dx, dy). */
static guint
edges_towards_us (gint dx, gint dy)
{
  return LIFE_CHANGED | (dx < 0 ? LIFE_CHANGED_EAST : 0)
         | (dx > 0 ? LIFE_CHANGED_WEST : 0) | (dy < 0 ? LIFE_CHANGED_SOUTH : 0)
         | (dy > 0 ? LIFE_CHANGED_NORTH : 0);
}

/* Whether the pass may leave an area out; if so, what there is to remember of
 * it is set. */
gboolean
life_areas_sleep (
    const LifeBitsliced *self, LifeAreas *areas, gsize column, gsize row)
{
  LifeAreaSide *written = life_areas_written (areas, column, row);
  guint from = !areas->side;
  gboolean quiet = quiet_sleeps (areas);
  gboolean dead =
      areas->passes == 2 && !self->born_of_nothing && !written->alive;

  for (gint dy = -1; (quiet || dead) && dy <= 1; dy++)
    for (gint dx = -1; (quiet || dead) && dx <= 1; dx++) {
      guint edges = edges_towards_us (dx, dy);
      const LifeAreaSide *side;
      gsize x, y;

      if (!find_neighbour (self, column, dx, areas->columns, &x)
          || !find_neighbour (self, row, dy, areas->rows, &y)) {
        /* At edges that are joined in a rare way nothing sleeps. */
        if (self->joined)
          return FALSE;
        continue;
      }
      side = &areas->areas[y * areas->columns + x].sides[from];
      quiet = quiet && (side->changed & edges) != edges;
      dead = dead && !side->alive;
    }
  if (!quiet && !dead)
    return FALSE;
  if (!quiet)
    written->births = written->deaths = 0;
  written->changed = 0;
  atomic_fetch_add (&areas->unchanged, 1);
  return TRUE;
}

/* Births and deaths of the last pass; FALSE where it did not count them. */
gboolean
life_areas_count (const LifeAreas *areas, guint64 *births, guint64 *deaths)
{
  guint side = !areas->side;

  *births = *deaths = 0;
  if (!areas->counted[side])
    return FALSE;
  for (gsize i = 0; i < areas->columns * areas->rows; i++) {
    *births += areas->areas[i].sides[side].births;
    *deaths += areas->areas[i].sides[side].deaths;
  }
  return TRUE;
}
