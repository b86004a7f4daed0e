/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds whose edges are joined in every way that Golly has, compared with
 * bgolly and with walks of one cell at a time. The fast engines are compared with the general one in
 * test-topology-engines.c. */
#include "life/world/topology.h"
#include "tests/support/worlds/golly-soups.h"
#include "tests/support/worlds/topology.h"

/* The text after the rule's colon. */
static gchar *
suffix_of (const Shape *shape, guint32 width, guint32 height)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (shape->suffix, width, height);
#pragma GCC diagnostic pop
}

/* --- Against bgolly --- */

static const gchar *const rules[] = { "B3/S23", "B36/S23", "B2/S34H",
  "B13/S012V", "B2/S" };

static gboolean
compare_with_golly (const Shape *shape, const LifeGeometry *geometry,
    const gchar *rule, guint64 seed)
{
  static const guint generations[] = { 1, 9, 90 };
  g_autoptr (LifeWorld) world = new_world (geometry, rule, LIFE_KERNEL_AUTO, 0);
  g_autofree gchar *suffix =
      suffix_of (shape, geometry->width, geometry->height);
  g_autofree gchar *text = g_strdup_printf ("%s:%s", rule, suffix);
  const GollyRule golly_rule = { HASH, text };

  fill_soup (world, seed, 0.4);
  for (guint i = 0; i < G_N_ELEMENTS (generations); i++)
    if (!plays_as_in_golly (world, &golly_rule, generations[i]))
      return FALSE;
  return TRUE;
}

static void
test_soups_are_golly_s (gconstpointer data)
{
  const Shape *shape = data;

  if (skip_without_golly ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < 2; j++) {
      LifeGeometry geometry = geometry_of (shape, sizes[i][0], sizes[i][1]);
      /* Each size runs two rules, one of them with the Moore neighborhood. */
      const gchar *rule = rules[j == 0 ? i % 2 : 2 + i % 3];
      if (!compare_with_golly (shape, &geometry, rule, i + 1))
        return;
    }
}

static const Shape *
shape_named (const gchar *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    if (strcmp (shapes[i].name, name) == 0)
      return &shapes[i];
  g_error ("no shape is named %s", name);
}

/* --- Gliders --- */

/* The copies with which a world tiles the endless plane lie some way apart;
 * after that way a glider is back. This glider avoids the poles of a sphere and
 * the corners of a cross-surface, where it would meet itself. */
typedef struct {
  const gchar *shape;
  guint32 width, height;
  guint cells; /* along x and along y */
} Return;

static void
test_gliders_return_unharmed (void)
{
  static const Return returns[] = {
    { "torus", 24, 16, 48 },
    { "torus-shifted-right", 20, 15, 15 },
    { "torus-shifted-up", 16, 21, 48 },
    { "klein", 24, 18, 72 },
    { "klein-vertical", 18, 24, 72 },
    { "klein-shifted", 24, 18, 72 },
    { "klein-vertical-shifted", 18, 24, 72 },
    { "cross-surface", 32, 24, 192 },
    { "sphere", 30, 30, 60 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (returns); i++) {
    const Return *r = &returns[i];
    LifeGeometry geometry =
        geometry_of (shape_named (r->shape), r->width, r->height);
    g_autoptr (LifeWorld) world =
        new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 0);
    g_autofree guint8 *start = NULL;

    g_test_message ("%s", r->shape);
    paste_text (world, "glider", r->width / 4, r->height / 2);
    start = cells_of (world);
    for (guint gone = 0; gone < r->cells; gone++) {
      g_autofree guint8 *cells = cells_of (world);
      if (gone > 0)
        g_assert_cmpint (memcmp (cells, start, size_of (world)), !=, 0);
      step (world, 4);
      g_assert_cmpuint (statistics_of (world).population, ==, 5);
    }
    assert_cells (world, start, r->shape);
  }
}

/* --- Places further out --- */

/* A walker that goes from cell to cell and may be turned relative to the world:
 * its right is (right_x, right_y), its down (down_x, down_y). */
typedef struct {
  gint64 x, y;
  gint right_x, right_y, down_x, down_y;
} Walker;

/* Turns the walker's directions by the matrix (a b; c d). */
static void
turn (Walker *walker, gint a, gint b, gint c, gint d)
{
  gint rx = walker->right_x, ry = walker->right_y;
  gint dx = walker->down_x, dy = walker->down_y;

  walker->right_x = a * rx + b * ry;
  walker->right_y = c * rx + d * ry;
  walker->down_x = a * dx + b * dy;
  walker->down_y = c * dx + d * dy;
}

