/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of samplers, compiled once for each width of vector that the
 * processor may have. What they are applied to is decided by the samplers
 * (sample-cells.c, sample-counts.c, sample-means.c). */
#pragma once

#include "life/base/cpu-path.h"
#include "life/draw/color/coloring.h"
#include "life/draw/color/palette-private.h"
#include "life/draw/view/grid-lines.h"

G_BEGIN_DECLS

/* --- Counts --- */

/* Rows of cells that are added together at a time. */
#define LIFE_COUNT_GROUP_ROWS 7

/* Cells along the side of the largest squares that are counted at once; as many
 * rows are read together, at most. */
#define LIFE_COUNT_SQUARE_SIDE 8

/* Planes of counters: as many rows as LIFE_COUNT_MAX_ROWS can be counted. */
#define LIFE_COUNT_PLANES 7
#define LIFE_COUNT_MAX_ROWS ((1u << LIFE_COUNT_PLANES) - 1)

/* A position between two pixels in a row of cells: the word, counted from the first
 * one that the frame shows, the bits before it there, and how much of the cell
 * that follows them lies before it too. */
typedef struct {
  guint64 before;
  guint32 word;
  guint32 fraction;
} LifeCountEdge;

/* What is added to sums at edges: @weight times the cells before each, a cell
 * counted by @n_planes bits, one in each of @planes, which have a word more than
 * @n_words. @counts is room for as much. */
typedef struct {
  const LifeCountEdge *edges;
  guint n_edges;
  gboolean fractions; /* whether any edge lies within a cell */
  guint64 *const *planes;
  guint n_planes;
  gsize n_words;
  guint64 whole_weight, fraction_weight;
  guint64 *counts;
} LifeCountSums;

/* --- Means of colors --- */

/* Four sums of bytes, one for each byte of a color. */
typedef struct {
  guint64 lanes[4];
} LifeMeanLanes;

/* A position between two pixels in a row of cells: so much of @cell lies before it. */
typedef struct {
  guint32 cell, fraction;
} LifeMeanEdge;

/* What is added to sums at edges: @weight times the colors before each, of whole
 * columns @whole times. @columns are four lanes of 16 bits each, those from column
 * @first_column on. */
typedef struct {
  const guint16 *columns;
  guint n_columns;
  guint32 first_column;
  const LifeMeanEdge *edges;
  guint n_edges;
  guint64 whole, weight;
} LifeMeanSums;

/* What turns sums up to @edges, which bound pixels of @height, into means: all that
 * does not lie between 0 and @limit, or is not of the height that is covered, has
 * the color @dead. */
typedef struct {
  const gint64 *edges;
  gint64 limit;
  guint n_pixels;
  guint64 height, covered_height;
  guint16 dead[4];
} LifeMeanColors;

/* --- History --- */

/* Of cells of a row: their bytes, and as bits which of them lived in the last frame that
 * was counted. In @late those of a frame that is yet to be counted, or NULL. */
typedef struct {
  guint8 *bytes;
  guint64 *bits;
  const guint64 *late;
} LifeHistoryRow;

/* --- Neighbors --- */

/* Bits of a row of cells, and whether the cells before and behind those live that are
 * read; NULL: all are dead. */
typedef struct {
  const guint64 *bits;
  guint8 before, behind;
} LifeNeighborRow;

/* --- Turned views --- */

/* The points of a row of pixels (life/draw/view/turn.h), counted from the corner of some
 * squares that lie in rows of @stride. */
typedef struct {
  gint64 x, y;             /* of the first one */
  gint64 right_x, right_y; /* from a point to the next one */
  gint64 down_x, down_y;
  guint stride;
  gboolean sparse; /* many pixels lie in one square */
  gboolean hexagons;
} LifeTurnedRow;

