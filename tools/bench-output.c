/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What life-bench prints for people: tables, and what follows from them. */
#include "bench.h"

#include <string.h>

/* How much of a rule is shown beside its family. */
#define RULE_LENGTH 28

/* Of others' figures, from the size to the source. */
#define COMPARISON_LAYOUT                                               \
  "%-20s %-28.28s %11s %-6s %-27s %-13s %10s %10s %9s %10s %-6s %-18s " \
  "%-11s %s\n"

void
bench_print_heading (const BenchOptions *options)
{
  gboolean of_families = options->mode == BENCH_MODE_FAMILIES;

  if (options->mode == BENCH_MODE_AGAINST)
    printf (COMPARISON_LAYOUT, "size", "rule", "generations", "engine",
        "program", "unit", "ours", "theirs", "ratio", "limit", "of", "chip",
        "date", "source");
  else if (options->mode == BENCH_MODE_FRAMES)
    printf ("%-6s %-7s %-9s %-10s %6s %11s %12s %12s  %s\n", "engine", "memory",
        "format", "frame", "zoom", "generations", "frames/s", "late, 50/99%",
        "checksum");
  else if (options->mode == BENCH_MODE_VIEWS)
    printf ("%-6s %-7s %-9s %-9s %-15s %-10s %12s  %s\n", "engine", "memory",
        "view", "rule", "world", "frame", "frames/s", "checksum");
  else if (options->mode == BENCH_MODE_SCALE)
    printf ("%-7s %5s %-15s %-9s %-6s %-26s %7s %10s %13s %7s  %s\n", "scaling",
        "parts", "size", "rule", "engine", "kernel", "threads", "Gcell/s",
        "us/generation", "ideal", "checksum @ generation");
  else
    printf ("%s%-15s %-*s %-6s %-20s %-3s %7s %10s %13s %10s %7s %7s %7s  %s\n",
        of_families ? "family                 " : "", "size",
        of_families ? RULE_LENGTH : 9, "rule", "engine", "kernel", "pdl",
        "threads", "Gcell/s",
        options->mode == BENCH_MODE_SEED_TABLE ? "ms, all" : "us/generation",
        "instr/cell", "logic", "memory", "nearer", "checksum @ generation");
}

static const gchar *
nearer_bound (const BenchWorld *world)
{
  const gchar *name;

  if (world->logic <= 0 || world->memory <= 0)
    return "-";
  bench_nearer_limit (world, &name);
  return name;
}

static const gchar *
share_text (gchar text[16], gdouble share)
{
  if (share <= 0)
    return "-";
  g_snprintf (text, 16, share < 0.0995 ? "%.1f %%" : "%.0f %%", share * 100);
  return text;
}

static void
print_peer (const gchar *name, const BenchPeer *peer, const BenchWorld *world)
{
  if (peer->why != NULL)
    printf ("  %-24s %s\n", name, peer->why);
  else
    printf ("  %-24s %.4g ms per generation: this is %.1f times as fast\n",
        name, peer->seconds * 1e3, peer->seconds / world->seconds);
}

/* The time of a row: of one generation, in the seed table of all. */
static void
print_time (const BenchOptions *options, const BenchWorld *world)
{
  if (options->mode != BENCH_MODE_SEED_TABLE)
    printf (" %13.4f", world->seconds * 1e6);
  else
    printf (" %s%*.4f", world->generations < world->wanted ? "~" : " ", 12,
        world->seconds * 1e3 * (gdouble) world->wanted);
}

static void
print_checksums (const BenchWorld *world)
{
  for (guint i = 0; i < world->n_checksums; i++)
    printf (" %016" G_GINT64_MODIFIER "x @ %" G_GUINT64_FORMAT,
        world->checksums[i].value, world->checksums[i].generation);
  printf ("%s\n", world->differs ? "  DIFFERS" : "");
}

