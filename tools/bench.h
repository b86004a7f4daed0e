/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files of life-bench share: what was asked for, what was measured, and
 * which file does what. */
#pragma once

#include <life/life.h>

#include <stdio.h>

G_BEGIN_DECLS

#define BENCH_DENSITY 0.35
/* Every world's checksum is taken at this generation of the soup. */
#define BENCH_CHECKSUM_GENERATION 64

/* The CPU's engine leaves out what has come to rest. A soup has little of that up
 * to this age; steps are timed on younger ones. */
#define BENCH_LIVELY_AGE 1024
#define BENCH_LIVELY_GENERATIONS 480

typedef enum {
  BENCH_MODE_TABLE,      /* a few worlds, the kernel that auto takes */
  BENCH_MODE_LADDER,     /* every kernel, with and without dependent launch */
  BENCH_MODE_SEED_TABLE, /* so many generations of 3D worlds, as published */
  BENCH_MODE_FRAMES,     /* frames a second and latency of pipelines */
  BENCH_MODE_FAMILIES,   /* a rule of each family */
} BenchMode;

/* bench-options.c: what the command line asks for. */
typedef struct {
  BenchMode mode;
  gboolean engines[3]; /* by LifeEngineKind: which are measured */
  LifeKernel kernel;   /* LIFE_KERNEL_AUTO: the mode's choice */
  LifeTopology topology;
  GArray *sizes; /* of LifeGeometry; empty: the mode's choice */
  gchar *rule;   /* NULL: Life, in 3D B6/S567 */
  guint threads;
  guint64 generations; /* of a run; 0: as many as take @seconds */
  guint runs;
  guint64 seed;
  gdouble seconds; /* that a run, a window of frames, takes */
  gdouble limit;   /* seconds that a row may take */
  gboolean peers, progress, quick;
  gchar *json;
} BenchOptions;

gboolean bench_options_parse (
    BenchOptions *options, gint *argc, gchar ***argv, GError **error);
void bench_options_clear (BenchOptions *options);

/* bench-limits.c: what a machine can do at most, measured once. */
typedef struct {
  gboolean measured;
  LifeEngineKind engine;
  gchar *name;           /* NULL where nothing could be measured */
  guint units;           /* threads, multiprocessors */
  gdouble clock;         /* Hz; 0 where not measured */
  gdouble gates_a_clock; /* that a unit does; 0 where not measured */
  guint gate_inputs;     /* 3 where one operation is any function of three */
  gdouble operations;    /* on 32-bit words a second, all units together */
  gdouble bytes;         /* read and written a second by a copy */
} BenchLimits;

/* What a kernel takes for a cell and generation; 0 where it is not known. */
typedef struct {
  gdouble operations; /* on 32-bit words */
  gdouble bytes;      /* read and written, one generation a pass */
} BenchCost;

const BenchLimits *bench_limits_get (
    const BenchOptions *options, LifeEngineKind engine, const gchar *kernel);
BenchCost bench_cost_of (
    LifeEngineKind engine, const gchar *kernel, const LifeRule *rule);
void bench_limits_clear (void);

/* All that were looked at: those whose measured is set, up to NULL. */
const BenchLimits *bench_limits_known (guint i);

/* bench-instructions.c: those that this process and its threads executed so far;
 * FALSE where the system does not let them be counted. */
gboolean bench_count_instructions (guint64 *instructions);

/* Seconds a generation of another program; why says why there are none. */
typedef struct {
  gdouble seconds;
  gchar *why;
} BenchPeer;

typedef struct {
  guint64 generation;
  guint64 value;
} BenchChecksum;

/* A world that was measured, or why it was not. */
typedef struct {
  LifeGeometry geometry;
  LifeRule rule;
  LifeEngineKind engine;
  LifeKernel kernel;
  gint pdl;            /* -1 where there is no such thing */
  const gchar *family; /* what the rule is an example of, or NULL */
  gchar *size, *rule_text;
  gchar *kernel_text; /* and what it runs on */
  guint threads;
  guint given_threads;   /* 0: as the options say */
  const gchar *cpu_path; /* vectors that the CPU is held to, or NULL */
  gboolean asked; /* for by name: what keeps it from running is an error */
  gchar *skipped; /* NULL where it was measured */

  guint64 generations; /* of a run, or of each of its parts */
  guint parts;         /* that a run is, each from a young soup */
  guint64 wanted;      /* of them; more than @generations where it is scaled */
  guint runs;
  gdouble seconds;       /* a generation, the median of the runs */
  gdouble rate;          /* cells a second */
  gdouble instructions;  /* a cell; below 0 where not counted */
  gdouble logic, memory; /* shares of the limits; 0 where not known */
  guint64 population;    /* at BENCH_CHECKSUM_GENERATION */
  BenchChecksum checksums[2];
  guint n_checksums;
  gboolean differs; /* a checksum from that of an earlier row */
  gboolean has_peers;
  const gchar *golly_algorithm; /* NULL: Golly runs no such rule */
  BenchPeer golly, ffmpeg;
} BenchWorld;

/* Frames that were measured, or why not. */
typedef struct {
  LifeEngineKind engine;
  const gchar *format;
  gboolean cuda_memory;
  guint width, height;
  gdouble zoom;
  guint world_side; /* 0: as the frame shows */
  guint generations;
  gboolean live;
  gchar *skipped;

  guint64 frames;
  gdouble rate;            /* frames a second */
  gdouble median, slowest; /* live: seconds late, 50th and 99th percentile */
  guint64 checksum;        /* of one frame's pixels */
  gboolean differs;
} BenchFrames;

/* bench-report.c: all that was measured. */
typedef struct {
  GArray *worlds; /* of BenchWorld */
  GArray *frames; /* of BenchFrames */
  guint differing;
} BenchReport;

void bench_report_init (BenchReport *report);
void bench_report_clear (BenchReport *report);

/* Take what @world, @frames holds; it must not have another checksum than the
 * same world, frame had before, else it is marked and counted. */
void bench_report_add_world (BenchReport *report, BenchWorld *world);
void bench_report_add_frames (BenchReport *report, BenchFrames *frames);

const gchar *bench_engine_name (LifeEngineKind engine);

/* What another program's 3D kernel was seen to take for a row of the seed table,
 * in milliseconds; FALSE where @world is not such a row. */
gboolean bench_published (
    const BenchWorld *world, gdouble *on_l40, gdouble *on_h200);

/* bench-worlds.c: which worlds a mode measures; bench-steps.c: one of them;
 * bench-frames.c: pipelines; bench-peers.c: other programs. */
gboolean bench_worlds (
    const BenchOptions *options, BenchReport *report, GError **error);
gboolean bench_measure_world (
    const BenchOptions *options, BenchWorld *world, GError **error);
gboolean bench_frames (
    const BenchOptions *options, BenchReport *report, GError **error);
void bench_measure_peers (const BenchOptions *options, BenchWorld *world);

/* bench-output.c: tables. */
void bench_print_heading (const BenchOptions *options);
void bench_print_world (const BenchOptions *options, const BenchWorld *world);
void bench_print_frames (const BenchFrames *frames);
void bench_print_summary (
    const BenchOptions *options, const BenchReport *report);

/* bench-progress.c: a line that the next one overwrites. */
void bench_progress (const BenchOptions *options, const gchar *format, ...)
    G_GNUC_PRINTF (2, 3);

/* bench-json.c: saved after every row, so that nothing is lost when it is ended.
 */
gboolean bench_save_json (
    const BenchOptions *options, const BenchReport *report, GError **error);

G_END_DECLS
