/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Advances the worlds of the CPU's fast engine, in passes over the whole world:
 * by tiles, several generations at a time, or by strips, one at a time;
 * whichever costs less. There is one barrier per pass. Strips of a torus wrap in
 * refresh_halo() and advance_words(). */
#include "life/cpu/bits2d/bits2d-private.h"

/* In worlds of at least this size a pass takes so long that it can be cancelled
 * halfway. */
#define CANCELLABLE_BYTES (64 * 1024 * 1024)
/* In worlds of at least this size strips wait for memory about as long as they
 * compute. */
#define CACHED_BYTES (16 * 1024 * 1024)
/* The cost of a vector in a strip for any rule but Life, in tenths of its cost
 * in a tile. */
#define TOTALISTIC_STRIP_COST 13
/* The same where cells age. */
#define AGING_STRIP_COST 20

/* One call of step. */
typedef struct {
  LifeBitsliced *self;
  LifeAreas *areas; /* self's strips or tiles */
  const gint *cancelled;
  gboolean inside; /* can be cancelled within a pass */
  guint64 requested, stepped;
} StepCall;

/* Sets the bits before a row's first cell and after its last one, and clears
 * the rest of the last block, which strips read and may write. */
static void
refresh_halo (const LifeBitsliced *self, guint64 *row)
{
  guint cells = life_row_engine_last_cells (&self->bits);
  guint64 *last = row + self->bits.words - 1;
  guint64 first_cell = row[0] & 1;
  guint64 before = 0, after = 0;

  *last &= life_bits_mask (cells);
  if (self->bits.engine.geometry.topology == LIFE_TOPOLOGY_TORUS) {
    before = *last << (LIFE_WORD_CELLS - cells);
    after = first_cell;
  }
  row[-1] = before;
  for (gsize i = self->bits.words; i % LIFE_BLOCK_WORDS != 0; i++)
    row[i] = 0;
  if (cells < LIFE_WORD_CELLS)
    *last |= after << cells;
  else
    last[1] = after;
}

/* The same of those planes of a row whose neighbors count. */
static void
refresh_halos (const LifeBitsliced *self, guint64 *row)
{
  for (gsize plane = 0; plane < life_bitsliced_halo_planes (self); plane++)
    refresh_halo (self, row + plane * self->bits.planes.step);
}

static void
refresh_strip (gpointer data, gsize strip)
{
  LifeBitsliced *self = data;
  gsize first, end;

  life_bitsliced_strip_rows (self, strip, &first, &end);
  for (gsize y = first; y < end; y++)
    refresh_halos (self, life_bitsliced_row (self, y));
}

/* The rows above and below row @y; *@plane is set to the words from a plane of it to the next. */
static const guint64 *
row_above (const LifeBitsliced *self, gsize y, gsize *plane)
{
  *plane = self->bits.planes.step;
  if (y > 0)
    return life_bitsliced_row (self, y - 1);
  if (!self->twisted
      && self->bits.engine.geometry.topology == LIFE_TOPOLOGY_TORUS)
    return life_bitsliced_row (self, self->bits.engine.geometry.height - 1);
  *plane = self->twisted ? 2 * self->bits.stride : 0;
  return self->twisted ? self->outer_rows : self->dead_row;
}

static const guint64 *
row_below (const LifeBitsliced *self, gsize y, gsize *plane)
{
  *plane = self->bits.planes.step;
  if (y + 1 < self->bits.engine.geometry.height)
    return life_bitsliced_row (self, y + 1);
  if (!self->twisted
      && self->bits.engine.geometry.topology == LIFE_TOPOLOGY_TORUS)
    return life_bitsliced_row (self, 0);
  *plane = self->twisted ? 2 * self->bits.stride : 0;
  return self->twisted ? self->outer_rows + self->bits.stride : self->dead_row;
}

/* Advances the cells of the rows from @first to before @end, from word @start on. */
static guint64
advance_words (
    LifeBitsliced *self, gsize first, gsize end, gsize start, gsize words)
{
  LifeBitslicedStrip rows = {
    .row = life_bitsliced_row (self, first) + start,
    .next = life_bitsliced_previous_row (self, first) + start,
    .stride = self->bits.stride,
    .plane = self->bits.planes.step,
    .rows = end - first,
    .words = words,
    .compare = self->strips.tracking,
  };

  rows.above = row_above (self, first, &rows.above_plane) + start;
  rows.below = row_below (self, end - 1, &rows.below_plane) + start;
  if (self->rule.network != NULL)
    return self->kernel.network (&rows, self->rule.network);
  if (self->is_mapped)
    return self->kernel.mapped (&rows, &self->map);
  return self->is_life ? self->kernel.life (&rows)
                       : self->kernel.totalistic (&rows, &self->rule);
}

/* Counts changes during a pass, in which @present is still the generation that
 * is read. */
