/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a pixel of a view in perspective shows: the color of a lit cell, or of how many
 * cells lie behind each other. Compiled by C and nvcc. Which cell a ray meets is in
 * march.h.
 *
 * Light. A face has the light of the sky, more of it the more it faces up (its ambient
 * light), and that of one sun as far as it faces that and no cell is between. The light of
 * the sky is less near corners where cells meet: each corner of a face has a level 0 … 3
 * by the three cells that touch it before the face, and between the corners levels change
 * evenly. */
#pragma once

#include "life/draw/body/march.h"
#include "life/draw/body/stack-shape.h"
#include "life/draw/color/pixel.h"
#include "life/draw/plan/picture-plan.h"
#include "life/draw/sample/history-cells.h"
#include "life/world/topology.h"

G_BEGIN_DECLS

/* What is looked up for a cell; index 0 is none of a live one. */
typedef struct {
  uint32_t colors[256];                      /* samples by index */
  uint64_t thresholds[LIFE_DENSITY_INDICES]; /* live cells of each index */
  uint8_t history[2][256];                   /* LifeHistoryIndices */
  LifeNeighbors neighbors;
} LifeBodyTables;

typedef struct {
  LifeScene scene;
  LifeField field;
  LifePyramid pyramid;
  LifeGeometry geometry;
  LifeColorSource source;
  int32_t is_xray, shadows, occlusion, antialias;
  const LifeBodyTables *tables;
  const uint8_t *history; /* NULL if the source is another, or in spacetime */
  LifeHistoryShape history_shape;
} LifeBody;

/* Fills the tables of a body that is seen in @scene. */
void life_body_tables_init (LifeBodyTables *tables,
    const LifeColoring *coloring, const LifeScene *scene, double density_gain);

/* All but the cells and what is looked up for them. Of stacked frames @stack is their shape, and
 * @newest the slot of the last one; else it is NULL. */
void life_body_init (LifeBody *body, const LifePicturePlan *plan,
    const LifeGeometry *geometry, const LifeStackShape *stack, guint32 newest);

/* --- Colors --- */

#define LIFE_BODY_HALVES 0x00ff00ffu

/* @share of 256 of @to, the rest of @from. */
LIFE_BODY_SHARED uint32_t
life_body_mix (uint32_t from, uint32_t to, uint32_t share)
{
  const uint32_t rest = 256 - share, half = 0x00800080u;
  const uint32_t even =
      (from & LIFE_BODY_HALVES) * rest + (to & LIFE_BODY_HALVES) * share + half;
  const uint32_t odd = (from >> 8 & LIFE_BODY_HALVES) * rest
                       + (to >> 8 & LIFE_BODY_HALVES) * share + half;

  return (even >> 8 & LIFE_BODY_HALVES) | (odd & ~LIFE_BODY_HALVES);
}

/* A part of 0 … 1 in 256ths. */
LIFE_BODY_SHARED uint32_t
life_body_share (float part)
{
  return part > 0.0f ? part < 1.0f ? (uint32_t) (part * 256.0f + 0.5f) : 256
                     : 0;
}

/* A color in so much light, of 256; its alpha stays. */
LIFE_BODY_SHARED uint32_t
life_body_light (uint32_t color, uint32_t light)
{
  return life_body_mix (color & 0xff000000u, color, light);
}

/* --- What is at a cell --- */

/* Its plane in the world. */
LIFE_BODY_SHARED int32_t
life_body_plane (const LifeScene *scene, int32_t z)
{
  return scene->mirrored ? scene->origin_z + scene->size.z - 1 - z : z;
}

/* The index at a part of a path. */
LIFE_BODY_SHARED uint32_t
life_body_index (float part)
{
  return part > 0.0f ? part < 1.0f ? 1 + (uint32_t) (part * 254.0f) : 255 : 1;
}

