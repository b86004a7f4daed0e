/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws worlds without edges: as a window of bits, or as squares that are counted
 * (squares.c). Nothing is stacked, and history is not read for other engines. */
#include "life/render/unbounded/unbounded-renderer.h"

#include "life/base/bits.h"
#include "life/base/memory.h"
#include "life/draw/color/modes.h"
#include "life/draw/view/turn.h"
#include "life/render/unbounded/unbounded-absorb.h"
#include "life/render/unbounded/squares.h"

#include <math.h>

/* Below this zoom cells are counted in squares: a window would have so many cells for each
 * pixel that it could cost more than all else. */
#define MIN_WINDOW_ZOOM 0.25

/* A window begins at a multiple of this, so that pixels of two, three and four cells and
 * lines of every tenth cell lie in it as they do in the world. */
#define WINDOW_STEP 60

/* Cells beyond what a frame shows, for what reads neighbors. */
#define WINDOW_MARGIN 8

/* No view is centered further out. */
#define FARTHEST 0x1p61

/* Smaller zooms are drawn like this one. */
#define MIN_ZOOM 0x1p-60

static gboolean
unbounded_open (LifeRenderer *renderer, GError **error)
{
  LifeTileHistory *history = &((LifeUnboundedRenderer *) renderer)->history;

  history->memory = history->table.memory = &renderer->engine->memory;
  return TRUE;
}

static void
reset_history (LifeUnboundedRenderer *self)
{
  g_clear_pointer (&self->colors.sums, life_memory_release);
  self->colors.n = 0;
  life_history_clear (&self->window.history);
  life_tile_history_clear (&self->history);
}

static void
unbounded_close (LifeRenderer *renderer)
{
  LifeUnboundedRenderer *self = (LifeUnboundedRenderer *) renderer;

  life_drawer_clear (&self->drawer);
  g_clear_pointer (&self->window.bits, life_memory_release);
  g_clear_pointer (&self->pixels, life_memory_release);
  g_clear_pointer (&self->counts, life_memory_release);
  reset_history (self);
}

/* --- A window of bits --- */

/* LifeHostCells.read_row. */
static const guint64 *
read_row (gconstpointer self, LifeAxis axis, guint32 slice, guint32 row,
    guint64 *scratch)
{
  const LifeUnboundedWindow *window = self;

  return window->bits + (gsize) row * window->row_words;
}

/* LifeHostCells.read_states. */
static const guint8 *
read_states (gconstpointer self, LifeAxis axis, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *scratch)
{
  const LifeUnboundedWindow *window = self;
  const LifeBox box = { window->x + first, window->y + row, 0, n, 1, 1 };
  const guint64 *bits = read_row (self, axis, slice, row, NULL);

  if (window->world->rule->states > 2) {
    if (!window->world->klass->read (window->world, &box, scratch, NULL))
      memset (scratch, 0, n);
    return scratch;
  }
  for (guint32 i = 0, some; i < n; i += some) {
    some = MIN (n - i, LIFE_WORD_CELLS);
    life_bits_unpack (
        life_bits_read (bits, first + i, some), scratch + i, some);
  }
  return scratch;
}

/* Cells along a side of a window for so many pixels. */
static guint32
window_side (gdouble pixels, gdouble zoom)
{
  return (guint32) ceil (pixels / zoom) + WINDOW_STEP + 2 * WINDOW_MARGIN + 2;
}

/* The first cell of a window of @side cells around @center, and the center in it. */
static gint64
find_window_start (gdouble *center, guint32 side)
{
  const gdouble cell = floor (*center);
  const gint64 last = (gint64) cell - (side - WINDOW_STEP) / 2;
  const gint64 beyond = last % WINDOW_STEP;
  const gint64 first = last - beyond - (beyond < 0 ? WINDOW_STEP : 0);

  *center = (gdouble) ((gint64) cell - first) + (*center - cell);
  return first;
}

static gboolean
need_window (
    LifeUnboundedWindow *window, guint32 columns, guint32 rows, GError **error)
{
  const gsize row_words = life_bits_words (columns);
  const gsize words = row_words * rows;

  if (words > window->words) {
    g_clear_pointer (&window->bits, life_memory_release);
    window->words = 0;
    window->bits =
        life_memory_reserve (words * sizeof (guint64), "a frame", error);
    if (window->bits == NULL)
      return FALSE;
    window->words = words;
  }
  window->row_words = row_words;
  return TRUE;
}

