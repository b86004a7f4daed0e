/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds: cells that an engine holds, advances, counts and draws. */
#pragma once

#include <life/error.h>
#include <life/geometry.h>
#include <life/pattern.h>
#include <life/rule.h>
#include <life/view.h>

G_BEGIN_DECLS

/**
 * LifeWorld:
 *
 * A world on an engine. One thread at a time may call into it.
 */
typedef struct _LifeWorld LifeWorld;

/**
 * LifeSnapshot:
 *
 * A kept generation of one world; see life_world_snapshot().
 */
typedef struct _LifeSnapshot LifeSnapshot;

/**
 * LifeEngineKind:
 * @LIFE_ENGINE_AUTO: CUDA where it works, else the CPU
 * @LIFE_ENGINE_CPU: the CPU
 * @LIFE_ENGINE_CUDA: an NVIDIA GPU, or an error
 *
 * Where a world lives.
 */
typedef enum {
  LIFE_ENGINE_AUTO,
  LIFE_ENGINE_CPU,
  LIFE_ENGINE_CUDA,
} LifeEngineKind;

/**
 * LifeKernel:
 * @LIFE_KERNEL_AUTO: the fastest that can run the rule
 * @LIFE_KERNEL_NAIVE: a byte per cell and a load per neighbor; the reference
 * @LIFE_KERNEL_TILED: tiles in shared memory (CUDA)
 * @LIFE_KERNEL_ASYNC: tiles brought by asynchronous copies (CUDA)
 * @LIFE_KERNEL_PACKED: four byte cells a word (CUDA)
 * @LIFE_KERNEL_BITSLICED: one bit a cell
 * @LIFE_KERNEL_LUT: a table from a block of cells to the next ones (CUDA, 2D)
 * @LIFE_KERNEL_SPARSE: tiles of bits where life is (CPU, worlds without edges)
 * @LIFE_KERNEL_HASHLIFE: equal squares once, with what becomes of them (CPU, worlds without
 *   edges): for patterns that repeat themselves in space and time
 *
 * How a world is advanced. All give the same cells.
 */
typedef enum {
  LIFE_KERNEL_AUTO,
  LIFE_KERNEL_NAIVE,
  LIFE_KERNEL_TILED,
  LIFE_KERNEL_ASYNC,
  LIFE_KERNEL_PACKED,
  LIFE_KERNEL_BITSLICED,
  LIFE_KERNEL_LUT,
  LIFE_KERNEL_SPARSE,
  LIFE_KERNEL_HASHLIFE,
} LifeKernel;

/**
 * LifeEngineOptions:
 * @engine: where the world lives
 * @kernel: how it is advanced
 * @pdl: programmatic dependent launch where the GPU has it
 * @cuda_device_id: which GPU; -1: the first
 * @threads: CPU threads; 0: one a core
 * @memory_limit: of %LIFE_KERNEL_HASHLIFE, in bytes; 0: a quarter of what is available
 * @cuda_context: (nullable): the `CUcontext` to work in, of the GPU that
 *   @cuda_device_id names; %NULL: that GPU's primary one
 *
 * What a caller may choose about an engine.
 */
typedef struct {
  LifeEngineKind engine;
  LifeKernel kernel;
  gboolean pdl;
  gint cuda_device_id;
  guint threads;
  guint64 memory_limit;
  gpointer cuda_context;
} LifeEngineOptions;

/**
 * life_engine_options_init:
 * @options: (out caller-allocates): options
 *
 * Leaves every choice to the library. Call it first, and then set what differs:
 * members that later versions add are set by it, too.
 */
LIFE_API void life_engine_options_init (LifeEngineOptions *options);

/**
 * LifeActivity:
 * @cells: how many cells were born or died
 * @sums: their columns, rows and planes, each added up. Along axes of more than 2^23
 *   cells places are in units of the power of two that leaves fewer than 2^23
 * @quarters: how many lie in each quarter of an axis: cell x in ⌊4·x / width⌋
 *
 * Where a world changed. A world whose edges are joined has no first and last column: what
 * lies in its last half can be added up as if it were before the first by means of
 * @quarters.
 */
