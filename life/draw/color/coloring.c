/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a color mode looks at in a cell, and the 256 colors that its indices stand for.
 * How colors become bytes of a format is in palette.c. Logarithms are taken here and in
 * density.c, on the host, so that every engine has the same. */
#include "life/draw/color/coloring.h"

#include "life/draw/color/density.h"

#include <math.h>
#include <string.h>

/* Index 0 is what is dead; nothing else is. */
#define INDICES 255

LifeColorMode
life_colors_choose_mode (const LifeView *view, guint states)
{
  LifeColorMode mode = view->color_mode;

  if (mode == LIFE_COLOR_MODE_AUTO)
    mode = view->zoom < 1 && !view->overlay ? LIFE_COLOR_MODE_DENSITY
                                            : LIFE_COLOR_MODE_STATE;
  return mode == LIFE_COLOR_MODE_STATE && states == 2 ? LIFE_COLOR_MODE_SOLID
                                                      : mode;
}

/* What shows cells in @mode. */
static LifeLook
look_of_mode (LifeColorMode mode)
{
  switch (mode) {
    case LIFE_COLOR_MODE_STATE:
      return LIFE_LOOK_STATE;
    case LIFE_COLOR_MODE_DENSITY:
      return LIFE_LOOK_DENSITY;
    case LIFE_COLOR_MODE_AGE:
    case LIFE_COLOR_MODE_TRAIL:
    case LIFE_COLOR_MODE_AGE_TRAIL:
      return LIFE_LOOK_HISTORY;
    case LIFE_COLOR_MODE_NEIGHBORS:
      return LIFE_LOOK_NEIGHBORS;
    default:
      return LIFE_LOOK_ALIVE;
  }
}

/* In perspective: a ray counts cells, or meets one. */
static LifeLook
choose_body_look (const LifeView *view, const LifeRule *rule)
{
  if (view->kind == LIFE_VIEW_XRAY)
    return LIFE_LOOK_DENSITY;
  switch (view->color_mode) {
    case LIFE_COLOR_MODE_POSITION:
      return LIFE_LOOK_POSITION;
    case LIFE_COLOR_MODE_DISTANCE:
      return LIFE_LOOK_DISTANCE;
    case LIFE_COLOR_MODE_DEPTH:
      return LIFE_LOOK_DEPTH;
    case LIFE_COLOR_MODE_DENSITY:
      return LIFE_LOOK_ALIVE;
    case LIFE_COLOR_MODE_AUTO:
      return rule->states > 2 ? LIFE_LOOK_STATE : LIFE_LOOK_ALIVE;
    default:
      return look_of_mode (life_colors_choose_mode (view, rule->states));
  }
}

LifeLook
life_look_choose (const LifeView *view, const LifeRule *rule)
{
  if (view->kind == LIFE_VIEW_PROJECTION)
    return LIFE_LOOK_PROJECTED;
  return life_view_kind_is_perspective (view->kind)
             ? choose_body_look (view, rule)
             : look_of_mode (life_colors_choose_mode (view, rule->states));
}

/* --- Colors --- */

static guint32
age_color (const LifeView *view, guint age)
{
  return life_colors_at (view, log2 (age) / 8);
}

/* What a trail fades to. */
static guint32
fading_color (const LifeView *view)
{
  return view->overlay ? view->dead_color & 0xffffff : view->dead_color;
}

/* --- History --- */

/* The byte of a cell that has been as it is for @frames (history-cells.h). */
static guint
history_byte (guint frames)
{
  return LIFE_HISTORY_FRAMES + 1 - frames;
}

/* Gives ages their indices from 1 on, as many as there are different colors; returns
 * the last. */
static guint
color_ages (LifeHistoryIndices *indices, const LifeView *view,
    guint32 argb[LIFE_MAX_STATES])
{
  guint index = 0;

  for (guint age = 1; age <= LIFE_HISTORY_FRAMES; age++) {
    guint32 color = age_color (view, age);

    if (age == 1 || color != argb[index])
      argb[++index] = color;
    indices->of[1][history_byte (age)] = (guint8) index;
  }
  indices->of[1][0] = (guint8) index;
  return index;
}