static void
cross_top_or_bottom (Walker *walker, const LifeGeometry *geometry, gboolean top)
{
  gint64 width = geometry->width, height = geometry->height, x = walker->x;

  walker->y = top ? height - 1 : 0;
  switch (geometry->topology) {
    case LIFE_TOPOLOGY_TORUS:
      walker->x = x + (top ? -geometry->shift_x : geometry->shift_x);
      break;
    case LIFE_TOPOLOGY_KLEIN:
      if (geometry->vertical_twist)
        break;
      walker->x = width - 1 - x;
      if (geometry->shift_x % width != 0 && width % 2 == 0)
        walker->x--;
      turn (walker, -1, 0, 0, 1);
      break;
    case LIFE_TOPOLOGY_CROSS_SURFACE:
      walker->x = width - 1 - x;
      turn (walker, -1, 0, 0, 1);
      break;
    default:
      walker->x = top ? 0 : width - 1;
      walker->y = x;
      turn (walker, 0, -1, 1, 0);
      break;
  }
  walker->x = (walker->x % width + width) % width;
}

static void
cross_left_or_right (
    Walker *walker, const LifeGeometry *geometry, gboolean left)
{
  gint64 width = geometry->width, height = geometry->height, y = walker->y;

  walker->x = left ? width - 1 : 0;
  switch (geometry->topology) {
    case LIFE_TOPOLOGY_TORUS:
      walker->y = y + (left ? -geometry->shift_y : geometry->shift_y);
      break;
    case LIFE_TOPOLOGY_KLEIN:
      if (!geometry->vertical_twist)
        break;
      walker->y = height - 1 - y;
      if (geometry->shift_y % height != 0 && height % 2 == 0)
        walker->y--;
      turn (walker, 1, 0, 0, -1);
      break;
    case LIFE_TOPOLOGY_CROSS_SURFACE:
      walker->y = height - 1 - y;
      turn (walker, 1, 0, 0, -1);
      break;
    default:
      walker->y = left ? 0 : height - 1;
      walker->x = y;
      turn (walker, 0, 1, -1, 0);
      break;
  }
  walker->y = (walker->y % height + height) % height;
}

static void
walk (Walker *walker, const LifeGeometry *geometry, gint right, gint down)
{
  for (gint i = ABS (right) + ABS (down); i > 0; i--) {
    gboolean along = i > ABS (down);
    gint direction = (along ? right : down) < 0 ? -1 : 1;

    walker->x += direction * (along ? walker->right_x : walker->down_x);
    walker->y += direction * (along ? walker->right_y : walker->down_y);
    if (walker->y < 0 || walker->y >= geometry->height)
      cross_top_or_bottom (walker, geometry, walker->y < 0);
    else if (walker->x < 0 || walker->x >= geometry->width)
      cross_left_or_right (walker, geometry, walker->x < 0);
  }
}

static gboolean
is_found_by_walking (
    const LifeGeometry *geometry, gint x, gint y, gint dx, gint dy)
{
  static const gint directions[4][2] = { [LIFE_HEADING_RIGHT] = { 1, 0 },
    [LIFE_HEADING_DOWN] = { 0, 1 },
    [LIFE_HEADING_LEFT] = { -1, 0 },
    [LIFE_HEADING_UP] = { 0, -1 } };
  Walker walker = { x, y, 1, 0, 0, 1 };
  gint64 found_x = x + dx, found_y = y + dy, found_z = 0;
  LifeHeading heading = life_topology_heading (geometry, found_x, found_y);

  walk (&walker, geometry, dx, dy);
  if (life_topology_find (geometry, &found_x, &found_y, &found_z)
      && found_x == walker.x && found_y == walker.y && found_z == 0
      && directions[heading][0] == walker.right_x
      && directions[heading][1] == walker.right_y)
    return TRUE;
  g_test_message ("%u×%u, from (%d, %d) by (%d, %d): found (%d, %d), walked to "
                  "(%d, %d)",
      geometry->width, geometry->height, x, y, dx, dy, (gint) found_x,
      (gint) found_y, (gint) walker.x, (gint) walker.y);
  g_test_fail ();
  return FALSE;
}

