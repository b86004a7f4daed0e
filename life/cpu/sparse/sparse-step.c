/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From generation to generation: which tiles a pass advances, and by how many.
 *
 * A pass advances the tiles that were changed by the last one, compared with two passes
 * ago, and those around them whose halo the change reaches; the rest would become what it
 * was then. So cells that are still, or whose period divides twice the generations of a
 * pass, cost nothing. A missing tile is made if cells of a neighboring tile changed or are
 * alive within its halo; otherwise nothing can be born in it.
 *
 * Threads share the list of tiles. Each writes only the cells of its own tiles, and wakes
 * other tiles by an exchange of a number. Tiles are made between passes. */
#include "life/cpu/sparse/sparse-private.h"

#include "life/base/memory.h"
#include "life/cpu/bits2d/bits2d-rule.h"
#include "life/rule/network/table-network.h"

/* The smallest number of tiles that a thread claims at a time. */
#define PART_TILES 64

/* Of a tile, from which on the gates of a table take less time than looking up. */
#define BUSY_CELLS 32

/* Tiles times generations that take as long as a search, some tenths of a second. */
#define LOOK_UPS_BEFORE_SEARCH (1 << 15)

/* A pass of this many tiles is not worth sharing. */
#define FEW_TILES 256

/* Steps of up to so many generations are cut into passes of one length, longer ones too if
 * these are not too short: passes of another length advance all tiles. */
#define SHORT_STEP 32
#define SHORT_PASS 4

static void
add_missing (LifeSparse *self, LifeSparseOutput *output, LifeSparseTile *tile,
    guint direction)
{
  gpointer missing = output->missing;

  if (!life_memory_grow (&self->unbounded.engine.memory, &missing,
          &output->missing_room, output->n_missing, output->n_missing + 1,
          sizeof *output->missing)) {
    g_atomic_int_set (&self->lost, TRUE);
    return;
  }
  output->missing = missing;
  output->missing[output->n_missing++] = (LifeSparseMissing){ tile, direction };
}

/* Makes @tile take part in pass @pass. */
static void
wake (
    LifeSparse *self, LifeSparseList *next, LifeSparseTile *tile, guint64 pass)
{
  if (atomic_load_explicit (&tile->pass, memory_order_relaxed) == pass)
    return;
  if (!self->shared)
    atomic_store_explicit (&tile->pass, pass, memory_order_relaxed);
  else if (atomic_exchange_explicit (&tile->pass, pass, memory_order_relaxed)
           == pass)
    return;
  if (!life_sparse_list_add (self, next, tile))
    g_atomic_int_set (&self->lost, TRUE);
}

/* Wakes the tiles whose halo @changed cells of a tile reach, and lists missing tiles whose halo
 * changed or @alive cells reach. */
static void
wake_around (LifeSparse *self, LifeSparseOutput *output, LifeSparseTile *tile,
    guint changed, guint alive)
{
  const guint missing = (changed | alive) & tile->missing;

  for (guint directions = changed & ~missing; directions != 0;
       directions &= directions - 1)
    wake (self, &output->next, tile->around[__builtin_ctz (directions)],
        self->pass + 1);
  for (guint directions = missing; directions != 0;
       directions &= directions - 1)
    add_missing (self, output, tile, (guint) __builtin_ctz (directions));
}

/* Whether looking a tile's cells up takes longer than all gates of all its cells. */
static gboolean
is_busy (const LifeSparse *self, const LifeSparseTile *tile)
{
  guint cells = 0;

  for (guint row = 0; row < LIFE_SPARSE_SIDE; row++)
    cells += (guint) __builtin_popcountll (life_sparse_any (self, tile, row));
  return cells >= BUSY_CELLS;
}

/* Searches for the gates of a table that is looked up often, before so many @generations. */
static void
find_network (LifeSparse *self, guint64 generations)
{
  const LifeNetwork *network;

  self->looked_up += self->active.n * MIN (generations, LOOK_UPS_BEFORE_SEARCH);
  if (self->unsearched == NULL || self->looked_up < LOOK_UPS_BEFORE_SEARCH)
    return;
  network = life_network_of_table (self->unsearched);
  self->unsearched = NULL;
  self->has_network = network != NULL;
  if (network != NULL)
    life_bitsliced_network_init (&self->network, network);
}

