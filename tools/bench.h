/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files of life-bench share: options, results, and which file does
 * what. */
#pragma once

#include <life/life.h>

#include <stdio.h>

G_BEGIN_DECLS

#define BENCH_DENSITY 0.35
/* The generation of the soup at which every world's checksum is taken. */
#define BENCH_CHECKSUM_GENERATION 64

/* The CPU's engine skips unchanged areas. Soups up to this age have few; steps
 * are timed on younger ones. */
#define BENCH_LIVELY_AGE 1024
#define BENCH_LIVELY_GENERATIONS 480

typedef enum {
  BENCH_MODE_TABLE,      /* a few worlds, the kernel that auto takes */
  BENCH_MODE_LADDER,     /* every kernel, with and without dependent launch */
  BENCH_MODE_SEED_TABLE, /* many generations of 3D worlds, as published */
  BENCH_MODE_FRAMES,     /* frames per second and latency of pipelines */
  BENCH_MODE_FAMILIES,   /* a rule of each family */
  BENCH_MODE_VIEWS,      /* whole 3D worlds in perspective */
  BENCH_MODE_AGAINST,    /* the worlds of others' figures */
  BENCH_MODE_SCALE, /* one world, and larger ones, in more and more parts */
} BenchMode;

/* bench-options.c: the options of the command line. */
typedef struct {
  BenchMode mode;
  gboolean engines[3]; /* whether measured, by LifeEngineKind */
  LifeKernel kernel;   /* LIFE_KERNEL_AUTO: the mode's choice */
  LifeTopology topology;
  GArray *sizes; /* of LifeGeometry; empty: the mode's choice */
  gchar *rule;   /* NULL: Life, in 3D B6/S567 */
  guint threads;
  LifeCluster cluster; /* that holds the parts; NONE: threads of this process */
  guint parts; /* the most; 0: as many as the machine, or cluster, has */
  guint64 generations; /* per run; 0: as many as take @seconds */
  guint runs;
  guint64 seed;
  gdouble seconds; /* the target for a run, or a window of frames */
  gdouble limit;   /* the most that a row may take */
  gboolean peers, progress, quick;
  gchar *json;
  gchar *figures_file; /* NULL: others.tsv, which is built in */
  GArray *figures; /* of BenchFigure; NULL where the mode compares with none */
} BenchOptions;

gboolean bench_options_parse (
    BenchOptions *options, gint *argc, gchar ***argv, GError **error);
void bench_options_clear (BenchOptions *options);

/* bench-size.c: sizes and topologies as text. */
gboolean bench_parse_size (const gchar *text, LifeGeometry *geometry);
gchar *bench_size_text (const LifeGeometry *geometry);
gboolean bench_parse_topology (const gchar *text, LifeTopology *topology);
guint bench_dimensions (const LifeGeometry *geometry);

/* bench-figures.c: what another program reached. */
typedef struct {
  guint line;                      /* in its file */
  gchar *program, *version, *chip; /* the last two may be NULL */
  gchar *rule;
  LifeGeometry geometry;
  guint64 generations; /* per call; 0 where not known */
  gdouble value;
  guint unit;
  gchar *date, *source;
} BenchFigure;

/* Frees what a BenchFigure holds, not itself. */
void bench_figure_clear (gpointer figure);

/* An empty array of BenchFigure that frees what is in it. */
GArray *bench_figures_new (void);

/* Reads the text of a file of figures; @name is the file's, for errors. */
GArray *bench_figures_parse (
    const gchar *text, gsize length, const gchar *name, GError **error);

const gchar *bench_unit_name (guint unit);
gboolean bench_parse_unit (const gchar *text, guint *unit);

/* Seconds per generation; and those of another in the figure's unit. */
gdouble bench_figure_seconds (const BenchFigure *figure);
gdouble bench_figure_convert (const BenchFigure *figure, gdouble seconds);

/* bench-figure-files.c: reads such a file; @path NULL is others.tsv, which is built
 * in. */
GArray *bench_figures_load (const gchar *path, GError **error);

