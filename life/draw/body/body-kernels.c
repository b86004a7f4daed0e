/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of pixels of a body: those that cannot show the world have the background at once;
 * the others are found by packets of rays where vectors can, else one by one. */
#include "life/draw/body/body-kernels.h"

#include "life/draw/body/packet.h"

/* Pixels that search the same edges, from a multiple of as many on. */
#define CHUNK 16

/* The columns in which something is seen of an edge. */
typedef struct {
  gfloat left, right;
} Reach;

/* The edges that a row meets, a bit each, and the first and last column of each. */
typedef struct {
  guint32 edges;
  guint first[LIFE_SCENE_EDGES], last[LIFE_SCENE_EDGES];
} RowEdges;

static Reach
reach_of_edge (const LifeSceneEdge *edge, gfloat y)
{
  const gfloat maximum = edge->length + LIFE_SCENE_REACH;
  gfloat begin = -LIFE_SCENE_REACH, end = maximum;
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

/* Where pixels begin that are at or right of @position. */
static guint
column_at (const LifeScene *scene, gfloat position)
{
  return position > 0 ? position < (gfloat) scene->width ? (guint) position
                                                         : scene->width
                      : 0;
}

/* Finds them, and between which columns the world is seen. */
static void
find_edges (
    const LifeScene *scene, guint y, RowEdges *row, guint *first, guint *end)
{
  Reach world = { (gfloat) scene->width, 0 };

  row->edges = life_scene_edges_in_row (scene, (gfloat) y);
  for (guint i = 0; i < scene->n_edges; i++) {
    Reach reach;

    if (!(row->edges >> i & 1))
      continue;
    reach = reach_of_edge (&scene->edges[i], (gfloat) y);
    world.left = MIN (world.left, reach.left);
    world.right = MAX (world.right, reach.right);
    row->first[i] = column_at (scene, reach.left);
    row->last[i] = column_at (scene, reach.right);
  }
  *first = scene->is_in_front ? column_at (scene, world.left) : 0;
  *end = scene->is_in_front ? column_at (scene, world.right + 1) : scene->width;
}

/* Those that may be seen in the chunk of column @x. */
static guint32
edges_at (const RowEdges *row, guint x)
{
  const guint chunk = x / CHUNK;
  guint32 edges = 0;

  for (guint i = 0; row->edges >> i != 0; i++)
    if (row->edges >> i & 1 && row->first[i] / CHUNK <= chunk
        && row->last[i] / CHUNK >= chunk)
      edges |= 1u << i;
  return edges;
}

#ifdef LIFE_PACKET
/* The light of the sun on the faces that the @found rays of a packet have come to. */
static inline Floats
find_sun (const LifeBody *body, const Packet *packet, Ints found,
    LifeBodyFace faces[LIFE_PACKET])
{
  const LifeScene *scene = &body->scene;
  const LifeVector sun = scene->sun;
  Packet shadows;
  Vectors points = { { 0 } };
  Floats facing = { 0 };
  Cells before = { { 0 } };

  for (int i = 0; i < LIFE_PACKET; i++)
    if (found[i]) {
      const LifeRay ray = get_ray (packet, i);

      faces[i] = life_body_face (&ray);
      facing[i] = life_body_facing (&ray, sun);
      points.x[i] = faces[i].point.x;
      points.y[i] = faces[i].point.y;
      points.z[i] = faces[i].point.z;
      before.x[i] = faces[i].before.x;
      before.y[i] = faces[i].before.y;
      before.z[i] = faces[i].before.z;
    }
  found &= facing > 0.0f;
  if (body->shadows && is_any (found)) {
    make_packet (&shadows, points,
        (Vectors){
            all_floats (sun.x), all_floats (sun.y), all_floats (sun.z) });
    shadows.cell = before;
    found &= ~march (&shadows, found, scene, &body->field, &body->pyramid);
  }
  return pick_floats (found, facing, all_floats (0.0f));
}

/* As life_body_trace() for the pixels from (@x, @y) on. */
static inline void
trace_packet (const LifeBody *body, gfloat x, gfloat y,
    const guint32 backgrounds[LIFE_PACKET], guint32 colors[LIFE_PACKET])
{
  const LifeScene *scene = &body->scene;
  LifeBodyFace faces[LIFE_PACKET];
  Floats across, sun;
  Packet packet;
  Ints found;

  for (int i = 0; i < LIFE_PACKET; i++) {
    across[i] = x + (gfloat) i;
    colors[i] = backgrounds[i];
  }
  make_packet (&packet,
      (Vectors){ all_floats (scene->eye.x), all_floats (scene->eye.y),
          all_floats (scene->eye.z) },
      make_directions (scene, across, all_floats (y)));
  found = enter (&packet, scene);
  if (!is_any (found))
    return;
  if (body->is_xray) {
    const Ints counts =
        count_on_path (&packet, found, scene, &body->field, &body->pyramid);

    for (int i = 0; i < LIFE_PACKET; i++)
      colors[i] = life_body_xray (body, (guint32) counts[i], backgrounds[i]);
    return;
  }
  leave (&packet, found & (packet.face == LIFE_FACE_NONE), all_ints (0));
  found = march (&packet, found, scene, &body->field, &body->pyramid);
  if (!is_any (found))
    return;
  sun = find_sun (body, &packet, found, faces);
  for (int i = 0; i < LIFE_PACKET; i++)
    if (found[i]) {
      const LifeRay ray = get_ray (&packet, i);

      colors[i] = life_body_shade (
          body, LIFE_FIELD_BIT, &ray, &faces[i], sun[i], backgrounds[i]);
    }
}

/* As life_body_pixel() for those from (@x, @y) on. */
static inline void
sample_packet (
    const LifeBody *body, guint32 edges, guint x, guint y, guint32 *samples)
{
  const LifeScene *scene = &body->scene;
  const guint32 background = life_body_background (scene, y);
  guint32 backgrounds[LIFE_PACKET], colors[LIFE_BODY_RAYS][LIFE_PACKET];
  const guint n = MIN (scene->width - x, LIFE_PACKET);

  for (guint i = 0; i < LIFE_PACKET; i++)
    backgrounds[i] =
        edges == 0 ? background
                   : life_body_edges (scene, edges, 0, x + i, y, background);
  if (!body->antialias)
    trace_packet (body, (gfloat) x, (gfloat) y, backgrounds, colors[0]);
  for (int i = 0; body->antialias && i < LIFE_BODY_RAYS; i++)
    trace_packet (body, (gfloat) x + life_body_ray_right (i),
        (gfloat) y + life_body_ray_down (i), backgrounds, colors[i]);
  for (guint i = 0; i < n; i++) {
    guint32 color = colors[0][i];

    if (body->antialias) {
      const guint32 rays[LIFE_BODY_RAYS] = { colors[0][i], colors[1][i],
        colors[2][i], colors[3][i] };

      color = life_body_mean (rays);
    }
    samples[i] = life_body_edges (scene, edges, 1, x + i, y, color);
  }
}
#endif

static inline __attribute__ ((always_inline)) void
sample_pixels (const LifeBody *body, LifeFieldKind kind, const RowEdges *row,
    guint first, guint end, guint y, guint32 *samples)
{
  guint32 edges = edges_at (row, first);

  for (guint x = first; x < end; x++) {
    if (x % CHUNK == 0)
      edges = edges_at (row, x);
    samples[x] = life_body_pixel (body, kind, edges, x, y);
  }
}

void
LIFE_FOR_PATH (life_body_row) (const LifeBody *body, guint y, guint32 *samples)
{
  const LifeScene *scene = &body->scene;
  const guint32 background = life_body_background (scene, y);
  RowEdges row;
  guint first, end;

  find_edges (scene, y, &row, &first, &end);
  for (guint x = 0; x < scene->width; x++)
    samples[x] = background;
#ifdef LIFE_PACKET
  if (packets_reach (&body->field, &body->pyramid)) {
    for (guint x = first / CHUNK * CHUNK; x < end; x += LIFE_PACKET)
      sample_packet (body, edges_at (&row, x), x, y, samples + x);
    return;
  }
#endif
  switch (body->field.kind) {
    case LIFE_FIELD_BIT:
      sample_pixels (body, LIFE_FIELD_BIT, &row, first, end, y, samples);
      break;
    case LIFE_FIELD_BITS:
      sample_pixels (body, LIFE_FIELD_BITS, &row, first, end, y, samples);
      break;
    case LIFE_FIELD_BYTES:
      sample_pixels (body, LIFE_FIELD_BYTES, &row, first, end, y, samples);
      break;
  }
}
