/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that every family of rules runs on the GPU as on the CPU's reference:
 * cells of any state, counted, edited, drawn and saved, on worlds of every
 * kind. */
#include "tests/support/help.h"
#include "tests/support/text/rule-value.h"
#include "tests/support/worlds/cuda.h"

/* --- Rules, by hand --- */

typedef struct {
  const gchar *name;
  LifeRule rule;
} Named;

#define TOTALISTIC(name, neighborhood, dimensions, states, birth, survival) \
  {                                                                         \
    name,                                                                   \
    {                                                                       \
      LIFE_FAMILY_TOTALISTIC, LIFE_NEIGHBORHOOD_##neighborhood, dimensions, \
          states, birth, survival                                           \
    }                                                                       \
  }
#define LARGER(name, of, r, m, n, b_first, b_last, s_first, s_last)         \
  {                                                                         \
    name,                                                                   \
    {                                                                       \
      .family = LIFE_FAMILY_LARGER_THAN_LIFE,                               \
      .neighborhood = LIFE_NEIGHBORHOOD_##of, .dimensions = 2, .states = n, \
      .radius = r, .middle = m, .birth_range = { b_first, b_last },         \
      .survival_range = {                                                   \
        s_first,                                                            \
        s_last                                                              \
      }                                                                     \
    }                                                                       \
  }
#define WOLFRAM(number)                                            \
  {                                                                \
    "W" #number,                                                   \
    {                                                              \
      .family = LIFE_FAMILY_WOLFRAM, .dimensions = 2, .states = 2, \
      .wolfram = number                                            \
    }                                                              \
  }
#define MAP(name, ...)                                                  \
  {                                                                     \
    name,                                                               \
    {                                                                   \
      .family = LIFE_FAMILY_MAP, .dimensions = 2, .states = 2, .map = { \
        __VA_ARGS__                                                     \
      }                                                                 \
    }                                                                   \
  }

static const Named rules_2d[] = {
  TOTALISTIC ("B3/S23", MOORE, 2, 2, 1 << 3, 3 << 2),
  TOTALISTIC ("B2/S/C3", MOORE, 2, 3, 1 << 2, 0),
  TOTALISTIC ("B2/S345/C4", MOORE, 2, 4, 1 << 2, 7 << 3),
  TOTALISTIC ("B0/S8/C5", MOORE, 2, 5, 1, 1 << 8),
  TOTALISTIC ("B23/S2356/C256", MOORE, 2, 256, 3 << 2, 0x6c),
  TOTALISTIC ("B13/S024V", VON_NEUMANN, 2, 2, 0xa, 0x15),
  TOTALISTIC ("B0/S4V", VON_NEUMANN, 2, 2, 1, 1 << 4),
  TOTALISTIC ("B2/S13/C17V", VON_NEUMANN, 2, 17, 4, 0xa),
  TOTALISTIC ("B2/S34H", HEXAGONAL, 2, 2, 4, 0x18),
  TOTALISTIC ("B024/S6/C3H", HEXAGONAL, 2, 3, 0x15, 0x40),
  MAP ("a map", 0xfedcba9876543210, 0x0123456789abcdef, 0x5a5a5a5a0f0f0f0f,
      0x8000000000000001, 0x1122448811224488, 0xf00ff00ff00ff00f,
      0x0000ffff00ff0f35, 0x7fffffff80000000),
  MAP ("a map with B0", 0x8421842184218421, 0x137f137f137f137f,
      0xdeadbeefcafe1234, 0x0f1e2d3c4b5a6978, 0x13579bdf02468ace,
      0x00ff00ff55aa55aa, 0x9999666699996666, 0x2b7e151628aed2a6),
  LARGER ("R1,C0,M0,S2..3,B3..3,NM", MOORE, 1, 0, 2, 3, 3, 2, 3),
  LARGER ("R5,C0,M1,S34..58,B34..45,NM", MOORE, 5, 1, 2, 34, 45, 34, 58),
  LARGER ("R4,C6,M0,S15..30,B14..22,NN", VON_NEUMANN, 4, 0, 6, 14, 22, 15, 30),
  LARGER ("R7,C255,M1,S50..80,B45..60,NC", CIRCULAR, 7, 1, 255, 45, 60, 50, 80),
  LARGER ("R3,C2,M0,S0..9,B0..3,NM", MOORE, 3, 0, 2, 0, 3, 0, 9),
  WOLFRAM (30),
  WOLFRAM (110),
  WOLFRAM (1),
  WOLFRAM (255),
  TOTALISTIC ("B36/S23", MOORE, 2, 2, 9 << 3, 3 << 2),
};

