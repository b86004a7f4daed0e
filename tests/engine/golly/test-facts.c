/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Published facts about patterns hold on every kernel of the CPU and, where there
 * is a GPU, of CUDA. The facts are in facts.tsv; pattern files against Golly are
 * in test-golly.c. */
#include "tests/support/worlds/compare.h"

#define SPACEFILLER "/usr/share/golly/Patterns/Life/Breeders/spacefiller.rle"

/* The reference skips facts that take more than this many cell generations. */
#define NAIVE_MAX G_GUINT64_CONSTANT (2000000000)

/* The kernels, and for the bit-sliced one the vectors that LIFE_CPU names. */
static const struct {
  LifeEngineKind engine;
  LifeKernel kernel;
  const gchar *cpu;
  const gchar *name; /* with CUDA, the GPU's name is added */
} kernels[] = {
  { LIFE_ENGINE_CPU, LIFE_KERNEL_NAIVE, NULL, "naive" },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_BITSLICED, "portable",
      "bitsliced (portable)" },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_BITSLICED, "avx2", "bitsliced (AVX2)" },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_BITSLICED, "avx512", "bitsliced (AVX-512)" },
  { LIFE_ENGINE_CUDA, LIFE_KERNEL_NAIVE, NULL, "naive (" },
  { LIFE_ENGINE_CUDA, LIFE_KERNEL_TILED, NULL, "tiled (" },
  { LIFE_ENGINE_CUDA, LIFE_KERNEL_ASYNC, NULL, "async (" },
  { LIFE_ENGINE_CUDA, LIFE_KERNEL_PACKED, NULL, "packed (" },
  { LIFE_ENGINE_CUDA, LIFE_KERNEL_BITSLICED, NULL, "bitsliced (" },
  { LIFE_ENGINE_CUDA, LIFE_KERNEL_LUT, NULL, "lut (" },
  { LIFE_ENGINE_CUDA, LIFE_KERNEL_BITS, NULL, "bits (" },
};

enum {
  COLUMN_NAME,
  COLUMN_RULE,
  COLUMN_WORLD,
  COLUMN_PATTERN,
  COLUMN_GENERATIONS,
  COLUMN_POPULATIONS,
  COLUMN_MOVED,
  COLUMN_NOTE,
  COLUMNS,
};

static GPtrArray *facts; /* of GStrv, the columns */

/* --- The columns of a row --- */

/* "64x64 torus", "32x32x32 torus", "512x512 plane". */
static LifeGeometry
parse_geometry (const gchar *text)
{
  guint32 sides[3] = { 1, 1, 1 };
  LifeGeometry geometry;
  gchar *end = (gchar *) text;
  guint i;

  for (i = 0; i < 3; i++) {
    sides[i] = g_ascii_strtoull (end, &end, 10);
    g_assert_cmpuint (sides[i], >, 0);
    if (*end != 'x')
      break;
    end++;
  }
  geometry =
      (LifeGeometry){ sides[0], sides[1], sides[2], LIFE_TOPOLOGY_TORUS };
  if (strcmp (end, " plane") == 0)
    geometry.topology = LIFE_TOPOLOGY_PLANE;
  else
    g_assert_cmpstr (end, ==, " torus");
  return geometry;
}

/* "(0,0,1)(0,0,2)…" */
static LifePattern *
parse_cells (const gchar *text)
{
  LifePattern *pattern = life_pattern_new ();
  gsize allocated = strlen (text);
  gchar *end = (gchar *) text;

  pattern->format = LIFE_FORMAT_RLE3;
  pattern->dimensions = 3;
  pattern->runs = g_new0 (LifeRun, allocated);
  while (*end == '(') {
    LifeRun *run = &pattern->runs[pattern->n_runs++];

    run->x = g_ascii_strtoull (end + 1, &end, 10);
    run->y = g_ascii_strtoull (end + 1, &end, 10);
    run->z = g_ascii_strtoull (end + 1, &end, 10);
    run->length = run->state = 1;
    pattern->width = MAX (pattern->width, run->x + 1);
    pattern->height = MAX (pattern->height, run->y + 1);
    pattern->depth = MAX (pattern->depth, run->z + 1);
    g_assert_cmpint (*end, ==, ')');
    end++;
  }
  g_assert_cmpint (*end, ==, '\0');
  return pattern;
}

static LifePattern *
parse_pattern (const gchar *text)
{
  return *text == '(' ? parse_cells (text) : pattern_of (text);
}

/* Rules of families that a version may lack. */
static gboolean
is_of_another_family (const gchar *rule)
{
  return strstr (rule, "/C") != NULL || g_str_has_suffix (rule, "F");
}

/* --- Worlds --- */

