/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A plain model of history: what each cell was in every frame, and which color it has by
 * that. */
#pragma once

#include <math.h>

#include "life/draw/draw-rows.h"
#include "life/rule/transition.h"
#include "life/world/topology.h"
#include "tests/support/draw/view.h"
#include "tests/support/worlds/world.h"

typedef struct {
  gsize n;
  guint8 *cells;      /* of the present frame */
  guint *age, *since; /* frames on end; frames since it lived, 0: never did */
} HistoryModel;

static inline void
history_model_init (HistoryModel *model, const LifeGeometry *geometry)
{
  model->n = (gsize) geometry->width * geometry->height * geometry->depth;
  model->cells = g_new0 (guint8, model->n);
  model->age = g_new0 (guint, model->n);
  model->since = g_new0 (guint, model->n);
}

static inline void
history_model_clear (HistoryModel *model)
{
  g_free (model->cells);
  g_free (model->age);
  g_free (model->since);
}

static inline void
read_world (LifeWorld *world, guint8 *cells)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, geometry->depth };
  GError *error = NULL;

  life_world_read (world, &box, cells, &error);
  g_assert_no_error (error);
}

/* A frame of the world; what it shows may change until the next one. */
static inline void
history_model_see (HistoryModel *model, LifeWorld *world)
{
  read_world (world, model->cells);
}

/* The frame that was seen last is over. */
static inline void
history_model_pass (HistoryModel *model)
{
  for (gsize i = 0; i < model->n; i++) {
    gboolean alive = model->cells[i] != 0;

    model->age[i] = alive ? model->age[i] + 1 : 0;
    model->since[i] = alive ? 1 : model->since[i] > 0 ? model->since[i] + 1 : 0;
  }
}

/* The color of cell @i by what became of it since the frame before, 0 where it is the dead
 * one. */
static inline guint32
change_model_color (const HistoryModel *model, const LifeView *view, gsize i)
{
  if (model->cells[i] != 0)
    return view->palette_colors[model->age[i] == 0 ? 0 : 128];
  return model->since[i] == 1 ? view->palette_colors[255] : 0;
}

/* The color of cell @i in the frame that was seen last, 0 where it is the dead one. */
static inline guint32
history_model_color (const HistoryModel *model, const LifeView *view, gsize i)
{
  LifeColorMode mode = view->color_mode;
  guint32 faded =
      view->overlay ? view->dead_color & 0xffffff : view->dead_color;

  if (mode == LIFE_COLOR_MODE_CHANGE)
    return change_model_color (model, view, i);
  if (model->cells[i] != 0)
    return mode == LIFE_COLOR_MODE_TRAIL
               ? view->alive_color
               : at_position (view, log2 (MIN (model->age[i] + 1, 255)) / 8);
  if (mode == LIFE_COLOR_MODE_AGE || model->since[i] == 0
      || model->since[i] > view->trail)
    return 0;
  if (mode == LIFE_COLOR_MODE_TRAIL)
    return at_position (view, (model->since[i] - 1.0) / view->trail);
  return mixed (
      view->palette_colors[255], faded, model->since[i] - 1, view->trail);
}

/* The color of a cell by its live neighbors, counted one by one. */
static inline guint32
neighbors_model_color (const HistoryModel *model, const LifeView *view,
    const LifeGeometry *geometry, const LifeRule *rule, gsize i)
{
  gint radius =
      rule->family == LIFE_FAMILY_LARGER_THAN_LIFE ? (gint) rule->radius : 1;
  gint deep = rule->dimensions == 3 ? radius : 0;
  gint64 column = i % geometry->width;
  gint64 row = i / geometry->width % geometry->height;
  gint64 plane = i / geometry->width / geometry->height;
  guint alive = 0, neighbors = 0;

  if (model->cells[i] == 0)
    return 0;
  for (gint dz = -deep; dz <= deep; dz++)
    for (gint dy = -radius; dy <= radius; dy++)
      for (gint dx = -radius; dx <= radius; dx++) {
        gint64 x = column + dx, y = row + dy, z = plane + dz;

        if ((dx == 0 && dy == 0 && dz == 0)
            || (rule->family == LIFE_FAMILY_WOLFRAM
                    ? dy != 0
                    : !life_is_neighbor (
                        rule->neighborhood, radius, dx, dy, dz)))
          continue;
        neighbors++;
        if (life_topology_find (geometry, &x, &y, &z))
          alive +=
              model->cells[(z * geometry->height + y) * geometry->width + x]
              != 0;
      }
  alive = MAX (alive, 1) - 1;
  if (neighbors > 255)
    return at_position (
        view, (alive * 254 + (neighbors - 1) / 2) / (neighbors - 1) / 254.0);
  return at_position (view, alive / (neighbors - 1.0));
}

/* A world of bytes whose states have the colors that the model gives the cells. */
static inline ByteWorld *
history_model_paint (const HistoryModel *model, const LifeView *view,
    const LifeGeometry *geometry, const LifeRule *rule, LifeView *painted)
{
  ByteWorld *world =
      byte_world_new (geometry->width, geometry->height, geometry->depth, 0, 1);
  guint n = 1;

  *painted = *view;
  painted->color_mode = LIFE_COLOR_MODE_STATE;
  memset (painted->state_colors, 0, sizeof painted->state_colors);
  for (gsize i = 0; i < model->n; i++) {
    guint32 color = view->color_mode == LIFE_COLOR_MODE_NEIGHBORS
                        ? neighbors_model_color (model, view, geometry, rule, i)
                        : history_model_color (model, view, i);
    guint index = 1;

    if (color == 0)
      continue;
    while (index < n && painted->state_colors[index] != color)
      index++;
    g_assert_cmpuint (index, <, 256);
    painted->state_colors[index] = color;
    n = MAX (n, index + 1);
    world->cells[i] = (guint8) index;
  }
  world->states = 256;
  return world;
}

/* A palette in which no two colors are alike. */
static inline LifeView
history_view (LifeColorMode mode, guint trail)
{
  LifeView view = default_view ();

  view.color_mode = mode;
  view.trail = trail;
  view.alive_color = 0xf0fffe10;
  view.dead_color = 0xff102030;
  for (guint i = 0; i < 256; i++)
    view.palette_colors[i] =
        0xff000000 | i << 16 | (255 - i) << 8 | (i * 7 + 31) % 256;
  return view;
}