typedef struct {
  guint64 cells;
  guint64 sums[3];
  guint64 quarters[3][4];
} LifeActivity;

/**
 * LifeStatistics:
 * @generation: the generation that the world is at
 * @population: cells that are not in state 0; %G_MAXUINT64 where there are as many or
 *   more (life_world_get_population_text())
 * @births: cells that left state 0 in the last generation stepped, 0 at first
 * @deaths: cells that came to state 0 in it, 0 at first
 * @box: the smallest box with all cells that are not in state 0; of width 0 where there
 *   are none. Worlds whose edges are joined are not cut elsewhere for it
 * @activity: where those births and deaths were, if that generation was stepped alone;
 *   0 where there are no edges
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
 * life_engine_kernel_name:
 * @kernel: a kernel
 *
 * Returns: (transfer none): its name as the property `kernel` spells it
 */
LIFE_API const gchar *life_engine_kernel_name (LifeKernel kernel);

/**
 * life_engine_check:
 * @rule: the rule to run
 * @geometry: (nullable): the shape of the world; sizes that are not known yet
 *   are 0; %NULL: a torus
 * @options: what was chosen
 * @error: return location
 *
 * Says whether an engine as chosen is there and can run the rule on such
 * a world, without making one.
 *
 * Errors: %LIFE_ERROR_UNSUPPORTED or %LIFE_ERROR_DEVICE, which say what to choose
 * instead.
 *
 * Returns: %TRUE when it can
 */
LIFE_API gboolean life_engine_check (const LifeRule *rule,
    const LifeGeometry *geometry, const LifeEngineOptions *options,
    GError **error);

/**
 * life_world_new:
 * @geometry: the world's shape
 * @rule: its rule; the suffix is not looked at
 * @options: where and how it runs
 * @error: return location
 *
 * Makes a world of dead cells at generation 0. One that the memory cannot hold
 * is an error that says how much is needed and how much there is, before
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
 * life_world_get_geometry:
 * @world: a world
 *
 * Returns: (transfer none): its shape
 */
LIFE_API const LifeGeometry *life_world_get_geometry (const LifeWorld *world);

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
 * @density: live fraction, 0…1
 * @error: return location
 *
 * Fills the world at random. Each cell is a pure function of
 * (@seed, x, y, z): the same on every engine, machine and thread count, and
 * the same cell in a world of another size. Under one of Wolfram's rules the bottom
 * row alone is filled, and the others are dead. A world without edges cannot be filled;
 * life_world_soup_box() fills a part.
 *
 * Errors: %LIFE_ERROR_SIZE where there are no edges; on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
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
 * @density: live fraction, 0…1
 * @error: return location
 *
 * Gives the cells of a box the states that they have in the soup of life_world_soup()
 * under any but Wolfram's rules; all others stay. Beyond 2^32 places the soup repeats.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; where there are no edges
 * %LIFE_ERROR_SIZE for places beyond #LIFE_MAX_PLACE and %LIFE_ERROR_MEMORY; else none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_soup_box (LifeWorld *world, const LifeBox *box,
    guint64 seed, gdouble density, GError **error);

/**
 * life_world_paste:
 * @world: a world
 * @pattern: a pattern
 * @origin: where its top left corner goes, as life_pattern_place() gave it
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
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; where there are no edges
 * %LIFE_ERROR_SIZE for places beyond #LIFE_MAX_PLACE; else none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_read (
    LifeWorld *world, const LifeBox *box, guint8 *cells, GError **error);

/**
 * life_world_write:
 * @world: a world
 * @box: which cells
 * @cells: their states, laid out as in life_world_read(); one that the rule has
 *   not is taken for its highest
 * @error: return location
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; where there are no edges
 * %LIFE_ERROR_SIZE for places beyond #LIFE_MAX_PLACE and %LIFE_ERROR_MEMORY; else none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_write (
    LifeWorld *world, const LifeBox *box, const guint8 *cells, GError **error);

/**
 * life_world_step:
 * @world: a world
 * @generations: how many
 * @cancelled: (nullable): read atomically while it runs; once it is not 0 the
 *   step ends at a whole generation with %LIFE_ERROR_CANCELLED
 * @error: return location
 *
 * Advances the world. An engine on a GPU may still be at it when this returns;
 * whatever looks at the cells waits, and reports what went wrong.
 *
 * Errors: %LIFE_ERROR_CANCELLED; on a GPU %LIFE_ERROR_DEVICE and
 * %LIFE_ERROR_MEMORY; where there are no edges %LIFE_ERROR_MEMORY, at a whole
 * generation, when life has grown too large.
 *
 * Returns: %TRUE when all were stepped
 */
