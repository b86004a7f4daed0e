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

/* Whether a ray close by meets what the library's does. */
static gboolean
is_tie_of_faces (const Soup *soup, const Caster *caster, guint x, guint y,
    const CasterHit *drawn)
{
  for (gdouble shift = SHIFT; shift < 20 * SHIFT; shift *= 4)
    for (guint i = 0; i < CASTER_NEIGHBORS; i++) {
      CasterHit hit = caster_look_beside (&soup->world, caster, x, y, i, shift);

      if (caster_hit_is_same (&hit, drawn))
        return TRUE;
    }
  return FALSE;
}

/* Whether rays close by do not agree, and the library's count is one that they may have. A
 * ray can come close to several edges. */
static gboolean
is_tie_of_counts (const Soup *soup, const Caster *caster, guint x, guint y,
    const CasterHit *drawn)
{
  guint least = G_MAXUINT, most = 0, spread;

  for (gdouble shift = SHIFT; shift < 20 * SHIFT; shift *= 4)
    for (guint i = 0; i < CASTER_NEIGHBORS; i++) {
      CasterHit hit = caster_look_beside (&soup->world, caster, x, y, i, shift);

      least = MIN (least, hit.count);
      most = MAX (most, hit.count);
    }
  spread = most - least;
  return spread > 0 && drawn->count + spread >= least
         && drawn->count <= most + spread;
}

static void
compare_pixel (const Soup *soup, const Caster *caster, const BodyRays *rays,
    guint x, guint y, gboolean counts, Agreement *agreement)
{
  CasterHit expected = caster_look (&soup->world, caster, x, y);
  CasterHit drawn = body_rays_look (rays, x, y);
  g_autofree gchar *is = NULL, *should = NULL;

  agreement->pixels++;
  if (counts ? expected.count == drawn.count
             : caster_hit_is_same (&expected, &drawn))
    return;
  agreement->ties++;
  if (counts ? is_tie_of_counts (soup, caster, x, y, &drawn)
             : is_tie_of_faces (soup, caster, x, y, &drawn))
    return;
  is = describe (&drawn);
  should = describe (&expected);
  if (agreement->wrong++ < 10)
    fail ("pixel (%u, %u) of %d×%d×%d cells sees %s, not %s", x, y,
        soup->world.size[0], soup->world.size[1], soup->world.size[2], is,
        should);
}

static void
compare_scene (GRand *random, PlaceKind kind, LifeFieldKind field,
    gboolean counts, Agreement *agreement)
{
  g_autoptr (Soup) soup = soup_new (g_rand_int_range (random, 1, 71),
      g_rand_int_range (random, 1, 71), g_rand_int_range (random, 1, 71));
  /* From a few cells to a full block. */
  gdouble density = pow (g_rand_double (random), 3);
  LifePerspective from = random_place (random, soup->world.size, kind);
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
compare_scenes (gboolean counts, guint32 seed, guint most_per_mille)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Agreement agreement = { 0 };

  for (guint i = 0; i < SCENES; i++)
    compare_scene (random, i % N_PLACES,
        i / N_PLACES % 2 ? LIFE_FIELD_BIT : LIFE_FIELD_BYTES, counts,
        &agreement);
  g_test_message ("%u of %u pixels differ, all ties but %u", agreement.ties,
      agreement.pixels, agreement.wrong);
  g_assert_cmpuint (
      agreement.ties * 1000, <, agreement.pixels * most_per_mille);
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/body-rays/pixels_see_the_cells_that_a_plain_caster_sees",
      test_pixels_see_the_cells_that_a_plain_caster_sees);
  g_test_add_func ("/body-rays/rays_count_the_cells_that_a_plain_caster_counts",
      test_rays_count_the_cells_that_a_plain_caster_counts);
  return g_test_run ();
}