static const Named widest[] = {
  LARGER ("R50,C3,M1,S2000..6000,B3000..4500,NM", MOORE, 50, 1, 3, 3000, 4500,
      2000, 6000),
  LARGER ("R50,C2,M0,S1000..3000,B1500..2500,NC", CIRCULAR, 50, 0, 2, 1500,
      2500, 1000, 3000),
};

static const Named rules_3d[] = {
  TOTALISTIC ("B6/S567", MOORE, 3, 2, 1 << 6, 7 << 5),
  TOTALISTIC ("B4/S4/C5", MOORE, 3, 5, 1 << 4, 1 << 4),
  TOTALISTIC ("B0,26/S26/C3", MOORE, 3, 3, 0x4000001, 0x4000000),
  TOTALISTIC ("3D1,3/2F", VON_NEUMANN, 3, 2, 1 << 2, 0xa),
  TOTALISTIC ("B13/S0..6/C10F", VON_NEUMANN, 3, 10, 0xa, 0x7f),
  TOTALISTIC ("B2/S34C", CORNERS, 3, 2, 1 << 2, 0x18),
  TOTALISTIC ("B08/S1357/C4C", CORNERS, 3, 4, 0x101, 0xaa),
  TOTALISTIC ("B3/S2..5E", EDGES, 3, 2, 1 << 3, 0x3c),
  TOTALISTIC ("B0,12/S4..9/C256E", EDGES, 3, 256, 0x1001, 0x3f0),
};

static const LifeGeometry flat[] = { { 1, 1, 1 }, { 2, 1, 1 }, { 1, 3, 1 },
  { 2, 2, 1 }, { 3, 5, 1 }, { 7, 7, 1 }, { 5, 33, 1 }, { 65, 31, 1 },
  { 100, 37, 1 }, { 301, 9, 1 }, { 129, 130, 1 }, { 16, 4, 1 }, { 17, 90, 1 } };
static const LifeGeometry solid[] = { { 1, 1, 1 }, { 2, 1, 3 }, { 3, 3, 3 },
  { 5, 4, 2 }, { 33, 9, 7 }, { 16, 35, 11 } };

/* --- What both worlds get --- */

typedef struct {
  LifeWorld *world, *reference;
  const gchar *name;
  const LifeRule *rule;
} Pair;

static Pair
new_pair (const LifeGeometry *geometry, const Named *named, LifeKernel kernel)
{
  static guint number;

  return (Pair){ new_cuda_world (geometry, &named->rule, kernel, number++ % 2),
    new_reference (geometry, &named->rule), named->name, &named->rule };
}

static void
free_pair (Pair *pair)
{
  life_world_free (pair->world);
  life_world_free (pair->reference);
}

static gboolean
step_pair (const Pair *pair, guint64 generations)
{
  step (pair->world, generations);
  step (pair->reference, generations);
  return assert_same_world (pair->world, pair->reference, pair->name);
}

/* Cells of every state, and of some states that the rule does not have. */
static gboolean
mix_states (const Pair *pair, guint32 seed)
{
  gsize size = size_of (pair->reference);
  g_autofree guint8 *cells = g_malloc (size);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (gsize i = 0; i < size; i++) {
    guint32 kind = g_rand_int (rand) % 8, any = g_rand_int (rand);

    cells[i] = (guint8) (kind < 4   ? 0
                         : kind < 7 ? any % pair->rule->states
                                    : any);
  }
  set_cells (pair->world, cells);
  set_cells (pair->reference, cells);
  return assert_same_world (pair->world, pair->reference, pair->name);
}

static gboolean
check_generations (const LifeGeometry *geometry, const Named *named,
    LifeKernel kernel, guint32 seed)
{
  Pair pair = new_pair (geometry, named, kernel);
  gboolean same;

  fill_soup (pair.world, seed, 0.3);
  fill_soup (pair.reference, seed, 0.3);
  same = step_pair (&pair, 1) && step_pair (&pair, 2) && step_pair (&pair, 9)
         && mix_states (&pair, seed) && step_pair (&pair, 1)
         && step_pair (&pair, 1) && step_pair (&pair, 5);
  free_pair (&pair);
  return same;
}

