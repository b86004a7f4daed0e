/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of drawing, compiled once for each width of vector that the
 * processor may have. What they are applied to is decided in life/draw/draw.c and
 * life/draw/coverage.c. */
#pragma once

#include "life/base/cpu-path.h"
#include "life/draw/color.h"

G_BEGIN_DECLS

/* Rows of cells that are added together at a time. */
#define LIFE_PAINT_GROUP_ROWS 7

/* Cells along the side of the largest squares that are counted at once; as many
 * rows are looked at together, most of all. */
#define LIFE_PAINT_SQUARE_SIDE 8

/* Planes of counters: as many rows as LIFE_PAINT_MAX_ROWS can be counted. */
#define LIFE_PAINT_PLANES 7
#define LIFE_PAINT_MAX_ROWS ((1u << LIFE_PAINT_PLANES) - 1)

/* A place between two pixels in a row of cells: the word, counted from the first
 * one that the frame shows, the bits before it there, and how much of the cell
 * that follows them lies before it too. */
typedef struct {
  guint64 before;
  guint32 word;
  guint32 fraction;
} LifePaintEdge;

/* What is added to sums at edges: @weight times the cells before each, a cell
 * counted by @n_planes bits, one in each of @planes, which have a word more than
 * @n_words. @counts is room for as much. */
typedef struct {
  const LifePaintEdge *edges;
  guint n_edges;
  gboolean fractions; /* whether any edge lies within a cell */
  guint64 *const *planes;
  guint n_planes;
  gsize n_words;
  guint64 whole_weight, fraction_weight;
  guint64 *counts;
} LifePaintSums;

/* What a row of states may have behind it: it is written in pieces of so many. */
#define LIFE_PAINT_STATES_PADDING 64

/* A row of pixels: either states, or colours of four bytes. */
typedef struct {
  const guint8 *states;
  const guint8 *colors;
} LifePaintPixels;

/* Four sums of bytes, one for each byte of a colour. */
typedef struct {
  guint64 lanes[4];
} LifePaintLanes;

/* A place between two pixels in a row of cells: so much of @cell lies before it. */
typedef struct {
  guint32 cell, fraction;
} LifePaintColumnEdge;

/* What is added to sums at edges: @weight times the colours before each, of whole
 * columns @whole times. @columns are four lanes of 16 bits each, those from column
 * @first_column on. */
typedef struct {
  const guint16 *columns;
  guint n_columns;
  guint32 first_column;
  const LifePaintColumnEdge *edges;
  guint n_edges;
  guint64 whole, weight;
} LifePaintColumnSums;

/* What turns sums up to @edges, which bound pixels of @height, into means: all that
 * does not lie between 0 and @limit, or is not of the height that is covered, has
 * the colour @dead. */
typedef struct {
  const gint64 *edges;
  gint64 limit;
  guint n_pixels;
  guint64 height, covered_height;
  guint16 dead[4];
} LifePaintMeans;

typedef struct {
  /* @n cells from bit @first on as bytes or as pixels of four bytes. */
  void (*cells) (const guint64 *bits, guint32 first, guint n, guint8 dead,
      guint8 alive, guint8 *out);
  void (*packed_cells) (const guint64 *bits, guint32 first, guint n,
      guint32 dead, guint32 alive, guint8 *out);

  /* Row @row of the first plane from frame->width indices. */
  void (*row) (const LifePalette *palette, LifePaint paint,
      const LifeFrame *frame, guint row, const guint8 *indices);

  /* Row @row of the chroma planes from the two rows of indices that it lies
   * under; at an odd bottom edge both are the last one. An even number of
   * indices: at an odd right edge the last one stands twice. */
  void (*chroma) (const LifePalette *palette, LifePaint paint,
      const LifeFrame *frame, guint row, const guint8 *top,
      const guint8 *bottom);

  /* Adds seven rows of bits to counters of @n_planes bits. */
  void (*add_rows) (const guint64 *const rows[LIFE_PAINT_GROUP_ROWS],
      gsize n_words, guint64 *const *planes, guint n_planes);

  void (*add_to_sums) (const LifePaintSums *paint, guint64 *sums);

  /* The indices of pixels of @side × @side cells, 2, 4 or 8, in as many rows, of
   * which the first pixel begins with a word. */
  void (*squares) (
      const guint64 *const *rows, gsize n_words, guint side, guint8 *out);

  /* The states of @n cells from bit @first on, for engines that keep them in
   * planes: 1 where a cell is @alive; else what @states_of_age has for the number
   * that its bits in @ages are, 8 planes at most; of that, element 0 is 0. */
  void (*states) (const guint64 *alive, const guint64 *const *ages,
      guint n_ages, const guint8 states_of_age[256], guint32 first, guint n,
      guint8 *out);

  /* As @row and @chroma, from colours, or from states in an overlay. */
  void (*pixels) (const LifePalette *palette, LifePaint paint,
      const LifeFrame *frame, guint row, LifePaintPixels pixels);
  void (*pixels_chroma) (const LifePalette *palette, LifePaint paint,
      const LifeFrame *frame, guint row, const LifePaintPixels rows[2]);

  /* Adds the colours of @n states, @colors->bytes, to as many columns of four
   * lanes, which are 0 if @first. */
  void (*add_colors) (const LifePalette *colors, const guint8 *states, guint n,
      gboolean first, guint16 *columns);

  /* Colours of four bytes from as many columns each as @side rows were added to,
   * 16 at most. */
  void (*square_colors) (
      const guint16 *columns, guint n_pixels, guint side, guint8 *out);

  /* Adds to @sums, and to @after what the whole of the columns comes to. */
  void (*sum_columns) (const LifePaintColumnSums *paint, LifePaintLanes *sums,
      LifePaintLanes *after);

  /* Colours of four bytes from sums up to each edge. */
  void (*mean_colors) (
      const LifePaintMeans *paint, const LifePaintLanes *sums, guint8 *out);
} LifePaintKernels;

extern const LifePaintKernels life_paint_portable;
#ifdef __x86_64__
extern const LifePaintKernels life_paint_avx2;
extern const LifePaintKernels life_paint_avx512;
extern const LifePaintKernels life_paint_avx512vbmi;
#endif

G_END_DECLS
