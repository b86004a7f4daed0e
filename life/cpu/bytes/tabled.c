/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Table rules on the CPU, a byte per cell.
 *
 * Machines built of such cells change only in a few positions, so the world is cut
 * into blocks, and unchanged ones are skipped: if neither a block nor its
 * neighbors changed in the last generation, nothing changes in the next. Its
 * cells are there already, since both of the alternating buffers have the same.
 *
 * In other blocks eight cells at a time are skipped if they and all around them
 * are in state 0, and such cells stay so; any other cell is looked up, with one
 * load for itself and one for each neighbor (life/rule/table/table-lookup.h). */
#include "life/cpu/bytes/tabled.h"

#include "life/rule/table/table-lookup.h"
#include "life/rule/table/rule-table.h"
#include "life/world/topology.h"

#include <string.h>

#define BLOCK_WIDTH 64
#define BLOCK_HEIGHT 16
/* Cells that are tested together. */
#define GROUP 8

struct _LifeTabled {
  LifeGeometry geometry;
  gboolean closed; /* a torus without shifts */
  gsize columns, bands;
  LifeTree tree;
  const guint32 *entries;
  gboolean zero_is_stable; /* a cell in state 0 among such cells stays so */

  /* By buffer: which blocks differ from the other buffer. */
  guint8 *changed[2];
};

/* A block with the cells around it: rows from the one above it to the one
 * below, each from the cell west of it on. */
typedef struct {
  gsize x, y, width, height;
  const guint8 *rows[BLOCK_HEIGHT + 2];
  guint8 edge[BLOCK_HEIGHT + 2][BLOCK_WIDTH + 2];
} TableBlock;

LifeTabled *
life_tabled_new (const LifeGeometry *geometry)
{
  LifeTabled *self = g_new0 (LifeTabled, 1);

  self->geometry = *geometry;
  self->closed = geometry->topology == LIFE_TOPOLOGY_TORUS
                 && geometry->shift_x == 0 && geometry->shift_y == 0;
  self->columns = ((gsize) geometry->width - 1) / BLOCK_WIDTH + 1;
  self->bands = ((gsize) geometry->height - 1) / BLOCK_HEIGHT + 1;
  for (guint i = 0; i < 2; i++)
    self->changed[i] = g_malloc (self->columns * self->bands);
  return self;
}

void
life_tabled_free (LifeTabled *self)
{
  if (self == NULL)
    return;
  g_free (self->changed[0]);
  g_free (self->changed[1]);
  g_free (self);
}

gboolean
life_tabled_supports (const LifeRule *rule)
{
  return rule->family == LIFE_FAMILY_TABLE;
}

void
life_tabled_set_rule (LifeTabled *self, const LifeRule *rule)
{
  static const guint8 nothing[9] = { 0 };

  self->tree = rule->table->tree;
  self->entries = rule->table->entries;
  self->zero_is_stable =
      life_next_tabled (self->tree, self->entries, nothing) == 0;
}

/* Which of the two buffers has the present cells. */
static guint
present_side (const LifeGenerations *generations)
{
  return generations->present > generations->previous;
}

void
life_tabled_touched (
    LifeTabled *self, const LifeGenerations *generations, const LifeBox *box)
{
  guint8 *changed = self->changed[present_side (generations)];
  gsize first, columns, band, end;

  if (box == NULL) {
    memset (changed, TRUE, self->columns * self->bands);
    return;
  }
  if (box->width == 0 || box->height == 0)
    return;
  first = box->x / BLOCK_WIDTH;
  columns = (gsize) (box->x + box->width - 1) / BLOCK_WIDTH + 1 - first;
  end = (gsize) (box->y + box->height - 1) / BLOCK_HEIGHT + 1;
  for (band = box->y / BLOCK_HEIGHT; band < end; band++)
    memset (changed + band * self->columns + first, TRUE, columns);
}

gsize
life_tabled_items (const LifeTabled *self)
{
  return self->bands;
}

/* --- Skipping --- */

/* The block at @by blocks, -1 … 1, along an axis of @n. FALSE if there is none;
 * *@simple is set to FALSE at an edge that is not simple, beyond which none is searched
 * for. */
static gboolean
find_neighbor (const LifeTabled *self, gsize at, gint by, gsize n, gsize *found,
    gboolean *simple)
{
  gboolean inside = by < 0 ? at > 0 : by == 0 || at + 1 < n;

  *found = (at + n + (gsize) by) % n;
  if (inside || self->closed)
    return TRUE;
  if (self->geometry.topology != LIFE_TOPOLOGY_PLANE)
    *simple = FALSE;
  return FALSE;
}

