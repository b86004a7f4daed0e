/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes worlds without edges: a macrocell file is loaded by both kernels, which have little
 * memory, and stepped, edited, drawn, saved and loaded again. What fails gives an error, and
 * as long as both kernels hold the same cells, all that is known of these is the same.
 *
 * The first bytes of an input are what is done, the others the file after its first line. */
#include <string.h>

#include <life/life.h>

#include "life/pattern/pattern-private.h"
#include "tests/fuzz/fuzz.h"

#define ACTS 8
#define MEBIBYTE (G_GUINT64_CONSTANT (1) << 20)
#define SIDE 24

static const LifeGeometry no_edges = { .depth = 1,
  .topology = LIFE_TOPOLOGY_UNBOUNDED };

typedef struct {
  LifeWorld *hash;
  LifeWorld *sparse; /* NULL where its cells are others, or too many */
} Worlds;

static void
drop_sparse (Worlds *worlds)
{
  life_world_free (worlds->sparse);
  worlds->sparse = NULL;
}

/* --- Making them --- */

static LifePattern *
load (const gchar *text, gsize length)
{
  GError *error = NULL;
  LifePattern *pattern =
      life_pattern_load_unbounded (file_of (text, length, NULL), &error);

  is_done (pattern != NULL, error);
  return pattern;
}

static gboolean
paste (LifeWorld *world, const LifePattern *pattern, const gint64 at[3])
{
  gint64 origin[3];
  GError *error = NULL;

  if (!is_done (life_pattern_find_origin (
                    pattern, &no_edges, FALSE, at, origin, &error),
          error))
    return FALSE;
  error = NULL;
  return is_done (life_world_paste (world, pattern, origin, &error), error);
}

/* The pattern in a new world, or NULL. */
static LifeWorld *
open_world (const LifePattern *pattern, const LifeRule *rule, LifeKernel kernel,
    guint64 memory, guint threads)
{
  static const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED,
    LIFE_CENTERED };
  LifeEngineOptions options;
  GError *error = NULL;
  LifeWorld *world;

  life_engine_options_init (&options);
  options.kernel = kernel;
  options.memory_limit = memory;
  options.threads = threads;
  world = life_world_new (&no_edges, rule, &options, &error);
  if (!is_done (world != NULL, error))
    return NULL;
  if (!paste (world, pattern, anywhere))
    g_clear_pointer (&world, life_world_free);
  return world;
}

/* --- Comparing them --- */

static void
check_same (LifeWorld *a, LifeWorld *b)
{
  LifeWorld *const worlds[] = { a, b };
  LifeStatistics statistics[2];
  gchar *populations[2];
  gboolean summed = TRUE; /* unless cells are too many, or too far apart */
  guint64 sums[2];

  for (guint i = 0; i < 2; i++) {
    GError *error = NULL;

    check (
        life_world_count (worlds[i], LIFE_COUNT_BOX, &statistics[i], &error));
    populations[i] = life_world_get_population_text (worlds[i], &error);
    check (populations[i] != NULL && error == NULL);
    summed = is_done (life_world_checksum (worlds[i], &sums[i], &error), error)
             && summed;
  }
  check (strcmp (populations[0], populations[1]) == 0);
  check (
      memcmp (&statistics[0].box, &statistics[1].box, sizeof (LifeBox)) == 0);
  check (!summed || sums[0] == sums[1]);
  g_free (populations[0]);
  g_free (populations[1]);
}

static gboolean
draw (LifeWorld *world, guint argument, guint8 *pixels)
{
  const LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = SIDE,
    .height = SIDE,
    .data = { pixels },
    .stride = { SIDE } };
  GError *error = NULL;
  LifeView view;

  life_view_init (&view);
  view.zoom = 4;
  for (guint i = 0; i < 2 * argument; i++)
    view.zoom /= 2;
  return is_done (life_world_draw (world, &view, &frame, &error), error);
}

/* --- What is done --- */

static gpointer
set_soon (gpointer flag)
{
  g_usleep (2000);
  g_atomic_int_set ((gint *) flag, 1);
  return NULL;
}

/* Steps that would take a year are cancelled. */
static void
step_far (Worlds *worlds, guint argument)
{
  gint cancelled = 0;
  GThread *thread = g_thread_new ("canceller", set_soon, &cancelled);
  GError *error = NULL;

  is_done (life_world_step (worlds->hash,
               (G_GUINT64_CONSTANT (1) << 2 * argument) + argument, &cancelled,
               &error),
      error);
  g_thread_join (thread);
  drop_sparse (worlds);
}

static void
step_both (Worlds *worlds, guint argument)
{
  GError *error = NULL;
  const gboolean done = is_done (
      life_world_step (worlds->hash, argument + 1, NULL, &error), error);

  error = NULL;
  if (worlds->sparse != NULL
      && is_done (life_world_step (worlds->sparse, argument + 1, NULL, &error),
             error)
             != done)
    drop_sparse (worlds);
  else if (!done)
    drop_sparse (worlds);
}

