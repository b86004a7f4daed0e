/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is counted of a world, and its checksum. */
#pragma once

#include <life/engine.h>

G_BEGIN_DECLS

/**
 * LifeActivity:
 * @cells: how many cells were born or died
 * @sums: their columns, rows and planes, each added up. Along axes of more than 2^23
 *   cells places are in units of the power of two that leaves fewer than 2^23
 * @quarters: how many lie in each quarter of an axis: cell x in ⌊4·x / width⌋
 * @origin: the column, row and plane from which @sums are counted, 0 if there are edges
 *
 * Where a world changed. A world whose edges are joined has no first and last column: what
 * lies in its last half can be added up as if it were before the first by means of
 * @quarters. A world without edges has no quarters; there @origin is the mean position rounded
 * down, so that sums are below @cells.
 */
typedef struct {
  guint64 cells;
  guint64 sums[3];
  guint64 quarters[3][4];
  gint64 origin[3];
} LifeActivity;

/**
 * LifeStatistics:
 * @generation: the generation that the world is at
 * @population: cells that are not in state 0; %G_MAXUINT64 where there are as many or
 *   more (life_world_get_population_text())
 * @births: cells that left state 0 in the last generation stepped, 0 at first
 * @deaths: cells that came to state 0 in it, 0 at first
 * @box: the smallest box with all cells that are not in state 0; of width 0 if there
 *   are none. Worlds whose edges are joined are not cut elsewhere for it
 * @activity: where those births and deaths were, if that generation was stepped alone;
 *   0 with %LIFE_KERNEL_HASHLIFE
 *
 * What is counted of a world.
 */
typedef struct {
  guint64 generation;
  guint64 population;
  guint64 births;
  guint64 deaths;
  LifeBox box;
  LifeActivity activity;
} LifeStatistics;

/**
 * LifeCountFlags:
 * @LIFE_COUNT_POPULATION: nothing more than the population
 * @LIFE_COUNT_CHANGES: births and deaths; on a GPU counting them may take as long as
 *   the generation itself
 * @LIFE_COUNT_BOX: the box around all live cells
 * @LIFE_COUNT_ACTIVITY: where cells were born and died
 *
 * What is counted with a frame.
 */
typedef enum {
  LIFE_COUNT_POPULATION = 0,
  LIFE_COUNT_CHANGES = 1 << 0,
  LIFE_COUNT_BOX = 1 << 2,
  LIFE_COUNT_ACTIVITY = 1 << 3,
} LifeCountFlags;

/**
 * life_world_get_statistics:
 * @world: a world
 * @statistics: (out caller-allocates): what was counted
 * @error: return location
 *
 * Counts the world's population, births and deaths; the counts are stored until it
 * changes.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none but
 * %LIFE_ERROR_MEMORY of %LIFE_KERNEL_HASHLIFE.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_get_statistics (
    LifeWorld *world, LifeStatistics *statistics, GError **error);

/**
 * life_world_count:
 * @world: a world
 * @requested: what is counted
 * @statistics: (out caller-allocates): the generation and what was @requested; the rest is
 *   0, the population too
 * @error: return location
 *
 * Counts the world; the counts are stored until it changes. There is activity where a
 * generation was stepped alone, and nothing changed cells before it was counted; else it
 * is 0.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none but
 * %LIFE_ERROR_MEMORY of %LIFE_KERNEL_HASHLIFE.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_count (LifeWorld *world, LifeCountFlags requested,
    LifeStatistics *statistics, GError **error);

/**
 * life_world_get_population_text:
 * @world: a world
 * @error: return location
 *
 * Counts the cells that are not in state 0, however many they are.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none but
 * %LIFE_ERROR_MEMORY of %LIFE_KERNEL_HASHLIFE.
 *
 * Returns: (transfer full): their number in decimal digits, or %NULL
 */
LIFE_API gchar *life_world_get_population_text (
    LifeWorld *world, GError **error);

/**
 * life_world_checksum:
 * @world: a world
 * @checksum: (out): a 64-bit checksum of every cell's position and state,
 *   independent of engine and kernel
 * @error: return location
 *
 * Computes a number by which worlds of one shape are compared: equal cells have the same.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_checksum (
    LifeWorld *world, guint64 *checksum, GError **error);

/**
 * life_world_begin_checksum:
 * @world: a world
 * @error: return location
 *
 * As life_world_checksum(), but an engine on a GPU may still be at it when this returns.
 * The world may be changed before life_world_finish_checksum(), which need not follow:
 * the one that was started last counts.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_begin_checksum (LifeWorld *world, GError **error);

/**
 * life_world_finish_checksum:
 * @world: a world of which a checksum was started
 * @checksum: (out): that of the cells as they were then
 * @error: return location
 *
 * Waits for what life_world_begin_checksum() began.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_finish_checksum (
    LifeWorld *world, guint64 *checksum, GError **error);

G_END_DECLS
