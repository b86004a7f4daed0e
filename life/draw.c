/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws a plane of cells into a frame: rows of bits become rows of palette
 * indices. Where cells lie is in life/mapping.c, and how indices become bytes of
 * a format in life/color.c. */
#include "life/draw.h"

#include "life/bits.h"
#include "life/color.h"
#include "life/mapping.h"
#include "life/pixel.h"

#include <string.h>

/* Rows of cells that are added together bit by bit before they are counted: as
 * many as three planes of counter bits hold. */
#define GROUP_ROWS 7
#define GROUP_PLANES 3

/* Up to so many whole cells along a pixel's side their means are a table. */
#define MAX_TABLE_SIDE 64

/* A place between two pixels in a row of cells: the word, counted from the first
 * one that the frame shows, the bits before it there, and how much of the cell
 * that follows them lies before it too. */
typedef struct {
  guint64 before;
  guint32 word;
  guint32 fraction;
} Edge;

/* The cells under a row of pixels at a zoom below 1. Sums are running ones, at
 * each edge, so that a pixel's own is a difference; they may wrap. */
typedef struct {
  guint fraction_bits;
  gboolean fractions;
  gsize first_word, n_words;
  guint n_edges;
  Edge *edges;
  guint64 *sums;
  guint64 *counts;
  guint64 *planes[GROUP_PLANES];
  guint64 *empty;
  guint8 *means;
} Coverage;

typedef void (*CountPlanes) (
    const Coverage *coverage, guint64 weight, guint n_planes);

typedef struct {
  LifeEngine *engine;
  LifeReadRow read_row;
  const LifeView *view;
  const LifeFrame *frame;

  LifePalette palette;
  LifePaint paint;
  LifeMapping columns, rows;
  guint first_pixel, end_pixel;
  guint8 *cells;
  Coverage coverage;
  CountPlanes count_planes;
  guint64 *scratch[GROUP_ROWS];

  /* Two rows of indices, which row of cells each was made of (outside: none
   * that could be met again), and one of pixels that lie outside the world. */
  guint8 *indices[2];
  guint32 indices_row[2];
  guint8 *outside;
} Drawing;

static const guint64 *
read_row (Drawing *drawing, guint32 row, guint scratch)
{
  return drawing->read_row (drawing->engine, drawing->view->axis,
      drawing->view->slice, row, drawing->scratch[scratch]);
}

/* --- A zoom of 1 and up: a pixel shows one cell --- */

static void
find_shown_pixels (Drawing *drawing)
{
  const guint32 *cells = drawing->columns.cells;
  guint first = 0, end = drawing->columns.n_pixels;

  while (first < end && cells[first] == LIFE_MAPPING_OUTSIDE)
    first++;
  while (end > first && cells[end - 1] == LIFE_MAPPING_OUTSIDE)
    end--;
  drawing->first_pixel = first;
  drawing->end_pixel = end;
}

/* Bits as bytes of 0 and 255. */
static void
expand_bits (const guint64 *bits, guint32 first, guint n, guint8 *restrict out)
{
  gsize word = first / LIFE_WORD_CELLS;
  gsize last = ((gsize) first + n - 1) / LIFE_WORD_CELLS;
  guint shift = first % LIFE_WORD_CELLS;
  guint i;

  for (i = 0; i < n; i += LIFE_WORD_CELLS, word++) {
    guint64 cells = bits[word] >> shift;

    if (shift > 0 && word < last)
      cells |= bits[word + 1] << (LIFE_WORD_CELLS - shift);
    life_bits_unpack (cells, out + i, MIN (n - i, LIFE_WORD_CELLS));
  }
  for (i = 0; i < n; i++)
    out[i] = -out[i];
}

