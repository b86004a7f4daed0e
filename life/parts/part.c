/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A part of a world: made, advanced with its neighbors, and looked into. */
#include "life/parts/part.h"

#include "life/base/memory.h"
#include "life/cpu/bits2d/engine.h"
#include "life/cpu/bits3d/engine.h"
#include "life/cpu/extent.h"
#include "life/parts/message.h"

#include <string.h>

const LifeEngineClass *
life_part_class (const LifeRule *rule)
{
  if (!life_bit_engine_takes (rule))
    return NULL;
  return rule->dimensions == 3 ? &life_bitsliced3d_engine
                               : &life_bitsliced_engine;
}

/* --- Made --- */

static gsize
border_lines (const LifePart *self)
{
  return (gsize) self->cut.halo * self->cut.lines;
}

#define BORDERS G_N_ELEMENTS (((LifePart *) NULL)->borders)

static void
free_borders (guint8 *borders[BORDERS])
{
  for (guint i = 0; i < BORDERS; i++)
    life_memory_release (borders[i]);
}

/* Memory for what is exchanged; it follows from the number of states. Where it lacks what
 * there was stays. */
static gboolean
make_borders (LifePart *self, GError **error)
{
  const guint64 bytes =
      life_lines_bytes (life_part_bits (self), border_lines (self));
  guint8 *borders[BORDERS] = { NULL };

  if (bytes > LIFE_MESSAGE_MAX) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "parts of this world exchange %.1f GiB at once, and no more than 1 GiB "
        "can be sent; use fewer cells per %s",
        (gdouble) bytes / (1 << 30),
        self->cut.dimensions == 3 ? "slice" : "row");
    return FALSE;
  }
  for (guint i = 0; bytes > 0 && i < BORDERS; i++) {
    borders[i] =
        life_memory_reserve (bytes, "what parts of a world exchange", error);
    if (borders[i] == NULL) {
      free_borders (borders);
      return FALSE;
    }
  }
  free_borders (self->borders);
  memcpy (self->borders, borders, sizeof borders);
  return TRUE;
}

static void
take_rule (LifePart *self, const LifeRule *rule)
{
  LifeRule *old = self->rule;

  self->rule = life_rule_ref (rule);
  self->local->rule = self->rule;
  if (old != NULL)
    life_rule_unref (old);
}

LifePart *
life_part_new (const LifeCut *cut, guint index, const LifeRule *rule,
    guint threads, GError **error)
{
  const LifePiece piece = life_cut_piece (cut, index);
  LifeEngineOptions options = { .engine = LIFE_ENGINE_CPU,
    .kernel = LIFE_KERNEL_BITSLICED,
    .threads = threads };
  const LifeEngineClass *klass = life_part_class (rule);
  LifeEngine *local = klass->create (&piece.geometry, rule, &options, error);
  LifePart *self;

  if (local == NULL)
    return NULL;
  self = g_new0 (LifePart, 1);
  self->cut = *cut;
  self->index = index;
  self->piece = piece;
  self->own = (LifeLines){ .first = (gsize) piece.above * cut->lines,
    .n = (gsize) piece.units * cut->lines,
    .place = (guint64) piece.first * cut->lines,
    .height = cut->world.height };
  self->local = local;
  self->saved =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  take_rule (self, rule);
  if (make_borders (self, error))
    return self;
  life_part_free (self);
  return NULL;
}

static gboolean
drop_state (gpointer place, gpointer state, gpointer data)
{
  LifeEngine *local = data;

  local->klass->drop (local, state);
  return TRUE;
}

void
life_part_free (LifePart *self)
{
  if (self == NULL)
    return;
  g_hash_table_foreach_remove (self->saved, drop_state, self->local);
  g_hash_table_unref (self->saved);
  free_borders (self->borders);
  life_window_clear (&self->window);
  self->local->klass->destroy (self->local);
  life_rule_unref (self->rule);
  g_free (self);
}

gboolean
life_part_set_rule (LifePart *self, const LifeRule *rule, GError **error)
{
  const gsize planes = life_part_bits (self)->planes.n;

  if (!self->local->klass->set_rule (self->local, rule, error))
    return FALSE;
  take_rule (self, rule);
  return life_part_bits (self)->planes.n == planes
         || make_borders (self, error);
}

/* --- Advanced --- */

/* @n lines from @first on, wherever they are in the whole world. */
static LifeLines
lines_at (gsize first, gsize n)
{
  return (LifeLines){ .first = first, .n = n, .height = 1 };
}