LIFE_API gboolean life_world_step (LifeWorld *world, guint64 generations,
    const gint *cancelled, GError **error);

/**
 * life_world_get_rule:
 * @world: a world
 *
 * Returns: (transfer none): the rule that the next step follows; valid until another
 *   one is set
 */
LIFE_API const LifeRule *life_world_get_rule (const LifeWorld *world);

/**
 * life_world_get_statistics:
 * @world: a world
 * @statistics: (out caller-allocates): what was counted
 * @error: return location
 *
 * Counts the world's population, births and deaths; the counts are kept until it
 * changes.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_get_statistics (
    LifeWorld *world, LifeStatistics *statistics, GError **error);

/**
 * life_world_count:
 * @world: a world
 * @wanted: what is counted
 * @statistics: (out caller-allocates): the generation and what was @wanted; the rest is
 *   0, the population too
 * @error: return location
 *
 * Counts the world; the counts are kept until it changes. There is activity where a
 * generation was stepped alone, and nothing changed cells before it was counted; else it
 * is 0.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_count (LifeWorld *world, LifeCountFlags wanted,
    LifeStatistics *statistics, GError **error);

/**
 * life_world_get_population_text:
 * @world: a world
 * @error: return location
 *
 * Counts the cells that are not in state 0, however many they are.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: (transfer full): their number in decimal digits, or %NULL
 */
LIFE_API gchar *life_world_get_population_text (
    LifeWorld *world, GError **error);

/**
 * life_world_get_center:
 * @world: a 2D world
 * @center: (out caller-allocates): column and row, in cells
 * @error: return location
 *
 * Finds the place that a view's −1 stands for: the middle of the world. Where there are
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
 * life_world_draw:
 * @world: a world
 * @view: which part of it
 * @frame: the picture to draw into; every pixel is written, none outside
 * @error: return location
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_draw (LifeWorld *world, const LifeView *view,
    const LifeFrame *frame, GError **error);

/**
 * life_world_draw_before:
 * @world: a world of which no frame is begun
 * @view: which part of it; its fade is 0
 * @frame: the shape of the picture; in an overlay also what it is drawn over
 * @error: return location
 *
 * Draws a picture that the world keeps, for frames of later generations to fade out of
 * (#LifeView.fade). It stays until another one is drawn, life_world_drop_before() frees
 * it, or a change of rule needs another engine, which loses snapshots too.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_draw_before (LifeWorld *world,
    const LifeView *view, const LifeFrame *frame, GError **error);

/**
 * life_world_drop_before:
 * @world: a world of which no frame is begun
 *
 * Frees the picture that life_world_draw_before() drew last, if there is one.
 */
LIFE_API void life_world_drop_before (LifeWorld *world);

/**
 * LIFE_MAX_BEGUN_FRAMES:
 *
 * How many frames of a world may be begun and not finished yet.
 */
#define LIFE_MAX_BEGUN_FRAMES 2

/**
 * life_world_begin_frame:
 * @world: a world, of which less than %LIFE_MAX_BEGUN_FRAMES frames are begun
 * @view: which part of it
 * @frame: the picture to draw into
 * @wanted: what is counted beside the population
 * @error: return location
 *
 * As life_world_draw() and life_world_get_statistics(), but an engine on a GPU
 * may still be at it when this returns: the frame's memory must stay until
 * life_world_finish_frame(). The world may be changed before that; the frame
 * shows the generation that it was begun at.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success; else there is nothing to finish
 */
LIFE_API gboolean life_world_begin_frame (LifeWorld *world,
    const LifeView *view, const LifeFrame *frame, LifeCountFlags wanted,
    GError **error);