static void
index_cells (Drawing *drawing, guint32 row, guint8 *restrict out)
{
  const guint32 *columns = drawing->columns.cells;
  guint first = drawing->first_pixel, end = drawing->end_pixel;
  const guint8 *restrict cells = drawing->cells;
  const guint64 *bits;
  guint32 first_cell, n_cells;
  guint i;

  if (first == end)
    return;
  first_cell = columns[first];
  n_cells = columns[end - 1] - first_cell + 1;
  bits = read_row (drawing, row, 0);

  if (n_cells == end - first) {
    expand_bits (bits, first_cell, n_cells, out + first);
    return;
  }
  expand_bits (bits, first_cell, n_cells, drawing->cells);
  for (i = first; i < end; i++)
    out[i] = cells[columns[i] - first_cell];
}

/* --- A zoom below 1: a pixel shows the mean of its cells --- */

static void
coverage_init (Coverage *coverage, const LifeMapping *columns)
{
  guint bits = columns->fraction_bits;
  gint64 limit = (gint64) columns->n_cells << bits;
  gsize first = CLAMP (columns->edges[0], 0, limit) >> bits;
  gsize last = CLAMP (columns->edges[columns->n_pixels], 0, limit) >> bits;
  gsize end =
      MIN (last / LIFE_WORD_CELLS + 1, life_bits_words (columns->n_cells));
  guint i;

  coverage->fraction_bits = bits;
  coverage->n_edges = columns->n_pixels + 1;
  coverage->first_word = first / LIFE_WORD_CELLS;
  coverage->n_words = end - coverage->first_word;
  coverage->edges = g_new (Edge, coverage->n_edges);
  coverage->sums = g_new (guint64, coverage->n_edges);
  for (i = 0; i < coverage->n_edges; i++) {
    gint64 edge = CLAMP (columns->edges[i], 0, limit);
    gsize cell = edge >> bits;

    coverage->edges[i].word = cell / LIFE_WORD_CELLS - coverage->first_word;
    coverage->edges[i].before = life_bits_mask (cell % LIFE_WORD_CELLS);
    coverage->edges[i].fraction = edge & life_bits_mask (bits);
    coverage->fractions |= coverage->edges[i].fraction > 0;
  }
}

/* A word more than is shown, so that the edge behind the last cell has one. */
static gboolean
coverage_allocate (Coverage *coverage)
{
  gsize n = coverage->n_words + 1;
  guint i;

  for (i = 0; i < GROUP_PLANES; i++) {
    coverage->planes[i] = g_try_new0 (guint64, n);
    if (coverage->planes[i] == NULL)
      return FALSE;
  }
  coverage->empty = g_try_new0 (guint64, n);
  coverage->counts = g_try_new (guint64, n);
  return coverage->empty != NULL && coverage->counts != NULL;
}

static void
coverage_clear (Coverage *coverage)
{
  guint i;

  for (i = 0; i < GROUP_PLANES; i++)
    g_free (coverage->planes[i]);
  g_free (coverage->empty);
  g_free (coverage->means);
  g_free (coverage->counts);
  g_free (coverage->edges);
  g_free (coverage->sums);
}

static inline guint64
add_bits (guint64 a, guint64 b, guint64 c, guint64 *carry)
{
  guint64 difference = a ^ b;

  *carry = (a & b) | (difference & c);
  return difference ^ c;
}

/* Adds seven rows, bit by bit, into planes of 1, 2 and 4. */
static void
add_rows (const guint64 *rows[GROUP_ROWS], gsize n_words,
    guint64 *restrict ones, guint64 *restrict twos, guint64 *restrict fours)
{
  const guint64 *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3];
  const guint64 *e = rows[4], *f = rows[5], *g = rows[6];
  gsize i;

  for (i = 0; i < n_words; i++) {
    guint64 sum, carry[3];

    sum = add_bits (a[i], b[i], c[i], &carry[0]);
    sum = add_bits (sum, d[i], e[i], &carry[1]);
    ones[i] = add_bits (sum, f[i], g[i], &carry[2]);
    twos[i] = add_bits (carry[0], carry[1], carry[2], &fours[i]);
  }
}

/* Adds @weight times the cells before each edge to its sum. The last two
 * arguments are constants wherever this is compiled into. */
