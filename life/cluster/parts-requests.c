/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sends requests to the parts of a world, and adds up their replies. */
#include "life/cluster/cluster-private.h"

#include <string.h>

LifePartsCall *
life_parts_call_new (LifeParts *self, LifeRequestKind kind)
{
  LifePartsCall *call = g_new0 (LifePartsCall, 1);

  call->requests = g_new0 (LifeRequest, self->link->parts);
  call->replies = g_new0 (LifeReply, self->link->parts);
  for (guint i = 0; i < self->link->parts; i++)
    call->requests[i].kind = kind;
  return call;
}

void
life_parts_call_free (LifeParts *self, LifePartsCall *call)
{
  for (guint i = 0; i < self->link->parts; i++)
    life_reply_clear (&call->replies[i]);
  g_free (call->requests);
  g_free (call->replies);
  g_free (call);
}

gboolean
life_parts_call_send (LifeParts *self, LifePartsCall *call, GError **error)
{
  gboolean done;

  g_mutex_lock (&self->calling);
  done = self->link->call (self->link, call->requests, call->replies, error);
  g_mutex_unlock (&self->calling);
  for (guint i = 0; done && i < self->link->parts; i++) {
    const LifeReply *reply = &call->replies[i];
    g_autofree gchar *name = NULL;

    if (!reply->failed)
      continue;
    done = FALSE;
    name = self->link->name (self->link, i);
    g_set_error (error, LIFE_ERROR,
        (gint) MIN (reply->code, LIFE_ERROR_WAYPOINTS), "%s: %.*s", name,
        (gint) reply->size, (const gchar *) reply->data);
  }
  return done;
}

void
life_parts_touch (LifeParts *self)
{
  self->edited = TRUE;
  self->version++;
}

/* --- Memory --- */

/* What the parts on one machine need together, and what it has. */
typedef struct {
  guint64 needed, available;
} Host;

/* Sums of what cannot be addressed stay that. */
static void
add_bytes (guint64 *sum, guint64 bytes)
{
  *sum = bytes < G_MAXUINT64 - *sum ? *sum + bytes : G_MAXUINT64;
}

gboolean
life_parts_fit (LifeParts *self, const LifePartsCall *call, GError **error)
{
  g_autoptr (GHashTable) hosts =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  guint64 missing = 0;
  GHashTableIter iter;
  gpointer host;

  for (guint i = 0; i < self->cut.parts; i++) {
    const LifeReply *reply = &call->replies[i];
    gchar *name = g_strndup ((const gchar *) reply->data, reply->size);
    Host *found = g_hash_table_lookup (hosts, name);

    if (found == NULL) {
      found = g_new0 (Host, 1);
      found->available = reply->numbers[1];
      g_hash_table_insert (hosts, g_strdup (name), found);
    }
    add_bytes (&found->needed, reply->numbers[0]);
    g_free (name);
  }
  g_hash_table_iter_init (&iter, hosts);
  while (g_hash_table_iter_next (&iter, NULL, &host))
    if (((Host *) host)->needed > ((Host *) host)->available)
      add_bytes (
          &missing, ((Host *) host)->needed - ((Host *) host)->available);
  if (missing == 0)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "the %u %s lack %.1f MiB of memory in all", self->cut.parts,
      self->link->who, (gdouble) missing / (1024 * 1024));
  return FALSE;
}

/* --- Cells --- */

/* The units of a box, of which there are @first to before @end. */
static gint64 *
start_of (const LifeParts *self, LifeBox *box)
{
  return self->cut.dimensions == 3 ? &box->z : &box->y;
}

static gint64 *
length_of (const LifeParts *self, LifeBox *box)
{
  return self->cut.dimensions == 3 ? &box->depth : &box->height;
}

/* What a box has in common with a part; FALSE where that is nothing. */
static gboolean
cut_box (const LifeParts *self, guint part, const LifeBox *box, LifeBox *found)
{
  const LifePiece piece = life_cut_piece (&self->cut, part);
  LifeBox whole = *box;
  const gint64 first = MAX (*start_of (self, &whole), piece.first);
  const gint64 end = MIN (*start_of (self, &whole) + *length_of (self, &whole),
      (gint64) piece.first + piece.units);

  *found = whole;
  if (first >= end)
    return FALSE;
  *start_of (self, found) = first;
  *length_of (self, found) = end - first;
  return TRUE;
}

static gsize
count_cells (const LifeBox *box)
{
  return (gsize) box->width * (gsize) box->height * (gsize) box->depth;
}

/* One round of messages for a box. In memory the cells of one part follow those of
 * another, since boxes are cut along their slowest axis. */