/**
 * life_world_finish_frame:
 * @world: a world of which a frame was begun
 * @statistics: (out caller-allocates) (optional): what was counted of the
 *   generation that the frame shows; births and deaths are 0 unless they were
 *   wanted
 * @error: return location
 *
 * Waits until the frame is drawn; of several, that which was begun first. Also where it fails the frame's memory is the
 * caller's again.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_finish_frame (
    LifeWorld *world, LifeStatistics *statistics, GError **error);

/**
 * life_world_lay_caption:
 * @world: a world
 * @frame: a frame of it that is drawn, and if it was begun, finished
 * @caption: what to lay over it
 * @error: return location
 *
 * Lays a picture over a frame by its alpha, in the frame's format: a sample of chroma
 * takes the mean of its pixels, and the frame's own alpha grows towards opaque. Nothing
 * beyond the caption's edges changes but chroma that pixels on both sides share. An
 * engine on a GPU keeps the pixels of the last caption for as long as their version stays.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_lay_caption (LifeWorld *world,
    const LifeFrame *frame, const LifeCaption *caption, GError **error);

/**
 * life_world_is_counting:
 * @world: a world
 * @wanted: what is counted
 *
 * Returns: whether a frame that is begun shows the present cells, and all that is counted
 *   with it
 */
LIFE_API gboolean life_world_is_counting (
    const LifeWorld *world, LifeCountFlags wanted);

/**
 * life_world_remember:
 * @world: a world
 * @error: return location
 *
 * Counts the present cells as those of a frame that is over. Color modes for which
 * life_color_mode_looks_back() show those that follow as the next frame: a cell that
 * lived then is one frame older, one that died has a trail. Call it for each frame
 * before the world is stepped to the next one. The memory that takes, a byte and a bit
 * per cell, is reserved where it is first needed; twice as much where a step may be
 * taken back (life_world_mark()).
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_remember (LifeWorld *world, GError **error);

/**
 * life_world_forget:
 * @world: a world
 * @error: return location
 *
 * Forgets the frames that life_world_remember() counted: every live cell is new, and no
 * dead one has a trail. What is known of a cell follows from the last 255 frames alone.
 * The memory is free until frames are counted or drawn in such a mode again.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_forget (LifeWorld *world, GError **error);

/**
 * life_world_begin_stack:
 * @world: a 2D world
 * @frames: how many frames %LIFE_VIEW_SPACETIME shows: #LifePerspective.history
 * @number: the number of the present frame
 *
 * Forgets the frames that life_world_stack_frame() stacked, and begins anew: those before
 * the present one are empty. Drawing a view of another number of frames does the same, with
 * 0. Numbers count up from one stacked frame to the next. Two pictures of the same frames
 * are the same to the last byte where these have the same numbers, and where stacking
 * began at least %LIFE_STACK_LEAD frames before the oldest one that is shown, or where all
 * before that are empty.
 */
LIFE_API void life_world_begin_stack (
    LifeWorld *world, guint frames, guint64 number);

/**
 * life_world_stack_frame:
 * @world: a world whose stack was begun
 * @error: return location
 *
 * Stacks the present cells as those of a frame that is over: in %LIFE_VIEW_SPACETIME they
 * are the plane behind the present one from then on. Call it for each frame before the
 * world is stepped to the next one. life_world_revert() takes it back, once.
 *
 * The memory that takes is reserved with the first frame that is stacked or drawn: about
 * @frames times a bit per cell, or a byte where the rule has more than two states. With a
 * rule for which that changes, or where one takes the world from a GPU to the CPU, the
 * stack is empty.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_stack_frame (LifeWorld *world, GError **error);

/**
 * life_world_end_stack:
 * @world: a world
 *
 * Frees what stacked frames take.
 */
LIFE_API void life_world_end_stack (LifeWorld *world);

/**
 * life_world_is_step_deferred:
 * @world: a world
 * @generations: how many
 *
 * Returns: whether life_world_step() of so many generations returns long before
 *   they are done, as it does on a GPU
 */
LIFE_API gboolean life_world_is_step_deferred (
    LifeWorld *world, guint64 generations);

