/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files of life-bench share: what is to be measured, and the line of JSON that says
 * what was. */
#pragma once

#include <life/life.h>

#define BENCH_DENSITY 0.35
/* The generation of the soup at which every world's checksum is taken. */
#define BENCH_CHECKSUM_GENERATION 64

/* life-bench.c: the options of the command line. */
typedef struct {
  guint engine, kernel, topology, cluster; /* of the library's enums */
  guint view;         /* a LifeViewKind; PLANE: none is measured */
  LifeGeometry size;  /* of the world */
  LifeGeometry frame; /* of the view: its width and height */
  gchar *rule;        /* NULL: not given */
  gchar *pipeline;    /* whose frames are measured, or NULL */
  gchar *soup;        /* the file that the world's first cells go to, or NULL */
  gint64 threads, parts, generations, runs, seed;
  gdouble seconds; /* the target for a run, or a window of frames */
  gdouble limit;   /* the most that all of it may take, as far as foreseen */
  gboolean no_pdl, wait, live, growing, limits;
} BenchOptions;

/* Members of the object that is printed. */
void bench_add_text (GString *json, const gchar *name, const gchar *text);
void bench_add_number (GString *json, const gchar *name, gdouble number);
void bench_add_integer (GString *json, const gchar *name, guint64 number);
void bench_add_flag (GString *json, const gchar *name, gboolean flag);
void bench_add_checksum (GString *json, const gchar *name, guint64 checksum);

/* Each measures what @options say, and adds it to @json: bench-steps.c steps of a world,
 * bench-frames.c frames of a pipeline, bench-views.c worlds in perspective, and
 * bench-limits.c what this machine can do at most. LIFE_ERROR_CANCELLED: it would take
 * longer than the limit. */
gboolean bench_steps (
    const BenchOptions *options, GString *json, GError **error);
gboolean bench_frames (
    const BenchOptions *options, GString *json, GError **error);
gboolean bench_views (
    const BenchOptions *options, GString *json, GError **error);
gboolean bench_limits (
    const BenchOptions *options, GString *json, GError **error);

/* Of a world of these options: its engine's options, and its rule. */
void bench_engine_options (
    const BenchOptions *options, LifeEngineOptions *engine);
LifeRule *bench_parse_rule (
    const BenchOptions *options, guint dimensions, GError **error);

/* The value below which that share of @values lies, which are sorted; 0.5: the median; 0: there
 * are none. */
gdouble bench_quantile (GArray *values, gdouble share);

/* Adds bytes to a checksum (FNV-1a), which begins with this number. */
#define BENCH_EMPTY_CHECKSUM G_GUINT64_CONSTANT (0xcbf29ce484222325)
guint64 bench_add_up (guint64 sum, const guint8 *bytes, gsize n);