/* Reads the history of the cells of a window of such a shape. */
static gboolean
open_history (
    LifeUnboundedRenderer *self, const LifeGeometry *geometry, GError **error)
{
  LifeUnboundedWindow *window = &self->window;
  LifeHistory *history = &window->history;
  LifeHistoryShape shape;

  if (!life_history_shape (geometry, &shape)
      || shape.rows != history->shape.rows
      || shape.words != history->shape.words)
    life_history_clear (history);
  if (!life_history_need (history, geometry, error))
    return FALSE;
  life_tile_history_read (&self->history, window->x, window->y, history);
  return TRUE;
}

/* Fills @plane with the cells that @view, which is moved to them, can show. */
static gboolean
open_window (LifeUnboundedRenderer *self, LifeView *view,
    const LifeFrame *frame, LifeCellPlane *plane, GError **error)
{
  LifeUnboundedWindow *window = &self->window;
  LifeEngine *engine = self->renderer.engine;
  const gdouble diagonal =
      hypot (frame->width, frame->height) * life_turn_stretch (view);
  const gboolean turned = life_turn_is_needed (view);
  const guint32 columns =
      window_side (turned ? diagonal : frame->width, view->zoom);
  const guint32 rows =
      window_side (turned ? diagonal : frame->height, view->zoom);
  LifeCells *cells = &plane->cells;

  if (!need_window (window, columns, rows, error))
    return FALSE;
  window->world = engine;
  window->x = find_window_start (&view->x, columns);
  window->y = find_window_start (&view->y, rows);
  cells->geometry =
      (LifeGeometry){ (guint32) (window->row_words * LIFE_WORD_CELLS), rows, 1,
        LIFE_TOPOLOGY_PLANE };
  cells->host = (LifeHostCells){ window, read_row, read_states, NULL };
  plane->history = &window->history;
  return (!life_color_mode_has_history (view->color_mode)
             || open_history (self, &cells->geometry, error))
         && engine->klass->unbounded->read_bits (engine,
             &(LifeBitBox){ window->x, window->y, window->row_words, rows },
             window->bits, error);
}

/* --- Squares --- */

static gboolean
need_pixels (LifeUnboundedRenderer *self, const LifeFrame *frame, gsize bytes,
    GError **error)
{
  const gsize n = bytes * frame->width * frame->height;

  if (n <= self->n_pixels)
    return TRUE;
  g_clear_pointer (&self->pixels, life_memory_release);
  self->n_pixels = 0;
  self->pixels = life_memory_reserve (n, "a frame", error);
  if (self->pixels == NULL)
    return FALSE;
  self->n_pixels = n;
  return TRUE;
}

/* Fills @plane with pixels of @bytes each; @view is no longer of use. */
static void
show_pixels (LifeUnboundedRenderer *self, guint bytes, LifeView *view,
    LifeCellPlane *plane)
{
  view->x = view->y = view->rotation = 0;
  plane->cells.geometry = (LifeGeometry){ 1, 1, 1, LIFE_TOPOLOGY_PLANE };
  plane->pixels = self->pixels;
  plane->pixel_bytes = bytes;
}

/* Fills @plane with pixels of squares. */
static gboolean
count_squares (LifeUnboundedRenderer *self, LifeView *view,
    const LifeFrame *frame, LifeCellPlane *plane, GError **error)
{
  const gboolean densities =
      view->color_mode == LIFE_COLOR_MODE_DENSITY
      || (view->color_mode == LIFE_COLOR_MODE_AUTO && !view->overlay);

  view->color_mode =
      densities ? LIFE_COLOR_MODE_DENSITY : LIFE_COLOR_MODE_SOLID;
  if (!need_pixels (self, frame, 1, error)
      || !life_squares_draw (self->renderer.engine, plane->cells.pool, view,
          densities, frame->width, frame->height, self->pixels, &self->counts,
          &self->n_counts, error))
    return FALSE;
  show_pixels (self, 1, view, plane);
  return TRUE;
}

/* The same of a view by history. */
static gboolean
color_squares (LifeUnboundedRenderer *self, LifeView *view,
    const LifeFrame *frame, LifeCellPlane *plane, GError **error)
{
  LifeColoring coloring;

  life_coloring_init (&coloring, view, self->renderer.engine->rule);
  if (!need_pixels (self, frame, 4, error)
      || !life_tile_history_refresh (
          &self->history, self->renderer.engine, error)
      || !life_square_colors_draw (&self->colors, &self->history,
          plane->cells.pool, view, &coloring, frame->width, frame->height,
          self->pixels, error))
    return FALSE;
  show_pixels (self, 4, view, plane);
  return TRUE;
}

