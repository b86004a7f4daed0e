/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes results as JSON, for tools/draw-charts.py and others. */
#include "bench.h"

#include <string.h>

static const gchar *
mode_name (BenchMode mode)
{
  static const gchar *const names[] = { "table", "ladder", "seed-table",
    "frames", "families", "views", "against", "scale" };

  return names[mode];
}

/* --- Members of an object, each after a comma but for the first --- */

static void
add_name (GString *json, const gchar *name)
{
  if (json->str[json->len - 1] != '{')
    g_string_append (json, ", ");
  g_string_append_printf (json, "\"%s\": ", name);
}

static void
add_text (GString *json, const gchar *name, const gchar *text)
{
  add_name (json, name);
  g_string_append_c (json, '"');
  for (const gchar *c = text; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\')
      g_string_append_printf (json, "\\%c", *c);
    else if ((guchar) *c < 0x20)
      g_string_append_printf (json, "\\u%04x", (guchar) *c);
    else
      g_string_append_c (json, *c);
  }
  g_string_append_c (json, '"');
}

static void
add_number (GString *json, const gchar *name, gdouble number)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  add_name (json, name);
  g_string_append (json, g_ascii_formatd (text, sizeof (text), "%.9g", number));
}

static void
add_integer (GString *json, const gchar *name, guint64 number)
{
  add_name (json, name);
  g_string_append_printf (json, "%" G_GUINT64_FORMAT, number);
}

static void
add_flag (GString *json, const gchar *name, gboolean flag)
{
  add_name (json, name);
  g_string_append (json, flag ? "true" : "false");
}

static void
add_checksum (GString *json, const gchar *name, guint64 checksum)
{
  gchar text[17];

  g_snprintf (text, sizeof (text), "%016" G_GINT64_MODIFIER "x", checksum);
  add_text (json, name, text);
}

/* --- Rows --- */

static void
add_peer (GString *json, const gchar *name, const BenchPeer *peer)
{
  if (peer->why != NULL)
    add_text (json, name, peer->why);
  else
    add_number (json, name, peer->seconds);
}

static void
add_measured (GString *json, const BenchWorld *world)
{
  add_integer (json, "generations", world->generations);
  add_integer (json, "runs", world->runs);
  add_number (json, "seconds_per_generation", world->seconds);
  add_number (json, "cells_per_second", world->rate);
  add_integer (json, "population", world->population);
  if (world->instructions >= 0)
    add_number (json, "instructions_per_cell", world->instructions);
  if (world->ideal > 0)
    add_number (json, "share_of_ideal", world->ideal);
  if (world->logic > 0)
    add_number (json, "share_of_logic", world->logic);
  if (world->memory > 0)
    add_number (json, "share_of_memory", world->memory);
  add_name (json, "checksums");
  g_string_append_c (json, '{');
  for (guint i = 0; i < world->n_checksums; i++) {
    gchar generation[24];
    g_snprintf (generation, sizeof (generation), "%" G_GUINT64_FORMAT,
        world->checksums[i].generation);
    add_checksum (json, generation, world->checksums[i].value);
  }
  g_string_append_c (json, '}');
  add_flag (json, "differs", world->differs);
  if (world->has_peers) {
    if (world->golly_algorithm != NULL)
      add_text (json, "golly_algorithm", world->golly_algorithm);
    add_peer (json, "golly_seconds_per_generation", &world->golly);
    add_peer (json, "ffmpeg_seconds_per_generation", &world->ffmpeg);
  }
}

static void
add_world (GString *json, const BenchOptions *options, const BenchWorld *world)
{
  gdouble published;

  g_string_append (json, "{");
  add_text (json, "size", world->size);
  add_text (json, "rule", world->rule_text);
  if (world->family != NULL)
    add_text (json, "family", world->family);
  if (world->scaling != NULL) {
    add_text (json, "scaling", world->scaling);
    add_integer (json, "parts", world->sharers);
  }
  add_text (json, "topology",
      world->geometry.topology == LIFE_TOPOLOGY_TORUS ? "torus" : "plane");
  add_integer (json, "dimensions",
      world->rule != NULL ? life_rule_get_dimensions (world->rule) : 2);
  add_text (json, "engine", bench_engine_name (world->engine));
  add_text (json, "kernel", world->kernel_text);
  add_integer (json, "generations_wanted", world->wanted);
  if (world->engine == LIFE_ENGINE_CUDA && world->pdl >= 0)
    add_flag (json, "pdl", world->pdl == 1);
  if (world->threads > 0)
    add_integer (json, "threads", world->threads);
  if (options->mode == BENCH_MODE_SEED_TABLE) {
    if (bench_published (options, world, BENCH_L40, &published))
      add_number (json, "published_l40_milliseconds", published);
    if (bench_published (options, world, BENCH_H200, &published))
      add_number (json, "published_h200_milliseconds", published);
  }
  if (world->skipped != NULL)
    add_text (json, "skipped", world->skipped);
  else
    add_measured (json, world);
  g_string_append (json, "}");
}

