/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of color modes, and the 256 colors that the indices of each stand for. How colors
 * become bytes of a format is in palette.c. Logarithms are taken here and in density.c, on the
 * host, so that every engine has the same. */
#include "life/draw/color/modes.h"

#include "life/draw/color/density.h"
#include "life/world/view-kinds.h"

#include <math.h>
#include <string.h>

/* Index 0 is what is dead; nothing else is. */
#define INDICES 255

/* --- States, densities --- */

static void
fill_states (LifeColoring *coloring, const LifeView *view, const LifeRule *rule,
    guint32 argb[LIFE_MAX_STATES])
{
  memcpy (argb, view->state_colors, sizeof view->state_colors);
}

static void
fill_densities (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  for (guint i = 1; i < LIFE_DENSITY_INDICES; i++)
    argb[i] = life_colors_at (view, life_density_position (i));
}

/* --- History --- */

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

/* Gives the frames of a trail the indices behind @last, as many as there are: those of the
 * palette, or as its last color @fades. */
static void
color_trail (LifeHistoryIndices *indices, const LifeView *view, gboolean fades,
    guint last, guint32 argb[LIFE_MAX_STATES])
{
  guint trail = CLAMP (view->trail, 1, LIFE_HISTORY_FRAMES);
  guint levels = MIN (trail, INDICES - last), level = 0;

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
fill_ages (LifeColoring *coloring, const LifeView *view, const LifeRule *rule,
    guint32 argb[LIFE_MAX_STATES])
{
  memset (&coloring->history, 0, sizeof coloring->history);
  color_ages (&coloring->history, view, argb);
}

static void
fill_trail (LifeColoring *coloring, const LifeView *view, const LifeRule *rule,
    guint32 argb[LIFE_MAX_STATES])
{
  argb[1] = view->alive_color;
  memset (&coloring->history, 0, sizeof coloring->history);
  memset (coloring->history.of[1], 1, sizeof coloring->history.of[1]);
  color_trail (&coloring->history, view, FALSE, 1, argb);
}

static void
fill_ages_and_trail (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  guint last;

  memset (&coloring->history, 0, sizeof coloring->history);
  last = color_ages (&coloring->history, view, argb);
  color_trail (&coloring->history, view, TRUE, last, argb);
}

/* --- Change --- */

enum {
  BORN = 1,
  SURVIVING,
  DIED
};

/* The first, middle and last color of the palette, which does not turn: they stand for kinds
 * of cells, not for numbers, and turned ends would be alike. */
static void
color_change (LifeHistoryIndices *indices, const LifeView *view,
    guint32 argb[LIFE_MAX_STATES])
{
  memset (indices, 0, sizeof *indices);
  memset (indices->of[1], SURVIVING, sizeof indices->of[1]);
  indices->of[1][history_byte (1)] = BORN;
  indices->of[0][history_byte (1)] = DIED;
  argb[BORN] = view->palette_colors[0];
  argb[SURVIVING] = view->palette_colors[LIFE_PALETTE_COLORS / 2];
  argb[DIED] = view->palette_colors[LIFE_PALETTE_COLORS - 1];
}

static void
fill_change (LifeColoring *coloring, const LifeView *view, const LifeRule *rule,
    guint32 argb[LIFE_MAX_STATES])
{
  color_change (&coloring->history, view, argb);
}

/* --- Neighbors --- */

LifeAxis
life_color_neighbors_axis (const LifeView *view)
{
  return life_view_kind_is (view->kind, LIFE_VIEW_FLAG_PERSPECTIVE)
             ? LIFE_AXIS_Z
             : view->axis;
}

static void
fill_neighbors (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  guint levels;

  life_neighbors_init (&coloring->neighbors, coloring->neighborhood,
      life_color_neighbors_axis (view));
  levels = life_neighbors_levels (coloring->neighbors.neighbors);
  for (guint level = 1; level <= levels; level++)
    argb[level] = life_colors_at (view, (gdouble) (level - 1) / (levels - 1));
}

/* --- Places --- */

/* Hues all around: red, green and blue rise and fall one after the other. */
static void
fill_hues (LifeColoring *coloring, const LifeView *view, const LifeRule *rule,
    guint32 argb[LIFE_MAX_STATES])
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
fill_palette (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  for (guint i = 1; i <= INDICES; i++)
    argb[i] = life_colors_at (view, (gdouble) (i - 1) / (INDICES - 1));
}

/* --- Projections --- */

static void
project_alive (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  life_classes_init_all (&coloring->classes, view, argb);
}

static void
project_states (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  life_classes_init_states (&coloring->classes, view, rule->states, argb);
}

static void
project_ages (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  guint32 of_plane[LIFE_MAX_STATES];

  memset (&coloring->history, 0, sizeof coloring->history);
  color_ages (&coloring->history, view, of_plane);
  life_classes_init_ages (
      &coloring->classes, view, coloring->history.of[1], argb);
}

/* What is born and what survives, as the two live states of a rule of three. */
static void
project_change (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  LifeView states = *view;

  color_change (&coloring->history, view, states.state_colors);
  life_classes_init_states (&coloring->classes, &states, SURVIVING + 1, argb);
}

/* Cells are read in planes across z, whatever the axis. */
static void
project_neighbors (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  life_neighbors_init (
      &coloring->neighbors, coloring->neighborhood, LIFE_AXIS_Z);
  life_classes_init_levels (&coloring->classes, view,
      life_neighbors_levels (coloring->neighbors.neighbors), argb);
}

static void
project_positions (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  life_classes_init_positions (&coloring->classes, view, argb);
}

static void
project_distances (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  life_classes_init_distances (&coloring->classes, view, argb);
}

static void
project_depths (LifeColoring *coloring, const LifeView *view,
    const LifeRule *rule, guint32 argb[LIFE_MAX_STATES])
{
  life_classes_init_depths (&coloring->classes, view, argb);
}

/* --- The table --- */

#define ALIVE                     \
  {                               \
    LIFE_COLOR_SOURCE_ALIVE, NULL \
  }
#define PROJECTED_ALIVE                    \
  {                                        \
    LIFE_COLOR_SOURCE_ALIVE, project_alive \
  }

/* In the order of LifeColorMode. */
static const LifeColorModeRow modes[] = {
  /* What it stands for follows from the view and the rule. */
  { { LIFE_COLOR_MODE_AUTO, "auto",
      "density below zoom 1 (not in an overlay), else state where there are "
      "more than two, else solid" } },
  { { LIFE_COLOR_MODE_SOLID, "solid",
        "Every cell that is not dead in alive-color" },
      ALIVE, ALIVE, PROJECTED_ALIVE },
  { { LIFE_COLOR_MODE_STATE, "state",
        "Each state in its color: the rule's own, or the palette's" },
      { LIFE_COLOR_SOURCE_STATE, fill_states },
      { LIFE_COLOR_SOURCE_STATE, fill_states },
      { LIFE_COLOR_SOURCE_STATE, project_states } },
  { { LIFE_COLOR_MODE_DENSITY, "density",
        "Below zoom 1 by how many cells of a pixel live, in the palette" },
      { LIFE_COLOR_SOURCE_DENSITY, fill_densities }, ALIVE, PROJECTED_ALIVE },
  { { LIFE_COLOR_MODE_AGE, "age",
        "Live cells by the frames on end that they have lived" },
      { LIFE_COLOR_SOURCE_HISTORY, fill_ages },
      { LIFE_COLOR_SOURCE_HISTORY, fill_ages },
      { LIFE_COLOR_SOURCE_HISTORY, project_ages } },
  { { LIFE_COLOR_MODE_TRAIL, "trail",
        "Dead cells by the frames since they lived, up to trail" },
      { LIFE_COLOR_SOURCE_HISTORY, fill_trail },
      { LIFE_COLOR_SOURCE_HISTORY, fill_trail }, PROJECTED_ALIVE },
  { { LIFE_COLOR_MODE_AGE_TRAIL, "age-trail",
        "Live cells by age; dead ones fade from the palette's last color" },
      { LIFE_COLOR_SOURCE_HISTORY, fill_ages_and_trail },
      { LIFE_COLOR_SOURCE_HISTORY, fill_ages_and_trail },
      { LIFE_COLOR_SOURCE_HISTORY, project_ages } },
  { { LIFE_COLOR_MODE_NEIGHBORS, "neighbors",
        "Live cells by their live neighbors" },
      { LIFE_COLOR_SOURCE_NEIGHBORS, fill_neighbors },
      { LIFE_COLOR_SOURCE_NEIGHBORS, fill_neighbors },
      { LIFE_COLOR_SOURCE_NEIGHBORS, project_neighbors } },
  { { LIFE_COLOR_MODE_POSITION, "position",
        "Of a body by place: x and z make the hue, y how light it is" },
      ALIVE, { LIFE_COLOR_SOURCE_POSITION, fill_hues },
      { LIFE_COLOR_SOURCE_ALIVE, project_positions } },
  { { LIFE_COLOR_MODE_DISTANCE, "distance",
        "Of a body by the distance from the world's center" },
      ALIVE, { LIFE_COLOR_SOURCE_DISTANCE, fill_palette },
      { LIFE_COLOR_SOURCE_ALIVE, project_distances } },
  { { LIFE_COLOR_MODE_DEPTH, "depth",
        "Of a body by the distance from the eye" },
      ALIVE, { LIFE_COLOR_SOURCE_DEPTH, fill_palette },
      { LIFE_COLOR_SOURCE_ALIVE, project_depths } },
  { { LIFE_COLOR_MODE_CHANGE, "change",
        "Born, surviving and just died cells: the palette's first, middle and "
        "last color" },
      { LIFE_COLOR_SOURCE_HISTORY, fill_change },
      { LIFE_COLOR_SOURCE_HISTORY, fill_change },
      { LIFE_COLOR_SOURCE_HISTORY, project_change } },
};

/* --- What a mode is in a view --- */

/* Densities are of flat views. */
static LifeColorMode
choose_mode (const LifeView *view, guint states, gboolean may_be_density)
{
  LifeColorMode mode = view->color_mode;

  if (mode == LIFE_COLOR_MODE_AUTO)
    mode = may_be_density && view->zoom < 1 && !view->overlay
               ? LIFE_COLOR_MODE_DENSITY
               : LIFE_COLOR_MODE_STATE;
  return mode == LIFE_COLOR_MODE_STATE && states == 2 ? LIFE_COLOR_MODE_SOLID
                                                      : mode;
}

const LifeColorUse *
life_color_use_of (const LifeView *view, const LifeRule *rule)
{
  const LifeColorModeRow *row = &modes[choose_mode (view, rule->states, FALSE)];

  if (life_view_kind_get_form (view->kind) == LIFE_VIEW_FORM_PROJECTION)
    return &row->projected;
  if (life_view_kind_is (view->kind, LIFE_VIEW_FLAG_RAY_COUNTS))
    return &modes[LIFE_COLOR_MODE_DENSITY].flat;
  return life_view_kind_is (view->kind, LIFE_VIEW_FLAG_PERSPECTIVE)
             ? &row->body
             : &modes[choose_mode (view, rule->states, TRUE)].flat;
}

gboolean
life_color_mode_has_history (LifeColorMode mode)
{
  return (guint) mode < G_N_ELEMENTS (modes)
         && modes[mode].flat.source == LIFE_COLOR_SOURCE_HISTORY;
}

const LifeChoice *
life_view_list_color_modes (guint index)
{
  return index < G_N_ELEMENTS (modes) ? &modes[index].choice : NULL;
}