/* Whether there is no GPU, and none is required. */
static gboolean
is_without_device (guint kernel, const GError *error)
{
  return kernels[kernel].engine == LIFE_ENGINE_CUDA
         && g_getenv ("LIFE_REQUIRE_CUDA") == NULL
         && g_error_matches (error, LIFE_ERROR, LIFE_ERROR_DEVICE);
}

/* A world on kernel number @kernel, or NULL where it cannot run. Every rule
 * runs on the reference, and every one in 2D on the portable kernel. */
static LifeWorld *
new_world_on (const LifeGeometry *geometry, const LifeRule *rule, guint kernel)
{
  LifeEngineOptions options = default_options ();
  g_autoptr (GError) error = NULL;
  LifeWorld *world;

  options.engine = kernels[kernel].engine;
  options.kernel = kernels[kernel].kernel;
  if (kernels[kernel].cpu != NULL)
    life_cpu_path_force (kernels[kernel].cpu);
  world = life_world_new (geometry, rule, &options, &error);
  life_cpu_path_force (NULL);
  if (world == NULL) {
    if (!is_without_device (kernel, error))
      g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
    if (kernel == 0 || (kernel == 1 && rule->dimensions == 2))
      fail ("%s: %s", kernels[kernel].name, error->message);
    else
      g_test_message ("not on %s: %s", kernels[kernel].name, error->message);
    return NULL;
  }
  g_assert_true (g_str_has_prefix (
      life_world_get_kernel_name (world), kernels[kernel].name));
  return world;
}

static void
paste (LifeWorld *world, const LifePattern *pattern)
{
  static const gint64 centered[3] = { LIFE_CENTERED, LIFE_CENTERED,
    LIFE_CENTERED };
  g_autoptr (GError) error = NULL;
  gint64 origin[3];

  life_pattern_find_origin (pattern, life_world_get_geometry (world), FALSE,
      centered, origin, &error);
  g_assert_no_error (error);
  g_assert_true (life_world_paste (world, pattern, origin, NULL));
}

static guint64
population_at (LifeWorld *world, guint64 generation)
{
  LifeStatistics statistics;

  step (world, generation - life_world_get_generation (world));
  statistics = statistics_of (world);
  g_assert_cmpuint (statistics.generation, ==, generation);
  return statistics.population;
}

/* Fails unless each cell is now where it has moved to, on a torus. */
static void
compare_moved (const LifeGeometry *geometry, const guint8 *first,
    const guint8 *last, const gint moved[3], const gchar *what)
{
  const gsize width = geometry->width, height = geometry->height,
              depth = geometry->depth;

  for (gsize i = 0; i < width * height * depth; i++) {
    /* Adding the sides allows for negative moves. */
    const gsize x = (i % width + width + moved[0]) % width;
    const gsize y = (i / width % height + height + moved[1]) % height;
    const gsize z = (i / width / height + depth + moved[2]) % depth;

    if (first[i] != last[(z * height + y) * width + x]) {
      fail ("%s: a cell was %u at first and is %u at (%u, %u, %u), where it has"
            " moved to by (%d, %d, %d)",
          what, first[i], last[(z * height + y) * width + x], (guint) x,
          (guint) y, (guint) z, moved[0], moved[1], moved[2]);
      return;
    }
  }
}

/* --- Facts --- */

static void
check_on_kernel (
    GStrv fact, const LifePattern *pattern, const LifeRule *rule, guint kernel)
{
  LifeGeometry geometry = parse_geometry (fact[COLUMN_WORLD]);
  g_auto (GStrv) generations = g_strsplit (fact[COLUMN_GENERATIONS], " ", -1);
  g_auto (GStrv) populations = g_strsplit (fact[COLUMN_POPULATIONS], " ", -1);
  g_autofree guint8 *first = NULL;
  g_autofree guint8 *last = NULL;
  g_autoptr (LifeWorld) world = NULL;
  guint n = g_strv_length (generations), i;
  guint64 cells, longest = g_ascii_strtoull (generations[n - 1], NULL, 10);

  life_geometry_cells (&geometry, &cells);
  if (kernel == 0 && cells * longest > NAIVE_MAX) {
    g_test_message ("takes too long on %s", kernels[kernel].name);
    return;
  }
  world = new_world_on (&geometry, rule, kernel);
  if (world == NULL)
    return;
  paste (world, pattern);
  first = cells_of (world);
  g_assert_cmpuint (n, ==, g_strv_length (populations));
  for (i = 0; i < n; i++) {
    guint64 expected = g_ascii_strtoull (populations[i], NULL, 10);
    guint64 population =
        population_at (world, g_ascii_strtoull (generations[i], NULL, 10));

    if (population != expected)
      fail ("%s: %" G_GUINT64_FORMAT " cells at generation %s, not %s (%s)",
          kernels[kernel].name, population, generations[i], populations[i],
          fact[COLUMN_NOTE]);
  }
  if (*fact[COLUMN_MOVED] != '\0') {
    g_auto (GStrv) axes = g_strsplit (fact[COLUMN_MOVED], ",", -1);
    gint moved[3];

    g_assert_cmpuint (g_strv_length (axes), ==, 3);
    for (i = 0; i < 3; i++)
      moved[i] = g_ascii_strtoll (axes[i], NULL, 10);
    last = cells_of (world);
    compare_moved (&geometry, first, last, moved, kernels[kernel].name);
  }
}

