/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles under rules that are looked up: tables, and maps of more than two states.
 *
 * Idea: the planes of a tile and its halo are spread into a byte per cell once per pass. Machines
 * of such cells change only in a few positions, so a generation looks up just the cells next to
 * those that changed in the previous one; the other cells are already in the buffer that is
 * written, since the two alternate. The first generation of a pass looks up all cells that are
 * not in state 0 and those next to them: in state 0 among its like nothing changes.
 *
 * Each generation computes one row and column less on each side, down to the tile's own. */
#include "life/cpu/sparse/sparse-private.h"

#include "life/base/bits.h"
#include "life/rule/table/rule-table.h"
#include "life/rule/transition.h"

#define ROWS LIFE_SPARSE_WORDS
#define CELLS (ROWS * LIFE_WORD_CELLS)

/* A tile with its halo. */
typedef struct {
  guint64 words[(1 + LIFE_MAX_AGES) * ROWS]; /* planes, row after row */
  guint8 cells[2][CELLS];
  guint side;            /* of the present cells */
  guint64 any[ROWS];     /* which are not in state 0 */
  guint64 changed[ROWS]; /* in the last generation */
  guint64 stale[ROWS];   /* those that differ from @words */
} Block;

/* Rows of a block, from @row on, that lie in tiles from row @of_tile on; the first of those tiles
 * is the one to the west. */
typedef struct {
  guint row, n, of_tile, west;
} TabledBand;

static const TabledBand bands[] = {
  { 0, LIFE_SPARSE_HALO, LIFE_SPARSE_SIDE, 0 },
  { LIFE_SPARSE_HALO, LIFE_SPARSE_SIDE, LIFE_SPARSE_HALO, 3 },
  { LIFE_SPARSE_HALO + LIFE_SPARSE_SIDE, LIFE_SPARSE_HALO, LIFE_SPARSE_HALO,
      6 },
};

static void
gather_band (Block *self, const LifeSparseTask *task, const TabledBand *band,
    gsize plane)
{
  const guint64 *west = task->around[band->west] + plane * LIFE_SPARSE_PLANE;
  const guint64 *here =
      task->around[band->west + 1] + plane * LIFE_SPARSE_PLANE;
  const guint64 *east =
      task->around[band->west + 2] + plane * LIFE_SPARSE_PLANE;
  guint64 *words = self->words + plane * ROWS + band->row;

  for (guint i = 0; i < band->n; i++) {
    const guint at = LIFE_SPARSE_WORD (band->of_tile + i);

    words[i] =
        here[at] | west[at] >> LIFE_SPARSE_SIDE | east[at] << LIFE_SPARSE_SIDE;
    self->any[band->row + i] |= words[i];
  }
}

/* FALSE: all cells are in state 0. */
static gboolean
open_block (
    Block *self, const LifeSparseTable *table, const LifeSparseTask *task)
{
  guint64 all = 0;

  self->side = 0;
  memset (self->any, 0, sizeof self->any);
  memset (self->stale, 0, sizeof self->stale);
  for (gsize plane = 0; plane < table->planes.n; plane++)
    for (guint i = 0; i < G_N_ELEMENTS (bands); i++)
      gather_band (self, task, &bands[i], plane);
  for (guint row = 0; row < ROWS; row++)
    all |= self->any[row];
  if (all == 0)
    return FALSE;
  memcpy (self->changed, self->any, sizeof self->changed);
  life_planes_read (
      &table->planes, table->states, self->words, 0, CELLS, self->cells[0]);
  memcpy (self->cells[1], self->cells[0], CELLS);
  return TRUE;
}

/* Looks up the cells of a row whose bits are set in @due; returns which of them changed.
 * @tree.neighbors is a constant wherever this is inlined. */
