/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests random worlds on a GPU: size, rule, topology, kernel and what is done to them are
 * drawn by lot. Long runs, in one call and in many pieces, give the cells of the kernel with a
 * byte per cell, or of the CPU; edits between short steps give those of the CPU. */
#include "tests/support/worlds/cuda-pair.h"

#include <math.h>

/* --- Long runs --- */

/* Drawn by name next to rules whose digits are drawn. Those that are there more often are
 * compiled in; for others a GPU's code has to be compiled. */
static const gchar *const rules_2d[] = { "B3/S23", "B3/S23", "B3/S23",
  "B36/S23", "B3678/S34678", "B0346/S25", "B13/S23V", "B2/S34H", "B2-a/S12",
  "B2/S/C3", "B2/S345/C4", "B3/S23|B36/S125" };
static const gchar *const rules_3d[] = { "B6/S567", "B6/S567", "B4,5/S5",
  "B6,7,8/S5,6,7" };

typedef struct {
  const gchar *name;
  guint dimensions;
  gboolean twisted;         /* also topologies other than tori and planes */
  guint32 minimum, maximum; /* of a side's cells */
} Draw;

static const Draw draws[] = {
  { "tiny", 2, TRUE, 1, 70 },
  { "small", 2, TRUE, 60, 300 },
  { "twisted", 2, TRUE, 200, 700 },
  { "medium", 2, FALSE, 300, 1600 },
  { "chip", 2, FALSE, 1200, 3000 },
  { "flat", 2, FALSE, 64, 9000 },
  { "large", 2, FALSE, 2500, 4400 },
  { "solid", 3, FALSE, 2, 160 },
};

#define ONE_OF(random, list) \
  (list)[g_rand_int_range (random, 0, G_N_ELEMENTS (list))]

/* Each of the counts 0 to 8 or not. */
static void
draw_counts (GRand *random, GString *text)
{
  for (guint count = 0; count <= 8; count++)
    if (g_rand_boolean (random))
      g_string_append_printf (text, "%u", count);
}

/* Free it with g_free(). */
static gchar *
draw_rule (GRand *random, guint dimensions)
{
  GString *text;

  if (dimensions == 3)
    return g_strdup (ONE_OF (random, rules_3d));
  if (g_rand_int_range (random, 0, 4) > 0)
    return g_strdup (ONE_OF (random, rules_2d));
  text = g_string_new ("B");
  draw_counts (random, text);
  g_string_append (text, "/S");
  draw_counts (random, text);
  return g_string_free (text, FALSE);
}

/* Small sides are drawn as often as large ones. */
static guint32
draw_side (GRand *random, guint32 minimum, guint32 maximum)
{
  return (guint32) (minimum
                    * exp (log ((gdouble) maximum / minimum)
                           * g_rand_double (random)));
}

static LifeGeometry
draw_geometry (GRand *random, const Draw *draw)
{
  static const LifeTopology all[] = { LIFE_TOPOLOGY_TORUS, LIFE_TOPOLOGY_PLANE,
    LIFE_TOPOLOGY_KLEIN, LIFE_TOPOLOGY_CROSS_SURFACE, LIFE_TOPOLOGY_SPHERE };
  LifeGeometry geometry = { 1, 1, 1, ONE_OF (random, topologies) };

  geometry.width = draw_side (random, draw->minimum, draw->maximum);
  geometry.height = draw_side (random, draw->minimum, draw->maximum);
  if (draw->dimensions == 3)
    geometry.depth = draw_side (random, draw->minimum, draw->maximum);
  if (draw->twisted)
    geometry.topology = ONE_OF (random, all);
  if (geometry.topology == LIFE_TOPOLOGY_TORUS && draw->twisted) {
    geometry.shift_x = g_rand_int_range (random, -1, 2) * 3;
    geometry.shift_y =
        geometry.shift_x == 0 ? g_rand_int_range (random, -1, 2) : 0;
  }
  geometry.vertical_twist =
      geometry.topology == LIFE_TOPOLOGY_KLEIN && g_rand_boolean (random);
  if (geometry.topology == LIFE_TOPOLOGY_SPHERE)
    geometry.height = geometry.width;
  return geometry;
}

/* 1,000 to 20,000, those of large worlds nearer to the former. */
static guint64
draw_generations (GRand *random, gdouble cells)
{
  const gdouble maximum = CLAMP (2e10 / cells, 1000, 20000);

  return (guint64) (1000 * exp (log (maximum / 1000) * g_rand_double (random)));
}

