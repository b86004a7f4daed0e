/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds: cells that an engine holds and advances. What is counted of them, frames and
 * snapshots are in headers of their own, which this one includes. */
#pragma once

#include <life/draw.h>
#include <life/engine.h>
#include <life/pattern.h>
#include <life/snapshot.h>
#include <life/statistics.h>

G_BEGIN_DECLS

/**
 * life_world_new:
 * @geometry: the world's shape
 * @rule: its rule; the suffix is not looked at
 * @options: where and how it runs
 * @error: return location
 *
 * Makes a world of dead cells at generation 0. One that the memory cannot hold
 * is an error that reports how much is needed and how much there is, before
 * anything is allocated.
 *
 * Errors: %LIFE_ERROR_SIZE where life_geometry_check() fails, where a 2D rule
 * gets a depth, or where a GPU cannot hold so large a world, %LIFE_ERROR_MEMORY,
 * and those of life_engine_check().
 *
 * Returns: (transfer full): the world, or %NULL
 */
LIFE_API LifeWorld *life_world_new (const LifeGeometry *geometry,
    const LifeRule *rule, const LifeEngineOptions *options, GError **error);

/**
 * life_world_free:
 * @world: (transfer full) (nullable): a world
 *
 * Frees the world, and ends its threads. Its snapshots and a writer of its checkpoints have to
 * be freed before.
 */
LIFE_API void life_world_free (LifeWorld *world);

/**
 * life_world_get_engine_name:
 * @world: a world
 *
 * Returns: (transfer none): `cpu` or `cuda`
 */
LIFE_API const gchar *life_world_get_engine_name (const LifeWorld *world);

/**
 * life_world_get_kernel_name:
 * @world: a world
 *
 * Returns: (transfer none): the kernel that runs, and what it runs on:
 *   `naive`, `bitsliced (AVX-512)`
 */
LIFE_API const gchar *life_world_get_kernel_name (const LifeWorld *world);

/**
 * life_world_get_rule:
 * @world: a world
 *
 * Returns: (transfer none): the rule that the next step follows; valid until another
 *   one is set
 */
LIFE_API const LifeRule *life_world_get_rule (const LifeWorld *world);

/**
 * life_world_get_geometry:
 * @world: a world
 *
 * Returns: (transfer none): its shape
 */
LIFE_API const LifeGeometry *life_world_get_geometry (const LifeWorld *world);

/**
 * life_world_get_center:
 * @world: a 2D world
 * @center: (out caller-allocates): column and row, in cells
 * @error: return location
 *
 * Finds the position that a view's −1 stands for: the middle of the world. Where there are
 * no edges it is the middle of the box around all cells that were alive when the world
 * was stepped for the first time since it was made or reset, and until then around those
 * that are; (0, 0) where there were none.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_get_center (
    LifeWorld *world, gdouble center[2], GError **error);

/**
 * life_world_get_generation:
 * @world: a world
 *
 * Returns: the generation that it is at
 */
LIFE_API guint64 life_world_get_generation (const LifeWorld *world);

/**
 * life_world_set_rule:
 * @world: a world
 * @rule: a rule of the same number of dimensions
 * @error: return location
 *
 * Changes the rule from the next generation on. Cells in states that the new rule lacks
 * take its highest one; generation and counts stay. A rule of another kind may need the
 * cells elsewhere or otherwise: they move then, which takes as long as reading and
 * writing them all, and every snapshot is lost.
 *
 * Errors: %LIFE_ERROR_SIZE for a rule of another number of dimensions,
 * %LIFE_ERROR_UNSUPPORTED, %LIFE_ERROR_MEMORY, %LIFE_ERROR_DEVICE.
 *
 * Returns: %TRUE, or %FALSE when the engine cannot run it (the old one stays)
 */
LIFE_API gboolean life_world_set_rule (
    LifeWorld *world, const LifeRule *rule, GError **error);