static inline __attribute__ ((always_inline)) guint64
lookup (LifeTree tree, const guint32 *entries, const guint8 *row, guint8 *out,
    guint64 due)
{
  guint64 changed = 0;

  for (; due != 0; due &= due - 1) {
    const guint column = (guint) __builtin_ctzll (due);
    const guint8 *a = row + column - LIFE_WORD_CELLS, *b = row + column;
    const guint8 *c = row + column + LIFE_WORD_CELLS;
    const guint8 cells[9] = { a[-1], a[0], a[1], b[-1], b[0], b[1], c[-1], c[0],
      c[1] };

    out[column] = life_next_tabled (tree, entries, cells);
    changed |= (guint64) (out[column] != b[0]) << column;
  }
  return changed;
}

static guint64
lookup_row (
    const LifeSparseTable *table, const guint8 *row, guint8 *out, guint64 due)
{
  LifeTree tree = table->tree;

#define LOOKUP(n) \
  (tree.neighbors = n, lookup (tree, table->entries, row, out, due))
  switch (tree.neighbors) {
    case 8:
      return LOOKUP (8);
    case 6:
      return LOOKUP (6);
    case 4:
      return LOOKUP (4);
    default:
      return LOOKUP (2);
  }
#undef LOOKUP
}

/* The columns of a tile and @margin more on either side. */
static guint64
columns_within (guint margin)
{
  return life_bits_mask (LIFE_SPARSE_SIDE + 2 * margin)
         << (LIFE_SPARSE_HALO - margin);
}

/* The cells of row @row that are in @cells, or have such a neighbor. */
static guint64
find_due (const LifeSparseTable *table, const guint64 *cells, guint row)
{
  const guint64 a = cells[row - 1], b = cells[row], c = cells[row + 1];
  const guint neighbors = table->tree.neighbors;
  guint64 due = b | b << 1 | b >> 1;

  if (neighbors >= 4)
    due |= a | c;
  if (neighbors >= 6)
    due |= a << 1 | c >> 1;
  if (neighbors == 8)
    due |= a >> 1 | c << 1;
  return due;
}

/* Advances the tile and @margin cells around it by one generation; FALSE: nothing changed. */
static gboolean
advance (Block *self, const LifeSparseTable *table, guint margin)
{
  const guint first = LIFE_SPARSE_HALO - margin, end = ROWS - first;
  const guint8 *from = self->cells[self->side];
  guint8 *to = self->cells[!self->side];
  guint64 changed[ROWS] = { 0 }, all = 0;

  for (guint row = first; row < end; row++) {
    const guint64 due =
        find_due (table, self->changed, row) & columns_within (margin);
    const gsize at = row * LIFE_WORD_CELLS;

    if (due != 0)
      changed[row] = lookup_row (table, from + at, to + at, due);
    all |= changed[row];
  }
  memcpy (self->changed, changed, sizeof changed);
  self->side = !self->side;
  return all != 0;
}

/* Refreshes what follows from cells that changed; counts births and deaths in the tile. */
static void
refresh (Block *self, LifeSparseTask *task)
{
  task->births = task->deaths = 0;
  for (guint row = 0; row < ROWS; row++) {
    const guint64 previous = self->any[row];
    const gboolean own =
        row >= LIFE_SPARSE_HALO && row < LIFE_SPARSE_HALO + LIFE_SPARSE_SIDE;

    if (self->changed[row] == 0)
      continue;
    self->stale[row] |= self->changed[row];
    self->any[row] = life_bits_pack (
        self->cells[self->side] + row * LIFE_WORD_CELLS, LIFE_WORD_CELLS);
    if (own) {
      task->births += (guint) __builtin_popcountll (
          self->any[row] & ~previous & columns_within (0));
      task->deaths += (guint) __builtin_popcountll (
          previous & ~self->any[row] & columns_within (0));
    }
  }
}

