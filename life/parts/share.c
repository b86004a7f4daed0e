/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the rows of a frame are shared out among the parts of a world. */
#include "life/parts/share.h"

#include <math.h>
#include <string.h>

#include "life/draw/color/coloring.h"
#include "life/draw/color/pixel-layout.h"
#include "life/draw/draw-rows.h"
#include "life/draw/view/mapping.h"
#include "life/draw/view/turn.h"

/* Frames have no more pixels along a side. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define MAX_PIXELS 128
#else
#define MAX_PIXELS 65536
#endif

/* Numbers of views are no larger. */
#define MAX_POSITION 0x1p53
#define MAX_ZOOM 65536

gboolean
life_share_supports (
    const LifeCut *cut, const LifeView *view, const LifeRule *rule)
{
  const LifeColorSource source = life_color_source_choose (view, rule);

  return life_view_kind_is (view->kind, LIFE_VIEW_FLAG_SLICE) && view->fade == 0
         && !view->overlay
         && (cut->dimensions == 3 || view->axis == LIFE_AXIS_Z)
         && !life_turn_is_needed (view)
         && (source == LIFE_COLOR_SOURCE_ALIVE
             || source == LIFE_COLOR_SOURCE_STATE
             || source == LIFE_COLOR_SOURCE_DENSITY);
}

/* Whether a row of pixels shows anything beyond the edges of the world, where a part may have
 * a halo. */
static gboolean
reaches_out (const LifeMapping *mapping, guint row)
{
  const gint64 end = (gint64) mapping->n_cells << mapping->fraction_bits;

  return mapping->edges != NULL
         && (mapping->edges[row] < 0 || mapping->edges[row + 1] > end);
}

/* The units that a row of pixels shows. */
static LifeShownUnits
find_units (const LifeMapping *mapping, guint row)
{
  const gint64 n = mapping->n_cells;
  gint64 first, end;

  if (mapping->cells != NULL) {
    const guint32 cell = mapping->cells[row];

    return (LifeShownUnits){ cell,
      cell == LIFE_MAPPING_OUTSIDE ? cell : cell + 1, -1 };
  }
  first = mapping->edges[row] >> mapping->fraction_bits;
  end = -(-mapping->edges[row + 1] >> mapping->fraction_bits);
  return (LifeShownUnits){ (guint32) CLAMP (first, 0, n),
    (guint32) CLAMP (end, 0, n), -1 };
}

static LifeShownUnits
join (LifeShownUnits a, LifeShownUnits b)
{
  if (a.first >= a.end)
    return b;
  if (b.first >= b.end)
    return a;
  return (LifeShownUnits){ MIN (a.first, b.first), MAX (a.end, b.end), -1 };
}

static gint
find_part (const LifeCut *cut, const LifeShownUnits *units)
{
  LifePiece piece;
  guint part;

  if (units->first >= units->end)
    return -1;
  part = life_cut_find (cut, units->first);
  piece = life_cut_piece (cut, part);
  return units->end <= piece.first + piece.units ? (gint) part : -1;
}

void
life_share_init (LifeShare *share, const LifeCut *cut, const LifeView *view,
    const LifeFrame *frame)
{
  const gboolean is_slice = cut->dimensions == 3 && view->axis == LIFE_AXIS_Z;
  const guint32 slice = (guint32) view->slice;
  LifeMapping rows;

  share->n = (frame->height + LIFE_SHARED_ROWS - 1) / LIFE_SHARED_ROWS;
  share->units = g_new (LifeShownUnits, share->n);
  life_mapping_init (
      &rows, frame->height, cut->units, view->zoom, view->y, view->scaling);
  for (guint i = 0; i < share->n; i++) {
    LifeShownUnits *units = &share->units[i];
    const guint row = i * LIFE_SHARED_ROWS;
    gboolean out = FALSE;

    *units = (LifeShownUnits){ slice, slice + 1, -1 };
    if (!is_slice) {
      *units = find_units (&rows, row);
      out = reaches_out (&rows, row);
      if (row + 1 < frame->height) {
        *units = join (*units, find_units (&rows, row + 1));
        out = out || reaches_out (&rows, row + 1);
      }
    }
    units->part = out ? -1 : find_part (cut, units);
  }
  life_mapping_clear (&rows);
}

