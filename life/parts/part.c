/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A part of a world: made, advanced with its neighbors, and read, wherever its cells
 * lie. */
#include "life/parts/part.h"

#include "life/parts/message.h"

#include <string.h>

static const LifePartClass *class_of_gpus;

const LifePartClass *
life_part_class_of_gpus (void)
{
  return g_atomic_pointer_get (&class_of_gpus);
}

void
life_part_class_set_gpus (const LifePartClass *klass)
{
  g_atomic_pointer_set (&class_of_gpus, klass);
}

/* --- Made --- */

static gsize
border_lines (const LifePart *self)
{
  return (gsize) self->cut.halo * self->cut.lines;
}

#define BORDERS G_N_ELEMENTS (((LifePart *) NULL)->borders)

static void
release_borders (LifePart *self, guint8 *borders[BORDERS])
{
  for (guint i = 0; i < BORDERS; i++)
    if (borders[i] != NULL)
      self->klass->release (self, borders[i]);
}

/* Whether lines are exchanged as they lie in engines. */
static gboolean
is_direct (const LifePart *self)
{
  const LifePartLines lines = { self->own.first, border_lines (self) };
  gsize size;

  return !self->by_host
         && self->klass->find_lines (self, &lines, &size) != NULL;
}

/* Memory for what is exchanged; it follows from the number of states. Where it lacks what
 * there was stays. */
static gboolean
make_borders (LifePart *self, GError **error)
{
  const guint64 bytes = self->klass->border_bytes (self, border_lines (self));
  guint8 *borders[BORDERS] = { NULL };

  if (bytes > LIFE_MESSAGE_MAX) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "parts of this world exchange %.1f GiB at once, and no more than 1 GiB "
        "can be sent; use fewer cells per %s",
        (gdouble) bytes / (1 << 30),
        self->cut.dimensions == 3 ? "slice" : "row");
    return FALSE;
  }
  for (guint i = 0; bytes > 0 && !is_direct (self) && i < BORDERS; i++) {
    borders[i] =
        self->klass->reserve (self, (gsize) bytes, self->by_host, error);
    if (borders[i] == NULL) {
      release_borders (self, borders);
      return FALSE;
    }
  }
  release_borders (self, self->borders);
  memcpy (self->borders, borders, sizeof borders);
  self->border_bytes = (gsize) bytes;
  return TRUE;
}

static void
set_rule (LifePart *self, const LifeRule *rule)
{
  LifeRule *old = self->rule;

  self->rule = life_rule_ref (rule);
  self->local->rule = self->rule;
  if (old != NULL)
    life_rule_unref (old);
}

LifePart *
life_part_new (
    const LifePartClass *klass, const LifePartOptions *options, GError **error)
{
  const LifeCut *cut = options->cut;
  const LifePiece piece = life_cut_piece (cut, options->index);
  LifePart *self = g_malloc0 (klass->size);

  self->klass = klass;
  self->cut = *cut;
  self->index = options->index;
  self->piece = piece;
  self->own = (LifePartLines){ (gsize) piece.above * cut->lines,
    (gsize) piece.units * cut->lines };
  self->first_line = (guint64) piece.first * cut->lines;
  self->by_host = options->by_host;
  if (!klass->open (self, options, error)) {
    g_free (self);
    return NULL;
  }
  self->saved =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  set_rule (self, options->rule);
  if (make_borders (self, error))
    return self;
  life_part_free (self);
  return NULL;
}

static gboolean
drop_state (gpointer slot, gpointer state, gpointer data)
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
  release_borders (self, self->borders);
  self->klass->close (self);
  life_rule_unref (self->rule);
  g_free (self);
}

gboolean
life_part_set_rule (LifePart *self, const LifeRule *rule, GError **error)
{
  if (!self->local->klass->set_rule (self->local, rule, error))
    return FALSE;
  set_rule (self, rule);
  return self->klass->border_bytes (self, border_lines (self))
             == self->border_bytes
         || make_borders (self, error);
}

/* --- Advanced --- */

/* What goes to the neighbor on one side, and what comes from it. */
typedef struct {
  LifePartLines sent, received;
  LifeBorder border;
} PartSide;

/* @above: the side above */
static PartSide
find_side (const LifePart *self, gboolean above)
{
  const gsize n = border_lines (self), end = self->own.first + self->own.n;
  const guint i = above ? 0 : 1;
  PartSide side = { { above ? self->own.first : end - n, n },
    { above ? 0 : end, n },
    { above ? life_cut_above (&self->cut, self->index)
            : life_cut_below (&self->cut, self->index),
        self->borders[i], self->borders[i + 2], self->border_bytes } };
  LifeBorder *border = &side.border;

  if (border->part >= 0 && is_direct (self)) {
    border->sent = self->klass->find_lines (self, &side.sent, &border->size);
    border->received =
        self->klass->find_lines (self, &side.received, &border->size);
  }
  return side;
}

