/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes engines: rule, shape, first cells, steps and edits come from the bytes of an input,
 * and after each step every engine on the CPU, with the vectors and threads that the input
 * chooses, has the reference's cells, population, births and deaths.
 *
 * A world without edges is compared with a plane that nothing reaches the edges of. */
#include <string.h>

#include <life/life.h>

#include "life/base/cpu-path.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/elements/bytes.h"

#define MAX_CALLS 5
#define MAX_STEP 9
#define MAX_RIVALS 4

/* What an input says. */
typedef struct {
  Bytes bytes;
  LifeRule *rule;
  LifeGeometry geometry;
  gboolean unbounded;
  LifeWorld *plain;
  LifeWorld *rivals[MAX_RIVALS];
  guint n_rivals;
} Match;

static void
check_done (gboolean done, GError *error)
{
  if (!done)
    g_printerr ("%s\n", error ? error->message : "no error");
  check (done);
}

/* --- Rules --- */

static void
add_counts (GString *text, Bytes *bytes, guint first, guint maximum)
{
  const guint64 chosen =
      bytes_number (bytes, maximum > 16 ? 4 : 2)
      & (maximum > 16 ? bytes_number (bytes, 4) : G_MAXUINT64);

  for (guint i = first; i <= maximum; i++)
    if ((chosen >> i & 1) != 0)
      g_string_append_printf (text, maximum > 9 ? "%u," : "%u", i);
  if (maximum > 9 && text->str[text->len - 1] == ',')
    g_string_truncate (text, text->len - 1);
}

static void
add_arrangements (GString *text, Bytes *bytes, guint first)
{
  static const gchar *const letters[] = { "", "ce", "aceikn", "aceijknqry",
    "aceijknqrtwyz", "aceijknqry", "aceikn", "ce", "" };

  for (guint i = first; i <= 8; i++) {
    const guint chosen = bytes_number (bytes, 2);

    if ((chosen & 0x8000) != 0)
      continue;
    g_string_append_printf (text, "%u%s", i, (chosen & 0x4000) ? "-" : "");
    for (guint k = 0; letters[i][k] != '\0'; k++)
      if ((chosen >> k & 1) != 0)
        g_string_append_c (text, letters[i][k]);
    if (text->str[text->len - 1] == '-')
      g_string_truncate (text, text->len - 1);
  }
}

static void
add_larger (GString *text, Bytes *bytes)
{
  static const gchar *const neighborhoods[] = { "M", "N", "C", "2", "3", "+",
    "X", "*", "#", "B", "D", "H", "A", "L", "G" };
  const guint radius = 1 + bytes_below (bytes, 4);
  const guint minimum = 1 + bytes_next (bytes) % (2 * radius * radius);
  const guint survives = bytes_next (bytes) % (3 * radius * radius);

  g_string_append_printf (text, "R%u,C%u,M%u,S%u..%u,B%u..%u,N%s", radius,
      bytes_below (bytes, 5), bytes_below (bytes, 2), survives,
      survives + bytes_below (bytes, 9), minimum,
      minimum + bytes_below (bytes, 9), bytes_choose (bytes, neighborhoods));
}

static void
add_map (GString *text, Bytes *bytes)
{
  guchar map[64];
  gchar *digits;

  for (guint i = 0; i < sizeof map; i++)
    map[i] = bytes_next (bytes);
  /* Nothing is born out of nothing. */
  map[0] &= 0x7f;
  digits = g_base64_encode (map, sizeof map);
  g_strdelimit (digits, "=", '\0');
  g_string_append_printf (text, "MAP%s", digits);
  g_free (digits);
}

/* A rule as text; *@depth is more than 1 where it is one in 3D. */
static gchar *
write_rule (Bytes *bytes, gboolean unbounded, guint *depth)
{
  GString *text = g_string_new (NULL);
  const guint kind = bytes_below (bytes, 9);
  const guint first = unbounded || bytes_below (bytes, 4) != 0 ? 1 : 0;

  *depth = kind == 7 && !unbounded ? 2 + bytes_below (bytes, 12) : 1;
  if (kind == 3) {
    g_string_append_printf (text, "W%u", bytes_next (bytes) & ~1u);
  } else if (kind == 4) {
    add_larger (text, bytes);
  } else if (kind == 5) {
    add_map (text, bytes);
  } else if (kind == 6) {
    g_string_append_c (text, 'B');
    add_arrangements (text, bytes, first);
    g_string_append (text, "/S");
    add_arrangements (text, bytes, 0);
  } else {
    const guint maximum = *depth > 1 ? 26 : kind == 1 ? 6 : kind == 2 ? 4 : 8;

    g_string_append_c (text, 'B');
    add_counts (text, bytes, first, maximum);
    g_string_append (text, "/S");
    add_counts (text, bytes, 0, maximum);
    if (kind == 8)
      g_string_append_printf (text, "/%u", 3 + bytes_below (bytes, 30));
    g_string_append (text, kind == 1 ? "H" : kind == 2 ? "V" : "");
  }
  return g_string_free (text, FALSE);
}

