/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The edges of worlds that are neither a plane nor a torus without a shift, for
 * the CPU's fast engine. Cells beyond an edge are copied from their positions in
 * the world. There they may run to the left, up or down, but within one copy of
 * the world they lie on a line. A plain torus wraps in bits2d-step.c and bits2d-tiles.c. */
#include "life/cpu/bits2d/bits2d-private.h"
#include "life/world/topology.h"

/* Reverses the order of the bits. */
static guint64
reverse_bits (guint64 word)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x5555555555555555);
  const guint64 twos = G_GUINT64_CONSTANT (0x3333333333333333);
  const guint64 fours = G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f);

  word = (word >> 1 & ones) | (word & ones) << 1;
  word = (word >> 2 & twos) | (word & twos) << 2;
  word = (word >> 4 & fours) | (word & fours) << 4;
  return GUINT64_SWAP_LE_BE (word);
}

/* @n cells, 1 … 64, of a row, from cell @x on to the left. */
static guint64
read_leftwards (const guint64 *row, gsize x, guint n)
{
  return reverse_bits (life_bits_read (row, x - (n - 1), n))
         >> (LIFE_WORD_CELLS - n);
}

/* The same from a column; rows are @stride words apart. */
static guint64
read_column (const guint64 *row, gsize x, guint n, gssize stride)
{
  const guint64 *word = row + x / LIFE_WORD_CELLS;
  guint64 cells = 0;

  for (guint i = 0; i < n; i++, word += stride)
    cells |= (*word >> x % LIFE_WORD_CELLS & 1) << i;
  return cells;
}

/* Up to 64 cells from (@x, @y) on to the right, as many as lie on a line in the
 * world; *@n is set to their number. */
static guint64
read_line (const LifeBitsliced *self, const guint64 *first_row, gint64 x,
    gint64 y, guint *n)
{
  const LifeGeometry *geometry = &self->bits.engine.geometry;
  LifeHeading heading = life_topology_heading (geometry, x, y);
  gint64 z = 0, straight;
  const guint64 *row;

  life_topology_find (geometry, &x, &y, &z);
  straight = heading == LIFE_HEADING_RIGHT  ? geometry->width - x
             : heading == LIFE_HEADING_LEFT ? x + 1
             : heading == LIFE_HEADING_DOWN ? geometry->height - y
                                            : y + 1;
  *n = (guint) MIN ((gint64) *n, straight);
  row = first_row + y * self->bits.stride;
  switch (heading) {
    case LIFE_HEADING_RIGHT:
      return life_bits_read (row, x, *n);
    case LIFE_HEADING_LEFT:
      return read_leftwards (row, x, *n);
    case LIFE_HEADING_DOWN:
      return read_column (row, x, *n, (gssize) self->bits.stride);
    default:
      return read_column (row, x, *n, -(gssize) self->bits.stride);
  }
}

/* Copies @length cells from (@x, @y) on, any of which may lie outside the
 * world, to the first bits of @words; the rest of their last word becomes 0.
 * @first_row is the world's first row. */
void
life_edges_copy (const LifeBitsliced *self, const guint64 *first_row, gint64 x,
    gint64 y, gsize length, guint64 *words)
{
  gint64 width = self->bits.engine.geometry.width;
  gint64 height = self->bits.engine.geometry.height;

  for (gsize at = 0; at < length;) {
    gint64 from = x + (gint64) at;
    guint bit = at % LIFE_WORD_CELLS;
    guint n = (guint) MIN (length - at, LIFE_WORD_CELLS - bit);
    guint64 *to = words + at / LIFE_WORD_CELLS;

    if (y >= 0 && y < height && from >= 0 && from < width) {
      gsize inside = MIN (length - at, (gsize) (width - from));
      life_bitsliced_copy_cells (&self->kernel, words, at,
          first_row + y * self->bits.stride, (gsize) from, inside);
      at += inside;
    } else {
      guint64 cells = read_line (self, first_row, from, y, &n);
      *to = (bit > 0 ? *to & life_bits_mask (bit) : 0) | cells << bit;
      at += n;
    }
  }
}

/* Sets the bit before a row's first cell, or the one after its last. */
static void
set_outer (
    const LifeBitsliced *self, guint64 *row, gboolean before, guint64 bit)
{
  guint cells = life_row_engine_last_cells (&self->bits);
  guint64 *last = row + self->bits.words - 1;

  if (before)
    row[-1] = bit << (LIFE_WORD_CELLS - 1);
  else if (cells < LIFE_WORD_CELLS)
    *last = (*last & life_bits_mask (cells)) | bit << cells;
  else
    last[1] = bit;
}

/* Cells of the world that lie on a line and are met one below the other. */
typedef struct {
  gint64 x, y; /* the first */
  gint64 dx, dy;
  gint64 n;
} EdgeLine;

/* The line from (@x, @y) on downwards. If the next cell is not a neighbor of
 * the first one, another copy of the world begins. */
static EdgeLine
find_line_down (const LifeGeometry *geometry, gint64 x, gint64 y)
{
  gint64 next_x = x, next_y = y + 1, z = 0;
  EdgeLine line = { x, y, 0, 0, 1 };

  life_topology_find (geometry, &line.x, &line.y, &z);
  life_topology_find (geometry, &next_x, &next_y, &z);
  line.dx = next_x - line.x;
  line.dy = next_y - line.y;
  if (ABS (line.dx) + ABS (line.dy) == 1)
    line.n = line.dx > 0   ? geometry->width - line.x
             : line.dx < 0 ? line.x + 1
             : line.dy > 0 ? geometry->height - line.y
                           : line.y + 1;
  return line;
}

/* Sets the bits before all rows of the plane @plane words away, or those after all of them. */
static void
set_column (LifeBitsliced *self, gsize plane, gboolean before)
{
  const LifeGeometry *geometry = &self->bits.engine.geometry;
  gint64 height = geometry->height, x = before ? -1 : (gint64) geometry->width;

  for (gint64 y = 0; y < height;) {
    EdgeLine line = find_line_down (geometry, x, y);
    gint64 end = MIN (y + line.n, height);
    for (; y < end; y++, line.x += line.dx, line.y += line.dy) {
      const guint64 *from = life_bitsliced_row (self, (gsize) line.y) + plane;
      guint64 word = from[line.x / LIFE_WORD_CELLS];
      set_outer (self, life_bitsliced_row (self, (gsize) y) + plane, before,
          word >> line.x % LIFE_WORD_CELLS & 1);
    }
  }
}

static void
refresh_plane (LifeBitsliced *self, gsize plane)
{
  gint64 width = self->bits.engine.geometry.width;
  gint64 height = self->bits.engine.geometry.height;
  const guint64 *first_row =
      life_bitsliced_row (self, 0) + plane * self->bits.planes.step;

  set_column (self, plane * self->bits.planes.step, TRUE);
  set_column (self, plane * self->bits.planes.step, FALSE);
  for (gsize i = 0; i < 2; i++) {
    guint64 *row = self->outer_rows + (2 * plane + i) * self->bits.stride;
    gint64 y = i == 0 ? -1 : height;
    guint one = 1;
    life_edges_copy (self, first_row, 0, y, (gsize) width, row);
    set_outer (self, row, TRUE, read_line (self, first_row, -1, y, &one));
    set_outer (self, row, FALSE, read_line (self, first_row, width, y, &one));
  }
}

/* Prepares the present rows, and those above the first and below the last one,
 * for strips. */
void
life_edges_refresh (LifeBitsliced *self)
{
  for (gsize plane = 0; plane < life_bitsliced_halo_planes (self); plane++)
    refresh_plane (self, plane);
}
