/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures views in perspective, of 3D worlds and of 2D ones through time: how many frames
 * per second an engine draws while the world advances a generation and the eye moves on
 * with each. The library
 * is called as lifesrc calls it; no pipeline runs. */
#include "bench.h"

#ifdef LIFE_HAVE_CUDA
#include "cuda/speed.h"
#include "life/world/engine.h"
#endif

#include <stdlib.h>
#include <string.h>

#define SOUP_DENSITY 0.3
/* The frame whose checksum is taken, and by how many degrees the eye goes around with
 * each. */
#define CHECKSUM_FRAME 3
#define DEGREES 0.5

/* Generations after which little of a soup of B6/S567 changes. */
#define SETTLED 300
/* Frames of a 2D world that are stacked. */
#define STACKED 256
#define STACKED_QUICK 16

/* What is looked at. */
typedef struct {
  LifeViewKind kind;
  const gchar *name, *rule;
  gboolean grows; /* a small soup in the middle, that is sown again in time */
  gboolean every_size;
} Scene;

static const Scene scenes[] = {
  { LIFE_VIEW_VOLUME, "volume", "B6/S567", FALSE, TRUE },
  { LIFE_VIEW_VOLUME, "volume", "B4,5/S5", TRUE, TRUE },
  { LIFE_VIEW_XRAY, "xray", "B6/S567", FALSE, FALSE },
  { LIFE_VIEW_SPACETIME, "spacetime", "B3/S23", FALSE, FALSE },
};

static gboolean
is_stacked (const Scene *scene)
{
  return scene->kind == LIFE_VIEW_SPACETIME;
}

typedef struct {
  const BenchOptions *options;
  const Scene *scene;
  BenchFrames *row;
  LifeWorld *world;
  LifeView view;
  LifeFrame frame;
  gsize bytes;
  guint8 *memory;  /* of the frame, on the GPU where the row says so */
  guint64 n_drawn; /* since the world was sown */
} Measurement;

/* --- Where a frame lies --- */

static gboolean
allocate (Measurement *m, GError **error)
{
#ifdef LIFE_HAVE_CUDA
  if (m->row->cuda_memory) {
    m->memory = life_cuda_frame_memory_new (
        life_world_get_engine (m->world), m->bytes, error);
    return m->memory != NULL;
  }
#endif
  m->memory = g_malloc (m->bytes);
  return TRUE;
}

static void
release (Measurement *m)
{
#ifdef LIFE_HAVE_CUDA
  if (m->row->cuda_memory) {
    life_cuda_frame_memory_free (life_world_get_engine (m->world), m->memory);
    return;
  }
#endif
  g_free (m->memory);
}

