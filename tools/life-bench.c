/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* life-bench: measures one thing on this machine, steps of a world, frames or limits, and
 * prints one line of JSON about it. tools/bench.py makes tables of many. */
#include "bench.h"

#include <locale.h>
#include <stdio.h>

/* Exit statuses. */
#define UNMEASURABLE 1
#define WRONG_USAGE 2

/* Options whose value is one of a few words, by their numbers in the enum, which may have
 * more. */
static const struct {
  const gchar *option, *words[LIFE_KERNEL_BITS + 1];
  gsize offset;
} choices[] = {
  { "--engine", { "auto", "cpu", "cuda" },
      G_STRUCT_OFFSET (BenchOptions, engine) },
  { "--kernel",
      { "auto", "naive", "tiled", "async", "packed", "bitsliced",
          "lut", [LIFE_KERNEL_BITS] = "bits" },
      G_STRUCT_OFFSET (BenchOptions, kernel) },
  { "--topology", { "torus", "plane", "klein", "cross-surface", "sphere" },
      G_STRUCT_OFFSET (BenchOptions, topology) },
  { "--cluster", { "none", "mpi" }, G_STRUCT_OFFSET (BenchOptions, cluster) },
  { "--view",
      { "plane", "montage", "projection", "xray", "volume", "spacetime" },
      G_STRUCT_OFFSET (BenchOptions, view) },
};

static gboolean
parse_choice (
    const gchar *name, const gchar *value, gpointer data, GError **error)
{
  g_autoptr (GString) words = g_string_new (NULL);
  gsize i = 0;

  while (!g_str_equal (choices[i].option, name))
    i++;
  for (guint number = 0; number < G_N_ELEMENTS (choices[i].words); number++) {
    const gchar *word = choices[i].words[number];

    if (word == NULL)
      continue;
    if (g_str_equal (word, value)) {
      G_STRUCT_MEMBER (guint, data, choices[i].offset) = number;
      return TRUE;
    }
    g_string_append_printf (words, "%s%s", words->len > 0 ? ", " : "", word);
  }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "%s=%s is not understood; give one of %s", name, value, words->str);
  return FALSE;
}

static gboolean
parse_size (
    const gchar *name, const gchar *value, gpointer data, GError **error)
{
  BenchOptions *options = data;
  const gboolean is_frame = g_str_equal (name, "--frame");
  LifeGeometry *size = is_frame ? &options->frame : &options->size;
  guint32 *sides[] = { &size->width, &size->height, &size->depth };
  g_auto (GStrv) parts = g_strsplit (value, "x", 4);
  const guint n = g_strv_length (parts);
  gboolean good = n == 2 || (n == 3 && !is_frame);

  size->depth = 1;
  for (guint i = 0; good && i < n; i++) {
    guint64 side;
    good = g_ascii_string_to_unsigned (
        parts[i], 10, 1, is_frame ? 16384 : G_MAXUINT32, &side, NULL);
    *sides[i] = good ? (guint32) side : 0;
  }
  if (!good)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        is_frame ? "%s=%s is not understood; give WxH, up to 16384x16384"
                 : "%s=%s is not understood; give WxH or WxHxD, as 1024x1024",
        name, value);
  return good;
}