void
bench_print_world (const BenchOptions *options, const BenchWorld *world)
{
  gchar size[40], logic[16], memory[16];
  /* The GPU's name is printed below the table. */
  gint kernel_length = world->engine == LIFE_ENGINE_CUDA
                           ? (gint) strcspn (world->kernel_text, " ")
                           : 20;

  g_snprintf (size, sizeof (size), "%s%s", world->size,
      world->geometry.topology == LIFE_TOPOLOGY_PLANE ? " plane" : "");
  if (world->family != NULL)
    printf ("%-22s %-15s %-*.*s", world->family, size, RULE_LENGTH, RULE_LENGTH,
        world->rule_text);
  else
    printf ("%-15s %-9s", size, world->rule_text);
  printf (" %-6s %-20.*s %-3s", bench_engine_name (world->engine),
      kernel_length, world->kernel_text,
      world->pdl < 0 || world->engine != LIFE_ENGINE_CUDA ? "-"
      : world->pdl                                        ? "yes"
                                                          : "no");
  if (world->skipped != NULL) {
    printf (" skipped: %s\n", world->skipped);
    return;
  }
  if (world->threads > 0)
    printf (" %7u", world->threads);
  else
    printf (" %7s", "-");
  printf (" %10.2f", world->rate / 1e9);
  print_time (options, world);
  if (world->instructions >= 0)
    printf (" %10.4f", world->instructions);
  else
    printf (" %10s", "-");
  printf (" %7s %7s %7s ", share_text (logic, world->logic),
      share_text (memory, world->memory), nearer_bound (world));
  print_checksums (world);
  if (world->has_peers) {
    g_autofree gchar *golly =
        world->golly_algorithm != NULL
            ? g_strdup_printf ("Golly, %s:", world->golly_algorithm)
            : g_strdup ("Golly:");
    print_peer (golly, &world->golly, world);
    /* ffmpeg runs none of the families' rules. */
    if (world->family == NULL)
      print_peer ("ffmpeg, life:", &world->ffmpeg, world);
  }
  fflush (stdout);
}

void
bench_print_scale (const BenchWorld *world)
{
  g_autofree gchar *size = g_strdup_printf ("%s%s", world->size,
      world->geometry.topology == LIFE_TOPOLOGY_PLANE ? " plane" : "");
  gchar ideal[16];

  printf ("%-7s %5u %-15s %-9s %-6s %-26s", world->scaling, world->sharers,
      size, world->rule_text, bench_engine_name (world->engine),
      world->kernel_text);
  if (world->skipped != NULL) {
    printf (" skipped: %s\n", world->skipped);
    fflush (stdout);
    return;
  }
  printf (" %7u %10.2f %13.4f %7s ", world->threads, world->rate / 1e9,
      world->seconds * 1e6, share_text (ideal, world->ideal));
  print_checksums (world);
  fflush (stdout);
}

void
bench_print_frames (const BenchFrames *frames)
{
  g_autofree gchar *size =
      g_strdup_printf ("%ux%u", frames->width, frames->height);
  g_autofree gchar *late = frames->live ? g_strdup_printf ("%.3f/%.3f ms",
                               frames->median * 1e3, frames->slowest * 1e3)
                                        : g_strdup ("-");

  printf ("%-6s %-7s %-9s %-10s %6g %11u", bench_engine_name (frames->engine),
      frames->cuda_memory ? "CUDA" : "system", frames->format, size,
      frames->zoom, frames->generations);
  if (frames->skipped != NULL)
    printf (" skipped: %s\n", frames->skipped);
  else
    printf (" %12.1f %12s  %016" G_GINT64_MODIFIER "x%s\n", frames->rate, late,
        frames->checksum, frames->differs ? "  DIFFERS" : "");
  fflush (stdout);
}