/* Gives the frames of a trail the indices behind @last, as many as there are. */
static void
color_trail (LifeHistoryIndices *indices, const LifeView *view, guint last,
    guint32 argb[LIFE_MAX_STATES])
{
  guint trail = CLAMP (view->trail, 1, LIFE_HISTORY_FRAMES);
  guint levels = MIN (trail, INDICES - last), level = 0;
  gboolean fades = view->color_mode == LIFE_COLOR_MODE_AGE_TRAIL;

  for (guint frame = 1; frame <= trail; frame++) {
    guint part = frame - 1;

    if (part * levels / trail + 1 > level) {
      level++;
      argb[last + level] = fades
                               ? life_colors_mix (view->palette_colors[255],
                                   fading_color (view), part, trail)
                               : life_colors_at (view, (gdouble) part / trail);
    }
    indices->of[0][history_byte (frame)] = (guint8) (last + level);
  }
}

static void
color_history (LifeHistoryIndices *indices, const LifeView *view,
    guint32 argb[LIFE_MAX_STATES])
{
  guint last = 1;

  memset (indices, 0, sizeof *indices);
  if (view->color_mode == LIFE_COLOR_MODE_TRAIL) {
    memset (indices->of[1], 1, sizeof indices->of[1]);
    argb[1] = view->alive_color;
  } else {
    last = color_ages (indices, view, argb);
  }
  if (view->color_mode != LIFE_COLOR_MODE_AGE)
    color_trail (indices, view, last, argb);
}

/* --- Neighbors --- */

/* The axis across which rows and planes of neighbors lie. */
static LifeAxis
neighbors_axis (const LifeView *view)
{
  return life_view_kind_is_perspective (view->kind) ? LIFE_AXIS_Z : view->axis;
}

static void
color_neighbors (
    guint neighbors, const LifeView *view, guint32 argb[LIFE_MAX_STATES])
{
  guint levels = life_neighbors_levels (neighbors);

  for (guint level = 1; level <= levels; level++)
    argb[level] = life_colors_at (view, (gdouble) (level - 1) / (levels - 1));
}

/* --- Places --- */

/* Hues all around: red, green and blue rise and fall one after the other. */
static void
color_hues (guint32 argb[LIFE_MAX_STATES])
{
  for (guint i = 0; i < LIFE_MAX_STATES; i++) {
    argb[i] = 0xff000000u;
    for (guint channel = 0; channel < 3; channel++) {
      gdouble turn = 2 * G_PI * (i / 256.0 - channel / 3.0);

      argb[i] |= (guint32) (0.5 + 255 * (0.6 + 0.4 * cos (turn)))
                 << (16 - 8 * channel);
    }
  }
}

static void
color_way (const LifeView *view, guint32 argb[LIFE_MAX_STATES])
{
  for (guint i = 1; i <= INDICES; i++)
    argb[i] = life_colors_at (view, (gdouble) (i - 1) / (INDICES - 1));
}

/* --- Projections --- */

static void
color_projection (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  LifeClasses *classes = &coloring->classes;
  LifeColorMode mode = life_projection_mode (view, rule->states);
  guint32 of_plane[LIFE_MAX_STATES];

  coloring->cells_look = look_of_mode (mode);
  if (mode == LIFE_COLOR_MODE_STATE) {
    life_classes_init_states (classes, view, rule->states, argb);
  } else if (mode == LIFE_COLOR_MODE_AGE) {
    memset (&coloring->history, 0, sizeof coloring->history);
    color_ages (&coloring->history, view, of_plane);
    life_classes_init_ages (classes, view, coloring->history.of[1], argb);
  } else if (mode == LIFE_COLOR_MODE_NEIGHBORS) {
    /* Cells are looked at in planes across z, whatever the axis. */
    life_neighbors_init (
        &coloring->neighbors, coloring->neighborhood, LIFE_AXIS_Z);
    life_classes_init_levels (classes, view,
        life_neighbors_levels (coloring->neighbors.neighbors), argb);
  } else if (mode == LIFE_COLOR_MODE_DISTANCE) {
    life_classes_init_distances (classes, view, argb);
  } else if (mode == LIFE_COLOR_MODE_POSITION) {
    life_classes_init_positions (classes, view, argb);
  } else if (mode == LIFE_COLOR_MODE_DEPTH) {
    life_classes_init_depths (classes, view, argb);
  } else {
    life_classes_init_all (classes, view, argb);
  }
}