static void
check_sizes (
    const LifeGeometry *sizes, guint n_sizes, const Named *rules, guint n_rules)
{
  static const LifeKernel kernels[] = { LIFE_KERNEL_AUTO, LIFE_KERNEL_NAIVE,
    LIFE_KERNEL_PACKED };

  for (guint i = 0; i < n_rules; i++)
    for (guint j = 0; j < n_sizes; j++)
      for (guint k = 0; k < G_N_ELEMENTS (topologies); k++)
        for (guint l = 0; l < G_N_ELEMENTS (kernels); l++) {
          LifeGeometry geometry = sizes[j];

          geometry.topology = topologies[k];
          if (kernels[l] == LIFE_KERNEL_PACKED
              && rules[i].rule.family != LIFE_FAMILY_TOTALISTIC)
            continue;
          if (!check_generations (&geometry, &rules[i], kernels[l], i + j))
            return;
        }
}

static void
test_families_equal_reference (void)
{
  if (!skip_without_cuda ())
    check_sizes (flat, G_N_ELEMENTS (flat), rules_2d, G_N_ELEMENTS (rules_2d));
}

static void
test_families_in_3d_equal_reference (void)
{
  if (!skip_without_cuda ())
    check_sizes (
        solid, G_N_ELEMENTS (solid), rules_3d, G_N_ELEMENTS (rules_3d));
}

/* Smaller than their neighborhood, and larger. */
static void
test_widest_neighborhoods_equal_reference (void)
{
  static const LifeGeometry sizes[] = { { 3, 2, 1 }, { 40, 101, 1 },
    { 130, 110, 1 } };

  if (!skip_without_cuda ())
    check_sizes (sizes, G_N_ELEMENTS (sizes), widest, G_N_ELEMENTS (widest));
}

/* --- Edges joined otherwise --- */

static const LifeGeometry joined[] = {
  { .topology = LIFE_TOPOLOGY_TORUS, .shift_x = 5 },
  { .topology = LIFE_TOPOLOGY_TORUS, .shift_x = -3 },
  { .topology = LIFE_TOPOLOGY_TORUS, .shift_y = 1 },
  { .topology = LIFE_TOPOLOGY_KLEIN },
  { .topology = LIFE_TOPOLOGY_KLEIN, .vertical_twist = TRUE },
  { .topology = LIFE_TOPOLOGY_KLEIN, .shift_x = -4 },
  { .topology = LIFE_TOPOLOGY_KLEIN, .vertical_twist = TRUE, .shift_y = 1 },
  { .topology = LIFE_TOPOLOGY_CROSS_SURFACE },
  { .topology = LIFE_TOPOLOGY_SPHERE },
};

static LifeGeometry
join (const LifeGeometry *edges, const LifeGeometry *size)
{
  LifeGeometry geometry = *edges;

  geometry.width = size->width;
  geometry.height =
      edges->topology == LIFE_TOPOLOGY_SPHERE ? size->width : size->height;
  geometry.depth = 1;
  return geometry;
}

static void
test_all_edges_equal_reference (void)
{
  static const LifeGeometry sizes[] = { { 1, 1, 1 }, { 2, 3, 1 }, { 7, 6, 1 },
    { 40, 19, 1 }, { 65, 66, 1 } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rules_2d); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      for (guint k = 0; k < G_N_ELEMENTS (joined); k++) {
        LifeGeometry geometry = join (&joined[k], &sizes[j]);

        if (!check_generations (
                &geometry, &rules_2d[i], LIFE_KERNEL_AUTO, i + j)
            || !check_generations (
                &geometry, &rules_2d[i], LIFE_KERNEL_NAIVE, i + j))
          return;
      }
}

static void
test_fast_kernels_refuse_other_edges (void)
{
  static const LifeKernel kernels[] = { LIFE_KERNEL_TILED, LIFE_KERNEL_ASYNC,
    LIFE_KERNEL_LUT, LIFE_KERNEL_BITSLICED };
  static const LifeGeometry size = { 64, 64, 1 };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    for (guint k = 0; k < G_N_ELEMENTS (joined); k++) {
      LifeGeometry geometry = join (&joined[k], &size);
      LifeEngineOptions options = default_options ();
      g_autoptr (GError) error = NULL;

      options.engine = LIFE_ENGINE_CUDA;
      options.kernel = kernels[i];
      g_assert_null (
          life_world_new (&geometry, &rules_2d[0].rule, &options, &error));
      g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
      g_assert_nonnull (strstr (error->message, "kernel=auto"));
    }
}