/**
 * life_world_clear:
 * @world: a world
 * @error: return location
 *
 * Kills every cell; the generation stays.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_clear (LifeWorld *world, GError **error);

/**
 * life_world_reset:
 * @world: a world
 * @error: return location
 *
 * Kills every cell and returns to generation 0, as if the world were new; the
 * rule stays.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_reset (LifeWorld *world, GError **error);

/**
 * life_world_soup:
 * @world: a world
 * @seed: the soup's seed
 * @density: live fraction, 0…1, or #LIFE_DENSITY_DEFAULT
 * @error: return location
 *
 * Fills the world at random: with state 1, under a cyclic rule with all that live. Each cell is a
 * pure function of (@seed, x, y, z): the same on every engine, machine and thread count, and
 * the same cell in a world of another size. Under one of Wolfram's rules the bottom
 * row alone is filled, and the others are dead. A world without edges cannot be filled;
 * life_world_soup_box() fills a part.
 *
 * Errors: %LIFE_ERROR_SIZE if there are no edges; on a GPU %LIFE_ERROR_DEVICE and
 * %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_soup (
    LifeWorld *world, guint64 seed, gdouble density, GError **error);

/**
 * life_world_soup_box:
 * @world: a world
 * @box: which cells
 * @seed: the soup's seed
 * @density: live fraction, 0…1, or #LIFE_DENSITY_DEFAULT
 * @error: return location
 *
 * Gives the cells of a box the states that they have in the soup of life_world_soup()
 * under any but Wolfram's rules; all others stay. Beyond 2^32 positions the soup repeats.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; where there are no edges
 * %LIFE_ERROR_SIZE for positions beyond #LIFE_MAX_COORDINATE and %LIFE_ERROR_MEMORY; else none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_soup_box (LifeWorld *world, const LifeBox *box,
    guint64 seed, gdouble density, GError **error);

/**
 * life_world_get_memory_left:
 * @world: a world
 *
 * What life_pattern_from_string_within() may take of a pattern for it.
 *
 * Returns: the bytes of #LifeEngineOptions.memory_limit that the world does not take;
 *   %G_MAXUINT64 where that is no limit
 */
LIFE_API guint64 life_world_get_memory_left (const LifeWorld *world);

/**
 * life_world_paste:
 * @world: a world
 * @pattern: a pattern
 * @origin: the column, row and plane of its top left corner, as life_pattern_find_origin()
 *   gave them
 * @error: return location
 *
 * Gives the pattern's live cells their states; all others stay. Where it reaches
 * over an edge that is joined to another, it goes on from there.
 *
 * Errors: %LIFE_ERROR_PATTERN for a cell in a state that the rule lacks,
 * %LIFE_ERROR_SIZE for a corner outside the world and for a pattern that does not
 * fit there; on a GPU
 * %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; where there are no edges
 * %LIFE_ERROR_MEMORY.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_paste (LifeWorld *world,
    const LifePattern *pattern, const gint64 origin[3], GError **error);

/**
 * LifeLine:
 * @from: the cell that it begins at: x, y, z
 * @to: the cell that it ends at
 * @state: the state that its cells take; 0 kills them
 *
 * A straight line of cells: between two that follow each other no coordinate changes by
 * more than 1, and one changes by 1 in all of them.
 */
typedef struct {
  gint64 from[3], to[3];
  guint state;
} LifeLine;

/**
 * life_line_check:
 * @line: a line
 * @rule: the rule of the world that it is drawn into
 * @error: return location
 *
 * Checks a line without drawing it.
 *
 * Errors: %LIFE_ERROR_RULE for a state that cells do not have under @rule,
 * %LIFE_ERROR_SIZE where an end lies beyond ±2^53.
 *
 * Returns: %TRUE when life_world_draw_line() takes it
 */
LIFE_API gboolean life_line_check (
    const LifeLine *line, const LifeRule *rule, GError **error);