static gboolean
exchange (LifePart *self, LifePartNeighbors *neighbors, GError **error)
{
  LifeBitEngine *bits = life_part_bits (self);
  const gsize n = border_lines (self), end = self->own.first + self->own.n;
  const gsize size = (gsize) life_lines_bytes (bits, n);
  const LifeBorder above = { life_cut_above (&self->cut, self->index),
    self->borders[0], self->borders[2], size };
  const LifeBorder below = { life_cut_below (&self->cut, self->index),
    self->borders[1], self->borders[3], size };
  const LifeLines sent[2] = { lines_at (self->own.first, n),
    lines_at (end - n, n) };
  const LifeLines received[2] = { lines_at (0, n), lines_at (end, n) };

  if (above.part >= 0)
    life_lines_read (bits, &sent[0], (guint64 *) self->borders[0]);
  if (below.part >= 0)
    life_lines_read (bits, &sent[1], (guint64 *) self->borders[1]);
  if (!neighbors->exchange (neighbors, &above, &below, error))
    return FALSE;
  if (above.part >= 0)
    life_lines_write (bits, &received[0], (const guint64 *) self->borders[2]);
  if (below.part >= 0)
    life_lines_write (bits, &received[1], (const guint64 *) self->borders[3]);
  return TRUE;
}

static gboolean
advance (LifePart *self, guint64 generations, GError **error)
{
  guint64 stepped;

  return generations == 0
         || self->local->klass->step (
             self->local, generations, NULL, &stepped, error);
}

gboolean
life_part_step (LifePart *self, guint64 generations, gboolean edited,
    LifePartNeighbors *neighbors, GError **error)
{
  const gboolean alone = self->cut.parts == 1;

  if (edited)
    self->lasting = 0;
  while (generations > 0) {
    guint64 now;

    if (!alone && self->lasting == 0) {
      if (!exchange (self, neighbors, error))
        return FALSE;
      self->lasting = self->cut.halo;
    }
    now = alone ? generations : MIN (generations, self->lasting);
    generations -= now;
    self->lasting -= alone ? 0 : now;
    if (!advance (self, generations > 0 ? now : now - 1, error)
        || (generations == 0 && !advance (self, 1, error)))
      return FALSE;
  }
  return TRUE;
}

/* --- Looked into --- */

/* The whole world, as far as the part has its lines. */
typedef struct {
  LifeEngine engine;
  const LifePart *part;
} Whole;

/* LifeReadLine. */
static const guint64 *
read_line (
    const LifeEngine *engine, gboolean previous, gsize line, guint64 *scratch)
{
  const LifePart *part = ((const Whole *) engine)->part;
  const LifeBitEngine *bits = life_part_bits (part);
  const guint64 *first =
      previous ? bits->generations.previous : bits->generations.present;

  return life_planes_any (&bits->planes,
      first + (line - part->own.place + part->own.first) * bits->stride,
      bits->words, scratch);
}

void
life_part_box (LifePart *self, LifeBox *box)
{
  const Whole whole = { { .geometry = self->cut.world }, self };

  life_extent_box_of_lines (&whole.engine, life_part_bits (self)->pool,
      read_line, self->own.place, self->own.n, box);
}

void
life_part_activity (LifePart *self, LifeActivity *activity)
{
  const Whole whole = { { .geometry = self->cut.world }, self };

  memset (activity, 0, sizeof *activity);
  life_extent_activity_of_lines (&whole.engine, life_part_bits (self)->pool,
      read_line, self->own.place, self->own.n, activity);
}

/* Whether rows of a frame show nothing but cells of the part. */
static gboolean
shows_own (const LifePart *self, const LifeShown *shown)
{
  guint first, end, at = 0;
  LifeShare share;
  gboolean own;

  life_share_init (&share, &self->cut, &shown->view, &shown->frame);
  own = life_share_find (
            &share, &shown->frame, (gint) self->index, &at, &first, &end)
        && first <= shown->first && shown->end <= end;
  life_share_clear (&share);
  return own;
}

gboolean
life_part_draw (LifePart *self, const LifeShown *shown, const LifeFrame *rows,
    GError **error)
{
  const LifeBitEngine *bits = life_part_bits (self);

  if (!shows_own (self, shown))
    return FALSE;
  life_window_set (&self->window, &self->cut.world, self->rule, bits->planes,
      (const guint64 *) bits->generations.present
          + self->own.first * bits->stride,
      self->own.place, bits->stride, bits->pool);
  return life_window_draw (&self->window, shown, rows, error);
}

gboolean
life_part_find (
    const LifePart *self, const LifeEngineBox *box, LifeEngineBox *found)
{
  const gboolean is_3d = self->cut.dimensions == 3;
  const LifeGeometry *world = &self->cut.world;
  const guint64 first = is_3d ? box->z : box->y;
  const guint64 end = first + (is_3d ? box->depth : box->height);
  guint32 *start = is_3d ? &found->z : &found->y;

  if ((guint64) box->x + box->width > world->width
      || (guint64) box->y + box->height > world->height
      || (guint64) box->z + box->depth > world->depth
      || first < self->piece.first
      || end > (guint64) self->piece.first + self->piece.units)
    return FALSE;
  *found = *box;
  *start += self->piece.above - self->piece.first;
  return TRUE;
}