/* bench-limits.c: what a machine can do at most, measured once. */
typedef struct {
  gboolean measured;
  LifeEngineKind engine;
  gchar *name;             /* NULL where nothing was measured */
  guint units;             /* threads, multiprocessors */
  gdouble clock;           /* Hz; 0 where not measured */
  gdouble gates_per_clock; /* per unit; 0 where not measured */
  guint gate_inputs;       /* 3 where one operation is any function of three */
  gdouble operations; /* on 32-bit words per second, by all units together */
  gdouble bytes;      /* read and written per second by a copy */
} BenchLimits;

/* What a kernel needs per cell and generation; 0 where it is not known. */
typedef struct {
  gdouble operations; /* on 32-bit words */
  gdouble bytes;      /* read and written, with one generation per pass */
} BenchCost;

const BenchLimits *bench_limits_get (
    const BenchOptions *options, LifeEngineKind engine, const gchar *kernel);
BenchCost bench_cost_of (
    LifeEngineKind engine, const gchar *kernel, const LifeRule *rule);
void bench_limits_clear (void);

/* All limits that were measured, up to NULL. */
const BenchLimits *bench_limits_known (guint i);

/* bench-instructions.c: those that this process and its threads executed so far;
 * FALSE where the system does not let them be counted. */
gboolean bench_count_instructions (guint64 *instructions);

/* Reasons why another program has no figure. */
#define BENCH_PEER_MISSING "not installed"
#define BENCH_PEER_OTHER_RULES "runs no such rule"

/* Seconds per generation of another program; @why is the reason where there are
 * none. */
typedef struct {
  gdouble seconds;
  gchar *why;
} BenchPeer;

typedef struct {
  guint64 generation;
  guint64 value;
} BenchChecksum;

/* A world that was measured, or the reason why not. */
typedef struct {
  LifeGeometry geometry;
  LifeRule *rule; /* NULL where its file is missing */
  LifeEngineKind engine;
  LifeKernel kernel;
  gint pdl;            /* -1 where it does not apply */
  const gchar *family; /* what the rule is an example of, or NULL */
  gchar *size, *rule_text;
  gchar *kernel_text; /* and the device that it runs on */
  guint threads;
  guint given_threads;   /* 0: as in the options */
  guint sharers;         /* the parts that the world is cut into; 0, 1: none */
  const gchar *scaling;  /* "weak", "strong", "one"; NULL in other modes */
  const gchar *cpu_path; /* vectors that the CPU must use, or NULL */
  gboolean asked;        /* chosen by the user: an error if it cannot run */
  gchar *skipped;        /* NULL where it was measured */

  guint64 generations; /* per run, or per part of a run */
  guint parts;         /* parts of a run, each from a young soup */
  guint64 wanted;      /* in total; more than @generations where it is scaled */
  guint runs;
  gdouble seconds;       /* per generation, the median of the runs */
  gdouble rate;          /* cells per second */
  gdouble instructions;  /* per cell; below 0 where not counted */
  gdouble logic, memory; /* shares of the limits; 0 where not known */
  guint64 population;    /* at BENCH_CHECKSUM_GENERATION */
  BenchChecksum checksums[2];
  guint n_checksums;
  gboolean differs; /* a checksum from an earlier row's */
  gdouble ideal; /* share of what as many parts reach at best; 0: not known */
  gboolean has_peers;
  const gchar *golly_algorithm; /* NULL: Golly runs no such rule */
  BenchPeer golly, ffmpeg;
} BenchWorld;

typedef struct BenchPeers BenchPeers;

/* A figure of another program beside the world that was measured here. */
typedef struct {
  BenchFigure figure;
  guint world;         /* its place in the report */
  gboolean here;       /* the other one ran on this machine too */
  const gchar *failed; /* why the other one has no figure, or NULL */
} BenchComparison;

/* Frames that were measured, or the reason why not. */
typedef struct {
  LifeEngineKind engine;
  const gchar *format;
  gboolean cuda_memory;
  guint width, height;
  gdouble zoom;
  guint world_side;         /* 0: as large as the frame shows */
  const gchar *view, *rule; /* of a world in perspective; else NULL */
  guint stacked;            /* frames of a 2D world that are seen at once */
  guint generations;
  gboolean live;
  gchar *skipped;

  guint64 frames;
  gdouble rate;            /* frames per second */
  gdouble median, slowest; /* live: seconds late, 50th and 99th percentile */
  guint64 checksum;        /* of one frame's pixels */
  gboolean differs;
} BenchFrames;