static void
step_in_pieces (GRand *random, LifeWorld *world, guint64 generations)
{
  while (generations > 0) {
    const guint64 drawn = (guint64) g_rand_int_range (random, 1, 900);
    const guint64 piece = MIN (generations, drawn);

    step (world, piece);
    generations -= piece;
  }
}

static gchar *
describe (const gchar *name, guint number, const gchar *rule,
    const LifeGeometry *geometry)
{
  return g_strdup_printf ("%s %u: %s, %u × %u × %u, %s, shifted by %d, %d",
      name, number, rule, geometry->width, geometry->height, geometry->depth,
      geometry->topology == LIFE_TOPOLOGY_UNBOUNDED
          ? "unbounded"
          : topology_names[geometry->topology],
      geometry->shift_x, geometry->shift_y);
}

static void
compare (const Draw *draw, guint64 number)
{
  g_autoptr (GRand) random =
      g_rand_new_with_seed (draw->maximum + 100000 * (guint32) number);
  g_autofree gchar *name = draw_rule (random, draw->dimensions);
  const LifeGeometry geometry = draw_geometry (random, draw);
  const guint64 generations = draw_generations (
      random, (gdouble) geometry.width * geometry.height * geometry.depth);
  const guint64 seed = g_rand_int (random);
  const LifeRule rule = rule_of (draw->dimensions, name);
  g_autofree gchar *what =
      describe (draw->name, (guint) number, name, &geometry);
  g_auto (Pair) pair = number % 2 == 0
                           ? new_pair (&geometry, &rule, LIFE_KERNEL_AUTO,
                               LIFE_KERNEL_AUTO, what)
                           : new_cuda_pair (&geometry, &rule, LIFE_KERNEL_AUTO,
                               LIFE_KERNEL_NAIVE, what);
  g_autoptr (LifeWorld) in_pieces =
      new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, number % 3 > 0);

  pair_soup (&pair, seed, 0.4);
  fill_soup (in_pieces, seed, 0.4);
  pair_step (&pair, generations);
  step_in_pieces (random, in_pieces, generations);
  if (checksum_of (in_pieces) != checksum_of (pair.worlds[1]))
    fail ("%s, in pieces: other cells", what);
  pair_same (&pair);
}

/* LIFE_WORLDS chooses others than 200 in all (choose_seeds()). */
static void
test_random_worlds_equal_the_reference (gconstpointer data)
{
  guint64 first, last;

  if (skip_without_cuda ())
    return;
  choose_seeds ("LIFE_WORLDS", 25, &first, &last);
  for (guint64 number = first; number <= last && !g_test_failed (); number++)
    compare (data, number);
}

/* --- Edits --- */

typedef struct {
  Pair pair;
  GRand *random;
  LifeSnapshot *stored[2];
  const gchar *const *rules;
  guint n_rules, dimensions;
} Edited;

static gboolean
is_free (const Edited *self)
{
  return life_world_get_geometry (self->pair.worlds[0])->topology
         == LIFE_TOPOLOGY_UNBOUNDED;
}

static void
draw_range (GRand *random, guint side, gint64 *start, gint64 *length)
{
  *start = g_rand_int_range (random, 0, (gint) side);
  *length = g_rand_int_range (random, 1, (gint) (side - *start) + 1);
}

/* Anywhere in the world, or where that has no edges around its middle. */
static LifeBox
draw_box (const Edited *self)
{
  const LifeGeometry *geometry = life_world_get_geometry (self->pair.worlds[0]);
  LifeBox box = { 0, 0, 0, 1, 1, 1 };

  if (is_free (self)) {
    draw_range (self->random, 600, &box.x, &box.width);
    draw_range (self->random, 300, &box.y, &box.height);
    box.x -= 300;
    box.y -= 150;
    return box;
  }
  draw_range (self->random, geometry->width, &box.x, &box.width);
  draw_range (self->random, geometry->height, &box.y, &box.height);
  draw_range (self->random, geometry->depth, &box.z, &box.depth);
  return box;
}

static void
edit_step (Edited *self)
{
  pair_step (&self->pair, (guint64) g_rand_int_range (self->random, 0, 40));
}

static void
edit_write (Edited *self)
{
  const LifeBox box = draw_box (self);

  pair_scatter (&self->pair, self->random, &box);
}

