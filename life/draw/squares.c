/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts live cells in squares, and makes pixels of them. Squares are 2^level cells wide,
 * the largest that are no wider than a pixel, so that an axis has one or two of them for
 * each pixel; places along an axis are a square and a fraction of one, so that they are
 * exact however far out they are. */
#include "life/draw/squares.h"

#include "life/base/memory.h"
#include "life/draw/color/density.h"
#include "life/draw/view/mapping.h"
#include "life/draw/view/turn.h"

#include <math.h>

/* Pixels that are worth another thread. */
#define THREAD_PIXELS (128 * 1024)
#define BAND_ROWS 16

/* Places are further in than this. */
#define FARTHEST 0x1p61

__extension__ typedef __int128 Wide;

/* An edge between pixels. */
typedef struct {
  gint64 square;
  gdouble rest; /* 0 … below 1 */
} Edge;

/* An axis of a frame that is not turned: one edge more than pixels. */
typedef struct {
  Edge *edges;
  gint64 first; /* square */
  guint n;      /* squares */
} Axis;

typedef struct {
  guint width, height;
  Axis columns, rows;
  const gdouble *counts;
  gboolean densities;
  gdouble least[LIFE_DENSITY_INDICES];
  gdouble whole; /* cells of a pixel */
  guint8 *pixels;

  /* Of a turned frame: from the first pixel's center to the next ones, in squares; how far
   * into the first square that is; and how many squares a pixel is. */
  gboolean turned;
  gdouble right[2], down[2], origin[2], area;
} Squares;

/* --- Axes --- */

static gint64
divide_down (Wide a, Wide b)
{
  return (gint64) (a / b - (a % b < 0));
}

static Edge
edge_at (gint64 square, gdouble rest)
{
  const gdouble whole = floor (rest);

  return (Edge){ square + (gint64) whole, rest - whole };
}

/* Edges at a zoom of 1/@n: pixels begin at multiples of n cells, as in other worlds
 * (life/draw/view/mapping.c). */
static void
find_whole_edges (
    Edge *edges, guint n_pixels, gdouble center, Wide n, guint level)
{
  const gdouble cell = floor (center);
  const Wide side = (Wide) 1 << level;
  const gint64 origin = divide_down (
      n_pixels * n - 2 * (Wide) cell - (Wide) ceil (2 * (center - cell)),
      2 * n);

  for (guint i = 0; i <= n_pixels; i++) {
    const Wide place = ((gint64) i - origin) * n;
    const gint64 square = divide_down (place, side);

    edges[i] =
        (Edge){ square, (gdouble) (place - square * side) / (gdouble) side };
  }
}

static void
find_edges (
    Edge *edges, guint n_pixels, gdouble center, gdouble zoom, guint level)
{
  const gdouble place = ldexp (center, -(gint) level);
  const gdouble square = floor (place);
  const gdouble pixel = ldexp (1 / zoom, -(gint) level);

  for (guint i = 0; i <= n_pixels; i++)
    edges[i] = edge_at (
        (gint64) square, place - square + (i - n_pixels / 2.0) * pixel);
}

static void
init_axis (
    Axis *axis, guint n_pixels, gdouble center, gdouble zoom, guint level)
{
  const gdouble n = 1 / zoom;

  axis->edges = g_new (Edge, n_pixels + 1);
  if (n == floor (n))
    find_whole_edges (axis->edges, n_pixels, center, (Wide) n, level);
  else
    find_edges (axis->edges, n_pixels, center, zoom, level);
  axis->first = axis->edges[0].square;
  axis->n = (guint) (axis->edges[n_pixels].square - axis->first) + 1;
}

/* --- Pixels --- */

/* What lies between two edges of a row of squares. */
static gdouble
sum_across (const gdouble *row, gint64 first, Edge left, Edge right)
{
  const gdouble *at = row + (left.square - first);
  const gdouble *end = row + (right.square - first);
  gdouble sum;

  if (at == end)
    return *at * (right.rest - left.rest);
  sum = *at++ * (1 - left.rest);
  while (at < end)
    sum += *at++;
  return right.rest > 0 ? sum + *end * right.rest : sum;
}

static gdouble
sum_pixel (const Squares *self, guint x, guint y)
{
  const Edge top = self->rows.edges[y], bottom = self->rows.edges[y + 1];
  gdouble sum = 0;

  for (gint64 row = top.square; row <= bottom.square; row++) {
    const gdouble from = row == top.square ? top.rest : 0;
    const gdouble to = row == bottom.square ? bottom.rest : 1;

    if (to > from)
      sum +=
          (to - from)
          * sum_across (
              self->counts + (gsize) (row - self->rows.first) * self->columns.n,
              self->columns.first, self->columns.edges[x],
              self->columns.edges[x + 1]);
  }
  return sum;
}

