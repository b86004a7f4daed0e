/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Results, and whether they agree: the same world must have the same checksum
 * on every engine and kernel, the same frame on every engine and in every
 * memory. */
#include "bench.h"

static void
clear_world (gpointer data)
{
  BenchWorld *world = data;

  life_rule_unref (world->rule);
  g_free (world->size);
  g_free (world->rule_text);
  g_free (world->kernel_text);
  g_free (world->skipped);
  g_free (world->golly.why);
  g_free (world->ffmpeg.why);
}

static void
clear_frames (gpointer data)
{
  g_free (((BenchFrames *) data)->skipped);
}

static void
clear_comparison (gpointer data)
{
  bench_figure_clear (&((BenchComparison *) data)->figure);
}

void
bench_report_init (BenchReport *report)
{
  report->worlds = g_array_new (FALSE, FALSE, sizeof (BenchWorld));
  report->frames = g_array_new (FALSE, FALSE, sizeof (BenchFrames));
  report->comparisons = g_array_new (FALSE, FALSE, sizeof (BenchComparison));
  report->differing = 0;
  g_array_set_clear_func (report->worlds, clear_world);
  g_array_set_clear_func (report->frames, clear_frames);
  g_array_set_clear_func (report->comparisons, clear_comparison);
}

void
bench_report_clear (BenchReport *report)
{
  g_clear_pointer (&report->worlds, g_array_unref);
  g_clear_pointer (&report->frames, g_array_unref);
  g_clear_pointer (&report->comparisons, g_array_unref);
}

static gboolean
same_world (const BenchWorld *a, const BenchWorld *b)
{
  return a->geometry.width == b->geometry.width
         && a->geometry.height == b->geometry.height
         && a->geometry.depth == b->geometry.depth
         && a->geometry.topology == b->geometry.topology
         && g_strcmp0 (a->rule_text, b->rule_text) == 0;
}

/* Whether the two have different checksums of the same generation. */
static gboolean
contradict (const BenchWorld *a, const BenchWorld *b)
{
  for (guint i = 0; i < a->n_checksums; i++)
    for (guint j = 0; j < b->n_checksums; j++)
      if (a->checksums[i].generation == b->checksums[j].generation
          && a->checksums[i].value != b->checksums[j].value)
        return TRUE;
  return FALSE;
}

void
bench_report_add_world (BenchReport *report, BenchWorld *world)
{
  for (guint i = 0; i < report->worlds->len && !world->differs; i++) {
    const BenchWorld *other = &g_array_index (report->worlds, BenchWorld, i);
    world->differs = same_world (world, other) && contradict (world, other);
  }
  report->differing += world->differs;
  g_array_append_val (report->worlds, *world);
}

static gboolean
same_frame (const BenchFrames *a, const BenchFrames *b)
{
  return g_strcmp0 (a->format, b->format) == 0 && a->width == b->width
         && a->height == b->height && a->zoom == b->zoom
         && a->world_side == b->world_side && a->stacked == b->stacked
         && a->generations == b->generations && a->live == b->live
         && g_strcmp0 (a->view, b->view) == 0
         && g_strcmp0 (a->rule, b->rule) == 0;
}

void
bench_report_add_frames (BenchReport *report, BenchFrames *frames)
{
  for (guint i = 0; i < report->frames->len && !frames->differs; i++) {
    const BenchFrames *other = &g_array_index (report->frames, BenchFrames, i);
    frames->differs = frames->skipped == NULL && other->skipped == NULL
                      && same_frame (frames, other)
                      && frames->checksum != other->checksum;
  }
  report->differing += frames->differs;
  g_array_append_val (report->frames, *frames);
}

const gchar *
bench_engine_name (LifeEngineKind engine)
{
  static const gchar *const names[] = { "auto", "cpu", "cuda" };

  return names[engine];
}

gboolean
bench_is_rule (const LifeRule *rule, guint dimensions, const gchar *text)
{
  g_autoptr (LifeRule) other = life_rule_parse (text, dimensions, NULL);

  return life_rule_equal (rule, other);
}

void
bench_report_add_comparison (BenchReport *report, BenchComparison *comparison)
{
  g_array_append_val (report->comparisons, *comparison);
}

guint
bench_source_number (
    const BenchReport *report, const BenchComparison *comparison)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < report->comparisons->len; i++) {
    const BenchComparison *other =
        &g_array_index (report->comparisons, BenchComparison, i);
    guint next = g_hash_table_size (numbers) + 1;
    if (!g_hash_table_contains (numbers, other->figure.source))
      g_hash_table_insert (
          numbers, other->figure.source, GUINT_TO_POINTER (next));
  }
  return GPOINTER_TO_UINT (
      g_hash_table_lookup (numbers, comparison->figure.source));
}

gdouble
bench_nearer_limit (const BenchWorld *world, const gchar **name)
{
  gboolean of_logic = world->logic > 0
                      && (world->memory <= 0 || world->memory > 1
                          || world->logic >= world->memory);
  gboolean of_memory = !of_logic && world->memory > 0 && world->memory <= 1;

  *name = of_logic ? "logic" : of_memory ? "memory" : NULL;
  return of_logic    ? world->rate / world->logic
         : of_memory ? world->rate / world->memory
                     : 0;
}

gboolean
bench_published (const BenchOptions *options, const BenchWorld *world,
    const gchar *chip, gdouble *milliseconds)
{
  const LifeGeometry *geometry = &world->geometry;

  for (guint i = 0; options->figures != NULL && i < options->figures->len;
       i++) {
    const BenchFigure *figure =
        &g_array_index (options->figures, BenchFigure, i);
    if (geometry->width == figure->geometry.width
        && geometry->height == figure->geometry.height
        && geometry->depth == figure->geometry.depth
        && geometry->topology == figure->geometry.topology
        && world->wanted == figure->generations
        && g_strcmp0 (figure->chip, chip) == 0
        && bench_is_rule (
            world->rule, bench_dimensions (geometry), figure->rule)) {
      *milliseconds =
          bench_figure_seconds (figure) * 1e3 * (gdouble) world->wanted;
      return TRUE;
    }
  }
  return FALSE;
}