static void
count_words (LifeBitsliced *self, gsize strip, gsize start, gsize words,
    LifeAreaSide *side)
{
  guint64 births = 0, deaths = 0;

  life_bitsliced_count_strip (self, &(LifeStripWords){ strip, start, words },
      self->bits.generations.previous, self->bits.generations.present, &births,
      &deaths);
  side->births = (guint32) births;
  side->deaths = (guint32) deaths;
}

/* Whether passes may bypass the caches: the world does not fit there, and the rule reads
 * nothing but the rows. */
static gboolean
may_stream (const LifeBitsliced *self)
{
  return life_row_engine_bytes (&self->bits) >= self->stream_bytes
         && !self->is_mapped && self->rule.network == NULL
         && self->bits.planes.n == 1;
}

/* Advances a strip row by row, each from end to end, bypassing the caches. */
static void
stream_strip (LifeBitsliced *self, gsize strip, gsize first, gsize end)
{
  LifeAreas *areas = &self->strips;
  LifeBitslicedStream row = { .words = self->bits.words,
    .last_bits = life_bits_mask (life_row_engine_last_cells (&self->bits)) };
  gsize first_counted = first, end_counted = end, plane;

  life_bitsliced_counted_rows (self, &first_counted, &end_counted);
  for (gsize y = first; y < end; y++) {
    row.above = row_above (self, y, &plane);
    row.row = life_bitsliced_row (self, y);
    row.below = row_below (self, y, &plane);
    row.next = life_bitsliced_previous_row (self, y);
    row.count = areas->counting && y >= first_counted && y < end_counted;
    self->stream (&row, self->is_life ? NULL : &self->rule);
    refresh_halo (self, row.next);
  }
  atomic_fetch_add (&areas->births[areas->side], row.births);
  atomic_fetch_add (&areas->deaths[areas->side], row.deaths);
  for (gsize column = 0; column < areas->columns; column++)
    *life_areas_written (areas, column, strip) =
        (LifeAreaSide){ .alive = TRUE, .changed = LIFE_CHANGED_ALL };
  areas->busy[areas->side][strip] = TRUE;
}

/* Advances the areas of a strip, or skips them; returns whether one has changed. */
static gboolean
advance_areas (LifeBitsliced *self, gsize strip, gsize first, gsize end)
{
  LifeAreas *areas = &self->strips;
  gsize width = areas->width / LIFE_WORD_CELLS;
  gboolean busy = FALSE;

  for (gsize column = 0; column < areas->columns; column++) {
    LifeAreaSide *side = life_areas_written (areas, column, strip);
    gsize start = column * width, words = MIN (width, self->bits.words - start);

    if (life_areas_skip (self, areas, column, strip))
      continue;
    side->alive = TRUE;
    side->changed =
        advance_words (self, first, end, start, words) ? LIFE_CHANGED_ALL : 0;
    if (side->changed != 0)
      busy = TRUE;
    else
      atomic_fetch_add (&areas->unchanged, 1);
    if (areas->counting)
      count_words (self, strip, start, words, side);
  }
  return busy;
}

static void
advance_strip (LifeBitsliced *self, gsize strip)
{
  LifeAreas *areas = &self->strips;
  gsize first, end;

  if (life_areas_skip_row (self, areas, strip))
    return;
  life_bitsliced_strip_rows (self, strip, &first, &end);
  if (areas->streaming) {
    stream_strip (self, strip, first, end);
    return;
  }
  areas->busy[areas->side][strip] = advance_areas (self, strip, first, end);
  for (gsize y = first; y < end; y++)
    refresh_halos (self, life_bitsliced_previous_row (self, y));
}

static void
advance_item (gpointer data, gsize item)
{
  const StepCall *call = data;

  if (call->areas == &call->self->tiles)
    life_tiles_advance (call->self, item);
  else
    advance_strip (call->self, item);
}

/* The length of the next pass: as long as possible, so that all passes are equal
 * and periodic areas can be skipped. A remainder comes first: it and one whole
 * pass become two passes of about the same length. */
static guint
next_generations (const StepCall *call)
{
  guint64 left = call->requested - call->stepped;
  guint max = call->self->plan.max_generations;

  if (call->areas != &call->self->tiles)
    return 1;
  if (left <= max)
    return (guint) left;
  if (left % max == 0)
    return max;
  if (left < 2 * max)
    return (guint) (left + 1) / 2;
  return (guint) (max + left % max + 1) / 2;
}

/* Loads the rule's code if it is compiled, before the world advances by @generations. */
static void
load_code (LifeBitsliced *self, guint64 generations)
{
  const LifeGeometry *geometry = &self->bits.engine.geometry;
  const guint64 cells = (guint64) geometry->width * geometry->height;

  if (self->jit != NULL)
    self->rule.code = life_rule_jit_get_row (self->jit,
        generations > G_MAXUINT64 / cells ? G_MAXUINT64 : cells * generations);
}

/* Changes are counted during the pass if they cannot be found after it, or if
 * that would fetch the cells from memory once more. */