/* In how many frames on end the cell has lived, as far back as they are stacked. */
LIFE_BODY_SHARED uint32_t
life_body_stacked_age (
    const LifeBody *body, LifeFieldKind kind, LifeCellPosition cell)
{
  uint32_t age = 1;

  while (
      age < LIFE_HISTORY_FRAMES && cell.z - 1 >= body->scene.origin_z
      && life_field_is_alive (&body->field, kind, cell.x, cell.y, cell.z - 1)) {
    cell.z--;
    age++;
  }
  return age;
}

/* The byte of history of a live cell. */
LIFE_BODY_SHARED uint32_t
life_body_history (
    const LifeBody *body, LifeFieldKind kind, LifeCellPosition cell)
{
  const LifeHistoryShape shape = body->history_shape;
  const uint64_t line =
      ((uint64_t) cell.z * (uint32_t) body->scene.size.y + (uint32_t) cell.y)
      * shape.words;
  const uint8_t *bits;

  if (body->scene.mirrored)
    return LIFE_HISTORY_FRAMES + 1 - life_body_stacked_age (body, kind, cell);
  bits = body->history + life_history_cells (shape) + line * 8;
  return life_history_next (
      body->history[line * LIFE_HISTORY_WORD + (uint32_t) cell.x],
      bits[cell.x / 8] >> cell.x % 8 & 1 ? 255 : 0, 255);
}

/* How many neighbors live, as an index. */
LIFE_BODY_SHARED uint32_t
life_body_neighbors (
    const LifeBody *body, LifeFieldKind kind, LifeCellPosition cell)
{
  const LifeNeighbors *neighbors = &body->tables->neighbors;
  const int stacked = body->scene.mirrored;
  uint32_t alive = 0;

  for (uint32_t i = 0; i < neighbors->n_runs; i++) {
    const LifeNeighborRun run = neighbors->runs[i];

    for (int column = run.first; column <= run.last; column++) {
      int64_t x = (int64_t) cell.x + column, y = (int64_t) cell.y + run.row;
      int64_t z = stacked ? 0 : (int64_t) cell.z + run.plane;

      if (life_topology_find (&body->geometry, &x, &y, &z))
        alive += (uint32_t) life_field_is_alive (&body->field, kind,
            (int32_t) x, (int32_t) y, stacked ? cell.z : (int32_t) z);
    }
  }
  return life_neighbors_index (alive, neighbors->neighbors);
}

/* The hue of a position: its direction from the middle, as the path around a square. */
LIFE_BODY_SHARED uint32_t
life_body_hue (float x, float z)
{
  const float whole = (x < 0 ? -x : x) + (z < 0 ? -z : z);
  const float part = whole > 0 ? z / whole : 0.0f;
  const float around = x >= 0 ? (part < 0 ? part + 4.0f : part) : 2.0f - part;

  return 1 + (uint32_t) (around * 63.75f) % 255;
}

LIFE_BODY_SHARED uint32_t
life_body_position (const LifeBody *body, LifeCellPosition cell)
{
  const LifeCellPosition size = body->scene.size;
  const float x = ((float) cell.x + 0.5f) / (float) size.x - 0.5f;
  const float z =
      ((float) life_body_plane (&body->scene, cell.z) + 0.5f) / (float) size.z
      - 0.5f;
  const float down = ((float) cell.y + 0.5f) / (float) size.y;

  return life_body_light (body->tables->colors[life_body_hue (x, z)],
      life_body_share (1.0f - 0.6f * down));
}

/* From the middle to a corner: 0 … 1. */
LIFE_BODY_SHARED float
life_body_distance (const LifeBody *body, LifeCellPosition cell)
{
  const LifeCellPosition size = body->scene.size;
  const float x = (float) (2 * cell.x + 1 - size.x);
  const float y = (float) (2 * cell.y + 1 - size.y);
  const float z =
      (float) (2 * life_body_plane (&body->scene, cell.z) + 1 - size.z);
  const float whole = (float) size.x * (float) size.x
                      + (float) size.y * (float) size.y
                      + (float) size.z * (float) size.z;

  return sqrtf ((x * x + y * y + z * z) / whole);
}

/* How far a ray has come through the world's surroundings: 0 … 1. */
LIFE_BODY_SHARED float
life_body_depth (const LifeScene *scene, float t)
{
  return (t - scene->near) / (scene->far - scene->near);
}