void
bench_print_view (const BenchFrames *frames)
{
  g_autofree gchar *size =
      g_strdup_printf ("%ux%u", frames->width, frames->height);
  g_autofree gchar *world =
      frames->stacked > 0 ? g_strdup_printf ("%s x %u", size, frames->stacked)
                          : g_strdup_printf ("%u^3", frames->world_side);

  printf ("%-6s %-7s %-9s %-9s %-15s %-10s", bench_engine_name (frames->engine),
      frames->cuda_memory ? "CUDA" : "system", frames->view, frames->rule,
      world, size);
  if (frames->skipped != NULL)
    printf (" skipped: %s\n", frames->skipped);
  else
    printf (" %12.1f  %016" G_GINT64_MODIFIER "x%s\n", frames->rate,
        frames->checksum, frames->differs ? "  DIFFERS" : "");
  fflush (stdout);
}

/* --- Others' figures --- */

static gchar *
value_text (const gchar *prefix, gdouble value)
{
  return value > 0 ? g_strdup_printf ("%s%.4g", prefix, value) : g_strdup ("-");
}

static gchar *
program_text (const BenchFigure *figure)
{
  return figure->version != NULL
             ? g_strdup_printf ("%s %s", figure->program, figure->version)
             : g_strdup (figure->program);
}

void
bench_print_comparison (
    const BenchReport *report, const BenchComparison *comparison)
{
  const BenchFigure *figure = &comparison->figure;
  const BenchWorld *world =
      &g_array_index (report->worlds, BenchWorld, comparison->world);
  const gchar *why =
      world->skipped != NULL ? world->skipped : comparison->failed;
  const gchar *bound = NULL;
  gdouble limit = bench_nearer_limit (world, &bound);
  gdouble cells = world->rate * world->seconds;
  g_autofree gchar *size = g_strdup_printf ("%s%s", world->size,
      world->geometry.topology == LIFE_TOPOLOGY_PLANE ? " plane" : "");
  g_autofree gchar *generations = figure->generations > 0 ? g_strdup_printf (
                                      "%" G_GUINT64_FORMAT, figure->generations)
                                                          : g_strdup ("-");
  g_autofree gchar *program = program_text (figure);
  g_autofree gchar *source =
      g_strdup_printf ("[%u]%s", bench_source_number (report, comparison),
          world->differs ? "  DIFFERS" : "");
  g_autofree gchar *ours =
      value_text (world->generations < world->wanted ? "~" : "",
          world->skipped == NULL ? bench_figure_convert (figure, world->seconds)
                                 : 0);
  g_autofree gchar *theirs = value_text ("", figure->value);
  g_autofree gchar *ratio = value_text (
      "", why == NULL ? bench_figure_seconds (figure) / world->seconds : 0);
  g_autofree gchar *most = value_text (
      "", limit > 0 ? bench_figure_convert (figure, cells / limit) : 0);

  printf (COMPARISON_LAYOUT, size, figure->rule, generations,
      bench_engine_name (world->engine), program,
      bench_unit_name (figure->unit), ours, theirs, ratio, most,
      bound != NULL ? bound : "-", figure->chip != NULL ? figure->chip : "-",
      figure->date, source);
  if (why != NULL)
    printf ("  %s: %s\n", world->skipped != NULL ? "skipped" : program, why);
  fflush (stdout);
}

/* --- Summaries --- */

/* Rows with and without dependent launch follow each other. */
static void
print_dependent_launch (const BenchReport *report)
{
  gboolean any = FALSE;

  for (guint i = 1; i < report->worlds->len; i++) {
    const BenchWorld *without = &g_array_index (report->worlds, BenchWorld, i);
    const BenchWorld *with = without - 1;
    if (without->pdl != 0 || with->pdl != 1 || with->skipped != NULL
        || without->skipped != NULL || with->kernel != without->kernel)
      continue;
    if (!any)
      printf ("\nProgrammatic dependent launch saves:\n");
    any = TRUE;
    printf ("  %-14s %-10s %5.1f %% (%.4g us per generation, %.4g without)\n",
        with->size, life_engine_kernel_name (with->kernel),
        100 * (1 - with->seconds / without->seconds), with->seconds * 1e6,
        without->seconds * 1e6);
  }
}