static gboolean
add_up (Measurement *m, GError **error)
{
  guint64 sum = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  g_autofree guint8 *bytes = g_malloc (m->bytes);

#ifdef LIFE_HAVE_CUDA
  if (m->row->cuda_memory) {
    if (!life_cuda_frame_memory_read (life_world_get_engine (m->world),
            m->memory, bytes, m->bytes, error))
      return FALSE;
  } else
#endif
    memcpy (bytes, m->memory, m->bytes);
  for (gsize i = 0; i < m->bytes; i++)
    sum = (sum ^ bytes[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  m->row->checksum = sum;
  return TRUE;
}

/* NV12, without padding. */
static void
place_frame (Measurement *m)
{
  const BenchFrames *row = m->row;
  const gsize pixels = (gsize) row->width * row->height;

  m->frame = (LifeFrame){ .format = LIFE_PIXEL_FORMAT_NV12,
    .colorimetry = { 0.2126, 0.0722, 16, 219, 224 },
    .width = row->width,
    .height = row->height,
    .data = { m->memory, m->memory + pixels },
    .stride = { (gint) row->width, (gint) row->width } };
}

/* --- Frames --- */

/* Stacks as many frames as are seen. */
static gboolean
fill_stack (Measurement *m, GError **error)
{
  const guint frames = m->view.perspective.history;

  life_world_begin_stack (m->world, frames, 0);
  for (guint i = 0; i < frames; i++)
    if (!life_world_stack_frame (m->world, error)
        || !life_world_step (m->world, 1, NULL, error))
      return FALSE;
  return TRUE;
}

static gboolean
sow (Measurement *m, GError **error)
{
  const guint32 side = m->row->world_side;
  const gint64 part = MAX (side / 8, 1), first = (side - part) / 2;
  const LifeBox middle = { first, first, first, part, part, part };
  const guint64 seed = m->options->seed;

  m->n_drawn = 0;
  m->view.perspective.azimuth = 30;
  if (!m->scene->grows)
    return life_world_soup (m->world, seed, SOUP_DENSITY, error)
           && life_world_step (
               m->world, m->options->quick ? 20 : SETTLED, NULL, error)
           && (!is_stacked (m->scene) || fill_stack (m, error));
  return life_world_clear (m->world, error)
         && life_world_soup_box (m->world, &middle, seed, SOUP_DENSITY, error)
         && life_world_step (m->world, side / 8, NULL, error);
}

/* Draws a frame while the world goes on to the next one. */
static gboolean
draw (Measurement *m, GError **error)
{
  m->view.perspective.azimuth += DEGREES;
  m->n_drawn++;
  return life_world_begin_frame (m->world, &m->view, &m->frame, 0, error)
         && (!is_stacked (m->scene) || life_world_stack_frame (m->world, error))
         && life_world_step (m->world, 1, NULL, error)
         && life_world_finish_frame (m->world, NULL, error);
}

/* One run: frames per second; sowing again is not counted. */
static gboolean
run (Measurement *m, gdouble *rate, GError **error)
{
  const guint64 most = MAX (m->row->world_side / 4, 2);
  gint64 start = g_get_monotonic_time (), taken = 0;
  guint64 n = 0;

  while (taken < m->options->seconds * 1e6) {
    if (m->scene->grows && m->n_drawn >= most) {
      if (!sow (m, error))
        return FALSE;
      start = g_get_monotonic_time () - taken;
    }
    if (!draw (m, error))
      return FALSE;
    n++;
    taken = g_get_monotonic_time () - start;
  }
  *rate = (gdouble) n / (taken / 1e6);
  m->row->frames += n;
  return TRUE;
}

static gint
compare_rates (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *) a, y = *(const gdouble *) b;

  return (x > y) - (x < y);
}

static gboolean
measure_frames (Measurement *m, GError **error)
{
  const guint runs = m->options->runs;
  g_autofree gdouble *rates = g_new (gdouble, runs + 1);

  place_frame (m);
  if (!sow (m, error))
    return FALSE;
  for (guint i = 0; i <= CHECKSUM_FRAME; i++)
    if (!draw (m, error))
      return FALSE;
  if (!add_up (m, error))
    return FALSE;
  /* The first run warms up. */
  for (guint i = 0; i <= runs; i++) {
    if (i == 1)
      m->row->frames = 0;
    if (!run (m, &rates[i], error))
      return FALSE;
  }
  qsort (rates + 1, runs, sizeof *rates, compare_rates);
  m->row->rate = rates[1 + runs / 2];
  return TRUE;
}

static LifeWorld *
new_world (const BenchOptions *options, const BenchFrames *row, GError **error)
{
  const guint32 side = row->world_side;
  const LifeGeometry geometry = { .width = side > 0 ? side : row->width,
    .height = side > 0 ? side : row->height,
    .depth = side > 0 ? side : 1,
    .topology = LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeRule) rule =
      life_rule_parse (row->rule, side > 0 ? 3 : 2, error);
  LifeEngineOptions engine;

  life_engine_options_init (&engine);
  engine.engine = row->engine;
  engine.threads = options->threads;
  return rule != NULL ? life_world_new (&geometry, rule, &engine, error) : NULL;
}

/* Measures a row, or says in it why not, and adds it to the report. */
static gboolean
add (const BenchOptions *options, BenchReport *report, const Scene *scene,
    BenchFrames *row, GError **error)
{
  Measurement m = { .options = options, .scene = scene, .row = row };
  g_autoptr (GError) problem = NULL;

  row->view = scene->name;
  row->rule = scene->rule;
  m.bytes = (gsize) row->width * row->height * 3 / 2;
  life_view_init (&m.view);
  m.view.kind = scene->kind;
  m.view.color_mode = LIFE_COLOR_MODE_POSITION;
  m.view.perspective.history = row->stacked;
  bench_progress (options, "%s %s", row->view, row->rule);
  m.world = new_world (options, row, &problem);
  if (m.world != NULL) {
    if (allocate (&m, &problem))
      measure_frames (&m, &problem);
    release (&m);
    life_world_free (m.world);
  }
  bench_progress (options, "%s", "");
  if (problem != NULL)
    row->skipped = g_strdup (problem->message);
  bench_report_add_frames (report, row);
  bench_print_view (row);
  return bench_save_json (options, report, error);
}

/* --- What is measured --- */

static gboolean
measure_engine (const BenchOptions *options, BenchReport *report,
    LifeEngineKind engine, GError **error)
{
  static const guint32 sides[][3] = { { 64, 128, 256 }, { 256, 512, 1024 } };
  const gboolean on_gpu = engine == LIFE_ENGINE_CUDA;
  const guint n = options->quick ? 1 : G_N_ELEMENTS (sides[0]);
  const BenchFrames base = { .engine = engine,
    .format = "NV12",
    .cuda_memory = on_gpu,
    .width = options->quick ? 96
             : on_gpu       ? 1920
                            : 1280,
    .height = options->quick ? 54
              : on_gpu       ? 1080
                             : 720,
    .zoom = 1,
    .generations = 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (scenes); i++)
    for (guint j = 0; j < n; j++) {
      BenchFrames row = base;

      /* The one in the middle stands for all. */
      if (!scenes[i].every_size && j != n / 2)
        continue;
      if (is_stacked (&scenes[i]))
        row.stacked = options->quick ? STACKED_QUICK : STACKED;
      else
        row.world_side = options->quick ? 32 : sides[on_gpu][j];
      if (!add (options, report, &scenes[i], &row, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
bench_views (const BenchOptions *options, BenchReport *report, GError **error)
{
  const gboolean every = options->engines[LIFE_ENGINE_AUTO];
  g_autoptr (LifeRule) rule = life_rule_parse (scenes[0].rule, 3, error);
  LifeEngineOptions cuda;
  gboolean on_gpu;

  if (rule == NULL)
    return FALSE;
  life_engine_options_init (&cuda);
  cuda.engine = LIFE_ENGINE_CUDA;
  on_gpu = (every || options->engines[LIFE_ENGINE_CUDA])
           && life_engine_check (rule, NULL, &cuda, every ? NULL : error);
  if (options->engines[LIFE_ENGINE_CUDA] && !on_gpu)
    return FALSE;
  bench_print_heading (options);
  return (!on_gpu || measure_engine (options, report, LIFE_ENGINE_CUDA, error))
         && (!(every || options->engines[LIFE_ENGINE_CPU])
             || measure_engine (options, report, LIFE_ENGINE_CPU, error));
}
