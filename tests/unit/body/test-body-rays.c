/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which cell a pixel of a body sees, and how many lie along its ray, compared with a
 * plain caster in double precision. What color that is, is in test-body-frames.c. */
#include "tests/support/draw/body.h"

#define WIDTH 48
#define HEIGHT 36
#define SCENES 64

/* What single precision is uncertain by, and more. */
#define SHIFT 1e-6

typedef struct {
  guint pixels, ties, wrong;
} Agreement;

static gchar *
describe (const CasterHit *hit)
{
  if (hit->axis < 0)
    return g_strdup_printf ("nothing, %u on the ray", hit->count);
  return g_strdup_printf ("the %c face of (%d, %d, %d), %u on the ray",
      "xyz"[hit->axis], hit -> cell[0], hit -> cell[1], hit -> cell[2],
      hit -> count);
}

/* Whether all rays so close by pass a cell that lies a cell or more before what is drawn. */
static gboolean
is_hidden (const CasterWorld *world, const Caster *caster,
    CasterVector direction, guint rays, const CasterHit *drawn)
{
  for (gint z = 0; z < world->size[2]; z++)
    for (gint y = 0; y < world->size[1]; y++)
      for (gint x = 0; x < world->size[0]; x++) {
        const gdouble middle[3] = { x + 0.5, y + 0.5, z + 0.5 };
        gdouble t = 0;

        if (caster->passed[caster_position (world, x, y, z)] < rays)
          continue;
        for (guint i = 0; i < 3; i++)
          t += (middle[i] - caster->eye.v[i]) * direction.v[i];
        if (drawn->axis < 0 || t < drawn->t - 1)
          return TRUE;
      }
  return FALSE;
}

/* Single precision may pass each edge that a ray comes close to on another side: cells that
 * all rays close by pass are certain, those that some pass are not. */
static gboolean
is_tie (const Soup *soup, const Caster *caster, guint x, guint y,
    const CasterHit *drawn, gboolean counts)
{
  const CasterWorld *world = &soup->world;
  g_autofree guint16 *passed = g_new0 (guint16, soup->n);
  Caster counting = *caster;
  guint rays = 1, minimum = 0, maximum = 0, here;
  CasterHit hit;

  counting.passed = passed;
  hit = caster_read (world, &counting, x, y);
  for (gdouble shift = SHIFT; shift < 20 * SHIFT; shift *= 4)
    for (guint i = 0; i < CASTER_NEIGHBORS; i++, rays++) {
      CasterHit next_to =
          caster_read_neighbor (world, &counting, x, y, i, shift);

      if (!counts && caster_hit_is_same (&next_to, drawn))
        return TRUE;
    }
  for (gsize i = 0; i < soup->n; i++) {
    minimum += passed[i] == rays;
    maximum += passed[i] > 0;
  }
  if (counts)
    return drawn->count >= minimum && drawn->count <= maximum;
  if (drawn->axis >= 0) {
    here = passed[caster_position (
        world, drawn->cell[0], drawn->cell[1], drawn->cell[2])];
    if (here == 0 || memcmp (drawn->cell, hit.cell, sizeof hit.cell) == 0)
      return FALSE;
  }
  return !is_hidden (
      world, &counting, caster_direction (caster, x, y), rays, drawn);
}

static void
compare_pixel (const Soup *soup, const Caster *caster, const BodyRays *rays,
    guint x, guint y, gboolean counts, Agreement *agreement)
{
  CasterHit expected = caster_read (&soup->world, caster, x, y);
  CasterHit drawn = body_rays_read (rays, x, y);
  g_autofree gchar *is = NULL, *should = NULL;

  agreement->pixels++;
  if (counts ? expected.count == drawn.count
             : caster_hit_is_same (&expected, &drawn))
    return;
  agreement->ties++;
  if (is_tie (soup, caster, x, y, &drawn, counts))
    return;
  is = describe (&drawn);
  should = describe (&expected);
  if (agreement->wrong++ < 10)
    fail ("pixel (%u, %u) of %d×%d×%d cells sees %s, not %s", x, y,
        soup->world.size[0], soup->world.size[1], soup->world.size[2], is,
        should);
}

static void
compare_scene (GRand *random, PositionKind kind, LifeFieldKind field,
    gboolean counts, Agreement *agreement)
{
  g_autoptr (Soup) soup = soup_new (g_rand_int_range (random, 1, 71),
      g_rand_int_range (random, 1, 71), g_rand_int_range (random, 1, 71));
  /* From a few cells to a full block. */
  gdouble density = pow (g_rand_double (random), 3);
  LifePerspective from = random_position (random, soup->world.size, kind);
  Caster caster = caster_new (&soup->world, &from, WIDTH, HEIGHT);
  BodyRays rays;

  soup_fill (soup, random, density, 2);
  body_rays_init (&rays, soup, &from, WIDTH, HEIGHT, field);
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      compare_pixel (soup, &caster, &rays, x, y, counts, agreement);
  if (g_test_verbose ())
    g_test_message ("kind %d, %d×%d×%d, density %.3f: %u, %u ties", kind,
        soup->world.size[0], soup->world.size[1], soup->world.size[2], density,
        agreement->pixels, agreement->ties);
  body_rays_clear (&rays);
}