static gboolean
is_skipped (const LifeTabled *self, guint side, gsize column, gsize band)
{
  const guint8 *changed = self->changed[side];
  gboolean simple = TRUE;

  if (changed[band * self->columns + column])
    return FALSE;
  for (gint dy = -1; dy <= 1; dy++)
    for (gint dx = -1; dx <= 1; dx++) {
      gsize x, y;
      if (find_neighbor (self, column, dx, self->columns, &x, &simple)
          && find_neighbor (self, band, dy, self->bands, &y, &simple)
          && changed[y * self->columns + x])
        return FALSE;
      if (!simple)
        return FALSE;
    }
  return TRUE;
}

/* --- A block --- */

/* Copies the rows of a block at the world's edge, with the cells beyond the
 * edge. */
static void
copy_rows (const LifeTabled *self, const guint8 *cells, TableBlock *block)
{
  const LifeGeometry *geometry = &self->geometry;

  for (gsize row = 0; row < block->height + 2; row++) {
    for (gsize column = 0; column < block->width + 2; column++) {
      gint64 x = (gint64) (block->x + column) - 1;
      gint64 y = (gint64) (block->y + row) - 1;
      gint64 z = 0;

      block->edge[row][column] =
          life_topology_find (geometry, &x, &y, &z)
              ? cells[(gsize) y * geometry->width + (gsize) x]
              : 0;
    }
    block->rows[row] = block->edge[row];
  }
}

static void
find_rows (const LifeTabled *self, const guint8 *cells, TableBlock *block)
{
  gsize width = self->geometry.width;

  if (block->x == 0 || block->y == 0 || block->x + block->width == width
      || block->y + block->height == self->geometry.height) {
    copy_rows (self, cells, block);
    return;
  }
  for (gsize row = 0; row < block->height + 2; row++)
    block->rows[row] = cells + (block->y + row - 1) * width + block->x - 1;
}

/* Whether a group of cells and all around it are in state 0. */
static inline gboolean
is_empty (const guint8 *const *rows, gsize x)
{
  guint64 any = 0;

  for (guint i = 0; i < 3; i++) {
    guint64 west, east;
    memcpy (&west, rows[i] + x, sizeof (west));
    memcpy (&east, rows[i] + x + 2, sizeof (east));
    any |= west | east;
  }
  return any == 0;
}

/* The next cells of the middle one of three rows. @tree.neighbors is a
 * constant wherever this is inlined. */
static inline __attribute__ ((always_inline)) void
find_row (LifeTree tree, const guint32 *entries, gboolean zero_is_stable,
    const guint8 *const *rows, gsize width, guint8 *out)
{
  for (gsize x = 0; x < width; x += GROUP) {
    gsize end = MIN (x + GROUP, width);

    if (zero_is_stable && x + GROUP <= width && is_empty (rows, x)) {
      memset (out + x, 0, GROUP);
      continue;
    }
    for (gsize i = x; i < end; i++) {
      const guint8 *a = rows[0] + i, *b = rows[1] + i, *c = rows[2] + i;
      const guint8 cells[9] = { a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1],
        c[2] };

      out[i] = life_next_tabled (tree, entries, cells);
    }
  }
}

static void
advance_row (
    const LifeTabled *self, const guint8 *const *rows, gsize width, guint8 *out)
{
  LifeTree tree = self->tree;

#define FIND_ROW(n)    \
  (tree.neighbors = n, \
      find_row (tree, self->entries, self->zero_is_stable, rows, width, out))
  switch (tree.neighbors) {
    case 8:
      FIND_ROW (8);
      break;
    case 6:
      FIND_ROW (6);
      break;
    case 4:
      FIND_ROW (4);
      break;
    default:
      FIND_ROW (2);
      break;
  }
#undef FIND_ROW
}

/* Returns whether a cell has changed. */
static gboolean
advance_block (const LifeTabled *self, TableBlock *block, const guint8 *cells,
    guint8 *next)
{
  gboolean changed = FALSE;

  find_rows (self, cells, block);
  next += block->y * self->geometry.width + block->x;
  for (gsize row = 0; row < block->height; row++) {
    guint8 out[BLOCK_WIDTH];

    advance_row (self, block->rows + row, block->width, out);
    if (memcmp (out, block->rows[row + 1] + 1, block->width) != 0)
      changed = TRUE;
    memcpy (next, out, block->width);
    next += self->geometry.width;
  }
  return changed;
}

void
life_tabled_advance (
    LifeTabled *self, const LifeGenerations *generations, gsize band)
{
  guint side = present_side (generations);
  guint8 *changed = self->changed[!side] + band * self->columns;
  TableBlock block = { .y = band * BLOCK_HEIGHT };

  block.height = MIN (BLOCK_HEIGHT, self->geometry.height - block.y);
  for (gsize column = 0; column < self->columns; column++) {
    block.x = column * BLOCK_WIDTH;
    block.width = MIN (BLOCK_WIDTH, self->geometry.width - block.x);
    changed[column] = !is_skipped (self, side, column, band)
                      && advance_block (self, &block, generations->present,
                          generations->previous);
  }
}
