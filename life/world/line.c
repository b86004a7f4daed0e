/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines of cells drawn into a world. */
#include "life/world/unbounded-world.h"

/* Cells are changed box by box, so that no line needs much memory, and a GPU is
 * requested few pieces. */
#define BOX_CELLS (32 * 1024)

/* A longer line in a world without edges would take more memory than there is. */
#define MAX_FREE_STEPS (1 << 24)

/* Every whole number up to here is a double, as positions in views are. */
#define MAX_POSITION (G_GINT64_CONSTANT (1) << 53)

/* Sums of steps times distances do not fit 64 bits. */
__extension__ typedef __int128 Wide;

/* From one end of a line to the other: @along cells along each axis in @steps
 * steps. */
typedef struct {
  gint64 from[3], along[3];
  gint64 steps;
  gint64 next, end; /* the steps that are not drawn yet */
} LinePath;

static gint64
divide_down (Wide a, Wide b)
{
  return (gint64) (a / b - (a % b < 0));
}

/* The cell of step @step: the one nearest to the line, at an equal distance the one
 * further on along the axis. */
static gint64
position_at (const LinePath *path, guint axis, gint64 step)
{
  if (path->steps == 0)
    return path->from[axis];
  return path->from[axis]
         + divide_down ((Wide) 2 * step * path->along[axis] + path->steps,
             (Wide) 2 * path->steps);
}

/* The first step from @low to below @high at which the line has passed @position along an
 * axis on which it goes @up, or has come to it; else @high. */
static gint64
first_step (const LinePath *path, guint axis, gboolean up, gint64 position,
    gint64 low, gint64 high)
{
  while (low < high) {
    gint64 middle = low + (high - low) / 2;
    gint64 at = position_at (path, axis, middle);

    if (up ? at >= position : at <= position)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* Narrows the steps to those inside the world. */
static void
clip_axis (LinePath *path, guint axis, gint64 side)
{
  const gboolean up = path->along[axis] >= 0;

  path->next =
      first_step (path, axis, up, up ? 0 : side - 1, path->next, path->end);
  path->end =
      first_step (path, axis, up, up ? side : -1, path->next, path->end);
}

/* Adds a cell to the box around @low to @high, unless that gets too large. */
static gboolean
grow_box (gint64 low[3], gint64 high[3], const LinePath *path, gint64 step)
{
  gint64 lower[3], higher[3];
  guint64 cells = 1;

  for (guint i = 0; i < 3; i++) {
    const gint64 at = position_at (path, i, step);

    lower[i] = MIN (low[i], at);
    higher[i] = MAX (high[i], at);
    cells *= (guint64) (higher[i] - lower[i]) + 1;
    if (cells > BOX_CELLS)
      return FALSE;
  }
  memcpy (low, lower, sizeof lower);
  memcpy (high, higher, sizeof higher);
  return TRUE;
}

/* Sets the cells of the next steps that lie in one box. */
static gboolean
draw_box (LifeEngine *engine, LinePath *path, guint8 state, guint8 *cells,
    GError **error)
{
  gint64 low[3], high[3];
  gint64 stop = path->next;
  LifeBox box;

  for (guint i = 0; i < 3; i++)
    low[i] = high[i] = position_at (path, i, path->next);
  while (stop < path->end && grow_box (low, high, path, stop))
    stop++;
  box = (LifeBox){ low[0], low[1], low[2], high[0] - low[0] + 1,
    high[1] - low[1] + 1, high[2] - low[2] + 1 };
  if (!engine->klass->read (engine, &box, cells, error))
    return FALSE;
  for (; path->next < stop; path->next++) {
    const gint64 x = position_at (path, 0, path->next) - low[0];
    const gint64 y = position_at (path, 1, path->next) - low[1];
    const gint64 z = position_at (path, 2, path->next) - low[2];

    cells[(z * box.height + y) * box.width + x] = state;
  }
  return engine->klass->write (engine, &box, cells, error);
}

/* Whether every whole number up to there is a position that programs can name. */
static gboolean
is_named (const gint64 position[3])
{
  for (guint i = 0; i < 3; i++)
    if (position[i] < -MAX_POSITION || position[i] > MAX_POSITION)
      return FALSE;
  return TRUE;
}

gboolean
life_line_check (const LifeLine *line, const LifeRule *rule, GError **error)
{
  g_return_val_if_fail (line != NULL && rule != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (line->state >= rule->states)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_RULE,
        "there is no state %u to draw in; under the present rule cells have "
        "states 0 to %u",
        line->state, rule->states - 1);
  else if (!is_named (line->from) || !is_named (line->to))
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a line leads from -2^53 to 2^53 along each axis at most");
  else
    return TRUE;
  return FALSE;
}

/* Leaves the steps that lie in the world. */
static void
clip (LinePath *path, const LifeGeometry *geometry)
{
  path->end = path->steps + 1;
  if (geometry->topology != LIFE_TOPOLOGY_UNBOUNDED) {
    clip_axis (path, 0, geometry->width);
    clip_axis (path, 1, geometry->height);
  }
  clip_axis (path, 2, geometry->depth);
}

gboolean
life_world_draw_line (LifeWorld *world, const LifeLine *line, GError **error)
{
  g_autofree guint8 *cells = NULL;
  LinePath path = { .steps = 0 };

  g_return_val_if_fail (world != NULL, FALSE);
  if (!life_line_check (line, world->rule, error))
    return FALSE;
  for (guint i = 0; i < 3; i++) {
    path.from[i] = line->from[i];
    path.along[i] = line->to[i] - line->from[i];
    path.steps = MAX (path.steps, ABS (path.along[i]));
  }
  clip (&path, &world->engine->geometry);
  if (path.next >= path.end)
    return TRUE;
  if (life_world_is_unbounded (world)
      && path.end - path.next > MAX_FREE_STEPS) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a line in a world without edges has 2^24 cells at most");
    return FALSE;
  }
  if (!life_world_begin_edit (world, error))
    return FALSE;
  cells = g_malloc (BOX_CELLS);
  while (path.next < path.end)
    if (!draw_box (world->engine, &path, (guint8) line->state, cells, error))
      return FALSE;
  return TRUE;
}