/**
 * life_world_draw_line:
 * @world: a world
 * @line: a line
 * @error: return location
 *
 * Sets the cells of a line; those that lie outside the world are left out.
 *
 * Errors: those of life_line_check(); on a GPU %LIFE_ERROR_DEVICE and
 * %LIFE_ERROR_MEMORY; where there are no edges %LIFE_ERROR_SIZE for a line of more than
 * 2^24 cells, and %LIFE_ERROR_MEMORY.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_draw_line (
    LifeWorld *world, const LifeLine *line, GError **error);

/**
 * life_world_read:
 * @world: a world
 * @box: which cells
 * @cells: (out caller-allocates): their states, a byte each, x fastest, then y,
 *   then z; @box.width × @box.height × @box.depth bytes
 * @error: return location
 *
 * Reads the states of the cells of a box, after every step that was started.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; where there are no edges
 * %LIFE_ERROR_SIZE for positions beyond #LIFE_MAX_COORDINATE; else none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_read (
    LifeWorld *world, const LifeBox *box, guint8 *cells, GError **error);

/**
 * life_world_write:
 * @world: a world
 * @box: which cells
 * @cells: their states, laid out as in life_world_read(); one that the rule
 *   lacks is taken for its highest
 * @error: return location
 *
 * Gives the cells of a box their states; all others and the generation stay.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; where there are no edges
 * %LIFE_ERROR_SIZE for positions beyond #LIFE_MAX_COORDINATE and %LIFE_ERROR_MEMORY; else none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_write (
    LifeWorld *world, const LifeBox *box, const guint8 *cells, GError **error);

/**
 * life_world_step:
 * @world: a world
 * @generations: how many generations to advance by
 * @cancelled: (nullable): read atomically while it runs; once it is not 0 the
 *   step ends at a whole generation with %LIFE_ERROR_CANCELLED
 * @error: return location
 *
 * Advances the world. An engine on a GPU may still be at it when this returns;
 * whatever reads the cells waits, and reports what went wrong.
 *
 * Errors: %LIFE_ERROR_CANCELLED; on a GPU %LIFE_ERROR_DEVICE and
 * %LIFE_ERROR_MEMORY; where there are no edges %LIFE_ERROR_MEMORY, at a whole
 * generation, when life has grown too large; %LIFE_ERROR_SIZE for generations from
 * 2^64 on.
 *
 * Returns: %TRUE when all were stepped
 */
LIFE_API gboolean life_world_step (LifeWorld *world, guint64 generations,
    const gint *cancelled, GError **error);

/**
 * life_world_is_step_deferred:
 * @world: a world
 * @generations: how many generations
 *
 * Returns: whether life_world_step() of so many generations returns long before
 *   they are done, as it does on a GPU
 */
LIFE_API gboolean life_world_is_step_deferred (
    LifeWorld *world, guint64 generations);

/**
 * life_world_to_pattern:
 * @world: a world
 * @error: return location
 *
 * The world's live cells as a pattern of the whole world's size, with its rule
 * and a topology suffix, so that loading it makes the same world. Where there are no
 * edges the pattern is as large as the box around all live cells, and has its position.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too; where there are no edges
 * %LIFE_ERROR_SIZE for a box whose sides do not fit 32 bits, or that lies further out
 * than patterns can hold.
 *
 * Returns: (transfer full): the pattern, or %NULL
 */
LIFE_API LifePattern *life_world_to_pattern (LifeWorld *world, GError **error);

/**
 * life_world_save:
 * @world: a world
 * @path: the file to write: `.rle`, `.rle3` or `.3d`, or `.cells`; of a world without edges
 *   `.mc` or `.mc.gz` too
 * @error: return location
 *
 * Writes the present generation: the pattern of life_world_to_pattern(), or a macrocell
 * file, which holds any number of cells in two states.
 *
 * Errors: those of life_world_to_pattern() and life_pattern_save(), and
 * %LIFE_ERROR_UNSUPPORTED for a macrocell file of another world.
 *
 * Returns: %TRUE when the file was written whole
 */
LIFE_API gboolean life_world_save (
    LifeWorld *world, const gchar *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeWorld, life_world_free)

G_END_DECLS

/**
 * LIFE_DENSITY_DEFAULT:
 *
 * The density of a soup that suits the world's rule: of a cyclic one that at which each of its
 * states is equally likely, of others 0.35.
 */
#define LIFE_DENSITY_DEFAULT (-1.0)
