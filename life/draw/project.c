/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the first live cell of each column of cells. Rows of cells along x are scanned
 * 64 cells at a time, plane after plane from the eye; what is left of a row are the
 * columns that no live cell was found in yet. Along x itself it is the first bit of each
 * row. */
#include "life/draw/project.h"

#include "life/base/bits.h"
#include "life/base/memory.h"

/* Rows of the view that are made together, and how long they are together: enough of a
 * plane that lies side by side in memory. */
#define BAND_ROWS 64
#define BAND_WORDS (1 << 14)

typedef struct {
  const LifeProjectedPart *to;
  const LifeCellPlane *plane;
  LifeProjection projection;
  guint32 n_rows, band_rows;
} Projecting;

/* What a thread needs. */
typedef struct {
  const Projecting *projecting;
  LifeCellPlane across; /* z: what is read of the world */
  guint32 first_row;    /* of @left */
  guint32 n_left;       /* rows that are not done */
  guint32 length;       /* of a row along x */
  gsize n_words;
  guint64 *left; /* columns of each row that nothing was found in */
  guint64 *now, *found;
  guint8 *states;
} ProjectedBand;

static guint8 *
row_of (const Projecting *projecting, guint32 row)
{
  return projecting->to->indices + (gsize) row * projecting->to->n_columns;
}

/* Lets the plane across z be read in which row @row of the view lies where it crosses plane
 * @plane; returns its row there. */
static guint32
open_row (ProjectedBand *band, guint32 plane, guint32 row)
{
  gboolean across_z = band->projecting->projection.axis == LIFE_AXIS_Z;

  band->across.slice = across_z ? plane : row;
  return across_z ? row : plane;
}

/* --- Along y and z --- */

/* Takes what lives of a row out of what is left of it; returns whether anything does, and
 * in which words. */
static gboolean
find_new (const guint64 *now, gsize n_words, guint64 *left, guint64 *found,
    gsize *first, gsize *end)
{
  guint64 any = 0;

  for (gsize i = 0; i < n_words; i++) {
    found[i] = now[i] & left[i];
    any |= found[i];
  }
  if (any == 0)
    return FALSE;
  for (gsize i = 0; i < n_words; i++)
    left[i] ^= found[i];
  *first = 0;
  *end = n_words;
  while (found[*first] == 0)
    (*first)++;
  while (found[*end - 1] == 0)
    (*end)--;
  return TRUE;
}

static gboolean
is_empty (const guint64 *words, gsize n)
{
  guint64 any = 0;

  for (gsize i = 0; i < n; i++)
    any |= words[i];
  return any == 0;
}

/* Looks at a row in the @i-th plane. */
static void
project_row (ProjectedBand *band, guint32 i, guint32 row)
{
  const Projecting *projecting = band->projecting;
  const LifeProjection *projection = &projecting->projection;
  guint64 *left = band->left + (row - band->first_row) * band->n_words;
  guint8 *out = row_of (projecting, row);
  const guint8 *of_cells = NULL;
  const guint32 y = open_row (band, life_projection_plane (projection, i), row);
  const LifeCellPlane *across = &band->across;
  guint32 first_cell;
  gsize first, end;

  if (!find_new (life_cell_plane_read_row (across, y, band->now), band->n_words,
          left, band->found, &first, &end))
    return;
  first_cell = (guint32) (first * LIFE_WORD_CELLS);
  if (projection->classes.of == LIFE_CLASS_OF_INDEX)
    of_cells = life_cell_plane_read_indices (across, y, first_cell,
        (guint32) MIN (
            end * LIFE_WORD_CELLS - first_cell, band->length - first_cell),
        band->states);
  for (gsize word = first; word < end; word++)
    for (guint64 bits = band->found[word]; bits != 0; bits &= bits - 1) {
      guint32 x = (guint32) (word * LIFE_WORD_CELLS + __builtin_ctzll (bits));
      guint32 of_cell = of_cells != NULL ? of_cells[x - first_cell] : 0;

      out[x] = life_projection_index (projection,
          life_projection_class (projection, of_cell, x, y, across->slice), i);
    }
  if (is_empty (left, band->n_words))
    band->n_left--;
}