/* bench-report.c: all that was measured. */
typedef struct {
  GArray *worlds;      /* of BenchWorld */
  GArray *frames;      /* of BenchFrames */
  GArray *comparisons; /* of BenchComparison */
  guint differing;
} BenchReport;

void bench_report_init (BenchReport *report);
void bench_report_clear (BenchReport *report);

/* Takes ownership of the content of @world, or @frames. Where an earlier row of
 * the same world, or frame, has another checksum, the row is marked and
 * counted. */
void bench_report_add_world (BenchReport *report, BenchWorld *world);
void bench_report_add_frames (BenchReport *report, BenchFrames *frames);
void bench_report_add_comparison (
    BenchReport *report, BenchComparison *comparison);

/* The number of the comparison's source among those of the report, from 1 on. */
guint bench_source_number (
    const BenchReport *report, const BenchComparison *comparison);

/* The limit of this machine that the world comes nearer to, as cells per second; 0
 * where it is not known. More than 100 % of memory means several generations per
 * pass, or a cache: then memory is not the limit. @name is set to which it is. */
gdouble bench_nearer_limit (const BenchWorld *world, const gchar **name);

/* Whether it is the rule of that text. */
gboolean bench_is_rule (
    const LifeRule *rule, guint dimensions, const gchar *text);

const gchar *bench_engine_name (LifeEngineKind engine);

/* Chips on which others ran the worlds of the seed table. */
#define BENCH_L40 "NVIDIA L40"
#define BENCH_H200 "NVIDIA H200"

/* What another program took on that chip for the world's generations, in milliseconds;
 * FALSE where the figures do not say. */
gboolean bench_published (const BenchOptions *options, const BenchWorld *world,
    const gchar *chip, gdouble *milliseconds);

/* bench-worlds.c: which worlds a mode measures; bench-against.c: those of others'
 * figures; bench-scale.c: those in parts; bench-steps.c: one of them;
 * bench-frames.c: pipelines; bench-views.c: worlds in perspective; bench-peers.c: other
 * programs. */
gboolean bench_worlds (
    const BenchOptions *options, BenchReport *report, GError **error);
gboolean bench_choose_engines (
    const BenchOptions *options, gboolean engines[3], GError **error);
gboolean bench_against (
    const BenchOptions *options, BenchReport *report, GError **error);
gboolean bench_scale (
    const BenchOptions *options, BenchReport *report, GError **error);
gboolean bench_measure_world (
    const BenchOptions *options, BenchWorld *world, GError **error);

/* The checksum of the world in one engine. */
gboolean bench_checksum_alone (const BenchOptions *options,
    const BenchWorld *world, BenchChecksum *checksum, GError **error);

/* bench-share.c: how many GPUs there are, and who will hold the parts of the next world that
 * is made with @engine. */
guint bench_count_devices (void);
void bench_share (
    const BenchOptions *options, guint sharers, LifeEngineOptions *engine);
gboolean bench_frames (
    const BenchOptions *options, BenchReport *report, GError **error);
gboolean bench_views (
    const BenchOptions *options, BenchReport *report, GError **error);

/* Other programs beside a world that has its population; NULL where none was asked
 * for. They run between the world's own runs, and bench_peers_finish() leaves their
 * medians in the row. */
BenchPeers *bench_peers_start (const BenchOptions *options, BenchWorld *world);
void bench_peers_run (BenchPeers *peers);
void bench_peers_finish (BenchPeers *peers);

/* bench-output.c: tables. */
void bench_print_heading (const BenchOptions *options);
void bench_print_world (const BenchOptions *options, const BenchWorld *world);
void bench_print_scale (const BenchWorld *world);
void bench_print_frames (const BenchFrames *frames);
void bench_print_view (const BenchFrames *frames);
void bench_print_comparison (
    const BenchReport *report, const BenchComparison *comparison);
void bench_print_summary (
    const BenchOptions *options, const BenchReport *report);

/* bench-progress.c: a line that the next one overwrites. */
void bench_progress (const BenchOptions *options, const gchar *format, ...)
    G_GNUC_PRINTF (2, 3);

/* bench-json.c: writes the results after every row, so that nothing is lost
 * when the program is ended. */
gboolean bench_save_json (
    const BenchOptions *options, const BenchReport *report, GError **error);

G_END_DECLS
