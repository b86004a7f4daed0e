/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of worlds on processors: engines of bits, whose lines are counted and copied by
 * life/cpu/bit-lines.h. */
#include "life/parts/part.h"

#include "life/base/memory.h"
#include "life/cpu/bits2d/bits2d.h"
#include "life/cpu/bits3d/bits3d.h"
#include "life/cpu/extent.h"
#include "life/cpu/bit-lines.h"
#include "life/parts/part-window.h"

#include <string.h>

typedef struct {
  LifePart part;
  LifeWindow window; /* that it draws from */
} CpuPart;

static LifeRowEngine *
bits_of (const LifePart *self)
{
  return (LifeRowEngine *) self->local;
}

/* --- Made --- */

static gboolean
supports (const LifeRule *rule)
{
  return life_row_engine_supports (rule);
}

static gboolean
measure (const LifePartOptions *options, guint64 bytes[2], gchar **host,
    GError **error)
{
  const LifePiece piece = life_cut_piece (options->cut, options->index);

  bytes[0] =
      life_piece_bytes (&piece, life_planes_count (options->rule->states));
  bytes[1] = life_memory_available ();
  *host = g_strdup (g_get_host_name ());
  return TRUE;
}

static gboolean
open_part (LifePart *self, const LifePartOptions *part, GError **error)
{
  const LifeEngineOptions options = { .engine = LIFE_ENGINE_CPU,
    .kernel = LIFE_KERNEL_BITSLICED,
    .threads = part->threads };
  const LifeEngineClass *klass = part->rule->dimensions == 3
                                     ? &life_bitsliced3d_engine
                                     : &life_bitsliced_engine;

  self->local =
      klass->create (&self->piece.geometry, part->rule, &options, error);
  if (self->local == NULL)
    return FALSE;
  /* Births and deaths are counted in these lines alone. */
  bits_of (self)->first_counted = self->own.first;
  bits_of (self)->n_counted = self->own.n;
  return TRUE;
}

static void
close_part (LifePart *self)
{
  life_window_clear (&((CpuPart *) self)->window);
  self->local->klass->destroy (self->local);
}

/* --- Advanced --- */

static gboolean
step (LifePart *self, guint64 generations, gboolean last, GError **error)
{
  guint64 stepped;

  return self->local->klass->step (
      self->local, generations, NULL, &stepped, error);
}

static gboolean
finish (LifePart *self, GError **error)
{
  return TRUE;
}

/* --- Exchanged --- */

static guint64
border_bytes (const LifePart *self, gsize lines)
{
  return life_lines_bytes (bits_of (self), lines);
}

static guint8 *
reserve (LifePart *self, gsize bytes, gboolean by_host, GError **error)
{
  return life_memory_reserve (bytes, "what parts of a world exchange", error);
}

static void
release (LifePart *self, guint8 *border)
{
  life_memory_release (border);
}

/* Lines wherever they are in the whole world. */
static LifeLines
lines_anywhere (const LifePartLines *lines)
{
  return (LifeLines){ .first = lines->first, .n = lines->n, .height = 1 };
}

static gboolean
pack (
    LifePart *self, const LifePartLines *lines, guint8 *border, GError **error)
{
  const LifeLines packed = lines_anywhere (lines);

  life_lines_read (bits_of (self), &packed, (guint64 *) border);
  return TRUE;
}

static gboolean
unpack (LifePart *self, const LifePartLines *lines, const guint8 *border,
    GError **error)
{
  const LifeLines packed = lines_anywhere (lines);

  life_lines_write (bits_of (self), &packed, (const guint64 *) border);
  return TRUE;
}

static guint8 *
find_lines (const LifePart *self, const LifePartLines *lines, gsize *size)
{
  return NULL;
}

static gboolean
offer (LifePart *self, gboolean by_host, GError **error)
{
  return TRUE;
}

static gboolean
fetch (LifePart *self, guint8 *received, LifePart *from, const guint8 *sent,
    gsize size, GError **error)
{
  memcpy (received, sent, size);
  return TRUE;
}

static gboolean
await_part (LifePart *self, LifePart *other, GError **error)
{
  return TRUE;
}

static gboolean
read_lines (
    LifePart *self, const LifePartLines *lines, guint64 *words, GError **error)
{
  return pack (self, lines, (guint8 *) words, error);
}

/* --- Filled and counted --- */

/* The part's own lines, where they are in the whole world. */
static LifeLines
own_lines (const LifePart *self)
{
  return (LifeLines){ self->own.first, self->own.n, self->first_line,
    self->cut.world.height };
}

static gboolean
soup (LifePart *self, guint64 seed, guint64 threshold, GError **error)
{
  const LifeLines own = own_lines (self);

  life_lines_soup (bits_of (self), &own, seed, threshold);
  return TRUE;
}

/* Line @line of the whole world, which the part has. */
static const guint64 *
read_line (gconstpointer self, gboolean previous, gsize line, guint64 *scratch)
{
  const LifePart *part = self;
  const LifeRowEngine *bits = bits_of (part);
  const guint64 *first =
      previous ? bits->generations.previous : bits->generations.present;

  return life_planes_any (&bits->planes,
      first + (line - part->first_line + part->own.first) * bits->stride,
      bits->words, scratch);
}

static gboolean
count (LifePart *self, guint what, LifeTally *tally, GError **error)
{
  LifeRowEngine *bits = bits_of (self);
  const LifeLines own = own_lines (self);
  const LifeExtentLines lines = { self->cut.world, self->first_line,
    self->own.n, bits->pool, read_line, self, bits->generations.previous_lost };

  /* The engine received the lines whose changes it counts. */
  if (what & LIFE_COUNT_CHANGES
      && !self->local->klass->count (
          self->local, LIFE_COUNT_CHANGES, tally, error))
    return FALSE;
  if (what & LIFE_COUNT_LIVING)
    tally->statistics.population = life_lines_population (bits, &own);
  if (what & LIFE_COUNT_CHECKSUM)
    tally->checksum = life_lines_checksum (bits, &own);
  life_extent_count (&lines, what, &tally->statistics);
  return TRUE;
}

/* What the part draws from. */
static LifeWindow *
open_window (LifePart *self)
{
  const LifeRowEngine *bits = bits_of (self);
  LifeWindow *window = &((CpuPart *) self)->window;
  LifeRowCells lines = life_row_engine_rows (bits);

  lines.first = life_row_cells_row (&lines, self->own.first);
  life_window_set (window, &self->cut.world, self->rule, &lines,
      self->first_line, bits->pool);
  return window;
}

static gboolean
draw (LifePart *self, const LifeShown *shown, const LifeFrame *rows,
    GError **error)
{
  return life_window_draw (open_window (self), shown, rows, error);
}

static gboolean
sum (LifePart *self, const LifeShown *shown, guint64 *sums, GError **error)
{
  return life_window_sum (open_window (self), shown, self->piece.first,
      self->piece.first + self->piece.units, sums, error);
}

const LifePartClass life_cpu_part = {
  .kind = LIFE_ENGINE_CPU,
  .size = sizeof (CpuPart),
  .supports = supports,
  .measure = measure,
  .open = open_part,
  .close = close_part,
  .step = step,
  .finish = finish,
  .border_bytes = border_bytes,
  .reserve = reserve,
  .release = release,
  .pack = pack,
  .unpack = unpack,
  .find_lines = find_lines,
  .offer = offer,
  .fetch = fetch,
  .await = await_part,
  .read_lines = read_lines,
  .soup = soup,
  .count = count,
  .draw = draw,
  .sum = sum,
};