static void
write_cells (Worlds *worlds, guint argument, gint64 at)
{
  const LifeBox box = { at - 3 * (gint64) argument, 5 - (gint64) argument, 0, 9,
    1 + argument / 4, 1 };
  guint8 cells[9 * 9];
  gboolean done[2] = { FALSE };
  GError *error = NULL;

  for (guint i = 0; i < sizeof cells; i++)
    cells[i] = (argument + 1) * i * i % 7 < 3;
  done[0] =
      is_done (life_world_write (worlds->hash, &box, cells, &error), error);
  error = NULL;
  if (worlds->sparse != NULL)
    done[1] =
        is_done (life_world_write (worlds->sparse, &box, cells, &error), error);
  if (done[0] != done[1])
    drop_sparse (worlds);
}

static void
paste_glider (Worlds *worlds, guint argument)
{
  g_autoptr (LifePattern) glider = life_pattern_from_string ("glider", NULL);
  const gint64 far = G_GINT64_CONSTANT (1) << 2 * argument;
  const gint64 at[3] = { argument & 1 ? far : -far, far / 3, 0 };
  const gboolean done = paste (worlds->hash, glider, at);

  if (worlds->sparse != NULL && paste (worlds->sparse, glider, at) != done)
    drop_sparse (worlds);
}

static void
draw_both (Worlds *worlds, guint argument)
{
  guint8 a[SIDE * SIDE], b[SIDE * SIDE];

  if (draw (worlds->hash, argument, a) && worlds->sparse != NULL
      && draw (worlds->sparse, argument, b))
    check (memcmp (a, b, sizeof a) == 0);
}

static void
save_and_load (Worlds *worlds, const LifeRule *rule, guint argument)
{
  LifeWorld *world =
      argument & 1 && worlds->sparse != NULL ? worlds->sparse : worlds->hash;
  g_autofree gchar *path = NULL;
  g_autofree gchar *text = NULL;
  gsize length;
  GError *error = NULL;

  close (g_file_open_tmp ("life-fuzz-XXXXXX.mc", &path, NULL));
  if (is_done (life_world_save (world, path, &error), error)
      && g_file_get_contents (path, &text, &length, NULL)) {
    g_autoptr (LifePattern) pattern = load (text, length);
    LifeWorld *again;

    check (pattern != NULL);
    again = open_world (pattern, rule, LIFE_KERNEL_HASHLIFE, 16 * MEBIBYTE, 1);
    check (again != NULL);
    check_same (again, world);
    life_world_free (again);
  }
  unlink (path);
}

/* Steps that are taken back leave no trace. */
static void
step_and_restore (Worlds *worlds, guint argument)
{
  LifeWorld *const both[] = { worlds->hash, worlds->sparse };

  for (guint i = 0; i < 2 && both[i] != NULL; i++) {
    GError *error = NULL;
    LifeSnapshot *snapshot = life_world_snapshot (both[i], &error);

    check (is_done (snapshot != NULL, error));
    error = NULL;
    is_done (life_world_step (both[i], argument + 1, NULL, &error), error);
    error = NULL;
    check (is_done (life_world_restore (both[i], snapshot, &error), error));
    life_snapshot_free (snapshot);
  }
}

static void
act (Worlds *worlds, const LifeRule *rule, guint8 what)
{
  const guint argument = what >> 3;

  switch (what & 7) {
    case 0:
      step_both (worlds, argument);
      break;
    case 1:
      step_far (worlds, argument);
      break;
    case 2:
      write_cells (worlds, argument, 0);
      break;
    case 3:
      write_cells (worlds, argument, LIFE_MAX_COORDINATE);
      break;
    case 4:
      paste_glider (worlds, argument);
      break;
    case 5:
      draw_both (worlds, argument);
      break;
    case 6:
      save_and_load (worlds, rule, argument);
      break;
    default:
      step_and_restore (worlds, argument);
  }
  if (worlds->sparse != NULL)
    check_same (worlds->hash, worlds->sparse);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  GString *text;
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (LifeRule) rule = NULL;
  Worlds worlds = { NULL };

  if (size < ACTS)
    return 0;
  text = g_string_new ("[M2]\n");
  g_string_append_len (
      text, (const gchar *) data + ACTS, (gssize) (size - ACTS));
  pattern = load (text->str, text->len);
  g_string_free (text, TRUE);
  if (pattern == NULL)
    return 0;
  rule = life_rule_parse (
      pattern->rule != NULL ? pattern->rule : "B3/S23", 2, NULL);
  if (rule == NULL)
    return 0;
  worlds.hash = open_world (
      pattern, rule, LIFE_KERNEL_HASHLIFE, 2 * MEBIBYTE, 1 + data[0] % 2);
  if (worlds.hash == NULL)
    return 0;
  worlds.sparse = open_world (
      pattern, rule, LIFE_KERNEL_SPARSE, 4 * MEBIBYTE, 1 + data[0] % 2);
  for (guint i = 0; i < ACTS; i++)
    act (&worlds, rule, data[i]);
  life_world_free (worlds.hash);
  life_world_free (worlds.sparse);
  return 0;
}