/* The rows from @first to @end, in one plane after the other. */
static void
project_planes (ProjectedBand *band, guint32 first, guint32 end)
{
  const LifeProjection *projection = &band->projecting->projection;

  band->first_row = first;
  band->n_left = end - first;
  memset (band->left, 0xff, band->n_left * band->n_words * sizeof (guint64));
  for (guint i = 1; i <= band->n_left; i++)
    band->left[i * band->n_words - 1] =
        life_bits_mask ((band->length - 1) % LIFE_WORD_CELLS + 1);
  for (guint32 i = 0; i < projection->n_planes && band->n_left > 0; i++)
    for (guint32 row = first; row < end; row++)
      project_row (band, i, row);
}

/* --- Along x --- */

/* The first live cell of a row, or the last one; FALSE: none lives. */
static gboolean
find_first (const ProjectedBand *band, const guint64 *now, gboolean from_far,
    guint32 *x)
{
  guint last_cells = (band->length - 1) % LIFE_WORD_CELLS + 1;

  for (gsize i = 0; i < band->n_words; i++) {
    gsize word = from_far ? band->n_words - 1 - i : i;
    guint64 bits = word + 1 < band->n_words
                       ? now[word]
                       : now[word] & life_bits_mask (last_cells);

    if (bits == 0)
      continue;
    *x = (guint32) (word * LIFE_WORD_CELLS)
         + (guint32) (from_far ? 63 - __builtin_clzll (bits)
                               : __builtin_ctzll (bits));
    return TRUE;
  }
  return FALSE;
}

static void
project_lines (ProjectedBand *band, guint32 z)
{
  const Projecting *projecting = band->projecting;
  const LifeProjection *projection = &projecting->projection;
  guint8 *out = row_of (projecting, z);

  band->across.slice = z;
  for (guint32 y = 0; y < projecting->to->n_columns; y++) {
    const guint64 *now = life_cell_plane_read_row (&band->across, y, band->now);
    guint32 x, of_cell = 0;

    if (!find_first (band, now, projection->from_far != 0, &x))
      continue;
    if (projection->classes.of == LIFE_CLASS_OF_INDEX)
      of_cell =
          *life_cell_plane_read_indices (&band->across, y, x, 1, band->states);
    /* Planes count from the eye as planes of planes do. */
    out[y] = life_projection_index (projection,
        life_projection_class (projection, of_cell, x, y, z),
        life_projection_plane (projection, x));
  }
}

/* --- All of it --- */

static void
project_rows (ProjectedBand *band, guint32 first, guint32 end)
{
  LifeAxis axis = band->projecting->projection.axis;

  if (axis == LIFE_AXIS_Z)
    project_planes (band, first, end);
  /* Along y all planes of one row lie side by side. */
  for (guint32 row = first; axis != LIFE_AXIS_Z && row < end; row++)
    if (axis == LIFE_AXIS_Y)
      project_planes (band, row, row + 1);
    else
      project_lines (band, row);
}

static void
project_band (gpointer data, gsize item)
{
  const Projecting *projecting = data;
  guint32 first = (guint32) item * projecting->band_rows;
  guint32 end = MIN (first + projecting->band_rows, projecting->n_rows);
  ProjectedBand band = { projecting, *projecting->plane };

  band.across.axis = LIFE_AXIS_Z;
  band.length = projecting->projection.size[0];
  band.n_words = life_bits_words (band.length);
  band.now = g_new (guint64, band.n_words);
  band.found = g_new (guint64, band.n_words);
  band.left = g_new (guint64, projecting->band_rows * band.n_words);
  band.states = g_malloc (band.length + (gsize) LIFE_CELLS_PADDING);
  memset (row_of (projecting, first), 0,
      (gsize) (end - first) * projecting->to->n_columns);
  project_rows (&band, first, end);
  g_free (band.now);
  g_free (band.found);
  g_free (band.left);
  g_free (band.states);
}

/* LifeReadIndices of a sheet that is but a projection. */
static const guint8 *
read_projected (const LifeCellPlane *plane, guint32 row, guint32 first,
    guint32 n, guint8 *scratch)
{
  const LifeProjected *self = plane->coloring;
  const LifeProjectedPart *part = &self->parts[0];

  return part->indices + (gsize) row * part->n_columns + first;
}

static gboolean
reserve (LifeProjectedPart *self, gsize bytes, GError **error)
{
  if (self->bytes == bytes)
    return TRUE;
  life_memory_release (self->indices);
  self->indices = life_memory_reserve (bytes, "a projection", error);
  self->bytes = self->indices != NULL ? bytes : 0;
  return self->indices != NULL;
}