static void
edit_read (Edited *self)
{
  const LifeBox box = draw_box (self);
  const gsize n = (gsize) (box.width * box.height * box.depth);
  g_autofree guint8 *cells = g_malloc (n), *expected = g_malloc (n);
  GError *error = NULL;

  life_world_read (self->pair.worlds[0], &box, cells, &error);
  g_assert_no_error (error);
  life_world_read (self->pair.worlds[1], &box, expected, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (cells, n, expected, n);
}

static void
edit_soup (Edited *self)
{
  const LifeBox box = draw_box (self);
  const guint64 seed = g_rand_int (self->random);
  GError *error = NULL;

  for (guint i = 0; i < 2; i++) {
    life_world_soup_box (self->pair.worlds[i], &box, seed, 0.3, &error);
    g_assert_no_error (error);
  }
}

static void
edit_line (Edited *self)
{
  const LifeBox from = draw_box (self), to = draw_box (self);
  const LifeLine line = { { from.x, from.y, from.z }, { to.x, to.y, to.z },
    g_rand_boolean (self->random) };
  GError *error = NULL;

  for (guint i = 0; i < 2; i++) {
    life_world_draw_line (self->pair.worlds[i], &line, &error);
    g_assert_no_error (error);
  }
}

/* Runs of all states, one in a row; on a torus they reach over its edges. */
static void
edit_paste (Edited *self)
{
  const LifeBox box = draw_box (self);
  const guint states =
      life_rule_get_states (life_world_get_rule (self->pair.worlds[0]));
  const gsize rows = (gsize) (box.height * box.depth);
  g_autofree LifeRun *runs = g_new0 (LifeRun, rows);
  LifePattern pattern = { .format = LIFE_FORMAT_RLE3,
    .dimensions = self->dimensions,
    .width = (guint32) box.width,
    .height = (guint32) box.height,
    .depth = (guint32) box.depth,
    .runs = runs,
    .n_runs = rows,
    .highest_state = (guint8) (states - 1) };
  gint64 origin[3] = { box.x, box.y, box.z };
  GError *error = NULL;

  for (guint32 i = 0; i < rows; i++) {
    gint64 x, length;

    draw_range (self->random, (guint) box.width, &x, &length);
    runs[i] = (LifeRun){ (guint32) x, i % (guint32) box.height,
      i / (guint32) box.height, (guint32) length,
      (guint8) g_rand_int_range (self->random, 1, (gint) MAX (states, 2)) };
  }
  if (life_world_get_geometry (self->pair.worlds[0])->topology
      == LIFE_TOPOLOGY_TORUS) {
    const LifeBox corner = draw_box (self);

    origin[0] = corner.x;
    origin[1] = corner.y;
    origin[2] = corner.z;
  }
  for (guint i = 0; i < 2; i++) {
    life_world_paste (self->pair.worlds[i], &pattern, origin, &error);
    g_assert_no_error (error);
  }
}

static void
edit_clear (Edited *self)
{
  const gboolean reset = g_rand_boolean (self->random);
  GError *error = NULL;

  if (g_rand_boolean (self->random))
    return;
  for (guint i = 0; i < 2; i++) {
    (reset ? life_world_reset : life_world_clear) (
        self->pair.worlds[i], &error);
    g_assert_no_error (error);
  }
}

static void
edit_store (Edited *self)
{
  GError *error = NULL;

  for (guint i = 0; i < 2; i++) {
    g_clear_pointer (&self->stored[i], life_snapshot_free);
    self->stored[i] = life_world_snapshot (self->pair.worlds[i], &error);
    g_assert_no_error (error);
    g_assert_cmpuint (life_snapshot_get_size (self->stored[i]), >, 0);
  }
}

/* A rule that needs other memory of one engine makes it lose its snapshots. */
static void
edit_restore (Edited *self)
{
  GError *error = NULL;

  if (self->stored[0] == NULL || life_snapshot_is_lost (self->stored[0])
      || life_snapshot_is_lost (self->stored[1]))
    return;
  for (guint i = 0; i < 2; i++) {
    life_world_restore (self->pair.worlds[i], self->stored[i], &error);
    g_assert_no_error (error);
  }
}

static void
edit_read_ahead (Edited *self)
{
  const guint64 ahead = (guint64) g_rand_int_range (self->random, 1, 4);
  GError *error = NULL;

  for (guint i = 0; i < 2; i++) {
    g_assert_true (life_world_mark (self->pair.worlds[i], ahead));
    step (self->pair.worlds[i], ahead);
    life_world_revert (self->pair.worlds[i], &error);
    g_assert_no_error (error);
  }
}

/* Not all kernels run all rules. */
static void
edit_rule (Edited *self)
{
  const LifeRule rule = rule_of (self->dimensions,
      self->rules[g_rand_int_range (self->random, 0, (gint) self->n_rules)]);
  g_autoptr (GError) error = NULL;

  if (life_world_set_rule (self->pair.worlds[0], &rule, &error))
    life_world_set_rule (self->pair.worlds[1], &rule, &error);
  else if (g_error_matches (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED))
    g_clear_error (&error);
  g_assert_no_error (error);
}

static void
edit_picture (Edited *self)
{
  static guint8 pixels[32 * 24];
  static const LifeInput inputs[] = { LIFE_INPUT_REPLACE, LIFE_INPUT_OR,
    LIFE_INPUT_XOR, LIFE_INPUT_ERASE, LIFE_INPUT_MOTION };
  const LifeFrame picture = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = 32,
    .height = 24,
    .data = { pixels },
    .stride = { 32 },
    .colorimetry = { 0.299, 0.114, 0, 255, 255 } };
  /* Nothing moves where there are no edges. */
  const LifeInput input =
      inputs[g_rand_int_range (self->random, 0, is_free (self) ? 4 : 5)];
  LifeView view = default_view ();
  GError *error = NULL;

  for (gsize i = 0; i < sizeof pixels; i++)
    pixels[i] = (guint8) g_rand_int (self->random);
  view.zoom = 1;
  if (is_free (self))
    view.x = view.y = 20;
  for (guint i = 0; i < 2; i++) {
    life_world_absorb (
        self->pair.worlds[i], &view, &picture, input, 0.5, &error);
    g_assert_no_error (error);
  }
}