typedef struct {
  /* The indices of @n cells from cell @first on by their history up to now: @now has
   * their bits. A late frame is counted; @first is 0 then, and @n all cells of the row. */
  void (*history) (const LifeHistoryIndices *indices, const LifeHistoryRow *row,
      const guint64 *now, guint32 first, guint n, guint8 *out);

  /* Counts a frame into the history of a row, of which @now has the bits, 0 past its
   * end; @to_bytes and @to_bits may be @bytes and @bits. */
  void (*record) (const guint64 *now, gsize n_words, const guint8 *bytes,
      const guint64 *bits, guint8 *to_bytes, guint64 *to_bits);

  /* The indices of @n cells from bit @first on by how many of those live that touch
   * them and are @adjacent (adjacent.h): in the row above, in their own and below. */
  void (*adjacent) (const LifeNeighborRow rows[3], guint adjacent,
      guint32 first, guint n, guint8 *out);

  /* Adds seven rows of bits to counters of @n_planes bits. */
  void (*add_rows) (const guint64 *const rows[LIFE_COUNT_GROUP_ROWS],
      gsize n_words, guint64 *const *planes, guint n_planes);

  void (*add_to_sums) (const LifeCountSums *count, guint64 *sums);

  /* An entry of @table for each of @n indices. */
  void (*lookup) (
      const guint8 table[256], const guint8 *indices, guint n, guint8 *out);

  /* The indices of pixels of @side × @side cells, 2, 4 or 8, in as many rows, of
   * which the first pixel begins with a word. */
  void (*squares) (
      const guint64 *const *rows, gsize n_words, guint side, guint8 *out);

  /* Adds the colors of @n states to as many columns of four lanes, which are 0 if
   * @first. */
  void (*add_colors) (const LifeColorBytes *colors, const guint8 *states,
      guint n, gboolean first, guint16 *columns);

  /* Colors from as many columns each as @side rows were added to, 16 at most. */
  void (*square_colors) (
      const guint16 *columns, guint n_pixels, guint side, guint8 *out);

  /* Adds to @sums, and to @after what the whole of the columns comes to. */
  void (*sum_columns) (
      const LifeMeanSums *mean, LifeMeanLanes *sums, LifeMeanLanes *after);

  /* The means of the colors at the points of @n pixels; or, if @counts, the sums of
   * their first bytes, a byte each. */
  void (*turned_colors) (const LifeTurnedRow *row, const guint32 *colors,
      guint n, gboolean counts, guint8 *out);

  /* Adds @weight to those of @n columns whose state is not 0; they are 0 if @first. */
  void (*add_alive) (const guint8 *states, guint n, guint32 weight,
      gboolean first, guint32 *columns);

  /* What lies between @n + 1 edges, a whole column counted @whole times; those are
   * counted from @first_column. @before is room for a number more than columns. */
  void (*sum_alive) (const guint32 *columns, guint n_columns,
      guint32 first_column, const LifeMeanEdge *edges, guint n, guint32 whole,
      guint32 *before, guint32 *out);

  /* The sums of what squares have at those points; in 1 or 4 lanes, or as words. */
  void (*turned_words) (
      const LifeTurnedRow *row, const guint32 *sums, guint n, guint64 *out);
  void (*turned_sums) (const LifeTurnedRow *row, const guint64 *sums,
      guint n_lanes, guint n, guint64 *out);

  /* Colors that indices stand for, and bits from bit @first on. */
  void (*colors_of_indices) (const LifeColorBytes *colors,
      const guint8 *indices, guint n, guint8 *out);
  void (*colors_of_bits) (const LifeColorBytes *colors, const guint64 *bits,
      guint32 first, guint n, guint8 *out);

  /* What lines weigh in a row of pixels (life/draw/view/grid-lines.h), and the colors of such a
   * row with those laid over them. */
  void (*grid_weights) (
      const LifeGridLine *columns, LifeGridLine row, guint n, guint32 *weights);
  void (*lay_grid) (const guint32 *weights, const guint8 line[4], guint alpha,
      guint n, guint8 *colors);

  /* Colors from sums up to each edge. */
  void (*mean_colors) (
      const LifeMeanColors *mean, const LifeMeanLanes *sums, guint8 *out);
} LifeSampleKernels;

extern const LifeSampleKernels life_sample_portable;
#ifdef __x86_64__
extern const LifeSampleKernels life_sample_avx2;
extern const LifeSampleKernels life_sample_avx512;
extern const LifeSampleKernels life_sample_avx512vbmi;
#endif

G_END_DECLS