static inline __attribute__ ((always_inline)) void
count_edges (const Coverage *coverage, guint64 weight, gboolean fractions,
    guint n_planes)
{
  guint64 whole = weight << coverage->fraction_bits;
  guint64 *restrict counts = coverage->counts;
  guint64 *restrict sums = coverage->sums;
  guint64 count = 0;
  gsize i;
  guint k;

  for (i = 0; i < coverage->n_words; i++) {
    counts[i] = count;
    for (k = 0; k < n_planes; k++)
      count += (guint64) __builtin_popcountll (coverage->planes[k][i]) << k;
  }
  counts[i] = count;

  for (i = 0; i < coverage->n_edges; i++) {
    const Edge *edge = &coverage->edges[i];
    guint64 cells = counts[edge->word], next = 0;

    for (k = 0; k < n_planes; k++) {
      guint64 word = coverage->planes[k][edge->word];

      cells += (guint64) __builtin_popcountll (word & edge->before) << k;
      if (fractions)
        next += (guint64) ((word & (edge->before + 1)) != 0) << k;
    }
    sums[i] += cells * whole;
    if (fractions)
      sums[i] += next * edge->fraction * weight;
  }
}

static inline __attribute__ ((always_inline)) void
count_planes (const Coverage *coverage, guint64 weight, guint n_planes)
{
  if (coverage->fractions && n_planes == 1)
    count_edges (coverage, weight, TRUE, 1);
  else if (coverage->fractions)
    count_edges (coverage, weight, TRUE, GROUP_PLANES);
  else if (n_planes == 1)
    count_edges (coverage, weight, FALSE, 1);
  else
    count_edges (coverage, weight, FALSE, GROUP_PLANES);
}

static void
count_planes_portable (const Coverage *coverage, guint64 weight, guint n_planes)
{
  count_planes (coverage, weight, n_planes);
}

#if defined(__x86_64__)
/* The same with the processor's own instruction. */
__attribute__ ((target ("popcnt"))) static void
count_planes_popcnt (const Coverage *coverage, guint64 weight, guint n_planes)
{
  count_planes (coverage, weight, n_planes);
}
#endif

/* Adds up to seven rows of the same weight to the sums. */
static void
count_group (Drawing *drawing, guint32 first_row, guint n_rows, guint64 weight)
{
  Coverage *coverage = &drawing->coverage;
  const guint64 *rows[GROUP_ROWS];
  guint i;

  for (i = 0; i < GROUP_ROWS; i++)
    rows[i] = i < n_rows
                  ? read_row (drawing, first_row + i, i) + coverage->first_word
                  : coverage->empty;
  add_rows (rows, coverage->n_words, coverage->planes[0], coverage->planes[1],
      coverage->planes[2]);
  drawing->count_planes (coverage, weight, n_rows == 1 ? 1 : GROUP_PLANES);
}

/* Sums the rows of cells between two edges: those that are shown in part one by
 * one, the others in groups. */
static void
count_rows (Drawing *drawing, guint64 first, guint64 end)
{
  guint bits = drawing->rows.fraction_bits;
  guint64 whole = G_GUINT64_CONSTANT (1) << bits;

  while (first < end) {
    guint64 row = first >> bits;
    guint64 weight = MIN (end, (row + 1) << bits) - first;
    guint n = 1;

    if (weight == whole)
      n = MIN ((end - first) >> bits, GROUP_ROWS);
    count_group (drawing, row, n, weight);
    first += n * weight;
  }
}

/* The index of each number of live cells among the n × n of a pixel. */
static void
coverage_init_means (Coverage *coverage, guint64 n)
{
  guint64 total = n * n, alive;

  coverage->means = g_new (guint8, total + 1);
  for (alive = 0; alive <= total; alive++)
    coverage->means[alive] = life_pixel_coverage (alive, total, 255.0 / total);
}