/* The color of the live cell that a ray is at, in full light. */
LIFE_BODY_SHARED uint32_t
life_body_color (const LifeBody *body, LifeFieldKind kind, const LifeRay *ray)
{
  const LifeCellPosition cell = ray->cell;
  const LifeBodyTables *tables = body->tables;

  switch (body->source) {
    case LIFE_COLOR_SOURCE_STATE:
      return tables->colors[life_field_state (
          &body->field, kind, cell.x, cell.y, cell.z)];
    case LIFE_COLOR_SOURCE_HISTORY:
      return tables
          ->colors[tables->history[1][life_body_history (body, kind, cell)]];
    case LIFE_COLOR_SOURCE_NEIGHBORS:
      return tables->colors[life_body_neighbors (body, kind, cell)];
    case LIFE_COLOR_SOURCE_POSITION:
      return life_body_position (body, cell);
    case LIFE_COLOR_SOURCE_DISTANCE:
      return tables->colors[life_body_index (life_body_distance (body, cell))];
    case LIFE_COLOR_SOURCE_DEPTH:
      return tables
          ->colors[life_body_index (life_body_depth (&body->scene, ray->t))];
    default:
      return tables->colors[255];
  }
}

/* --- Light --- */

/* A face of a cell: the cell before it, the directions along it, and where on it a point
 * is, 0 … 1 in each. */
typedef struct {
  LifeCellPosition before, along, across;
  LifeVector point;
  float u, v;
} LifeBodyFace;

LIFE_BODY_SHARED LifeBodyFace
life_body_face (const LifeRay *ray)
{
  const LifeCellPosition cell = ray->cell;
  LifeBodyFace face = { cell, { 0, 1, 0 }, { 0, 0, 1 },
    { ray->origin.x + ray->direction.x * ray->t,
        ray->origin.y + ray->direction.y * ray->t,
        ray->origin.z + ray->direction.z * ray->t } };
  const float x = face.point.x - (float) cell.x;
  const float y = face.point.y - (float) cell.y;
  const float z = face.point.z - (float) cell.z;

  face.u = y;
  face.v = z;
  if (ray->face == LIFE_FACE_X) {
    face.before.x += ray->direction.x > 0 ? -1 : 1;
  } else {
    face.along.x = 1;
    face.along.y = 0;
    face.u = x;
    if (ray->face == LIFE_FACE_Y) {
      face.before.y += ray->direction.y > 0 ? -1 : 1;
    } else {
      face.before.z += ray->direction.z > 0 ? -1 : 1;
      face.across.y = 1;
      face.across.z = 0;
      face.v = y;
    }
  }
  face.u = face.u < 0.0f ? 0.0f : face.u > 1.0f ? 1.0f : face.u;
  face.v = face.v < 0.0f ? 0.0f : face.v > 1.0f ? 1.0f : face.v;
  return face;
}

/* Whether the cell so many steps along and across from the one before a face is alive. */
LIFE_BODY_SHARED uint32_t
life_body_is_alive_near (const LifeBody *body, LifeFieldKind kind,
    const LifeBodyFace *face, int along, int across)
{
  LifeRay neighbor;

  neighbor.cell.x =
      face->before.x + along * face->along.x + across * face->across.x;
  neighbor.cell.y =
      face->before.y + along * face->along.y + across * face->across.y;
  neighbor.cell.z =
      face->before.z + along * face->along.z + across * face->across.z;
  return life_ray_is_inside (&neighbor, &body->scene)
         && life_field_is_alive (&body->field, kind, neighbor.cell.x,
             neighbor.cell.y, neighbor.cell.z);
}

/* How dark it is at a corner, by the cells at its sides and beyond it. */
LIFE_BODY_SHARED float
life_body_corner (uint32_t side, uint32_t other, uint32_t beyond)
{
  return (float) (side & other ? 3 : side + other + beyond);
}