/* --- Colorings --- */

void
life_coloring_init (
    LifeColoring *coloring, const LifeView *view, const LifeRule *rule)
{
  guint32 argb[LIFE_MAX_STATES] = { 0 };

  coloring->look = coloring->cells_look = life_look_choose (view, rule);
  coloring->neighborhood = life_neighborhood_shape (rule);
  switch (coloring->look) {
    case LIFE_LOOK_ALIVE:
      life_colors_init_solid (&coloring->colors, view);
      return;
    case LIFE_LOOK_STATE:
      life_colors_init_indices (&coloring->colors, view, view->state_colors);
      return;
    case LIFE_LOOK_DENSITY:
      for (guint i = 1; i < LIFE_DENSITY_INDICES; i++)
        argb[i] = life_colors_at (view, life_density_position (i));
      break;
    case LIFE_LOOK_HISTORY:
      color_history (&coloring->history, view, argb);
      break;
    case LIFE_LOOK_NEIGHBORS:
      life_neighbors_init (
          &coloring->neighbors, coloring->neighborhood, neighbors_axis (view));
      color_neighbors (coloring->neighbors.neighbors, view, argb);
      break;
    case LIFE_LOOK_POSITION:
      color_hues (argb);
      break;
    case LIFE_LOOK_DISTANCE:
    case LIFE_LOOK_DEPTH:
      color_way (view, argb);
      break;
    case LIFE_LOOK_PROJECTED:
      color_projection (coloring, view, rule, argb);
      break;
  }
  life_colors_init_indices (&coloring->colors, view, argb);
}

void
life_coloring_get_cells (const LifeColoring *coloring, LifeColors *colors)
{
  *colors = coloring->colors;
  if (!life_look_has_indices (coloring->look))
    for (guint i = 1; i < INDICES; i++)
      memcpy (colors->rgba[i], colors->rgba[INDICES], 4);
}

static gboolean
is_same_projection (const LifeColoring *coloring, const LifeView *before,
    const LifeView *view, const LifeRule *rule)
{
  LifeColorMode mode = life_projection_mode (view, rule->states);

  return look_of_mode (mode) == coloring->cells_look
         && (mode != LIFE_COLOR_MODE_STATE
             || coloring->classes.n == rule->states - 1)
         && before->color_mode == view->color_mode
         && before->alive_color == view->alive_color
         && memcmp (before->state_colors, view->state_colors,
                sizeof view->state_colors)
                == 0
         && life_neighborhood_is_same (
             coloring->neighborhood, life_neighborhood_shape (rule));
}

gboolean
life_coloring_is_same (const LifeColoring *coloring, const LifeView *before,
    const LifeView *view, const LifeRule *rule)
{
  if (coloring->look != life_look_choose (view, rule)
      || before->overlay != view->overlay
      || before->dead_color != view->dead_color)
    return FALSE;
  if (coloring->look == LIFE_LOOK_ALIVE)
    return life_colors_are_same_solid (before, view);
  if (coloring->look == LIFE_LOOK_STATE)
    return memcmp (before->state_colors, view->state_colors,
               sizeof view->state_colors)
           == 0;
  if (before->palette_phase != view->palette_phase
      || memcmp (before->palette_colors, view->palette_colors,
             sizeof view->palette_colors)
             != 0)
    return FALSE;
  if (coloring->look == LIFE_LOOK_DENSITY)
    return TRUE;
  if (coloring->look == LIFE_LOOK_PROJECTED)
    return is_same_projection (coloring, before, view, rule);
  if (coloring->look == LIFE_LOOK_NEIGHBORS)
    return neighbors_axis (before) == neighbors_axis (view)
           && life_neighborhood_is_same (
               coloring->neighborhood, life_neighborhood_shape (rule));
  return before->color_mode == view->color_mode && before->trail == view->trail
         && before->alive_color == view->alive_color;
}