static void
advance (LifeSparse *self, LifeSparseOutput *output, LifeSparseTile *tile)
{
  const guint to = !self->side;
  LifeSparseTask task = { .next = life_sparse_cells (self, tile, to),
    .generations = self->generations,
    .counts = self->counts };

  for (guint i = 0; i < LIFE_SPARSE_AROUND; i++)
    task.around[i] = life_sparse_cells (self, tile->around[i], self->side);
  if (self->has_network && is_busy (self, tile))
    self->kernel.network (&task, &self->network);
  else if (self->is_tabled)
    life_sparse_table_advance (&self->lookup, &task);
  else if (self->is_life)
    self->kernel.life (&task);
  else if (self->planes.n > 1)
    self->kernel.generations (&task, &self->rule);
  else if (self->is_mapped)
    self->kernel.mapped (&task, &self->map);
  else
    self->kernel.totalistic (&task, &self->rule);
  tile->counted[to] = (guint8) self->counts;
  tile->births[to] = task.births;
  tile->deaths[to] = task.deaths;
  if ((task.changed | task.alive) != 0)
    wake_around (self, output, tile, task.changed, task.alive);
}

static gboolean
is_cancelled (const LifeSparse *self)
{
  return self->cancelled != NULL && g_atomic_int_get (self->cancelled);
}

static gboolean
fail_cancelled (GError **error)
{
  g_set_error_literal (
      error, LIFE_ERROR, LIFE_ERROR_CANCELLED, "the step was cancelled");
  return FALSE;
}

static void
advance_range (
    LifeSparse *self, LifeSparseOutput *output, gsize first, gsize end)
{
  for (gsize i = first; i < end; i++) {
    if (is_cancelled (self)) {
      g_atomic_int_set (&self->abandoned, TRUE);
      return;
    }
    advance (self, output, self->active.tiles[i]);
  }
}

/* LifeWorkItem. */
static void
advance_part (gpointer data, gsize item)
{
  LifeSparse *self = data;

  advance_range (self, &self->outputs[item],
      self->active.n * item / self->n_outputs,
      self->active.n * (item + 1) / self->n_outputs);
}

/* The directions in which cells of a tile are alive. */
static guint
find_alive (const LifeSparse *self, const LifeSparseTile *tile)
{
  guint64 any = 0, top = 0, bottom = 0;

  for (guint row = 0; row < LIFE_SPARSE_SIDE; row++) {
    const guint64 cells = life_sparse_any (self, tile, row);

    any |= cells;
    if (row < LIFE_SPARSE_HALO)
      top |= cells;
    if (row >= LIFE_SPARSE_SIDE - LIFE_SPARSE_HALO)
      bottom |= cells;
  }
  return life_sparse_mask (any, top, bottom);
}

/* Makes all tiles take part in the pass after @self->pass. */
static void
wake_all (LifeSparse *self, LifeSparseList *next)
{
  for (gsize i = 0; i < self->tiles.n; i++)
    wake (self, next, self->tiles.tiles[i], self->pass + 1);
}

/* Makes the missing tiles of an output; they take part in the pass after @self->pass. */
static gboolean
make_missing (LifeSparse *self, LifeSparseOutput *output, GError **error)
{
  for (gsize i = 0; i < output->n_missing; i++) {
    const LifeSparseMissing *missing = &output->missing[i];
    LifeSparseTile *tile = missing->tile;

    if (tile->around[missing->direction] != self->empty)
      continue;
    tile = life_sparse_ensure (self,
        tile->position[0] + life_sparse_right (missing->direction),
        tile->position[1] + life_sparse_down (missing->direction), error);
    if (tile == NULL)
      return FALSE;
    wake (self, &self->active, tile, self->pass + 1);
  }
  output->n_missing = 0;
  return TRUE;
}

static gboolean
append_list (LifeSparse *self, LifeSparseList *to, LifeSparseList *from)
{
  gpointer tiles = to->tiles;

  if (!life_memory_grow (&self->unbounded.engine.memory, &tiles, &to->room,
          to->n, to->n + from->n, sizeof *to->tiles))
    return FALSE;
  to->tiles = tiles;
  memcpy (to->tiles + to->n, from->tiles, from->n * sizeof *from->tiles);
  to->n += from->n;
  from->n = 0;
  return TRUE;
}