/* The same of a view by states. */
static gboolean
color_states (LifeUnboundedRenderer *self, LifeView *view,
    const LifeFrame *frame, LifeCellPlane *plane, GError **error)
{
  LifeEngine *engine = self->renderer.engine;
  LifeColoring coloring;

  life_coloring_init (&coloring, view, engine->rule);
  if (!need_pixels (self, frame, 4, error)
      || !life_square_colors_draw_states (&self->colors, engine, view,
          &coloring, frame->width, frame->height, self->pixels, error))
    return FALSE;
  show_pixels (self, 4, view, plane);
  return TRUE;
}

/* --- Frames --- */

/* What is drawn by @view, as a plane and a view of it. */
static gboolean
open_plane (LifeUnboundedRenderer *self, LifeView *view, const LifeFrame *frame,
    LifeCellPlane *plane, GError **error)
{
  const LifeEngine *engine = self->renderer.engine;
  gdouble *center[2] = { &view->x, &view->y };

  *plane = (LifeCellPlane){ .cells = {
                                .rule = engine->rule, .pool = engine->pool } };
  for (guint i = 0; i < 2; i++) {
    if (*center[i] == -1)
      *center[i] = engine->center[i];
    *center[i] = CLAMP (*center[i], -FARTHEST, FARTHEST);
  }
  view->zoom = MAX (view->zoom, MIN_ZOOM);
  if (view->zoom >= MIN_WINDOW_ZOOM)
    return open_window (self, view, frame, plane, error);
  if (life_color_use_of (view, engine->rule)->source == LIFE_COLOR_SOURCE_STATE)
    return color_states (self, view, frame, plane, error);
  return life_color_mode_has_history (view->color_mode)
             ? color_squares (self, view, frame, plane, error)
             : count_squares (self, view, frame, plane, error);
}

static gboolean
unbounded_draw (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeUnboundedRenderer *self = (LifeUnboundedRenderer *) renderer;
  LifeView moved = *view;
  LifeCellPlane plane;

  return frame->width == 0 || frame->height == 0
         || (open_plane (self, &moved, frame, &plane, error)
             && life_draw (&self->drawer, &plane, &moved, frame, error));
}

static gboolean
unbounded_capture_previous (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeUnboundedRenderer *self = (LifeUnboundedRenderer *) renderer;
  LifeView moved = *view;
  LifeCellPlane plane;

  return frame->width == 0 || frame->height == 0
         || (open_plane (self, &moved, frame, &plane, error)
             && life_draw_previous (
                 &self->drawer, &plane, &moved, frame, error));
}

static gboolean
unbounded_lay_caption (LifeRenderer *renderer, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  return life_draw_caption (
      &((LifeUnboundedRenderer *) renderer)->drawer, frame, caption, error);
}

static gboolean
unbounded_absorb (
    LifeRenderer *renderer, const LifeArrivingPicture *picture, GError **error)
{
  return life_unbounded_absorb (renderer->engine, picture, error);
}

static gboolean
unbounded_end_frame (LifeRenderer *renderer, LifeFrameRecord what,
    gboolean undoable, GError **error)
{
  LifeUnboundedRenderer *self = (LifeUnboundedRenderer *) renderer;

  if (what == LIFE_RECORD_HISTORY)
    return life_tile_history_record (
        &self->history, renderer->engine, undoable, error);
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "frames of a world without edges are not stacked; use view=auto, or "
      "topology=torus or topology=plane");
  return FALSE;
}

static void
unbounded_undo_end_frame (LifeRenderer *renderer)
{
  life_tile_history_revert (&((LifeUnboundedRenderer *) renderer)->history);
}

static gboolean
unbounded_reset (LifeRenderer *renderer, LifeFrameRecord what, GError **error)
{
  LifeUnboundedRenderer *self = (LifeUnboundedRenderer *) renderer;

  if (what == LIFE_RECORD_HISTORY)
    reset_history (self);
  else if (what == LIFE_RECORD_PREVIOUS)
    life_draw_drop_previous (&self->drawer);
  return TRUE;
}

static gboolean
unbounded_export_history (
    LifeRenderer *renderer, guint8 **history, GError **error)
{
  *history = NULL;
  return TRUE;
}

const LifeRendererClass life_unbounded_renderer = {
  .size = sizeof (LifeUnboundedRenderer),
  .open = unbounded_open,
  .close = unbounded_close,
  .draw = unbounded_draw,
  .capture_previous = unbounded_capture_previous,
  .lay_caption = unbounded_lay_caption,
  .absorb = unbounded_absorb,
  .end_frame = unbounded_end_frame,
  .undo_end_frame = unbounded_undo_end_frame,
  .reset = unbounded_reset,
  .export_history = unbounded_export_history,
};
