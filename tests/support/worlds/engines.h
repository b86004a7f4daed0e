/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engines under test, a row each: what a caller may do to a world is tried on all. */
#pragma once

#include "tests/support/worlds/parts.h"
#include "tests/support/worlds/unbounded.h"

typedef struct {
  const gchar *name;
  LifeGeometry geometry;
  LifeKernel kernel;
  guint parts;           /* that hold the world; 0: one engine */
  const gchar *rules[4]; /* that the same engine runs, the first one first */
} TestEngine;

#define FLAT                        \
  {                                 \
    201, 77, 1, LIFE_TOPOLOGY_TORUS \
  }
#define DEEP                         \
  {                                  \
    130, 21, 13, LIFE_TOPOLOGY_TORUS \
  }
#define UNBOUNDED                                   \
  {                                                 \
    .depth = 1, .topology = LIFE_TOPOLOGY_UNBOUNDED \
  }

static const TestEngine test_engines[] = {
  { "bits", FLAT, LIFE_KERNEL_AUTO, 0,
      { "B3/S23", "B36/S125", "B2/S34H", "B2-a/S12" } },
  { "states-as-bits", FLAT, LIFE_KERNEL_AUTO, 0,
      { "B2/S345/5", "B2/S/3", "B2/S34/200H", "B3/S23" } },
  { "bytes", FLAT, LIFE_KERNEL_NAIVE, 0,
      { "B2/S345/5", "B3/S23", "R2,C4,M0,S4..9,B5..9,NM", "WireWorld" } },
  { "sums", FLAT, LIFE_KERNEL_AUTO, 0,
      { "R3,C0,M1,S10..20,B12..18,NM", "R20,C5,M1,S50..380,B70..320,NN",
          "R4,C3,M0,S5..22,B7..19,NC" } },
  { "look-ups", FLAT, LIFE_KERNEL_AUTO, 0,
      { "JvN29", "WireWorld", "Nobili32", "Hutton32" } },
  { "bits-in-3d", DEEP, LIFE_KERNEL_AUTO, 0,
      { "B6/S567", "B5/S45", "B2,4/S1..3C", "B1,3/S0..6F" } },
  { "states-in-3d", DEEP, LIFE_KERNEL_AUTO, 0,
      { "B4/S4/5", "B4..7/S4..8/C130", "B3/S2..5/C9E", "B6/S567" } },
  { "tiles", UNBOUNDED, LIFE_KERNEL_SPARSE, 0,
      { "B3/S23", "B36/S23", "B2-a/S12", "B2/S34H" } },
  { "states-in-tiles", UNBOUNDED, LIFE_KERNEL_SPARSE, 0,
      { "B2/S345/9", "B2/S/3", "B3/S23", "B2/S/4" } },
  { "look-ups-in-tiles", UNBOUNDED, LIFE_KERNEL_SPARSE, 0,
      { "B2-i3/S23/4", "JvN29", "WireWorld", "B36/S23" } },
  { "hashlife", UNBOUNDED, LIFE_KERNEL_HASHLIFE, 0,
      { "B3/S23", "B36/S23", "B2-a/S12", "B2/S34H" } },
  { "parts", FLAT, LIFE_KERNEL_AUTO, 3,
      { "B3/S23/C4", "B36/S23", "B2/S34H", "B2/S/C3" } },
  { "parts-in-3d", DEEP, LIFE_KERNEL_AUTO, 4,
      { "B6/S567", "B4/S4/C5", "B2/S3,5C" } },
};

/* The reference of a world without edges; what lives in the middle comes to no edge for 80
 * generations. */
static const LifeGeometry test_plane = { 270, 250, 1, LIFE_TOPOLOGY_PLANE };

static inline gboolean
is_unbounded (const TestEngine *engine)
{
  return engine->geometry.topology == LIFE_TOPOLOGY_UNBOUNDED;
}

static inline LifeRule
engine_rule (const TestEngine *engine, guint number)
{
  return rule_of (engine->geometry.depth > 1 ? 3 : 2, engine->rules[number]);
}

static inline guint
engine_n_rules (const TestEngine *engine)
{
  guint n = 1;

  while (n < G_N_ELEMENTS (engine->rules) && engine->rules[n] != NULL)
    n++;
  return n;
}

static inline LifeWorld *
engine_world (const TestEngine *engine, guint threads)
{
  const LifeRule rule = engine_rule (engine, 0);

  return engine->parts > 0 ? new_parts_world (
             &engine->geometry, &rule, engine->parts, threads)
                           : new_world_with_rule (&engine->geometry, &rule,
                               engine->kernel, threads);
}

/* A world, and the reference. */
static inline Worlds *
engine_worlds (const TestEngine *engine)
{
  const LifeRule rule = engine_rule (engine, 0);
  const LifeGeometry *geometry =
      is_unbounded (engine) ? &test_plane : &engine->geometry;

  return worlds_of (engine_world (engine, 2),
      new_world_with_rule (geometry, &rule, LIFE_KERNEL_NAIVE, 1));
}

/* All cells that are compared, and those of a soup. */
static inline LifeBox
engine_area (const TestEngine *engine)
{
  const LifeGeometry *geometry =
      is_unbounded (engine) ? &test_plane : &engine->geometry;

  return (
      LifeBox){ 0, 0, 0, geometry->width, geometry->height, geometry->depth };
}

/* Cells of all states. */
static inline void
engine_soup (
    const TestEngine *engine, LifeWorld *world, guint32 seed, gdouble density)
{
  const guint states = life_rule_get_states (life_world_get_rule (world));
  const LifeBox area = engine_area (engine);
  const LifeBox box =
      is_unbounded (engine) ? (LifeBox){ 85, 85, 0, 100, 80, 1 } : area;
  const gsize n = (gsize) (box.width * box.height * box.depth);
  g_autoptr (GRand) dice = g_rand_new_with_seed (seed);
  g_autofree guint8 *cells = random_cells (dice, n, density);

  for (gsize i = 0; i < n; i++)
    cells[i] *= (guint8) g_rand_int_range (dice, 1, (gint) states);
  write_box (world, &box, cells);
}

static inline void
engine_soups (
    const TestEngine *engine, Worlds *worlds, guint32 seed, gdouble density)
{
  for (guint i = 0; i < worlds->n; i++)
    engine_soup (engine, worlds->each[i], seed, density);
}

/* A test of each engine, which is its data. */
static inline void
add_engines (const gchar *path, GTestDataFunc test)
{
  for (guint i = 0; i < G_N_ELEMENTS (test_engines); i++) {
    g_autofree gchar *name =
        g_strdup_printf ("%s/%s", path, test_engines[i].name);

    g_test_add_data_func (name, &test_engines[i], test);
  }
}