static void
test_fact (gconstpointer data)
{
  GStrv fact = (GStrv) data;
  LifeGeometry geometry = parse_geometry (fact[COLUMN_WORLD]);
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (GError) error = NULL;
  LifeRule rule;
  guint i;

  if (!parse_rule (fact[COLUMN_RULE], geometry.depth > 1 ? 3 : 2, &rule, &error)
      && is_of_another_family (fact[COLUMN_RULE])) {
    g_test_skip (error->message);
    return;
  }
  g_assert_no_error (error);
  pattern = parse_pattern (fact[COLUMN_PATTERN]);
  for (i = 0; i < G_N_ELEMENTS (kernels); i++)
    check_on_kernel (fact, pattern, &rule, i);
}

/* Golly's small spacefiller has ((t + 17)² + c) / 4 cells, c by t mod 4. */
static void
test_spacefiller_grows_by_its_formula (void)
{
  static const guint64 rests[] = { 511, 608, 563, 580 };
  LifeGeometry geometry = { 700, 700, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (GError) error = NULL;
  LifeRule rule = rule_of (2, "B3/S23");
  guint i;

  if (!g_file_test (SPACEFILLER, G_FILE_TEST_EXISTS)) {
    g_test_skip (SPACEFILLER " is not installed");
    return;
  }
  pattern = life_pattern_load (SPACEFILLER, &error);
  g_assert_no_error (error);
  for (i = 0; i < G_N_ELEMENTS (kernels); i++) {
    g_autoptr (LifeWorld) world = new_world_on (&geometry, &rule, i);
    guint64 t;

    if (world == NULL)
      continue;
    paste (world, pattern);
    for (t = 0; t <= 500; t += t < 60 ? 1 : t == 60 ? 40 : 100) {
      guint64 expected = ((t + 17) * (t + 17) + rests[t % 4]) / 4;
      guint64 population = population_at (world, t);

      if (population != expected)
        fail ("%s: %" G_GUINT64_FORMAT " cells at generation %" G_GUINT64_FORMAT
              ", not %" G_GUINT64_FORMAT,
            kernels[i].name, population, t, expected);
    }
  }
}

static void
free_fact (gpointer fact)
{
  g_strfreev (fact);
}

static void
load_facts (void)
{
  const gchar *folder = g_getenv ("LIFE_TEST_DATA");
  g_autofree gchar *path =
      g_build_filename (folder != NULL ? folder : ".", "facts.tsv", NULL);
  g_autofree gchar *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  gboolean header = TRUE;
  guint i;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  facts = g_ptr_array_new_with_free_func (free_fact);
  lines = g_strsplit (text, "\n", -1);
  for (i = 0; lines[i] != NULL; i++) {
    if (*lines[i] == '#' || *lines[i] == '\0')
      continue;
    if (!header)
      g_ptr_array_add (facts, g_strsplit (lines[i], "\t", -1));
    header = FALSE;
  }
}

int
main (int argc, char **argv)
{
  guint i;
  gint result;

  g_test_init (&argc, &argv, NULL);
  load_facts ();
  for (i = 0; i < facts->len; i++) {
    GStrv fact = g_ptr_array_index (facts, i);
    g_autofree gchar *name = NULL;
    g_autofree gchar *path = NULL;

    g_assert_cmpuint (g_strv_length (fact), ==, COLUMNS);
    name = g_strdup_printf ("%s %s %s %s", fact[COLUMN_NAME], fact[COLUMN_RULE],
        fact[COLUMN_WORLD], fact[COLUMN_GENERATIONS]);
    g_strdelimit (name, "/ ", '-');
    path = g_strconcat ("/facts/", name, NULL);
    g_test_add_data_func (path, fact, test_fact);
  }
  g_test_add_func (
      "/facts/spacefiller-formula", test_spacefiller_grows_by_its_formula);
  result = g_test_run ();
  g_ptr_array_unref (facts);
  return result;
}
