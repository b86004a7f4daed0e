/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a column of cells is drawn from outside the world: which index of a palette its
 * first live cell has, by a class and a shade; compiled by C and nvcc. Which cell that is
 * is found by project.c, and on a GPU by cuda/draw/sample/cuda-project.cu. */
#pragma once

#include "life/base/shared.h"

#include <life/geometry.h>
#include <life/view.h>

G_BEGIN_DECLS

/* What the class of a cell follows from: nothing, its index in a picture of its plane, how
 * far it is from the world's center, or where it is. */
typedef enum {
  LIFE_CLASS_OF_ALL,
  LIFE_CLASS_OF_INDEX,
  LIFE_CLASS_OF_DISTANCE,
  LIFE_CLASS_OF_POSITION,
} LifeClassOf;

#define LIFE_DISTANCE_CLASSES 15
#define LIFE_POSITION_HUES 16
#define LIFE_POSITION_LIGHTS 3

/* Each of @n classes has so many @shades, one behind the other from index 1 on, the nearest
 * first; index 0 is for columns without a live cell. */
typedef struct {
  LifeClassOf of;
  uint32_t n, shades;
  uint8_t of_index[256];
} LifeClasses;

/* The same in a world, seen along an axis. */
typedef struct {
  LifeClasses classes;
  LifeAxis axis;
  uint32_t n_planes, from_far;
  uint32_t size[3]; /* of the world */

  /* The least square of a distance that has each class, in half cells / 2^@shift. */
  uint64_t thresholds[LIFE_DISTANCE_CLASSES];
  uint32_t shift;

  /* Directions of hues, from x to z. */
  double across[LIFE_POSITION_HUES], along[LIFE_POSITION_HUES];
} LifeProjection;

/* How far @cell is from the middle of @size cells, in half cells. */
LIFE_SHARED int64_t
life_projection_offset (uint32_t cell, uint32_t size)
{
  return 2 * (int64_t) cell + 1 - (int64_t) size;
}

LIFE_SHARED uint32_t
life_projection_distance_class (
    const LifeProjection *self, uint32_t x, uint32_t y, uint32_t z)
{
  const uint32_t position[3] = { x, y, z };
  uint64_t square = 0;
  uint32_t found = 0;

  for (int i = 0; i < 3; i++) {
    const int64_t offset = life_projection_offset (position[i], self->size[i]);
    const uint64_t distance =
        (uint64_t) (offset < 0 ? -offset : offset) >> self->shift;
    square += distance * distance;
  }
  while (found + 1 < LIFE_DISTANCE_CLASSES
         && square >= self->thresholds[found + 1])
    found++;
  return found;
}

/* The hue whose direction is nearest to that of x and z, and the third that y lies in. */
LIFE_SHARED uint32_t
life_projection_position_class (
    const LifeProjection *self, uint32_t x, uint32_t y, uint32_t z)
{
  const double across =
      (double) life_projection_offset (x, self->size[0]) / self->size[0];
  const double along =
      (double) life_projection_offset (z, self->size[2]) / self->size[2];
  const uint32_t light =
      (uint32_t) ((uint64_t) y * LIFE_POSITION_LIGHTS / self->size[1]);
  uint32_t hue = 0;
  double maximum = 0;

  for (uint32_t i = 0; i < LIFE_POSITION_HUES; i++) {
    const double part_across = across * self->across[i];
    const double part = part_across + along * self->along[i];

    if (part > maximum) {
      maximum = part;
      hue = i;
    }
  }
  return hue * LIFE_POSITION_LIGHTS + light;
}

/* The class of a cell that has @index in a picture of its plane. */
LIFE_SHARED uint32_t
life_projection_class (const LifeProjection *self, uint32_t index, uint32_t x,
    uint32_t y, uint32_t z)
{
  switch (self->classes.of) {
    case LIFE_CLASS_OF_INDEX:
      return self->classes.of_index[index];
    case LIFE_CLASS_OF_DISTANCE:
      return life_projection_distance_class (self, x, y, z);
    case LIFE_CLASS_OF_POSITION:
      return life_projection_position_class (self, x, y, z);
    default:
      return 0;
  }
}

/* The plane that is the @i-th from where one looks. */
LIFE_SHARED uint32_t
life_projection_plane (const LifeProjection *self, uint32_t i)
{
  return self->from_far ? self->n_planes - 1 - i : i;
}

/* The index of the first cell of a class, in the @i-th plane. */
LIFE_SHARED uint8_t
life_projection_index (
    const LifeProjection *self, uint32_t class_of_cell, uint32_t i)
{
  const uint32_t shades = self->classes.shades, last = self->n_planes - 1;
  const uint32_t shade =
      last > 0 ? (uint32_t) (((uint64_t) i * (shades - 1) + last / 2) / last)
               : 0;

  return (uint8_t) (1 + class_of_cell * shades + shade);
}

/* That of the first class in the farthest plane. */
LIFE_SHARED uint8_t
life_classes_far_index (const LifeClasses *self)
{
  return (uint8_t) self->shades;
}

/* Color each index by its class and shade; the classes are all cells, ages, as many
 * states or levels of neighbors as there are, distances, positions, or all cells with
 * shades that are colors of the palette. */
void life_classes_init_all (
    LifeClasses *self, const LifeView *view, guint32 argb[LIFE_MAX_STATES]);
void life_classes_init_ages (LifeClasses *self, const LifeView *view,
    const guint8 of_history[256], guint32 argb[LIFE_MAX_STATES]);
void life_classes_init_states (LifeClasses *self, const LifeView *view,
    guint states, guint32 argb[LIFE_MAX_STATES]);
void life_classes_init_levels (LifeClasses *self, const LifeView *view,
    guint levels, guint32 argb[LIFE_MAX_STATES]);
void life_classes_init_distances (
    LifeClasses *self, const LifeView *view, guint32 argb[LIFE_MAX_STATES]);
void life_classes_init_positions (
    LifeClasses *self, const LifeView *view, guint32 argb[LIFE_MAX_STATES]);
void life_classes_init_depths (
    LifeClasses *self, const LifeView *view, guint32 argb[LIFE_MAX_STATES]);

void life_projection_init (LifeProjection *self, const LifeClasses *classes,
    const LifeGeometry *geometry, LifeAxis axis, gboolean from_far);

G_END_DECLS