/**
 * life_world_absorb:
 * @world: a world
 * @view: how the picture lies on the world: a cell takes the mean luma of the
 *   pixels that show it, so at zoom 1 each pixel is a cell
 * @picture: the arriving picture; luma is normalised by its range, Rec. 709
 *   integers for RGB, alpha ignored
 * @input: what it does
 * @threshold: 0…1: the luma from which a cell counts as alive, and for
 *   %LIFE_INPUT_MOTION the change of luma from which it is born
 * @error: return location
 *
 * Lets an arriving picture change the world; the generation stays.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_absorb (LifeWorld *world, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error);

/**
 * life_world_snapshot:
 * @world: a world
 * @error: return location
 *
 * Keeps the present generation, its counts included.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: (transfer full): the snapshot, or %NULL; free it before the world
 */
LIFE_API LifeSnapshot *life_world_snapshot (LifeWorld *world, GError **error);

/**
 * life_world_restore:
 * @world: the world that @snapshot was taken of
 * @snapshot: a snapshot
 * @error: return location
 *
 * Returns the world to a kept generation. The rule is not part of it: cells in states
 * that the present rule lacks take its highest one.
 *
 * Errors: %LIFE_ERROR_UNSUPPORTED where life_snapshot_is_lost(); on a GPU
 * %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_restore (
    LifeWorld *world, const LifeSnapshot *snapshot, GError **error);

/**
 * life_world_restore_cells:
 * @world: the world that @snapshot was taken of
 * @snapshot: a snapshot
 * @error: return location
 *
 * Gives the cells their states of a kept generation, as an edit of the present one: its
 * number, births and deaths stay. Otherwise as life_world_restore().
 *
 * Errors: those of life_world_restore().
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_restore_cells (
    LifeWorld *world, const LifeSnapshot *snapshot, GError **error);

/**
 * life_snapshot_get_size:
 * @snapshot: a snapshot
 *
 * Returns: the bytes that it holds
 */
LIFE_API gsize life_snapshot_get_size (const LifeSnapshot *snapshot);

/**
 * life_snapshot_get_generation:
 * @snapshot: a snapshot
 *
 * Returns: the generation that was kept
 */
LIFE_API guint64 life_snapshot_get_generation (const LifeSnapshot *snapshot);

/**
 * life_snapshot_is_lost:
 * @snapshot: a snapshot
 *
 * Returns: whether a change of rule has made it worthless: life_world_restore()
 *   would fail
 */
LIFE_API gboolean life_snapshot_is_lost (const LifeSnapshot *snapshot);

/**
 * life_snapshot_free:
 * @snapshot: (transfer full) (nullable): a snapshot
 */
LIFE_API void life_snapshot_free (LifeSnapshot *snapshot);

/**
 * life_world_mark:
 * @world: a world
 * @generations: how many it is going to be stepped by, in steps of which none is
 *   longer than that
 *
 * Remembers the present generation, so that life_world_revert() returns to it
 * after steps of so many generations. Any other change of the world forgets it.
 * There is one mark; it costs a copy of the cells at most, and a large world is
 * marked only where it costs nothing.
 *
 * Returns: whether it was remembered
 */
LIFE_API gboolean life_world_mark (LifeWorld *world, guint64 generations);

/**
 * life_world_revert:
 * @world: a world that was marked, and since then only stepped
 * @error: return location
 *
 * Returns to the marked generation, its counts included, and forgets the mark. Births
 * and deaths that were not counted before are 0 from then on.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_revert (LifeWorld *world, GError **error);

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
 * than patterns can say.
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

/**
 * life_world_checksum:
 * @world: a world
 * @checksum: (out): a 64-bit checksum of every cell's place and state,
 *   independent of engine and kernel
 * @error: return location
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
 * the one that was begun last counts.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_begin_checksum (LifeWorld *world, GError **error);

/**
 * life_world_finish_checksum:
 * @world: a world of which a checksum was begun
 * @checksum: (out): that of the cells as they were then
 * @error: return location
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_finish_checksum (
    LifeWorld *world, guint64 *checksum, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeWorld, life_world_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeSnapshot, life_snapshot_free)

G_END_DECLS