static void
add_frames (GString *json, const BenchFrames *frames)
{
  g_string_append (json, "{");
  add_text (json, "engine", bench_engine_name (frames->engine));
  add_text (json, "memory", frames->cuda_memory ? "CUDA" : "system");
  add_text (json, "format", frames->format);
  add_integer (json, "width", frames->width);
  add_integer (json, "height", frames->height);
  add_number (json, "zoom", frames->zoom);
  add_integer (json, "generations_per_frame", frames->generations);
  if (frames->world_side > 0)
    add_integer (json, "world_side", frames->world_side);
  if (frames->view != NULL) {
    add_text (json, "view", frames->view);
    add_text (json, "rule", frames->rule);
  }
  if (frames->stacked > 0)
    add_integer (json, "stacked", frames->stacked);
  add_flag (json, "live", frames->live);
  if (frames->skipped != NULL) {
    add_text (json, "skipped", frames->skipped);
  } else {
    add_integer (json, "frames", frames->frames);
    add_number (json, "frames_per_second", frames->rate);
    if (frames->live) {
      add_number (json, "late_seconds_50", frames->median);
      add_number (json, "late_seconds_99", frames->slowest);
    }
    add_checksum (json, "checksum", frames->checksum);
    add_flag (json, "differs", frames->differs);
  }
  g_string_append (json, "}");
}

static void
add_comparison (
    GString *json, const BenchReport *report, const BenchComparison *comparison)
{
  const BenchFigure *figure = &comparison->figure;
  const BenchWorld *world =
      &g_array_index (report->worlds, BenchWorld, comparison->world);
  const gchar *bound;
  gdouble limit = bench_nearer_limit (world, &bound);

  g_string_append (json, "{");
  /* The place of its world in the array of worlds, which has size, rule, engine. */
  add_integer (json, "world", comparison->world);
  add_text (json, "program", figure->program);
  if (figure->version != NULL)
    add_text (json, "version", figure->version);
  if (figure->chip != NULL)
    add_text (json, "chip", figure->chip);
  add_text (json, "date", figure->date);
  add_text (json, "source", figure->source);
  add_flag (json, "measured_here", comparison->here);
  add_text (json, "unit", bench_unit_name (figure->unit));
  if (comparison->failed != NULL)
    add_text (json, "failed", comparison->failed);
  else
    add_number (json, "theirs", figure->value);
  if (world->skipped == NULL) {
    add_number (json, "ours", bench_figure_convert (figure, world->seconds));
    if (comparison->failed == NULL)
      add_number (
          json, "ratio", bench_figure_seconds (figure) / world->seconds);
    if (limit > 0) {
      add_number (json, "limit",
          bench_figure_convert (figure, world->rate * world->seconds / limit));
      add_text (json, "limit_of", bound);
    }
  }
  g_string_append (json, "}");
}

/* --- The machine --- */

static void
add_limits (GString *json)
{
  const BenchLimits *limits;
  gboolean any = FALSE;

  add_name (json, "limits");
  g_string_append (json, "[");
  for (guint i = 0; (limits = bench_limits_known (i)) != NULL; i++) {
    if (limits->name == NULL)
      continue;
    g_string_append (json, any ? ",\n    {" : "\n    {");
    any = TRUE;
    add_text (json, "name", limits->name);
    add_text (json, "engine", bench_engine_name (limits->engine));
    add_integer (json, "units", limits->units);
    add_integer (json, "gate_inputs", limits->gate_inputs);
    if (limits->clock > 0)
      add_number (json, "clock_hz", limits->clock);
    if (limits->gates_per_clock > 0)
      add_number (json, "gates_per_clock", limits->gates_per_clock);
    add_number (json, "operations_per_second", limits->operations);
    add_number (json, "bytes_per_second", limits->bytes);
    g_string_append (json, "}");
  }
  g_string_append (json, "]");
}

/* The processor's name, where the system reports it. */
static gchar *
find_processor (void)
{
  g_autofree gchar *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    return g_strdup ("unknown");
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "model name")
        && strchr (lines[i], ':') != NULL)
      return g_strdup (g_strstrip (strchr (lines[i], ':') + 1));
  return g_strdup ("unknown");
}

static void
add_machine (GString *json, const BenchOptions *options)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree gchar *date = g_date_time_format (now, "%Y-%m-%d");
  g_autofree gchar *processor = find_processor ();

  add_text (json, "program", "life-bench");
  add_text (json, "version", LIFE_VERSION);
  add_text (json, "date", date);
  add_text (json, "mode", mode_name (options->mode));
  add_flag (json, "quick", options->quick);
  add_number (json, "seconds_per_run", options->seconds);
  add_integer (json, "runs", options->runs);
  add_integer (json, "seed", options->seed);
  add_number (json, "density", BENCH_DENSITY);
  add_text (json, "processor", processor);
  add_integer (json, "processors", g_get_num_processors ());
}

gboolean
bench_save_json (
    const BenchOptions *options, const BenchReport *report, GError **error)
{
  g_autoptr (GString) json = g_string_new ("{");

  if (options->json == NULL)
    return TRUE;
  add_machine (json, options);
  add_limits (json);
  g_string_append (json, ",\n  \"worlds\": [");
  for (guint i = 0; i < report->worlds->len; i++) {
    g_string_append (json, i > 0 ? ",\n    " : "\n    ");
    add_world (json, options, &g_array_index (report->worlds, BenchWorld, i));
  }
  g_string_append (json, "],\n  \"frames\": [");
  for (guint i = 0; i < report->frames->len; i++) {
    g_string_append (json, i > 0 ? ",\n    " : "\n    ");
    add_frames (json, &g_array_index (report->frames, BenchFrames, i));
  }
  g_string_append (json, "],\n  \"comparisons\": [");
  for (guint i = 0; i < report->comparisons->len; i++) {
    g_string_append (json, i > 0 ? ",\n    " : "\n    ");
    add_comparison (
        json, report, &g_array_index (report->comparisons, BenchComparison, i));
  }
  g_string_append (json, "]}\n");
  return g_file_set_contents (
      options->json, json->str, (gssize) json->len, error);
}
