/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Golly's own collection of patterns, as tests use it; see golly-files.h. */
#include "tests/support/programs/golly-files.h"

#include <string.h>

#include "life/pattern/pattern-private.h"
#include "tests/support/defaults.h"
#include "tests/support/help.h"
#include "tests/support/programs/golly.h"
#include "tests/support/text/rule-value.h"

/* In the order in which they are tried; each runs its own family of rules. */
static const gchar *const algorithms[] = { "HashLife", "Generations",
  "Larger than Life", "JvN", "RuleLoader", "QuickLife" };

/* Files that are not patterns, with a piece of the error message. */
static const struct {
  const gchar *path, *message;
} refused[] = {
  /* Scripts in Lua. */
  { "/Life-Like/alt-wicks.lua", "expected a pattern" },
  { "/Life/Oscillators/p59-glider-loop.lua", "expected a pattern" },
  { "/Non-Totalistic/unit-fraction-orthogonal-spaceships.zip",
      "spaceships.lua:1:1: expected a pattern" },
  /* Ten patterns of one rule. */
  { "/Self-Rep/Flow6/Flow6.zip", "holds 10 patterns" },
};

const gchar *
golly_files_refused (const gchar *path)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (refused); i++) {
    if (strcmp (path + strlen (GOLLY_PATTERNS), refused[i].path) == 0)
      return refused[i].message;
  }
  return NULL;
}

LifePattern *
golly_files_run (
    const gchar *path, guint64 from, guint64 generations, const gchar *output)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (algorithms); i++) {
    g_autofree gchar *text =
        golly_run (algorithms[i], path, from, generations, output, NULL);
    g_autoptr (GError) error = NULL;
    LifePattern *pattern;

    /* An algorithm that cannot write a tree leaves an empty file. */
    if (text == NULL || *text == '\0')
      continue;
    pattern = life_pattern_parse (text, strlen (text), &error);
    if (pattern == NULL)
      fail ("what %s wrote of %s: %s", algorithms[i], path, error->message);
    return pattern;
  }
  return NULL;
}

void
golly_files_crop (LifePattern *pattern)
{
  guint32 left = G_MAXUINT32, top = G_MAXUINT32;
  gsize i;

  for (i = 0; i < pattern->n_runs; i++) {
    left = MIN (left, pattern->runs[i].x);
    top = MIN (top, pattern->runs[i].y);
  }
  for (i = 0; i < pattern->n_runs; i++) {
    pattern->runs[i].x -= left;
    pattern->runs[i].y -= top;
  }
  if (pattern->n_runs > 0) {
    pattern->x += left;
    pattern->y += top;
  }
}

gboolean
golly_files_same (
    const LifePattern *ours, const LifePattern *theirs, const gchar *path)
{
  gsize i;

  for (i = 0; i < MIN (ours->n_runs, theirs->n_runs); i++) {
    const LifeRun *a = &ours->runs[i], *b = &theirs->runs[i];

    if (a->x != b->x || a->y != b->y || a->length != b->length
        || a->state != b->state) {
      fail ("%s: run %" G_GSIZE_FORMAT
            ": %u cells of state %u at (%u, %u), in Golly %u of state %u at"
            " (%u, %u)",
          path, i, a->length, a->state, a->x, a->y, b->length, b->state, b->x,
          b->y);
      return FALSE;
    }
  }
  if (ours->n_runs != theirs->n_runs) {
    fail ("%s: %" G_GSIZE_FORMAT " runs, in Golly %" G_GSIZE_FORMAT, path,
        ours->n_runs, theirs->n_runs);
    return FALSE;
  }
  return TRUE;
}

static void
find_files (GPtrArray *files, const gchar *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const gchar *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    gchar *child = g_build_filename (path, name, NULL);

    if (g_file_test (child, G_FILE_TEST_IS_DIR)) {
      find_files (files, child);
      g_free (child);
    } else {
      g_ptr_array_add (files, child);
    }
  }
}