static gboolean
pack (LifePart *self, const PartSide *side, GError **error)
{
  return side->border.part < 0 || is_direct (self)
         || self->klass->pack (self, &side->sent, side->border.sent, error);
}

static gboolean
unpack (LifePart *self, const PartSide *side, GError **error)
{
  return side->border.part < 0 || is_direct (self)
         || self->klass->unpack (
             self, &side->received, side->border.received, error);
}

/* Exchanges with the neighbors, which wait for that even where @problem is set. FALSE where
 * they cannot be reached any more. */
static gboolean
exchange (LifePart *self, LifePartNeighbors *neighbors, GError **problem)
{
  const PartSide above = find_side (self, TRUE),
                 below = find_side (self, FALSE);
  GError *unreached = NULL;
  gboolean reached;

  if (*problem == NULL && pack (self, &above, problem)
      && pack (self, &below, problem))
    self->klass->offer (self, self->by_host, problem);
  reached = self->connection != NULL
                ? self->klass->exchange (
                    self, &above.border, &below.border, &unreached)
                : neighbors->exchange (
                    neighbors, self, &above.border, &below.border, &unreached);
  if (*problem == NULL && unreached != NULL)
    g_propagate_error (problem, g_steal_pointer (&unreached));
  g_clear_error (&unreached);
  if (*problem == NULL && unpack (self, &above, problem))
    unpack (self, &below, problem);
  return reached || !neighbors->by_host;
}

gboolean
life_part_step (LifePart *self, guint64 generations, gboolean edited,
    LifePartNeighbors *neighbors, GError **error)
{
  const gboolean alone = self->cut.parts == 1;
  GError *problem = NULL;

  if (edited)
    self->lasting = 0;
  while (generations > 0) {
    guint64 now;

    /* Passes are as long as they can be, and alike, where the halo lasts for all. */
    if (!alone && self->lasting < MIN (generations, self->cut.halo)) {
      if (!exchange (self, neighbors, &problem))
        break;
      self->lasting = self->cut.halo;
    }
    now = alone ? generations : MIN (generations, self->lasting);
    generations -= now;
    self->lasting -= alone ? 0 : now;
    if (problem == NULL)
      self->klass->step (self, now, generations == 0, &problem);
  }
  if (problem == NULL)
    self->klass->finish (self, &problem);
  if (problem == NULL)
    return TRUE;
  self->lasting = 0;
  if (self->connection != NULL && neighbors->fail != NULL)
    neighbors->fail (neighbors, problem->message);
  g_propagate_error (error, problem);
  return FALSE;
}

/* --- Looked into --- */

/* Whether rows of a frame show nothing but cells of the part; no rows do. */
static gboolean
shows_own (const LifePart *self, const LifeShare *share, const LifeShown *shown)
{
  guint first, end, at = 0;

  return shown->first == shown->end
         || (life_share_find (
                 share, &shown->frame, (gint) self->index, &at, &first, &end)
             && first <= shown->first && shown->end <= end);
}

gboolean
life_part_draw (LifePart *self, const LifeShare *share, const LifeShown *shown,
    const LifeFrame *rows, guint64 *sums, GError **error)
{
  LifeShown met = *shown;

  if (!shows_own (self, share, shown))
    return FALSE;
  for (guint at = 0; life_share_find_met (share, &self->piece, &at); at++) {
    life_shown_set_item (&met, at);
    if (!self->klass->sum (self, &met, sums, error))
      return FALSE;
    sums += life_shown_count_sums (&met, self->rule);
  }
  return shown->first == shown->end
         || self->klass->draw (self, shown, rows, error);
}

gboolean
life_part_find (const LifePart *self, const LifeBox *box, LifeBox *found)
{
  const gboolean is_3d = self->cut.dimensions == 3;
  const LifeGeometry *world = &self->cut.world;
  const gint64 first = is_3d ? box->z : box->y;
  const gint64 end = first + (is_3d ? box->depth : box->height);
  gint64 *start = is_3d ? &found->z : &found->y;

  if (box->x + box->width > world->width || box->y + box->height > world->height
      || box->z + box->depth > world->depth || first < self->piece.first
      || end > (gint64) self->piece.first + self->piece.units)
    return FALSE;
  *found = *box;
  *start += (gint64) self->piece.above - self->piece.first;
  return TRUE;
}