void
life_share_clear (LifeShare *share)
{
  g_free (share->units);
}

gboolean
life_share_find (const LifeShare *share, const LifeFrame *frame, gint part,
    guint *at, guint *first, guint *end)
{
  while (*at < share->n && share->units[*at].part != part)
    (*at)++;
  *first = *at * LIFE_SHARED_ROWS;
  while (*at < share->n && share->units[*at].part == part)
    (*at)++;
  *end = MIN (*at * LIFE_SHARED_ROWS, frame->height);
  return *first < *end;
}

gboolean
life_share_find_met (const LifeShare *share, const LifePiece *piece, guint *at)
{
  const guint32 end = piece->first + piece->units;

  for (; *at < share->n; (*at)++) {
    const LifeShownUnits *units = &share->units[*at];

    if (units->part < 0 && units->first < MIN (units->end, end)
        && units->end > piece->first)
      return TRUE;
  }
  return FALSE;
}

void
life_shown_set_item (LifeShown *shown, guint item)
{
  shown->first = item * LIFE_SHARED_ROWS;
  shown->end = MIN (shown->first + LIFE_SHARED_ROWS, shown->frame.height);
}

gsize
life_shown_count_sums (const LifeShown *shown, const LifeRule *rule)
{
  return (gsize) (shown->end - shown->first) * shown->frame.width
         * life_draw_sums (&shown->view, rule);
}

/* --- As bytes --- */

static gboolean
is_position (gdouble number)
{
  return isfinite (number) && fabs (number) <= MAX_POSITION;
}

static gboolean
is_view (const LifeView *view, const LifeCut *cut)
{
  guint32 columns, rows, planes;

  if (!life_view_kind_is (view->kind, LIFE_VIEW_FLAG_SLICE)
      || (guint) view->axis > LIFE_AXIS_X
      || (guint) view->scaling > LIFE_SCALING_NEAREST
      || life_view_list_color_modes (view->color_mode) == NULL
      || !is_position (view->x) || !is_position (view->y)
      || !is_position (view->rotation) || !is_position (view->grid)
      || !(view->zoom > 0 && view->zoom <= MAX_ZOOM)
      || !(view->density_gain > 0 && view->density_gain <= MAX_POSITION)
      || !(view->palette_phase >= 0 && view->palette_phase < 1)
      || view->trail < 1 || view->trail > LIFE_HISTORY_FRAMES)
    return FALSE;
  life_geometry_plane (&cut->world, view->axis, &columns, &rows, &planes);
  return view->slice >= 0 && view->slice < planes;
}

/* Whether a sample of the frame's format may be so large. */
static gboolean
is_level (const LifeFrame *frame, gint level)
{
  return level >= 0
         && level < 1 << life_pixel_layout_get (frame->format)->depth;
}

static gboolean
is_frame (const LifeFrame *frame)
{
  const LifeColorimetry *color = &frame->colorimetry;

  return life_pixel_layout_is_format (frame->format) && frame->width > 0
         && frame->width <= MAX_PIXELS && frame->height > 0
         && frame->height <= MAX_PIXELS && is_position (color->kr)
         && is_position (color->kb) && color->kr >= 0 && color->kb >= 0
         && color->kr + color->kb < 1 && is_level (frame, color->luma_offset)
         && is_level (frame, color->luma_scale)
         && is_level (frame, color->chroma_scale);
}

gboolean
life_shown_decode (LifeShown *shown, const guint8 *bytes, gsize size,
    const LifeCut *cut, const LifeRule *rule)
{
  if (size != sizeof *shown)
    return FALSE;
  memcpy (shown, bytes, size);
  return is_view (&shown->view, cut) && is_frame (&shown->frame)
         && life_share_supports (cut, &shown->view, rule)
         && shown->first % LIFE_SHARED_ROWS == 0 && shown->first <= shown->end
         && (shown->end == shown->frame.height
             || shown->end % LIFE_SHARED_ROWS == 0)
         && shown->end <= shown->frame.height;
}

LifeFrame
life_shown_rows (const LifeShown *shown)
{
  LifeFrame rows = shown->frame;

  rows.height = shown->end - shown->first;
  return rows;
}