/* How much of the sky's light comes to a point of a face. */
LIFE_BODY_SHARED float
life_body_sky (
    const LifeBody *body, LifeFieldKind kind, const LifeBodyFace *face)
{
  const uint32_t left = life_body_is_alive_near (body, kind, face, -1, 0);
  const uint32_t right = life_body_is_alive_near (body, kind, face, 1, 0);
  const uint32_t above = life_body_is_alive_near (body, kind, face, 0, -1);
  const uint32_t below = life_body_is_alive_near (body, kind, face, 0, 1);
  const float levels[2][2] = {
    { life_body_corner (
          left, above, life_body_is_alive_near (body, kind, face, -1, -1)),
        life_body_corner (
            right, above, life_body_is_alive_near (body, kind, face, 1, -1)) },
    { life_body_corner (
          left, below, life_body_is_alive_near (body, kind, face, -1, 1)),
        life_body_corner (
            right, below, life_body_is_alive_near (body, kind, face, 1, 1)) },
  };
  const float top = levels[0][0] + (levels[0][1] - levels[0][0]) * face->u;
  const float bottom = levels[1][0] + (levels[1][1] - levels[1][0]) * face->u;

  return 1.0f - 0.22f * (top + (bottom - top) * face->v);
}

/* Whether a cell is between a face and the sun. */
LIFE_BODY_SHARED int
life_body_is_shadowed (
    const LifeBody *body, LifeFieldKind kind, const LifeBodyFace *face)
{
  LifeRay ray = life_ray_make (face->point, body->scene.sun);

  ray.cell = face->before;
  return life_ray_march (
      &ray, &body->scene, &body->field, kind, &body->pyramid);
}

/* How far a face is turned to the sun: 1 at most, and below 0 away from it. */
LIFE_BODY_SHARED float
life_body_facing (const LifeRay *ray, LifeVector sun)
{
  if (ray->face == LIFE_FACE_X)
    return ray->direction.x > 0 ? -sun.x : sun.x;
  if (ray->face == LIFE_FACE_Y)
    return ray->direction.y > 0 ? -sun.y : sun.y;
  return ray->direction.z > 0 ? -sun.z : sun.z;
}

/* The light at the face that a ray has come to, in 256ths; @sun is what comes from
 * there. */
LIFE_BODY_SHARED uint32_t
life_body_light_at (const LifeBody *body, LifeFieldKind kind,
    const LifeRay *ray, const LifeBodyFace *face, float sun)
{
  float sky = ray->face == LIFE_FACE_X   ? 0.33f
              : ray->face == LIFE_FACE_Z ? 0.40f
              : ray->direction.y > 0     ? 0.50f
                                         : 0.24f;

  if (body->occlusion)
    sky *= life_body_sky (body, kind, face);
  return life_body_share (sky + 0.62f * sun);
}

/* What is seen of the live cell that a ray has come to. */
LIFE_BODY_SHARED uint32_t
life_body_shade (const LifeBody *body, LifeFieldKind kind, const LifeRay *ray,
    const LifeBodyFace *face, float sun, uint32_t background)
{
  const LifeScene *scene = &body->scene;
  const uint32_t color = life_body_light (life_body_color (body, kind, ray),
      life_body_light_at (body, kind, ray, face, sun));

  return life_body_mix (color, background,
      life_body_share (scene->fog * life_body_depth (scene, ray->t)));
}

/* What is seen of so many live cells behind each other. */
LIFE_BODY_SHARED uint32_t
life_body_xray (const LifeBody *body, uint32_t count, uint32_t background)
{
  return count == 0 ? background
                    : body->tables->colors[life_pixel_density (
                        body->tables->thresholds, count)];
}

/* --- A ray, and a pixel --- */