static void
index_means (const Coverage *coverage, guint8 *restrict out)
{
  const guint64 *restrict sums = coverage->sums;
  guint i;

  for (i = 0; i + 1 < coverage->n_edges; i++)
    out[i] =
        coverage->means[(sums[i + 1] - sums[i]) >> 2 * coverage->fraction_bits];
}

static void
index_coverage (Drawing *drawing, guint y, guint8 *out)
{
  const gint64 *columns = drawing->columns.edges;
  const gint64 *rows = &drawing->rows.edges[y];
  gint64 limit = (gint64) drawing->rows.n_cells << drawing->rows.fraction_bits;
  const guint64 *sums = drawing->coverage.sums;
  guint64 known_total = 0;
  gdouble scale = 0;
  guint i;

  memset (
      drawing->coverage.sums, 0, drawing->coverage.n_edges * sizeof (guint64));
  count_rows (drawing, CLAMP (rows[0], 0, limit), CLAMP (rows[1], 0, limit));

  if (drawing->coverage.means != NULL) {
    index_means (&drawing->coverage, out);
    return;
  }
  for (i = 0; i < drawing->columns.n_pixels; i++) {
    guint64 total =
        (guint64) (columns[i + 1] - columns[i]) * (guint64) (rows[1] - rows[0]);

    if (total != known_total) {
      known_total = total;
      scale = 255.0 / total;
    }
    out[i] = life_pixel_coverage (sums[i + 1] - sums[i], total, scale);
  }
}

/* --- Rows of indices onto the frame --- */

/* The indices of the frame's row @y, in a slot that does not hold @keep. */
static guint8 *
index_row (Drawing *drawing, guint y, const guint8 *keep)
{
  guint slot = keep == drawing->indices[0] ? 1 : 0;
  guint8 *out = drawing->indices[slot];

  if (drawing->rows.edges != NULL) {
    index_coverage (drawing, y, out);
  } else {
    guint32 row = drawing->rows.cells[y];

    if (row == LIFE_MAPPING_OUTSIDE)
      return drawing->outside;
    if (row == drawing->indices_row[0])
      return drawing->indices[0];
    if (row == drawing->indices_row[1])
      return drawing->indices[1];
    drawing->indices_row[slot] = row;
    index_cells (drawing, row, out);
  }
  out[drawing->frame->width] = out[drawing->frame->width - 1];
  return out;
}

/* Whether row @a of the frame looks as row @b does. */
static gboolean
is_same_row (const Drawing *drawing, guint a, guint b)
{
  return drawing->rows.cells != NULL && drawing->paint != LIFE_PAINT_OVERLAY
         && drawing->rows.cells[a] == drawing->rows.cells[b];
}

static void
copy_row (const LifeFrame *frame, guint plane, guint from, guint to)
{
  guint8 *data = frame->data[plane];
  gssize stride = frame->stride[plane];

  memcpy (data + to * stride, data + from * stride,
      life_palette_row_size (frame, plane));
}

static void
paint_row (Drawing *drawing, guint y, const guint8 *indices)
{
  if (y > 0 && is_same_row (drawing, y, y - 1))
    copy_row (drawing->frame, 0, y - 1, y);
  else
    life_palette_paint_row (
        &drawing->palette, drawing->paint, drawing->frame, y, indices);
}

static void
paint_chroma (
    Drawing *drawing, guint y, const guint8 *top, const guint8 *bottom)
{
  guint n_planes = life_palette_chroma_planes (drawing->frame->format);
  guint i;

  if (n_planes == 0)
    return;
  if (y >= 2 && y + 1 < drawing->frame->height
      && is_same_row (drawing, y, y - 2)
      && is_same_row (drawing, y + 1, y - 1)) {
    for (i = 1; i <= n_planes; i++)
      copy_row (drawing->frame, i, y / 2 - 1, y / 2);
    return;
  }
  life_palette_paint_chroma (
      &drawing->palette, drawing->paint, drawing->frame, y / 2, top, bottom);
}

