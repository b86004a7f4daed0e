/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The classes of cells in a projection, and the colors of their shades. Square roots,
 * sines and cosines are computed here, on the host, so that every engine has the same. */
#include "life/draw/color/projection.h"

#include "life/draw/color/palette-private.h"

#include <math.h>
#include <string.h>

/* Indices but that of columns without a live cell. */
#define INDICES 255

/* Classes of ages, which are logarithms. */
#define AGE_CLASSES 15

/* --- Colors --- */

static void
init (LifeClasses *self, LifeClassOf of, guint classes)
{
  memset (self, 0, sizeof *self);
  self->of = of;
  self->n = classes;
  self->shades = INDICES / classes;
}

/* The farthest shade is a third of the color over what is dead; in an overlay a third as
 * opaque. */
static guint32
shade_color (const LifeView *view, guint32 color, guint shade, guint shades)
{
  guint32 to = view->overlay ? color & 0xffffff : view->dead_color;

  return shades > 1 ? life_colors_mix (color, to, 2 * shade, 3 * (shades - 1))
                    : color;
}

static void
set_class (const LifeClasses *self, const LifeView *view, guint number,
    guint32 color, guint32 argb[LIFE_MAX_STATES])
{
  for (guint i = 0; i < self->shades; i++)
    argb[1 + number * self->shades + i] =
        shade_color (view, color, i, self->shades);
}

/* Classes that are evenly spread over the palette. */
static void
set_palette (const LifeClasses *self, const LifeView *view,
    guint32 argb[LIFE_MAX_STATES])
{
  for (guint i = 0; i < self->n; i++)
    set_class (self, view, i,
        life_colors_at (view, (gdouble) i / MAX (self->n - 1, 1)), argb);
}

void
life_classes_init_all (
    LifeClasses *self, const LifeView *view, guint32 argb[LIFE_MAX_STATES])
{
  init (self, LIFE_CLASS_OF_ALL, 1);
  set_class (self, view, 0, life_colors_of_living (view), argb);
}

void
life_classes_init_ages (LifeClasses *self, const LifeView *view,
    const guint8 of_history[256], guint32 argb[LIFE_MAX_STATES])
{
  init (self, LIFE_CLASS_OF_INDEX, AGE_CLASSES);
  for (guint age = 1; age <= LIFE_HISTORY_FRAMES; age++)
    self->of_index[of_history[LIFE_HISTORY_FRAMES + 1 - age]] =
        (guint8) floor (log2 (age) / 8 * (AGE_CLASSES - 1) + 0.5);
  set_palette (self, view, argb);
}

void
life_classes_init_states (LifeClasses *self, const LifeView *view, guint states,
    guint32 argb[LIFE_MAX_STATES])
{
  init (self, LIFE_CLASS_OF_INDEX, states - 1);
  for (guint state = 1; state < states; state++) {
    self->of_index[state] = (guint8) (state - 1);
    set_class (self, view, state - 1, view->state_colors[state], argb);
  }
}

void
life_classes_init_levels (LifeClasses *self, const LifeView *view, guint levels,
    guint32 argb[LIFE_MAX_STATES])
{
  init (self, LIFE_CLASS_OF_INDEX, levels);
  for (guint level = 1; level <= levels; level++)
    self->of_index[level] = (guint8) (level - 1);
  set_palette (self, view, argb);
}

void
life_classes_init_distances (
    LifeClasses *self, const LifeView *view, guint32 argb[LIFE_MAX_STATES])
{
  init (self, LIFE_CLASS_OF_DISTANCE, LIFE_DISTANCE_CLASSES);
  set_palette (self, view, argb);
}

/* The hues that a body has by position (coloring.c), in fewer steps; @light 0 … 1. */
static guint32
hue_color (gdouble hue, gdouble light)
{
  guint32 color = 0xff;

  for (guint i = 0; i < 3; i++) {
    gdouble value = 0.6 + 0.4 * cos (2 * G_PI * (hue - i / 3.0));

    color = color << 8 | (guint32) (255 * value * light + 0.5);
  }
  return color;
}

void
life_classes_init_positions (
    LifeClasses *self, const LifeView *view, guint32 argb[LIFE_MAX_STATES])
{
  init (
      self, LIFE_CLASS_OF_POSITION, LIFE_POSITION_HUES * LIFE_POSITION_LIGHTS);
  for (guint i = 0; i < self->n; i++) {
    guint hue = i / LIFE_POSITION_LIGHTS, third = i % LIFE_POSITION_LIGHTS;

    set_class (self, view, i,
        hue_color ((gdouble) hue / LIFE_POSITION_HUES,
            1 - 0.6 * (third + 0.5) / LIFE_POSITION_LIGHTS),
        argb);
  }
}

void
life_classes_init_depths (
    LifeClasses *self, const LifeView *view, guint32 argb[LIFE_MAX_STATES])
{
  init (self, LIFE_CLASS_OF_ALL, 1);
  for (guint i = 0; i < INDICES; i++)
    argb[1 + i] = life_colors_at (view, (gdouble) i / (INDICES - 1));
}

/* --- In a world --- */

/* So that three squares fit 64 bits, and 32-bit sides lose nothing that is seen. */
static guint
choose_shift (const guint32 size[3])
{
  guint32 maximum = MAX (MAX (size[0], size[1]), size[2]);
  guint shift = 0;

  while (maximum >> shift >> 30 > 0)
    shift++;
  return shift;
}

static void
find_distances (LifeProjection *self)
{
  gdouble square = 0;

  self->shift = choose_shift (self->size);
  for (guint i = 0; i < 3; i++) {
    gdouble side = (self->size[i] - 1) >> self->shift;

    square += side * side;
  }
  for (guint i = 0; i < LIFE_DISTANCE_CLASSES; i++) {
    gdouble part = MAX (i - 0.5, 0) / (LIFE_DISTANCE_CLASSES - 1);

    self->thresholds[i] = (guint64) ceil (part * part * square);
  }
}

void
life_projection_init (LifeProjection *self, const LifeClasses *classes,
    const LifeGeometry *geometry, LifeAxis axis, gboolean from_far)
{
  self->classes = *classes;
  self->axis = axis;
  self->from_far = from_far;
  self->size[0] = geometry->width;
  self->size[1] = geometry->height;
  self->size[2] = geometry->depth;
  self->n_planes = self->size[axis == LIFE_AXIS_Z   ? 2
                              : axis == LIFE_AXIS_Y ? 1
                                                    : 0];
  find_distances (self);
  for (guint i = 0; i < LIFE_POSITION_HUES; i++) {
    self->across[i] = cos (2 * G_PI * i / LIFE_POSITION_HUES);
    self->along[i] = sin (2 * G_PI * i / LIFE_POSITION_HUES);
  }
}