/* What the ray through (@x, @y) shows before @background. */
LIFE_BODY_SHARED uint32_t
life_body_trace (const LifeBody *body, LifeFieldKind kind, float x, float y,
    uint32_t background)
{
  const LifeScene *scene = &body->scene;
  LifeRay ray = life_ray_make (scene->eye, life_scene_ray (scene, x, y));
  LifeBodyFace face;
  float sun;

  if (!life_ray_enter (&ray, scene))
    return background;
  if (body->is_xray)
    return life_body_xray (body,
        life_ray_count (&ray, scene, &body->field, kind, &body->pyramid),
        background);
  /* An eye that is inside a live cell sees out of it. */
  if (ray.face == LIFE_FACE_NONE)
    life_ray_leave (&ray, 0);
  if (!life_ray_march (&ray, scene, &body->field, kind, &body->pyramid))
    return background;
  face = life_body_face (&ray);
  sun = life_body_facing (&ray, scene->sun);
  if (!(sun > 0.0f)
      || (body->shadows && life_body_is_shadowed (body, kind, &face)))
    sun = 0.0f;
  return life_body_shade (body, kind, &ray, &face, sun, background);
}

/* Draws those of @edges, a bit each, that are before or behind the cells. */
LIFE_BODY_SHARED uint32_t
life_body_edges (const LifeScene *scene, uint32_t edges, int front, uint32_t x,
    uint32_t y, uint32_t color)
{
  uint32_t maximum = 0;

  if (!scene->is_lined)
    return color;
  for (uint32_t i = 0; edges >> i != 0; i++)
    if (edges >> i & 1 && scene->edges[i].is_front == front) {
      const uint32_t coverage =
          life_scene_coverage (&scene->edges[i], (float) x, (float) y);

      maximum = coverage > maximum ? coverage : maximum;
    }
  return maximum == 0
             ? color
             : life_body_mix (color, scene->line_color, maximum * 3 >> 3);
}

/* The background of row @y. */
LIFE_BODY_SHARED uint32_t
life_body_background (const LifeScene *scene, uint32_t y)
{
  const uint32_t share = scene->height < 2 ? 0
                                           : (256 * y + (scene->height - 1) / 2)
                                                 / (scene->height - 1);

  return life_body_mix (scene->background[0], scene->background[1], share);
}

/* Rays of a pixel where it is the mean of several. */
#define LIFE_BODY_RAYS 4

/* Where ray @i of them goes through it, from its middle: one in each row and in each column
 * of a grid of 4 × 4, which is turned. */
LIFE_BODY_SHARED float
life_body_ray_right (int i)
{
  return i == 0 ? -0.125f : i == 1 ? 0.375f : i == 2 ? -0.375f : 0.125f;
}

LIFE_BODY_SHARED float
life_body_ray_down (int i)
{
  return -0.375f + 0.25f * (float) i;
}

/* The mean of what they show. */
LIFE_BODY_SHARED uint32_t
life_body_mean (const uint32_t colors[LIFE_BODY_RAYS])
{
  const uint32_t twos = 0x00020002u;
  uint32_t even = twos, odd = twos;

  for (int i = 0; i < LIFE_BODY_RAYS; i++) {
    even += colors[i] & LIFE_BODY_HALVES;
    odd += colors[i] >> 8 & LIFE_BODY_HALVES;
  }
  return (even >> 2 & LIFE_BODY_HALVES) | (odd >> 2 & LIFE_BODY_HALVES) << 8;
}

/* The sample of a pixel; @edges are those that may cross it, a bit each. */
LIFE_BODY_SHARED uint32_t
life_body_pixel (const LifeBody *body, LifeFieldKind kind, uint32_t edges,
    uint32_t x, uint32_t y)
{
  const LifeScene *scene = &body->scene;
  const uint32_t background =
      life_body_edges (scene, edges, 0, x, y, life_body_background (scene, y));
  uint32_t colors[LIFE_BODY_RAYS];

  if (!body->antialias) {
    colors[0] = life_body_trace (body, kind, (float) x, (float) y, background);
    return life_body_edges (scene, edges, 1, x, y, colors[0]);
  }
  for (int i = 0; i < LIFE_BODY_RAYS; i++)
    colors[i] =
        life_body_trace (body, kind, (float) x + life_body_ray_right (i),
            (float) y + life_body_ray_down (i), background);
  return life_body_edges (scene, edges, 1, x, y, life_body_mean (colors));
}

G_END_DECLS
