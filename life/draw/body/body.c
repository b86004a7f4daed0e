/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fills what engines look up when they draw a body. */
#include "life/draw/body/body.h"

#include <string.h>

/* The cells that a ray meets, most of all: it crosses a side for each but the first. */
static guint64
max_cells (const LifeCellPosition *size)
{
  return (guint64) size->x + (guint64) size->y + (guint64) size->z - 2;
}

void
life_body_tables_init (LifeBodyTables *tables, const LifeColoring *coloring,
    const LifeScene *scene, gdouble density_gain)
{
  const guint8 (*rgba)[4] = coloring->colors.rgba;

  memset (tables, 0, sizeof *tables);
  for (guint i = 0; i < G_N_ELEMENTS (tables->colors); i++)
    tables->colors[i] = rgba[i][0] | (guint32) rgba[i][1] << 8
                        | (guint32) rgba[i][2] << 16
                        | (guint32) rgba[i][3] << 24;
  if (coloring->source == LIFE_COLOR_SOURCE_DENSITY)
    life_density_init_counts (
        tables->thresholds, density_gain, max_cells (&scene->size));
  if (coloring->source == LIFE_COLOR_SOURCE_HISTORY)
    memcpy (tables->history, coloring->history.of, sizeof coloring->history.of);
  if (coloring->source == LIFE_COLOR_SOURCE_NEIGHBORS)
    tables->neighbors = coloring->neighbors;
}

void
life_body_init (LifeBody *body, const LifePicturePlan *plan,
    const LifeGeometry *geometry, const LifeStackShape *stack, guint32 newest)
{
  const LifePictureLayout *layout = &plan->layout;
  const LifeView *view = &layout->view;
  const LifePerspective *perspective = &view->perspective;

  memset (body, 0, sizeof *body);
  body->geometry = *geometry;
  body->source = plan->coloring.source;
  body->is_xray = life_view_kind_is (view->kind, LIFE_VIEW_FLAG_RAY_COUNTS);
  body->shadows = perspective->shadows;
  body->occlusion = perspective->occlusion;
  body->antialias = perspective->antialias;
  life_scene_init (&body->scene, perspective, view->overlay, layout->width,
      layout->height, geometry->width, geometry->height,
      stack != NULL ? stack->frames : geometry->depth,
      stack != NULL ? stack->ring : 0, stack != NULL ? newest + 1 : 0);
}