/* --- Table rules --- */

/* What no built-in rule has: permuted neighbors, six and two of them, and a
 * tree. */
static const struct {
  const gchar *name, *text;
} written[] = {
  { "Permuted", "n_states:4\nneighborhood:Moore\nsymmetries:permute\n"
                "var a={0,1,2,3}\nvar b={a}\nvar c={a}\nvar d={a}\nvar e={a}\n"
                "var f={a}\nvar g={0,2,3}\nvar h={a}\n"
                "0,1,1,a,b,c,d,e,f,1\n1,2,a,b,c,d,e,f,h,2\n"
                "2,g,3,a,b,c,d,e,f,3\n3,a,b,c,d,e,f,h,1,0\n" },
  { "Hexagonal", "n_states:3\nneighborhood:hexagonal\nsymmetries:none\n"
                 "var a={0,1,2}\nvar b={a}\nvar c={a}\nvar d={a}\nvar e={a}\n"
                 "0,1,a,b,c,d,e,1\n0,2,a,b,c,d,1,2\n1,a,b,2,c,d,e,2\n"
                 "2,a,b,c,d,e,1,0\n" },
  { "OneDimensional", "n_states:5\nneighborhood:oneDimensional\n"
                      "symmetries:none\nvar a={0,1,2,3,4}\n"
                      "0,1,a,3\n3,a,2,4\n1,0,a,2\n4,a,0,1\n2,a,4,0\n" },
};

static LifeRule
parse_in (const gchar *text, const gchar *folder)
{
  const gchar *const folders[] = { folder, NULL };
  GError *error = NULL;
  LifeRule rule;

  parse_rule_in (text, 2, folders, &rule, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rule.family, ==, LIFE_FAMILY_TABLE);
  return rule;
}

static void
test_table_rules_equal_reference (void)
{
  static const gchar *const builtin[] = { "JvN29", "Nobili32", "Hutton32",
    "WireWorld" };
  Named tables[G_N_ELEMENTS (builtin) + G_N_ELEMENTS (written)];
  g_autofree gchar *folder = g_dir_make_tmp ("life-tables-XXXXXX", NULL);
  guint n = 0;

  g_assert_nonnull (folder);
  for (guint i = 0; i < G_N_ELEMENTS (builtin); i++, n++)
    tables[n] = (Named){ builtin[i], parse_in (builtin[i], folder) };
  for (guint i = 0; i < G_N_ELEMENTS (written); i++, n++) {
    g_autofree gchar *file = g_strconcat (written[i].name, ".rule", NULL);
    g_autofree gchar *path = g_build_filename (folder, file, NULL);
    g_autofree gchar *text = g_strdup_printf (
        "@RULE %s\n@TABLE\n%s", written[i].name, written[i].text);

    g_assert_true (g_file_set_contents (path, text, -1, NULL));
    tables[n] = (Named){ written[i].name, parse_in (written[i].name, folder) };
  }
  remove_folder (folder);
  if (skip_without_cuda ())
    return;
  check_sizes (flat, G_N_ELEMENTS (flat), tables, n);
}

/* --- Edits --- */

/* Runs of every state; none overlaps another. */
static gboolean
paste_states (const Pair *pair)
{
  const LifeGeometry *geometry = life_world_get_geometry (pair->reference);
  guint32 rows = geometry->height * geometry->depth;
  g_autofree LifeRun *runs = g_new0 (LifeRun, rows);
  gint64 origin[3] = { 0, 0, 0 };
  LifePattern pattern = { .format = LIFE_FORMAT_RLE3,
    .dimensions = pair->rule->dimensions,
    .width = geometry->width,
    .height = geometry->height,
    .depth = geometry->depth,
    .runs = runs,
    .n_runs = rows,
    .highest_state = (guint8) (pair->rule->states - 1) };
  GError *error = NULL;

  for (guint32 i = 0; i < rows; i++) {
    guint32 x = i * 7 % geometry->width;

    runs[i] = (LifeRun){ x, i % geometry->height, i / geometry->height,
      1 + i * 3 % (geometry->width - x),
      (guint8) (1 + i % (pair->rule->states - 1)) };
  }
  if (geometry->topology == LIFE_TOPOLOGY_TORUS) {
    origin[0] = geometry->width / 2;
    origin[1] = geometry->height - 1;
  }
  life_world_paste (pair->world, &pattern, origin, &error);
  g_assert_no_error (error);
  life_world_paste (pair->reference, &pattern, origin, &error);
  g_assert_no_error (error);
  return assert_same_world (pair->world, pair->reference, pair->name);
}