static gboolean
transfer (LifeParts *self, LifeRequestKind kind, gint64 slot,
    const LifeBox *box, guint8 *cells, GError **error)
{
  LifePartsCall *call = life_parts_call_new (self, kind);
  guint8 *at = cells;
  gboolean done;

  for (guint i = 0; i < self->cut.parts; i++) {
    LifeRequest *request = &call->requests[i];

    request->numbers[0] = (guint64) slot;
    if (!cut_box (self, i, box, &request->box)) {
      request->kind = LIFE_REQUEST_NONE;
    } else if (kind == LIFE_REQUEST_WRITE) {
      request->data = at;
      request->size = count_cells (&request->box);
      at += request->size;
    }
  }
  done = life_parts_call_send (self, call, error);
  for (guint i = 0; done && i < self->cut.parts; i++) {
    const LifeReply *reply = &call->replies[i];

    if (kind == LIFE_REQUEST_WRITE
        || call->requests[i].kind == LIFE_REQUEST_NONE)
      continue;
    memcpy (at, reply->data,
        MIN (reply->size, count_cells (&call->requests[i].box)));
    at += count_cells (&call->requests[i].box);
  }
  life_parts_call_free (self, call);
  return done;
}

/* Cells of a message, most of all: boxes of more go in pieces. */
#define MAX_CELLS (1 << 26)

gboolean
life_parts_transfer (LifeParts *self, LifeRequestKind kind, gint64 slot,
    const LifeBox *box, guint8 *cells, GError **error)
{
  LifeBox some = *box;
  const gint64 area = box->width * box->height;

  if (count_cells (box) == 0)
    return TRUE;
  for (gint64 z = 0; z < box->depth; z += some.depth) {
    some.z = box->z + z;
    some.depth = CLAMP (MAX_CELLS / area, 1, box->depth - z);
    for (gint64 y = 0; y < box->height; y += some.height) {
      some.y = box->y + y;
      some.height = some.depth > 1
                        ? box->height
                        : CLAMP (MAX_CELLS / box->width, 1, box->height - y);
      if (!transfer (self, kind, slot, &some, cells, error))
        return FALSE;
      cells += count_cells (&some);
    }
  }
  return TRUE;
}

/* --- Counts --- */

/* Widens @low to before @high by a box, if it is not empty. */
static void
widen (gint64 low[3], gint64 high[3], const guint64 box[6])
{
  for (guint i = 0; box[3] > 0 && i < 3; i++) {
    low[i] = MIN (low[i], (gint64) box[i]);
    high[i] = MAX (high[i], (gint64) (box[i] + box[i + 3]));
  }
}

static gboolean
count_parts (LifeParts *self, guint what, LifeTally *tally, GError **error)
{
  LifePartsCall *call = life_parts_call_new (self, LIFE_REQUEST_COUNT);
  LifeStatistics *counts = &tally->statistics;
  LifeActivity *activity = &counts->activity;
  guint64 sums[LIFE_COUNTED_BOX] = { 0 };
  gint64 low[3] = { G_MAXINT64, G_MAXINT64, G_MAXINT64 }, high[3] = { 0 };
  gboolean done;

  for (guint part = 0; part < self->cut.parts; part++)
    call->requests[part].numbers[0] = what;
  done = life_parts_call_send (self, call, error);
  *tally = (LifeTally){ 0 };
  for (guint part = 0; done && part < self->cut.parts; part++) {
    for (guint i = 0; i < LIFE_COUNTED_BOX; i++)
      sums[i] += call->replies[part].numbers[i];
    widen (low, high, call->replies[part].numbers + LIFE_COUNTED_BOX);
  }
  life_parts_call_free (self, call);
  counts->population = sums[LIFE_COUNTED_POPULATION];
  counts->births = sums[LIFE_COUNTED_BIRTHS];
  counts->deaths = sums[LIFE_COUNTED_DEATHS];
  tally->checksum = sums[LIFE_COUNTED_CHECKSUM];
  activity->cells = sums[LIFE_COUNTED_ACTIVITY];
  memcpy (activity->sums, sums + LIFE_COUNTED_SUMS, sizeof activity->sums);
  memcpy (activity->quarters, sums + LIFE_COUNTED_QUARTERS,
      sizeof activity->quarters);
  if (high[0] > 0)
    counts->box = (LifeBox){ low[0], low[1], low[2], high[0] - low[0],
      high[1] - low[1], high[2] - low[2] };
  return done;
}

gboolean
life_parts_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error)
{
  LifeParts *self = (LifeParts *) engine;
  LifeStatistics *counts = &tally->statistics;

  if (self->changes_valid)
    what &= ~(guint) LIFE_COUNT_CHANGES;
  if (what != 0 && !count_parts (self, what, tally, error))
    return FALSE;
  if (what & LIFE_COUNT_CHANGES) {
    self->changes_valid = TRUE;
    self->changes[0] = counts->births;
    self->changes[1] = counts->deaths;
  }
  counts->births = self->changes[0];
  counts->deaths = self->changes[1];
  return TRUE;
}
