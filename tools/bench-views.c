/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures a view in perspective, of a 3D world or of a 2D one through time: how many frames
 * per second an engine draws while the world advances one generation per frame and the eye
 * moves. The library is called as lifesrc calls it; no pipeline runs. */
#include "bench.h"

#include "cuda/speed.h"
#include "life/world/engine-class.h"

#include <string.h>

#define SOUP_DENSITY 0.3
/* The frame whose checksum is computed, and the degrees by which the eye orbits per
 * frame. */
#define CHECKSUM_FRAME 3
#define DEGREES 0.5

/* Generations after which little of a soup of B6/S567 changes. */
#define SETTLED 300
/* Frames of a 2D world that are seen at once. */
#define STACKED 256

typedef struct {
  const BenchOptions *options;
  LifeWorld *world;
  gboolean on_gpu; /* as the frame is then, too */
  guint stacked;   /* frames of a 2D world that are seen at once; 0: a 3D one */
  LifeView view;
  LifeFrame frame;
  gsize bytes;
  guint8 *memory;  /* of the frame */
  guint64 n_drawn; /* since the world was sown */
  guint64 n_counted, checksum;
  GArray *rates; /* frames per second of each run */
} ViewMeasurement;

/* --- The frame's memory --- */

/* NV12, without padding. */
static gboolean
allocate (ViewMeasurement *m, GError **error)
{
  const guint width = m->options->frame.width,
              height = m->options->frame.height;

  m->bytes = (gsize) width * height * 3 / 2;
  m->memory = m->on_gpu ? life_cuda_frame_memory_new (
                  life_world_get_engine (m->world), m->bytes, error)
                        : g_malloc (m->bytes);
  m->frame = (LifeFrame){ .format = LIFE_PIXEL_FORMAT_NV12,
    .colorimetry = { 0.2126, 0.0722, 16, 219, 224 },
    .width = width,
    .height = height,
    .data = { m->memory, m->memory + (gsize) width * height },
    .stride = { (gint) width, (gint) width } };
  return m->memory != NULL;
}

static void
release (ViewMeasurement *m)
{
  if (!m->on_gpu)
    g_free (m->memory);
  else
    life_cuda_frame_memory_free (life_world_get_engine (m->world), m->memory);
}

static gboolean
add_up (ViewMeasurement *m, GError **error)
{
  g_autofree guint8 *bytes = g_malloc (m->bytes);

  if (!m->on_gpu)
    memcpy (bytes, m->memory, m->bytes);
  else if (!life_cuda_frame_memory_read (life_world_get_engine (m->world),
               m->memory, bytes, m->bytes, error))
    return FALSE;
  m->checksum = bench_add_up (BENCH_EMPTY_CHECKSUM, bytes, m->bytes);
  return TRUE;
}

/* --- Frames --- */

/* Stacks as many frames as are seen. */
static gboolean
fill_stack (ViewMeasurement *m, GError **error)
{
  life_world_reset_stack (m->world, m->stacked, 0);
  for (guint i = 0; i < m->stacked; i++)
    if (!life_world_record_stack (m->world, error)
        || !life_world_step (m->world, 1, NULL, error))
      return FALSE;
  return TRUE;
}

static gboolean
sow (ViewMeasurement *m, GError **error)
{
  const guint32 side = m->options->size.width;
  const gint64 part = MAX (side / 8, 1), first = (side - part) / 2;
  const LifeBox middle = { first, first, first, part, part, part };
  const guint64 seed = (guint64) m->options->seed;

  m->n_drawn = 0;
  m->view.perspective.azimuth = 30;
  if (!m->options->growing)
    return life_world_soup (m->world, seed, SOUP_DENSITY, error)
           && life_world_step (m->world, SETTLED, NULL, error)
           && (m->stacked == 0 || fill_stack (m, error));
  return life_world_clear (m->world, error)
         && life_world_soup_box (m->world, &middle, seed, SOUP_DENSITY, error)
         && life_world_step (m->world, side / 8, NULL, error);
}

/* Draws a frame while the world advances to the next one. */
static gboolean
draw (ViewMeasurement *m, GError **error)
{
  m->view.perspective.azimuth += DEGREES;
  m->n_drawn++;
  return life_world_begin_frame (m->world, &m->view, &m->frame, 0, error)
         && (m->stacked == 0 || life_world_record_stack (m->world, error))
         && life_world_step (m->world, 1, NULL, error)
         && life_world_finish_frame (m->world, NULL, error);
}

/* One run; sowing again, which growing worlds need in time, is not counted. */
static gboolean
run (ViewMeasurement *m, GError **error)
{
  const guint64 max_frames = MAX (m->options->size.width / 4, 2);
  gint64 start = g_get_monotonic_time (), elapsed = 0;
  guint64 n = 0;
  gdouble rate;

  while (elapsed < m->options->seconds * 1e6) {
    if (m->options->growing && m->n_drawn >= max_frames) {
      if (!sow (m, error))
        return FALSE;
      start = g_get_monotonic_time () - elapsed;
    }
    if (!draw (m, error))
      return FALSE;
    n++;
    elapsed = g_get_monotonic_time () - start;
  }
  rate = (gdouble) n / (elapsed / 1e6);
  g_array_append_val (m->rates, rate);
  m->n_counted += n;
  return TRUE;
}

static gboolean
measure_frames (ViewMeasurement *m, GError **error)
{
  if (!allocate (m, error) || !sow (m, error))
    return FALSE;
  for (guint i = 0; i <= CHECKSUM_FRAME; i++)
    if (!draw (m, error))
      return FALSE;
  /* The first run warms up. */
  if (!add_up (m, error) || !run (m, error))
    return FALSE;
  g_array_set_size (m->rates, 0);
  m->n_counted = 0;
  for (gint64 i = 0; i < m->options->runs; i++)
    if (!run (m, error))
      return FALSE;
  return TRUE;
}

gboolean
bench_views (const BenchOptions *options, GString *json, GError **error)
{
  ViewMeasurement m = { .options = options,
    .stacked = options->view == LIFE_VIEW_SPACETIME ? STACKED : 0 };
  g_autoptr (LifeRule) rule =
      bench_parse_rule (options, m.stacked > 0 ? 2 : 3, error);
  LifeEngineOptions engine;
  gboolean done;

  if (rule == NULL)
    return FALSE;
  bench_engine_options (options, &engine);
  life_view_init (&m.view);
  m.view.kind = options->view;
  m.view.color_mode = LIFE_COLOR_MODE_POSITION;
  m.view.perspective.history = m.stacked;
  m.world = life_world_new (&options->size, rule, &engine, error);
  if (m.world == NULL)
    return FALSE;
  m.on_gpu = g_str_equal (life_world_get_engine_name (m.world), "cuda");
  m.rates = g_array_new (FALSE, FALSE, sizeof (gdouble));
  done = measure_frames (&m, error);
  release (&m);
  life_world_free (m.world);
  if (done) {
    bench_add_integer (json, "frames", m.n_counted);
    bench_add_number (json, "frames_per_second", bench_quantile (m.rates, 0.5));
    bench_add_checksum (json, "checksum", m.checksum);
  }
  g_array_unref (m.rates);
  return done;
}