static gboolean
take_pictures (const Pair *pair)
{
  static const LifeInput inputs[] = { LIFE_INPUT_OR, LIFE_INPUT_XOR,
    LIFE_INPUT_ERASE, LIFE_INPUT_MOTION, LIFE_INPUT_MOTION,
    LIFE_INPUT_REPLACE };
  guint8 pixels[24 * 32];
  LifeView view = default_view ();
  LifeFrame picture = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = 32,
    .height = 24,
    .data = { pixels },
    .stride = { 32 },
    .colorimetry = { 0.299, 0.114, 0, 255, 255 } };

  view.zoom = 1;
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++) {
    GError *error = NULL;

    for (gsize j = 0; j < sizeof (pixels); j++)
      pixels[j] = (guint8) g_test_rand_int ();
    if (!mix_states (pair, i))
      return FALSE;
    life_world_absorb (pair->world, &view, &picture, inputs[i], 0.5, &error);
    g_assert_no_error (error);
    life_world_absorb (
        pair->reference, &view, &picture, inputs[i], 0.5, &error);
    g_assert_no_error (error);
    if (!assert_same_world (pair->world, pair->reference, pair->name)
        || !step_pair (pair, 1))
      return FALSE;
  }
  return TRUE;
}

static gboolean
keep_and_return (const Pair *pair)
{
  GError *error = NULL;
  g_autoptr (LifeSnapshot) kept = life_world_snapshot (pair->world, &error);
  g_autoptr (LifeSnapshot) expected = NULL;

  g_assert_no_error (error);
  expected = life_world_snapshot (pair->reference, &error);
  g_assert_no_error (error);
  step (pair->world, 3);
  step (pair->reference, 1);
  life_world_restore (pair->world, kept, &error);
  g_assert_no_error (error);
  life_world_restore (pair->reference, expected, &error);
  g_assert_no_error (error);
  return assert_same_world (pair->world, pair->reference, pair->name)
         && step_pair (pair, 2);
}

static gboolean
mark_and_revert (const Pair *pair)
{
  for (guint64 ahead = 1; ahead < 3; ahead++) {
    GError *error = NULL;

    g_assert_true (life_world_mark (pair->world, ahead));
    step (pair->world, ahead);
    life_world_revert (pair->world, &error);
    g_assert_no_error (error);
    if (!assert_same_world (pair->world, pair->reference, pair->name)
        || !step_pair (pair, 1))
      return FALSE;
  }
  return TRUE;
}

/* Frames of a world in one color equal the CPU's, for any number of states. */
static gboolean
draw_both (const Pair *pair)
{
  static const gdouble zooms[] = { 1, 3, 0.3 };
  static guint8 pixels[2][48 * 64];

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    LifeView view = default_view ();

    view.zoom = zooms[i];
    for (guint j = 0; j < 2; j++) {
      LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
        .width = 64,
        .height = 48,
        .data = { pixels[j] },
        .stride = { 64 },
        .colorimetry = { 0.299, 0.114, 0, 255, 255 } };
      GError *error = NULL;

      life_world_draw (
          j == 0 ? pair->world : pair->reference, &view, &frame, &error);
      g_assert_no_error (error);
    }
    g_assert_cmpmem (
        pixels[0], sizeof (pixels[0]), pixels[1], sizeof (pixels[1]));
  }
  return TRUE;
}

static gboolean
check_edits (const LifeGeometry *geometry, const Named *named)
{
  Pair pair = new_pair (geometry, named,
      named->rule.family == LIFE_FAMILY_TOTALISTIC ? LIFE_KERNEL_PACKED
                                                   : LIFE_KERNEL_NAIVE);
  gboolean same = mix_states (&pair, 1) && paste_states (&pair)
                  && step_pair (&pair, 1) && take_pictures (&pair)
                  && keep_and_return (&pair) && mark_and_revert (&pair)
                  && mix_states (&pair, 2) && draw_both (&pair);

  free_pair (&pair);
  return same;
}