/* --- Worlds --- */

static void
choose_shape (Match *match, guint depth)
{
  static const LifeTopology topologies[] = { LIFE_TOPOLOGY_TORUS,
    LIFE_TOPOLOGY_PLANE, LIFE_TOPOLOGY_KLEIN, LIFE_TOPOLOGY_CROSS_SURFACE,
    LIFE_TOPOLOGY_SPHERE };
  LifeGeometry *geometry = &match->geometry;
  const guint maximum = depth > 1 ? 70 : 250;

  geometry->width = 1 + bytes_next (&match->bytes) % maximum;
  geometry->height = 1 + bytes_next (&match->bytes) % (depth > 1 ? 12 : 90);
  geometry->depth = depth;
  geometry->topology = bytes_choose (&match->bytes, topologies);
  if (depth > 1)
    geometry->topology = geometry->topology == LIFE_TOPOLOGY_TORUS
                             ? LIFE_TOPOLOGY_TORUS
                             : LIFE_TOPOLOGY_PLANE;
  if (geometry->topology == LIFE_TOPOLOGY_SPHERE)
    geometry->width = geometry->height;
  if (match->unbounded)
    *geometry = (LifeGeometry){
      .width = 256, .height = 192, .depth = 1, .topology = LIFE_TOPOLOGY_PLANE
    };
}

static LifeWorld *
open_world (const Match *match, LifeKernel kernel, guint threads)
{
  const LifeGeometry no_edges = { .depth = 1,
    .topology = LIFE_TOPOLOGY_UNBOUNDED };
  const gboolean unbounded =
      kernel == LIFE_KERNEL_SPARSE || kernel == LIFE_KERNEL_HASHLIFE;
  LifeEngineOptions options;

  life_engine_options_init (&options);
  options.engine = LIFE_ENGINE_CPU;
  options.kernel = kernel;
  options.threads = threads;
  options.memory_limit = unbounded ? 1 << 24 : 0;
  return life_world_new (
      unbounded ? &no_edges : &match->geometry, match->rule, &options, NULL);
}

/* Whichever engines take this rule. */
static void
open_worlds (Match *match)
{
  static const gchar *const paths[] = { "portable", "avx2", "avx512", NULL };
  static const LifeKernel bounded[] = { LIFE_KERNEL_AUTO,
    LIFE_KERNEL_BITSLICED };
  static const LifeKernel unbounded[] = { LIFE_KERNEL_SPARSE,
    LIFE_KERNEL_HASHLIFE };
  const LifeKernel *kernels = match->unbounded ? unbounded : bounded;
  const guint threads = 1 + bytes_below (&match->bytes, 3);

  match->plain = open_world (match, LIFE_KERNEL_NAIVE, 1);
  for (guint i = 0; i < 2; i++) {
    LifeWorld *world;

    life_cpu_path_force (bytes_choose (&match->bytes, paths));
    world = open_world (match, kernels[i], threads);
    if (world)
      match->rivals[match->n_rivals++] = world;
  }
  life_cpu_path_force (NULL);
}

static void
close_worlds (Match *match)
{
  life_world_free (match->plain);
  for (guint i = 0; i < match->n_rivals; i++)
    life_world_free (match->rivals[i]);
}

/* --- What is done --- */

/* What is filled of a plane that stands for a world without edges. */
static LifeBox
inner_box (const Match *match)
{
  const LifeGeometry *geometry = &match->geometry;

  if (!match->unbounded)
    return (
        LifeBox){ 0, 0, 0, geometry->width, geometry->height, geometry->depth };
  return (LifeBox){ 100, 70, 0, 56, 52, 1 };
}

