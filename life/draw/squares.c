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

/* Indices of densities are looked up by the first bits of a number, from where it is a step
 * or two to the right one. Below the first octave there is one, beyond the last, which no
 * frame reaches, too. */
#define LEAST_EXPONENT (-16)
#define LEAST_BUCKET 0x1p-16
#define N_OCTAVES 144
#define BUCKET_BITS 6
#define BUCKETS_PER_OCTAVE (1 << BUCKET_BITS)
#define N_BUCKETS (N_OCTAVES * BUCKETS_PER_OCTAVE)

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
  guint8 buckets[N_BUCKETS]; /* the index that a bucket begins with */
  gdouble whole;             /* cells of a pixel */
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
sum_between (const gdouble *row, gint64 first, Edge left, Edge right)
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

/* A row of squares as sums for each pixel of a row; some rows are looked at again by the
 * next row of pixels. */
typedef struct {
  gint64 row; /* -1: none */
  gboolean is_empty;
  gdouble *sums;
} AcrossSums;

/* What a thread needs: two such rows, those of a row of pixels, and the next one to be
 * overwritten. */
typedef struct {
  AcrossSums rows[2];
  guint last;
  gdouble *pixels;
} Work;

static const AcrossSums *
sum_across (const Squares *self, Work *work, gint64 row)
{
  const gdouble *counts = self->counts + (gsize) row * self->columns.n;
  const Edge *edges = self->columns.edges;
  AcrossSums *sums;
  gdouble any = 0;

  for (guint i = 0; i < 2; i++)
    if (work->rows[i].row == row)
      return &work->rows[i];
  work->last = !work->last;
  sums = &work->rows[work->last];
  sums->row = row;
  for (guint i = 0; i < self->columns.n; i++)
    any += counts[i];
  sums->is_empty = any == 0;
  for (guint x = 0; x < self->width && !sums->is_empty; x++)
    sums->sums[x] =
        sum_between (counts, self->columns.first, edges[x], edges[x + 1]);
  return sums;
}

/* The sums of a row of pixels; FALSE where all are 0. */
static gboolean
sum_row (const Squares *self, Work *work, guint y)
{
  const Edge top = self->rows.edges[y], bottom = self->rows.edges[y + 1];
  gdouble *pixels = work->pixels;
  gboolean any = FALSE;

  for (gint64 row = top.square; row <= bottom.square; row++) {
    const gdouble from = row == top.square ? top.rest : 0;
    const gdouble to = row == bottom.square ? bottom.rest : 1;
    const AcrossSums *sums;

    if (to <= from)
      continue;
    sums = sum_across (self, work, row - self->rows.first);
    if (sums->is_empty)
      continue;
    if (!any)
      memset (pixels, 0, self->width * sizeof *pixels);
    any = TRUE;
    for (guint x = 0; x < self->width; x++)
      pixels[x] += (to - from) * sums->sums[x];
  }
  return any;
}

/* The same of a turned frame. */
static gboolean
sum_turned_row (const Squares *self, Work *work, guint y)
{
  for (guint x = 0; x < self->width; x++) {
    const gdouble column =
        self->origin[0] + x * self->right[0] + y * self->down[0];
    const gdouble row =
        self->origin[1] + x * self->right[1] + y * self->down[1];
    const gsize square =
        (gsize) CLAMP (row, 0, self->rows.n - 1.0) * self->columns.n
        + (gsize) CLAMP (column, 0, self->columns.n - 1.0);

    work->pixels[x] = self->counts[square] * self->area;
  }
  return TRUE;
}

/* Numbers by their exponent and the first bits of their fraction. */
static guint
bucket_of (gdouble cells)
{
  guint64 bits;

  if (cells < LEAST_BUCKET)
    return 0;
  memcpy (&bits, &cells, sizeof bits);
  bits = (bits >> (52 - BUCKET_BITS))
         - ((guint64) (1023 + LEAST_EXPONENT) << BUCKET_BITS);
  return (guint) MIN (bits, N_BUCKETS - 1);
}

static void
init_buckets (Squares *self)
{
  guint index = 1;

  self->buckets[0] = 1;
  for (guint i = 1; i < N_BUCKETS; i++) {
    const gdouble fraction =
        1 + (i % BUCKETS_PER_OCTAVE) / (gdouble) BUCKETS_PER_OCTAVE;
    const gdouble least =
        ldexp (fraction, LEAST_EXPONENT + (gint) (i / BUCKETS_PER_OCTAVE));

    while (index < LIFE_DENSITY_INDICES - 1 && least >= self->least[index + 1])
      index++;
    self->buckets[i] = (guint8) index;
  }
}

static guint8
density_index (const Squares *self, gdouble cells)
{
  guint index = self->buckets[bucket_of (cells)];

  while (index < LIFE_DENSITY_INDICES - 1 && cells >= self->least[index + 1])
    index++;
  return (guint8) index;
}

static void
index_row (const Squares *self, const gdouble *pixels, guint8 *out)
{
  for (guint x = 0; x < self->width; x++)
    if (pixels[x] <= 0)
      out[x] = 0;
    else if (self->densities)
      out[x] = density_index (self, pixels[x]);
    else
      out[x] = (guint8) MIN (255 * pixels[x] / self->whole + 0.5, 255);
}

/* LifeWorkItem: a band of rows. */
static void
draw_band (gpointer data, gsize item)
{
  const Squares *self = data;
  const guint end = MIN (((guint) item + 1) * BAND_ROWS, self->height);
  g_autofree gdouble *memory = g_new (gdouble, 3 * (gsize) self->width);
  Work work = { { { -1, TRUE, memory }, { -1, TRUE, memory + self->width } },
    .pixels = memory + 2 * (gsize) self->width };

  for (guint y = (guint) item * BAND_ROWS; y < end; y++) {
    guint8 *out = self->pixels + (gsize) y * self->width;

    if (self->turned ? sum_turned_row (self, &work, y)
                     : sum_row (self, &work, y))
      index_row (self, work.pixels, out);
    else
      memset (out, 0, self->width);
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
  if (densities) {
    life_density_init_numbers (self.least, view->density_gain, self.whole);
    init_buckets (&self);
  }
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