static void
drop_outputs (LifeSparse *self)
{
  for (gsize i = 0; i < self->n_outputs; i++)
    self->outputs[i].next.n = self->outputs[i].n_missing = 0;
}

/* Whether all tiles are in their lists. */
static gboolean
check_lists (LifeSparse *self, GError **error)
{
  return !g_atomic_int_get (&self->lost)
         || life_sparse_fail_lists (self, error);
}

/* Reverts to the cells of the previous pass. */
static gboolean
abandon_pass (LifeSparse *self, GError **error)
{
  drop_outputs (self);
  self->pass++;
  self->touched = TRUE;
  return fail_cancelled (error);
}

/* Builds the list of the next pass; without memory for it, cells count as changed by something
 * else. *@done counts the passes that ended. */
static gboolean
finish_pass (LifeSparse *self, guint64 *done, GError **error)
{
  gboolean made = TRUE;

  if (g_atomic_int_get (&self->abandoned))
    return abandon_pass (self, error);
  self->active.n = 0;
  for (gsize i = 0; i < self->n_outputs; i++)
    if (self->outputs[i].next.n > 0
        && !append_list (self, &self->active, &self->outputs[i].next))
      self->lost = TRUE;
  if (self->settling > 0) {
    self->settling--;
    wake_all (self, &self->active);
  }
  for (gsize i = 0; i < self->n_outputs; i++)
    made = made && make_missing (self, &self->outputs[i], error);
  made = made && check_lists (self, error);
  drop_outputs (self);
  self->pass++;
  self->side = !self->side;
  (*done)++;
  if (!made)
    self->touched = TRUE;
  return made;
}

/* Makes as many parts as it pays to share among @threads, and an output for each. */
static void
make_outputs (LifeSparse *self, guint threads)
{
  static const guint parts_per_thread = 8;
  const gsize n = threads == 1 ? 1
                               : MIN (threads * parts_per_thread,
                                   MAX (self->active.n / PART_TILES, 1));

  if (self->n_outputs < n)
    self->outputs = g_renew (LifeSparseOutput, self->outputs, n);
  for (; self->n_outputs < n; self->n_outputs++)
    self->outputs[self->n_outputs] = (LifeSparseOutput){ .n_missing = 0 };
}

static gboolean
run_pass (LifeSparse *self, guint64 *done, GError **error)
{
  LifeThreadPool *pool = self->unbounded.engine.pool;
  const guint threads =
      self->active.n <= FEW_TILES ? 1 : life_thread_pool_get_threads (pool);
  LifeWork work = { .item = advance_part };

  make_outputs (self, threads);
  if (threads == 1) {
    advance_range (self, self->outputs, 0, self->active.n);
  } else {
    work.items = self->n_outputs;
    self->shared = TRUE;
    life_thread_pool_run (pool, threads, &work, self);
    self->shared = FALSE;
  }
  return finish_pass (self, done, error);
}

/* Passes that threads share one after the other, so that they are woken once. */
typedef struct {
  LifeSparse *self;
  guint64 max, *done;
  GError **error;
  gboolean failed;
} Passes;

/* LifeWorkItem. */
static void
advance_part_of_pass (gpointer data, gsize item)
{
  advance_part (((Passes *) data)->self, item);
}

/* LifeWorkRound. */
static gboolean
go_to_next_pass (gpointer data)
{
  Passes *passes = data;

  passes->failed = !finish_pass (passes->self, passes->done, passes->error);
  if (passes->failed || *passes->done == passes->max
      || passes->self->active.n <= FEW_TILES)
    return FALSE;
  life_sparse_sweep (passes->self);
  return TRUE;
}