static void
draw (Drawing *drawing)
{
  guint y;

  for (y = 0; y < drawing->frame->height; y += 2) {
    guint8 *top = index_row (drawing, y, NULL);
    guint8 *bottom = top;

    paint_row (drawing, y, top);
    if (y + 1 < drawing->frame->height) {
      bottom = index_row (drawing, y + 1, top);
      paint_row (drawing, y + 1, bottom);
    }
    paint_chroma (drawing, y, top, bottom);
  }
}

/* --- One drawing from its beginning to its end --- */

static void
drawing_init (Drawing *drawing, const LifeView *view, const LifeFrame *frame)
{
  guint32 n_columns, n_rows, n_planes;

  life_geometry_plane (
      &drawing->engine->geometry, view->axis, &n_columns, &n_rows, &n_planes);
  life_mapping_init (
      &drawing->columns, frame->width, n_columns, view->zoom, view->x);
  life_mapping_init (
      &drawing->rows, frame->height, n_rows, view->zoom, view->y);
  life_palette_init (&drawing->palette, view, frame);

  drawing->paint = view->overlay                    ? LIFE_PAINT_OVERLAY
                   : drawing->columns.cells != NULL ? LIFE_PAINT_TWO_COLORS
                                                    : LIFE_PAINT_BLENDED;
  drawing->indices[0] = g_malloc0 (frame->width + 1);
  drawing->indices[1] = g_malloc0 (frame->width + 1);
  drawing->outside = g_malloc0 (frame->width + 1);
  drawing->indices_row[0] = LIFE_MAPPING_OUTSIDE;
  drawing->indices_row[1] = LIFE_MAPPING_OUTSIDE;

  if (drawing->columns.cells != NULL) {
    find_shown_pixels (drawing);
    drawing->cells = g_malloc (frame->width);
  } else {
    guint64 n = life_mapping_whole_inverse (view->zoom);

    coverage_init (&drawing->coverage, &drawing->columns);
    if (n > 0 && n <= MAX_TABLE_SIDE)
      coverage_init_means (&drawing->coverage, n);
    drawing->count_planes = count_planes_portable;
#if defined(__x86_64__)
    if (__builtin_cpu_supports ("popcnt"))
      drawing->count_planes = count_planes_popcnt;
#endif
  }
}

/* What grows with the world's width and not with the frame's. */
static gboolean
drawing_allocate (Drawing *drawing, GError **error)
{
  gboolean mean = drawing->columns.edges != NULL;
  gsize n_words = life_bits_words (drawing->columns.n_cells);
  guint n_rows = mean ? GROUP_ROWS : 1;
  guint i;

  for (i = 0; i < n_rows; i++) {
    drawing->scratch[i] = g_try_new (guint64, n_words);
    if (drawing->scratch[i] == NULL)
      break;
  }
  if (i == n_rows && (!mean || coverage_allocate (&drawing->coverage)))
    return TRUE;

  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "Drawing a world of %u columns needs %u rows of %" G_GSIZE_FORMAT
      " bytes, more memory than there is",
      drawing->columns.n_cells, n_rows, n_words * 8);
  return FALSE;
}

static void
drawing_clear (Drawing *drawing)
{
  guint i;

  life_mapping_clear (&drawing->columns);
  life_mapping_clear (&drawing->rows);
  coverage_clear (&drawing->coverage);
  for (i = 0; i < GROUP_ROWS; i++)
    g_free (drawing->scratch[i]);
  g_free (drawing->indices[0]);
  g_free (drawing->indices[1]);
  g_free (drawing->outside);
  g_free (drawing->cells);
}

gboolean
life_draw_rows (LifeEngine *engine, LifeReadRow read_row_of_engine,
    const LifeView *view, const LifeFrame *frame, GError **error)
{
  Drawing drawing = { engine, read_row_of_engine, view, frame };
  gboolean success;

  if (frame->width == 0 || frame->height == 0)
    return TRUE;

  drawing_init (&drawing, view, frame);
  success = drawing_allocate (&drawing, error);
  if (success)
    draw (&drawing);
  drawing_clear (&drawing);
  return success;
}
