/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of a world that is cut into parts, where each part draws the rows of pixels that show
 * its cells alone, and only pixels travel. Rows that show cells of several parts are drawn here,
 * from the lines that they show. */
#include "life/cluster/private.h"

#include "life/base/memory.h"
#include "life/draw/color/pixel-layout.h"
#include "life/parts/share.h"

/* Bytes of lines that a part sends at a time. */
#define MOST_BYTES (16 * 1024 * 1024)

/* Lines of several parts, plane after plane. */
typedef struct {
  guint64 first, n;
  gsize words; /* of a line */
  LifePlanes planes;
  guint64 *memory;
} Lines;

/* Copies lines that a part has sent. */
static void
take_lines (Lines *lines, const LifeRequest *request, const LifeReply *reply)
{
  const gsize n = (gsize) request->numbers[1] * lines->words;
  const gsize at = (gsize) (request->numbers[0] - lines->first) * lines->words;

  for (gsize plane = 0; plane < lines->planes.n; plane++)
    if (reply->size >= (plane + 1) * n * sizeof (guint64))
      memcpy (lines->memory + plane * lines->planes.step + at,
          (const guint64 *) reply->data + plane * n, n * sizeof (guint64));
}

/* Asks each part for those of its lines from @start to before @end. */
static gboolean
read_some (
    LifeParts *self, Lines *lines, guint64 start, guint64 end, GError **error)
{
  LifeAsked *asked = life_parts_ask (self, LIFE_REQUEST_READ_LINES);
  gboolean done;

  for (guint i = 0; i < self->cut.parts; i++) {
    const LifePiece piece = life_cut_piece (&self->cut, i);
    const guint64 own = (guint64) piece.first * self->cut.lines;
    const guint64 first = MAX (start, own);
    const guint64 last =
        MIN (end, own + (guint64) piece.units * self->cut.lines);

    if (first >= last)
      asked->requests[i].kind = LIFE_REQUEST_NONE;
    asked->requests[i].numbers[0] = first;
    asked->requests[i].numbers[1] = last - first;
  }
  done = life_parts_answer (self, asked, error);
  for (guint i = 0; done && i < self->cut.parts; i++)
    if (asked->requests[i].kind != LIFE_REQUEST_NONE)
      take_lines (lines, &asked->requests[i], &asked->replies[i]);
  life_asked_free (self, asked);
  return done;
}

static gboolean
read_lines (
    LifeParts *self, const LifeShownUnits *units, Lines *lines, GError **error)
{
  guint64 most;

  lines->words = life_bits_words (self->cut.world.width);
  lines->first = (guint64) units->first * self->cut.lines;
  lines->n = (guint64) (units->end - units->first) * self->cut.lines;
  lines->planes.states = self->rule->states;
  lines->planes.n = life_planes_count (self->rule->states);
  lines->planes.step = (gsize) lines->n * lines->words;
  lines->memory = life_memory_reserve (
      lines->planes.step * lines->planes.n * sizeof (guint64),
      "drawing where parts of a world meet", error);
  most =
      MAX (MOST_BYTES / (lines->words * lines->planes.n * sizeof (guint64)), 1);
  for (guint64 at = 0; lines->memory != NULL && at < lines->n; at += most)
    if (!read_some (self, lines, lines->first + at,
            lines->first + MIN (at + most, lines->n), error))
      return FALSE;
  return lines->memory != NULL;
}

/* Draws rows that no part draws. */
static gboolean
draw_border (LifeParts *self, const LifeShownUnits *units, LifeShown *shown,
    const LifeFrame *frame, GError **error)
{
  const LifeFrame rows = life_pixel_layout_part (
      frame, 0, shown->first, frame->width, shown->end - shown->first);
  Lines lines = { .memory = NULL };
  gboolean done =
      units->first >= units->end || read_lines (self, units, &lines, error);

  if (done) {
    life_window_set (&self->window, &self->engine.geometry, self->engine.rule,
        lines.planes, lines.memory, lines.first, lines.words, NULL);
    done = life_window_draw (&self->window, shown, &rows, error);
  }
  life_memory_release (lines.memory);
  return done;
}

/* The rows that no part draws, a few at a time: those outside the world in one go. */
static gboolean
draw_borders (LifeParts *self, const LifeShare *share, LifeShown *shown,
    const LifeFrame *frame, GError **error)
{
  guint at = 0, first, end;

  while (life_share_find (share, frame, -1, &at, &first, &end))
    while (first < end) {
      const LifeShownUnits *units = &share->units[first / LIFE_SHARED_ROWS];
      const gboolean outside = units->first >= units->end;

      shown->first = first;
      do {
        first = MIN (first + LIFE_SHARED_ROWS, end);
      } while (first < end && outside
               && share->units[first / LIFE_SHARED_ROWS].first
                      >= share->units[first / LIFE_SHARED_ROWS].end);
      shown->end = first;
      if (!draw_border (self, units, shown, frame, error))
        return FALSE;
    }
  return TRUE;
}

/* Puts the rows that a part has drawn into the frame. */
static void
take_rows (
    const LifeShown *shown, const LifeReply *reply, const LifeFrame *frame)
{
  const LifeFrame to = life_pixel_layout_part (
      frame, 0, shown->first, frame->width, shown->end - shown->first);
  LifeFrame rows = life_shown_rows (shown);

  if (reply->size < life_pixel_layout_bytes (&rows))
    return;
  life_pixel_layout_place (&rows, reply->data);
  life_pixel_layout_copy (&to, &rows);
}

gboolean
life_parts_draw_shared (LifeParts *self, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  const guint parts = self->cut.parts;
  LifeAsked *asked = life_parts_ask (self, LIFE_REQUEST_DRAW);
  g_autofree LifeShown *shown = g_new0 (LifeShown, parts + 1);
  LifeShare share;
  gboolean done;

  life_share_init (&share, &self->cut, view, frame);
  for (guint i = 0, at = 0; i < parts; i++, at = 0) {
    shown[i].view = *view;
    shown[i].frame = *frame;
    if (!life_share_find (
            &share, frame, (gint) i, &at, &shown[i].first, &shown[i].end))
      asked->requests[i].kind = LIFE_REQUEST_NONE;
    asked->requests[i].data = (const guint8 *) &shown[i];
    asked->requests[i].size = sizeof shown[i];
  }
  done = life_parts_answer (self, asked, error);
  for (guint i = 0; done && i < parts; i++)
    if (asked->requests[i].kind != LIFE_REQUEST_NONE)
      take_rows (&shown[i], &asked->replies[i], frame);
  shown[parts].view = *view;
  shown[parts].frame = *frame;
  done = done && draw_borders (self, &share, &shown[parts], frame, error);
  life_share_clear (&share);
  life_asked_free (self, asked);
  return done;
}