static void
compare_scenes (gboolean counts, guint32 seed, guint max_per_mille)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Agreement agreement = { 0 };

  for (guint i = 0; i < SCENES; i++)
    compare_scene (random, i % N_POSITIONS,
        i / N_POSITIONS % 2 ? LIFE_FIELD_BIT : LIFE_FIELD_BYTES, counts,
        &agreement);
  g_test_message ("%u of %u pixels differ, all ties but %u", agreement.ties,
      agreement.pixels, agreement.wrong);
  g_assert_cmpuint (agreement.ties * 1000, <, agreement.pixels * max_per_mille);
}

static void
test_pixels_see_the_cells_that_a_plain_caster_sees (void)
{
  compare_scenes (FALSE, 1, 1);
}

static void
test_rays_count_the_cells_that_a_plain_caster_counts (void)
{
  /* A ray passes more edges than the first. */
  compare_scenes (TRUE, 2, 5);
}

/* The layer at which rays come in is empty, and its blocks reach beyond it: where a ray comes
 * close to an edge of one at once, rounding must not take it out again. */
static void
test_no_ray_is_lost_where_it_comes_in (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  g_autoptr (Soup) soup = soup_new (5, 37, 41);
  Agreement agreement = { 0 };
  guint seen = 0;

  for (gsize i = 0; i < soup->n; i++)
    soup->cells[i] = i % 5 < 4;
  for (guint i = 0; i < 24; i++) {
    LifePerspective from =
        random_position (random, soup->world.size, POSITION_FAR);
    Caster caster;
    BodyRays rays;

    from.azimuth = g_rand_double_range (random, 60, 120);
    from.elevation = g_rand_double_range (random, -30, 30);
    caster = caster_new (&soup->world, &from, 320, 240);
    body_rays_init (&rays, soup, &from, 320, 240, LIFE_FIELD_BIT);
    for (guint y = 0; y < 240; y++)
      for (guint x = 0; x < 320; x++)
        if (body_rays_read (&rays, x, y).axis >= 0)
          seen++;
        else
          compare_pixel (soup, &caster, &rays, x, y, FALSE, &agreement);
    body_rays_clear (&rays);
  }
  g_test_message (
      "%u pixels see cells, %u do not and should", seen, agreement.wrong);
  g_assert_cmpuint (seen, >, 500000);
}

static gboolean
lives_in_block (const Soup *soup, gint x, gint y, gint z)
{
  const gint *size = soup->world.size;
  const gint side = LIFE_PYRAMID_BLOCK_CELLS;

  for (gint k = z; k < MIN (z + side, size[2]); k++)
    for (gint j = y; j < MIN (y + side, size[1]); j++)
      for (gint i = x; i < MIN (x + side, size[0]); i++)
        if (soup->cells[caster_position (&soup->world, i, j, k)] != 0)
          return TRUE;
  return FALSE;
}

static void
check_blocks (const Soup *soup, const LifePyramid *pyramid)
{
  const gint *size = soup->world.size;
  const gint side = LIFE_PYRAMID_BLOCK_CELLS;

  for (gint z = 0; z < size[2]; z += side)
    for (gint y = 0; y < size[1]; y += side)
      for (gint x = 0; x < size[0]; x += side) {
        const guint64 word = pyramid->words[life_pyramid_word (
            pyramid->columns, pyramid->rows, x, y, z)];

        if ((word >> life_pyramid_bit (x, y, z) & 1)
            != (guint) lives_in_block (soup, x, y, z))
          g_error ("block at (%d, %d, %d) of %d × %d × %d", x, y, z, size[0],
              size[1], size[2]);
      }
}

/* Rays would pass them one by one where blocks took up cells of their neighbors. */
static void
test_blocks_are_those_in_which_cells_live (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  const LifeFieldKind kinds[] = { LIFE_FIELD_BIT, LIFE_FIELD_BYTES };

  for (guint i = 0; i < SCENES; i++) {
    g_autoptr (Soup) soup = soup_new (g_rand_int_range (random, 1, 71),
        g_rand_int_range (random, 1, 23), g_rand_int_range (random, 1, 23));
    const LifePerspective from =
        random_position (random, soup->world.size, POSITION_FAR);
    BodyRays rays;

    soup_fill (soup, random, 0.01, 2);
    body_rays_init (&rays, soup, &from, WIDTH, HEIGHT, kinds[i % 2]);
    check_blocks (soup, &rays.pyramid);
    body_rays_clear (&rays);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/body-rays/" #name, test_##name)
  ADD (pixels_see_the_cells_that_a_plain_caster_sees);
  ADD (rays_count_the_cells_that_a_plain_caster_counts);
  ADD (blocks_are_those_in_which_cells_live);
  ADD (no_ray_is_lost_where_it_comes_in);
  return g_test_run ();
}