static gdouble
sum_turned (const Squares *self, guint x, guint y)
{
  const gdouble column =
      self->origin[0] + x * self->right[0] + y * self->down[0];
  const gdouble row = self->origin[1] + x * self->right[1] + y * self->down[1];

  const gsize square =
      (gsize) CLAMP (row, 0, self->rows.n - 1.0) * self->columns.n
      + (gsize) CLAMP (column, 0, self->columns.n - 1.0);

  return self->counts[square] * self->area;
}

static guint8
density_index (const gdouble *least, gdouble cells)
{
  guint index = 0;

  for (guint step = 128; step > 0; step /= 2)
    index += step * (guint) (cells >= least[index + step]);
  return (guint8) index;
}

/* LifeWorkItem: a band of rows. */
static void
draw_band (gpointer data, gsize item)
{
  const Squares *self = data;
  const guint end = MIN (((guint) item + 1) * BAND_ROWS, self->height);

  for (guint y = (guint) item * BAND_ROWS; y < end; y++) {
    guint8 *out = self->pixels + (gsize) y * self->width;

    for (guint x = 0; x < self->width; x++) {
      const gdouble cells =
          self->turned ? sum_turned (self, x, y) : sum_pixel (self, x, y);

      if (cells <= 0)
        out[x] = 0;
      else if (self->densities)
        out[x] = density_index (self->least, cells);
      else
        out[x] = (guint8) MIN (255 * cells / self->whole + 0.5, 255);
    }
  }
}

/* --- A frame --- */

/* Of a turned frame: squares that cover it, whichever way it is turned. */
static void
init_turned (Squares *self, const LifeView *view, const gdouble center[2],
    gdouble zoom, guint level)
{
  const gdouble degrees = fmod (view->rotation, 360);
  const gdouble sine = sin (degrees * G_PI / 180);
  const gdouble cosine = cos (degrees * G_PI / 180);
  const gdouble pixel = ldexp (1 / zoom, -(gint) level);
  const gdouble right[2] = { cosine * pixel, -sine * pixel };
  const gdouble down[2] = { sine * pixel, cosine * pixel };
  const gdouble radius =
      ceil (hypot (self->width, self->height) / 2 * pixel) + 1;
  Axis *axes[2] = { &self->columns, &self->rows };

  self->turned = TRUE;
  self->area = pixel * pixel;
  for (guint i = 0; i < 2; i++) {
    const gdouble place = ldexp (center[i], -(gint) level);
    const gdouble square = floor (place);

    axes[i]->first = (gint64) square - (gint64) radius;
    axes[i]->n = 2 * (guint) radius + 1;
    self->right[i] = right[i];
    self->down[i] = down[i];
    self->origin[i] = place - square + radius
                      - (self->width / 2.0 - 0.5) * right[i]
                      - (self->height / 2.0 - 0.5) * down[i];
  }
}

static guint
choose_level (gdouble zoom)
{
  gint exponent;

  /* A pixel has at least 2^-exponent cells along a side, at powers of two twice as many. */
  return frexp (zoom, &exponent) == 0.5 ? (guint) (1 - exponent)
                                        : (guint) -exponent;
}

static gboolean
need_counts (const Squares *self, gdouble **counts, gsize *n, GError **error)
{
  const gsize needed = (gsize) self->columns.n * self->rows.n;

  if (needed <= *n)
    return TRUE;
  life_memory_release (*counts);
  *n = 0;
  *counts = life_memory_reserve (needed * sizeof (gdouble), "a frame", error);
  if (*counts == NULL)
    return FALSE;
  *n = needed;
  return TRUE;
}

gboolean
life_squares_draw (LifeEngine *engine, LifeThreadPool *pool,
    const LifeView *view, gboolean densities, guint width, guint height,
    guint8 *pixels, gdouble **counts, gsize *n_counts, GError **error)
{
  const gdouble zoom = view->zoom;
  const guint level = choose_level (zoom);
  const gdouble center[2] = { CLAMP (view->x, -FARTHEST, FARTHEST),
    CLAMP (view->y, -FARTHEST, FARTHEST) };
  Squares self = { .width = width,
    .height = height,
    .densities = densities,
    .whole = 1 / (zoom * zoom),
    .pixels = pixels };
  LifeWork work = { (height + BAND_ROWS - 1) / BAND_ROWS, draw_band, NULL,
    NULL };
  gboolean counted;

  if (life_turn_is_needed (view)) {
    init_turned (&self, view, center, zoom, level);
  } else {
    init_axis (&self.columns, width, center[0], zoom, level);
    init_axis (&self.rows, height, center[1], zoom, level);
  }
  if (densities)
    life_density_init_numbers (self.least, view->density_gain, self.whole);
  counted =
      need_counts (&self, counts, n_counts, error)
      && engine->klass->unbounded->count_squares (engine, self.columns.first,
          self.rows.first, level, self.columns.n, self.rows.n, *counts, error);
  self.counts = *counts;
  if (counted)
    life_thread_pool_run (pool,
        MIN (life_thread_pool_get_threads (pool),
            (guint) ((gsize) width * height / THREAD_PIXELS) + 1),
        &work, &self);
  g_free (self.columns.edges);
  g_free (self.rows.edges);
  return counted;
}