/* Up to three worlds away, which Larger than Life needs in a small one. */
static void
test_positions_further_out_are_reached_step_by_step (void)
{
  static const guint32 small[][2] = { { 1, 1 }, { 4, 3 }, { 3, 4 }, { 6, 6 },
    { 5, 5 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (small); j++) {
      LifeGeometry geometry =
          geometry_of (&shapes[i], small[j][0], small[j][1]);
      gint width = geometry.width, height = geometry.height;

      if (geometry.topology == LIFE_TOPOLOGY_PLANE)
        continue;
      for (gint k = 0; k < width * height; k++)
        for (gint dx = -3 * width; dx <= 3 * width; dx++)
          for (gint dy = -3 * height; dy <= 3 * height; dy++)
            if (!is_found_by_walking (
                    &geometry, k % width, k / width, dx, dy)) {
              g_test_message ("%s", shapes[i].name);
              return;
            }
    }
}

static void
test_a_plane_has_nothing_beyond_its_edges (void)
{
  LifeGeometry geometry = geometry_of (shape_named ("plane"), 3, 2);

  for (gint64 i = -9; i < 9; i++)
    for (gint64 j = -9; j < 9; j++) {
      gint64 x = i, y = j, z = 0;
      gboolean inside = i >= 0 && i < 3 && j >= 0 && j < 2;
      g_assert_cmpint (life_topology_find (&geometry, &x, &y, &z), ==, inside);
      g_assert_true (x == i && y == j);
    }
}

/* --- Patterns --- */

/* A pattern whose rows differ, so that its orientation shows. */
static const gchar *const letter = "x = 4, y = 3\n3o$o2bo$2o!";

static void
test_a_paste_goes_on_beyond_an_edge (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++) {
    LifeGeometry geometry = geometry_of (&shapes[i], 8, 6);
    gsize side = geometry.width, end = side * geometry.height;
    g_autoptr (LifePattern) pattern = pattern_of (letter);

    for (gsize k = 0; k < end; k++) {
      g_autoptr (LifeWorld) world =
          new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 0);
      g_autofree guint8 *expected = g_malloc0 (end);
      const gint64 at[3] = { k % side, k / side, 0 };
      gint64 origin[3];
      gboolean fits =
          at[0] + 4 <= geometry.width && at[1] + 3 <= geometry.height;

      if (geometry.topology == LIFE_TOPOLOGY_PLANE && !fits)
        continue;
      for (gsize r = 0; r < pattern->n_runs; r++)
        for (gint c = 0; c < (gint) pattern->runs[r].length; c++) {
          Walker walker = { at[0], at[1], 1, 0, 0, 1 };
          walk (&walker, &geometry, pattern->runs[r].x + c, pattern->runs[r].y);
          expected[walker.y * side + walker.x] = 1;
        }
      g_assert_true (life_pattern_find_origin (
          pattern, &geometry, FALSE, at, origin, NULL));
      world_paste (world, pattern, origin[0], origin[1]);
      if (!assert_cells (world, expected, shapes[i].name))
        return;
    }
  }
}

/* On a torus a corner may also lie outside: it is moved to where it is met, also from as far
 * out as numbers go, by way of places whose sums would not fit them. */
static void
test_a_pattern_s_corner_lies_where_a_shift_moves_it (void)
{
  static const struct {
    LifeGeometry geometry;
    gint64 at[3], expected[3];
  } cases[] = {
    { { 8, 6, 1, LIFE_TOPOLOGY_TORUS, FALSE, 5, 0 }, { 2, -2, 0 },
        { 5, 4, 0 } },
    /* 2^63 - 1 leaves 7 over 9; it is a number of 7s that leaves 1 over 9. */
    { { 9, 7, 1, LIFE_TOPOLOGY_TORUS, FALSE, 4, 0 },
        { G_MAXINT64, G_MAXINT64, G_MAXINT64 }, { (7 + 4 * 1) % 9, 0, 0 } },
  };
  const LifeGeometry largest = { G_MAXUINT32, G_MAXUINT32, 1,
    LIFE_TOPOLOGY_TORUS, FALSE, 0, -G_MAXINT32 };
  const LifeGeometry klein = { 8, 6, 1, LIFE_TOPOLOGY_KLEIN };
  g_autoptr (LifePattern) pattern = pattern_of (letter);
  GError *error = NULL;
  gint64 origin[3];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_assert_true (life_pattern_find_origin (
        pattern, &cases[i].geometry, FALSE, cases[i].at, origin, NULL));
    g_assert_cmpmem (origin, sizeof origin, cases[i].expected, sizeof origin);
  }
  g_assert_true (life_pattern_find_origin (pattern, &largest, FALSE,
      (gint64[3]){ G_MININT64 + 1, G_MININT64 + 1, 0 }, origin, NULL));
  for (guint i = 0; i < 2; i++)
    g_assert_true (origin[i] >= 0 && origin[i] < G_MAXUINT32);
  g_assert_false (life_pattern_find_origin (
      pattern, &klein, FALSE, cases[0].at, origin, &error));
  assert_message (error, LIFE_ERROR_SIZE, "at y = -2|use 0 to 5");
}

