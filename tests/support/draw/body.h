/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of bodies share: soups, the way of a single ray, frames drawn through the
 * library's door, and what a caster says of them. */
#pragma once

#include <string.h>

#include "life/draw/body/blocks.h"
#include "life/draw/body/body.h"
#include "tests/support/draw/body-setup.h"
#include "tests/support/draw/caster.h"
#include "tests/support/draw/model.h"
#include "tests/support/worlds/world.h"

/* --- Cells --- */

typedef struct {
  CasterWorld world;
  guint8 *cells;
  gsize n;
} Soup;

static inline Soup *
soup_new (gint width, gint height, gint depth)
{
  Soup *soup = g_new0 (Soup, 1);

  soup->n = (gsize) width * height * depth;
  soup->cells = g_new0 (guint8, soup->n);
  soup->world = (CasterWorld){ { width, height, depth }, soup->cells };
  return soup;
}

static inline void
soup_free (Soup *soup)
{
  g_free (soup->cells);
  g_free (soup);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Soup, soup_free)

static inline void
soup_set (Soup *soup, gint x, gint y, gint z, guint8 state)
{
  const gint *size = soup->world.size;

  g_assert_true (x < size[0] && y < size[1] && z < size[2]);
  soup->cells[((gsize) z * size[1] + y) * (gsize) size[0] + x] = state;
}

static inline void
soup_fill (Soup *soup, GRand *random, gdouble density, guint states)
{
  for (gsize i = 0; i < soup->n; i++)
    soup->cells[i] = g_rand_double (random) < density
                         ? g_rand_int_range (random, 1, (gint) states)
                         : 0;
}

/* --- The way of a ray through them --- */

/* The soup as the library sees it: a bit or a byte per cell. */
typedef struct {
  LifeScene scene;
  LifeField field;
  LifePyramid pyramid;
  LifeBlocks blocks;
  guint64 *words; /* NULL: bytes */
} BodyRays;

static inline void
body_rays_init (BodyRays *rays, const Soup *soup, const LifePerspective *from,
    guint width, guint height, LifeFieldKind kind)
{
  const gint *size = soup->world.size;
  const gsize lines = (gsize) size[1] * size[2];
  const gsize row =
      kind == LIFE_FIELD_BYTES ? (gsize) size[0] : ((gsize) size[0] + 63) / 64;
  g_autoptr (GError) error = NULL;

  memset (rays, 0, sizeof *rays);
  if (kind == LIFE_FIELD_BIT) {
    rays->words = g_new (guint64, row * lines);
    /* What follows the last cell of a row may be anything. */
    memset (rays->words, 0xff, row * lines * sizeof (guint64));
    for (gsize i = 0; i < soup->n; i++)
      if (soup->cells[i] == 0)
        rays->words[i / size[0] * row + i % size[0] / 64] &=
            ~(G_GUINT64_CONSTANT (1) << i % size[0] % 64);
  }
  rays->field = (LifeField){ .kind = kind,
    .cells = kind == LIFE_FIELD_BIT ? (gpointer) rays->words : soup->cells,
    .row = row,
    .plane = row * size[1],
    .ring = size[2],
    .n_bits = 1 };
  life_blocks_find (&rays->blocks, &rays->pyramid, &rays->field, size[0],
      size[1], size[2], NULL, &error);
  g_assert_no_error (error);
  life_scene_init (&rays->scene, from, FALSE, width, height, size[0], size[1],
      size[2], 0, 0);
}

static inline void
body_rays_clear (BodyRays *rays)
{
  life_blocks_clear (&rays->blocks);
  g_free (rays->words);
}

/* What the ray of a pixel meets, as life_body_trace() follows it. */
static inline CasterHit
body_rays_read (const BodyRays *rays, guint x, guint y)
{
  const LifeScene *scene = &rays->scene;
  const LifeRay first = life_ray_make (
      scene->eye, life_scene_ray (scene, (gfloat) x, (gfloat) y));
  LifeRay seen = first, counted = first;
  CasterHit hit = { .axis = -1 };

  if (!life_ray_enter (&seen, scene))
    return hit;
  counted = seen;
  hit.count = life_ray_count (
      &counted, scene, &rays->field, rays->field.kind, &rays->pyramid);
  if (seen.face == LIFE_FACE_NONE)
    life_ray_leave (&seen, 0);
  if (!life_ray_march (
          &seen, scene, &rays->field, rays->field.kind, &rays->pyramid))
    return hit;
  hit.cell[0] = seen.cell.x;
  hit.cell[1] = seen.cell.y;
  hit.cell[2] = seen.cell.z;
  hit.axis = (gint) seen.face - LIFE_FACE_X;
  hit.t = seen.t;
  return hit;
}