/* Runs up to so many passes, as long as they are worth sharing. */
static gboolean
run_passes (LifeSparse *self, guint64 max, guint64 *done, GError **error)
{
  LifeThreadPool *pool = self->unbounded.engine.pool;
  const guint threads = life_thread_pool_get_threads (pool);
  Passes passes = { self, max, done, error, FALSE };
  LifeWork work = { .item = advance_part_of_pass, .round = go_to_next_pass };

  make_outputs (self, threads);
  work.items = self->n_outputs;
  self->shared = TRUE;
  life_thread_pool_run (pool, threads, &work, &passes);
  self->shared = FALSE;
  return !passes.failed;
}

/* After changes by anything but a step, or passes of another length: all tiles take part in
 * the next two passes, and tiles are made wherever cells can be born. */
static gboolean
settle (LifeSparse *self, GError **error)
{
  const gsize n = self->tiles.n;
  gboolean made;

  make_outputs (self, 1);
  self->pass++;
  self->touched = TRUE;
  for (gsize i = 0; i < n; i++) {
    if (is_cancelled (self)) {
      drop_outputs (self);
      return fail_cancelled (error);
    }
    wake_around (self, self->outputs, self->tiles.tiles[i], 0,
        find_alive (self, self->tiles.tiles[i]));
  }
  /* The pass that tiles are woken for is the one after this. */
  self->active.n = 0;
  made = make_missing (self, self->outputs, error);
  wake_all (self, &self->active);
  made = made && check_lists (self, error);
  drop_outputs (self);
  self->pass++;
  self->settling = 1;
  self->touched = !made;
  return made;
}

/* Tiles that were skipped, and whose changes were not counted when they were written,
 * take part in a pass that counts. */
static void
wake_uncounted (LifeSparse *self)
{
  for (gsize i = 0; i < self->tiles.n; i++) {
    LifeSparseTile *tile = self->tiles.tiles[i];

    if (!tile->counted[!self->side])
      wake (self, &self->active, tile, self->pass);
  }
}

/* Generations of the passes of a step, but for its last one. */
static guint
choose_generations (guint64 step)
{
  const guint max = (guint) MIN (step, LIFE_SPARSE_HALO);

  for (guint n = max; n > 0; n--)
    if (step % n == 0 && (step <= SHORT_STEP || n >= SHORT_PASS))
      return n;
  return max;
}

gboolean
life_sparse_step (LifeEngine *engine, guint64 generations,
    const gint *cancelled, guint64 *stepped, GError **error)
{
  LifeSparse *self = (LifeSparse *) engine;
  const guint length = choose_generations (generations);

  *stepped = 0;
  self->changes_stored = FALSE;
  self->cancelled = cancelled;
  self->abandoned = self->lost = FALSE;
  while (*stepped < generations) {
    const guint n = (guint) MIN (generations - *stepped, length);
    guint64 done = 0;
    gboolean fine;

    if (is_cancelled (self))
      return fail_cancelled (error);
    life_sparse_sweep (self);
    if (n != self->generations)
      self->touched = TRUE;
    self->generations = n;
    if (self->touched && !settle (self, error))
      return FALSE;
    self->counts = *stepped + n == generations;
    if (self->counts)
      wake_uncounted (self);
    if (self->active.n == 0 && !self->counts) {
      /* Everything is still, or repeats, up to the pass that counts. */
      const guint64 passes = (generations - *stepped - 1) / n;

      self->side ^= passes & 1;
      self->pass += passes;
      *stepped += passes * n;
      continue;
    }
    find_network (self, generations - *stepped);
    if (!self->counts && self->active.n > FEW_TILES
        && life_thread_pool_get_threads (self->unbounded.engine.pool) > 1)
      fine = run_passes (self, (generations - *stepped - 1) / n, &done, error);
    else
      fine = run_pass (self, &done, error);
    *stepped += done * n;
    if (!fine)
      return FALSE;
  }
  return TRUE;
}

/* Counted with the last pass, whose cells are the present ones. */
void
life_sparse_count_changes (
    const LifeSparse *self, guint64 *births, guint64 *deaths)
{
  if (self->changes_stored) {
    *births = self->stored_births;
    *deaths = self->stored_deaths;
    return;
  }
  *births = *deaths = 0;
  for (gsize i = 0; i < self->tiles.n; i++) {
    *births += self->tiles.tiles[i]->births[self->side];
    *deaths += self->tiles.tiles[i]->deaths[self->side];
  }
}
