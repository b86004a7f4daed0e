/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shared by the files of life-bench: what is to be measured, and the line of JSON with the
 * results. */
#pragma once

#include <life/life.h>

/* The generation of the soup at which every world's checksum is computed. */
#define BENCH_CHECKSUM_GENERATION 64

/* life-bench.c: the options of the command line. */
typedef struct {
  guint engine, kernel, topology, cluster; /* of the library's enums */
  guint view;         /* a LifeViewKind; PLANE: none is measured */
  LifeGeometry size;  /* of the world */
  LifeGeometry frame; /* of the view: its width and height */
  gchar *rule;        /* NULL: the default */
  gchar *pipeline;    /* whose frames are measured, or NULL */
  gchar *soup; /* the file that the world's first cells are saved to, or NULL */
  gint64 threads, parts, generations, runs, seed;
  gint64 states;   /* of the soup; 0: that of the library */
  gdouble seconds; /* the target for a run, or a window of frames */
  gdouble limit; /* seconds that a measurement may take, as estimated before */
  gboolean no_pdl, wait, live, growing, limits;
} BenchOptions;

/* Members of the object that is printed. */
void bench_add_text (GString *json, const gchar *name, const gchar *text);
void bench_add_number (GString *json, const gchar *name, gdouble number);
void bench_add_integer (GString *json, const gchar *name, guint64 number);
void bench_add_flag (GString *json, const gchar *name, gboolean flag);
void bench_add_checksum (GString *json, const gchar *name, guint64 checksum);

/* Each measures as @options specify, and adds the results to @json: bench-steps.c steps of a
 * world, bench-frames.c frames of a pipeline, bench-views.c worlds in perspective, and
 * bench-limits.c the limits of this machine. LIFE_ERROR_CANCELLED: it would take longer than
 * @limit. */
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

/* The quantile of sorted @values for that share; 0.5: the median; 0: there are none. */
gdouble bench_quantile (GArray *values, gdouble share);

/* Adds bytes to a checksum (FNV-1a), which begins with this number. */
#define BENCH_EMPTY_CHECKSUM G_GUINT64_CONSTANT (0xcbf29ce484222325)
guint64 bench_add_up (guint64 sum, const guint8 *bytes, gsize n);
