/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames: a world drawn into a picture, captions over it, what a frame shows of previous
 * ones, and pictures that change the world. */
#pragma once

#include <life/statistics.h>
#include <life/view.h>

G_BEGIN_DECLS

/**
 * life_world_draw:
 * @world: a world
 * @view: which part of it
 * @frame: the picture to draw into; every pixel is written, none outside
 * @error: return location
 *
 * Draws the present generation. The memory and the strides of @frame stay yours.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_draw (LifeWorld *world, const LifeView *view,
    const LifeFrame *frame, GError **error);

/**
 * life_world_capture_previous:
 * @world: a world of which no frame is pending
 * @view: which part of it; its fade is 0
 * @frame: the shape of the picture; in an overlay also what it is drawn over
 * @error: return location
 *
 * Draws a picture that the world owns, for frames of later generations to fade out of
 * (#LifeView.fade). It stays until the next one, life_world_drop_previous(), or a change
 * of rule that needs another engine, which loses snapshots too.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_capture_previous (LifeWorld *world,
    const LifeView *view, const LifeFrame *frame, GError **error);

/**
 * life_world_drop_previous:
 * @world: a world of which no frame is pending
 *
 * Frees the picture of life_world_capture_previous(), if there is one.
 */
LIFE_API void life_world_drop_previous (LifeWorld *world);

/**
 * LIFE_MAX_PENDING_FRAMES:
 *
 * How many frames of a world may be pending: started and not finished.
 */
#define LIFE_MAX_PENDING_FRAMES 2

/**
 * life_world_begin_frame:
 * @world: a world, of which fewer than %LIFE_MAX_PENDING_FRAMES frames are pending
 * @view: which part of it
 * @frame: the picture to draw into
 * @requested: what is counted in addition to the population
 * @error: return location
 *
 * As life_world_draw() and life_world_get_statistics(), but an engine on a GPU
 * may still be at it when this returns: the frame's memory must stay until
 * life_world_finish_frame(). The world may be changed before that; the frame
 * shows the generation at which it was started.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success; else there is nothing to finish
 */
LIFE_API gboolean life_world_begin_frame (LifeWorld *world,
    const LifeView *view, const LifeFrame *frame, LifeCountFlags requested,
    GError **error);

/**
 * life_world_finish_frame:
 * @world: a world of which a frame is pending
 * @statistics: (out caller-allocates) (optional): what was counted of the
 *   generation that the frame shows; births and deaths are 0 unless they were
 *   requested
 * @error: return location
 *
 * Waits until the frame is drawn; of several, the oldest one. Also if it
 * fails the frame's memory is the caller's again.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_finish_frame (
    LifeWorld *world, LifeStatistics *statistics, GError **error);

/**
 * life_world_is_pending:
 * @world: a world
 * @requested: what is counted
 *
 * Returns: whether a pending frame shows the present cells, and all
 *   that is @requested is counted with it
 */
LIFE_API gboolean life_world_is_pending (
    const LifeWorld *world, LifeCountFlags requested);

/**
 * life_world_lay_caption:
 * @world: a world
 * @frame: a frame of it that is drawn, and if it was started, finished
 * @caption: what to lay over it
 * @error: return location
 *
 * Lays a picture over a frame by its alpha, in the frame's format: a sample of chroma
 * takes the mean of its pixels, and the frame's own alpha grows towards opaque. Nothing
 * beyond the caption's edges changes but chroma that pixels on both sides share. An
 * engine on a GPU stores the pixels of the last caption for as long as their version stays.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_lay_caption (LifeWorld *world,
    const LifeFrame *frame, const LifeCaption *caption, GError **error);

/**
 * life_world_record_history:
 * @world: a world
 * @error: return location
 *
 * Records the present cells as a previous frame's. Color modes for which
 * life_color_mode_has_history() show those that follow as the next frame: a cell that
 * lived then is one frame older, one that died has a trail. Call it for each frame
 * before the world is stepped to the next one. life_world_revert() reverts it, once.
 *
 * The memory, a byte and a bit per cell, is reserved when it is first needed; twice as much
 * where a step may be reverted (life_world_mark()). On a GPU that is once more, for the
 * present frame. Without edges it is per cell of tiles in which something lives, or lived in
 * the last 255 frames.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_record_history (LifeWorld *world, GError **error);

/**
 * life_world_reset_history:
 * @world: a world
 * @error: return location
 *
 * Drops what life_world_record_history() recorded: every live cell is new, and no dead one
 * has a trail. The history of a cell follows from the last 255 frames alone. The memory is
 * free until frames are recorded or drawn in such a mode again.
 *
 * Errors: on a GPU %LIFE_ERROR_DEVICE; on the CPU none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_reset_history (LifeWorld *world, GError **error);

/**
 * life_world_record_stack:
 * @world: a world whose stack was reset to some frames
 * @error: return location
 *
 * Records the present cells as a previous frame's: in %LIFE_VIEW_SPACETIME they are the
 * plane behind the present one from then on. Call it for each frame before the world is
 * stepped to the next one. life_world_revert() reverts it, once.
 *
 * The memory is reserved with the first frame that is recorded or drawn: about as many bits
 * per cell as there are frames, or bytes where the rule has more than two states. With a
 * rule for which that changes, or where one takes the world from a GPU to the CPU, the
 * stack is empty.
 *
 * Errors: %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE too.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_record_stack (LifeWorld *world, GError **error);

/**
 * life_world_reset_stack:
 * @world: a world, in 2D unless @frames is 0
 * @frames: how many frames %LIFE_VIEW_SPACETIME shows, #LifePerspective.history; 0: the
 *   stack is no longer needed
 * @number: the number of the present frame
 *
 * Drops what life_world_record_stack() recorded, and frees its memory: frames before the
 * present one are empty. Drawing a view of another number of frames does the same, with 0
 * for @number.
 *
 * Numbers count up from one recorded frame to the next. Two pictures of the same frames
 * are the same to the last byte where these have the same numbers, and where recording
 * began at least %LIFE_STACK_LEAD frames before the oldest one that is shown, or where all
 * before that are empty.
 */
LIFE_API void life_world_reset_stack (
    LifeWorld *world, guint frames, guint64 number);

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

G_END_DECLS