static void
test_cells_of_all_states_come_and_go (void)
{
  static const LifeGeometry geometries[] = { { 41, 33, 1, LIFE_TOPOLOGY_TORUS },
    { 64, 20, 1, LIFE_TOPOLOGY_PLANE }, { 3, 7, 1, LIFE_TOPOLOGY_TORUS } };
  static const LifeGeometry solids[] = { { 21, 33, 5, LIFE_TOPOLOGY_TORUS },
    { 40, 6, 3, LIFE_TOPOLOGY_PLANE } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rules_2d); i++)
    for (guint j = 0; j < G_N_ELEMENTS (geometries); j++)
      if (!check_edits (&geometries[j], &rules_2d[i]))
        return;
  for (guint i = 0; i < G_N_ELEMENTS (rules_3d); i++)
    for (guint j = 0; j < G_N_ELEMENTS (solids); j++)
      if (!check_edits (&solids[j], &rules_3d[i]))
        return;
}

/* --- Rule after rule --- */

static gboolean
go_through_rules (
    const Pair *pair, const Named *rules, guint n_rules, guint stride)
{
  for (guint i = 0; i < n_rules; i++) {
    const Named *named = &rules[i * stride % n_rules];
    Pair now = { pair->world, pair->reference, named->name, &named->rule };
    GError *error = NULL;

    life_world_set_rule (now.world, &named->rule, &error);
    g_assert_no_error (error);
    life_world_set_rule (now.reference, &named->rule, &error);
    g_assert_no_error (error);
    if (!assert_same_world (now.world, now.reference, now.name)
        || !step_pair (&now, 1 + i % 3) || !mix_states (&now, i)
        || !step_pair (&now, 2))
      return FALSE;
  }
  return TRUE;
}

/* Cells above a rule's highest state take that one; generation and counts stay,
 * even where the fastest kernel needs another layout. */
static void
test_a_world_goes_from_family_to_family (void)
{
  static const LifeKernel kernels[] = { LIFE_KERNEL_NAIVE, LIFE_KERNEL_AUTO };
  static const LifeGeometry plane = { 70, 41, 1, LIFE_TOPOLOGY_PLANE };
  static const LifeGeometry torus = { 33, 18, 5, LIFE_TOPOLOGY_TORUS };
  Pair pair;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++) {
    pair = new_pair (&plane, &rules_2d[0], kernels[i]);
    go_through_rules (&pair, rules_2d, G_N_ELEMENTS (rules_2d), 5);
    free_pair (&pair);
    pair = new_pair (&torus, &rules_3d[0], kernels[i]);
    go_through_rules (&pair, rules_3d, G_N_ELEMENTS (rules_3d), 5);
    free_pair (&pair);
  }
}

/* --- Small enough for tools that check every access --- */

static void
test_small_worlds_of_all_families (void)
{
  static const LifeGeometry plane = { 37, 21, 1, LIFE_TOPOLOGY_PLANE };
  static const LifeGeometry torus = { 19, 8, 5, LIFE_TOPOLOGY_TORUS };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rules_2d); i++)
    if (!check_edits (&plane, &rules_2d[i]))
      return;
  for (guint i = 0; i < G_N_ELEMENTS (rules_3d); i++)
    if (!check_edits (&torus, &rules_3d[i]))
      return;
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(path, name) g_test_add_func ("/cuda-families/" path, test_##name)
  TEST ("families-equal-reference", families_equal_reference);
  TEST ("families-in-3d-equal-reference", families_in_3d_equal_reference);
  TEST ("widest-neighborhoods-equal-reference",
      widest_neighborhoods_equal_reference);
  TEST ("all-edges-equal-reference", all_edges_equal_reference);
  TEST ("fast-kernels-refuse-other-edges", fast_kernels_refuse_other_edges);
  TEST ("table-rules-equal-reference", table_rules_equal_reference);
  TEST ("cells-of-all-states-come-and-go", cells_of_all_states_come_and_go);
  TEST (
      "a-world-goes-from-family-to-family", a_world_goes_from_family_to_family);
  TEST ("small", small_worlds_of_all_families);
  return g_test_run ();
}
