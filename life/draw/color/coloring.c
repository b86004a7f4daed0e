/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The colors of a view, made once and compared with those of another. */
#include "life/draw/color/coloring.h"

#include <string.h>

#include "life/draw/color/modes.h"
#include "life/world/view-kinds.h"

/* The index of what lives, if that is all that a cell has. */
#define LIVING 255

LifeColorSource
life_color_source_choose (const LifeView *view, const LifeRule *rule)
{
  return life_view_kind_get_form (view->kind) == LIFE_VIEW_FORM_PROJECTION
             ? LIFE_COLOR_SOURCE_PROJECTED
             : life_color_use_of (view, rule)->source;
}

void
life_coloring_init (
    LifeColoring *coloring, const LifeView *view, const LifeRule *rule)
{
  const LifeColorUse *use = life_color_use_of (view, rule);
  guint32 argb[LIFE_MAX_STATES] = { 0 };

  coloring->source = life_color_source_choose (view, rule);
  coloring->cells_source = use->source;
  coloring->neighborhood = life_neighborhood_shape (rule);
  if (use->fill == NULL) {
    life_colors_init_solid (&coloring->colors, view);
    return;
  }
  use->fill (coloring, view, rule, argb);
  life_colors_init_indices (&coloring->colors, view, argb);
}

void
life_coloring_get_cells (const LifeColoring *coloring, LifeColors *colors)
{
  *colors = coloring->colors;
  if (!life_color_source_has_indices (coloring->source))
    for (guint i = 1; i < LIVING; i++)
      memcpy (colors->rgba[i], colors->rgba[LIVING], 4);
}

static gboolean
is_same_projection (const LifeColoring *coloring, const LifeView *previous,
    const LifeView *view, const LifeRule *rule)
{
  const LifeColorSource source = life_color_use_of (view, rule)->source;

  return source == coloring->cells_source
         && (source != LIFE_COLOR_SOURCE_STATE
             || coloring->classes.n == rule->states - 1)
         && previous->color_mode == view->color_mode
         && previous->alive_color == view->alive_color
         && memcmp (previous->state_colors, view->state_colors,
                sizeof view->state_colors)
                == 0
         && life_neighborhood_is_same (
             coloring->neighborhood, life_neighborhood_shape (rule));
}

gboolean
life_coloring_is_same (const LifeColoring *coloring, const LifeView *previous,
    const LifeView *view, const LifeRule *rule)
{
  if (coloring->source != life_color_source_choose (view, rule)
      || previous->overlay != view->overlay
      || previous->dead_color != view->dead_color)
    return FALSE;
  if (coloring->source == LIFE_COLOR_SOURCE_ALIVE)
    return life_colors_are_same_solid (previous, view);
  if (coloring->source == LIFE_COLOR_SOURCE_STATE)
    return memcmp (previous->state_colors, view->state_colors,
               sizeof view->state_colors)
           == 0;
  if (previous->palette_phase != view->palette_phase
      || memcmp (previous->palette_colors, view->palette_colors,
             sizeof view->palette_colors)
             != 0)
    return FALSE;
  if (coloring->source == LIFE_COLOR_SOURCE_DENSITY)
    return TRUE;
  if (coloring->source == LIFE_COLOR_SOURCE_PROJECTED)
    return is_same_projection (coloring, previous, view, rule);
  if (coloring->source == LIFE_COLOR_SOURCE_NEIGHBORS)
    return life_color_neighbors_axis (previous)
               == life_color_neighbors_axis (view)
           && life_neighborhood_is_same (
               coloring->neighborhood, life_neighborhood_shape (rule));
  return previous->color_mode == view->color_mode
         && previous->trail == view->trail
         && previous->alive_color == view->alive_color;
}