static void
print_published (const BenchOptions *options, const BenchReport *report)
{
  gboolean any = FALSE;

  for (guint i = 0; i < report->worlds->len; i++) {
    const BenchWorld *world = &g_array_index (report->worlds, BenchWorld, i);
    gdouble on_l40, on_h200, own = world->seconds * 1e3 * world->wanted;
    if (world->kernel != LIFE_KERNEL_BITSLICED || world->skipped != NULL
        || !bench_published (options, world, BENCH_L40, &on_l40)
        || !bench_published (options, world, BENCH_H200, &on_h200))
      continue;
    if (!any)
      printf (
          "\nThe best published kernel for these worlds (four byte cells in "
          "a register), ms:\n"
          "  %-14s %11s %18s %24s %16s\n",
          "size", "generations", "L40, as published", "H200, measured earlier",
          "this, bitsliced");
    any = TRUE;
    printf ("  %-14s %11" G_GUINT64_FORMAT " %18g %24g %16.4g\n", world->size,
        world->wanted, on_l40, on_h200, own);
  }
}

static void
print_sources (const BenchReport *report)
{
  guint known = 0;

  printf ("\nRatio: how many times as fast as theirs ours is. Limit: of this "
          "machine, as\n--help says.\n\nSources:\n");
  for (guint i = 0; i < report->comparisons->len; i++) {
    const BenchComparison *comparison =
        &g_array_index (report->comparisons, BenchComparison, i);
    guint number = bench_source_number (report, comparison);
    if (number > known)
      printf ("  [%u] %s\n", number, comparison->figure.source);
    known = MAX (known, number);
  }
}

/* Says which other programs could not take part. */
static void
print_missing (const BenchReport *report)
{
  gboolean golly = FALSE, ffmpeg = FALSE;

  for (guint i = 0; i < report->worlds->len; i++) {
    const BenchWorld *world = &g_array_index (report->worlds, BenchWorld, i);
    golly |= g_strcmp0 (world->golly.why, BENCH_PEER_MISSING) == 0;
    ffmpeg |= g_strcmp0 (world->ffmpeg.why, BENCH_PEER_MISSING) == 0;
  }
  if (golly || ffmpeg)
    printf ("\n%s%s%s not installed, and therefore not measured.\n",
        golly ? "bgolly" : "", golly && ffmpeg ? " and ffmpeg are" : "",
        golly && ffmpeg ? ""
        : golly         ? " is"
                        : "ffmpeg is");
}

static void
print_limits (void)
{
  const BenchLimits *limits;

  for (guint i = 0; (limits = bench_limits_known (i)) != NULL; i++) {
    if (limits->name == NULL)
      continue;
    printf ("\n%s, measured: %.4g T %s-input logic operations of 32 bits per "
            "second",
        limits->name, limits->operations / 1e12,
        limits->gate_inputs == 3 ? "three" : "two");
    if (limits->gates_per_clock > 0)
      printf (" (%.2f gates per clock of %.2f GHz)", limits->gates_per_clock,
          limits->clock / 1e9);
    printf ("; a copy moves %.4g GB/s\n", limits->bytes / 1e9);
  }
}

void
bench_print_summary (const BenchOptions *options, const BenchReport *report)
{
  if (options->mode == BENCH_MODE_LADDER)
    print_dependent_launch (report);
  if (options->mode == BENCH_MODE_SEED_TABLE)
    print_published (options, report);
  if (options->mode == BENCH_MODE_AGAINST) {
    print_sources (report);
    print_missing (report);
  }
  print_limits ();
  if (report->differing > 0)
    printf ("\n%u rows differ from an earlier row of the same world: one of "
            "them is wrong\n",
        report->differing);
}