static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const gchar *const *) a, *(const gchar *const *) b);
}

GPtrArray *
golly_files_find (void)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);

  find_files (files, GOLLY_PATTERNS);
  g_ptr_array_sort (files, compare_paths);
  return files;
}

/* --- Playing them --- */

/* Larger worlds take tests too long: in bytes, for worlds of two states (a bit
 * per cell) and for others. */
#define CELLS_MAX (G_GUINT64_CONSTANT (1) << 30)
#define STATES_CELLS_MAX (G_GUINT64_CONSTANT (1) << 24)

/* The margin around a pattern without a bounded grid. */
#define MARGIN 8

/* Patterns that do not play, with a piece of the error message. */
static const struct {
  const gchar *path, *message;
} unplayable[] = {
  /* Infinite in one direction. */
  { "/Life/Bounded-Grids/pulsars-in-tube.rle", "means an infinite one" },
};

const gchar *
golly_files_unplayable (const gchar *path)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (unplayable); i++) {
    if (strcmp (path + strlen (GOLLY_PATTERNS), unplayable[i].path) == 0)
      return unplayable[i].message;
  }
  return golly_files_refused (path);
}

gboolean
golly_files_parse_rule (const gchar *path, const LifePattern *pattern,
    LifeRule *rule, GError **error)
{
  g_autofree gchar *folder = g_path_get_dirname (path);
  const gchar *const folders[] = { path, folder, NULL };

  return parse_rule_in (pattern->rule != NULL ? pattern->rule : "B3/S23", 2,
      folders, rule, error);
}

static guint64
last_milestone (void)
{
  static const guint64 milestones[] = GOLLY_MILESTONES;

  return milestones[G_N_ELEMENTS (milestones) - 1];
}

/* From this radius on a world that nothing can leave has too many cells: these are
 * bugs, which move by less than a quarter of the radius in a generation, and cells
 * that met an edge would not be bgolly's. */
#define FAR_RADIUS 51
#define FAR_CELLS_MAX (G_GUINT64_CONSTANT (1) << 26)

/* How far a pattern may grow in a generation, in cells. */
static guint
reach_of (const LifeRule *rule)
{
  return rule->radius >= FAR_RADIUS ? rule->radius / 4 : MAX (1, rule->radius);
}

gboolean
golly_files_shape (
    const LifePattern *pattern, const LifeRule *rule, LifeGeometry *geometry)
{
  guint64 margin = last_milestone () * reach_of (rule);
  guint64 width = pattern->width + 2 * (margin + MARGIN);
  guint64 height = pattern->height + 2 * (margin + MARGIN);

  memset (geometry, 0, sizeof (*geometry));
  if (rule->bounded) {
    *geometry = rule->grid;
    width = geometry->width;
    height = geometry->height;
  } else {
    geometry->topology = LIFE_TOPOLOGY_PLANE;
    geometry->width = MIN (width, G_MAXINT32);
    geometry->height = MIN (height, G_MAXINT32);
    geometry->depth = 1;
  }
  return width * height <= (rule->radius >= FAR_RADIUS ? FAR_CELLS_MAX
                            : rule->states == 2        ? CELLS_MAX
                                                       : STATES_CELLS_MAX);
}

LifeWorld *
golly_files_open (const LifePattern *pattern, const LifeRule *rule,
    const LifeGeometry *geometry, GError **error)
{
  static const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED,
    LIFE_CENTERED };
  const LifeEngineOptions options =
      tested_options (geometry, rule, LIFE_KERNEL_AUTO);
  g_autoptr (LifeWorld) world = NULL;
  gint64 origin[3];

  world = life_world_new (geometry, rule, &options, error);
  if (world == NULL
      || !life_pattern_find_origin_under (
          pattern, rule, geometry, anywhere, origin, error)
      || !life_world_paste (world, pattern, origin, error))
    return NULL;
  return g_steal_pointer (&world);
}