/* --- Frames --- */

/* A view of a body on which nothing is but its cells. */
static inline LifeView
bare_view (LifeViewKind kind, gdouble azimuth, gdouble elevation)
{
  LifeView view = default_view ();

  view.kind = kind;
  view.perspective.azimuth = azimuth;
  view.perspective.elevation = elevation;
  view.perspective.world_box = FALSE;
  view.perspective.fog = 0;
  view.perspective.background_top = 0xff000000;
  view.perspective.background_bottom = 0xff000000;
  return view;
}

static inline LifeWorld *
body_world_new (const Soup *soup, guint threads)
{
  const gint *size = soup->world.size;
  const LifeGeometry geometry = { (guint32) size[0], (guint32) size[1],
    (guint32) size[2], LIFE_TOPOLOGY_TORUS };
  LifeWorld *world =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, threads);

  set_cells (world, soup->cells);
  return world;
}

/* A new frame of cells that are alive or not. */
static inline Canvas *
body_frame (const Soup *soup, const LifeView *view, LifePixelFormat format,
    guint width, guint height)
{
  g_autoptr (LifeWorld) world = body_world_new (soup, 1);

  return frame_of (world, view, format, width, height);
}

/* --- Scenes --- */

#define SCENE_WIDTH 48
#define SCENE_HEIGHT 36

/* A world, and what its pixels see, by a plain caster. At edges of cells rays close by see
 * others, and along edges they count others. */
typedef struct {
  Soup *soup;
  LifeWorld *world;
  LifeView view;
  Caster caster;
  CasterHit hits[SCENE_HEIGHT][SCENE_WIDTH];
  gboolean is_tie[SCENE_HEIGHT][SCENE_WIDTH];
  gboolean is_count_tie[SCENE_HEIGHT][SCENE_WIDTH];
} Scene;

/* Without shadows, and dark corners. */
static inline Scene *
scene_new (const gint size[3], const gchar *rule, LifeKernel kernel)
{
  const LifeGeometry geometry = { (guint32) size[0], (guint32) size[1],
    (guint32) size[2], LIFE_TOPOLOGY_TORUS };
  Scene *scene = g_new0 (Scene, 1);

  scene->soup = soup_new (size[0], size[1], size[2]);
  scene->world = new_world (&geometry, rule, kernel, 1);
  scene->view = bare_view (LIFE_VIEW_VOLUME, 30, 25);
  scene->view.perspective.shadows = FALSE;
  scene->view.perspective.occlusion = FALSE;
  scene->view.perspective.distance = 1.1;
  return scene;
}

static inline void
scene_free (Scene *scene)
{
  life_world_free (scene->world);
  soup_free (scene->soup);
  g_free (scene);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Scene, scene_free)

/* After a change of cells or of the place to see them from. */
static inline void
scene_draw (Scene *scene)
{
  const CasterWorld *world = &scene->soup->world;

  scene->caster =
      caster_new (world, &scene->view.perspective, SCENE_WIDTH, SCENE_HEIGHT);
  for (guint y = 0; y < SCENE_HEIGHT; y++)
    for (guint x = 0; x < SCENE_WIDTH; x++) {
      const CasterHit hit = caster_read (world, &scene->caster, x, y);
      gboolean tie = FALSE, count_tie = FALSE;

      for (guint i = 0; i < CASTER_NEIGHBORS && !(tie && count_tie); i++) {
        CasterHit next_to =
            caster_read_neighbor (world, &scene->caster, x, y, i, 1e-5);

        tie |= !caster_hit_is_same (&next_to, &hit);
        count_tie |= next_to.count != hit.count;
      }
      scene->hits[y][x] = hit;
      scene->is_tie[y][x] = tie;
      scene->is_count_tie[y][x] = count_tie;
    }
}

static inline Canvas *
scene_frame (const Scene *scene)
{
  return frame_of (scene->world, &scene->view, LIFE_PIXEL_FORMAT_RGBA,
      SCENE_WIDTH, SCENE_HEIGHT);
}

/* How far a caster's eye is from a box: from its nearest point, and its farthest corner. */
static inline void
scene_measure (const Scene *scene, gdouble *near, gdouble *far)
{
  *near = *far = 0;
  for (guint i = 0; i < 3; i++) {
    gdouble eye = scene->caster.eye.v[i], size = scene->soup->world.size[i];
    gdouble out = MAX (MAX (-eye, eye - size), 0);
    gdouble maximum = MAX (fabs (eye), fabs (eye - size));

    *near += out * out;
    *far += maximum * maximum;
  }
  *near = sqrt (*near);
  *far = sqrt (*far);
}