/* One that was begun is of the cells then, though another one is made at once. */
static void
edit_checksum (Edited *self)
{
  const guint64 expected = checksum_of (self->pair.worlds[1]);
  guint64 found = 0;
  GError *error = NULL;

  life_world_begin_checksum (self->pair.worlds[0], &error);
  g_assert_no_error (error);
  edit_step (self);
  g_assert_cmphex (checksum_of (self->pair.worlds[0]), ==,
      checksum_of (self->pair.worlds[1]));
  life_world_finish_checksum (self->pair.worlds[0], &found, &error);
  g_assert_no_error (error);
  g_assert_cmphex (found, ==, expected);
}

static void (*const edits[]) (Edited *self) = { edit_step, edit_step, edit_step,
  edit_step, edit_write, edit_read, edit_soup, edit_line, edit_paste,
  edit_clear, edit_store, edit_restore, edit_read_ahead, edit_rule,
  edit_picture, edit_checksum };

static const gchar *const families_2d[] = { "B3/S23", "B36/S23", "B2/S/C3",
  "B2/S345/C4", "B0/S8/C5", "B23/S2356/C256", "B13/S024V", "B0/S4V",
  "B2/S13/C17V", "B2/S34H", "B024/S6/C3H", "B2-a/S12", "B2ce/S345/4",
  "R1,C0,M0,S2..3,B3..3,NM", "R5,C0,M1,S34..58,B34..45,NM",
  "R4,C6,M0,S15..30,B14..22,NN", "R7,C255,M1,S50..80,B45..60,NC",
  "R9,C4,M1,S10..18,B9..13,N+", "R50,C3,M1,S2000..6000,B3000..4500,NM",
  "R70,C3,M1,S5000..7000,B5000..6000,NC", "W30", "W110", "JvN29", "Nobili32",
  "Hutton32", "WireWorld", "R1/T1/C14/NN", "R1/T2/C70/NM" };
static const gchar *const families_3d[] = { "B6/S567", "B5/S45", "B4/S4/C5",
  "B0,26/S26/C3", "B1,3/S2F", "B13,14,17..19/S13..26", "B2/S3,4C",
  "B0,8/S1,3,5,7/C4C", "B3/S2..5E", "B0,12/S4..9/C256E" };
static const gchar *const families_free[] = { "B3/S23", "B3/S23", "B36/S23",
  "B2/S", "B3678/S34678", "B2-a/S12", "B2/S34H", "B13/S12V", "B1357/S1357" };

