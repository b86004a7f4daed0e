/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of pixels of a body: pixel by pixel, but those that cannot show the world have the
 * background at once. */
#include "life/draw/body/body-kernels.h"

#include "life/base/vectors.h"

/* Pixels that look for the same edges. */
#define CHUNK 16
#define CHUNKS (16384 / CHUNK + 1)

/* The columns in which something is seen of an edge. */
typedef struct {
  gfloat left, right;
} Reach;

static Reach
reach_of_edge (const LifeSceneEdge *edge, gfloat y)
{
  const gfloat most = edge->length + LIFE_SCENE_REACH;
  gfloat begin = -LIFE_SCENE_REACH, end = most;
  gfloat left, right;

  if (edge->down > 1e-3f || edge->down < -1e-3f) {
    gfloat a = (y - 2 - edge->y) / edge->down;
    gfloat b = (y + 2 - edge->y) / edge->down;

    begin = MAX (begin, MIN (a, b));
    end = MIN (end, MAX (a, b));
  }
  left = edge->x + edge->right * begin;
  right = edge->x + edge->right * end;
  return (Reach){ MIN (left, right) - 2, MAX (left, right) + 2 };
}

/* Where pixels begin that are at or right of @place. */
static guint
column_at (const LifeScene *scene, gfloat place)
{
  return place > 0
             ? place < (gfloat) scene->width ? (guint) place : scene->width
             : 0;
}

/* The edges of each chunk, and between which columns the world is seen. */
static void
find_edges (const LifeScene *scene, guint y, guint16 edges[CHUNKS],
    guint *first, guint *end)
{
  const guint32 here = life_scene_edges_in_row (scene, (gfloat) y);
  Reach world = { (gfloat) scene->width, 0 };

  memset (edges, 0, CHUNKS * sizeof *edges);
  for (guint i = 0; i < scene->n_edges; i++) {
    Reach reach;

    if (!(here >> i & 1))
      continue;
    reach = reach_of_edge (&scene->edges[i], (gfloat) y);
    world.left = MIN (world.left, reach.left);
    world.right = MAX (world.right, reach.right);
    for (guint chunk = column_at (scene, reach.left) / CHUNK;
         chunk <= column_at (scene, reach.right) / CHUNK; chunk++)
      edges[chunk] |= (guint16) (1u << i);
  }
  *first = scene->is_before ? column_at (scene, world.left) : 0;
  *end = scene->is_before ? column_at (scene, world.right + 1) : scene->width;
}

static inline __attribute__ ((always_inline)) void
sample_row (const LifeBody *body, LifeFieldKind kind, guint y, guint32 *samples)
{
  const LifeScene *scene = &body->scene;
  const guint32 background = life_body_background (scene, y);
  guint16 edges[CHUNKS];
  guint first, end;

  find_edges (scene, y, edges, &first, &end);
  for (guint x = 0; x < scene->width; x++)
    samples[x] = background;
  for (guint x = first; x < end; x++)
    samples[x] = life_body_pixel (body, kind, edges[x / CHUNK], x, y);
}

void
LIFE_FOR_PATH (life_body_row) (const LifeBody *body, guint y, guint32 *samples)
{
  switch (body->field.kind) {
    case LIFE_FIELD_BIT:
      sample_row (body, LIFE_FIELD_BIT, y, samples);
      break;
    case LIFE_FIELD_BITS:
      sample_row (body, LIFE_FIELD_BITS, y, samples);
      break;
    case LIFE_FIELD_BYTES:
      sample_row (body, LIFE_FIELD_BYTES, y, samples);
      break;
  }
}