static void
begin_pass (StepCall *call)
{
  const LifeBitsliced *self = call->self;
  guint generations = next_generations (call);
  gboolean last = call->stepped + generations == call->requested;
  gboolean counting = call->inside;

  if (call->areas == &self->tiles)
    counting = counting || last || call->areas->sparse;
  else
    counting = counting || (last && self->changes_likely);
  life_areas_begin (call->areas, generations, counting,
      call->areas == &self->strips && may_stream (self));
}

static gboolean
end_pass (gpointer data)
{
  StepCall *call = data;
  LifeGenerations *generations = &call->self->bits.generations;
  gpointer next = generations->previous;

  generations->previous = generations->present;
  generations->present = next;
  generations->previous_lost = FALSE;
  call->stepped += call->areas->now;
  call->self->last = call->areas;
  if (call->self->twisted && call->areas == &call->self->strips)
    life_edges_refresh (call->self);
  life_areas_end (call->areas);
  if (call->stepped == call->requested
      || (call->cancelled != NULL && g_atomic_int_get (call->cancelled)))
    return FALSE;
  load_code (call->self, 0);
  begin_pass (call);
  return TRUE;
}

/* Runs the passes of a call over @areas. */
static void
run_passes (StepCall *call, LifeAreas *areas, guint threads, gsize items)
{
  LifeBitsliced *self = call->self;
  LifeAreas *other = areas == &self->tiles ? &self->strips : &self->tiles;
  LifeWork work = { items, advance_item, end_pass,
    call->inside ? call->cancelled : NULL };

  call->areas = areas;
  other->passes = 0;
  if (areas == &self->strips && self->halos_stale) {
    life_bitsliced_for_strips (
        self, life_row_engine_bytes (&self->bits), refresh_strip, self);
    if (self->twisted)
      life_edges_refresh (self);
  }
  self->halos_stale = areas == &self->tiles;
  begin_pass (call);
  if (!life_thread_pool_run (self->bits.pool, threads, &work, call)) {
    self->bits.generations.previous_lost = TRUE;
    areas->passes = 0;
  }
}

static void
run_strips (StepCall *call)
{
  LifeBitsliced *self = call->self;

  run_passes (call, &self->strips,
      life_thread_pool_choose (self->bits.pool,
          life_row_engine_bytes (&self->bits), call->requested),
      self->strips.rows);
}

static gboolean
tiles_pay (const LifeBitsliced *self, guint64 generations)
{
  const LifeTilePlan *plan = &self->plan;
  guint now = (guint) MIN (generations, plan->max_generations);
  guint64 vectors = (self->bits.words - 1) / self->kernel.lanes + 1;
  guint cost = self->rule.network != NULL ? life_bitsliced_strip_cost (self)
               : self->is_life || self->rule.code != NULL
                   ? self->kernel.strip_cost
               : self->bits.planes.n > 1 ? AGING_STRIP_COST
                                         : TOTALISTIC_STRIP_COST;
  guint64 strips = vectors * self->bits.engine.geometry.height * cost;
  guint64 bytes = life_row_engine_bytes (&self->bits);
  guint threads = life_thread_pool_choose (self->bits.pool, bytes, generations);

  /* A tile also advances cells beyond the edges. If these are mirrored, hexagons
   * have other neighbors there, and so do blocks of a rule that is not
   * symmetric. */
  if (self->rule.network != NULL && self->twisted)
    return FALSE;
  if (self->is_mapped ? self->twisted || self->rule.code == NULL
                      : self->twisted && self->rule.shape == LIFE_SHAPE_HEXAGON)
    return FALSE;
  if (bytes > CACHED_BYTES)
    strips *= 2;
  return plan->max_generations > 0
         && life_tiles_cost (self, now) < strips * now / threads;
}

gboolean
life_bitsliced_step (LifeEngine *engine, guint64 generations,
    const gint *cancelled, guint64 *stepped, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  StepCall call = { self, NULL, cancelled, FALSE, generations, 0 };

  call.inside = cancelled != NULL
                && life_row_engine_bytes (&self->bits) >= CANCELLABLE_BYTES;
  self->changes_likely = self->changes_requested;
  load_code (self, generations);
  if (call.inside)
    life_bitsliced_count_changes (
        self, &self->bits.stored_births, &self->bits.stored_deaths);
  self->changes_requested = FALSE;
  if (cancelled == NULL || !g_atomic_int_get (cancelled)) {
    if (tiles_pay (self, generations))
      run_passes (&call, &self->tiles, self->plan.threads,
          self->tiles.columns * self->tiles.rows);
    else
      run_strips (&call);
  }
  /* Short passes in small worlds are not counted unless they are the last one
   * of a call. After a cancelled call, one more generation makes its changes
   * countable. */
  if (call.stepped > 0 && call.stepped < generations && !call.inside
      && call.areas == &self->tiles) {
    call.requested = call.stepped + 1;
    run_strips (&call);
  }
  *stepped = call.stepped;
  if (call.stepped == generations)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED,
      "cancelled after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
      " generations",
      call.stepped, generations);
  return FALSE;
}