static const struct {
  const gchar *name;
  Draw draw;
  const gchar *const *rules;
  guint n_rules;
} worlds[] = {
  { "flat", { "flat", 2, TRUE, 1, 300 }, families_2d,
      G_N_ELEMENTS (families_2d) },
  { "solid", { "solid", 3, FALSE, 1, 70 }, families_3d,
      G_N_ELEMENTS (families_3d) },
  { "unbounded", { "unbounded", 2 }, families_free,
      G_N_ELEMENTS (families_free) },
};

/* One that runs such worlds. */
static LifeKernel
draw_kernel (GRand *random, const LifeRule *rule, const LifeGeometry *geometry)
{
  const LifeEngineOptions options =
      cuda_options (ONE_OF (random, cuda_kernels));

  return g_rand_boolean (random)
                 && life_engine_check (rule, geometry, &options, NULL)
             ? options.kernel
             : LIFE_KERNEL_AUTO;
}

/* With LIFE_KERNEL_AUTO of any rule, and on any kernel that runs it. */
static void
edit_world (guint kind, guint64 seed, LifeKernel kernel, gboolean small)
{
  const guint n_edits = small ? 12 : 30;
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) seed);
  Draw draw = worlds[kind].draw;
  Edited self = { .random = random,
    .rules = worlds[kind].rules,
    .n_rules = worlds[kind].n_rules,
    .dimensions = draw.dimensions };
  const gchar *text =
      self.rules[kernel != LIFE_KERNEL_AUTO
                     ? 0
                     : g_rand_int_range (random, 0, (gint) self.n_rules)];
  const LifeRule rule = rule_of (self.dimensions, text);
  LifeGeometry geometry = { .depth = 1, .topology = LIFE_TOPOLOGY_UNBOUNDED };
  g_autofree gchar *what = NULL;

  if (small)
    draw.maximum = draw.maximum / 3;
  draw.twisted = draw.twisted && kernel == LIFE_KERNEL_AUTO;
  if (draw.maximum > 0)
    geometry = draw_geometry (random, &draw);
  if (kernel == LIFE_KERNEL_AUTO)
    kernel = draw_kernel (random, &rule, &geometry);
  what = describe (draw.name, (guint) seed, text, &geometry);
  self.pair = new_pair (&geometry, &rule, kernel, LIFE_KERNEL_AUTO, what);
  for (guint i = 0; i < n_edits && !g_test_failed (); i++) {
    ONE_OF (random, edits) (&self);
    if (g_rand_boolean (random) || i + 1 == n_edits)
      pair_same (&self.pair);
  }
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&self.stored[i], life_snapshot_free);
  pair_clear (&self.pair);
}

/* LIFE_WORLDS chooses others (choose_seeds()). */
static void
test_edits_are_those_of_the_cpu (gconstpointer data)
{
  guint64 first, last;

  if (skip_without_cuda ())
    return;
  choose_seeds ("LIFE_WORLDS", 120, &first, &last);
  for (guint64 seed = first; seed <= last && !g_test_failed (); seed++)
    edit_world (GPOINTER_TO_UINT (data), seed, LIFE_KERNEL_AUTO, FALSE);
}

/* Few edits, for tools that make a GPU slow, with every kernel that runs the kind of
 * worlds. */
static void
test_small (gconstpointer data)
{
  const guint kind = GPOINTER_TO_UINT (data);

  if (skip_without_cuda ())
    return;
  for (guint64 seed = 1; seed <= 3; seed++)
    edit_world (kind, seed, LIFE_KERNEL_AUTO, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels) && kind < 2; i++)
    if (kind == 0 || !is_flat_kernel (cuda_kernels[i]))
      edit_world (kind, 100 + i, cuda_kernels[i], TRUE);
}

static void
add (const gchar *path, const gchar *name, gconstpointer data,
    GTestDataFunc test)
{
  g_autofree gchar *full = g_strdup_printf ("/cuda-random/%s%s", path, name);

  g_test_add_data_func (full, data, test);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (draws); i++)
    add ("runs/", draws[i].name, &draws[i],
        test_random_worlds_equal_the_reference);
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++) {
    add ("edits/", worlds[i].name, GUINT_TO_POINTER (i),
        test_edits_are_those_of_the_cpu);
    add ("small/", worlds[i].name, GUINT_TO_POINTER (i), test_small);
  }
  return g_test_run ();
}
