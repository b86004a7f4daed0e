/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays projections out on a sheet. */
#include "life/draw/view/sheet.h"

#include <string.h>

#include "life/draw/view/mapping.h"

/* One projection, as it is. */
static void
lay_out_projection (
    LifeSheet *self, const LifeView *view, const LifeGeometry *geometry)
{
  LifeSheetPart *part = &self->parts[0];
  guint32 n_planes;

  life_geometry_plane (
      geometry, view->axis, &part->columns, &part->rows, &n_planes);
  part->axis = view->axis;
  part->from_far = view->far_side;
  part->width = part->columns;
  part->height = part->rows;
  part->column_step = 1;
  part->row_step = part->columns;
  self->n_columns = part->columns;
  self->n_rows = part->rows;
  self->scale = 1;
  self->n_parts = 1;
}

/* --- The sides of a world --- */

/* From this shorter side of a frame on, lines are two pixels wide, as in a montage. */
#define WIDE_LINE_SIDE 480

/* The shorter side of a frame is so many gaps. */
#define GAPS_PER_SIDE 40

/* In pixels: lines, and what lies between two of them, and between them and a frame's edge. */
typedef struct {
  guint line, gap;
} Borders;

/* All of them across two sides that lie side by side. */
static guint
across_borders (const Borders *borders)
{
  return 4 * borders->line + 3 * borders->gap;
}

/* None, where they would take more than half of the frame. */
static Borders
choose_borders (const LifeFrame *frame)
{
  const guint side = MIN (frame->width, frame->height);
  const guint line = side >= WIDE_LINE_SIDE ? 2 : 1;
  const Borders borders = { line, MAX (side / GAPS_PER_SIDE, 2 * line) };

  return across_borders (&borders) <= side / 2 ? borders : (Borders){ 0 };
}

/* Whether @a and @b cells fit side by side into so many pixels, @n of them in each. */
static gboolean
fits (guint64 a, guint64 b, guint64 n, guint pixels)
{
  return life_divide_up (a, n) + life_divide_up (b, n) <= pixels;
}

/* The largest scale at which all fit into @across × @down pixels: @zoom pixels per cell, or, where
 * that is 0, @n cells per pixel. */
static void
choose_scale (const LifeGeometry *geometry, guint across, guint down,
    guint32 *zoom, guint64 *n)
{
  const guint64 width = geometry->width, height = geometry->height;
  const guint64 depth = geometry->depth;
  const guint64 longest = MAX (MAX (width, height), depth);

  *n = 1;
  *zoom = (guint32) MIN (across / (width + depth), down / (height + depth));
  if (*zoom == 0)
    while (
        *n < longest
        && !(fits (width, depth, *n, across) && fits (height, depth, *n, down)))
      ++*n;
}

/* A box for as many cells as are along it, which whole pixels show. */
static guint32
box_side (guint32 cells, guint32 zoom, guint64 n)
{
  return zoom > 0 ? cells * zoom : (guint32) (life_divide_up (cells, n) * n);
}

/* From the front, with the top above it and the right side to the right of it. Along x and y a
 * projection has its columns and rows as they lie there, so the top stands on its head, and the
 * right side on its edge, if their sides next to the front are to be z = 0. */
static void
lay_out_sides (LifeSheet *self, LifeView *view, const LifeGeometry *geometry,
    const LifeFrame *frame)
{
  const guint32 width = geometry->width, height = geometry->height;
  const guint32 depth = geometry->depth;
  const Borders borders = choose_borders (frame);
  const guint both = across_borders (&borders);
  guint32 zoom, line, gap, of_x, of_y, of_z;
  guint64 n;

  choose_scale (geometry, frame->width - both, frame->height - both, &zoom, &n);
  line = (guint32) (borders.line * n);
  gap = (guint32) (borders.gap * n) + 2 * line;
  of_x = box_side (width, zoom, n);
  of_y = box_side (height, zoom, n);
  of_z = box_side (depth, zoom, n);
  *self = (LifeSheet){ 2 * line + of_x + gap + of_z,
    2 * line + of_z + gap + of_y, MAX (zoom, 1), line, 3 };
  self->parts[0] = (LifeSheetPart){ LIFE_AXIS_Z, FALSE, line, line + of_z + gap,
    of_x, of_y, 0, width, height, 0, 1, width };
  self->parts[1] = (LifeSheetPart){ LIFE_AXIS_Y, FALSE, line, line, of_x, of_z,
    of_z - depth * self->scale, width, depth, (gint64) width * (depth - 1), 1,
    -(gint64) width };
  self->parts[2] = (LifeSheetPart){ LIFE_AXIS_X, TRUE, line + of_x + gap,
    line + of_z + gap, of_z, of_y, 0, depth, height, 0, height, 1 };
  view->zoom = 1.0 / (gdouble) n;
  view->x = view->y = -1;
  view->rotation = 0;
  view->scaling = LIFE_SCALING_AREA;
  view->grid = 0;
}

void
life_sheet_of_view (LifeSheet *self, LifeView *view,
    const LifeGeometry *geometry, const LifeFrame *frame)
{
  /* All of it, as a GPU compares it byte by byte. */
  memset (self, 0, sizeof *self);
  if (life_view_kind_is (view->kind, LIFE_VIEW_FLAG_BY_AXIS))
    lay_out_projection (self, view, geometry);
  else
    lay_out_sides (self, view, geometry, frame);
}

/* --- Back to the world --- */

/* The far edge of the last cell belongs to that cell. */
static gdouble
clamp_inside (gdouble position, guint32 cells)
{
  return position < cells ? position : cells - 0.5;
}

gboolean
life_sheet_locate (const LifeSheet *self, const LifeGeometry *geometry,
    gdouble x, gdouble y, LifeLocation *location)
{
  guint32 columns, rows, planes;
  const LifeSheetPart *part;
  gdouble across, down, depth;
  LifeSheetPosition position;

  if (!(x >= 0 && x < self->n_columns && y >= 0 && y < self->n_rows))
    return FALSE;
  position = life_sheet_find (self, (guint32) x, (guint32) y);
  if (position.part < 0)
    return FALSE;
  part = &self->parts[position.part];
  life_geometry_plane (geometry, part->axis, &columns, &rows, &planes);
  across = (x - part->x) / self->scale;
  down = (y - part->y - part->skip) / self->scale;
  if (part->row_step < 0)
    down = clamp_inside (part->rows - down, part->rows);
  depth = part->from_far ? planes - 0.5 : 0.5;
  switch (part->axis) {
    case LIFE_AXIS_Z:
      *location = (LifeLocation){ across, down, (guint32) depth };
      break;
    case LIFE_AXIS_Y:
      *location = (LifeLocation){ across, depth, (guint32) down };
      break;
    case LIFE_AXIS_X:
      *location = (LifeLocation){ depth, down, (guint32) across };
      break;
  }
  return TRUE;
}