static gboolean
project_part (LifeProjectedPart *self, const LifeSheetPart *part,
    const LifeRowColoring *coloring, const LifeCellPlane *plane, GError **error)
{
  LifeThreadPool *pool = plane->cells.pool;
  const LifeGeometry *geometry = &plane->cells.geometry;
  Projecting projecting = { self, plane };
  LifeWork work = { .item = project_band };
  guint32 n_planes;
  guint64 n_cells;

  life_projection_init (&projecting.projection, &coloring->coloring->classes,
      geometry, part->axis, part->from_far != 0);
  life_geometry_plane (
      geometry, part->axis, &self->n_columns, &projecting.n_rows, &n_planes);
  if (!reserve (self, (gsize) self->n_columns * projecting.n_rows, error))
    return FALSE;
  projecting.band_rows = (guint32) CLAMP (
      BAND_WORDS / life_bits_words (geometry->width), 1, BAND_ROWS);
  work.items =
      (projecting.n_rows + projecting.band_rows - 1) / projecting.band_rows;
  life_geometry_cells (geometry, &n_cells);
  if (pool != NULL)
    life_thread_pool_run (pool, life_thread_pool_choose (pool, n_cells / 8, 1),
        &work, &projecting);
  for (gsize i = 0; pool == NULL && i < work.items; i++)
    project_band (&projecting, i);
  return TRUE;
}

/* --- Sheets --- */

/* A row of a sheet in the making: @out are its cells from @first to before @end. */
typedef struct {
  const LifeProjected *of;
  gint64 first, end;
  guint8 *out;
} SheetRow;

static void
fill (const SheetRow *row, gint64 first, gint64 end, guint8 index)
{
  first = MAX (first, row->first);
  end = MIN (end, row->end);
  if (first < end)
    memset (row->out + (first - row->first), index, (gsize) (end - first));
}

/* Row @y of the cells of a part. */
static void
write_cells (const SheetRow *row, guint i, guint32 y)
{
  const LifeSheet *sheet = &row->of->sheet;
  const LifeSheetPart *part = &sheet->parts[i];
  const guint8 *indices =
      row->of->parts[i].indices + part->first + y * part->row_step;
  const gint64 x = part->x, scale = sheet->scale;
  gint64 at = MAX (x, row->first);
  const gint64 end = MIN (x + part->columns * scale, row->end);

  for (gint64 column = (at - x) / scale; at < end; column++) {
    const guint8 index = indices[column * part->column_step];

    for (const gint64 next = MIN (x + (column + 1) * scale, end); at < next;
         at++)
      row->out[at - row->first] = index;
  }
}

/* What row @y from the upper edge of a part's box shows of it. */
static void
write_part (const SheetRow *row, guint i, gint64 y)
{
  const LifeSheet *sheet = &row->of->sheet;
  const LifeSheetPart *part = &sheet->parts[i];
  const gint64 left = part->x, right = left + part->width, line = sheet->line;

  if (y < -line || y >= part->height + line)
    return;
  if (y < 0 || y >= part->height) {
    fill (row, left - line, right + line, row->of->line);
    return;
  }
  fill (row, left - line, left, row->of->line);
  fill (row, right, right + line, row->of->line);
  if (y >= part->skip && (y - part->skip) / sheet->scale < part->rows)
    write_cells (row, i, (guint32) ((y - part->skip) / sheet->scale));
}

/* LifeReadIndices of a sheet; what is where is as life_sheet_find() has it. */
static const guint8 *
read_sheet (const LifeCellPlane *plane, guint32 row, guint32 first, guint32 n,
    guint8 *scratch)
{
  const LifeProjected *self = plane->coloring;
  const SheetRow made = { self, first, (gint64) first + n, scratch };

  memset (scratch, 0, n);
  for (guint i = 0; i < self->sheet.n_parts; i++)
    write_part (&made, i, (gint64) row - self->sheet.parts[i].y);
  return scratch;
}

gboolean
life_project (LifeProjected *self, const LifeSheet *sheet,
    const LifeRowColoring *coloring, LifeCellPlane *plane, GError **error)
{
  self->sheet = *sheet;
  self->line = life_classes_far_index (&coloring->coloring->classes);
  for (guint i = 0; i < sheet->n_parts; i++)
    if (!project_part (
            &self->parts[i], &sheet->parts[i], coloring, plane, error))
      return FALSE;
  plane->read_indices = sheet->n_parts == 1 ? read_projected : read_sheet;
  plane->coloring = self;
  return TRUE;
}

void
life_projected_clear (LifeProjected *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->parts); i++)
    life_memory_release (self->parts[i].indices);
  memset (self, 0, sizeof *self);
}