/* Stores the tile's own cells as planes. */
static void
store (Block *self, const LifePlanes *planes, LifeSparseTask *task)
{
  guint64 changed[3] = { 0 }, alive[3] = { 0 }; /* all rows, first, last ones */

  for (guint i = 0; i < LIFE_SPARSE_SIDE; i++) {
    const guint row = i + LIFE_SPARSE_HALO;
    const guint64 own = columns_within (0);
    guint64 differs = 0, any = 0;

    if ((self->stale[row] & own) != 0)
      life_planes_set (planes, self->words + row, LIFE_SPARSE_HALO,
          LIFE_SPARSE_SIDE,
          self->cells[self->side] + row * LIFE_WORD_CELLS + LIFE_SPARSE_HALO);
    for (gsize plane = 0; plane < planes->n; plane++) {
      guint64 *next =
          task->next + plane * LIFE_SPARSE_PLANE + LIFE_SPARSE_WORD (row);
      const guint64 word = self->words[plane * ROWS + row] & own;

      differs |= word ^ *next;
      any |= word;
      *next = word;
    }
    changed[0] |= differs;
    alive[0] |= any;
    if (i < LIFE_SPARSE_HALO) {
      changed[1] |= differs;
      alive[1] |= any;
    }
    if (i >= LIFE_SPARSE_SIDE - LIFE_SPARSE_HALO) {
      changed[2] |= differs;
      alive[2] |= any;
    }
  }
  task->changed = life_sparse_mask (changed[0], changed[1], changed[2]);
  task->alive = life_sparse_mask (alive[0], alive[1], alive[2]);
}

void
life_sparse_table_advance (const LifeSparseTable *table, LifeSparseTask *task)
{
  Block block;
  guint left = task->generations;

  task->births = task->deaths = 0;
  if (open_block (&block, table, task))
    for (gboolean changes = TRUE; changes && left > 0; left--) {
      changes = advance (&block, table, left - 1);
      refresh (&block, task);
    }
  store (&block, &table->planes, task);
}

/* --- Rules --- */

/* The cells of LifeRule's map, 8 the highest bit, in the order that life_next_tabled() has. */
static const guint map_bits[9] = { 8, 6, 2, 0, 7, 5, 3, 1, 4 };

/* The first entry of the node of level @level to which cells that are alive as the bits of
 * @path have them lead. */
static guint32
node_of (guint states, guint level, guint path)
{
  return ((1u << level) - 1 + path) * states;
}

/* A map as a tree, in which states other than 1 lead to the same node. */
static guint32 *
expand_map (const LifeRule *rule, LifeTree *tree)
{
  const guint states = rule->states, last = G_N_ELEMENTS (map_bits) - 1;
  guint32 *entries;

  *tree = (LifeTree){
    .states = states, .neighbors = 8, .n_entries = node_of (states, last + 1, 0)
  };
  entries = g_new (guint32, tree->n_entries);
  for (guint level = 0; level <= last; level++)
    for (guint path = 0; path < 1u << level; path++)
      for (guint state = 0; state < states; state++) {
        const guint next = path | (guint) (state == 1) << level;
        guint seen = 0;

        for (guint i = 0; i <= last; i++)
          seen |= (next >> i & 1) << map_bits[i];
        entries[node_of (states, level, path) + state] =
            level < last
                ? node_of (states, level + 1, next)
                : life_next_of_family (LIFE_FAMILY_MAP, rule, state, seen);
      }
  return entries;
}

gboolean
life_sparse_table_supports (const LifeRule *rule)
{
  return rule->family == LIFE_FAMILY_TABLE
         || (rule->family == LIFE_FAMILY_MAP && rule->states > 2);
}

void
life_sparse_table_init (LifeSparseTable *self, const LifeRule *rule)
{
  self->planes = life_planes_of_rule (rule);
  self->planes.step = ROWS;
  self->expanded = NULL;
  if (rule->family == LIFE_FAMILY_TABLE) {
    self->tree = rule->table->tree;
    self->entries = rule->table->entries;
  } else {
    self->entries = self->expanded = expand_map (rule, &self->tree);
  }
}

void
life_sparse_table_clear (LifeSparseTable *self)
{
  g_clear_pointer (&self->expanded, g_free);
}
