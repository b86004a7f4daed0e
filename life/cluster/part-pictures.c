/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of a world that is cut into parts, where each part draws the rows of pixels that show
 * its cells alone, and only pixels travel. Of rows that show cells of several parts each sums
 * up what they show of its own; the sums are added up and painted here. */
#include "life/cluster/part-pictures.h"

#include "life/draw/color/pixel-layout.h"
#include "life/parts/share.h"

#include <string.h>

/* What is drawn: @shown[i] are the rows that part i draws, and @n_read[i] how many sums of its
 * reply were read. */
typedef struct {
  LifeParts *parts;
  LifeDrawer *drawer;
  const LifeView *view;
  const LifeFrame *frame;
  LifeShare share;
  LifePartsCall *call;
  LifeShown *shown;
  LifeFrame *rows;
  gsize *n_read;
} Picture;

/* --- Requests --- */

/* Parts of this process draw right into the frame. */
static void
request_rows (Picture *picture, guint part)
{
  LifeRequest *request = &picture->call->requests[part];
  const LifePiece piece = life_cut_piece (&picture->parts->cut, part);
  LifeShown *shown = &picture->shown[part];
  guint at = 0, met = 0;

  shown->view = *picture->view;
  shown->frame = *picture->frame;
  if (!life_share_find (&picture->share, picture->frame, (gint) part, &at,
          &shown->first, &shown->end)) {
    shown->first = shown->end = 0;
    if (!life_share_find_met (&picture->share, &piece, &met))
      request->kind = LIFE_REQUEST_NONE;
  }
  picture->rows[part] = life_pixel_layout_part (picture->frame, 0, shown->first,
      picture->frame->width, shown->end - shown->first);
  request->data = (const guint8 *) shown;
  request->size = sizeof *shown;
  request->rows = &picture->rows[part];
}

/* Copies the rows that a part has drawn into the frame, unless it has done so. */
static void
copy_rows (const Picture *picture, guint part)
{
  const LifeReply *reply = &picture->call->replies[part];
  LifeFrame rows = life_shown_rows (&picture->shown[part]);
  const gsize pixels = life_pixel_layout_bytes (&rows);
  const gsize sums = picture->n_read[part] * sizeof (guint64);

  if (reply->size < sums + pixels || rows.height == 0)
    return;
  life_pixel_layout_set_planes (&rows, reply->data + sums);
  life_pixel_layout_copy (&picture->rows[part], &rows);
}

/* --- Summed up --- */

/* Adds up what the parts have of @n sums of rows that show such units. */
static void
add_sums (Picture *picture, const LifeShownUnits *units, guint64 *sums, gsize n)
{
  const LifeCut *cut = &picture->parts->cut;
  const guint last = life_cut_find (cut, units->end - 1);

  memset (sums, 0, n * sizeof *sums);
  for (guint part = life_cut_find (cut, units->first); part <= last; part++) {
    const LifeReply *reply = &picture->call->replies[part];
    const guint64 *from = (const guint64 *) reply->data + picture->n_read[part];

    picture->n_read[part] += n;
    if (reply->size < picture->n_read[part] * sizeof *sums)
      continue;
    for (gsize i = 0; i < n; i++)
      sums[i] += from[i];
  }
}

/* Draws rows that no part draws. */
static gboolean
draw_rows (const Picture *picture, guint first, guint end, const guint64 *sums,
    GError **error)
{
  const LifeEngine *engine = &picture->parts->engine;
  const LifeCellPlane plane = {
    .cells = { .geometry = engine->geometry, .rule = engine->rule },
    .sums = sums,
    .sums_row = first,
  };

  return life_draw_rows (picture->drawer, &plane, picture->view, picture->frame,
      first, end, error);
}

static gboolean
is_outside (const LifeShownUnits *units)
{
  return units->first >= units->end;
}

/* The rows that no part draws, a few at a time: those outside the world in one go, of which
 * there are no sums. */
static gboolean
draw_met (Picture *picture, GError **error)
{
  const LifeShare *share = &picture->share;
  LifeShown shown = { *picture->view, *picture->frame,
    .end = LIFE_SHARED_ROWS };
  g_autofree guint64 *sums =
      g_new (guint64, life_shown_count_sums (&shown, picture->parts->rule) + 1);
  guint at = 0, first, end;

  while (life_share_find (share, picture->frame, -1, &at, &first, &end))
    for (; first < end; first = shown.end) {
      const LifeShownUnits *units = &share->units[first / LIFE_SHARED_ROWS];

      life_shown_set_item (&shown, first / LIFE_SHARED_ROWS);
      while (shown.end < end && is_outside (units)
             && is_outside (&share->units[shown.end / LIFE_SHARED_ROWS]))
        shown.end = MIN (shown.end + LIFE_SHARED_ROWS, end);
      if (!is_outside (units))
        add_sums (picture, units, sums,
            life_shown_count_sums (&shown, picture->parts->rule));
      if (!draw_rows (picture, first, shown.end, sums, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
life_parts_draw_shared (LifeParts *self, LifeDrawer *drawer,
    const LifeView *view, const LifeFrame *frame, GError **error)
{
  const guint parts = self->cut.parts;
  g_autofree LifeShown *shown = g_new0 (LifeShown, parts);
  g_autofree LifeFrame *rows = g_new (LifeFrame, parts);
  g_autofree gsize *n_read = g_new0 (gsize, parts);
  Picture picture = { self, drawer, view, frame, .shown = shown, .rows = rows,
    .n_read = n_read };
  gboolean done;

  picture.call = life_parts_call_new (self, LIFE_REQUEST_DRAW);
  life_share_init (&picture.share, &self->cut, view, frame);
  for (guint i = 0; i < parts; i++)
    request_rows (&picture, i);
  done = life_parts_call_send (self, picture.call, error)
         && draw_met (&picture, error);
  for (guint i = 0; done && i < parts; i++)
    if (picture.call->requests[i].kind != LIFE_REQUEST_NONE)
      copy_rows (&picture, i);
  life_share_clear (&picture.share);
  life_parts_call_free (self, picture.call);
  return done;
}