static gboolean
parse_options (BenchOptions *o, gint *argc, gchar ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "size", 0, 0, G_OPTION_ARG_CALLBACK, parse_size,
        "The world's size (default: 4096x4096)", "WxH[xD]" },
    { "rule", 0, 0, G_OPTION_ARG_STRING, &o->rule,
        "The rule (default: B3/S23, in 3D B6/S567)", "RULE" },
    { "topology", 0, 0, G_OPTION_ARG_CALLBACK, parse_choice,
        "torus (default), plane, klein, cross-surface or sphere", "NAME" },
    { "engine", 0, 0, G_OPTION_ARG_CALLBACK, parse_choice,
        "auto (default), cpu or cuda", "NAME" },
    { "kernel", 0, 0, G_OPTION_ARG_CALLBACK, parse_choice,
        "auto (default), naive, tiled, async, packed, lut, bits or bitsliced",
        "NAME" },
    { "no-pdl", 0, 0, G_OPTION_ARG_NONE, &o->no_pdl,
        "On a GPU without programmatic dependent launch", NULL },
    { "threads", 0, 0, G_OPTION_ARG_INT64, &o->threads,
        "Threads of the CPU, of each part (default: one per core)", "N" },
    { "parts", 0, 0, G_OPTION_ARG_INT64, &o->parts,
        "Cut the world into parts that threads hold, with --engine=cuda GPUs",
        "N" },
    { "cluster", 0, 0, G_OPTION_ARG_CALLBACK, parse_choice,
        "mpi: processes that mpirun has started hold the parts (default: none)",
        "NAME" },
    { "generations", 0, 0, G_OPTION_ARG_INT64, &o->generations,
        "Generations per run (default: as many as take --seconds)", "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT64, &o->runs,
        "Runs, of which the median counts; 0: only the checksum (default: 5)",
        "N" },
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &o->seconds,
        "Target for the time of a run (default: 0.5)", "S" },
    { "limit", 0, 0, G_OPTION_ARG_DOUBLE, &o->limit,
        "Make less, or nothing, where it would take longer (default: 60)",
        "S" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &o->seed,
        "The soup's seed (default: 1)", "N" },
    { "states", 0, 0, G_OPTION_ARG_INT64, &o->states,
        "Fill the soup evenly with the rule's first N states, at most all "
        "(default: the soup of the library)",
        "N" },
    { "soup", 0, 0, G_OPTION_ARG_FILENAME, &o->soup, "Save the soup to a file",
        "FILE" },
    { "wait", 0, 0, G_OPTION_ARG_NONE, &o->wait,
        "Print a line and wait for one from the standard input before the "
        "first run, and after each",
        NULL },
    { "frame", 0, 0, G_OPTION_ARG_CALLBACK, parse_size,
        "The size of the frames of a --view (default: 1920x1080)", "WxH" },
    { "pipeline", 0, 0, G_OPTION_ARG_STRING, &o->pipeline,
        "Measure frames of a pipeline, as gst-launch-1.0 reads it, into "
        "fakesink",
        "TEXT" },
    { "live", 0, 0, G_OPTION_ARG_NONE, &o->live,
        "With --pipeline: how late frames are, at 60 per second", NULL },
    { "view", 0, 0, G_OPTION_ARG_CALLBACK, parse_choice,
        "Measure frames of a view from a camera that moves, by the library "
        "alone: volume, xray or spacetime",
        "NAME" },
    { "growing", 0, 0, G_OPTION_ARG_NONE, &o->growing,
        "With --view: a small soup that grows, not a settled one", NULL },
    { "limits", 0, 0, G_OPTION_ARG_NONE, &o->limits,
        "Measure what this machine can do at most", NULL },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  GOptionGroup *group = g_option_group_new ("", NULL, NULL, o, NULL);

  g_option_context_set_summary (context,
      "Measures one thing and prints a line of JSON: how fast this machine "
      "advances a world,\nhow many frames of it are made, or its limits. "
      "tools/bench.py makes tables of many.");
  g_option_group_add_entries (group, entries);
  g_option_context_set_main_group (context, group);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (*argc < 2)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
      "%s is not understood; see --help", (*argv)[1]);
  return FALSE;
}

static gboolean
check_ranges (const BenchOptions *options, GError **error)
{
  const struct {
    const gchar *option;
    gdouble value, min, max;
  } ranges[] = {
    { "threads", (gdouble) options->threads, 0, 4096 },
    { "parts", (gdouble) options->parts, 0, 4096 },
    { "generations", (gdouble) options->generations, 0, 1e12 },
    { "runs", (gdouble) options->runs, 0, 1000 },
    { "seconds", options->seconds, 1e-3, 60 },
    { "limit", options->limit, 1e-3, 1e6 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (!(ranges[i].value >= ranges[i].min
            && ranges[i].value <= ranges[i].max)) {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          "--%s=%g is out of range; give %g to %g", ranges[i].option,
          ranges[i].value, ranges[i].min, ranges[i].max);
      return FALSE;
    }
  return TRUE;
}

static gboolean
measure (const BenchOptions *options, GString *json, GError **error)
{
  bench_add_text (json, "version", LIFE_VERSION);
  return options->limits             ? bench_limits (options, json, error)
         : options->pipeline != NULL ? bench_frames (options, json, error)
         : options->view != LIFE_VIEW_PLANE
             ? bench_views (options, json, error)
             : bench_steps (options, json, error);
}

int
main (int argc, char **argv)
{
  BenchOptions options = { .size = { 4096, 4096, 1, LIFE_TOPOLOGY_TORUS },
    .frame = { 1920, 1080, 1, LIFE_TOPOLOGY_TORUS },
    .runs = 5,
    .seed = 1,
    .seconds = 0.5,
    .limit = 60 };
  g_autoptr (GString) json = g_string_new ("{");
  g_autoptr (GError) error = NULL;
  gint status = 0;

  setlocale (LC_ALL, "");
  /* Kernels that are compiled for a rule are measured, not those that run until then. */
  g_setenv ("LIFE_NVRTC", "wait", FALSE);
  if (!parse_options (&options, &argc, &argv, &error)
      || !check_ranges (&options, &error)
      || !measure (&options, json, &error)) {
    status = error->domain == G_OPTION_ERROR ? WRONG_USAGE : UNMEASURABLE;
    g_printerr ("life-bench: %s\n", error->message);
  } else {
    printf ("%s}\n", json->str);
  }
  g_free (options.rule);
  g_free (options.pipeline);
  g_free (options.soup);
  return status;
}