static void
write_box (Match *match, const LifeBox *box, const guint8 *cells)
{
  GError *error = NULL;

  check_done (life_world_write (match->plain, box, cells, &error), error);
  for (guint i = 0; i < match->n_rivals; i++)
    check_done (life_world_write (match->rivals[i], box, cells, &error), error);
}

/* Random states in a part of the world. */
static void
fill_box (Match *match, LifeBox box)
{
  guint32 noise = bytes_number (&match->bytes, 3) | 1;
  const guint every = 2 + bytes_below (&match->bytes, 9);
  const gsize n = (gsize) box.width * box.height * box.depth;
  const guint states = life_rule_get_states (match->rule);
  guint8 *cells = g_malloc (n);

  for (gsize i = 0; i < n; i++) {
    noise ^= noise << 13;
    noise ^= noise >> 17;
    noise ^= noise << 5;
    cells[i] = noise % every == 0 ? 1 + (noise >> 16) % (states - 1) : 0;
  }
  write_box (match, &box, cells);
  g_free (cells);
}

static void
edit (Match *match)
{
  const LifeBox all = inner_box (match);
  LifeBox box = all;

  box.x += bytes_next (&match->bytes) % all.width;
  box.y += bytes_next (&match->bytes) % all.height;
  box.z += bytes_next (&match->bytes) % all.depth;
  box.width =
      1 + bytes_next (&match->bytes) % (all.width - (guint) (box.x - all.x));
  box.height =
      1 + bytes_next (&match->bytes) % (all.height - (guint) (box.y - all.y));
  box.depth =
      1 + bytes_next (&match->bytes) % (all.depth - (guint) (box.z - all.z));
  fill_box (match, box);
}

static void
compare (const Match *match, LifeWorld *world)
{
  const LifeGeometry *geometry = &match->geometry;
  const LifeBox all = { 0, 0, 0, geometry->width, geometry->height,
    geometry->depth };
  const gsize n = (gsize) geometry->width * geometry->height * geometry->depth;
  guint8 *expected = g_malloc (n), *got = g_malloc (n);
  LifeStatistics plain, other;
  GError *error = NULL;

  check_done (life_world_read (match->plain, &all, expected, &error), error);
  check_done (life_world_read (world, &all, got, &error), error);
  check (memcmp (expected, got, n) == 0);
  check_done (life_world_get_statistics (match->plain, &plain, &error), error);
  check_done (life_world_get_statistics (world, &other, &error), error);
  check (plain.population == other.population);
  check (plain.generation == other.generation);
  if (g_getenv ("LIFE_FUZZ_TRACE"))
    g_printerr ("generation %" G_GUINT64_FORMAT
                ", %s: population %" G_GUINT64_FORMAT
                ", births %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT
                ", deaths %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT "\n",
        plain.generation, life_world_get_kernel_name (world), plain.population,
        plain.births, other.births, plain.deaths, other.deaths);
  /* It skips generations, so it counts none. */
  if (strcmp (life_world_get_kernel_name (world), "hashlife") != 0)
    check (plain.births == other.births && plain.deaths == other.deaths);
  g_free (expected);
  g_free (got);
}

static void
play (Match *match)
{
  const guint calls = 1 + bytes_below (&match->bytes, MAX_CALLS);

  fill_box (match, inner_box (match));
  for (guint i = 0; i < calls; i++) {
    const guint generations = bytes_below (&match->bytes, MAX_STEP);
    GError *error = NULL;

    check_done (
        life_world_step (match->plain, generations, NULL, &error), error);
    for (guint k = 0; k < match->n_rivals; k++) {
      check_done (
          life_world_step (match->rivals[k], generations, NULL, &error), error);
      compare (match, match->rivals[k]);
    }
    if (bytes_below (&match->bytes, 3) == 0)
      edit (match);
  }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  Match match = { .bytes = { data, size } };
  gchar *text;
  guint depth;

  match.unbounded = bytes_below (&match.bytes, 4) == 0;
  text = write_rule (&match.bytes, match.unbounded, &depth);
  if (g_getenv ("LIFE_FUZZ_TRACE"))
    g_printerr ("%s%s\n", text, match.unbounded ? " without edges" : "");
  match.rule = life_rule_parse (text, depth > 1 ? 3 : 2, NULL);
  g_free (text);
  if (!match.rule)
    return 0;
  choose_shape (&match, depth);
  open_worlds (&match);
  if (match.plain)
    play (&match);
  close_worlds (&match);
  life_rule_unref (match.rule);
  return 0;
}