/* --- Which worlds there are --- */

static void
test_impossible_worlds_are_errors (void)
{
  static const struct {
    LifeGeometry geometry;
    const gchar *word;
  } wrong[] = {
    { { 30, 20, 1, LIFE_TOPOLOGY_SPHERE }, "30 × 20" },
    { { 8, 8, 8, LIFE_TOPOLOGY_KLEIN }, "klein" },
    { { 8, 8, 8, LIFE_TOPOLOGY_CROSS_SURFACE }, "cross-surface" },
    { { 8, 8, 8, LIFE_TOPOLOGY_SPHERE }, "sphere" },
    { { 8, 8, 8, LIFE_TOPOLOGY_TORUS, .shift_x = 2 }, "shift" },
    { { 8, 8, 1, LIFE_TOPOLOGY_PLANE, .shift_x = 2 }, "plane" },
    { { 8, 8, 1, LIFE_TOPOLOGY_CROSS_SURFACE, .shift_y = 2 }, "cross-surface" },
    { { 8, 8, 1, LIFE_TOPOLOGY_SPHERE, .shift_y = -2 }, "sphere" },
    { { 8, 8, 1, LIFE_TOPOLOGY_TORUS, .shift_x = 1, .shift_y = 1 }, "1 and 1" },
    { { 8, 8, 1, LIFE_TOPOLOGY_KLEIN, .shift_y = 1 }, "turned round" },
    { { 8, 8, 1, LIFE_TOPOLOGY_KLEIN, TRUE, .shift_x = 1 }, "turned round" },
  };
  LifeEngineOptions options = default_options ();

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    const guint dimensions = wrong[i].geometry.depth > 1 ? 3 : 2;
    LifeRule rule =
        rule_of (dimensions, dimensions == 3 ? "B6/S567" : "B3/S23");
    GError *error = NULL;

    g_assert_null (
        life_world_new (&wrong[i].geometry, &rule, &options, &error));
    assert_message (error, LIFE_ERROR_SIZE, wrong[i].word);
  }
}

static void
test_a_sphere_is_sized_as_a_square (void)
{
  static const struct {
    LifeSizing sizing;
    guint32 side;
    gdouble zoom;
  } cases[] = {
    { { 640, 480, 2 }, 240, 2 },
    { { 640, 480, 2, 100 }, 100, 4 },
    { { 640, 480, 2, 0, 100 }, 100, 4 },
    { { 640, 480, 2, 50, 50 }, 50, 9 },
    { { 640, 480, 2, .zoom = 8 }, 60, 8 },
    { { 640, 480, 2, .pattern_width = 100, .pattern_height = 10 }, 480, 1 },
    { { 640, 480, 2, .pattern_width = 3, .pattern_height = 3 }, 240, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    LifeGeometry geometry = { .topology = LIFE_TOPOLOGY_SPHERE };
    gdouble zoom;

    g_test_message ("case %u", i);
    life_sizing_resolve (&cases[i].sizing, &geometry, &zoom);
    g_assert_cmpuint (geometry.width, ==, cases[i].side);
    g_assert_cmpuint (geometry.height, ==, cases[i].side);
    g_assert_cmpfloat (zoom, ==, cases[i].zoom);
  }
}

int
main (int argc, char **argv)
{
  int result;

  golly = golly_start ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++) {
    g_autofree gchar *path =
        g_strdup_printf ("/topology/soups-are-golly-s/%s", shapes[i].name);
    g_test_add_data_func (path, &shapes[i], test_soups_are_golly_s);
  }
#define TEST(name) g_test_add_func ("/topology/" #name, test_##name)
  TEST (gliders_return_unharmed);
  TEST (positions_further_out_are_reached_step_by_step);
  TEST (a_plane_has_nothing_beyond_its_edges);
  TEST (a_paste_goes_on_beyond_an_edge);
  TEST (a_pattern_s_corner_lies_where_a_shift_moves_it);
  TEST (impossible_worlds_are_errors);
  TEST (a_sphere_is_sized_as_a_square);
  result = g_test_run ();
  golly_stop ();
  return result;
}
