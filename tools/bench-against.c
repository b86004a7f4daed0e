/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures the worlds of others' figures, each once, and sets both side by side;
 * bench-steps.c measures one. */
#include "bench.h"

/* Larger worlds are not for --quick. */
#define QUICK_CELLS (G_GUINT64_CONSTANT (1) << 22)

typedef struct {
  const BenchOptions *options;
  BenchReport *report;
  LifeEngineKind engine;
  gdouble rates[2]; /* cells per second of the last world in 2D and 3D */
} Plan;

static gboolean
same_geometry (const LifeGeometry *a, const LifeGeometry *b)
{
  return a->width == b->width && a->height == b->height && a->depth == b->depth
         && a->topology == b->topology;
}

static gboolean
same_world (const BenchFigure *a, const BenchFigure *b)
{
  return same_geometry (&a->geometry, &b->geometry)
         && a->generations == b->generations && g_str_equal (a->rule, b->rule);
}

/* Why the world is not even tried, or NULL. */
static gchar *
foresee (const Plan *plan, const BenchWorld *row)
{
  const BenchOptions *options = plan->options;
  gdouble rate = plan->rates[life_rule_get_dimensions (row->rule) - 2];
  gdouble seconds;
  guint64 cells;

  life_geometry_cells (&row->geometry, &cells);
  if (options->quick && cells > QUICK_CELLS)
    return g_strdup ("too large for --quick");
  seconds = rate > 0 ? cells / rate * BENCH_CHECKSUM_GENERATION : 0.0;
  if (seconds <= options->limit)
    return NULL;
  return g_strdup_printf (
      "%d generations would take about %.0f s, longer than --limit=%g",
      BENCH_CHECKSUM_GENERATION, seconds, options->limit);
}

/* Measures the figure's world and takes it into the report. */
static gboolean
measure (Plan *plan, const BenchFigure *figure, GError **error)
{
  guint dimensions = bench_dimensions (&figure->geometry);
  g_autoptr (GError) problem = NULL;
  BenchWorld row = { .geometry = figure->geometry,
    .engine = plan->engine,
    .kernel = plan->options->kernel,
    .pdl = 1,
    .instructions = -1,
    .wanted = figure->generations };
  gboolean done = TRUE;

  row.size = bench_size_text (&row.geometry);
  row.rule = life_rule_parse (figure->rule, dimensions, &problem);
  row.rule_text = row.rule != NULL ? life_rule_to_string (row.rule)
                                   : g_strdup (figure->rule);
  row.skipped =
      row.rule != NULL ? foresee (plan, &row) : g_strdup (problem->message);
  if (row.skipped == NULL)
    done = bench_measure_world (plan->options, &row, error);
  bench_progress (plan->options, "%s", "");
  if (row.kernel_text == NULL)
    row.kernel_text = g_strdup (life_engine_kernel_name (row.kernel));
  if (done && row.skipped == NULL)
    plan->rates[dimensions - 2] = row.rate;
  /* The report owns the row even where it failed. */
  bench_report_add_world (plan->report, &row);
  return done;
}

static BenchComparison
compare (const Plan *plan, const BenchFigure *figure)
{
  BenchComparison comparison = { .figure = *figure,
    .world = plan->report->worlds->len - 1 };
  BenchFigure *own = &comparison.figure;

  own->program = g_strdup (figure->program);
  own->version = g_strdup (figure->version);
  own->rule = g_strdup (figure->rule);
  own->chip = g_strdup (figure->chip);
  own->date = g_strdup (figure->date);
  own->source = g_strdup (figure->source);
  return comparison;
}

static void
add (Plan *plan, BenchComparison *comparison)
{
  bench_report_add_comparison (plan->report, comparison);
  bench_print_comparison (plan->report, comparison);
}

/* What ran between the world's own runs, as a row like that of a figure of this
 * world. */
static void
add_peer (Plan *plan, const BenchFigure *figure, const gchar *program,
    const BenchPeer *peer)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree gchar *date = g_date_time_format (now, "%Y-%m-%d");
  const BenchFigure measured = { .program = (gchar *) program,
    .rule = figure->rule,
    .geometry = figure->geometry,
    .generations = figure->generations,
    .unit = figure->unit,
    .chip = (gchar *) "this machine",
    .date = date,
    .source = (gchar *) "measured in this call" };
  BenchComparison comparison;

  if (g_strcmp0 (peer->why, BENCH_PEER_MISSING) == 0
      || g_strcmp0 (peer->why, BENCH_PEER_OTHER_RULES) == 0)
    return;
  comparison = compare (plan, &measured);
  comparison.here = TRUE;
  comparison.failed = peer->why;
  if (peer->why == NULL)
    comparison.figure.value = bench_figure_convert (figure, peer->seconds);
  add (plan, &comparison);
}

static void
add_peers (Plan *plan, const BenchFigure *figure)
{
  const BenchWorld *world = &g_array_index (
      plan->report->worlds, BenchWorld, plan->report->worlds->len - 1);
  g_autofree gchar *golly =
      g_strdup_printf ("Golly, %s", world->golly_algorithm);

  if (!world->has_peers)
    return;
  add_peer (plan, figure, golly, &world->golly);
  add_peer (plan, figure, "ffmpeg, life", &world->ffmpeg);
}

/* Measures the world of the figure at @place, and compares it with all figures of
 * that world. */
static gboolean
measure_world (Plan *plan, guint place, GError **error)
{
  const GArray *figures = plan->options->figures;
  const BenchFigure *first = &g_array_index (figures, BenchFigure, place);

  for (guint i = 0; i < place; i++)
    if (same_world (&g_array_index (figures, BenchFigure, i), first))
      return TRUE;
  if (!measure (plan, first, error))
    return FALSE;
  for (guint i = place; i < figures->len; i++) {
    const BenchFigure *figure = &g_array_index (figures, BenchFigure, i);
    BenchComparison comparison;
    if (!same_world (figure, first))
      continue;
    comparison = compare (plan, figure);
    add (plan, &comparison);
  }
  add_peers (plan, first);
  return bench_save_json (plan->options, plan->report, error);
}

gboolean
bench_against (const BenchOptions *options, BenchReport *report, GError **error)
{
  gboolean engines[3];

  if (!bench_choose_engines (options, engines, error))
    return FALSE;
  bench_print_heading (options);
  for (gint engine = LIFE_ENGINE_CUDA; engine >= 0; engine--) {
    Plan plan = { .options = options, .report = report, .engine = engine };
    for (guint i = 0; engines[engine] && i < options->figures->len; i++)
      if (!measure_world (&plan, i, error))
        return FALSE;
  }
  return TRUE;
}
